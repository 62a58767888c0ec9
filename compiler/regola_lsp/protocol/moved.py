"""Findings of an earlier text where they stand now: what the checks said last is shown until they have spoken again."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from regola_compiler.incremental.places import Home
from regola_compiler.literate.source import holds_rules
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span


class Moved:
    """From where declarations stood to where they stand."""

    def __init__(self, before: Mapping[str, Home], now: Mapping[str, Home]) -> None:
        self._now = now
        self._before: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
        for name, home in before.items():
            self._before[home.path].append((home.end, home.above, name))

    def finding(self, found: Diagnostic) -> Diagnostic | None:
        """A finding where its declaration stands now; None where that is gone."""
        span = self._span(found.span)
        if span is None:
            return None
        places = [(label, self._span(label.span)) for label in found.related]
        related = tuple(replace(label, span=place) for label, place in places if place is not None)
        # What was to be written where somebody has written since is tried anew before it is offered again.
        return replace(found, span=span, related=related, fixes=())

    def _span(self, span: Span) -> Span | None:
        """A place of a rule where it stands now; one of another file stays as it is."""
        if not holds_rules(span.path):
            return span
        homes = self._before.get(span.path, [])
        at = bisect_left(homes, (span.line, -1, ""))
        if at == len(homes) or homes[at][1] >= span.line:
            return span  # between two declarations
        _, above, name = homes[at]
        other = self._now.get(name)
        if other is None:
            return None
        by = other.above - above
        return replace(span, path=other.path, line=span.line + by, end_line=span.end_line + by)
