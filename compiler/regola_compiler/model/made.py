"""Pieces that rules make: what they are called, and what counts them.

The pieces that rules make of a type are numbered in the order in which they are made: `sailing_1`, `sailing_2`. A
number whose name is taken, by a piece that was put up, is passed over, and none is given twice: a piece is never taken
for one that is gone. Of a type that lasts for a phase the numbers begin anew with each playing of it. How many were
made is kept by the position as a fact, `made Sailing`, which no rule can name.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import count
from typing import Final

from regola_compiler.model.program import Program
from regola_compiler.model.types import IntType, individual

# The highest number that is given: rules that make more do not come to an end.
MOST_MADE: Final = 10_000
MADE: Final = IntType(0, MOST_MADE)
_COUNTER: Final = "made "


def made_name(type_: str) -> str:
    """The fact that keeps the last number given to a piece of a type."""
    return f"{_COUNTER}{type_}"


def is_counter(fact: str) -> bool:
    """Whether a fact of this name keeps the last number given."""
    return fact.startswith(_COUNTER)


def made_stem(type_: str) -> str:
    """What the names of pieces of a type begin with that rules make: `sailing_`."""
    return individual(type_, 0).text[:-1]


def is_made_label(type_: str, label: str) -> bool:
    """Whether rules can make a piece of a type and of this name."""
    number = label.removeprefix(made_stem(type_))
    return number != label and number.isascii() and number.isdecimal() and number[0] != "0" and len(number) <= 5


def next_number(type_: str, last: int, taken: Container[str]) -> int:
    """The number of the next piece, after the last that was given; `taken` are the names of those that there are."""
    return next(number for number in count(last + 1) if f"{made_stem(type_)}{number}" not in taken)


def made_types(program: Program) -> frozenset[str]:
    """The types of which rules make pieces."""
    return frozenset(name.removeprefix(_COUNTER) for name in program.callables if is_counter(name))
