"""Whether a text has sections at all: without them there is nothing to hold it against, and that is no praise."""

from __future__ import annotations

import re

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span
from regola_dsl.wording import say, say_number

from regola_crosscheck.book.text import Book

FEW = Code("R799", "few-sections", "a text in which hardly any section was recognised", Severity.WARNING)
CODES = (FEW,)

# A book has more words: what has fewer is a leaf of one, or what is left of a damaged file.
WORDS = 100


def detect_few_sections(book: Book) -> Diagnostic | None:
    """The warning that a book has one section or none."""
    if len(book.sections) > 1:
        return None
    words = sum(len(re.findall(r"[^\W\d_]+", line)) for line in book.lines)
    few = say_number(
        "the whole file has {number} word of text: if it should have more, it is damaged, or its text is a picture",
        "the whole file has {number} words of text: if it should have more, it is damaged, or its text is a picture",
        words,
    )
    return Diagnostic(
        FEW,
        say("only one section was recognised in this text: there is nothing to hold it against")
        if book.sections
        else say("no section was recognised in this text: there is nothing to hold it against"),
        Span(book.path, 1, 1, 1, 2),
        help=say("a heading is a line like `9.5 Title`, `### 9.5 Title` or `**9.5 Title.** Text`"),
        notes=(few,) if words < WORDS else (),
    )
