"""What the words of two languages that turn a rule round have in common, so that they can be held against one another.

The catalogue of each language (`language/meaning.py`) tells what a word says; here stands how translators render it:
what is a denial in whatever form, what comes and goes with the grammar, and a few words that only beside another
language are worth reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import TypeVar

from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import Beside, known_language, known_languages, language_file
from regola_crosscheck.language.meaning import MeaningWord, are_opposites
from regola_crosscheck.language.morphology import key_of

T = TypeVar("T")

DENIAL = "denial"
# In what measure something is done so and so often; the value is the measure.
OFTEN = "often"
# What is another word, and no other meaning, in the other language.
_SAME: Mapping[tuple[str, str], tuple[str, str]] = MappingProxyType(
    {
        ("order", "previous"): ("time", "before"),
        ("order", "next"): ("time", "after"),
        ("order", "highest"): ("order", "higher"),
        ("order", "lowest"): ("order", "lower"),
        ("condition", "only if"): ("quantifier", "only"),
        ("condition", "unless"): ("condition", "except"),
        ("inclusion", "exclusive"): ("condition", "except"),
        ("connective", "and/or"): ("connective", "or"),
    }
)
# What denies, whatever its form.
_DENIALS = frozenset(
    {("negation", "not"), ("negation", "never"), ("negation", "neither"), ("negation", "without")}
    | {("quantifier", "none"), ("modal", "must not"), ("modal", "waived")}
)
# What one language alone may say, the other by its grammar: told only where another value stands for it.
_GRAMMAR = frozenset(
    {("connective", "and"), ("connective", "or"), ("modal", "may"), ("quantifier", "each"), ("quantifier", "any")}
    | {("quantifier", "all"), ("quantifier", "both"), ("quantifier", "once"), ("side", "own"), ("order", "first")}
    | {("quantifier", "twice"), ("focus", "even"), ("focus", "not even")}
    | {
        ("condition", "when"),
        ("time", "during"),
        ("time", "start"),
        ("time", "immediately"),
        ("time", "from"),
        ("time", "until"),
    }
    | {("order", "last"), ("order", "higher"), ("order", "lower"), ("condition", "despite"), ("condition", "even if")}
    | {("direction", value) for value in ("into", "out of", "through", "adjacent")}
    | {("inclusion", "inclusive"), ("bound", "exactly")}
)
# What says where alone a rule holds, or that it holds there too, for what says that it does not.
_SCOPES = frozenset(
    frozenset({one, ("condition", "except")})
    for one in (("quantifier", "only"), ("focus", "even"), ("condition", "even if"))
) | {frozenset({("quantifier", "only"), (DENIAL, "")})}
# What is no opposite in another language: *before any* is *prima di ogni*.
LOOSE = frozenset({"each", "any", "all", "none"})


@dataclass(frozen=True, slots=True)
class Said:
    """A meaning word as it is held against another language: `kind` and `value` are the same in both.

    `own` is what it says in its own language, where that is another thing.
    """

    kind: str
    value: str
    text: str
    start: int
    end: int
    own: tuple[str, str] | None = None

    @property
    def meaning(self) -> tuple[str, str]:
        """What it says."""
        return self.kind, self.value


def said_in(text: str, words: tuple[MeaningWord, ...], language: str) -> list[Said]:
    """What the meaning words of a sentence say to whoever holds another language beside it, in order.

    Args:
        text: the sentence.
        words: those that the catalogue of its language finds in it.
        language: its language.
    """
    known = _beside(language)
    no = [(kind, value, *m.span()) for kind, value, pattern in known.not_so for m in _all(pattern, text)]
    found: list[Said] = []
    for word in words:
        read = any(
            (kind, value) == (word.kind, word.value) and start <= word.start < end for kind, value, start, end in no
        )
        # A number is compared with the sign it has: `-1`.
        if word.kind == "number" or read or not any(map(str.isalpha, word.text)):
            continue
        plain, meaning = word.text.casefold(), (word.kind, word.value)
        if plain in known.denies:
            meaning = ("negation", "not")
        if plain in known.whenever:
            meaning = ("condition", "when")
        same = _SAME.get(meaning)
        found.append(Said(*(same or meaning), word.text, word.start, word.end, meaning if same else None))
    for kind, value, pattern in known.more:
        for match in _all(pattern, text):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Said(kind, value, match[0], match.start(), match.end()))
    # *The band also does not* is as much as *not even the band does*: where the denial follows, neither is told.
    denying = [one.start for one in found if is_denial(one)]
    found += [_focus("not even", match) for match in _all(known.not_even, text)]
    found += [
        _focus("even", match)
        for match in _all(known.even, text)
        if not _denied_behind(match.end(), denying, text, known.ends)
    ]
    return sorted([*found, *_how_often(text, language)], key=lambda one: one.start)


def _focus(value: str, match: re.Match[str]) -> Said:
    return Said("focus", value, match[0], match.start(), match.end())


def _how_often(text: str, language: str) -> Iterator[Said]:
    """The measures in which something is done so and so often: *once a turn*."""
    measures = _measures(known_language(language))
    for match in _all(_beside(language).often, text):
        measure = measures.get(key_of(match["word"], primary_subtag(language)))
        if measure is not None:
            yield Said(OFTEN, measure, match["word"], *match.span("word"))


@cache
def _measures(code: str) -> dict[str, str]:
    """What a rulebook counts in, by the keys of its words."""
    return {key_of(word, code): measure for measure, word in language_file(code).measures.items()}


def _beside(language: str) -> Beside:
    """How sentences of a language are held against others; nothing is read so into a language without a file."""
    code = primary_subtag(language)
    return language_file(code).beside if code in known_languages() else Beside()


def _denied_behind(end: int, denying: list[int], text: str, ends: str) -> bool:
    """Whether there is a denial behind a place, before what is said there ends."""
    close = re.compile(ends, re.IGNORECASE)
    return any(end <= start and close.search(text, end, start) is None for start in denying)


def contradict(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two meanings turn a rule round where one stands for the other."""
    if one[0] == other[0] == OFTEN:
        return one != other
    if frozenset({one, other}) in _SCOPES:
        return True
    return one[0] == other[0] and (
        are_opposites(one[0], one[1], other[1]) or {one, other} == {("focus", "even"), ("focus", "not even")}
    )


def is_of_grammar(meaning: tuple[str, str]) -> bool:
    """Whether one language alone may say something, so that only another value in its place is told."""
    return meaning in _GRAMMAR or meaning[0] == OFTEN


def is_denial(one: Said) -> bool:
    """Whether a word denies, whatever its form."""
    return one.meaning in _DENIALS


def denials(said: list[Said], text: str, language: str) -> list[Said]:
    """The denials of a sentence: what one denial draws after it is the same (*non … mai*, *né … né*, *nor*)."""
    known = _beside(language)
    found: list[Said] = []
    for one in said:
        if not is_denial(one):
            continue
        before = found[-1] if found else None
        if before is not None and one.value == "neither":
            continue
        drawn = one.value in known.echoes and before is not None and before.value in {"not", "must not"}
        if drawn and before is not None and not re.search(r"[;:.]", text[before.end : one.start]):
            continue
        if before is None and _lacks_its_denial(one, text, known):
            continue
        if before is not None and one.value == "not" and _at(known.not_even, text, one.start):
            continue
        found.append(one)
    return found


def surplus(own: Sequence[tuple[float, T]], other: Sequence[float]) -> list[T]:
    """What one side has more than the other: that which stands farthest from where the other's do.

    Args:
        own: what the one has, each with where in all that it says this stands, from 0 to 1.
        other: where the other's stand.

    >>> surplus([(0.1, "not"), (0.9, "never")], [0.8]), surplus([(0.1, "not")], [0.2, 0.9])
    (['not'], [])
    """
    left = list(own) if len(own) > len(other) else []
    for place in other if left else ():
        left.remove(min(left, key=lambda one: abs(one[0] - place)))
    return [one for _, one in left]


def _lacks_its_denial(one: Said, text: str, known: Beside) -> bool:
    """Whether a word denies only beside another denial, which stands nowhere before it: *sposta nulla*, *A né B*."""
    before = re.search(r"([^\W\d_]+)['’]?\s+$", text[: one.start])
    if _at(known.drawn, text, one.start):
        return bool(text[: one.start].strip())
    return (
        _at(known.behind_verb, text, one.start)
        and before is not None
        and before[1].casefold() not in known.opens.split()
    )


def _at(pattern: str, text: str, place: int) -> bool:
    return bool(pattern) and re.compile(pattern, re.IGNORECASE).match(text, place) is not None


def _all(pattern: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(pattern, text, re.IGNORECASE) if pattern else iter(())
