"""What a printed cell says: numbers, ranges, ratios, words, whatever a conversion has made of their spelling.

A minus may have become any dash, a half one character or three, a nought a letter. Nothing here knows a game: only how
numbers are written. The words come from all languages at once, for a cell does not tell its own.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeAlias

from regola_crosscheck.language.language_file import known_languages, language_file
from regola_crosscheck.language.morphology import nearly_same, stem, without_accents

Interval: TypeAlias = tuple[Fraction | None, Fraction | None]

_DASHES = dict.fromkeys("‐‑‒–—―−﹣－", "-") | {"\xa0": " ", "\u202f": " ", "\u2009": " ", "×": "x", "’": "'", "`": "'"}
_TYPOGRAPHY = str.maketrans(_DASHES)
_MARKUP = re.compile(r"</?[a-zA-Z]+>|\\(?=[*_|-])")
_BOLD = re.compile(r"\*\*(\S(?:.*?\S)?)\*\*|__(\S(?:.*?\S)?)__")
_MARKS = re.compile(r"\s*(\([*†‡§\d]?\)|[*†‡§°]+)\s*$")
_HALVES = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}
_NUMBER = re.compile(r"([+-]?)\s*(\d+(?:[.,]\d+)?)(?:\s*(?:e|and|&)?\s+(\d)/(\d)|/(\d+))?\s*(?:%|x)?|x\s*(\d+)()()()()")
_CELLS = tuple(language_file(code).cells for code in known_languages())
_MORE = "|".join([r"\+", *(cells.or_more for cells in _CELLS)])
_LESS = "|".join(cells.or_less for cells in _CELLS)
_AT_MOST, _OVER = tuple(cells.at_most for cells in _CELLS), tuple(cells.over for cells in _CELLS)
_AT_LEAST = tuple(cells.at_least for cells in _CELLS)
_FROM, _TO = "|".join(cells.from_ for cells in _CELLS), "|".join(cells.to for cells in _CELLS)
_N = r"[+-]?\d+(?:[.,]\d+)?"
_RANGE = re.compile(rf"({_N})\s*(?:-|\.\.\.?|{_TO}|/)\s*({_N})")
_OPEN = re.compile(rf"({_N})\s*(?:({_MORE})|({_LESS}))")
_BOUND = re.compile(rf"(<=|>=|<|>|≤|≥|{'|'.join((*_AT_MOST, *_OVER, *_AT_LEAST))})\s*({_N})")
_RATIO = re.compile(r"(\d+(?:[.,]\d+)?)\s*\+?\s*[-:/]\s*(\d+(?:[.,]\d+)?)\s*\+?")
# Letters that scans put for digits.
_SCANNED = str.maketrans({"O": "0", "o": "0", "Q": "0", "l": "1", "I": "1", "|": "1"})
# Small words that say nothing of what a cell names.
_SMALL = frozenset(word for cells in _CELLS for word in cells.small_words.split())
# How a cell says yes, no, and that there is nothing: in words of either language, or with a sign.
YES = frozenset({"x", "✓", "✔", "•"}).union(*(cells.yes for cells in _CELLS))
NO = frozenset({"-", "--"}).union(*(cells.no for cells in _CELLS))
NONE = frozenset[str]().union(*(cells.none for cells in _CELLS))
NOTHING = frozenset({"", "-", "--", "---"})


@cache
def without_markup(text: str) -> str:
    """A cell without markup, every dash a hyphen, every space one blank."""
    for char, written in _HALVES.items():
        text = text.replace(char, f" {written}")
    text = _BOLD.sub(lambda match: match[1] or match[2], _MARKUP.sub("", text))
    written = " ".join(text.translate(_TYPOGRAPHY).split())
    return "-" if written in NOTHING and written else written


@cache
def normalized(text: str) -> str:
    """`without_markup`, without capitals and accents, for comparison."""
    return without_accents(without_markup(text)).strip(" :")


@cache
def without_footnote_mark(text: str) -> str:
    """`normalized`, without the mark of a footnote at its end."""
    word = normalized(text)
    return _MARKS.sub("", word) if len(_MARKS.sub("", word)) > 1 or _MARKS.sub("", word).isdigit() else word


def _fraction(text: str) -> Fraction:
    return Fraction(text.replace(",", ".").replace("+", ""))


@cache
def number(text: str) -> Fraction | None:
    """The number a cell writes, or None: `+2`, `- 2`, `1 e ½`, `1,5`, `50%`, `2x`; a lone dash is 0.

    >>> number("− 1 e ½"), number("lO"), number("–"), number("A1")
    (Fraction(-3, 2), Fraction(10, 1), Fraction(0, 1), None)
    """
    word = without_footnote_mark(text)
    if word in NOTHING and word:
        return Fraction(0)
    match = _NUMBER.fullmatch(word)
    if match is None:
        scanned = without_markup(text).translate(_SCANNED)
        digits = len(scanned) <= 4 and re.fullmatch(r"[+-]?\d+", scanned)
        return Fraction(int(scanned)) if digits else None
    sign, whole, over, under, below, times = match.groups()[:6]
    if times:
        return _fraction(times)
    value = _fraction(whole)
    if over:
        value += Fraction(int(over), int(under) or 1)
    if below:
        value = value / int(below) if int(below) else value
    return -value if sign == "-" else value


@cache
def intervals(text: str) -> tuple[Interval, ...] | None:
    """The numbers a label stands for, as stretches with both ends in, or None if it is no such label.

    >>> intervals("6 – 5"), intervals("14 o più")
    (((Fraction(5, 1), Fraction(6, 1)),), ((Fraction(14, 1), None),))
    """
    whole = number(text)
    if whole is not None and without_footnote_mark(text) not in NOTHING:
        return ((whole, whole),)
    found = []
    for part in re.split(r"\s*[,;]\s*|\s+(?:o|or|e|and)\s+(?=[+-]?\d)", without_footnote_mark(text)):
        one = _interval(part.strip())
        if one is None:
            return None
        found.append(one)
    return tuple(found)


def _interval(part: str) -> Interval | None:
    part = re.sub(rf"^(?:{_FROM})\s+", "", part)
    if match := _RANGE.fullmatch(part):
        low, high = (_fraction(end) for end in match.groups())
        if 0 <= high < 100 <= low:  # 1940-42
            high += int(low) // 100 * 100
        return min(low, high), max(low, high)
    if match := _OPEN.fullmatch(part):
        end = _fraction(match[1])
        return (end, None) if match[2] else (None, end)
    if match := _BOUND.fullmatch(part):
        end, sign = _fraction(match[2]), match[1]
        if sign in {"<", ">"}:
            return (None, end - 1) if sign == "<" else (end + 1, None)
        return (None, end) if sign in {"<=", "≤", *_AT_MOST} else (end + (sign in _OVER), None)
    single = number(part)
    return None if single is None or part in NOTHING else (single, single)


@cache
def ratio(text: str) -> Fraction | None:
    """What `3-1`, `3:1` or `1,33:1` is worth."""
    match = _RATIO.fullmatch(without_footnote_mark(text))
    if match is None or not _fraction(match[2]):
        return None
    return _fraction(match[1]) / _fraction(match[2])


def is_value(text: str) -> bool:
    """Whether a cell is a value rather than words: a number, a range, a code of one short word, a dash."""
    word = without_footnote_mark(text)
    if number(text) is not None or intervals(text) is not None or ratio(text) is not None:
        return True
    return word in YES | NO or (len(word) <= 8 and any(char.isdigit() for char in word)) or len(word) <= 2


@cache
def label_words(text: str) -> tuple[str, ...]:
    """The words of a text that name something, cut to what singular and plural share; numbers with their sign."""
    found = re.findall(r"[+-]?\d+(?:[.,]\d+)?%?|[^\W\d_]+", normalized(text))
    return tuple(stem(word) for word in found if word not in _SMALL)


@lru_cache(maxsize=200_000)
def overlap(one: str, other: str) -> tuple[float, float]:
    """How much two texts have in common: of both, and of the shorter."""
    left, right = label_words(one), label_words(other)
    if not left or not right:
        return 0.0, 0.0
    free, common = list(right), 0.0
    for word in left:
        near = next((item for item in free if nearly_same(word, item)), None)
        if near is not None:
            free.remove(near)
            common += _weight(word)
    sizes = [sum(map(_weight, side)) for side in (left, right)]
    return min(1.0, 2 * common / sum(sizes)), min(1.0, common / min(sizes)) if common >= 4 else 0.0


def similarity(one: str, other: str) -> float:
    """How much two texts say the same, from 0 to 1; a name that stands whole inside the other counts for much.

    >>> similarity("Carovane della mulattiera del passo", "Carovana della mulattiera") > 0.8
    True
    """
    whole, inside = overlap(one, other)
    return max(whole, 0.85 * inside)


def _weight(word: str) -> float:
    return float(min(len(word), 7)) if word.isalpha() else 4.0
