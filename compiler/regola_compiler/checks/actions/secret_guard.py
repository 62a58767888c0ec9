"""Actions whose conditions ask what he who chooses may not see: that they are possible, or not, tells it to him."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import TypeAlias

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity, in_a_row
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import enumerated, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.sequences import substitute
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Call, Expr, Fact, Guard, Phase, Program, Var
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import Type, Value, domain, show
from regola_compiler.model.visitor import calls_in, expressions_of
from regola_compiler.play.leaks import Leak, leaks

CODE = Code(
    "R416",
    "secret-guard",
    "an action that asks what is hidden from him who does it",
    Severity.WARNING,
)
# What stands for whom a loop has come to, and for who acts: their values are tried, too.
_STANDING = frozenset({"entered", "active"})
_ASKED = frozenset({"requires", "limit", "among"})
_DEEPEST = 20
_MOST = 5_000

Values: TypeAlias = dict[str, Value]


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each condition and hidden fact, with who sees through it to what.

    Whether somebody may see a fact is tried for all values of the parameters that can be listed. Where it rests on a
    piece, or on what the position says, and for what rules say of the action, positions are drawn; see `play.leaks`.
    """
    del survey
    hidden = any(isinstance(item, Fact) and item.secret is not None for item in program.callables.values())
    if program.broken or program.players is None or not hidden:
        return
    for action in program.examined():
        chooser = _chooser(program, action) if isinstance(action, Action) else None
        if not isinstance(action, Action) or chooser is None:
            continue
        named: set[str] = set()
        for guard in action.guards:
            told: set[str] = set()
            for call in _hidden_calls(program, guard.condition, _DEEPEST) if guard.kind in _ASKED else ():
                values = None if call.callee in told else _unseen(program, action, guard, chooser, call)
                if values is not None:
                    told.add(call.callee)
                    named.add(call.callee)
                    yield _finding(program, action, guard.span, call.callee, values)
        for name, leak in leaks(program, action, chooser).items():
            if name not in named:
                yield _finding(program, action, leak.span, name, _told(action, leak))


def _told(action: Action, leak: Leak) -> list[str]:
    """The case in which somebody learns something, as one would write it: what is asked, and what he does not see."""
    shown = [
        say("{path} is {value}", path=p.name, value=show(v, p.type))
        for p, v in zip(action.parameters, leak.arguments, strict=True)
    ]
    either = in_a_row([show(value, leak.fact.result) for value in leak.values], "or")
    return [*shown, say("whether {asked} is {either}", asked=_asked(leak), either=either)]


def _asked(leak: Leak) -> str:
    """A fact with what it is asked of, as one would write it."""
    owner, _, name = leak.fact.name.rpartition(".")
    words = [show(value, p.type) for value, p in zip(leak.key, leak.fact.parameters, strict=True)]
    return f"{words[0]}.{name}" if owner and words else f"{name}({', '.join(words)})" if words else name


def _finding(program: Program, action: Action, span: Span, name: str, values: list[str]) -> Diagnostic:
    fact = program.callables[name]
    shown = last_part(name)
    return Diagnostic(
        CODE,
        say(
            "`{name}`{cited} asks `{shown}`, which is hidden from him who does it",
            name=action.name,
            cited=cited(action.anchors),
            shown=shown,
        ),
        span,
        say("whether it can be done tells him"),
        related=(Label(fact.name_span, say("hidden here")),),
        help=say("ask what he may see, or show it to him first: `effect show {shown}… to …`", shown=shown),
        notes=(say("for example {listed}", listed=enumerated(values, ", ")),) if values else (),
        subject=action.name,
    )


def _chooser(program: Program, action: Action) -> Expr | None:
    """Who does it: whom the action names, or else whose all its phases are; None where that is nobody in particular."""
    if action.actor is not None:
        return action.actor
    found: dict[str, Expr | None] = {}

    def visit(phase: Phase, actor: Expr | None, loops: dict[str, Expr]) -> None:
        if phase.variable and phase.values:
            known = Call(phase.bound, (), phase.values[0].type, phase.span)
            loops = {**loops, phase.variable: known}
        own = None if phase.actor is None else _with(phase.actor, loops)
        actor = None if phase.several else own or actor
        if phase.member is not None and phase.name in {name.rpartition("/")[2] for name in action.phases}:
            found[repr(actor)] = actor
        for inner in phase.phases:
            visit(inner, actor, loops)

    for sequence in program.sequences.values():
        visit(sequence, None, {})
    return next(iter(found.values())) if len(found) == 1 else None


def _hidden_calls(program: Program, node: Expr, deep: int) -> Iterator[Call]:
    """What an expression asks that is hidden from somebody, in its own words, however it comes to it."""
    for call in calls_in(node):
        item = program.callables.get(call.callee)
        if isinstance(item, Fact):
            if item.secret is not None and item.secret.unless is None:
                yield call
        elif item is not None and not isinstance(item, Action) and deep:
            named = dict(zip((p.name for p in item.parameters), call.arguments, strict=False))
            for part in expressions_of(item):
                yield from _hidden_calls(program, _with(part, named), deep - 1)


def _with(node: Expr, values: dict[str, Expr]) -> Expr:
    """An expression with others in the place of its parameters."""
    for name, value in values.items():
        node = substitute(node, name, Var(f"{name} there", value.type, value.span))
    for name, value in values.items():
        node = substitute(node, f"{name} there", value)
    return node


def _unseen(program: Program, action: Action, guard: Guard, chooser: Expr, call: Call) -> list[str] | None:
    """For whom and what a fact is asked that he does not see who does it; None where that cannot be said."""
    fact = program.callables[call.callee]
    assert isinstance(fact, Fact)
    assert fact.secret is not None
    named = dict(zip((p.name for p in fact.parameters), call.arguments, strict=True))
    who = _with(fact.secret.who, named)
    types = {parameter.name: parameter.type for parameter in action.parameters}
    read = sorted(free_variables(who) | free_variables(chooser))
    if any(name not in types for name in read):
        return None  # one of a list, which the position alone says
    standing = sorted({one.callee for part in (who, chooser) for one in calls_in(part)})
    facts = [item for name in standing if isinstance(item := program.callables.get(name), Fact)]
    if any(item.kind not in _STANDING for item in facts):
        return None
    domains = [_values(types[name]) for name in read] + [_values(item.result) for item in facts]
    if any(listed is None for listed in domains):
        return None
    before = [one.condition for one in action.guards if one is not guard and one.kind in {"actor", *_ASKED}]
    for values in islice(product(*(listed or () for listed in domains)), _MOST):
        env: Values = dict(zip(read, values, strict=False))
        told: Position = {(item.name, ()): value for item, value in zip(facts, values[len(read) :], strict=True)}
        run = Interpreter(program, told, own=False)
        if not any(_fails(run, condition, env) for condition in before) and _is_hidden(run, fact, who, chooser, env):
            listed: list[str] = [
                say("{path} is {value}", path=name, value=show(env[name], types[name])) for name in read
            ]
            called = {last_part(item.name): show(told[item.name, ()], item.result) for item in facts}
            return [*listed, *(say("{path} is {value}", path=name, value=value) for name, value in called.items())]
    return None


def _values(type_: Type) -> list[Value] | None:
    values = domain(type_)
    return None if values is None else list(islice(values, _MOST))


def _fails(run: Interpreter, condition: Expr, env: Values) -> bool:
    """Whether a condition fails whatever the position says."""
    try:
        return not run.decide(run.evaluate(condition, env))
    except (RuleError, KeyError):
        return False


def _is_hidden(run: Interpreter, fact: Fact, who: Expr, chooser: Expr, env: Values) -> bool:
    assert fact.secret is not None
    players = run.program.players
    assert players is not None
    try:
        acting = run.evaluate(chooser, env)
        sides = {acting}
        if players.side is not None:
            sides.add(run.call(players.side, [acting]))
        named = run.evaluate(who, env)
    except (RuleError, KeyError):
        return False
    meant = named if isinstance(named, tuple) else (named,)
    return fact.secret.all_but is not any(side in meant for side in sides)
