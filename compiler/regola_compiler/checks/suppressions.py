"""Findings that are accepted by name, and acceptances that nothing needs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Missing, Severity, nearest
from regola_dsl.records import dataclass
from regola_dsl.wording import say

if TYPE_CHECKING:
    from regola_compiler.model.program import Acceptance, Program

# Not the code of a check: what is accepted in vain is known when every check has spoken.
UNUSED = Code(
    "R504",
    "acceptance-unused",
    "an acceptance of a finding that is not there",
    Severity.WARNING,
    ground=Ground.ABSENCE | Ground.PLAY | Ground.FINDINGS,
)
_NUMBER = re.compile(r"[Rr]\d+")
# What is found only where somebody asks for it is accepted in vain by no other check.
ON_DEMAND = frozenset({"erratum-unnoticed"})


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
    names: Collection[str],
    found: Iterable[Diagnostic],
    slugs: Collection[str],
    broken: Collection[str] = (),
) -> tuple[list[Diagnostic], tuple[Accepted, ...]]:
    """The findings that no acceptance covers, those about acceptances added, and those that are covered.

    `names` are those of all that a finding can be about (`accepted_names`), `slugs` those of the codes there are: of
    a name that is in neither, the nearest is told. While something is `broken` not everything is looked for, and what
    is not found may be there: only of a code that there is not is anything told.
    """
    left: list[Diagnostic] = []
    covered: list[Accepted] = []
    used: set[int] = set()
    for diagnostic in found:
        by = [i for i, acceptance in enumerate(acceptances) if _covers(acceptance, diagnostic)]
        used.update(by)
        covered += [Accepted(diagnostic, acceptances[i]) for i in by[:1]]
        left += [] if by else [diagnostic]
    for number, acceptance in enumerate(acceptances):
        known = acceptance.code in slugs or _NUMBER.fullmatch(acceptance.code) is not None
        if number not in used and acceptance.code not in ON_DEMAND and not (broken and known):
            # What it would cover, were it spelt right, goes away with the slip, and the slip weighs as much.
            perhaps = _corrected(acceptance, slugs, names)
            would = [one for one in left if perhaps is not None and one.code is not UNUSED and _covers(perhaps, one)]
            left = [one for one in left if not any(one is other for other in would)]
            left.append(
                Diagnostic(
                    UNUSED,
                    say(
                        "there is no finding `{code}` in `{declaration}` to accept",
                        code=acceptance.code,
                        declaration=acceptance.declaration,
                    ),
                    acceptance.span,
                    subject=acceptance.declaration if acceptance.declaration in names else "",
                    missing=None if known and not would else Missing("code", acceptance.code),
                    severity=Severity.ERROR if any(one.weight is Severity.ERROR for one in would) else None,
                    help=_as_meant(perhaps),
                )
            )
    return left, tuple(covered)


def accepted_names(program: Program) -> list[str]:
    """The declarations that an acceptance is expected to name."""
    return [*program.callables, *program.rules, *program.examples, *program.errata]


def _as_meant(perhaps: Acceptance | None) -> str:
    """What to write in place of an acceptance that covers nothing."""
    if perhaps is None:
        return say("remove the acceptance, or correct the name of the finding or of what it is in")
    code, declaration = perhaps.code, perhaps.declaration
    return say("did you mean `accept {code} in {declaration}`?", code=code, declaration=declaration)


def _corrected(acceptance: Acceptance, slugs: Collection[str], names: Collection[str]) -> Acceptance | None:
    """The acceptance that was perhaps meant; None where the code and the declaration are known, or nothing is near."""
    code, name = acceptance.code, acceptance.declaration
    close = nearest(code, list(slugs)) if code not in slugs and not _NUMBER.fullmatch(code) else None
    near = nearest(name, list(names)) if name not in names else None
    if close is None and near is None:
        return None
    return replace(acceptance, code=close or code, declaration=near or name)


def _covers(acceptance: Acceptance, diagnostic: Diagnostic) -> bool:
    """Whether a finding is of the accepted kind and about the accepted declaration, however it is worded."""
    kind = acceptance.code.casefold() in {diagnostic.code.slug, diagnostic.code.number.casefold()}
    return kind and diagnostic.is_about(acceptance.declaration)
