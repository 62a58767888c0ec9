"""What the rules give where a line says what comes out: the value of its left side, as it is shown."""

from __future__ import annotations

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.kinds import COMPARISONS
from regola_compiler.model.program import Apply, Expr
from regola_compiler.model.types import ErrorType, Value, show


def came_to(interpreter: Interpreter, expression: Expr, env: dict[str, Value], value: Value) -> str:
    """What the left side of an expectation came to; else whether the whole holds."""
    if isinstance(expression, Apply) and expression.operator in COMPARISONS:
        left = expression.operands[0]
        if not isinstance(left.type, ErrorType):
            return show(interpreter.evaluate(left, env), left.type)
    return "true" if value else "false"
