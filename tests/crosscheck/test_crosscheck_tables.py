"""Printed tables: found whatever conversion did to them, matched, compared; every cell of the tutorial's put to the test."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from regola_compiler.driver import understand
from regola_compiler.model.program import Program
from regola_compiler.project.game import load_game
from regola_crosscheck.book.cell_values import intervals, normalized, number, ratio, similarity
from regola_crosscheck.book.counted_lists import counted_lists
from regola_crosscheck.book.outline import outline
from regola_crosscheck.book.tables import Grid, PrintedCell, grids_of, grids_of_book
from regola_crosscheck.book.tables import placed as placed_in_sections
from regola_crosscheck.rules.lookups import EncodedTable, lookups_of
from regola_crosscheck.tables import sieve
from regola_crosscheck.tables.align import TableMatch, matches
from regola_crosscheck.tables.compare import compare_tables
from regola_crosscheck.tables.differences import TableDifference
from support import growing_games
from support.command import Run
from support.effort import every_third, some
from support.paths import GAMES
from support.small_programs import compiled_text

GAME = GAMES / "lantern_pass"
LANGUAGES = ("it", "en")


@cache
def program() -> Program:
    return understand(load_game(GAME, "games/lantern_pass")).program


@cache
def encoded() -> list[EncodedTable]:
    return lookups_of(program())


def lines_of(language: str) -> tuple[str, ...]:
    return tuple((GAME / f"rulebook.{language}.md").read_text("utf-8").split("\n"))


def placed(lines: tuple[str, ...], language: str) -> list[tuple[Grid, str]]:
    return grids_of_book(outline(language, "rulebook.md", "\n".join(lines)))


def texts(grid: Grid) -> list[list[str]]:
    return [[cell.text for cell in row] for row in ([grid.header] if grid.header else []) + list(grid.rows)]


def only(text: str) -> Grid:
    found = grids_of(tuple(text.split("\n")))
    assert len(found) == 1, [texts(grid) for grid in found]
    return found[0]


# --- what a cell says ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+2", 2),
        ("− 1", -1),
        ("–3", -3),
        ("‑1", -1),
        ("½", 0.5),
        ("1 e ½", 1.5),
        ("1/2", 0.5),
        ("1,5", 1.5),
        ("1.5", 1.5),
        ("50%", 50),
        ("2x", 2),
        ("x3", 3),
        ("×3", 3),
        ("lO", 10),
        ("O", 0),
        ("–", 0),
        ("4*", 4),
        ("**7**", 7),
        ("\xa05", 5),
        ("A1", None),
        ("", None),
        ("DR", None),
        ("due", None),
    ],
)
def test_numbers_are_read_however_they_are_written(text: str, value: float | None) -> None:
    read = number(text)
    assert (None if read is None else float(read)) == value


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("1–2", (1, 2)),
        ("6 – 5", (5, 6)),
        ("3 o meno", (None, 3)),
        ("14 or more", (14, None)),
        ("31+", (31, None)),
        ("< 4", (None, 3)),
        ("≥ 5", (5, None)),
        ("1940 - 42 :", (1940, 1942)),
        ("-3..3", (-3, 3)),
        ("oltre 6", (7, None)),
    ],
)
def test_labels_are_read_as_stretches(text: str, ends: tuple[int | None, int | None]) -> None:
    assert intervals(text) == (ends,)


def test_ratios_and_names() -> None:
    assert ratio("3-1") == ratio("3:1") == ratio("3+ : 1") == 3
    assert ratio("DR") is None
    assert similarity("Contrabbandieri", "contrabbandiere") == 1
    assert similarity("Fanteria", "Cavalleria") < 0.5


# --- finding tables --------------------------------------------------------------------------------------

WANTED = [["die", "sky", "wind"], ["1-2", "clear", "0"], ["3-4", "fog", "1"], ["5-6", "snow", "2"]]


@pytest.mark.parametrize(
    "text",
    [
        "| die | sky | wind |\n|-----|-----|---|\n| 1–2 | clear | 0 |\n| 3-4 | fog | 1 |\n| 5−6 | snow | 2 |",
        "die\tsky\twind\n1-2\tclear\t0\n3-4\tfog\t1\n5-6\tsnow\t2",
        "die   sky     wind\n1-2   clear   0\n3-4   fog     1\n5-6   snow    2",
        # The rule line is missing; a blank line stands inside.
        "| die | sky | wind |\n| 1-2 | clear | 0 |\n\n| 3-4 | fog | 1 |\n| 5-6 | snow | 2 |",
        # The head again after a page break, with the page's number.
        "| die | sky | wind |\n|--|--|--|\n| 1-2 | clear | 0 |\n\n17\n\n| die | sky | wind |\n|--|--|--|\n| 3-4 | fog | 1 |\n| 5-6 | snow | 2 |",
        # A row that goes on in the next line, at a separator and inside a cell.
        "| die | sky | wind |\n|--|--|--|\n| 1-2 | clear\n| 0 |\n| 3-4 | fog | 1 |\n| 5-6 | snow | 2 |",
        "| die | sky | wind |\n|--|--|--|\n| 1-2 | clear | 0 |\n| 3-4 |\nfog | 1 |\n| 5-6 | snow | 2 |",
        # A separator too many, and one too few.
        "| die | sky | wind |\n|--|--|--|\n| 1-2 | | clear | 0 |\n| 3-4 | fog | 1 |\n| 5-6 | snow | 2 |",
        "| die | sky | wind |\n|--|--|--|\n| 1-2 | clear | 0 |\n| 3-4 | fog | 1 |\n| 5-6 | snow 2 |",
        # No separators at the ends; markup; a title inside.
        "die | sky | wind\n--- | --- | ---\n**1-2** | clear | 0\n3-4 | fog | 1\n5-6 | snow | 2",
        "<b>THE SKY</b>\t\t\n<b>die</b>\t<b>sky</b>\t<b>wind</b>\n1-2\tclear\t0\n3-4\tfog\t1\n5-6\tsnow\t2",
        # An empty column, where cells were merged.
        "\tdie\tsky\twind\n\t1-2\tclear\t0\n\t3-4\tfog\t1\n\t5-6\tsnow\t2",
    ],
    ids=lambda text: text[:18].replace("\n", " "),
)
def test_a_table_is_found_whatever_was_done_to_it(text: str) -> None:
    grid = only(f"Some words before.\n\n{text}\n\nSome words behind.")
    assert texts(grid) == WANTED
    assert grid.header is not None
    for row in grid.rows:
        for cell in row:
            line = f"Some words before.\n\n{text}".split("\n")[cell.line - 1]
            start = normalized(line[cell.column - 1 :].replace("|", " ").replace("*", ""))
            assert start.startswith(normalized(cell.text.split()[0])), (line, cell)


def test_a_head_in_two_lines_is_one() -> None:
    grid = only("terrain\tcost\t\tbonus\n\tfoot\thorse\t\nwood\t1\t2\t+1\nhill\t2\t3\t+2\ncrag\t3\t4\t0")
    assert grid.header is not None
    assert [cell.text for cell in grid.header] == ["terrain", "cost foot", "horse", "bonus"]


def test_titles_inside_group_rows_or_part_tables() -> None:
    one = only("unit\tcost\tmove\n<b>Land</b>\t\t\nfoot\t3\t1\ntank\t5\t2\n<b>Sea</b>\t\t\nship\t8\t2\nboat\t6\t3")
    assert [row[0].text for row in one.rows] == ["foot", "tank", "ship", "boat"]
    two = grids_of(
        (
            "<b>A</b>\t",
            "die\tresult",
            "1-4\tloss",
            "5-6\tnone",
            "<b>Modifiers</b>\t",
            "+2\tnear a city",
            "-1\tin the desert",
        )
    )
    assert [(grid.caption, len(grid.rows)) for grid in two] == [("A", 2), ("Modifiers", 2)]


@pytest.mark.parametrize(
    "text",
    [
        "Chapter one ......\t3\nChapter two ......\t7\nChapter three ....\t12",
        "II = battalion\tXX = division\tXXXX = army\nIII = regiment\tXXX = corps\tX = brigade",
        "Harbour\t= where ships lie\nCity\t= where people live\nRiver\t= flowing water",
        "12 Soldiers\t10 Soldiers\n4 Ships\t6 Ships\n3 Guns\t2 Guns",
        "C44/D43/D44\tJ28/K27/K28\tE26/E27/F26\nW43/W44/X43\tJ27/K26/K27\tC27/C28/D27",
        "This  sentence is  justified with\nwide gaps  between its  words and\ngoes on  so for a  few lines more.",
        "A sentence with a | stroke in it.",
    ],
)
def test_what_only_stands_in_columns_is_no_table(text: str) -> None:
    assert grids_of(tuple(text.split("\n"))) == []


# --- the tutorial's book ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tutorials_tables_are_all_matched_and_nothing_differs(language: str) -> None:
    grids = placed(lines_of(language), language)
    found = matches(grids, encoded())
    assert {match.view.grid for match in found} == set(range(len(grids)))
    assert {match.lookup.name for match in found} == {
        "counters", "weather_table", "terrain_chart", "combat_table", "victory_table", "terrain", "tracks",
    }  # fmt: skip
    sections = frozenset(section.id for section in outline(language, "", "\n".join(lines_of(language))).sections)
    assert compare_tables(program(), encoded(), grids, language, sections) == []


def first_of(change: dict[str, str], language: str = "en") -> list[TableDifference]:
    text = "\n".join(lines_of(language))
    for old, new in change.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return compare_tables(program(), encoded(), placed(tuple(text.split("\n")), language), language)


def test_a_difference_says_where_what_and_how_it_looks() -> None:
    (one,) = first_of(
        {"| crag      | 3       | 3            | −2    |": "| crag      | 3       | 3            | 2     |"}
    )
    assert (one.kind, one.confidence, one.table, one.printed, one.encoded) == (
        "cell-differs", "certain", "terrain_chart", "2", "-2",
    )  # fmt: skip
    line = lines_of("en")[one.line - 1]
    assert line.startswith("| crag")
    assert line[one.column - 1] == "−"
    assert one.span is not None
    assert (
        "crag"
        in (GAME / one.span.path.removeprefix("games/lantern_pass/")).read_text("utf-8").split("\n")[one.span.line - 1]
    )
    assert any("›2‹" in row and "›-2‹" in row for row in one.picture)


def test_a_cell_is_named_as_its_column_is_headed_and_accepted_as_it_was() -> None:
    (one,) = first_of(
        {"| ghiaione  | 2       | 3           | −1      |": "| ghiaione  | 2       | 4           | −1      |"}, "it"
    )
    assert (one.place, one.shown) == ("Ghiaione, with animals", "Ghiaione, con animali")


@pytest.mark.parametrize(
    ("change", "kinds"),
    [
        ({"| 3–4 | fog     |\n": ""}, [("row-missing", "likely")]),
        ({"| 3   | AR  | AR  | –   | DR  | DR  |": "| 9   | AR  | AR  | –   | DR  | DR  |"}, [("cell-differs", "likely")]),
        ({"| die | 1-2 | 1-1 | 2-1 |": "| die | 1-2 | 2-1 | 1-1 |"}, [("cell-differs", "likely")] * 2),
        ({"| captain    | both      | 1        | 5        | –    | no      |": "| captain    | both      | 1        | 5        | –    | no      |\n| goat       | both      | 1        | 5        | –    | no      |"}, [("row-extra", "possible")]),
    ],
)  # fmt: skip
def test_other_kinds_of_difference(change: dict[str, str], kinds: list[tuple[str, str]]) -> None:
    assert [(one.kind, one.confidence) for one in first_of(change)] == kinds


def rewritten(language: str, number: int, rows: list[list[str]]) -> list[TableDifference]:
    """The tutorial's book with one of its tables written anew."""
    lines = list(lines_of(language))
    grid, _ = placed(tuple(lines), language)[number]
    table = [f"| {' | '.join(row)} |" for row in rows]
    lines[grid.first_line - 1 : grid.last_line] = [table[0], "|" + "---|" * len(rows[0]), *table[1:]]
    return compare_tables(program(), encoded(), placed(tuple(lines), language), language)


@pytest.mark.parametrize("number", range(6))
def test_rows_and_columns_may_stand_in_any_order(number: int) -> None:
    rows = texts(placed(lines_of("en"), "en")[number][0])
    assert rewritten("en", number, [rows[0], *reversed(rows[1:])]) == []
    assert rewritten("en", number, [[row[0], *reversed(row[1:])] for row in rows]) == []
    if number in {2, 3}:
        assert rewritten("en", number, [list(row) for row in zip(*rows, strict=True)]) == []


def test_ranges_may_be_cut_otherwise() -> None:
    rows = [["die", "weather"], ["1", "clear"], ["2", "clear"], ["3, 4", "fog"], ["5 or more", "snow"]]
    assert rewritten("en", 1, rows) == []
    rows[2:4] = [["2 to 3", "clear"], ["4", "fog"]]
    assert [(one.printed, one.encoded) for one in rewritten("en", 1, rows)] == [("clear", "Fog")]


PRICES = """
enum Ware
  salt  it "Sale"  en "Salt"
  wool  it "Lana"  en "Wool"
  oats  it "Avena"  en "Oats"
  rope  it "Corda"  en "Rope"
  tar  it "Pece"  en "Tar"
  iron  it "Ferro"  en "Iron"
enum Season
  summer  it "Estate"  en "Summer"
  winter  it "Inverno"  en "Winter"
table price(ware: Ware, season: Season) -> int 0..60 @5.1, 5.2
  | ware \\ season | summer | winter |
  | salt          | 12     | 31     |
  | wool          | 17     | 29     |
  | oats          | 21     | 44     |
  | rope          | 26     | 38     |
  | tar           | 33     | 52     |
  | iron          | 40     | 57     |
table toll(ware: Ware) -> (due: bool, coins: int 0..9) @5.3
  | ware      | due   | coins |
  | salt      | true  | 4     |
  | wool      | true  | 7     |
  | rope      | true  | 5     |
  | otherwise | false | 0     |
"""
LISTS = """# Prices

## 5.1 In summer

| Ware | Summer |
|---|---|
| Salt | 12 |
| Wool | 17 |
| Oats | 21 |
| Rope | 26 |
| Tar | 33 |
| Iron | 40 |

## 5.2 In winter

| Ware | Winter |
|---|---|
| Salt | 31 |
| Wool | 29 |
| Oats | 44 |
| Rope | 38 |
| Tar | 52 |
| Iron | 57 |

## 5.3 Toll

| Ware | Coins |
|---|---|
| Salt | 4 |
| Wool | 7 |
| Rope | 5 |
"""


@pytest.mark.parametrize(
    ("row", "again", "table"),
    [
        # The other table that prints these wares has other columns.
        ("| Oats | 21 |\n", "", "price"),
        ("| Oats | 44 |\n", "", "price"),
        # A row whose label is not read does not hide that another one is gone.
        ("| Tar | 33 |\n| Iron | 40 |\n", "| Girders | 40 |\n", "price"),
        # Most wares pay no toll, and no book prints them.
        ("| Wool | 7 |\n", "", "toll"),
    ],
)
def test_a_row_is_missed_whatever_else_is_printed(row: str, again: str, table: str) -> None:
    compiled = compiled_text(PRICES).program
    known = lookups_of(compiled)

    def told(text: str) -> list[tuple[str, str]]:
        found = compare_tables(compiled, known, grids_of_book(outline("en", "book.md", text)), "en")
        return [(one.kind, one.table) for one in found if one.confidence != "possible"]

    assert told(LISTS) == []
    assert LISTS.count(row) == 1
    assert told(LISTS.replace(row, again)) == [("row-missing", table)]


STORES = """
enum Ware
  salt  it "Sale"  en "Salt"
  wool  it "Lana"  en "Wool"
  oats  it "Avena"  en "Oats"
  rope  it "Corda"  en "Rope"
  tar  it "Pece"  en "Tar"
  iron  it "Ferro"  en "Iron"
enum House
  mill  it "Mulino"  en "Mill"
  inn  it "Locanda"  en "Inn"
  fort  it "Forte"  en "Fort"
table stores(ware: Ware, house: House) -> int 0..60 @"what-is-in-it"
  | ware \\ house | mill | inn | fort |
  | salt         | 12   | 31  | 4    |
  | wool         | 17   | 29  | 6    |
  | oats         | 21   | 44  | 8    |
  | rope         | 26   | 38  | 3    |
  | tar          | 33   | 52  | 5    |
  | iron         | 40   | 57  | 9    |
"""
# Beside one another and beside what is no list of them, each below its house.
BOX = """# The box

## What is in it

A board in 3 parts\tMill:\t
2 rulebooks\t12 Salt\tInn:
1 bag\t17 Wool\t31 Salt
Dice: 4 in all\t21 Oats\t29 Wool
\t26 Rope\t44 Oats
\t33 Tar\t38 Rope
\t40 Iron\t52 Tar
\t\t57 Iron
Tokens\tFort:\t
60 of wood\t4 Salt\t
\t6 Wool\t
\t8 Oats\t
\t3 Rope\t
\t5 Tar\t
\t9 Iron\t

## How to begin

Each house takes what is its own.

## How to end

Whoever has nothing left is out.
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("29 Wool", "28 Wool", [("cell-differs", "28", "29")]),
        ("44 Oats", "43 Oats", [("cell-differs", "43", "44")]),
        ("\t33 Tar\t38 Rope\n", "", [("row-missing", "", "33"), ("row-missing", "", "38")]),
        ("\t3 Rope\t\n\t5 Tar\t\n", "", [("row-missing", "", "3"), ("row-missing", "", "5")]),
        ("60 of wood", "61 of wood", []),
    ],
)
def test_a_list_of_counted_things_is_a_table_wherever_it_stands(
    old: str, new: str, found: list[tuple[str, str, str]]
) -> None:
    compiled = compiled_text(STORES).program
    known = lookups_of(compiled)

    def told(text: str) -> list[tuple[str, str, str]]:
        book = outline("en", "book.md", text)
        grids = [*grids_of_book(book), *placed_in_sections(counted_lists(book.lines), book)]
        several = compare_tables(compiled, known, grids, "en")
        return sorted((one.kind, one.printed, one.encoded) for one in several if one.confidence != "possible")

    assert told(BOX) == []
    assert BOX.count(old) == 1
    assert told(BOX.replace(old, new)) == found


def test_a_table_that_is_another_is_one_finding() -> None:
    rows = [["hour", "bell", "tide"], *([str(hour), str(hour * 7), str(hour * hour)] for hour in range(1, 7))]
    lines = (*lines_of("en"), "", *(f"| {' | '.join(row)} |" for row in rows))
    (one,) = compare_tables(program(), encoded(), placed(lines, "en"), "en")
    assert one.kind == "table-not-encoded"


# --- every cell --------------------------------------------------------------------------------------------


def raw(lines: tuple[str, ...], cell: PrintedCell) -> tuple[int, int]:
    """Where a cell's text stands in its line."""
    start = cell.column - 1
    end = lines[cell.line - 1].find("|", start)
    return start, start + len(lines[cell.line - 1][start:end].rstrip())


def put(lines: tuple[str, ...], changes: list[tuple[PrintedCell, PrintedCell]]) -> tuple[str, ...]:
    """The text with the first cell of each pair saying what the second says."""
    out = list(lines)
    for cell, other in sorted(changes, key=lambda change: (-change[0].line, -change[0].column)):
        a, b = raw(lines, other)
        new = lines[other.line - 1][a:b]
        start, end = raw(lines, cell)
        out[cell.line - 1] = out[cell.line - 1][:start] + new + out[cell.line - 1][end:]
    return tuple(out)


def faults(match: TableMatch, rng: random.Random) -> Iterator[tuple[str, list[tuple[PrintedCell, PrintedCell]]]]:
    """For each cell of a matched table another value of its column, and exchanges with its neighbours."""
    columns = sorted([match.key, *(strip.column for strip in match.columns)])
    rows = match.view.rows
    for place, column in enumerate(columns):
        for number_, row in enumerate(rows):
            cell, kind = row[column], "label" if column == match.key else "value"
            others = [line[column] for line in rows if normalized(line[column].text) != normalized(cell.text)]
            if others:
                yield f"another {kind}", [(cell, rng.choice(others))]
            beside = row[columns[place + 1]] if place + 1 < len(columns) else cell
            if normalized(beside.text) != normalized(cell.text):
                yield "exchanged across", [(cell, beside), (beside, cell)]
            below = rows[number_ + 1][column] if number_ + 1 < len(rows) else cell
            # Two rows that say the same may stand in any order.
            apart = column != match.key or any(
                normalized(row[c].text) != normalized(rows[number_ + 1][c].text)
                for c in columns[1:]
                if number_ + 1 < len(rows)
            )
            if normalized(below.text) != normalized(cell.text) and apart:
                yield f"exchanged {kind}s", [(cell, below), (below, cell)]
    heads = [match.view.header[s.column] for s in match.columns if s.head_fit == "same"] if match.view.header else []
    for head, other in zip(heads, heads[1:] + heads[:1], strict=True):
        yield "another head", [(head, other)]


@pytest.mark.parametrize("language", every_third(LANGUAGES))
def test_a_changed_cell_is_found(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Nineteen in twenty, at what is shown by default, and nothing else told."""
    rng, lines = random.Random(5), lines_of(language)
    made: Counter[str] = Counter()
    found: Counter[str] = Counter()
    astray = 0
    grids = placed(lines, language)
    for match in matches(grids, encoded()):
        grid, section = grids[match.view.grid]
        for kind, changes in some(faults(match, rng)):
            changed = put(lines, changes)
            here = tuple("" if abs(i + 1 - grid.first_line) > 40 else line for i, line in enumerate(changed))
            again = [(one, section) for one in grids_of(here) if one.first_line == grid.first_line]
            told = [
                one for one in compare_tables(program(), encoded(), again, language) if one.confidence != "possible"
            ]
            at = {cell.line for cell, _ in changes}
            made[kind] += 1
            found[kind] += any(one.line in at for one in told)
            astray += sum(one.line not in at and one.kind == "cell-differs" for one in told)
    with capsys.disabled():
        shares = ", ".join(f"{kind} {found[kind]}/{made[kind]}" for kind in sorted(made))
        sys.stdout.write(
            f"\n  tables, {language}: {sum(found.values())} of {sum(made.values())} found, {astray} astray ({shares})\n"
        )
    assert sum(made.values()) > 100
    assert sum(found.values()) >= 0.95 * sum(made.values())
    assert astray <= 0.05 * sum(made.values())


# --- what is left out unread --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", some(range(6)))
def test_what_the_sieve_leaves_out_would_not_have_been_believed(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same matches with the sieve and without it, of printed tables with cells changed and places lost."""
    pick = random.Random(seed)
    lookups = [*encoded(), *lookups_of(compiled_text(growing_games.game(4)).program)]
    pages = [(lines_of(language), language) for language in LANGUAGES]
    pages.append((tuple(growing_games.book(4).split("\n")), "en"))
    grids = []
    for lines, language in pages:
        for grid, section in placed(lines, language):
            rows = tuple(
                tuple(replace(cell, text=pick.choice(row).text) if pick.random() < 0.15 else cell for cell in row)
                for row in grid.rows
            )
            grids.append(
                (replace(grid, rows=rows, caption=pick.choice([grid.caption, ""])), pick.choice([section, ""]))
            )
    pick.shuffle(grids)
    sieved = matches(grids, lookups)
    monkeypatch.setattr(sieve.SlotIndex, "of", lambda *_: None)
    monkeypatch.setattr(sieve.LabelSieve, "is_among", lambda *_: True)
    assert sieved == matches(grids, lookups)
    assert len(sieved) > 5


def test_of_a_draft_that_encodes_nothing_no_table_is_missed(regola: Run, tmp_path: Path) -> None:
    """What `regola new --from` makes of a book: that nothing is encoded yet is said by the count of its sections."""
    source = f"it={tmp_path / 'book.md'}"
    (tmp_path / "book.md").write_text((GAMES / "lantern_pass" / "rulebook.it.md").read_text("utf-8"), "utf-8")
    assert regola("new", str(tmp_path / "draft"), "--from", source).returncode == 0
    told = regola("crosscheck", str(tmp_path / "draft"), "--source", source).stdout
    assert "0 encoded (0%)" in told
    assert "table-not-encoded" not in told
