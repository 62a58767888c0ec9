"""The walls of ARCHITECTURE.md, and the other promises about the tree that a machine can hold.

Which room may import which is held by import-linter, whose contracts stand in `pyproject.toml`; here is what it does not see.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from support.paths import GAMES, ROOT

# What a package may import from outside of this repository, besides the standard library. The arrows between the packages
# are import-linter's.
OURS = {"regola_dsl", "regola_compiler", "regola_crosscheck", "regola_lsp", "regola_cli"}
MAY_IMPORT = {
    # The others only where arrays are asked with, or players trained.
    "runtime/regola_runtime": {"gymnasium", "numpy", "pettingzoo", "regola_runtime"},
    "dsl/regola_dsl": {"regola_dsl", "lark", "polib", "ruamel"},
    "compiler/regola_compiler": OURS
    | {
        "click",
        "jsonschema",
        "jinja2",
        "docx",
        "markdown_it",
        "markupsafe",
        "msgspec",
        "regola_runtime",
        "ruamel",
        "typst",
        "z3",
    },
    "compiler/regola_crosscheck": OURS
    | {
        "docx",
        "jinja2",
        "markupsafe",
        "msgspec",
        "pypdfium2",
        "rapidfuzz",
        "ruamel",
        "simplemma",
        "spellchecker",
        "typst",
    },
    "compiler/regola_lsp": OURS | {"lsprotocol", "pygls"},
    "compiler/regola_cli": OURS | {"click", "distributed", "regola_runtime", "rich", "watchfiles"},
}
# What somebody outside of a package may begin with; all else is in a folder that says what it is about.
DOORS = {
    "compiler/regola_compiler": {"driver"},
    "compiler/regola_crosscheck": {"draft", "run", "report"},
    "compiler/regola_lsp": {"serve"},
}
# About a dozen: a folder that holds more is two. But the commands are a list, a file each.
MANY = 14
LISTS = {"compiler/regola_cli"}


@cache
def sources(package: str) -> tuple[Path, ...]:
    return tuple(sorted((ROOT / package).rglob("*.py")))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: imports are written in full"
            names.add(node.module)
    return names


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_each_package_imports_only_what_it_may(package: str) -> None:
    foreign = {
        path.relative_to(ROOT).as_posix(): roots
        for path in sources(package)
        if (roots := {name.split(".")[0] for name in imported(path)} - MAY_IMPORT[package] - sys.stdlib_module_names)
    }
    assert foreign == {}


def test_no_package_is_forgotten() -> None:
    packages = {path.parent.relative_to(ROOT).as_posix() for path in ROOT.glob("*/regola_*/__init__.py")}
    assert packages == set(MAY_IMPORT)


@pytest.mark.parametrize("package", DOORS)
def test_nothing_stands_at_the_root_of_a_package_but_its_doors(package: str) -> None:
    assert {path.stem for path in (ROOT / package).glob("*.py")} - {"__init__"} == DOORS[package]


def test_no_folder_holds_more_than_a_reader_can_keep_in_mind() -> None:
    folders = {path.parent for package in MAY_IMPORT for path in sources(package)}
    held = {
        folder.relative_to(ROOT).as_posix(): sum(path.stem != "__init__" for path in folder.glob("*.py"))
        for folder in folders
    }
    assert {folder: many for folder, many in held.items() if many > MANY and folder not in LISTS} == {}


def test_no_file_is_too_long() -> None:
    lengths = {path: len(path.read_text("utf-8").splitlines()) for package in MAY_IMPORT for path in sources(package)}
    assert {str(path): n for path, n in lengths.items() if n > 800} == {}


def test_no_word_of_a_game_is_in_the_compiler() -> None:
    """Names that only a game declares must not stand in code: one game's word there is a defect."""
    head = re.compile(r"^(?:enum|scale|record|table|define|modifiers) (\w+)", re.MULTILINE)
    declared = {name for file in GAMES.rglob("*.regola") for name in head.findall(file.read_text("utf-8"))}
    words = {word for word in declared if len(word) > 6 and "_" in word}
    assert words
    docstring = re.compile(r'"""[\s\S]*?"""')  # examples in --help may name a game
    said = {
        path.relative_to(ROOT).as_posix(): words & set(re.findall(r"\w+", docstring.sub("", path.read_text("utf-8"))))
        for package in MAY_IMPORT
        for path in sources(package)
    }
    assert {path: some for path, some in said.items() if some} == {}


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
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_tests_are_in_the_folder_of_their_subject_and_import_no_other_test() -> None:
    """What two test modules share is in `tests/support`: a test that is moved, or left out, takes nothing with it."""
    assert sorted((ROOT / "tests").glob("test_*.py")) == []
    tests = {path.stem for path in (ROOT / "tests").glob("*/test_*.py")}
    for path in (ROOT / "tests").rglob("*.py"):
        assert not tests & {part for name in imported(path) for part in name.split(".")}, path
