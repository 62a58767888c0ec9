"""Expressions of the intermediate representation as Python, and the names they use."""

from __future__ import annotations

import keyword
import re
from typing import Any

_SIGNS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "==": "==",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
}
_CALLS = {
    "divide": "divided",
    "round_up": "math.ceil",
    "round_down": "math.floor",
    "round_nearest": "nearest",
    "min": "min",
    "max": "max",
}
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

    def __init__(self, moving: frozenset[str] = frozenset(), facts: dict[str, Any] | None = None) -> None:
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

    def members(self, type_: dict[str, Any]) -> None:
        """Name the members of an enum: `A1/DR` becomes `A1_DR`, `* -1` becomes `star_minus_1`."""
        used = {"index", "name", "value", "mro", "labels", *dir(str)}
        for member in type_["members"]:
            spoken = re.sub(r"(?<!\w)-(?=\w)", " minus ", member["label"])
            for sign, word in (("*", " star "), ("+", " plus ")):
                spoken = spoken.replace(sign, word)
            safe = re.sub(r"\W+", "_", spoken).strip("_") or "dash"
            safe = f"v{safe}" if not safe or safe[0].isdigit() else safe
            while safe in used or keyword.iskeyword(safe):
                safe += "_"
            used.add(safe)
            self._members[type_["name"], member["label"]] = safe

    def member(self, type_name: str, label: str) -> str:
        """The attribute for a member."""
        return self._members[type_name, label]


def _variable(name: str) -> str:
    safe = re.sub(r"\W", "_", name)
    return f"{safe}_" if keyword.iskeyword(safe) or keyword.issoftkeyword(safe) else safe


def literal(value: Any, names: Namespace) -> str:
    """A value as Python writes it."""
    if isinstance(value, list):
        return f"({', '.join(literal(item, names) for item in value)}{',' * (len(value) == 1)})"
    if not isinstance(value, dict):
        return repr(value)
    if "handle" in value:
        return f"{names.type(value['of'])}({value['handle']!r})"
    if "fraction" in value:
        return f"Fraction({value['fraction']!r})"
    if "record" in value:
        inner = ", ".join(f"{_variable(name)}={literal(part, names)}" for name, part in value["fields"].items())
        return f"{names.type(value['record'])}({inner})"
    if value["ordered"]:
        return f"{names.type(value['of'])}({value['member']!r})"
    return f"{names.type(value['of'])}.{names.member(value['of'], value['member'])}"


def expression(node: dict[str, Any], names: Namespace) -> str:
    """An expression, in brackets wherever precedence could matter."""
    match node["op"]:
        case "const":
            return literal(node["value"], names)
        case "var":
            return names.local(node["name"])
        case "field":
            return f"{expression(node['of'], names)}.{_variable(node['name'])}"
        case "call":
            return call(node, names)
        case "apply":
            return _apply(node, names)
        case "and" | "or":
            return "(" + f" {node['op']} ".join(expression(part, names) for part in node["operands"]) + ")"
        case "if":
            parts = {key: expression(node[key], names) for key in ("condition", "then", "otherwise")}
            return f"({parts['then']} if {parts['condition']} else {parts['otherwise']})"
        case "fold":
            return _fold(node, names)
        case "make":
            inner = ", ".join(f"{_variable(name)}={expression(part, names)}" for name, part in node["fields"].items())
            return f"{names.type(node['record'])}({inner})"
        case _:
            items = node["items"]
            return f"({_listed(items, names)}{',' * (len(items) == 1)})"


def call(node: dict[str, Any], names: Namespace) -> str:
    """A function asked, with the position where its answer rests on one."""
    name = node["name"]
    position = ["position"] if name in names.moving else []
    listed = ", ".join([*position, *(expression(part, names) for part in node["arguments"])])
    match node.get("aspect"):
        case "length":
            return f"shortest({name!r}, {names.function(f'ends of {name}')}({listed}))"
        case "ends":
            return f"tuple({names.function(f'ends of {name}')}({listed}))"
        case _:
            return f"{names.function(name)}({listed})"


def _listed(parts: list[dict[str, Any]], names: Namespace) -> str:
    return ", ".join(expression(part, names) for part in parts)


def _apply(node: dict[str, Any], names: Namespace) -> str:
    operator = node["operator"]
    if operator in {"==", "!=", "in"} and all(part["op"] == "const" for part in node["operands"]):
        # A loop of the sequence of play puts values in; type checkers complain of comparing two of them.
        first, *others = [part["value"] for part in node["operands"]]
        return repr((first in others) is (operator != "!="))
    operands = [expression(part, names) for part in node["operands"]]
    if operator in _SIGNS:
        return f"({operands[0]} {_SIGNS[operator]} {operands[1]})"
    if operator in _CALLS:
        return f"{_CALLS[operator]}({', '.join(operands)})"
    match operator:
        case "negate":
            return f"(-{operands[0]})"
        case "not":
            return f"(not {operands[0]})"
        case "in":
            return f"({operands[0]} in ({', '.join(operands[1:])}{',' * (len(operands) == 2)}))"
        case "contains":
            return f"({operands[0]} in {operands[1]})"
        case "shift":
            return f"{operands[0]}.shifted({operands[1]})"
        case "pick_last":
            return f"{names.type(node['scale'])}.last_at_most({operands[0]})"
        case _:
            return f"{names.type(node['scale'])}.first_at_least({operands[0]})"


def _fold(node: dict[str, Any], names: Namespace) -> str:
    variable = names.local(node["variable"])
    loop = f"for {variable} in {expression(node['items'], names)}"
    where = None if node["where"] is None else expression(node["where"], names)
    kept = f"{loop} if {where}" if where else loop
    match node["kind"]:
        case "any":
            return f"any({where} {loop})"
        case "all":
            return f"all({where} {loop})"
        case "no":
            return f"(not any({where} {loop}))"
        case "count":
            return f"sum(1 {kept})"
        case "sum":
            return f"sum({expression(node['value'], names)} {kept})"
        case kind:
            return f"best({kind!r}, ({expression(node['value'], names)} {kept}))"
