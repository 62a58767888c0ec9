"""Expressions in the language's own spelling: it can be pasted back into a file and means the same."""

from __future__ import annotations

from regola_compiler.emit.text.printer import SHIFT, SUM, Pieces, Printer, plain
from regola_compiler.ir.tree import Apply, Const, Expectation, Expr, Var
from regola_compiler.model.kinds import Operator

__all__ = ["effect", "expected", "plain", "words", "write_effect"]


def words(expression: Expr) -> Pieces:
    """An expression in the language's own spelling."""
    printer = Printer()
    printer.node(expression)
    return tuple(printer.pieces)


def effect(expression: Expr) -> Pieces:
    """The value of a sequel, which acts on the value before it: `at most 5`, `half, round up`."""
    printer = Printer()
    write_effect(printer, expression)
    return tuple(printer.pieces)


def write_effect(printer: Printer, expression: Expr) -> None:
    """The value of a sequel, in the words of a printer."""
    match expression:
        case Apply(operator=Operator.MIN | Operator.MAX, operands=(Var(name="value"), limit)):
            printer.say("value_at_most" if expression.operator == Operator.MIN else "value_at_least")
            printer.at(limit, SUM)
        case Apply(
            operator=Operator.ROUND_UP | Operator.ROUND_DOWN | Operator.ROUND_NEAREST,
            operands=(Apply(operator=Operator.DIVIDE, operands=(Var(name="value"), Const(value=2))),),
        ):
            printer.say(f"half_{expression.operator}")
        case _:
            printer.node(expression)


def expected(line: Expectation) -> Pieces:
    """A line of an example that states something, as it stands in one."""
    if line.outcome not in {"forbidden", "missing"}:
        return words(line.expression)
    printer = Printer()
    printer.at(line.expression, SHIFT, followed=True)
    printer.say(f"is_{line.outcome}")
    return tuple(printer.pieces)
