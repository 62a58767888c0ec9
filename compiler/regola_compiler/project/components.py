"""Counter sheets and maps as their files say them; the rules have not been asked yet.

A sheet is `counters/NAME.yaml` or `counters/NAME.csv`, a map `maps/NAME.yaml` with perhaps `maps/NAME.csv` beside it.
A table of CSV says what the list of a YAML file does: a row is a counter or a place, its columns are facts.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from regola_dsl import codes as dsl_codes
from regola_dsl.diagnostics import Diagnostic, counted
from regola_dsl.kinds import PieceKind
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span
from regola_dsl.wording import later, say

from regola_compiler.model.program import Individual
from regola_compiler.project.kept_yaml import LinedList, LinedMapping, Lines
from regola_compiler.project.yaml_file import MAX_BYTES, place_of

# How many counters, or places, a game may have.
MANY_COMPONENTS = 10_000
# What is said of a counter or a place beside its facts, by the key that says it.
ABOUT = {
    "name": later("what it is called"),
    "type": later("which type it is of"),
    "count": later("how many there are"),
    "sections": later("where the book describes it"),
    "note": later("what is to be noted of it"),
}
# What separates the items of a list within one cell.
BETWEEN = ";"


@dataclass(frozen=True, slots=True)
class RawComponents:
    """A counter sheet or a map, in shape: `data` has the list `counters` or `places`, and keeps its lines."""

    stem: str
    shown: str
    kind: PieceKind
    data: dict[str, Any]

    @property
    def key(self) -> str:
        """Under which key its entries stand."""
        return "counters" if self.kind == "piece" else "places"

    @property
    def entries(self) -> list[dict[str, Any]]:
        """What it lists."""
        found: list[dict[str, Any]] = self.data.get(self.key) or []
        return found

    def type_of(self, entry: dict[str, Any]) -> str | None:
        """The type of piece or place that an entry is said to be, if it is said."""
        told = entry.get("type", self.data.get("type"))
        return None if told is None else str(told)


def individuals(components: Iterable[RawComponents]) -> tuple[Individual, ...]:
    """All counters and places by their names, in the order of the files."""
    found = (
        Individual(name, part.kind, part.type_of(entry), place_of(part.data, [part.key, number], part.shown))
        for part in components
        for number, entry in enumerate(part.entries)
        for name in names_in(entry)
    )
    return tuple(islice(found, MANY_COMPONENTS))


def names_in(entry: dict[str, Any]) -> Iterator[str]:
    """The names of the counters that an entry stands for: numbered where it is several."""
    name, count = str(entry["name"]), min(int(entry.get("count", 1)), MANY_COMPONENTS)
    return iter([name]) if "count" not in entry else (f"{name} {number}" for number in range(1, count + 1))


def read_table(source: Source, key: str) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """What a file of comma-separated values lists, each cell with its line; and what is wrong with its shape."""
    if len(source.text) > MAX_BYTES:
        return None, [
            _wrong(
                source, 1, say("the file is larger than {max_bytes} bytes", max_bytes=MAX_BYTES), dsl_codes.TOO_LARGE
            )
        ]
    reader = csv.reader(source.text.lstrip("\ufeff").splitlines(), strict=True, skipinitialspace=True)
    found: list[Diagnostic] = []
    rows: list[LinedMapping] = []
    head: list[str] = []
    lines: list[int] = []
    try:
        for cells in reader:
            line = reader.line_num
            if not any(cell.strip() for cell in cells):
                continue
            if not head:
                head = [cell.strip() for cell in cells]
                found += _head_findings(source, head, line)
                continue
            if len(cells) != len(head):
                told = say(
                    "this row has {cells}, and the first row names {head}",
                    cells=counted(len(cells), "cell"),
                    head=len(head),
                )
                found.append(
                    _wrong(source, line, told, help_text=say("write one cell for each column, empty ones too"))
                )
                continue
            row = LinedMapping()
            for column, cell in zip(head, cells, strict=True):
                if cell.strip():
                    row[column] = int(cell) if column == "count" and cell.strip().isdecimal() else cell.strip()
            row.lc = Lines((column, (line - 1, 0)) for column in row)
            found += _row_findings(source, row, line)
            rows.append(row)
            lines.append(line)
    except csv.Error as error:
        return None, [_wrong(source, reader.line_num, say("this cannot be read as a table: {error}", error=error))]
    if not head:
        found.append(_wrong(source, 1, say("the table has no first row"), help_text=say("name its columns: `name,…`")))
    if found:
        return None, found
    listed = LinedList(rows)
    listed.lc = Lines((number, (line - 1, 0)) for number, line in enumerate(lines))
    data = LinedMapping({key: listed})
    data.lc = Lines([(key, (0, 0))])
    return data, []


def _head_findings(source: Source, head: list[str], line: int) -> Iterator[Diagnostic]:
    if "name" not in head:
        yield _wrong(source, line, say("no column is called `name`"), help_text=say("name one of the columns `name`"))
    for column in sorted({column for column in head if head.count(column) > 1}):
        yield _wrong(
            source,
            line,
            say("two columns are called `{column}`", column=column),
            help_text=say("rename one, or remove it"),
        )


def _row_findings(source: Source, row: dict[str, Any], line: int) -> Iterator[Diagnostic]:
    if "name" not in row:
        yield _wrong(source, line, say("this row has no name"), help_text=say("write one in the column `name`"))
    count = row.get("count", 1)
    if not isinstance(count, int) or not 1 <= count <= MANY_COMPONENTS:
        yield _wrong(
            source,
            line,
            say("`{count}` is no number of counters", count=count),
            help_text=say("write a whole number from 1 on"),
        )


def _wrong(source: Source, line: int, message: str, code: Any = dsl_codes.BAD_YAML, help_text: str = "") -> Diagnostic:
    return Diagnostic(code, message, Span(source.path, line, 1, line, 2), help=help_text)
