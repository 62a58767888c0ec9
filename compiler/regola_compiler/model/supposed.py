"""What is asked of another position, as a fact: for who does not go there, what it comes to is one more unknown."""

from __future__ import annotations

from functools import lru_cache

from regola_compiler.model.program import Expr, Fact, Fold, Parameter, Supposed, Var
from regola_compiler.model.visitor import children


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
    """The fact that what is asked of another position would be, of all that its names mean."""
    parameters = tuple(Parameter(one.name, one.type, one.span) for one in free_variables(node).values())
    place = f"{node.span.line}:{node.span.column}"
    name = f"{node.kind.replace('_', ' ')} {node.of} ({place})"
    return Fact(name, "counted", parameters, node.type, None, (), (), node.span, node.span)
