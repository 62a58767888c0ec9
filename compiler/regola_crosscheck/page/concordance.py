"""The concordance of a book, as a text or as one HTML file that asks the network for nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape

from regola_dsl.source import Source
from regola_dsl.wording import localized, say, say_number, spoken

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.text import called
from regola_crosscheck.checks.statements import statements
from regola_crosscheck.concordance.candidates import TermCandidate, by_forms, term_candidates
from regola_crosscheck.concordance.lines import (
    ALL_TERMS,
    ONLY_DIFFERENT,
    Entry,
    Line,
    Subject,
    as_text,
    concordance,
    counts,
    differences,
)
from regola_crosscheck.concordance.statements import Statement
from regola_crosscheck.files.blocks import FileSource
from regola_crosscheck.language.morphology import keys_of

_STYLE = (
    "body{font:16px/1.45 system-ui,sans-serif;max-width:76rem;margin:1.5rem auto;padding:0 1rem;color:#222;"
    "background:#fff}table{border-collapse:collapse;width:100%}"
    "td{padding:.25rem .6rem .25rem 0;vertical-align:top;border-top:1px solid #ddd}"
    "td:first-child,td:nth-child(2){white-space:nowrap;color:#555}td:last-child{color:#555;width:16rem}"
    "tr.differs td{border-top:2px solid #a33}h3{margin:1.2rem 0 .2rem}"
    "summary{font-weight:600;padding:.3rem 0;cursor:pointer}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "td{border-color:#444;color:#ccc!important}}"
)


def terms_of_book(context: CrosscheckContext) -> list[TermCandidate]:
    """The terms of a book: those of its glossary first, then those it seems to have."""
    language = context.book.language
    known = [
        TermCandidate(terms.preferred, keys_of(terms.preferred, language), 0, 0.0, ())
        for concept in (context.glossary.concepts if context.glossary is not None else ())
        if (terms := concept.terms.get(language)) is not None and keys_of(terms.preferred, language)
    ]
    texts = [
        one.text for section in context.book.stretches for one in context.sentences(section) if one.kind != "heading"
    ]
    taken = {one.keys for one in known}
    found = by_forms(term_candidates(texts, language), language)
    return [*known, *(one for one in found if one.keys not in taken)]


def concordance_file(context: CrosscheckContext, source: Source | None = None, *, html: bool) -> str:
    """The concordance of a book as the text of a file: it holds the sentences of the book.

    Args:
        context: the book.
        source: what was read; of a file without lines of its own the places in it are told instead.
        html: whether it is a page.
    """

    def place(one: Statement) -> str:
        start = one.sentence.span()
        told = source.at(start.line, start.column).words if isinstance(source, FileSource) else ""
        return localized(told or say("line {number}", number=start.line))

    every, worth = list(statements(context, examples=True)), _worth_reading(context, terms_of_book(context))
    subjects, entries = differences(every, worth), concordance(every, worth)
    if html:
        return _page(subjects, entries, context, place)
    return as_text(subjects, entries, context.book.path, place)


def _worth_reading(context: CrosscheckContext, terms: list[TermCandidate]) -> list[TermCandidate]:
    """The terms without verbs and adjectives: those of the glossary, and those of which articles announce a word."""
    return [one for one in terms if not one.times or any(context.is_noun([key]) for key in one.keys)]


def _page(
    subjects: Sequence[Subject], entries: Sequence[Entry], context: CrosscheckContext, place: Callable[[Statement], str]
) -> str:
    said = escape(context.book.path)
    title = escape(localized(say("Concordance: {book}", book=context.book.path)))
    many = escape(localized(counts(subjects, entries)))
    about = say("A red line parts two sentences of one subject that differ in a number or a small word.")
    parts = [
        f'<!DOCTYPE html>\n<html lang="{escape(context.book.language)}">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'<h1>{said}</h1>\n<p lang="{spoken()}">{many}. {escape(localized(about))}</p>\n'
    ]
    parts.append(f'<h2 lang="{spoken()}">{escape(localized(ONLY_DIFFERENT))}</h2>\n' if subjects else "")
    for subject in subjects:
        parts.append(f"<h3>{escape(subject.term)}</h3>\n<table>\n")
        for pair in subject.differences:
            parts += [_row(pair.one, place, ""), _row(pair.other, place, pair.differs)]
        parts.append("</table>\n")
    parts.append(f'<h2 lang="{spoken()}">{escape(localized(ALL_TERMS))}</h2>\n')
    for entry in entries:
        differing = sum(bool(line.differs) for line in entry.lines)
        differ = localized(say_number("{number} differs", "{number} differ", differing))
        more = f", {escape(differ)}" if differing else ""
        parts.append(f"<details><summary>{escape(entry.term)} ({len(entry.lines)}{more})</summary>\n<table>\n")
        parts += [_row(line, place, line.differs) for line in entry.lines]
        parts.append("</table></details>\n")
    return "".join([*parts, "</body>\n</html>\n"])


def _row(line: Line, place: Callable[[Statement], str], differs: str) -> str:
    """A sentence with its section, its place and its small words; below a red line where it differs."""
    sentence = line.statement.sentence
    values = "; ".join(words for _, words in line.values)
    return (
        f"<tr{' class=differs' if differs else ''}><td>{escape(localized(called(sentence.section)))}</td>"
        f"<td>{escape(place(line.statement))}</td><td>{escape(sentence.text)}</td><td>{escape(values)}</td></tr>\n"
    )
