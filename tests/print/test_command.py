"""`regola print` as it is typed: what cannot be printed is a sentence or a finding, and nothing is written."""

from __future__ import annotations

import builtins
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import Run
from support.omens import SHEET, lay_omens
from support.paths import GAMES


@pytest.fixture
def table(tmp_path: Path) -> Callable[[str], Path]:
    """A small game with a sheet, in a folder of its own; nothing more is put there."""

    def lay(sheet: str = SHEET) -> Path:
        return lay_omens(tmp_path, sheet)

    return lay


def written(place: Path) -> set[Path]:
    """What is there beside the game."""
    return {path for path in place.rglob("*") if path.is_file() and "games" not in path.parts}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--lang", "de"), "the game has no texts in `de`: it has `it` and `en`"),
        (("--sheet", "other"), "there is no sheet `other`: there is aid"),
        (
            ("--sheet", "aid", "--summary"),
            "`--sheet`, `--summary` and `--errata` are three things: ask for one at a time",
        ),
        (("-o", "x.txt"), "what kind of file is `x.txt` to be? say it with `--format`: pdf, svg, png, html, docx"),
        (("--booklet", "--format", "png"), "a booklet is a PDF, and not png: leave `--booklet` or `--format` out"),
    ],
)
def test_wrong_use_is_a_sentence(table: Any, regola: Run, words: tuple[str, ...], sentence: str) -> None:
    place = table()
    ran = regola("print", "omens", *words, cwd=place)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.strip() == f"regola: {sentence}"
    assert written(place) == set()


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (SHEET.replace("table: omen", "tabel: omen"), "aid.yaml:5"),
        (SHEET + "papers: a4\n", "aid.yaml"),
        (SHEET + "    - lines:\n      - {it: al massimo 5, non di più, en: at most 5}\n", "aid.yaml:7"),
        ("sides: [\n", "aid.yaml"),
    ],
    ids=["unknown key", "unknown key above", "a text cut at its comma", "no yaml"],
)
def test_a_sheet_out_of_shape_is_an_error_with_its_line(table: Any, regola: Run, sheet: str, said: str) -> None:
    place = table(sheet)
    ran = regola("print", "omens", cwd=place)
    assert ran.returncode == 1
    assert said in ran.stderr
    assert "nothing was written" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert written(place) == set()


def test_a_name_that_is_gone_is_found_and_the_rest_is_printed(table: Any, regola: Run) -> None:
    place = table(SHEET + "    - title: Gone\n      table: omne\n")
    checked = regola("check", "omens", cwd=place)
    assert "sheet-names-nothing" in checked.stdout + checked.stderr
    assert "did you mean `omen`?" in checked.stdout + checked.stderr
    ran = regola("print", "omens", "-o", "out/aid.html", cwd=place)
    assert ran.returncode == 0
    assert "Presagio" in (place / "out" / "aid.html").read_text("utf-8")


def test_where_nothing_can_be_written_nothing_is(table: Any, regola: Run) -> None:
    place = table()
    (place / "file").touch()
    ran = regola("print", "omens", "-o", "file/aid.pdf", cwd=place)
    assert ran.returncode == 2
    assert "nothing was written" in ran.stderr
    assert written(place) == {place / "file"}


@pytest.mark.skipif(os.geteuid() == 0, reason="a superuser may write anywhere")
def test_a_folder_that_is_read_only_stays_as_it_is(table: Any, regola: Run) -> None:
    place = table()
    (place / "out").mkdir(mode=0o500)
    ran = regola("print", "omens", "-o", "out/aid.pdf", cwd=place)
    assert ran.returncode == 2
    assert "cannot write" in ran.stderr
    assert written(place) == set()


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """A module as if it were not installed."""
    ours = "regola_compiler.emit.print.word"
    kept = sys.modules.get(ours)

    def hide(name: str) -> None:
        real = builtins.__import__

        def refuse(asked: str, *rest: Any, **more: Any) -> Any:
            if asked.partition(".")[0] == name:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)
            return real(asked, *rest, **more)

        sys.modules.pop(ours, None)
        monkeypatch.setattr(builtins, "__import__", refuse)

    yield hide
    if kept is not None:
        sys.modules[ours] = kept


@pytest.mark.parametrize(
    ("module", "form", "sentence"),
    [
        ("typst", "pdf", "pages are set by Typst"),
        ("docx", "docx", "texts for Word are written by python-docx"),
    ],
)
def test_what_is_not_installed_is_said_with_what_to_type(
    table: Any, regola: Run, without: Any, module: str, form: str, sentence: str
) -> None:
    place = table()
    without(module)
    ran = regola("print", "omens", "--format", form, cwd=place)
    assert ran.returncode == 2
    assert ran.stderr.strip() == f'regola: {sentence}, which is not installed: pip install "regola[pdf]"'
    assert written(place) == set()
    # What needs neither is written all the same.
    assert regola("print", "omens", "--format", "html", cwd=place).returncode == 0


@pytest.mark.parametrize("form", ["pdf", "svg", "png", "html", "docx"])
def test_every_kind_of_file_is_written_where_it_was_asked_for(table: Any, regola: Run, form: str) -> None:
    place = table()
    begins = {"pdf": b"%PDF", "svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype", "docx": b"PK"}
    for more, name in (((), f"build/omens/print/sheet.it.{form}"), (("--grey", "-o", f"x.{form}"), f"x.{form}")):
        ran = regola("print", "omens", "--format", form, *more, cwd=place)
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout == f"wrote {Path(name)}\n"
        assert (place / name).read_bytes().startswith(begins[form])


def test_a_game_without_sheets_prints_one(tmp_path: Path, regola: Run) -> None:
    shutil.copytree(
        GAMES / "lantern_pass", tmp_path / "games" / "lantern_pass", ignore=shutil.ignore_patterns("sheets")
    )
    assert regola("print", "lantern_pass", "--format", "html", cwd=tmp_path).returncode == 0
    ran = regola("print", "lantern_pass", "--sheet", "aid", cwd=tmp_path)
    assert ran.stderr.strip() == "regola: there is no sheet `aid`: the game has none of its own: leave `--sheet` out"


ITALIAN = """\
table steps(die: d6) -> int 0..4 @3.1
  it "Passi di una lumaca"
  | die | steps |
  | 1-3 | 1     |
  | 4-6 | 2     |
"""


def test_a_game_of_one_file_is_printed_in_the_language_of_its_texts(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "snails.regola").write_text(ITALIAN, "utf-8")
    for words in ([], ["--lang", "it"]):
        told = regola("print", "snails.regola", "--format", "html", *words, cwd=tmp_path)
        assert told.returncode == 0, told.stderr
        assert "sheet.it.html" in told.stdout
    refused = regola("print", "snails.regola", "--format", "html", "--lang", "en", cwd=tmp_path)
    assert refused.returncode == 2


def test_without_errata_nothing_is_written(tmp_path: Path, regola: Run) -> None:
    (tmp_path / "small.regola").write_text("define limit -> int 0..9 @1\n  5\n", "utf-8")
    ran = regola("print", "small.regola", "--errata", "-o", "e.html", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (2, "regola: the game has no errata: there is nothing to print\n")
    assert not (tmp_path / "e.html").exists()


def test_a_summary_says_why_its_sections_have_no_titles_until_they_have(table: Any, regola: Run) -> None:
    place = table()
    game = place / "games" / "omens"
    ask = ("print", "omens", "--summary", "--lang", "en", "-o", "summary.html")

    def titled(manifest: str) -> tuple[str, str]:
        (game / "game.yaml").write_text(
            f"id: omens\ntitle:\n  en: Omens\n  it: Presagi\nlanguages: [it, en]\n{manifest}"
        )
        ran = regola(*ask, cwd=place)
        assert ran.returncode == 0
        return ran.stderr.strip(), (place / "summary.html").read_text("utf-8")

    why, page = titled("")
    assert "`sources: [{language: en, title: …, file: …}]`" in why
    assert "<h2>Section 1</h2>" in page
    named = "sources:\n  - {language: en, title: Omens, file: omens.md}\n"
    why, _ = titled(named)
    assert why == "regola: sections have no titles: the rulebook `omens.md` does not lie in games/omens"
    (game / "omens.md").write_text("Birds fly.\n", "utf-8")
    why, _ = titled(named)
    assert why == "regola: sections have no titles: none is found in `omens.md`"
    (game / "omens.md").write_text(
        "## 1 Birds\n\n1.1 They fly.\n\n1.2 They sing.\n\n## 2 Dice\n\n2.1 They roll.\n\n2.2 All of them.\n", "utf-8"
    )
    why, page = titled(named)
    assert why == ""
    assert "<h2>1 · Birds</h2>" in page
