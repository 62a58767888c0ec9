"""What a proofreader sees without knowing a word: words doubled, brackets open, apostrophes and figures gone wrong."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.agreement import ArticledWord, opening_marks, with_article, wrongly_articled
from regola_crosscheck.language.language_file import known_languages, language_file, said_twice, words_of_a_letter

MarkKind = Literal["doubled", "open", "elision", "figures"]


class Slip(NamedTuple):
    """A slip of the pen in a passage: the stretch of its text, what to write there, and whether that is likely.

    `name` is what it is called among others of its form, where that is less than the stretch.
    """

    kind: MarkKind
    start: int
    end: int
    text: str
    meant: str
    likely: bool = True
    name: str = ""


_DOUBLED = re.compile(r"(?<![\w'’-])([^\W\d_]+(?: [^\W\d_]+)?)(?:[ \t]+|[ \t]*\n[ \t]*(?=[a-zàèéìòù]))\1(?![\w'’-])")
# A letter by itself beside another one: letters that are set apart, the letters of rows.
_LETTER_BEFORE = re.compile(r"(?<![\w'’])([^\W\d_])\s+$")
_LETTER_BEHIND = re.compile(r"\s+([^\W\d_])(?![\w'’])")


def doubled_words(text: str, language: str) -> Iterator[Slip]:
    """Words, or two, that stand twice in a row with nothing between; names, figures and rows of tables left out."""
    twice, letters = said_twice(language), words_of_a_letter(language)
    for match in _DOUBLED.finditer(text):
        said = match[1]
        row = text[text.rfind("\n", 0, match.start()) + 1 : _end_of_line(text, match.end())]
        if said.casefold() in twice or "|" in row or "\t" in row or (" " not in said and said[0].isupper()):
            continue
        words = said.split()
        if len(words) == 2 and (words[0] == words[1] or any(word[0].isupper() for word in words)):
            continue
        if len(words[0]) == 1 and not _are_words_of_a_letter(text, match, letters):
            continue
        yield Slip("doubled", match.start(), match.end(), match[0], said)


def _are_words_of_a_letter(text: str, doubled: re.Match[str], letters: frozenset[str]) -> bool:
    """Whether a letter that stands twice is a word, as is any other letter that stands by itself beside it."""
    before = _LETTER_BEFORE.search(text, max(0, doubled.start() - 4), doubled.start())
    behind = _LETTER_BEHIND.match(text, doubled.end())
    return {doubled[1][0], *(match[1] for match in (before, behind) if match is not None)} <= letters


def _end_of_line(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


_PAIRS = {"(": ")", "[": "]", "«": "»", "“": "”", "{": "}"}
_CLOSING = {end: begin for begin, end in _PAIRS.items()}


def other_half(sign: str) -> str:
    """What belongs to a bracket or a quotation mark; nothing if it is none."""
    return _PAIRS.get(sign) or _CLOSING.get(sign, "")


_ENUMERATOR = re.compile(r"(?:^|[\s(;:,.*_])(?:\w{1,3}|\d+(?:[.,]\d+)*|[ivx]{1,5})[.°]?$")


def open_brackets(text: str) -> Iterator[Slip]:
    """Brackets and quotation marks of a passage that have no other half; `a)` and `1)` count the parts of a list.

    Matched with a stack, a kind of bracket each for itself, so that one that is lost does not make others wrong.
    """
    waiting: dict[str, list[int]] = {begin: [] for begin in _PAIRS}
    lone: list[int] = []
    for place, sign in enumerate(text):
        if sign in _PAIRS:
            # A face or an interval is no bracket: ":(" and "(;".
            waiting[sign].append(place)
        elif sign in _CLOSING:
            begun = waiting[_CLOSING[sign]]
            if begun:
                begun.pop()
            elif not (sign == ")" and _ENUMERATOR.search(text[max(0, place - 8) : place])):
                lone.append(place)
    for begun in waiting.values():
        lone += begun
    for place in sorted(lone):
        sign = text[place]
        yield Slip("open", place, place + 1, sign, other_half(sign), likely=sign in "()[]")


# Italian cuts these off before a vowel, and says them whole before anything else.
_LOST = re.compile(
    r"(?<![\w'’.-])(dell|nell|sull|dall|coll|quell|quest|dov|anch|com|L|l)(?:\s|\s?[`´]\s?)(?P<next>[aeiouàèéìòùhAEIOUÈÀH]\w+)"
)
_GAP = re.compile(
    r"(?<![\w'’])(?:dell|nell|sull|dall|all|coll|quell|quest|un|l|d|c)['’] (?=[aeiouàèéìòù]\w)", re.IGNORECASE
)
_WOMEN = re.compile(
    r"(?:zione|sione|gione|[^t]tà|itù|trice|enza|anza|udine)$|(?:altra|area|arma|unica|ora|idea|isola|armata|unità)$"
)
_UN = re.compile(r"(?<![\w'’])([Uu]n) (?=[aeiouàèéìòù])([a-zàèéìòù]{3,})")
_UN_CUT = re.compile(r"(?<![\w'’])([Uu]n)['’]\s?([a-zàèéìòù]{3,})")
_MEN = re.compile(r"(?:[^t]o|[aei]to|tto|sto|tore|sore)$")
_WOMEN_IN_O = frozenset("auto eco unto".split())
# An accent and, behind it, the apostrophe that is written where a keyboard has none.
_ACCENTED_TWICE = re.compile(r"(?<![\w'’‘])(\w+[àèéìòùÀÈÉÌÒÙ])['’´`](?![\w'’])")
# … which closes a quotation, or code, where any of these marks has opened one in its paragraph.
_OPENS = re.compile(r"(?<!\w)['‘’´`](?=[\w*_«“(\[])")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


def elisions(text: str, language: str) -> Iterator[Slip]:
    """Apostrophes that are lost or too many, and short words that are often written wrongly."""
    short = primary_subtag(language)
    for pattern, right in language_file(short).miswritten if short in known_languages() else ():
        for match in re.finditer(pattern, text):
            yield Slip("elision", match.start(), match.end(), match[0], match.expand(right))
    if short != "it":
        return
    for match in _LOST.finditer(text):
        # What is proposed is written in the place of both, so that no blank is left between them.
        name = match[0][: match.start("next") - match.start()].strip()
        yield Slip("elision", match.start(), match.end(), match[0], f"{match[1]}'{match['next']}", name=name)
    paragraphs = [0, *(match.end() for match in _BLANK_LINE.finditer(text))]
    opened = [match.start() for match in _OPENS.finditer(text)]
    for match in _ACCENTED_TWICE.finditer(text):
        paragraph = paragraphs[bisect_right(paragraphs, match.start()) - 1]
        if bisect_left(opened, paragraph) == bisect_left(opened, match.end() - 1):
            yield Slip("elision", match.start(), match.end(), match[0], match[1])
    for match in _GAP.finditer(text):
        yield Slip("elision", match.start(), match.end(), match[0], match[0].strip(), likely=False)
    for match in _UN.finditer(text):
        if _WOMEN.search(match[2]):
            yield Slip("elision", match.start(), match.end(), match[0], f"{match[1]}'{match[2]}")
    for match in _UN_CUT.finditer(text):
        if _MEN.search(match[2]) and match[2] not in _WOMEN_IN_O:
            yield Slip("elision", match.start(), match.end(), match[0], f"{match[1]} {match[2]}")


def wrong_articles(
    texts: Sequence[str], words: Sequence[Sequence[ArticledWord]], language: str
) -> Iterator[tuple[Slip, int]]:
    """The articles that are of another gender than the book knows their word to be of, each with the place of its text.

    Args:
        texts: the passages of a book.
        words: the words behind articles in each of them.
        language: of all of them.
    """
    wrong = wrongly_articled((one for several in words for one in several), language)
    for place, (text, several) in enumerate(zip(texts, words, strict=True)):
        for one in several:
            if (one.key, one.gender) in wrong:
                word, before = text[one.word : one.end], text[one.start : one.word]
                _, meant = with_article(word, word, before, language, texts)
                if meant != word:
                    meant = meant.removesuffix(word) + opening_marks(before) + word
                    yield Slip("elision", one.start, one.end, text[one.start : one.end], meant), place


_FIGURES = re.compile(
    r"(?<![\w.,/'’-])(?=[\dOol]*\d)(?=\d*[Ool])(?:[1-9][Oo](?:[Oo0])*|l[0-9]+|[0-9]+l|[1-9][0-9]*[Oo][0-9]*)(?![\w/'’])"
)
_LIKE = str.maketrans("Ool", "001")


def misread_figures(text: str) -> Iterator[Slip]:
    """Numbers in which a scanner read a letter: `1O`, `l2`."""
    for match in _FIGURES.finditer(text):
        yield Slip("figures", match.start(), match.end(), match[0], match[0].translate(_LIKE))
