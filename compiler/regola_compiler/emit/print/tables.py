"""Tables, grids and modifiers as they stand on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from regola_compiler.emit.print.document import (
    Block,
    Cell,
    Column,
    Document,
    Foot,
    Line,
    Lines,
    Part,
    Row,
    Runs,
    Side,
    Table,
    Weight,
)
from regola_compiler.emit.print.inline import line as written_line
from regola_compiler.emit.print.inline import numbered, plain, runs
from regola_compiler.emit.print.names import Names
from regola_compiler.emit.text.labels_en import WORDS
from regola_compiler.ir.tree import Cell as PrintedCell
from regola_compiler.ir.tree import Const, Modifier, Modifiers
from regola_compiler.ir.tree import Table as RuleTable
from regola_compiler.ir.types import MemberValue, Value

# What a cell may have been typed as.
SPELLINGS = {"yes": ("true", "yes"), "no": ("false", "no")}
# What counts as nothing happening, where the faces of a die are counted.
_NOTHING = frozenset({"0", "false", "none", "no", "-", ""})

# What stands in a cell of odds where nothing comes up; with more columns than so many the paper lies on its side.
_NEVER = frozenset({"·", "–"})
_MANY = 7


@dataclass(frozen=True)
class Manner:
    """How a table is to be shown: what its description says beside its name.

    Attributes:
        heads: What stands above a column or a row, by what it is called in the rules.
        swap: What is shown in place of a cell as it was typed.
        strong: Cells that matter much, as they are shown.
        soft: Cells that matter little.
        marked: A sign by which cells that contain it are told from others.
        ruled: The first cells of rows below which a heavy line is drawn.
        columns: The columns to be shown, all if there are none.
        notes: A remark for each row, by its first cell.
        notes_head: What stands above the remarks.
        tones: Which values have a colour.
        corner: What stands in the corner of a grid.
        widths: One for each column, or none.
        small: Whether it is set smaller than the text.
        short: Whether words stand in their short forms.
    """

    heads: Mapping[str, str] = field(default_factory=dict)
    swap: Mapping[str, str] = field(default_factory=dict)
    strong: frozenset[str] = frozenset()
    soft: frozenset[str] = frozenset()
    marked: str = ""
    ruled: frozenset[str] = frozenset()
    columns: tuple[str, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    notes_head: str = ""
    tones: frozenset[str] = frozenset()
    corner: str | None = None
    widths: tuple[str, ...] = ()
    small: bool = False
    short: bool = False


@dataclass(frozen=True)
class Odds:
    """A strip below a grid: in how many faces of the die each kind of result comes up.

    `rows` are what is counted: an output of the table `effects`, which says what each result means, and its title.
    """

    effects: str
    rows: Mapping[str, str]


def listed(table: RuleTable, names: Names, manner: Manner) -> Table:
    """A table with a column for each input and output."""
    heads = [names.spelled(cell).replace(" ", "_") for cell in table.sheet.head]
    asked = [place for place, name in enumerate(heads) if name in manner.columns]
    shown = asked or list(range(len(heads)))
    head = [_head(manner.heads.get(heads[place]), names.heading(table, table.sheet.head[place])) for place in shown]
    remarked = bool(manner.notes) or any(line.texts for line in table.sheet.lines)
    rows = []
    for line in table.sheet.lines:
        first = names.spelled(line.cells[0])
        cells = [_cell(names, table, line.cells[place], manner, first=place == 0) for place in shown]
        cells[-1] = Cell(cells[-1].runs, numbered(line.anchors), cells[-1].tone, cells[-1].weight)
        if remarked:
            note = manner.notes.get(first) or names.text(line.texts)
            made = written_line(note)
            cells.append(Cell(made.runs, made.refs, weight="soft"))
        rows.append(Row(tuple(cells), ruled=first in manner.ruled))
    if remarked:
        head.append(Cell(plain(manner.notes_head), weight="head"))
    left = frozenset(place for place in range(len(head)) if place == 0 or _is_wordy(rows, place))
    return Table(tuple(head), tuple(rows), manner.widths, small=manner.small, left=left)


def beyond(table: RuleTable, names: Names) -> str:
    """What a table says past its ends, a sentence each, as a line is written: the rows alone would leave a hole."""
    words = names.words
    told = []
    for edge in table.edges:
        said = f"{names.axis(table, table.dimensions[edge.axis])} {words[edge.side]} {edge.limit} {words[edge.policy]}"
        if edge.policy == "clamp":
            said += f" {edge.limit}"
        if edge.by in names.declarations:
            said += f", {words['ruled_by']} {names.title(names.declarations[edge.by])}"
        told.append(f"{said[:1].upper()}{said[1:]}.")
    cited = numbered(tuple(dict.fromkeys(anchor for edge in table.edges for anchor in edge.anchors)))
    return " ".join([*told, *([f"@{', '.join(cited)}"] if cited else [])])


def grid(table: RuleTable, names: Names, manner: Manner, odds: Odds | None = None) -> Table:
    """A table looked up across and down; its first column is what is looked up on the left."""
    down, across = table.dimensions[:2]
    corner = manner.corner if manner.corner is not None else names.axis(table, down)
    head = [Cell(plain(corner), weight="soft")]
    head += [_head(manner.heads.get(names.spelled(cell)), names.cell(cell, narrow=True)) for cell in table.sheet.head]
    rows = tuple(
        Row(tuple(_cell(names, table, cell, manner, first=place == 0) for place, cell in enumerate(line.cells)))
        for line in table.sheet.lines
    )
    strip = faces(table, odds, names) if odds else ()
    caption = (plain(names.axis(table, across)),) if manner.corner is None else ()
    return Table(tuple(head), rows, manner.widths, grid=True, small=manner.small, strip=strip, above=caption)


def faces(table: RuleTable, odds: Odds, names: Names) -> tuple[Row, ...]:
    """For each kind of result, in how many of the rows of a grid it comes up, column by column.

    A row that stands for several faces of the die counts as many. `effects` is looked up by the result alone.
    """
    effects = names.declarations.get(odds.effects)
    if not isinstance(effects, RuleTable):
        return ()
    columns = list(dict.fromkeys(row.when[1] for row in table.rows))
    kinds = [names.spelled(cell).replace(" ", "_") for cell in effects.sheet.head]
    meaning = {
        names.spelled(line.cells[0]): [names.spelled(cell) for cell in line.cells] for line in effects.sheet.lines
    }
    found = []
    for kind, title in odds.rows.items():
        counts = dict.fromkeys(columns, 0)
        for row in table.rows:
            result = _label(row.then[0].value) if isinstance(row.then[0], Const) else ""
            cells = meaning.get(result, [])
            happens = kind in kinds and cells and cells[kinds.index(kind)].casefold() not in _NOTHING
            counts[row.when[1]] += _faces(row.when[0]) if happens else 0
        most = max(counts.values(), default=0)
        counted = tuple(
            Cell(plain(str(count)), weight="strong" if count > most / 2 else "") for count in counts.values()
        )
        found.append(Row((Cell(plain(title), weight="soft"), *counted)))
    return tuple(found)


def amounts(item: Modifiers, names: Names, sign: str = "", unit: str | None = None) -> Lines:
    """Modifiers with what each adds; of one `sign` (`+`, `-`) alone, if one is asked for.

    With a `unit` the amounts are written as players say them (`2D`), without one with their signs (`+2`).
    """
    lines = []
    for modifier in item.lines:
        if sign and modifier.sign != sign:
            continue
        amount, tone = _amount(modifier, unit)
        lines.append(Line(plain(names.title(modifier)), numbered(modifier.anchors), amount, tone=tone))
    return Lines("amounts", tuple(lines))


def _amount(modifier: Modifier, unit: str | None) -> tuple[str, str]:
    """What a modifier adds, and for whom it is good; what has to be calculated may be more or less."""
    if not isinstance(modifier.size, Const):
        return "±", ""
    size = _label(modifier.size.value)
    tone = "good" if modifier.sign == "+" else "bad"
    return (f"{size}{unit}" if unit else f"{'+' if modifier.sign == '+' else '−'}{size}"), tone


def _faces(selector: tuple[tuple[int | None, int | None], ...]) -> int:
    """How many values a selector stands for; an end that is open counts as one."""
    return sum(1 if low is None or high is None else high - low + 1 for low, high in selector)


def _label(value: Value) -> str:
    return value.member if isinstance(value, MemberValue) else str(value)


def _head(given: str | None, own: str) -> Cell:
    return Cell(runs(given) if given is not None else plain(own), weight="head")


def _cell(names: Names, table: RuleTable, cell: PrintedCell, manner: Manner, *, first: bool) -> Cell:
    spelled = names.spelled(cell)
    swapped = next((manner.swap[one] for one in SPELLINGS.get(spelled, (spelled,)) if one in manner.swap), None)
    text = swapped if swapped is not None else names.cell(cell, narrow=manner.short, table=table)
    tone = spelled if spelled in manner.tones else ""
    if manner.marked and not first:
        tone = "marked" if manner.marked in text else "unmarked"
    weight: Weight = "head" if first else "strong" if text in manner.strong else "soft" if text in manner.soft else ""
    content: Runs = runs(text) if swapped is not None else plain(text)
    return Cell(content, tone=tone, weight=weight)


def _is_wordy(rows: list[Row], place: int) -> bool:
    """Whether a column holds words, which stand on the left, and not signs and numbers, which stand in the middle."""
    texts = ["".join(run.text for run in row.cells[place].runs) for row in rows]
    return any(len(text) > 6 for text in texts)


def chances_document(
    title: str,
    game: str,
    grid: tuple[Sequence[str], Sequence[tuple[str, Sequence[str]]]],
    across: str = "",
    said: Sequence[str] = (),
    language: str = "en",
) -> Document:
    """A page with a table of odds.

    Args:
        title: What the odds are of.
        game: Whose rules it is by.
        grid: What stands above the columns, and each row with what stands in it.
        across: The input that the columns are values of.
        said: What is known, to be told below.
        language: Of the titles.
    """
    heads, rows = grid
    head = (Cell(()), *(Cell(plain(one), weight="head") for one in heads))
    listed = tuple(
        Row((Cell(plain(value), weight="head"), *(Cell(plain(c), weight="soft" if c in _NEVER else "") for c in cells)))
        for value, cells in rows
    )
    table = Table(head, listed, grid=True, above=(plain(across),) if across else ())
    below: tuple[Part, ...] = tuple(Foot(written_line(one)) for one in said)
    side = Side("", (Column((Block((table, *below)),)),))
    wide = len(heads) > _MANY
    return Document(title, game, language, "a4", wide, 10.0, 9.6, 6.0, WORDS, (side,))
