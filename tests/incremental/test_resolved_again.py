"""What is changed back is not resolved again, and what is read after many changes is what is read without them."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from random import Random

import pytest
from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.session import Session
from regola_compiler.incremental.steps import resolution
from regola_compiler.incremental.steps.steady_names import WatchedNames
from regola_compiler.project.components import individuals
from regola_compiler.project.game import Game, peek_game
from regola_compiler.resolve.program import resolve_program
from regola_dsl.source import Source
from support.edits import with_sources
from support.effort import PROFILE
from support.keystrokes import KINDS, keystrokes
from support.paths import GAMES

FOG = ("  fog    it", "  fogx    it")


def peeked(name: str) -> Game:
    return peek_game(GAMES / name, f"games/{name}")


def replaced(game: Game, *changes: tuple[str, str]) -> Game:
    sources = list(game.sources)
    for old, new in changes:
        (at,) = (number for number, source in enumerate(sources) if old in source.text)
        sources[at] = Source(sources[at].path, sources[at].text.replace(old, new, 1))
    return with_sources(game, sources)


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


def hold_against_a_reading_from_scratch(reading: Reading) -> None:
    whole = Session().read(reading.game)
    assert [repr(one) for one in reading.findings] == [repr(one) for one in whole.findings]
    for field in fields(reading.program):
        made, anew = getattr(reading.program, field.name), getattr(whole.program, field.name)
        assert made == anew, field.name
        assert not isinstance(made, dict) or list(made) == list(anew), field.name


def test_a_value_that_gets_its_name_back_has_nothing_resolved_again(steps: list[WatchedNames]) -> None:
    session, game = Session(), peeked("lantern_pass")
    first = session.read(game)
    steps.clear()
    assert not session.read(replaced(game, FOG)).sound
    assert steps
    steps.clear()
    again = session.read(game)
    assert steps == []
    assert again.program.callables == first.program.callables


def test_whether_a_renamed_value_was_meant_is_tried_without_resolving_again(steps: list[WatchedNames]) -> None:
    session, game = Session(), peeked("lantern_pass")
    nodes = session.read(game).nodes
    broken = session.read(replaced(game, FOG))
    steps.clear()
    assert broken.steps is not None
    found = resolve_program(nodes, broken.lost, broken.steps, individuals(broken.game.components))[1]
    assert steps == []
    assert found == []


def test_what_is_wrong_is_not_looked_at_again_while_no_name_moves(steps: list[WatchedNames]) -> None:
    session, game = Session(), peeked("lantern_pass")
    session.read(replaced(game, FOG))
    steps.clear()
    again = session.read(replaced(game, FOG, ('en "Terrain of a space"', 'en "Terrain"')))
    assert len(steps) == 1  # of what was written in
    hold_against_a_reading_from_scratch(again)
    # Where another value is there, what is proposed may be another.
    more = session.read(replaced(game, FOG, ("  clear  it", "  foggy  it")))
    assert steps
    hold_against_a_reading_from_scratch(more)


@pytest.mark.parametrize("seed", range(8 if PROFILE != "steady" else 1))
def test_keystrokes_that_pile_up_and_are_taken_back_are_read_as_from_scratch(seed: int) -> None:
    pick, session, game = Random(seed), Session(), peeked("lantern_pass")
    session.read(game)
    texts = {source.path: source.text for source in game.sources}
    before: list[tuple[str, str]] = []
    for _ in range(20):
        if before and (len(before) > 4 or pick.random() < 0.45):
            path, text = before.pop()
        else:
            (key,) = keystrokes(texts, pick.choice(KINDS), pick, 1)
            path, text = key.path, key.typed(texts[key.path])
            before.append((path, texts[path]))
        texts[path] = text
        sources = [Source(path, text) for path, text in texts.items()]
        hold_against_a_reading_from_scratch(session.read(with_sources(game, sources)))


def test_an_example_knows_of_the_phases_that_it_plays_alone() -> None:
    text = """
state light: int 0..9 = 3 @1
sequence day @2
  phase noon @2.1
    effect light becomes 9
sequence night @3
  phase dusk @3.1
    effect light becomes 1
example lit @2.1
  play noon
  light is 9
"""
    game, session = Game("light", Path(), {}, shown="light"), Session()
    given = {}
    for old, new in (("", ""), ("phase dusk", "phase dawn"), ("phase dusk", "phas dusk"), ("phase noon", "phase dusk")):
        reading = session.read(replace(game, sources=[Source("light.regola", text.replace(old, new, 1))]))
        hold_against_a_reading_from_scratch(reading)
        given[new] = reading.program.examples.get("lit")
    assert given[""] is given["phase dawn"] is given["phas dusk"] is not None
    assert given["phase dusk"] is None
