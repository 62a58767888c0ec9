"""Seeded faults as somebody makes them who knows the book and not the desk: words by patterns of their own, rows by their gaps.

`tests/support/word_faults.py` and `crosscheck_faults.py` seed where the desk reads something. Here a fault is made wherever the
text has a place for it, and the places are then told apart: those in a sentence that the desk ties to a rule, and all
others, history and advice among them. So both shares are known, and how many places of a book are tied.

A fault is told if something new is shown by default on the lines of its sentence, or is of its section and names what
was changed; what is lost or doubled is told in its section or beside it, or by name.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from random import Random
from typing import Any

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.checks import statements, words
from regola_crosscheck.language.terms import siblings
from regola_crosscheck.rules.statements import statements_of
from regola_crosscheck.run import CHECKS, collect, crosscheck, read_book
from regola_crosscheck.sentences.tied import tied_sentences
from regola_dsl.source import Source

from support.crosscheck_faults import Subject

_MODAL = r"(?<![Nn]on )(?<!NON )(?<!si )\b"
# A kind, what is looked for, what is put for it.
WORDS: tuple[tuple[str, str, str], ...] = (
    ("negation lost", r"\b(?:[Nn]on|NON) (?=\w)", ""),
    ("negation added", _MODAL + r"(può|possono|deve|devono|è|sono|viene|vengono|ha|hanno) (?=\w)", r"non \1 "),
    ("modality", _MODAL + r"deve\b", "può"),
    ("modality", _MODAL + r"devono\b", "possono"),
    ("modality", _MODAL + r"può\b", "deve"),
    ("modality", _MODAL + r"possono\b", "devono"),
    ("exception dropped", r",? ?\b(?:eccetto|tranne|salvo|a meno che|ad eccezione|a meno di)\b[^.;:()\n]{4,90}(?=[.;])", ""),
    ("exception dropped", r" ?\((?:eccetto|tranne|salvo|a meno che|ad eccezione)\b[^()\n]*\)", ""),
    ("side", r"\bamic(?=(?:o|a|i|he)\b)", "nemic"),
    ("side", r"\bnemic(?=(?:o|a|i|he)\b)", "amic"),
    ("side", r"\bdifensor(?=[ei]\b)", "attaccant"),
    ("side", r"\battaccant(?=[ei]\b)", "difensor"),
    ("side", r"\bdell['’]Asse\b", "degli Alleati"),
    ("side", r"\b[Dd]egli Alleati\b", "dell'Asse"),
    ("side", r"\btedesc(?=[oa]\b)", "sovietic"),
    ("side", r"\bsovietic(?=[oa]\b)", "tedesc"),
    ("before/after", r"\bprima d(?=i |el |ella |ell|ei |elle )", "dopo d"),
    ("before/after", r"\bdopo (?=il |la |lo |l['’]|i |gli |le |aver|ogni |un)", "prima di "),
    ("before/after", r"\bsuccessiv(?:o|a)\b", "precedente"),
    ("before/after", r"\bprecedente\b", "successivo"),
    ("at least/at most", r"\balmeno\b", "al massimo"),
    ("at least/at most", r"\bal massimo\b", "almeno"),
    ("at least/at most", r"\bpiù di\b", "meno di"),
    ("at least/at most", r"\bmeno di\b", "più di"),
    ("at least/at most", r"\bo più\b", "o meno"),
    ("and/or", r"(?<=\w) e (?=\w)", " o "),
    ("and/or", r"(?<=\w) o (?=\w)", " e "),
    ("each/any", r"\b[Oo]gni (?=\w)", "un qualsiasi "),
    ("each/any", r"\b(?:qualsiasi|qualunque) (?=\w)", "nessun "),
    ("each/any", r"\btutt[ei] (?=(?:le|i|gli) )", "alcune fra "),
    ("each/any", r"\b[Nn]essun[oa]? (?=\w)", "ogni "),
    ("only", r"\b(?:solo|soltanto|solamente|esclusivamente) ", ""),
    ("until", r"\bfino a(?=l |lla |ll['’]| )", "a partire da"),
    ("until", r"\bfinch[ée] non\b", "dopo che"),
    ("inclusive", r"\b(?:compres|inclus)(?=[oaie]\b)", "esclus"),
    ("inclusive", r"\besclus(?=[oaie]\b)", "compres"),
    ("sign", r"(?<![\d\w])\+(?=\d)", "-"),
    ("sign", r"(?<![\d\w\-–])[-−](?=\d\b)", "+"),
    ("sign", r"\baggiung(?:e|ere|ono)\b", "sottrae"),
    ("sign", r"\baument(?=(?:a|ano|are|ato|ata|ati|ate)\b)", "diminuit"),
    ("unit", r"(?<=\d )esagon(?=[oi]\b)", "punt"),
    ("unit", r"(?<=\d )turn(?=[oi]\b)", "mes"),
    ("unit", r"(?<=\d )punti\b", "turni"),
    ("unit", r"(?<=\d )(?:MP|BRP|IPC|VP|PP|PV|SP|CV)\b", "PM"),
    ("unit", r"\besagono\b(?= (?:adiacente|di|occupato|nemico|amico))", "lato d'esagono"),
    ("unit", r"(?<=\w )fase\b", "turno"),
    ("direction", r"\bentr(?:a|are|ano)\b (?=in |nel)", "esce "),
    ("direction", r"\blascia(?:re|no)?\b", "entra in"),
    ("direction", r"\bfuori d(?=a|el)", "dentro d"),
    ("direction", r" (?:in|nel|nella|nello|nell['’]) ?(?=esagon|territor|zona|area|porto|mare|città)", " fuori da "),
    ("direction", r"\bverso\b", "da"),
    ("direction", r"\badiacent[ei]\b", "lontani"),
    ("number word", r"\bdue\b", "tre"),
    ("number word", r"\btre\b", "quattro"),
    ("number word", r"\bquattro\b", "cinque"),
    ("number word", r"\b(?:sei|cinque)\b", "sette"),
    ("number word", r"\bmetà\b", "un terzo"),
    ("number word", r"\bprim(?=[oa] (?:turno|fase|round|esagono|impulso))", "second"),
)  # fmt: skip
# What of all this is a word that turns a rule round.
MEANING = frozenset(
    {"negation lost", "negation added", "modality", "exception dropped", "side", "before/after", "at least/at most"}
    | {"and/or", "each/any", "only", "until", "inclusive", "direction"}
)
_FIGURE = re.compile(r"(?<![\w.,:/+\-−–])\d{1,3}(?![\w.,:/%°)\-–]*[\d\w)])(?!\))")
_REFERENCE = re.compile(r"(?<![\w.,])\d{1,2}\.\d{1,3}(?![\w%]|[.,]\d)")
_ROW = re.compile(r"\S(?:\t+|\s*\|\s*| {3,})(?=\S)")
_SPLIT = re.compile(r"\t+|\s*\|\s*| {3,}")


@dataclass(frozen=True, slots=True)
class Site:
    """A place for a fault: `now` for what stands from `start` to `end`; the first and last line that may be told."""

    kind: str
    section: str
    tied: bool
    start: int
    end: int
    now: str
    first: int
    last: int
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Told:
    """A fault, the kinds of finding that tell it, and what is new elsewhere."""

    site: Site
    by: tuple[str, ...]
    elsewhere: tuple[str, ...]


class Outside:
    """A book asked as `regola crosscheck GAME --source it=FILE --no-index` asks it, kept in one process."""

    def __init__(self, book: Subject) -> None:
        self.book = book
        self.text = book.text.replace("\r\n", "\n")
        self.lines = self.text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.before: CrosscheckContext | None = None
        self.plain: Any = None
        self._numbers: dict[int, frozenset[int]] = {}
        self.clean = self._shown(self.text)
        assert self.before is not None
        self.context: CrosscheckContext = self.before
        self.known = {(one.name, one.diagnostic.message) for one in self.clean}

    def _shown(self, text: str, section: str = "") -> list[CrosscheckFinding]:
        """What is shown of a state of the text; with a section its own sentences alone are held against the rules."""
        language, compiled = self.book.language, self.book.compiled
        assert compiled is not None
        source, index = Source(f"{language}.md", text), self.book.index.unread
        if self.before is None:
            speaking, glossary = partial(statements_of, compiled.ir), self.book.glossary
            report = crosscheck(
                self.book.program, {language: source}, {language: index}, glossary, speaking=speaking, found_before={}
            )
            self.before = report.contexts[language]
            assert self.before.parts is not None
            self.plain = self.before.parts.plain()
            return [one for one in report.found if one.confidence >= Confidence.LIKELY]
        context = self.before.with_book(read_book(language, source, index)).with_parts(self.plain)
        # What is told of a sentence is told of its own section: the others are asked only where sections themselves are
        # exchanged. What `statements` finds is never shown by default.
        left_out = {statements, *([words] if section else [])}
        checks = [check for check in CHECKS if check.module not in left_out]
        found = collect({language: context}, {language: index}, checks=checks)
        if section:
            several = [one for one in context.book.sections if one.id == section]
            found += [replace(finding, kind="words") for finding in words.check_sections(context, several)]
        return [one for one in found if one.confidence >= Confidence.LIKELY]

    def told(self, site: Site) -> Told:
        """What is told of a fault that is not told of the text as it is."""
        text = self.text[: site.start] + site.now + self.text[site.end :]
        shown = self._shown(text, "" if site.kind.startswith("section") else site.section)
        new = [one for one in shown if (one.name, one.diagnostic.message) not in self.known]
        mine = [one for one in new if self._is_of(one, site)]
        return Told(
            site,
            tuple(dict.fromkeys(one.kind for one in mine)),
            tuple(one.name for one in new if one not in mine),
        )

    def _is_of(self, one: CrosscheckFinding, site: Site) -> bool:
        span = one.diagnostic.span
        if span.path == f"{self.book.language}.md" and site.first <= span.line <= site.last:
            return True
        message = one.diagnostic.message
        if re.search(rf"(?<![\w.]){re.escape(site.section)}(?![\w.]*\d)", message) and site.lost:
            return True
        if one.section != site.section:
            return False
        was, now = self.text[site.start : site.end].strip(), site.now.strip()
        return site.lost or any(
            word and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", message) is not None for word in (was, now)
        )

    # --- places --------------------------------------------------------------------------------

    @cached_property
    def sites(self) -> dict[str, list[Site]]:
        """Every place for a fault, by kind."""
        found: dict[str, list[Site]] = defaultdict(list)
        for section in self.context.book.sections:
            tied = self._tied(section)
            for sentence in self.context.sentences(section):
                if sentence.kind != "heading" and ". . ." not in sentence.text and "....." not in sentence.text:
                    for one in self._in_sentence(section, sentence, tied=sentence.number in tied):
                        found[one.kind].append(one)
        for one in (*self._sections(), *self._rows(), *self._terms()):
            found[one.kind].append(one)
        return found

    def _in_sentence(self, section: BookSection, sentence: Sentence, *, tied: bool) -> Iterator[Site]:
        text = sentence.text
        place = partial(self._site, section, sentence, tied)
        for kind, pattern, now in WORDS:
            for match in re.finditer(pattern, text):
                put = match.expand(now)
                if match[0][0].isupper() and put:
                    put = put[0].upper() + put[1:]
                yield place(kind, match.start(), match.end(), put)
        for match in _FIGURE.finditer(text):
            yield place("number", match.start(), match.end(), str(int(match[0]) + 1))
        numbering, there = self.context.book.numbering, self.context.book.by_key
        for match in _REFERENCE.finditer(text):
            if numbering.key(match[0]) in there:
                head, _, last = match[0].partition(".")
                yield place("reference wrong", match.start(), match.end(), f"{head}.{int(last) + 1}")
        if len(text) > 40 and text.endswith("."):
            yield replace(place("sentence lost", 0, len(text), ""), lost=True)

    def _site(
        self, section: BookSection, sentence: Sentence, tied: bool, kind: str, start: int, end: int, now: str
    ) -> Site:
        first, last = self._at(sentence, start), self._at(sentence, end - 1) + 1
        return Site(kind, section.id, tied, first, last, now, sentence.line, sentence.last_line)

    def _at(self, sentence: Sentence, offset: int) -> int:
        line, column = sentence.passage.place(sentence.offset(offset))
        return self.starts[line - 1] + column - 1

    def _is_encoded(self, section: BookSection) -> bool:
        return self.context.book.numbering.key(section.id) in self.context.encoded.names

    def _sections(self) -> Iterator[Site]:
        sections = self.context.book.sections
        for one, after in pairwise(sections):
            if "." not in one.id or not one.numbered or after.id.startswith(f"{one.id}."):
                continue
            start, end = self.starts[one.line - 1], self.starts[after.line - 1]
            tied = self._is_encoded(one)
            lost = Site("section lost", one.id, tied, start, end, "", one.line, one.line + 1, lost=True)
            yield lost
            yield replace(
                lost, kind="section doubled", start=end, now=self.text[start:end], last=2 * after.line - one.line
            )
            at = self.text.find(one.mark, start, end)
            if at >= 0:
                head, _, tail = one.id.rpartition(".")
                wrong = f"{head}.{int(re.sub(r'[^0-9]', '', tail) or 0) + 7}"
                if self.context.book.section(wrong) is None:
                    end = at + len(one.mark)
                    yield replace(lost, kind="section renumbered", start=at, end=end, now=wrong, last=after.line)

    def _rows(self) -> Iterator[Site]:
        """Rows of two cells or more, three such lines together: a cell, two cells, the row."""
        lines = self.lines
        is_row = ["..." not in line and bool(_ROW.search(line.strip())) for line in lines]
        for number, line in enumerate(lines):
            if not is_row[number] or not any(is_row[n] for n in (number - 1, number + 1) if 0 <= n < len(lines)):
                continue
            section = self.context.book.section_at(number + 1)
            if section is None or re.fullmatch(r"[\s|:\-]+", line):
                continue
            tied, start = self._is_encoded(section), self.starts[number]
            place = partial(Site, section=section.id, tied=tied, first=number + 1, last=number + 1)
            # A lost row is told where its table stands.
            yield Site(
                "row lost", section.id, tied, start, self.starts[number + 1], "", number - 1, number + 3, lost=True
            )
            cells, at = [], 0
            for cut in (*_SPLIT.finditer(line), None):
                end = cut.start() if cut is not None else len(line.rstrip())
                if line[at:end].strip():
                    cells.append((at, end))
                at = cut.end() if cut is not None else end
            for begin, end in cells[1:]:
                figures = re.search(r"\d+", line[begin:end])
                if figures is not None:
                    yield place(
                        kind="cell changed",
                        start=start + begin + figures.start(),
                        end=start + begin + figures.end(),
                        now=str(int(figures[0]) + 1),
                    )
            for (begin, end), (other, last) in pairwise(cells[1:]):
                if line[begin:end] != line[other:last]:
                    now = line[other:last] + line[end:other] + line[begin:end]
                    yield place(kind="cells exchanged", start=start + begin, end=start + last, now=now)

    def _terms(self) -> Iterator[Site]:
        """A term in a sentence becomes another of its sort: of its type of the rules, or a noun or name as long as it."""
        context, language = self.context, self.book.language
        every = [
            (section, use)
            for section in context.book.sections
            for use in context.terms(section)
            if use.how == "preferred" and language in use.concept.terms and not re.search(r"r(?:e|si)$", use.form)
        ]
        concepts = {use.concept.id: use for _, use in every}
        for section, use in every:
            sentence = next(
                (
                    one
                    for one in context.sentences(section)
                    if one.offset(0) <= use.start and use.end <= one.offset(len(one.text) - 1) + 1
                ),
                None,
            )
            if sentence is None or sentence.kind == "heading":
                continue
            others = [one for one in concepts.values() if siblings(use.concept, one.concept)] or [
                one for one in concepts.values() if _shape(one.form) == _shape(use.form) and one.form != use.form
            ]
            if others:
                now = others[(use.start + section.line) % len(others)].form
                (line, column), (end_line, end) = (
                    context.passage(section).place(at) for at in (use.start, use.end - 1)
                )
                yield Site(
                    "term exchanged",
                    section.id,
                    sentence.number in self._tied(section),
                    self.starts[line - 1] + column - 1,
                    self.starts[end_line - 1] + end,
                    now,
                    sentence.line,
                    sentence.last_line,
                )

    def _tied(self, section: BookSection) -> frozenset[int]:
        """The numbers of the sentences of a section that are tied."""
        if section.line not in self._numbers:
            of = tied_sentences(self.context, section)
            self._numbers[section.line] = frozenset(one.sentence.number for one in of if one.ties)
        return self._numbers[section.line]


def _shape(form: str) -> tuple[bool, int]:
    """Whether a term is a name, and of how many words."""
    return form[:1].isupper(), len(form.split())


def drawn(sites: Sequence[Site], tied: int, others: int, seed: int) -> list[Site]:
    """So many of the places in tied sentences, and so many of the others."""
    random = Random(seed)
    chosen = []
    for is_tied, wanted in ((True, tied), (False, others)):
        some = [one for one in sites if one.tied is is_tied]
        chosen += random.sample(some, min(wanted, len(some)))
    return chosen
