"""Lists that are chosen among others, as ways are: whether one is among them is one more unknown.

Lists of lists are many, and telling each from each takes more cases than it is worth: nothing that a rule says of a way
rests on which other ways there are. What is known of a chosen list is what is known of all it is chosen among.
"""

from __future__ import annotations

from functools import lru_cache

from regola_dsl.source import NOWHERE

from regola_compiler.analysis.symbolic.symbols import FactRef, Symbol, path_symbol
from regola_compiler.model.program import Action, Call, Expr, Fact, Parameter, Rule
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import BOOL, ListType, Type, Value
from regola_compiler.model.visitor import calls_in

_ASPECT = "one"


@lru_cache(maxsize=4_000)
def membership(listed: Expr, chosen: Type) -> Fact:
    """The fact that a list is one of some, of it and of all that the names in these mean."""
    asked: list[Call] = list(calls_in(listed))
    free = [Parameter(one.name, one.type, NOWHERE) for one in free_variables(listed).values()]
    name = asked[0].callee if asked else "these"
    return Fact(name, "counted", (Parameter("chosen", chosen, NOWHERE), *free), BOOL, None, (), (), NOWHERE, NOWHERE)


def membership_symbol(fact: Fact, arguments: tuple[Symbol | Value, ...]) -> FactRef:
    """What is not known of it; no position can tell it, as it speaks of a map."""
    return path_symbol(fact, arguments, _ASPECT, BOOL)


def explored_types(item: Rule) -> list[tuple[str, Type]]:
    """The inputs of a declaration; a list that is chosen among others is as long as they are at least."""
    candidates = item.candidates if isinstance(item, Action) and item.candidates else (None,) * len(item.parameters)
    found: list[tuple[str, Type]] = []
    for parameter, items in zip(item.parameters, candidates, strict=True):
        type_ = parameter.type
        if items is not None and isinstance(items.type, ListType) and isinstance(items.type.item, ListType):
            type_ = items.type.item if type_ == ListType(items.type.item.item) else type_
        found.append((parameter.name, type_))
    return found
