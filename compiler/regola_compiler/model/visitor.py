"""Walks over the model: what stands below an expression, what a declaration rests on, what is the same as what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import is_
from typing import Any, Literal, TypeAlias, TypeVar, assert_never

from regola_dsl.kinds import EffectMode
from regola_dsl.source import Span

from regola_compiler.model.graph import reachable, reaching
from regola_compiler.model.kinds import FactKind, LogicKind, Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Assumption,
    Binding,
    Call,
    Choice,
    Clause,
    Const,
    Definition,
    DoLine,
    Effect,
    Example,
    ExampleLine,
    Expectation,
    Expr,
    Fact,
    FieldOf,
    Fold,
    GivenLine,
    If,
    Let,
    ListLiteral,
    Logic,
    Modifiers,
    Norm,
    Path,
    Phase,
    PlayLine,
    Program,
    RecordLiteral,
    Roll,
    Rule,
    SetupLine,
    Supposed,
    Table,
    Var,
    WithLine,
)

T = TypeVar("T")

# --- any frozen tree, of the model or of the surface -----------------------------------------


class _FieldNames(dict[type, tuple[str, ...]]):
    """The fields of all nodes of a kind, looked up once. A place has none, nor has a type: no walk enters them."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        names = () if issubclass(kind, Span | type) else tuple(getattr(kind, "__dataclass_fields__", ()))
        return self.setdefault(kind, names)


_FIELD_NAMES = _FieldNames()


def iter_fields(node: object) -> Iterator[tuple[str, Any]]:
    """The fields of a node, by name."""
    for name in _FIELD_NAMES[type(node)]:
        yield name, getattr(node, name)


def iter_children(node: object) -> Iterator[Any]:
    """What stands right below: the items of a tuple, or the fields of a node; nothing below a plain value."""
    return iter(node) if isinstance(node, tuple) else (getattr(node, name) for name in _FIELD_NAMES[type(node)])


def iter_nodes(node: object, into: Callable[[object], bool] | None = None) -> Iterator[Any]:
    """A node and all that stands below it, outermost first; below a node only where `into` says so."""
    todo = [node]  # not by calls of its own: each node would be handed up through all that it stands in
    while todo:
        node = todo.pop()
        yield node
        if into is not None and not into(node):
            continue
        # Most of what is met has nothing below it, and a walk meets a great deal.
        if isinstance(node, tuple):
            todo += reversed(node)
        elif names := _FIELD_NAMES[type(node)]:
            todo += [getattr(node, name) for name in reversed(names)]


def map_children(node: T, change: Callable[[Any], Any]) -> T:
    """A node with each child changed; the same object where none of them is another than before."""
    if isinstance(node, tuple):
        parts: Any = tuple(map(change, node))
        return node if all(map(is_, parts, node)) else parts
    changed = {name: new for name, value in iter_fields(node) if (new := change(value)) is not value}
    return replace(node, **changed) if changed else node  # type: ignore[type-var]  # what has fields is a dataclass


def fold(node: object, inner: Callable[[Any], Any], without: frozenset[str] = frozenset(), tag: str = "") -> Any:
    """A node as plain data: the name of its class, or `tag`, and what `inner` makes of each field but some."""
    if isinstance(node, tuple):
        return tuple(map(inner, node))
    if isinstance(node, type) or not hasattr(node, "__dataclass_fields__"):
        return node
    kept = (value for name, value in iter_fields(node) if name not in without)
    return tag or type(node).__name__, *map(inner, kept)


def without_spans(node: object) -> object:
    """A piece of a tree without the places where it stands, to be compared and hashed."""
    return None if isinstance(node, Span) else fold(node, without_spans)


def structurally_equal(a: object, b: object) -> bool:
    """Whether two pieces are the same but for where they stand."""
    return without_spans(a) == without_spans(b)


# --- expressions -----------------------------------------------------------------------------


def supposed_below(expression: Expr) -> Iterator[Supposed]:
    """Everything that is asked of another position below `expression`, itself among it."""
    if isinstance(expression, Supposed):
        yield expression
    for child in children(expression):
        yield from supposed_below(child)


def calls_in(expression: Expr | None) -> list[Call]:
    """Every call below `expression`."""
    if expression is None or isinstance(expression, Const | Var):
        return []
    found: list[Call] = [expression] if isinstance(expression, Call) else []
    for child in children(expression):
        found += calls_in(child)
    return found


def children(expression: Expr) -> tuple[Expr, ...]:
    """The expressions right below one."""
    match expression:
        case Const() | Var():
            return ()
        case FieldOf():
            return (expression.record,)
        case Call():
            return expression.arguments
        case Apply() | Logic():
            return expression.operands
        case If():
            return (expression.condition, expression.then, expression.otherwise)
        case Fold():
            return tuple(part for part in (expression.items, expression.where, expression.value) if part is not None)
        case RecordLiteral():
            return tuple(part for _, part in expression.fields)
        case ListLiteral():
            return expression.items
        case Supposed():
            parts = (expression.value, expression.who, *(part for _, part in expression.arguments))
            return tuple(part for part in parts if part is not None)
        case _:
            assert_never(expression)


def canonical_form(node: object) -> object:
    """What an expression says, but for where it stands and for the order in which `and`, `or` and `is` name things."""
    if isinstance(node, Logic):
        inner = [part for operand in node.operands for part in operands_of(operand, node.kind)]
        return node.kind, *sorted({repr(canonical_form(part)) for part in inner})
    if isinstance(node, Apply) and node.operator in {Operator.EQUAL, Operator.UNEQUAL}:
        return node.operator, *sorted(repr(canonical_form(part)) for part in node.operands)
    return None if isinstance(node, Span) else fold(node, canonical_form)


def operands_of(expression: Expr, kind: LogicKind) -> list[Expr]:
    """The parts of an `and` or an `or`, those of the same kind inside it taken apart."""
    if not isinstance(expression, Logic) or expression.kind != kind:
        return [expression]
    return [part for operand in expression.operands for part in operands_of(operand, kind)]


# --- declarations ----------------------------------------------------------------------------


def expressions_of(declaration: Rule | Example | Assumption) -> list[Expr]:
    """The outermost expressions of a declaration."""
    if isinstance(declaration, Action):
        return [
            *result_expressions(declaration),
            *(part for effect in declaration.effects for part in effect_expressions(effect)),
            *(part for roll in declaration.rolls for part in roll_expressions(roll)),
            *(part for fact in declaration.counters for part in counted_expressions(fact)),
        ]
    return result_expressions(declaration)


def result_expressions(declaration: Rule | Example | Assumption) -> list[Expr]:
    """The outermost expressions that a declaration's answer rests on."""
    match declaration:
        case Definition():
            return _clause_expressions(declaration.root)
        case Table():
            rows = [output for row in declaration.rows for output in row.outputs]
            return [dimension.value for dimension in declaration.dimensions] + rows
        case Modifiers():
            lines = [part for line in declaration.lines for part in (line.amount, line.condition) if part is not None]
            return [let.value for let in declaration.lets] + lines
        case Example():
            asked = [part for line in declaration.lines for part in line_expressions(line)]
            return [let.value for let in declaration.lets] + asked
        case Fact():
            return [] if declaration.default is None else [declaration.default]
        case Assumption():
            return [*(let.value for let in declaration.lets), declaration.value]
        case Action():
            guards = [guard.condition for guard in declaration.guards]
            return guards + [part for norm in declaration.norms for part in norm_expressions(norm)]
        case Path():
            return _path_expressions(declaration)
        case Choice():
            own = [let.value for let in declaration.lets]
            own += [part for part in (declaration.items, declaration.where) if part is not None]
            return own + [preference.value for preference in declaration.preferences]
        case _:
            assert_never(declaration)


def _clause_expressions(clause: Clause) -> list[Expr]:
    own = [part for part in (clause.condition, clause.value) if part is not None]
    own += [let.value for let in clause.lets]
    return own + [part for exception in clause.exceptions for part in _clause_expressions(exception)]


def norm_expressions(norm: Norm) -> list[Expr]:
    """The outermost expressions of a rule and its exceptions."""
    own = [*(let.value for let in norm.lets), *([] if norm.condition is None else [norm.condition])]
    own += [part for effect in norm.failing for part in effect_expressions(effect)]
    return own + [part for exception in norm.exceptions for part in norm_expressions(exception)]


def counted_expressions(fact: Fact) -> list[Expr]:
    """For what the deeds of a limit are counted."""
    return [] if fact.counts is None else [key for _, keys in fact.counts.deeds for key in keys]


def line_expressions(line: ExampleLine) -> list[Expr]:
    """The outermost expressions of a line of an example."""
    match line:
        case SetupLine():
            return []
        case WithLine():
            return [value for piece in line.pieces for _, value in piece.facts]
        case PlayLine():
            return [*line.arguments, *(part for pair in line.rolled for part in pair)]
        case DoLine():
            return [line.expression, *(part for pair in line.rolled for part in pair)]
        case Expectation() | GivenLine():
            return [line.expression]
        case _:
            assert_never(line)


# What a `given` line may tell; a path may be told too, where no map is at hand.
FACT_KINDS: frozenset[FactKind] = frozenset(
    {"state", "given", "variant", "absent", "phase", "active", "path", "rolled", "entered", "pieces", "counted"}
)


def lets_read(example: Example, line: ExampleLine) -> tuple[Let, ...]:
    """The named values that a line of an example reads, itself or by another of them, in their order."""
    names = {name for expression in line_expressions(line) for name in free_names(expression)}
    found = []
    for let in reversed(example.lets):
        if let.name in names:
            found.append(let)
            names.update(free_names(let.value))
    return tuple(reversed(found))


def norms_in(norm: Norm) -> list[Norm]:
    """A norm and all its exceptions, the outer ones first."""
    return [norm, *(inner for part in norm.exceptions for inner in norms_in(part))]


def fact_assertion(expression: Expr) -> tuple[Expr, Expr | None, str]:
    """The fact that a `given` line speaks of, the value it is given, and the field, if only that is told.

    Of `controls(axis, rostov)` it is told that it is so, and no value stands there.
    """
    fact: Expr = expression
    value: Expr | None = None
    if isinstance(expression, Apply) and expression.operator == Operator.NOT:
        fact, value = expression.operands[0], Const(False, expression.type, expression.span)
    elif isinstance(expression, Apply) and expression.operator == Operator.EQUAL:
        fact, value = expression.operands
    if isinstance(fact, FieldOf):
        return fact.record, value, fact.name
    return fact, value, ""


def effect_expressions(effect: Effect) -> list[Expr]:
    """The outermost expressions of an effect."""
    bound = [part for binding in effect.each for part in binding_expressions(binding)]
    return [*bound, *effect.arguments, *(part for part in (effect.value, effect.condition) if part is not None)]


def binding_expressions(binding: Binding) -> list[Expr]:
    """The outermost expressions of who something comes about for."""
    return [binding.items] if binding.where is None else [binding.items, binding.where]


def roll_expressions(roll: Roll) -> list[Expr]:
    """The outermost expressions of what is rolled."""
    bound = [] if roll.each is None else binding_expressions(roll.each)
    return [*bound, *(part for part in (roll.count, roll.pool) if part is not None)]


def changed_facts(effects: Iterable[Effect]) -> list[str]:
    """The facts that effects change, or tell of what they make; what they play is none."""
    changed = [effect for effect in effects if effect.mode != EffectMode.PLAYS]
    return [name for effect in changed for name in (effect.fact, *effect.fields)]


def phase_expressions(phase: Phase) -> list[Expr]:
    """The outermost expressions of a phase itself, those inside it apart."""
    order = () if phase.order is None else (phase.order.amount, phase.order.ties)
    who = (phase.actor, phase.together, phase.alone, phase.at_once)
    own = (*who, phase.condition, phase.until, phase.items, phase.where, phase.stays, phase.ends, *order)
    found = [part for part in own if part is not None] + list(phase.values)
    found += [part for effect in (*phase.first, *phase.effects) for part in effect_expressions(effect)]
    found += [part for roll in phase.rolls for part in roll_expressions(roll)]
    found += [ending.condition for ending in phase.endings]
    return found + [ending.winner for ending in phase.endings if ending.winner is not None]


def _path_expressions(path: Path) -> list[Expr]:
    own = [*(let.value for let in path.lets), path.start]
    own += [part for leg in path.legs for part in (leg.limit, leg.steps, leg.cost, leg.where) if part is not None]
    return own + ([] if path.end is None else [path.end]) + [bar.condition for bar in path.bars]


# The word a declaration that can be asked, or an assumption, begins with; or what else gives a fact.
DeclarationKind: TypeAlias = FactKind | Literal["define", "table", "modifiers", "action", "choice", "assume"]


def kind_of(item: Rule | Assumption) -> DeclarationKind:
    """The word a declaration begins with."""
    match item:
        case Fact():
            return "table" if item.kind == "absent" else item.kind
        case Definition():
            return "define"
        case Table():
            return "table"
        case Modifiers():
            return "modifiers"
        case Action():
            return "action"
        case Path():
            return "path"
        case Choice():
            return "choice"
        case Assumption():
            return "assume"
        case _:
            assert_never(item)


def free_names(expression: Expr) -> tuple[str, ...]:
    """The names that an expression needs to be told, each once."""
    if isinstance(expression, Var):
        return (expression.name,)
    names = dict.fromkeys(name for child in children(expression) for name in free_names(child))
    if isinstance(expression, Fold):
        names.pop(expression.variable, None)
    return tuple(names)


def direct_callees(declaration: Rule | Assumption) -> list[str]:
    """The names of what a declaration's answer asks: its calls, and a path's adjacency."""
    names = [call.callee for part in result_expressions(declaration) for call in calls_in(part)]
    return [*names, declaration.over] if isinstance(declaration, Path) else names


def transitive_callees(program: Program, declaration: Rule | Assumption) -> frozenset[str]:
    """The names of all that the answer of a declaration rests on."""

    def asked(name: str) -> list[str]:
        return direct_callees(program.callables[name]) if name in program.callables else []

    return frozenset(reachable(direct_callees(declaration), asked))


def phases_in(phase: Phase) -> list[Phase]:
    """A phase and everything inside it, in their order."""
    return [phase, *(inner for part in phase.phases for inner in phases_in(part))]


def state_independent(program: Program) -> frozenset[str]:
    """The declarations whose answer rests on their arguments alone, and on no fact of the position."""
    moving = [name for name, item in program.callables.items() if isinstance(item, Fact | Path)]
    asks = {name: direct_callees(item) for name, item in program.callables.items()}
    moved = reaching(asks, moving)
    return frozenset(name for name in asks if name not in moved)
