"""What comes of a condition that always holds: told as that condition, and once.

An exception that always holds leaves its definition's value unused, and meets every other exception. To take the value
out, or to say which of the two wins, would make of the slip a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.diagnostics import Diagnostic, Severity

from regola_compiler.checks.common import NEVER_HOLDS
from regola_compiler.checks.definitions import contradiction, dead_exception


def told_with_its_condition(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings; in the place of those that a condition brings about, the finding about the condition.

    Of a condition that its words decide `related` shows the other part.
    """
    told = list(found)
    for cause in found:
        if cause.code != NEVER_HOLDS or not cause.related:
            continue
        follow = [one for one in told if _follows(one, cause)]
        if not follow:
            continue
        heavy = any(one.weight is Severity.ERROR for one in follow)
        first = min(told.index(one) for one in (*follow, cause))
        told = [one for one in told if one not in follow and one is not cause]
        told.insert(first, replace(cause, severity=Severity.ERROR if heavy else cause.severity))
    return told


def _follows(one: Diagnostic, cause: Diagnostic) -> bool:
    """Whether a finding is about an exception in whose condition the cause stands, or about what that replaces."""
    if _owner(one) != _owner(cause):
        return False
    places = {(span.path, span.line) for span in (one.span, *(label.span for label in one.related))}
    if one.code == contradiction.CODE:
        return (cause.span.path, cause.span.line) in places
    # An exception that is never reached has a name of its own, and the value that all of them replace has none.
    return one.code == dead_exception.CODE and one.subject == cause.subject


def _owner(one: Diagnostic) -> str:
    return one.subject.partition(".")[0]
