"""Expressions as sentences, for readers who play: titles for names, and words for signs.

A title is followed, in brackets, by what it is asked of, where that must be said (phrases.py). `not` at the end of a
chain of conditions is said as `unless`, which reaches to the end of its sentence or bracket. The brackets are those
of the language's own spelling, so a sentence says neither more nor less than the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from regola_compiler.emit.text.phrases import GIVEN_BY_THE_SEQUENCE
from regola_compiler.emit.text.printer import LOOSEST, NOT, POSTFIX, SHIFT
from regola_compiler.emit.text.relations import Relations
from regola_compiler.emit.text.source import write_effect
from regola_compiler.emit.text.words.scopes import Scope, Scopes
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.conditions import chained, split_unless, without_double_negation
from regola_compiler.ir.tree import And, Call, Const, Expectation, Expr, FieldOf, ListOf, Make, Modifier, Or, Var
from regola_compiler.ir.types import (
    BoolType,
    DiceType,
    EnumType,
    FractionValue,
    HandleType,
    HandleValue,
    IntType,
    ListType,
    ListValue,
    MemberValue,
    NumberType,
    RecordType,
    RecordValue,
    ScaleType,
    Type,
    UnionType,
    UnknownType,
    Value,
)


class Verbalizer(Relations):
    """Says expressions in one language."""

    def __init__(self, naming: Naming, tag: str, scope: Scope | None = None, scopes: Scopes | None = None) -> None:
        super().__init__(naming, tag, scope, scopes)
        self._unless = True

    # --- names ---

    def binding(self, node: Expr) -> int:
        """As in the language, but titles keep together what follows them."""
        return POSTFIX if isinstance(node, Call) else super().binding(node)

    def constant(self, node: Const) -> None:
        """A value."""
        self.value(node.value)

    def value(self, value: Value) -> None:
        """A value: a member by its text, yes or no, and so on."""
        match value:
            case bool():
                self.say("true" if value else "false")
            case int():
                self.text(str(value))
            case FractionValue():
                self.text(value.fraction)
            case MemberValue(of="none"):
                self.say("nothing")
            case MemberValue():
                self._member(value.member, value.of)
            case HandleValue():
                self.add("value", value.handle)
            case RecordValue():
                self._record_value(value)
            case ListValue(items=()):
                self.say("nothing")
            case ListValue():
                self.text("[")
                for place, item in enumerate(value.items):
                    self.text(", " if place else "")
                    self.value(item)
                self.text("]")
            case _:
                assert_never(value)

    def _record_value(self, value: RecordValue) -> None:
        self.typed(value.record)
        self.say("record")
        written = [name for name in value.fields if name not in value.defaulted]
        for place, name in enumerate(written):
            self.text(", " if place else "")
            self.labelled(value.record, name)
            self.text(": ")
            self.value(value.fields[name])
        self.text(")")

    def _member(self, label: str, enum: str) -> None:
        if enum == "Permission":
            self.say(label)
        elif enum == "Phase":
            self.add("phase", self.naming.phase(label, self.tag) or label, label, label)
        else:
            known = label.replace("_", " ") if label in self.naming.members(enum) else label
            self.add("value", self.naming.member(enum, label, self.tag) or known, enum, label)

    def field(self, node: FieldOf) -> None:
        """A field: its title asked of the record, or its name behind it."""
        title, name = self.heading_of(node), node.name.replace("_", " ")
        if title and isinstance(self.type_of(node), BoolType):
            self.say_clause(node)
        elif title:
            self.say_heading(node)
            self.from_table(node)
        elif " " in node.record:  # a table's own row
            self.say("column")
            self.add("name", name)
            self.say("column_of")
            self.at(node.of, POSTFIX)
        elif self.noun_of(node.of) is None:
            self.at(node.of, POSTFIX)
            self.add("name", f".{name}")
        else:
            self.add("name", name)
            self.asked(self.asked_of(node))

    def call(self, node: Call) -> None:
        """A declaration that is asked: its title, and of what."""
        if self.call_kept(node):
            return
        if node.aspect:
            self.say(node.aspect)
        elif self.naming.is_path(node.name):
            self.say("there_is")
        elif self.is_clause(node):
            self.say_clause(node)
            return
        if node.name in GIVEN_BY_THE_SEQUENCE or self.naming.is_action(node.name) or not self.heading_of(node):
            self.named(node.name)
            self.asked(node.arguments)
        else:
            self.say_heading(node)

    def named(self, name: str) -> None:
        """A declaration by its title."""
        if name in GIVEN_BY_THE_SEQUENCE:
            self.say(GIVEN_BY_THE_SEQUENCE[name])
        else:
            self.add("rule", self.naming.title(name, self.tag) or name.replace("_", " "), name, name)

    def listed(self, items: tuple[Expr, ...], opening: str, closing: str) -> None:
        """Expressions between brackets; an empty list is said as such."""
        if not items and opening == "[":
            self.say("nothing")
            return
        self.text(opening)
        for place, item in enumerate(items):
            self.text(", " if place else "")
            self.argument(item)
        self.text(closing)

    def typed(self, name: str) -> None:
        """A type by its title."""
        self.add("type", self.naming.type(name, self.tag) or name, name, name)

    def labelled(self, record: str, name: str) -> None:
        """The title of a field, where a record is written out."""
        title = self.naming.field(record, name, self.tag)
        self.add("field" if title else "name", title or name, record, name)

    # --- conditions ---

    def chain(self, node: And | Or, *, followed: bool) -> None:
        """Conditions in a row; what is denied comes last, after `unless`."""
        if self._unless and isinstance(node, And) and split_unless(node)[0]:
            self.condition(node, followed=followed)
        else:
            super().chain(node, followed=followed)

    def condition(self, condition: Expr, *, followed: bool = False) -> None:
        """A condition as it stands after `when`."""
        wanted, barred = split_unless(condition)
        alone = len(wanted) == 1 and not barred
        for place, part in enumerate(wanted):
            if place:
                self.say("and")
            more = bool(barred) or place + 1 < len(wanted)
            self.at(part, LOOSEST if alone else NOT, followed=followed or more)
        if barred:
            self.say("unless" if wanted else "unless_alone")
            self._none_of(barred, followed)

    def requirement(self, condition: Expr) -> None:
        """A condition that stands by itself; what is denied in it is said with `not`."""
        before, self._unless = self._unless, False
        self.at(without_double_negation(condition), LOOSEST)
        self._unless = before

    def where(self, condition: Expr) -> None:
        """A condition on what was named before it."""
        self.say("leg_where")
        if split_unless(condition)[0]:
            self.condition(condition)
        else:
            self.requirement(condition)

    def negated(self, condition: Expr) -> None:
        """What a condition denies, where `unless` was said before it."""
        self._none_of(split_unless(condition)[1], followed=False)

    def _none_of(self, barred: list[Expr], followed: bool) -> None:
        parts: list[Expr] = []
        for part in barred:
            parts += chained(part) if isinstance(part, Or) else [part]
        for place, part in enumerate(parts):
            if place:
                self.say("or")
            more = place + 1 < len(parts)
            self.at(part, LOOSEST if len(parts) == 1 else NOT, followed=followed or more)

    def when(self, condition: Expr | None, key: str = "when") -> None:
        """A condition behind what it holds for; `unless` alone where all of it is denied."""
        if condition is None:
            return
        wanted, _ = split_unless(condition)
        if wanted:
            self.say(key)
        else:
            self.text(" ")
        self.condition(condition)

    # --- lines ---

    def sequel(self, node: Expr) -> None:
        """What acts on the value before it."""
        write_effect(self, node)

    def modifier(self, line: Modifier) -> None:
        """What a modifier adds."""
        self.text("\u2212" if line.sign == "-" else "+")
        self.at(line.size, POSTFIX)

    def expectation(self, line: Expectation) -> None:
        """A line of an example."""
        if line.outcome == "played" and isinstance(line.expression, Var):
            name = line.expression.name
            self.add("phase", self.naming.phase(name, self.tag) or name, name, name)
        elif line.outcome == "with" and isinstance(line.expression, ListOf):
            for place, piece in enumerate(line.expression.items):
                self.text(", " if place else "")
                self._put_up(piece)
        elif line.outcome == "played":
            assert isinstance(line.expression, Call)
            self.phase_named(line.expression.name)
            self.asked(line.expression.arguments)
        elif line.outcome in {"forbidden", "missing"}:
            self.at(line.expression, SHIFT, followed=True)
            self.say(f"is_{line.outcome}")
        else:
            self.node(line.expression)

    def _put_up(self, piece: Expr) -> None:
        """A piece that an example puts up, which is written as a record with its name for a field without one."""
        if not isinstance(piece, Make):
            self.node(piece)
            return
        name = piece.fields.get("")
        called = name.value.handle if isinstance(name, Const) and isinstance(name.value, HandleValue) else ""
        facts = {f"{piece.record}.{fact}": value for fact, value in piece.fields.items() if fact}
        self.put_up(called, piece.record, facts)

    def put_up(self, name: str, type_: str, facts: Mapping[str, Expr]) -> None:
        """A piece that stands somewhere: its type, its name, and what is said of its facts."""
        self.typed(type_)
        self.text(" ")
        self.add("value", name)
        for place, (fact, value) in enumerate(facts.items()):
            self.text(", " if place else " (")
            self.add("rule", self.naming.title(fact, self.tag) or self.naming.own_name(fact), fact, fact)
            self.text(": ")
            self.node(value)
        self.text(")" if facts else "")

    def type(self, type_: Type) -> None:
        """What values there are."""
        match type_:
            case IntType():
                self.say("number")
                if type_.low is not None:
                    self.text(f" {type_.low}…{type_.high}")
            case DiceType():
                if type_.modified:
                    self.say("modified")
                self.text(type_.notation)
                if type_.modified and type_.bounded:
                    self.text(f" {type_.low}…{type_.high}")
            case BoolType():
                self.say("bool")
            case NumberType():
                self.say("number")
            case ListType():
                self.say("list")
                self.type(type_.item)
                self._length(type_)
            case RecordType() if " " in type_.name:
                self._columns(type_)
            case EnumType(name="none"):
                self.say("nothing")
            case EnumType() | ScaleType() | RecordType() | HandleType():
                self.typed(type_.name)
            case UnionType():
                for place, option in enumerate(type_.options):
                    if place:
                        self.text(" / ")
                    self.type(option)
            case UnknownType():
                self.typed("?")
            case _:
                assert_never(type_)

    def _length(self, type_: ListType) -> None:
        if type_.limit is None and not type_.least:
            return
        self.text(" (")
        if type_.limit is None:
            self.text(f"{type_.least}+")
        elif type_.least:
            self.text(f"{type_.least}…{type_.limit}")
        else:
            self.say("up_to")
            self.text(str(type_.limit))
        self.text(")")

    def _columns(self, type_: RecordType) -> None:
        for place, field in enumerate(self.naming.fields(type_.name)):
            self.text("; " if place else "")
            self.add("name", field.name.replace("_", " "))
            self.text(": ")
            self.type(field.type)
