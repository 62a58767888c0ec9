"""Seeded faults in rulebook texts: one thing of a known kind changed, and what the translator's desk finds of it.

A fault changes what the book means, so sites are chosen with care: numbers and number words of rules and worked examples,
not those that only begin a list; negations that stand before the verb of a permission or a rule; terms by others of their
own kind, so that one thing of the game becomes another; cells that differ; sections and references that exist. Story,
headings' words and tables of contents are left alone, and an exchange that changes nothing (two equal cells, `half` for
`1/2`) is no fault.

A fault is found if a finding that was not there on the clean text is shown, and is of the faulty section or names it. A
finding that is new and of another section is a false alarm.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from regola_compiler.driver import Compiled, understand
from regola_compiler.model.program import Program
from regola_compiler.project.game import load_game
from regola_compiler.project.glossary import Glossary, load_glossary
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import Index, read_index, refreshed
from regola_crosscheck.base.inputs import index_path
from regola_crosscheck.book.text import Book, BookSection
from regola_crosscheck.book.tokens import Token
from regola_crosscheck.language.terms import siblings
from regola_crosscheck.rules.said import RuleStatement
from regola_crosscheck.rules.statements import statements_of
from regola_crosscheck.run import CHECKS, collect, read_book
from regola_dsl.source import Source

from support.paths import GAMES

ALONE, OTHER, INDEX = "rules alone", "rules and the other language", "rules and the index"
SETTINGS = (ALONE, OTHER, INDEX)


@dataclass(frozen=True, slots=True)
class Fault:
    """One change: `sections` are those it may be told of; `was` and `now` say it in a few words."""

    kind: str
    sections: tuple[str, ...]
    line: int
    was: str
    now: str
    text: str


@dataclass(frozen=True, slots=True)
class Judged:
    """A fault, and for each setting the kinds of check that found it, and the false alarms."""

    fault: Fault
    found: dict[str, tuple[str, ...]]
    alarms: dict[str, tuple[str, ...]]


@dataclass
class Subject:
    """A game with a clean text, and the text in another language if there is one."""

    program: Program
    glossary: Glossary | None
    language: str
    text: str
    index: Index
    other: CrosscheckContext | None = None
    compiled: Compiled | None = None

    def context(self, text: str) -> CrosscheckContext:
        """The context of another state of the text; what the rules say is worked out once."""
        return self.clean.with_book(self._book(text))

    @cached_property
    def clean(self) -> CrosscheckContext:
        """The context of the clean text."""
        return CrosscheckContext(self.program, self._book(self.text), self.glossary, speaking=self._speaking)

    def _speaking(self, language: str) -> tuple[RuleStatement, ...]:
        return () if self.compiled is None else statements_of(self.compiled.ir, language)

    def _book(self, text: str) -> Book:
        return read_book(self.language, Source(f"{self.language}.md", text), self.index)


def subject(place: Path, language: str, path: Path, other: tuple[str, Path] | None = None) -> Subject:
    """A game of a folder with its rulebook in a file, and in another language."""
    compiled = understand(load_game(place, place.name))
    glossary, _ = load_glossary(place)
    found = Subject(compiled.program, glossary, language, path.read_text("utf-8"), _index_of(place, language))
    found.compiled = compiled
    if other is not None:
        source = Source(f"{other[0]}.md", other[1].read_text("utf-8"))
        book = read_book(other[0], source, _index_of(place, other[0]))
        found.other = CrosscheckContext(compiled.program, book, glossary)
    return found


def _index_of(place: Path, language: str) -> Index:
    index, _ = read_index(index_path(place, language), "index")
    assert index is not None
    return index


# --- faults ------------------------------------------------------------------------------------


class _Seeder:
    """Every fault that can be made in a text."""

    def __init__(self, book: Subject) -> None:
        self.context = book.clean
        self.text = book.text.replace("\r\n", "\n")
        self.lines = self.text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        known = self.context.encoded.names
        numbering = self.context.book.numbering
        self.sections = [one for one in self.context.book.sections if numbering.key(one.id) in known]

        inner = {key[:n] for key in self.context.book.by_key for n in range(1, len(key))}
        self.leaves = [one for one in self.sections if numbering.key(one.id) not in inner]

    def at(self, section: BookSection, offset: int) -> int:
        """Where in the text a character of a section stands."""
        line, column = self.context.passage(section).place(offset)
        return self.starts[line - 1] + column - 1

    def put(self, kind: str, start: int, end: int, now: str, *sections: str) -> Fault:
        """A fault that puts something else where some characters stand."""
        was = self.text[start:end]
        text = self.text[:start] + now + self.text[end:]
        return Fault(kind, sections, self.text.count("\n", 0, start) + 1, was.strip()[:60], now.strip()[:60], text)

    def within(self, kind: str, section: BookSection, start: int, end: int, now: str) -> Fault:
        """The same inside a section."""
        return self.put(kind, self.at(section, start), self.at(section, end - 1) + 1, now, section.id)

    # --- numbers ---------------------------------------------------------------------------

    def numbers(self) -> Iterator[Fault]:
        """A figure becomes another one, a range or a ratio another one."""
        for section, token in self.tokens({"number", "pair", "die", "part"}):
            if token.word:
                continue
            kind = "number" if token.block == "rule" else "number in an example"
            match = re.search(r"\d+", token.text)
            if match is None:
                continue
            now = str(int(match[0]) + 1)
            yield self.within(kind, section, token.start + match.start(), token.start + match.end(), now)

    def words(self) -> Iterator[Fault]:
        """A number word becomes another one, of the same shape: cardinal, ordinal."""
        lexicon = self.context.words
        for section, token in self.tokens({"number", "ordinal"}):
            known = lexicon.cardinals if token.kind == "number" else lexicon.ordinals
            if not token.word or token.text.casefold() not in known or self._another(token):
                continue
            ending = token.text.casefold()[-1]
            others = [
                word
                for word, worth in known.items()
                if worth in {token.value + 1, token.value + 2}
                and word != "both"
                and (token.kind == "number" or word[-1] == ending)
            ]
            if others:
                now = others[0].capitalize() if token.text[0].isupper() else others[0]
                yield self.within("number word", section, token.start, token.end, now)

    @staticmethod
    def _another(token: Token) -> bool:
        """Whether an ordinal of an example only says that there is one more: a second patrol."""
        return token.kind == "ordinal" and token.block == "example"

    def signs(self) -> Iterator[Fault]:
        """A plus becomes a minus, a minus a plus."""
        for section, token in self.tokens({"number"}):
            if token.sign in {"+", "-"} and token.text[0] in "+-−–":
                now = "−" if token.sign == "+" else "+"
                yield self.within("sign", section, token.start, token.start + 1, now)

    def tokens(self, kinds: set[str]) -> Iterator[tuple[BookSection, Token]]:
        for section in self.sections:
            for token in self.context.tokens(section):
                if token.kind in kinds and token.block != "row":
                    yield section, token

    # --- words -----------------------------------------------------------------------------

    def negations(self) -> Iterator[Fault]:
        """A *not* of a rule is lost."""
        pattern = (
            r"\bnon (?=\w)"
            if self.context.book.language == "it"
            else r"(?<=may |can |not |oes |are )not (?=\w)|(?<=\bdo )not "
        )
        for section in self.sections:
            text = self.context.passage(section).text
            for match in re.finditer(pattern, text, re.IGNORECASE):
                if self.context.block(section, match.start()) == "rule":
                    yield self.within("not", section, match.start(), match.end(), "")

    def exceptions(self) -> Iterator[Fault]:
        """A clause of exception at the end of a sentence is lost."""
        for section in self.sections:
            text = self.context.passage(section).text
            for mark in self.context.modal_words(section):
                if mark.kind != "exception" or mark.block != "rule":
                    continue
                end = re.compile(r"\.(?=\s|$)").search(text, mark.end)
                start = len(text[: mark.start].rstrip(" ,\n"))
                if end is not None and start and text[start - 1] not in ".*" and end.start() - start < 120:
                    yield self.within("exception", section, start, end.start(), "")

    def terms(self) -> Iterator[Fault]:
        """A term becomes another of its kind, or a form that the glossary forbids."""
        glossary, language = self.context.glossary, self.context.book.language
        if glossary is None:
            return
        forms = self._surfaces()
        for section in self.leaves:  # what stands above the sections of a chapter is mostly story
            for use in self.context.terms(section):
                if use.how != "preferred" or self.context.block(section, use.start) != "rule":
                    continue
                text = self.context.passage(section).text[use.start : use.end]
                other = next(
                    (
                        one
                        for one in glossary.concepts
                        if one is not use.concept and siblings(use.concept, one) and language in one.terms
                    ),
                    None,
                )
                plural = text.casefold() != use.form.casefold()
                if other is not None and (other.id, plural) in forms:
                    yield self.within("term", section, use.start, use.end, _cased(forms[other.id, plural], text))
                wrong = next((one for one in use.concept.terms[language].forbidden if not one.sections), None)
                if wrong is not None and wrong.means is None and not plural:
                    yield self.within("forbidden term", section, use.start, use.end, _cased(wrong.form, text))

    def _surfaces(self) -> dict[tuple[str, bool], str]:
        """How the text itself writes its terms, in the singular and not."""
        found: dict[tuple[str, bool], str] = {}
        for section in self.sections:
            for use in self.context.terms(section):
                text = self.context.passage(section).text[use.start : use.end].casefold()
                if use.how == "preferred":
                    found.setdefault((use.concept.id, text != use.form.casefold()), text)
        return found

    # --- tables ----------------------------------------------------------------------------

    def cells(self) -> Iterator[Fault]:
        """A cell becomes another one of its column; two cells of a row or column change places; a row is lost."""
        known = {section.id for section in self.sections}
        for grid, section in self.context.grids:
            if section not in known:
                continue
            for place, row in enumerate(grid.rows):
                line = row[0].line
                if all(cell.line == line for cell in row):
                    start = self.starts[line - 1]
                    yield self.put("row", start, self.starts[line], "", section)
                for column, cell in enumerate(row):
                    if not column or not self._stands(cell.text, cell.line, cell.column):
                        continue
                    others = sorted({one[column].text for one in grid.rows} - {cell.text, ""})
                    start = self.starts[cell.line - 1] + cell.column - 1
                    if others:
                        now = others[(place + column) % len(others)]
                        yield self.put("cell", start, start + len(cell.text), now, section)
                    after = row[column + 1] if column + 1 < len(row) else None
                    if (
                        after is not None
                        and after.text != cell.text
                        and after.line == cell.line
                        and self._stands(after.text, after.line, after.column)
                    ):
                        end = self.starts[after.line - 1] + after.column - 1
                        between = self.text[start + len(cell.text) : end]
                        yield self.put(
                            "swapped cells", start, end + len(after.text), f"{after.text}{between}{cell.text}", section
                        )

    def _stands(self, text: str, line: int, column: int) -> bool:
        return bool(text) and self.lines[line - 1][column - 1 :].startswith(text)

    # --- outline ---------------------------------------------------------------------------

    def outline(self) -> Iterator[Fault]:
        """A section gets another number, is lost, or stands twice."""
        if not self.context.numbered:
            return
        for one in self.leaves:
            if not one.numbered or "." not in one.id:
                continue
            start, end = self.starts[one.line - 1], self.starts[one.last]
            at = self.text.index(one.mark, start) if one.mark in self.text[start:end] else -1
            if at >= 0:
                head, _, last = one.id.rpartition(".")
                wrong = f"{head}.{int(last) + 7}"
                if self.context.book.section(wrong) is None:
                    yield self.put("renumbered section", at, at + len(one.mark), wrong, one.id, wrong)
            yield self.put("lost section", start, end, "", one.id)
            yield self.put("doubled section", end, end, self.text[start:end], one.id)

    def references(self) -> Iterator[Fault]:
        """A reference leads nowhere, or to another section."""
        numbering, there = self.context.book.numbering, self.context.book.by_key
        ids = [one.id for one in self.sections if "." in one.id]
        for place, section in enumerate(self.sections):
            for token in self.context.tokens(section):
                if token.kind != "reference" or token.values or numbering.key(token.text.strip()) not in there:
                    continue
                head, _, last = token.text.strip().partition(".")
                nowhere = next(
                    name
                    for step in range(1, 99)
                    if numbering.key(name := f"{head}.{(int(last) + step) % 100}") not in there
                )
                yield self.within("reference to nothing", section, token.start, token.end, nowhere)
                away = [name for name in ids if not numbering.related(name, token.text.strip())]
                yield self.within("reference elsewhere", section, token.start, token.end, away[(7 * place) % len(away)])


def _cased(word: str, like: str) -> str:
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def seeded(book: Subject) -> Iterator[Fault]:
    """Every number and term that can be changed in a text."""
    seeder = _Seeder(book)
    yield from seeder.numbers()
    yield from seeder.terms()


def faults(book: Subject, wanted: int, seed: int = 1) -> list[Fault]:
    """So many faults of all kinds, each kind with as many as there are sites for, none more than the others."""
    seeder = _Seeder(book)
    makers: Sequence[Callable[[], Iterator[Fault]]] = (
        seeder.numbers,
        seeder.words,
        seeder.signs,
        seeder.negations,
        seeder.exceptions,
        seeder.terms,
        seeder.cells,
        seeder.outline,
        seeder.references,
    )
    return drawn_in_turn((fault for make in makers for fault in make()), wanted, seed)


def drawn_in_turn(faults: Iterable[Fault], wanted: int, seed: int = 1) -> list[Fault]:
    """So many faults, drawn at random of each kind in turn while it has any."""
    by_kind: dict[str, list[Fault]] = defaultdict(list)
    for fault in faults:
        by_kind[fault.kind].append(fault)
    random = Random(seed)
    for several in by_kind.values():
        random.shuffle(several)
    chosen: list[Fault] = []
    while len(chosen) < wanted and any(by_kind.values()):
        for several in by_kind.values():
            if several and len(chosen) < wanted:
                chosen.append(several.pop())
    return sorted(chosen, key=lambda fault: (fault.kind, fault.line))


# --- judging -----------------------------------------------------------------------------------


def judge(book: Subject, chosen: Sequence[Fault]) -> list[Judged]:
    """Each fault with what was found of it, in each setting."""
    index = _index(book)
    before = _findings(book, book.clean, index)
    known = {setting: {_known(one) for one in found} for setting, found in before.items()}
    out = []
    for fault in chosen:
        found: dict[str, tuple[str, ...]] = {}
        alarms: dict[str, tuple[str, ...]] = {}
        for setting, several in _findings(book, book.context(fault.text), index).items():
            new = [one for one in several if _known(one) not in known[setting]]
            mine = [one for one in new if _of(book, one, fault)]
            found[setting] = tuple(dict.fromkeys(_kind(one) for one in mine))
            alarms[setting] = tuple(one.name for one in new if one not in mine)
        out.append(Judged(fault, found, alarms))
    return out


def _findings(book: Subject, context: CrosscheckContext, index: Index) -> dict[str, list[CrosscheckFinding]]:
    """What is shown in each setting. The index adds the drift and nothing else, the other text its own comparison."""
    language, indexes = book.language, {book.language: index}
    found = _likely(collect({language: context}, indexes))
    alone = [one for one in found if one.kind != "drift"]
    told = {ALONE: alone, INDEX: found}
    if book.other is not None:
        both = {language: context, book.other.book.language: book.other}
        pairs = [check for check in CHECKS if check.kind == "languages"]
        told[OTHER] = [*alone, *_likely(collect(both, indexes, checks=pairs))]
    return told


def _likely(found: Sequence[CrosscheckFinding]) -> list[CrosscheckFinding]:
    return [one for one in found if one.confidence >= Confidence.LIKELY]


def _index(book: Subject) -> Index:
    """The index of the clean text."""
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{book.language}.yaml")
        path.write_text(refreshed(Index(path.name), book.clean), "utf-8")
        index, wrong = read_index(path, path.name)
    assert index is not None, wrong
    return index


def _kind(one: CrosscheckFinding) -> str:
    """The kind of check; of the drift, whether it told what changed or only that something did."""
    return one.diagnostic.code.slug if one.kind == "drift" else one.kind


def _known(one: CrosscheckFinding) -> tuple[str, str]:
    return one.name, one.diagnostic.message


def _of(book: Subject, one: CrosscheckFinding, fault: Fault) -> bool:
    """Whether a finding is of the faulty section, or names it."""
    related = book.clean.book.numbering.related
    if any(related(one.section, section) for section in fault.sections):
        return True
    return any(
        re.search(rf"(?<![\w.]){re.escape(section)}(?![\w.]*\d)", one.diagnostic.message) for section in fault.sections
    )


def shares(judged: Sequence[Judged], setting: str) -> dict[str, tuple[int, int]]:
    """Of each kind how many were found, and how many there were; and of `all` together."""
    found: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for one in judged:
        if setting not in one.found:
            continue
        for kind in (one.fault.kind, "all"):
            made[kind] += 1
            found[kind] += bool(one.found[setting])
    return {kind: (found[kind], made[kind]) for kind in made}


def alarms(judged: Sequence[Judged], setting: str) -> int:
    """How many findings stand elsewhere."""
    return sum(len(one.alarms.get(setting, ())) for one in judged)


def by_check(judged: Sequence[Judged], setting: str) -> dict[str, int]:
    """How many faults each kind of check found, some of them several."""
    return dict(Counter(kind for one in judged for kind in one.found.get(setting, ())).most_common())


def table(judged: Sequence[Judged]) -> list[str]:
    """The measure as lines of a table: kind by setting, found of made."""
    settings = [setting for setting in SETTINGS if any(setting in one.found for one in judged)]
    told = {setting: shares(judged, setting) for setting in settings}
    kinds = [*sorted(kind for kind in told[ALONE] if kind != "all"), "all"]
    lines = ["| fault | " + " | ".join(settings) + " |", "|---|" + "---:|" * len(settings)]
    for kind in kinds:
        cells = ["{} of {}".format(*told[setting][kind]) for setting in settings]
        lines.append(f"| {kind} | " + " | ".join(cells) + " |")
    lines.append("| findings elsewhere | " + " | ".join(str(alarms(judged, setting)) for setting in settings) + " |")
    for setting in settings:
        said = ", ".join(f"{kind} {number}" for kind, number in by_check(judged, setting).items())
        lines.append(f"{setting}: {said}")
    return lines


@cache
def tutorial(language: str) -> Subject:
    """The tutorial's text in a language, with the other one beside it."""
    place = GAMES / "lantern_pass"
    other = "en" if language == "it" else "it"
    return subject(place, language, place / f"rulebook.{language}.md", (other, place / f"rulebook.{other}.md"))
