"""What is asked of another position, as a fact: for who does not go there, what it comes to is one more unknown."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from typing import assert_never

from regola_dsl.source import NOWHERE, Span

from regola_compiler.model.program import Call, Expr, Fact, Fold, Parameter, Supposed, Var
from regola_compiler.model.types import EnumType, HandleType, RecordType, Type, UnionType
from regola_compiler.model.visitor import calls_in, children, fold

# What stands between what a question is called and the sign that tells it from others of that name.
SIGN = " #"


def free_variables(node: Expr, bound: frozenset[str] = frozenset()) -> dict[str, Var]:
    """The names in an expression that mean something outside of it, in the order in which they stand."""
    if isinstance(node, Var):
        return {} if node.name in bound else {node.name: node}
    if isinstance(node, Fold):
        found = free_variables(node.items, bound)
        for part in (node.where, node.value):
            if part is not None:
                found |= free_variables(part, bound | {node.variable})
        return found
    found = {}
    for child in children(node):
        found |= free_variables(child, bound)
    return found


@lru_cache(maxsize=4_000)
def supposed_fact(node: Supposed) -> Fact:
    """The fact that what is asked of another position would be, of all that its names mean.

    What says the same is the same fact, wherever it stands and whatever its variables are called, and nothing else is:
    under one name the answers to two questions would be taken for equal.
    """
    free = tuple(free_variables(node).values())
    parameters = tuple(Parameter(one.name, one.type, NOWHERE) for one in free)
    return _fact(_name(node, free), parameters, node.type)


@lru_cache(maxsize=4_000)
def _fact(name: str, parameters: tuple[Parameter, ...], result: Type) -> Fact:
    return Fact(name, "counted", parameters, result, None, (), (), NOWHERE, NOWHERE)


def _name(node: Supposed, free: tuple[Var, ...]) -> str:
    """What a question of another position is called: by what it asks, and by a sign of it where that is not all."""
    value = node.value
    called = "".join(f"{call.callee} " for call in calls_in(value)[:1])
    match node.kind:
        case "at_start":
            head = f"{called}at the start of {node.of}"
        case "before":
            head = f"{called}in the {node.of} before"
        case "after":
            head = f"{called}after {node.of}"
        case "can":
            head = f"can {node.of}"
        case _:
            assert_never(node.kind)
    if (
        isinstance(value, Call)
        and value.arguments == free
        and not value.aspect
        and not node.arguments
        and node.who is None
    ):
        return head
    text = repr(said((value, node.arguments, node.who), {}))
    return f"{head}{SIGN}{blake2b(text.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"


def said(node: object, numbers: dict[str, int]) -> object:
    """What an expression says: names by the order in which they come, types by theirs, and no place.

    `numbers` has the names that came before; those that come now are added.
    """
    match node:
        case Span():
            return None
        case EnumType() | RecordType() | HandleType() | UnionType():
            return str(node)
        case Var(name=name):
            return "Var", numbers.setdefault(name, len(numbers))
        case Fold(variable=name):
            bound = numbers.setdefault(name, len(numbers))
            return bound, fold(node, lambda part: said(part, numbers), frozenset({"variable"}))
        case _:
            return fold(node, lambda part: said(part, numbers))
