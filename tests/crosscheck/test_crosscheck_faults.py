"""Faults of all kinds made in the tutorial's rulebook, one at a time, and the share of them that the desk finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest
from support.crosscheck_faults import (
    ALONE,
    INDEX,
    OTHER,
    SETTINGS,
    alarms,
    by_check,
    faults,
    judge,
    shares,
    table,
    tutorial,
)
from support.effort import PROFILE, drawn, every_third

KINDS = 16
# They are drawn of each kind in turn: three of each at least.
COUNT = max(3 * KINDS, drawn(100))
# Judged, which is dear, is one of each in Italian; `make thorough` judges six of each in either language.
JUDGED = KINDS * (COUNT // KINDS if PROFILE != "steady" else 1)
LANGUAGES = ("it", "en")
# What must be found at least, of a hundred: the rules alone cannot know what they do not say (a plain 1, a term that stands
# in no rule, a *not* beside another *not*); the other language, or the index, knows what stood there.
FLOORS = {ALONE: 0.6, OTHER: 0.95, INDEX: 0.95}
# Kinds that the rules alone must always find.
ALWAYS = {"doubled section", "lost section", "reference to nothing", "row", "swapped cells", "forbidden term"}
# Findings of other sections, of a hundred faults: a number of a section that makes another numbering likely.
ALARMS = 4


each_language = pytest.mark.parametrize("language", LANGUAGES)
Record = Callable[[str, object], None]


@pytest.mark.parametrize("language", every_third(LANGUAGES))
def test_faults_are_found(language: str, record_property: Record) -> None:
    book = tutorial(language)
    found = judge(book, faults(book, JUDGED))
    assert len(found) == JUDGED
    for line in [f"seeded faults in the tutorial's text ({language})", *table(found)]:
        record_property("measured", line)
    for setting in SETTINGS:
        got, made = shares(found, setting)["all"]
        assert got >= FLOORS[setting] * made, (setting, got, made)
        assert alarms(found, setting) <= ALARMS, [one.alarms for one in found if one.alarms[setting]]
    for kind, (got, made) in shares(found, ALONE).items():
        assert got == made or kind not in ALWAYS, kind
    # What is found would be found by fewer if a check were taken away.
    alone = {"tables", "sections", "references", "terms"} | ({"numbers"} if PROFILE != "steady" else set())
    assert alone <= set(by_check(found, ALONE))
    assert "languages" in by_check(found, OTHER)
    assert {"text-changed", "wording-changed"} <= set(by_check(found, INDEX))


@pytest.mark.parametrize("language", every_third(LANGUAGES))
def test_what_an_example_comes_to_tells_of_some_numbers_in_it(language: str) -> None:
    """Of few: it takes more of them than there are of each kind above."""
    book = tutorial(language)
    some = [fault for fault in faults(book, 100) if fault.kind == "number in an example"]
    assert "examples" in by_check(judge(replace(book, other=None), some), ALONE)


@each_language
def test_there_are_faults_of_every_kind(language: str) -> None:
    counts = Counter(fault.kind for fault in faults(tutorial(language), COUNT))
    assert len(counts) == KINDS
    assert min(counts.values()) >= 3


@each_language
def test_a_fault_changes_the_text_in_one_place(language: str) -> None:
    book = tutorial(language)
    for fault in faults(book, COUNT):
        assert fault.text != book.text
        assert abs(len(fault.text) - len(book.text)) < 1500
        assert fault.sections

    assert faults(book, COUNT) == faults(book, COUNT), "the same seed makes the same faults"


def test_nothing_is_found_of_no_fault() -> None:
    book = tutorial("it")
    fault = faults(book, 1)[0]
    untouched = type(fault)("none", fault.sections, 1, "", "", book.text)
    (one,) = judge(book, [untouched])
    assert not any(one.found.values())
    assert not any(one.alarms.values())
