"""Policies that are somebody's own code: what they see, what they may choose, and where they may lie."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from regola_cli.forms import compiled_at, interpreted_form, module_form
from regola_compiler.play.many.own_policy import OwnPolicy, View
from regola_compiler.play.many.simulate import play_out
from support.command import Run
from support.paths import DATA, GAMES

DUEL = GAMES / "classics" / "duel.regola"
OXO = GAMES / "classics" / "tic_tac_toe.regola"
SKIRMISH = DATA / "skirmish.regola"
CODE = """
def first(view):
    return view.moves[0]

def centre(view):
    return "mark(2,2)" if "mark(2, 2)" in view.moves else view.random.choice(view.moves)

def wrong(view):
    return "mark(9, 9)"

def fails(view):
    raise KeyError("no idea")

number = 3
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A module of somebody's own, outside of any game."""
    name = f"own_{abs(hash(tmp_path))}"
    (tmp_path / f"{name}.py").write_text(CODE, "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


def test_a_function_plays(mine: str, regola: Run) -> None:
    told = json.loads(regola("simulate", str(OXO), "-n", "10", "--policy", f"{mine}:first", "--json").stdout)
    assert (told["winners"], told["lengths"]["counts"]) == ({"cross": 10}, {"7": 10})
    both = [
        regola("simulate", str(OXO), "-n", "10", "--policy", f"{mine}:centre", "--json", *more).stdout
        for more in ((), ("--interpreter",), ("--jobs", "2"))
    ]
    assert both[0] == both[1] == both[2]
    assert json.loads(both[0])["problems"] == []


@pytest.mark.parametrize(
    ("function", "says"),
    [("wrong", "chose `mark(9, 9)`, which is not allowed here"), ("fails", "failed: KeyError: 'no idea'")],
)
def test_a_policy_that_chooses_what_is_forbidden_is_told_and_the_games_go_on(
    function: str, says: str, mine: str, regola: Run
) -> None:
    result = regola("simulate", str(OXO), "-n", "9", "--policy", f"{mine}:{function}", "--json")
    told = json.loads(result.stdout)
    assert (result.returncode, told["games"], [p["kind"] for p in told["problems"]]) == (1, 9, ["policy"])
    assert says in told["problems"][0]["message"]
    odds = regola("odds", str(SKIRMISH), "--play", "game", "--policy", f"{mine}:{function}")
    assert odds.returncode == 1
    assert "policy" in odds.stderr


def test_odds_are_reckoned_with_a_function(mine: str, regola: Run) -> None:
    words = ("odds", str(SKIRMISH), "--play", "game", "--of", "gone(blue)", "--json")
    assert regola(*words, "--policy", f"{mine}:first").stdout == regola(*words).stdout


@pytest.mark.parametrize(
    ("named", "says"),
    [
        ("nowhere_at_all:first", "there is no module `nowhere_at_all`"),
        ("{mine}:last", "has no function `last`"),
        ("{mine}:number", "has no function `number`"),
    ],
)
def test_a_function_that_is_not_there_is_told(named: str, says: str, mine: str, regola: Run) -> None:
    result = regola("simulate", str(OXO), "-n", "1", "--policy", named.format(mine=mine))
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr


def test_code_in_a_games_folder_is_never_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, regola: Run) -> None:
    folder = tmp_path / "game"
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("id: game\ntitle: {en: Oxo}\nlanguages: [en]\n", "utf-8")
    (folder / "rules" / "all.regola").write_text(OXO.read_text("utf-8"), "utf-8")
    (folder / "sly_policy.py").write_text(
        f"open({str(tmp_path / 'ran')!r}, 'w')\ndef choose(view): return 0\n", "utf-8"
    )
    monkeypatch.syspath_prepend(str(folder))
    result = regola("simulate", str(folder), "-n", "1", "--policy", "sly_policy:choose")
    assert result.returncode == 2
    assert "lies in the game's folder" in result.stderr
    assert not (tmp_path / "ran").exists()
    monkeypatch.undo()
    result = regola("simulate", ".", "-n", "1", "--policy", "sly_policy:choose", cwd=folder)
    assert (result.returncode, "there is no module" in result.stderr) == (2, True)


def views(choose: Callable[[View], str | int]) -> None:
    """Play a game of secrets in both forms by a function."""
    compiled = compiled_at(DUEL)
    module = module_form(compiled)
    assert module is not None
    for form in (interpreted_form(compiled), module):
        result = play_out(form, None, 1, 1, limit=50, policy=OwnPolicy(choose, "test"))
        assert result.trouble is None


def test_a_policy_sees_what_its_player_may() -> None:
    seen: list[tuple[str, dict[str, str]]] = []

    def choose(view: View) -> int:
        seen.append((view.actor, view.facts))
        return 0

    views(choose)
    assert {actor for actor, _ in seen} == {"north", "south"}
    half = len(seen) // 2
    assert seen[:half] == seen[half:], "both forms show the same"
    for actor, facts in seen:
        hands = {name for name in facts if name.startswith("hand(")}
        assert hands <= {f"hand({actor})"}


def test_what_is_no_move_is_refused() -> None:
    compiled = compiled_at(OXO)
    form = interpreted_form(compiled)
    for said in (-1, 9, True, None, "mark(1,1", ""):
        policy = OwnPolicy(lambda _, said=said: said, "test")  # type: ignore[misc,return-value]
        game = play_out(form, None, 1, 1, limit=5, policy=policy)
        assert game.trouble is not None
        assert (game.trouble.kind, game.length) == ("policy", 0)


@pytest.fixture
def play(regola: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Play a game by some lines; what was said."""

    def played(game: Path, lines: str, *words: str) -> str:
        monkeypatch.setattr(sys, "stdin", StringIO(lines))
        result = regola("play", str(game), *words)
        return result.stdout + result.stderr

    return played


def test_an_opponent_plays_until_it_is_ones_turn(play: Callable[..., str], mine: str) -> None:
    told = play(OXO, "mark(1, 3)\nmark(2, 3)\nmark(3, 3)\n", "--let", f"nought={mine}:first")
    assert [line for line in told.splitlines() if line.startswith("nought: ")] == [
        "nought: mark(1, 1)",
        "nought: mark(1, 2)",
    ]
    assert "cross has won" in told
    alone = play(OXO, "", "--let", "cross=random", "--let", "nought=random", "--seed", "3")
    assert alone == play(OXO, "", "--let", "cross=random", "--let", "nought=random", "--seed", "3")
    assert "The game is over" in alone


def test_a_move_is_taken_back_with_the_opponents_answer(play: Callable[..., str]) -> None:
    told = play(OXO, "1\nundo\n1\n", "--let", "nought=random", "--seed", "4")
    answers = [line for line in told.splitlines() if line.startswith("nought: ")]
    assert len(answers) == 2
    assert answers[0] == answers[1], "chance answers the same"


def test_what_an_opponent_chooses_wrongly_is_left_to_the_table(play: Callable[..., str], mine: str) -> None:
    told = play(OXO, "mark(1, 1)\nmark(2, 2)\n", "--let", f"nought={mine}:wrong")
    assert "chose `mark(9, 9)`, which is not allowed here" in told
    assert "the move is yours" in told
    assert "  owner(2, 2): none → nought" in told, "nothing was lost: the table moves for it"


def test_the_dice_of_an_opponent_may_be_typed(play: Callable[..., str]) -> None:
    told = play(SKIRMISH, "3\nd is 2\n", "--let", "red=random")
    assert "red: shoot(tank" in told
    assert "rolled: d is 2" in told


def test_what_an_opponent_hides_stays_hidden(play: Callable[..., str]) -> None:
    told = play(DUEL, "1\n1\n1\n1\n1\n1\n", "--let", "south=random", "--seed", "3")
    assert "hand(south): 0 →" not in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("nought", "write PLAYER=random"),
        ("nowt=random", "one of cross, nought"),
        ("nought=nowhere.yaml", "cannot be read"),
    ],
)
def test_an_opponent_who_is_not_there_is_told(words: str, says: str, play: Callable[..., str]) -> None:
    assert says in play(OXO, "", "--let", words)
