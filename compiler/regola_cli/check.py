"""`regola check`: every finding of one or more games."""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.diagnostics import counted
from regola_dsl.wording import localized, say, say_number

from regola_cli import completion
from regola_cli.common import UsageError, asked_or_here, echo_json, load, place_of
from regola_cli.for_programs import FORMS, for_programs
from regola_cli.terminal import clear, json_text, styled

if TYPE_CHECKING:
    from regola_compiler.incremental.results import Checked

FORMATS = ("text", "json", *FORMS)


@click.command("check")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=completion.games)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="How findings are written.")
@click.option("--json", "as_json", is_flag=True, help="The same as --format json.")
@click.option("--strict", is_flag=True, help="Let warnings fail the command too.")
@click.option("--max", "most", type=click.IntRange(min=1), default=None, metavar="N", help="Show N findings at most.")
@click.option("--all", "whole", is_flag=True, help="Show every finding, however many there are.")
@click.option("--defaults", is_flag=True, help="Show for which kinds no sentence speaks of an action.")
@click.option("--errata", is_flag=True, help="Look for errata whose ruling decides nothing, too; it takes a while.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes; end with Ctrl-C.")
def command(
    paths: tuple[str, ...],
    form: str,
    as_json: bool,
    strict: bool,
    most: int | None,
    whole: bool,
    defaults: bool,
    errata: bool,
    watch: bool,
) -> None:
    """Find what is missing, contradictory or misspelt.

    PATH is a game's folder or name, or a single .regola file; without one, the game of this folder
    is checked, or every game under games/.

    With --defaults nothing is checked: for each action the combinations of kinds (of pieces, of
    places) are listed of which no sentence speaks, so that the action's own line answers. Hold them
    against the book. With --json it is the whole matrix: who may do what where, and by which rule.

    \b
    regola check lantern_pass
    regola check lantern_pass --defaults
    regola check my_rules.regola --format json
    """
    from regola_compiler.report.text import MOST

    form = "json" if as_json else form
    most = None if whole else most or MOST
    chosen = asked_or_here(paths)
    if defaults:
        if form not in {"text", "json"} or watch:
            raise UsageError(say("--defaults is written as text or as JSON, once"))
        _defaults(chosen, as_json=form == "json")
        return
    before = _stamps(chosen)
    code = _check(chosen, form, strict, most, errata=errata)
    with suppress(KeyboardInterrupt):
        while watch:
            while (now := _stamps(chosen)) == before:
                time.sleep(0.3)
            before = now
            clear()
            try:
                code = _check(chosen, form, strict, most, errata=errata)
            except UsageError as fault:  # what is watched may come back
                fault.show()
    raise click.exceptions.Exit(code)


def _check(paths: list[str], form: str, strict: bool, most: int | None, *, errata: bool) -> int:
    from regola_compiler.incremental.check import check_game
    from regola_compiler.project.game import peek_game
    from regola_compiler.report import json as report_json
    from regola_compiler.report import text as report_text

    places = [place_of(path) for path in paths]
    games = [peek_game(place, place.as_posix()) for place in places]
    compiled = [check_game(game) for game in games]
    if errata:
        from regola_compiler.incremental.rulings import unnoticed

        compiled = [
            replace(one, found=[*one.found, *unnoticed(game)]) for one, game in zip(compiled, games, strict=True)
        ]
    found = [diagnostic for one in compiled for diagnostic in one.found]
    accepted = [item for one in compiled for item in one.accepted]
    sources = {path: source for one in compiled for path, source in one.sources.items()}
    match form:
        case "json":
            json_text(report_json.as_json(found, accepted, _limits(compiled)), nl=False)
        case "text":
            if found:
                styled(report_text.text(found, sources, most=most, colour=_colour()))
            click.echo(_verdict(compiled, report_text.summary(found)))
        case _:
            said = for_programs(form, found, sources, accepted, suite="regola check", strict=strict)
            (json_text if form in {"sarif", "gitlab"} else click.echo)(said, nl=False)
    failed = any(one.failed for one in compiled) or (strict and bool(found))
    return 1 if failed else 0


def _defaults(paths: list[str], *, as_json: bool) -> None:
    """What is so by default in some games; several of them each under its name."""
    from regola_compiler.driver import understand
    from regola_compiler.incremental.sought.permits import kept_grids
    from regola_compiler.report.permits import default_lines, permits_json

    told = {}
    for path in paths:
        compiled = load(path, understand)
        grids = kept_grids(compiled.game, compiled.program)
        if as_json:
            told[compiled.game.id] = permits_json(grids)
            continue
        if len(paths) > 1:
            click.echo(f"{compiled.game.id}:")
        for line in default_lines(grids):
            click.echo(line)
    if as_json:
        echo_json({"games": told} if len(paths) > 1 else next(iter(told.values())))


def _verdict(compiled: list[Checked], summary: str) -> str:
    """One line that says what was looked at, and the sum."""
    names = ", ".join(one.game.id for one in compiled)
    counts = (
        counted(sum(one.rules for one in compiled), "rule or table", "rules and tables"),
        counted(sum(one.examples for one in compiled), "example"),
        counted(sum(one.errata for one in compiled), "erratum", "errata"),
    )
    seen = ", ".join(map(localized, counts))
    accepted = sum(len(one.accepted) for one in compiled)
    summary += f", {localized(say_number('{number} accepted', '{number} accepted', accepted))}" if accepted else ""
    return "\n".join([f"{names}: {seen}: {summary}", *_limits(compiled)])


def _limits(compiled: list[Checked]) -> list[str]:
    """What was left untried in one game or another."""
    return [localized(limit) for limit in sorted({limit for one in compiled for limit in one.limits})]


def _colour() -> bool:
    """Whether a person reads this at a terminal, and wants colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _stamps(paths: list[str]) -> dict[str, float]:
    """When each file that matters was last changed."""
    from regola_compiler.literate.source import holds_rules
    from regola_compiler.project.game import find_game, libraries_of

    stamps: dict[str, float] = {}
    for path in paths:
        place = find_game(path, Path())
        files = [place] if place and place.is_file() else sorted(place.rglob("*")) if place else []
        if place and place.is_dir():
            files += libraries_of(place, place.as_posix())
        for file in files:
            if file.suffix == ".yaml" or holds_rules(file.name):
                # An editor may put a new file in the place of the old one just now.
                with suppress(OSError):
                    stamps[str(file)] = file.stat().st_mtime
    return stamps
