"""What somebody sees of a position: all but what is hidden from him."""

from __future__ import annotations

from typing import Any

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Fact, Program
from regola_compiler.model.types import Value


def secret_facts(program: Program) -> frozenset[str]:
    """The facts that are hidden from somebody."""
    facts = program.callables.items()
    return frozenset(name for name, item in facts if isinstance(item, Fact) and item.secret is not None)


def seen_by(program: Program, position: Position, viewer: Value) -> Position:
    """A position without what is hidden from a player. What he does not see is as if nothing were said of it."""
    run = Interpreter(program, position, own=False)
    sides = {viewer}
    if program.players is not None and program.players.side is not None:
        sides.add(run.call(program.players.side, [viewer]))
    return {
        (name, arguments): value
        for (name, arguments), value in position.items()
        if _is_seen(run, program.callables.get(name), arguments, sides)
    }


def _is_seen(run: Interpreter, fact: Any, arguments: tuple[Value, ...], sides: set[Value]) -> bool:
    """Whether those on some sides see what a fact says for some arguments."""
    if not isinstance(fact, Fact) or fact.secret is None:
        return True
    env = {parameter.name: value for parameter, value in zip(fact.parameters, arguments, strict=True)}
    if fact.secret.unless is not None and run.evaluate(fact.secret.unless, env):
        return True
    named = run.evaluate(fact.secret.who, env)
    meant = named if isinstance(named, tuple) else (named,)
    return fact.secret.all_but is any(side in meant for side in sides)
