"""What somebody sees of a position: all but what is hidden from him, and what he was shown.

What was shown stays seen until it is another: the play keeps, in a fact that nobody declares, what it was. Of a copy of
how things stood, at the start of a phase or at its end, nobody sees more than he may see whatever happens.
"""

from __future__ import annotations

from typing import Any

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.deeds import Key
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
    seen = {
        (name, arguments): _open_part(run, program, value, sides) if isinstance(value, frozenset) else value
        for (name, arguments), value in position.items()
        if _is_seen(run, program.callables.get(name), arguments, sides)
    }
    for (name, arguments), value in position.items():
        fact = program.callables.get(name)
        if isinstance(fact, Fact) and fact.shows:
            if arguments[0] in sides and stands(run, program, (name, arguments), value):
                seen[fact.shows, arguments[1:]] = value
            else:
                seen.pop((name, arguments), None)
    return seen


def settled(program: Program, shown: frozenset[str], position: Position) -> Position:
    """A position in which nothing is shown any more that is another than it was; `shown` are the facts that say so."""
    told = [key for key in position if key[0] in shown]
    if not told:
        return position
    run = Interpreter(program, position, own=False)
    stale = {key for key in told if not stands(run, program, key, position[key])}
    return {key: value for key, value in position.items() if key not in stale} if stale else position


def showing_facts(program: Program) -> frozenset[str]:
    """The facts that keep what was shown."""
    facts = (item for item in program.callables.values() if isinstance(item, Fact))
    return frozenset(fact.name for fact in facts if fact.shows)


def stands(run: Interpreter, program: Program, shown: Key, value: Value) -> bool:
    """Whether what was shown still is what it was; what has no value any more is not."""
    fact = program.callables[shown[0]]
    assert isinstance(fact, Fact)
    try:
        return bool(run.call(fact.shows, list(shown[1][1:])) == value)
    except RuleError:
        return False


def _open_part(run: Interpreter, program: Program, copy: frozenset[Any], sides: set[Value]) -> Any:
    """Of a copy of how things stood what somebody sees, whatever opens what is hidden for a time."""
    return frozenset(
        item
        for item in copy
        if not isinstance(fact := program.callables.get(item[0][0]), Fact)
        or fact.secret is None
        or _is_meant(run, fact, item[0][1], sides)
    )


def _is_seen(run: Interpreter, fact: Any, arguments: tuple[Value, ...], sides: set[Value]) -> bool:
    """Whether those on some sides see what a fact says for some arguments."""
    if not isinstance(fact, Fact) or fact.secret is None:
        return True
    env = {parameter.name: value for parameter, value in zip(fact.parameters, arguments, strict=True)}
    if fact.secret.unless is not None and run.evaluate(fact.secret.unless, env):
        return True
    return _is_meant(run, fact, arguments, sides)


def _is_meant(run: Interpreter, fact: Fact, arguments: tuple[Value, ...], sides: set[Value]) -> bool:
    """Whether some sides are among those who see a fact at any time."""
    assert fact.secret is not None
    env = {parameter.name: value for parameter, value in zip(fact.parameters, arguments, strict=True)}
    named = run.evaluate(fact.secret.who, env)
    meant = named if isinstance(named, tuple) else (named,)
    return fact.secret.all_but is any(side in meant for side in sides)
