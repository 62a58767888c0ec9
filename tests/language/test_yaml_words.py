"""What is said of a YAML file that cannot be read: the line to be changed, and how, to somebody who does not program."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_compiler.project.yaml_file import load_yaml
from regola_dsl.diagnostics import Diagnostic
from support.effort import some
from support.paths import GAMES

SHEET = """\
title: {it: "Aiuto", en: "Aid"}
text: {size: 11pt, at-least: 8pt}
sides:
- columns:
  - width: 72mm
    blocks:
    - title: {it: "La notte", en: "The night"}
      refs: "3"
      lines:
      - {it: "**Nebbia**: nessuno, mai @7.2", en: "**Fog**: nobody, ever @7.2"}
      - {it: "**Neve**: 1 in più @6.3", en: "**Snow**: 1 more @6.3"}
      table: weather
"""


def said(tmp_path: Path, text: str) -> list[Diagnostic]:
    """The findings of a sheet."""
    path = tmp_path / "aid.yaml"
    path.write_text(text, "utf-8")
    data, found = load_yaml(path, "aid.yaml", "sheet")
    assert (data is None) == bool(found)
    return found


def test_as_it_should_be(tmp_path: Path) -> None:
    assert said(tmp_path, SHEET) == []


@pytest.mark.parametrize(
    ("before", "after", "line", "message", "hint"),
    [
        ("      lines:", "\tlines:", 9, "a tab stands here", "use blanks: two for each step to the right"),
        ("      lines:", "     lines:", 9, "this line begins behind 5 blanks", "to the right, behind 6 blanks"),
        ("      lines:", "       lines:", 9, "this line begins behind 7 blanks", "to the left, behind 6 blanks"),
        ('      - {it: "**Nev', '     - {it: "**Nev', 11, "this line begins behind 5 blanks", "behind 6 blanks"),
        ('1 more @6.3"}', '1 more @6.3"', 11, "the bracket `{` that opens here is not closed", "close it with `}`"),
        ('1 more @6.3"}', '1 more @6.3"}}', 11, "the bracket `}` closes nothing", "take it out"),
        ('@6.3", en', '@6.3",, en', 11, "a comma stands here with nothing before it", "take it out"),
        ("table: weather", "table:weather", 12, "a blank is missing behind `table:`", "write `table: …`"),
        ('      - {it: "**Nev', '      -{it: "**Nev', 11, "a blank is missing behind the dash", "write `- …`"),
        ('{it: "**Nev', '{it:"**Nev', 11, "a blank is missing behind `it:`", "write `it: "),
        ('{it: "Aiuto"', '{it:"Aiuto"', 1, "a blank is missing behind `it:`", 'write `it: "Aiuto"`'),
        ('"**Snow**: 1 more @6.3"', "Snow: 1 more", 11, "has a colon in it must stand in quotes", '"one: two"'),
        ('"**Snow**: 1 more @6.3"', "@6.3 snow", 11, "cannot begin with `@` unless it stands in quotes", '"@…"'),
        ('"**Snow**: 1 more @6.3"', "**Snow** 1", 11, "`**Snow**` cannot begin a text", '"*…"'),
        ('"**Snow**: 1 more @6.3"', "Snow, more", 11, "`more` stands here without a value", '"one, two"'),
        ("lines:", "lines", 9, "`lines` is neither a key nor in a list", "write `key: value`"),
        ('refs: "3"\n', 'refs: "3" - x\n', 8, "a dash stands here in the midst of a line", "begin a new line"),
        ('refs: "3"\n', "refs: 3.10\n", 8, "`refs` must be a text", "put it in quotes"),
        ('refs: "3"\n', "refs: #3\n", 8, "`refs` is empty: a `#` begins a remark", "put the value in quotes"),
        ('refs: "3"\n', "refs: [a]\n", 8, "`refs` must be a text", "take the dash or the brackets away"),
        ('- {it: "**Nev', '- - {it: "**Nev', 11, "`lines 2` must be a text or a mapping", "a single text"),
        ("      table: weather", "      - 5", 12, "`lines 3` must be a text or a mapping", "put it in quotes"),
        ("72mm", "3in", 5, "`width` cannot be `3in`", "write it like this: `72mm` or `1fr`"),
        ("72mm", "72", 5, "`width` must be a text", "write it like this: `72mm` or `1fr`"),
        ("size: 11pt", "size: 11", 2, "`text.size` must be a text", "write it like this: `9.5pt`"),
        ("{size: 11pt, at-least: 8pt}", "11pt", 2, "`text` must be a mapping", "write `{size: …, at-least: …}`"),
        ("text: {", "landscape: no\ntext: {", 2, "`landscape` must be `true` or `false`", "write `false`"),
        ("text: {", "paper: A4\ntext: {", 2, "`paper` cannot be `A4`", "`a4`, `a5` or `letter`"),
        ("text: {", "font: {", 2, "nothing is called `font` here", "there is `title`, `paper`"),
        ("table: weather", "levels: 0", 12, "`levels` cannot be 0", "it is at least 1"),
        ("table: weather", "tone: green", 12, "`tone` cannot be `green`", "it is `good` or `bad`"),
        ("table: weather", "ticks:", 12, "nothing stands behind `ticks`", "begin each of its parts with a dash"),
        ("en: \"Aid\"", "english: \"Aid\"", 1, "`title` cannot be `english`", "write it like this: `en`"),
    ],
)  # fmt: skip
def test_a_slip(tmp_path: Path, before: str, after: str, line: int, message: str, hint: str) -> None:
    assert before in SHEET
    found = said(tmp_path, SHEET.replace(before, after, 1))
    assert [one.span.line for one in found] == [line]
    assert message in found[0].message
    assert hint in found[0].help


@pytest.mark.parametrize("quote", ["”", "“", "„", "«", "’"])
def test_quotation_marks_of_a_text_processor(tmp_path: Path, quote: str) -> None:
    lines = SHEET.split("\n")
    for place in (9, 10):
        changed = [*lines[:place], lines[place].replace('"', quote), *lines[place + 1 :]]
        (found,) = said(tmp_path, "\n".join(changed))
        assert found.span.line == place + 1
        assert "quotation mark of printed texts" in found.message


def test_a_quote_that_is_missing_is_told_where_it_is_missing(tmp_path: Path) -> None:
    lines = SHEET.split("\n")
    for number, line in enumerate(lines):
        if line.endswith('"}'):
            changed = [*lines[:number], line[:-2] + "}", *lines[number + 1 :]]
            found = said(tmp_path, "\n".join(changed))
            assert [one.span.line for one in found] == [number + 1]
            assert "the quote that begins here has no end" in found[0].message


def test_any_slip_of_a_key_is_told_at_its_line(tmp_path: Path) -> None:
    """One sign left out or written twice, anywhere in the sheet of a game: all is well, or its line is named."""
    lines = (GAMES / "lantern_pass" / "sheets" / "aid.yaml").read_text("utf-8").split("\n")
    while lines[0].startswith("#"):
        del lines[0]
    text = "\n".join(lines)
    vague = tried = 0
    for place in some(range(0, len(text), 61)):
        number = text.count("\n", 0, place)
        for changed in (text[:place] + text[place + 1 :], text[:place] + text[place] + text[place:]):
            found = said(tmp_path, changed)
            tried += 1
            if found:
                assert abs(found[0].span.line - number - 1) <= 1, (lines[number], found[0])
                vague += "cannot be read as YAML" in found[0].message
    assert vague <= tried // 50


@pytest.mark.parametrize("held", ["“The night”", "‘The night’", "«The night»", '“The night"'])
def test_printed_quotes_around_a_value_are_told_though_yaml_reads_it(held: str, tmp_path: Path) -> None:
    """To YAML they are letters like others, and the paper would show them."""
    (found,) = said(tmp_path, SHEET.replace('"The night"', held))
    assert "a quotation mark of printed texts" in found.message
    before = SHEET[: SHEET.index('"The night"')].split("\n")
    assert (found.span.line, found.span.column) == (len(before), len(before[-1]) + 1)


@pytest.mark.parametrize("text", ['"“The night”"', "«Halt!» cries the guard", "’Twas night", "the ‘night’"])
def test_printed_quotes_that_belong_to_a_text_are_kept(text: str, tmp_path: Path) -> None:
    assert said(tmp_path, SHEET.replace('"The night"', text)) == []
