"""Our places and findings as the protocol has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.uris import to_fs_path
from regola_compiler.report.text import HELP
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Span
from regola_dsl.wording import enumerated, localized, localized_template, say

from regola_lsp.desk.document import Document
from regola_lsp.desk.games import Desk, OpenGame

SEVERITIES = {Severity.ERROR: types.DiagnosticSeverity.Error, Severity.WARNING: types.DiagnosticSeverity.Warning}
# Findings of what nothing would miss; an editor shows it pale.
_PALE = ("dead-", "unused-")


def path_of(uri: str) -> str:
    """What a file is known by: its path, or the address itself where it is none of a file."""
    path = to_fs_path(uri)
    return Path(path).as_posix() if path else uri


def uri_of(path: str, desk: Desk) -> str:
    """What the editor calls a file: as it said itself where it is open."""
    buffer = desk.buffers.get(path)
    if buffer is not None:
        return buffer.uri
    return Path(path).as_uri() if Path(path).is_absolute() else path


def range_of(document: Document, span: Span) -> types.Range:
    """A stretch of a text."""
    (line, character), (end_line, end_character) = document.extent(span)
    return types.Range(types.Position(line, character), types.Position(end_line, end_character))


def location_of(span: Span, desk: Desk, game: OpenGame | None = None) -> types.Location:
    """A place of a file."""
    return types.Location(uri_of(span.path, desk), range_of(desk.document(span.path, game), span))


def diagnostic_of(found: Diagnostic, desk: Desk, game: OpenGame) -> types.Diagnostic:
    """A finding: its message with what to do, its other places, and all of it as data."""
    found = found.as_shown
    lines = [found.message]
    if found.label and found.label not in found.message:
        lines[0] += f" ({found.label})"
    if found.witness is not None:
        given = enumerated(
            [say("{name} is {value}", name=name, value=value) for name, value in found.witness.given], ", "
        )
        told = (
            say("for example {given}: {answer}", given=given, answer=say(found.witness.answer))
            if given
            else say("for example: {answer}", answer=say(found.witness.answer))
        )
        lines.append(localized(told))
    lines += found.notes
    lines += [f"{localized_template(HELP)} {found.help}"] if found.help else []
    related = [
        types.DiagnosticRelatedInformation(location_of(label.span, desk, game), label.text or found.message)
        for label in found.related
        if label.span.path
    ]
    pale = found.code.slug.startswith(_PALE)
    return types.Diagnostic(
        range=range_of(desk.document(found.span.path, game), found.span),
        message="\n".join(lines),
        severity=SEVERITIES[found.weight],
        code=found.code.slug,
        source="regola",
        related_information=related or None,
        tags=[types.DiagnosticTag.Unnecessary] if pale else None,
        data=data_of(found),
    )


def data_of(found: Diagnostic) -> dict[str, Any]:
    """What of a finding is for programs."""
    found = found.as_shown
    said: dict[str, Any] = {"number": found.code.number, "slug": found.code.slug, "subject": found.subject}
    if found.help:
        said["help"] = found.help
    if found.witness is not None:
        said["witness"] = {
            "given": [list(pair) for pair in found.witness.given],
            "answer": found.witness.answer,
            "example": found.witness.example,
        }
    return said
