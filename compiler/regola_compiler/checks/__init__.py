"""The checks: each is one file with one page of the same name beside it, and one line here."""

from __future__ import annotations

from regola_dsl.diagnostics import Diagnostic

from regola_compiler.checks import (
    acceptance_unused,
    broken_shape,
    contradiction,
    dead_exception,
    dead_phase,
    dead_row,
    dead_rule,
    doubled_exception,
    endless_repetition,
    erratum_stale,
    example_fails,
    impossible_assumption,
    impossible_duty,
    lookup_outside_table,
    missing_rule,
    no_anchor,
    no_value,
    not_decided,
    out_of_range,
    table_gap,
    table_overlap,
    unused_parameter,
)
from regola_compiler.model import Program
from regola_compiler.survey import Survey
from regola_compiler.witness import Confirm

# In the order they run: what comes later may leave out what an earlier one has told.
CHECKS = (
    table_gap,
    table_overlap,
    dead_row,
    broken_shape,
    missing_rule,
    contradiction,
    dead_exception,
    dead_rule,
    dead_phase,
    endless_repetition,
    doubled_exception,
    impossible_duty,
    impossible_assumption,
    lookup_outside_table,
    out_of_range,
    no_value,
    not_decided,
    no_anchor,
    unused_parameter,
    erratum_stale,
    example_fails,
    acceptance_unused,
)

CODES = tuple(module.CODE for module in CHECKS)
SLUGS = tuple(code.slug for code in CODES)


def run_checks(program: Program, confirm: Confirm | None = None) -> tuple[list[Diagnostic], Survey]:
    """Everything the checks find, and the survey they shared; `confirm` has the last word on a witness."""
    survey = Survey(program, confirm)
    found: list[Diagnostic] = []
    for module in CHECKS:
        found.extend(module.check(program, survey))
    return in_order(found), survey


def in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """Findings check by check, and within one by their place: however they were come by, the report is the same."""
    return sorted(found, key=lambda d: (CODES.index(d.code), d.span))
