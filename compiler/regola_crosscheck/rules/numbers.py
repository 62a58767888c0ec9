"""What the encoding holds for each section of a book: its numbers, what it permits, what it refers to.

Every part of the model that has section anchors owns what stands below it, down to the next part with anchors of its
own. A number in it belongs to those sections. Numbers that only bound a type, or that our own texts and examples
mention, explain a number of the book but are not looked for in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from types import NoneType
from typing import Any, Literal, TypeAlias, assert_never

from regola_compiler.model.kinds import Modality, Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Assumption,
    Const,
    Erratum,
    Example,
    Modifier,
    Norm,
    PlayLine,
    Program,
    Row,
    SetupLine,
    Table,
    Var,
)
from regola_compiler.model.types import (
    BOOL,
    BoolType,
    DiceType,
    EnumType,
    ErrorType,
    HandleType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordType,
    Type,
    UnionType,
)
from regola_compiler.model.visitor import direct_callees, iter_fields
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Text, Texts

from regola_crosscheck.book.numbering import Key, Numbering
from regola_crosscheck.book.text import Passage
from regola_crosscheck.book.tokens import scan
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.rules.limits import AIDE, BOUND, LIMIT, RULE, ends_at, limits

# `> 5` is "6 or more", `>= 6` is "more than 5".
_NEAR = {Operator.LESS: -1, Operator.LESS_EQUAL: 1, Operator.GREATER: 1, Operator.GREATER_EQUAL: -1}
_ADDED = {Operator.ADD, Operator.SUBTRACT, Operator.NEGATE}
HUNDRED = 100
# So many figures a fingerprint has.
LENGTH = 10
_TAKEN = {Operator.SUBTRACT, Operator.NEGATE}


# A number, dice (how many, of how many sides), or two numbers set against each other.
NumberKind: TypeAlias = Literal["number", "die", "pair"]
# What adds a number or takes it away, if anything does.
Amount: TypeAlias = Literal["", "formula", "modifier"]


@dataclass(frozen=True, slots=True)
class EncodedNumber:
    """A number of the encoding.

    `kind` is number, die or pair; `near` are values a comparison with it may be said by (`> 5` is "6 or more").
    `sections` are those of the innermost part that has any, `owner` the declaration it stands in; an `amount` is added
    or taken away by a formula or a modifier, and of that of a modifier `about` is what we say of it.
    """

    kind: NumberKind
    values: tuple[Fraction, ...]
    sections: tuple[str, ...]
    owner: str
    span: Span
    role: str = RULE
    negative: bool = False
    near: tuple[Fraction, ...] = ()
    overruled: bool = False
    about: Texts = ()
    amount: Amount = ""


@dataclass(frozen=True, slots=True)
class EncodedNorm:
    """A rule or exception as it speaks of an action, or an exception of a definition (which has no modality)."""

    modality: Modality | None
    name: str
    sections: tuple[str, ...]
    span: Span
    exception: bool
    conditional: bool = False


@dataclass
class Encoded:
    """All numbers and norms of a program, by the place of their sections in the outline."""

    numbering: Numbering
    numbers: dict[Key, list[EncodedNumber]] = field(default_factory=dict)
    norms: dict[Key, list[EncodedNorm]] = field(default_factory=dict)
    names: dict[Key, list[str]] = field(default_factory=dict)
    spelling: dict[Key, str] = field(default_factory=dict)
    spans: dict[Key, Span] = field(default_factory=dict)
    errata: dict[Key, list[str]] = field(default_factory=dict)
    by_owner: dict[str, list[EncodedNumber]] = field(default_factory=dict)
    calls: dict[str, list[str]] = field(default_factory=dict)
    amounts: dict[Key, list[EncodedNumber]] = field(default_factory=dict)
    anchored: dict[Key, list[Any]] = field(default_factory=dict)
    texts: dict[Key, list[Text]] = field(default_factory=dict)
    # What was read back has no parts of the model, and what `fingerprint` says of them instead.
    fingerprints: dict[Key, str] = field(default_factory=dict)

    def fingerprint(self, key: Key) -> str:
        """What tells what is anchored to a section from what it was, its words and places apart; "" if nothing is."""
        if key not in self.fingerprints:
            meanings = sorted(repr(_meaning(node)) for node in self.anchored.get(key, ()))
            told = "\n".join(meanings).encode("utf-8", "backslashreplace")
            self.fingerprints[key] = sha256(told).hexdigest()[:LENGTH] if meanings else ""
        return self.fingerprints[key]

    def related(self, section: str) -> list[Key]:
        """The encoded sections that lie in `section` or hold it."""
        here = self.numbering.key(section)
        around = [here[:length] for length in range(1, len(here)) if here[:length] in self.names]
        places = self._places
        return sorted({*self._inside.get(here, ()), *around}, key=lambda key: places[key])

    @cached_property
    def _places(self) -> dict[Key, int]:
        """The sections with their places among all, once everything is gathered."""
        return {key: place for place, key in enumerate(self.names)}

    @cached_property
    def _inside(self) -> dict[Key, list[Key]]:
        """The sections that lie in each, itself among them if something is anchored to it."""
        found: dict[Key, list[Key]] = {}
        for key in self.names:
            for length in range(1, len(key) + 1):
                found.setdefault(key[:length], []).append(key)
        return found


def gather(program: Program, numbering: Numbering) -> Encoded:
    """Everything a program says, by section."""
    found = Encoded(numbering)
    walker = _Walker(program, found)
    for name, item in _declarations(program):
        walker.declaration(name, item)
    return found


def _declarations(program: Program) -> Iterator[tuple[str, Any]]:
    for group in (program.types, program.callables, program.assumptions, program.sequences, program.rules):
        yield from group.items()
    yield from program.examples.items()
    yield from program.errata.items()


class _Walker:
    """One walk through a program."""

    def __init__(self, program: Program, found: Encoded) -> None:
        self.program = program
        self.found = found
        self.owner = ""
        self.role = RULE
        self.overruled = False
        self.answer: Type | None = None
        self.limits: dict[int, str] = {}
        self.about: Texts = ()
        self.seen: set[int] = set()

    def declaration(self, name: str, item: Any) -> None:
        """A declaration with all its parts."""
        self.owner = name
        self.answer = getattr(item, "result", None)
        self.role = AIDE if isinstance(item, Example | Erratum | Assumption) else RULE
        if isinstance(item, Erratum):
            for statement in item.statements:
                for anchor in statement.anchors:
                    self.found.errata.setdefault(self._key(anchor.section), []).append(name)
        self.walk(item, ())
        for type_ in _types_of(item):
            self.type(type_, tuple(anchor.section for anchor in item.anchors), item.span)
        if name in self.program.callables or isinstance(item, Example):
            self.found.calls[name] = direct_callees(item)
        if isinstance(item, Action):
            for norm in item.norms:
                self.norm(norm, exception=False)

    def walk(self, node: Any, sections: tuple[str, ...], parent: Any = None) -> None:
        """A part of the model, and what stands below it."""
        match node:
            case Anchor() | Span():
                return
            case Text():
                self.text(node, sections)
                return
            case Const():
                self.const(node, sections, parent)
                return
            case tuple():
                for part in node:
                    self.walk(part, sections, parent)
                return
        self.limits.update({id(one): role for one, role in limits(node, self.program)})
        own = getattr(node, "anchors", ())
        if own:
            sections = tuple(anchor.section for anchor in own)
            self.record_meaning(sections, node)
        if isinstance(node, Norm):
            if id(node) in self.seen:  # a rule about several actions is walked once
                return
            self.seen.add(id(node))
        was = self.overruled
        self.overruled = was or (isinstance(node, Norm) and node.name in self.program.overruled)
        if isinstance(node, Modifier):
            self.about = node.texts
        if isinstance(node, Table):
            self.printed_cells(node, sections)
        if isinstance(node, Row):
            self.row(node, sections)
        for name, value in iter_fields(node):
            if name not in {"type", "result"}:
                self.walk(value, sections, node)
        self.overruled = was
        if isinstance(node, Modifier):
            self.about = ()
        for clause in getattr(node, "exceptions", ()):
            if not isinstance(clause, Norm):
                self.record_norm(None, clause, exception=True)

    # --- numbers ------------------------------------------------------------------------------

    def const(self, node: Const, sections: tuple[str, ...], parent: Any) -> None:
        """A value written out."""
        value = node.value
        if isinstance(value, bool):
            return
        if isinstance(value, int | Fraction):
            near: tuple[Fraction, ...] = ()
            if isinstance(parent, Apply) and parent.operator in _NEAR:
                near = (Fraction(value) + _NEAR[parent.operator],)
            negative = (value < 0) is not (isinstance(parent, Apply) and parent.operator in _TAKEN)
            role = self.limits.get(id(node), RULE)
            amount: Amount = ""
            if role is RULE and isinstance(parent, Modifier):
                amount = "modifier"
            elif role is RULE and isinstance(parent, Apply) and parent.operator in _ADDED:
                amount = "formula"
            # A hundred that is multiplied or divided by is a percentage; the least and the most there can be are ours.
            share = isinstance(parent, Apply) and value == HUNDRED and not amount
            if role is RULE and (share or (self.answer is not None and ends_at(self.answer, value))):
                role = LIMIT
            self.record_number(
                "number",
                (abs(Fraction(value)),),
                sections,
                node.span,
                negative=negative,
                role=role,
                near=near,
                amount=amount if value else "",
            )
        elif isinstance(value, Member) and isinstance(node.type, EnumType):
            self.numbers_in_name(node.type.label(value.index), sections, node.span)

    def numbers_in_name(self, word: str, sections: tuple[str, ...], span: Span, role: str = "") -> None:
        """The numbers in a value as the game writes it: 3-1, A1, turn_6."""
        for kind, values in _numbers_in(word):
            self.record_number(kind, values, sections, span, role=role or AIDE)

    def row(self, row: Row, sections: tuple[str, ...]) -> None:
        """What a row answers to."""
        for selector in row.selectors:
            for low, high in selector:
                for bound in (low, high):
                    if bound is not None:
                        self.record_number("number", (abs(Fraction(bound)),), sections, row.line, role=AIDE)

    def printed_cells(self, table: Table, sections: tuple[str, ...]) -> None:
        """The cells of a table, as they are printed."""
        for line in table.shown:
            for cell in line:
                self.numbers_in_name(cell, sections, table.name_span)

    def text(self, text: Text, sections: tuple[str, ...]) -> None:
        """What our own texts say, and the numbers they mention."""
        for section in dict.fromkeys(sections) if self.role is RULE else ():
            self.found.texts.setdefault(self._key(section), []).append(text)
        for token in scan(Passage(text.text, 1, 1, ""), lexicon(text.language), references=False):
            kind: NumberKind = token.kind if token.kind in {"pair", "die"} else "number"
            self.record_number(kind, token.values, sections, text.span, role=AIDE)

    def type(self, type_: Type, sections: tuple[str, ...], span: Span) -> None:
        """The bounds of a type, and the dice of a roll."""
        match type_:
            case IntType():
                for bound in (type_.low, type_.high):
                    if bound is not None:
                        self.record_number("number", (abs(Fraction(bound)),), sections, span, role=BOUND)
            case DiceType():
                dice = (Fraction(type_.count), Fraction(type_.sides))
                self.record_number("die", dice, sections, span, role=RULE if self.role is RULE else AIDE)
                for value in (type_.count, type_.sides):
                    self.record_number("number", (Fraction(value),), sections, span, role=BOUND)
            case EnumType():
                for member in type_.members:
                    self.numbers_in_name(member, sections, span, BOUND)
            case ListType():
                if type_.limit is not None and type_.limit > 1:
                    self.record_number("number", (Fraction(type_.limit),), sections, span, role=LIMIT)
                self.type(type_.item, sections, span)
            case RecordType() | NumberType() | BoolType() | HandleType() | UnionType() | ErrorType():
                return
            case _:
                assert_never(type_)

    def record_number(
        self,
        kind: NumberKind,
        values: tuple[Fraction, ...],
        sections: tuple[str, ...],
        span: Span,
        *,
        role: str = RULE,
        negative: bool = False,
        near: tuple[Fraction, ...] = (),
        amount: Amount = "",
    ) -> None:
        """Keep one."""
        role = role if self.role is RULE else AIDE
        about, overruled = self.about, self.overruled
        atom = EncodedNumber(kind, values, sections, self.owner, span, role, negative, near, overruled, about, amount)
        for section in dict.fromkeys(sections):
            self.found.numbers.setdefault(self._key(section), []).append(atom)
            if amount and role in {RULE, LIMIT}:
                self.found.amounts.setdefault(self._key(section), []).append(atom)
        self.found.by_owner.setdefault(self.owner, []).append(atom)

    # --- what is told of a section ------------------------------------------------------------

    def record_meaning(self, sections: tuple[str, ...], node: Any) -> None:
        """That something is anchored to sections."""
        for section in sections:
            key = self._key(section)
            names = self.found.names.setdefault(key, [])
            if self.owner not in names:
                names.append(self.owner)
            self.found.spelling.setdefault(key, section)
            self.found.spans.setdefault(key, getattr(node, "name_span", node.span))
            self.found.anchored.setdefault(key, []).append(node)

    def norm(self, norm: Norm, *, exception: bool) -> None:
        """A rule or an exception to one, with those below it."""
        self.record_norm(norm.modality, norm, exception=exception)
        for part in norm.exceptions:
            self.norm(part, exception=True)

    def record_norm(self, modality: Modality | None, node: Any, *, exception: bool) -> None:
        """Keep a rule, or an exception, under its sections."""
        sections = tuple(anchor.section for anchor in node.anchors)
        conditional = getattr(node, "when", None) is not None or getattr(node, "condition", None) is not None
        norm = EncodedNorm(modality, node.name, sections, node.name_span, exception, conditional)
        for section in dict.fromkeys(sections):
            norms = self.found.norms.setdefault(self._key(section), [])
            if norm not in norms:
                norms.append(norm)

    def _key(self, section: str) -> Key:
        return self.found.numbering.key(section)


# What a part is called, where it stands and how we put it is not what it means; which rule a ruling puts above another
# its sections say.
_SILENT = frozenset({"span", "name_span", "line", "texts", "anchors", "shown", "where", "reason", "ranks"})


_PLAIN = (str, int, NoneType)


def _meaning(node: Any, *, top: bool = True) -> Any:
    """A part of the model without its words and places, and without the parts that have anchors of their own."""
    if isinstance(node, _PLAIN) and not isinstance(node, Enum):
        return node
    if isinstance(node, Span | Text | Anchor):
        return None
    if isinstance(node, frozenset):
        return tuple(sorted(map(str, node)))
    if isinstance(node, Enum):
        return node.value
    if isinstance(node, SetupLine | PlayLine):
        # When the first fingerprints were written, what such a line names was a variable.
        named = Var(node.scenario if isinstance(node, SetupLine) else node.phase, BOOL, node.span)
        return node.tag, _meaning(named, top=False), node.outcome
    if isinstance(node, tuple):
        return tuple([_meaning(part, top=False) for part in node])
    kept = _told_fields(node.__class__)
    if kept is None:
        return node
    # A node is known by its tag, not by what its class is called: fingerprints are kept in the games' indexes.
    if not top and getattr(node, "anchors", None):
        return getattr(node, "name", "") or node.tag
    return (node.tag or type(node).__name__, *[_meaning(getattr(node, name), top=False) for name in kept])


@cache
def _told_fields(kind: type) -> tuple[str, ...] | None:
    """The fields of a class of nodes that have a meaning; None of a class of plain values."""
    fields = getattr(kind, "__dataclass_fields__", None)
    return None if fields is None else tuple(name for name in fields if name not in _SILENT)


def _types_of(item: Any) -> Iterator[Type]:
    """The types of a declaration's parameters and of its answer, and those of a record's fields."""
    for parameter in getattr(item, "parameters", ()):
        if not isinstance(parameter, str):  # of a phase they are named, and the facts of these names have the types
            yield parameter.type
    if getattr(item, "result", None) is not None:
        yield item.result
    type_ = getattr(item, "type", None)
    if isinstance(type_, RecordType):
        yield from (field_type for _, field_type in type_.fields)
    elif type_ is not None:
        yield type_


@lru_cache(maxsize=4000)
def _numbers_in(word: str) -> tuple[tuple[NumberKind, tuple[Fraction, ...]], ...]:
    """The numbers in a value's name.

    >>> [kind for kind, _ in _numbers_in("3-1")], [str(v[0]) for _, v in _numbers_in("turn_6")]
    (['pair'], ['6'])
    """
    plain = re.sub(r"[−–—]", "-", word)
    pair = re.fullmatch(r"\D*?(\d+)\s?[-:]\s?(\d+)\D*", plain)
    if pair:
        return (("pair", (Fraction(pair[1]), Fraction(pair[2]))),)
    parts = [number.partition("/") for number in re.findall(r"\d+(?:/\d+)?", plain)]
    return tuple(
        ("number", (Fraction(int(top), int(below or 1)),)) for top, _, below in parts if below.strip("0") or not below
    )
