"""`regola odds --play`: how likely each end of the playing of a phase is."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.signs import visible
from regola_dsl.wording import as_spoken, localized, message_of, say

from regola_cli.common import UsageError, arguments, echo_json, place_of, question
from regola_cli.forms import form_of
from regola_cli.odds_asked import Manner, exactly, given_lines, print_grid, require_order, summary_data, summary_lines
from regola_cli.playing import load_played, rules_speak, scenario_of
from regola_cli.policies import policy_of
from regola_cli.terminal import tell

if TYPE_CHECKING:
    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.program import Program
    from regola_compiler.model.types import Handle, Type
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
    manner: Manner,
) -> None:
    """Play a phase on every roll, and say how it ends.

    Raises:
        UsageError: if it cannot be put so.
    """
    from regola_compiler.evaluate.queries import as_json
    from regola_compiler.model.types import BOOL, show
    from regola_compiler.play.chance.grounds import play_grounds
    from regola_compiler.play.chance.known import at_least
    from regola_compiler.play.chance.phase_odds import played_odds
    from regola_compiler.play.rules import Playing
    from regola_compiler.report.grounds import as_data, as_lines

    if (manner.at_least or manner.summary) and len(asked) != 1:
        raise UsageError(say("--at-least and --summary go with one --of EXPRESSION"))
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
            form,
            phase,
            position,
            policy=chooser,
            exact=exact,
            apart=_named(program, (*asked, *manner.given)),
            tell=lambda number: tell(say("{number:,} states …", number=number)),
        )
        tell()
        chance: Any = 1
        if manner.given:
            found, chance = _given(program, found, manner)
        rows = _rows(program, found, asked)
        told = _in_order(program, found, asked, manner)
        rests_on = play_grounds(compiled.program, phase, position, chooser)
    if manner.as_json:
        outcomes = [{**row, "probability": exactly(chance)} for row, chance in rows]
        data: dict[str, Any] = {"phase": phase, "states": found.states, "outcomes": outcomes}
        if manner.given:
            data["given"] = {"conditions": list(manner.given), "probability": exactly(chance)}
        if told is not None and manner.at_least:
            reach = at_least(told[0])
            data["at_least"] = [{"value": as_json(v, told[1]), "probability": exactly(reach[v])} for v, _ in told[0]]
        data |= {} if told is None else summary_data(*told, manner)
        echo_json({**data, **as_data(rests_on, BOOL)})
        return
    if told is not None and manner.at_least:
        reach = at_least(told[0])
        shown = [(f"{asked[0]} ≥ {show(value, told[1])}", reach[value]) for value, _ in told[0]]
    else:
        shown = [("; ".join(map(_said, row.items())) or say("nothing changes"), part) for row, part in rows]
    below = [*given_lines(manner, chance), *(() if told is None else summary_lines(*told, manner))]
    if manner.output is not None:
        grid = ([localized(say("chance"))], [(text, [as_spoken(float(part), ".2%")]) for text, part in shown])
        print_grid(grid, place_of(game), phase, manner, below)
        return
    _show(shown, below, exact=exact)
    for line in as_lines(rests_on, phase, BOOL):
        click.echo(visible(f"  {localized(line)}", keep=""))


def _named(program: Program, asked: tuple[str, ...]) -> set[Handle]:
    """The pieces that questions name: of those that are like them they are told apart."""
    from regola_compiler.evaluate.queries import lookup, with_expression
    from regola_compiler.model.program import Const
    from regola_compiler.model.types import Handle
    from regola_compiler.model.visitor import iter_nodes

    with question():
        items = [lookup(with_expression(program, text), text) for text in asked]
    nodes = (node for item in items for node in iter_nodes(item))
    return {node.value for node in nodes if isinstance(node, Const) and isinstance(node.value, Handle)}


def _show(shown: list[tuple[str, Any]], below: list[str], *, exact: bool) -> None:
    width = max(len(text) for text, _ in shown)
    for text, part in shown:
        fraction = f"{part!s}  " if exact else ""
        click.echo(
            f"{text:<{width}}  {fraction}{as_spoken(float(part), '.2%'):>7}  {'█' * round(BAR * float(part))}".rstrip()
        )
    for line in below:
        click.echo(f"  {line}")


def _given(program: Program, odds: Odds, manner: Manner) -> tuple[Odds, Any]:
    """The ends of which something holds, and how likely they are together."""
    from regola_compiler.evaluate.queries import answer, lookup, with_expression
    from regola_compiler.model.types import BOOL

    with question():
        asking = [(text, with_expression(program, text)) for text in manner.given]
        for text, with_it in asking:
            if lookup(with_it, text).result != BOOL:
                raise UsageError(say("`{text}` is no condition: it neither holds nor fails", text=text))
        left = [
            end
            for end in odds.ends
            if all(answer(with_it, lookup(with_it, text), {}, end.position).value is True for text, with_it in asking)
        ]
    chance = sum(end.chance for end in left)
    if not chance:
        raise UsageError(say("what is given never holds: {listed}", listed=" and ".join(manner.given)))
    return replace(odds, ends=tuple(replace(end, chance=end.chance / chance) for end in left)), chance


def _in_order(
    program: Program, odds: Odds, asked: tuple[str, ...], manner: Manner
) -> tuple[list[tuple[Any, Any]], Type] | None:
    """What is asked of the end, in rising order, with its type, where it is to be told so."""
    from regola_compiler.evaluate.queries import answer, lookup, with_expression
    from regola_compiler.model.types import as_place

    if not (manner.at_least or manner.summary):
        return None
    found: dict[Any, Any] = {}
    with question():
        with_it = with_expression(program, asked[0])
        item = lookup(with_it, asked[0])
        require_order(item.result, f"`{asked[0]}`", manner)
        for end in odds.ends:
            value = answer(with_it, item, {}, end.position).value
            found[value] = found[value] + end.chance if value in found else end.chance
    return sorted(found.items(), key=lambda pair: as_place(pair[0])), item.result


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
    from regola_compiler.evaluate.reading import read_fact
    from regola_compiler.play.chance.phase_odds import short_facts
    from regola_compiler.play.notation import NotRead, read_item

    short = short_facts(program)
    for key, text in arguments(pairs).items():
        fact, values = read_fact(program, short.get(key, key))
        try:
            value = read_item(program, position, text, fact.result, key)
        except NotRead as wrong:
            raise UsageError(message_of(wrong)) from wrong
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
