"""Whether printed cells say what the encoding says: a whole column at a time, so that its way of writing is learned.

A column may write a number as the last of a list, or with letters behind it; a text that stands for a value is known
again where it stands once more. What cannot be read is neither the same nor other.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations

from regola_compiler.model.types import BoolType, EnumType, Handle, ListType, Member, Type, Value, is_numeric
from regola_dsl.records import dataclass

from regola_crosscheck.book.cell_values import (
    NO,
    NOTHING,
    YES,
    normalized,
    number,
    overlap,
    similarity,
    without_footnote_mark,
    without_markup,
)
from regola_crosscheck.rules.lookups import TableAxis

SAME, OTHER, UNKNOWN = "same", "other", "unknown"
# From where two texts speak of one thing, and how much nearer another value must be to be meant.
NEAR, CLEAR, AHEAD, PLAIN = 0.5, 0.6, 0.25, 0.97
# Of two cells: how like a value one must be, and how much more than the other.
FAINT, APART = 0.25, 0.15
# So many readings of a cell are kept, as of labels.
KEPT = 100_000
# What a cell counts for a match or against it, by how sure its verdict is: a guess, likely, beyond doubt. A wrong guess
# counts for less than a right one, for an unread name is more often another word than another value.
WEIGHTS = {SAME: (0.7, 0.8, 1.0), OTHER: (-0.4, -0.8, -1.0), UNKNOWN: (0.0, 0.0, 0.0)}
# So many cells must agree for a column's own way of writing numbers to be believed.
LEARNED = 3
# From so many cells that agree beyond doubt, and so much of all, one that cannot be read is wrong and no remark.
READ, READ_SHARE = 4, 0.8
# A text that stands for a value stands for it so often at least, and in so much of its places.
TWICE, MOSTLY = 2, Fraction(2, 3)
# Of so many cells at most each is held against each.
MANY = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one cell says, and how sure that is: 2 beyond doubt, 1 likely, 0 a guess."""

    outcome: str
    certainty: int = 0

    @property
    def weight(self) -> float:
        """What it counts for a match, or against."""
        return WEIGHTS[self.outcome][self.certainty]


UNREAD = Verdict(UNKNOWN)


@cache
def _last_number(text: str) -> Fraction | None:
    """The end of a list or of a range: `1, 2, 3` and `DR 1-3` are 3."""
    found = re.findall(r"\d+", without_markup(text))
    return Fraction(found[-1]) if found else None


@cache
def _only_number(text: str) -> Fraction | None:
    """The one number among words, behind an equals sign if there is one: `1 a = 1 e ½ b` is 3/2."""
    found = _AMONG.findall(without_markup(text).rpartition("=")[2])
    return number(found[0].strip()) if len(found) == 1 else None


_AMONG = re.compile(r"[+-]?\s?\d+(?:[.,]\d+)?(?:\s*(?:e|and|&)?\s+\d/\d)?")
_LETTERED = re.compile(r"\d+\s?[A-Za-z]{1,2}")
# How a column may write its numbers. All but the first must fit nearly everywhere to be believed.
READERS: tuple[Callable[[str], Fraction | None], ...] = (number, _only_number, _last_number)


def verdicts(texts: Sequence[str], values: Sequence[Value | None], type_: Type, keys: TableAxis) -> list[Verdict]:
    """What the cells of a column say of the values the encoding has for them; None where it has none.

    `keys` are the values of the column that have names.
    """
    if is_numeric(type_):
        return _number_verdicts(texts, values)
    if isinstance(type_, BoolType):
        return [_bool_verdict(text, value) for text, value in zip(texts, values, strict=True)]
    if isinstance(type_, ListType):
        known = {
            normalized(item.text)
            for value in values
            if isinstance(value, tuple)
            for item in value
            if isinstance(item, Handle)
        }
        return [_list_verdict(text, value, known) for text, value in zip(texts, values, strict=True)]
    if isinstance(type_, EnumType):
        return _member_verdicts(texts, values, keys)
    return [UNREAD] * len(texts)


def _number_verdicts(texts: Sequence[str], values: Sequence[Value | None]) -> list[Verdict]:
    best: list[Verdict] = []
    for place, reader in enumerate(READERS):
        said = []
        for text, value in zip(texts, values, strict=True):
            read = reader(text) if text else None
            known = isinstance(value, int | Fraction) and read is not None
            said.append(Verdict(SAME if read == value else OTHER, 2) if known else UNREAD)
        counts = Counter(verdict.outcome for verdict in said)
        if place == 0:
            best = _judge_unreadable(said, texts, values)
            continue
        if counts[SAME] > sum(v.outcome == SAME for v in best) and counts[OTHER] < counts[SAME]:
            met = {value for verdict, value in zip(said, values, strict=True) if verdict.outcome == SAME}
            lettered = all(
                _LETTERED.fullmatch(without_markup(t)) for t, v in zip(texts, said, strict=True) if v.outcome != UNKNOWN
            )
            if (len(met) > 1 and counts[SAME] >= LEARNED) or lettered:
                best = [Verdict(v.outcome, 1) if v.outcome != UNKNOWN else v for v in said]
    return best


def _judge_unreadable(said: list[Verdict], texts: Sequence[str], values: Sequence[Value | None]) -> list[Verdict]:
    """In a column that can be read nearly everywhere, what cannot be read is wrong; blank is not nothing."""
    read = sum(verdict.certainty == 2 and verdict.outcome == SAME for verdict in said)
    if read < READ or read < READ_SHARE * sum(bool(text) for text in texts):
        return said
    return [
        Verdict(OTHER, 1) if v.outcome == UNKNOWN and text and value is not None else v
        for v, text, value in zip(said, texts, values, strict=True)
    ]


def _bool_verdict(text: str, value: Value | None) -> Verdict:
    word = without_footnote_mark(text)
    if value is None or word not in YES | NO:
        return UNREAD
    return Verdict(SAME if (word in YES) == bool(value) else OTHER, 2)


def _list_verdict(text: str, value: Value | None, known: set[str]) -> Verdict:
    if not isinstance(value, tuple) or not all(isinstance(item, Handle) for item in value):
        return UNREAD
    read = {without_footnote_mark(part.strip()) for part in re.split(r"[,;/]", without_markup(text)) if part.strip()}
    told = {normalized(item.text) for item in value if isinstance(item, Handle)}
    if read == told:
        return Verdict(SAME, 2)
    return Verdict(OTHER, 2 if read <= known else 1 if read & told else 0) if read else UNREAD


def exact_values(text: str, keys: TableAxis) -> list[Value]:
    """The values of which a name is written just so, footnote marks apart."""
    for word in (normalized(text), without_footnote_mark(text)):
        if found := keys.by_name.get(word):
            return [keys.keys[place].value for place in found]
    return []


def _member_verdicts(texts: Sequence[str], values: Sequence[Value | None], keys: TableAxis) -> list[Verdict]:
    said = [_member_verdict(text, value, keys) for text, value in zip(texts, values, strict=True)]
    groups: dict[str, list[int]] = defaultdict(list)
    for place, (text, value) in enumerate(zip(texts, values, strict=True)):
        if said[place].certainty < 2 and value is not None:
            groups[normalized(text)].append(place)
    for places in groups.values():
        met = Counter(values[place] for place in places)
        value, count = met.most_common(1)[0]
        if count < TWICE or count < MOSTLY * len(places):
            continue
        for place in places:
            if values[place] != value:
                said[place] = Verdict(OTHER)
            elif said[place].outcome != SAME:
                said[place] = Verdict(SAME)
    return _judge_unreadable(_mutual_exchanges(said, texts, values, keys), texts, values)


def _mutual_exchanges(
    said: list[Verdict], texts: Sequence[str], values: Sequence[Value | None], keys: TableAxis
) -> list[Verdict]:
    """Cells that can only be told from one another: two that are more like each other's values, and one text twice."""
    names = {key.value: key.names for key in keys.keys}
    open_ = [place for place, v in enumerate(said) if v.certainty < 2 and values[place] is not None and texts[place]]

    def like(text: int, value: int) -> float:
        return max((overlap(texts[text], name)[0] for name in names.get(values[value] or 0, ())), default=0.0)

    for one, other in combinations(open_[:MANY], 2):
        if values[one] == values[other]:
            continue
        own, crossed = (like(one, one), like(other, other)), (like(one, other), like(other, one))
        if normalized(texts[one]) == normalized(texts[other]):
            worse = one if own[0] < own[1] else other
            if max(own) >= FAINT and max(own) - min(own) >= APART:
                said[worse] = Verdict(OTHER, 1)
        elif sum(crossed) - sum(own) >= APART and min(crossed) >= FAINT / 2 and max(crossed) >= FAINT:
            said[one] = said[other] = Verdict(OTHER, 1)
    return said


@lru_cache(maxsize=KEPT)
def _member_verdict(text: str, value: Value | None, keys: TableAxis) -> Verdict:
    if value is None or not isinstance(value, Member):
        return UNREAD
    found = exact_values(text, keys)
    if found:
        return Verdict(SAME if value in found else OTHER, 2)
    if normalized(text) in NOTHING:
        return UNREAD
    if without_footnote_mark(text) in YES and (
        ticked := [key.value for key in keys.keys if YES & {normalized(name) for name in key.names}]
    ):
        return Verdict(SAME if value in ticked else OTHER, 2)
    likeness = {key.value: max(similarity(text, name) for name in key.names) for key in keys.keys}
    own = likeness.get(value, 0.0)
    if own >= NEAR and own >= max(likeness.values()):
        return Verdict(SAME)
    # That a short name stands in a long text does not make the text that name.
    other = max((overlap(text, name)[0] for key in keys.keys if key.value != value for name in key.names), default=0.0)
    if other < CLEAR or other - own < AHEAD:
        return UNREAD
    return Verdict(OTHER, 1 if other >= PLAIN else 0)
