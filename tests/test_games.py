"""Every game under `games/`, whole: checked, tested, listed, walked, built, and its tables read a second time.

Each game is built once; `--dist loadgroup` keeps what belongs to one game in one process.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import regola_runtime
from click.testing import CliRunner
from regola_compiler.cli.main import main
from regola_compiler.driver import Compiled, understand
from regola_compiler.game import load_game
from regola_compiler.interpreter import Interpreter
from regola_compiler.model import Fact, Program, Table
from regola_compiler.model import Path as Route
from regola_compiler.operations import Problem
from regola_compiler.questions import WrongQuestion, answer, read_arguments, read_fact, read_value
from regola_compiler.sequences import played, unrolled
from regola_compiler.types import RecordType, RecordValue, Type, show
from regola_dsl.format import format_source
from replay import Replay, to_python
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
REAL = ("axis_allies", "caucasus", "third_reich", "west_front", "world_in_flames")
# What has to be told of a position before its sequence of play can be stepped.
WALKS = {
    "caucasus": ("turn=6", "victory_goal(6)=10"),
    "lantern_pass": ("--scenario", "first_frost"),
}
# What `walk` leaves out, and why.
NOT_WALKED: dict[str, set[str]] = {}

each_game = pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.xdist_group(g), id=g) for g in GAMES])
each_real_game = pytest.mark.parametrize(
    "game", [pytest.param(g, marks=pytest.mark.xdist_group(g), id=g) for g in REAL]
)


@cache
def said(*words: str) -> subprocess.CompletedProcess[str]:
    """What a command answers, asked once."""
    return subprocess.run(
        [sys.executable, "-m", "regola_compiler", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )


@cache
def read(game: str) -> Compiled:
    return understand(load_game(ROOT / "games" / game, f"games/{game}"))


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The folder a game's module has been built in."""

    @cache
    def build(game: str) -> Path:
        folder = tmp_path_factory.mktemp(game)
        result = said("build", game, "-o", str(folder))
        assert result.returncode == 0, result.stderr
        return folder

    return build


@cache
def imported(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


# --- what the commands say ------------------------------------------------------------------


@each_game
def test_check_finds_nothing(game: str) -> None:
    result = said("check", game, "--strict")
    assert result.returncode == 0, result.stdout + result.stderr
    assert "no findings" in result.stdout


@each_game
def test_every_example_passes_or_an_erratum_explains_it(game: str) -> None:
    result = said("test", game)
    assert result.returncode == 0, result.stdout
    assert " 0 failed" in result.stdout
    explained = re.findall(r"^ +\S+:\d+: the rules give .*: (.*)$", result.stdout, re.MULTILINE)
    assert all(re.fullmatch(r"erratum `\w+`", reason) for reason in explained)


@each_real_game
def test_what_a_real_game_declares(game: str) -> None:
    result = said("list", game, "--json")
    listed = json.loads(result.stdout)["declarations"]
    kinds = Counter(row["kind"] for row in listed)
    assert kinds["sequence"] >= 1
    assert kinds["phase"] >= 8
    assert kinds["table"] >= (0 if game == "world_in_flames" else 4)
    assert kinds["rule"] >= 25
    assert kinds["rule"] + kinds["exception"] >= 25
    assert kinds["action"] >= 15
    assert min(kinds["variant"], kinds["example"], kinds["erratum"]) >= 1
    asked = [
        row for row in listed if row["kind"] in {"table", "define", "rule", "exception", "action", "phase", "erratum"}
    ]
    assert [row["name"] for row in asked if not row["anchors"]] == []


@each_game
def test_tables_that_are_elsewhere_say_where(game: str) -> None:
    absent = [
        item for item in read(game).program.callables.values() if isinstance(item, Fact) and item.kind == "absent"
    ]
    listed = {
        row["name"] for row in json.loads(said("list", game, "--json").stdout)["declarations"] if row["kind"] == "table"
    }
    for table in absent:
        assert table.name in listed
        assert table.where, f"{table.name} does not say where it is printed"
        assert table.default is None, f"a cell of {table.name} is made up"


@each_game
def test_the_sequence_can_be_walked(game: str) -> None:
    result = said("walk", game, *WALKS.get(game, ()), "--json")
    assert result.returncode == 0, result.stderr
    walked = {step["phase"] for step in json.loads(result.stdout)["steps"]}
    listed = json.loads(said("list", game, "--json").stdout)["declarations"]
    phases = {row["name"] for row in listed if row["kind"] == "phase"}
    assert phases - walked == NOT_WALKED.get(game, set())


@each_game
def test_every_scenario_is_read(game: str) -> None:
    compiled = read(game)
    files = sorted((ROOT / "games" / game / "scenarios").glob("*.yaml"))
    assert sorted(compiled.scenarios) == [path.stem for path in files]
    assert [found.message for found in compiled.found] == []
    assert all(scenario.position for scenario in compiled.scenarios.values())
    listed = json.loads(said("list", game, "--json").stdout)["declarations"]
    assert {row["name"] for row in listed if row["kind"] == "scenario"} == set(compiled.scenarios)


COMMAND = re.compile(
    r"^(?P<indent> *)\$ regola (?P<words>.+)\n(?P<shown>(?:(?!(?P=indent)\$ |```)(?:(?P=indent).*)?\n)*)", re.MULTILINE
)


def commands_in(text: str) -> Iterator[tuple[list[str], str]]:
    """The commands a document shows, with what they answer there."""
    for found in COMMAND.finditer(text.replace("\\\n", "")):
        lines = found["shown"].strip("\n").splitlines()
        yield shlex.split(found["words"]), "\n".join(line.removeprefix(found["indent"]) for line in lines)


@each_game
def test_what_the_readme_of_a_game_shows_is_printed(game: str) -> None:
    shown = list(commands_in((ROOT / "games" / game / "README.md").read_text("utf-8")))
    assert len(shown) >= 3
    for words, output in shown:
        assert said(*words).stdout.strip() == output.strip(), words


@each_game
def test_files_are_laid_out_and_stay_so(game: str) -> None:
    for path in sorted((ROOT / "games" / game).rglob("*.regola")):
        text = path.read_text("utf-8")
        assert format_source(text) == text, f"run `regola fmt games/{game}`: {path.name}"


def test_fmt_has_nothing_to_change() -> None:
    result = said("fmt", "--check")
    assert (result.returncode, result.stdout) == (0, "")
    assert re.fullmatch(r"0 of \d+ files would change\n", result.stderr)


# --- the built module -------------------------------------------------------------------------


@each_game
def test_the_module_is_strictly_typed(
    game: str, built: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    kept = tmp_path_factory.getbasetemp() / "mypy"
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(kept), f"{game}.py"],
        cwd=built(game),
        capture_output=True,
        text=True,
        check=False,
        env={"MYPYPATH": str(ROOT / "runtime"), "PATH": "/usr/bin:/bin"},
    )
    assert result.returncode == 0, result.stdout


@each_game
def test_the_module_needs_the_runtime_alone(game: str, built: Callable[[str], Path]) -> None:
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
    assert result.stdout == f"[] {sorted(read(game).scenarios)}\n", result.stderr


@each_game
def test_module_and_interpreter_agree_on_the_examples(game: str, built: Callable[[str], Path]) -> None:
    replay = Replay(read(game).program, imported(built(game) / f"{game}.py"))
    replay.run()
    # A path of which only the length or the ends are asked is a reason for the interpreter, and none for the module.
    paths = {name for name, item in replay.program.callables.items() if isinstance(item, Route)}
    assert [line for line in replay.unlike if not line.only_lacks(paths)] == []
    assert replay.left_out == []
    assert replay.asked >= 100


@each_game
def test_module_and_interpreter_play_the_same_phases(game: str, built: Callable[[str], Path]) -> None:
    program, module = read(game).program, imported(built(game) / f"{game}.py")
    words = WALKS.get(game, ())
    run = Interpreter(program, program.starts[words[1]] if words[:1] == ("--scenario",) else {})
    start = module.SCENARIOS[words[1]] if words[:1] == ("--scenario",) else module.Position()
    for word in () if words[:1] == ("--scenario",) else words:
        key, text = word.split("=")
        fact, values = read_fact(program, key)
        value = read_value(program, text, fact.result, key)
        run.tell(fact.name, values, value)
        arguments = tuple(to_python(module, v, p.type) for p, v in zip(fact.parameters, values, strict=True))
        start = regola_runtime.changed(start, [(fact.name, arguments, to_python(module, value, fact.result))])
    for name, sequence in program.sequences.items():
        steps = played(run, unrolled(sequence), rounds=1000)
        wanted = [
            (
                step.phase.name,
                None if step.actor is None or step.actor_type is None else show(step.actor, step.actor_type),
            )
            for step in islice((step for step in steps if step.phase.member is not None), 120)
        ]
        tracker = regola_runtime.Tracker(module.SEQUENCES[name], start)
        found = [(stage.name, None if actor is None else str(actor)) for stage, actor in islice(tracker, len(wanted))]
        assert found == wanted
        assert len(wanted) >= 8


# --- the tables, read a second time -----------------------------------------------------------

READ_TWICE = ("axis_allies", "third_reich", "west_front")


def written(value: Any) -> str:
    """A value of a YAML file as the game writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(Fraction(str(value)) if isinstance(value, float) else value)


def disagreements(program: Program, text: str) -> Iterator[str]:
    """Where the encoded tables do not say what a second reader read; each with the place in the book."""
    places = dict(re.findall(r"^# ([^\n]*)\n(?:# [^\n]*\n)*(\w+):$", text, re.MULTILINE)[::-1])
    books = {name: place for place, name in places.items()}
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
            except (WrongQuestion, Problem, KeyError) as wrong:
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


@pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.xdist_group(g), id=g) for g in READ_TWICE])
def test_tables_hold_against_a_second_reading(game: str) -> None:
    path = ROOT / "tests" / "data" / f"{game}_tables.yaml"
    if not path.is_file():
        pytest.skip(f"nobody has read the tables of {game} a second time: there is no {path.name}")
    program = read(game).program
    text = path.read_text("utf-8")
    assert list(disagreements(program, text)) == []
    printed = {name for name, item in program.callables.items() if isinstance(item, Table)}
    assert printed - set(YAML(typ="safe").load(text)) == set(), "tables that nobody has read a second time"


# --- the tour -----------------------------------------------------------------------------------

TOUR = re.findall(
    r"^```(\w+)( error)?\n(.*?)^```", (ROOT / "docs" / "tutorial.md").read_text("utf-8"), re.MULTILINE | re.DOTALL
)


def test_the_tour_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Box by box: each is a whole file, clean or with a finding, and each command answers what is shown."""
    (tmp_path / "games").symlink_to(ROOT / "games")
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()
    files = shown = 0
    for kind, error, text in TOUR:
        if kind == "regola":
            name = text.split("\n", 1)[0].removeprefix("# ")
            assert re.fullmatch(r"\w+\.regola", name)
            (tmp_path / name).write_text(text, "utf-8")
            result = runner.invoke(main, ["check", name, "--strict"])
            assert (result.exit_code == 1) == bool(error), result.output
            files += 1
        for words, output in commands_in(text) if kind == "console" else ():
            assert runner.invoke(main, words).stdout.strip() == output.strip(), words
            shown += 1
    assert files >= 15
    assert shown >= 25
