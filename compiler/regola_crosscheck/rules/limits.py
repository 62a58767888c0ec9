"""Which numbers of the rules say no more than what a value may be.

A number that is compared, returned or paid is what a rule says, and the book must say it too. The end of a range, and
what is counted through one by one, are asked for by the language of rules: a book may well have no word of them. Where
a number comes from is known by what it stands in: a range that is gone through; a comparison with a value whose type
ends there; an argument at the end of what its parameter may be; a cap; how far a way is looked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Call, Const, Expr, If, Leg, ListLiteral, Program
from regola_compiler.model.types import IntType, Type

# What the book must say too; what only explains what it says; what is a bound that may be ours; how much a thing may
# be, which is a rule as often as not.
RULE, AIDE, BOUND, LIMIT = "rule", "aide", "bound", "limit"
_CAPPED = {Operator.MIN, Operator.MAX}
# What is compared with the end of its range asks whether it is full; what is taken from the end, how much is left.
_MEASURED = {Operator.LESS, Operator.LESS_EQUAL, Operator.GREATER, Operator.GREATER_EQUAL, Operator.SUBTRACT}


def limits(node: Any, program: Program) -> Iterator[tuple[Const, str]]:
    """The numbers right below a part of the model that are no statements, each with what it is for."""
    match node:
        case ListLiteral(items=items) if len(items) > 1 and all(one.span == node.span for one in items):
            # A range is written with its ends alone.
            for place, one in enumerate(items):
                if isinstance(one, Const):
                    yield one, LIMIT if place in {0, len(items) - 1} else BOUND
        case Apply(operator=operator, operands=operands) if operator in _CAPPED:
            yield from ((one, LIMIT) for operand in operands for one in _written(operand))
        case Apply(operator=operator, operands=(first, second)) if operator in _MEASURED:
            if isinstance(first, Const) and ends_at(second.type, first.value):
                yield first, LIMIT
            elif isinstance(second, Const) and ends_at(first.type, second.value) and operator is not Operator.SUBTRACT:
                yield second, LIMIT
        case Leg(kind="points", limit=Const() as limit):
            # How many steps a way may have is a rule; what may be spent on it perhaps only ends a search.
            yield limit, LIMIT
        case Call(callee=callee, arguments=arguments):
            parameters = getattr(program.callables.get(callee), "parameters", ())
            for parameter, argument in zip(parameters, arguments, strict=False):
                for one in _answers(argument):
                    if ends_at(parameter.type, one.value):
                        yield one, LIMIT


def ends_at(type_: Type, value: object) -> bool:
    """Whether a number is the least or the most that a type allows."""
    return isinstance(type_, IntType) and value in {type_.low, type_.high} - {None}


def _written(expression: Expr) -> Iterator[Const]:
    """A value written out, or below zero."""
    match expression:
        case Const():
            yield expression
        case Apply(operator=Operator.NEGATE, operands=(Const() as below,)):
            yield below


def _answers(expression: Expr) -> Iterator[Const]:
    """The values written out that an expression may come to, of all its cases."""
    match expression:
        case Const():
            yield expression
        case If(then=then, otherwise=otherwise):
            yield from _answers(then)
            yield from _answers(otherwise)
