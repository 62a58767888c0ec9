"""What somebody learns by being told whether he may: that a deed is allowed rests on what he does not see.

Positions are drawn by chance, with two pieces of each type, and each hidden value is told otherwise while all else
stays. Where the answer to whether he may do it changes with it, the answer gives the value away. This is
noninterference (Goguen and Meseguer, *Security Policies and Security Models*, 1982), refuted by two positions that
differ in the secret alone: what is found is always so, and what is not found may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, product
from random import Random

from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.evaluate.assumptions import broken_assumption
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.actions import in_force
from regola_compiler.evaluate.protocol import Env, Position
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Action, Call, Expr, Fact, Program
from regola_compiler.model.types import (
    FORBIDDEN,
    EnumType,
    HandleType,
    IntType,
    ListType,
    Member,
    Type,
    UnionType,
    Value,
    domain,
)
from regola_compiler.model.visitor import calls_in, transitive_callees
from regola_compiler.play.secrets import seen_by

# How many positions are drawn for an action, how many pieces of a type stand in one, and how many values are tried.
TRIES = 120
PIECES = 2
_VALUES = 12
_ROWS = 12
_TOLD = frozenset({"state", "given", "variant", "entered", "active"})


@dataclass(frozen=True, slots=True)
class Leak:
    """Two positions that differ in what somebody does not see, and are told apart by what he may do.

    Attributes:
        fact: What is hidden from him.
        key: Of whom it is asked.
        values: What it is in the one and in the other.
        span: The condition that tells them apart.
        arguments: What the deed is asked for.
        position: The first of the two.
    """

    fact: Fact
    key: tuple[Value, ...]
    values: tuple[Value, Value]
    span: Span
    arguments: tuple[Value, ...]
    position: Position


def leaks(program: Program, action: Action, chooser: Expr) -> dict[str, Leak]:
    """What he who does it learns by whether he may: of each hidden fact the first case that was found, by its name.

    Args:
        program: The rules.
        action: What is done.
        chooser: Who does it, in the words of its parameters.
    """
    asked = transitive_callees(program, action) | {call.callee for call in calls_in(chooser)}
    asked |= {call.callee for name in asked for call in _about(program.callables.get(name))}
    facts = [item for name in sorted(asked) if isinstance(item := program.callables.get(name), Fact)]
    secret = [fact for fact in facts if fact.secret is not None]
    found: dict[str, Leak] = {}
    if not secret:
        return found
    for number in range(TRIES):
        random = Random(number)  # noqa: S311  positions to be tried
        position = _drawn(program, facts, random)
        arguments = tuple(_value(program, p.type, random) for p in action.parameters)
        if position is None or None in arguments:
            continue
        env = {p.name: value for p, value in zip(action.parameters, arguments, strict=True) if value is not None}
        try:
            acting = _placed(program, action, chooser, position, env, random)
            if acting is None or broken_assumption(Interpreter(program, position)) is not None:
                continue
            seen = seen_by(program, position, acting)
        except (RuleError, KeyError):
            continue
        for fact in secret:
            for key in [key for key in position if key[0] == fact.name and key not in seen]:
                if fact.name not in found and (leak := _differs(program, action, env, position, fact, key[1])):
                    found[fact.name] = leak
        if len(found) == len(secret):
            break
    return found


def _about(item: object) -> Iterator[Call]:
    """What has to be known of a fact to say who sees it."""
    if isinstance(item, Fact) and item.secret is not None:
        for part in (item.secret.who, item.secret.unless):
            yield from calls_in(part) if part is not None else ()


def _drawn(program: Program, facts: list[Fact], random: Random) -> Position | None:
    """A position: the facts that are asked are told, of the pieces that there are."""
    position: Position = {}
    for name in program.pieces:
        type_ = program.types[name].type
        position[extent_of(name), ()] = tuple(_listed(program, type_))
    for fact in facts:
        if fact.kind not in _TOLD or fact.name in {"phase", "active"}:
            continue
        rows = [_listed(program, parameter.type) for parameter in fact.parameters]
        for key in islice(product(*rows), _ROWS):
            value = _value(program, fact.result, random)
            if value is None and fact.default is None:
                return None
            if value is not None and (fact.default is None or fact.secret is not None or random.random() < 0.5):
                position[fact.name, key] = value
    return position


def _listed(program: Program, type_: Type) -> list[Value]:
    """The values of a type, of pieces those that stand in the position."""
    if isinstance(type_, ListType):
        return [()] if not type_.least else []
    if isinstance(type_, IntType) and (type_.low is None or type_.high is None):
        return list(range(type_.low or 0, (type_.low or 0) + 4))
    if isinstance(type_, UnionType):
        return [value for option in type_.options for value in _listed(program, option)]
    values = domain(type_)
    most = PIECES if isinstance(type_, HandleType) else None
    return [] if values is None else list(islice(values, most))


def _value(program: Program, type_: Type, random: Random) -> Value | None:
    values = _listed(program, type_)
    return random.choice(values) if values else None


def _placed(
    program: Program, action: Action, chooser: Expr, position: Position, env: Env, random: Random
) -> Value | None:
    """Put the position into one of the action's phases, in turn for who does it; who that is."""
    acting: Value = Interpreter(program, position).evaluate(chooser, env)
    phase, active = program.callables.get("phase"), program.callables.get("active")
    if phase is not None and action.phases and isinstance(phase.result, EnumType):
        label = random.choice(action.phases)
        position["phase", ()] = Member(phase.result.name, phase.result.members.index(label))
    if active is not None:
        position["active", ()] = acting
    return acting


def _differs(
    program: Program, action: Action, env: Env, position: Position, fact: Fact, key: tuple[Value, ...]
) -> Leak | None:
    """A case in which the answer changes with one hidden value, and nothing else is another."""
    own = position[fact.name, key]
    answer = _may(program, action, env, position)
    if answer is None:
        return None
    for other in islice(_listed(program, fact.result), _VALUES):
        changed = {**position, (fact.name, key): other}
        if other == own or broken_assumption(Interpreter(program, changed)) is not None:
            continue
        if (told := _may(program, action, env, changed)) is not None and told is not answer:
            span = _what_differs(program, action, env, position, changed)
            return Leak(fact, key, (own, other), span, tuple(env.values()), position)
    return None


def _may(program: Program, action: Action, env: Env, position: Position) -> bool | None:
    """Whether it may be done; None where the rules give no answer."""
    try:
        return bool(Interpreter(program, position).call(action.name, list(env.values())) != FORBIDDEN)
    except (RuleError, KeyError):
        return None


def _what_differs(program: Program, action: Action, env: Env, one: Position, other: Position) -> Span:
    """The guard or the rule whose say is another in one position than in the other."""
    runs = Interpreter(program, one), Interpreter(program, other)
    for guard in action.guards:
        if len({_holds(run, guard.condition, env) for run in runs}) > 1:
            return guard.span
    for norm in action.norms:
        said = [[part.name for part in in_force(run, action, norm, env)] for run in runs]
        if said[0] != said[1]:
            return norm.name_span
    return action.name_span


def _holds(run: Interpreter, condition: Expr, env: Mapping[str, Value]) -> bool | None:
    try:
        return bool(run.decide(run.evaluate(condition, dict(env))))
    except (RuleError, KeyError):
        return None
