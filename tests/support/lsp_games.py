"""A game as the language server has it, for the functions that answer about it: a text with a mark where the cursor is."""

from __future__ import annotations

from pathlib import Path

from regola_compiler.incremental.session import Session
from regola_compiler.project.game import Game, peek_game
from regola_dsl.source import Source
from regola_lsp.language.names import Names

from support.paths import GAMES

MARK = "‸"
PATH = "game.regola"


def names_of(text: str) -> Names:
    """What stands where in a game of one file."""
    game = Game("game", Path(), {}, shown=PATH)
    game.sources.append(Source(PATH, text))
    return Names(Session().read(game))


def names_of_game(name: str) -> Names:
    return Names(Session().read(peek_game(GAMES / name, f"games/{name}")))


def marked(text: str) -> tuple[str, int, int]:
    """A text without its mark, and the line and column where that stood."""
    before, _, after = text.partition(MARK)
    assert MARK in text
    return before + after, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1
