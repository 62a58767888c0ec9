"""What is told while something that was changed is still explored: all that is known, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from regola_compiler.analysis.breath import breathing, once_in
from regola_compiler.analysis.symbolic.explorer import breathe
from regola_compiler.incremental import findings
from regola_compiler.incremental.results import Checked
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import Game, peek_game
from regola_dsl.source import Source
from support.edits import KINDS, edited_game
from support.effort import dear, every_third
from support.paths import GAMES

TIDE = """state dusk: int 0..3 = 0 @1
define shade -> int 0..3 @2
  en "Shade"
  dusk

define glow -> int 0..9 @4
  en "Glow"
  9 - shade
"""
ACCEPTED = """
accept out-of-range in shade @2
  because
    en "The dusk is never so late"
"""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short a look is, it is a long one."""
    monkeypatch.setattr(findings, "SOON", -1.0)


def game_of(text: str) -> Game:
    game = Game("lone", Path(), {}, shown="lone")
    game.sources.append(Source("lone.regola", text))
    return game


def slugs(checked: Checked) -> set[tuple[str, str]]:
    return {(one.code.slug, one.subject) for one in checked.found}


@pytest.mark.usefixtures("at_once")
def test_what_is_explored_for_long_is_awaited_and_the_rest_told() -> None:
    text = TIDE.replace("9 - shade", "12 - dusk")
    session = Session()
    session.check(game_of(text))
    reading = session.read(game_of(text.replace("  dusk\n", "  dusk + 4\n")))
    early: list[Checked] = []
    whole = session.judge(reading, early=early.append)
    (amid, changed, *_) = early
    assert amid.awaited == {"shade"}
    assert slugs(amid) == {("out-of-range", "glow")}
    assert not changed.awaited
    assert ("out-of-range", "shade") in slugs(changed)
    assert not whole.awaited
    assert whole.found == Session().check(reading.game).found


@pytest.mark.usefixtures("at_once")
def test_an_acceptance_of_what_is_awaited_is_not_told_as_one_of_nothing() -> None:
    text = TIDE.replace("  dusk\n", "  dusk + 4\n") + ACCEPTED
    session = Session()
    before = session.check(game_of(text))
    assert ("acceptance-unused", "shade") not in slugs(before)
    early: list[Checked] = []
    changed = game_of(text.replace("dusk + 4", "dusk"))
    whole = session.judge(session.read(changed), early=early.append)
    assert early[0].awaited == {"shade"}
    assert ("acceptance-unused", "shade") not in slugs(early[0])
    assert ("acceptance-unused", "shade") in slugs(whole)


def test_what_is_soon_known_is_told_once() -> None:
    session = Session()
    session.check(game_of(TIDE))
    early: list[Checked] = []
    session.judge(session.read(game_of(TIDE.replace("  dusk\n", "  dusk + 4\n"))), early=early.append)
    assert early
    assert not any(one.awaited for one in early)


def test_it_is_told_once_and_whoever_may_end_the_look_is_asked_all_the_same() -> None:
    asked: list[str] = []
    with breathing(lambda: asked.append("between")), once_in(-1.0, lambda: asked.append("told")):
        for _ in range(3):
            breathe()
    assert asked == ["between", "told", "between", "between"]
    breathe()
    assert len(asked) == 4


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("seed", every_third(range(3)))
def test_nothing_is_told_amid_that_was_not_told_before_or_is_not_told_after(seed: int) -> None:
    pick, session, game = Random(seed), Session(), peek_game(GAMES / "lantern_pass", "games/lantern_pass")
    before = session.check(game)
    awaited = 0
    for kind in pick.sample(KINDS, dear(5)):
        changed = edited_game(game, pick, kind)
        early: list[Checked] = []
        after = session.judge(session.read(changed), early=early.append)
        known = {(one.code.slug, one.message) for one in (*before.found, *after.found)}
        for one in (one for one in early if one.awaited):
            awaited += 1
            assert {(found.code.slug, found.message) for found in one.found} <= known
        assert after.found == Session().check(changed).found
        before = session.check(game)
