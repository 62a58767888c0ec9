"""`regola odds --play`: how likely each end of the playing of a phase is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from regola_dsl.signs import visible

from regola_cli.common import UsageError, arguments, echo_json, place_of, question
from regola_cli.forms import form_of
from regola_cli.playing import load_played, rules_speak, scenario_of
from regola_cli.policies import policy_of
from regola_cli.terminal import tell

if TYPE_CHECKING:
    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.program import Program
    from regola_compiler.play.chance.phase_odds import Odds
    from regola_compiler.play.rules import Playing

BAR = 40


def show_odds(
    game: str,
    phase: str,
    pairs: tuple[str, ...],
    scenario: str | None,
    put_up: tuple[str, ...],
    asked: tuple[str, ...],
    policy: str | None,
    exact: bool,
    interpreter: bool,
    as_json: bool,
) -> None:
    """Play a phase on every roll, and say how it ends.

    Raises:
        UsageError: if it cannot be put so.
    """
    from regola_compiler.model.types import BOOL
    from regola_compiler.play.chance.grounds import play_grounds
    from regola_compiler.play.chance.phase_odds import played_odds
    from regola_compiler.play.rules import Playing
    from regola_compiler.report.grounds import as_data, as_lines

    compiled = load_played(game, watched=phase)
    form = form_of(compiled, interpreter=interpreter)
    playing = Playing(compiled.program)
    program = playing.program
    chooser = policy_of(program, policy, place_of(game)).chooser()
    begun_with = scenario_of(program, scenario)
    with rules_speak(program):
        program, position = _position(playing, begun_with, put_up)
        with question():
            position = _told(program, pairs, position)
        found = played_odds(
            form, phase, position, policy=chooser, exact=exact, tell=lambda number: tell(f"{number:,} states …")
        )
        tell()
        rows = _rows(program, found, asked)
        rests_on = play_grounds(compiled.program, phase, position, chooser)
    if as_json:
        outcomes = [{**row, "probability": str(chance) if exact else chance} for row, chance in rows]
        echo_json({"phase": phase, "states": found.states, "outcomes": outcomes, **as_data(rests_on, BOOL)})
        return
    shown = [("; ".join(map(_said, row.items())) or "nothing changes", chance) for row, chance in rows]
    width = max(len(text) for text, _ in shown)
    for text, chance in shown:
        part = f"{chance!s}  " if exact else ""
        click.echo(f"{text:<{width}}  {part}{float(chance):7.2%}  {'█' * round(BAR * float(chance))}".rstrip())
    for line in as_lines(rests_on, phase, BOOL):
        click.echo(visible(f"  {line}", keep=""))


def _said(told: tuple[str, Any]) -> str:
    name, value = told
    return f"{name} is {str(value).lower() if isinstance(value, bool) else value}"


def _position(playing: Playing, scenario: str | None, put_up: tuple[str, ...]) -> tuple[Program, Position]:
    """What a phase begins with: the scenario, or the pieces that are put up."""
    if not put_up:
        return playing.program, playing.start(scenario)
    from regola_compiler.evaluate.setup.put_up import put_up_from

    with question():
        return put_up_from(playing.program, put_up, dict(playing.program.starts.get(scenario, {})) if scenario else {})


def _told(program: Program, pairs: tuple[str, ...], position: Position) -> Position:
    """A position that says what was told on the command line: facts, and what the phase is played with."""
    from regola_compiler.evaluate.queries import read_fact
    from regola_compiler.play.chance.phase_odds import short_facts
    from regola_compiler.play.notation import NotRead, read_item

    short = short_facts(program)
    for key, text in arguments(pairs).items():
        fact, values = read_fact(program, short.get(key, key))
        try:
            value = read_item(program, position, text, fact.result, key)
        except NotRead as wrong:
            raise UsageError(str(wrong)) from wrong
        position = {**position, (fact.name, values): value}
    return position


def _rows(program: Program, odds: Odds, asked: tuple[str, ...]) -> list[tuple[dict[str, Any], Any]]:
    """Each way in which the phase ends, by what is asked of it or by what is another than before, likeliest first."""
    from regola_compiler.evaluate.queries import answer, as_json, lookup, with_expression
    from regola_compiler.play.chance.phase_odds import summed_changes

    found: dict[tuple[tuple[str, Any], ...], Any] = {}
    with question():
        asking = [(text, with_expression(program, text)) for text in asked]
    for end in odds.ends:
        position = end.position
        if asked:
            told = []
            for text, with_it in asking:
                with question():
                    item = lookup(with_it, text)
                    told.append((text, as_json(answer(with_it, item, {}, position).value, item.result)))
        else:
            told = [*summed_changes(program, odds.start, position)]
        key = tuple(told)
        found[key] = found[key] + end.chance if key in found else end.chance
    return sorted(((dict(key), chance) for key, chance in found.items()), key=lambda row: -row[1])
