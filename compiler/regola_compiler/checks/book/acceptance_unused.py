"""Acceptances that nothing needs (any more)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Program

CODE = Code("R504", "acceptance-unused", "an acceptance of a finding that is not there", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """Nothing by itself: what is accepted is known when every check has spoken (see `accepted`)."""
    del program, survey
    yield from ()


def spans_of(program: Program) -> dict[str, Span]:
    """Where each thing that a finding can be about is declared."""
    rooms: list[dict[str, Any]] = [program.callables, program.rules, program.examples, program.errata]
    return {name: item.span for room in rooms for name, item in room.items()}
