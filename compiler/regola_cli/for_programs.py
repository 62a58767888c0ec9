"""Findings in the forms that programs around a repository read, for every command that has findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source

if TYPE_CHECKING:
    from regola_compiler.checks.suppressions import Accepted

# Beside `text` and `json`, which each command writes in its own way.
FORMS = ("sarif", "github", "gitlab", "junit")


def for_programs(
    form: str,
    found: Sequence[Diagnostic],
    sources: Mapping[str, Source],
    accepted: Sequence[Accepted] = (),
    *,
    suite: str,
    strict: bool = False,
) -> str:
    """The findings in one of `FORMS`.

    Args:
        form: which one.
        found: the findings.
        sources: the texts by the path they are shown under.
        accepted: what is no finding any more, and why; of the four SARIF alone has a place for it.
        suite: what was done, for a report of tests.
        strict: whether a warning fails.
    """
    match form:
        case "sarif":
            from regola_compiler.report.ci.sarif import as_sarif

            from regola_cli.catalogue import localized_page

            return as_sarif(found, dict(sources), accepted, page=localized_page)
        case "gitlab":
            from regola_compiler.report.ci.gitlab import as_gitlab

            return as_gitlab(found, sources)
        case "junit":
            from regola_compiler.report.ci.junit import as_junit, cases_of

            return as_junit(suite, cases_of(found, sorted(sources), strict=strict))
        case _:
            from regola_compiler.report.ci.github import as_github

            return as_github(found)
