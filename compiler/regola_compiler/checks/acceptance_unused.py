"""Acceptances that nothing needs (any more)."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity

from regola_compiler.model import Acceptance, Program
from regola_compiler.survey import Survey

CODE = Code("R504", "acceptance-unused", "an acceptance of a finding that is not there", Severity.WARNING)


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """Nothing by itself: what is accepted is known when every check has spoken (see `accepted`)."""
    del program, survey
    yield from ()


def accepted(program: Program, found: list[Diagnostic]) -> tuple[list[Diagnostic], int]:
    """The findings that no acceptance covers, those about acceptances added, and how many are covered."""
    left: list[Diagnostic] = []
    used: set[int] = set()
    count = 0
    for diagnostic in found:
        by = [i for i, acceptance in enumerate(program.acceptances) if _covers(acceptance, diagnostic, program)]
        used.update(by)
        count += bool(by)
        left += [] if by else [diagnostic]
    for number, acceptance in enumerate(program.acceptances):
        if number not in used:
            left.append(
                Diagnostic(
                    CODE,
                    f"there is no finding `{acceptance.code}` in `{acceptance.declaration}` to accept",
                    acceptance.span,
                    help="remove the acceptance, or correct its code and its declaration",
                )
            )
    return left, count


def _covers(acceptance: Acceptance, diagnostic: Diagnostic, program: Program) -> bool:
    if acceptance.code not in {diagnostic.code.slug, diagnostic.code.number.casefold()}:
        return False
    name, at = acceptance.declaration, diagnostic.span
    rooms = (program.callables, program.rules, program.examples, program.errata)
    spans = [room[name].span for room in rooms if name in room]
    inside = any(
        s.path == at.path and (s.line, s.column) <= (at.line, at.column) <= (s.end_line, s.end_column) for s in spans
    )
    return inside or f"`{name}`" in diagnostic.message
