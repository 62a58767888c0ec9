"""A file falls apart into declarations at column 0: their lines, before anything in them is read."""

from __future__ import annotations

import re

from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.source import Source, Span

MAX_BYTES = 4_000_000
WORDS = re.compile(r"[\w*+][\w/:*+-]*")
KINDS = tuple(
    "enum scale record table modifiers define exception state given variant assume action rule sequence path choice"
    " example erratum accept label".split()
)
# Declarations that need nothing below their first line.
_ONE_LINE = ("state ", "given ", "variant ", "action ", "exception ", "label ")


def chunks_of(source: Source) -> list[list[tuple[int, str]]] | None:
    """The numbered lines of each declaration; None if the file does not fall apart into declarations."""
    found: list[Diagnostic] = []
    if len(source.text.encode("utf-8", "replace")) > MAX_BYTES:
        return None
    chunks = split(source, found, set())
    return None if found else chunks


def split(source: Source, found: list[Diagnostic], lost: set[str]) -> list[list[tuple[int, str]]]:
    """The numbered lines of each declaration. Lines before the first are an error."""
    chunks: list[list[tuple[int, str]]] = []
    for number, line in enumerate(source.lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if not line[0].isspace():
            word = re.match(r"\w*", line)
            bodiless = chunks and len(chunks[-1]) == 1 and not chunks[-1][0][1].startswith(_ONE_LINE)
            if bodiless and word and word[0] not in KINDS and not nearest(word[0], list(KINDS)):
                span = Span(source.path, number, 1, number, len(line) + 1)
                found.append(
                    Diagnostic(
                        codes.BAD_INDENT,
                        "this line stands below a declaration that has nothing in it yet, and is not indented",
                        span,
                        help="indent what belongs to the declaration above",
                    )
                )
                lost.update(WORDS.findall(chunks.pop()[0][1]))
                continue
            chunks.append([])
        elif not chunks:
            column = len(line) - len(line.lstrip()) + 1
            span = Span(source.path, number, column, number, len(line) + 1)
            found.append(
                Diagnostic(
                    codes.BAD_INDENT,
                    "this line is indented, but no declaration stands above it",
                    span,
                    help="a declaration starts at the beginning of a line",
                )
            )
            return []
        chunks[-1].append((number, line))
    return chunks
