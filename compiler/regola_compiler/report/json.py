"""Findings for other programs, as JSON (schemas/diagnostics.schema.json).

Nothing here prints. Same findings in, same bytes out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span
from regola_dsl.wording import localized_template

from regola_compiler.checks.ordered import ordered
from regola_compiler.checks.suppressions import Accepted
from regola_compiler.report.text import HELP


def as_json(found: Sequence[Diagnostic], accepted: Sequence[Accepted] = (), limits: Sequence[str] = ()) -> str:
    """The findings, those that are accepted and why, and what was left untried.

    Places are counted as an editor counts them, from 1, a column for each character; an end is the column
    behind the last one.
    """
    told = {
        "findings": [finding_as_json(diagnostic) for diagnostic in ordered(found)],
        "accepted": [{**finding_as_json(item.finding), "because": item.reason} for item in _in_order(accepted)],
        "limits": list(limits),
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def _in_order(accepted: Sequence[Accepted]) -> list[Accepted]:
    return sorted(accepted, key=lambda item: (item.finding.span, item.finding.code.number, item.finding.message))


def finding_as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """One finding, as every report in JSON has it."""
    diagnostic = diagnostic.as_shown
    witness = diagnostic.witness
    return {
        "code": diagnostic.code.number,
        "slug": diagnostic.code.slug,
        "severity": diagnostic.weight.value,
        "message": diagnostic.message,
        "location": _location(diagnostic.span),
        "label": diagnostic.label,
        "related": [{"location": _location(r.span), "message": r.text} for r in diagnostic.related],
        "help": diagnostic.help,
        "fixes": [{"location": _location(fix.span), "text": fix.text} for fix in diagnostic.fixes],
        "notes": list(diagnostic.notes),
        "witness": witness and {"given": dict(witness.given), "answer": witness.answer, "example": witness.example},
    }


def _location(span: Span) -> dict[str, Any]:
    return {
        "path": span.path,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def body(diagnostic: Diagnostic) -> str:
    """What a finding says where its places are shown apart: message, notes, and what to do."""
    diagnostic = diagnostic.as_shown
    parts = [diagnostic.message, *diagnostic.notes]
    return "\n".join([*parts, f"{localized_template(HELP)} {diagnostic.help}"] if diagnostic.help else parts)
