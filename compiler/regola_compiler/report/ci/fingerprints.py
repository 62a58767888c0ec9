"""What a finding is known by from run to run, so that who has seen it is not told again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source


def marked(found: Sequence[Diagnostic], sources: Mapping[str, Source]) -> Iterator[tuple[Diagnostic, str]]:
    """Each finding with its mark; of those that are alike in all the mark holds a number too."""
    known: Counter[str] = Counter()
    for diagnostic in found:
        mark = _mark(diagnostic, sources)
        known[mark] += 1
        yield diagnostic, f"{mark}:{known[mark]}"


def _mark(diagnostic: Diagnostic, sources: Mapping[str, Source]) -> str:
    """What stays of a finding when lines are put in above it: its kind, its words, and the words of its line."""
    source = sources.get(diagnostic.span.path)
    lines = source.lines if source else ()
    line = lines[diagnostic.span.line - 1].strip() if 0 < diagnostic.span.line <= len(lines) else ""
    return sha256(
        f"{diagnostic.code.slug}\n{diagnostic.message}\n{line}".encode("utf-8", "backslashreplace")
    ).hexdigest()[:32]
