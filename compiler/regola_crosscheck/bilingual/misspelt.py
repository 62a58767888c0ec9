"""What only a misprint makes differ: a word that is there, and that nobody could read.

The spelling check says which word was meant. Where that says just what another text, or the rules, have and a sentence
seems to lack, the sentence lacks nothing: the misprint is told, and no more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.renderings import DENIAL, denials, is_denial, said_in
from regola_crosscheck.language.meaning import meaning_words

# What tells of a word that it was meant to be another one, and what tells of a word that it is not there.
_MISPRINTS = frozenset({"word-misspelt", "misread-letter", "name-varies"})
_WORDS = frozenset("languages-word languages-permission word-differs word-missing permission-differs".split())
_Meaning = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Gain:
    """What a section says besides, once a misprint in it is read as what was meant.

    `used` is how much of it explains something, by the check that found that and the text it was held against.
    """

    path: str
    section: int
    meanings: Counter[_Meaning]
    confidence: Confidence
    used: defaultdict[tuple[str, str], Counter[_Meaning]] = field(default_factory=lambda: defaultdict(Counter))


def without_misspelt(
    found: Sequence[CrosscheckFinding], contexts: Mapping[str, CrosscheckContext]
) -> list[CrosscheckFinding]:
    """Findings without those that a misprint explains which is told as surely, each misprint one for each text.

    Args:
        found: what is told of some books.
        contexts: these books, by language.
    """
    books = {one.book.path: one for one in contexts.values()}
    gains = [gain for one in found if one.diagnostic.code.slug in _MISPRINTS for gain in _gains(one, books)]
    kept = []
    for one in found:
        explained = _explained(one, gains, books)
        if explained is None:
            kept.append(one)
        else:  # of two words that one text has and this one lacks a misprint is but one
            gain, meanings = explained
            gain.used[one.kind, one.against] += meanings
    return kept


def _gains(misprint: CrosscheckFinding, books: Mapping[str, CrosscheckContext]) -> Iterator[_Gain]:
    """What each sentence in which a misprint stands says besides with the word that was meant."""
    word = misprint.word
    if word is None or not word.new or not word.expected:
        return
    path = misprint.diagnostic.span.path
    if path not in books:
        return
    # A finding names a few of its places: the word is looked for in the whole book, however it is written there.
    written, context = re.compile(rf"(?<!\w){re.escape(word.new)}(?!\w)", re.IGNORECASE), books[path]
    for section in context.book.stretches:
        for sentence in context.sentences(section) if written.search(context.passage(section).text) else ():
            right = written.sub(word.expected, sentence.text)
            if right != sentence.text:
                more = _said(right, context.book.language) - _said(sentence.text, context.book.language)
                yield _Gain(path, section.line, more, misprint.confidence)


def _explained(
    finding: CrosscheckFinding, gains: Sequence[_Gain], books: Mapping[str, CrosscheckContext]
) -> tuple[_Gain, Counter[_Meaning]] | None:
    """The misprint that was meant to say what a finding misses in one of its texts, and what of it that is."""
    if finding.diagnostic.code.slug not in _WORDS or finding.word is None:
        return None
    here, there = books.get(finding.diagnostic.span.path), books.get(finding.against)
    if here is None:
        return None
    # Each text, with what it seems to lack and in which language that is said.
    sides = [(finding.diagnostic.span, finding.word.expected, (there or here).book.language)]
    if there is not None:
        sides += [
            (one.span, finding.word.new, here.book.language)
            for one in finding.diagnostic.related
            if one.span.path == there.book.path
        ]
    for span, lacking, language in sides:
        book = books[span.path].book
        section = book.section_at(span.line) or book.front
        wanted = _said(lacking, language)
        for gain in gains:
            here_too = section is not None and (gain.path, gain.section) == (span.path, section.line)
            explained = wanted & (gain.meanings - gain.used[finding.kind, finding.against])
            if here_too and explained and gain.confidence >= min(finding.confidence, Confidence.LIKELY):
                return gain, explained
    return None


def _said(text: str, language: str) -> Counter[_Meaning]:
    """What a text says by meaning; a denial is one in whatever form: *non … mai* is *never*."""
    words = said_in(text, meaning_words(text, language), language)
    found = Counter(one.meaning for one in words if not is_denial(one))
    return found + Counter({(DENIAL, ""): len(denials(words, text, language))})
