"""What differs between the editions of a book in two languages, as each of the two is told it.

A difference accuses neither text. It was found in one of them; the other's letter has it the other way round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, CrosscheckFinding, Lacking
from regola_crosscheck.language.agreement import agreed
from regola_crosscheck.language.fitting import fitted
from regola_crosscheck.publisher.renderings import rendered
from regola_crosscheck.publisher.words import Phrase, Words
from regola_crosscheck.report import Report

# What differs, by the code of the finding (`Words.differences`), where the finding is about no part of it.
MATTERS = {
    "languages-section": "section",
    "languages-number": "word",
    "languages-reference": "reference",
    "languages-permission": "word",
    "languages-term": "term",
    "languages-word": "word",
    "languages-sentence": "sentence",
    "languages-two-terms": "terms",
    "languages-table": "table",
}
_SWAPPED: dict[Lacking, Lacking] = {"": "", "here": "there", "there": "here"}


@dataclass(frozen=True, slots=True)
class EditionDifference:
    """A difference as one of two texts is told it.

    Attributes:
        finding: what was found.
        here: the text that is told.
        there: the other.
        span: its place in the one.
        span_there: its place in the other; None if it has none there.
        lacking: which of the two has nothing of it.
        turned: whether it was found in the other.
    """

    finding: CrosscheckFinding
    here: CrosscheckContext
    there: CrosscheckContext
    span: Span
    span_there: Span | None
    lacking: Lacking
    turned: bool = False

    @property
    def slug(self) -> str:
        """The code of what was found."""
        return self.finding.diagnostic.code.slug

    @property
    def matter(self) -> str:
        """What differs: a word, a reference, a term, a sentence, a section or its number, a cell, a row, a table."""
        return self.finding.part or MATTERS[self.slug]

    @property
    def is_bare_heading(self) -> bool:
        """Whether it is a heading of this text that is without the number it has in the other."""
        return self.matter == "heading" and self.lacking == "here"

    @property
    def is_lone_sentence(self) -> bool:
        """Whether it is a sentence that one of the texts lacks."""
        return self.matter == "sentence" and bool(self.lacking)

    @property
    def found(self) -> str:
        """What stands in this text, in its words; nothing if it lacks that, or if it is more than a few words."""
        return self._text(self.here, self.span, lacks="here")

    @property
    def foreign(self) -> str:
        """What stands in the other text."""
        return "" if self.span_there is None else self._text(self.there, self.span_there, lacks="there")

    def expected(self, words: Words) -> str:
        """What would stand here if the other text were right; nothing where that is not known.

        The glossary knows it of a term, the other sentences of the book of a small word; else the list of its language.
        """
        known, language = self.finding.word or ChangedWord(), self.here.book.language
        shown = known.there if self.turned else known.here
        if self.matter in {"term", "terms"}:
            named = shown or (self._own_term() if self.turned else known.expected)
            if named or self.matter == "terms":
                return named
        if self.matter == "cell" and known.expected and not self.turned:
            return known.expected
        if not self.foreign:
            return ""
        listed = rendered(self.foreign, self.there.book.language, self.found, words, language, shown)
        return agreed(
            fitted(listed, self.found, language), text_after(self.here, self.span), language, self.here.book.lines
        )

    def sections(self, words: Words) -> str:
        """The sections that one of the texts lacks: two by their numbers, more by the first and the last."""
        first, last = self.finding.section, self.finding.through
        names = [one.id for one in (self.there if self.lacking == "here" else self.here).book.sections]
        if not last:
            return first
        if first in names and names.index(last) == names.index(first) + 1:
            return words.list([first, last])
        return words.through.format(first=first, last=last)

    def phrase(self, words: Words, *, several: bool = False) -> Phrase:
        """What is said of it."""
        matter, lacking = self.matter, self.lacking
        if matter == "term" and not (self.found and self.foreign):
            lacking = "there" if self.found else "here"
        plural = "s" if several or self.finding.through else ""
        for name in (f"{matter}{plural} {lacking}", f"{matter} {lacking}", matter):
            if name.strip() in words.differences:
                return words.differences[name.strip()]
        return words.unsorted

    def _text(self, context: CrosscheckContext, span: Span, *, lacks: Lacking) -> str:
        if self.matter == "heading":
            return "" if self.lacking == lacks else self.finding.section
        if self.lacking == lacks or self.matter in {"section", "sentence", "table"}:
            return ""
        if self.matter == "row" and self.finding.word is not None:
            return self.finding.word.new or self.finding.word.expected
        text = text_at(context, span)
        # What marks a whole sentence names no word of it.
        return "" if text.endswith(".") or len(text.split()) > _WORDS else text

    def _own_term(self) -> str:
        """The name in this text of what the other's glossary calls as it does; nothing where no glossary tells."""
        glossary = self.here.glossary
        for concept in glossary.concepts if glossary is not None else ():
            theirs = concept.terms.get(self.there.book.language)
            ours = concept.terms.get(self.here.book.language)
            if ours and theirs and self.foreign.casefold() in {form.casefold() for form in theirs.forms}:
                return ours.preferred
        return ""


# A word, a term or a number is told in so many words at most.
_WORDS = 5


def text_at(context: CrosscheckContext, span: Span) -> str:
    """What stands at a place of a book, in one line."""
    lines = list(context.book.lines[span.line - 1 : span.end_line])
    if not lines:
        return ""
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return " ".join(" ".join(lines).replace("*", "").split())


def text_before(context: CrosscheckContext, span: Span) -> str:
    """What stands before a place of a book in its line, and in the one above."""
    above = context.book.lines[max(0, span.line - 2) : span.line - 1]
    return " ".join([*above, *(line[: span.column - 1] for line in context.book.lines[span.line - 1 : span.line])])


def text_after(context: CrosscheckContext, span: Span) -> str:
    """What stands behind a place of a book in its line, and in the one below."""
    below = context.book.lines[span.end_line : span.end_line + 1]
    return "\n".join(
        [*(line[span.end_column - 1 :] for line in context.book.lines[span.end_line - 1 : span.end_line]), *below]
    )


def differences_of(report: Report, language: str) -> Iterator[EditionDifference]:
    """What a text is told of the others: what was found in it, and what was found in them beside it."""
    context = report.contexts[language]
    books = {one.book.path: one for one in report.contexts.values()}
    for finding in report.found:
        diagnostic, lacking = finding.diagnostic, finding.lacking
        if diagnostic.code.slug not in MATTERS or diagnostic.span.path not in books:
            continue
        found_in, place = books[diagnostic.span.path], diagnostic.span
        labels = [one.span for one in diagnostic.related if books.get(one.span.path, found_in) is not found_in]
        beside = labels[0] if labels else None
        if found_in is context:
            yield EditionDifference(finding, context, books[finding.against], place, beside, lacking)
        elif beside is not None and books[beside.path] is context:
            yield EditionDifference(finding, context, found_in, beside, place, _SWAPPED[lacking], turned=True)
