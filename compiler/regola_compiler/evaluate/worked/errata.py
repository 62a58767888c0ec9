"""The claims of errata, held against the rules."""

from __future__ import annotations

from regola_dsl.records import dataclass

from regola_compiler.evaluate.errors import (
    RuleError,
    TableGap,
    TableOverlap,
)
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.worked.came_to import came_to
from regola_compiler.evaluate.worked.supposed import suppose
from regola_compiler.model.program import (
    Erratum,
    Program,
    Statement,
)


@dataclass(frozen=True, slots=True)
class ClaimResult:
    """A statement of an erratum, and whether the encoding agrees with it; `found` is what that gives instead."""

    erratum: Erratum
    statement: Statement
    ruled: bool
    holds: bool
    found: str = ""


def run_errata(program: Program) -> list[ClaimResult]:
    """Every claim that an erratum makes, held against the encoding."""
    results = []
    for erratum in program.errata.values():
        if erratum.name in program.broken or not program.in_focus(erratum.name):
            continue
        chosen = {anchor.section for anchor in erratum.ruling}
        for statement in erratum.statements:
            ruled = bool(chosen & {anchor.section for anchor in statement.anchors})
            holds = None if statement.claim is None else claim_holds(Interpreter(program), statement)
            if holds is not None:
                found = "" if holds else _given_instead(Interpreter(program), statement)
                results.append(ClaimResult(erratum, statement, ruled, holds, found))
    return results


def _given_instead(run: Interpreter, statement: Statement) -> str:
    """What the rules give where they do not give what a statement claims; nothing where they give no answer."""
    assert statement.claim is not None
    try:
        suppose(run, statement)
        return came_to(run, statement.claim, {}, run.evaluate(statement.claim, {}))
    except RuleError:
        return ""


def claim_holds(run: Interpreter, statement: Statement) -> bool | None:
    """Whether what a statement claims is so; None where a table has no answer, which is told where the table is."""
    assert statement.claim is not None
    try:
        suppose(run, statement)
        return bool(run.evaluate(statement.claim, {}))
    except (TableGap, TableOverlap):
        return None
    except RuleError:
        return False
