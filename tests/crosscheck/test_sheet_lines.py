"""A line that somebody wrote on a sheet is told where the section it cites has changed."""

from __future__ import annotations

import shutil
from pathlib import Path

from regola_compiler.driver import understand
from regola_compiler.project.game import load_game
from regola_crosscheck.rules.sheets import lines_on_sheets
from regola_crosscheck.run import crosscheck_files
from support.command import Run
from support.paths import GAMES

SHEET = """sides:
- title: Notte
  columns:
  - blocks:
    - title: Tempo
      lines:
      - {it: "Si tira un dado @4.2", en: "Roll a die @4.2, 4.1"}
      - "Nessuna sezione"
      - "Un intervallo @7.1-7.3, 9-999999999"
"""


def test_lines_are_found_by_the_sections_they_cite(tmp_path: Path) -> None:
    place = _game(tmp_path)
    lines = lines_on_sheets(load_game(place, "game").sheets)
    assert {section: [label.span.line for label in labels] for section, labels in lines.items()} == {
        "4.2": [7],
        "4.1": [7],
        "7.1": [9],
        "7.2": [9],
        "7.3": [9],
        "9-999999999": [9],
    }


def test_a_changed_section_names_the_lines_that_cite_it(tmp_path: Path, regola: Run) -> None:
    place = _game(tmp_path)
    book = place / "rulebook.it.md"
    regola("crosscheck", str(place), "--source", f"it={book}", "--index")
    assert (place / "sources" / "it.yaml").is_file()
    text = book.read_text("utf-8")
    assert "Si aggiunge 1 al dado dalla quinta notte" in text
    changed_text = text.replace("Si aggiunge 1 al dado dalla quinta notte", "Si aggiunge 97 al dado dalla quinta notte")
    book.write_text(changed_text, "utf-8")
    report = crosscheck_files(understand(load_game(place, "game")), {"it": book}, place)
    changed = [one.diagnostic for one in report.found if one.diagnostic.code.slug == "text-changed"]
    assert [("aid.yaml" in label.span.path, label.span.line) for one in changed for label in one.related][-1] == (
        True,
        7,
    )


def _game(folder: Path) -> Path:
    place = Path(shutil.copytree(GAMES / "lantern_pass", folder / "lantern_pass"))
    (place / "sheets").mkdir(exist_ok=True)
    (place / "sheets" / "aid.yaml").write_text(SHEET, "utf-8")
    return place
