"""What the tool reads and writes fits the schemas it publishes."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from jsonschema import Draft202012Validator
from regola_compiler.ir.lower import lower
from regola_compiler.project.game import Game
from regola_compiler.project.yaml_file import load_yaml, schema
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from support.command import Run
from support.games import understood
from support.paths import GAME_NAMES, GAMES, ROOT
from support.random_programs import random_program


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.stem)
def test_every_schema_is_one_and_has_an_id(path: Path) -> None:
    loaded = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(loaded)
    assert loaded["$id"].endswith(path.name)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_ir_of_a_game_fits(game: str) -> None:
    # As it is written: what JSON makes a list of, or a text, is held against the schema as that.
    Draft202012Validator(schema("ir")).validate(json.loads(json.dumps(understood(game).ir)))


def test_the_ir_that_is_written_is_the_one_that_fits(regola: Run, tmp_path: Path) -> None:
    assert regola("build", "lantern_pass", "-o", str(tmp_path), "--ir").returncode == 0
    ir = json.loads((tmp_path / "lantern_pass.json").read_text("utf-8"))
    assert ir == json.loads(json.dumps(understood("lantern_pass").ir))


def test_the_ir_of_random_programs_fits() -> None:
    for seed in range(30):
        file = parse_source(Source("sample.regola", random_program(Random(seed))))
        program, _ = resolve_program(file.declarations)
        Draft202012Validator(schema("ir")).validate(lower(program, Game("sample", Path(), {})))


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_yaml_files_of_a_game_fit(game: str) -> None:
    folder = GAMES / game
    kinds = {folder / "game.yaml": "game", folder / "glossary.yaml": "glossary"}
    kinds |= dict.fromkeys(folder.glob("scenarios/*.yaml"), "scenario")
    for path in filter(Path.is_file, kinds):
        data, found = load_yaml(path, path.name, kinds[path])
        assert (found, data is None) == ([], False)


def test_findings_fit(regola: Run, tmp_path: Path) -> None:
    rules = tmp_path / "broken.regola"
    rules.write_text(
        "define f(n: int 1..3) -> int @1\n  exception a @2 when n > 1\n    n\n  exception b @3 when n > 2\n    1\n"
    )
    result = regola("check", str(rules), "--format", "json")
    assert result.returncode == 1
    findings = json.loads(result.stdout)
    Draft202012Validator(schema("diagnostics")).validate(findings)
    assert [f["slug"] for f in findings["findings"]] == ["missing-rule", "contradiction"]
    assert findings["findings"][1]["witness"]["given"] == {"n": "3"}
