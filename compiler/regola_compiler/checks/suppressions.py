"""Findings that are accepted by name, and acceptances that nothing needs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from regola_dsl.diagnostics import Code, Diagnostic, Severity, nearest
from regola_dsl.source import Span

if TYPE_CHECKING:
    from regola_compiler.model.program import Acceptance, Program

# Not the code of a check: what is accepted in vain is known when every check has spoken.
UNUSED = Code("R504", "acceptance-unused", "an acceptance of a finding that is not there", Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding, and the acceptance that covers it."""

    finding: Diagnostic
    acceptance: Acceptance

    @property
    def reason(self) -> str:
        """Why it is accepted, in every language it was written in."""
        return "\n".join(text.text for text in self.acceptance.reason)


def apply_suppressions(
    acceptances: list[Acceptance],
    spans: Mapping[str, Span],
    found: Iterable[Diagnostic],
    slugs: Collection[str],
) -> tuple[list[Diagnostic], tuple[Accepted, ...]]:
    """The findings that no acceptance covers, those about acceptances added, and those that are covered.

    `spans` says where each thing is declared that a finding can be in (`declaration_spans`), `slugs` are the names of
    the codes there are: of a name that is in neither, the nearest is told.
    """
    left: list[Diagnostic] = []
    covered: list[Accepted] = []
    used: set[int] = set()
    for diagnostic in found:
        by = [i for i, acceptance in enumerate(acceptances) if _covers(acceptance, diagnostic, spans)]
        used.update(by)
        covered += [Accepted(diagnostic, acceptances[i]) for i in by[:1]]
        left += [] if by else [diagnostic]
    for number, acceptance in enumerate(acceptances):
        if number not in used:
            left.append(
                Diagnostic(
                    UNUSED,
                    f"there is no finding `{acceptance.code}` in `{acceptance.declaration}` to accept",
                    acceptance.span,
                    help=_suggestion(acceptance, slugs, spans)
                    or "remove the acceptance, or correct the name of the finding or of what it is in",
                )
            )
    return left, tuple(covered)


def declaration_spans(program: Program) -> dict[str, Span]:
    """Where each thing that a finding can be about is declared."""
    rooms: list[Mapping[str, Any]] = [program.callables, program.rules, program.examples, program.errata]
    return {name: item.span for room in rooms for name, item in room.items()}


def _suggestion(acceptance: Acceptance, slugs: Collection[str], spans: Mapping[str, Span]) -> str:
    """What was perhaps meant; nothing where the code and the declaration are known."""
    code, name = acceptance.code, acceptance.declaration
    close = nearest(code, list(slugs)) if code not in slugs and not re.fullmatch(r"[Rr]\d+", code) else None
    near = nearest(name, list(spans)) if name not in spans else None
    if close is None and near is None:
        return ""
    return f"did you mean `accept {close or code} in {near or name}`?"


def _covers(acceptance: Acceptance, diagnostic: Diagnostic, spans: Mapping[str, Span]) -> bool:
    if acceptance.code.casefold() not in {diagnostic.code.slug, diagnostic.code.number.casefold()}:
        return False
    name, at = acceptance.declaration, diagnostic.span
    home = spans.get(name)
    inside = (
        home is not None
        and home.path == at.path
        and (home.line, home.column) <= (at.line, at.column) <= (home.end_line, home.end_column)
    )
    return inside or f"`{name}`" in diagnostic.message
