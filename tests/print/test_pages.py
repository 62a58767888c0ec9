"""Sheets and summaries read back from their PDFs: all that is named is there, where it belongs, and large enough."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from regola_compiler.emit.print.names import Names
from regola_compiler.emit.print.sheet import Sheet
from regola_compiler.ir.tree import Table as RuleTable
from support.effort import some_games
from support.games import loaded
from support.paper import POINTS, SHEETS, Printed, described, fingerprints, printed, said_in, squeezed
from support.paths import GAMES, ROOT

TEXTS = [("caucasus", "summary", "it"), ("axis_allies", "summary", "en"), ("caucasus", "errata", "en")]
# What is printed of the largest games is looked at by `make thorough`, but for these texts.
OF_SOME = some_games(SHEETS, of=lambda sheet: sheet[0])
each_sheet = pytest.mark.parametrize(("game", "what", "language"), OF_SOME, ids=lambda part: part or "standard")
each_page = pytest.mark.parametrize(
    ("game", "what", "language"), [*OF_SOME, *TEXTS], ids=lambda part: part or "standard"
)


@each_sheet
def test_each_side_is_a_page(game: str, what: str, language: str) -> None:
    one = printed(game, language, what)
    assert len(one.pages) == len(one.document.sides)
    wide, high = one.document.paper_size
    assert {(round(page.width), round(page.height)) for page in one.pages} == {
        (round(wide * POINTS), round(high * POINTS))
    }


@each_page
def test_words_stand_within_the_margins_and_none_over_another(game: str, what: str, language: str) -> None:
    one = printed(game, language, what)
    margin = one.document.margin * POINTS - 1
    for number, page in enumerate(one.pages, 1):
        assert page.words
        for word in page.words:
            left, low, right, high = word.box
            inside = (
                left >= margin
                and right <= page.width - margin
                and low >= margin / 2
                and high <= page.height - margin / 2
            )
            assert inside, f"page {number}: {word}"
        assert list(page.meeting) == [], f"page {number}"


@each_page
def test_no_text_is_smaller_than_the_least(game: str, what: str, language: str) -> None:
    one = printed(game, language, what)
    refs = {squeezed(text) for text in _refs(one.document)}
    for word in (word for page in one.pages for word in page.words):
        if word.size < one.document.least - 0.01:
            assert word.size >= 0.84 * one.document.least - 0.01, word
            assert all(part in refs for part in squeezed(word.text).rstrip(",").split(",")), word


@each_page
def test_all_that_the_document_says_is_there(game: str, what: str, language: str) -> None:
    one = printed(game, language, what)
    text = _body(one)
    gone = [said for said in said_in(one.document) if squeezed(said) not in text]
    # What has no number is called by its title; its name stands in for one that has none.
    titles = {section.id for section in described(game).sections}
    assert [
        said for said in gone if one.document.sides or (said not in titles and not re.match(r"[\w/-]+\Z", said))
    ] == []


@each_page
def test_a_reader_that_speaks_finds_its_way(game: str, what: str, language: str) -> None:
    one = printed(game, language, what)
    root: Any = one.reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == language
    assert one.document.title in str(one.reader.metadata.title)
    assert {"/Document", "/H1"} <= one.tags
    if any("Table" in type(part).__name__ for part in _parts(one)):
        assert {"/Table", "/TR", "/TD"} <= one.tags
    outline = {squeezed(str(entry["/Title"])) for entry in _flat(one.reader.outline)}
    blocks = [block for side in one.document.sides for column in side.columns for block in column.blocks]
    for title in (block.title for block in blocks if block.title):
        assert any(entry.startswith(squeezed(title)) for entry in outline), title


@each_sheet
def test_tables_have_the_cells_of_the_rules(game: str, what: str, language: str) -> None:
    """Row by row, in every language: what the rules say, but for what a sheet says it shows in place of a cell."""
    ir = described(game)
    names = Names(ir, language)
    one = printed(game, language, what)
    text = one.text
    tables = {item.name: item for item in ir.functions if isinstance(item, RuleTable)}
    shown = [block for block in _described(game, what) if block.get("table", block.get("grid")) in tables]
    for block in shown:
        table = tables[block.get("table", block.get("grid"))]
        if "grid" in block and table.grid:
            heads = [""]
        else:
            heads = [names.spelled(cell).replace(" ", "_") for cell in table.sheet.head]
        chosen = block.get("columns")
        swap = {
            str(cell).lower() if isinstance(cell, bool) else str(cell): said
            for cell, said in block.get("swap", {}).items()
        }
        for line in table.sheet.lines:
            places = [at for at in range(len(line.cells)) if not chosen or heads[at] in chosen]
            row = ""
            for at in places:
                cell = line.cells[at]
                spelled = names.spelled(cell)
                same = [
                    key
                    for key in {"yes": ("true", "yes"), "no": ("false", "no")}.get(spelled, (spelled,))
                    if key in swap
                ]
                if same:
                    row += re.escape(squeezed(_in(swap[same[0]], language).replace("**", "").replace("\\*", "*")))
                else:  # its text, or its short one
                    both = (re.escape(squeezed(names.cell(cell, narrow=narrow))) for narrow in (False, True))
                    row += f"(?:{'|'.join(both)})"
            assert re.search(row, text), f"{table.name}: {row}"


@each_sheet
def test_every_rule_that_a_sheet_names_is_told(game: str, what: str, language: str) -> None:
    sheet = next((one for one in loaded(game).sheets if one.stem == what), None)
    if sheet is None:
        return
    found = Sheet(described(game), language, sheet.data)
    found.document()
    assert found.gone == []
    text = printed(game, language, what).text
    rules = found.names.rules
    picked = [(block.get("rules"), name) for block in _described(game, what) for name in block.get("pick", ())]
    for home, name in picked:
        rule = rules.get(f"{home}.{name}") or rules[name]
        assert rule.texts
        assert squeezed(rule.texts[language].rstrip(".")) in text, name


def test_the_same_input_is_the_same_bytes_in_any_process() -> None:
    """Pages, HTML and Word alike, whatever order sets have."""
    program = (
        "import sys; sys.path.insert(0, 'tests')\n"
        "from support.paper import fingerprints\n"
        "print(*fingerprints('lantern_pass', 'it', 'summary'))"
    )
    environment = {"PYTHONHASHSEED": "1", "PATH": "", "PYTHONPATH": ":".join(sys.path)}
    told = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT, env=environment, text=True)
    assert told.split() == fingerprints("lantern_pass", "it", "summary")


def _described(game: str, what: str) -> Iterator[Mapping[str, Any]]:
    """The blocks of a sheet's description, those within others too."""
    from regola_compiler.emit.print.standard import standard

    data = next((one.data for one in loaded(game).sheets if one.stem == what), None) or standard(described(game))
    waiting = [block for side in data["sides"] for column in side["columns"] for block in column["blocks"]]
    while waiting:
        block = waiting.pop(0)
        yield block
        waiting += block.get("side-by-side", [])


def _in(said: object, language: str) -> str:
    if isinstance(said, Mapping):
        return str(said.get(language) or next(iter(said.values())))
    return str(said)


def _refs(node: object) -> Iterator[str]:
    if isinstance(node, tuple):
        for one in node:
            yield from _refs(one)
    for name in getattr(node, "__struct_fields__", ()):
        if name == "refs":
            yield from node.refs  # type: ignore[attr-defined]
            yield "".join(node.refs)  # type: ignore[attr-defined]
        else:
            yield from _refs(getattr(node, name))


def _parts(one: Printed) -> Iterator[object]:
    for side in one.document.sides:
        for column in side.columns:
            for block in column.blocks:
                yield from block.parts


def _body(one: Printed) -> str:
    """What stands on the pages of a running text without their heads and feet."""
    if one.document.sides:
        return one.text
    edge = one.document.margin * POINTS
    found = ""
    for page in one.pages:
        top, bottom = page.height - edge - 4 * POINTS, edge + 2 * POINTS
        found += "".join(word.text for word in page.words if word.box[3] <= top + 6 and word.box[1] >= bottom - 6)
    return squeezed(found)


def _flat(entries: Any) -> Iterator[Any]:
    for entry in entries:
        if isinstance(entry, list):
            yield from _flat(entry)
        else:
            yield entry


@pytest.mark.parametrize("game", sorted(place.name for place in GAMES.iterdir()))
def test_without_a_description_every_block_has_a_title_in_each_language(game: str) -> None:
    from regola_compiler.emit.print.standard import standard

    ir = described(game)
    for language in ir.languages:
        for side in Sheet(ir, language, standard(ir)).document().sides:
            assert all(block.title for column in side.columns for block in column.blocks)
