"""`regola list`: what a game declares."""

from __future__ import annotations

import click

from regola_cli.common import UsageError, echo_json, game_argument, json_option, load


@click.command("list")
@game_argument
@json_option
@click.option("--kind", default=None, help="Only this kind: table, define, modifiers, example, erratum, enum, …")
def command(game: str, as_json: bool, kind: str | None) -> None:
    """List what a game declares: types, tables, definitions, examples and errata."""
    from regola_compiler.driver import understand
    from regola_compiler.report.listing import KINDS, declared, row_text, scenario_row

    if kind is not None and kind not in KINDS:
        raise UsageError(f"there is no kind `{kind}`: one of {', '.join(KINDS)}")
    compiled = load(game, understand)
    scenarios = [scenario_row(item.id, list(item.sections)) for item in compiled.scenarios.values()]
    rows = [row for row in [*declared(compiled.program), *scenarios] if kind in {None, row["kind"]}]
    if as_json:
        echo_json({"declarations": rows})
        return
    for row in rows:
        click.echo(row_text(row))
