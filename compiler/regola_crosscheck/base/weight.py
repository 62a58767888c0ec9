"""What a reader looks at first: findings by weight, those of a section together.

How sure a finding is comes first. Of findings that are as sure as each other, what makes a table play another game goes
before what a reader stumbles at, and that before what only looks wrong (`FIRST`). A section stands where its heaviest
finding stands, so that nobody turns to the same page twice; among sections of one weight the order is the text's.

What an encoder wrote down as an `erratum` is no discovery of the desk's: it is counted, and shown to whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from regola_crosscheck.base.finding import CrosscheckFinding

# Kinds of finding, the heaviest first.
FIRST = (
    "numbers",
    "tables",
    "permissions",
    "words",
    "drift",
    "languages",
    "references",
    "examples",
    "terms",
    "sections",
    "statements",
    "spelling",
    "errata",
)
# What was known before the desk looked.
BY_HAND = "errata"


def by_section(found: Iterable[CrosscheckFinding]) -> list[list[CrosscheckFinding]]:
    """Findings in groups of one section of one text, the heaviest group first, and in it the heaviest finding."""
    groups: dict[tuple[str, str], list[CrosscheckFinding]] = {}
    for finding in found:
        groups.setdefault((finding.diagnostic.span.path, finding.section), []).append(finding)
    for group in groups.values():
        group.sort(key=_order)
    return sorted(groups.values(), key=lambda group: _order(group[0]))


def by_weight(found: Sequence[CrosscheckFinding]) -> list[CrosscheckFinding]:
    """The same in one row."""
    return [finding for group in by_section(found) for finding in group]


def _order(finding: CrosscheckFinding) -> tuple[object, ...]:
    place = FIRST.index(finding.kind) if finding.kind in FIRST else len(FIRST)
    return -finding.confidence, place, finding.diagnostic.span, finding.diagnostic.code.number, finding.key
