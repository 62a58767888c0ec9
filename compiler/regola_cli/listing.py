"""`regola list`: what a game declares."""

from __future__ import annotations

from typing import Any

import click
from regola_dsl.wording import localized, say

from regola_cli.common import UsageError, echo_json, game_argument, json_option, load, place_of


@click.command("list")
@game_argument
@json_option
@click.option("--kind", default=None, help="Only this kind: table, define, modifiers, example, erratum, enum, …")
@click.option("--inputs", is_flag=True, help="What is asked from outside, and by which rules.")
def command(game: str, as_json: bool, kind: str | None, inputs: bool) -> None:
    """List what a game declares: types, tables, definitions, examples and errata.

    With --inputs it is the facts that somebody has to tell: neither the play sets them, nor do the
    map, the counters or a scenario. The shorter this list, the more of the game is in the rules.

    \b
    regola list lantern_pass --kind table
    regola list lantern_pass --inputs
    """
    if inputs:
        if kind is not None:
            raise UsageError(say("--kind goes with what is declared, not with --inputs"))
        _inputs(game, as_json=as_json)
        return
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game
    from regola_compiler.report.rows import KINDS, row_text

    if kind is not None and kind not in KINDS:
        raise UsageError(say("there is no kind `{kind}`: one of {listed}", kind=kind, listed=", ".join(KINDS)))
    place = place_of(game)
    everything = kept_or_made(peek_game(place, place.as_posix()), "rows", lambda: _rows(game))
    rows = [row for row in everything if kind in {None, row["kind"]}]
    if as_json:
        echo_json({"declarations": rows})
        return
    for row in rows:
        click.echo(row_text(row))


def _inputs(game: str, *, as_json: bool) -> None:
    """The facts that are asked from outside."""
    from regola_compiler.driver import understand
    from regola_compiler.report.inputs import inputs

    found = inputs(load(game, understand).program)
    if as_json:
        echo_json({"inputs": [{"name": one.name, "asked_by": list(one.asked_by)} for one in found]})
        return
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        told = say("asked by {names}", names=", ".join(one.asked_by))
        click.echo(f"{one.name:<{width}}  {localized(told)}")
    if not found:
        click.echo(localized(say("nothing is asked from outside")))


def _rows(game: str) -> list[dict[str, Any]]:
    from regola_compiler.driver import understand
    from regola_compiler.report.listing import declared
    from regola_compiler.report.rows import scenario_row

    compiled = load(game, understand)
    scenarios = [scenario_row(item.id, list(item.sections)) for item in compiled.scenarios.values()]
    return [*declared(compiled.program), *scenarios]
