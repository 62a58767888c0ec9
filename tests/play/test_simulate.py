"""Many games by chance: the same on one process and on many, and every sort of trouble found and made short."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_compiler.play.many.simulate import ENOUGH, GameResult, Summary
from support.command import Run
from support.effort import drawn
from support.paths import DATA, GAMES

OXO = GAMES / "classics" / "tic_tac_toe.regola"
SKIRMISH = DATA / "skirmish.regola"
# What is wrong, and a game in which it is: `purse` goes down by 1 or 2 a turn, and something has to be wrong with 1.
GAME = """\
state purse: int {low}..6 = 6 @1

sequence game @2
  repeat until purse < 1
  phase market {market} @2.1

action buy(n: int 1..2) in market @2.2
  {default}
  requires not done buy(_) in market and {requires}
  effect purse loses n
"""
TROUBLES = {
    "stuck": ("-1", "stays until done buy(_) in market", "allowed unless forbidden", "purse is not 1", ""),
    "out-of-range": ("0", "ends when done buy(_) in market", "allowed unless forbidden", "purse >= 1", ""),
    "missing-rule": (
        "-1",
        "ends when done buy(_) in market",
        "",
        "true",
        "rule cheap @2.2\n  anyone may buy when purse >= 2\n",
    ),
    "contradiction": (
        "-1",
        "ends when done buy(_) in market",
        "allowed unless forbidden",
        "true",
        "rule one @2.2\n  anyone may buy when purse is 1\n\nrule two @2.2\n  anyone must not buy when purse is 1\n",
    ),
}


def _game(kind: str) -> str:
    low, market, default, requires, rules = TROUBLES[kind]
    text = GAME.format(low=low, market=market, default=default, requires=requires)
    return text.replace("  \n", "") + "\n" + rules


def _simulated(regola: Run, *words: str) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(regola("simulate", *words, "--json").stdout)
    return told


@pytest.mark.parametrize("kind", TROUBLES)
def test_what_goes_wrong_is_found_and_told_by_a_short_history(kind: str, regola: Run, tmp_path: Path) -> None:
    path = tmp_path / "purse.regola"
    path.write_text(_game(kind), "utf-8")
    told = _simulated(regola, str(path), "-n", "40")
    assert [problem["kind"] for problem in told["problems"]] == [kind]
    (problem,) = told["problems"]
    least = {"stuck": 3, "out-of-range": 4, "missing-rule": 3, "contradiction": 3}[kind]
    assert problem["length"] == least
    assert problem["example"].startswith("example ")
    assert problem["games"] + told["ended"].get("over", 0) == 40
    again = tmp_path / "again.regola"
    again.write_text(_game(kind) + "\n" + problem["example"], "utf-8")
    tested = regola("test", str(again))
    assert tested.returncode == (1 if kind == "out-of-range" else 0), tested.stdout


def test_the_same_seed_plays_the_same_games_however_many_processes(regola: Run, tmp_path: Path) -> None:
    words = ("simulate", str(SKIRMISH), "-n", "60", "--seed", "5", "--json")
    one = regola(*words, "--jobs", "1", "--out", str(tmp_path / "one.jsonl"))
    many = regola(*words, "--jobs", "3", "--out", str(tmp_path / "many.jsonl"))
    assert one.stdout == many.stdout
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "many.jsonl").read_bytes()
    other = regola("simulate", str(SKIRMISH), "-n", "60", "--seed", "6", "--json", "--jobs", "1")
    assert other.stdout != one.stdout


@pytest.mark.parametrize("game", [SKIRMISH, OXO, DATA / "raid.regola", GAMES / "classics" / "duel.regola"])
def test_the_interpreter_plays_the_same_games_as_the_module(game: Path, regola: Run, tmp_path: Path) -> None:
    games, listened = str(drawn(24)), str(drawn(6))
    words = ("simulate", str(game), "-n", games, "--listen", listened, "--limit", "60", "--json", "--jobs", "1")
    module = regola(*words, "--out", str(tmp_path / "module.jsonl"))
    interpreter = regola(*words, "--out", str(tmp_path / "interpreter.jsonl"), "--interpreter")
    assert module.stdout == interpreter.stdout
    assert (tmp_path / "module.jsonl").read_bytes() == (tmp_path / "interpreter.jsonl").read_bytes()


def test_rules_are_listened_to_in_the_first_games_and_where_an_action_is_done_first(regola: Run) -> None:
    told = _simulated(regola, str(OXO), "-n", "30", "--listen", "3")
    assert (told["games"], told["heard"]) == (30, 3)
    assert told["rules"]["mark"] > 0
    none = _simulated(regola, str(OXO), "-n", "30", "--listen", "0")
    assert (none["heard"], none["never_spoke"]) == (0, []), "who does not listen knows of nobody that he was silent"


def _summary(games: list[tuple[int, str]], listened: int) -> Summary:
    """Of games with their lengths and actions, the first of which were listened to."""
    summary = Summary()
    for number, (length, done) in enumerate(games, 1):
        summary.add(GameResult(number, length=length, done=Counter(done), heard=number <= listened))
    return summary


def test_of_what_was_not_heard_of_short_games_are_listened_to_that_have_it_between_them() -> None:
    assert _summary([(9, "a"), (90, "ab"), (80, "ac"), (30, "abc")], 1).to_hear() == [4]
    assert _summary([(9, "a"), (90, "ab"), (80, "ac"), (200, "abc")], 1).to_hear() == [2, 3]
    assert _summary([(9, "abc"), (90, "ab")], 1).to_hear() == []


@given(st.lists(st.tuples(st.integers(0, 50), st.text("abcde", max_size=4)), min_size=1), st.integers(0, 3))
def test_no_action_stays_unheard_and_no_game_is_listened_to_for_nothing(
    games: list[tuple[int, str]], listened: int
) -> None:
    done = {number: set(text) for number, (_, text) in enumerate(games, 1)}
    chosen = _summary(games, listened).to_hear()
    heard = {action for number in range(1, min(listened, len(games)) + 1) for action in done[number]}
    assert heard.union(*(done[number] for number in chosen)) == set().union(*done.values())
    assert all(done[number] - heard for number in chosen)


def test_games_and_moves_are_tables(regola: Run, tmp_path: Path) -> None:
    base = tmp_path / "games.sqlite"
    told = _simulated(regola, str(OXO), "-n", "30", "--out", str(base))
    with sqlite3.connect(base) as tables:
        winners = dict(tables.execute("select coalesce(winner, 'nobody'), count(*) from games group by winner"))
        assert winners == told["winners"]
        lengths = list(
            tables.execute("select length, (select count(*) from moves m where m.game = g.game) from games g")
        )
        assert all(length == moves for length, moves in lengths)
        assert tables.execute("select actor, phase from moves where game = 1 and step = 1").fetchone() == (
            "cross",
            "turn",
        )


# Who plays is not who wins: a side does, or nobody, and one game is won by a player all the same.
SIDES = """\
enum Side @1
  north, south

enum Player @1
  ann, ben, cid, dot

table side_of(player: Player) -> Side @1
  | player   | side  |
  | ann, cid | north |
  | ben, dot | south |

players Player, sides by side_of @1

state stones: int 0..7 = 7 @1
state last: Side or none = none @1

sequence game @2
  repeat until stones is 0
  for p in ann, ben, cid, dot
    phase turn by p ends when done take(_) in turn @2
      the game ends when stones is 0 and last is not north won by last @2
      the game ends when stones is 0 won by p @2

action take(n: int 1..3) by p in turn @2
  allowed unless forbidden
  pays n from stones
  effect last becomes side_of(p)
"""


@pytest.mark.parametrize("words", [(), ("--interpreter",)])
def test_a_side_that_has_won_is_named_as_a_side(regola: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "sides.regola").write_text(SIDES, "utf-8")
    told = _simulated(regola, str(tmp_path / "sides.regola"), "-n", "40", *words)
    assert set(told["winners"]) == {"south", "ann", "cid"}


def test_games_of_noughts_and_crosses_are_counted_right(regola: Run) -> None:
    told = _simulated(regola, str(OXO), "-n", "60")
    assert told["games"] == sum(told["winners"].values()) == sum(told["lengths"]["counts"].values()) == 60
    assert 5 <= told["lengths"]["least"] <= told["lengths"]["median"] <= told["lengths"]["most"] <= 9
    assert told["done"]["mark"] == sum(int(n) * times for n, times in told["lengths"]["counts"].items())
    assert told["never_spoke"] == []
    assert told["rules"]["full_row"] > 0


def test_a_game_longer_than_the_limit_is_unfinished(regola: Run) -> None:
    told = _simulated(regola, str(OXO), "-n", "5", "--limit", "4")
    assert (told["ended"], told["winners"], told["lengths"]["most"]) == ({"unfinished": 5}, {}, 4)


@pytest.mark.parametrize(
    ("words", "says"),
    [(("--out", "games.txt"), "ends in .jsonl or in .sqlite"), (("-n", "0"), "0 is not in the range")],
)
def test_wrong_use_is_told(words: tuple[str, ...], says: str, regola: Run) -> None:
    result = regola("simulate", str(OXO), *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr


def test_machines_of_a_scheduler_play_the_same_games(regola: Run) -> None:
    """On a cluster of this machine's own, in this process: what is sent is pickled all the same."""
    distributed = pytest.importorskip("distributed", reason="`pip install regola[dask]`: games on other machines")
    words = ("simulate", str(SKIRMISH), "-n", "40", "--listen", "4", "--json")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        there = regola(*words, "--on", cluster.scheduler_address)
    here = regola(*words, "--jobs", "1")
    assert (there.returncode, there.stdout) == (here.returncode, here.stdout)


def test_a_scheduler_that_is_not_there_is_told(regola: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="`pip install regola[dask]`: games on other machines")
    monkeypatch.setattr("regola_cli.cluster.PATIENCE", "1s")
    result = regola("simulate", str(OXO), "-n", "1", "--on", "tcp://127.0.0.1:1")
    assert result.returncode == 2
    assert "no scheduler answers at `tcp://127.0.0.1:1`" in result.stderr


# No phase of this ends, and in no round of one anybody acts: a thousand thousand rounds, were each of them played.
ENDLESS = """\
state found: bool = false @1
state late: bool = false @1

sequence dig @2
  repeat until found
  phase day @2.1
    repeat until late
    phase weather @2.2
      roll sky: d6 @2.2
"""


def test_a_game_without_an_end_is_told_after_a_few(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "dig.regola").write_text(ENDLESS, "utf-8")
    ran = regola("simulate", "dig.regola", "-n", "5000", "--json", cwd=tmp_path)
    told = json.loads(ran.stdout)
    assert told["games"] == ENOUGH == told["ended"]["problem"]
    (problem,) = told["problems"]
    assert (problem["kind"], problem["games"]) == ("endless", ENOUGH)
    assert "stopped after 3 games" in ran.stderr
    assert ran.returncode == 1


def test_a_game_by_dice_alone_that_ends_is_played_to_its_end(regola: Run, tmp_path: Path) -> None:
    """However many dice it takes, as long as they are no more than the moves that a game may have."""
    rules = ENDLESS.replace("late: bool = false", "rounds: int 0..900 = 0").replace("late", "rounds is 900")
    rules = rules.replace("sky: d6 @2.2\n", "sky: d6 @2.2\n      effect rounds gains 1\n", 1)
    (tmp_path / "dig.regola").write_text(rules.replace("until found", "until rounds is 900"), "utf-8")
    assert _simulated(regola, str(tmp_path / "dig.regola"), "-n", "4")["ended"] == {"over": 4}
    short = _simulated(regola, str(tmp_path / "dig.regola"), "-n", "4", "--limit", "100")
    assert short["problems"][0]["kind"] == "endless"
