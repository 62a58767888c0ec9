"""What a publisher is told, as data: of each finding that is of the book its place, its sentence and a proposal."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from regola_dsl.diagnostics import Label, Severity
from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.book.columns import split_cells, style_of
from regola_crosscheck.files.blocks import FileSource
from regola_crosscheck.publisher.words import OURS, Words, words_of
from regola_crosscheck.report import Report

# Of a longer sentence, or what is none, so much is shown at both sides of the word.
AROUND = 220
_KNOWN = "known-erratum"
# What these note is said in words of the book's language: what its sections say, what one of them seems to lack.
_NOTED = frozenset({_KNOWN, "sentence-missing"})


@dataclass(frozen=True, slots=True)
class Quotation:
    """A sentence of the book in three parts: up to what is meant, that itself, and the rest."""

    before: str
    marked: str
    after: str


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to be told: where, which sentence, what is wrong with it, what is proposed, and what to compare.

    `settled` if the proposal says what is to stand there.
    """

    section: str
    title: str
    place: str
    quotation: Quotation
    what: str
    proposal: str
    compare: tuple[str, ...] = ()
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """The report on one book: groups with their headings, those of most weight first; none is empty."""

    book: str
    language: str
    words: Words
    groups: tuple[tuple[str, tuple[Note, ...]], ...]

    @property
    def count(self) -> str:
        """How many notes there are, in words."""
        number = sum(len(notes) for _, notes in self.groups)
        return self.words.counts[number != 1].format(number=number)


def notes_of(report: Report, language: str, title: str) -> Notes:
    """The notes on the book in a language, from the findings of a report that are shown.

    Args:
        report: a run of the desk, filtered to what is to be told.
        language: one of its books.
        title: what the book is called.
    """
    context, words = report.contexts[language], words_of(language)
    groups: dict[int, list[Note]] = {0: [], 1: [], 2: [], 3: []}
    heads = frozenset(context.book.span_of(section) for section in context.book.sections)
    for told_of in _by_word(context, report.found, heads):
        notes = [_note(report, context, finding, words, heads) for finding in told_of]
        groups[min(map(_group, told_of))].append(_as_one(notes))
    told = tuple((words.groups[place], tuple(notes)) for place, notes in groups.items() if notes)
    return Notes(title, language, words, told)


def _by_word(
    context: CrosscheckContext, found: Sequence[CrosscheckFinding], heads: AbstractSet[Span]
) -> list[list[CrosscheckFinding]]:
    """What is of the book, in its order; what speaks of one word, by itself and by the other language, is together.

    What marks the head of a section speaks of all of it, and each of that is another matter.
    """
    groups: list[list[CrosscheckFinding]] = []
    by_span: dict[Span, list[CrosscheckFinding]] = {}
    for finding in found:
        diagnostic = finding.diagnostic
        if diagnostic.span.path != context.book.path or diagnostic.code.slug in OURS:
            continue
        alone = diagnostic.code.slug == _KNOWN or diagnostic.span in heads
        together = [] if alone else by_span.setdefault(diagnostic.span, [])
        if not together:
            groups.append(together)
        together.append(finding)
    return groups


def _as_one(notes: Sequence[Note]) -> Note:
    """Several notes on one word as one; of what they propose that which says what is to stand there."""
    first = next((note for note in notes if note.settled), notes[0])
    what = dict.fromkeys((first.what, *(note.what for note in notes)))
    compare = dict.fromkeys(one for note in (first, *notes) for one in note.compare)
    return replace(first, what=" ".join(what), compare=tuple(compare))


def _group(finding: CrosscheckFinding) -> int:
    if finding.diagnostic.code.slug == _KNOWN:
        return 3
    if finding.confidence is Confidence.CERTAIN and finding.diagnostic.weight is Severity.ERROR:
        return 0
    return 2 if finding.confidence is Confidence.POSSIBLE else 1


def _note(
    report: Report, context: CrosscheckContext, finding: CrosscheckFinding, words: Words, heads: AbstractSet[Span]
) -> Note:
    diagnostic = finding.diagnostic
    slug = diagnostic.code.slug
    # What marks the head of its section is what the section lacks.
    here = words.phrases.get(f"{slug} here") if diagnostic.span in heads else None
    phrase = here or words.phrases.get(slug, words.unsorted)
    quotation = _quotation(context, diagnostic.span)
    found, expected = quotation.marked.strip(), ""
    if finding.word is not None:
        found, expected = finding.word.new or found, finding.word.expected or finding.word.old
    told = diagnostic.message.partition(": ")[2] or diagnostic.message
    said = {"found": found, "expected": expected, "section": finding.section, "told": _sentence(told)}
    settled = bool(expected and phrase.do)
    proposal = phrase.do if settled else phrase.open
    if settled and finding.word is not None and not finding.word.new:
        proposal = words.lost
    section = context.book.section(finding.section)
    return Note(
        finding.section,
        section.title if section is not None else "",
        _place(report, diagnostic.span, words),
        quotation,
        phrase.what.format_map(said),
        proposal.format_map(said),
        (
            *_compared(report, context, diagnostic.related, words),
            *(diagnostic.notes if slug in _NOTED else ()),
        ),
        settled,
    )


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def _place(report: Report, span: Span, words: Words) -> str:
    """Where something stands, for who has the file in hand."""
    source = report.sources.get(span.path)
    numbers = source.at(span.line, span.column).numbers if isinstance(source, FileSource) else {"line": span.line}
    return ", ".join(words.places[name].format(n=number) for name, number in numbers.items())


def _quotation(context: CrosscheckContext, span: Span) -> Quotation:
    """The sentence in which a stretch stands, with the stretch marked; of a table its row."""
    line = context.book.lines[span.line - 1] if 0 < span.line <= len(context.book.lines) else ""
    last = span.end_column - 1 if span.end_line == span.line else len(line)
    if style_of(line) == "pipes":
        return _row(line, span)
    section = context.book.section_at(span.line)
    for sentence in context.sentences(section) if section is not None else ():
        whole = sentence.span()
        if (whole.line, whole.column) <= (span.line, span.column) < (whole.end_line, whole.end_column):
            places = [sentence.passage.place(sentence.offset(at)) for at in range(len(sentence.text))]
            end = (span.end_line, span.end_column)
            inside = [at for at, place in enumerate(places) if (span.line, span.column) <= place < end]
            if not inside:
                break
            start, stop = inside[0], inside[-1] + 1
            return Quotation(sentence.text[:start], sentence.text[start:stop], sentence.text[stop:])
    start = span.column - 1
    cut = max(0, start - AROUND)
    parts = (line[cut:start].lstrip("#> "), line[start:last].strip("# "), line[last : last + AROUND])
    return Quotation(*(part.replace("*", "") for part in parts))


def _row(line: str, span: Span) -> Quotation:
    """The cells of a row with blanks between them."""
    parts = ["", "", ""]
    for cell in split_cells(line, span.line, "pipes").cells:
        inside = span.column <= cell.column < max(span.end_column, span.column + 1)
        place = 1 if inside else 0 if cell.column < span.column else 2
        parts[place] += f"{cell.text} · "
    before, marked, after = parts
    return Quotation(before, marked.removesuffix(" · "), f" · {after}".removesuffix(" · ") if after else "")


def _compared(report: Report, context: CrosscheckContext, related: tuple[Label, ...], words: Words) -> tuple[str, ...]:
    """The other places of the books that a finding speaks of: our rules are nothing to a publisher."""
    found = []
    books = {one.book.path: one for one in report.contexts.values()}
    for label in related[:4]:
        other = books.get(label.span.path)
        if other is None:
            continue
        section = other.book.section_at(label.span.line)
        named = words.named(section.id if section is not None else "")
        place = _place(report, label.span, words)
        tongue = "" if other is context else f" [{other.book.language}]"
        one = _quotation(other, label.span)
        text = f"{one.before}{one.marked}{one.after}".strip()
        found.append(f"{named}{tongue} ({place}): {text}")
    return tuple(found)
