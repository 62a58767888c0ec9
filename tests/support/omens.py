"""A small game with a sheet, in a folder of its own."""

from __future__ import annotations

from pathlib import Path

GOOD = """\
define pay(n: int 1..6) -> int 1..6 @1.1
  it "Quanto si paga" en "What is paid"
  n
table omen(die: d6) -> bool @1.2
  it "Il presagio" en "The omen"
  | die | good  |
  | 1-3 | true  |
  | 4-6 | false |
"""
SHEET = """\
sides:
- columns:
  - blocks:
    - title: {it: Presagio, en: Omen}
      table: omen
"""


def lay_omens(place: Path, sheet: str = SHEET) -> Path:
    """Write the game below `place`, with this sheet, and return `place`; nothing more is put there."""
    game = place / "games" / "omens"
    (game / "rules").mkdir(parents=True, exist_ok=True)
    (game / "sheets").mkdir(exist_ok=True)
    (game / "game.yaml").write_text("id: omens\ntitle:\n  en: Omens\n  it: Presagi\nlanguages: [it, en]\n", "utf-8")
    (game / "rules" / "omens.regola").write_text(GOOD, "utf-8")
    (game / "sheets" / "aid.yaml").write_text(sheet, "utf-8")
    return place
