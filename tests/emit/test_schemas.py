"""What the tool reads and writes fits the schemas it publishes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from regola_compiler.project.yaml_file import load_yaml, schema
from support.command import Run
from support.paths import GAME_NAMES, GAMES, ROOT


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.stem)
def test_every_schema_is_one_and_has_an_id(path: Path) -> None:
    loaded = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(loaded)
    assert loaded["$id"].endswith(path.name)


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
        "define f(n: int 1..3) -> int @1\n  exception a @2 when n > 1\n    n\n"
        "define g(n: int 1..3) -> int @3\n  0\n  exception b @4 when n > 1\n    n\n  exception c @5 when n > 2\n    1\n"
    )
    result = regola("check", str(rules), "--format", "json")
    assert result.returncode == 1
    findings = json.loads(result.stdout)
    Draft202012Validator(schema("diagnostics")).validate(findings)
    assert [f["slug"] for f in findings["findings"]] == ["missing-rule", "contradiction"]
    assert findings["findings"][1]["witness"]["given"] == {"n": "3"}
