"""`regola perft`: how many histories a game has from its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from regola_dsl.wording import number_as_written, say, spoken

from regola_cli.common import echo_json, game_argument, json_option
from regola_cli.forms import form_of, interpreted_form, interpreter_option
from regola_cli.playing import load_played, rules_speak, scenario_of, scenario_to_play
from regola_cli.terminal import tell

if TYPE_CHECKING:
    from regola_compiler.play.forms import Form


@click.command("perft")
@game_argument
@click.option("-n", "depth", metavar="N", type=click.IntRange(1, 1_000), default=4, show_default=True, help="How far.")
@click.option("--by", "phase", metavar="PHASE", help="Count playings of a phase instead of choices: `--by turn`.")
@scenario_to_play
@interpreter_option
@json_option
def command(game: str, depth: int, phase: str | None, scenario: str | None, interpreter: bool, as_json: bool) -> None:
    """Count the histories of 1, 2, … N choices from the start of a game.

    To end a phase is a choice, too; what dice may show is counted by outcome. With --by PHASE a step
    is a whole playing of that phase, such as a turn, however many choices it takes. The numbers of
    many known games are printed somewhere: one that differs shows a rule that is wrong.

    \b
    regola perft my_game.regola -n 6
    regola perft draughts.regola -n 5 --by turn --json
    """
    from regola_compiler.play.forms import Compiled
    from regola_runtime.errors import NoAnswer

    game_there = load_played(game, watched=phase)
    begun_with = scenario_of(game_there.program, scenario)
    form = form_of(game_there, interpreter=interpreter, watched=phase or "")
    found: list[int] = []
    with rules_speak(form.program):
        try:
            _count(form, begun_with, depth, found, shown=not as_json)
        except NoAnswer:
            if not isinstance(form, Compiled):
                raise
            # What the rules are silent about is told by the interpreter, which has their words.
            found.clear()
            _count(interpreted_form(game_there, watched=phase or ""), begun_with, depth, found, shown=False)
    if as_json:
        echo_json({"counts": found})


def _count(form: Form, scenario: str | None, depth: int, found: list[int], *, shown: bool) -> None:
    """Count from the start outwards; each number is shown as soon as it is known."""
    from regola_compiler.play.positions import state_keys
    from regola_runtime.histories import counts

    start = form.engine.begin(form.start(scenario))
    tell(_reached(1, depth))
    for count in counts(form.engine, start, depth, state_keys(form)):
        found.append(count)
        tell()
        if shown:
            click.echo(f"{len(found):>4}  {number_as_written(count, ',', spoken())}")
        if len(found) < depth:
            tell(_reached(len(found) + 1, depth))


def _reached(number: int, depth: int) -> str:
    return say("{number} of {depth} …", number=number, depth=depth)
