"""The checks in the order in which they run: each is one file with one page of the same name beside it."""

from __future__ import annotations

from regola_dsl.diagnostics import Diagnostic, Severity

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.witnesses.witness import Confirm
from regola_compiler.checks.actions import (
    again_and_again,
    dead_event,
    dead_rule,
    given_back,
    impossible_assumption,
    impossible_duty,
    never_done,
    never_returns,
    none_there,
    secret_guard,
)
from regola_compiler.checks.book import (
    erratum_stale,
    erratum_unnoticed,
    example_fails,
    no_anchor,
    ruled_nowhere,
    text_missing,
)
from regola_compiler.checks.definitions import (
    contradiction,
    dead_exception,
    doubled_exception,
    missing_rule,
    never_changes,
    never_holds,
    no_value,
    not_decided,
    out_of_range,
    same_twice,
    sum_changes,
    unset,
)
from regola_compiler.checks.names import hides, look_alike, never_read, unused_parameter
from regola_compiler.checks.phases import dead_phase, endless_repetition, nobodys_turn, played_once, stuck
from regola_compiler.checks.suppressions import UNUSED
from regola_compiler.checks.tables import broken_shape, dead_row, lookup_outside_table, table_gap, table_overlap
from regola_compiler.model.program import Program

# In the order they run: what comes later may leave out what an earlier one has told.
CHECKS = (
    same_twice,
    given_back,
    sum_changes,
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
    stuck,
    again_and_again,
    never_returns,
    nobodys_turn,
    none_there,
    played_once,
    secret_guard,
    never_holds,
    dead_event,
    never_done,
    doubled_exception,
    impossible_duty,
    impossible_assumption,
    lookup_outside_table,
    out_of_range,
    no_value,
    not_decided,
    no_anchor,
    ruled_nowhere,
    text_missing,
    look_alike,
    hides,
    unset,
    never_changes,
    never_read,
    unused_parameter,
    erratum_stale,
    example_fails,
)

# These look at texts and names, each beside the others: it costs little.
OF_THE_TEXTS = (no_anchor, ruled_nowhere, text_missing, look_alike)
# What these look at is what the whole program means, at once.
OF_THE_WHOLE = (
    hides,
    unset,
    never_changes,
    never_read,
    nobodys_turn,
    none_there,
    played_once,
    again_and_again,
    never_returns,
    stuck,
    dead_event,
    never_done,
)
# These look at each action as somebody does it: with the sequences of play, who plays, and all that pieces have.
OF_EACH_DEED = (secret_guard,)
# The others look at each declaration by itself, with what it rests on.
OF_EACH = tuple(
    module for module in CHECKS if module not in {*OF_THE_TEXTS, *OF_THE_WHOLE, *OF_EACH_DEED, example_fails}
)

# Looked for only where somebody asks.
ON_DEMAND = (erratum_unnoticed,)

CODES = tuple(dict.fromkeys(module.CODE for module in (*CHECKS, *ON_DEMAND)))
# What an acceptance may name, were it in vain.
SLUGS = (*(code.slug for code in CODES), UNUSED.slug)


def run_checks(program: Program, confirm: Confirm | None = None) -> tuple[list[Diagnostic], Analysis]:
    """Everything the checks find, and the survey they shared; `confirm` has the last word on a witness."""
    survey = Analysis(program, confirm)
    found: list[Diagnostic] = []
    for module in CHECKS:
        survey.faults = frozenset(one.span for one in found if one.weight is Severity.ERROR)
        found.extend(module.check(program, survey))
    return in_order(found), survey


def in_order(found: list[Diagnostic]) -> list[Diagnostic]:
    """Findings check by check, and within one by their place: however they were come by, the report is the same."""
    return sorted(found, key=lambda d: (CODES.index(d.code), d.span))
