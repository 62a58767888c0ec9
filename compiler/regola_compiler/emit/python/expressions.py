"""Expressions of the intermediate representation as Python, and the names they use."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping
from typing import assert_never

from regola_dsl.kinds import FoldKind

from regola_compiler.ir.tree import And, Apply, Call, Const, Enum, Expr, FieldOf, Fold, If, ListOf, Make, Or, Scale, Var
from regola_compiler.ir.types import FractionValue, HandleValue, ListValue, MemberValue, RecordValue, Type, Value
from regola_compiler.model.kinds import Operator

# What the module itself uses, so that no rule of a game takes its name.
_TAKEN = frozenset(
    """position Position chosen Leg Limits reach shortest Guard Norm permitted UNTOLD Handle Relation
    Untold changed told Stage Tracker Iterator Mapping SEQUENCES SCENARIOS step
    Answer Choice Dice Forbidden Function Integer ListOf MissingRule NoAnswer Number Scale agreed best combined
    divided look_up nearest note place settled within ask distribution explain FUNCTIONS Final Fraction Any
    dataclass math annotations value held rows row values bool int str tuple list dict sum min max any all print
    len type range""".split()
)


class Namespace:
    """The Python names of a game's things, each unique.

    `moving` are the functions whose answer rests on the position, which they take first; `facts` has the type of
    each fact.
    """

    def __init__(self, moving: frozenset[str] = frozenset(), facts: Mapping[str, Type] | None = None) -> None:
        self.moving = moving
        self.facts = facts or {}
        self._names: dict[tuple[str, str], str] = {}
        self._used = set(_TAKEN)
        self._members: dict[tuple[str, str], str] = {}

    def declare(self, name: str, room: str) -> None:
        """Give something of the game a name of its own in the module."""
        # The rows of a table `going_by_road` have no name of their own: they are `GoingByRoadRow`.
        made = room == "type" and " " in name
        safe = "".join(part.capitalize() for part in re.split(r"\W|_", name)) if made else re.sub(r"\W", "_", name)
        safe = f"n{safe}" if not safe or safe[0].isdigit() else safe
        while safe in self._used or keyword.iskeyword(safe) or keyword.issoftkeyword(safe):
            safe += "_"
        self._used.add(safe)
        self._names[room, name] = safe

    def type(self, name: str) -> str:
        """The class of a type."""
        return self._names["type", name]

    def function(self, name: str) -> str:
        """The function of a rule."""
        return self._names["function", name]

    def local(self, name: str) -> str:
        """A parameter, a `let` or a list's variable: never the name of something the module has."""
        if name == "value":
            return name
        safe = re.sub(r"\W", "_", name)
        while safe in self._used or keyword.iskeyword(safe) or keyword.issoftkeyword(safe):
            safe += "_"
        return safe

    def members(self, type_: Enum | Scale) -> None:
        """Name the members of an enum: `A1/DR` becomes `A1_DR`, `* -1` becomes `star_minus_1`."""
        used = {"index", "name", "value", "mro", "labels", *dir(str)}
        for member in type_.members:
            spoken = re.sub(r"(?<!\w)-(?=\w)", " minus ", member.label)
            for sign, word in (("*", " star "), ("+", " plus ")):
                spoken = spoken.replace(sign, word)
            safe = re.sub(r"\W+", "_", spoken).strip("_") or "dash"
            safe = f"v{safe}" if not safe or safe[0].isdigit() else safe
            while safe in used or keyword.iskeyword(safe):
                safe += "_"
            used.add(safe)
            self._members[type_.name, member.label] = safe

    def member(self, type_name: str, label: str) -> str:
        """The attribute for a member."""
        return self._members[type_name, label]


def _variable(name: str) -> str:
    safe = re.sub(r"\W", "_", name)
    return f"{safe}_" if keyword.iskeyword(safe) or keyword.issoftkeyword(safe) else safe


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
    """An expression, in brackets wherever precedence could matter."""
    match node:
        case Const():
            return literal(node.value, names)
        case Var():
            return names.local(node.name)
        case FieldOf():
            return f"{expression(node.of, names)}.{_variable(node.name)}"
        case Call():
            return call(node, names)
        case Apply():
            return _apply(node, names)
        case And() | Or():
            return "(" + f" {node.kind} ".join(expression(part, names) for part in node.operands) + ")"
        case If():
            condition, then, otherwise = (
                expression(part, names) for part in (node.condition, node.then, node.otherwise)
            )
            return f"({then} if {condition} else {otherwise})"
        case Fold():
            return _fold(node, names)
        case Make():
            return _record(node.record, {name: expression(part, names) for name, part in node.fields.items()}, names)
        case ListOf():
            return tuple_of(expression(item, names) for item in node.items)
        case _:
            assert_never(node)


def call(node: Call, names: Namespace) -> str:
    """A function asked, with the position where its answer rests on one."""
    name = node.name
    position = ["position"] if name in names.moving else []
    listed = ", ".join([*position, *(expression(part, names) for part in node.arguments)])
    match node.aspect:
        case "length":
            return f"shortest({name!r}, {names.function(f'ends of {name}')}({listed}))"
        case "ends":
            return f"tuple({names.function(f'ends of {name}')}({listed}))"
        case "":
            return f"{names.function(name)}({listed})"
        case _:
            assert_never(node.aspect)


def tuple_of(parts: Iterable[str]) -> str:
    """A tuple as Python writes it."""
    listed = list(parts)
    return f"({', '.join(listed)}{',' * (len(listed) == 1)})"


def _record(record: str, fields: Mapping[str, str], names: Namespace) -> str:
    inner = ", ".join(f"{_variable(name)}={part}" for name, part in fields.items())
    return f"{names.type(record)}({inner})"


def _apply(node: Apply, names: Namespace) -> str:
    constants = [part.value for part in node.operands if isinstance(part, Const)]
    known = len(constants) == len(node.operands)
    a, *others = [expression(part, names) for part in node.operands]
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
        case Operator.SHIFT:
            return f"{a}.shifted({others[0]})"
        case Operator.PICK_LAST:
            return f"{names.type(node.scale)}.last_at_most({a})"
        case Operator.PICK_FIRST:
            return f"{names.type(node.scale)}.first_at_least({a})"
        case _:
            assert_never(node.operator)


def _fold(node: Fold, names: Namespace) -> str:
    loop = f"for {names.local(node.variable)} in {expression(node.items, names)}"
    where = None if node.where is None else expression(node.where, names)
    kept = f"{loop} if {where}" if where else loop
    value = "1" if node.value is None else expression(node.value, names)
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
