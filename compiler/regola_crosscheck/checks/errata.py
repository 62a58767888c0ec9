"""What is known of the book already: the disagreements and silences that the encoding keeps as errata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.source import Span
from regola_dsl.tree import Text
from regola_dsl.wording import Said, say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.rules.disputes import Dispute
from regola_crosscheck.sentences.tied import TIED, evidence, most_like, weights_of_book

KNOWN = Code("R791", "known-erratum", "a place of the book that disagrees with another, or is silent", Severity.WARNING)
CODES = (KNOWN,)


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every erratum of which the book has a section."""
    yield from context.found("errata", None, lambda: _errata(context))


def _errata(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    for erratum in context.errata:
        places = _cited_sections(context, erratum)
        if not places:
            continue
        first, *others = places
        silent = any(statement.silent for statement in erratum.statements)
        message = _what(", ".join(dict.fromkeys(section.id for section in places)), silent=silent, several=bool(others))
        own = _own_text(context, erratum)
        yield context.finding(
            KNOWN,
            Confidence.CERTAIN,
            first.id,
            erratum.name,
            say("{message}: {own}", message=message, own=own) if own else message,
            _span(context, erratum, first),
            label=say("erratum `{erratum}`", erratum=erratum.name),
            related=(
                *(Label(_span(context, erratum, section), say("and here")) for section in others),
                Label(erratum.name_span, say("ruled here") if erratum.settled else say("not settled here")),
            ),
            help=say("put the ruling into the text, or leave it to the errata sheet")
            if erratum.settled
            else say("ask whoever can settle it"),
            notes=_statements(context, erratum),
        )


def _what(sections: str, *, silent: bool, several: bool) -> Said:
    """What is the matter with the sections of an erratum."""
    if several and silent:
        return say("sections {sections} leave something open", sections=sections)
    if several:
        return say("sections {sections} disagree", sections=sections)
    if silent:
        return say("section {section} leaves something open", section=sections)
    return say("section {section} disagrees with itself", section=sections)


def _cited_sections(context: CrosscheckContext, erratum: Dispute) -> list[BookSection]:
    """The sections that an erratum speaks of, those of its statements first."""
    ids = [one for statement in erratum.statements for one in statement.sections] + list(erratum.sections)
    found: dict[int, BookSection] = {}
    for one in ids:
        section = context.book.section(one)
        if section is not None:
            found.setdefault(section.line, section)
    return list(found.values())


def _span(context: CrosscheckContext, erratum: Dispute, section: BookSection) -> Span:
    """The sentence of a section that an erratum is about; the head of the section where that is not clear.

    What it says of this very section speaks for a sentence, and if it says nothing of it, all that it says.
    """
    key_of = context.book.numbering.key
    own = [one for one in erratum.statements if key_of(section.id) in {key_of(of) for of in one.sections}]
    texts = [text for one in own for text in one.texts] or [*erratum.texts, *erratum.reason]
    said = evidence(context, " ".join(text.text for text in texts if text.language == context.book.language))
    sentences = [one for one in context.sentences(section) if one.kind in TIED]
    read = [evidence(context, one.text) for one in sentences]
    place = most_like(said, read, weights_of_book(context))
    return context.book.span_of(section) if place is None else sentences[place].span()


def _statements(context: CrosscheckContext, erratum: Dispute) -> tuple[str, ...]:
    """What each of its sections says, in our words."""
    said = []
    for statement in erratum.statements:
        told = _in_language(context, statement.texts)
        sections = ", ".join(statement.sections)
        if told:
            said.append(say("{sections}: {told}", sections=sections, told=told))
    return tuple(said)


def _own_text(context: CrosscheckContext, erratum: Dispute) -> str:
    """Our own words for it, in the language of the book or else in any."""
    language = context.book.language
    said = [texts for texts in (erratum.texts, erratum.reason) if any(text.language == language for text in texts)]
    return _in_language(context, said[0] if said else erratum.texts or erratum.reason)


def _in_language(context: CrosscheckContext, texts: Sequence[Text]) -> str:
    """All that texts say in the language of the book, or else in the first that they are in."""
    languages = [text.language for text in texts]
    if not languages:
        return ""
    language = context.book.language if context.book.language in languages else languages[0]
    return " ".join(text.text for text in texts if text.language == language)
