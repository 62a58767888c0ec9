"""What is known of the book already: the disagreements and silences that the encoding keeps as errata."""

from __future__ import annotations

from collections.abc import Iterator

from regola_compiler.model.program import Erratum
from regola_dsl.diagnostics import Code, Label, Severity

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection

KNOWN = Code("R791", "known-erratum", "a place of the book that disagrees with another, or is silent", Severity.WARNING)
CODES = (KNOWN,)


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every erratum of which the book has a section."""
    yield from context.found("errata", None, lambda: _errata(context))


def _errata(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    for erratum in context.program.errata.values():
        places = _cited_sections(context, erratum)
        if not places:
            continue
        first, *others = places
        silent = any(statement.silent for statement in erratum.statements)
        what = "leave something open" if silent else "disagree"
        named = ", ".join(dict.fromkeys(section.id for section in places))
        subject = (
            f"sections {named} {what}" if others else f"section {named} {'leaves something open' if silent else ''}"
        )
        told = f": {_own_text(context, erratum)}" if _own_text(context, erratum) else ""
        yield context.finding(
            KNOWN,
            Confidence.CERTAIN,
            first.id,
            erratum.name,
            f"{subject.strip()}{'' if others or silent else ' disagrees with itself'}{told}",
            context.book.span_of(first),
            label=f"erratum `{erratum.name}`",
            related=(
                *(Label(context.book.span_of(section), "and here") for section in others),
                Label(erratum.name_span, "ruled here" if erratum.settled else "not settled here"),
            ),
            help="put the ruling into the text, or leave it to the errata sheet"
            if erratum.settled
            else "ask whoever can settle it",
            notes=_statements(context, erratum),
        )


def _cited_sections(context: CrosscheckContext, erratum: Erratum) -> list[BookSection]:
    """The sections that an erratum speaks of, those of its statements first."""
    anchors = [anchor for statement in erratum.statements for anchor in statement.anchors] + list(erratum.anchors)
    found: dict[int, BookSection] = {}
    for anchor in anchors:
        section = context.book.section(anchor.section)
        if section is not None:
            found.setdefault(section.line, section)
    return list(found.values())


def _statements(context: CrosscheckContext, erratum: Erratum) -> tuple[str, ...]:
    """What each of its sections says, in our words."""
    said = []
    for statement in erratum.statements:
        texts = {text.language: text.text for text in statement.texts}
        told = texts.get(context.book.language) or next(iter(texts.values()), "")
        sections = ", ".join(anchor.section for anchor in statement.anchors)
        if told:
            said.append(f"{sections}: {told}")
    return tuple(said)


def _own_text(context: CrosscheckContext, erratum: Erratum) -> str:
    """Our own words for it, in the language of the book or else in any."""
    texts = {text.language: text.text for text in (*erratum.reason, *erratum.texts)}
    return texts.get(context.book.language) or next(iter(texts.values()), "")
