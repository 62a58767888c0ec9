"""Policies that are somebody's own code: what they see, what they may choose, and where they may lie."""

from __future__ import annotations

import json
from collections.abc import Callable
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
    told = json.loads(regola("simulate", str(OXO), "-n", "40", "--policy", f"{mine}:first", "--json").stdout)
    assert (told["winners"], told["lengths"]["counts"]) == ({"cross": 40}, {"7": 40})
    both = [
        regola("simulate", str(OXO), "-n", "40", "--policy", f"{mine}:centre", "--json", *more).stdout
        for more in ((), ("--interpreter",), ("--jobs", "3"))
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
