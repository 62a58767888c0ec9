"""Texts that look like markup, that go on for ever, that write from the right: on paper they are texts, in their places."""

from __future__ import annotations

import io
import zipfile

import docx
import pytest
from regola_compiler.emit.print.document import Block, Cell, Column, Document, Line, Lines, Row, Side, Table
from regola_compiler.emit.print.inline import plain
from regola_compiler.emit.print.names import Names
from regola_compiler.emit.print.office import docx as office
from regola_compiler.emit.print.paper import printable_errata, printable_sheet, printable_summary
from regola_compiler.emit.print.screen import html
from regola_compiler.emit.print.typesetting import DoesNotFit
from support.html_tree import read
from support.paper import said_in, set_as_pdf, squeezed
from support.reference_games import compiled

TEXTS = (
    '#panic("x")',
    "$x$ *y* _z_ `w` <label> @ref",
    "<script>alert(1)</script>",
    "{{7*7}} {% raw %} {#",
    "&lt;b&gt; \\u{41} //",
    "\u202eabc\u202c \u200fdef",
    "x" * 300,
    "</style><b>",
)


def page(*parts: Lines | Table, title: str = TEXTS[0]) -> Document:
    """A sheet of one column whose every place holds such a text."""
    block = Block(parts, title, (TEXTS[1],))
    words = Names(compiled("").ir, "en").words
    side = Side(TEXTS[2], (Column((block,)),))
    return Document(TEXTS[0], TEXTS[3], "en", "a4", True, 8.0, 9.0, 7.0, words, (side,), foot=TEXTS[4])


def everywhere() -> Document:
    lines = tuple(Line(plain(text), (), aside=text[:40]) for text in TEXTS)
    rows = tuple(Row((Cell(plain(text), weight="head"), Cell(plain(text)))) for text in TEXTS)
    table = Table((Cell(plain(TEXTS[0])), Cell(plain(TEXTS[2]))), rows, left=frozenset({0, 1}))
    return page(Lines("lines", lines), Lines("steps", lines), Lines("ticks", lines), table)


MARKS = "\u202e\u202c\u200f"


def bare(text: str) -> str:
    """A text without blanks, and without the marks that only say from where it is read."""
    return squeezed(text.translate(dict.fromkeys(map(ord, MARKS))))


def test_in_a_pdf_every_text_is_a_text_within_its_page() -> None:
    made = set_as_pdf(everywhere())
    text = bare(made.text)
    for said in said_in(made.document):
        # What is written from the right is set from the right.
        if not set(MARKS) & set(said):
            assert bare(said) in text, said
    assert "cba" in text
    for one in made.pages:
        assert all(word.box[0] > 0 and word.box[2] < one.width for word in one.words)
        assert list(one.meeting) == []


def test_in_html_every_text_is_a_text() -> None:
    text = html(everywhere()).decode()
    tree = read(text)
    assert tree.all("script") == []
    assert len(tree.all("style")) == 1
    (main,) = tree.all("main")
    seen = bare(main.text)
    assert all(bare(said) in seen for said in said_in(everywhere()))
    assert "49" not in seen
    assert not any("style" in node.attributes for node in tree.walk())
    (policy,) = (node.attributes["content"] for node in tree.all("meta") if "http-equiv" in node.attributes)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert all("scope" in node.attributes for node in tree.all("th"))
    assert tree.all("html")[0].attributes["lang"] == "en"


def test_in_word_every_text_is_a_text_and_what_no_file_can_hold_is_replaced() -> None:
    document = everywhere()
    made = docx.Document(io.BytesIO(office(document)))
    found = [paragraph.text for paragraph in made.paragraphs]
    found += [cell.text for table in made.tables for row in table.rows for cell in row.cells]
    seen = bare("\n".join(found))
    assert all(bare(said) in seen for said in said_in(document))
    office(page(Lines("lines", (Line(plain("a\x00b\x08c")),))))


def test_word_knows_headings_lists_and_heads_of_tables() -> None:
    made = docx.Document(io.BytesIO(office(everywhere())))
    styles = [paragraph.style.name for paragraph in made.paragraphs]
    assert {"Heading 1", "Heading 2", "List Bullet", "List Number"} <= set(styles)
    (table,) = made.tables
    assert table.rows[0]._tr.xpath(".//w:tblHeader")  # noqa: SLF001
    assert not table.rows[1]._tr.xpath(".//w:tblHeader")  # noqa: SLF001
    with zipfile.ZipFile(io.BytesIO(office(everywhere()))) as parts:
        assert {part.date_time for part in parts.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_forty_columns_fit_or_are_told_of() -> None:
    wide = tuple(Cell(plain(f"{place}")) for place in range(40))
    made = set_as_pdf(page(Table(wide, (Row(wide),), grid=True)))
    assert all(word.box[2] < one.width for one in made.pages for word in one.words)
    wordy = tuple(Cell(plain(f"column{place}")) for place in range(40))
    with pytest.raises(DoesNotFit) as full:
        set_as_pdf(page(Table(wordy, (Row(wordy),)), title="Wide"), spill=True)
    (one,) = full.value.too_wide
    assert (one.side, one.column, one.block, one.head) == (0, 0, 0, "column0")
    assert one.excess > 0


@pytest.mark.parametrize(
    "rules", ["", "table t(die: d6) -> bool @1\n  | die | good |\n  | 1-3 | true |\n  | 4-6 | false |\n"]
)
def test_a_game_without_rules_or_without_texts_prints(rules: str) -> None:
    ir = compiled(rules, {}).ir
    for one in (printable_sheet(ir, [], "en"), printable_summary(ir, "en"), printable_errata(ir, "en")):
        assert set_as_pdf(one.document, spill=one.spill).pages
        assert html(one.document)
        assert office(one.document)
