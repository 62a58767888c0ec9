"""A row that was copied and not adapted: one input stands twice in a table and another nowhere. It is one mistake."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.kinds import HitPolicy
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.analysis.boxes import Masks
from regola_compiler.analysis.coverage import Fuel
from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Table


@dataclass(frozen=True, slots=True)
class Copied:
    """Two lines for the same input, the one to be changed first; what stands in both and what in none, of one input."""

    span: Span
    other: Span
    dimension: str
    twice: str
    nowhere: str


def copied_row(table: Table, survey: Analysis) -> Copied | None:
    """The one line of a table that stands there for another one, if that is all that is missing."""
    if table.hit in {HitPolicy.SUM, HitPolicy.ALL}:
        return None
    cover = survey.cover(table)
    twice = list(_twice(table, cover.boxes, cover.space.full))
    if len({(first, second) for first, second, _ in twice}) != 1:
        return None  # of many that are the same it is not known which was to be another one
    holes = cover.uncovered(Fuel())
    if not holes.complete or len(holes.boxes) != 1:
        return None
    (hole,) = holes.boxes
    for first, second, box in twice:
        apart = [place for place, (a, b) in enumerate(zip(box, hole, strict=True)) if a != b]
        if len(apart) == 1:
            (place,) = apart
            said = [cover.space.cell(place, one[place]) for one in (box, hole)]
            if not all(said):
                continue  # so much is no cell that somebody meant to write
            # Where rows stand in order, what is missing was to stand before its like, or behind it.
            span, other = (first, second) if hole[place] < box[place] else (second, first)
            return Copied(span, other, table.dimensions[place].label, *said)
    return None


def _twice(table: Table, boxes: Sequence[Masks], full: Masks) -> Iterator[tuple[Span, Span, Masks]]:
    """The lines that are for the same input: the earlier one, the later one, and that input; those of a grid apart."""
    seen: dict[Masks, Span] = {}
    for row, box in zip(table.rows, boxes, strict=True):
        whole = (box[0], *full[1:]) if table.grid else box
        span = row.line if table.grid else row.span
        if whole in seen and seen[whole] != span:
            yield seen[whole], span, whole
        seen.setdefault(whole, span)
