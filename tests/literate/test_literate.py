"""A rulebook in Markdown is the rules in its blocks: what is read of it, where it stands, and that the prose stays."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from regola_compiler.driver import understand
from regola_compiler.literate.markdown import RUN_IN, read_markdown
from regola_compiler.literate.source import LiterateSource, read_literate
from regola_compiler.project.game import load_game, peek_game
from regola_compiler.project.section_titles import section_titles
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.format import format_source
from support.command import Run

SKY = 'enum Sky\n  clear  en "Clear"\n  fog    en "Fog"\n'
BOOK = f"""\
# The Harbour

## 1 Weather

Of the sky.

```regola
{SKY}```

**1.1 The roll.** At dusk a die is rolled.

```regola
table weather(die: d6) -> Sky
  en "The weather"
  | die | sky   |
  | 1-4 | clear |
  | 5-6 | fog   |

define seen(sky: Sky) -> bool @1
  en "Ships are seen"
  sky is clear
```

### An example

~~~~ Regola
example a_six
  weather(6) is fog
~~~~
"""


def found(text: str) -> list[tuple[str, int]]:
    """What is said of a Markdown text when it is read, and on which line."""
    return [(one.code.slug, one.span.line) for one in read_literate("book.regola.md", text)[1]]


def rules(text: str) -> str:
    return read_literate("book.regola.md", text)[0].text


@pytest.fixture
def book(tmp_path: Path) -> Path:
    file = tmp_path / "harbour.regola.md"
    file.write_text(BOOK, "utf-8")
    return file


def test_a_line_of_rules_keeps_its_place_and_all_else_says_nothing() -> None:
    source, wrong = read_literate("book.regola.md", BOOK)
    assert not wrong
    before, after = BOOK.split("\n"), source.text.split("\n")
    assert len(before) == len(after)
    read = [now for was, now in zip(before, after, strict=True) if was == now and now and not now.startswith("#")]
    assert read == [line for line in after if line and not line.startswith("#")]
    assert "\n".join(read).startswith(SKY.strip())
    assert read[-1] == "  weather(6) is fog"
    assert "dusk" not in source.text


@pytest.mark.parametrize("fence", ["```", "~~~"])
def test_a_block_in_which_another_begins_ends_where_its_rules_do(fence: str) -> None:
    block = f"{fence}regola\n{SKY}{fence}\n"
    whole = f"# Book\n\n## 1 One\n\n{block}\n## 2 Two\n\nEach night is long.\n\n{block}"
    left_open = whole.replace(f"{SKY}{fence}\n", SKY, 1)
    source, (one,) = read_literate("book.regola.md", left_open)
    ends = 5 + SKY.count("\n")
    assert one.code.slug == "rules-not-read"
    assert (one.span.line, [label.span.line for label in one.related]) == (ends, [5])
    assert f"close it with a line of {fence} alone, below line {ends}" == one.help
    # What stands below it is read as what it is.
    assert [heading.number for heading in source.headings] == ["", "1", "2"]
    assert source.text.count(SKY) == 2
    assert "Each night" not in source.text


def test_a_rule_without_a_section_stands_in_that_of_its_heading(book: Path, regola: Run) -> None:
    listed = json.loads(regola("list", "--json", book.name, cwd=book.parent).stdout)["declarations"]
    assert {one["name"]: one["anchors"] for one in listed} == {
        "Sky": ["1"],
        "weather": ["1.1"],
        "seen": ["1"],
        "a_six": ["1"],
    }


@pytest.mark.parametrize(
    ("prose", "sections"),
    [
        ("**1.1 First.** Of one.\n**1.2 Second.** Of another.\n", ["1.1", "1.2"]),
        ("**1.1 First.**\n**1.2 Second.**\n  __1.3 Third__. More.\n", ["1.1", "1.2", "1.3"]),
        # Without a stop what stands behind the title begins a sentence, or nothing does; a number alone has no title.
        ("**1.1 On the sea** No ship turns.\n", ["1.1"]),
        ("**1.1 On the sea**\n", ["1.1"]),
        ("**1.1** No ship turns.\n", ["1.1"]),
        ("**1.1 On\nthe sea.** No ship turns.\n", ["1.1"]),
        # What goes on in the middle of a sentence speaks of a section, and begins none.
        ("**1.1 First.** Of one, as in\n**1.2 Second.** above.\n", ["1.1"]),
        ("**1.1 On the sea** is no section here.\n", []),
        ("**1.1** is where no ship turns.\n", []),
        ("**1.1 boats** Those of the port.\n", []),
        ("**2.5 4** Figures.\n", []),
    ],
)
def test_a_section_begins_with_a_paragraph_or_with_a_line_of_it(prose: str, sections: list[str]) -> None:
    text = f"# Book\n\n## 1 One\n{prose}\n```regola\n{SKY}```\n"
    source, wrong = read_literate("book.regola.md", text)
    assert not wrong
    assert [one.number for one in source.headings if one.number and one.depth == RUN_IN] == sections
    assert source.section_of(text.count("\n")) == (sections[-1] if sections else "1")
    # Each stands on the line that it begins.
    lines = text.split("\n")
    assert all(
        one.number in lines[one.line - 1][one.column - 1 : one.end_column] for one in source.headings if one.number
    )


def test_exceptions_modifiers_and_phases_without_a_section_stand_there_too(tmp_path: Path) -> None:
    file = tmp_path / "x.regola.md"
    file.write_text(
        "## 1 One\n\n## 2 Two\n```regola\n"
        "modifiers m(on: bool)\n  +1 a when on\n  +2 b @1 when not on\n"
        "define d(on: bool) -> int 0..9\n  m(on)\n  exception e when on\n    2\n    exception f when m(on) > 0\n      3\n"
        "define own(on: bool) -> int 0..9 @1\n  m(on)\n  exception g when on\n    2\n"
        "sequence s\n  phase p\n    phase q @1\n    phase r\n```\n",
        "utf-8",
    )
    program = understand(load_game(file, "x.regola.md")).program
    (modifiers, plain, own) = (program.callables[name] for name in ("m", "d", "own"))
    assert [[a.section for a in line.anchors] for line in modifiers.lines] == [["2"], ["1"]]  # type: ignore[union-attr]
    assert [a.section for a in program.callables["d.e"].anchors] == ["2"] if "d.e" in program.callables else plain
    assert [a.section for a in own.anchors] == ["1"]
    (phase,) = program.sequences["s"].phases
    assert [a.section for a in phase.anchors] == ["2"]


def test_findings_stand_at_the_line_and_column_of_the_markdown(book: Path, regola: Run) -> None:
    book.write_text(BOOK.replace("  sky is clear", "  sky is bright"), "utf-8")
    ran = regola("check", book.name, "--format", "json", cwd=book.parent)
    (one,) = json.loads(ran.stdout)["findings"]
    line = BOOK.split("\n").index("  sky is clear") + 1
    assert (one["location"]["path"], one["location"]["line"], one["location"]["column"]) == (book.name, line, 10)
    assert "sky is bright" in regola("check", book.name, cwd=book.parent).stdout


def test_what_is_wrong_with_a_heading_shows_the_heading(book: Path, regola: Run) -> None:
    book.write_text(BOOK + "\n## 1 Again\n\n## 0.5 Before\n", "utf-8")
    shown = regola("check", book.name, cwd=book.parent).stdout
    assert "error[heading-misnumbered]: section 1 begins here a second time" in shown
    assert "## 1 Again" in shown
    assert "section 0.5 stands behind section 1.1" in shown


def test_a_section_that_is_cited_and_not_there_is_told_once(book: Path, regola: Run) -> None:
    book.write_text(
        BOOK.replace("-> bool @1", '-> bool @1.2, "errata of 1984"').replace("a_six", "a_six @1.2"), "utf-8"
    )
    ran = regola("check", book.name, "--format", "json", cwd=book.parent)
    assert [(one["slug"], one["severity"]) for one in json.loads(ran.stdout)["findings"]] == [
        ("section-unknown", "warning")
    ]


def test_a_section_that_neither_a_heading_nor_an_index_has_is_told_once(tmp_path: Path, regola: Run) -> None:
    pier = tmp_path / "pier"
    (pier / "rules").mkdir(parents=True)
    (pier / "sources").mkdir()
    (pier / "game.yaml").write_text("id: pier\ntitle: {en: Pier}\nlanguages: [en]\n", "utf-8")
    (pier / "rules" / "01.regola.md").write_text(BOOK.replace("-> bool @1", "-> bool @1.2"), "utf-8")
    (pier / "sources" / "en.yaml").write_text(
        'language: en\nsections:\n  - {id: "1", title: "Weather"}\n  - {id: "1.1", title: "The roll"}\n', "utf-8"
    )
    ran = regola("check", "pier", "--format", "json", cwd=tmp_path)
    told = [one["message"] for one in json.loads(ran.stdout)["findings"] if one["slug"] == "section-unknown"]
    assert told == ["no heading begins a section 1.2"]


def test_a_heading_that_gets_another_number_is_another_section_for_kept_results_too(book: Path, regola: Run) -> None:
    def anchors() -> str:
        return regola("ask", book.name, "weather", "die=6", cwd=book.parent).stdout

    def checked() -> str:
        return regola("check", book.name, cwd=book.parent).stdout

    assert "no findings" in checked()
    assert "weather (1.1)" in anchors()
    book.write_text(BOOK.replace("**1.1 The roll.**", "**1.2 The roll.**"), "utf-8")
    assert "no findings" in checked()
    assert "weather (1.2)" in anchors()
    book.write_text(BOOK.replace("**1.1 The roll.**", "The roll.").replace("-> bool @1", "-> bool @1.1"), "utf-8")
    assert "section-unknown" in checked()
    assert "weather (1)" in anchors()


def test_a_change_of_prose_is_no_change_of_rules(book: Path, regola: Run) -> None:
    book.write_text(BOOK.replace("5-6", "6  "), "utf-8")
    first = regola("check", book.name, cwd=book.parent).stdout
    assert "error[table-gap]" in first
    book.write_text(book.read_text("utf-8").replace("Of the sky.", "Of the sky.\n\nAnd of nothing else."), "utf-8")
    assert regola("check", book.name, cwd=book.parent).stdout.count("error[") == first.count("error[")


@pytest.mark.parametrize(
    ("text", "slug", "line"),
    [
        ("x\n```regola\nenum A\n  b\n", "rules-not-read", 2),
        ("- x\n\n  ```regola\n  enum A\n  ```\n", "rules-not-read", 3),
        ("> ```regola\n> enum A\n> ```\n", "rules-not-read", 1),
        ("  ```regola\n  enum A\n  ```\n", "rules-not-read", 1),
        ("x\n\n    ```regola\n    enum A\n    ```\n", "rules-not-read", 3),
        ("<details>\n```regola\nenum A\n```\n</details>\n", "rules-not-read", 1),
        ("<!-- x\n```regola\nenum A\n```\n", "rules-not-read", 1),
        ("```text\nx\n\n```regola\nenum A\n", "rules-not-read", 1),
        ("```{.regola}\nenum A\n```\n", "rules-not-read", 1),
        ("```reogla\nenum A\n```\n", "rules-not-read", 1),
        ("```regola\nenum A\n```\n```regola\n  b\n```\n", "bad-indent", 5),
    ],
)
def test_rules_that_would_be_lost_are_told(text: str, slug: str, line: int) -> None:
    assert found(text) == [(slug, line)]


@pytest.mark.parametrize(
    "text",
    [
        "<!--\n```regola\nenum A\n```\n-->\n",
        "````markdown\n```regola\nenum A\n```\n````\n",
        "```python\nenum A\n```\n",
        "~~~text\n```regola\nenum A\n```\n~~~\n",
        "`regola` and ``` regola ``` in a sentence\n",
        "---\n```regola\n---\n",
    ],
)
def test_what_markdown_takes_for_something_else_is_no_rule(text: str) -> None:
    assert not found(text)
    assert not rules(text).strip()


@pytest.mark.parametrize("fence", ["```regola", "~~~regola", "`````regola and more", "``` regola", "~~~ REGOLA"])
def test_a_block_is_opened_in_any_way_of_markdown(fence: str) -> None:
    signs = fence[:5] if fence.startswith("`````") else fence[:3]
    assert rules(f"x\n{fence}\nenum A\n  b\n{signs}\n").strip() == "enum A\n  b"


@pytest.mark.parametrize(
    ("headings", "sections"),
    [
        ("# Game\n## 4 Weather\n### Example", ["", "4", "4"]),
        ("# 1 One\n# 2 Two\n## 2.1 Sub", ["1", "2", "2.1"]),
        ("# 7 Wonders\n## 1 One\n## 1.1. Sub", ["", "1", "1.1"]),
        ("# 4 Weather\n## 4.1 - Rain\n## § 4.2", ["4", "4.1", "4.2"]),
        ("Game\n====\n\nWeather\n-------\n### Rain", ["", "Weather", "Rain"]),
        ("## 4 *Weather*\n\n**4.1 Rain**: it rains\n\n## Notes", ["4", "4.1", "Notes"]),
        ("## 4 Weather\n\n**4.5 points** are lost\n\n- **4.1 Rain.** x", ["4"]),
    ],
)
def test_headings_are_sections(headings: str, sections: list[str]) -> None:
    source, wrong = read_literate("book.regola.md", headings)
    assert not wrong
    assert [heading.stands_for for heading in source.headings] == sections


def test_the_head_of_a_file_is_its_manifest(tmp_path: Path, regola: Run) -> None:
    file = tmp_path / "a.regola.md"
    file.write_text(f"---\nid: pier\nlanguages: [en, it]\n---\n{BOOK}", "utf-8")
    game = load_game(file, "a.regola.md")
    assert (game.id, game.languages, game.title("en")) == ("pier", ["en", "it"], "The Harbour")
    for wrong, line in (("id: class", 2), ("idd: pier", 2), ("title: x", 2), ("x: [", 3), ("uses: [dice]", 2)):
        file.write_text(f"---\n{wrong}\n---\n{BOOK}", "utf-8")
        ran = regola("check", file.name, "--format", "json", cwd=tmp_path)
        assert ran.returncode == 1, wrong
        assert json.loads(ran.stdout)["findings"][0]["location"]["line"] in {line, line - 1}, wrong


def test_a_single_file_may_be_called_as_its_game(tmp_path: Path, regola: Run) -> None:
    file = tmp_path / "pier.regola.md"
    file.write_text(f"---\nid: pier\nlanguages: [en]\n---\n{BOOK}", "utf-8")
    assert regola("check", str(file)).returncode == 0
    assert "its folder gives" not in regola("check", str(file)).stdout
    other = file.rename(tmp_path / "mole.regola.md")
    assert "its folder gives" in regola("check", str(other)).stdout


def test_a_book_without_a_head_speaks_the_language_of_its_texts(tmp_path: Path) -> None:
    file = tmp_path / "porto.regola.md"
    file.write_text(BOOK.replace(' en "', ' it "'), "utf-8")
    game = load_game(file, file.name)
    assert (game.languages, game.headed_in, game.titles) == (["it"], "it", {"it": "The Harbour"})
    assert section_titles(game)["it"]["1.1"] == "The roll"
    file.write_text(f"---\nlanguages: [fr]\n---\n{BOOK}", "utf-8")
    assert load_game(file, file.name).headed_in == "fr", "what is named goes before"
    file.write_text("# Pier\n\n```regola\nenum Sky @1\n  clear, fog\n```\n", "utf-8")
    assert load_game(file, file.name).languages == ["en"], "without any text"


def test_a_head_that_nobody_reads_is_told(tmp_path: Path) -> None:
    place = tmp_path / "pier"
    place.mkdir()
    (place / "game.yaml").write_text("id: pier\ntitle: {en: Pier}\nlanguages: [en]\n", "utf-8")
    (place / "rules").mkdir()
    file = place / "rules" / "a.regola.md"
    file.write_text(f"---\nlayout: page\n---\n{BOOK}", "utf-8")
    assert not load_game(place, "pier").diagnostics
    file.write_text(f"---\nlayout: page\nid: dock\n---\n{BOOK}", "utf-8")
    ((code, line),) = [(one.code.slug, one.span.line) for one in load_game(place, "pier").diagnostics]
    assert (code, line) == ("rules-not-read", 3)


def spread(text: str) -> str:
    """A text as nobody would lay it out, and prose that must stay so."""
    spoilt = text.replace("clear  en", "clear en").replace("| die | sky   |", "|die|sky|")
    return spoilt.replace("Of the sky.", "Of\tthe  sky. ")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_layout_touches_the_blocks_alone(end: str, mark: str, book: Path, regola: Run) -> None:
    book.write_bytes((mark + spread(BOOK).replace("\n", end)).encode())
    assert regola("fmt", "--check", book.name, cwd=book.parent).returncode == 1
    assert regola("fmt", book.name, cwd=book.parent).returncode == 0
    wanted = mark + BOOK.replace("Of the sky.", "Of\tthe  sky. ").replace("\n", end)
    assert book.read_bytes().decode() == wanted
    assert regola("fmt", "--check", book.name, cwd=book.parent).returncode == 0


def test_a_translation_is_brought_into_the_blocks(book: Path, regola: Run) -> None:
    book.write_bytes(BOOK.replace("\n", "\r\n").encode())
    where = book.parent
    assert regola("texts", book.name, "--to", "it", "-o", "t.po", cwd=where).returncode == 0
    po = (where / "t.po").read_text("utf-8")
    (where / "t.po").write_text(po.replace('msgid "Fog"\nmsgstr ""', 'msgid "Fog"\nmsgstr "Nebbia"'), "utf-8")
    ran = regola("texts", book.name, "--import", "t.po", cwd=where)
    assert ran.returncode == 0, ran.stderr
    after = book.read_bytes().decode()
    assert after.replace('  it "Nebbia"', "") == BOOK.replace("\n", "\r\n")
    assert after != BOOK.replace("\n", "\r\n")


def test_the_prose_is_held_against_the_rules_without_them(book: Path, regola: Run) -> None:
    more = [f"\n## {n} Part {n}\n\n**{n}.1 Notes.** No rule is here.\n" for n in range(2, 6)]
    book.write_text(BOOK + "".join(more), "utf-8")
    ran = regola("crosscheck", book.name, "--format", "json", "--confidence", "possible", cwd=book.parent)
    assert ran.returncode == 0, ran.stderr
    kinds = {one["slug"] for one in json.loads(ran.stdout)["findings"]}
    assert kinds == {"section-not-encoded", "number-not-in-text"}, "the numbers of a block are no text of the book"
    shown = regola("crosscheck", book.name, "--confidence", "possible", cwd=book.parent).stdout
    assert " here" in shown
    assert not re.search(r"^ *\d+ \| *$", shown, re.MULTILINE), "of the rules their lines are shown"


def test_a_folder_may_hold_chapters_beside_files_of_rules(tmp_path: Path, regola: Run) -> None:
    rules_ = tmp_path / "pier" / "rules"
    rules_.mkdir(parents=True)
    (tmp_path / "pier" / "game.yaml").write_text("id: pier\ntitle: {en: Pier}\nlanguages: [en]\n", "utf-8")
    (rules_ / "01.regola.md").write_text(BOOK, "utf-8")
    (rules_ / "02.regola").write_text("define lit(sky: Sky) -> bool @2\n  not seen(sky)\n", "utf-8")
    names = [source.path for source in peek_game(tmp_path / "pier", "pier").sources]
    assert names == ["pier/rules/01.regola.md", "pier/rules/02.regola"]
    assert regola("ask", "pier", "lit", "sky=fog", cwd=tmp_path).stdout.startswith("true")


def test_a_file_that_is_too_large_is_told_at_once(tmp_path: Path, regola: Run) -> None:
    file = tmp_path / "a.regola.md"
    file.write_text("Words of prose, and more words.\n\n" * 320_000, "utf-8")
    assert file.stat().st_size > 10_000_000
    ran = regola("check", file.name, cwd=tmp_path)
    assert ran.returncode == 1
    assert "error[too-large]" in ran.stdout


PIECES = [
    "```regola\n", "```\n", "~~~\n", "````\n", "```text\n", "~~~regola\n", "> ", "- ", "    ", "\t", "# 1 A\n", "## 1.1 B\n", "**1.2 C.** d\n",
    "<!--\n", "-->\n", "<details>\n", "\n", "enum A\n", "  b\n", "define x() -> int 0..9\n  3\n", "---\n", "id: a\n", "\r", "\r\n", "\0", "\u2028", "word ",
    "[a]: b\n", "===\n", "|", "\ufeff", "\x0c", "@1", '"', "\\",
]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
def test_whatever_stands_in_a_file_is_read_or_told(text: str) -> None:
    source, wrong = read_literate("a.regola.md", text)
    assert all(isinstance(one, Diagnostic) for one in wrong)
    lines = text.split("\n")
    read = source.text.split("\n")
    assert len(read) == len(lines)
    assert all(now in ("", was) or now.startswith("#") for was, now in zip(lines, read, strict=True))
    assert source.changed(lambda rules: rules) == text
    laid_out = source.changed(format_source)
    again = source.with_text(laid_out)
    assert isinstance(again, LiterateSource)
    assert again.changed(format_source) == laid_out
    assert again.prose == source.prose or len(again.fences) == len(source.fences)


def test_a_hostile_file_is_no_traceback(tmp_path: Path, regola: Run) -> None:
    pick = random.Random(5)
    file = tmp_path / "a.regola.md"
    for text in (
        ">" * 50_000,
        "- " * 20_000,
        "[" * 50_000,
        "`" * 99_999,
        "\0" * 99,
        "".join(pick.choices(PIECES, k=3000)),
    ):
        file.write_text(text, "utf-8", newline="")
        ran = regola("check", file.name, cwd=tmp_path)
        assert ran.returncode == 1
        assert "an error of our own" not in ran.stderr


def test_of_many_blocks_that_are_not_closed_few_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is told by reading all of the book once more as if it had been closed: so many times it is read at most."""
    read: list[str] = []
    parse = MarkdownIt.parse

    def counted(reader: MarkdownIt, text: str) -> object:
        read.append(text)
        return parse(reader, text)

    monkeypatch.setattr(MarkdownIt, "parse", counted)
    found = read_markdown("# The Harbour\n\n" + f"```regola\n{SKY}" * 200, "a.regola.md").diagnostics
    assert "is not closed before the next one begins" in found[0].message
    assert len(read) <= 21


def test_who_reads_no_markdown_does_not_wait_for_it(tmp_path: Path, regola_process: Run) -> None:
    (tmp_path / "a.regola").write_text(SKY + "define n(sky: Sky) -> bool @1\n  sky is clear\n", "utf-8")
    ran = regola_process("check", "a.regola", cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout
    code = "import sys, regola_compiler.driver, regola_compiler.project.game; print('markdown_it' in sys.modules)"
    import subprocess

    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"
