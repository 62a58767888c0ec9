"""A sentence that one of two languages lost, or has too many, is told as that, once, and as nothing else."""

from __future__ import annotations

from random import Random

import pytest
from regola_crosscheck.bilingual.alignment import Bead, Line
from regola_crosscheck.bilingual.parting import is_missed, parted
from support.crosscheck_faults import tutorial
from support.effort import drawn, every_third
from support.lost_sentences import added, faults_in, lost, told_of

# So many sentences are drawn; `tests/benchmarks/lost_sentences.py` takes each.
DRAWN = max(10, drawn(20))
# What a first-time reader cut out of the Italian, and what came of it instead: silence, a lost *not*, a reference.
CUT = [" I capi possono.", " Fino all'alba non sorveglia.", " Valgono 5.1 e 6.5; la sorveglianza non conta."]


@pytest.mark.parametrize("language", every_third(["it", "en"]))
def test_nine_in_ten_sentences_that_are_lost_or_added_are_told_as_that_alone(language: str) -> None:
    book = tutorial(language)
    random = Random(8)
    for changes in (list(lost(book)), list(added(book))):
        counted = told_of(book, random.sample(changes, DRAWN))
        assert counted.ways["told"] >= 0.9 * DRAWN, (counted.line, counted.cases)
        assert not counted.ways["wrongly"], counted.cases


@pytest.mark.parametrize("sentence", CUT)
def test_a_lost_sentence_is_no_lost_word_and_no_lost_reference(sentence: str) -> None:
    book = tutorial("it")
    assert sentence in book.text
    (fault,) = faults_in(book, book.text.replace(sentence, ""))
    assert [(one.slug, one.lacking) for one in fault.told] == [("languages-sentence", True)]


# Two sentences, the first of which names a number, and one beside them.
TWO = [Line(40, {"number 7": 2.0}), Line(60, {"pair guard/guardia": 1.0, "denial": 1.0})]


@pytest.mark.parametrize(
    ("beside", "lost"),
    [
        (Line(100, {"number 7": 2.0, "pair guard/guardia": 1.0, "denial": 1.0}), None),
        (Line(60, {"pair guard/guardia": 1.0, "denial": 1.0}), 0),
        (Line(40, {"number 7": 2.0}), 1),
    ],
)
def test_two_sentences_are_parted_where_the_one_beside_says_nothing_of_one(beside: Line, lost: int | None) -> None:
    beads = parted(Bead(range(2), range(1), 0.0), TWO, [beside], 1.0)
    turned = parted(Bead(range(1), range(2), 0.0), [beside], TWO, 1.0)
    assert [(one.theirs, one.ours) for one in turned] == [(one.ours, one.theirs) for one in beads]
    alone = [one.ours.start for one in beads if not one.theirs]
    assert alone == ([] if lost is None else [lost])
    assert [place for one in beads for place in one.ours] == [0, 1]
    if lost is not None:
        place = next(at for at, one in enumerate(beads) if not one.theirs)
        assert is_missed(place, beads, TWO, [beside])
