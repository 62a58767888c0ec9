"""What a book states, sentence by sentence, and where it states one thing twice and otherwise.

A statement is a sentence with the words it is about and the small words and numbers that make it this rule and no
other. Two statements have one subject where most words of the shorter one are words of the other, weighed by how few
sentences have them (K. Spärck Jones, A statistical interpretation of term specificity, 1972). Of one subject, another
number, a *must* for a *may*, a *before* for an *after* are a contradiction, or a rule and its exception: a reader must
decide. Parallel cases of one section, and of sections side by side, differ as they should and are no pair.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from regola_dsl.records import dataclass

from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.language.meaning import MeaningWord, are_opposites
from regola_crosscheck.language.morphology import without_accents

# A word that more sentences have finds no pairs; a statement is found by so many of its rarest words.
FREQUENT, FOUND_BY = 60, 6
# Of one subject: so many words shared at least, so much of the weight of the shorter, of both together.
SHARED, OF_SHORTER, OF_BOTH = 4, 0.7, 0.42
# What counts one thing in both, `15 PP` and `12 PP`, may have more around it in one of them.
OF_COUNTED = 0.3
# And may be said in other words: so many shared, so much of the weight of the shorter, is enough.
SHARED_COUNTED, OF_SHORTER_COUNTED = 3, 0.5
# A word of so few small letters is nothing that is counted.
SMALL = 3
# So alike, one sentence says the other over again: measured, what differs then is a contradiction.
REPEATED = 0.65
# The classes of which a value for its opposite is a difference.
OPPOSED = ("modal", "bound", "time", "side", "inclusion", "factor", "rounding", "direction", "sign", "order")
# A year or a printed place is no quantity.
LARGEST = 1000

_YEAR, _ITEM = re.compile(r"(?:^|\s|[A-Z])['’‘]$"), re.compile(r"[.)]?\s+[A-ZÀ-Þ]")
# The second half of a ratio (`22 to 8`, `3-1`), and the number of a picture, count nothing.
_PART = re.compile(r"(?:\d\s?(?:[-–/:]|[a-z]{1,2})\s?|#)$")
# What heads a sentence, and where its first clause ends.
_HEAD = re.compile(r"\W{0,3}(?:[^\W\d_]+\s){0,3}[^\W\d_]+\s?:\W{1,3}(?=[^\W\d_])")
_CLAUSE = re.compile(r"[;:(]|,(?!\d)")
_BEHIND = re.compile(r"\s?([^\W\d_]{2,})")

Values: TypeAlias = Mapping[str, tuple[MeaningWord, ...]]


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence with the words it is about, each form by its key, and its meaning words by their classes.

    Attributes:
        sentence: the sentence.
        keys: the keys of the words it is about.
        values: its meaning words.
        before: the word before each number, by where the number begins: `cost` of *a cost of 3 MP*.
        opening: the keys of its first clause, behind the few words that head it (*Supply: a unit ...*).
        opened: where that ends.
    """

    sentence: Sentence
    keys: frozenset[str]
    values: Values
    before: Mapping[int, str]
    opening: frozenset[str]
    opened: int


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Two statements of one subject, and the first word in which they differ: its class, and the word in each."""

    one: Statement
    other: Statement
    kind: str
    here: MeaningWord | None
    there: MeaningWord | None
    likeness: float

    @property
    def repeats(self) -> bool:
        """Whether one sentence says the other over again, and has but one other word in the place of one."""
        if self.here is None or self.there is None or not (self.likeness >= REPEATED or self.is_within):
            return False
        return len(_without(self.one.values[self.kind], self.other.values[self.kind])) == 1

    @property
    def is_within(self) -> bool:
        """Whether one sentence is what the other begins with, but for the number of one thing.

        What follows there may say more of it, and no condition: that would be another case.
        """
        if self.kind != "number" or self.here is None or self.there is None:
            return False
        (short, mine), (long, theirs) = sorted(
            ((self.one, self.here), (self.other, self.there)), key=lambda pair: len(pair[0].sentence.text)
        )
        thing = _counted(short, mine)
        if not thing or thing != _counted(long, theirs) or len(short.keys) < SHARED_COUNTED or theirs.end > long.opened:
            return False
        other_case = "condition" in short.values or "condition" in long.values
        rest = (kind for kind in short.values if kind != "number")
        more = any(_without(short.values[kind], long.values.get(kind, ())) for kind in rest)
        return short.keys == short.opening == long.opening and not more and not other_case


def statement_of(
    sentence: Sentence, words: Iterable[tuple[str, int, int]], meanings: Sequence[MeaningWord]
) -> Statement:
    """A sentence as a statement.

    Args:
        sentence: the sentence.
        words: the keys of its words with their places in its text.
        meanings: its meaning words; what is one of them is no subject.
    """
    small = [(one.start, one.end) for one in meanings]
    subjects = [
        (key, end)
        for key, start, end in words
        if len(key) > 3 and not key.isdigit() and not any(first < end and start < last for first, last in small)
    ]
    values: dict[str, tuple[MeaningWord, ...]] = {}
    for one in meanings:
        if one.kind != "number" or _is_quantity(one, sentence.text):
            values[one.kind] = (*values.get(one.kind, ()), one)
    before = {
        one.start: next((key for key, end in reversed(subjects) if end <= one.start), "")
        for one in values.get("number", ())
    }
    head = _HEAD.match(sentence.text)
    first = head.end() if head is not None else 0
    stop = _CLAUSE.search(sentence.text, first)
    opened = stop.start() if stop is not None else len(sentence.text)
    opening = frozenset(key for key, end in subjects if first < end <= opened)
    return Statement(sentence, frozenset(key for key, _ in subjects), values, before, opening, opened)


def _is_quantity(one: MeaningWord, text: str) -> bool:
    """Whether a number counts something: not a year, `'44`, nor the number of an item, `3 The attacker fires`."""
    if _YEAR.search(text[max(0, one.start - 3) : one.start]) or (one.start == 0 and _ITEM.match(text, one.end)):
        return False
    return one.value.isdigit() and len(one.value) <= len(str(LARGEST)) and int(one.value) < LARGEST


def disagreements(statements: Sequence[Statement], parallel: Callable[[str, str], bool]) -> list[Disagreement]:
    """The pairs of statements that have one subject and differ in what they say of it, the likest first.

    Args:
        statements: those of a book, in its order.
        parallel: whether two sections are one, or stand side by side as the cases of one rule do.
    """
    weights = weights_of(statements)
    found: dict[frozenset[str], Disagreement] = {}
    agreeing: set[tuple[str, str]] = set()
    for one, other in near_pairs(statements, weights):
        likeness = likeness_of(one, other, weights)
        kind, here, there = _difference(one, other, likeness)
        if not kind and likeness >= OF_BOTH:
            agreeing |= {(one.sentence.text, other.sentence.section), (other.sentence.text, one.sentence.section)}
        elif kind and not parallel(one.sentence.section, other.sentence.section):
            texts = frozenset((one.sentence.text, other.sentence.text))
            found.setdefault(texts, Disagreement(one, other, kind, here, there, likeness))
    # What the other section says as well, it says of another case.
    said = Counter((one.sentence.text, one.sentence.section) for one in statements)
    kept = [
        pair
        for pair in found.values()
        if (
            (pair.one.sentence.text, pair.other.sentence.section) not in agreeing
            and (pair.other.sentence.text, pair.one.sentence.section) not in agreeing
        )
        or _is_said_once_more(pair, said)
    ]
    return sorted(kept, key=lambda pair: (-pair.likeness, pair.one.sentence.line, pair.other.sentence.line))


def _is_said_once_more(pair: Disagreement, said: Mapping[tuple[str, str], int]) -> bool:
    """Whether each of two sections says its sentence once more than the other: a list repeated with one slip."""
    if not pair.repeats or pair.one.keys != pair.other.keys:
        return False
    return all(
        said[mine.sentence.text, mine.sentence.section] > said.get((mine.sentence.text, other.sentence.section), 0)
        for mine, other in ((pair.one, pair.other), (pair.other, pair.one))
    )


def differing(statements: Sequence[Statement]) -> list[Disagreement]:
    """Every pair of statements that have one subject and differ, the likest first.

    The cases of one section are taken as well, and a worked example beside the rule it works: that it says another
    number is what a reader wants to see. Two examples are two cases, and no pair.
    """
    weights = weights_of(statements)
    found: dict[frozenset[str], Disagreement] = {}
    for one, other in near_pairs(statements, weights):
        if one.sentence.kind == other.sentence.kind == "example":
            continue
        likeness = likeness_of(one, other, weights)
        kind, here, there = _difference(one, other, likeness)
        if kind:
            texts = frozenset((one.sentence.text, other.sentence.text))
            found.setdefault(texts, Disagreement(one, other, kind, here, there, likeness))
    return sorted(found.values(), key=lambda pair: (-pair.likeness, pair.one.sentence.line, pair.other.sentence.line))


def compared(above: Statement | None, one: Statement, weights: Mapping[str, float]) -> str:
    """The class in which a statement differs from another one of its subject; empty where that has another subject."""
    return "" if above is None else _difference(above, one, likeness_of(above, one, weights))[0]


def weights_of(statements: Sequence[Statement]) -> dict[str, float]:
    """How much each word tells of a subject, by how few of some statements have it.

    A worked example says again what a rule says: it makes no word of the rule a commoner one.
    """
    rules = [one for one in statements if one.sentence.kind != "example"]
    times = Counter(key for one in rules for key in one.keys)
    return {key: math.log(1 + len(rules) / (times[key] or 1)) for one in statements for key in one.keys}


def near_pairs(statements: Sequence[Statement], weights: Mapping[str, float]) -> Iterable[tuple[Statement, Statement]]:
    """The pairs that share two of their rarest words: as many as there are such pairs, not all there are.

    How many sentences have a word is again told by the rules alone: worked examples hide no pair of them.
    """
    by_key: dict[str, list[int]] = defaultdict(list)
    for place, one in enumerate(statements):
        for key in sorted(one.keys, key=lambda key: (-weights[key], key))[:FOUND_BY]:
            by_key[key].append(place)
    shared: Counter[tuple[int, int]] = Counter()
    for places in by_key.values():
        if sum(statements[at].sentence.kind != "example" for at in places) <= FREQUENT:
            shared.update((a, b) for at, a in enumerate(places) for b in places[at + 1 :])
    for (a, b), number in shared.items():
        if number > 1:
            yield statements[a], statements[b]


def likeness_of(one: Statement, other: Statement, weights: Mapping[str, float]) -> float:
    """How much of two statements is the same, from 0 to 1; 0 where they are not of one subject."""
    both = one.keys & other.keys
    if len(both) < SHARED_COUNTED:
        return 0.0
    shared = math.fsum(weights[key] for key in both)
    sizes = [math.fsum(weights[key] for key in each.keys) for each in (one, other)]
    likeness = shared / (sum(sizes) - shared)
    if shared < OF_SHORTER_COUNTED * min(sizes) or likeness < OF_COUNTED:
        return 0.0
    # A rule in other words shares less with itself: only what counts one thing is held against it then.
    return OF_COUNTED if len(both) < SHARED or shared < OF_SHORTER * min(sizes) else likeness


def _difference(
    one: Statement, other: Statement, likeness: float
) -> tuple[str, MeaningWord | None, MeaningWord | None]:
    """The class and the words in which two statements differ, if they are alike and that makes them contraries."""
    if not likeness:
        return "", None, None
    numbers = _left_over(one, other, "number")
    counted = _of_one_thing(one, other, *numbers)
    if likeness < OF_BOTH:
        return ("number", *counted) if counted is not None else ("", None, None)
    for kind in OPPOSED:
        mine, theirs = _left_over(one, other, kind)
        for here in mine:
            for there in theirs:
                if are_opposites(kind, here.value, there.value):
                    return kind, here, there
    if all(len(several) == 1 for several in numbers):
        return "number", numbers[0][0], numbers[1][0]
    if counted is not None:
        return "number", *counted
    mine, theirs = _left_over(one, other, "negation")
    denied = [*mine, *theirs]
    if len(denied) == 1 and denied[0].value == "not" and not any("modal" in each.values for each in (one, other)):
        return "negation", mine[0] if mine else None, theirs[0] if theirs else None
    return "", None, None


def _of_one_thing(
    one: Statement, other: Statement, mine: Sequence[MeaningWord], theirs: Sequence[MeaningWord]
) -> tuple[MeaningWord, MeaningWord] | None:
    """The numbers of which each counts the same, if there is but one such pair.

    Args:
        one: a statement.
        other: the other one.
        mine: the numbers that only the first one has.
        theirs: those that only the second one has.
    """
    found = {
        (here.value, there.value): (here, there)
        for here in mine
        for there in theirs
        if (thing := _counted(one, here)) and thing == _counted(other, there)
    }
    return next(iter(found.values())) if len(found) == 1 else _of_one_use(one, other)


def _of_one_use(one: Statement, other: Statement) -> tuple[MeaningWord, MeaningWord] | None:
    """The numbers that count one thing behind one word, `spend 5 MP` and `spend 3 MP`, if there is but one such pair.

    What else is counted in the same thing, `a cost of 3 MP`, may stand in both beside it.
    """
    mine, theirs = _uses(one), _uses(other)
    found = [
        (mine[use][0], theirs[use][0])
        for use in mine
        if use in theirs and {each.value for each in mine[use]}.isdisjoint(each.value for each in theirs[use])
    ]
    return found[0] if len(found) == 1 else None


def _uses(one: Statement) -> dict[tuple[str, str], list[MeaningWord]]:
    """The numbers of a statement by the word before them and the thing they count."""
    found: dict[tuple[str, str], list[MeaningWord]] = defaultdict(list)
    for number in one.values.get("number", ()):
        before, thing = one.before[number.start], _counted(one, number)
        if before and thing:
            found[before, thing].append(number)
    return found


def _counted(one: Statement, number: MeaningWord) -> str:
    """What a number counts, by the word behind it: empty where none is, or only a small one (`page 19 of the book`)."""
    text = one.sentence.text
    found = _BEHIND.match(text, number.end)
    if found is None or (found[1].islower() and len(found[1]) <= SMALL) or _PART.search(text[: number.start]):
        return ""
    return without_accents(found[1])


def _left_over(one: Statement, other: Statement, kind: str) -> tuple[list[MeaningWord], list[MeaningWord]]:
    """The meaning words of a class that only one of two statements has, by their values."""
    mine, theirs = one.values.get(kind, ()), other.values.get(kind, ())
    return _without(mine, theirs), _without(theirs, mine)


def _without(some: Sequence[MeaningWord], others: Sequence[MeaningWord]) -> list[MeaningWord]:
    left = Counter(one.value for one in others)
    found = []
    for one in some:
        if left[one.value]:
            left[one.value] -= 1
        else:
            found.append(one)
    return found
