"""Findings, and worked examples, as JUnit XML, which nearly all that counts tests can read.

The dialect is the one of the Ant task, in the narrow form that Jenkins, GitLab and GitHub's reporters agree on: suites
with counts, cases with a class name, a name and a failure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.wording import localized, localized_template, say

from regola_compiler.checks.ordered import ordered
from regola_compiler.report.json import body
from regola_compiler.report.text import WEIGHTS

# What XML 1.0 cannot hold, even escaped.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Case:
    """One test case: what it belongs to, its name, and why it failed; `told` is what is worth reading all the same."""

    group: str
    name: str
    failure: str = ""
    kind: str = ""
    told: str = ""
    file: str = ""
    line: int = 0


def cases_of(found: Sequence[Diagnostic], clean: Sequence[str], *, strict: bool = False) -> list[Case]:
    """A case for each finding, by its file; a warning is told, and fails only where that was asked for.

    Args:
        found: the findings.
        clean: what was looked at: of a file without a finding it is said that it passed.
        strict: whether a warning fails.
    """
    cases = []
    for diagnostic in ordered(found):
        fails, span = strict or diagnostic.weight is Severity.ERROR, diagnostic.span
        name = f"{span.line}:{span.column} {localized(diagnostic.message)}"
        told = body(diagnostic)
        cases.append(
            Case(
                span.path,
                name,
                told if fails else "",
                diagnostic.code.slug,
                "" if fails else f"{localized_template(WEIGHTS[diagnostic.weight.value])}: {told}",
                span.path,
                span.line,
            )
        )
    spoken_of = {case.group for case in cases}
    nothing = localized(say("nothing found"))
    return [*cases, *(Case(path, nothing, file=path) for path in clean if path not in spoken_of)]


def as_junit(suite: str, cases: Sequence[Case]) -> str:
    """One suite with its cases, in their order."""
    failures = str(sum(bool(case.failure) for case in cases))
    root = Element("testsuites", name="regola", tests=str(len(cases)), failures=failures)
    inner = SubElement(
        root, "testsuite", name=_held(suite), tests=str(len(cases)), failures=failures, errors="0", skipped="0"
    )
    for case in cases:
        one = SubElement(inner, "testcase", classname=_held(case.group), name=_held(case.name))
        if case.file:
            one.set("file", _held(case.file))
            one.set("line", str(max(1, case.line)))
        if case.failure:
            failure = SubElement(one, "failure", message=_held(case.failure.splitlines()[0]), type=_held(case.kind))
            failure.text = _held(case.failure)
        if case.told:
            SubElement(one, "system-out").text = _held(case.told)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _held(text: str) -> str:
    """A text as XML can hold it; for what it cannot stands the sign for a missing character."""
    return _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
