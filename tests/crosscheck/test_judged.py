"""Judgements of findings: a stale one is told, and taken out alone."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest
from support.paths import DATA, ROOT


@pytest.fixture(scope="module")
def precision() -> ModuleType:
    """The script."""
    path = ROOT / "tests" / "benchmarks" / "precision.py"
    spec = importlib.util.spec_from_file_location("precision", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = list(sys.path)
    spec.loader.exec_module(module)
    sys.path[:] = before
    return module


def test_what_is_found_no_longer_is_stale_and_taken_out_alone(precision: ModuleType) -> None:
    text = (DATA / "judged" / "caucasus.yaml").read_text("utf-8")
    verdicts = precision.judgements(text)
    names = list(verdicts)
    gone = [names[0], names[5]]
    assert precision.stale(verdicts, [{"name": name} for name in names if name not in gone]) == gone
    left = precision.pruned(text, gone)
    assert list(precision.judgements(left)) == [name for name in names if name not in gone]
    assert len(left.splitlines()) == len(text.splitlines()) - 2
    assert precision.pruned(text, []) == text


@pytest.mark.parametrize("path", sorted((DATA / "judged").glob("*.yaml")), ids=lambda path: path.stem)
def test_nothing_is_judged_twice(precision: ModuleType, path: object) -> None:
    lines = path.read_text("utf-8").splitlines()  # type: ignore[attr-defined]
    names = [name for line in lines if (name := precision.named_in(line))]
    assert len(names) == len(set(names)) == len(precision.judgements("\n".join(lines)))
