"""A sentence of the book held against one of ours that says the same rule in other words.

Behind its title a rule can have a text more, a whole sentence that says what it does. Such a sentence renders one of
the book's, so both have the same small words or none of a kind, however they are built: who restates a rule gives the
desk a second witness of it. Which sentence of the section it restates is asked of the words they share, clause by
clause; where no clause is as good as `SAME`, the restatement is of something else and nothing is said.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import TypeAlias

from regola_dsl.records import dataclass

from regola_crosscheck.language.language_file import known_language, language_file, no_terms
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.language.meaning import MeaningWord, are_opposites, meaning_words, ordinal_words
from regola_crosscheck.sentences.evidence import Evidence, PlacedWord, Weights, evidence_of
from regola_crosscheck.sentences.names import Names, exchanged
from regola_crosscheck.sentences.tie import LEAST, NUMBER, Candidate
from regola_crosscheck.sentences.tied import TiedSentence

# The share of both that they have in common from which on two sentences say the same.
SAME = 0.5
# And the share from which on they name the same things.
NAMED = 0.6
# How much less a part of a sentence counts than the whole; what is nearer together than this is as good.
PART, NEAR = 0.85, 0.05
# What stands before a noun like an article.
_DETERMINERS = frozenset({"quantifier", "side", "order", "number"})
# A restatement of fewer words is not missed.
SHORTEST = 5
# A clause more in the one than in the other: it ends with a stop, or where an exception begins.
_CLAUSE = re.compile(r"[.;:()]|,(?!\d)")
_DENIALS = frozenset(
    {("negation", "not"), ("negation", "neither"), ("negation", "never"), ("negation", "without")}
    | {("modal", "must not"), ("quantifier", "none")}
)
# A denial that only goes on with one before it: Italian says "non ... nessuno", and it is one denial.
_ECHOES = frozenset({("negation", "neither"), ("negation", "never"), ("quantifier", "none")})
# What is told if only one of the two says it; an exception is one, whatever its word.
_ALONE = {
    ("quantifier", "only"): "only",
    ("condition", "only if"): "only",
    ("condition", "except"): "exception",
    ("condition", "unless"): "exception",
}
_DENIAL = "denial"
# Where alone something holds for where it does not, and the other way round.
_SCOPES = (("only", _DENIAL), ("only", "exception"), ("exception", "only"), (_DENIAL, "only"))
_TOLD_ALONE: frozenset[str | tuple[str, str]] = frozenset(
    {
        _DENIAL,
        "only",
        "exception",
        "bound",
        "factor",
        "rounding",
        ("time", "before"),
        ("time", "after"),
        ("time", "until"),
    }
)
# What of a restatement is missed besides in a sentence that is as like it as this.
SURE = 0.7
# And what of such a sentence is too much, where the restatement says once more where something is.
_OUT_OF = ("direction", "out of")
_TOLD_IF_SURE: frozenset[str | tuple[str, str]] = frozenset(
    {
        ("quantifier", "all"),
        ("direction", "adjacent"),
        ("direction", "through"),
        ("inclusion", "inclusive"),
        ("order", "next"),
        ("order", "previous"),
        ("order", "last"),
        ("time", "immediately"),
    }
)
# *First* and *second* are also said of what no row is.
_OTHER_MEANINGS = 2
# *Each* and *all* say the same: one of them in the place of another is no loss.
_ALL = tuple(("quantifier", value) for value in ("each", "any", "all", "both"))


@dataclass(frozen=True, slots=True)
class Restatement:
    """A sentence of ours, with the statement it belongs to; `elsewhere` if that cites no section of the sentences."""

    candidate: Candidate
    text: Evidence
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Departure:
    """What a sentence says otherwise than its restatement: a word of each; one of them may be missing."""

    tied: TiedSentence
    restatement: Restatement
    start: int
    end: int
    new: str
    expected: str


@dataclass(frozen=True, slots=True)
class Held:
    """What came of holding a section against its restatements.

    `agreed` has the words that a sentence has like its restatement: number of the sentence, start, end. `unsaid` are
    the restatements that no sentence is of, where others have theirs.
    """

    differences: tuple[Departure, ...]
    agreed: frozenset[tuple[int, int, int]]
    unsaid: tuple[Restatement, ...] = ()


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of a sentence that is held against a restatement by itself: a clause, two of them, or all."""

    start: int
    end: int
    text: Evidence
    whole: bool


# A place in a sentence, the word that stands there, and the one that is expected; either may be missing.
_Word: TypeAlias = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True)
class _Meant:
    """A sentence that a restatement may be of: how much they have in common, what they say otherwise, and what not.

    `agreed` has the places of the words that both say.
    """

    tied: TiedSentence
    part: _Part
    alike: float
    words: tuple[_Word, ...]
    agreed: tuple[tuple[int, int], ...]

    def is_said_better_by(self, other: _Meant) -> bool:
        """Whether what stands there is clearly more like another restatement: then this one is of something else."""
        overlap = self.part.start < other.part.end and other.part.start < self.part.end
        return self.tied is other.tied and overlap and self.alike < other.alike - NEAR

    @property
    def rank(self) -> tuple[int, int]:
        """The best comes first; of those that are as good the one that says what the restatement says."""
        return -round(self.alike / NEAR), len(self.words)


def held(
    section: Sequence[TiedSentence],
    restatements: Sequence[Restatement],
    weights: Weights,
    language: str,
    naming: Callable[[str], Names],
) -> Held:
    """The sentences of a section held against the restatements of its rules, each against what it is most like.

    Args:
        section: the sentences of a section.
        restatements: what the rules of that section say in sentences of ours.
        weights: how much each word says.
        language: the language of all of them.
        naming: what a text names.
    """
    differences: dict[tuple[int, int, str, str], Departure] = {}
    agreed: set[tuple[int, int, int]] = set()
    taken: set[int] = set()
    restated: list[_Meant] = []
    said = [(one, _meant(section, one, weights, language)) for one in restatements]
    for one, meant in sorted(((one, meant) for one, meant in said if meant), key=lambda pair: pair[1][0].rank):
        # Sentences in the same words, but for small ones, are restated by as many sentences of ours: each has its own.
        twins = [of for of in meant if of.alike == meant[0].alike]
        best = next((of for of in twins if of.tied.sentence.number not in taken), meant[0])
        if any(best.is_said_better_by(other) for other in restated):
            continue
        restated.append(best)
        number = best.tied.sentence.number
        taken.add(number)
        agreed |= {(number, start, end) for start, end in best.agreed}
        named = _named_otherwise(best.part, one.text, naming) if best.alike >= NAMED else ()
        for start, end, new, expected in (*best.words, *named):
            differences.setdefault((number, start, new, expected), Departure(best.tied, one, start, end, new, expected))
    # What sentences are of none of which says what ours do is not known; where there are none, all of ours are unsaid.
    least = SHORTEST if section else 0
    unsaid = (one for one, meant in said if not meant and not one.elsewhere and len(one.text.known) >= least)
    return Held(tuple(differences.values()), frozenset(agreed), tuple(unsaid) if restated or not section else ())


def _named_otherwise(part: _Part, other: Evidence, naming: Callable[[str], Names]) -> Iterator[_Word]:
    """The things that a part of a sentence names for others."""
    for one, theirs in exchanged(naming(part.text.text), naming(other.text)):
        yield part.start + one.start, part.start + one.end, one.text, theirs.text


def is_said(
    section: Iterable[Evidence], one: Restatement, weights: Weights, language: str, least: float = SAME
) -> bool:
    """Whether a sentence of a section may well be what a restatement says: if so much at `least` is common to both."""
    parts = (part for sentence in section for part in _parts(sentence.text, language))
    return any(_likeness(part, one, weights) >= least for part in parts)


def _meant(section: Sequence[TiedSentence], one: Restatement, weights: Weights, language: str) -> list[_Meant]:
    """The sentences that a restatement may be of, each by the best of its parts; the best comes first."""
    found = []
    for tied in section:
        parts = []
        for part in _parts(tied.evidence.text, language):
            alike = _likeness(part, one, weights)
            if alike >= SAME:
                words, agreed = _compared(part, one.text, language, sure=alike >= SURE), _agreed(part, one.text)
                parts.append(_Meant(tied, part, alike, tuple(words), tuple(agreed)))
        if parts:
            # What is nearly as good as the best part, and says what the restatement says.
            found.append(min(parts, key=lambda of: of.rank))
    return sorted(found, key=lambda of: of.rank)


def _likeness(part: _Part, one: Restatement, weights: Weights) -> float:
    """How much a part of a sentence and a restatement have in common, the part counting less than the whole."""
    return _alike(part.text, one.text, weights) * (1.0 if part.whole else PART)


def _alike(one: Evidence, other: Evidence, weights: Weights) -> float:
    """The share of the weight of both that they have in common."""
    numbers = NUMBER * len(one.numbers & other.numbers)
    shared = one.known & other.known
    common = sum(weights[stem] for stem in shared) + numbers
    if len(shared) + bool(numbers) < 2 or common < LEAST:
        return 0.0
    whole = sum(weights[stem] for text in (one, other) for stem in text.known)
    return 2 * common / (whole + NUMBER * (len(one.numbers) + len(other.numbers)))


@lru_cache(maxsize=4096)
def _parts(text: str, language: str) -> tuple[_Part, ...]:
    """The whole of a sentence first, then its clauses, each alone and with the next."""
    cuts = [0, *(match.end() for match in _CLAUSE.finditer(text)), len(text)]
    clauses = [(start, end) for start, end in pairwise(cuts) if re.search(r"\w", text[start:end])]
    found = [(0, len(text))]
    if len(clauses) > 1:
        found += clauses
        found += [(one[0], other[1]) for one, other in pairwise(clauses)]
    return tuple(
        _Part(start, end, evidence_of(text[start:end], language), (start, end) == found[0])
        for start, end in dict.fromkeys(found)
    )


def _compared(part: _Part, other: Evidence, language: str, *, sure: bool) -> Iterator[_Word]:
    """Each word that one of the two has and the other has not, or says the contrary of.

    Where it is `sure` that both say the same, more words are told that one of them lacks.
    """
    ours, theirs = _words(part.text), _words(other)
    left = {key: _more(several, theirs.get(key, ())) for key, several in ours.items()}
    missing = {key: _more(several, ours.get(key, ())) for key, several in theirs.items()}
    told: set[PlacedWord] = set()
    for (kind, value), own in left.items():
        for (other_kind, contrary), foreign in missing.items():
            while own and foreign and kind == other_kind and are_opposites(kind, value, contrary):
                mark, there = own.pop(0), foreign.pop(0)
                told |= {mark, there}
                yield *_place(part, mark), mark.word.text, there.word.text
    for one, another in _SCOPES:
        own, foreign = left.get((one, ""), []), missing.get((another, ""), [])
        while own and foreign:
            mark, there = own.pop(0), foreign.pop(0)
            told |= {mark, there}
            yield *_first_word(part, mark), there.word.text
    more, fewer = _numbers(part.text, other, language)
    # Of several it is not clear which stands for which, nor does *fourth* stand for *3*.
    if (
        len({word.value for word in more})
        == len({word.value for word in fewer})
        == 1
        == len({_counts_a_row(word) for word in (*more, *fewer)})
    ):
        yield part.start + more[-1].start, part.start + more[-1].end, more[-1].text, fewer[0].text
    too_much = {key for key in left if _is_told_alone(*key)}
    if sure and _times_inside(part.text.text, language) < _times_inside(other.text, language):
        too_much.add(_OUT_OF)
    for several in (several for key, several in left.items() if several and key in too_much):
        if several[0] not in told:
            yield *_place(part, several[0]), several[0].word.text, ""
    lacking = {key for key in missing if _is_told_alone(*key) or (sure and _is_missed(key, left))}
    for several in (several for key, several in missing.items() if several and key in lacking):
        if several[0] in told:
            continue
        # *Può* where a *non può* belongs: the word that lost its denial is there to be shown.
        modals = _modals(left) if several[0].word.kind == "modal" else ()
        bare = next((mark for mark in modals if mark not in told), None)
        if bare is not None:
            told.add(bare)
            yield *_place(part, bare), bare.word.text, several[0].word.text
        else:
            yield part.start, part.end, "", several[0].word.text


@lru_cache(maxsize=4096)
def _times_inside(text: str, language: str) -> int:
    """How often a text says where something is: behind the word there is a noun, or what announces one.

    >>> _times_inside("At least two bands wait in the hut, in order to move on.", "en")
    1
    """
    code = known_language(language)
    words = language_file(code)
    if not words.inside:
        return 0
    said = meaning_words(text, language)
    determined = {word.start for word in said if word.kind in _DETERMINERS}
    announced, small = _announcing(code), no_terms(code) | frozenset(words.small_words.split())
    found = 0
    for match in _where(code).finditer(text):
        start, end = match.span("inside")
        covered = any(one.start <= start and end <= one.end and end - start < one.end - one.start for one in said)
        thing = match["next"]
        named = announced.fullmatch(thing) or thing.casefold() not in small or match.start("next") in determined
        found += bool(named and not covered)
    return found


@cache
def _where(code: str) -> re.Pattern[str]:
    """A word that says where something is, and the next one."""
    inside = language_file(code).inside
    return re.compile(rf"(?<!\w)(?P<inside>{inside})(?:['’]|(?!\w))\s*(?P<next>\w+)", re.IGNORECASE)


@cache
def _announcing(code: str) -> re.Pattern[str]:
    """What a noun may stand behind."""
    words = language_file(code)
    forms = [form for _, _, *several in words.agreement.articles for form in several] if words.agreement else []
    known = "|".join([words.articles, *(re.escape(form.rstrip("’")) for form in forms)])
    return re.compile(known, re.IGNORECASE)


def _more(own: Sequence[PlacedWord], other: Sequence[PlacedWord]) -> list[PlacedWord]:
    """Those of one side that it has more than the other: what both say with the same word is not among them."""
    left = list(own)
    same = [mark for mark in other if any(_is_said(one, mark) for one in own)]
    for mark in [*same, *(mark for mark in other if mark not in same)][: len(own)]:
        left.remove(next((one for one in left if _is_said(one, mark)), left[0]))
    return left


def _is_said(one: PlacedWord, other: PlacedWord) -> bool:
    return one.word.text.casefold() == other.word.text.casefold()


def _numbers(one: Evidence, other: Evidence, language: str) -> tuple[list[MeaningWord], list[MeaningWord]]:
    """The numbers that each of two texts has more often than the other: no reference to a section.

    What says the same in another way, *the fourth night* and *night 4*, is in neither.
    """
    mine, theirs = _counting(one, language), _counting(other, language)
    for worth in (lambda word: word.value, lambda word: word.value.removesuffix(".")):
        mine, theirs = _more_often(mine, theirs, worth), _more_often(theirs, mine, worth)
    return mine, theirs


def _more_often(
    own: Sequence[MeaningWord], other: Sequence[MeaningWord], worth: Callable[[MeaningWord], str]
) -> list[MeaningWord]:
    """Those of one side that are worth what none is that is left of the other."""
    left = Counter(worth(word) for word in other)
    found = []
    for word in own:
        left[worth(word)] -= 1
        if left[worth(word)] < 0:
            found.append(word)
    return found


def _counts_a_row(word: MeaningWord) -> bool:
    return word.value.endswith(".")


def _counting(text: Evidence, language: str) -> list[MeaningWord]:
    """The numbers of a text but fractions (*two thirds*).

    Of those that count a row (*third*) all but the first two, which have other meanings.
    """
    cardinals = [mark.word for mark in text.marks if mark.word.kind == "number" and mark.word.value.isdigit()]
    ordinals = [word for word in ordinal_words(text.text, language) if int(word.value[:-1]) > _OTHER_MEANINGS]
    parts = [match.span() for match in _fractions(known_language(language)).finditer(text.text)]
    return [word for word in cardinals + ordinals if not any(start <= word.start < end for start, end in parts)]


@cache
def _fractions(code: str) -> re.Pattern[str]:
    """A part of something, in figures or in words: *1/3*, *a third*, *tre quarti*."""
    words, agreement = lexicon(code), language_file(code).agreement
    some = (
        {form for kind, _, *forms in agreement.articles if kind == "indefinite" for form in forms} if agreement else {}
    )
    number = "|".join([r"\d+", *map(re.escape, [*some, *words.cardinals])])
    whole = "|".join(word for word in words.parts if " " in word)
    known = "|".join(words.ordinals)
    return re.compile(rf"(?<!\w)(?:\d+\s?/\s?\d+|{whole or '(?!)'}|(?:{number})\s+(?:{known})s?)(?!\w)", re.IGNORECASE)


def _modals(left: Mapping[tuple[str, str], Sequence[PlacedWord]]) -> list[PlacedWord]:
    return [mark for (kind, _), marks in left.items() if kind == "modal" for mark in marks]


def _agreed(part: _Part, other: Evidence) -> Iterator[tuple[int, int]]:
    """The places of the words that both have."""
    theirs = _words(other)
    for key, several in _words(part.text).items():
        yield from (_place(part, mark) for mark in several[: len(theirs.get(key, ()))])


def _is_told_alone(kind: str, value: str) -> bool:
    """Whether a word is told that has no contrary on the other side."""
    return kind in _TOLD_ALONE or (kind, value) in _TOLD_ALONE


def _is_missed(key: tuple[str, str], left: Mapping[tuple[str, str], Sequence[PlacedWord]]) -> bool:
    """Whether a word is told that a sentence lacks which is surely meant, beside the words it has more."""
    return key in _TOLD_IF_SURE and not (key in _ALL and any(left.get(other) for other in _ALL))


def _place(part: _Part, mark: PlacedWord) -> tuple[int, int]:
    return part.start + mark.word.start, part.start + mark.word.end


def _first_word(part: _Part, mark: PlacedWord) -> tuple[int, int, str]:
    """The place of a word, and the word: of *only when* what another one stands for is *only*."""
    start, _ = _place(part, mark)
    text = mark.word.text.split()[0]
    return start, start + len(text), text


def _words(text: Evidence) -> dict[tuple[str, str], list[PlacedWord]]:
    """The meaning words by class and value; a denial that echoes another one of its clause is none more."""
    found: dict[tuple[str, str], list[PlacedWord]] = {}
    denied: set[int] = set()
    for mark in text.marks:
        kind, value = mark.word.kind, mark.word.value
        if kind == "number":
            continue
        if (kind, value) in _DENIALS:
            clause = sum(match.start() < mark.word.start for match in _CLAUSE.finditer(text.text))
            if clause not in denied or (kind, value) not in _ECHOES:
                found.setdefault((_DENIAL, ""), []).append(mark)
            denied.add(clause)
            # *None* is a quantifier too, the contrary of *each*.
            if kind != "quantifier":
                continue
        alone = _ALONE.get((kind, value))
        found.setdefault((alone, "") if alone else (kind, value), []).append(mark)
    return found
