"""Rules that cite no section of the book."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity

from regola_compiler.model import Program
from regola_compiler.survey import Survey

CODE = Code("R501", "no-anchor", "a rule that cites no section", Severity.WARNING)


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One warning for each definition, table, modifiers table or example without an anchor."""
    del survey
    for item in [*program.callables.values(), *program.examples.values()]:
        if not item.anchors:
            yield Diagnostic(
                CODE,
                f"`{item.name}` cites no section, so no answer can say where it comes from",
                item.name_span,
                help='add the section it comes from: `@8.3`, or `@"a-name"`',
            )
