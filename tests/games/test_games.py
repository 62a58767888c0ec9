"""Every game under `games/`, whole: checked, tested, listed, walked, built, and its tables read a second time.

Each game is built once, and each command asked once, however many processes test. Some of it is asked of the largest games by
`make thorough` alone.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import regola_runtime
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.oracle import to_python
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.sequences import run_phases, unrolled
from regola_compiler.evaluate.queries import answer
from regola_compiler.evaluate.reading import QueryError, read_arguments, read_fact, read_value
from regola_compiler.model.program import Fact, Program, Table
from regola_compiler.model.types import RecordType, RecordValue, Type, show
from regola_compiler.model.visitor import phases_in
from ruamel.yaml import YAML
from support.command import Ask, Run
from support.console_examples import commands_in
from support.effort import PROFILE, drawn, every_third, some_games
from support.games import imported, understood
from support.module_player import Replay
from support.paths import DATA, GAME_NAMES, GAMES, ROOT

REAL = ("axis_allies", "caucasus", "third_reich", "west_front", "world_in_flames")
# Positions to walk from, which together pass through every phase: a scenario, and facts on top of it.
WALKS: dict[str, list[tuple[str | None, dict[str, str]]]] = {
    # A raid, a landing on a shore that tanks attack as well, a battle of fleets and one on land.
    "axis_allies": [
        (
            "small_world_all_rules",
            {
                '"German tank 1".at': "Berezna",
                '"German bomber".at': "Eastwick",
                '"German bomber".target': '"British complex 1"',
                '"German transport".goal': "Eastwick",
                '"German infantry 1".at': '"German transport"',
                '"German infantry 2".at': "Eastwick",
                '"British cruiser".at': '"Grey Sea"',
                '"British fighter 1".at': '"Grey Sea"',
            },
        )
    ],
    "caucasus": [
        (
            "whole_campaign",
            {
                "turn": turn,
                "axis_replacements_roll.replacement_die": "3",
                "weather_roll.sky_die": "2",
                "brandenburgers_roll.lehr_die": "3",
                "italian_roll.italian_die": "1",
                "soviet_event_roll.event_die": "4",
            },
        )
        for turn in ("9", "5", "1")
    ],
    "lantern_pass": [("first_frost", {"night": night, "weather_roll.die": "3"}) for night in ("1", "2")],
    "third_reich": [
        (None, {"scenario_played": "scenario_1942", "turn": "spring_1942"}),
        (
            None,
            {
                "scenario_played": "scenario_1944",
                "turn": "spring_1945",
                "offensive_announced(axis)": "true",
                "attrition_announced(axis)": "true",
                "minors_fighting_alone(axis)": "true",
            },
        ),
    ],
    "west_front": [
        ("trial", {"month": month, "weather.sky": "3", "storms.wind": "1", "unrest.mood": "1", **offers})
        for month, offers in (
            ("october", {"first_month": "true", "continued": "false"}),
            ("november", {"armistice_offered": "true"}),
        )
    ],
    "world_in_flames": [(None, {})],
}

each_game = pytest.mark.parametrize("game", GAME_NAMES)
each_real_game = pytest.mark.parametrize("game", REAL)


# --- what the commands say ------------------------------------------------------------------


@each_game
def test_check_finds_nothing(game: str, said: Ask) -> None:
    result = said("check", game, "--strict")
    assert result.code == 0, result.out + result.err
    assert ": no findings" in result.out


@each_game
def test_every_example_passes_or_an_erratum_explains_it(game: str, said: Ask) -> None:
    result = said("test", game)
    assert result.code == 0, result.out
    assert " 0 failed" in result.out
    reasons = re.findall(r"^ +\S+:\d+: the rules give .*: (.*)$", result.out, re.MULTILINE)
    assert all(re.fullmatch(r"erratum `\w+`", reason) for reason in reasons)


@each_real_game
def test_what_a_real_game_declares(game: str, said: Ask) -> None:
    rows = said("list", game, "--json").rows
    kinds = Counter(row["kind"] for row in rows)
    assert kinds["sequence"] >= 1
    assert kinds["phase"] >= 8
    assert kinds["table"] >= (0 if game == "world_in_flames" else 4)
    assert kinds["rule"] >= 25
    assert kinds["rule"] + kinds["exception"] >= 25
    assert min(kinds["action"], kinds["variant"], kinds["example"], kinds["erratum"]) >= 1
    anchored = {
        "table",
        "define",
        "modifiers",
        "rule",
        "exception",
        "action",
        "path",
        "choice",
        "phase",
        "example",
        "erratum",
    }
    assert [row["name"] for row in rows if row["kind"] in anchored and not row["anchors"]] == []


@each_game
def test_tables_that_are_elsewhere_say_where(game: str, said: Ask) -> None:
    program = understood(game).program
    listed = {row["name"] for row in said("list", game, "--json").rows if row["kind"] == "table"}
    for table in program.callables.values():
        if isinstance(table, Fact) and table.kind == "absent":
            assert table.name in listed
            assert table.where, f"{table.name} does not say where it is printed"
            assert table.default is None, f"a cell of {table.name} is made up"


@pytest.mark.parametrize("game", some_games(GAME_NAMES))
def test_the_sequence_can_be_walked(game: str, said: Ask) -> None:
    """In `make test` that of the games that are not large; of all of them module and interpreter play the phases, below."""
    walked: set[str] = set()
    for scenario, facts in WALKS[game]:
        words = [*(["--scenario", scenario] if scenario else []), *(f"{key}={value}" for key, value in facts.items())]
        result = said("walk", game, *words, "--seed", "1", "--json")
        assert result.code == 0, result.err
        walked |= {step["phase"] for step in result.rows}
    listed = {row["name"] for row in said("list", game, "--json").rows if row["kind"] == "phase"}
    sequences = understood(game).program.sequences.values()
    # A phase that a deed calls is played by that deed, wherever a walk is.
    called = {phase.name for sequence in sequences if sequence.called for phase in phases_in(sequence)}
    assert listed - walked - called == set(), "phases that no walk comes to"


@each_game
def test_every_scenario_is_read(game: str, said: Ask) -> None:
    compiled = understood(game)
    files = sorted((GAMES / game / "scenarios").glob("*.yaml"))
    assert sorted(compiled.scenarios) == [path.stem for path in files]
    assert [found.message for found in compiled.found] == []
    assert all(scenario.position for scenario in compiled.scenarios.values())
    listed = {row["name"] for row in said("list", game, "--json").rows if row["kind"] == "scenario"}
    assert listed == set(compiled.scenarios)


@each_game
def test_what_the_readme_of_a_game_shows_is_printed(game: str, said: Ask) -> None:
    shown = list(commands_in((GAMES / game / "README.md").read_text("utf-8")))
    assert shown
    for words, output in shown:
        assert said(*words).out.strip() == output.strip(), words


def test_fmt_has_nothing_to_change(said: Ask) -> None:
    result = said("fmt", "--check", "games/lantern_pass")
    assert (result.code, result.out) == (0, "")
    assert re.fullmatch(r"0 of \d+ files would change\n", result.err)


# --- the built module -------------------------------------------------------------------------


def test_the_modules_are_strictly_typed(built: Callable[..., Path]) -> None:
    """One look at all of them: to read what every module rests on takes longer than most of them. Of those of the largest
    games it is `make thorough` that looks."""
    # What `make test` has kept of our own code a moment ago holds the standard library too.
    kept = ROOT / ".mypy_cache"
    files = [str(built(game) / f"{game}.py") for game in some_games(GAME_NAMES)]
    assert files
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(kept), *files],
        capture_output=True,
        text=True,
        check=False,
        env={"MYPYPATH": str(ROOT / "runtime"), "PATH": "/usr/bin:/bin"},
    )
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("game", some_games(GAME_NAMES))
def test_the_module_needs_the_runtime_alone(game: str, built: Callable[..., Path]) -> None:
    # Only the runtime's folder is on the path, and -I keeps everything else out.
    program = f"""
import sys
sys.path[:0] = [{str(ROOT / "runtime")!r}, {str(built(game))!r}]
import {game} as module
assert module.FUNCTIONS and module.SEQUENCES and module.Position()
foreign = [name for name in sys.modules if name.startswith(("regola_dsl", "regola_compiler", "lark", "ruamel"))]
print(foreign, sorted(getattr(module, "SCENARIOS", ())))
"""
    result = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False, cwd=built(game)
    )
    assert result.stdout == f"[] {sorted(understood(game).scenarios)}\n", result.stderr


@each_game
def test_module_and_interpreter_agree_on_the_examples(game: str, built: Callable[..., Path]) -> None:
    compiled = understood(game)
    replay = Replay(compiled.program, imported(built(game) / f"{game}.py"), Namespace(compiled.ir))
    replay.run()
    assert replay.unlike == []
    assert replay.left_out == []
    assert replay.asked >= 100


@each_game
def test_module_and_interpreter_play_the_same_phases(game: str, built: Callable[..., Path]) -> None:
    program, module = understood(game).program, imported(built(game) / f"{game}.py")
    names = Namespace(understood(game).ir)
    compared = 0
    for scenario, facts in every_third(WALKS[game]):
        run = Interpreter(program, program.starts[scenario] if scenario else {})
        start = module.SCENARIOS[scenario] if scenario else module.Position()
        for key, text in facts.items():
            fact, values = read_fact(program, key)
            value = read_value(program, text, fact.result, key)
            run.set_fact(fact.name, values, value)
            arguments = tuple(to_python(module, names, v, p.type) for p, v in zip(fact.parameters, values, strict=True))
            start = regola_runtime.changed(
                start, [(names.fact(fact.name), arguments, to_python(module, names, value, fact.result))]
            )
        for name, sequence in program.sequences.items():
            if sequence.called or any(phase.items is not None for phase in phases_in(sequence)):
                continue  # a deed plays it, or it is gone through for each of a list: the engine of play does
            steps = islice(
                (step for step in run_phases(run, unrolled(sequence), rounds=1000) if step.phase.member is not None),
                120,
            )
            wanted = [(step.phase.name, who(step.actor, step.actor_type)) for step in steps]
            tracker = islice(regola_runtime.Tracker(module.SEQUENCES[name], start), len(wanted))
            assert [(stage.name, None if actor is None else str(actor)) for stage, actor in tracker] == wanted
            assert len(wanted) >= 5
            compared += 1

    assert compared or game in PLAYED, "nothing of this game is compared: play it"


# Scenarios that are played by both: to their end, or for as many moves as say something; `make test` breaks off sooner,
# after forty at the latest.
PLAYED = {
    "axis_allies": ("small_world", 30),
    "caucasus": ("last_days", 1000),
    "lantern_pass": ("first_frost", 200),
    "west_front": ("trial", 1000),
    "world_in_flames": ("september", 150),
}


@pytest.mark.parametrize("game", sorted(PLAYED))
def test_module_and_interpreter_play_the_same_games(game: str, said: Ask) -> None:
    scenario, limit = PLAYED[game]
    words = (
        "simulate",
        game,
        "--scenario",
        scenario,
        "--limit",
        str(limit if PROFILE != "steady" else min(drawn(limit), 40)),
        "-n",
        "1",
        "--listen",
        "0",
        "--json",
    )
    by_module, by_interpreter = said(*words), said(*words, "--interpreter")
    assert by_module.code == 0, by_module.out
    assert by_interpreter.code == 0, by_interpreter.out
    module, interpreter = json.loads(by_module.out), json.loads(by_interpreter.out)
    assert module["done"] == interpreter["done"]
    assert (module["lengths"], module["winners"]) == (interpreter["lengths"], interpreter["winners"])


def who(actor: Any, type_: Type | None) -> str | None:
    return None if actor is None or type_ is None else show(actor, type_)


# --- the tables, read a second time -----------------------------------------------------------

READ_TWICE = ("axis_allies", "third_reich", "west_front")


def written(value: Any) -> str:
    """A value of a YAML file as the game writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(Fraction(str(value)) if isinstance(value, float) else value)


def disagreements(program: Program, text: str) -> Iterator[str]:
    """Where the encoded tables do not say what a second reader read; each with the place in the book."""
    books = {name: place for place, name in re.findall(r"^# (.*)\n(?:# .*\n)*(\w+):$", text, re.MULTILINE)}
    for name, rows in YAML(typ="safe").load(text).items():
        item = program.callables.get(name)
        if not isinstance(item, Table):
            yield f"{name}: no such table"
            continue
        for row in rows:
            wanted = row.pop("=")
            asked = {key: written(value) for key, value in row.items()}
            where = (
                f"{name}({', '.join(f'{key}: {value}' for key, value in asked.items())}), {books.get(name, 'the book')}"
            )
            try:
                value = answer(program, item, read_arguments(program, item, asked)).value
                for label, cell, type_ in cells(value, item.result, wanted):
                    if cell != read_value(program, written(wanted[label] if label else wanted), type_, name):
                        read = wanted[label] if label else wanted
                        yield f"{where}: {label or 'it'} is {show(cell, type_)}, and was read as {written(read)}"
            except (QueryError, RuleError, KeyError) as wrong:
                yield f"{where}: {wrong}"


def cells(value: Any, type_: Type, wanted: Any) -> Iterator[tuple[str, Any, Type]]:
    """The single outputs of an answer that a reader gives, with their names."""
    if not isinstance(wanted, dict):
        yield "", value, type_
        return
    assert isinstance(value, RecordValue)
    assert isinstance(type_, RecordType)
    for label in wanted:
        yield label, value.get(label), dict(type_.fields)[label]


@pytest.mark.parametrize("game", READ_TWICE)
def test_tables_hold_against_a_second_reading(game: str) -> None:
    path = DATA / f"{game}_tables.yaml"
    if not path.is_file():
        pytest.skip(f"nobody has read the tables of {game} a second time: there is no {path.name}")
    program = understood(game).program
    text = path.read_text("utf-8")
    assert list(disagreements(program, text)) == []
    printed = {name for name, item in program.callables.items() if isinstance(item, Table)}
    assert printed - set(YAML(typ="safe").load(text)) == set(), "tables that nobody has read a second time"


# --- the tour -----------------------------------------------------------------------------------

TOURS = ("tutorial.md", "tutorial.it.md")


def boxes(tour: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """The boxes of a tour: what each is, whether it has an error, and its text; it is followed in its language."""
    if tour.endswith(".it.md"):
        monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    page = (ROOT / "docs" / tour).read_text("utf-8")
    return re.findall(r"^```(\w+)( error)?\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("tour", every_third(TOURS))
def test_the_tour_can_be_followed(tour: str, regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Box by box: each is a whole file, clean or with a finding, and each command answers what is shown."""
    files = shown = 0
    for kind, error, text in boxes(tour, monkeypatch):
        if kind == "regola":
            name = text.split("\n", 1)[0].removeprefix("# ")
            assert re.fullmatch(r"\w+\.regola", name)
            (tmp_path / name).write_text(text, "utf-8")
            result = regola("check", name, "--strict", cwd=tmp_path)
            assert (result.returncode == 1) == bool(error), result.stdout
            files += 1
        for words, output in commands_in(text) if kind == "console" else ():
            assert regola(*words, cwd=tmp_path).stdout.strip() == output.strip(), words
            shown += 1
    assert files >= 15
    assert shown >= 25


@pytest.mark.parametrize("tour", TOURS)
def test_the_tour_plays_its_game_to_the_end(
    tour: str, regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was typed is typed again: each line that is shown is printed, in this order, and the game is over."""
    (shown,) = [text for kind, _, text in boxes(tour, monkeypatch) if kind == "text" and "\n> " in text]
    assert regola("new", "lantern_pass", "--like", "lantern_pass", cwd=tmp_path).returncode == 0
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", shown, re.MULTILINE))
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    result = regola("play", "lantern_pass", "--scenario", "last_night", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    printed = iter(result.stdout.splitlines())
    missing = [line for line in shown.splitlines() if line not in {"", "…"} and line not in printed]
    assert missing == []
    assert shown.splitlines()[-1] == result.stdout.splitlines()[-1], "the game is over"
