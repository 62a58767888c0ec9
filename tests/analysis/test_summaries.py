"""Lists that are not gone through: what is clean where they are left closed is clean where they are gone through."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.play.actions import analyze_action
from regola_compiler.analysis.symbolic.play.phases import with_phase_actions
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.summaries import SummarizingExecutor
from regola_compiler.driver import compile_game, understand
from regola_compiler.evaluate.errors import Forbidden
from regola_compiler.model.program import Action, Fact, Program, Rule, Table
from support.cases import game_of, read_cases
from support.effort import drawn
from support.paths import CASE_FILES
from support.random_play_programs import play_program
from support.small_programs import compiled_text

WITH_LISTS = {"individuals", "pieces", "play", "those", "lookups", "choices", "groups", "ways", "made", "never"}
CASES = [case.texts for file in CASE_FILES if file.stem in WITH_LISTS for case in read_cases(file)]


def problems(explorer: SymbolicExecutor, item: Rule, budget: int) -> set[str] | None:
    """What goes wrong with a declaration itself; None if that took too many cases."""
    try:
        if isinstance(item, Action):
            outcomes = analyze_action(explorer, item, budget).outcomes
        else:
            outcomes = explorer.explore(item.name, budget)
    except BudgetExceeded:
        return None
    met = [outcome.problem for outcome in outcomes if outcome.problem is not None]
    return {repr(one.finding_key()) for one in met if one.owner == item.name and not isinstance(one, Forbidden)}


def missed(program: Program) -> Iterator[tuple[str, set[str]]]:
    """The declarations that are clean in the view of summaries, and what an exact one finds in them."""
    program = with_phase_actions(program)
    for item in list(program.callables.values()):
        if isinstance(item, Table | Fact):
            continue
        view = SummarizingExecutor(program, Relations())
        if problems(view, item, 1_500) == set() and view.replaced and not view.symbolic.cuts:
            found = problems(SymbolicExecutor(program), item, 600)
            yield item.name, found or set()


@pytest.mark.parametrize("seed", range(drawn(12)))
def test_what_is_clean_in_random_games_is_clean_item_by_item(seed: int) -> None:
    program = understand(game_of((play_program(seed),))).program
    assert program is not None
    seen = dict(missed(program))
    assert seen
    assert not {name: found for name, found in seen.items() if found}


def test_what_is_clean_in_the_cases_is_clean_item_by_item() -> None:
    looked_at = 0
    for texts in CASES:
        program = understand(game_of(texts)).program
        if program is None:
            continue
        for name, found in missed(program):
            assert not found, (texts, name)
            looked_at += 1
    assert looked_at > 40


MANY = """\
enum Kind @1
  foot, horse

place Field @1
  high: bool = false @1

piece Unit @1
  kind: Kind
  state at: Field or none = none @1
  state cv: int 0..4 = 4 @1

given weather: int 0..9 = 0 @1

define price(u: Unit) -> int 0..4 @2
  {price}

define those_at(f: Field) -> list of Unit @2
  those u in Unit where u.at is f and {where}

define heaviest(f: Field) -> int 0..9 @3
  if (any u in those_at(f) where u.cv > 1) then {heaviest} else 0

define worth(f: Field) -> int 0..40 @4
  min(40, sum of {each} for u in those_at(f))
"""
CLEAN = {"price": "u.cv", "where": "u.cv > 0", "heaviest": "1", "each": "round up(12 / u.cv)"}


def findings_of(**changes: str) -> list[tuple[str, str]]:
    game = compiled_text(MANY.format(**(CLEAN | changes)), compile_game)
    return [(one.code.slug, one.subject) for one in game.found]


def test_a_list_of_many_takes_no_cases() -> None:
    assert findings_of() == []


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"where": "u.cv < 9"}, ("no-value", "worth")),
        ({"where": "12 / u.cv > 2"}, ("no-value", "those_at")),
        ({"heaviest": "max of 3 * u.cv for u in those_at(f)"}, ("out-of-range", "heaviest")),
        ({"each": "price(u) - 9 + round up(12 / (u.cv - 1))"}, ("no-value", "worth")),
    ],
)
def test_what_goes_wrong_with_one_of_a_list_is_told(changes: dict[str, str], where: tuple[str, str]) -> None:
    assert where in findings_of(**changes)
