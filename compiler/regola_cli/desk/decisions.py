"""What was read and decided, kept in the indexes of the texts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.wording import localized, say

from regola_cli.common import UsageError, write_all
from regola_cli.desk.written import require_text

if TYPE_CHECKING:
    from regola_crosscheck.report import Report


def write_indexes(report: Report, accept: tuple[str, ...], because: str, *, renew: bool, quiet: bool = False) -> None:
    """Renew the indexes, or record decisions in them."""
    from regola_crosscheck.base.as_read import TextsAsRead
    from regola_crosscheck.base.index import refreshed, with_decision
    from regola_dsl.diagnostics import nearest, or_meant

    require_text(report)
    files: dict[Path, str] = {}
    as_read = TextsAsRead()
    known = {finding.name: finding for finding in report.found}
    for name in accept:
        if name not in known:
            close = nearest(name, list(known))
            raise UsageError(or_meant(say("there is no finding `{name}`", name=name), close))
    for language, context in report.contexts.items():
        index = report.indexes[language]
        path = Path(index.path)
        names = [name for name in accept if known[name].diagnostic.span.path == context.book.path]
        drifted = frozenset(
            context.book.numbering.key(known[name].section) for name in names if known[name].kind == "drift"
        )
        if renew:
            files[path] = refreshed(index, context)
            as_read.keep(context)
        elif drifted:
            files[path] = refreshed(index, context, drifted)
            as_read.keep(context, drifted)
        for name in names:
            if known[name].kind != "drift":
                files[path] = with_decision(index, name, because, language)
    write_all(files)
    as_read.save()
    for path in () if quiet else files:
        click.echo(localized(say("wrote {path}", path=path)))


def accept_one(report: Report, name: str, because: str) -> None:
    """Keep one decision in the index of its text."""
    from regola_crosscheck.base.index import read_index

    write_indexes(report, (name,), because, renew=False, quiet=True)
    for language, index in report.indexes.items():
        again, _ = read_index(Path(index.path), index.path)
        if again is not None:
            again.texts = index.texts
            report.indexes[language] = again


def put_back(report: Report, name: str) -> None:
    """Take a decision out of the index that has it.

    Raises:
        UsageError: if nothing of that name is accepted.
    """
    from regola_crosscheck.base.index import without_decision

    for index in report.indexes.values():
        if any(decision.finding == name for decision in index.accepted):
            path = Path(index.path)
            write_all({path: without_decision(path.read_text("utf-8"), name)})
            return
    raise UsageError(say("`{name}` is not accepted", name=name))
