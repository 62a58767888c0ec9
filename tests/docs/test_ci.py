"""The hooks and workflows that a repository of rules takes: their commands run, and write what the servers read."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import pytest
from regola_compiler.literate.source import ENDING
from regola_compiler.project.game import LISTS
from ruamel.yaml import YAML
from support.command import Run
from support.paths import ROOT

HOOKS = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
WORKFLOW = YAML(typ="safe").load((ROOT / ".github" / "workflows" / "rules.yml").read_text("utf-8"))
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
SHOWN = [YAML(typ="safe").load(fence) for fence in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]


@pytest.fixture
def game(regola: Run, tmp_path: Path) -> Path:
    """A game as `regola new` makes it, in a repository of its own."""
    assert regola("new", str(tmp_path / "tower")).returncode == 0
    return tmp_path / "tower"


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_runs_and_holds_up_what_is_wrong(hook: dict[str, str], game: Path, regola: Run) -> None:
    (rules,) = (game / "rules").glob("*.regola")
    passed = [str(rules.relative_to(game))] if hook.get("pass_filenames", True) else []
    (shown,) = (one for one in SHOWN[0]["repos"][0]["hooks"] if one["id"] == hook["id"])
    words = [*shlex.split(hook["entry"])[1:], *shown.get("args", []), *passed]
    assert re.search(hook["files"], rules.name)
    clean = regola(*words, cwd=game)
    assert clean.returncode == 0, clean
    rules.write_text(rules.read_text("utf-8").replace("table skirmish", "table   skirmsh"), "utf-8")
    wrong = regola(*words, cwd=game)
    # pre-commit itself holds up what a hook has changed.
    changed = "table   skirmsh" not in rules.read_text("utf-8")
    assert changed if hook["id"] == "regola-fmt" else wrong.returncode == 1


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_looks_at_every_file_that_its_command_reads(hook: dict[str, str]) -> None:
    rules = ["rules/one.regola", f"rulebook{ENDING}"]
    data = ["game.yaml", "glossary.yaml", *(pattern.replace("*", "one") for pattern in LISTS)]
    read = rules if hook["id"] == "regola-fmt" else [*rules, *data]
    assert [file for file in [*rules, *data] if re.search(hook["files"], file)] == read
    assert not re.search(hook["files"], "README.md")


def test_every_hook_is_on_the_page() -> None:
    assert [hook["id"] for hook in SHOWN[0]["repos"][0]["hooks"]] == [hook["id"] for hook in HOOKS]


def test_the_workflow_checks_and_uploads_what_it_wrote(game: Path, regola: Run) -> None:
    steps = WORKFLOW["jobs"]["rules"]["steps"]
    told = [step["run"] for step in steps if step.get("run", "").startswith("regola")]
    assert [line.split()[1] for line in told] == ["check", "fmt", "test"]
    (upload,) = (step for step in steps if "upload-sarif" in step.get("uses", ""))
    for named in ("", "."):
        for line in told:
            command, _, written = line.replace('${GAME:+"$GAME"}', named).replace('"$GAME"', ".").partition(" > ")
            answer = regola(*shlex.split(command)[1:], cwd=game)
            assert answer.returncode == 0, answer
            if written:
                assert written == upload["with"]["sarif_file"]
                assert json.loads(answer.stdout)["version"] == "2.1.0"


def test_the_commands_for_gitlab_write_what_its_reports_name(game: Path, regola: Run) -> None:
    (job,) = SHOWN[2].values()
    reports = job["artifacts"]["reports"]
    kept = {}
    for line in job["script"][1:]:
        command, _, written = line.partition(" > ")
        kept[written] = regola(*shlex.split(command)[1:], cwd=game).stdout
    assert json.loads(kept[reports["codequality"]]) == []
    suite = ElementTree.fromstring(kept[reports["junit"]])[0]  # noqa: S314  our own
    assert suite.get("tests") == "3"
