"""What the words of two languages that turn a rule round have in common, so that they can be held against one another.

The catalogue of each language (`language/meaning.py`) tells what a word says; here stands how translators render it:
what is a denial in whatever form, what comes and goes with the grammar, and a few words that only beside another
language are worth reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.meaning import MeaningWord, are_opposites

T = TypeVar("T")

DENIAL = "denial"
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
GRAMMAR = frozenset(
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
# What is no opposite in another language: *before any* is *prima di ogni*.
LOOSE = frozenset({"each", "any", "all", "none"})
_MORE: Mapping[str, tuple[tuple[str, str, str], ...]] = MappingProxyType(
    {
        "it": (
            ("negation", "not", r"\bno\b"),
            ("quantifier", "none", r"\bnulla\b|\bniente\b"),
            ("bound", "more than", r"\becced\w+"),
            ("bound", "at most", r"\bmax\b"),
            ("side", "enemy", r"\bopponent[ei]\b"),
            ("bound", "less than", r"\bsotto(?=\s+\+?\d)"),
            ("bound", "more than", r"\bsopra(?=\s+\+?\d)"),
            ("condition", "if", r"\bse(?=\s+ne)"),
            ("time", "until", r"\bfino\s+all['’]"),
            ("time", "from", r"\bda(?:l|llo|lla|i|gli|lle)?\b|\bdall['’]"),
        ),
        "en": (
            ("negation", "not", r"\bnowhere\b"),
            ("time", "from", r"\bfrom\b"),
            ("modal", "must", r"\bdut(?:y|ies)\b"),
            ("quantifier", "only", r"\balone\b"),
            ("quantifier", "once", r"\bonce(?=\s+an?\b)"),
            (
                "condition",
                "if",
                r"(?:^|(?<=[,;:.]\s))(?:had|were|should)(?=\s+(?:an?|the|it|he|they)\b)",
            ),
            ("bound", "more than", r"(?<=\bor )more than\b"),
            ("connective", "or", r"\bor(?=\s+more\s+than\b)"),
            ("sign", "plus", r"(?<=points\s)more\b|(?<=point\s)more\b|(?<=column\s)more\b"),
            ("sign", "minus", r"(?<=points\s)(?:less|fewer)\b|(?<=point\s)less\b"),
        ),
    }
)
# What beside its other meaning says that even this is so, or not even this: told only where one stands for the other.
_EVEN: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        "it": (("not even", r"\b(?:neppure|neanche|nemmeno)\b"), ("even", r"\b(?:anche|persino|perfino)\b(?!\s+se\b)")),
        "en": (
            ("not even", r"\bnot\s+even\b"),
            ("even", r"(?<!\bnot\s)\beven\b(?!\s+(?:if|when|though)\b)|(?<!\bnot\s)\balso\b"),
        ),
    }
)
# Where what it says so of ends.
_SAID_OF = re.compile(r"[.;:()]|,\s+(?:and|but|or|e|ed|ma|o)\b", re.IGNORECASE)
# What of the catalogue is read too much into a word when another language stands beside it.
_NOT_SO: Mapping[str, tuple[tuple[str, str, str], ...]] = MappingProxyType(
    {
        "it": (
            ("bound", "at least", r"(?<=\bun[ao] )o\s+più"),
            ("side", "attacker", r"che\s+attacc\w+"),
            ("side", "defender", r"che\s+(?:si\s+)?difend\w+"),
            ("time", "until", r"fino\s+a(?=\s+(?-i:[A-ZÀ-Þ]))"),
            ("quantifier", "only", r"(?<=\bun )sol[oa]|(?<=\buna )sola|(?<=\buno )solo"),
            ("direction", "out of", r"esc[eo]n?o?(?=\s+(?:un\s+)?\d)"),
        ),
        "en": (
            ("order", "next", r"next(?=\s+to\b)"),
            ("direction", "out of", r"left"),
            ("direction", "into", r"towards?"),
            ("bound", "at least", r"or more(?=\s+than)|(?<=\bone )or more"),
            ("condition", "only if", r"as long as"),
            ("bound", "less than", r"under(?=\s+an?\b)"),
            ("quantifier", "none", r"none(?!\s+of\b)"),
            ("time", "after", r"once(?=\s+an?\b)"),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Said:
    """A meaning word as it is held against another language: `kind` and `value` are the same in both."""

    kind: str
    value: str
    text: str
    start: int
    end: int

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
    code = primary_subtag(language)
    no = [(kind, value, *m.span()) for kind, value, pattern in _NOT_SO.get(code, ()) for m in _all(pattern, text)]
    found: list[Said] = []
    for word in words:
        read = any(
            (kind, value) == (word.kind, word.value) and start <= word.start < end for kind, value, start, end in no
        )
        # A number is compared with the sign it has: `-1`.
        if word.kind == "number" or read or not any(map(str.isalpha, word.text)):
            continue
        meaning = (word.kind, word.value)
        if word.text.casefold() == "but not":  # a denial, where *ma non* is one
            meaning = ("negation", "not")
        if word.text.casefold() in {
            "when",
            "whenever",
            "quando",
            "ogni volta che",
            "ogniqualvolta",
        }:  # which come and go with a verb
            meaning = ("condition", "when")
        found.append(Said(*_SAME.get(meaning, meaning), word.text, word.start, word.end))
    for kind, value, pattern in _MORE.get(code, ()):
        for match in _all(pattern, text):
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                found.append(Said(kind, value, match[0], match.start(), match.end()))
    even = [(value, match) for value, pattern in _EVEN.get(code, ()) for match in _all(pattern, text)]
    # *The band also does not* is as much as *not even the band does*: where the denial follows, neither is told.
    denying = [one.start for one in found if is_denial(one)]
    even = [
        (value, match) for value, match in even if value != "even" or not _denied_behind(match.end(), denying, text)
    ]
    found += [Said("focus", value, match[0], match.start(), match.end()) for value, match in even]
    return sorted(found, key=lambda one: one.start)


def _denied_behind(end: int, denying: list[int], text: str) -> bool:
    """Whether there is a denial behind a place, before what is said there ends."""
    return any(end <= start and _SAID_OF.search(text, end, start) is None for start in denying)


def contradict(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two meanings turn a rule round where one stands for the other."""
    return one[0] == other[0] and (
        are_opposites(one[0], one[1], other[1]) or {one, other} == {("focus", "even"), ("focus", "not even")}
    )


def is_denial(one: Said) -> bool:
    """Whether a word denies, whatever its form."""
    return one.meaning in _DENIALS


def denials(said: list[Said], text: str, language: str) -> list[Said]:
    """The denials of a sentence: what one denial draws after it is the same (*non … mai*, *né … né*, *nor*)."""
    italian = language.startswith("it")
    found: list[Said] = []
    for one in said:
        if not is_denial(one):
            continue
        before = found[-1] if found else None
        if before is not None and one.value == "neither":
            continue
        drawn = (
            italian and one.value in {"never", "none"} and before is not None and before.value in {"not", "must not"}
        )
        if drawn and before is not None and not re.search(r"[;:.]", text[before.end : one.start]):
            continue
        if before is None and _lacks_its_denial(one, text):
            continue
        if before is not None and one.value == "not" and re.match(r"\s+even\b", text[one.end :]):
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


# What denies behind a verb only beside another denial, and what then follows: *non paga nulla*, *nulla cambia*.
_BEHIND_VERB = re.compile(
    r"(?:nulla|niente)(?=\s*(?:[.,;:)]|$|(?:d[ai]|a|in|per|se|che)\b))|mai\b|né\b|nor\b", re.IGNORECASE
)
# … and what draws on a denial wherever it stands but at the beginning: *e nemmeno*.
_DRAWN = re.compile(r"(?:nemmeno|neanche|neppure|alcun[oa]?)\b", re.IGNORECASE)
# What may stand before it all the same: *se mai*, *con nulla*.
_OPENS = frozenset("a con da di per in su tra fra e ed o od ma se che quando più and or but if".split())


def _lacks_its_denial(one: Said, text: str) -> bool:
    """Whether a word denies only beside another denial, which stands nowhere before it: *sposta nulla*, *A né B*."""
    before = re.search(r"([^\W\d_]+)['’]?\s+$", text[: one.start])
    if _DRAWN.match(text, one.start) is not None:
        return bool(text[: one.start].strip())
    behind = _BEHIND_VERB.match(text, one.start) is not None
    return behind and before is not None and before[1].casefold() not in _OPENS


def _all(pattern: str, text: str) -> Iterator[re.Match[str]]:
    return re.finditer(pattern, text, re.IGNORECASE)
