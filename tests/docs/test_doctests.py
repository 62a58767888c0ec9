"""Examples in docstrings are run."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest
from support.paths import ROOT

MODULES = sorted(
    ".".join(path.relative_to(ROOT / folder).with_suffix("").parts)
    for folder in ("dsl", "runtime", "compiler")
    for path in (ROOT / folder).rglob("*.py")
    if ">>> " in path.read_text("utf-8")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    outcome = doctest.testmod(import_module(name))
    assert outcome.attempted
    assert not outcome.failed
