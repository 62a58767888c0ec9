"""The headings of rulebooks in Markdown as the index of their sections: titles, and what is wrong with numbers."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from regola_dsl.diagnostics import Diagnostic, Label, in_a_row, nearest
from regola_dsl.source import Source
from regola_dsl.tree import Anchor, Declaration, Example
from regola_dsl.wording import say

from regola_compiler.literate import codes
from regola_compiler.literate.source import LiterateSource, heading_span

# No chapter has more digits, and Python reads no number of thousands.
_NUMBER = re.compile(r"\d{1,9}")
_PART = re.compile(r"\d{1,9}|[a-z]")
# Up to how many sections, or what share of those that are cited, an index may lack and be thought complete.
_FEW, _SHARE = 1, 20
# How many numbers away a section may be that the same declaration cites.
_NEAR = 3
# Sections that are cited, each with the declaration that does.
Cited: TypeAlias = Sequence[tuple[Anchor, Declaration]]


def literate_of(sources: Iterable[Source]) -> list[LiterateSource]:
    """The rulebooks in Markdown among files of rules."""
    return [source for source in sources if isinstance(source, LiterateSource)]


def section_findings(cited: Cited, sources: Sequence[Source], indexed: Collection[str] = ()) -> list[Diagnostic]:
    """What is wrong with the numbers of headings, and which rules cite a section that the book has not.

    Args:
        cited: What the game's own declarations cite, in the order in which it stands in these files.
        sources: Its files of rules, in the order in which they are read.
        indexed: The sections that the indexes of its books list, if it has any.
    """
    books = literate_of(sources)
    told: set[str] = set()
    found = [*_misnumbered(books), *_unknown(cited, books, told)] if books else []
    return [*found, *_not_listed(cited, indexed, told)] if indexed else found


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


def _unknown(cited: Cited, books: Sequence[LiterateSource], told: set[str]) -> Iterator[Diagnostic]:
    """The sections that rules in Markdown cite and that no heading begins; each only where it is cited first.

    They are put among those that are told.
    """
    paths = {book.path for book in books}
    known = {heading.stands_for for book in books for heading in book.headings if heading.stands_for}
    for anchor, node in cited:
        section = anchor.section
        if section in told or _file(node) not in paths or _is_of(section, known):
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


def _not_listed(cited: Cited, indexed: Collection[str], told: Collection[str]) -> Iterator[Diagnostic]:
    """The numbered sections that no index lists; each only where it is cited first, and none that is told already.

    An index may be of a part of the book alone. So nothing is told where more than a few of those that are cited are
    not in it.
    """
    first: dict[str, tuple[Anchor, Declaration]] = {}
    for anchor, node in cited:
        first.setdefault(anchor.section, (anchor, node))
    numbered = [section for section in first if section[0].isdigit()]
    strange = [section for section in numbered if not _is_of(section, indexed)]
    if len(strange) > max(_FEW, len(numbered) // _SHARE):
        return
    for section in strange:
        if section in told:
            continue
        anchor, node = first[section]
        own = {other.section for other, of in cited if of is node} - {section}
        close = _left_out(anchor, node, cited, indexed) or _close(section, indexed, own & {*indexed})
        yield Diagnostic(
            codes.SECTION_UNKNOWN,
            say("no index of the book has a section {anchor}", anchor=anchor.written),
            anchor.span,
            say("cited here"),
            help=say(
                "did you mean {anchors}?",
                anchors=in_a_row([f"`@{Anchor(one, anchor.span).written}`" for one in close], "or"),
            )
            if close
            else say("cite the section that is meant, or list it in the index below `sources/`"),
            subject=node.name.text,
        )


def _left_out(anchor: Anchor, node: Declaration, cited: Cited, indexed: Collection[str]) -> list[str]:
    """The one section that no rule cites and that stands between those which the rules before and behind cite.

    Whoever writes rules follows the book.
    """
    if isinstance(node, Example):
        return []
    beside = [
        (other, of)
        for other, of in cited
        if of is node or (_file(of) == _file(node) and not isinstance(of, Example) and other.section in indexed)
    ]
    at = next(place for place, (other, _) in enumerate(beside) if other is anchor)
    before = next((other for other, of in beside[at::-1] if of is not node), None)
    behind = next((other for other, of in beside[at:] if of is not node), None)
    if before is None or behind is None:
        return []
    ruled = {other.section for other, of in cited if not isinstance(of, Example)}
    low, high = _key(before.section), _key(behind.section)
    found = [one for one in indexed if low <= _key(one) <= high and one not in ruled]
    return found if len(found) == 1 else []


def _file(node: Declaration) -> str:
    return node.span.path.partition("#")[0]


def _close(section: str, indexed: Collection[str], own: Collection[str]) -> list[str]:
    """The sections that may be meant by one that is none: written as it is but for the dots, or else beside it.

    One that the same declaration cites is likelier than others; of two that are as likely both are told.

    Args:
        section: What is no section.
        indexed: All that there are.
        own: Those that the same declaration cites besides.

    >>> _close("4.4", ["4.1", "4.3", "6.2"], {"4.3"}), _close("4.4", ["4.1", "4.3", "4.5"], ())
    (['4.3'], ['4.3', '4.5'])
    >>> _close("42", ["4.1", "4.2"], ()), _close("6.21", ["6.12", "6.2"], ())
    (['4.2'], ['6.12'])
    """
    plain = section.replace(".", "")
    if same := [one for one in sorted(indexed) if one.replace(".", "") == plain]:
        return same[:1]
    exchanged = [one for one in sorted(indexed) if sorted(one) == sorted(section) and len(one) == len(section)]
    beside = [*exchanged, *_beside(section, indexed, 1)]
    near = _beside(section, own, _NEAR) or [one for one in beside if one in own] or beside
    if near:
        return list(dict.fromkeys(near))
    likely = nearest(section, sorted(indexed))
    return [likely] if likely else []


def _beside(section: str, others: Collection[str], most: int) -> list[str]:
    """The sections of the same chapter at most so many numbers away, the nearest of them; two on either side."""
    around, _, number = section.rpartition(".")
    if not _NUMBER.fullmatch(number):
        return []
    away = {
        one: abs(int(one.rpartition(".")[2]) - int(number))
        for one in sorted(others, key=_key)
        if one.rpartition(".")[0] == around and _NUMBER.fullmatch(one.rpartition(".")[2])
    }
    least = min(away.values(), default=most + 1)
    return [one for one, far in away.items() if far == least <= most]


def _is_of(section: str, known: Collection[str]) -> bool:
    """Whether a section is known, or the one that it is a point, `9.6b`, or a part of, `9.6/example`."""
    of = section.partition("/")[0]
    return section in known or of in known or of.rstrip("abcdefghijklmnopqrstuvwxyz") in known
