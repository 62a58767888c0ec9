"""What a description says with colours and captions, and what becomes of a text that ends at its comma."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from regola_compiler.driver import compile_game
from regola_compiler.emit.print.document import Document, Foot, Lines, Run, Sequence, Table
from regola_compiler.emit.print.sheet import Sheet
from regola_compiler.ir.tree import Ir
from regola_compiler.project.game import load_game
from support.games import understood


@pytest.fixture(scope="module")
def ir() -> Ir:
    return understood("lantern_pass").ir


def described(ir: Ir, block: dict[str, Any], language: str = "en", **top: Any) -> tuple[Document, Sheet]:
    sheet = Sheet(ir, language, {**top, "sides": [{"columns": [{"blocks": [block]}]}]})
    return sheet.document(), sheet


def parts(document: Document) -> tuple[Any, ...]:
    return document.sides[0].columns[0].blocks[0].parts


TONES = {
    "AX": {"colour": "#aa0000", "means": {"it": "male", "en": "bad"}},
    "AR": "#aa0000",
    "DX": {"colour": "#00aa00", "means": "good"},
    "DR": {"colour": "#00aa00", "means": "good"},
    "none of these": {"colour": "#0000aa", "means": "not in the table"},
}


@pytest.mark.parametrize(("language", "expected"), [("en", ["bad", "good"]), ("it", ["male", "good"])])
def test_below_a_grid_each_colour_that_it_has_is_explained_once(ir: Ir, language: str, expected: list[str]) -> None:
    document, _ = described(ir, {"grid": "combat_table", "beyond": False}, language, tones=TONES)
    grid, legend = parts(document)
    assert grid.grid
    assert isinstance(legend, Table)
    assert [cell.runs[0].text for cell in legend.rows[0].cells] == expected
    assert [cell.tone for cell in legend.rows[0].cells] == ["AX", "DX"]


def test_a_grid_without_meanings_has_no_legend(ir: Ir) -> None:
    document, _ = described(ir, {"grid": "combat_table", "beyond": False}, tones={"AX": "#aa0000"})
    assert len(parts(document)) == 1


def test_what_the_strip_counts_is_said_right_below_it(ir: Ir) -> None:
    odds = {"effects": "fates", "rows": {"defenders": "gone"}, "foot": "of six faces @9.8"}
    document, _ = described(ir, {"grid": "combat_table", "beyond": False, "odds": odds}, tones=TONES)
    grid, foot, legend = parts(document)
    assert (len(grid.strip), isinstance(legend, Table)) == (1, True)
    assert isinstance(foot, Foot)
    assert (foot.line.runs[0].text, foot.line.refs) == ("of six faces", ("9.8",))


def test_sections_of_a_caption_are_told_from_its_words(ir: Ir) -> None:
    document, _ = described(ir, {"grid": "combat_table", "left": "none below @9.8, 9.4"})
    assert parts(document)[0].above == ((Run("none below"), Run(" 9.8 9.4", ref=True)),)


def test_a_phase_may_have_a_colour_of_its_own(ir: Ir) -> None:
    block = {"sequence": "night_by_night", "bars": {"wardens_turn": "night", "dawn": "#123456"}}
    document, sheet = described(ir, block, colours={"night": "#000080"})
    (sequence,) = parts(document)
    assert isinstance(sequence, Sequence)
    assert [phase.colour for phase in sequence.phases] == ["", "", "#000080", "#123456"]
    assert not sheet.gone


def test_a_colour_for_a_phase_that_is_gone_is_noted(ir: Ir) -> None:
    _, sheet = described(ir, {"sequence": "night_by_night", "bars": {"dusk": "#123456"}})
    assert [(gone.name, gone.path[-2:]) for gone in sheet.gone] == [("dusk", ("bars", "dusk"))]


def test_a_modifier_that_is_calculated_may_be_more_or_less(ir: Ir) -> None:
    document, _ = described(ir, {"modifiers": "all_shifts", "unit": ""})
    (lines,) = parts(document)
    assert isinstance(lines, Lines)
    assert [line.mark for line in lines.lines] == ["±", "+1", "−1", "+1", "+1", "−1"]


def test_a_text_cut_at_its_comma_is_told_with_its_place(tmp_path: Path) -> None:
    home = tmp_path / "game"
    (home / "sheets").mkdir(parents=True)
    (home / "game.yaml").write_text("id: game\ntitle: {en: Game}\nlanguages: [en]\n", "utf-8")
    text = "sides:\n- columns:\n  - blocks:\n    - lines:\n      - {en: fog, snow}\n"
    (home / "sheets" / "aid.yaml").write_text(text, "utf-8")
    (found,) = (one for one in compile_game(load_game(home, "game")).found if one.code.slug == "bad-yaml")
    assert found.message == "`snow` stands here without a value: a text ends at its comma"
    assert found.span.line == 5
