"""Expressions, written out again: what stands where, and which brackets are needed.

What comes out is a list of pieces, not a text: a page wants to link a rule or a type where it is
named, and to know where a long condition is best broken. The words between the parts come from a
lexicon, so that the language's own spelling and the sentences of a reference have the same brackets
and mean the same.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, TypeAlias, TypeGuard, assert_never

from regola_dsl.kinds import FoldKind
from regola_dsl.records import dataclass

from regola_compiler.emit.text.lexicon import CODE, Lexicon
from regola_compiler.emit.text.words.values import spelled
from regola_compiler.ir.conditions import DENIED, chained
from regola_compiler.ir.tree import And, Apply, Call, Const, Expr, FieldOf, Fold, If, ListOf, Make, Or, Supposed, Var
from regola_compiler.ir.types import FractionValue, HandleValue, MemberValue, Value
from regola_compiler.model.kinds import COMPARISONS, Operator
from regola_compiler.model.names import is_extent, last_part, type_of_extent

# How tightly each construct binds, loosest first: the rungs of the grammar's ladder of expressions.
LOOSEST, OR, AND, NOT, COMPARE, SHIFT, SUM, ROUND, PRODUCT, UNARY, POSTFIX = range(11)

# A binary operator's own rung, and the rungs its two sides must reach.
_BINARY: dict[Operator, tuple[int, int, int]] = {
    Operator.ADD: (SUM, SUM, ROUND),
    Operator.SUBTRACT: (SUM, SUM, ROUND),
    Operator.MULTIPLY: (PRODUCT, PRODUCT, UNARY),
    Operator.DIVIDE: (PRODUCT, PRODUCT, UNARY),
    Operator.SHIFT: (SHIFT, SHIFT, SUM),
    **dict.fromkeys(
        COMPARISONS,
        (COMPARE, SHIFT, SHIFT),
    ),
    Operator.CONTAINS: (COMPARE, SHIFT, POSTFIX),
}
# Operators written in front of one operand: their rung, the operand's rung.
_PREFIX: dict[Operator, tuple[int, int]] = {
    Operator.NEGATE: (UNARY, UNARY),
    Operator.ROUND_UP: (ROUND, PRODUCT),
    Operator.ROUND_DOWN: (ROUND, PRODUCT),
    Operator.ROUND_NEAREST: (ROUND, PRODUCT),
    Operator.PICK_LAST: (ROUND, PRODUCT),
    Operator.PICK_FIRST: (ROUND, PRODUCT),
    Operator.START: (UNARY, POSTFIX),
    Operator.END: (UNARY, POSTFIX),
    Operator.STEPS: (POSTFIX, POSTFIX),
}
QUANTIFIERS = frozenset({FoldKind.ANY, FoldKind.ALL, FoldKind.NO})


FragmentKind: TypeAlias = Literal["text", "word", "rule", "type", "field", "value", "var", "phase", "name"]


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of an expression.

    `kind` is `text`, `word` (a word of the language), `rule` (a declaration asked for), `type`, `field`
    (of the record `of`), `value` (a member of the enum or scale `of`), `var`, `phase`, or `name`
    of something that has no title. `sign` is how the file writes what a title stands for.
    """

    kind: FragmentKind
    text: str
    of: str = ""
    sign: str = ""


Pieces = tuple[Fragment, ...]


def _is_steps(node: Expr) -> TypeGuard[Apply]:
    return isinstance(node, Apply) and node.operator is Operator.STEPS


def _is_last_step(node: Expr) -> TypeGuard[Apply]:
    return isinstance(node, Apply) and node.operator is Operator.END and _is_steps(node.operands[0])


def is_bare(piece: Fragment) -> bool:
    """Whether a piece is a name that no text stands for, and is written as it is."""
    return piece.kind in {"var", "rule"} and piece.text == last_part(piece.sign).replace("_", " ")


def plain(pieces: Pieces) -> str:
    """The text of pieces, without what they refer to."""
    return "".join(piece.text for piece in pieces)


def _is_negative(value: Value) -> bool:
    return value.fraction.startswith("-") if isinstance(value, FractionValue) else isinstance(value, int) and value < 0


class Printer:
    """Collects pieces; plain text that follows plain text is joined to it.

    `followed` says that more comes after an expression with no bracket between: a list's `where`
    reaches as far as it can, so it is closed off there.
    """

    def __init__(self, lexicon: Lexicon = CODE) -> None:
        self.lexicon = lexicon
        self.pieces: list[Fragment] = []

    def add(self, kind: FragmentKind, text: str, of: str = "", sign: str = "") -> None:
        """A piece."""
        last = self.pieces[-1] if self.pieces else None
        if last and last.kind == kind and kind in {"text", "word"}:
            self.pieces[-1] = replace(last, text=last.text + text)
        elif text:
            self.pieces.append(Fragment(kind, text, of, sign))

    def text(self, text: str) -> None:
        """Plain text."""
        self.add("text", text)

    def say(self, key: str) -> None:
        """What the lexicon has for a construct: a word, or a sign."""
        said = self.lexicon[key]
        self.add("word" if any(letter.isalpha() for letter in said) else "text", said)

    # --- what a spelling may say otherwise ---

    def binding(self, node: Expr) -> int:
        """The rung of the grammar on which an expression stands."""
        match node:
            case Const():
                return UNARY if _is_negative(node.value) else POSTFIX
            case Call():
                return UNARY if node.aspect else POSTFIX
            case And():
                return AND
            case Or():
                return OR
            case If():
                return LOOSEST
            case Fold():
                return NOT if node.kind in QUANTIFIERS else UNARY
            case Apply(operator=Operator.NOT, operands=(Apply(operator=inner),)) if inner in {*DENIED, Operator.IS_A}:
                return COMPARE
            case Apply(operator=Operator.NOT):
                return NOT
            case Apply(operator=Operator.IN | Operator.IS_A):
                return COMPARE
            case Apply() if node.operator in _BINARY:
                return _BINARY[node.operator][0]
            case Apply() if node.operator in _PREFIX:
                return _PREFIX[node.operator][0]
            case Supposed():
                return COMPARE if node.value is not None else NOT
            case Apply() | Var() | FieldOf() | Make() | ListOf():
                return POSTFIX
            case _:
                assert_never(node)

    def constant(self, node: Const) -> None:
        """A value."""
        if isinstance(node.value, MemberValue):
            self.add("value", spelled(node.value), node.value.of)
        else:
            self.text(spelled(node.value))

    def variable(self, name: str) -> None:
        """A parameter, a named value or a list's variable; of a shared change, as it calls it."""
        self.text(last_part(name))

    def field(self, node: FieldOf) -> None:
        """A field of a record."""
        self.at(node.of, POSTFIX)
        self.text(f".{node.name}")

    def call(self, node: Call) -> None:
        """A declaration that is asked; what the play keeps is written otherwise than it is called."""
        if "." in node.name or " " in node.name:
            self.kept(node)
            return
        if node.aspect:
            self.say(node.aspect)
        self.add("rule", node.name, node.name)
        if node.arguments:
            self.listed(node.arguments, "(", ")")

    def kept(self, node: Call) -> None:
        """What no declaration is called like: `u.steps`, `Unit` for all pieces, a die, `done move(u, _) in turn`."""
        name, arguments = node.name, list(node.arguments)
        if is_extent(name):
            self.typed(type_of_extent(name))
        elif name.startswith(("done ", "times ")):
            head, _, rest = name.partition("(")
            inner, _, phase = rest.rpartition(") in ")
            self.add("rule", f"{head}(", name)
            for place, word in enumerate(inner.split(", ") if inner else ()):
                self.text(", " if place else "")
                if word == "_" or not arguments:
                    self.text(word)
                else:
                    self.node(arguments.pop(0))
            self.text(f") in {phase}")
        elif " " not in name and len(arguments) == 1 and name[:1].isupper():
            self.at(arguments[0], POSTFIX)
            self.add("rule", f".{last_part(name)}", name)
        else:
            self.add("rule", last_part(name), name)
            if arguments:
                self.listed(node.arguments, "(", ")")

    def typed(self, name: str) -> None:
        """A type."""
        self.add("type", name, name)

    def labelled(self, record: str, name: str) -> None:
        """The name of a field, where a record is written out."""
        del record
        self.text(name)

    def chain(self, node: And | Or, *, followed: bool) -> None:
        """Conditions of one kind in a row."""
        operands = chained(node)
        for place, operand in enumerate(operands):
            if place:
                self.say(node.kind)
            self.at(operand, NOT, followed=followed or place + 1 < len(operands))

    # --- expressions ---

    def at(self, node: Expr, rung: int, *, followed: bool = False) -> None:
        """An operand, in brackets if it binds less tightly than its place asks, or would take in what follows."""
        reaches_on = followed and isinstance(node, Fold) and node.where is not None
        if self.binding(node) < rung or reaches_on:
            self.text("(")
            self.node(node)
            self.text(")")
        else:
            self.node(node, followed=followed)

    def listed(self, items: tuple[Expr, ...], opening: str, closing: str) -> None:
        """Expressions between brackets."""
        self.text(opening)
        for place, item in enumerate(items):
            if place:
                self.text(", ")
            self.node(item)
        self.text(closing)

    def node(self, node: Expr, *, followed: bool = False) -> None:
        """An expression."""
        match node:
            case Const():
                self.constant(node)
            case Var():
                self.variable(node.name)
            case FieldOf():
                self.field(node)
            case Call():
                self.call(node)
            case Apply():
                self._operation(node, followed)
            case And() | Or():
                self.chain(node, followed=followed)
            case If():
                for word, part in (("if", node.condition), ("then", node.then), ("else", node.otherwise)):
                    self.say(word)
                    self.at(part, LOOSEST)
            case Fold():
                self.fold(node)
            case Make():
                self._record(node)
            case ListOf():
                self.listed(node.items, "[", "]")
            case Supposed():
                self.supposed(node)
            case _:
                assert_never(node)

    def supposed(self, node: Supposed) -> None:
        """What is asked of another position: of the past, or of what is possible."""
        if node.value is None:
            self.say("can")
        else:
            self.at(node.value, SHIFT + 1 if node.kind == "before" else COMPARE)
            self.say(node.kind)
        if node.kind in {"after", "can"}:
            self.add("rule", node.of, node.of)
            if node.arguments:
                self.text("(")
                for place, (name, part) in enumerate(node.arguments.items()):
                    self.text(f"{', ' if place else ''}{name}: ")
                    self.node(part)
                self.text(")")
            return
        self.add("phase", node.of, node.of)
        if node.kind == "before":
            self.say("before_end")
        if node.who is not None:
            self.say("start_of")
            self.at(node.who, POSTFIX)

    def _operation(self, node: Apply, followed: bool) -> None:
        if node.operator == Operator.NOT:
            self.negation(node.operands[0], followed)
        elif node.operator == Operator.IN:
            self.choice(node, "in")
        elif node.operator == Operator.IS_A:
            self.kind_asked(node)
        elif node.operator in _BINARY:
            self.binary(node, node.operator, followed)
        elif node.operator is Operator.END and _is_steps(node.operands[0]):
            self.say("last_step")
            self.at(node.operands[0].operands[0], POSTFIX, followed=followed)
        elif node.operator in {Operator.START, Operator.END} and _is_last_step(node.operands[0]):
            self.say("last_step_start" if node.operator is Operator.START else "last_step_end")
            (steps,) = node.operands[0].operands
            self.at(steps.operands[0] if isinstance(steps, Apply) else steps, POSTFIX, followed=followed)
        elif node.operator in _PREFIX:
            self.say(node.operator)
            if node.scale:
                self.typed(node.scale)
                self.say("at_most" if node.operator == Operator.PICK_LAST else "at_least")
            self.at(node.operands[0], _PREFIX[node.operator][1], followed=followed)
        else:  # `min` and `max` are written like a definition that is asked
            self.add("text", self.lexicon[node.operator])
            self.listed(node.operands, "(", ")")

    def kind_asked(self, node: Apply, *, holds: bool = True) -> None:
        """Whether something is of a type."""
        value, type_ = node.operands
        self.at(value, SHIFT, followed=True)
        self.say("is_a" if holds else "is_not_a")
        name = type_.value.handle if isinstance(type_, Const) and isinstance(type_.value, HandleValue) else ""
        self.add("type", name, name)

    def negation(self, denied: Expr, followed: bool) -> None:
        """The opposite of a condition."""
        if isinstance(denied, Apply) and denied.operator == Operator.IS_A:
            self.kind_asked(denied, holds=False)
        elif not isinstance(denied, Apply) or denied.operator not in DENIED:
            self.say("not")
            self.at(denied, NOT, followed=followed)
        elif denied.operator == Operator.IN:
            self.choice(denied, "not in")
        else:
            self.binary(denied, f"not {denied.operator}", followed)

    def binary(self, node: Apply, sign: str, followed: bool) -> None:
        """Two operands with a sign between them."""
        _, left, right = _BINARY[node.operator]
        self.at(node.operands[0], left, followed=True)
        self.say(sign)
        self.at(node.operands[1], right, followed=followed)

    def choice(self, node: Apply, word: str) -> None:
        """A value that is one of several."""
        value, *others = node.operands
        self.at(value, SHIFT, followed=True)
        self.say(word)
        self.listed(tuple(others), self.lexicon["choices"], self.lexicon["choices_end"])

    def fold(self, node: Fold) -> None:
        """What is made of a list."""
        plain = node.kind != FoldKind.THOSE and (node.value is None or node.kind == FoldKind.SUM)
        self.say(node.kind if plain else f"fold_{node.kind}")
        if node.value is not None:
            self.at(node.value, SUM, followed=True)
            self.say("for")
        self.variable(node.variable)
        self.listing(node.items)
        if node.where is not None:
            quantified = node.kind in QUANTIFIERS
            self.say(f"{node.kind}_where" if quantified else "where")
            self.at(node.where, NOT if quantified or node.kind == FoldKind.THOSE else POSTFIX)

    def listing(self, items: Expr) -> None:
        """Among what something is."""
        self.say("among")
        self.at(items, POSTFIX)

    def _record(self, node: Make) -> None:
        self.typed(node.record)
        self.say("record")
        # What was left out comes back as the default, so leaving it out again says the same.
        written = [name for name in node.fields if name not in node.defaulted]
        for place, name in enumerate(written):
            self.text(", " if place else "")
            self.labelled(node.record, name)
            self.text(": ")
            self.node(node.fields[name])
        self.text(")")
