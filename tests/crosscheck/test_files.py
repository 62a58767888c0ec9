"""A translator's own file is read as its text would be, every finding stands at its place in that file, and what cannot be
read is told plainly, within bounds."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from itertools import product
from pathlib import Path

import docx
import pytest
import typst
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_cli.crosscheck import command
from regola_compiler.report.text import in_groups
from regola_crosscheck.book.text import MIXED
from regola_crosscheck.files.blocks import FileSource, Paragraph, Piece, Place, Row, Table, source_of
from regola_crosscheck.files.counting import Counting, Level
from regola_crosscheck.files.layout.columns_of_page import regions_of, runs_of
from regola_crosscheck.files.read import read_file
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source, Span
from regola_dsl.wording import in_language
from support.book_files import FORMS, as_opendocument, as_pdf, as_rich_text, as_word, parts_of, zipped
from support.effort import drawn, some
from support.paths import GAMES
from support.patience import bounded

DAMAGED = GAMES / "lantern_pass" / "damaged" / "rulebook.it.md"
each_form = pytest.mark.parametrize("form", FORMS)


def read(tmp_path: Path, name: str, data: bytes) -> tuple[str, list[str]]:
    """The text in a file, and what is said of it."""
    path = tmp_path / name
    path.write_bytes(data)
    with bounded():
        source, found = read_file(path, name)
    assert (source is not None) or found
    return ("" if source is None else source.text), [one.message for one in found]


def plain(markdown: str) -> str:
    """A rulebook as it is read: each paragraph a line, tables without blanks to fill them up."""
    out = []
    for part in parts_of(markdown):
        if part.rows:
            head, *rows = ["| " + " | ".join(row) + " |" for row in part.rows]
            out.append("\n".join([head, "|" + "---|" * len(part.rows[0]), *rows]))
        else:
            out.append("#" * part.level + " " * bool(part.level) + "- " * part.item + part.text)
    return re.sub(r"(\n- .*)\n(?=\n- )", r"\1", "\n\n".join(out)) + "\n"


@each_form
@pytest.mark.parametrize("book", ["rulebook.it.md", "rulebook.en.md", "damaged/rulebook.it.md"])
def test_a_file_is_read_as_the_text_it_was_made_of(form: str, book: str, tmp_path: Path) -> None:
    text = (GAMES / "lantern_pass" / book).read_text("utf-8")
    assert read(tmp_path, f"book.{form}", FORMS[form](text)) == (plain(text), [])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, object]]]:
    """What is found in the damaged rulebook, as a text and as each kind of file."""
    place = tmp_path_factory.mktemp("books")
    text = DAMAGED.read_text("utf-8")
    files = {"md": plain(text).encode("utf-8"), **{form: make(text) for form, make in FORMS.items()}}
    found = {}
    for form, data in files.items():
        (place / f"book.{form}").write_bytes(data)
        words = [str(GAMES / "lantern_pass"), "--source", f"it={place / f'book.{form}'}", "--json"]
        found[form] = json.loads(CliRunner().invoke(command, words).output)["findings"]
    return found


@each_form
def test_what_is_found_in_a_file_is_what_is_found_in_its_text(
    form: str, told: dict[str, list[dict[str, object]]]
) -> None:
    assert len(told["md"]) > 15
    for key in ("slug", "section", "message", "confidence", "word"):
        assert [one[key] for one in told[form]] == [one[key] for one in told["md"]]


@each_form
def test_a_finding_stands_at_a_page_or_a_paragraph_of_the_file(
    form: str, told: dict[str, list[dict[str, object]]]
) -> None:
    places = [one["location"].get("place", {}) for one in told[form] if one["kind"] != "sections"]  # type: ignore[attr-defined]
    assert places
    names = {"pdf": {"page"}, "html": {"line"}}.get(form, {"paragraph", "table"})
    assert all(names & set(place) for place in places)
    if form == "pdf":
        pages = [place["page"] for place in places]
        assert pages == sorted(pages)
        assert pages[-1] > 2
        assert {"1", "2"} == {str(place["column"]) for place in places}
    assert not any("place" in one["location"] for one in told["md"])  # type: ignore[operator]


def test_every_report_tells_the_page(tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(as_pdf(DAMAGED.read_text("utf-8")))
    words = [str(GAMES / "lantern_pass"), "--source", f"it={tmp_path / 'book.pdf'}", "--kind", "numbers"]
    assert "book.pdf: page 3, column 1, line " in CliRunner().invoke(command, words).output
    log = json.loads(CliRunner().invoke(command, [*words, "--format", "sarif"]).output)
    places = [result["locations"][0] for result in log["runs"][0]["results"]]
    assert any(place["logicalLocations"][0]["name"].startswith("page 3, column 1, line ") for place in places)
    assert all("region" not in place["physicalLocation"] for place in places)
    CliRunner().invoke(command, [*words, "-o", str(tmp_path / "report.html")])
    assert ">page 3, column 1, line " in (tmp_path / "report.html").read_text("utf-8")


@pytest.mark.parametrize("form", ["pdf", "docx"])
def test_a_line_is_shown_without_the_signs_that_its_reader_put_in(form: str, tmp_path: Path) -> None:
    (tmp_path / f"book.{form}").write_bytes(FORMS[form](DAMAGED.read_text("utf-8")))
    shown = CliRunner().invoke(
        command, [str(GAMES / "lantern_pass"), "--source", f"it={tmp_path / f'book.{form}'}", "--kind", "numbers"]
    )
    assert "**" not in shown.output
    lines = shown.output.split("\n")
    at, under = next((line, lines[n + 1]) for n, line in enumerate(lines) if "Si toglie 4 se" in line)
    column, size = under.index("^"), under.count("^")
    assert at[column : column + size] == "4"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place(page=4, column=2, line=12), "pagina 4, colonna 2, riga 12"),
        (Place(paragraph=41), "capoverso 41"),
        (Place(table=2, row=3), "tabella 2, riga 3"),
        (Place(), ""),
    ],
)
def test_a_place_is_said_in_the_language_of_messages(place: Place, said: str) -> None:
    assert in_language(place.words, "it") == said


# --- how pages are laid out ----------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "columns"), some(product(range(3), (1, 2, 3)), every=2))
def test_columns_are_read_one_after_the_other_however_many(columns: int, seed: int, tmp_path: Path) -> None:
    """Of paragraphs of any length, with tables, bold words and lists: the words come in their order, and whole."""
    draw = random.Random(seed)
    words = (
        "banda carovana pattuglia spazio sentiero lanterna contrabbandieri mulattiera con senza può deve 3 14".split()
    )
    parts = []
    for number in range(1, 30):
        sentence = " ".join(draw.choice(words) for _ in range(draw.randint(6, 60)))
        parts.append(f"**{number // 9 + 1}.{number % 9 + 1} Titolo.** Una {sentence}.")
        if draw.random() < 0.3:
            rows = [[draw.choice(words) for _ in range(3)] for _ in range(draw.randint(2, 6))]
            parts.append("\n".join("| " + " | ".join(row) + " |" for row in rows))
    text = "\n\n".join(parts) + "\n"
    assert read(tmp_path, "book.pdf", as_pdf(text, columns))[0] == plain(text)


WIDE = """\
#set page(width: 160mm, height: 200mm, margin: 15mm)
#set text(size: 9pt)
#set par(justify: true)
#align(center)[#text(16pt)[Le regole del mulino]]
#columns(2)[#lorem(150) SINISTRA. #colbreak() DESTRA #lorem(140)]
#table(columns: (1fr, 1fr, 1fr, 1fr), stroke: {}, [dado], [uno], [due], [tre], [1–2], [A], [B], [C], [3–4], [D], [E], [F])
#columns(2)[#lorem(60) TERZA. #colbreak() QUARTA #lorem(60)]
"""


@pytest.mark.parametrize("lines", ["0.5pt", "(y: 0.5pt)"])
def test_what_goes_over_all_columns_parts_them(lines: str, tmp_path: Path) -> None:
    """A title and a wide table stand between what is above and what is below, not inside a column."""
    text, _ = read(tmp_path, "wide.pdf", typst.compile(WIDE.format(lines).encode()))
    assert text.startswith("# Le regole del mulino\n")
    rows = ["| dado | uno | due | tre |", "| 1–2 | A | B | C |", "| 3–4 | D | E | F |"]
    places = [text.index(part) for part in ("SINISTRA", "DESTRA", *rows, "TERZA", "QUARTA")]
    assert places == sorted(places)


def test_a_table_without_lines_is_one(tmp_path: Path) -> None:
    page = "#set page(width: 100mm, height: 100mm)\n#lorem(30)\n#table(columns: 3, stroke: none, column-gutter: 9pt,[a], [b], [c], [1], [2], [3], [4], [5], [6])\n#lorem(20)"
    text, _ = read(tmp_path, "plain.pdf", typst.compile(page.encode()))
    assert "| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |" in text


def test_running_heads_and_page_numbers_are_no_text(tmp_path: Path) -> None:
    text, _ = read(tmp_path, "book.pdf", as_pdf(DAMAGED.read_text("utf-8")))
    assert "IL MANUALE" not in text
    assert not re.search(r"^\d$", text, re.MULTILINE)


def test_an_empty_page_has_no_region() -> None:
    from regola_crosscheck.files.layout.printed import Page

    assert regions_of(Page(1, 100, 100, ()), runs_of(())) == []


# --- what word processors keep to themselves -----------------------------------------------------

NUMBERING = (
    '<w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="4">'
    '<w:lvl w:ilvl="0"><w:start w:val="9"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="2"><w:abstractNumId w:val="4"/></w:num></w:numbering>'
)


def word(body: str, **parts: str) -> bytes:
    space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    document = f"<w:document {space}><w:body>{body}</w:body></w:document>"
    return zipped({"word/document.xml": document, **{f"word/{name}.xml": text for name, text in parts.items()}})


def numbered(level: int, text: str) -> str:
    listed = f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="2"/></w:numPr><w:outlineLvl w:val="{level}"/>'
    return f"<w:p><w:pPr>{listed}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def test_the_numbers_that_word_counts_are_read(tmp_path: Path) -> None:
    body = (
        numbered(0, "Il turno")
        + numbered(1, "Muovere")
        + numbered(1, "Tirare")
        + numbered(0, "La notte")
        + numbered(1, "Dormire")
    )
    text, _ = read(tmp_path, "a.docx", word(body, numbering=NUMBERING))
    assert text.split("\n\n") == [
        "# 9 Il turno",
        "## 9.1 Muovere",
        "## 9.2 Tirare",
        "# 10 La notte",
        "## 10.1 Dormire\n",
    ]


def test_tracked_changes_are_read_as_accepted_and_told(tmp_path: Path) -> None:
    body = (
        "<w:p><w:r><w:t>Si tira un dado.</w:t></w:r></w:p><w:p><w:r><w:t xml:space='preserve'>Si muove di </w:t></w:r>"
        "<w:del><w:r><w:delText>tre</w:delText></w:r></w:del><w:ins><w:r><w:t>due</w:t></w:r></w:ins>"
        "<w:r><w:t xml:space='preserve'> spazi.</w:t></w:r></w:p>"
    )
    text, found = read(tmp_path, "a.docx", word(body))
    assert text == "Si tira un dado.\n\nSi muove di due spazi.\n"
    assert found == ["the document has 2 tracked changes: it is read as if all were accepted"]


@given(
    st.lists(st.tuples(st.text(alphabet="ab |*#.\n\u00a01è", max_size=12), st.booleans(), st.booleans()), max_size=6)
)
@settings(deadline=None, max_examples=drawn(200))
def test_every_line_of_a_text_has_the_place_of_its_words(pieces: list[tuple[str, bool, bool]]) -> None:
    made = tuple(Piece(text, Place(page=number), bold, italic) for number, (text, bold, italic) in enumerate(pieces, 1))
    source = source_of(
        "x", [Paragraph((Piece("Z", Place(page=99)),)), Paragraph(made), Table((Row(("a", "b"), Place(page=77)),))]
    )
    assert source.at(1) == Place(page=99)
    assert source.at(len(source.lines)) == Place(page=77)
    letters = [(char, number) for number, (text, *_) in enumerate(pieces, 1) for char in text if char in "abè1."]
    shown = [
        (char, source.at(line, column).page)
        for line, words in enumerate(source.lines[1:-3], 2)
        for column, char in enumerate(words, 1)
        if char in "abè1."
    ]
    assert shown == letters


def test_a_list_that_goes_on_counts_on() -> None:
    lists = Counting({"1": ("a", {0: Level(3, "(%1)", "lowerRoman")}), "2": ("a", {0: Level(3, "(%1)", "lowerRoman")})})
    assert [lists.next(name, 0) for name in "1121"] == ["(iii)", "(iv)", "(v)", "(vi)"]
    assert lists.next("7", 0) == ""


# --- what cannot be read -------------------------------------------------------------------------


def scan() -> bytes:
    """A page that is a picture, as a scanner makes it."""
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R"
        b" /Resources << /XObject << /I 5 0 R >> >> >>",
        b"<< /Length 26 >>\nstream\nq 99 0 0 99 9 9 cm /I Do Q\nendstream",
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>"
        b"\nstream\n\x40\nendstream",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Root 1 0 R /Size 6 >>\nstartxref\n%d\n%%%%EOF\n" % len(data)
    return data + b"xref\n0 6\n0000000000 65535 f \n" + table + end


def locked() -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(PdfReader(io.BytesIO(typst.compile(b"Si tira un dado."))))
    writer.encrypt("segreto", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def bomb(name: str = "word/document.xml") -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w", force_zip64=True) as part:
        for _ in range(100):
            part.write(b" " * 1_000_000)
    return file.getvalue()


def lying_bomb() -> bytes:
    """An archive whose directory says that the part is small."""
    data = bytearray(bomb())
    for sign, place in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        start = data.find(sign)
        data[start + place : start + place + 4] = (2_000).to_bytes(4, "little")
    return bytes(data)


ENTITIES = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
DEEP = "<w:p>" * 30_000
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
UNREADABLE = {
    "scan.pdf": (scan, "the PDF has no text: its pages are pictures"),
    "locked.pdf": (locked, "protected by a password"),
    "half.pdf": (lambda: as_pdf("Si tira.")[:300], "the file is damaged"),
    "nothing.pdf": (lambda: b"%PDF-1.7\n", "the file is damaged"),
    "empty.pdf": (lambda: typst.compile(b"#pagebreak()"), "no text at all"),
    "bomb.docx": (bomb, "would unpack to 100,000,000 bytes"),
    "lying.docx": (lying_bomb, "damaged"),
    "bomb.odt": (lambda: bomb("content.xml"), "would unpack to 100,000,000 bytes"),
    "half.docx": (lambda: as_word("Si tira.")[:5_000], "the file is damaged"),
    "entities.docx": (lambda: zipped({"word/document.xml": ENTITIES + "<x>&b;</x>"}), "declares something of its own"),
    "outside.odt": (lambda: zipped({"content.xml": OUTSIDE + "<x>&a;</x>"}), "declares something of its own"),
    "deep.docx": (lambda: word(DEEP), "nested more than"),
    "sheet.docx": (lambda: zipped({"xl/workbook.xml": "<x/>"}), "this is a spreadsheet"),
    "some.zip": (lambda: zipped({"a.txt": "Si tira."}), "this is an archive"),
    "no.docx": (lambda: zipped({"word/document.xml": "<x/>"}), "it has no text"),
    "bytes.docx": (lambda: zipped({"word/document.xml": "\ufffe"}), "cannot be read"),
    "locked.docx": (lambda: OLE + "EncryptedPackage".encode("utf-16-le"), "protected by a password"),
    "locked.odt": (
        lambda: zipped({"content.xml": "x", "META-INF/manifest.xml": "<m><f><encryption-data/></f></m>"}),
        "protected by a password",
    ),
    "old.doc": (lambda: OLE, "an old Word"),
    "deep.rtf": (lambda: b"{\\rtf1 " + b"{" * 5_000, "nested more than"),
    "none.rtf": (lambda: b"{\\rtf1 }", "the file has no text"),
    "none.html": (lambda: b"<html><script>9.1 Si tira.</script></html>", "the file has no text"),
    "lines.txt": (lambda: b"9.1\n" * 1_000_000, "1,000,000 lines"),
    "lines.html": (lambda: b"<html>" + b"<p>9.1 Si tira." * 1_100_000, "larger than"),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_told_plainly_and_soon(name: str, tmp_path: Path) -> None:
    make, words = UNREADABLE[name]
    text, found = read(tmp_path, name, make())
    assert text == ""
    assert len(found) == 1
    assert words in found[0]


def test_a_pdf_that_is_partly_a_scan_is_read_and_told(tmp_path: Path) -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    for data in (typst.compile(b"9.1 Si tira un dado."), scan()):
        writer.append(PdfReader(io.BytesIO(data)))
    file = io.BytesIO()
    writer.write(file)
    text, found = read(tmp_path, "a.pdf", file.getvalue())
    assert text == "9.1 Si tira un dado.\n"
    assert found == ["1 page of the PDF without any text, only pictures: 2"]


def test_without_its_package_a_pdf_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("regola_crosscheck.files.pdf.find_spec", lambda _name: None)
    (tmp_path / "a.pdf").write_bytes(as_pdf("Si tira."))
    source, (found,) = read_file(tmp_path / "a.pdf", "a.pdf")
    assert source is None
    assert 'pip install "regola[books]"' in found.help


WHOLE = {
    "docx": as_word("**1.1 A.** Si tira.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
    "odt": as_opendocument("**1.1 A.** Si tira.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
    "rtf": as_rich_text("**1.1 A.** Si tira.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"),
}


@given(st.sampled_from(sorted(WHOLE)), st.integers(0, 10**6), st.binary(min_size=0, max_size=6), st.integers(0, 200))
@settings(deadline=None, max_examples=drawn(150))
def test_a_broken_file_is_a_finding_or_a_text(form: str, at: int, put_in: bytes, left_out: int) -> None:
    """Bytes changed, put in or left out anywhere: never a traceback."""
    from tempfile import TemporaryDirectory

    data = WHOLE[form]
    at %= len(data)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{form}"
        path.write_bytes(data[:at] + put_in + data[at + left_out :])
        source, found = read_file(path, "a")
    assert source is not None or (found and found[0].code.slug == "not-a-text")


def test_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("socket.socket.connect", refuse)
    page = b'<html><body><img src="http://x.invalid/a.png"><iframe src="http://x.invalid"></iframe><p>Si tira.</p></body></html>'
    assert read(tmp_path, "a.html", page) == ("Si tira.\n", [])
    assert read(tmp_path, "a.docx", as_word("Si tira."))[0] == "Si tira.\n"


def test_a_page_says_its_own_encoding(tmp_path: Path) -> None:
    page = '<html><head><meta charset="iso-8859-15"></head><body><p>È più di 3 €.</p></body></html>'.encode(
        "iso-8859-15"
    )
    assert read(tmp_path, "a.html", page) == ("È più di 3 €.\n", [])


def test_word_and_python_docx_agree(tmp_path: Path) -> None:
    """What we read of a Word document has the paragraphs that python-docx reads in it."""
    data = as_word(DAMAGED.read_text("utf-8"))
    text, _ = read(tmp_path, "a.docx", data)
    theirs = [one.text for one in docx.Document(io.BytesIO(data)).paragraphs]
    ours = [re.sub(r"^#+ |^- |\*", "", line) for line in text.split("\n") if line and not line.startswith("|")]
    assert [re.sub(r"\*", "", one) for one in theirs] == ours


def test_beside_a_line_stands_its_place_in_the_file() -> None:
    source = FileSource(
        "book.docx", "# Porto\n\nLa barca.\n", ((1, 1, Place(paragraph=1)), (3, 1, Place(paragraph=35)))
    )
    wrong = Diagnostic(MIXED, "wrong", Span("book.docx", 3, 4, 3, 9))
    told = in_groups([("", [wrong])], {"book.docx": source})
    assert "¶35 | La barca." in told
    assert "3 | La" not in told.replace("¶35 | ", "")
    assert "3 | La barca." in in_groups([("", [wrong])], {"book.docx": Source("book.docx", source.text)})


@pytest.mark.parametrize(("titled", "marks"), [(True, ["#", "##", "###"]), (False, ["#", "##"])])
def test_a_title_stands_above_all_headings(titled: bool, marks: list[str], tmp_path: Path) -> None:
    document = docx.Document()
    for level in range(0 if titled else 1, 3):  # a heading of level 0 is the title
        document.add_heading(f"Titolo {level}", level)
        document.add_paragraph("Si cammina.")
    document.save(str(tmp_path / "book.docx"))
    source, _ = read_file(tmp_path / "book.docx", "book.docx")
    assert source is not None
    assert [line.split()[0] for line in source.text.splitlines() if line.startswith("#")] == marks
