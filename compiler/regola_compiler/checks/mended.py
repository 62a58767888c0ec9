"""What lets failing examples come out, where something else is wrong just there: told of that, and once.

That a condition never holds and that an example fails for want of it is one slip; which words mend it the example
knows, as it was tried with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.source import Span

from regola_compiler.checks.book import example_fails
from regola_compiler.mutation.mutation import inside


def told_with_what_mends(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings; where a failing example says what mends it, what is found there says so in its place."""
    mended: dict[int, Diagnostic] = {}
    gone: set[int] = set()
    for one in found:
        place = _mends(one)
        if place is None:
            continue
        fault = next((place_ for place_, other in enumerate(found) if _stands_around(place, other)), None)
        if fault is not None:
            gone.add(id(one))
            mended.setdefault(fault, _with_example(found[fault], one))
    return [mended.get(place, one) for place, one in enumerate(found) if id(one) not in gone]


def _with_example(fault: Diagnostic, example: Diagnostic) -> Diagnostic:
    """What is found, with what to write; it is an error if an example fails because of it."""
    fails = (Label(example.span, example.label),) if fault.weight is Severity.WARNING else ()
    return replace(fault, help=example.help, severity=Severity.ERROR, related=(*fault.related, *fails))


def _mends(one: Diagnostic) -> Span | None:
    """Where a change lets an example come out, of a declaration that is wrong besides."""
    if one.code != example_fails.CODE or not one.related or not one.related[0].subject:
        return None
    return one.related[0].span


def _stands_around(place: Span, other: Diagnostic) -> bool:
    if other.code == example_fails.CODE:
        return False
    return inside(place, other.span) if other.weight is Severity.ERROR else place == other.span
