"""Where two editions differ, as few large boxes: joined, the largest first, in words.

A box of the explorer lists the values of its leaves, a table's box the stretches between its cuts. Both become bit
masks over the segments of their axes, so that the algebra of tables (analysis/boxes.py) joins them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf, prod
from typing import Any, TypeAlias

from regola_dsl.diagnostics import with_each
from regola_dsl.wording import enumerated, say

from regola_compiler.analysis.boxes import Masks, Space, coalesce
from regola_compiler.analysis.symbolic.constraints import RelationRef, Term
from regola_compiler.analysis.symbolic.symbols import LengthRef, Symbol
from regola_compiler.analysis.symbolic.values import Box, Interval, Outcome, Values
from regola_compiler.diff.product import Difference, Multiple, Told, Unanswered, unmarked
from regola_compiler.evaluate.worked.explained import describe
from regola_compiler.model.program import from_ordinal
from regola_compiler.model.types import EnumType, Handle, Member, RecordValue, Value

# More pairs of answers than these are not told one by one.
PAIRS = 12
SAMPLES = 3
Run: TypeAlias = "tuple[Value, Value]"


@dataclass(frozen=True, slots=True)
class AxisRange:
    """What a region says of one input: the stretches of values, each from its first to its last."""

    symbol: Symbol
    runs: tuple[Run, ...]
    # Whether the runs are all values but a few: then `but` are those.
    but: tuple[Run, ...] = ()


@dataclass(frozen=True, slots=True)
class Description:
    """An answer that is told in words."""

    text: str


@dataclass(frozen=True, slots=True)
class Region:
    """Inputs that all change their answer, from `old` to `new`; `share` is their part of all that was tried.

    `samples` are parts of it as the explorer came upon them, of positions that can be.
    """

    parts: tuple[AxisRange, ...]
    old: Any
    new: Any
    share: Fraction
    samples: tuple[Box, ...] = ()

    def boxes(self) -> list[Box]:
        """Where to look for a point of it: at its plainest values, and in its sample."""
        related = any(isinstance(part.symbol, RelationRef) for part in self.parts)
        plain: Box = {part.symbol: (min((_nearest(run) for run in part.runs), key=_simplicity),) for part in self.parts}
        return [*([] if related else [plain]), *self.samples]


@dataclass(frozen=True, slots=True)
class RegionAxis:
    """An input and the segments it is cut into; where `whole`, they are all its values."""

    symbol: Symbol
    segments: tuple[Run, ...]
    whole: bool = True
    ordered: bool = True

    @property
    def full(self) -> int:
        """The mask of everything; a bit more stands for what was not seen."""
        return (1 << (len(self.segments) + (not self.whole))) - 1

    def share(self, mask: int) -> Fraction:
        """The part of the axis that a mask holds."""
        sizes = [1 if isinstance(low, Handle) else place(high) - place(low) + 1 for low, high in self.segments]
        if inf in sizes:
            return Fraction(mask.bit_count(), len(sizes))
        chosen = sum(size for i, size in enumerate(sizes) if mask >> i & 1)
        return Fraction(chosen, sum(sizes))

    def part(self, mask: int) -> AxisRange:
        """What a mask says, in stretches; of an enum most of whose members are meant, also which are not."""
        runs = self._runs(mask)
        others = () if self.ordered or not self.whole else self._runs(self.full & ~mask)
        return AxisRange(self.symbol, runs, others if 0 < 2 * len(others) < len(runs) else ())

    def _runs(self, mask: int) -> tuple[Run, ...]:
        runs: list[Run] = []
        for i, (low, high) in enumerate(self.segments):
            if not mask >> i & 1:
                continue
            if runs and self.ordered and place(runs[-1][1]) + 1 == place(low):
                runs[-1] = (runs[-1][0], high)
            else:
                runs.append((low, high))
        return tuple(runs)


def of_outcomes(outcomes: Sequence[Outcome], size: Callable[[Symbol], int], types: dict[str, Any]) -> list[Region]:
    """The regions of an exploration: its outcomes that differ, held against all that it tried.

    Where a box was divided only to leave out positions that cannot be, it is whole again: they change nothing.
    """
    whole = _undivided(outcomes)
    seen: dict[Symbol, list[Values]] = {}
    for outcome in whole:
        for leaf, values in outcome.box.items():
            seen.setdefault(leaf, []).append(values)
    axes = [_axis(leaf, found, size, types) for leaf, found in seen.items()]
    found_masks = [
        (_masks(axes, o.box), (o.problem.old, o.problem.new)) for o in whole if isinstance(o.problem, Difference)
    ]
    samples = [(_masks(axes, o.box), o.box) for o in outcomes if o.problem is not None]
    return regions(axes, found_masks, samples)


def _masks(axes: Sequence[RegionAxis], box: Box) -> Masks:
    return tuple(
        sum(1 << i for i, (low, _) in enumerate(axis.segments) if low in _whole(box[axis.symbol]))
        if axis.symbol in box
        else axis.full
        for axis in axes
    )


def _undivided(outcomes: Sequence[Outcome]) -> list[Outcome]:
    parts: dict[int, list[Outcome]] = {}
    for number, outcome in enumerate(outcomes):
        parts.setdefault(-1 - number if outcome.problem is None else id(outcome.problem), []).append(outcome)
    done = []
    for first, *others in parts.values():
        box = {
            leaf: _union([values, *(other.box[leaf] for other in others)])
            for leaf, values in first.box.items()
            if all(leaf in other.box for other in others)
        }
        done.append(Outcome(box, first.value, first.problem) if others else first)
    return done


def _union(parts: Sequence[Values]) -> Values:
    if any(isinstance(part, Interval) for part in parts):
        ends: list[Any] = [end for p in parts for end in ((p.low, p.high) if isinstance(p, Interval) else p)]
        return Interval(min(ends), max(ends))
    return tuple(dict.fromkeys(value for part in parts for value in part))


def _axis(leaf: Symbol, found: Sequence[Values], size: Callable[[Symbol], int], types: dict[str, Any]) -> RegionAxis:
    """The segments of a leaf: its values one by one, or the stretches between the cuts of a number with very many."""
    if isinstance(leaf, RelationRef):
        return RegionAxis(leaf, ((False, False), (True, True)))
    distinct = list(dict.fromkeys(found))
    if any(isinstance(values, Interval) for values in distinct):
        cuts: set[Any] = set()
        for values in distinct:
            for low, high in [(values.low, values.high)] if isinstance(values, Interval) else [(v, v) for v in values]:
                cuts |= {low, high + 1}  # type: ignore[operator]
        inside = sorted(cuts)
        runs = [(low, high if high == inf else high - 1) for low, high in pairwise(inside)]
        kept = [run for run in runs if any(run[0] in _whole(values) for values in distinct)]
        complete = sum(Interval(low, high).__len__() for low, high in kept) >= size(leaf)
        return RegionAxis(leaf, tuple(kept), complete)
    known = sorted({value for listed in distinct for value in listed}, key=_order)
    first = known[0]
    ordered = not isinstance(first, Handle) and not (isinstance(first, Member) and not types[first.enum].ordered)
    return RegionAxis(leaf, tuple((v, v) for v in known), len(known) == size(leaf), ordered)


def _whole(values: Values) -> Any:
    return values if isinstance(values, Interval) or len(values) < 2 else frozenset(values)


def of_cells(
    space: Space, inputs: Sequence[Symbol], found: Iterable[tuple[Masks, tuple[Told, Told]]], kept: Masks
) -> list[Region]:
    """The regions of a table; `kept` are the segments that the types of its inputs allow."""
    axes, cells = [], list(found)
    for symbol, dimension, segments, mask in zip(inputs, space.dimensions, space.segments, kept, strict=True):
        read = partial(from_ordinal, type_=dimension.type)
        ordered = not isinstance(dimension.type, EnumType) or dimension.type.ordered
        chosen = [(read(low), read(high)) for i, (low, high) in enumerate(segments) if mask >> i & 1]
        axes.append(RegionAxis(symbol, tuple(chosen), ordered=ordered))
    return regions(axes, [(tuple(map(_compress_mask, masks, kept)), told) for masks, told in cells])


def _compress_mask(mask: int, kept: int) -> int:
    """A mask without the bits that are not kept."""
    places = [i for i in range(kept.bit_length()) if kept >> i & 1]
    return sum(1 << at for at, i in enumerate(places) if mask >> i & 1)


def regions(
    axes: Sequence[RegionAxis], found: Sequence[tuple[Masks, Any]], sources: Sequence[tuple[Masks, Box]] = ()
) -> list[Region]:
    """Boxes with both answers as regions: joined where the answers are the same, the largest first."""
    groups: dict[Any, list[Masks]] = {}
    for masks, told in found:
        groups.setdefault(told, []).append(masks)
    if len(groups) > PAIRS:
        groups = {(Multiple(), Multiple()): [masks for same in groups.values() for masks in same]}
    done = []
    for (old, new), boxes in groups.items():
        for box in coalesce(list(dict.fromkeys(boxes))):
            parts = tuple(axis.part(mask) for axis, mask in zip(axes, box, strict=True) if mask != axis.full)
            share = prod((axis.share(mask) for axis, mask in zip(axes, box, strict=True)), start=Fraction(1))
            inside = [known for masks, known in sources if all(a & ~b == 0 for a, b in zip(masks, box, strict=True))]
            done.append(Region(parts, old, new, share, tuple(sorted(inside, key=len)[:SAMPLES])))
    return sorted(done, key=lambda region: (-region.share, len(region.parts)))


def place(value: Value) -> Any:
    """Where a value stands on its axis."""
    if isinstance(value, Member):
        return value.index
    if isinstance(value, Handle):  # by its name, the numbers in it by what they are worth
        return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", value.text)]
    return value


def _order(value: Value) -> tuple[bool, Any]:
    """What sorts the values of an axis: pieces and places come after what is none."""
    return isinstance(value, Handle), place(value)


def _nearest(run: Run) -> Value:
    low, high = run
    if isinstance(low, int | float) and isinstance(high, int | float) and not isinstance(low, bool):
        return int(min(max(low, 0), high))
    return low


def _simplicity(value: Value) -> tuple[bool, Any, Any]:
    named, at = _order(value)
    return named, at if named else abs(at), at


def in_words(region: Region, types: dict[str, Any]) -> str:
    """A region in the game's words: `die 3, odds 4-1 to 6-1`."""
    return enumerated([_part(part, types) for part in region.parts], ", ") if region.parts else say("always")


def _part(part: AxisRange, types: dict[str, Any]) -> str:
    if isinstance(part.symbol, RelationRef):
        return comparison(part.symbol, holds=bool(part.runs[0][0]))
    path = part.symbol.printed(unmarked)
    if part.runs in {((True, True),), ((False, False),)} and isinstance(part.runs[0][0], bool):
        return path if part.runs[0][0] else say("not {fact}", fact=path)
    if isinstance(part.symbol, LengthRef):
        path = say("number of {what}", what=part.symbol.base.printed(unmarked))
    if part.but:
        but = with_each([span_text(run, types) for run in part.but], "and")
        return say("{input} {values}", input=path, values=say("other than {values}", values=but))
    return say("{input} {values}", input=path, values=with_each([span_text(run, types) for run in part.runs], "or"))


def span_text(run: Run, types: dict[str, Any]) -> str:
    """A stretch of values: `3`, `4-1 to 6-1`."""
    low, high = (value_text(value, types) for value in run)
    if high == "inf":
        return say("{low} or more", low=low)
    if low == "-inf":
        return say("{high} or less", high=high)
    return low if low == high else say("{low} to {high}", low=low, high=high)


def value_text(value: Any, types: dict[str, Any]) -> str:
    """A value as the game writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Member):
        return str(types[value.enum].label(value.index))
    if isinstance(value, Handle):
        return value.text
    if isinstance(value, RecordValue):
        fields = ", ".join(f"{name} {value_text(part, types)}" for name, part in value.fields)
        return f"({fields})"
    if isinstance(value, tuple):
        return f"[{', '.join(value_text(part, types) for part in value)}]"
    if isinstance(value, Unanswered):
        return no_answer(value)
    if isinstance(value, Description):
        return value.text
    return "" if isinstance(value, Multiple) else str(value)


def no_answer(silence: Unanswered) -> str:
    """A silence in a few words."""
    return describe(silence.error)


_SIGNS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/"}
_DENIED = {"<=": ">", "<": ">=", "==": "is not"}


def comparison(relation: RelationRef, *, holds: bool) -> str:
    """A comparison of amounts, or its contrary, in words."""
    sign = relation.operator if holds else _DENIED[relation.operator]
    return f"{_amount(relation.left)} {'is' if sign == '==' else sign} {_amount(relation.right)}"


def _amount(amount: Term) -> str:
    if amount.kind == "operation" and amount.name in _SIGNS and len(amount.parts) == 2:
        first, second = amount.parts
        if amount.name == "add" and second.name == "multiply" and second.parts[0].kind == "number":
            times, of = second.parts[0].name, _amount(second.parts[1])
            if times < 0:
                return f"({_amount(first)} - {of if times == -1 else f'{-times} * {of}'})"
        parts = [_amount(part) for part in amount.parts]
        return f"({parts[0]} {_SIGNS[amount.name]} {parts[1]})"
    if amount.kind == "operation":
        word = amount.name.replace("_", " ")
        return f"{word}({', '.join(_amount(part) for part in amount.parts)})"
    if amount.kind == "map":
        return say("(what counts for {what})", what=amount.name.printed())
    return amount.name.printed() if isinstance(amount.name, Symbol) else str(amount.name)
