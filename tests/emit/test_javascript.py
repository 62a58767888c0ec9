"""JavaScript modules: whatever is asked of them, and whatever is played by them, is as the interpreter has it."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled, understand
from regola_compiler.emit.javascript.kinds import TooLargeError
from regola_compiler.emit.javascript.module import javascript_declarations, javascript_module
from regola_compiler.emit.javascript.names import quoted
from regola_compiler.model.program import Action, Fact
from regola_compiler.model.types import Handle
from regola_compiler.project.game import Game, load_game
from regola_dsl.source import Source
from support.drawn import journeys, roomy_journeys
from support.effort import drawn, every_third, some
from support.games import understood
from support.node import NODE, Drawer, Node, asked, in_order, random_history
from support.paths import GAMES, ROOT
from support.random_clause_programs import random_clause_program
from support.random_duties import duties_program
from support.random_march_programs import march_program
from support.random_path_programs import Journey, told_of
from support.random_piece_programs import random_piece_program
from support.random_play_programs import play_program
from support.random_position_programs import random_position_program
from support.random_programs import random_program

pytestmark = pytest.mark.node
SEEDS = st.integers(0, 10_000)
BOOKS = ("caucasus", "axis_allies", "third_reich", "west_front", "world_in_flames", "lantern_pass")
KINDS = {
    "programs": random_program,
    "clauses": random_clause_program,
    "positions": random_position_program,
    "pieces": random_piece_program,
    "duties": duties_program,
}
PLAYED = ("classics/tic_tac_toe", "classics/reversi", "classics/draughts", "classics/duel")


@cache
def game_of(name: str) -> Compiled:
    return understood(name) if name in BOOKS else understand(load_game(GAMES / f"{name}.regola", name))


def written(text: str) -> Compiled:
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", text)]))
    assert not compiled.failed, compiled.found[0].message
    return compiled


def agree(compiled: Compiled, folder: Path, seed: int, rounds: int) -> int:
    """Ask everything in some positions, of both; how much was asked."""
    program, drawer = compiled.program, Drawer(compiled.program, Random(seed))
    questions, wanted = [], []
    for _ in range(rounds):
        position = drawer.position()
        for item in program.callables.values():
            question = drawer.question(item, position)
            answer = asked(program, question)
            if answer is not None:
                questions.append(question)
                wanted.append(answer)
    for question, want, found in zip(
        questions, wanted, Node(compiled.ir, folder).answers(program, questions), strict=True
    ):
        said = (question.item.name, list(map(str, question.values)))
        assert (want.get("error"), want.get("value")) == (found.get("error"), found.get("value")), said
        if "because" in want and not isinstance(question.item, Fact):
            reasons = [{(name, tuple(where)) for name, where in one["because"]} for one in (want, found)]
            assert reasons[0] == reasons[1], said
        if isinstance(question.item, Action) and "duties" in want:
            assert want["duties"] == found["duties"], said
    return len(questions)


def play_alike(compiled: Compiled, folder: Path, seed: int, most: int, scenario: str | None = None) -> int:
    """Play a game by chance, and again in JavaScript; how many steps it had."""
    history, steps = random_history(compiled.program, seed, most, scenario)
    found = Node(compiled.ir, folder).replayed(compiled.program, history, scenario)
    assert len(found) == len(steps)
    for want, said in zip(steps, found, strict=True):
        if "error" in want:
            assert said.get("error") == want["error"]
            break
        assert "error" not in said, said
        said["position"], said["seen"] = in_order(said["position"]), list(map(in_order, said["seen"]))
        assert said == want
    return len(steps)


@pytest.mark.parametrize("name", some(BOOKS, every=5))
def test_every_rule_of_every_game_answers_alike(name: str, tmp_path: Path) -> None:
    assert agree(game_of(name), tmp_path, 1, 3) > 100


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=drawn(5), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS)
def test_random_rules_answer_alike(kind: str, seed: int, tmp_path: Path) -> None:
    agree(written(KINDS[kind](Random(seed))), tmp_path, seed, 4)


@settings(max_examples=drawn(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(journey=st.one_of(journeys, roomy_journeys), seed=SEEDS)
def test_paths_and_their_ways_are_alike(journey: Journey, seed: int, tmp_path: Path) -> None:
    compiled = written(journey.text)
    program, drawer = compiled.program, Drawer(compiled.program, Random(seed))
    questions = [drawer.question(item, told_of(journey)) for item in program.callables.values() for _ in range(4)]
    for question in questions:
        question.values = [
            Handle("Hex", f"P{number + 1}") if isinstance(one, Handle) else one
            for number, one in enumerate(question.values)
        ]
    wanted = [asked(program, question) for question in questions]
    for question, want, found in zip(
        questions, wanted, Node(compiled.ir, tmp_path).answers(program, questions), strict=True
    ):
        assert want is None or (want.get("error"), want.get("value")) == (found.get("error"), found.get("value")), (
            question
        )


@settings(max_examples=drawn(24), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=SEEDS, seed=SEEDS)
def test_random_games_are_played_alike(program: int, seed: int, tmp_path: Path) -> None:
    assert play_alike(written(play_program(program)), tmp_path, seed, 25) > 0


@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(program=SEEDS, seed=SEEDS)
def test_marches_are_played_alike(program: int, seed: int, tmp_path: Path) -> None:
    play_alike(written(march_program(program)), tmp_path, seed, 12)


@pytest.mark.parametrize("name", every_third(PLAYED))
def test_known_games_are_played_alike(name: str, tmp_path: Path) -> None:
    # Who may be outflanked is asked of every square in all directions: there a move takes the interpreter half a second.
    moves = drawn(25) if name == "classics/reversi" else 25
    assert play_alike(game_of(name), tmp_path, 3, moves) > 5


def test_the_tutorials_game_is_played_alike(tmp_path: Path) -> None:
    assert play_alike(game_of("lantern_pass"), tmp_path, 2, 20, "first_frost") > 10


# --- what is written of a game ---


NAMES = """
enum class @1
  new, in-out, "</script>"
record function @1
  default: class
define delete(this: class, arguments: int 0..3) -> int 0..9 @2
  en "*/ throw new Error(); /*"
  if this is "</script>" then arguments else 7
define ask(await: function) -> class @3
  await.default
record odd @4
  type: int 0..3
  id: int 0..3
  toString: int 0..3
  toJSON: int 0..3
  valueOf: int 0..3
  constructor: int 0..3
define sum_of(o: odd) -> int @4
  o.type + o.id + o.toString + o.toJSON + o.valueOf + o.constructor
define same(o: odd) -> odd @4
  o
"""


def run(module: Path, script: str) -> Any:
    assert NODE is not None
    text = f"const game = await import({json.dumps(str(module))});\nconsole.log(JSON.stringify(await (async () => {{ {script} }})()));"
    done = subprocess.run([NODE, "--input-type=module", "-e", text], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def made(compiled: Compiled, folder: Path) -> Path:
    module = folder / "game.mjs"
    module.write_text(javascript_module(compiled.ir), "utf-8")
    return module


def test_words_of_javascript_are_names_like_others(tmp_path: Path) -> None:
    module = made(written(NAMES), tmp_path)
    assert "</script>" not in module.read_text("utf-8")
    asking = 'return [game.ask("delete", {this: "</script>", arguments: 2}), String(game.ask("ask", {await: {default: "in-out"}}))]'
    assert run(module, asking) == [2, "in-out"]
    odd = dict.fromkeys(("type", "id", "toString", "toJSON", "valueOf", "constructor"), 2)
    assert run(module, f'return game.ask("sum_of", {{o: {json.dumps(odd)}}})') == 12
    assert run(module, f'return game.ask("same", {{o: {json.dumps(odd)}}})') == odd
    assert run(module, f'return String(game.ask("same", {{o: {json.dumps(odd)}}}))').startswith("odd(type: 2, id: 2")


def test_nothing_of_a_text_is_code() -> None:
    assert quoted('a"b\\c\n</script>\u2028') == '"a\\"b\\\\c\\u000a\\u003c/script>\\u2028"'


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ('game.ask("delete", {this: "nwe", arguments: 2})', "WrongValue"),
        ('game.ask("delete", {this: "new", arguments: 4})', "OutOfRange"),
        ('game.ask("delete", {this: "new", arguments: NaN})', "WrongValue"),
        ('game.ask("delete", {this: "new", arguments: 1.5})', "WrongValue"),
        ('game.ask("delete", {this: "new"})', "WrongShape"),
        ('game.ask("delete", {this: "new", arguments: 1, more: 2})', "UnknownName"),
        ('game.ask("deletes", {})', "UnknownName"),
        ('game.ask("__proto__", {})', "UnknownName"),
        ('game.ask("delete", {this: "constructor", arguments: 1})', "WrongValue"),
        ('game.ask("ask", {await: {}})', "WrongShape"),
        ('game.ask("ask", {await: {default: "new", __more: 1}})', "WrongShape"),
    ],
)
def test_what_does_not_fit_is_refused_by_name(script: str, error: str, tmp_path: Path) -> None:
    module = made(written(NAMES), tmp_path)
    assert run(module, f"try {{ {script}; return null; }} catch (wrong) {{ return wrong.name; }}") == error


@pytest.mark.parametrize(
    ("position", "error"),
    [
        ('{"phase": "marhc"}', "WrongValue"),
        ('{"fase": "march"}', "UnknownFact"),
        ("[]", "WrongShape"),
        ('{"every Unit": "one"}', "WrongShape"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(position: str, error: str, tmp_path: Path) -> None:
    module = made(game_of("lantern_pass"), tmp_path)
    script = f"try {{ game.Position.from({position}); return null; }} catch (wrong) {{ return wrong.name; }}"
    assert run(module, script) == error


def test_a_number_that_would_not_be_exact_is_refused() -> None:
    with pytest.raises(TooLargeError):
        javascript_module(written("define debt -> int @1\n  90071992547409930\n").ir)


def test_a_game_is_played_and_taken_back(tmp_path: Path) -> None:
    module = made(game_of("classics/tic_tac_toe"), tmp_path)
    script = """
      const one = new game.Game({ seed: 5 });
      const before = JSON.stringify(one.position);
      let moves = 0;
      while (!one.is_game_over()) { one.push(one.legal_moves[moves % one.legal_moves.length]); moves += 1; }
      const over = [one.is_game_over(), one.legal_moves.length, one.move_stack.length === moves];
      while (one.move_stack.length) one.pop();
      let wrong = null;
      try { one.push({ kind: "do", name: "mark", values: [] }); } catch (problem) { wrong = problem.name; }
      return [...over, JSON.stringify(one.position) === before, wrong];
    """
    assert run(module, script) == [True, 0, True, True, "IllegalMove"]


def test_what_is_drawn_by_chance_adds_up(tmp_path: Path) -> None:
    module = made(game_of("caucasus"), tmp_path)
    script = 'return game.distribution("weather", {}).map(({ probability }) => String(probability))'
    shares = run(module, script)
    assert sum(int(a) / int(b or 1) for a, _, b in (one.partition("/") for one in shares)) == pytest.approx(1)


@pytest.mark.parametrize("name", ["caucasus", "classics/duel", "lantern_pass"])
def test_the_declarations_name_all_that_is_offered(name: str, tmp_path: Path) -> None:
    compiled = game_of(name)
    names = run(made(compiled, tmp_path), "return Object.keys(game)")
    text = javascript_declarations(compiled.ir)
    declared = {word for line in text.splitlines() for word in line.replace("(", " ").replace(":", " ").split()}
    assert set(names) - declared <= {"FUNCTIONS"}


def test_the_command_writes_module_and_declarations(tmp_path: Path) -> None:
    from regola_cli.main import main

    with pytest.raises(SystemExit) as ended:
        main(["build", str(ROOT / "games/classics/duel.regola"), "--target", "js", "-o", str(tmp_path)], "regola")
    assert ended.value.code in {0, None}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["duel.d.mts", "duel.mjs"]
