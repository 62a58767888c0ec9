"""Findings as they are written: at the terminal, for other programs, as a page; and where no page may lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from subprocess import TimeoutExpired, run
from typing import TYPE_CHECKING

import click
from regola_dsl.wording import localized, say

from regola_cli.common import UsageError, place_of, write_all
from regola_cli.for_programs import for_programs

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
    from regola_crosscheck.report import Report
    from regola_dsl.diagnostics import Diagnostic


def form_of(output: Path | None) -> str:
    """The form that the name of a file promises; text without one."""
    known = {".json": "json", ".sarif": "sarif", ".html": "html", ".htm": "html"}
    return known.get(output.suffix.casefold(), "text") if output else "text"


def written(report: Report, form: str, most: int | None, *, strict: bool) -> str:
    """The report in a form, with so many findings at most; counted as tests, what is only likely fails if strict."""
    from regola_compiler.report import text as report_text
    from regola_crosscheck.report import as_json, summary

    match form:
        case "json":
            return as_json(report)
        case "sarif" | "github" | "gitlab" | "junit":
            suite = "regola crosscheck"
            return for_programs(form, report.all, report.sources, report.suppressed, suite=suite, strict=strict)
        case _:
            shown = report_text.in_groups(in_sections(report), report.sources, most=most)
            return shown + ("\n" if shown else "") + "\n".join(summary(report)) + "\n"


def in_sections(report: Report) -> list[tuple[str, list[Diagnostic]]]:
    """The findings by weight, those of a section below its number; first what is wrong with texts and decisions."""
    from regola_compiler.checks.ordered import ordered
    from regola_crosscheck.base.weight import by_section
    from regola_crosscheck.book.text import called

    groups = []
    for group in by_section(report.found):
        path = group[0].diagnostic.span.path
        language = next((one for one, context in report.contexts.items() if context.book.path == path), "")
        which = f"{language}: " if len(report.contexts) > 1 and language else ""
        title = say("{language}section {section}", language=which, section=called(group[0].section))
        groups.append((localized(title), [named(one) for one in group]))
    return [("", ordered(report.diagnostics)), *groups]


def named(one: CrosscheckFinding) -> Diagnostic:
    """A finding with its confidence, the picture of a table, and the name it is accepted by."""
    sure = say("{confidence}; accepted as {name}", confidence=one.confidence.said, name=one.name)
    return replace(one.diagnostic, notes=(*one.diagnostic.notes, *one.picture, sure))


def page_of(compiled: Compiled, report: Report, least: Confidence, kinds: tuple[str, ...]) -> str:
    """The page of everything found; what was asked for is shown at first."""
    from regola_crosscheck.page.html import page

    require_text(report)
    return page(compiled, report, least, kinds)


def require_text(report: Report) -> None:
    """Go on only where a text could be read; else it is said why none could.

    Raises:
        Exit: if there is none.
    """
    if report.contexts:
        return
    from regola_compiler.report import text as report_text

    click.echo(report_text.text(report.diagnostics, report.sources), err=True)
    raise click.exceptions.Exit(1)


def write_asked(files: Mapping[Path, str | bytes]) -> None:
    """Write what was asked for; that a folder was made for it is said, as its name may be a slip.

    Raises:
        UsageError: if a folder cannot be written.
    """
    lacking = list(dict.fromkeys(path.parent for path in files if not path.parent.is_dir()))
    write_all(files)
    for folder in lacking:
        click.echo(localized(say("the folder {folder} was not there, and was made", folder=folder)), err=True)


def require_outside(output: Path, game: str | None) -> None:
    """A report holds the text of the book, which is not ours to publish: never into the repository.

    Raises:
        UsageError: if it would be.
    """
    place = output.resolve()
    if game is not None and place_of(game).resolve() in place.parents:
        raise UsageError(
            say(
                "the report holds the rulebook's text: write it outside the game's folder, not to `{output}`",
                output=output,
            )
        )
    folder = next((parent for parent in place.parents if parent.is_dir()), place.parent)
    try:
        inside = run(  # noqa: S603  the words are ours, and the file stands behind `--`
            ["git", "-C", str(folder), "check-ignore", "-q", "--", str(place)],  # noqa: S607  git is found on the path
            capture_output=True,
            check=False,
            timeout=10,
        ).returncode
    except (OSError, TimeoutExpired):
        return
    if inside == 1:  # in a work tree, and not ignored
        raise UsageError(
            say(
                "the report holds the rulebook's text: write it outside the repository, not to `{output}`",
                output=output,
            )
        )
