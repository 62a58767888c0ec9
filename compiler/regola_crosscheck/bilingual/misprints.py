"""A misprint makes a word that says something unreadable: what is missed for that is the misprint, and no more."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from regola_dsl.diagnostics import Code
from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import CrosscheckFinding
from regola_crosscheck.bilingual.renderings import said_in
from regola_crosscheck.language.meaning import meaning_words


def without_what_is_misprinted(
    found: Sequence[CrosscheckFinding], contexts: Iterable[CrosscheckContext], misspelt: Code
) -> list[CrosscheckFinding]:
    """Findings without those that miss a word in a sentence which has it with a slip of the pen.

    Args:
        found: all that was found.
        contexts: the texts.
        misspelt: the code of what tells of a misprint, with the word that is meant.
    """
    languages = {context.book.path: context.book.language for context in contexts}
    slips: dict[tuple[str, int], list[tuple[Span, frozenset[tuple[str, str]]]]] = defaultdict(list)
    for one in found:
        if one.diagnostic.code == misspelt and one.word is not None:
            span = one.diagnostic.span
            meant = _meanings(one.word.expected, languages[span.path])
            if meant:
                slips[span.path, span.line].append((span, meant))
    return [one for one in found if not slips or not _is_misprinted(one, languages, slips)]


def _is_misprinted(
    one: CrosscheckFinding,
    languages: Mapping[str, str],
    slips: Mapping[tuple[str, int], Sequence[tuple[Span, frozenset[tuple[str, str]]]]],
) -> bool:
    """Whether all that a finding misses stands in the sentence, misprinted."""
    word = one.word
    if word is None or bool(word.new) == bool(word.expected):
        return False
    path = one.diagnostic.span.path
    missed = _meanings(word.new or word.expected, languages.get(one.against if one.lacking == "here" else path, ""))
    return any(
        missed & meant and _holds(sentence, slip)
        for sentence in (one.diagnostic.span, *(label.span for label in one.diagnostic.related))
        for slip, meant in slips.get((sentence.path, sentence.line), ())
    )


def _meanings(text: str, language: str) -> frozenset[tuple[str, str]]:
    words = meaning_words(text, language) if text and language else ()
    return frozenset(
        {(word.kind, word.value) for word in words} | {one.meaning for one in said_in(text, words, language)}
    )


def _holds(outer: Span, inner: Span) -> bool:
    return (outer.line, outer.column) <= (inner.line, inner.column) and (inner.end_line, inner.end_column) <= (
        outer.end_line,
        outer.end_column,
    )
