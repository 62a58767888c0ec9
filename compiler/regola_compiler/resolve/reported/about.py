"""Which declaration a finding is about."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span


def with_subjects(found: Sequence[Diagnostic], declarations: Sequence[tree.Declaration]) -> list[Diagnostic]:
    """The same findings, each about the declaration in whose text it arises, and the exception of that."""
    if not found:
        return []
    nodes = sorted(declarations, key=lambda node: _start(node.span))
    starts = [_start(node.span) for node in nodes]
    return [_with_subject(diagnostic, nodes, starts) for diagnostic in found]


def _with_subject(
    diagnostic: Diagnostic, nodes: Sequence[tree.Declaration], starts: Sequence[tuple[str, int, int]]
) -> Diagnostic:
    before = bisect_right(starts, _start(diagnostic.span))
    home = nodes[before - 1] if before else None
    if diagnostic.subject or home is None or not _within(diagnostic.span, home.span):
        return diagnostic
    parts = [home.declaration.text if isinstance(home, tree.Accept) else home.name.text]
    if isinstance(home, tree.ExceptionRule) and isinstance(home.target, tree.Name):
        parts.insert(0, home.target.text)
    inner = home.exceptions if isinstance(home, tree.Define | tree.Rule | tree.ExceptionRule) else ()
    while exception := next((part for part in inner if _within(diagnostic.span, part.span)), None):
        parts.append(exception.name.text)
        inner = exception.exceptions
    return replace(diagnostic, subject=".".join(parts))


def _start(span: Span) -> tuple[str, int, int]:
    return span.path, span.line, span.column


def _within(place: Span, around: Span) -> bool:
    return _start(around) <= _start(place) <= (around.path, around.end_line, around.end_column)
