"""A value as it is asked for in the rules, for what a message proposes to write."""

from __future__ import annotations

from collections.abc import Sequence

from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Apply, Call, Const, Expr, Fact, FieldOf, Program, Var
from regola_compiler.model.types import HandleType, is_integer, show

_SIGNS = {Operator.ADD: "+", Operator.SUBTRACT: "-", Operator.MULTIPLY: "*"}


def as_asked(term: Expr, program: Program) -> str:
    """A value as it is asked for in the rules; nothing of what is long."""
    match term:
        case Var():
            return last_part(term.name)
        case Const():
            return show(term.value, term.type)
        case FieldOf():
            record = as_asked(term.record, program)
            return record and f"{record}.{term.name}"
        case Call(aspect=""):
            return as_asked_of(term.callee, term.arguments, program)
        case Apply(operator=Operator.ADD | Operator.SUBTRACT | Operator.MULTIPLY):
            sides = [as_asked(one, program) for one in term.operands]
            plain = all(sides) and is_integer(term.type)
            plain &= term.operator != Operator.MULTIPLY or not any(" " in side for side in sides)
            return f" {_SIGNS[term.operator]} ".join(sides) if plain else ""
        case Apply(operator=Operator.MIN | Operator.MAX):
            sides = [as_asked(one, program) for one in term.operands]
            return f"{term.operator}({', '.join(sides)})" if all(sides) else ""
        case _:
            return ""


def as_asked_of(callee: str, arguments: Sequence[Expr], program: Program) -> str:
    """What is asked of some things, as it is asked for in the rules; nothing of what is long."""
    inner = [as_asked(one, program) for one in arguments]
    if not all(inner) or " " in callee:
        return ""
    if len(inner) == 1 and _is_read_as_a_field(callee, arguments[0], program):
        return f"{inner[0]}.{last_part(callee)}"
    return f"{callee}({', '.join(inner)})" if inner else callee


def _is_read_as_a_field(callee: str, owner: Expr, program: Program) -> bool:
    fact = program.callables.get(callee)
    return isinstance(fact, Fact) and isinstance(owner.type, HandleType) and owner.type.individuals
