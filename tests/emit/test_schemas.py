"""What the tool reads and writes fits the schemas it publishes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
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
from support.paths import GAME_NAMES, GAMES, ROOT
from support.random_programs import random_program

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.stem)
def test_every_schema_is_one_and_has_an_id(path: Path) -> None:
    loaded = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(loaded)
    assert loaded["$id"].endswith(path.name)


@pytest.mark.parametrize("game", GAME_NAMES)
def test_the_ir_of_a_game_fits(regola: Run, tmp_path: Path, game: str) -> None:
    assert regola("build", game, "-o", str(tmp_path), "--ir").returncode == 0
    ir = json.loads((tmp_path / f"{game}.json").read_text("utf-8"))
    Draft202012Validator(schema("ir")).validate(ir)


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
