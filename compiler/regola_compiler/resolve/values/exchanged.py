"""Inputs that are handed over in one another's place: told once, and not as a mistake of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from regola_dsl import tree
from regola_dsl.diagnostics import in_a_row
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Parameter
from regola_compiler.model.types import ErrorType
from regola_compiler.resolve import codes
from regola_compiler.resolve.reported.reports import Mark
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.words import shape

# Where each input is taken from that stands at a place.
Order: TypeAlias = tuple[int, ...]
_TWO = 2
# Of more ways none is told.
_FEW = 2


def tell_exchanged(
    called: str,
    parameters: Sequence[Parameter],
    handed: Sequence[tree.Expr],
    span: Span,
    mark: Mark,
    scope: Scope,
    fitted: Callable[[Sequence[tree.Expr]], object],
) -> None:
    """One finding in place of those since a mark, if the inputs fit where two or three of them change places.

    Of three that moved on by one place an exchange of two may fit as well, where two are of one type: then both ways
    are told, for the types cannot say which of the two is which. Where more fit none is told.

    Args:
        called: What is called.
        parameters: What it asks for.
        handed: Its inputs as they stand.
        span: Where it is called.
        mark: How much was reported before they were held against what is asked for.
        scope: What is known there.
        fitted: Holds inputs against what is asked for, and reports what does not fit.
    """
    names = scope.names
    # Within a trial nothing is tried: what calls something in its turn would be tried again and again.
    if names.trying or not all(as_written(one, "") for one in handed):
        return
    # What is of a type that nobody declares may stand anywhere.
    if any(isinstance(parameter.type, ErrorType) for parameter in parameters):
        return
    names.trying = True
    fitting = []
    for order in _orders(len(handed)):
        trial = names.mark()
        fitted([handed[place] for place in order])
        if names.count() == trial[0]:
            fitting.append(order)
        names.take_back(trial)
    names.trying = False
    ways = list(dict.fromkeys([*_least(fitting, _turned_round), *_least(fitting, _moved)]))
    if not 1 <= len(ways) <= _FEW:
        return

    def written(order: Order) -> str:
        return shape(
            called, [as_written(handed[place], one.name) for place, one in zip(order, parameters, strict=True)]
        )

    names.take_back(mark)
    names.report(
        codes.TYPE_MISMATCH,
        say("two inputs of `{name}` stand in one another's place", name=called)
        if max(map(_moved, ways)) == _TWO
        else say("the inputs of `{name}` stand in one another's place", name=called),
        span,
        help=say("write {shape}", shape=in_a_row([written(order) for order in ways], "or")),
    )


def _orders(number: int) -> Iterator[Order]:
    """The orders of some inputs in which two of them are exchanged, or three move on by a place."""
    for moved in (_TWO, _TWO + 1):
        for places in combinations(range(number), moved):
            for turn in range(1, moved):
                order = list(range(number))
                for place, other in zip(places, (*places[turn:], *places[:turn]), strict=True):
                    order[place] = other
                yield tuple(order)


def _least(orders: Sequence[Order], measure: Callable[[Order], int]) -> list[Order]:
    """Those that are least by a measure."""
    least = min(map(measure, orders), default=0)
    return [order for order in orders if measure(order) == least]


def _moved(order: Order) -> int:
    """How many inputs stand elsewhere."""
    return sum(place != other for place, other in enumerate(order))


def _turned_round(order: Order) -> int:
    """Of how many pairs of inputs the other one stands first."""
    return sum(first > second for first, second in combinations(order, 2))
