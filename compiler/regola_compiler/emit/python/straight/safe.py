"""Expressions that always have an answer: whether they are asked, and when, makes no difference to anybody.

Rules are all looked at before one of them answers, as each may raise an error that must not be lost. What cannot raise
one need not be looked at where the answer is known.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.bounds import Bounds, are_within, is_bounded
from regola_compiler.ir.tree import And, Apply, Call, Const, Definition, Expr, FieldOf, If, ListOf, Or, Var
from regola_compiler.ir.types import UnionType
from regola_compiler.ir.visitor import children
from regola_compiler.model.kinds import Operator

# What is defined for all values of its types.
_TOTAL: Final = frozenset(
    {
        Operator.ADD,
        Operator.SUBTRACT,
        Operator.MULTIPLY,
        Operator.NEGATE,
        Operator.NOT,
        Operator.EQUAL,
        Operator.UNEQUAL,
        Operator.LESS,
        Operator.LESS_EQUAL,
        Operator.GREATER,
        Operator.GREATER_EQUAL,
        Operator.MIN,
        Operator.MAX,
        Operator.IN,
        Operator.CONTAINS,
    }
)
_DEEP: Final = 6  # through how many rules it is followed


def is_safe(node: Expr, names: Namespace, told: Collection[str] = (), deep: int = _DEEP) -> bool:
    """Whether an expression has an answer in every position, for all arguments of their types.

    Args:
        node: the expression.
        names: those of the module.
        told: facts without arguments that have been read before.
        deep: through how many rules it is still followed.
    """
    match node:
        case Const() | Var():
            return True
        case FieldOf() | And() | Or() | If() | ListOf():
            pass
        case Apply() if node.operator in _TOTAL:
            pass
        case Call(aspect="") if node.name in told or (deep and _is_safe_rule(node.name, names, told, deep - 1)):
            # A fact that is asked with a number outside its bounds has no answer.
            if not can_be_read(node, {}, names):
                return False
        case _:
            return False
    return all(is_safe(part, names, told, deep) for part in children(node))


def _is_safe_rule(name: str, names: Namespace, told: Collection[str], deep: int) -> bool:
    if name in names.plain_tables:
        return True
    fact = names.facts.get(name)
    if fact is not None:
        bounded = is_bounded(fact.result)
        several = isinstance(fact.result, UnionType)  # it is held to one type where that is asked
        return fact.default is not None and not bounded and not several and is_safe(fact.default, names, told, deep)
    rule = names.definitions.get(name)
    if not isinstance(rule, Definition) or rule.body.value is None or rule.body.exceptions or rule.body.lets:
        return False
    # What is asked with a number outside its bounds has no answer.
    held = [*(one.type for one in rule.parameters), rule.result]
    return not any(isinstance(one, UnionType) or is_bounded(one) for one in held) and is_safe(
        rule.body.value, names, told, deep
    )


def can_be_read(node: Call, known: Mapping[str, Bounds], names: Namespace) -> bool:
    """Whether a fact, if that is what is asked, is surely one that can be told of what it is asked with."""
    fact = names.facts.get(node.name)
    return fact is None or are_within(node.arguments, [one.type for one in fact.parameters], known, names)
