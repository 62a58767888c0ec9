"""The headings of rulebooks in Markdown as the index of their sections: titles, and what is wrong with numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from regola_dsl.diagnostics import Diagnostic, Label, nearest
from regola_dsl.source import Source
from regola_dsl.tree import Anchor, Declaration
from regola_dsl.wording import say

from regola_compiler.literate import codes
from regola_compiler.literate.source import LiterateSource, heading_span
from regola_compiler.model.visitor import iter_children

_PART = re.compile(r"\d+|[a-z]")


def literate_of(sources: Iterable[Source]) -> list[LiterateSource]:
    """The rulebooks in Markdown among files of rules."""
    return [source for source in sources if isinstance(source, LiterateSource)]


def section_findings(nodes: Sequence[Declaration], sources: Sequence[Source]) -> list[Diagnostic]:
    """What is wrong with the numbers of headings, and which rules cite a section that no heading begins.

    Args:
        nodes: The declarations of the game, their places in these files or in homes of them (`path#words`).
        sources: Its files of rules, in the order in which they are read.
    """
    books = literate_of(sources)
    if not books:
        return []
    return [*_misnumbered(books), *_unknown(nodes, books)]


def _misnumbered(books: Sequence[LiterateSource]) -> Iterator[Diagnostic]:
    """Each number that comes a second time, or behind one that it should stand before."""
    seen: dict[str, Label] = {}
    for book in books:
        last: tuple[list[tuple[int, str]], str, Label] | None = None
        for heading in book.headings:
            if not heading.number:
                continue
            span, key = heading_span(book.path, heading), _key(heading.number)
            here = Label(span, say("section {number}", number=heading.number))
            if heading.number in seen:
                message = say("section {number} begins here a second time", number=heading.number)
                first = Label(seen[heading.number].span, say("it begins here"))
                yield Diagnostic(
                    codes.HEADING_MISNUMBERED,
                    message,
                    span,
                    related=(first,),
                    help=say("give one of the two another number"),
                )
                continue
            seen[heading.number] = here
            if last is not None and key < last[0]:
                message = say("section {number} stands behind section {last}", number=heading.number, last=last[1])
                help_text = say("sections stand in the order of their numbers")
                yield Diagnostic(codes.HEADING_MISNUMBERED, message, span, related=(last[2],), help=help_text)
                continue
            last = key, heading.number, here


def _key(number: str) -> list[tuple[int, str]]:
    """What puts section numbers in order.

    >>> sorted(["9.10", "9.2", "9", "10"], key=_key)
    ['9', '9.2', '9.10', '10']
    """
    return [(int(part), "") if part.isdigit() else (0, part) for part in _PART.findall(number)]


def _unknown(nodes: Sequence[Declaration], books: Sequence[LiterateSource]) -> Iterator[Diagnostic]:
    """The sections that rules in Markdown cite and that no heading begins; each only where it is cited first."""
    paths = {book.path for book in books}
    known = {heading.stands_for for book in books for heading in book.headings if heading.stands_for}
    told: set[str] = set()
    for node in nodes:
        if node.span.path.partition("#")[0] not in paths:
            continue
        for anchor in _anchors(node):
            section = anchor.section
            # A point of a list, `9.6b`, and a part of a section, `"9.6/example"`, are of that section.
            of = section.partition("/")[0]
            if section in told or not known.isdisjoint({section, of, of.rstrip("abcdefghijklmnopqrstuvwxyz")}):
                continue
            told.add(section)
            close = nearest(section, sorted(known))
            if close is None and not section[0].isdigit():
                continue  # a name in quotes may be a place of another book
            yield Diagnostic(
                codes.SECTION_UNKNOWN,
                say("no heading begins a section {anchor}", anchor=anchor.written),
                anchor.span,
                say("cited here"),
                help=say("did you mean `@{anchor}`?", anchor=Anchor(close, anchor.span).written)
                if close
                else say("a heading such as `## 4.2 Weather` begins section 4.2"),
                subject=node.name.text,
            )


def _anchors(node: Any) -> Iterator[Anchor]:
    if isinstance(node, Anchor):
        yield node
        return
    for child in iter_children(node):
        yield from _anchors(child)
