"""Findings as a SARIF 2.1.0 log, which code hosts and editors read (OASIS, Static Analysis Results Interchange Format).

A finding is a result; the page of its code is the help of its rule; what is accepted is a result that is suppressed
in the source, with the reason. Columns count characters, hence `unicodeCodePoints`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from regola_dsl.diagnostics import Code, Diagnostic, Fix
from regola_dsl.source import Source, Span
from regola_dsl.wording import localized, localized_template

from regola_compiler.checks.ordered import ordered
from regola_compiler.checks.suppressions import Accepted
from regola_compiler.report.ci.fingerprints import marked
from regola_compiler.report.json import body

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
# The name of what a result is known by from run to run; another number if it is ever made in another way.
FINGERPRINT = "regolaFinding/v1"


def as_sarif(
    found: Sequence[Diagnostic],
    sources: dict[str, Source],
    accepted: Sequence[Accepted] = (),
    *,
    page: Callable[[Code], str],
) -> str:
    """The findings, and those that are accepted, as a SARIF log of one run.

    `sources` are the texts by the path they are shown under; `page` gives the Markdown page of a code.
    """
    reasons = {id(item.finding): item for item in accepted}
    shown = ordered([*found, *(item.finding for item in accepted)])
    codes = sorted({diagnostic.code for diagnostic in shown}, key=lambda code: code.number)
    results = []
    for diagnostic, mark in marked(shown, sources):
        result = _result(diagnostic, codes.index(diagnostic.code), sources)
        result["partialFingerprints"] = {FINGERPRINT: mark}
        if id(diagnostic) in reasons:
            result["suppressions"] = [_suppression(reasons[id(diagnostic)])]
        results.append(result)
    driver = {"name": "regola", "version": version("regola"), "rules": [_rule(code, page(code)) for code in codes]}
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


def _rule(code: Code, text: str) -> dict[str, Any]:
    return {
        "id": code.slug,
        "name": "".join(part.capitalize() for part in code.slug.split("-")),
        "shortDescription": {"text": localized_template(code.title)},
        "fullDescription": {"text": " ".join(text.split("\n\n")[1].split())},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": code.severity.value},
        "properties": {"number": code.number},
    }


def _result(diagnostic: Diagnostic, rule: int, sources: dict[str, Source]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": diagnostic.code.slug,
        "ruleIndex": rule,
        "level": diagnostic.weight.value,
        "message": {"text": body(diagnostic)},
        "locations": [_location(diagnostic.span, localized(diagnostic.label), sources)],
    }
    if diagnostic.related:
        result["relatedLocations"] = [
            {"id": number, **_location(label.span, localized(label.text), sources)}
            for number, label in enumerate(diagnostic.related, 1)
        ]
    if diagnostic.fixes:
        result["fixes"] = [_fix(fix) for fix in diagnostic.fixes]
    witness = diagnostic.witness
    if witness:
        result["properties"] = {
            "witness": {"given": dict(witness.given), "answer": witness.answer, "example": witness.example}
        }
    return result


def _fix(fix: Fix) -> dict[str, Any]:
    """A change, with what is to stand there (SARIF 2.1.0, 3.55)."""
    replacement = {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}
    return {"artifactChanges": [{"artifactLocation": {"uri": _uri(fix.span.path)}, "replacements": [replacement]}]}


def _region(span: Span) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": max(1, span.column),
        "endLine": max(span.line, span.end_line),
        "endColumn": max(1, span.end_column),
    }


def _location(span: Span, text: str, sources: dict[str, Source]) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(span.path)}}
    if span.line > 0:
        physical["region"] = _region(span)
    told: dict[str, Any] = {"physicalLocation": physical}
    place = sources[span.path].place(span.line, span.column) if span.path in sources else ""
    if place:  # a page has no line that a viewer could open
        physical.pop("region", None)
        told["logicalLocations"] = [{"name": place, "kind": "element"}]
    return {**told, **({"message": {"text": text}} if text else {})}


def _uri(path: str) -> str:
    """A path as a URI; one that begins nowhere is relative to where the command was given."""
    pure = PurePath(path)
    return pure.as_uri() if pure.is_absolute() else quote(pure.as_posix(), errors="replace")


def _suppression(item: Accepted) -> dict[str, Any]:
    return {"kind": "inSource", "justification": item.reason, "location": _location(item.acceptance.span, "", {})}
