"""`regola walk`: the sequence of play, step by step."""

from __future__ import annotations

import shlex
import sys
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.wording import localized, message_of, say, spoken

from regola_cli.common import (
    UsageError,
    arguments,
    echo_json,
    game_argument,
    json_option,
    load,
    no_sequence,
    place_of,
    question,
    scenario_option,
    start,
)

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.evaluate.interpreter import Interpreter
    from regola_compiler.evaluate.play.sequences import Roller
    from regola_compiler.model.program import Phase

MAX_STEPS = 2_000


@click.command("walk")
@game_argument
@click.argument("pairs", nargs=-1, metavar="[FACT=VALUE]...")
@scenario_option
@click.option("--sequence", default=None, metavar="NAME", help="Which sequence, if the game has several.")
@click.option("--rounds", default=1, show_default=True, metavar="N", help="How often what repeats is played, at most.")
@click.option("--seed", type=int, metavar="N", help="Roll the dice of phases by chance, the same for the same N.")
@click.option("--language", default=None, metavar="LANGUAGE", help="The language of the titles, such as it or en.")
@json_option
def command(
    game: str,
    pairs: tuple[str, ...],
    scenario: str | None,
    sequence: str | None,
    rounds: int,
    seed: int | None,
    language: str | None,
    as_json: bool,
) -> None:
    """Step the sequence of play: what comes when, who acts, what may be done there.

    Phases whose condition fails are left out, what phases change is changed, and phases that they call are
    entered. Facts that conditions ask for are told behind the game's name, and so is what dice show
    (`weather.die=4`); --seed rolls those that are not told, and at a terminal they are asked for.

    \b
    regola walk lantern_pass night=2 --seed 1
    regola walk lantern_pass night=2 weather_roll.die=4 --language it
    regola walk lantern_pass night=2 --seed 1 --json
    """
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game

    place = place_of(game)
    asked = (game, pairs, scenario, sequence, rounds, seed, language, as_json)
    if seed is None and sys.stdin.isatty() and not as_json:
        steps, wrong = _walked(*asked, asks=True)  # what somebody types is not kept
    else:
        kept = repr(("walked", asked, spoken()))
        steps, wrong = kept_or_made(peek_game(place, place.as_posix()), kept, lambda: _walked(*asked))
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
    seed: int | None,
    language: str | None,
    as_json: bool,
    *,
    asks: bool = False,
) -> tuple[list[Any], str]:
    """The steps as text or for JSON, up to where the rules are silent; and what is to be said of that."""
    from regola_compiler.driver import understand
    from regola_compiler.evaluate.errors import NotGiven, RuleError
    from regola_compiler.evaluate.interpreter import Interpreter
    from regola_compiler.evaluate.play.optional import OptionalRules
    from regola_compiler.evaluate.reading import read_fact, read_value
    from regola_compiler.evaluate.worked.explained import explain
    from regola_compiler.ir.book import languages_of_texts
    from regola_compiler.play.notation import fact_text
    from regola_compiler.report import walk as report

    from regola_cli.walk_needs import needed

    compiled = load(game, understand)
    speaks = languages_of_texts(compiled.program, compiled.game.declared_languages) or compiled.game.languages
    if language is not None and language not in speaks:
        raise UsageError(
            say(
                "`{id}` does not speak `{language}`: it speaks {listed}",
                id=compiled.game.id,
                language=language,
                listed=", ".join(speaks),
            )
        )
    # What is said around the titles is in the language of messages where nothing else is asked for, and so are they.
    order = [language or spoken(), *speaks]
    said = {}
    with question():
        for key, text in arguments(pairs).items():
            fact, values = read_fact(compiled.program, key)
            said[fact.name, values] = read_value(compiled.program, text, fact.result, key)

    def begin() -> Interpreter:
        found = Interpreter(compiled.program, start(compiled, scenario))
        for key, value in said.items():
            found.set_fact(*key, value)
        return found

    run = begin()
    optional = OptionalRules(run, compiled.program)
    steps: list[Any] = []
    dice = _Dice(compiled, run, seed, asks=asks)
    try:
        for step in islice(_steps(compiled, run, sequence, rounds, dice.roll), MAX_STEPS):
            told = report.as_data(compiled.program, step, order, optional)
            if rolled := dice.shown.pop(id(step.phase), ""):
                told["rolled"] = rolled
            if as_json:
                steps.append(told)
            elif told["title"]:  # what only repeats has no name, and nothing to say
                steps.append(report.as_text(told, order[0]))
    except RuleError as problem:
        message = explain(problem, compiled.program)
        if not isinstance(problem, NotGiven):
            return steps, message
        # With a seed only what is no die is missing: what it rolls on the way is not what these would be.
        lacks = needed(begin, lambda run, roll: islice(_steps(compiled, run, sequence, rounds, roll), MAX_STEPS))
        names = [fact_text(compiled.program, *key) for key in lacks if seed is None or not _is_rolled(compiled, key[0])]
        message = _advice(message, game, names)
        if any(_is_rolled(compiled, name) for name, _ in lacks) and seed is None:
            message = say("{message}, or let the dice be rolled with `--seed N`", message=message)
        return steps, message
    return steps, ""


def _advice(message: str, game: str, names: list[str]) -> str:
    """What to type so that the walk goes on, with all that it will ask for."""
    told = " ".join(f"{shlex.quote(name)}=…" for name in names)
    if len(names) == 1:
        return say("{message}: tell it with `regola walk {game} {told}`", message=message, game=game, told=told)
    others = ", ".join(f"`{name}`" for name in names[1:])
    return say(
        "{message}; further on {others} will be asked for too: tell them with `regola walk {game} {told}`",
        message=message,
        others=others,
        game=game,
        told=told,
    )


class _Dice:
    """What the dice of phases show: by chance, or as somebody at the terminal says; what was told stays as it is."""

    def __init__(self, compiled: Compiled, run: Interpreter, seed: int | None, *, asks: bool) -> None:
        self._program, self._run, self._asks = compiled.program, run, asks
        self._chance = None if seed is None else Random(seed)  # noqa: S311  a game
        self.shown: dict[int, str] = {}

    def roll(self, phase: Phase) -> dict[Any, Any]:
        """What the dice of a phase show that are not told."""
        from regola_compiler.play.notation import NotRead, read_dice, roll_text
        from regola_compiler.play.rules import rolls_of
        from regola_compiler.play.table.session import draw

        rolls = [one for one in rolls_of(phase, self._run) if (one.fact, one.arguments) not in self._run.position]
        if not rolls or (self._chance is None and not self._asks):
            return {}
        if self._chance is not None:
            found = draw(rolls, self._chance)
        else:
            sample = roll_text(self._program, {(one.fact, one.arguments): one.outcomes[0][0] for one in rolls})
            try:
                asked = say("{name}: what do the dice show, as in `{sample}`", name=phase.name, sample=sample)
                words = click.prompt(localized(asked), err=True)
                found = read_dice(self._program, rolls, words)
            except NotRead as wrong:
                raise UsageError(message_of(wrong)) from wrong
        self.shown[id(phase)] = roll_text(self._program, found)
        return found


def _is_rolled(compiled: Compiled, name: str) -> bool:
    fact = compiled.program.callables.get(name)
    return getattr(fact, "kind", "") == "rolled"


def _steps(compiled: Compiled, run: Interpreter, name: str | None, rounds: int, roll: Roller) -> Any:
    from regola_compiler.evaluate.play.sequences import run_phases, unrolled

    known = compiled.program.sequences
    if not known:
        raise UsageError(no_sequence(compiled.game.id))
    if name is not None and name not in known:
        raise UsageError(say("there is no sequence `{name}`: there are {listed}", name=name, listed=", ".join(known)))
    chosen = unrolled(known[name] if name is not None else next(iter(known.values())))
    return run_phases(run, chosen, rounds=rounds, roll=roll)
