"""Worked examples that the encoding contradicts."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label

from regola_compiler.checks import broken_shape, table_gap, table_overlap
from regola_compiler.checks.common import cited
from regola_compiler.examples import LineResult, run_examples
from regola_compiler.model import Example, Program
from regola_compiler.survey import Survey

CODE = Code("R601", "example-fails", "a worked example that the encoding contradicts")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each cause: failing lines that come from the same table row are told together."""
    told = _tables_told(program, survey)
    failures = [
        (result.example, line)
        for result in run_examples(program)
        for line in result.lines
        if not line.passed and line.erratum is None and not line.touched & told
    ]
    groups: dict[object, list[tuple[Example, LineResult]]] = {}
    for example, line in failures:
        key = (line.problem.kind, line.problem.site) if line.problem else line.expectation.span
        groups.setdefault(key, []).append((example, line))
    for group in groups.values():
        example, line = group[0]
        wanted = "" if line.expectation.outcome == "holds" else f", not {line.expectation.outcome}"
        yield Diagnostic(
            CODE,
            f"example `{example.name}`{cited(example.anchors)} fails: the rules give {line.found}{wanted}",
            line.expectation.span,
            f"the rules give {line.found}",
            tuple(Label(other.expectation.span, f"and here, in `{name.name}`") for name, other in group[1:]),
            "look at the book, then at the encoding; if the book contradicts itself, write an `erratum`",
        )


def _tables_told(program: Program, survey: Survey) -> set[str]:
    """The tables that an earlier check speaks of: examples that fail because of them are told there."""
    spans = [
        found.span for module in (table_gap, table_overlap, broken_shape) for found in module.check(program, survey)
    ]
    return {
        name
        for name, item in program.callables.items()
        if any(span.path == item.span.path and item.span.line <= span.line <= item.span.end_line for span in spans)
    }
