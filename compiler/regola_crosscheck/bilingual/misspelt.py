"""What only a misprint makes differ: a word that is there, and that nobody could read.

The spelling check says which word was meant. Where that says just what another text, or the rules, have and a sentence
seems to lack, the sentence lacks nothing: the misprint is told, and no more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.renderings import said_in
from regola_crosscheck.language.meaning import meaning_words

# What tells of a word that it was meant to be another one, and what tells of a word that it is not there.
_MISPRINTS = frozenset({"word-misspelt", "misread-letter"})
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
    return [one for one in found if not _is_explained(one, gains, books)]


def _gains(misprint: CrosscheckFinding, books: Mapping[str, CrosscheckContext]) -> Iterator[_Gain]:
    """What each sentence in which a misprint stands says besides with the word that was meant."""
    word = misprint.word
    if word is None or not word.new or not word.expected:
        return
    written = re.compile(rf"(?<!\w){re.escape(word.new)}(?!\w)")
    places = [misprint.diagnostic.span, *(one.span for one in misprint.diagnostic.related)]
    for path, line in dict.fromkeys((one.path, one.line) for one in places if one.path in books):
        context = books[path]
        section = context.book.section_at(line)
        for sentence in context.sentences(section) if section is not None else ():
            right = written.sub(word.expected, sentence.text)
            if right != sentence.text and section is not None:
                more = _said(right, context.book.language) - _said(sentence.text, context.book.language)
                yield _Gain(path, section.line, more, misprint.confidence)


def _is_explained(finding: CrosscheckFinding, gains: Sequence[_Gain], books: Mapping[str, CrosscheckContext]) -> bool:
    """Whether what a finding misses in one of its texts is what a misprint there was meant to say."""
    if finding.diagnostic.code.slug not in _WORDS or finding.word is None:
        return False
    here, there = books.get(finding.diagnostic.span.path), books.get(finding.against)
    if here is None:
        return False
    # Each text, with what it seems to lack and in which language that is said.
    sides = [(finding.diagnostic.span, finding.word.expected, (there or here).book.language)]
    if there is not None:
        sides += [
            (one.span, finding.word.new, here.book.language)
            for one in finding.diagnostic.related
            if one.span.path == there.book.path
        ]
    for span, lacking, language in sides:
        section = books[span.path].book.section_at(span.line)
        wanted = _said(lacking, language)
        for gain in gains:
            here_too = section is not None and (gain.path, gain.section) == (span.path, section.line)
            explained = wanted & (gain.meanings - gain.used[finding.kind, finding.against])
            if here_too and explained and gain.confidence >= min(finding.confidence, Confidence.LIKELY):
                # Of two words that one text has and this one lacks a misprint is but one.
                gain.used[finding.kind, finding.against] += explained
                return True
    return False


def _said(text: str, language: str) -> Counter[_Meaning]:
    return Counter(one.meaning for one in said_in(text, meaning_words(text, language), language))
