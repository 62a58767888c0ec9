"""A small game of our own that has every construct of pieces and play, with texts in both languages."""

from __future__ import annotations

from pathlib import Path

from regola_compiler.project.game import Game
from regola_dsl.source import Source

from support.paths import ROOT

RAID = (ROOT / "tests" / "data" / "raid.regola").read_text("utf-8")


def raid(text: str = RAID) -> Game:
    """The game, or a change of it."""
    return Game("raid", Path(), {}, [Source("raid.regola", text)])
