"""What a session says after any edits is what a whole check of the same texts says, byte for byte."""

from __future__ import annotations

import itertools
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.analysis.breath import breathing
from regola_compiler.analysis.session import Analysis
from regola_compiler.driver import compile_game
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.play.supposing import supposed_in
from regola_compiler.evaluate.worked.examples import ExampleResult, ExampleRun
from regola_compiler.incremental import findings
from regola_compiler.incremental.digests.subjects import Subject
from regola_compiler.incremental.results import Checked
from regola_compiler.incremental.session import Session
from regola_compiler.model.program import Program
from regola_compiler.model.supposed import supposed_fact
from regola_compiler.project.game import Game, open_game, peek_game
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source
from support.edits import KINDS, edited_game, with_sources
from support.effort import PROFILE, dear, every_third
from support.games import followed
from support.paths import GAMES, ROOT
from support.random_position_programs import random_position_program
from support.random_programs import random_program

RAID = ROOT / "tests" / "data" / "raid.regola"


def told(found: list[Diagnostic]) -> list[Any]:
    """All of a finding, but whether its code is this object or an equal one."""
    return [
        (d.code.slug, d.message, d.span, d.label, d.related, d.help, d.notes, d.witness, d.severity, d.subject)
        for d in found
    ]


def peeked(name: str) -> Game:
    return peek_game(GAMES / name, f"games/{name}")


def hold_against_a_whole_check(session: Session, game: Game) -> Checked:
    quick = session.check(game)
    whole = compile_game(open_game(with_sources(game, list(game.sources))))
    assert told(quick.found) == told(whole.found)
    assert quick.limits == whole.limits
    assert quick.accepted == whole.accepted
    return quick


@pytest.mark.parametrize("seed", every_third(range(2)))
def test_edits_of_the_tutorial_game(seed: int) -> None:
    """In the session that other tests of the game go on with: whatever it was told before."""
    pick, first = Random(seed), peeked("lantern_pass")
    session, _ = followed("lantern_pass")
    session.check(first)
    game = first
    for kind in pick.sample(KINDS, dear(4)):
        changed = edited_game(game, pick, kind)
        checked = hold_against_a_whole_check(session, changed)
        if pick.random() < 0.5:
            game = changed if len(checked.found) < 20 else first


@pytest.mark.parametrize(("name", "seed"), every_third([("third_reich", 3), ("axis_allies", 1), ("west_front", 2)]))
def test_edits_of_the_large_games(name: str, seed: int) -> None:
    """In the session that other tests of the game go on with: whatever it was told before."""
    pick, first = Random(seed), peeked(name)
    session, _ = followed(name)
    session.check(first)
    hold_against_a_whole_check(session, edited_game(first, pick, pick.choice(("number", "not", "half"))))


@settings(max_examples=40 if PROFILE != "steady" else 4, deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_edits_of_random_programs(seed: int, plain: bool) -> None:
    """Small programs with every construct, edited in every way, several times over one another."""
    pick = Random(seed)
    text = (random_program if plain else random_position_program)(pick)
    game = Game("random", Path(), {}, shown="random")
    game.sources.append(Source("random.regola", text))
    session = Session()
    session.check(game)
    for _ in range(4):
        changed = edited_game(game, pick, pick.choice(KINDS))
        hold_against_a_whole_check(session, changed)
        if pick.random() < 0.6:
            game = changed
        hold_against_a_whole_check(session, game)


@cache
def open_session() -> Session:
    """A session that several tests go on with, as an editor does: each puts back what the one before has changed."""
    return Session()


def looked_at_after(monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str) -> list[str]:
    """The subjects that are looked at once `old` is `new` in the one place where it stands."""
    session, game = open_session(), peeked(name)
    session.check(game)
    found: list[str] = []
    look = findings.Round._look  # noqa: SLF001  counted here, and done

    def counted(self: findings.Round, subject: Subject, survey: Analysis) -> Any:
        found.append(subject.name)
        return look(self, subject, survey)

    monkeypatch.setattr(findings.Round, "_look", counted)
    texts = "".join(source.text for source in game.sources)
    assert texts.count(old) == 1
    session.check(with_sources(game, [Source(s.path, s.text.replace(old, new)) for s in game.sources]))
    return found


def test_a_text_is_no_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked_at_after(monkeypatch, "lantern_pass", '"The two sides"', '"Both sides"') == []


def test_a_comment_and_an_empty_line_are_no_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    assert looked_at_after(monkeypatch, "lantern_pass", "enum Side", "# who plays\n\nenum Side") == []


def test_what_is_broken_leaves_the_findings_of_others_standing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A half-written line: what asks the broken declaration is left out with it, and nothing else is looked at."""
    looked = looked_at_after(monkeypatch, "lantern_pass", "define with_animals(u: Unit) -> bool @2.1", "define with_a")
    # Of what a sequence waits for nothing is known any more: what was lost may bring it about.
    assert looked == ["the sequences"]


@pytest.mark.parametrize("head", ["enum Side", "state ", "define ", "action ", "rule ", "example ", "sequence "])
def test_a_line_put_in_moves_places_and_means_nothing(monkeypatch: pytest.MonkeyPatch, head: str) -> None:
    """Within a declaration, so that what follows in it stands a line further down."""
    texts = "\n" + "\n".join(source.text for source in peeked("lantern_pass").sources)
    start = texts.index(f"\n{head}")
    line = texts[start : texts.index("\n", start + 1) + 1]
    assert looked_at_after(monkeypatch, "lantern_pass", line, f"{line}  # a line more\n") == []


ASKS_A_TABLE = """table price(die: d6) -> int 1..9 @1
  | die | price |
  | 1-4 | 4     |
  | 5-6 | 9     |

define dear(die: d6) -> int 1..6 @2
  price(die)

define far -> int 1..9 @3
  4

example a_price @3
  far is 4
  dear(1) is 5
"""


def test_findings_that_name_a_place_elsewhere_move_with_it() -> None:
    """Wherever a line is put in: findings name places of what is asked, and so do examples that fail."""
    session = Session()
    game = Game("one", Path(), {}, shown="one")
    game.sources.append(Source("one.regola", ASKS_A_TABLE))
    assert len(hold_against_a_whole_check(session, game).found) > 1
    lines = ASKS_A_TABLE.split("\n")
    for at in range(len(lines)):
        text = "\n".join([*lines[:at], "  # a line more", *lines[at:]])
        hold_against_a_whole_check(session, with_sources(game, [Source("one.regola", text)]))


def in_one_file(text: str, name: str = "one.regola") -> Game:
    game = Game("one", Path(), {}, shown="one")
    game.sources.append(Source(name, text))
    return game


CLASSICS = ("duel", "reversi", "tic_tac_toe")
HEADS = re.compile(r"^(piece|place|players|setup|change|also after|event|limit|phase|sequence|state|given)\b")


def edited_play(text: str, pick: Random) -> str:
    """A game after one edit of what it is played with: pieces, players, set-up, changes, events, limits, phases."""
    lines = text.split("\n")
    heads = [n for n, line in enumerate(lines) if line and not line[0].isspace() and line[0] != "#"] + [len(lines)]
    start, end = pick.choice([(n, m) for n, m in itertools.pairwise(heads) if HEADS.match(lines[n])])
    part = in_one_file("\n".join(lines[start:end]))
    kind = pick.choice([kind for kind in KINDS if not kind.endswith("-file")])
    return "\n".join([*lines[:start], *edited_game(part, pick, kind).sources[0].text.split("\n"), *lines[end:]])


@pytest.mark.parametrize("name", every_third(CLASSICS))
def test_edits_of_games_with_pieces(name: str) -> None:
    """What is no declaration of its own to the analysis is noticed all the same: set-up, events, players, limits."""
    pick, session = Random(name), Session()
    first = text = (GAMES / "classics" / f"{name}.regola").read_text("utf-8")
    session.check(in_one_file(text))
    for _ in range(4):
        changed = edited_play(text, pick)
        checked = hold_against_a_whole_check(session, in_one_file(changed))
        text = changed if pick.random() < 0.4 and len(checked.found) < 12 else first


@cache
def open_raid() -> Session:
    """A session of the raid alone, that two tests go on with."""
    return Session()


def raided() -> tuple[str, Session]:
    """The rules of the raid, and a session in which they stand as they are."""
    text = RAID.read_text("utf-8")
    open_raid().check(in_one_file(text))
    return text, open_raid()


def test_a_piece_that_lost_the_type_of_a_field() -> None:
    """A half-written enum: whoever asks that field is left out, however it is asked, and nothing breaks."""
    text, session = raided()
    lost = text.replace('enum Rank @2 it "Tipi" en "Kinds"', 'enum Rank @2 it "Ti')
    assert lost != text
    found = hold_against_a_whole_check(session, in_one_file(lost)).found
    assert "bad-character" in {finding.code.slug for finding in found}


def test_what_is_told_of_a_piece_that_is_made_belongs_to_what_makes_it() -> None:
    """Only the part of the rules is looked at that a changed action rests on: what it tells of a new piece is there."""
    text, session = raided()
    changed = text.replace("  requires v.side is not w.side\n", "  requires v.side is not w.side and v.hull > 0\n")
    assert changed != text
    hold_against_a_whole_check(session, in_one_file(changed))


CAN = """piece Unit @1
  state steps: int 0..4 = 2 @1

sequence day @2
  phase march @2

action move(u: Unit) in march @3
  allowed unless forbidden

rule too_weak @3.1
  u must not move when u.steps < 2

define stuck(u: Unit) -> bool @4
  not can move(u)

example able @4
  with guard: Unit
  given phase is march
  stuck(guard) is no
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [("u.steps < 2", "u.steps < 3"), ("steps: int 0..4 = 2", "steps: int 0..4 = 1"), ("in march", "in march, rest")],
)
def test_what_is_asked_of_the_possible_rests_on_the_action(old: str, new: str) -> None:
    session = Session()
    assert not [d for d in session.check(in_one_file(CAN)).found if d.code.slug == "example-fails"]
    hold_against_a_whole_check(session, in_one_file(CAN.replace(old, new)))


NAMED = """piece Unit @1
  state steps: int 0..4 = 2 @1

define strongest(a: Unit, b: Unit) -> int 0..4 @2
  a.steps + b.steps

define garrison -> int 0..4 @3
  4
"""


def test_a_piece_that_one_rule_names_is_tried_in_all() -> None:
    """Which pieces are told apart is a matter of the whole, and a part of it tries no others."""
    session = Session()
    session.check(in_one_file(NAMED))
    for name in ("Azov", "Kiev", "Azov"):
        hold_against_a_whole_check(session, in_one_file(NAMED.replace("\n  4\n", f'\n  "{name}".steps\n')))


ASKED_TWICE = """piece Unit @1
  side: Side @1
  state at: int 0..3 = 0 @1
  state steps: int 0..4 = 2 @1

enum Side @1
  north, south

sequence day @2
  phase march by north @2

{apart}define came(u: Unit) -> bool @3
  u.at is 1 at the start of march

{apart}define hurt(u: Unit) -> bool @3
  u.steps is 1 at the start of march

action stop(u: Unit) in march @4
  requires came(u) @4
  allowed unless forbidden

rule hurt_ones @4
  u must stop when hurt(u)

rule those_who_came @4
  u must not stop when came(u)
"""


def test_two_questions_of_the_past_are_two_wherever_they_stand() -> None:
    """At the same line of two declarations too: what is said of the one says nothing of the other."""
    together, apart = ASKED_TWICE.format(apart=""), ASKED_TWICE.format(apart="# a line\n\n")
    session = Session()
    first = hold_against_a_whole_check(session, in_one_file(together))
    second = hold_against_a_whole_check(session, in_one_file(apart))
    assert [(d.message, d.notes) for d in first.found] == [(d.message, d.notes) for d in second.found]
    questions = [node for node in supposed_in(understood(together)) if node.kind == "at_start"]
    assert len({supposed_fact(node).name for node in questions}) == len(questions) == 2
    same = supposed_in(understood(together.replace("u.steps is 1 at", "u.at is 1 at")))
    assert len({supposed_fact(node).name for node in same}) == 1


def understood(text: str) -> Program:
    return compile_game(in_one_file(text)).program


@pytest.mark.parametrize("broken", ["", "define lost -> int 0..9 @4\n  nothing_of_the_kind\n"])
def test_the_module_has_the_last_word_whatever_else_is_wrong(monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """A witness that the module does not meet is shown by nobody, in a game with mistakes too."""
    text = f"define half(n: int 0..9) -> int 0..4 @1\n  n - 3\n\n{broken}"
    shown = hold_against_a_whole_check(Session(), in_one_file(text))
    assert any(finding.witness for finding in shown.found)
    monkeypatch.setattr(CompiledModule, "reproduces", lambda *_: False)
    doubted = hold_against_a_whole_check(Session(), in_one_file(text))
    assert not any(finding.witness for finding in doubted.found)


# --- what an editor waits for ---------------------------------------------------------------

ASKED_ONCE = """state dusk: int 0..3 = 0 @1
state dawn: int 0..3 = 0 @1
# Nobody asks this.
define shade -> int 0..3 @2
  en "Shade"
  dusk

define depth -> int 0..9 @3
  en "Depth"
  shade + 6

define glow -> int 0..9 @4
  en "Glow"
  9 - shade
"""


def game_of(text: str) -> Game:
    game = Game("lone", Path(), {}, shown="lone")
    game.sources.append(Source("lone.regola", text))
    return game


def test_after_a_comment_the_program_is_the_same_and_its_findings_move() -> None:
    session, text = Session(), ASKED_ONCE.replace("6", "8")
    first = session.read(game_of(text))
    before = session.judge(first)
    again = session.read(game_of(text.replace("# Nobody asks this.", "# Nobody asks this,\n# as it seems.")))
    assert again.program is first.program
    after = session.judge(again)
    assert [d.span.line + 1 for d in before.found] == [d.span.line for d in after.found] != []
    hold_against_a_whole_check(session, again.game)
    assert session.read(game_of(ASKED_ONCE)).program is not first.program


def test_a_text_leaves_what_was_found_in_the_whole_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    session, held = Session(), []
    of_the_whole = findings.Round._of_the_whole  # noqa: SLF001  counted here, and done

    def counted(self: findings.Round, subject: Subject, survey: Analysis) -> Any:
        held.append(subject.key)
        return of_the_whole(self, subject, survey)

    monkeypatch.setattr(findings.Round, "_of_the_whole", counted)
    session.check(game_of(ASKED_ONCE))
    assert len(held) == 1
    hold_against_a_whole_check(session, game_of(ASKED_ONCE.replace('"Shade"', '"The shade"')))
    assert len(held) == 1
    hold_against_a_whole_check(session, game_of(ASKED_ONCE.replace("  dusk", "  dawn")))
    assert len(held) == 2


def test_what_an_example_runs_into_is_not_explored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it was told already is known of the look at the rule that it asks."""
    explored: list[str] = []
    explore = Analysis._explore  # noqa: SLF001  counted here, and done

    def counted(self: Analysis, name: str) -> Any:
        explored.append(name)
        return explore(self, name)

    session = Session()
    text = f"{ASKED_ONCE}\nexample deep @3\n  given dusk is 3\n  depth is 9\n"
    assert not session.check(game_of(text)).found
    monkeypatch.setattr(Analysis, "_explore", counted)
    found = session.check(game_of(text.replace("shade + 6", "shade + 8"))).found
    assert [one.code.slug for one in found] == ["out-of-range"]
    assert explored.count("depth") == 1
    explored.clear()
    hold_against_a_whole_check(session, game_of(text.replace("shade + 6", "shade + 7")))


def test_what_was_changed_itself_is_told_before_what_rests_on_it() -> None:
    session = Session()
    session.check(game_of(ASKED_ONCE))
    told_early: list[Checked] = []
    reading = session.read(game_of(ASKED_ONCE.replace("  dusk", "  dusk + 4")))
    whole = session.judge(reading, early=told_early.append)
    (first, *_) = told_early
    assert any(d.code.slug == "out-of-range" and d.subject == "shade" for d in first.found)
    assert told(whole.found) == told(compile_game(open_game(game_of(ASKED_ONCE.replace("  dusk", "  dusk + 4")))).found)


@pytest.mark.parametrize(
    "cut", [" dawn is 3", ' "Raid"'], ids=["of a rule", "of a phase among those that others are done in"]
)
def test_half_a_line_is_told_before_what_it_leaves_behind_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, cut: str
) -> None:
    text = f"""{ASKED_ONCE}
enum Guild @5
  smiths, masons

sequence day @5
  phase noon
  phase evening by smiths @5.1
    effect play raid

phase raid when called @5.2
  it "Assalto"  en "Raid"
  effect dusk becomes 0

action rest(g: Guild) by g in evening @5
  requires dusk < 3
  effect dusk gains 1

rule late @6
  g must not rest when dawn is 3
"""
    half = text.replace(cut, "")
    session, looked, told_early = Session(), list[str](), list[tuple[str, ...]]()
    look = findings.Round._look  # noqa: SLF001  noted here, and done

    def noted(self: findings.Round, subject: Subject, survey: Analysis) -> Any:
        looked.append(subject.name)
        return look(self, subject, survey)

    monkeypatch.setattr(findings.Round, "_look", noted)
    assert session.read(game_of(text)).found == []
    session.check(game_of(text))
    looked.clear()
    found = session.judge(session.read(game_of(half)), early=lambda _: told_early.append(tuple(looked)))
    assert told_early[0] == ()
    assert "rest" in looked
    assert told(found.found) == told(compile_game(open_game(game_of(half))).found)


def test_a_signature_that_changes_leaves_what_asks_for_the_least_as_it_was() -> None:
    text = f"{ASKED_ONCE}\ndefine dimmest -> int 0..9 @5\n  min(dusk, dawn)\n"
    session = Session()
    first = session.read(game_of(text)).program.callables
    more = session.read(game_of(f"{text}\nstate noon: int 0..3 = 0 @6\n")).program.callables
    assert more["dimmest"] is first["dimmest"]
    wider = session.read(game_of(text.replace("state dawn: int 0..3", "state dawn: int 0..4"))).program.callables
    assert wider["dimmest"] is not first["dimmest"]


def test_an_example_that_plays_nothing_knows_nothing_of_the_phases() -> None:
    text = """
state light: int 0..9 = 3 @1
sequence day @2
  phase noon @2.1
    effect light becomes 9
action dim @3
  allowed unless forbidden
  effect light becomes 0
example dimmed @3
  do dim
  light is 0
example lit @2.1
  play noon
  light is 9
"""
    session = Session()
    first = session.read(game_of(text)).program.examples
    more = session.read(game_of(text.replace("  phase noon", "  phase dawn @2.2\n  phase noon"))).program.examples
    assert more["dimmed"] is first["dimmed"]
    assert more["lit"] is not first["lit"]
    # A phase of the name of what is done is no longer meant by it; and what was read then is read anew.
    gone = text.replace("action dim", "action dimmer").replace("phase noon", "phase dim")
    assert told(session.check(game_of(gone)).found) == told(compile_game(open_game(game_of(gone))).found)


def test_what_the_types_alone_say_is_kept_until_one_is_another() -> None:
    text = "\nenum Sky @1\n  clear, grey\ndefine shade(s: Sky) -> int 0..9 @2\n  if s is grey then 4 else 2\n"
    session = Session()
    first = session.read(game_of(text)).program.callables["shade"]
    assert session.read(game_of(text + "\nstate wind: int 0..3 = 0 @3\n")).program.callables["shade"] is first
    # Its signature is of an enum that has one more, though its own text is the same object.
    wider = session.read(game_of(text.replace("clear, grey", "clear, grey, black")))
    (sky,) = wider.program.callables["shade"].parameters
    assert str(sky.type) == "Sky"
    assert getattr(sky.type, "members", ()) == ("clear", "grey", "black")


class Enough(Exception):  # noqa: N818  somebody else waits
    """What ends a look."""


def test_a_look_is_given_up_wherever_it_can_be_and_taken_up_again() -> None:
    session, times = Session(), 0

    def counted() -> None:
        nonlocal times
        times += 1

    reading = session.read(game_of(ASKED_ONCE))
    with breathing(counted):
        whole = told(session.judge(reading).found)
    assert times > 10
    for place in range(1, times, 3):
        session, left = Session(), place
        reading = session.read(game_of(ASKED_ONCE))

        def soon() -> None:
            nonlocal left
            left -= 1
            if not left:
                raise Enough

        with pytest.raises(Enough), breathing(soon):
            session.judge(reading)
        assert told(session.judge(reading).found) == whole


def test_examples_are_given_up_between_two_of_them_and_those_that_were_run_are_not_run_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # They come out: of one that does not, small changes of the rules are tried, and it is run with each.
    text = ASKED_ONCE + "".join(
        f"\nexample case_{number} @2\n  given dusk is {number}\n  shade is {number}\n" for number in range(4)
    )
    run: list[str] = []
    result = ExampleRun.result

    def noted(self: ExampleRun) -> ExampleResult:
        run.append(self.example.name)
        return result(self)

    monkeypatch.setattr(ExampleRun, "result", noted)
    session = Session()
    reading = session.read(game_of(text))

    def after_two() -> None:
        if len(run) == 2:
            raise Enough

    with pytest.raises(Enough):
        session.judge(reading, after_two)
    assert run == ["case_0", "case_1"]
    found = session.judge(reading).found
    assert run == [f"case_{number}" for number in range(4)]
    assert told(found) == told(Session().check(reading.game).found)


def test_an_erratum_that_supposes_what_is_broken_says_nothing_of_it() -> None:
    """A fact whose declaration is half-written is not there, and neither is what a claim supposes of it."""
    text = """state dusk: int 0..3 = 0 @1
state taken(n: int 0..3): bool = false @1

define shade -> int 0..3 @2
  dusk

erratum two_voices @2, 3
  en "The book says both"
  @2 says shade is 1 given taken(1)
  @3 silent
  unresolved
    en "nobody knows"
"""
    session = Session()
    sound = session.check(game_of(text))
    assert not sound.failed, sound.found
    broken = hold_against_a_whole_check(
        session, game_of(text.replace("state taken(n: int 0..3)", "state taken(n: nt)"))
    )
    assert broken.failed
