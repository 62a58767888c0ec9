"""`regola play`, by lines from a pipe: what is done, told, kept and read again."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_cli.forms import compiled_at
from regola_compiler.driver import understand
from regola_compiler.play.rules import Playing
from regola_compiler.play.table.saved import SaveError, from_json, rules_mark, to_json
from regola_compiler.play.table.session import GameSession
from support.command import Ran, Run
from support.effort import some_games
from support.games import loaded, understood
from support.paths import DATA, GAMES

OXO = GAMES / "classics" / "tic_tac_toe.regola"
SKIRMISH = DATA / "skirmish.regola"
Play = Callable[..., Ran]


@pytest.fixture
def play(regola: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Play:
    """Play a game by some lines, in a folder of its own."""

    def played(game: Path, lines: str, *words: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", StringIO(lines))
        return regola("play", str(game), *words, cwd=tmp_path)

    return played


def test_a_game_is_played_by_numbers_and_by_words(play: Play) -> None:
    told = play(OXO, "1\nmark(2, 2)\nmark(1,2)\nmark(3, 3)\nmark(1, 3)\nquit\n")
    assert told.returncode == 0
    assert told.stdout.rstrip().splitlines()[-3:-1] == [
        "  owner(1, 3): none → cross",
        "The game is over: cross has won.",
    ]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("mark(1, 1)", "mark(1, 1) is forbidden"),
        ("mark(1, 1)", "because mark requires owner(row, column) is none (turns)"),
        ("mark(9, 1)", "`row=9` is outside `int 1..3`"),
        ("mark(1", "a bracket is not closed"),
        ("mark(1)", "write `mark(row, column)`"),
        ("mrk(1, 1)", "did you mean `mark`?"),
        ("fine", "there are mark; `help` says what else can be typed"),
        ("77", "there is no 77"),
        ("end", "`turn` cannot be ended now"),
        ("why end", "end turn is forbidden\n    because `turn` cannot be ended now"),
        ("why 77", "there is no 77"),
        ("mark 3 2", "write `mark(row, column)`, such as `mark(3, 2)`"),
        ("show nobody", "nothing of the position has `nobody` in it"),
        ("why mark(2, 2)", "mark(2, 2) is allowed"),
        ("ask owner(1, 1)", "  cross"),
        ("roll", "nothing is to be rolled now"),
        ("load nowhere.json", "`nowhere.json` cannot be read"),
        ("save", "say in which file"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(line: str, says: str, play: Play) -> None:
    told = play(OXO, f"mark(1, 1)\n{line}\nshow owner\n")
    assert told.returncode == 0
    assert says in told.stdout
    assert told.stdout.split("> show owner\n")[1].split("\n")[:2] == ["  owner(1, 1): cross", "  owner(1, 2): none"]


def test_a_game_saved_is_the_same_game_when_it_is_loaded(play: Play, tmp_path: Path) -> None:
    play(SKIRMISH, '3\nshoot(tank, "Soldier 2")\n6\nsave game.json\n')
    told = play(SKIRMISH, "show Soldier\n", "--load", "game.json")
    assert '\n  Soldier: [tank, "Soldier 1"]' in told.stdout
    kept = json.loads((tmp_path / "game.json").read_text("utf-8"))
    assert kept["history"] == [{"rolled": "sky is 3"}, {"do": 'shoot(tank, "Soldier 2")', "rolled": "d is 6"}]


BEGUN = """
enum Side @1
  red, blue
players Side @1
place Town @2
  number: int 0..99 @2
state gold(s: Side): int 0..9 = 3 @3
sequence day @4
  phase taxes by red @4.1
action tax(s: Side, n: int 1..3) by s in taxes @4.1
  allowed unless forbidden
  limit 1 each taxes per s
  effect gold(s) gains n
rule all_tax @4.1
  s must tax by the end of taxes
"""


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game with many towns, begun in two ways."""
    folder = tmp_path / "begun"
    for name in ("rules", "scenarios", "maps"):
        (folder / name).mkdir(parents=True)
    (folder / "game.yaml").write_text("id: begun\ntitle: {en: Begun}\nlanguages: [en]\n", "utf-8")
    (folder / "rules" / "rules.regola").write_text(BEGUN, "utf-8")
    towns = "".join(f"- {{name: Town {number}, number: {number}}}\n" for number in range(99))
    (folder / "maps" / "land.yaml").write_text(f"title: {{en: The land}}\nplaces:\n{towns}", "utf-8")
    for name, gold in (("early", 1), ("late", 5)):
        text = f"id: {name}\ntitle: {{en: {name}}}\nposition: {{gold(red): {gold}}}\n"
        (folder / "scenarios" / f"{name}.yaml").write_text(text, "utf-8")
    return folder


def test_a_game_that_began_with_another_scenario_says_so_when_it_is_loaded(play: Play, begun: Path) -> None:
    play(begun, "tax(red, 2)\nsave late.json\n", "--scenario", "late")
    told = play(begun, "load late.json\nask gold(red)\n", "--scenario", "early").stdout
    assert "`late.json` began with `late`" in told
    assert "\n  7\n" in told
    assert "began with" not in play(begun, "load late.json\n", "--scenario", "late").stdout


def test_a_saved_game_knows_the_scenario_it_began_with(begun: Path, play: Play) -> None:
    play(begun, "tax(red, 2)\nsave game.json\n", "--scenario", "late")
    for words in ((), ("--scenario", "late")):
        told = play(begun, "show gold\n", "--load", "game.json", *words)
        assert told.returncode == 0
        assert "  gold(red): 7\n" in told.stdout
    told = play(begun, "show gold\n", "--load", "game.json", "--scenario", "early")
    assert told.returncode == 2
    assert "`game.json` began with `late`, not with `early`: leave `--scenario` out" in told.stderr
    assert told.stdout == ""
    assert "there is no scenario `lat`" in play(begun, "", "--load", "game.json", "--scenario", "lat").stderr


def test_a_save_of_a_game_without_a_scenario_contradicts_one_that_is_named(begun: Path, play: Play) -> None:
    late = begun / "scenarios" / "late.yaml"
    early = begun / "scenarios" / "early.yaml"
    kept = late.read_text("utf-8")
    late.unlink()
    early.unlink()
    play(begun, "tax(red, 2)\nsave game.json\n")
    late.write_text(kept, "utf-8")
    told = play(begun, "", "--load", "game.json", "--scenario", "late")
    assert "`game.json` began without a scenario, not with `late`" in told.stderr


def test_what_changes_is_shown_first_and_what_is_printed_last(begun: Path, play: Play) -> None:
    shown = play(begun, "tax(red, 2)\nshow\n", "--scenario", "early").stdout.split("> show\n")[1].splitlines()
    assert shown[:2] == ["  gold(red): 3", "  gold(blue): 3"]
    first = next(number for number, line in enumerate(shown) if ".number: " in line)
    assert any(line.startswith("  phase: ") for line in shown[:first])
    assert all(".number: " in line for line in shown[first:-1])
    assert "more: `show WORD`" in shown[-1]


def test_of_many_facts_that_change_those_are_shown_that_did(tmp_path: Path, play: Play) -> None:
    (tmp_path / "wide.regola").write_text(
        "enum Side @1\n  red, blue\nplayers Side @1\n"
        "state field(row: int 1..9, column: int 1..9): Side or none = none @2\n"
        "sequence day @4\n  phase turn by red @4.1\n"
        "action mark(row: int 1..9, column: int 1..9) by red in turn @4.1\n"
        "  allowed unless forbidden\n  effect field(row, column) becomes red\n",
        "utf-8",
    )
    told = play(tmp_path / "wide.regola", "mark(3, 4)\nshow\n").stdout.split("> show\n")[1]
    assert [line for line in told.splitlines() if "field" in line] == ["  field(3, 4): red"]


def test_what_has_to_be_done_first_is_said_in_the_language_of_messages(
    begun: Path, regola: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("end\n"))
    told = regola("--messages", "it", "play", str(begun), "--scenario", "late")
    assert "perché entro la fine di taxes si deve fare: tax(red, 1) o tax(red, 2) o tax(red, 3)\n" in told.stdout


def test_a_file_that_is_no_save_is_not_written_over(play: Play, tmp_path: Path) -> None:
    (tmp_path / "rules.regola").write_text("# mine\n", "utf-8")
    told = play(OXO, "save rules.regola\nrecord rules.regola\n")
    assert told.stdout.count("`rules.regola` is there already") == 2
    assert (tmp_path / "rules.regola").read_text("utf-8") == "# mine\n"


def test_dice_of_a_seed_are_the_same_however_often_a_move_is_taken_back(play: Play) -> None:
    first = play(SKIRMISH, "1\nundo\n1\n", "--seed", "4").stdout
    shots = [line for line in first.splitlines() if line.startswith("  rolled: d is")]
    assert len(shots) == 2
    assert shots[0] == shots[1]


@pytest.mark.parametrize("game", [OXO, SKIRMISH, GAMES / "classics" / "draughts.regola"], ids=lambda path: path.stem)
def test_what_is_recorded_runs_as_examples(game: Path, play: Play, regola: Run, tmp_path: Path) -> None:
    play(game, "1\n" * 9, "--seed", "2", "--record", "game.regola")
    told = regola("test", "game.regola", cwd=tmp_path)
    assert told.returncode == 0, told.stdout
    assert regola("test", "game.regola", "-v", cwd=tmp_path).stdout.count("passed   played_game") >= 1
    # It is laid out as `regola fmt` would, and begins where something is done: what phases did before is told, not played.
    assert regola("fmt", "--check", "game.regola", cwd=tmp_path).returncode == 0
    written = (tmp_path / "game.regola").read_text("utf-8")
    assert "given phase is weather" not in written
    assert written.count("example played_game") >= 1


HAUL = """\
enum Side @1
  red, blue

players Side @1

place Town @1
  side: Side

piece Cart @1
  side: Side

state rest(c: Cart): int 0..3 = 3 lasting haul @1.1

state full(t: Town): bool = false @1.1

choice towns(s: Side) @1.2
  among t in Town where t.side is s and not t.full

choice carts(s: Side) @1.2
  among c in Cart where c.side is s

sequence day @2
  repeat until no t in Town where not t.full
  for s in red, blue
    phase haul by s

action unload(c: Cart among carts(s), t: Town among towns(s)) by s in haul @2.1
  allowed unless forbidden
  pays 1 from c.rest
  effect t.full becomes true

setup
  Mill: Town(side: red)
  "Far Mill": Town(side: red)
  2 Cart(side: red)
"""


def test_facts_of_pieces_that_are_declared_outside_them_are_written_as_they_are_read(
    play: Play, regola: Run, tmp_path: Path
) -> None:
    game = tmp_path / "haul.regola"
    game.write_text(HAUL, "utf-8")
    told = play(game, 'unload("Cart 1", Mill)\nask "Cart 1".rest\n', "--record", "done.regola").stdout
    assert '"Cart 1".rest: 3 → 2' in told
    assert '> ask "Cart 1".rest\n  2\n' in told
    written = (tmp_path / "done.regola").read_text("utf-8")
    assert '"Cart 1".rest is 2' in written
    assert "Mill.full" in written
    tested = regola("test", "done.regola", "-v", cwd=tmp_path)
    assert tested.returncode == 0, tested.stdout
    assert "passed   played_done" in tested.stdout


def test_two_recordings_can_stand_in_one_game(play: Play, regola: Run, tmp_path: Path) -> None:
    game = tmp_path / "haul"
    (game / "rules").mkdir(parents=True)
    (game / "examples").mkdir()
    (game / "game.yaml").write_text("id: haul\ntitle: {en: Haul}\nlanguages: [en]\n", "utf-8")
    (game / "rules" / "haul.regola").write_text(HAUL, "utf-8")
    for name in ("first", "Seconda sera"):
        play(game, 'unload("Cart 1", Mill)\n', "--record", f"{name}.regola")
    for name in ("first", "Seconda sera"):
        (game / "examples" / f"{name}.regola").write_bytes((tmp_path / f"{name}.regola").read_bytes())
    tested = regola("test", "haul", "-v", cwd=tmp_path)
    assert tested.returncode == 0, tested.stdout
    assert "passed   played_first" in tested.stdout
    assert "passed   played_seconda_sera" in tested.stdout
    # One that is there already, of a file that is called the same, is not met either.
    (tmp_path / "first.regola").unlink()
    play(game, 'unload("Cart 2", Mill)\n', "--record", "first.regola")
    assert "example played_first_2" in (tmp_path / "first.regola").read_text("utf-8")


def test_states_for_programs_are_a_line_each(play: Play) -> None:
    lines = [json.loads(line) for line in play(OXO, "1\nmark(1, 1)\nnonsense\n", "--json").stdout.splitlines()]
    assert [line.get("step") for line in lines] == [0, 1, None, None]
    assert lines[1]["position"]["owner(1, 1)"] == "cross"
    assert lines[2]["answer"] == "forbidden"
    assert "no action" in lines[3]["error"]


def test_what_is_hidden_from_whoever_acts_is_not_shown(play: Play) -> None:
    told = play(GAMES / "classics" / "duel.regola", "show hand\nask hand(south)\n1\nshow hand\n", "--seed", "3").stdout
    first, second = (part.split("\n>")[0].strip() for part in told.split("> show hand\n")[1:])
    assert [line.split(":")[0].strip() for line in first.splitlines()] == ["hand(north)"]
    assert "> ask hand(south)\n  0\n" in told
    assert "hand(south)" in second
    assert "hand(north)" not in second
    assert "dealt" not in told


# --- files from elsewhere -------------------------------------------------------------------


def _kept() -> tuple[Playing, dict[str, Any]]:
    playing = Playing(compiled_at(SKIRMISH).program)
    session = GameSession(playing)
    session.roll({("weather.sky", ()): 3})
    move = session.moves()[0]
    session.do(move, {("shoot.d", ()): 6})
    return playing, json.loads(to_json(session, "skirmish"))


PLAYING, KEPT = _kept()
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=9)
    | st.sampled_from(["d is 6", "shoot(tank, x)", "1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["do", "rolled", "x"]), inner),
    max_leaves=6,
)


@given(key=st.sampled_from(sorted(KEPT)), value=VALUES)
def test_a_hostile_save_is_an_error_of_its_own_or_a_game(key: str, value: Any) -> None:
    text = json.dumps({**KEPT, key: value})
    try:
        session = from_json(text, PLAYING, "skirmish").session
    except SaveError:
        return
    assert to_json(session, "skirmish")


@given(VALUES)
def test_a_hostile_step_is_an_error_of_its_own_or_a_game(line: Any) -> None:
    try:
        from_json(json.dumps({**KEPT, "history": [KEPT["history"][0], line]}), PLAYING, "skirmish")
    except SaveError:
        return


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("{}", "it does not say `format: regola-play-1`"),
        (json.dumps({**KEPT, "game": "chess"}), "a saved game of `chess`"),
        (json.dumps({**KEPT, "history": [{"do": "shoot(tank, tank)"}]}), "step 1 cannot be played"),
        (json.dumps({**KEPT, "history": [{"rolled": "sky is 7"}]}), "step 1 cannot be played: sky cannot be `7`"),
        (json.dumps({**KEPT, "history": [{"rolled": "__import__('os')"}]}), "step 1 cannot be played"),
    ],
)
def test_a_save_that_does_not_fit_says_why(text: str, says: str) -> None:
    with pytest.raises(SaveError) as told:
        from_json(text, PLAYING, "skirmish")
    assert says in str(told.value)


def test_a_save_by_other_rules_is_told(tmp_path: Path) -> None:
    milder = tmp_path / "skirmish.regola"
    milder.write_text(SKIRMISH.read_text("utf-8").replace("d >= 5", "d >= 7"), "utf-8")
    notes = from_json(json.dumps(KEPT), Playing(compiled_at(milder).program), "skirmish").notes
    assert len(notes) == 1
    assert "the rules have changed since this game was saved" in notes[0]
    commented = tmp_path / "same.regola"
    commented.write_text("# the same\n" + SKIRMISH.read_text("utf-8"), "utf-8")
    assert from_json(json.dumps(KEPT), Playing(compiled_at(commented).program), "skirmish").notes == ()


# What an example asks, and no rule does: in play whose turn it is would be kept for it alone.
ASKS = """
example last_shot @2.2
  with one: Soldier(side: blue)
  with two: Soldier(side: red)
  given phase is fire, game.p is red, active is red
  do shoot(two, one) rolling d is 6
  no m in Soldier where m.side is blue
"""


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("define gone", f"{ASKS}\ndefine gone"),
        ("@2.3", "@2.4, 2.5"),
        ("piece Soldier @1", 'piece Soldier @1\n  en "A soldier"'),
        ("enum Side @1\n", 'enum Side @1\n  en "A side"\n'),
        ("  effect at leaves", '  effect at leaves @2.2 en "He falls"'),
        ("  if s is red then blue else red", "  if (s is red)   then blue # the other\n    else red"),
    ],
)
def test_what_is_not_played_is_no_change_of_the_rules(was: str, now: str, tmp_path: Path) -> None:
    same = tmp_path / "skirmish.regola"
    text = SKIRMISH.read_text("utf-8")
    assert was in text
    same.write_text(text.replace(was, now, 1), "utf-8")
    compiled = compiled_at(same)
    assert not compiled.failed
    assert from_json(json.dumps(KEPT), Playing(compiled.program), "skirmish").notes == ()


def test_declarations_may_change_places_and_rules_may_not_change(tmp_path: Path) -> None:
    text = SKIRMISH.read_text("utf-8")
    moved = tmp_path / "skirmish.regola"
    head, tail = text.split("state fog")
    line, rest = tail.split("\n", 1)
    moved.write_text(f"{head}{rest}\nstate fog{line}\n", "utf-8")
    assert from_json(json.dumps(KEPT), Playing(compiled_at(moved).program), "skirmish").notes == ()
    more = tmp_path / "more.regola"
    more.write_text(text.replace("2 Soldier(side: blue)", "3 Soldier(side: blue)"), "utf-8")
    assert from_json(json.dumps(KEPT), Playing(compiled_at(more).program), "skirmish").notes


def test_a_save_is_by_the_scenario_it_began_with_and_by_no_other() -> None:
    program = PLAYING.program
    early = {("fog", ()): False}
    mark = rules_mark(replace(program, starts={"early": early}), "early")
    assert mark == rules_mark(replace(program, starts={"early": early, "late": {("fog", ()): True}}), "early")
    assert mark != rules_mark(replace(program, starts={"early": {("fog", ()): True}}), "early")


def test_a_save_with_the_mark_of_an_earlier_version_is_judged_by_its_history(tmp_path: Path) -> None:
    old = {**KEPT, "rules": "0123456789abcdef01234567"}
    assert from_json(json.dumps(old), PLAYING, "skirmish").notes == ()
    other = tmp_path / "skirmish.regola"
    other.write_text(SKIRMISH.read_text("utf-8").replace("d >= 5", "d >= 7"), "utf-8")
    notes = from_json(json.dumps(old), Playing(compiled_at(other).program), "skirmish").notes
    assert ["the rules have changed since this game was saved" in one for one in notes] == [True]


@pytest.mark.parametrize("name", some_games(["lantern_pass", "third_reich", "west_front"]))
def test_the_examples_of_a_game_are_not_played(name: str) -> None:
    game = loaded(name)
    rules = replace(game, sources=[one for one in game.sources if "/examples/" not in one.path])
    assert len(rules.sources) < len(game.sources)
    assert rules_mark(understand(rules).program) == rules_mark(understood(name).program)


STATES = """\
enum P @1
  red, blue
players P @1
piece Snail @1
  owner: P
  state space: int 0..9 = 0
  state resting: bool
state mood(p: P): int 0..9 @1
sequence race @3
  for p in red, blue
    phase run by p @3
      roll die: d6
action move(s: Snail) by s.owner in run @3
  allowed unless forbidden
  requires {asked}
  effect s.space becomes die
setup @1
  a: Snail(owner: red)
"""


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ("not s.resting", "write `state resting: bool = false`"),
        ("mood(s.owner) < 9", "write `state mood(p: P): int 0..9 = 0`"),
    ],
)
@pytest.mark.parametrize("command", [("play", "--seed", "1"), ("simulate",)])
def test_a_state_without_a_value_is_named_with_what_to_write(
    command: tuple[str, ...], asked: str, wanted: str, regola: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "race.regola").write_text(STATES.replace("{asked}", asked), "utf-8")
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    told = regola(command[0], "race.regola", *command[1:], cwd=tmp_path)
    assert told.returncode == 1
    assert wanted in told.stdout + told.stderr
    assert "of our own" not in told.stdout + told.stderr


@pytest.mark.parametrize("line", ["why mark(3, 2)", "mark(3, 2)"])
def test_after_the_end_the_game_is_over(line: str, play: Play) -> None:
    told = play(OXO, f"1\nmark(2, 2)\nmark(1,2)\nmark(3, 3)\nmark(1, 3)\n{line}\nundo\nwhy mark(3, 2)\n")
    assert told.returncode == 0
    before, said, after = told.stdout.partition("the game is over: `undo` takes the last move back")
    assert said
    assert before.splitlines()[-2 if line.startswith("mark") else -3] == f"> {line}"
    assert "mark(3, 2) is allowed" in after


SALT = """\
enum P @1
  red, blue
players P @1
piece Snail @1
  owner: P
  state space: int 0..9 = 0
sequence race @3
  for p in red, blue
    phase run by p @3
action salt(g: P, s: Snail) by g in run @5.1
  forbidden unless allowed
  effect s.space becomes 0
rule behind @5.2
  g may salt when s.space > 3
setup @1
  near: Snail(owner: red)
  ahead: Snail(owner: blue, space: 4)
"""


@pytest.mark.parametrize(
    ("piece", "reasons"),
    [
        ("near", ["because salt (5.1)", "because behind allows it when s.space > 3 (5.2)"]),
        ("ahead", ["because salt (5.1)", "because behind (5.2)"]),
    ],
)
def test_why_not_tells_what_would_allow_it(piece: str, reasons: list[str], play: Play, tmp_path: Path) -> None:
    (tmp_path / "salt.regola").write_text(SALT, "utf-8")
    told = play(tmp_path / "salt.regola", f"why salt(red, {piece})\n").stdout
    assert [line.strip() for line in told.splitlines() if "because" in line] == reasons


BUMP = """\
enum Side @1
  robbers, guards

players Side @1

piece Man @2
  side: Side
  state room: int 1..9 = 1
  state purse: int 0..3 = 2 hidden from all but side

state alarm(s: Side): bool = false @2

setup @2
  robin: Man(side: robbers)
  guy: Man(side: guards)

choice in_reach(m: Man) @3.1
  among other in Man where other.room is m.room and other.side is not m.side

action bump(m: Man, whom: Man among in_reach(m)) by m.side in scuffle @3
  allowed unless forbidden
  effect whom.room becomes 2
  effect alarm(whom.side) becomes true

action call(m: Man) by m.side in scuffle @5
  allowed unless forbidden
  effect alarm(m.side) becomes true

sequence chase @4
  repeat until alarm(robbers)
  for s in robbers, guards
    phase scuffle by s @4.1
"""


def test_of_a_choice_among_nothing_it_is_said_that_nothing_is_there(play: Play, regola: Run, tmp_path: Path) -> None:
    game = tmp_path / "bump.regola"
    game.write_text(BUMP, "utf-8")
    told = play(game, "why bump(robin, guy)\nbump(robin, guy)\nwhy bump(robin, guy)\nwhy end\nend\n").stdout
    assert "bump(robin, guy) is allowed" in told
    assert "because there is nothing to choose `whom` among: in_reach(m) (3)" in told
    assert "end scuffle is allowed" in told
    # Out of a position that is played, what it is chosen among is said in the words of the rules.
    asked = ("m=robin", "whom=robin", "phase=scuffle", "active=robbers")
    assert "because bump chooses whom among in_reach(m) (3)" in regola("ask", str(game), "bump", *asked).stdout


def test_what_is_still_as_at_first_is_shown_to_whom_sees_it(play: Play, tmp_path: Path) -> None:
    game = tmp_path / "bump.regola"
    game.write_text(BUMP, "utf-8")
    told = play(game, "bump(robin, guy)\nshow room\nshow alarm\nshow purse\n").stdout
    shown = [part.split("\n", 1)[1].split("\n>")[0].split() for part in told.split("> show ")[1:]]
    assert shown[0] == ["guy.room:", "2", "robin.room:", "1"]
    assert shown[1] == ["alarm(robbers):", "false", "alarm(guards):", "true"]
    assert shown[2] == ["robin.purse:", "2"]


def test_why_out_of_turn_says_whose_turn_it_is_not(play: Play, tmp_path: Path) -> None:
    """In the turn of another nothing can be chosen at all: that is no reason for a value to be wrong."""
    (tmp_path / "chase.regola").write_text(
        "enum Side @1\n  robbers, guards\nplayers Side @1\n"
        "place Town @2\n  roads: list of Town = [] @2\n"
        "piece Man @3\n  side: Side\n  state stands: Town @3\n"
        "setup @2\n  Mill: Town(roads: [Ford])\n  Ford: Town(roads: [Mill])\n"
        "  robin: Man(side: robbers, stands: Mill)\n  guy: Man(side: guards, stands: Ford)\n"
        "action run(m: Man, to: Town among m.stands.roads) by m.side in flight @4\n"
        "  allowed unless forbidden\n  effect m.stands becomes to\n"
        "sequence chase @5\n  phase flight by robbers @5.1\n",
        "utf-8",
    )
    told = play(tmp_path / "chase.regola", "why run(guy, Mill)\nwhy run(robin, Mill)\n").stdout
    assert "because run is done in one's own turn" in told
    assert "`to` cannot be Mill: it is chosen among Ford" in told
