"""What is told of names first, where it was written in: a part of what is told in the end, and soon known."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from regola_compiler.incremental.reading import Near, Reading
from regola_compiler.incremental.session import Session
from regola_compiler.incremental.steps import resolution
from regola_compiler.incremental.steps.steady_names import WatchedNames
from regola_compiler.model.slices import completed, retold
from regola_compiler.project.game import Game, peek_game
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source
from support.edits import KINDS, edited_game, with_sources
from support.effort import dear, drawn
from support.keystrokes import KINDS as KEYS
from support.keystrokes import keystrokes
from support.paths import GAMES

TIDE = """enum Wind @1
  calm, storm

state wind: Wind = calm @1

define waves -> int 0..9 @2
  if wind is storm then 9 else 0

define spray -> int 0..9 @3
  waves
"""


def game_of(text: str) -> Game:
    game = Game("lone", Path(), {}, shown="lone")
    game.sources.append(Source("lone.regola", text))
    return game


def peeked(name: str) -> Game:
    return peek_game(GAMES / name, f"games/{name}")


def read_in_slices(session: Session, game: Game) -> tuple[list[Near], Reading]:
    """All that is told of a game while it is read, and how it reads in the end."""
    told: list[Near] = []
    reading = completed(retold(session.reading(game), told.append))
    return told, reading


def is_told(one: Diagnostic, found: list[Diagnostic]) -> bool:
    """Whether something is told: as it is, or of a name that is used elsewhere, too, among its places."""
    if one in found:
        return True
    return one.missing is not None and any(
        other.code == one.code
        and other.missing is not None
        and other.missing[:3] == one.missing[:3]
        and {one.span, *(label.span for label in one.related)} <= {other.span, *(label.span for label in other.related)}
        for other in found
    )


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[WatchedNames]:
    """The steps that are taken, each of which sees the names with eyes of its own."""
    taken: list[WatchedNames] = []

    class Noted(WatchedNames):
        def __init__(self, *given: object) -> None:
            super().__init__(*given)  # type: ignore[arg-type]  # whatever it is given
            taken.append(self)

    monkeypatch.setattr(resolution, "WatchedNames", Noted)
    return taken


def test_what_is_wrong_where_it_was_written_in_is_known_before_anything_else_is_looked_at(
    steps: list[WatchedNames],
) -> None:
    session = Session()
    session.read(game_of(TIDE))
    steps.clear()
    text = TIDE.replace("enum Wind", "enum Wind2").replace("  waves\n", "  wavs\n")
    slices = session.reading(game_of(text))
    near = next(slices)
    assert [one.message for one in near.findings] == ["unknown name `wavs`"]
    assert len(steps) == 2  # the enum, and who asks for `wavs`
    reading = completed(slices)
    assert len(steps) > 2
    assert set(near.findings) < set(reading.findings)


def test_of_what_cannot_be_read_nothing_is_waited_for(steps: list[WatchedNames]) -> None:
    session = Session()
    session.read(game_of(TIDE))
    steps.clear()
    near = next(session.reading(game_of(TIDE.replace("then 9", "thn 9"))))
    assert steps == []
    (one,) = near.findings
    assert one.span.line == 7


def test_what_is_wrong_elsewhere_stays_until_it_is_looked_at_again() -> None:
    session, broken = Session(), TIDE.replace("  waves\n", "  wavs\n")
    before = session.read(game_of(broken))
    near = next(
        session.reading(
            game_of(broken.replace("define waves", "# Of the sea\n\ndefine waves").replace("then 9", "then 8"))
        )
    )
    assert near.findings == []
    (one,) = before.elsewhere(near)
    assert (one.message, one.span.line) == ("unknown name `wavs`", before.findings[0].span.line + 2)
    # Where it was written in, what was found before is no longer told.
    mended = next(session.reading(game_of(TIDE)))
    assert before.elsewhere(mended) == []


@pytest.mark.parametrize("seed", range(drawn(12)))
def test_what_is_told_first_is_a_part_of_what_is_told_in_the_end(seed: int) -> None:
    pick, session, game = Random(seed), Session(), peeked("lantern_pass")
    session.read(game)
    for _ in range(10):
        game = edited_game(game if pick.random() < 0.8 else peeked("lantern_pass"), pick, pick.choice(KINDS))
        hold_first_against_all(session, game)


@pytest.mark.parametrize("name", ["caucasus", "west_front"])
def test_so_it_is_of_keystrokes_in_a_large_game(name: str) -> None:
    pick, session, game = Random(name), Session(), peeked(name)
    session.read(game)
    texts = {source.path: source.text for source in game.sources}
    for _ in range(dear(12)):
        (key,) = keystrokes(texts, pick.choice(KEYS), pick, 1)
        typed = {**texts, key.path: key.typed(texts[key.path])}
        hold_first_against_all(session, with_sources(game, [Source(*one) for one in typed.items()]))


def hold_first_against_all(session: Session, game: Game) -> None:
    told, reading = read_in_slices(session, game)
    for near in told:
        assert [one for one in near.findings if not is_told(one, reading.findings)] == []
    # What a name that nothing declares is used for where it was written is not left for later.
    for one in (one for near in told[-1:] for one in reading.resolved if one.span.path in near.written):
        assert one.missing is None or any(is_told(first, [one]) for first in told[-1].names), one


@pytest.mark.parametrize("seed", range(drawn(8)))
def test_a_reading_that_is_given_up_leaves_nothing_behind(seed: int) -> None:
    pick, session, game = Random(seed), Session(), peeked("lantern_pass")
    session.read(game)
    for _ in range(6):
        game = edited_game(game, pick, pick.choice(KINDS))
        slices = session.reading(game)
        for _ in range(pick.randrange(300)):
            next(slices, None)
        slices.close()
    again, anew = session.read(game), Session().read(game)
    assert [repr(one) for one in again.findings] == [repr(one) for one in anew.findings]
    assert again.program == anew.program
