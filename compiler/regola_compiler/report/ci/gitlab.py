"""Findings as a GitLab Code Quality report, which merge requests show: a JSON array of issues, each with its place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Source

from regola_compiler.checks.ordered import ordered
from regola_compiler.report.ci.fingerprints import marked
from regola_compiler.report.json import body

# GitLab's five grades run from `info` to `blocker`; an error is what a merge should wait for.
GRADES = {Severity.ERROR: "major", Severity.WARNING: "minor"}


def as_gitlab(found: Sequence[Diagnostic], sources: Mapping[str, Source]) -> str:
    """The findings as a Code Quality report; `sources` are the texts by the path they are shown under."""
    issues = [
        {
            "description": body(diagnostic),
            "check_name": diagnostic.code.slug,
            "fingerprint": mark,
            "severity": GRADES[diagnostic.weight],
            # A finding about a whole file has no line; GitLab wants one.
            "location": {"path": diagnostic.span.path, "lines": {"begin": max(1, diagnostic.span.line)}},
        }
        for diagnostic, mark in marked(ordered(found), sources)
    ]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"
