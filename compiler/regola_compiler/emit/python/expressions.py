"""Expressions of the intermediate representation as Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import assert_never

from regola_dsl.kinds import FoldKind

from regola_compiler.emit.python.deep import in_parts
from regola_compiler.emit.python.indexes import indexed
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import And, Apply, Call, Const, Expr, FieldOf, Fold, If, ListOf, Make, Or, Supposed, Var
from regola_compiler.ir.types import (
    FractionValue,
    HandleType,
    HandleValue,
    ListValue,
    MemberValue,
    RecordValue,
    Type,
    UnionType,
    Value,
)
from regola_compiler.model.kinds import Operator


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


def expression(node: Expr, names: Namespace) -> str:
    """An expression, in brackets wherever precedence could matter; what lies deep in it becomes functions."""
    return _written(in_parts(node, names, _written), names)


def _written(node: Expr, names: Namespace) -> str:
    match node:
        case Const():
            return literal(node.value, names)
        case Var():
            return names.local(node.name)
        case FieldOf():
            return f"{_written(node.of, names)}.{names.field(node.record, node.name)}"
        case Call():
            return call(node, names)
        case Apply():
            return _apply(node, names)
        case And() | Or():
            return "(" + f" {node.kind} ".join(_written(part, names) for part in node.operands) + ")"
        case If():
            condition, then, otherwise = (_written(part, names) for part in (node.condition, node.then, node.otherwise))
            return f"({then} if {condition} else {otherwise})"
        case Fold():
            return _fold(node, names)
        case Make():
            return _record(node.record, {name: _written(part, names) for name, part in node.fields.items()}, names)
        case ListOf():
            return tuple_of(_written(item, names) for item in node.items)
        case Supposed():
            return _supposed(node, names)
        case _:
            assert_never(node)


def call(node: Call, names: Namespace) -> str:
    """A function asked, with the position where its answer rests on one."""
    name = node.name
    if name.startswith("every ") and name in names.fact_types:
        return f"position.{names.fact(name)}"
    listed = _passed(node, names)
    match node.aspect:
        case "length":
            return f"shortest({name!r}, {names.function(f'ends of {name}')}({listed}))"
        case "ends":
            return f"tuple({names.function(f'ends of {name}')}({listed}))"
        case "ways":
            return f"{routes(node, names)}.all()"
        case "":
            return f"{names.function(name)}({listed})"
        case _:
            assert_never(node.aspect)


def routes(node: Call, names: Namespace) -> str:
    """The routes of a path that is asked for its ways."""
    names.routes.add(node.name)
    return f"{names.helper(('routes', node.name), f'routes_of_{node.name}')}({_passed(node, names)})"


def _passed(node: Call, names: Namespace) -> str:
    """What a function is called with: the position, where its answer rests on one, and the arguments."""
    position = ["position"] if node.name in names.moving else []
    wanted = names.parameter_types.get(node.name) or (None,) * len(node.arguments)
    parts = [narrowed(part, type_, names) for part, type_ in zip(node.arguments, wanted, strict=True)]
    return ", ".join([*position, *parts])


def narrowed(node: Expr, wanted: Type | None, names: Namespace) -> str:
    """An expression where a value of one type is asked: what may be of several is held to it."""
    written = _written(node, names)
    own = names.fact_types.get(node.name) if isinstance(node, Call) and not node.aspect else None
    if not isinstance(own, UnionType) or not isinstance(wanted, HandleType):
        return written
    names.imports.add("of_type")
    assert isinstance(node, Call)
    return f"of_type({written}, {names.type(wanted.name)}, {node.name!r})"


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
    if node.operator is Operator.CONTAINS and isinstance(ways := node.operands[1], Call) and ways.aspect == "ways":
        return f"({_written(node.operands[0], names)} in {routes(ways, names)})"
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
        case (
            Operator.EQUAL
            | Operator.UNEQUAL
            | Operator.LESS
            | Operator.LESS_EQUAL
            | Operator.GREATER
            | Operator.GREATER_EQUAL
        ):
            return f"({a} {node.operator.value} {others[0]})"
        case Operator.MIN | Operator.MAX:
            return f"{node.operator.value}({', '.join([a, *others])})"
        case Operator.ROUND_UP:
            return f"math.ceil({a})"
        case Operator.ROUND_DOWN:
            return f"math.floor({a})"
        case Operator.ROUND_NEAREST:
            return f"nearest({a})"
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
    items = (indexed(node, names, _written) if names.plays else None) or _written(node.items, names)
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
        case _:
            assert_never(node.kind)
