"""The sentences of a section, each with what of the rules it renders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.book.numbering import Key
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.sentences.evidence import Evidence, Weights, evidence_of
from regola_crosscheck.sentences.tie import Candidate, Tie, ties_of

# What may be tied: what is said of the game itself, no heading and no example.
TIED = frozenset({"sentence", "item"})


@dataclass(frozen=True)
class Readable:
    """What the rules say, ready to be held against sentences: by section, with how much each word says."""

    by_key: Mapping[Key, tuple[Candidate, ...]]
    by_owner: Mapping[str, tuple[Candidate, ...]]
    weights: Weights


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
    return context.cached("readable", (context.book.numbering, context.book.language), lambda: _readable(context))


def _readable(context: CrosscheckContext) -> Readable:
    language, numbering = context.book.language, context.book.numbering
    found: dict[Key, list[Candidate]] = {}
    owned: dict[str, list[Candidate]] = {}
    texts: list[Evidence] = []
    for statement in context.statements:
        one = Candidate(statement, evidence_of(statement.caption, language), evidence_of(statement.said, language))
        texts += [one.caption, one.said]
        owned.setdefault(statement.owner, []).append(one)
        for key in dict.fromkeys(numbering.key(section) for section in statement.sections):
            found.setdefault(key, []).append(one)
    return Readable(
        {key: tuple(several) for key, several in found.items()},
        {name: tuple(several) for name, several in owned.items()},
        Weights.of(texts),
    )


def candidates_of(context: CrosscheckContext, section: BookSection) -> tuple[Candidate, ...]:
    """What a section may render: what cites it, or one inside or around it."""
    known = readable(context).by_key
    keys = context.encoded.related(section.id)
    several = (one for key in keys for one in known.get(key, ()))
    return tuple({id(one): one for one in several}.values())


def asked_of(context: CrosscheckContext, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """What some statements ask, without themselves."""
    known = readable(context).by_owner
    there = {id(one) for one in candidates}
    names = dict.fromkeys(called for one in candidates for called in context.encoded.calls.get(one.statement.owner, ()))
    return tuple(one for name in names for one in known.get(name, ()) if id(one) not in there)


def tied_sentences(context: CrosscheckContext, section: BookSection) -> tuple[TiedSentence, ...]:
    """The sentences of a section that may be tied, in order."""
    candidates = candidates_of(context, section)
    asked = asked_of(context, candidates)
    weights = readable(context).weights
    found = []
    for sentence in context.sentences(section):
        if sentence.kind not in TIED:
            continue
        evidence = context.each("evidence", sentence.text, partial(evidence_of, sentence.text, context.book.language))
        ties = ties_of(evidence, candidates, weights) if candidates else ()
        found.append(TiedSentence(sentence, evidence, ties, candidates, asked))
    return tuple(found)
