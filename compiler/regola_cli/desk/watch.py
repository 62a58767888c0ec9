"""A book looked at whenever it, its rules, its terms or its index change: what is new is told, and what is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

import click
from regola_dsl.system_errors import system_words
from regola_dsl.wording import localized, say, say_number

from regola_cli.common import UsageError
from regola_cli.desk.look import Desk
from regola_cli.desk.written import in_sections

if TYPE_CHECKING:
    from regola_crosscheck.base.finding import CrosscheckFinding
    from regola_crosscheck.report import Report

# Changes so many milliseconds apart are one, up to so many together: an editor writes a file in several steps.
_APART, _TOGETHER = 50, 400
# So often it is looked without any message, as not every disk sends one.
_PATIENCE = 1000


def require_watch() -> None:
    """Go on only with what tells of changes.

    Raises:
        UsageError: if it is not installed; with what to type.
    """
    if find_spec("watchfiles") is None:
        raise UsageError(say('`--watch` needs the package `watchfiles`: pip install "regola[watch]"'))


def watch(desk: Desk, shown: Callable[[Report], Report], most: int | None) -> None:
    """Tell what is found, and from then on what is new and gone, until Ctrl-C.

    Args:
        desk: what is looked at.
        shown: takes out of a report what is not to be shown.
        most: so many findings are shown at once; all of them without a number.
    """
    before: Report | None = None
    with suppress(KeyboardInterrupt):
        for _ in _changes(desk):
            try:
                now = shown(desk.look()[1])
            except UsageError as fault:  # what is watched may come back
                fault.show()
                continue
            except click.exceptions.Exit:
                click.echo(localized(say("the rules have errors: waiting for them to be mended")))
                continue
            except OSError as fault:
                place = fault.filename or say("a file")
                click.echo(
                    localized(say("{place} cannot be read just now: {why}", place=place, why=system_words(fault)))
                )
                continue
            if before is not None and before.contexts.keys() - now.contexts.keys():
                click.echo(_shown(replace(now, found=[]), most) + localized(say("waiting for a text that can be read")))
                continue
            click.echo(_told(before, now, most))
            before = now
    click.echo(localized(say("ended")))


def _changes(desk: Desk) -> Iterator[None]:
    """Once at the beginning, and whenever a file that something rests on is another."""
    from watchfiles import watch as changes

    before = desk.stamps()
    yield
    while True:
        folders = desk.folders()
        for _ in changes(
            *folders,
            watch_filter=None,
            debounce=_TOGETHER,
            step=_APART,
            rust_timeout=_PATIENCE,
            yield_on_timeout=True,
            recursive=False,
            ignore_permission_denied=True,
        ):
            now = desk.stamps()
            if now != before:
                before = now
                yield
            if desk.folders() != folders:
                break


def _told(before: Report | None, now: Report, most: int | None) -> str:
    """What is found; beside an earlier report only what has come and gone."""
    from regola_crosscheck.report import summary

    if before is None:
        return _shown(now, most) + "\n".join([*summary(now), localized(say("watching: Ctrl-C ends"))])
    known, left = {one.name for one in before.found}, {one.name for one in now.found}
    new = [one for one in now.found if one.name not in known]
    gone = [one for one in before.found if one.name not in left]
    fresh = [one for one in now.diagnostics if one not in before.diagnostics]
    sums = localized(
        say(
            "{new}, {gone}",
            new=say_number("{number} new", "{number} new", len(new)),
            gone=say_number("{number} gone", "{number} gone", len(gone)),
        )
    )
    return (
        "".join(localized(say("gone: {finding}", finding=_line(one))) + "\n" for one in gone)
        + _shown(replace(now, found=new, diagnostics=fresh), most)
        + "; ".join([sums, summary(now)[-1]])
    )


def _line(one: CrosscheckFinding) -> str:
    return f"{localized(one.diagnostic.message)} ({one.name})"


def _shown(report: Report, most: int | None) -> str:
    from regola_compiler.report import text as report_text

    told = report_text.in_groups(in_sections(report), report.sources, most=most)
    return told + "\n" if told else ""
