"""Findings as GitHub workflow commands: an annotation each, beside the line of a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl.diagnostics import Diagnostic

from regola_compiler.checks.ordered import ordered
from regola_compiler.report.json import body


def as_github(found: Sequence[Diagnostic]) -> str:
    """The findings as GitHub workflow commands, an annotation each.

    A column is only told where a finding stands on one line: GitHub takes no other.
    """
    lines = []
    for diagnostic in ordered(found):
        span = diagnostic.span
        place = {"file": span.path, "line": span.line, "endLine": max(span.line, span.end_line)}
        if span.line == span.end_line:
            place |= {"col": span.column, "endColumn": max(span.column, span.end_column)}
        place["title"] = diagnostic.code.slug
        told = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in place.items())
        lines.append(f"::{diagnostic.weight.value} {told}::{_escaped(body(diagnostic))}\n")
    return "".join(lines)


def _escaped(value: str, more: str = "") -> str:
    """The escapes of workflow commands: `%`, line ends, and in a property `:` and `,` too."""
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" + more else char for char in value)
