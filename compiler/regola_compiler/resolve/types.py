"""The declared types: enums, scales and records, and types as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label, nearest
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.graph import depth_first
from regola_compiler.model.program import Const, Expr, RecordLiteral, TypeInfo, written_value
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    NOTHING,
    NUMBER,
    DiceType,
    EnumType,
    ErrorType,
    HandleType,
    IntType,
    ListType,
    RecordType,
    Type,
    UnionType,
    Value,
    holds,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, Steps, SymbolTable
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.misread import type_by_value

MAX_SIDES = 100
MOST_VALUES = 1_000  # of a record, with those of the records in it
MAX_DICE = 12


def hold_default(default: Expr | None, type_: Type, names: SymbolTable) -> None:
    """Tell of what a fact begins with, where its own type cannot hold it."""
    if isinstance(default, Const) and not isinstance(default.type, ErrorType) and not holds(default.value, type_):
        names.report(
            codes.TYPE_MISMATCH,
            say("this starting value is outside `{result}`", result=type_),
            default.span,
            help=say("correct it, or widen the bounds"),
        )


def declare_types(nodes: Sequence[tree.Declaration], names: SymbolTable, steps: Steps) -> None:  # noqa: PLR0915
    """Enter every type that `nodes` declare, records after those they contain."""
    records = {node.name.text: node for node in nodes if isinstance(node, tree.Record)}
    for node in nodes:
        match node:
            case tree.Enum(members=()):
                names.report(
                    dsl_codes.SYNTAX_ERROR,
                    say("`{name}` has no values", name=node.name.text),
                    node.name.span,
                    help=say("list them on the lines below, with commas or one a line"),
                )
                names.lost |= {node.name.text}
            case tree.Enum():
                names.declare_type(node.name.text, _enum(node, names))
            case tree.Piece():
                own = HandleType(node.name.text, individuals=True)
                written: list[tree.Field | tree.Fact] = [*node.fields, *node.states]
                told = tuple((part.name.text, part.anchors, part.texts, part.name.span) for part in written)
                info = TypeInfo(own, node.anchors, node.texts, told, node.span, node.name.span)
                names.declare_type(node.name.text, info)
                if steps.of_item(_speaks_of_nothing, node):
                    names.declare_builtin(NOTHING)
            case tree.GivenType():
                type_ = HandleType(node.name.text)
                info = TypeInfo(type_, node.anchors, node.texts, (), node.span, node.name.span)
                names.declare_type(node.name.text, info)
            case tree.Record():
                pass  # after those they contain
            case tree.Fact() | tree.Define():
                if steps.of_item(_speaks_of_nothing, node):
                    names.declare_builtin(NOTHING)
            case tree.Table() | tree.Modifiers() | tree.Action() | tree.Rule():
                pass
            case tree.Assume() | tree.Sequence() | tree.Path() | tree.Choice():
                pass
            case tree.ExceptionRule() | tree.Example() | tree.Erratum() | tree.Accept() | tree.LabelText():
                pass
            case tree.Players() | tree.Setup() | tree.Change() | tree.AlsoAfter() | tree.Event() | tree.Limit():
                pass
            case tree.Phase():
                pass
            case _:
                assert_never(node)
    records = {name: node for name, node in records.items() if name not in names.types}
    order, circles = depth_first(
        {name: [_inner(field).name for field in node.fields] for name, node in records.items()}
    )
    for circle in circles:
        node = records[circle[-1]]
        for inner in map(_inner, node.fields):
            if inner.name == circle[0]:
                names.report(
                    codes.CYCLE,
                    say("record `{name}` contains itself", name=inner.name),
                    inner.span,
                    help=say("a record must end somewhere"),
                )
        empty = RecordType(circle[0], ())
        if circle[0] not in names.types:
            names.declare_type(circle[0], TypeInfo(empty, (), (), (), node.span, node.name.span))
    sizes: dict[str, int] = {}
    for name in order:
        node = records[name]
        inner_sizes = [sizes.get(_inner(field).name, 1) for field in node.fields]
        sizes[name] = sum(inner_sizes)
        if sizes[name] <= MOST_VALUES:
            names.declare_type(name, _record(node, names))
            continue
        if max(inner_sizes) <= MOST_VALUES:  # else what it contains is too large, and was told
            message = say(
                "a `{name}` is made of more than {most_values:,} single values", name=name, most_values=MOST_VALUES
            )
            names.report(
                dsl_codes.TOO_LARGE, message, node.name.span, help=say("a record holds what one thing has: less")
            )
        unknown = RecordType(name, tuple((field.name.text, ERROR) for field in node.fields))
        names.declare_type(name, TypeInfo(unknown, (), (), (), node.span, node.name.span))


def _speaks_of_nothing(node: tree.Piece | tree.Fact | tree.Define) -> bool:
    """Whether a declaration speaks of the type of nothing."""
    match node:
        case tree.Piece():
            types = [*(part.type for part in node.fields), *(part.type for part in node.states)]
        case tree.Fact():
            types = [node.type, *(part.type for part in node.parameters)]
        case tree.Define():
            types = [node.result, *(part.type for part in node.parameters)]
    return any(option.name == NOTHING.name for type_ in types for option in (type_, *type_.options))


def _inner(field: tree.Field) -> tree.TypeName:
    """The type of a field, or of what its list holds."""
    return field.type.item or field.type


def _enum(node: tree.Enum, names: SymbolTable) -> TypeInfo:
    """The type of an enum or scale that has at least one member."""
    members: list[str] = []
    worths: list[Fraction] = []
    readable = True
    places: dict[str, Span] = {}
    for member in node.members:
        label = member.name.text
        if label in places:
            names.report(
                codes.DUPLICATE,
                say("`{label}` is listed twice in `{name}`", label=label, name=node.name.text),
                member.name.span,
                related=(Label(places[label], say("first listed here")),),
                help=say("remove one of them"),
            )
            continue
        places[label] = member.name.span
        members.append(label)
        if member.worth is not None:
            worth = written_value(resolve(member.worth, Scope(names, {}), NUMBER))
            readable = readable and worth is not None
            if isinstance(worth, int | Fraction):
                worths.append(Fraction(worth))
    if not readable:
        worths = []
    elif worths and len(worths) != len(members):
        names.report(
            codes.TYPE_MISMATCH,
            say("some members of `{name}` stand for a number and some do not", name=node.name.text),
            node.name.span,
        )
        worths = []
    type_ = EnumType(
        node.name.text,
        tuple(members),
        node.ordered,
        node.ratios,
        node.open_below,
        node.open_above,
        tuple(worths),
    )
    _check_increasing(node, type_, names)
    for index, member in enumerate(node.members if node.ratios else ()):
        if index < len(members) and type_.worth(index) is None:
            names.report(
                codes.TYPE_MISMATCH,
                say("`{name}` is not a ratio", name=member.name.text),
                member.name.span,
                help=say("a scale of ratios has members such as `1-2` and `3-1`"),
            )
    parts = tuple((member.name.text, member.anchors, member.texts, member.name.span) for member in node.members)
    return TypeInfo(type_, node.anchors, node.texts, parts, node.span, node.name.span)


def _check_increasing(node: tree.Enum, type_: EnumType, names: SymbolTable) -> None:
    """The numbers that members stand for must rise, or `the last of … at most` would pick a wrong one."""
    numbers = [type_.worth(index) for index in range(len(type_.members))]
    for index in range(1, len(numbers)):
        before, here = numbers[index - 1], numbers[index]
        if node.ordered and before is not None and here is not None and before >= here:
            names.report(
                codes.TYPE_MISMATCH,
                say(
                    "`{members}` stands for less than `{members_2}` before it",
                    members=type_.members[index],
                    members_2=type_.members[index - 1],
                ),
                node.members[index].name.span,
                help=say("list the members of a scale from the least to the most"),
            )
            return


def _record(node: tree.Record, names: SymbolTable) -> TypeInfo:
    fields: list[tuple[str, Type]] = []
    defaults: list[tuple[str, Value]] = []
    seen: dict[str, Span] = {}
    for field in node.fields:
        name = field.name.text
        if name in seen:
            names.report(
                codes.DUPLICATE,
                say("field `{name}` stands twice in `{node_name}`", name=name, node_name=node.name.text),
                field.name.span,
                related=(Label(seen[name], say("first here")),),
            )
            continue
        seen[name] = field.name.span
        type_ = type_of(field.type, names, field.default)
        fields.append((name, type_))
        if field.default is not None:
            before = names.count()
            value = resolve(field.default, Scope(names, {}), type_)
            if names.count() > before or _is_broken(value):
                fields[-1] = (name, ERROR)
                continue
            constant = written_value(value)
            if constant is not None and not holds(constant, type_):
                names.report(
                    codes.TYPE_MISMATCH,
                    say("this default is outside `{type}`", type=type_),
                    field.default.span,
                    help=say("correct it, or widen the bounds"),
                )
            elif constant is not None:
                defaults.append((name, constant))
            elif not isinstance(value.type, ErrorType):
                names.report(
                    codes.TYPE_MISMATCH,
                    say("a default must be a plain value"),
                    field.default.span,
                    help=say("write the value it comes to"),
                )
    parts = tuple((field.name.text, field.anchors, field.texts, field.name.span) for field in node.fields)
    type_ = RecordType(node.name.text, tuple(fields), tuple(defaults))
    return TypeInfo(type_, node.anchors, node.texts, parts, node.span, node.name.span)


def _is_broken(value: Expr) -> bool:
    """Whether a value is not known, or one of its fields, of which is told where that is declared."""
    fields = value.fields if isinstance(value, RecordLiteral) else ()
    return isinstance(value.type, ErrorType) or any(_is_broken(part) for _, part in fields)


def type_of(node: tree.TypeName, names: SymbolTable, default: tree.Expr | None = None) -> Type:
    """The type written as `node`; of one that is not known, the value that it has by `default` tells what was meant."""
    match node.kind:
        case "int":
            return IntType(node.low, node.high)
        case "bool":
            return BOOL
        case "number":
            return NUMBER
        case "dice" | "modified":
            count, _, sides = node.name.partition("d")
            if int(sides) not in range(2, MAX_SIDES + 1) or int(count or 1) not in range(1, MAX_DICE + 1):
                names.report(
                    codes.TYPE_MISMATCH,
                    say("`{name}` is not a roll anyone makes", name=node.name),
                    node.span,
                    help=say(
                        "dice have 2 to {max_sides} sides, and 1 to {max_dice} are rolled",
                        max_sides=MAX_SIDES,
                        max_dice=MAX_DICE,
                    ),
                )
                return ERROR
            return DiceType.parse(node.name, node.low, node.high, modified=node.kind == "modified")
        case "list":
            assert node.item is not None
            if node.high is not None and (node.low or 0) > node.high:
                names.report(codes.TYPE_MISMATCH, say("this list asks for more items than it allows"), node.span)
            return ListType(type_of(node.item, names), node.high, node.low or 0)
        case "union":
            return _union(node, names)
        case "group":
            names.report(
                codes.TYPE_MISMATCH,
                say("only what an action is done with is several of a list"),
                node.span,
                help=say("write `list of …`"),
            )
            return ERROR
        case _:
            known = names.type_called(node.name)
            if known is None:
                known_types = [*names.type_names(), "int", "bool", "number"]
                names.unknown(
                    "type",
                    node.name,
                    node.span,
                    known_types,
                    _meant_by(node.name, default, known_types, names) if node.name.isidentifier() else "",
                )
                return ERROR
            return known


def _meant_by(written: str, default: tree.Expr | None, known: list[str], names: SymbolTable) -> str:
    """What to write for a type that there is none of, by the value that it has: the one enum that lists it."""
    if not isinstance(default, tree.Word):
        return "" if nearest(written, known) else type_by_value(default)
    found = [
        name
        for name, info in names.types.items()
        if isinstance(info.type, EnumType) and default.text in info.type.members
    ]
    if len(found) != 1:
        return ""
    return say("`{value}` is a value of `{type}`: write `{type}`", value=default.text, type=found[0])


def _union(node: tree.TypeName, names: SymbolTable) -> Type:
    """A value of one of several types, which must be told apart by what they are."""
    options: list[Type] = []
    for written in node.options:
        type_ = type_of(written, names)
        if isinstance(type_, ErrorType):
            return ERROR
        if not isinstance(type_, HandleType | EnumType):
            names.report(
                codes.TYPE_MISMATCH,
                say("`{type}` cannot be one of several types", type=type_),
                written.span,
                help=say("of several types may be pieces, places, values of an enum, and `none`"),
            )
            return ERROR
        if type_ in options:
            names.report(
                codes.DUPLICATE, say("`{type}` stands twice", type=type_), written.span, help=say("remove one of them")
            )
            continue
        options.append(type_)
    return UnionType(tuple(options)) if len(options) > 1 else options[0]


def contains_error_type(type_: Type) -> bool:
    """Whether a type rests on something that could not be understood."""
    if isinstance(type_, RecordType):
        return any(contains_error_type(field) for _, field in type_.fields)
    if isinstance(type_, UnionType):
        return any(map(contains_error_type, type_.options))
    return isinstance(type_, ErrorType) or (isinstance(type_, ListType) and contains_error_type(type_.item))
