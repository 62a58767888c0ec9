"""What every check of the desk reads: a game, a rulebook text, and what was seen in it once."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from regola_compiler.evaluate.worked.examples import ExampleResult, LineResult
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.tree import Text

from regola_crosscheck.base.finding import CrosscheckFinding, new_finding
from regola_crosscheck.base.kept import KeptOfRules
from regola_crosscheck.base.parts import Parts
from regola_crosscheck.base.readings import Form, Readings
from regola_crosscheck.book.counted_lists import counted_lists
from regola_crosscheck.book.numbering import NUMBER, Key
from regola_crosscheck.book.sentences import Sentence, sentences_of
from regola_crosscheck.book.tables import Grid, grids_of_book, placed
from regola_crosscheck.book.text import Book, BookSection, Passage
from regola_crosscheck.book.tokens import ModalWord, Token, blocks, modal_words, scan
from regola_crosscheck.concordance.candidates import ANNOUNCED, announced_words
from regola_crosscheck.language.lexicon import Lexicon, lexicon
from regola_crosscheck.language.meaning import MeaningWord, meaning_words
from regola_crosscheck.language.morphology import TextWord, words_of
from regola_crosscheck.language.terms import TermIndex, TermOccurrence
from regola_crosscheck.rules.disputes import Dispute, disputes_of, disputes_of_plain, plain_disputes
from regola_crosscheck.rules.facts import RuleFacts
from regola_crosscheck.rules.kept import encoded_of_plain, plain_encoded, plain_spans, spans_of_plain
from regola_crosscheck.rules.limits import AIDE
from regola_crosscheck.rules.numbers import Encoded, gather
from regola_crosscheck.rules.places import span_of_statement
from regola_crosscheck.rules.worked import worked_examples

if TYPE_CHECKING:
    from regola_compiler.model.program import Program
    from regola_compiler.project.glossary import Glossary

    from regola_crosscheck.rules.said import RuleStatement

T = TypeVar("T")
# So much is kept of what was read in earlier states of a text; a book of 300,000 characters has a fifth of it.
MANY = 100_000


@dataclass
class CrosscheckContext:
    """A rulebook text beside the rules; `hand_written` are the lines of sheets that were written from a section.

    `speaking` is what the rules say in the words of a language, where they can be heard: it is asked when needed.

    `alone` is a book that nobody has encoded: the program is empty, and says nothing by what it lacks.

    `rules` are the rules, or what reads them: it is asked when something of them is needed that nobody has kept.

    `keeping` has what earlier runs asked of the same rules, and `readings` what they read in the words of the book.

    `parts` has what an earlier run found. Whoever asks for the words of a section asks here, where that is noted.

    What is worked out is kept in the context itself, and is no part of it: one made of it by `replace`, with another
    glossary say, begins with nothing, and finds what it would have found alone.
    """

    rules: Program | Callable[[], Program]
    book: Book
    glossary: Glossary | None = None
    hand_written: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    parts: Parts | None = None
    alone: bool = False
    speaking: Callable[[str], tuple[RuleStatement, ...]] | None = None
    keeping: KeptOfRules | None = None
    readings: Readings | None = None
    _tokens: dict[int, list[Token]] = field(default_factory=dict, init=False)
    _modal_words: dict[int, list[ModalWord]] = field(default_factory=dict, init=False)
    _values: dict[int, set[Fraction]] = field(default_factory=dict, init=False)
    _passages: dict[int, Passage] = field(default_factory=dict, init=False)
    _blocks: dict[int, list[str]] = field(default_factory=dict, init=False)
    _sentences: dict[int, tuple[Sentence, ...]] = field(default_factory=dict, init=False)
    _terms_by_text: dict[str, list[TermOccurrence]] = field(default_factory=dict, init=False)
    _terms: dict[int, list[TermOccurrence]] = field(default_factory=dict, init=False)
    _cache: dict[str, tuple[Hashable, Any]] = field(default_factory=dict, init=False)
    _each: dict[Hashable, Any] = field(default_factory=dict, init=False)
    _each_before: dict[Hashable, Any] = field(default_factory=dict, init=False)

    def with_book(self, book: Book) -> CrosscheckContext:
        """The same rules beside another state of the text.

        What was worked out of the rules is taken over, and what was read in passages that say what they said.
        """
        other = CrosscheckContext(
            self.rules,
            book,
            self.glossary,
            self.hand_written,
            alone=self.alone,
            speaking=self.speaking,
            keeping=self.keeping,
        )
        before = self._each if len(self._each_before) > MANY else {**self._each_before, **self._each}
        return other.knowing(dict(self._cache), {}, before)

    def knowing(
        self, cache: dict[str, tuple[Hashable, Any]], each: dict[Hashable, Any], before: dict[Hashable, Any]
    ) -> CrosscheckContext:
        """This context, with what another one of the same rules has worked out."""
        self._cache, self._each, self._each_before = cache, each, before
        return self

    @property
    def program(self) -> Program:
        """The rules."""
        return self.rules() if callable(self.rules) else self.rules

    def kept(self, what: str, read: Callable[[Any], T], make: Callable[[], T], plain: Callable[[T], Any]) -> T:
        """Something that depends on the rules alone, from an earlier run where that kept it.

        Args:
            what: what it is, with all it depends on besides.
            read: makes it of plain data.
            make: makes it of the rules.
            plain: makes plain data of it, as JSON can say it.
        """
        return make() if self.keeping is None else self.keeping.of_rules(what, read, make, plain)

    def cached(self, what: str, key: Hashable, make: Callable[[], T]) -> T:
        """Something that depends on the rules and on `key` alone: made again only where `key` is another one."""
        if what not in self._cache or self._cache[what][0] != key:
            self._cache[what] = (key, make())
        result: T = self._cache[what][1]
        return result

    def each(self, what: str, of: Hashable, make: Callable[[], T], form: Form | None = None) -> T:
        """Something of which there is one for each of many: it depends on the rules, the language and on `of` alone.

        So what was read in the words of a passage is not read again when the passage moves. What states of the text
        before this one had is taken over, until it is much: then what was not asked for lately is forgotten. What has a
        `form`, or one of `readings`, depends on no rule and is kept for the next process too.
        """
        key = (what, of, self.book.language)
        if key in self._each:
            pass
        elif key in self._each_before:
            self._each[key] = self._each_before[key]
        else:
            self._each[key] = make() if self.readings is None else self.readings.of(what, of, make, form)
            assert not isinstance(self._each[key], Iterator), f"{what} can be gone through but once"
        result: T = self._each[key]
        return result

    def with_parts(self, plain: Any, readings: Readings | None = None) -> CrosscheckContext:
        """The same with what an earlier run over the same rules found, as `Parts.plain` left it; None if there is none.

        With it goes what earlier runs read in the words of the book, if that is kept. What is an example is told by
        titles: an outline depends on that, and on no other word of them.
        """
        outline = [bool(self.words.examples.search(section.title)) for section in self.book.sections]
        other = replace(self, parts=Parts(self.book, outline, plain), readings=readings)
        return other.knowing(self._cache, self._each, self._each_before)

    def found(
        self,
        what: str,
        section: BookSection | None,
        make: Callable[[], Iterable[CrosscheckFinding]],
        of: object = None,
    ) -> Iterable[CrosscheckFinding]:
        """The findings of a part of a check: those of an earlier run where nothing they rest on is another.

        Args:
            what: the check, and the part of it if it has several.
            section: the section it is about; None if that is the book.
            make: finds them.
            of: what they depend on that is neither in the rules, nor in the outline, nor asked of the context.
        """
        return make() if self.parts is None else self.parts.findings(what, section, of, make)

    def _note(self, section: BookSection) -> None:
        if self.parts is not None:
            self.parts.note(section)

    def _note_all(self) -> None:
        if self.parts is not None:
            self.parts.note_all()

    @property
    def statements(self) -> tuple[RuleStatement, ...]:
        """What the rules say, in the words of the book's language; nothing where they cannot be heard."""
        speaking, language = self.speaking, self.book.language
        return () if speaking is None else self.cached("statements", language, lambda: speaking(language))

    def span_of_statement(self, statement: RuleStatement) -> Span | None:
        """Where what the rules say stands in their files; None if it has no place."""
        return self._statement_places.get(statement.path)

    def ask_all(self) -> None:
        """Ask of the rules, as long as they are there, what an edit of the text may ask: so it is kept."""
        _ = self.encoded, self.facts, self.errata, self._sound_examples, self._statement_places

    @property
    def _statement_places(self) -> dict[str, Span]:
        return self.cached(
            "places",
            self.book.language,
            lambda: self.kept(f"places {self.book.language}", spans_of_plain, self._places, plain_spans),
        )

    def _places(self) -> dict[str, Span]:
        found = {one.path: span_of_statement(self.program, one) for one in self.statements}
        return {path: span for path, span in found.items() if span is not None}

    @cached_property
    def words(self) -> Lexicon:
        """The words of the book's language."""
        return lexicon(self.book.language)

    @cached_property
    def encoded(self) -> Encoded:
        """What the rules hold for each section."""
        numbering = self.book.numbering
        return self.cached(
            "encoded",
            numbering,
            lambda: self.kept(
                f"encoded {numbering}",
                lambda plain: encoded_of_plain(plain, numbering),
                lambda: gather(self.program, numbering),
                plain_encoded,
            ),
        )

    @property
    def facts(self) -> RuleFacts:
        """Their examples, the sizes of their tables, and what they write in capitals."""
        return self.cached(
            "facts",
            None,
            lambda: self.kept("facts", RuleFacts.of_plain, lambda: RuleFacts.of(self.program), RuleFacts.plain),
        )

    @property
    def errata(self) -> tuple[Dispute, ...]:
        """What the errata of the game say, kept for the next process: an edit of a text reads no rule."""

        def kept() -> tuple[Dispute, ...]:
            return self.kept("errata", disputes_of_plain, lambda: disputes_of(self.program), plain_disputes)

        return self.cached("errata", None, kept)

    def examples(self, key: Key) -> list[str]:
        """The encoded examples that are anchored to a section."""
        return self._examples_by_key.get(key, [])

    def failed_line(self, example: str) -> LineResult | None:
        """The first line of an encoded example that does not come out; None if they all do."""
        if self.keeping is not None and example in self._sound_examples:
            return None
        return next((line for line in self._result_of(example).lines if not line.passed), None)

    @cached_property
    def _examples_by_key(self) -> dict[Key, list[str]]:
        return self.facts.examples_by_key(self.book.numbering)

    @property
    def _sound_examples(self) -> frozenset[str]:
        """The examples that come out; they are all run where that is not known."""
        names = [name for name, sections in self.facts.examples if sections]
        return self.cached(
            "sound examples",
            None,
            lambda: self.kept(
                "sound examples",
                lambda plain: frozenset(map(str, plain)),
                lambda: frozenset(one for one in names if all(line.passed for line in self._result_of(one).lines)),
                sorted,
            ),
        )

    def _result_of(self, name: str) -> ExampleResult:
        """What an example comes to."""
        return worked_examples(self.program).result(name)

    @property
    def lines(self) -> tuple[str, ...]:
        """All lines of the book."""
        self._note_all()
        return self.book.lines

    @property
    def grids(self) -> list[tuple[Grid, str]]:
        """The tables that the book prints, each with the section it stands in."""
        self._note_all()
        return self.printed_tables

    @cached_property
    def printed_tables(self) -> list[tuple[Grid, str]]:
        """The same for a part that says with each of them what it rests on (`found`)."""
        return grids_of_book(self.book)

    @cached_property
    def counted_lists(self) -> list[tuple[Grid, str]]:
        """The lists of counted things that stand in the book's columns, in the same way."""
        return placed(counted_lists(self.book.lines), self.book)

    @cached_property
    def numbered(self) -> bool:
        """Whether the book numbers its sections."""
        return any(NUMBER.fullmatch(section.id) for section in self.book.sections)

    def passage(self, section: BookSection) -> Passage:
        """The text of a section."""
        self._note(section)
        if section.line not in self._passages:
            self._passages[section.line] = self.book.passage(section)
        return self._passages[section.line]

    def tokens(self, section: BookSection) -> list[Token]:
        """The numbers and references of a section."""
        self._note(section)
        if section.line not in self._tokens:
            passage = self.passage(section)
            tokens = self.each(
                "numbered tokens" if self.numbered else "tokens",
                passage.text,
                lambda: scan(passage, self.words, references=self.numbered),
            )
            found = [self._decimal(section, token) for token in tokens]
            self._tokens[section.line] = (
                [replace(one, block="example") for one in found] if self.is_example(section) else found
            )
        return self._tokens[section.line]

    def _decimal(self, section: BookSection, token: Token) -> Token:
        """A reference, or the decimal number it is where the rules of its section have that: 1.5 miles."""
        if token.kind != "reference" or token.values or token.text.count(".") != 1:
            return token
        value = Fraction(token.text.strip())
        if value.denominator == 1 or value not in self._encoded_values(section):
            return token
        return replace(token, kind="number", values=(value,))

    def _encoded_values(self, section: BookSection) -> set[Fraction]:
        """The values that the rules of a section have, of those in it, and of those around it."""
        if section.line not in self._values:
            numbers = [n for key in self.encoded.related(section.id) for n in self.encoded.numbers.get(key, ())]
            self._values[section.line] = {value for one in numbers if one.role is not AIDE for value in one.values}
        return self._values[section.line]

    def is_example(self, section: BookSection) -> bool:
        """Whether a section is an example of play, or lies in one."""
        key = self.book.numbering.key(section.id)
        around = (self.book.by_key.get(key[:n]) for n in range(1, len(key) + 1))
        return any(one is not None and self.words.examples.search(one.title) for one in around)

    def sentences(self, section: BookSection) -> tuple[Sentence, ...]:
        """The sentences of a section; those of an example section are all of examples."""
        passage = self.passage(section)
        if section.line not in self._sentences:
            self._sentences[section.line] = self._cut(section, passage)
        return self._sentences[section.line]

    def _cut(self, section: BookSection, passage: Passage) -> tuple[Sentence, ...]:
        of = (passage.text, section.id, section.title)
        cut = self.each("sentences", of, lambda: sentences_of(passage, self.words, section.id, section.title))
        if any(one.passage is not passage for one in cut):  # the same words, elsewhere in the text by now
            cut = tuple(replace(one, passage=passage) for one in cut)
        if not self.is_example(section):
            return cut
        return tuple(one if one.kind == "heading" else replace(one, kind="example") for one in cut)

    def meaning_words(self, sentence: Sentence) -> tuple[MeaningWord, ...]:
        """The meaning words of a sentence of the book, with their places in its text."""
        return self.each("meaning words", sentence.text, lambda: meaning_words(sentence.text, self.book.language))

    def modal_words(self, section: BookSection) -> list[ModalWord]:
        """The words of permission of a section."""
        self._note(section)
        if section.line not in self._modal_words:
            passage = self.passage(section)
            said = self.each("marks", passage.text, lambda: modal_words(passage, self.words))
            self._modal_words[section.line] = (
                [one._replace(block="example") for one in said] if self.is_example(section) else said
            )
        return self._modal_words[section.line]

    def related_rules(self, section: BookSection) -> list[Key]:
        """The encoded sections that bear on one: those in and around it, and those it refers to."""
        keys = set(self.encoded.related(section.id))
        for token in self.tokens(section):
            if token.kind == "reference":
                there = self.book.numbering.key(token.text.strip())
                keys |= {known for known in self.encoded.names if known[: len(there)] == there}
        words = set(self._named_chapters.findall(self.passage(section).text))
        keys |= {known for known in self.encoded.names if known[0] in words}
        return [known for known in self.encoded.names if known in keys]

    @cached_property
    def _named_chapters(self) -> re.Pattern[str]:
        """Chapters that are called otherwise than by a number, as a text speaks of them: a scenario `S43`."""
        codes = {str(key[0]) for key in self.encoded.names if re.fullmatch(r"[A-Z]+\d+", str(key[0]))}
        return re.compile(rf"\b(?:{'|'.join(sorted(codes))})\b" if codes else r"(?!)")

    def block(self, section: BookSection, offset: int) -> str:
        """What a character of a section belongs to: rule, example or row."""
        self._note(section)
        if section.line not in self._blocks:
            text = self.passage(section).text
            self._blocks[section.line] = self.each("blocks", text, lambda: blocks(text, self.words))
        return self._blocks[section.line][self.passage(section).text.count("\n", 0, offset)]

    @cached_property
    def _announced(self) -> dict[str, float]:
        texts = (
            one.text for section in self.book.stretches for one in self.sentences(section) if one.kind != "heading"
        )
        return announced_words(texts, self.book.language)

    def is_noun(self, keys: Sequence[str]) -> bool:
        """Whether words seem to name a thing: several that come again as one, or one that articles announce."""
        return len(keys) > 1 or self._announced.get(keys[0], 0.0) >= ANNOUNCED

    @cached_property
    def term_index(self) -> TermIndex | None:
        """The terms of the glossary in the language of the book, ready to be looked for."""
        glossary, language = self.glossary, self.book.language
        return self.cached("forms", language, lambda: TermIndex(glossary, language)) if glossary is not None else None

    def terms(self, section: BookSection) -> list[TermOccurrence]:
        """The terms of the glossary that stand in a section."""
        self._note(section)
        if section.line not in self._terms:
            self._terms[section.line] = self._find_terms(self.passage(section))
        return self._terms[section.line]

    def own_terms(self, section: BookSection) -> list[TermOccurrence]:
        """The terms in our own texts for what is anchored to a section."""
        key = self.book.numbering.key(section.id)
        return [use for text in self.encoded.texts.get(key, []) for use in self.terms_of_text(text)]

    def own_terms_around(self, section: BookSection) -> list[TermOccurrence]:
        """The terms in our own texts for what is anchored to a section, inside or around it."""
        keys = self.encoded.related(section.id)
        return [use for key in keys for text in self.encoded.texts.get(key, []) for use in self.terms_of_text(text)]

    def terms_of_text(self, text: Text) -> list[TermOccurrence]:
        """The terms in one of our own texts, if it is in the language of the book."""
        if text.language != self.book.language:
            return []
        if text.text not in self._terms_by_text:
            self._terms_by_text[text.text] = self.terms_in(text.text)
        return self._terms_by_text[text.text]

    def terms_in(self, text: str) -> list[TermOccurrence]:
        """The terms in a text of the book's language that stands anywhere, or nowhere."""
        return self._find_terms(Passage(text, 1, 1, ""))

    def _find_terms(self, passage: Passage) -> list[TermOccurrence]:
        forms = self.term_index
        if forms is None:
            return []
        return self.each("terms", passage.text, lambda: forms.uses(self.words_in(passage)))

    def words_in(self, passage: Passage) -> list[TextWord]:
        """The words of a passage, with what all their forms have in common."""
        return self.each("words", passage.text, lambda: words_of(passage.text, self.book.language))

    def words_in_text(self, text: str) -> list[TextWord]:
        """The words of a stretch of the book, a sentence say, with what all their forms have in common."""
        return self.each("words", text, lambda: words_of(text, self.book.language))

    # A finding is made where what it is about is at hand, and needs nothing of it.
    finding = staticmethod(new_finding)
