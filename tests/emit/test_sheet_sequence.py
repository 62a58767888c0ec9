"""A sequence of play on a sheet: every phase is there, in its order, as deep as it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_compiler.driver import compile_game
from regola_compiler.emit.print.names import Names
from regola_compiler.emit.print.sheet import sequence_part
from regola_compiler.project.game import load_game

RULES = """sequence day @1
  en "Day"
  phase morning @1.1
    en "Morning"
    phase coffee @1.11
      en "Coffee"
    phase work @1.12
      en "Work"
      phase letters @1.121
        en "Letters"
    phase walk @1.13
      en "Walk"
  phase noon @1.2
    en "Noon"
"""


@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        (0, [("Morning", ["Coffee"]), ("Work", ["Letters"]), ("Walk", []), ("Noon", [])]),
        (1, [("Day", ["Morning", "Noon"])]),
        (2, [("Morning", ["Coffee", "Work", "Walk"]), ("Noon", [])]),
    ],
)
def test_no_phase_is_left_out_and_none_changes_its_place(
    tmp_path: Path, levels: int, expected: list[tuple[str, list[str]]]
) -> None:
    home = tmp_path / "day"
    (home / "rules").mkdir(parents=True)
    (home / "game.yaml").write_text("id: day\ntitle: {en: Day}\nlanguages: [en]\n", "utf-8")
    (home / "rules" / "one.regola").write_text(RULES, "utf-8")
    names = Names(compile_game(load_game(home, "day")).ir, "en")
    shown = sequence_part(names, names.phases["day"], {}, levels)
    told = [(phase.head.runs[0].text, [step.runs[0].text for step in phase.steps]) for phase in shown.phases]
    assert told == expected
