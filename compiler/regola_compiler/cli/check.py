"""`regola check`: every finding of one or more games."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from regola_compiler.cli.common import Fault, place_of

if TYPE_CHECKING:
    from regola_compiler.incremental import Checked

FORMATS = ("text", "json", "sarif", "github")


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How findings are written.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--strict", is_flag=True, help="Let warnings fail the command too.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; end with Ctrl-C.")
def command(paths: tuple[str, ...], form: str, as_json: bool, strict: bool, watch: bool) -> None:
    """Find what is missing, contradictory or misspelt.

    PATH is a game's folder or name, or a single .regola file; without one, every game under games/
    is checked.

    \b
    regola check caucasus
    regola check my_rules.regola --format json
    """
    from regola_compiler.game import all_games

    form = "json" if as_json else form
    chosen = list(paths) or all_games(Path())
    if not chosen:
        raise Fault("there is no game here: name a folder or a `.regola` file")
    code = _check(chosen, form, strict)
    while watch:
        before = _stamps(chosen)
        while _stamps(chosen) == before:
            time.sleep(0.3)
        click.clear()
        code = _check(chosen, form, strict)
    raise click.exceptions.Exit(code)


def _check(paths: list[str], form: str, strict: bool) -> int:
    from regola_compiler import render
    from regola_compiler.game import peek_game
    from regola_compiler.incremental import check_game

    places = [place_of(path) for path in paths]
    compiled = [check_game(peek_game(place, place.as_posix())) for place in places]
    found = [diagnostic for one in compiled for diagnostic in one.found]
    sources = {path: source for one in compiled for path, source in one.sources.items()}
    match form:
        case "json":
            click.echo(render.as_json(found), nl=False)
        case "sarif":
            click.echo(render.as_sarif(found), nl=False)
        case "github":
            click.echo(render.as_github(found), nl=False)
        case _:
            if found:
                click.echo(render.text(found, sources))
            click.echo(_verdict(compiled, render.summary(found)))
    failed = any(one.failed for one in compiled) or (strict and bool(found))
    return 1 if failed else 0


def _verdict(compiled: list[Checked], summary: str) -> str:
    """One line that says what was looked at, and the sum."""
    counts = [(one.rules, one.examples, one.errata) for one in compiled]
    rules, examples, errata = (sum(column) for column in zip(*counts, strict=True))
    names = ", ".join(one.game.id for one in compiled)
    limits = "".join(f"\n{limit}" for limit in sorted({limit for one in compiled for limit in one.limits}))
    accepted = sum(one.accepted for one in compiled)
    summary += f", {accepted} accepted" if accepted else ""
    return f"{names}: {rules} rules and tables, {examples} examples, {errata} errata: {summary}{limits}"


def _stamps(paths: list[str]) -> dict[str, float]:
    """When each file that matters was last changed."""
    from regola_compiler.game import find_game

    stamps: dict[str, float] = {}
    for path in paths:
        place = find_game(path, Path())
        files = [place] if place and place.is_file() else sorted(place.rglob("*")) if place else []
        for file in files:
            if file.suffix in {".regola", ".yaml"} and file.is_file():
                stamps[str(file)] = file.stat().st_mtime
    return stamps
