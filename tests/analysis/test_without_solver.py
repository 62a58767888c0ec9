"""Where z3 is not to be had the compiler works, says what is then not decided, and finds all that does not hang on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from regola_compiler.analysis.symbolic import solver
from regola_compiler.analysis.symbolic.domain import NO_SOLVER
from regola_compiler.driver import understand
from regola_compiler.incremental.check import check_game
from regola_compiler.project.game import load_game, peek_game
from regola_dsl.cache import folder

RELATED = """\
define narrow(a: int, b: int, c: int) -> int 0..9 @1.1
  en "How much is left"
  if a + b > c and c > a + b + 1 then 100
  else 0
"""
GAP = """\
table losses(die: d6) -> int 0..2 @2.1
  en "Losses"
  | die | losses |
  | 1-3 | 0      |
  | 5-6 | 1      |
"""


@pytest.fixture
def _no_solver(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(sys.modules, "z3", None)
    monkeypatch.setenv("REGOLA_CACHE", "off")
    solver.is_there.cache_clear()
    folder.cache_clear()  # what was kept was found with one
    yield
    folder.cache_clear()
    solver.is_there.cache_clear()


def found_in(place: Path, rules: str) -> tuple[set[str], tuple[str, ...]]:
    file = place / "rules.regola"
    file.write_text(rules, "utf-8")
    assert understand(load_game(file, file.name)).found == []
    checked = check_game(peek_game(file, file.name))
    return {one.code.slug for one in checked.found}, tuple(checked.limits)


def test_with_a_solver_it_is_decided(tmp_path: Path) -> None:
    _, limits = found_in(tmp_path, RELATED)
    assert NO_SOLVER not in limits


@pytest.mark.usefixtures("_no_solver")
def test_without_one_it_is_said_that_it_is_not(tmp_path: Path) -> None:
    slugs, limits = found_in(tmp_path, RELATED)
    assert NO_SOLVER in limits, slugs


@pytest.mark.usefixtures("_no_solver")
def test_without_one_the_gap_of_a_table_is_found(tmp_path: Path) -> None:
    slugs, limits = found_in(tmp_path, GAP)
    assert "table-gap" in slugs
    assert NO_SOLVER not in limits
