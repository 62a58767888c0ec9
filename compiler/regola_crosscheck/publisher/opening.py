"""The head and the foot of a letter: the day, whom it is to, what was read and held against what, who signs."""

from __future__ import annotations

from datetime import date
from pathlib import PurePath

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.publisher.notes import Opening
from regola_crosscheck.publisher.words import Words, words_of
from regola_crosscheck.report import Report


def opening_of(report: Report, language: str, title: str, *, day: date | None = None, signed: str = "") -> Opening:
    """The opening of the letter on the book in a language.

    Args:
        report: a run of the desk.
        language: one of its books.
        title: what the book is called.
        day: the date of the letter; none without it.
        signed: who writes; without it a line is left to be filled in.
    """
    context, words = report.contexts[language], words_of(language)
    head = words.head
    against = [head.against["itself"]]
    if not context.alone:
        against.append(head.against["rules"])
    against += [
        head.against["language"].format(
            language=words.language(code), file=_file(other), sections=_sections(other, words)
        )
        for code, other in report.contexts.items()
        if code != language
    ]
    return Opening(
        "" if day is None else words.date(day),
        head.salutation,
        head.opening.format(book=title, file=_file(context), sections=_sections(context, words)),
        head.compared.format(against=words.list(against)),
        head.closing,
        signed.strip() or head.signature,
    )


def _file(context: CrosscheckContext) -> str:
    return PurePath(context.book.path).name


def _sections(context: CrosscheckContext, words: Words) -> str:
    number, doubled = len(context.book.by_key), context.book.doubled
    told = [words.head.sections[number != 1].format(number=number)]
    told += [words.head.doubled[doubled != 1].format(number=doubled)] * bool(doubled)
    return ", ".join(told)
