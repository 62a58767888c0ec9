"""Ways to write what cannot be read, tried with the whole game: how many are, what the answers rest on, what is kept."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from regola_compiler.checks import fitting
from regola_compiler.checks.findings import left_to_tell
from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import Game, peek_game
from regola_dsl import lexer
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant import repairs, stuck
from regola_dsl.source import Source
from support.drawn import randoms
from support.effort import PROFILE

RULES = """\
enum Side @1
  red, blue

place Space @2

piece Unit @2
  side: Side
  cv: int 1..6
  state at: Space or none = none

define capital -> Space @3
  "Rome"

define strong(u: Unit, least: int 1..6) -> bool @4
  u.cv >= least
"""
MAP = "places:\n  - {name: Rome}\n  - {name: Ostia}\n"
# Nobody has a table for these words: what the grammar would take in their place is tried.
NOBODY_KNOWS = '\ndefine held -> bool @5\n  any u in Unit zork quux blah u.at is "Ostia"\n'
JOINING = "and or not in is where when of from into by per on with for the then if else each ( ) : , . < + 3".split()
HEADS = ("define held -> bool @5\n  ", "action go(u: Unit) @5\n  ", "rule no @5\n  ")
LINES = (
    "any u in Unit {0} u.cv < 3",
    "count u in Unit {0} u.cv < 3 {0} 4",
    "if {0} u.cv then 3 else 4",
    "strong {0} u and 3 or u.cv < 3",
    "u must {0} go when u.cv < 3",
    "effect u.at {0} capital",
)
WORDS = [*JOINING, *"u cv at capital strong held Unit Space red zork quux".split()]


@dataclass
class Tries:
    """How often something was read, and the game resolved, to see whether it fits."""

    read: int = 0
    resolved: int = 0


@pytest.fixture(scope="module")
def tries() -> Iterator[Tries]:
    made = Tries()
    parse, resolve = stuck.parse, fitting.resolve_program

    def reading(*arguments: object, **named: object) -> object:
        made.read += 1
        return parse(*arguments, **named)  # type: ignore[arg-type]

    def resolving(*arguments: object) -> object:
        made.resolved += 1
        return resolve(*arguments)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stuck, "parse", reading)
        patch.setattr(fitting, "resolve_program", resolving)
        yield made


@pytest.fixture(scope="module")
def road(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "road"
    for name, text in {
        "game.yaml": "id: road\ntitle: {en: Road}\nlanguages: [en]\n",
        "rules/a.regola": RULES,
        "maps/italy.yaml": MAP,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def with_rules(folder: Path, *texts: str) -> Game:
    game = peek_game(folder, "road")
    return replace(game, sources=[Source(f"road/rules/{n}.regola", text) for n, text in enumerate(texts)])


def told(reading: Reading, between: Callable[[], None] = lambda: None) -> list[Diagnostic]:
    """What is told of a game that cannot all be read."""
    game, found = reading.game, reading.told(list, reading.found)
    return left_to_tell(found, game.rules, game.unread, game.data_sources, reading.fitting(between))


def helps(folder: Path, *texts: str) -> list[str]:
    return [one.help for one in told(Session().read(with_rules(folder, *texts)))]


@settings(
    max_examples=40 if PROFILE != "steady" else 5,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(randoms())
def test_a_line_of_any_words_and_any_length_is_read_a_bounded_number_of_times(
    tries: Tries, road: Path, random: Random
) -> None:
    head = random.choice(HEADS)
    strange = " ".join(random.sample("zork quux blah frob plugh".split(), random.randint(0, 3)))
    line = random.choice(LINES).format(strange) + " and u.cv < 3" * random.choice([0, 1, 5, 60])
    line = random.choice([line, " ".join(random.choice(WORDS) for _ in range(random.choice([3, 6, 20, 400])))])[:980]
    reading = Session().read(with_rules(road, RULES, head + line + "\n"))
    before = replace(tries)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repairs, "PATIENCE", 1_000)
        told(reading)
    # A proposal is read up to three times, to see how far, and what the grammar would take twice; an example is, too.
    # Words in another order have a share of their own, other words one of twice as many; what fits in a place is asked
    # in a handful of places, once more for each thing that the words before it ask for.
    proposals = max(1_000 // len(head + line), 4)
    assert tries.read - before.read <= 12 * proposals + 100
    assert tries.resolved - before.resolved <= fitting.EACH


def test_of_more_ways_than_are_looked_at_none_is_told(
    tries: Tries, road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is the surest is known only where all were looked at."""
    assert any("`where`" in one for one in helps(road, RULES, NOBODY_KNOWS))
    monkeypatch.setattr(repairs, "GRAMMAR", 3)
    before = tries.read
    assert not any("`where`" in one for one in helps(road, RULES, NOBODY_KNOWS.replace("held", "seen")))
    assert tries.read > before


def test_a_proposal_is_tried_with_the_map_as_it_is_now(road: Path) -> None:
    """The rules are the same, and so is all that they name: the place that is named is on the map, or is not."""
    place = road / "maps" / "italy.yaml"
    session, said = Session(), []
    for text in (MAP, MAP.replace("Ostia", "Capri"), MAP):
        place.write_text(text, "utf-8")
        said.append([one.help for one in told(session.read(with_rules(road, RULES, NOBODY_KNOWS)))])
    place.write_text(MAP, "utf-8")
    assert any("`where`" in one for one in said[0])
    assert not any("`where`" in one for one in said[1])
    assert said[2] == said[0]


def test_what_is_told_of_one_does_not_depend_on_which_is_asked_first(road: Path) -> None:
    strange = ("frob fee fie", "plugh foe fum", "waldo garply", "fred")
    wrong = [
        NOBODY_KNOWS.replace("held", name).replace("zork quux blah", words)
        for name, words in zip(("first", "second", "third", "fourth"), strange, strict=True)
    ]
    forwards, backwards = helps(road, RULES, *wrong), helps(road, RULES, *reversed(wrong))
    assert len(forwards) == len(wrong)
    assert all("`where`" in one for one in forwards)
    assert forwards == backwards[::-1]


def test_whoever_waits_is_asked_before_each_try_and_what_is_given_up_is_not_remembered(
    tries: Tries, road: Path
) -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def enough() -> None:
        raise Enough

    text = NOBODY_KNOWS.replace("held", "kept")
    before = tries.resolved
    with pytest.raises(Enough):
        told(Session().read(with_rules(road, RULES, text)), enough)
    assert tries.resolved == before
    asked: list[int] = []
    again = told(Session().read(with_rules(road, RULES, text)), lambda: asked.append(tries.resolved))
    assert any("`where`" in one.help for one in again)
    assert asked == list(range(before, tries.resolved))


def test_no_game_stays_in_memory_for_what_was_told_of_it(road: Path) -> None:
    gc.freeze()  # what others left in this process is not looked through
    session = Session()
    reading = session.read(with_rules(road, RULES, NOBODY_KNOWS.replace("held", "taken")))
    judged = reading.fitting()
    assert judged is not None
    game = reading.game
    assert left_to_tell(reading.told(list, reading.found), game.rules, (), game.data_sources, judged)
    left = weakref.ref(judged)
    del judged, reading, session, game
    gc.collect()
    gc.unfreeze()
    assert left() is None


def test_however_often_a_line_is_tried_those_around_it_are_read_once(
    road: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: Counter[str] = Counter()

    def counted(path: str, number: int, text: str, real: Callable[..., object] = lexer.lex_line) -> object:
        read[text] += 1
        return real(path, number, text)

    lexer.lex_line_tried.cache_clear()
    monkeypatch.setattr(lexer, "lex_line", counted)
    around = [f"  given n is {count}" for count in range(5)]
    text = "\n".join(["define n -> int 0..9 @1", "  3", "example many @1", *around, "  n iss 3", ""])
    assert not Session().read(with_rules(road, RULES + text)).sound
    assert read["  n iss 3"] <= 3
    # Once as it is read, once to tell where that stops, and once for all that is tried.
    assert {line: read[line] for line in around} == dict.fromkeys(around, 3)
