"""The arrows of ARCHITECTURE.md, and the other promises about the tree that a machine can hold."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import GAMES, ROOT

STDLIB = sys.stdlib_module_names
MAY_IMPORT = {
    "runtime": {"regola_runtime"},
    "dsl": {"regola_dsl", "lark", "ruamel"},
    "compiler": {
        "regola_compiler",
        "regola_dsl",
        "jsonschema",
        "jinja2",
        "ruamel",
        "click",
        "simplemma",
        "z3",
        "markupsafe",
    },
}
# Inside the compiler a layer imports only itself and the layers before it.
LAYERS = (
    ("types", "model", "walks", "operations"),
    ("codes", "scope", "yamlfile", "glossary", "game"),
    ("expressions", "tables", "declared"),
    ("bodies", "clauses", "resolve_positions", "resolve_rules", "resolve_paths", "closing", "rulings", "resolve"),
    ("norms", "routes", "priorities", "interpreter", "sequences", "assumptions"),
    (
        "unknowns",
        "relations",
        "solver",
        "dividing",
        "changes",
        "plays",
        "liveness",
        "deeds",
        "explore",
        "concrete",
        "boxes",
        "cover",
        "witness",
        "survey",
        "examples",
        "questions",
        "scenarios",
    ),
    ("editions", "twofold", "regions", "cells", "both_sides", "replayed", "shapes", "differences"),
    ("acceptances", "checks"),
    ("ir_expressions", "ir_rules", "ir"),
    ("emit",),
    ("mutants",),
    ("translation",),
    ("twin", "render", "exchange", "driver", "slices", "incremental"),
    ("crosscheck",),
    ("registry", "sarif"),
    ("cli", "__main__", "lsp"),
)


def sources(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are written in full"
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_each_root_imports_only_what_it_may(folder: str) -> None:
    for path in sources(folder):
        roots = {name.split(".")[0] for name in imported(path)}
        assert roots <= MAY_IMPORT[folder] | STDLIB, path


def test_layers_of_the_compiler_point_one_way() -> None:
    order = {name: place for place, names in enumerate(LAYERS) for name in names}
    package = ROOT / "compiler" / "regola_compiler"
    for path in sources("compiler"):
        layer = path.relative_to(package).parts[0].removesuffix(".py")
        if layer == "__init__":
            continue
        assert layer in order, f"{path} belongs to no layer"
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "regola_compiler" and len(parts) > 1 and parts[1] in order:
                assert order[parts[1]] <= order[layer], f"{path} imports {name}"


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for folder in MAY_IMPORT for path in sources(folder)}
    assert {str(path): n for path, n in lengths.items() if n > 800} == {}


def test_no_word_of_a_game_is_in_the_compiler() -> None:
    """Names that only a game declares must not stand in code: one game's word there is a defect."""
    words = set()
    for file in (GAMES).rglob("*.regola"):
        found = re.findall(
            r"^(?:enum|scale|record|table|define|modifiers) (\w+)", file.read_text("utf-8"), re.MULTILINE
        )
        words |= {word for word in found if len(word) > 6 and "_" in word}
    assert len(words) > 20
    for folder in MAY_IMPORT:
        for path in sources(folder):
            code = re.sub(r'"""[\s\S]*?"""', "", path.read_text("utf-8"))  # examples in --help may name a game
            assert not {word for word in words if re.search(rf"\b{word}\b", code)}, path


def test_nothing_committed_names_this_machine() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    here = str(ROOT.parent)
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in {".png", ".pdf"} or not path.is_file() or path == Path(__file__):
            continue
        text = path.read_text("utf-8", "replace")
        assert len(here) < 4 or f"{here}/" not in text, name


def test_the_readme_lists_every_command() -> None:
    from regola_cli.main import COMMANDS

    readme = (ROOT / "README.md").read_text("utf-8")
    for name, _, _ in COMMANDS:
        assert f"regola {name}" in readme, name


def test_contributing_names_files_that_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    named = re.findall(r"`((?:dsl|compiler|runtime|tests|docs|schemas|games)/[\w./-]+)`", text)
    assert len(named) > 8
    for name in named:
        assert (ROOT / name).exists(), name
