"""Expressions and types in the language's own spelling: it can be pasted back into a file and means the same."""

from __future__ import annotations

from regola_compiler.emit.text.printer import SHIFT, SUM, Pieces, Printer, plain
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Const, Expectation, Expr, Modifier, Var
from regola_compiler.model.types import EnumType, HandleType, ListType, RecordType, Type

__all__ = ["amount", "effect", "expected", "plain", "type_words", "words", "write_effect"]


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


def amount(modifier: Modifier, printer: Printer | None = None) -> Pieces:
    """What a modifier adds, with its sign: `+1`, `−2`, `+(…)`."""
    printer = printer or Printer()
    node, sign = modifier.amount, "+"
    if isinstance(node, Apply) and node.operator == Operator.NEGATE:
        node, sign = node.operands[0], "\u2212"
    if isinstance(node, Const):
        printer.text(f"{sign}{node.value}")
    else:
        printer.text(f"{sign}(")
        printer.node(node)
        printer.text(")")
    return tuple(printer.pieces)


def type_words(type_: Type) -> Pieces:
    """A type as declared: `int 0..20`, `list of Unit up to 6`, `(loss: int, retreat: bool)`."""
    printer = Printer()
    _write_type(printer, type_)
    return tuple(printer.pieces)


def _write_type(printer: Printer, type_: Type) -> None:
    match type_:
        case EnumType() | HandleType():
            printer.typed(type_.name)
        case RecordType() if " " not in type_.name:
            printer.typed(type_.name)
        case RecordType():  # a table's own row, which has no name that one can write
            for place, (name, field) in enumerate(type_.fields):
                printer.text(f"{', ' if place else '('}{name}: ")
                _write_type(printer, field)
            printer.text(")")
        case ListType():
            printer.text("list of ")
            _write_type(printer, type_.item)
            printer.text(str(type_).removeprefix(f"list of {type_.item}"))
        case _:
            printer.text(str(type_))
