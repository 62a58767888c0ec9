"""Two rulebook texts in two languages, section by section: what one says and the other does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.bilingual.beside import Beside
from regola_crosscheck.bilingual.counterparts import counterparts, with_lost_numbers
from regola_crosscheck.bilingual.findings import (
    PERMISSION,
    SENTENCE,
    TERM,
    TWO,
    WORD,
    said_otherwise,
    term,
)
from regola_crosscheck.bilingual.numbers import NUMBER, SectionPair, numbers
from regola_crosscheck.bilingual.pairs import Pair, sentence_pairs
from regola_crosscheck.bilingual.references import REFERENCE, references
from regola_crosscheck.bilingual.sections import SECTION, sections_of_one
from regola_crosscheck.bilingual.tables.cells import exchanged_words, table_pairs, tables, word_cells
from regola_crosscheck.bilingual.tables.lone import LoneTables
from regola_crosscheck.bilingual.tables.rows import TABLE
from regola_crosscheck.bilingual.tables.word_cells import cell_pairs
from regola_crosscheck.language.terms import siblings

CODES = (SECTION, NUMBER, TABLE, REFERENCE, PERMISSION, TERM, WORD, SENTENCE, TWO)


def check(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Everything in which the text `here` differs from the text `there`; findings stand in `here`."""
    for finding in _differences(here, there):
        yield replace(finding, against=there.book.path)


def _differences(here: CrosscheckContext, there: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    yield from sections_of_one(here, there)
    # What lost its number alone is held against its counterpart like all else.
    here, there = with_lost_numbers(here, there), with_lost_numbers(there, here)
    pairs = table_pairs(here, there)
    yield from tables(here, there, pairs)
    numbering = here.book.numbering
    # What stands in tables that are compared is not counted again.
    held = {numbering.key(pair.section) for pair in pairs if pair.section}
    sentences, vocabulary = sentence_pairs(here, there)
    beside = Beside(sentences)
    cells = word_cells(pairs)
    said = list(said_otherwise(here, there, sentences, vocabulary, list(cell_pairs(here, there, cells))))
    yield from said
    shown = [one.diagnostic.span for one in said if one.confidence >= Confidence.LIKELY]
    yield from exchanged_words(here, there, cells, shown)
    told = {(one.section, one.diagnostic.code) for one in said if one.confidence >= Confidence.LIKELY}
    for section, other in counterparts(here, there):
        pair = SectionPair(here, there, section, other, beside)
        lone = None if numbering.key(section.id) in held else LoneTables(here, there, section, other)
        yield from numbers(pair, lone)
        yield from references(pair)
        if (section.id, TERM) not in told:
            yield from _terms(pair)


def _terms(pair: SectionPair) -> Iterator[CrosscheckFinding]:
    """A concept that only this text speaks of, where the other speaks of one that this text does not."""
    here, there, section, other = pair.here, pair.there, pair.section, pair.other
    ours = [one for one in here.terms(section) if not _is_lost(pair.beside.ours(section, one.start))]
    theirs = [one for one in there.terms(other) if not _is_lost(pair.beside.theirs(other, one.start))]
    mine = Counter(use.concept.id for use in ours if use.how != "forbidden")
    foreign = Counter(use.concept.id for use in theirs if use.how != "forbidden")
    for use in ours:
        if use.how == "forbidden" or foreign[use.concept.id] or there.book.language not in use.concept.terms:
            continue
        swapped = [
            one
            for one in theirs
            if not mine[one.concept.id]
            and here.book.language in one.concept.terms
            and siblings(use.concept, one.concept)
        ]
        if not swapped:
            continue
        yield term(here, there, section, other, use, swapped[0])
        return


def _is_lost(home: Pair | None) -> bool:
    """Whether something stands in a sentence of one language only, which tells it."""
    return home is not None and home.is_lost
