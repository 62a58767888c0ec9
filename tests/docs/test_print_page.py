"""The walk through `docs/print.md`, step by step: its descriptions, its commands and what they answer."""

from __future__ import annotations

import re
import shlex
import shutil
import textwrap
from pathlib import Path

import pytest
from support.command import Run
from support.paths import GAMES, ROOT

PAGE = (ROOT / "docs" / "print.md").read_text("utf-8")
SHEET = Path("games") / "lantern_pass" / "sheets" / "aid.yaml"
FENCES = re.findall(r"^```(yaml|console|text)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the game, without its sheet."""
    ignored = shutil.ignore_patterns("sheets")
    shutil.copytree(GAMES / "lantern_pass", tmp_path / "games" / "lantern_pass", ignore=ignored)
    (tmp_path / SHEET).parent.mkdir()
    return tmp_path


def described(folder: Path, text: str) -> None:
    (folder / SHEET).write_text(text, "utf-8")


def test_each_step_gives_what_the_page_says(regola: Run, folder: Path) -> None:
    finished = (ROOT / SHEET).read_text("utf-8")
    commands = 0
    for kind, text in FENCES:
        if kind == "yaml":
            assert text.startswith(f"# {SHEET.as_posix()}\n")
            described(folder, text)
        elif kind == "console":
            line, _, answer = text.partition("\n")
            words = shlex.split(line.removeprefix("$ regola "))
            if "a5" in words:
                described(folder, finished)
            ran = regola(*words, cwd=folder)
            assert roughly(ran.stdout + ran.stderr).startswith(roughly(answer)), line
            commands += 1
    assert commands == 5
    assert sorted(path.name for path in folder.glob("*.p*")) == ["aid.pdf", "first.png", "second.png"]


def test_a_name_that_is_gone_is_told_as_the_page_says(regola: Run, folder: Path) -> None:
    described(folder, first_description().replace("combat_table", "combat_tabel"))
    (shown,) = (text for kind, text in FENCES if kind == "text" and "sheet-names-nothing" in text)
    assert shown in regola("check", "lantern_pass", "--all", cwd=folder).stdout
    assert shown in regola("print", "lantern_pass", "-o", "a.html", cwd=folder).stderr


def test_a_sheet_that_nobody_has_described_is_said_to_be_made(regola: Run, folder: Path) -> None:
    assert "no sheet is described" in regola("print", "lantern_pass", "-o", "a.html", cwd=folder).stderr


def test_a_row_that_is_not_there_is_told_with_those_that_are(regola: Run, folder: Path) -> None:
    (told,) = set(re.findall(r'"(the table `.+` has no row `.+`)"', PAGE))
    described(folder, first_description().replace("grid: combat_table", "table: terrain_chart\n      notes: {Crag: x}"))
    said = regola("print", "lantern_pass", "-o", "a.html", cwd=folder).stderr
    assert told in said
    assert "`crag`" in said


def test_a_text_cut_at_its_comma_is_told_as_the_page_says(regola: Run, folder: Path) -> None:
    cut = first_description().replace('"Combat"', "one, two").replace('"Combattimento"', "uno")
    described(folder, cut)
    (shown,) = (text for kind, text in FENCES if kind == "text" and "bad-yaml" in text)
    said = regola("check", "lantern_pass", cwd=folder).stdout
    assert shown in said
    assert f"{SHEET.as_posix()}:6:" in said


def test_what_the_page_takes_from_the_finished_sheet_stands_there() -> None:
    finished = (ROOT / SHEET).read_text("utf-8")
    taken = [text for kind, text in FENCES if kind == "text" and text.startswith(("tones:", "not-shown:"))]
    assert len(taken) == 2
    assert all(text in finished for text in taken)
    within = [text for kind, text in FENCES if kind == "text" and text.startswith(("table:", "widths:"))]
    assert len(within) == 2
    assert all(textwrap.indent(text, " " * 6) in finished for text in within)


def test_every_key_of_a_description_is_explained() -> None:
    from regola_compiler.project.yaml_file import schema

    described_keys = schema("sheet")
    keys = {*described_keys["properties"], *described_keys["$defs"]["block"]["properties"]}
    named = {word for code in re.findall(r"`([^`\n]+)`", PAGE) for word in re.findall(r"[\w-]+", code)}
    shown = {word for _, text in FENCES for word in re.findall(r"[\w-]+(?=:)", text)}
    assert keys - named - shown == set()


def roughly(answer: str) -> str:
    """An answer without its millimetres: they change with every touch to a template."""
    return re.sub(r"\d+(\.\d)? mm", "… mm", answer.strip())


def first_description() -> str:
    return next(text for kind, text in FENCES if kind == "yaml")
