"""The tables that lie beside the grammar are those of the grammar; where they are not, they are made and kept.

`REGOLA_RENEW=1 .venv/bin/pytest tests/language/test_grammar_tables.py` writes them anew after the grammar was changed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_dsl import cache
from regola_dsl.parsing import from_lark, grammar
from regola_dsl.parsing.grammar import GRAMMAR, TABLES, tables, version_of
from regola_dsl.parsing.tables import GrammarTables, from_text, to_text
from support.snapshot import hold


def test_they_are_those_of_the_grammar() -> None:
    text = GRAMMAR.read_text("utf-8")
    hold(TABLES, f"{version_of(text)}\n{to_text(from_lark.make_tables(text))}\n")


SMALL = 'start: "a"+\nexpression: "b"\n'


@pytest.fixture
def makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The grammars that tables are made of from here on, of which the one there is is another than that of the language."""
    (tmp_path / "grammar.lark").write_text(SMALL, "utf-8")
    monkeypatch.setattr(grammar, "GRAMMAR", tmp_path / "grammar.lark")
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    asked: list[str] = []
    make = from_lark.make_tables

    def made(text: str) -> GrammarTables:
        asked.append(text)
        return make(text)

    monkeypatch.setattr(from_lark, "make_tables", made)
    return asked


def test_those_of_another_grammar_are_made_and_kept(makes: list[str]) -> None:
    first, second = tables.__wrapped__(), tables.__wrapped__()
    assert first == second == from_lark.make_tables(SMALL)
    assert makes == [SMALL, SMALL]  # once by the first, once here


@pytest.mark.parametrize("beside", ["", "x", None, b"\xff"], ids=["empty", "cut", "none", "no text"])
def test_those_that_cannot_be_read_are_made(
    makes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, beside: str | bytes | None
) -> None:
    place = tmp_path / "spoilt"
    monkeypatch.setattr(grammar, "TABLES", place)
    if isinstance(beside, str):
        place.write_text(f"{version_of(SMALL)}\n{beside}", "utf-8")
    elif beside is not None:
        place.write_bytes(beside)
    assert tables.__wrapped__() == from_lark.make_tables(SMALL)
    assert makes == [SMALL, SMALL]


def test_those_beside_it_are_taken(makes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = to_text(from_lark.make_tables(SMALL))
    makes.clear()
    (tmp_path / "tables").write_text(f"{version_of(SMALL)}\n{written}\n", "utf-8")
    monkeypatch.setattr(grammar, "TABLES", tmp_path / "tables")
    assert tables.__wrapped__() == from_text(written)
    assert not makes
