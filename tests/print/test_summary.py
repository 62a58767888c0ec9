"""The summary has a line for each rule: for what has no text its name, and of what is optional that it is."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from support.command import Run
from support.paper import pages_of

RULES = """\
enum Side @1
  red  it "Rossi"  en "Reds"
  blue  it "Blu"  en "Blues"

variant mist @8
  it "La nebbia"
  en "Mist"

action cast(deep: bool, small: bool) @2.1
  it "Gettare la rete"
  en "Cast the net"
  allowed unless forbidden

action mend(torn: bool) @2.2
  allowed unless forbidden

rule shallow @2.3
  en "Nobody casts where it is shallow"
  it "Nessuno getta la rete in acqua bassa"
  anyone must not cast when not deep
  exception small_nets @2.3 when small
  exception long_lines @2.4 under mist when not small

rule no_mending under mist @8.1
  it "Nella nebbia non si rammenda"
  en "In mist no net is mended"
  anyone must not mend

define winner(reds: int 0..9, blues: int 0..9) -> Side or none @7
  it "Chi vince"
  en "Who wins"
  none
  exception more_fish @7 when reds > blues
    red
  exception in_the_mist @7 under mist when reds < blues
    blue
"""


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "en",
            [
                "Cast the net.",
                "mend.",
                "Nobody casts where it is shallow.",
                "– small nets.",
                "long lines. (Nobody casts where it is shallow; optional rule: Mist)",
                "Who wins:",
                "– more fish.",
                "– in the mist. (optional rule: Mist)",
                "In mist no net is mended. (optional rule: Mist)",
            ],
        ),
        ("it", ["Gettare la rete.", "Nella nebbia non si rammenda. (regola facoltativa: La nebbia)"]),
    ],
)
def test_no_rule_is_left_out_and_what_is_optional_says_so(
    regola: Run, tmp_path: Path, language: str, wanted: list[str]
) -> None:
    (tmp_path / "nets.regola").write_text(RULES, "utf-8")
    done = regola("print", "nets.regola", "--summary", "--lang", language, "-o", "nets.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = unescape((tmp_path / "nets.html").read_text("utf-8").rpartition("</style>")[2])
    said = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert [line for line in wanted if line not in said] == [], said
    assert said.count("Mist)") == (3 if language == "en" else 0)


ROWS = ("Alpha", "Bravo", "Charlie", "Delta")


def long_rules(many: int) -> str:
    """So many rules of a first chapter, and a table of four rows in the second."""
    lines = ["enum Catch @2.1", *(f'  {row.lower()} en "{row}"' for row in ROWS)]
    lines += ["action cast(deep: bool) @1", "  allowed unless forbidden"]
    for number in range(1, many + 1):
        lines += [f"rule rule_{number} @1.{number}", '  en "Nobody casts"', "  anyone must not cast when deep"]
    lines += ["table haul(die: d6) -> Catch @2.1", '  en "The haul"', "  | die | haul |"]
    lines += [f"  | {die} | {row.lower()} |" for die, row in zip(("1-3", "4", "5", "6"), ROWS, strict=True)]
    return "\n".join(lines) + "\n"


def test_a_short_table_is_not_broken_and_no_chapter_is_taken_for_the_pages_number(regola: Run, tmp_path: Path) -> None:
    begins = set()
    for many in range(28, 40, 2):
        (tmp_path / "nets.regola").write_text(long_rules(many), "utf-8")
        done = regola("print", "nets.regola", "--summary", "--lang", "en", "-o", "nets.pdf", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        pages = pages_of((tmp_path / "nets.pdf").read_bytes())[1:]
        with_rows = [page for page in pages if any(row in page.text for row in ROWS)]
        assert len(with_rows) == 1, (many, [page.text for page in with_rows])
        assert all(part in with_rows[0].text for part in ("2.1", "Thehaul", *ROWS)), "with number and title"
        for page in pages:
            top = max(word.box[3] for word in page.words)
            head = [word.text for word in page.words if word.box[3] > top - 5]
            assert not {"1", "2"} & set(head) or "Section" in head, head
        begins.add(pages.index(with_rows[0]))
    assert len(begins) > 1, "some stood at the foot of a page"


BOOK = """\
# Nets

## 1 What there is

**1.1 The sea.** It is deep.

**1.2 The nets.** They are of two kinds.

## 2 Fishing

**2.1 The order of a day.** Morning, then evening.

**2.2 Casting.** A net is cast.

"""
DAY = """\
sequence day @2.1
  en "The day"
  phase morning @2.1
    en "Morning"
  phase evening @2.1
    en "Evening"
action cast(deep: bool) in morning @2.2
  en "Cast the net"
  allowed unless forbidden
"""
ERRATUM = """\
erratum depth @1.1, 1.2
  en "How deep"
  @1.1 says en "Deep"
  @1.2 says en "Shallow"
  unresolved
    en "Nobody knows"
"""


def game(folder: Path, rules: str) -> None:
    """A game of a folder with its rulebook beside it."""
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "id: nets\ntitle: {en: Nets}\nlanguages: [en]\nsources:\n- {language: en, title: Nets, file: book.md}\n",
        "utf-8",
    )
    (folder / "rules" / "rules.regola").write_text(rules, "utf-8")
    (folder / "book.md").write_text(BOOK, "utf-8")


def shown(regola: Run, folder: Path, *words: str) -> str:
    """What is printed, as words."""
    done = regola("print", "nets", *words, "-o", "nets.html", cwd=folder)
    assert done.returncode == 0, done.stderr
    page = unescape((folder / "nets.html").read_text("utf-8").rpartition("</style>")[2])
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_chapters_and_sections_are_called_as_the_book_beside_the_rules_calls_them(regola: Run, tmp_path: Path) -> None:
    game(tmp_path / "nets", DAY)
    said = shown(regola, tmp_path, "--summary")
    assert all(title in said for title in ("2 · Fishing", "The order of a day", "Casting"))
    # What somebody has written of the sections goes before the book.
    (tmp_path / "nets" / "sources").mkdir()
    index = 'language: en\nsections:\n- {id: "2", title: "To fish"}\n'
    (tmp_path / "nets" / "sources" / "en.yaml").write_text(index, "utf-8")
    said = shown(regola, tmp_path, "--summary")
    assert "2 · To fish" in said
    assert "Casting" not in said


def test_errata_are_promised_by_a_summary_only_where_there_are_some(regola: Run, tmp_path: Path) -> None:
    game(tmp_path / "nets", DAY)
    assert "errata" not in shown(regola, tmp_path, "--summary")
    (tmp_path / "nets" / "rules" / "rules.regola").write_text(DAY + ERRATUM, "utf-8")
    assert "the errata sheet lists them" in shown(regola, tmp_path, "--summary")


@pytest.mark.parametrize("words", [(), ("--summary",)])
def test_a_sequence_is_called_by_its_name_once(regola: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    game(tmp_path / "nets", DAY)
    said = shown(regola, tmp_path, *words)
    assert said.count("The day") == 1
    assert "Morning" in said
    assert "Evening" in said
