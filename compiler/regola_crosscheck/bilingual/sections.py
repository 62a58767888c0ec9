"""The sections that stand in one of two texts only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from regola_dsl.diagnostics import Code, Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.counterparts import with_lost_numbers
from regola_crosscheck.book.text import BookSection

SECTION = Code("R771", "languages-section", "a section stands in one language only")
# So many sections in a row that one text has alone are told as one.
SEVERAL = 3


def sections_of_one(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """The sections that one text has alone: each, or where several follow one another, as a chapter does, the run."""
    for run in _runs(here, with_lost_numbers(there, here)):
        yield _only_here(here, there, run)
    if not here.book.sections:
        return
    whole = with_lost_numbers(here, there)
    yield from _without_numbers(here, there, whole)
    for run in _runs(there, whole):
        yield _missing_here(here, there, run)


def _only_here(here: CrosscheckContext, there: CrosscheckContext, run: Sequence[BookSection]) -> CrosscheckFinding:
    first, last, language = run[0], run[-1], there.book.language
    if len(run) == 1:
        message = say("section {section} is not in the other text ({language})", section=first.id, language=language)
        label, help_ = say("only here"), say("see whether it was added here, or left out there")
    else:
        message = say(
            "{number} sections, {first} to {last}, are not in the other text ({language})",
            number=len(run),
            first=first.id,
            last=last.id,
            language=language,
        )
        label = say("only here, up to {last}", last=last.id)
        help_ = say("see whether the other text is a part of the book, or they were left out there")
    return here.finding(
        SECTION,
        _sure(first),
        first.id,
        _key("-", language, run),
        message,
        here.book.span_of(first),
        label=label,
        related=(_would_stand(there, run),),
        help=help_,
        lacking="there",
        through=_through(run),
    )


def _missing_here(here: CrosscheckContext, there: CrosscheckContext, run: Sequence[BookSection]) -> CrosscheckFinding:
    first, last, language = run[0], run[-1], there.book.language
    if len(run) == 1:
        message = say(
            "section {section} of the other text ({language}) is missing here", section=first.id, language=language
        )
        help_ = say("see whether it was left out, or its heading lost its number")
    else:
        message = say(
            "{number} sections of the other text ({language}), {first} to {last}, are missing here",
            number=len(run),
            first=first.id,
            last=last.id,
            language=language,
        )
        help_ = say("see whether this text is a part of the book, or they were left out")
    place = _would_stand(here, run)
    return here.finding(
        SECTION,
        _sure(first),
        first.id,
        _key("+", language, run),
        message,
        place.span,
        label=place.text,
        related=(Label(there.book.span_of(first), say("only here")),),
        help=help_,
        lacking="here",
        through=_through(run),
    )


def _would_stand(text: CrosscheckContext, run: Sequence[BookSection]) -> Label:
    """Where a text would have what another one has alone: behind a section, or before all."""
    book, first = text.book, run[0]
    key = book.numbering.key(first.id)
    before = [one for one in book.sections if book.numbering.key(one.id) < key] if first.numbered else []
    near = before[-1:] or book.sections[:1]
    span = book.span_of(near[0]) if near else Span(book.path, 1, 1, 1, 2)
    if len(run) == 1:
        return Label(span, say("it would stand after this") if before else say("it would stand before this"))
    return Label(span, say("they would stand after this") if before else say("they would stand before this"))


def _sure(first: BookSection) -> Confidence:
    return Confidence.CERTAIN if first.numbered else Confidence.POSSIBLE


def _key(sign: str, language: str, run: Sequence[BookSection]) -> str:
    through = _through(run)
    return f"{sign}{language} {len(run)} to {through}" if through else f"{sign}{language}"


def _through(run: Sequence[BookSection]) -> str:
    """The last of several sections in a row; nothing of one alone."""
    return run[-1].id if len(run) > 1 else ""


def _without_numbers(
    here: CrosscheckContext, there: CrosscheckContext, whole: CrosscheckContext
) -> Iterator[CrosscheckFinding]:
    """The sections that have a heading here, and no number."""
    for section in whole.book.sections:
        key = here.book.numbering.key(section.id)
        if key in here.book.by_key:
            continue
        yield here.finding(
            SECTION,
            Confidence.CERTAIN,
            section.id,
            f"+{there.book.language}",
            say(
                "the heading of section {section} of the other text ({language}) has no number here",
                section=section.id,
                language=there.book.language,
            ),
            Span(here.book.path, section.line, section.column, section.line, section.column + len(section.title)),
            label=say("the heading without its number"),
            related=(Label(there.book.span_of(there.book.by_key[key]), say("with its number")),),
            help=say("put the number {section} before it", section=section.id),
            word=ChangedWord(expected=section.id),
            part="heading",
            lacking="here",
        )


def _runs(of: CrosscheckContext, without: CrosscheckContext) -> list[list[BookSection]]:
    """The sections of a text that another has not: several in a row together, and a chapter with its own."""
    missing = [of.book.numbering.key(one.id) not in without.book.by_key for one in of.book.sections]
    runs: list[list[BookSection]] = []
    for (lacks, _), run in groupby(
        zip(of.book.sections, missing, strict=True), lambda pair: (pair[1], pair[0].numbered)
    ):
        several = [section for section, _ in run]
        if lacks:
            one_chapter = all(of.book.numbering.inside(one.id, several[0].id) for one in several[1:])
            runs += [several] if len(several) >= SEVERAL or one_chapter else [[one] for one in several]
    return runs
