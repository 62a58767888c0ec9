"""Findings as a person reads them, and as other programs do: text, JSON, SARIF, GitHub.

Nothing here prints; every function returns text. Same findings in, same bytes out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.source import Source, Span

WIDTH = 160
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def ordered(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings by file, then line."""
    return sorted(found, key=lambda d: (d.span.path, d.span.line, d.span.column, d.code.number, d.message))


def text(found: Sequence[Diagnostic], sources: dict[str, Source]) -> str:
    """The findings in full, each with the lines it speaks of."""
    return "\n".join(_one(diagnostic, sources) for diagnostic in ordered(found))


def _one(diagnostic: Diagnostic, sources: dict[str, Source]) -> str:
    head = f"{diagnostic.weight.value}[{diagnostic.code.slug}]: {diagnostic.message}"
    labels = [Label(diagnostic.span, diagnostic.label), *diagnostic.related]
    width = max(len(str(label.span.line)) for label in labels)
    out = [head]
    path = None
    for place, label in enumerate(labels):
        if label.span.path != path:
            arrow = "-->" if place == 0 else ":::"
            out.append(f"{' ' * width}{arrow} {label.span.path}:{label.span.line}:{label.span.column}")
            out.append(f"{' ' * width} |")
            path = label.span.path
        out += _excerpt(label, sources, width, "^" if place == 0 else "-")
    out += [f"{' ' * width} = {note}" for note in diagnostic.notes]
    if diagnostic.help:
        out.append(f"{' ' * width} = help: {diagnostic.help}")
    if diagnostic.witness and diagnostic.witness.example:
        out.append(f"{' ' * width} = as an example to paste:")
        out += [f"{' ' * width}     {line}" for line in diagnostic.witness.example.split("\n")]
    return "\n".join(out) + "\n"


def _excerpt(label: Label, sources: dict[str, Source], width: int, mark: str) -> list[str]:
    source = sources.get(label.span.path)
    lines = source.lines() if source else []
    if not 0 < label.span.line <= len(lines):
        return []
    line = lines[label.span.line - 1]
    if len(line) > WIDTH:
        return _cut(label, line, width, mark)
    end = label.span.end_column if label.span.end_line == label.span.line else len(line) + 1
    under = mark * max(1, min(end, len(line) + 1) - label.span.column)
    margin = "".join("\t" if char == "\t" else " " for char in line[: label.span.column - 1])
    return [
        f"{label.span.line:>{width}} | {line}",
        f"{' ' * width} | {margin}{under} {label.text}".rstrip(),
    ]


def _cut(label: Label, line: str, width: int, mark: str) -> list[str]:
    """The part of a very long line that a label is about."""
    start = max(0, min(label.span.column - 1 - WIDTH // 4, len(line) - WIDTH))
    part = line[start : start + WIDTH]
    one_line = label.span.end_line == label.span.line
    end = min(label.span.end_column if one_line else len(line) + 1, start + len(part) + 1)
    before, after = "…" * (start > 0), "…" * (start + WIDTH < len(line))
    margin = " " * (len(before) + label.span.column - 1 - start)
    return [
        f"{label.span.line:>{width}} | {before}{part}{after}",
        f"{' ' * width} | {margin}{mark * max(1, end - label.span.column)} {label.text}".rstrip(),
    ]


def summary(found: Sequence[Diagnostic]) -> str:
    """How many findings of each weight."""
    errors = sum(diagnostic.weight is Severity.ERROR for diagnostic in found)
    warnings = len(found) - errors
    parts = [
        f"{number} {noun}{'s' * (number > 1)}" for number, noun in ((errors, "error"), (warnings, "warning")) if number
    ]
    return " and ".join(parts) or "no findings"


def _location(span: Span) -> dict[str, Any]:
    return {"path": span.path, "line": span.line, "column": span.column}


def as_json(found: Sequence[Diagnostic]) -> str:
    """The findings as `{"findings": […]}`."""
    findings = []
    for diagnostic in ordered(found):
        witness = diagnostic.witness
        findings.append(
            {
                "code": diagnostic.code.number,
                "slug": diagnostic.code.slug,
                "severity": diagnostic.weight.value,
                "message": diagnostic.message,
                "location": _location(diagnostic.span),
                "related": [{"location": _location(r.span), "message": r.text} for r in diagnostic.related],
                "help": diagnostic.help,
                "notes": list(diagnostic.notes),
                "witness": witness
                and {"given": dict(witness.given), "answer": witness.answer, "example": witness.example},
            }
        )
    return json.dumps({"findings": findings}, ensure_ascii=False, indent=2) + "\n"


def as_github(found: Sequence[Diagnostic]) -> str:
    """The findings as GitHub workflow commands."""
    lines = []
    for diagnostic in ordered(found):
        span, body = diagnostic.span, diagnostic.message
        if diagnostic.help:
            body += f"\nhelp: {diagnostic.help}"
        where = f"file={_escaped(span.path, ':,')},line={span.line},col={span.column},title={diagnostic.code.slug}"
        lines.append(f"::{diagnostic.weight.value} {where}::{_escaped(body)}\n")
    return "".join(lines)


def _escaped(value: str, more: str = "") -> str:
    return "".join(f"%{ord(char):02X}" if char in "%\r\n" + more else char for char in value)


def as_sarif(found: Sequence[Diagnostic]) -> str:
    """The findings as a SARIF 2.1.0 log."""
    rules = {
        d.code.slug: {"id": d.code.slug, "name": d.code.number, "shortDescription": {"text": d.code.title}}
        for d in found
    }
    results = [
        {
            "ruleId": diagnostic.code.slug,
            "level": diagnostic.weight.value,
            "message": {"text": diagnostic.message + (f"\n{diagnostic.help}" if diagnostic.help else "")},
            "locations": [_sarif_location(diagnostic.span)],
            "relatedLocations": [
                {**_sarif_location(label.span), "message": {"text": label.text}} for label in diagnostic.related
            ],
        }
        for diagnostic in ordered(found)
    ]
    driver = {
        "name": "regola",
        "informationUri": "https://regola.invalid",
        "rules": [rules[slug] for slug in sorted(rules)],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    return json.dumps(log, ensure_ascii=False, indent=2) + "\n"


def _sarif_location(span: Span) -> dict[str, Any]:
    region = {"startLine": max(1, span.line), "startColumn": max(1, span.column)}
    return {"physicalLocation": {"artifactLocation": {"uri": span.path}, "region": region}}
