"""Expressions of the intermediate representation as Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import assert_never

from regola_dsl.kinds import FoldKind

from regola_compiler.emit.python.indexes import indexed
from regola_compiler.emit.python.names import within
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.straight.deep import in_parts, is_deep
from regola_compiler.emit.python.straight.quick import named, plainly, quickly, shared, written_out
from regola_compiler.emit.python.straight.safe import can_be_read
from regola_compiler.ir.bounds import Bounds, held_to, is_within
from regola_compiler.ir.tree import (
    And,
    Apply,
    Call,
    Const,
    Effect,
    Expr,
    Fact,
    FieldOf,
    Fold,
    If,
    ListOf,
    Make,
    Or,
    Supposed,
    Var,
)
from regola_compiler.ir.types import (
    FractionValue,
    HandleValue,
    ListValue,
    MemberValue,
    RecordValue,
    Type,
    Value,
)
from regola_compiler.model.kinds import TELLS, Operator
from regola_compiler.model.names import is_extent

_QUANTIFIERS = frozenset({FoldKind.ANY, FoldKind.ALL, FoldKind.NO})


def literal(value: Value, names: Namespace) -> str:
    """A value as Python writes it."""
    match value:
        case bool() | int():
            return repr(value)
        case FractionValue():
            return f"Fraction({value.fraction!r})"
        case MemberValue() if value.ordered:
            return f"{names.type(value.of)}({value.member!r})"
        case MemberValue():
            return f"{names.type(value.of)}.{names.member(value.of, value.member)}"
        case HandleValue():
            return f"{names.type(value.of)}({value.handle!r})"
        case RecordValue():
            return _record(value.record, {name: literal(part, names) for name, part in value.fields.items()}, names)
        case ListValue():
            return tuple_of(literal(item, names) for item in value.items)
        case _:
            assert_never(value)


def constant(value: Value, names: Namespace) -> str:
    """A value as a function writes it: what has to be found or made has a name of its own, and is made once."""
    written = literal(value, names)
    match value:
        case MemberValue():
            return names.once(written, f"{value.of}_{value.member}")
        case HandleValue():
            return names.once(written, f"{value.of}_{value.handle}")
        case FractionValue() | RecordValue():
            return names.once(written, "constant")
        case ListValue():
            return tuple_of(constant(item, names) for item in value.items)
        case bool() | int():
            return written
        case _:
            assert_never(value)


def expression(node: Expr, names: Namespace) -> str:
    """An expression, in brackets wherever precedence could matter; what lies deep in it becomes functions."""
    return _written(in_parts(node, names, _written), names)


def _written(node: Expr, names: Namespace) -> str:
    return _raw(node, names) if names.sharing is None else shared(node, names, _raw)


def _raw(node: Expr, names: Namespace) -> str:
    match node:
        case Const():
            return constant(node.value, names)
        case Var():
            return names.local(node.name)
        case FieldOf():
            return f"{_written(node.of, names)}.{names.field(node.record, node.name)}"
        case Call():
            return call(node, names)
        case Apply():
            return _apply(node, names)
        case And() | Or():
            first, *others = node.operands
            listed = [_written(first, names)]
            with _perhaps(names):
                listed += [_written(part, names) for part in others]
            return f"({f' {node.kind} '.join(listed)})"
        case If():
            condition = _written(node.condition, names)
            with _perhaps(names):
                then = _written(node.then, names)
            with _perhaps(names):
                otherwise = _written(node.otherwise, names)
            return f"({then} if {condition} else {otherwise})"
        case Fold():
            return _fold(node, names)
        case Make():
            return made(node.record, node.fields, names)
        case ListOf():
            return tuple_of(_written(item, names) for item in node.items)
        case Supposed():
            return _supposed(node, names)
        case _:
            assert_never(node)


def _perhaps(names: Namespace) -> AbstractContextManager[None]:
    """Around what may not be worked out."""
    return nullcontext() if names.sharing is None else names.sharing.perhaps()


def _within(names: Namespace, variable: str = "") -> AbstractContextManager[None]:
    """Around what goes through a list."""
    return nullcontext() if names.sharing is None else names.sharing.within(variable)


def quick(nodes: list[Expr], names: Namespace, known: Mapping[str, Bounds] | None = None) -> list[str]:
    """Expressions that one function works out one after the other, where nobody asks for reasons.

    Args:
        nodes: the expressions; each is worked out for certain where the next one is.
        names: those of the module.
        known: the bounds of the function's parameters.
    """
    view = None if is_deep(nodes) else quickly(nodes, names, _written, known or {})
    return [expression(node, names) if view is None else _written(node, view) for node in nodes]


def given_name(node: Expr, names: Namespace) -> list[str]:
    """The statement that gives an expression a name, by which it is called from there on; none where it has one."""
    return named(node, names, _raw)


def plainly_written(node: Expr, names: Namespace) -> str:
    """How an expression is written where nothing in it has a name yet."""
    assert names.sharing is not None
    return plainly(node, names.sharing, names, _raw)


def quick_loops(node: Expr, names: Namespace, known: Mapping[str, Bounds]) -> list[str] | None:
    """The statements that answer whether something is so for one of a list, or for all, where nobody asks for reasons.

    None of all other expressions.
    """
    *before, last = node.operands if isinstance(node, And) else (node,)
    if not isinstance(last, Fold) or last.kind not in _QUANTIFIERS or is_deep([node]):
        return None
    view = quickly([*before, last], names, _written, known)
    if view is None:
        return None
    lines: list[str] = []
    for part in before:
        if isinstance(part, Apply) and part.operator is Operator.NOT:
            asked = _written(part.operands[0], view)
        else:
            asked = f"not {_written(part, view)}"
        lines += [f"    if {asked}:", "        return False"]
    found = last.kind == FoldKind.ANY
    return [*lines, *_loop(last, view, "    ", found=found), f"    return {not found}"]


def _loop(node: Fold, names: Namespace, indent: str, *, found: bool) -> list[str]:
    """The statements that go through a list until it is known whether something is so."""
    sharing = names.sharing
    assert sharing is not None
    assert node.where is not None
    variable = names.local(node.variable)
    with sharing.within():
        lines = [f"{indent}for {variable} in {items_of(node, names)}:"]
    with sharing.within(variable):
        sharing.binding = True  # a statement, which has no names of its own
        if isinstance(node.where, Fold) and node.where.kind == node.kind == FoldKind.ANY:
            return [*lines, *_loop(node.where, names, indent + "    ", found=found)]
        where = _written(node.where, names)
        negated = node.kind == FoldKind.ALL
        return [*lines, f"{indent}    if {'not ' * negated}{where}:", f"{indent}        return {found}"]


def call(node: Call, names: Namespace) -> str:
    """A function asked, with the position where its answer rests on one."""
    name = node.name
    if is_extent(name) and name in names.fact_types:
        return f"position.{names.fact(name)}"
    if node.aspect == "ways":
        return f"{routes(node, names)}.all()"
    parts = _arguments(node, names)
    known = {} if names.sharing is None else names.sharing.known
    if name in names.straight_facts and can_be_read(node, known, names):
        return straight_read(names.facts[name], tuple_of(parts), names)
    if (placed := written_out(node, parts, names, _raw)) is not None:
        return placed
    listed = ", ".join([*["position"] * (name in names.moving), *parts])
    match node.aspect:
        case "length":
            return f"shortest({name!r}, {_ends(node, listed, names)})"
        case "ends":
            return f"tuple({_ends(node, listed, names)})"
        case "":
            return f"{names.function(name)}({listed})"
        case _:
            assert_never(node.aspect)


def _ends(node: Call, passed: str, names: Namespace) -> str:
    """Where a path can end, with what is spent on the way; it is asked with what is `passed`."""
    if names.sharing is not None:  # nobody asks for reasons
        return f"{names.helper(('walk', node.name), f'ends_of_{node.name}')}({passed})"
    return f"{names.function(f'ends of {node.name}')}({passed})"


def routes(node: Call, names: Namespace) -> str:
    """The routes of a path that is asked for its ways."""
    names.routes.add(node.name)
    return f"{names.helper(('routes', node.name), f'routes_of_{node.name}')}({_passed(node, names)})"


def _passed(node: Call, names: Namespace) -> str:
    """What a function is called with: the position, where its answer rests on one, and the arguments."""
    return ", ".join([*["position"] * (node.name in names.moving), *_arguments(node, names)])


def _arguments(node: Call, names: Namespace) -> list[str]:
    wanted = names.parameter_types.get(node.name) or (None,) * len(node.arguments)
    return [narrowed(part, type_, names) for part, type_ in zip(node.arguments, wanted, strict=True)]


def straight_read(fact: Fact, arguments: str, names: Namespace) -> str:
    """What a position says of a fact with arguments, or what it is where nothing is said."""
    if isinstance(fact.default, Const):
        return f"position.{names.fact(fact.name)}.get({arguments}, {constant(fact.default.value, names)})"
    return f"position.{names.fact(fact.name)}[{arguments[1:-1]}]"


def narrowed(node: Expr, wanted: Type | None, names: Namespace) -> str:
    """An expression where a value of one type is asked: what may be of several is held to it."""
    written = _written(node, names)
    held = held_to(node, wanted, names.results)
    if held is None:
        return written
    names.imports.add("of_type")
    assert isinstance(node, Call)
    return f"of_type({written}, {names.type(held.name)}, {node.name!r})"


def held(node: Expr, type_: Type, name: str, names: Namespace, known: Mapping[str, Bounds]) -> str:
    """An expression held to a type, where it can be outside it; `name` is what is said to be out of range then.

    Args:
        node: the expression.
        type_: what it is held to.
        name: what has its value.
        names: those of the module.
        known: the bounds of the names it reads.
    """
    written = narrowed(in_parts(node, names, _written), type_, names)
    return written if is_within(node, type_, known, names) else within(written, type_, name, names)


def made(record: str, fields: Mapping[str, Expr], names: Namespace) -> str:
    """A record made of expressions, each held to the type of its field."""
    known = {} if names.sharing is None else names.sharing.known
    types = names.field_types[record]
    return _record(record, {name: held(part, types[name], name, names, known) for name, part in fields.items()}, names)


def keys_of(effect: Effect, names: Namespace, known: Mapping[str, Bounds] | None = None) -> list[str]:
    """What an effect is of; where it tells a fact something, held to what that can be told of.

    Args:
        effect: the effect.
        names: those of the module.
        known: the bounds of the names it reads.
    """
    if effect.value is None or effect.mode not in TELLS:
        return [expression(part, names) for part in effect.arguments]
    wanted = zip(effect.arguments, names.facts[effect.fact].parameters, strict=True)
    return [held(part, one.type, one.name, names, known or {}) for part, one in wanted]


def _supposed(node: Supposed, names: Namespace) -> str:
    """What is asked of another position: the same words, where `position` is that one."""
    if node.kind == "can":
        names.imports.add("possible")
        action = names.actions[node.of]
        places = {one.name: place for place, one in enumerate(action.parameters)}
        given = ", ".join(f"{places[name]}: {_written(part, names)}" for name, part in node.arguments.items())
        passed = "position, *arguments" if node.of in names.moving else "*arguments"
        permission = f"lambda position, *arguments: {names.function(node.of)}({passed})"
        return f"possible(PLAY, position, {node.of!r}, {{{given}}}, {permission})"
    assert node.value is not None
    if node.kind == "after":
        arguments = [_written(node.arguments[one.name], names) for one in names.actions[node.of].parameters]
        done = names.helper(("done", node.of), f"done_{node.of}")
        other = f"{done}({', '.join(['position', '{}', *arguments])})[0]"
    else:
        names.imports.add("past")
        field = names.fact(f"{'start' if node.kind == 'at_start' else 'end'} of {node.of}")
        who = "" if node.who is None else f", {_written(node.who, names)}"
        other = f"past(position, {field!r}{who})"
    return f"(lambda position: {_written(node.value, names)})({other})"


def tuple_of(parts: Iterable[str]) -> str:
    """A tuple as Python writes it."""
    listed = list(parts)
    return f"({', '.join(listed)}{',' * (len(listed) == 1)})"


def _record(record: str, fields: Mapping[str, str], names: Namespace) -> str:
    inner = ", ".join(f"{names.field(record, name)}={part}" for name, part in fields.items())
    return f"{names.type(record)}({inner})"


def _apply(node: Apply, names: Namespace) -> str:
    if (rounded := _quotient(node, names)) is not None:
        return rounded
    if node.operator is Operator.CONTAINS and isinstance(ways := node.operands[1], Call) and ways.aspect == "ways":
        return f"({_written(node.operands[0], names)} in {routes(ways, names)})"
    if node.operator is Operator.CONTAINS and node.across is None:
        asked = node.operands[1]
        if isinstance(asked, Call) and asked.aspect == "ends":
            return f"({_written(node.operands[0], names)} in {_ends(asked, _passed(asked, names), names)})"
    constants = [part.value for part in node.operands if isinstance(part, Const)]
    known = len(constants) == len(node.operands)
    written = node.operands[:1] if node.operator is Operator.IS_A else node.operands  # the type is no value
    a, *others = [_written(part, names) for part in written]
    if node.across is not None and not known and not names.alone(node.across):
        return _across(node.operator, a, others, names)
    match node.operator:
        case Operator.EQUAL | Operator.UNEQUAL | Operator.IN if known:
            # A loop of the sequence of play puts values in; type checkers complain of comparing two of them.
            return repr((constants[0] in constants[1:]) is (node.operator is not Operator.UNEQUAL))
        case Operator.ADD:
            return f"({a} + {others[0]})"
        case Operator.SUBTRACT:
            return f"({a} - {others[0]})"
        case Operator.MULTIPLY:
            return f"({a} * {others[0]})"
        case Operator.DIVIDE:
            return f"divided({a}, {others[0]})"
        case Operator.NEGATE:
            return f"(-{a})"
        case Operator.NOT:
            return f"(not {a})"
        case Operator.LESS | Operator.LESS_EQUAL | Operator.GREATER | Operator.GREATER_EQUAL:
            place = ".index" if any(_is_on_scale(part) for part in node.operands) else ""
            return f"({a}{place} {node.operator.value} {others[0]}{place})"
        case Operator.EQUAL | Operator.UNEQUAL:
            return f"({a} {node.operator.value} {others[0]})"
        case Operator.MIN | Operator.MAX:
            return f"{node.operator.value}({', '.join([a, *others])})"
        case Operator.ROUND_UP:
            return f"math.ceil({a})"
        case Operator.ROUND_DOWN:
            return f"math.floor({a})"
        case Operator.ROUND_NEAREST:
            return f"nearest({a})"
        case Operator.IN if len(others) == 1:
            return f"({a} == {others[0]})"
        case Operator.IN:
            return f"({a} in {tuple_of(others)})"
        case Operator.CONTAINS:
            return f"({a} in {others[0]})"
        case Operator.START | Operator.END | Operator.STEPS:
            function = node.operator.value
            names.imports.add(function)
            return f"{function}({a})"
        case Operator.IS_A:
            named = node.operands[1]
            assert isinstance(named, Const)
            assert isinstance(named.value, HandleValue)
            return f"isinstance({a}, {names.type(named.value.handle)})"
        case Operator.SHIFT:
            return f"{a}.shifted({others[0]})"
        case Operator.PICK_LAST:
            return f"{names.type(node.scale)}.last_at_most({a})"
        case Operator.PICK_FIRST:
            return f"{names.type(node.scale)}.first_at_least({a})"
        case _:
            assert_never(node.operator)


def _is_on_scale(node: Expr) -> bool:
    """Whether an expression is a value of a scale, which is compared by its place."""
    return isinstance(node, Const) and isinstance(node.value, MemberValue) and node.value.ordered


_ROUNDED = {Operator.ROUND_DOWN: "floored", Operator.ROUND_UP: "raised", Operator.ROUND_NEAREST: "rounded"}


def _quotient(node: Apply, names: Namespace) -> str | None:
    """A quotient of which nothing but a whole number or a place on a scale is kept: no fraction is made of it."""
    inner = node.operands[0]
    if not isinstance(inner, Apply) or inner.operator is not Operator.DIVIDE:
        return None
    if node.operator is not Operator.PICK_LAST and node.operator not in _ROUNDED:
        return None
    above, below = (_written(part, names) for part in inner.operands)
    if node.operator is Operator.PICK_LAST:
        return f"{names.type(node.scale)}.last_of({above}, {below})"
    divisor = inner.operands[1]
    if isinstance(divisor, Const) and isinstance(divisor.value, int) and divisor.value > 0:
        if node.operator is Operator.ROUND_DOWN:
            return f"({above} // {below})"
        if node.operator is Operator.ROUND_UP:
            return f"(-(-{above} // {below}))"
    names.imports.add(_ROUNDED[node.operator])
    return f"{_ROUNDED[node.operator]}({above}, {below})"


def _across(operator: Operator, a: str, others: list[str], names: Namespace) -> str:
    """A comparison of values that may be of different types, and then are unequal whatever they are called."""
    match operator:
        case Operator.EQUAL | Operator.UNEQUAL:
            names.imports.add("same")
            return (
                f"{'(not ' * (operator == Operator.UNEQUAL)}same({a}, {others[0]}){')' * (operator != Operator.EQUAL)}"
            )
        case Operator.IN:
            names.imports.add("contains")
            return f"contains({a}, {tuple_of(others)})"
        case _:
            names.imports.add("contains")
            return f"contains({a}, {others[0]})"


def _fold(node: Fold, names: Namespace) -> str:
    with _within(names):
        items = items_of(node, names)
    with _within(names, names.local(node.variable)):
        return _fold_over(node, items, names)


def items_of(node: Fold, names: Namespace) -> str:
    """What a fold goes through."""
    return (indexed(node, names, _written) if names.plays else None) or _written(node.items, names)


def _fold_over(node: Fold, items: str, names: Namespace) -> str:
    loop = f"for {names.local(node.variable)} in {items}"
    where = None if node.where is None else _written(node.where, names)
    kept = f"{loop} if {where}" if where else loop
    value = "1" if node.value is None else _written(node.value, names)
    match node.kind:
        case FoldKind.ANY:
            return f"any({where} {loop})"
        case FoldKind.ALL:
            return f"all({where} {loop})"
        case FoldKind.NO:
            return f"(not any({where} {loop}))"
        case FoldKind.COUNT | FoldKind.SUM:
            return f"sum({value} {kept})"
        case FoldKind.MIN | FoldKind.MAX:
            return f"best({node.kind.value!r}, ({value} {kept}))"
        case FoldKind.THOSE:
            return f"tuple({names.local(node.variable)} {kept})"
        case _:
            assert_never(node.kind)
