"""What people mistype, and what they are told: the corpus of `tests/data/slips`, and edits that nobody thought of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.effort import PROFILE, drawn, some
from support.paths import GAME_NAMES
from support.slips import GRADES, Desk, Slip, Told, shown, slips
from support.spoken import left_in_english, no_templates

# So many slips are worth a look at a whole real game.
MANY = 10


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return Desk(tmp_path_factory.mktemp("slips"))


def tried() -> list[Slip]:
    """Every third slip of the small games, every 24th of the real ones, and of each list one at least.

    Of real games of few slips there are none: each is looked at whole before its first, and each slip in one takes as
    long as ten others.
    """
    many = Counter(slip.game for slip in slips())
    games = [game for game in sorted(many) if PROFILE != "steady" or game not in GAME_NAMES or many[game] >= MANY]
    every = {game: 24 if game in GAME_NAMES else 3 for game in games}
    found = [slip for game in games for slip in some((one for one in slips() if one.game == game), every[game])]
    left = {slip.file for slip in slips()} - {slip.file for slip in found}
    return found + [next(slip for slip in slips() if slip.file == file and slip.game in games) for file in sorted(left)]


@pytest.fixture(scope="module")
def told(desk: Desk) -> tuple[Told, ...]:
    return tuple(desk.tell(slip) for slip in tried())


def test_the_game_in_which_slips_are_made_has_none(desk: Desk) -> None:
    assert desk.found() == ()


def test_there_are_slips_of_all_kinds_and_none_twice() -> None:
    assert len(slips()) >= 400
    assert len({(slip.game, slip.where, slip.was, slip.slip, slip.moved) for slip in slips()}) == len(slips())


def test_no_message_is_worse_than_when_it_was_read(told: tuple[Told, ...]) -> None:
    worse = [one for one in told if GRADES.index(one.grade) > GRADES.index(one.slip.now)]
    assert not worse, "\n\n".join(shown(one) for one in worse[:20])


def test_what_a_slip_is_told_is_said_in_templates_and_in_italian(told: tuple[Told, ...]) -> None:
    found = [one for slip in told for one in slip.found]
    assert len(found) > 100
    assert {text for one in found for text in no_templates(one)} == set()
    assert {text for one in found for text in left_in_english(one)} == set()


def test_what_an_editor_would_write_mends_it(desk: Desk, told: tuple[Told, ...]) -> None:
    fixed = [
        (slip, first)
        for slip, one in zip(tried(), told, strict=True)
        if (first := one.first) is not None and first.fixes
    ]
    assert len(fixed) > 100
    for slip, first in some(fixed, 4):
        for fix in first.fixes:
            after = desk.tell(slip, fix).found
            assert (first.code, first.message) not in {(one.code, one.message) for one in after}, (slip.name, fix.text)


# Read when it is tried: the corpus is large, and whoever only names its tests need not read it.
_PIECES = st.deferred(
    lambda: st.sampled_from(
        sorted(
            {slip.slip for slip in slips() if not slip.moved}
            | {'@""'}
            | set('\\"|@#:=.,;(){}[]<>\t\r\n\0\u00a0\u2013\u2028é')
        )
    )
)


@settings(max_examples=drawn(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), piece=_PIECES)
def test_no_edit_ends_in_a_traceback(desk: Desk, data: st.DataObject, piece: str) -> None:
    name = data.draw(st.sampled_from(sorted(name for name in desk.texts if name != "sources/en.yaml")))
    text = desk.texts[name]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    slip = Slip("edits", 1, name, text[:start] + piece + text[end:], "", (), moved=name)
    for diagnostic in desk.tell(slip).found:
        assert diagnostic.message
        assert Path(diagnostic.span.path).parts[0] == desk.game.name
