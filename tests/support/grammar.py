"""The grammar of tree-sitter as an editor has it: compiled from what is committed, with the queries of one editor."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.paths import ROOT

FOLDER = ROOT / "editors" / "tree-sitter-regola"


@dataclass(frozen=True)
class Grammar:
    """A parser and its language."""

    language: Any
    parser: Any

    def tree(self, text: str) -> Any:
        """The root of a text."""
        return self.parser.parse(text.encode()).root_node

    def captures(self, query: Path, root: Any) -> dict[tuple[int, int], list[str]]:
        """What a query calls each place: the line and the byte of its line, from 0, at which it begins."""
        from tree_sitter import Query, QueryCursor

        found: dict[tuple[int, int], list[str]] = {}
        for name, nodes in QueryCursor(Query(self.language, query.read_text("utf-8"))).captures(root).items():
            for node in nodes:
                found.setdefault(tuple(node.start_point), []).append(name)
        return found


@cache
def compiled(folder: Path) -> Grammar:
    """The grammar, built in a folder; a test that wants it is left out where nothing builds it."""
    from tree_sitter import Language, Parser

    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        pytest.skip("there is no C compiler here: the grammar of tree-sitter is not tried")
    library = folder / "regola.so"
    source = FOLDER / "src"
    subprocess.run([compiler, "-shared", "-fPIC", "-I", source, source / "parser.c", "-o", library], check=True)
    made = ctypes.CDLL(str(library)).tree_sitter_regola
    made.restype = ctypes.c_void_p
    capsule = ctypes.pythonapi.PyCapsule_New
    capsule.restype = ctypes.py_object
    capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    language = Language(capsule(made(), b"tree_sitter.Language", None))
    return Grammar(language, Parser(language))
