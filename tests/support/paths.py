"""Where things lie in the repository."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "games"
GAME_NAMES = sorted(path.parent.name for path in GAMES.glob("*/game.yaml"))
DATA = ROOT / "tests" / "data"
CASE_FILES = sorted((ROOT / "tests" / "cases").glob("*.md"))
