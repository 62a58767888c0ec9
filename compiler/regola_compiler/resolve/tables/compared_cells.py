"""Cells that compare an input with another one: `> p.morale` in the column of a die.

Such a row is written out, once for each value of the other input: where morale is 3 the die is 4 or more, and so on.
So a table stays rows over boxes of inputs, and all that is proved of tables, and made of them, holds of these as well,
with nothing left undecided. The price is that the other input has bounds, and not many values. Where it has no column
of its own it becomes an input of the table all the same, one that every other row leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from regola_dsl import tree
from regola_dsl.records import dataclass
from regola_dsl.wording import say

from regola_compiler.model.program import ANYTHING, Row, Selector
from regola_compiler.model.types import DiceType, EnumType, ErrorType, IntType, Type, described
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import SymbolTable

_COMPARED = re.compile(r"(?P<sign><=|>=|<|>|is not|is)\s*(?P<other>[^\W\d]\w*(?:\.[^\W\d]\w*)*)")
# How many values the other input may have.
MOST = 200


@dataclass(frozen=True, slots=True)
class Compared:
    """What a cell compares its input with: the number of the other input, and by which sign."""

    sign: str
    other: int


def compared_with(cell: tree.Cell, type_: Type, names: Sequence[str]) -> tuple[str, str] | None:
    """The sign and the input of a cell that compares; None of any other cell.

    Args:
        cell: A cell below an input.
        type_: That input's type: what is one of its values is that.
        names: The table's parameters.
    """
    match = _COMPARED.fullmatch(cell.text)
    if match is None or match["other"].partition(".")[0] not in names:
        return None
    if isinstance(type_, EnumType) and cell.text in type_.members:
        return None
    return match["sign"], match["other"]


def check_compared(cell: tree.Cell, sign: str, own: Type, other: Type, names: SymbolTable) -> bool:
    """Whether two inputs can be held against each other, and one written out; a finding where they cannot."""
    if isinstance(own, ErrorType) or isinstance(other, ErrorType):
        return False
    numbers = (IntType, DiceType)
    alike = isinstance(own, numbers) and isinstance(other, numbers)
    scale = isinstance(own, EnumType) and isinstance(other, EnumType) and own.name == other.name
    if not alike and not (scale and (own_is_ordered(own) or sign in {"is", "is not"})):
        names.report(
            codes.BAD_CELL,
            say("`{cell}` compares {own} with {other}", cell=cell.text, own=described(own), other=described(other)),
            cell.span,
            help=say("compare numbers with numbers, or two values of one scale"),
        )
        return False
    if values_of(other) is None:
        names.report(
            codes.BAD_CELL,
            say(
                "`{cell}` compares with {other}, which has no bounds or more than {most} values",
                cell=cell.text,
                other=described(other),
                most=MOST,
            ),
            cell.span,
            help=say("give the other input bounds, at most {most} values apart", most=MOST),
        )
        return False
    return True


def own_is_ordered(type_: Type) -> bool:
    """Whether the values of a type have an order."""
    return not isinstance(type_, EnumType) or type_.ordered


def values_of(type_: Type) -> range | None:
    """The ordinals of a type that has not too many."""
    match type_:
        case EnumType() if not (type_.open_below or type_.open_above):
            found = range(len(type_.members))
        case IntType(low=int() as low, high=int() as high) | DiceType(low=int() as low, high=int() as high):
            found = range(low, high + 1)
        case _:
            return None
    return found if len(found) <= MOST else None


def written_out(
    row: Row, compared: Mapping[int, Compared], values: Mapping[int, range], complement: Callable[[Selector], Selector]
) -> Iterator[Row]:
    """A row for each value of the inputs that its cells compare with.

    Args:
        row: The row, what compares left open in it.
        compared: What its cells compare with, by the number of their input.
        values: The ordinals of the inputs that are compared with.
        complement: All other ordinals than those of a selector.
    """
    others = list(dict.fromkeys(one.other for one in compared.values()))
    shown = [[value for value in values[other] if _within(value, row.selectors[other])] for other in others]
    for point in product(*shown):
        known = dict(zip(others, point, strict=True))
        selectors = list(row.selectors)
        for other, value in known.items():
            selectors[other] = ((value, value),)
        for place, one in compared.items():
            value = known[one.other]
            at: Selector = ((value, value),)
            means: dict[str, Selector] = {
                "<": ((None, value - 1),),
                "<=": ((None, value),),
                ">": ((value + 1, None),),
                ">=": ((value, None),),
                "is": at,
                "is not": complement(at),
            }
            if place not in known:
                selectors[place] = means[one.sign]
            elif not _within(known[place], means[one.sign]):
                break  # it is compared with itself, and this value does not fit
        else:
            yield replace(row, selectors=tuple(selectors))


def _within(value: int, selector: Selector) -> bool:
    return selector == ANYTHING or any(
        (low is None or low <= value) and (high is None or value <= high) for low, high in selector
    )
