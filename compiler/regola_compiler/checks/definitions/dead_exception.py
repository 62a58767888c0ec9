"""Exceptions that no position reaches, and values that exceptions always replace."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import definitions, subject_at
from regola_compiler.model.program import Clause, Definition, Program

CODE = Code(
    "R403",
    "dead-exception",
    "an exception or a value that no position reaches",
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each, beside whatever else is wrong with its definition."""
    for definition in definitions(program):
        reached = survey.reached_at_all(definition)
        if reached is not None:
            yield from _dead(program, definition, definition.root, reached)


def _dead(
    program: Program, definition: Definition, clause: Clause, reached: set[tuple[str, str, bool]]
) -> Iterator[Diagnostic]:
    """The dead parts below a clause that is reached; what stands below a dead one goes with it."""
    where = f"`{definition.name}`{cited(definition.anchors)}"
    if clause.value is not None and (definition.name, clause.name, True) not in reached:
        yield Diagnostic(
            CODE,
            say("this value of {where} is never used: its exceptions always hold", where=where),
            clause.value.span,
            say("never used"),
            help=say("remove it, or give the exception its condition"),
            subject=subject_at(program, definition, clause.value.span),
        )
    for part in clause.exceptions:
        if (definition.name, part.name, False) in reached:
            yield from _dead(program, definition, part, reached)
            continue
        if part.name in program.overruled:
            continue  # the book says it, and an erratum that it does not count
        yield Diagnostic(
            CODE,
            say(
                "exception `{name}`{cited} of {where} never applies",
                name=part.name,
                cited=cited(part.anchors),
                where=where,
            ),
            part.name_span,
            say("its condition never holds, or another exception always wins over it"),
            help=say("correct its condition, or remove it"),
            subject=subject_at(program, definition, part.name_span),
        )
