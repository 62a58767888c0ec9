"""Expressions and types of the model, written out again as a reader of the rules would see them.

The spelling is that of the language itself, so that what a reference shows can be pasted back into
a file and means the same. What comes out is a list of pieces, not a text: a page wants to link a
rule or a type where it is named, and to know where a long condition is best broken.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from regola_compiler.model import (
    Apply,
    Call,
    Const,
    Expectation,
    Expr,
    FieldOf,
    Fold,
    If,
    ListOf,
    Logic,
    Make,
    Modifier,
    Rule,
    Var,
)
from regola_compiler.types import EnumType, ListType, RecordType, Type, source

# How tightly each construct binds, loosest first: the rungs of the grammar's ladder of expressions.
_LOOSEST, _OR, _AND, _NOT, _COMPARE, _SHIFT, _SUM, _ROUND, _PRODUCT, _UNARY, _POSTFIX = range(11)

# A binary operator's sign, its own rung, and the rungs its two sides must reach.
_BINARY = {
    "add": ("+", _SUM, _SUM, _ROUND),
    "subtract": ("-", _SUM, _SUM, _ROUND),
    "multiply": ("*", _PRODUCT, _PRODUCT, _UNARY),
    "divide": ("/", _PRODUCT, _PRODUCT, _UNARY),
    "shift": ("shifted", _SHIFT, _SHIFT, _SUM),
    "==": ("is", _COMPARE, _SHIFT, _SHIFT),
    **{sign: (sign, _COMPARE, _SHIFT, _SHIFT) for sign in ("!=", "<", "<=", ">", ">=")},
    "contains": ("in", _COMPARE, _SHIFT, _POSTFIX),
}
# Operators written in front of one operand: the words, their rung, the operand's rung.
_PREFIX = {
    "negate": ("-", _UNARY, _UNARY),
    "round_up": ("round up ", _ROUND, _PRODUCT),
    "round_down": ("round down ", _ROUND, _PRODUCT),
    "round_nearest": ("round nearest ", _ROUND, _PRODUCT),
    "pick_last": ("the last of", _ROUND, _PRODUCT),
    "pick_first": ("the first of", _ROUND, _PRODUCT),
}
_DENIED = {"==": "is not", "in": "not in", "contains": "not in"}
_QUANTIFIERS = frozenset({"any", "all", "no"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an expression.

    `kind` is `text`, `word` (a keyword), `rule` (a declaration asked for), `type`, `value` (a
    member of the enum or scale named by `of`), or `open` and `close` around a part of a condition
    that should stay on one line where it can.
    """

    kind: str
    text: str
    of: str = ""


Pieces = tuple[Piece, ...]


def words(expression: Expr) -> Pieces:
    """An expression in the language's own spelling."""
    printer = _Printer()
    printer.whole(expression)
    return tuple(printer.pieces)


def effect(expression: Expr) -> Pieces:
    """The value of a sequel, which acts on the value before it: `at most 5`, `half, round up`."""
    printer = _Printer()
    match expression:
        case Apply(operator="min" | "max", operands=(Var(name="value"), limit)):
            printer.word("at most " if expression.operator == "min" else "at least ")
            printer.at(limit, _SUM)
        case Apply(
            operator="round_up" | "round_down" | "round_nearest",
            operands=(Apply(operator="divide", operands=(Var(name="value"), Const(value=2))),),
        ):
            printer.word(f"half, round {expression.operator.removeprefix('round_')}")
        case _:
            return words(expression)
    return tuple(printer.pieces)


def expected(line: Expectation) -> Pieces:
    """A line of an example, as it stands in one."""
    if line.outcome == "holds":
        return words(line.expression)
    printer = _Printer()
    printer.at(line.expression, _SHIFT, followed=True)
    printer.word(f" is {line.outcome}")
    return tuple(printer.pieces)


def amount(modifier: Modifier) -> Pieces:
    """What a modifier adds, with its sign: `+1`, `−2`, `+(…)`."""
    node, sign = modifier.amount, "+"
    if isinstance(node, Apply) and node.operator == "negate":
        node, sign = node.operands[0], "\u2212"
    if isinstance(node, Const):
        return (Piece("text", f"{sign}{node.value}"),)
    return (Piece("text", f"{sign}("), *words(node), Piece("text", ")"))


def type_words(type_: Type) -> Pieces:
    """A type as declared: `int 0..20`, `list of Unit up to 6`, `(loss: int, retreat: bool)`."""
    match type_:
        case EnumType():
            return (Piece("type", type_.name, type_.name),)
        case RecordType() if " " not in type_.name:
            return (Piece("type", type_.name, type_.name),)
        case RecordType():  # a table's own row, which has no name that one can write
            return _among(list(type_.fields), "(")
        case ListType():
            limits = str(type_).removeprefix(f"list of {type_.item}")
            return (Piece("text", "list of "), *type_words(type_.item), Piece("text", limits))
        case _:
            return (Piece("text", str(type_)),)


def signature(item: Rule) -> Pieces:
    """How a rule looks from outside: `odds(attack: int, defence: int) → Odds`."""
    if item.parameters:
        asked = _among([(parameter.name, parameter.type) for parameter in item.parameters], f"{item.name}(")
    else:
        asked = (Piece("text", item.name),)
    result = type_words(item.result)
    if not any(piece.kind == "open" for piece in result):
        result = (Piece("open", ""), *result, Piece("close", ""))
    return (*asked, Piece("text", " \u2192 "), *result)


def _among(fields: list[tuple[str, Type]], opening: str) -> Pieces:
    """Named types between brackets, each of which stays on one line where it can."""
    pieces: list[Piece] = []
    for place, (name, type_) in enumerate(fields):
        pieces += [
            Piece("text", " " if place else ""),
            Piece("open", ""),
            Piece("text", f"{'' if place else opening}{name}: "),
            *type_words(type_),
            Piece("text", ")" if place + 1 == len(fields) else ","),
            Piece("close", ""),
        ]
    return tuple(pieces)


def plain(pieces: Pieces) -> str:
    """The text of pieces, without what they refer to."""
    return "".join(piece.text for piece in pieces)


def _binding(node: Expr) -> int:
    """The rung of the grammar on which an expression stands."""
    match node:
        case Const():
            negative = isinstance(node.value, int | Fraction) and node.value < 0
            return _UNARY if negative else _POSTFIX
        case Logic():
            return _OR if node.kind == "or" else _AND
        case If():
            return _LOOSEST
        case Fold():
            return _NOT if node.kind in _QUANTIFIERS else _UNARY
        case Apply(operator="not", operands=(Apply(operator=inner),)) if inner in _DENIED:
            return _COMPARE
        case Apply(operator="not"):
            return _NOT
        case Apply(operator="in"):
            return _COMPARE
        case Apply() if node.operator in _BINARY:
            return _BINARY[node.operator][1]
        case Apply() if node.operator in _PREFIX:
            return _PREFIX[node.operator][1]
        case _:
            return _POSTFIX


def _chained(node: Logic) -> list[Expr]:
    """The parts of a chain of conditions, those of a chain of the same kind within it among them.

    `when a and b unless c` is such a chain in a chain. `and` within `or` stays a part of its own,
    and gets brackets: not for the language but for readers.
    """
    parts: list[Expr] = []
    for operand in node.operands:
        parts += _chained(operand) if isinstance(operand, Logic) and operand.kind == node.kind else [operand]
    return parts


class _Printer:
    """Collects pieces; plain text that follows plain text is joined to it.

    `followed` says that more comes after an expression with no bracket between: a list's `where`
    reaches as far as it can, so it is closed off there.
    """

    def __init__(self) -> None:
        self.pieces: list[Piece] = []

    def add(self, kind: str, text: str, of: str = "") -> None:
        last = self.pieces[-1] if self.pieces else None
        if last and last.kind == kind and kind in {"text", "word"}:
            self.pieces[-1] = replace(last, text=last.text + text)
        else:
            self.pieces.append(Piece(kind, text, of))

    def text(self, text: str) -> None:
        self.add("text", text)

    def word(self, text: str) -> None:
        self.add("word", text)

    def at(self, node: Expr, rung: int, *, followed: bool = False) -> None:
        """An operand, in brackets if it binds less tightly than its place asks, or would take in what follows."""
        reaches_on = followed and isinstance(node, Fold) and node.where is not None
        if _binding(node) < rung or reaches_on:
            self.text("(")
            self.node(node)
            self.text(")")
        else:
            self.node(node, followed=followed)

    def whole(self, node: Expr) -> None:
        """An expression that stands alone: a chain of conditions is cut into parts that keep together."""
        if not isinstance(node, Logic):
            self.node(node)
            return
        operands = _chained(node)
        for place, operand in enumerate(operands):
            if place:
                self.text(" ")
            self.add("open", "")
            if place:
                self.word(f"{node.kind} ")
            self.at(operand, _NOT, followed=place + 1 < len(operands))
            self.add("close", "")

    def listed(self, items: tuple[Expr, ...], opening: str, closing: str) -> None:
        self.text(opening)
        for place, item in enumerate(items):
            if place:
                self.text(", ")
            self.node(item)
        self.text(closing)

    def node(self, node: Expr, *, followed: bool = False) -> None:
        match node:
            case Const(type=EnumType() as enum):
                self.add("value", source(node.value, enum), enum.name)
            case Const():
                self.text(source(node.value, node.type))
            case Var():
                self.text(node.name)
            case FieldOf():
                self.at(node.record, _POSTFIX)
                self.text(f".{node.name}")
            case Call():
                self.add("rule", node.callee, node.callee)
                if node.arguments:
                    self.listed(node.arguments, "(", ")")
            case Apply():
                self.operation(node, followed)
            case Logic():
                operands = _chained(node)
                for place, operand in enumerate(operands):
                    if place:
                        self.word(f" {node.kind} ")
                    self.at(operand, _NOT, followed=followed or place + 1 < len(operands))
            case If():
                for word, part in (
                    ("if ", node.condition),
                    (" then ", node.then),
                    (" else ", node.otherwise),
                ):
                    self.word(word)
                    self.at(part, _LOOSEST)
            case Fold():
                self.fold(node)
            case Make():
                self.record(node)
            case ListOf():
                self.listed(node.items, "[", "]")

    def operation(self, node: Apply, followed: bool) -> None:
        if node.operator == "not":
            self.negation(node.operands[0], followed)
        elif node.operator == "in":
            self.choice(node, "in")
        elif node.operator in _BINARY:
            self.binary(node, _BINARY[node.operator][0], followed)
        elif node.operator in _PREFIX:
            lead, _, rung = _PREFIX[node.operator]
            self.add("word" if lead[0].isalpha() else "text", lead)
            if node.scale is not None:
                self.text(" ")
                self.add("type", node.scale.name, node.scale.name)
                self.word(" at most " if node.operator == "pick_last" else " at least ")
            self.at(node.operands[0], rung, followed=followed)
        else:  # `min` and `max` are written like a definition that is asked
            self.listed(node.operands, f"{node.operator}(", ")")

    def negation(self, denied: Expr, followed: bool) -> None:
        if not isinstance(denied, Apply) or denied.operator not in _DENIED:
            self.word("not ")
            self.at(denied, _NOT, followed=followed)
        elif denied.operator == "in":
            self.choice(denied, "not in")
        else:
            self.binary(denied, _DENIED[denied.operator], followed)

    def binary(self, node: Apply, sign: str, followed: bool) -> None:
        _, _, left, right = _BINARY[node.operator]
        self.at(node.operands[0], left, followed=True)
        if sign[0].isalpha():
            self.word(f" {sign} ")
        else:
            self.text(f" {sign} ")
        self.at(node.operands[1], right, followed=followed)

    def choice(self, node: Apply, word: str) -> None:
        value, *others = node.operands
        self.at(value, _SHIFT, followed=True)
        self.word(f" {word} ")
        self.listed(tuple(others), "{", "}")

    def fold(self, node: Fold) -> None:
        self.word(f"{node.kind} ")
        if node.value is not None:
            self.word("of ")
            self.at(node.value, _SUM, followed=True)
            self.word(" for ")
        self.text(node.variable)
        self.word(" in ")
        self.at(node.items, _POSTFIX)
        if node.where is not None:
            self.word(" where ")
            self.at(node.where, _NOT if node.kind in _QUANTIFIERS else _POSTFIX)

    def record(self, node: Make) -> None:
        defaults = dict(node.type.defaults)
        self.add("type", node.type.name, node.type.name)
        self.text("(")
        told = 0
        for name, part in node.fields:
            # What was left out comes back as the default, so leaving it out again says the same.
            if isinstance(part, Const) and name in defaults and defaults[name] == part.value:
                continue
            self.text(f"{', ' if told else ''}{name}: ")
            self.node(part)
            told += 1
        self.text(")")
