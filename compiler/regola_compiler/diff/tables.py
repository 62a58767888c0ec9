"""Two printings of a table, held against each other cell by cell, however large they are.

A row that stands on both sides answers the same on both. So only the boxes of rows that are not on both sides are
looked at, and past the printed edge what lies behind them: they are cut along every other row, and of each piece one
point is asked of both tables, for inside a piece all points are answered by the same rows.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from regola_dsl.kinds import HitPolicy

from regola_compiler.analysis.boxes import Masks, Space, intersection, space_of, subtract
from regola_compiler.analysis.symbolic.symbols import Symbol, input_symbol
from regola_compiler.analysis.symbolic.values import Box
from regola_compiler.analysis.witnesses.samples import sample_value
from regola_compiler.diff.match import Editions, semantic_key, types_used
from regola_compiler.diff.product import Told, Unanswered
from regola_compiler.diff.regions import Region, of_cells
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Const, Expr, FieldOf, Table, Var, from_ordinal
from regola_compiler.model.types import Type, holds

# More pieces than these are left to the explorer.
PIECES = 20_000
# How far a value is looked for that a die can show.
NEAR = 200


def _input_of(expression: Expr) -> Symbol | None:
    """The input that an expression stands for, `fort.walls`; None for anything that is worked out."""
    if isinstance(expression, Var):
        return input_symbol(expression.name)
    if isinstance(expression, FieldOf):
        above = _input_of(expression.record)
        return None if above is None else above.field(expression.name)
    return None


@dataclass(frozen=True)
class TablePair:
    """Two tables over the same inputs, and the space both are cut into."""

    editions: Editions
    old: Table
    new: Table
    inputs: tuple[Symbol, ...]
    space: Space

    @classmethod
    def of(cls, editions: Editions, old: Table, new: Table) -> TablePair | None:
        """Both tables, if their cells are plain values and their inputs the same; else None."""
        inputs = [_input_of(dimension.value) for dimension in new.dimensions]
        same = [(semantic_key(d.value), str(d.type)) for d in old.dimensions] == [
            (semantic_key(d.value), str(d.type)) for d in new.dimensions
        ]
        plain = all(isinstance(cell, Const) for table in (old, new) for row in table.rows for cell in row.outputs)
        shapes = [[(p.name, str(p.type)) for p in table.parameters] + [str(table.result)] for table in (old, new)]
        types = types_used((old, new)) & editions.types.keys()
        if not same or not plain or types or shapes[0] != shapes[1] or old.outputs != new.outputs or None in inputs:
            return None
        return cls(editions, old, new, tuple(symbol for symbol in inputs if symbol is not None), _space(old, new))

    def regions(self) -> tuple[list[Region], bool] | None:
        """Where the tables disagree, and whether they also do where only a calculation asks them.

        None if they fall into too many pieces.
        """
        kept = tuple(
            sum(1 << i for i, segment in enumerate(segments) if _point(segment, dimension.type) is not None)
            for dimension, segments in zip(self.space.dimensions, self.space.segments, strict=True)
        )
        pieces = self._pieces()
        if pieces is None:
            return None
        sides = [
            (Interpreter(edition.program), table)
            for edition, table in ((self.editions.old, self.old), (self.editions.new, self.new))
        ]
        found: list[tuple[Masks, tuple[Told, Told]]] = []
        beyond = False
        for piece in pieces:
            inside = intersection(piece, kept)
            box = self._point_of(piece if inside is None else inside)
            old, new = (_asked(run, table, box) for run, table in sides)
            if old != new and inside is not None:
                found.append((inside, (old, new)))
            beyond |= old != new and inside != piece
        return of_cells(self.space, self.inputs, found, kept), beyond

    def _pieces(self) -> list[Masks] | None:
        """What may differ, in pieces in which the same rows answer everywhere."""
        rows = {id(row): self.space.box(row.selectors) for table in (self.old, self.new) for row in table.rows}
        left: list[Masks] = []
        for box in self._changed(rows):
            fresh = [box]
            for known in left:
                fresh = [part for piece in fresh for part in subtract(piece, known)]
            left += fresh
        cuts = dict.fromkeys(mask for box in rows.values() for mask in (box, self._with_edges(box)))
        for mask in cuts:
            after = []
            for piece in left:
                inside = intersection(piece, mask)
                after += [piece] if inside is None else [inside, *subtract(piece, mask)]
            left = after
            if len(left) > PIECES:
                return None
        return left

    def _changed(self, rows: dict[int, Masks]) -> list[Masks]:
        """The boxes in which an answer can differ: everywhere, if more than rows changed."""
        before, after = ([semantic_key(row) for row in table.rows] for table in (self.old, self.new))
        common = Counter(before) & Counter(after)
        order = [[said for said in side if common[said]] for side in (before, after)]
        frames = [[replace(d, label="") for d in table.dimensions] for table in (self.old, self.new)]
        if self.old.hit != self.new.hit or semantic_key(tuple(frames[0])) != semantic_key(tuple(frames[1])):
            return [self.space.full]
        if self.new.hit in {HitPolicy.FIRST, HitPolicy.ALL} and order[0] != order[1]:
            return [self.space.full]
        found = []
        for table, said in ((self.old, before), (self.new, after)):
            left = Counter(said) - common
            for row, words in zip(table.rows, said, strict=True):
                if left[words]:
                    left[words] -= 1
                    found.append(self._with_edges(rows[id(row)]))
        return [box for box in found if all(box)]

    def _with_edges(self, box: Masks) -> Masks:
        """A box with what lies past the printed edges that it reaches, as the nearest row may answer there."""
        masks = []
        for dimension, segments, mask in zip(self.space.dimensions, self.space.segments, box, strict=True):
            wide = mask
            for i, (low, high) in enumerate(segments):
                if mask >> i & 1 and low <= dimension.low <= high:
                    wide |= sum(1 << j for j, (_, end) in enumerate(segments) if end < dimension.low)
                if mask >> i & 1 and low <= dimension.high <= high:
                    wide |= sum(1 << j for j, (start, _) in enumerate(segments) if start > dimension.high)
            masks.append(wide)
        return tuple(masks)

    def _point_of(self, piece: Masks) -> Box:
        """One point of a piece."""
        box: Box = {}
        for symbol, dimension, segments, mask in zip(
            self.inputs, self.space.dimensions, self.space.segments, piece, strict=True
        ):
            chosen = next(segment for i, segment in enumerate(segments) if mask >> i & 1)
            at = _point(chosen, dimension.type)
            box[symbol] = (from_ordinal(chosen[0] if at is None else at, dimension.type),)
        return box


def _space(old: Table, new: Table) -> Space:
    """The space of both, cut where either needs it."""
    dimensions = tuple(
        replace(after, low=min(before.low, after.low), high=max(before.high, after.high))
        for before, after in zip(old.dimensions, new.dimensions, strict=True)
    )
    example = (*old.rows, *new.rows)[0]
    frames = [replace(example, selectors=tuple(((d.low, d.high),) for d in t.dimensions)) for t in (old, new)]
    return space_of(
        replace(new, dimensions=dimensions, rows=(*old.rows, *new.rows, *frames)), past_edges=True, rolled=False
    )


def _point(segment: tuple[int, int], type_: Type) -> int | None:
    """A place in a segment at which the type has a value."""
    low, high = segment
    return next((at for at in range(low, min(high, low + NEAR) + 1) if holds(from_ordinal(at, type_), type_)), None)


def _asked(run: Interpreter, table: Table, box: Box) -> Told:
    try:
        answer: Told = run.call(table.name, [sample_value(input_symbol(p.name), p.type, box) for p in table.parameters])
    except RuleError as problem:
        return Unanswered.of(problem)
    return answer
