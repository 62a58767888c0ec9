"""Which keys of an axis the labels of printed rows and columns stand for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from regola_dsl.records import dataclass

from regola_crosscheck.book.cell_values import (
    intervals,
    normalized,
    overlap,
    ratio,
    similarity,
    without_footnote_mark,
    without_markup,
)
from regola_crosscheck.rules.lookups import TableAxis

_PART = re.compile(r"\s*[,;/]\s*|\s+(?:e|ed|and|o|or|&)\s+")
_ASIDE = re.compile(r"\s*\([^)]*\)")
_PLACE = re.compile(r"\b\d+(?:\.\d+)+\b")
# From where a label is a name, and from where a part of a list is one.
NAMED, LISTED, INFLECTED = 0.5, 0.8, 0.97
# What the section that a label mentions adds where it is the key's own, and from what likeness of the words it does.
PLACED, FAINT = 0.4, 0.25
# How many labels must be found before the last one is guessed.
SURROUNDED = 4
# So many readings of a text along an axis are kept: a book has few texts in its cells, each tried in many places.
KEPT = 100_000
# How far a printed ratio may be from what it rounds.
ROUNDED = Fraction(3, 100)


@dataclass(frozen=True, slots=True)
class AxisLabel:
    """The places on an axis that a label stands for.

    `hard` if it can be read beyond doubt, `partly` if it holds only under a condition said in brackets, `guessed` if
    no more is known than that all other labels are found.
    """

    places: frozenset[int]
    hard: bool = False
    partly: bool = False
    guessed: bool = False


def read_labels(texts: Sequence[str], axis: TableAxis) -> list[AxisLabel | None]:
    """What each label stands for; None for what is no label of this axis."""
    if axis.kind == "words":
        return _names(texts, axis)
    return [_read_alone(text, axis) for text in texts]


@lru_cache(maxsize=KEPT)
def _read_alone(text: str, axis: TableAxis) -> AxisLabel | None:
    """What a label stands for, whatever stands beside it."""
    match axis.kind:
        case "words":
            return (
                _exact(text, axis)
                or _bracketed_name(text, axis)
                or _inflected_name(text, axis)
                or _list_of_names(text, axis)
            )
        case "ratio":
            return _exact(text, axis) or _ratio(text, axis)
        case _:
            return _exact(text, axis) or _number(text, axis)


def parts_of(text: str) -> set[str]:
    """All that is read of a label: the whole, what is left without brackets, and what it lists."""
    return {text, _ASIDE.sub("", text), *_PART.split(without_markup(text))}


def _exact(text: str, axis: TableAxis) -> AxisLabel | None:
    for word in (normalized(text), without_footnote_mark(text)):
        found = axis.keys_named(word)
        if len(found) == 1:
            return AxisLabel(frozenset(found), hard=True)
    return None


def _number(text: str, axis: TableAxis) -> AxisLabel | None:
    spans = intervals(text) if text else None
    if spans is None:
        return None
    found = frozenset(
        place
        for place, key in enumerate(axis.keys)
        if key.worth is not None
        and any((low is None or low <= key.worth) and (high is None or key.worth <= high) for low, high in spans)
    )
    return AxisLabel(found, hard=True) if found else None


def _ratio(text: str, axis: TableAxis) -> AxisLabel | None:
    value = ratio(text)
    if value is None:
        return None
    found = [
        place
        for place, key in enumerate(axis.keys)
        if key.worth is not None and abs(key.worth - value) <= ROUNDED * key.worth
    ]
    return AxisLabel(frozenset(found[:1]), hard=True) if found else None


def _names(texts: Sequence[str], axis: TableAxis) -> list[AxisLabel | None]:
    found = [_read_alone(text, axis) for text in texts]
    taken = {place for label in found if label is not None for place in label.places}
    scores = [
        (score, row, place)
        for row, text in enumerate(texts)
        if found[row] is None and text
        for score, place in _scores(text, axis)
        if place not in taken
    ]
    rows: set[int] = set()
    for _, row, place in sorted(scores, key=lambda item: (-item[0], item[1], item[2])):
        if row not in rows and place not in taken:
            rows.add(row)
            taken.add(place)
            found[row] = AxisLabel(frozenset({place}))
    left = [row for row, text in enumerate(texts) if text and found[row] is None]
    free = [place for place in range(len(axis.keys)) if place not in taken]
    if len(left) == len(free) == 1 and len(taken) >= SURROUNDED:
        found[left[0]] = AxisLabel(frozenset(free), guessed=True)
    return found


def _bracketed_name(text: str, axis: TableAxis) -> AxisLabel | None:
    """A name with something in brackets behind it."""
    bare = _ASIDE.sub("", text)
    label = _exact(bare, axis) if bare != text else None
    said = any(char.isalpha() for char in "".join(_ASIDE.findall(text)))
    return label and AxisLabel(label.places, hard=not said, partly=said)


def _inflected_name(text: str, axis: TableAxis) -> AxisLabel | None:
    """A name in another number or gender, as no other is."""
    scores = [max(overlap(text, name)[0] for name in key.names) for key in axis.keys]
    best = max(scores, default=0.0)
    return AxisLabel(frozenset({scores.index(best)})) if best >= INFLECTED and scores.count(best) == 1 else None


def _list_of_names(text: str, axis: TableAxis) -> AxisLabel | None:
    parts = [part for part in _PART.split(without_markup(text)) if part]
    if len(parts) < 2:
        return None
    places: set[int] = set()
    hard = True
    for part in parts:
        label = _exact(part, axis)
        if label is None:
            scores = [max(similarity(part, name) for name in key.names) for key in axis.keys]
            best = max(scores, default=0.0)
            if best < LISTED or scores.count(best) > 1:
                return None
            label, hard = AxisLabel(frozenset({scores.index(best)})), False
        places |= label.places
    return AxisLabel(frozenset(places), hard)


@lru_cache(maxsize=KEPT)
def _scores(text: str, axis: TableAxis) -> tuple[tuple[float, int], ...]:
    """The places whose key a label may name, each with how likely that is."""
    scores = ((_score(text, axis, place), place) for place in range(len(axis.keys)))
    return tuple((score, place) for score, place in scores if score >= NAMED)


def _score(text: str, axis: TableAxis, place: int) -> float:
    key = axis.keys[place]
    named = max(similarity(_ASIDE.sub("", text), name) for name in key.names)
    at = set(_PLACE.findall(text)) & key.sections
    return named + (PLACED if at and named >= FAINT else 0.0)
