"""What of a text can be held against rules: numbers, dice, ratios, references, permissions; each with its place.

A passage is cut into blocks first: rules, examples, rows of tables. Of a row the numbers are known to be there, and are
compared by the table's own check; of an example, by the check of examples.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from regola_dsl.records import dataclass

from regola_crosscheck.book.numbering import COUNT, uncounted
from regola_crosscheck.book.text import Passage
from regola_crosscheck.language.language_file import ModalKind
from regola_crosscheck.language.lexicon import Lexicon, WordKind

MINUS = r"\-−–—‑"
_NUMBER = rf"""
    (?P<die>\b\d{{1,2}}[dD]\d{{1,3}}\b|\bd\d{{1,3}}\b|\bD(?:6|8|10|12|20|100)\b)
  | (?P<rank>(?<![\w.,])\d{{1,3}}(?:[°ªº]|\^[oa]?|(?:st|nd|rd|th)\b))
  | (?P<unit>(?<![\w.,])\d{{1,3}}(?=[A-Z]{{2}}s?\b))
  | (?P<code>\b[A-Za-z]{{1,3}}[-/]?\d{{1,3}}\b(?![.,]\d)|\b\d{{1,2}}[A-Za-z]{{1,3}}\b)
  | (?P<section>(?<![\w,.])\d{{1,2}}(?:\.\d{{1,4}})+(?![\w]|,\d))
  | (?P<fraction>[½⅓⅔¼¾]|(?<![\w.,/])\d{{1,2}}/\d{{1,2}}(?![\w/]))
  | (?P<pair>(?<![\w.,])(?P<a>\d{{1,3}})(?P<by>\s?[{MINUS}]\s?|:|\s:\s)(?P<b>\d{{1,3}})(?![\w°]|[.,]\d))
  | (?P<number>(?<![\w.,])(?P<sign>[+{MINUS}](?:\s(?=\d))?)?(?P<value>\d{{1,3}}(?:[.]\d{{3}})+(?!\d)|\d+(?:[.,]\d+)?)(?P<percent>\s?%)?(?!\w))
"""  # noqa: E501  a table of patterns reads best a line each
_SCAN = re.compile(_NUMBER, re.VERBOSE)
_GLYPHS = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
# What counts the parts of a list or the headings: 3. or 3) or a number and a wide blank.
_ENUMERATOR = re.compile(
    rf"^[>\s*_#]*(?:[{MINUS}•]\s+[*_]*)?(?:{COUNT}|[a-zA-Z][.](?=\s)|(?:\d{{1,2}}|[a-zA-Z])[)](?!\w*[)])"
    r"|\d{1,2}\s{2,}(?=\w))"
)
# What stands between two references of a list, and the second.
_GOES_ON = re.compile(rf"\s?(?:[,;{MINUS}]|e|ed|o|and|or)\s?[{MINUS}]?\s?\d{{1,2}}(?:\.\d{{1,4}})*")
# A fraction of a rulebook has no larger parts: 15/30 are two numbers.
PARTS = 12
_DASHED = re.compile(rf"^[>\s]*[{MINUS}•*]\s+$")


TokenKind: TypeAlias = WordKind | Literal["pair", "die", "percent", "reference", "counter"]


@dataclass(frozen=True, slots=True)
class Token:
    """Something in a text that rules may hold too.

    `kind` is number, ordinal, part, pair, die, percent, reference or counter (of a page, a step). `values` are
    what it is worth: of a pair both sides. `sign` is `+`, `-`, `?` (a dash, perhaps the mark of a list) or empty.
    """

    kind: TokenKind
    values: tuple[Fraction, ...]
    text: str
    start: int
    end: int
    sign: str = ""
    block: str = "rule"
    word: bool = False
    beyond: bool = False

    @property
    def value(self) -> Fraction:
        """What a token with one value is worth."""
        return self.values[0]


class ModalWord(NamedTuple):
    """A word of permission, of duty or of exception."""

    kind: ModalKind
    text: str
    start: int
    end: int
    block: str = "rule"


def blocks(text: str, words: Lexicon) -> list[str]:
    """What each line of a passage belongs to: rule, example, or row (of a table)."""
    kinds: list[str] = []
    inside = False
    for line in text.split("\n"):
        if not line.strip(" >"):
            inside = False
            kinds.append("rule")
        elif line.count("|") > 1 or "\t" in line.strip():
            kinds.append("row")
        else:
            inside = inside or bool(words.examples.search(line))
            kinds.append("example" if inside else "rule")
    return kinds


def scan(passage: Passage, words: Lexicon, *, references: bool = True) -> list[Token]:
    """The numbers of a passage, in order. `references` if the book numbers its sections, so that 9.5 may be one."""
    text = passage.text
    kinds = blocks(text, words)
    starts = [0, *(place + 1 for place, char in enumerate(text) if char == "\n")]
    goes_on = uncounted(text.split("\n"))
    found: list[Token] = []
    row = 0
    for match in _SCAN.finditer(text):
        while row + 1 < len(starts) and starts[row + 1] <= match.start():
            row += 1
        before = text[starts[row] : match.start()]
        counts = _ENUMERATOR.match(text[starts[row] : match.end() + 9]) and not before.strip(" >*_#\\-–—−‑•")
        if counts and row not in goes_on:
            continue
        token = _token(match, before, words, references=references)
        if token is None:
            continue
        if token.kind in {"number", "pair"} and not token.sign and words.counted.search(before[-20:]):
            token = replace(token, kind="counter")
        if (
            found
            and references
            and token.kind in {"number", "reference"}
            and _continues_reference_list(text, found[-1], token)
        ):
            token = replace(token, kind="reference", sign="")
        beyond = bool(words.beyond.search(before[-40:]))
        found += [replace(one, block=kinds[row], beyond=beyond) for one in _split_list(token, match, words)]
    row = 0
    for match in words.words.finditer(text):
        while row + 1 < len(starts) and starts[row + 1] <= match.start():
            row += 1
        kind, worth = words.number(match[0])
        before = text[starts[row] : match.start()]
        beyond = bool(words.beyond.search(before[-40:]))
        found.append(
            Token(kind, (worth,), match[0], match.start(), match.end(), block=kinds[row], word=True, beyond=beyond)
        )
    return sorted(found, key=lambda token: token.start)


def _continues_reference_list(text: str, before: Token, token: Token) -> bool:
    """Whether a number goes on a list or a range of references: "(see 35.1 - 37.3, 40 and 42)"."""
    if before.kind != "reference" or not (token.value < 100 if token.values else True):
        return False
    return bool(_GOES_ON.fullmatch(text[before.end : token.end]))


def _split_list(token: Token, match: re.Match[str], words: Lexicon) -> list[Token]:
    """A token, or two: `1,2 or 3` and `10,20,30` are lists and no decimals."""
    top, comma, below = token.text.strip().partition(",")
    after = words.either.match(match.string, match.end())
    if token.kind != "number" or token.sign or not comma or after is None or not top.isdigit():
        return [token]
    if not int(top) < int(below) < int(after["next"]):
        return [token]
    middle = token.end - len(below)
    return [
        replace(token, values=(Fraction(int(top)),), text=top, end=middle - 1),
        replace(token, values=(Fraction(int(below)),), text=below, start=middle),
    ]


def _token(match: re.Match[str], before: str, words: Lexicon, *, references: bool) -> Token | None:
    text, start, end = match[0], match.start(), match.end()
    if match["die"]:
        count, _, sides = text.lower().partition("d")
        return Token("die", (Fraction(int(count or 1)), Fraction(int(sides))), text, start, end)
    if match["code"]:
        return None
    if match["section"]:
        if references:
            return Token("reference", (), text, start, end)
        return Token("number", (Fraction(text),), text, start, end) if text.count(".") == 1 else None
    if match["unit"]:
        return Token("number", (Fraction(int(text)),), text, start, end)
    if match["fraction"]:
        top, _, below = _GLYPHS.get(text, text).partition("/")
        if int(top) > PARTS or int(below) > PARTS:
            return Token("pair", (Fraction(int(top)), Fraction(int(below))), text, start, end)
        return Token("part", (Fraction(int(top), int(below)),), text, start, end) if int(below) else None
    if match["pair"]:
        return Token("pair", (Fraction(match["a"]), Fraction(match["b"])), text, start, end)
    if match["rank"]:
        # The 57th Army is a name.
        rank: TokenKind = "counter" if re.match(r"\s+[A-ZÀ-Þ]", match.string[end : end + 3]) else "ordinal"
        return Token(rank, (Fraction(re.match(r"\d+", text)[0]),), text, start, end)  # type: ignore[index]
    assert match.lastgroup in {"number", "percent", "value", "sign"}
    return _number_token(match, before, words, references=references)


def _number_token(match: re.Match[str], before: str, words: Lexicon, *, references: bool) -> Token | None:
    text, start, end, written = match[0], match.start(), match.end(), match["value"]
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+", written):
        value = Fraction(written.replace(".", ""))
    elif len(re.split(r"[.,]", written)[0]) > 9 or len(written) > 18:
        return None
    else:
        value = Fraction(written.replace(",", "."))
    if match["percent"]:
        return Token("percent", (value,), text, start, end)
    if references and words.decimal != "." and re.fullmatch(r"\d{1,2}\.\d{1,4}", written):
        return Token("reference", (), written, end - len(written), end)
    mark = (match["sign"] or "").strip()
    sign = "+" if mark == "+" else "-" if mark else ""
    if sign == "-":
        spaced = bool(re.search(r"\s$", match["sign"]))
        first = not before.strip(" >")
        if re.search(r"\w\s?$", before[-2:]):  # a dash between words, or a range that lost its first number
            tight = before[-1:].isspace() and not spaced and not re.search(r"\d\s$", before[-2:])
            sign = "-" if tight else "?" if spaced or before[-1:].isspace() else ""
        elif first and spaced:
            sign = "?"
    elif not sign and _DASHED.match(before):
        sign = "?"
    alone = re.search(r"[(\[]\s*$", before[-10:]) and re.match(r"\s*[)\]]", match.string[end : end + 3])
    called = alone or words.references.search(before[-40:])
    if references and not sign and written.isdigit() and int(written) < 100 and called:
        return Token("reference", (value,), text, start, end)
    start = end - len(text.lstrip(" +-−–—‑")) if not sign else start
    return Token("number", (value,), text, start, end, sign)


def modal_words(passage: Passage, words: Lexicon) -> list[ModalWord]:
    """The words of permission, duty and exception of a passage, in order, none inside another."""
    text = passage.text
    kinds = blocks(text, words)
    found: list[ModalWord] = []
    taken: list[tuple[int, int]] = []
    for kind, pattern in (*words.modal, ("exception", words.exceptions)):
        for match in pattern.finditer(text):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            taken.append(match.span())
            row = text.count("\n", 0, match.start())
            found.append(ModalWord(kind, match[0], match.start(), match.end(), kinds[row]))
    return sorted(found, key=lambda mark: mark.start)
