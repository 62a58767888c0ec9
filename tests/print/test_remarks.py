"""What is said of a sheet while it is printed: names of columns, rows and cells that are not there, texts not translated."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from regola_compiler.emit.print.findings import remarks
from regola_compiler.project.yaml_file import place_of
from support.command import Run
from support.games import understood
from support.omens import SHEET, lay_omens

LINES = """\
sides:
- columns:
  - blocks:
    - title: {it: Presagio, en: Omen}
      table: omen
      columns: [die, good]
      heads: {die: {it: Dado, en: Die}, good: ""}
      swap: {"yes": "●", "false": "–"}
      notes: {1-3: "x"}
      groups: {4-6: true}
      colour: night
colours:
  night: "#2f4858"
"""


@pytest.mark.parametrize("game", ["caucasus", "lantern_pass", "west_front"])
def test_nothing_is_to_be_said_of_the_sheets_of_games(game: str) -> None:
    compiled = understood(game)
    assert compiled.game.sheets
    for language in compiled.ir.languages:
        for sheet in compiled.game.sheets:
            assert list(remarks(compiled.published, sheet, language, place_of)) == []


@pytest.mark.parametrize(
    ("before", "after", "line", "message", "hint"),
    [
        ("", "", 0, "", ""),
        ("columns: [die, good]", "columns: [dice, good]", 6, "the table `omen` has no column `dice`", "mean `die`?"),
        ("columns: [die, good]", "columns: [omens]", 6, "the table `omen` has no column `omens`", "`die`, `good`"),
        ("{die: {it", "{dye: {it", 7, "the table `omen` has no column `dye`", "did you mean `die`?"),
        ("heads: {die: {it: Dado, en: Die}", "heads: {die: {it: Dado}", 7, "this text has no `en`", "add `en: "),
        ('"yes": ', '"oui": ', 8, "the table `omen` has no cell `oui`", "there is `1-3`, `4-6`, `no`, `yes`"),
        ("1-3", "1..3", 9, "the table `omen` has no row `1..3`", "1-3"),
        ("{4-6", "{6", 10, "the table `omen` has no row `6`", "`1-3`, `4-6`"),
        ("colour: night", "colour: red", 11, "no colour is called `red`", 'write one here: "#2f4858"'),
        ("table: omen", "modifiers: omen", 5, "no table of modifiers `omen`", "it is a table: write `table: omen`"),
        ("table: omen", "table: pay", 5, "the rules have no table `pay`", "no rows to be printed"),
        ("table: omen", "rules: divination", 5, "no action, rule or section `divination`", "there is `"),
    ],
)  # fmt: skip
def test_each_is_told_at_its_line_and_the_rest_is_printed(
    tmp_path: Path, regola: Run, before: str, after: str, line: int, message: str, hint: str
) -> None:
    assert before in LINES
    place = lay_omens(tmp_path, LINES.replace(before, after, 1) if before else LINES)
    for form in ("html", "pdf"):
        ran = regola("print", "omens", "--lang", "en", "-o", f"out/aid.{form}", cwd=place)
        assert (ran.returncode, ran.stdout) == (0, f"wrote out/aid.{form}\n")
        assert message in ran.stderr
        assert hint in ran.stderr
        assert bool(ran.stderr) == bool(line)
        assert f"aid.yaml:{line}:" in ran.stderr or not line


def test_a_sheet_that_nobody_has_described_is_said_to_be_none(tmp_path: Path, regola: Run) -> None:
    place = lay_omens(tmp_path)
    sheets = place / "games" / "omens" / "sheets"
    described = (sheets / "aid.yaml").read_text("utf-8")
    (sheets / "aid.yaml").unlink()
    ran = regola("print", "omens", "-o", "aid.html", cwd=place)
    assert ran.stdout == "wrote aid.html\n"
    assert "no sheet is described in games/omens/sheets/*.yaml" in ran.stderr
    # One whose name ends otherwise is lost in silence no more.
    (sheets / "aid.yml").write_text(described, "utf-8")
    ran = regola("print", "omens", "-o", "aid.html", cwd=place)
    assert ran.returncode == 1
    assert "file-not-read" in ran.stderr
    (sheets / "aid.yml").rename(sheets / "aid.yaml")
    assert regola("print", "omens", "-o", "aid.html", cwd=place).stderr == ""


LOSSES = """\
table losses(die: d6, odds: int -3..3) -> int -3..9 @1.1
  | die \\ odds | -3..-1 | 0-3 |
  | 1-3        | -1     | 0   |
  | 4-6        | -3     | 2   |
"""


def test_a_game_of_one_file_has_its_minus_signs_and_no_folder_of_sheets(tmp_path: Path, regola: Run) -> None:
    (tmp_path / "losses.regola").write_text(LOSSES, "utf-8")
    ran = regola("print", "losses.regola", "-o", "aid.html", cwd=tmp_path)
    assert "a game of one file has no sheet described" in ran.stderr
    assert "sheets/*.yaml" not in ran.stderr
    printed = re.sub("<[^>]*>", " ", (tmp_path / "aid.html").read_text("utf-8"))
    assert {"−3–−1", "0-3", "1-3", "−1", "−3"} <= set(printed.split())
    assert not {"-1", "-3"} & set(printed.split())


@pytest.mark.parametrize("margin", ["40mm", "150mm", "-1mm"])
def test_a_margin_leaves_room_for_something(tmp_path: Path, regola: Run, margin: str) -> None:
    ran = regola("print", "omens", cwd=lay_omens(tmp_path, f"margin: {margin}\n{SHEET}"))
    assert ran.returncode == 1
    assert "write it like this: `8mm`" in ran.stderr
    assert regola("print", "omens", "-o", "a.pdf", cwd=lay_omens(tmp_path, f"margin: 39mm\n{SHEET}")).returncode == 0


def test_blocks_side_by_side_that_are_too_wide_are_named(tmp_path: Path, regola: Run) -> None:
    described = """\
sides:
- columns:
  - width: 20mm
    blocks:
    - side-by-side:
      - {title: One, table: omen}
      - {title: Two, table: omen, heads: {good: Abcdefghijklmnopqrstuvwxyz}}
"""
    ran = regola("print", "omens", "-o", "a.pdf", cwd=lay_omens(tmp_path, described))
    assert ran.returncode == 2
    assert "in `One` beside `Two` the table that begins with" in ran.stderr
