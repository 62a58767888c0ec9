"""What a publisher is told, as data: of each fault of the book its place, its sentence and a proposal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import CrosscheckFinding
from regola_crosscheck.base.weight import BY_HAND
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.language.agreement import agreed, with_article
from regola_crosscheck.language.fitting import governed
from regola_crosscheck.proof.marks import other_half
from regola_crosscheck.publisher.editions import EditionDifference, differences_of, text_after, text_at, text_before
from regola_crosscheck.publisher.folding import Fault, Told, decided_against, faults_of
from regola_crosscheck.publisher.places import place_of
from regola_crosscheck.publisher.quotation import Quotation, as_printed, is_head, quoted, sentence_at
from regola_crosscheck.publisher.renderings import in_its_form
from regola_crosscheck.publisher.words import GROUPS, Heading, Words, words_of
from regola_crosscheck.report import Report

# What these note is said in words of the book's language: what its sections say.
_NOTED = frozenset({"known-erratum"})
# What speaks of the head of a section without its words being wrong.
_OF_SECTION = frozenset({"section-skipped", "languages-section", "sentence-missing", "table-shape-differs"})
# What tells that something is lost, at a place that is right.
_LOST = frozenset({"sentence-missing", "table-shape-differs"})
# What is proposed by likeness: what the other language has there is better.
_GUESSED = frozenset({"reference-dangling", "reference-elsewhere"})
# What stands in one text by itself, and beside nothing in the other that would tell anything.
_WHOLE = frozenset({"sentence", "row", "table", "section"})
# So many other places are quoted or named.
_MOST = 4


@dataclass(frozen=True, slots=True)
class Remark:
    """What is wrong, and what is proposed."""

    what: str
    proposal: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to be told.

    Attributes:
        section: what its section is called, with its title.
        place: where in the file it stands.
        quotations: what is quoted, the sentence in question first.
        remarks: what is wrong with it; several where a sentence has several faults.
        compare: what our own words say of it, where the book needs that.
        also: more places of the same slip, in words.
    """

    section: str
    place: str
    quotations: tuple[Quotation, ...]
    remarks: tuple[Remark, ...]
    compare: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def quotation(self) -> Quotation:
        """The sentence in question."""
        return self.quotations[0]


@dataclass(frozen=True, slots=True)
class Opening:
    """What stands at the head and at the foot of a letter, in its words; what is empty is left out."""

    date: str = ""
    salutation: str = ""
    read: str = ""
    compared: str = ""
    closing: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """The report on one book: groups with their headings, those of most weight first; none is empty."""

    book: str
    language: str
    words: Words
    groups: tuple[tuple[Heading, tuple[Note, ...]], ...]
    opening: Opening = field(default_factory=Opening)

    @property
    def number(self) -> int:
        """How many notes there are."""
        return sum(len(notes) for _, notes in self.groups)

    @property
    def count(self) -> str:
        """How many notes there are, and how many of each group, in words."""
        total = self.words.counts[self.number != 1].format(number=self.number)
        parts = [heading.counts[len(notes) != 1].format(number=len(notes)) for heading, notes in self.groups]
        return f"{total}: {', '.join(parts)}" if parts else total

    def numbered(self) -> Iterator[tuple[Heading, list[tuple[int, Note]]]]:
        """The groups with their notes, which are numbered through them all."""
        numbers = count(1)
        for heading, notes in self.groups:
            yield heading, [(next(numbers), note) for note in notes]


def notes_of(report: Report, language: str, title: str, opening: Opening | None = None) -> Notes:
    """The notes on the book in a language, from the findings of a report that are shown.

    Args:
        report: a run of the desk, filtered to what is to be told.
        language: one of its books.
        title: what the book is called.
        opening: what stands at the head of the letter (`opening.py`).
    """
    unnumbered = tuple(one.span for one in differences_of(report, language) if one.is_bare_heading)
    letter = _Letter(report, report.contexts[language], words_of(language), unnumbered)
    return letter.notes(title, opening or Opening())


@dataclass(frozen=True, slots=True)
class _Letter:
    """What all notes of a letter are made with; `unnumbered` are the headings that lost their number."""

    report: Report
    context: CrosscheckContext
    words: Words
    unnumbered: tuple[Span, ...] = ()

    def notes(self, title: str, opening: Opening) -> Notes:
        language = self.context.book.language
        others = [one for one in self.report.contexts if one != language]
        by_rules = frozenset[int]().union(*(decided_against(self.report, one, self._is_of_rules) for one in others))
        by_itself = frozenset[int]().union(*(decided_against(self.report, one, lambda _: True) for one in others))
        groups: dict[str, list[Note]] = {group: [] for group in GROUPS}
        for faults in faults_of(self.report, language):
            told = [one for one in faults if not (_ids(one) & (by_itself - by_rules) and one.group == "editions")]
            if told:
                groups[told[0].group].append(self._note(told, by_rules))
        made = tuple((self.words.groups[group], tuple(notes)) for group, notes in groups.items() if notes)
        return Notes(title, language, self.words, made, opening)

    def _is_of_rules(self, finding: CrosscheckFinding) -> bool:
        """Whether it is the rules that a finding holds a text against, and not the text itself."""
        return finding.kind not in {"spelling", "sections", "references", "statements", BY_HAND} and not (
            self.context.alone
        )

    def _note(self, faults: Sequence[Fault], by_rules: frozenset[int]) -> Note:
        first = faults[0].told[0]
        remarks = [self._remark(fault, by_rules) for fault in faults]
        every = [one for fault in faults for one in fault.told]
        noted = [note for one in every if one.slug in _NOTED for note in one.finding.diagnostic.notes]
        return Note(
            self._section(first),
            place_of(self.report, self.context, self._span(faults), self.words),
            self._quotations(faults),
            tuple(dict.fromkeys(remarks)),
            tuple(dict.fromkeys([*map(str, noted), *self._restated(faults)])),
            self._also(faults),
        )

    def _restated(self, faults: Sequence[Fault]) -> list[str]:
        """What a lost sentence says by the encoded rules, where no other language has it."""
        return [
            self.words.restated.format(text=one.finding.word.expected)
            for fault in faults
            for one in fault.told
            if one.slug == "sentence-missing" and one.finding.word is not None and not fault.differing
        ]

    def _span(self, faults: Sequence[Fault]) -> Span:
        """Where the first of some faults stands; of what is lost where it would."""
        first, *others = faults[0].told
        lost = [one for one in others if one.difference is not None and _is_lost(one.difference)]
        return lost[0].span if lost and first.slug in _LOST else first.span

    def _section(self, told: Told) -> str:
        """The section in which something stands; of what is not there that in which it would."""
        book = self.context.book
        if title := self._lost_number(told):
            return self.words.titled.format(title=title)
        section = book.section_at(told.span.line)
        lost = told.difference is not None and told.lacking and told.difference.matter == "section"
        if not lost and (by_name := book.section(told.finding.section)) is not None and told.finding.section:
            section = section if section is not None and section.id == by_name.id else by_name
        called = self._called(section)
        return f"{called} {section.title}" if section is not None and section.numbered and section.title else called

    def _called(self, section: BookSection | None) -> str:
        """What a section is called: by its number, or its title; what stands before the first by its place."""
        sections = self.context.book.sections
        if section is None:
            return self.words.named("", sections[0].id if sections and sections[0].numbered else "")
        if section.numbered:
            return self.words.named(section.id)
        return self.words.titled.format(title=section.title or section.id)

    def _lost_number(self, told: Told) -> str:
        """The heading below which something stands that has lost its number; nothing if its section has one."""
        if told.lacking and told.difference is not None and told.difference.matter in {"section", "sentence"}:
            return ""
        within, line = self.context.book.section_at(told.span.line), told.span.line
        above = (span for span in self.unnumbered if span.line <= line)
        heads = [span for span in above if self.context.book.section_at(span.line) == within]
        return text_at(self.context, max(heads)).rstrip(".: ") if heads else ""

    # --- what is wrong ---------------------------------------------------------------------------

    def _remark(self, fault: Fault, by_rules: frozenset[int]) -> Remark:
        """What is said of a fault: what is surest of it, and what the other language has there."""
        first = fault.told[0]
        differing = fault.differing
        several = sum(one.matter == "sentence" and one.lacking == "here" for one in differing) > 1
        if first.difference is None:
            what, proposal, settled = self._of_finding(first.finding, first)
            if differing and first.finding.kind != "spelling":
                said, sure = self._difference(differing[0], several=several)
                same = differing[0].span == first.span or differing[0].matter in _WHOLE
                proposal = proposal if (settled and first.slug not in _GUESSED) or not same else sure or proposal
                told_better = first.slug in _LOST and differing[0].lacking == "here"
                what = said.what if told_better else f"{what} {said.what}"
            return Remark(what, proposal)
        remark = self._difference(differing[0], several=several)[0]
        decided = bool(_ids(fault) & by_rules)
        if decided:
            language = self.words.language(differing[0].there.book.language)
            return Remark(f"{remark.what} {self.words.decided.format(language=language)}")
        return remark

    def _difference(self, one: EditionDifference, *, several: bool) -> tuple[Remark, str]:
        """What is said of a difference, and what is proposed where the rules of the book say that it is wrong here."""
        phrase, expected = one.phrase(self.words, several=several), one.expected(self.words)
        said = {
            "found": one.found,
            "foreign": one.foreign,
            "expected": expected,
            "language": self.words.language(one.there.book.language),
            "section": one.finding.section,
            "sections": one.sections(self.words),
        }
        proposal = phrase.do if phrase.do and expected else phrase.open
        sure = phrase.sure if expected or "{expected}" not in phrase.sure else ""
        put = said | self._exchange(one.span, one.found, expected)
        return Remark(phrase.what.format_map(said), proposal.format_map(put)), sure.format_map(put)

    def _of_finding(self, finding: CrosscheckFinding, told: Told) -> tuple[str, str, bool]:
        """What is wrong by the book itself or by its rules, what is proposed, and whether that is settled."""
        words, slug, diagnostic = self.words, told.slug, finding.diagnostic
        # What marks the head of its section is what the section lacks.
        here = words.phrases.get(f"{slug} here") if is_head(self.context, told.span) else None
        phrase = here or words.phrases.get(slug, words.unsorted)
        marked = quoted(self.context, [told.span]).marked
        found, expected = marked[0] if marked else "", ""
        if finding.word is not None:
            found, expected = finding.word.new or found, finding.word.expected or finding.word.old
            formed, book = in_its_form(expected, found, words), self.context.book
            after = text_after(self.context, told.span) if formed != expected else ""
            expected = agreed(formed, after, book.language, book.lines)
            if slug == "table-cell-differs":
                expected = as_printed(self.context, told.span, expected)
        message = diagnostic.message.partition(": ")[2] or diagnostic.message
        what = phrase.what
        if phrase.one and finding.word is not None and not (finding.word.new and expected):
            what, found = phrase.one, finding.word.new or expected
        said = {"found": found, "expected": expected, "section": finding.section, "told": _sentence(message)}
        said["other"] = other_half(found)
        settled = bool(expected and phrase.do)
        proposal = phrase.do if settled else phrase.open
        if settled and finding.word is not None and not finding.word.new:
            proposal = words.lost
        text = what.format_map(said)
        if finding.kind != "spelling":  # a word that is misspelt has its article
            said |= self._exchange(told.span, found, expected)
        return text, proposal.format_map(said), settled

    def _exchange(self, span: Span, found: str, expected: str) -> dict[str, str]:
        """What stands at a place and what belongs there, with the article before them where that changes as well."""
        if text_at(self.context, span).casefold() == found.casefold():
            book = self.context.book
            found, expected = governed(found, expected, text_after(self.context, span), book.language)
            found, expected = with_article(found, expected, text_before(self.context, span), book.language, book.lines)
        return {"found": found, "expected": expected}

    # --- what is quoted --------------------------------------------------------------------------

    def _quotations(self, faults: Sequence[Fault]) -> tuple[Quotation, ...]:
        """The sentence in question with all words marked; what is lost here first, and then where it would stand."""
        words, context = self.words, self.context
        every = [one for fault in faults for one in fault.told]
        lost = [one.difference for one in every if one.difference is not None and _is_lost(one.difference)]
        unsaid = [one for fault in faults for one in fault.unsaid]
        rest = [
            one
            for one in every
            if (one.slug not in _LOST if one.difference is None and lost else one.difference not in [*lost, *unsaid])
        ]
        theirs = [self._beside(one) for one in lost]
        if rest:
            spans = [one.span for one in rest if not one.lacking] or [one.span for one in rest]
            whole = [span for span in spans if self._is_whole(span)]
            spans = [span for span in spans if span not in whole] or spans
            mark = not all(one.slug in _OF_SECTION or one.lacking for one in rest)
            here, *elsewhere = _by_section(context, spans)
            own = [quoted(context, here, mark=mark), *(self._see(one[0]) for one in elsewhere)]
        else:
            behind = [one.span for one in lost if not is_head(context, one.span)]
            own = [quoted(context, behind[-1:], mark=False, label=words.behind)] if behind else []
        quotations = [*theirs, *own] if faults[0].told[0].lacking or not rest else [*own, *theirs]
        for fault in faults:
            if fault.told[0].finding.kind != "spelling":
                quotations += [self._beside(one.difference) for one in fault.told if one.difference and one in rest]
        quotations += [
            quotation
            for one in every
            if one.difference is None and not words.phrases.get(one.slug, words.unsorted).also
            for quotation in self._compared(one.finding)
        ]
        return _without_twins(quotations)

    def _is_whole(self, span: Span) -> bool:
        """Whether a place is all of its sentence, which tells no word of it."""
        sentence = sentence_at(self.context, span)
        return sentence is not None and sentence.span() == span

    def _beside(self, one: EditionDifference) -> Quotation:
        """What the other language says."""
        words = self.words
        span = one.span_there
        language = words.language(one.there.book.language)
        label = words.beside.format(language=language)
        if span is None or (one.lacking == "there" and one.matter in _WHOLE):
            return Quotation(())
        place = place_of(self.report, one.there, span, words)
        mark = bool(one.foreign) and one.lacking != "there"
        return quoted(one.there, [span], mark=mark, label=f"{label}, {place}")

    def _compared(self, finding: CrosscheckFinding) -> list[Quotation]:
        """The other places of the book that a finding speaks of: our rules are nothing to a publisher."""
        spans = (label.span for label in finding.diagnostic.related[:_MOST])
        return [self._see(span) for span in spans if span.path == self.context.book.path]

    def _see(self, span: Span) -> Quotation:
        """Another place of the book, to be compared."""
        named = self._called(self.context.book.section_at(span.line))
        place = place_of(self.report, self.context, span, self.words)
        mark = not is_head(self.context, span)
        return quoted(self.context, [span], mark=mark, label=f"{self.words.see_also}: {named}, {place}")

    def _also(self, faults: Sequence[Fault]) -> tuple[str, ...]:
        """More places of the same slip, and how many there are that are not named."""
        path, words = self.context.book.path, self.words
        found = [
            one.finding
            for fault in faults
            for one in fault.told
            if one.difference is None and words.phrases.get(one.slug, words.unsorted).also
        ]
        spans = {label.span for one in found for label in one.diagnostic.related if label.span.path == path}
        places = dict.fromkeys(place_of(self.report, self.context, span, words) for span in sorted(spans))
        more = sum(one.more for one in found)
        return (*places, *[words.others[more != 1].format(number=more)] * bool(more))


def _is_lost(one: EditionDifference) -> bool:
    """Whether something is lost here that is shown before what stands here: a sentence, a row, a table, a section."""
    return one.lacking == "here" and one.matter in _WHOLE and one.span_there is not None


def _by_section(context: CrosscheckContext, spans: Sequence[Span]) -> list[list[Span]]:
    """Some places by the sections in which they lie, that of the first one first."""
    found: dict[object, list[Span]] = {}
    for span in spans:
        found.setdefault(context.book.section_at(span.line), []).append(span)
    return list(found.values())


def _ids(fault: Fault) -> frozenset[int]:
    return frozenset(id(one.finding) for one in fault.told if one.difference is not None)


def _without_twins(quotations: Sequence[Quotation]) -> tuple[Quotation, ...]:
    """Each text once, under what it was first called; of two with other marks the one that has more."""
    found: dict[tuple[str, str], Quotation] = {}
    for one in quotations:
        if not one.pieces:
            continue
        known = found.get((one.text, one.label.partition(",")[0]))
        if known is None or len(one.marked) > len(known.marked):
            found[one.text, one.label.partition(",")[0]] = one
    return tuple(found.values())


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")
