"""A sheet from its description: what it names is taken from the rules, what it says itself stands as it is written.

A description is data that its schema has found to be in shape (`schemas/sheet.schema.json`); what it names may still be
gone. `build` notes that with the line, and leaves the part out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Protocol

from msgspec.structs import replace
from regola_dsl.diagnostics import meant, nearest, of_its_words
from regola_dsl.wording import say

from regola_compiler.emit.print import tables
from regola_compiler.emit.print.document import (
    Beside,
    Block,
    Cell,
    Column,
    Document,
    Foot,
    Line,
    Lines,
    Part,
    Phase,
    Row,
    Side,
    Table,
    Weight,
)
from regola_compiler.emit.print.document import Sequence as Steps
from regola_compiler.emit.print.held import not_in
from regola_compiler.emit.print.inline import caption, line, numbered, plain, runs
from regola_compiler.emit.print.names import Names
from regola_compiler.ir.tree import Action, Ir, Modifiers, Named
from regola_compiler.ir.tree import Phase as PlayPhase
from regola_compiler.ir.tree import Table as RuleTable

Data = Mapping[str, Any]
Path = tuple[str | int, ...]

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
TONES = {"good": "#1b6b45", "bad": "#9a3324"}


class Described(Protocol):
    """A description as its file says it, in shape: what it is called, where its findings stand, and what it says."""

    @property
    def stem(self) -> str:
        """The name of the file, without its ending."""

    @property
    def shown(self) -> str:
        """What findings call the file."""

    @property
    def data(self) -> Data:
        """What it says; a mapping that knows its lines."""


@dataclass(frozen=True)
class Gone:
    """A name in a description that the rules do not have: where it stands, what it should be, and what is near.

    `known` are all that it could be, `table` the one in which it is sought, if it is sought in one, and `hint` what to
    write where that is known.
    """

    path: Path
    name: str
    what: str
    near: str | None
    known: tuple[str, ...] = ()
    table: str = ""
    hint: str = ""


@dataclass
class Sheet:
    """A description being turned into a document, in one language.

    `shown` are the tables and modifiers that it shows, `used` all that it names and that is there; `foreign` the texts
    that it has in other languages only.
    """

    ir: Ir
    language: str
    data: Data
    gone: list[Gone] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    foreign: list[Mapping[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.names = Names(self.ir, self.language)
        self.data = _without_lines(self.data)

    def document(self) -> Document:
        """The document; what it names in vain is left out and noted in `gone`."""
        data = self.data
        size = data.get("text", {})
        own = self.names.text(self.ir.title, self.ir.game)
        tones = {
            name: tone if isinstance(tone, str) else tone["colour"] for name, tone in data.get("tones", {}).items()
        }
        return Document(
            own,
            self.say(data.get("title", "")) or self.names.words["player_aid"],
            self.language,
            data.get("paper", "a4"),
            data.get("landscape", True),
            measure(data.get("margin", "8mm")),
            measure(size.get("size", "9.6pt")),
            measure(size.get("at-least", "7pt")),
            self.names.words,
            tuple(self._side(side, ("sides", place)) for place, side in enumerate(data["sides"])),
            tones=tones,
            colours=dict(data.get("colours", {})),
            foot=self.names.words["numbers_are_sections"],
        )

    def say(self, text: object) -> str:
        """A text of the description in this language: one for all, or one for each."""
        if isinstance(text, Mapping):
            if self.language not in text:
                self.foreign.append(text)
            return str(text.get(self.language) or next(iter(text.values()), ""))
        return "" if text is None else str(text)

    def _side(self, side: Data, path: Path) -> Side:
        columns = tuple(
            Column(self._blocks(column["blocks"], (*path, "columns", place, "blocks")), column.get("width", "1fr"))
            for place, column in enumerate(side["columns"])
        )
        return Side(self.say(side.get("title", "")), columns)

    def _blocks(self, blocks: Sequence[Data], path: Path) -> tuple[Block, ...]:
        return tuple(self._block(block, (*path, place)) for place, block in enumerate(blocks))

    def _block(self, data: Data, path: Path) -> Block:
        """A block with its parts in the order in which they are described."""
        parts: list[Part] = []
        makers = self._makers()
        for key in data:
            if key in makers and (part := makers[key](data, (*path, key))):
                parts.append(part)
                parts += self._below(key, data, part)
        refs = _refs(data.get("refs", ""))
        colour = self._colour(data.get("colour", ""), (*path, "colour")) or TONES.get(data.get("tone", ""), "")
        return Block(tuple(parts), self.say(data.get("title", "")), refs, colour)

    def _colour(self, name: str, path: Path) -> str:
        """A colour by its name in the description, or as it is written; none if it is neither."""
        own = self.data.get("colours", {})
        if not name or name in own or _COLOUR.fullmatch(name):
            return str(own.get(name, name))
        self._lost(path, name, "colour", own)
        return ""

    def _makers(self) -> Mapping[str, Callable[[Data, Path], Part | None]]:
        return {
            "steps": lambda data, _: self._written("steps", data["steps"]),
            "lines": lambda data, _: self._written("lines", data["lines"]),
            "ticks": lambda data, _: self._written("ticks", data["ticks"]),
            "key": lambda data, _: self._written("plain", data["key"]),
            "rules": self._rules,
            "pick": lambda data, path: None if "rules" in data else self._rules(data, path),
            "table": self._table,
            "grid": self._grid,
            "modifiers": self._modifiers,
            "sequence": self._sequence,
            "calendar": self._calendar,
            "matrix": self._matrix,
            "side-by-side": self._beside,
            "foot": lambda data, _: Foot(line(self.say(data["foot"]))),
        }

    # --- what is written by hand ---

    def _written(self, style: Any, items: Iterable[object]) -> Lines:
        numbered = style == "steps"
        return Lines(
            style, tuple(line(self.say(item), str(place) if numbered else "") for place, item in enumerate(items, 1))
        )

    def _matrix(self, data: Data, _: Path) -> Table:
        matrix = data["matrix"]
        head = tuple(Cell(runs(self.say(text)), weight="head") for text in matrix.get("heads", ()))
        rows = tuple(
            Row(tuple(self._cell(text, "head" if place == 0 else "") for place, text in enumerate(row)))
            for row in matrix["rows"]
        )
        wide = max((len(row.cells) for row in rows), default=0)
        return Table(head, rows, tuple(matrix.get("widths", ())), left=frozenset(range(wide)))

    def _cell(self, text: object, weight: Weight) -> Cell:
        made = line(self.say(text))
        return Cell(made.runs, made.refs, weight=weight)

    def _calendar(self, data: Data, _: Path) -> Table:
        heads = data.get("heads", [self.names.words["turn"], self.names.words["what_happens"]])
        head = tuple(Cell(runs(self.say(text)), weight="head") for text in heads) if isinstance(heads, Sequence) else ()
        rows = []
        for when, what in data["calendar"]:
            made = line(self.say(what))
            rows.append(Row((Cell(runs(self.say(when)), weight="head"), Cell(made.runs, made.refs))))
        return Table(head, tuple(rows), ("auto", "1fr"), left=frozenset({1}))

    def _beside(self, data: Data, path: Path) -> Beside:
        widths = data.get("widths", ())
        return Beside(self._blocks(data["side-by-side"], path), tuple(widths))

    # --- what the rules say ---

    def _rules(self, data: Data, path: Path) -> Lines | None:
        """Rules by their titles: those of an action or a section, or those that are picked."""
        home, pick = str(data.get("rules", "")), data.get("pick")
        action = self.names.declarations.get(home)
        self.used |= {home} & {*self.names.declarations, *self.names.rules}
        found: list[Named] = []
        if pick is not None:
            for place, name in enumerate(pick):
                part = self.names.rules.get(f"{home}.{name}") or self.names.rules.get(str(name))
                if part is None:
                    self._lost((*path[:-1], "pick", place), str(name), "rule", self.names.rules)
                else:
                    self.used.add(str(name))
                    found.append(part)
        elif isinstance(action, Action):
            found += self.names.of_action(action)
        elif home in self.names.rules:
            found.append(self.names.rules[home])
        elif not (stands := self.names.of_section(home)):
            self._lost(path, home, "action, rule or section", self.names.rules)
        else:
            found += stands
        if pick is not None and not isinstance(action, Action) and home and home not in self.names.rules:
            self._lost(
                path,
                home,
                "action",
                {name for name, item in self.names.declarations.items() if isinstance(item, Action)},
            )
        return (
            Lines("lines", tuple(Line(plain(self.names.title(part)), numbered(part.anchors)) for part in found))
            if found
            else None
        )

    def _table(self, data: Data, path: Path) -> Table | None:
        table = self._named(RuleTable, data["table"], path, "table")
        if table is None:
            return None
        self._held(table, data, path, grid=False)
        return tables.listed(table, self.names, self._manner(data))

    def _grid(self, data: Data, path: Path) -> Table | None:
        table = self._named(RuleTable, data["grid"], path, "table")
        if table is None:
            return None
        self._held(table, data, path, grid=table.grid)
        if not table.grid:
            return tables.listed(table, self.names, self._manner(data))
        odds = data.get("odds")
        strip = None
        if odds:
            self._named(RuleTable, odds["effects"], (*path[:-1], "odds", "effects"), "table")
            strip = tables.Odds(odds["effects"], {kind: self.say(text) for kind, text in odds["rows"].items()})
        made = tables.grid(table, self.names, self._manner(data), strip)
        above = tuple(caption(self.say(data[key])) for key in ("left", "middle", "right") if key in data)
        return replace(made, above=above or made.above)

    def _below(self, key: str, data: Data, part: Part) -> Iterator[Part]:
        """What stands below a table: what it says past its ends; of a grid what its strip counts, its tones mean."""
        if key not in {"table", "grid"} or not isinstance(part, Table):
            return
        table = self.names.declarations[data[key]]
        if isinstance(table, RuleTable) and data.get("beyond", True) and (told := tables.beyond(table, self.names)):
            yield Foot(line(told))
        if key != "grid":
            return
        if counted := data.get("odds", {}).get("foot"):
            yield Foot(line(self.say(counted)))
        if legend := self._legend(part):
            yield Table((), (Row(legend),), small=True)

    def _legend(self, table: Table) -> tuple[Cell, ...]:
        """What the tones of a table mean, in the order of the description; tones that are alike are told once."""
        used = {cell.tone for row in table.rows for cell in row.cells}
        found: dict[tuple[str, str], Cell] = {}
        for name, tone in self.data.get("tones", {}).items():
            if name in used and not isinstance(tone, str) and (means := self.say(tone.get("means"))):
                found.setdefault((tone["colour"], means), Cell(runs(means), tone=name))
        return tuple(found.values())

    def _modifiers(self, data: Data, path: Path) -> Lines | None:
        item = self._named(Modifiers, data["modifiers"], path, "table of modifiers")
        if item is None:
            return None
        sign = {"plus": "+", "minus": "-"}.get(data.get("sign", ""), "")
        return tables.amounts(item, self.names, sign, self.say(data.get("unit", "")))

    def _sequence(self, data: Data, path: Path) -> Steps | Lines | None:
        name = data["sequence"]
        root = self.names.phases.get(name)
        if root is None:
            self._lost(path, name, "sequence or phase", self.names.phases)
            return None
        when, bars = data.get("when", {}), data.get("bars", {})
        self.used.add(name)
        for told, keys in (("when", when), ("bars", bars)):
            self.used |= {key for key in keys if key in self.names.phases}
            for key in keys:
                if key not in self.names.phases:
                    self._lost((*path[:-1], told, key), key, "phase", self.names.phases)
        said = {name: self.say(text) for name, text in when.items()}
        colours = {name: self._colour(colour, (*path[:-1], "bars", name)) for name, colour in bars.items()}
        found = sequence_part(self.names, root, said, data.get("levels", 0), colours)
        return below_title(found, self.say(data.get("title", "")), _refs(data.get("refs", "")))

    def _manner(self, data: Data) -> tables.Manner:
        tones = self.data.get("tones", {}) if data.get("tones", "grid" in data) else {}
        groups, heads = data.get("groups", {}), data.get("heads", {})
        return tables.Manner(
            heads={name: self.say(text) for name, text in heads.items()} if isinstance(heads, Mapping) else {},
            swap={_typed(cell): self.say(text) for cell, text in data.get("swap", {}).items()},
            strong=frozenset(map(self.say, data.get("strong", ()))),
            soft=frozenset(map(self.say, data.get("soft", ()))),
            marked=data.get("mark", ""),
            ruled=frozenset(name for name, ruled in groups.items() if ruled),
            columns=tuple(data.get("columns", ())),
            notes={str(row): self.say(text) for row, text in data.get("notes", {}).items()},
            notes_head=self.say(data.get("notes-head", "")),
            tones=frozenset(map(str, tones)),
            corner=self.say(data["corner"]) if "corner" in data else None,
            widths=tuple(data.get("widths", ())),
            small=data.get("small", False),
            short=data.get("short", False),
        )

    def _held(self, table: RuleTable, data: Data, path: Path, *, grid: bool) -> None:
        """Note what a block says of columns, rows and cells that its table does not have."""
        for below, name, what, known in not_in(table, self.names, data, grid=grid):
            self.gone.append(Gone((*path[:-1], *below), name, what, nearest(name, list(known)), known, table.name))

    def _named(self, kind: type[Any], name: str, path: Path, what: str) -> Any:
        """The declaration called `name`, if it is there and of this kind."""
        item = self.names.declarations.get(name)
        if isinstance(item, kind):
            self.shown.add(name)
            self.used.add(name)
            return item
        known = [one.name for one in self.names.declarations.values() if isinstance(one, kind)]
        hint = ""
        match item:
            case RuleTable():
                hint = say("it is a table: write `table: {name}`", name=name)
            case Modifiers():
                hint = say("it is a list of modifiers: write `modifiers: {name}`", name=name)
            case None:
                pass
            case _ if (close := nearest(name, known) or of_its_words(name, known)) is not None:
                hint = meant(close)
            case _:
                hint = say("it is no table, so it has no rows to be printed: take it out")
        self._lost(path, name, what, known, hint)
        return None

    def _lost(self, path: Path, name: str, what: str, known: Iterable[str], hint: str = "") -> None:
        listed = tuple(known)
        close = nearest(name, list(listed)) or of_its_words(name, list(listed))
        self.gone.append(Gone(path, name, what, close, listed, hint=hint))


def sequence_part(
    names: Names, root: PlayPhase, when: Mapping[str, str], levels: int = 0, bars: Mapping[str, str] | None = None
) -> Steps:
    """A sequence of play as boxes to tick; `when` says of a phase, by its name, in which turns it is played.

    With one of `levels` the phases right inside `root` are boxes below it, with two they are headings over theirs, and
    so on; with none all is shown. A phase among headings that holds nothing is a heading without boxes, for it is
    played in its place as the others are. `bars` has the colours of phases that do not have that of their block.
    """
    colours = bars or {}

    def step(phase: PlayPhase) -> Line:
        title = names.text(phase.texts, phase.name).rstrip(".")
        return Line(plain(title), numbered(phase.anchors), aside=when.get(phase.name, ""))

    def heads(phase: PlayPhase, depth: int) -> Iterator[Phase]:
        inner = _inside(phase)
        if depth == 1 or not any(map(_inside, inner)):
            yield Phase(step(phase), tuple(map(step, inner)), colours.get(phase.name, ""))
            return
        if phase is not root:
            first = list(takewhile(lambda one: not _inside(one), inner))
            yield Phase(step(phase), tuple(map(step, first)), colours.get(phase.name, ""))
            inner = inner[len(first) :]
        for one in inner:
            yield from heads(one, depth - 1)

    return Steps(tuple(heads(root, levels)))


def below_title(steps: Steps, title: str, refs: Sequence[str]) -> Steps | Lines:
    """A sequence below a title and the sections behind it: one that is called so is not called so twice."""
    match steps.phases:
        case (only,) if only.steps and not (only.colour or only.head.aside):
            said = "".join(run.text for run in only.head.runs)
            return Lines("ticks", only.steps) if said == title and {*only.head.refs} <= {*refs} else steps
        case _:
            return steps


def _inside(phase: PlayPhase) -> list[PlayPhase]:
    """The named phases right inside a phase; what only repeats is looked through."""
    found = []
    for inner in phase.phases:
        found += [inner] if inner.name else _inside(inner)
    return found


def _without_lines(data: Any) -> Any:
    """A description as plain values: those of a file know the lines they stand on, and are of types of their own."""
    if isinstance(data, Mapping):
        return {_without_lines(key): _without_lines(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_without_lines(value) for value in data]
    return str(data) if isinstance(data, str) else data


def _typed(cell: object) -> str:
    """A cell as it is typed in the rules, whatever YAML takes it for."""
    return str(cell).lower() if isinstance(cell, bool) else str(cell)


def _refs(text: object) -> tuple[str, ...]:
    """Sections as they are listed in a description: `8.1, 8.2`."""
    return tuple(part.strip() for part in str(text).split(",") if part.strip())


def measure(text: str) -> float:
    """A length in its own unit, millimetres or points.

    >>> measure("7.5mm")
    7.5
    """
    return float(str(text).removesuffix("mm").removesuffix("pt"))
