"""Places that do not move when a line is put in above.

A declaration is read as if it were a file of its own, whose path is its *home*, `rules/10.regola#define charge`. All
that is made of it, model and findings, therefore stays as it is when it moves; only what is shown is brought to
where the declaration stands now.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.records import dataclass
from regola_dsl.source import Span

_HEAD = re.compile(r"[^\W\d_]\w*")
# How many words of its first line tell a declaration from others: `then exception late to march`, `rule march`.
WORDS = 3


@dataclass(frozen=True, slots=True)
class Home:
    """Where a declaration stands: its file, the line before its first, and its last."""

    path: str
    above: int
    end: int


def homes_of(path: str, blocks: Iterable[Block]) -> dict[str, Home]:
    """A home for each block of a file, in their order: its first words, and a number where these are not enough."""
    found: dict[str, Home] = {}
    for block in blocks:
        words = _HEAD.findall(block.text.partition("\n")[0])[:WORDS]
        name = f"{path}#{' '.join(words)}"
        home, number = name, 1
        while home in found:
            number += 1
            home = f"{name}#{number}"
        found[home] = Home(path, block.line - 1, block.end)
    return found


def brought_home(diagnostic: Diagnostic, homes: dict[str, Home]) -> Diagnostic:
    """A finding with every place where it stands now."""
    return diagnostic.moved(lambda span: place_now(span, homes))


def stands(found: Diagnostic, homes: Mapping[str, Home]) -> bool:
    """Whether every declaration that a finding names a place of is still there."""
    return all(
        "#" not in span.path or span.path in homes for span in (found.span, *(one.span for one in found.related))
    )


def place_now(span: Span, homes: dict[str, Home]) -> Span:
    """A place of a declaration where it stands now; a place of any other file as it is."""
    home = homes.get(span.path)
    if home is None:
        return span
    return Span(home.path, span.line + home.above, span.column, span.end_line + home.above, span.end_column)
