"""Why the rules give no answer: the same names in the interpreter and in the runtime, each with words of its own."""

from __future__ import annotations

import copyreg
from copy import copy
from typing import Any

import pytest
import regola_runtime.errors
from regola_compiler.evaluate import errors
from regola_compiler.evaluate.errors import RULE_ERRORS, ImpossibleDuty, OutsideTable, RuleError, TableGap, as_union
from regola_compiler.evaluate.worked.explained import describe
from regola_dsl.source import Span

# What an example or the analysis alone can meet: a module's positions hold whole records, and it is asked, not examined;
# and that there are too many choices to list is no answer of a rule there, but of who plays
# (`regola_runtime.play.TooMany`).
NEVER_RAISED_BY_A_MODULE = {"FieldNotGiven", "ImpossibleDuty", "TooManyChoices"}


def bare(kind: type[RuleError]) -> RuleError:
    """An error of which nothing is said."""
    return kind(*[None] * len(getattr(kind, "__dataclass_fields__", ())))


def test_every_error_is_in_the_union() -> None:
    declared = {one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, RuleError)}
    assert declared - {RuleError} == set(RULE_ERRORS)
    with pytest.raises(TypeError, match="RuleError is missing"):
        as_union(RuleError())


def test_every_error_has_a_slug_of_its_own() -> None:
    assert len({one.slug for one in RULE_ERRORS}) == len(RULE_ERRORS)


def test_the_runtime_raises_errors_of_the_same_names() -> None:
    known = {name: one for name, one in vars(regola_runtime.errors).items() if isinstance(one, type)}
    wider = {base.__name__ for one in known.values() for base in one.__bases__} & {"NoAnswer", "NoValue"}
    # What is wrong with what comes in from outside is nothing that the rules say: the interpreter is given no JSON.
    misfits = {name for name, one in known.items() if issubclass(one, regola_runtime.errors.Misfit)}
    assert {one.__name__ for one in RULE_ERRORS} - NEVER_RAISED_BY_A_MODULE == set(known) - wider - misfits
    assert set(known) <= set(regola_runtime.__all__)


@pytest.mark.parametrize("kind", RULE_ERRORS)
def test_every_error_is_described(kind: type[RuleError]) -> None:
    assert describe(bare(kind))


@pytest.mark.parametrize("kind", RULE_ERRORS)
def test_an_error_can_be_copied(kind: type[RuleError]) -> None:
    error: Any = bare(kind)
    again = copy(error)
    assert type(again) is kind
    assert vars(again) == vars(error)


def test_a_remembered_error_gets_a_place_of_its_own() -> None:
    remembered = TableGap("fire", (1, 2))
    raised = remembered.again()
    raised.at(Span("game.regola", 1, 1, 1, 2)).owner = "shot"
    assert (remembered.site, remembered.owner) == (None, "")
    assert (raised.table, raised.inputs) == ("fire", (1, 2))


def test_it_does_so_where_a_library_copies_errors_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(copyreg.dispatch_table, TableGap, lambda error: (_sharing, (error,)))
    test_a_remembered_error_gets_a_place_of_its_own()


def _sharing(error: TableGap) -> TableGap:
    other = TableGap(error.table, error.inputs)
    other.__dict__ = error.__dict__
    return other


def test_values_past_an_edge_are_one_finding_and_several_cases() -> None:
    one, other = OutsideTable("fire", "odds", 7), OutsideTable("fire", "odds", 8)
    assert one.finding_key() == other.finding_key()
    assert one.case_key() != other.case_key()
    assert one.finding_key() != ImpossibleDuty(None, None).finding_key()  # type: ignore[arg-type]
