"""`regola walk`: the sequence of play, step by step."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from regola_cli.common import (
    UsageError,
    arguments,
    echo_json,
    game_argument,
    json_option,
    load,
    place_of,
    question,
    scenario_option,
    start,
)

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.evaluate.interpreter import Interpreter

MAX_STEPS = 2_000


@click.command("walk")
@game_argument
@click.argument("pairs", nargs=-1, metavar="[FACT=VALUE]...")
@scenario_option
@click.option("--sequence", default=None, metavar="NAME", help="Which sequence, if the game has several.")
@click.option("--rounds", default=1, show_default=True, metavar="N", help="How often what repeats is played, at most.")
@click.option("--language", default=None, metavar="LANGUAGE", help="The language of the titles, such as it or en.")
@json_option
def command(
    game: str,
    pairs: tuple[str, ...],
    scenario: str | None,
    sequence: str | None,
    rounds: int,
    language: str | None,
    as_json: bool,
) -> None:
    """Step the sequence of play: what comes when, who acts, what may be done there.

    Phases whose condition fails are left out, and what phases change is changed. Facts that conditions ask for
    are told behind the game's name.

    \b
    regola walk caucasus turn=6
    regola walk caucasus turn=6 --language it
    regola walk caucasus turn=1 --rounds 2 --json
    """
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game

    place = place_of(game)
    asked = (game, pairs, scenario, sequence, rounds, language, as_json)
    steps, wrong = kept_or_made(peek_game(place, place.as_posix()), repr(("walked", asked)), lambda: _walked(*asked))
    if not as_json:
        for step in steps:
            click.echo(step)
    if wrong:
        raise UsageError(wrong)
    if as_json:
        echo_json({"steps": steps})


def _walked(
    game: str,
    pairs: tuple[str, ...],
    scenario: str | None,
    sequence: str | None,
    rounds: int,
    language: str | None,
    as_json: bool,
) -> tuple[list[Any], str]:
    """The steps as text or for JSON, up to where the rules are silent; and what is to be said of that."""
    from regola_compiler.driver import understand
    from regola_compiler.evaluate.errors import NotGiven, RuleError
    from regola_compiler.evaluate.examples import explain
    from regola_compiler.evaluate.interpreter import Interpreter
    from regola_compiler.evaluate.queries import read_fact, read_value
    from regola_compiler.report import walk as report

    compiled = load(game, understand)
    speaks = compiled.game.languages
    if language is not None and language not in speaks:
        raise UsageError(f"`{compiled.game.id}` does not speak `{language}`: it speaks {', '.join(speaks)}")
    # What is said around the titles is English where nothing else is asked for, and so are they.
    order = [language or "en", *speaks]
    run = Interpreter(compiled.program, start(compiled, scenario))
    with question():
        for key, text in arguments(pairs).items():
            fact, values = read_fact(compiled.program, key)
            run.set_fact(fact.name, values, read_value(compiled.program, text, fact.result, key))
    steps: list[Any] = []
    try:
        for step in islice(_steps(compiled, run, sequence, rounds), MAX_STEPS):
            told = report.as_data(compiled.program, step, order)
            steps.append(told if as_json else report.as_text(told, order[0]))
    except RuleError as problem:
        message = explain(problem, compiled.program)
        hint = f": tell it with `regola walk {game} FACT=VALUE`" if isinstance(problem, NotGiven) else ""
        return steps, message + hint
    return steps, ""


def _steps(compiled: Compiled, run: Interpreter, name: str | None, rounds: int) -> Any:
    from regola_compiler.evaluate.play.sequences import run_phases, unrolled

    known = compiled.program.sequences
    if not known:
        raise UsageError(f"`{compiled.game.id}` declares no sequence of play")
    if name is not None and name not in known:
        raise UsageError(f"there is no sequence `{name}`: there are {', '.join(known)}")
    chosen = unrolled(known[name] if name is not None else next(iter(known.values())))
    return run_phases(run, chosen, rounds=rounds)
