"""The sentences of a section, each with what of the rules it renders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum, sqrt

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.sentences.evidence import EVIDENCE, Evidence, Weights, evidence_of
from regola_crosscheck.sentences.tie import LEAST, NUMBER, Candidate, Tie, ties_of

# What may be tied: what is said of the game itself, no heading and no example.
TIED = frozenset({"sentence", "item"})
# So many times as like as the next must a sentence be to be what something is said of.
CLEARLY = 1.3


class Readable:
    """What the rules say, ready to be held against sentences: by section, with how much each word says.

    A statement is read when it is asked for; of all that are not only the weights of their words are needed.
    """

    def __init__(self, context: CrosscheckContext) -> None:
        language = context.book.language
        self._statements = context.statements
        self._read: dict[int, Candidate] = {}
        self._by_key: dict[Key, list[int]] = {}
        self._by_owner: dict[str, list[int]] = {}
        for place, statement in enumerate(self._statements):
            self._by_owner.setdefault(statement.owner, []).append(place)
            for key in dict.fromkeys(context.book.numbering.key(section) for section in statement.sections):
                self._by_key.setdefault(key, []).append(place)
        self.weights = context.kept(
            f"weights {language}", Weights.of_plain, partial(self._weights, context), Weights.plain
        )

    def _weights(self, context: CrosscheckContext) -> Weights:
        candidates = (self._candidate(context, place) for place in range(len(self._statements)))
        return Weights.of(text for one in candidates for text in (one.caption, one.said))

    def _candidate(self, context: CrosscheckContext, place: int) -> Candidate:
        """A statement with its words, the same whenever it is asked for."""
        if place not in self._read:
            one = self._statements[place]
            self._read[place] = Candidate(one, evidence(context, one.caption), evidence(context, one.said))
        return self._read[place]

    def of_key(self, context: CrosscheckContext, key: Key) -> list[Candidate]:
        """What cites a section."""
        return [self._candidate(context, place) for place in self._by_key.get(key, ())]

    def of_owner(self, context: CrosscheckContext, name: str) -> list[Candidate]:
        """What is part of a declaration."""
        return [self._candidate(context, place) for place in self._by_owner.get(name, ())]


def evidence(context: CrosscheckContext, text: str) -> Evidence:
    """A sentence of the book, or what a rule says, as it can be held against another; read once."""
    return context.each("evidence", text, partial(evidence_of, text, context.book.language), EVIDENCE)


@dataclass(frozen=True)
class TiedSentence:
    """A sentence, its words, what it renders (nothing if that is not clear), and all that its section says.

    `asked` is what the rules of the section ask that stands elsewhere: it is said with them, and not rendered here.
    """

    sentence: Sentence
    evidence: Evidence
    ties: tuple[Tie, ...]
    candidates: tuple[Candidate, ...]
    asked: tuple[Candidate, ...]


def readable(context: CrosscheckContext) -> Readable:
    """What the rules say, in the language of the book; worked out once."""
    return context.cached("readable", (context.book.numbering, context.book.language), lambda: Readable(context))


def candidates_of(context: CrosscheckContext, section: BookSection) -> tuple[Candidate, ...]:
    """What a section may render: what cites it, or one inside or around it."""
    known = readable(context)
    keys = context.encoded.related(section.id)
    several = (one for key in keys for one in known.of_key(context, key))
    return tuple({id(one): one for one in several}.values())


def asked_of(context: CrosscheckContext, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """What some statements ask, without themselves."""
    known = readable(context)
    there = {id(one) for one in candidates}
    names = dict.fromkeys(called for one in candidates for called in context.encoded.calls.get(one.statement.owner, ()))
    return tuple(one for name in names for one in known.of_owner(context, name) if id(one) not in there)


def sentences_to_tie(context: CrosscheckContext, section: BookSection) -> Iterator[tuple[Sentence, Evidence]]:
    """The sentences of a section that may be tied, in order, with their words."""
    for sentence in context.sentences(section):
        if sentence.kind in TIED:
            yield sentence, evidence(context, sentence.text)


def tied_sentences(context: CrosscheckContext, section: BookSection) -> tuple[TiedSentence, ...]:
    """The same, each with what it renders."""
    candidates = candidates_of(context, section)
    asked = asked_of(context, candidates)
    weights = readable(context).weights
    found = []
    for sentence, read in sentences_to_tie(context, section):
        ties = ties_of(read, candidates, weights) if candidates else ()
        found.append(TiedSentence(sentence, read, ties, candidates, asked))
    return tuple(found)


# --- which sentence something is said of -------------------------------------------------------------


def weights_of_book(context: CrosscheckContext) -> Weights:
    """How much each word says among the sentences of the book itself."""

    def counted() -> Weights:
        return Weights.counted(stems for section in context.book.sections for stems in _stems(context, section))

    return context.cached("weights of the book", (context.book.lines, context.book.language), counted)


def _stems(context: CrosscheckContext, section: BookSection) -> list[list[str]]:
    """The words of each sentence of a section, read once for all of them."""

    def read() -> list[list[str]]:
        return [sorted(evidence(context, one.text).known) for one in context.sentences(section)]

    return context.each("stems of sentences", (context.passage(section).text, section.id, section.title), read)


def most_like(said: Evidence, sentences: Sequence[Evidence], weights: Weights) -> int | None:
    """The place of the sentence that what is said in other words is about; none if none is, or two may be.

    The measure is the weight of what both have, by the root of the weight of the sentence: a long one has more of
    anything.
    """
    scored = []
    for place, sentence in enumerate(sentences):
        shared, numbers = said.known & sentence.known, said.numbers & sentence.numbers
        common = fsum(weights[stem] for stem in shared) + NUMBER * len(numbers)
        if len(shared) + len(numbers) < 2 or common < LEAST:
            continue
        own = fsum(weights[stem] for stem in sentence.known) + NUMBER * len(sentence.numbers)
        scored.append((common / sqrt(own), place))
    scored.sort(reverse=True)
    if not scored or (len(scored) > 1 and scored[0][0] < CLEARLY * scored[1][0]):
        return None
    return scored[0][1]
