"""Games that were played, game by game and move by move, for programs that look at them: JSON lines or SQLite."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable

from regola_compiler.play.many.simulate import GameResult

TABLES = """
create table games (
  game integer primary key, length integer not null, ended text not null, winner text, problem text, message text
);
create table moves (
  game integer not null references games, step integer not null, phase text not null, actor text, move text,
  rolled text, primary key (game, step)
) without rowid;
"""


def as_json_lines(games: Iterable[GameResult]) -> str:
    """A line for each game, with its moves."""
    return "".join(
        json.dumps(
            {
                "game": game.number,
                "length": game.length,
                "ended": game.ended,
                "winner": game.winner,
                "problem": None if game.trouble is None else game.trouble.kind,
                "message": None if game.trouble is None else game.trouble.message,
                "moves": [
                    {"phase": step.phase, "actor": step.actor, "move": step.move, "rolled": step.rolled}
                    for step in game.moves
                ],
            },
            ensure_ascii=False,
        )
        + "\n"
        for game in games
    )


def as_sqlite(games: Iterable[GameResult]) -> bytes:
    """A database with a table of games and one of moves, as the bytes of its file."""
    base = sqlite3.connect(":memory:")
    try:
        base.executescript(TABLES)
        for game in games:
            trouble = game.trouble
            kind, message = (None, None) if trouble is None else (trouble.kind, trouble.message)
            row = (game.number, game.length, game.ended, game.winner, kind, message)
            base.execute("insert into games values (?, ?, ?, ?, ?, ?)", row)
            base.executemany(
                "insert into moves values (?, ?, ?, ?, ?, ?)",
                [
                    (game.number, number, step.phase, step.actor or None, step.move or None, step.rolled or None)
                    for number, step in enumerate(game.moves, 1)
                ],
            )
        base.commit()
        return base.serialize()
    finally:
        base.close()
