"""What the encoding holds that a book may print as a table, each in one form: values over one axis or more.

A table, the lines of a modifiers table, a scenario's facts, the numbers a scale's members stand for. An axis is a row
of keys with the names they have in both languages, so that a printed label can be found among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Literal, TypeAlias

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.evaluator import matching
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Fact, Modifiers, Program, Table, TypeInfo, from_ordinal, ordinal
from regola_compiler.model.types import (
    NUMBER,
    BoolType,
    EnumType,
    Handle,
    HandleType,
    Member,
    RecordType,
    Type,
    Value,
    show,
)
from regola_dsl.kinds import HitPolicy
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_crosscheck.book.cell_values import normalized
from regola_crosscheck.language.language_file import known_languages, language_file

Point: TypeAlias = tuple[int, ...]
# More cells than these are no printed table.
MOST = 20_000
FEWEST = 4


@dataclass(frozen=True)
class AxisKey:
    """One value an axis or a cell can have: what it is called, the number it stands for, the sections it is in.

    `label` is its name in the rules, `texts` what a reader calls it, each with its language.
    """

    value: Value
    label: str
    texts: tuple[tuple[str, str], ...] = ()
    worth: Fraction | None = None
    sections: frozenset[str] = frozenset()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Everything it may be called in print, in whatever language."""
        return (self.label, *(text for _, text in self.texts))

    def name_in(self, language: str) -> str:
        """What a reader of a language calls it: in that language, else in English, else in any it has a name in."""
        texts = dict(self.texts)
        return texts.get(language) or texts.get("en") or next(iter(texts.values()), self.label)


# How labels are read, and what the rules have that may be printed as a table.
LabelKind: TypeAlias = Literal["number", "ratio", "words"]
LookupKind: TypeAlias = Literal["table", "modifiers", "scale", "fact"]


@dataclass(frozen=True, eq=False)
class TableAxis:
    """One input, or the values of an output that have names.

    `kind` says how its labels are read: number, ratio or words. It is equal to nothing but itself, so that what a text
    says of it can be kept: to compare all its keys for that would be dearer than to read the text again.
    """

    label: str
    kind: LabelKind
    keys: tuple[AxisKey, ...]

    @cached_property
    def by_name(self) -> dict[str, tuple[int, ...]]:
        """The places of its keys by each of their names, folded."""
        found: dict[str, tuple[int, ...]] = {}
        for place, key in enumerate(self.keys):
            for name in {normalized(name) for name in key.names}:
                found[name] = (*found.get(name, ()), place)
        return found

    def keys_named(self, word: str) -> tuple[int, ...]:
        """The places of the keys that a folded word is a name of; none for no word."""
        return self.by_name.get(word, ()) if word else ()


UNNAMED = TableAxis("", "words", ())


@dataclass(frozen=True, slots=True)
class EncodedCell:
    """What stands at one point, and where; `named` if its row is there by its own name and not as all the rest."""

    values: tuple[Value, ...]
    span: Span
    anchors: Anchors = ()
    named: bool = True


@dataclass(frozen=True)
class EncodedTable:
    """One thing a book may print as a table. `outputs` have the names and the types of a cell's values."""

    name: str
    kind: LookupKind
    axes: tuple[TableAxis, ...]
    outputs: tuple[tuple[str, Type], ...]
    cells: dict[Point, EncodedCell]
    anchors: Anchors
    texts: Texts
    span: Span
    keys: dict[str, TableAxis] = field(default_factory=dict)

    @cached_property
    def sections(self) -> frozenset[str]:
        """The sections of the book it stands in."""
        return frozenset(anchor.section for anchor in self.anchors)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What it is called."""
        return (self.name.replace("_", " "), *(text.text for text in self.texts))

    def at(self, point: Point, output: int) -> Value | None:
        """The value at a point; None where nothing is said."""
        cell = self.cells.get(point)
        return None if cell is None else cell.values[output]

    def of_output(self, output: int) -> TableAxis:
        """The values of an output that have names; none for numbers."""
        return self.keys.get(str(self.outputs[output][1]), UNNAMED)

    def format_value(self, value: Value, output: int, language: str = "en") -> str:
        """A value as a reader of the book would write it."""
        type_ = self.outputs[output][1]
        if isinstance(value, tuple):
            return ", ".join(item.text if isinstance(item, Handle) else str(item) for item in value)
        if isinstance(value, bool):
            return _truth(value).name_in(language)
        for key in self.of_output(output).keys:
            if key.value == value and key.texts:
                return key.name_in(language)
        return show(value, type_)


def lookups_of(program: Program) -> list[EncodedTable]:
    """Everything of a program that a book may print as a table, in the order of the files."""
    found: list[EncodedTable] = []
    for item in program.callables.values():
        if item.name in program.broken:
            continue
        one = (
            _of_table(program, item)
            if isinstance(item, Table)
            else _of_modifiers(program, item)
            if isinstance(item, Modifiers)
            else None
        )
        if one is not None and one.cells:
            found.append(one)
    return [*found, *_of_scales(program), *_of_facts(program)]


def _texts(texts: Texts) -> tuple[tuple[str, str], ...]:
    return tuple((text.language, text.text) for text in texts if text.text)


def _member(info: TypeInfo | None, type_: EnumType, index: int) -> AxisKey:
    label = type_.label(index)
    part = next((part for part in info.parts if part[0] == label), None) if info else None
    sections = frozenset(anchor.section for anchor in part[1]) if part else frozenset()
    texts = _texts(part[2]) if part else ()
    return AxisKey(Member(type_.name, index), label.replace("_", " "), texts, type_.worth(index), sections)


def _truth(value: bool) -> AxisKey:
    words = {language: language_file(language) for language in known_languages()}
    texts = tuple((language, one.yes if value else one.no) for language, one in words.items())
    return AxisKey(value, "true" if value else "false", texts)


def keys_of(program: Program, type_: Type, low: int, high: int) -> tuple[LabelKind, tuple[AxisKey, ...]]:
    """How labels of a type are read, and its keys from one ordinal to another."""
    if isinstance(type_, EnumType):
        info = program.types.get(type_.name)
        keys = [_member(info, type_, index) for index in range(low, high + 1)]
        kind: LabelKind = (
            "ratio" if type_.ratios else "number" if all(key.worth is not None for key in keys) else "words"
        )
        return kind, tuple(keys)
    if isinstance(type_, BoolType):
        return "words", tuple(_truth(bool(place)) for place in range(low, high + 1))
    return "number", tuple(
        AxisKey(from_ordinal(place, type_), str(place), (), Fraction(place)) for place in range(low, high + 1)
    )


def _outputs_keys(program: Program, outputs: tuple[tuple[str, Type], ...]) -> dict[str, TableAxis]:
    return {
        str(type_): TableAxis(str(type_), *keys_of(program, type_, 0, len(type_.members) - 1))
        for _, type_ in outputs
        if isinstance(type_, EnumType)
    }


def _of_table(program: Program, table: Table) -> EncodedTable | None:
    sizes = [dimension.high - dimension.low + 1 for dimension in table.dimensions]
    total = 1
    for size in sizes:
        total *= size
    if table.hit in {HitPolicy.SUM, HitPolicy.ALL} or total > MOST or any(size < 1 for size in sizes):
        return None
    read = [keys_of(program, d.type, d.low, d.high) for d in table.dimensions]
    axes = tuple(TableAxis(d.label, kind, keys) for d, (kind, keys) in zip(table.dimensions, read, strict=True))
    run = Interpreter(program)
    cells: dict[Point, EncodedCell] = {}
    for places in product(*(range(d.low, d.high + 1) for d in table.dimensions)):
        try:
            row = table.rows[matching(table, places)[0]]
            values = tuple(run.evaluate(output, {}) for output in row.outputs)
        except (RuleError, KeyError):
            continue
        point = tuple(place - d.low for place, d in zip(places, table.dimensions, strict=True))
        cells[point] = EncodedCell(values, row.line, row.anchors, not row.last)
    result = table.result
    outputs: tuple[tuple[str, Type], ...] = ((table.outputs[0], result),)
    if isinstance(result, RecordType):
        outputs = tuple((name, result.field(name) or result) for name in table.outputs)
    keys = _outputs_keys(program, outputs)
    return EncodedTable(table.name, "table", axes, outputs, cells, table.anchors, table.texts, table.name_span, keys)


def _of_modifiers(program: Program, item: Modifiers) -> EncodedTable:
    run = Interpreter(program)
    keys: list[AxisKey] = []
    cells: dict[Point, EncodedCell] = {}
    for place, line in enumerate(item.lines):
        sections = frozenset(anchor.section for anchor in line.anchors)
        keys.append(AxisKey(place, line.name.replace("_", " "), _texts(line.texts), None, sections))
        try:
            cells[(place,)] = EncodedCell((run.evaluate(line.amount, {}),), line.span, line.anchors)
        except (RuleError, KeyError):
            continue
    axes = (TableAxis(item.unit or "line", "words", tuple(keys)),)
    return EncodedTable(
        item.name, "modifiers", axes, (("amount", item.result),), cells, item.anchors, item.texts, item.name_span
    )


def _of_scales(program: Program) -> Iterator[EncodedTable]:
    """Enums and scales whose members stand for numbers that are not their names."""
    for info in program.types.values():
        type_ = info.type
        if not isinstance(type_, EnumType) or type_.ratios or len(type_.worths) < FEWEST:
            continue
        _, keys = keys_of(program, type_, 0, len(type_.members) - 1)
        if all(key.label == str(key.worth) for key in keys):
            continue
        cells: dict[Point, EncodedCell] = {
            (place,): EncodedCell((worth,), part[3])
            for place, (worth, part) in enumerate(zip(type_.worths, info.parts, strict=False))
        }
        axes = (TableAxis(type_.name, "words", tuple(AxisKey(key.value, key.label, key.texts) for key in keys)),)
        yield EncodedTable(
            type_.name, "scale", axes, (("worth", NUMBER),), cells, info.anchors, info.texts, info.name_span, {}
        )


def _of_facts(program: Program) -> Iterator[EncodedTable]:
    """What the scenarios tell of a fact, argument by argument; scenarios that tell the same give one."""
    seen: set[tuple[str, frozenset[object]]] = set()
    for start in program.starts.values():
        told: dict[str, dict[tuple[Value, ...], Value]] = {}
        for (name, arguments), value in start.items():
            told.setdefault(name, {})[arguments] = value
        for name, values in told.items():
            fact = program.callables.get(name)
            mark = (name, frozenset(values.items()))
            if not isinstance(fact, Fact) or mark in seen or not FEWEST <= len(values) <= MOST:
                continue
            seen.add(mark)
            owner = program.pieces.get(str(fact.parameters[0].type)) if fact.parameters else None
            if owner is not None and owner.kind == "piece":
                continue  # a book prints kinds of counters, not every counter of its sheet
            if 1 <= len(fact.parameters) <= 2:
                yield _of_fact(program, fact, values)


def _of_fact(program: Program, fact: Fact, values: dict[tuple[Value, ...], Value]) -> EncodedTable:
    axes, places = [], []
    for number, parameter in enumerate(fact.parameters):
        met = list(dict.fromkeys(arguments[number] for arguments in values))
        kind: LabelKind
        if isinstance(parameter.type, HandleType):
            keys = tuple(AxisKey(value, show(value, parameter.type)) for value in met)
            kind = "words"
        else:
            marks = sorted(ordinal(value) for value in met)
            kind, every = keys_of(program, parameter.type, marks[0], marks[-1])
            keys = tuple(key for key in every if key.value in met)
        axes.append(TableAxis(parameter.name, kind, keys))
        places.append({key.value: place for place, key in enumerate(keys)})
    cells = {
        tuple(place[value] for place, value in zip(places, arguments, strict=True)): EncodedCell(
            (value,), fact.name_span
        )
        for arguments, value in values.items()
    }
    outputs = ((fact.name, fact.result),)
    keys_out = _outputs_keys(program, outputs)
    return EncodedTable(
        fact.name, "fact", tuple(axes), outputs, cells, fact.anchors, fact.texts, fact.name_span, keys_out
    )
