"""The grammar for Helix, Neovim and Zed: it takes every text of rules, and colours it as the lexer reads it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from regola_compiler.project.game import all_games
from regola_dsl.declarations import KINDS
from regola_dsl.lexer import lex
from regola_dsl.parser import parse_source
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Source
from regola_dsl.tree import Accept, AlsoAfter
from support.cases import read_fences
from support.effort import some
from support.grammar import FOLDER, Grammar, compiled
from support.paths import GAMES, ROOT

QUERIES = sorted((ROOT / "editors").rglob("highlights.scm"))
WORDS = sorted({word for word in (*keywords(), *KINDS) if word[0].isalpha()})
# What stands at the beginning of a line and names what is declared elsewhere.
NAMES_OTHERS = (Accept, AlsoAfter)
# The versions of the generator whose results are compared: another writes the same in other words.
GENERATOR = re.compile(r"tree-sitter 0\.22\.")


@pytest.fixture(scope="session")
def grammar(tmp_path_factory: pytest.TempPathFactory) -> Grammar:
    return compiled(tmp_path_factory.getbasetemp())


def wrong(root: Any) -> list[tuple[int, int]]:
    """Where a tree has what could not be read."""
    found, left = [], [root]
    while left:
        node = left.pop()
        if node.is_error or node.is_missing:
            found.append(tuple(node.start_point))
        left += node.children if node.has_error else []
    return found


def texts() -> list[tuple[str, str]]:
    files = [
        path for folder in ("games", "examples", "tests/data", "library") for path in (ROOT / folder).rglob("*.regola")
    ]
    found = [(str(path.relative_to(ROOT)), path.read_text("utf-8")) for path in sorted(files)]
    for page in ("tutorial.md", "tutorial.it.md", "cookbook.md", "language.md", "walkthrough.md"):
        text = (ROOT / "docs" / page).read_text("utf-8")
        found += [(f"{page}:{one.above}", one.text) for one in read_fences(text) if one.language.startswith("regola")]
    return found


def test_every_text_of_rules_is_taken(grammar: Grammar) -> None:
    tried = texts()
    assert len(tried) > 200
    assert {name: places for name, text in tried if (places := wrong(grammar.tree(text)))} == {}


@pytest.mark.parametrize(
    "text", ['en "open', '"', 'en "a\\', '| a | "b | # c', "@", '@"', 'x # "y', ") ) (", ". . ;", "é€\t"]
)
@pytest.mark.parametrize("indent", ["", "  "])
def test_what_is_half_written_changes_nothing_below_it(grammar: Grammar, text: str, indent: str) -> None:
    root = grammar.tree(f"define f() -> int @1\n{indent}{text}\nenum A\n  b")
    assert wrong(root) == []
    assert [names(one) for one in root.children if one.child_by_field_name("kind")] == ["f", "A"]


def names(node: Any) -> str:
    return str(node.child_by_field_name("name").text.decode())


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.parts[-2])
def test_every_keyword_has_one_colour_and_a_name_has_none(grammar: Grammar, query: Path) -> None:
    root = grammar.tree("define f()\n" + "\n".join(f"  x {word} y" for word in WORDS))
    found = grammar.captures(query, root)
    assert {
        word: found.get((line, 4)) for line, word in enumerate(WORDS, 1) if len(found.get((line, 4), ())) != 1
    } == {}
    assert all((line, 2) not in found and (line, 5 + len(word)) not in found for line, word in enumerate(WORDS, 1))


@pytest.mark.parametrize("written", ["{}(a)", "{}.size", "a.{}", "{}-two", "{}_two"])
def test_a_keyword_that_is_part_of_a_name_is_a_name(grammar: Grammar, written: str) -> None:
    root = grammar.tree("define f()\n" + "\n".join(f"  x {written.format(word)}" for word in WORDS))
    found = grammar.captures(QUERIES[0], root)
    assert [word for line, word in enumerate(WORDS, 1) if "keyword" in "".join(found.get((line, 4), ()))] == []


@pytest.mark.parametrize("game", all_games(ROOT))
def test_a_game_is_coloured_as_it_is_read(grammar: Grammar, game: str) -> None:
    """Strings and sections are what the lexer says they are, and the outline has what the parser declares."""
    neovim = next(path for path in QUERIES if "vim" in path.parts)
    count = 0
    for path in some(sorted((GAMES / game).rglob("*.regola"))):
        text = path.read_text("utf-8")
        root = grammar.tree(text)
        found = grammar.captures(neovim, root)
        for number, line in enumerate(text.split("\n")):
            for token in lex("", [(number + 1, line)])[0] if line.strip() else ():
                wanted = {"STRING": "string", "ANCHORS": "attribute"}.get(token.kind)
                at = (number, len(line[: token.column - 1].encode()))
                if wanted:
                    count += 1
                    assert found.get(at) == [wanted], (path, number + 1, line)
                elif token.kind == "WORD":
                    assert not {"string", "attribute", "comment"} & {*found.get(at, ())}, (path, number + 1, line)
        heads = [names(one) for one in root.children if one.child_by_field_name("kind")]
        parsed = parse_source(Source(str(path), text)).declarations
        declared = [one.name.text for one in parsed if hasattr(one, "name") and not isinstance(one, NAMES_OTHERS)]
        assert {name.partition(".")[0] for name in declared} <= {*heads}, path  # a label may be of a field
    assert count > 100


def test_the_grammar_knows_what_declares() -> None:
    """If this fails, run `make tree-sitter`: src/ is older than the words."""
    made = json.loads((FOLDER / "src" / "grammar.json").read_text("utf-8"))
    known = json.loads((FOLDER / "declares.json").read_text("utf-8"))
    members = made["rules"]["_declares"]["content"]["members"]
    assert [one["value"] for one in members if one["type"] == "STRING"] == known["declares"]
    assert {*known["declares"]} <= {*KINDS}


def test_what_is_compiled_is_what_the_grammar_makes(tmp_path: Path) -> None:
    program = shutil.which(os.environ.get("TREE_SITTER", "tree-sitter"))
    told = program and subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    if not program or not GENERATOR.match(told or ""):
        pytest.skip("there is no tree-sitter 0.22 here (Debian: tree-sitter-cli): src/ is not made again")
    shutil.copytree(FOLDER, tmp_path / "again", ignore=shutil.ignore_patterns("src"))
    subprocess.run([program, "generate", "--no-bindings"], cwd=tmp_path / "again", check=True, capture_output=True)
    for name in ("grammar.json", "node-types.json", "parser.c"):
        assert (tmp_path / "again" / "src" / name).read_text() == (FOLDER / "src" / name).read_text(), name
