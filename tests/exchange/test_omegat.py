"""OmegaT opens a book's XLIFF, translates it by a memory, and what it writes comes back as a book: `make omegat`."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.outline import outline
from regola_crosscheck.translation import memory
from regola_crosscheck.translation.merge import merge
from regola_crosscheck.translation.units import BookDocument, BookUnit, document_of
from regola_crosscheck.translation.xliff import read, write_12
from support.crosscheck_faults import tutorial
from support.paths import GAMES

pytestmark = [
    pytest.mark.omegat,
    pytest.mark.skipif(shutil.which("omegat") is None, reason="there is no OmegaT: `make omegat` says how to have one"),
]
PROJECT = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<omegat><project version="1.0">'
    + "".join(f"<{name}_dir>__DEFAULT__</{name}_dir>" for name in ("source", "target", "tm", "glossary", "dictionary"))
    + "<source_lang>it</source_lang><target_lang>en</target_lang><sentence_seg>false</sentence_seg></project></omegat>\n"
)


def test_omegat_translates_the_book_and_gives_it_back(tmp_path: Path) -> None:
    game = tutorial("it")
    italian, english = ((GAMES / "lantern_pass" / f"rulebook.{tag}.md").read_text("utf-8") for tag in ("it", "en"))
    here = CrosscheckContext(game.program, outline("it", "it.md", italian), game.glossary)
    there = CrosscheckContext(game.program, outline("en", "en.md", english), game.glossary)
    document = document_of(here, "en", there, {}, "book.md")
    for folder in ("source", "target", "tm", "glossary", "dictionary", "omegat"):
        (tmp_path / "project" / folder).mkdir(parents=True)
    (tmp_path / "project" / "omegat.project").write_text(PROJECT, "utf-8")
    bare = BookDocument("book.md", "it", "en", tuple(BookUnit(unit.block) for unit in document.units))
    (tmp_path / "project" / "source" / "book.xlf").write_text(write_12(bare, filled=True), "utf-8")
    whole = tuple(
        BookUnit(unit.block.whole(), (replace(unit.block, segments=unit.targets).words,))
        for unit in document.units
        if len(unit.block.whole().segments) == 1
    )
    saved = memory.write(BookDocument("book.md", "it", "en", whole))
    (tmp_path / "project" / "omegat" / "project_save.tmx").write_text(saved, "utf-8")
    words = ["omegat", str(tmp_path / "project"), "--mode=console-translate", f"--config-dir={tmp_path / 'config'}"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    back = (tmp_path / "project" / "target" / "book.xlf").read_text("utf-8")
    merged = merge(read(back), here.book, None, "en", "book.xlf")
    assert [one.message for one in merged.found] == []
    assert "Every roll is made with one six-sided die." in merged.text
    assert merged.added > 60
