"""Rules that cite no section of the book."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.program import Program
from regola_compiler.model.visitor import phases_in

CODE = Code("R501", "no-anchor", "a rule that cites no section", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each definition, table, modifiers table or example without an anchor."""
    del survey
    named: list[Any] = [*program.rules.values(), *program.assumptions.values(), *program.examples.values()]
    items: list[Any] = [*program.examined(), *(item for item in named if program.in_focus(item.name))]
    phases = [(name, p) for name, sequence in program.sequences.items() for p in phases_in(sequence) if p.name]
    for item in items:
        if not item.anchors and not getattr(item, "hidden", False) and getattr(item, "owner", "") == "":
            yield Diagnostic(
                CODE,
                say("`{name}` cites no section, so no answer can say where it comes from", name=item.name),
                item.name_span,
                subject=item.name,
                help=say('add the section it comes from: `@8.3`, or `@"a-name"`'),
            )
    for home, phase in phases:
        if not phase.anchors:
            yield Diagnostic(
                CODE,
                say("phase `{name}` cites no section, so no answer can say where it comes from", name=phase.name),
                phase.span,
                subject=home if phase.name == home else f"{home}.{phase.name}",
                help=say('add the section it comes from: `@8.3`, or `@"a-name"`'),
            )
