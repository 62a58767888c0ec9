"""The blanks between words: which signs stand close to what is beside them, and where one blank or two belong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from regola_dsl.layout.lines import LayoutLine, join_words, marks_of
from regola_dsl.lexer import RawToken, lex

OPEN = frozenset("( [ {".split())
CLOSE = frozenset(") ] }".split())
_SIGNS = frozenset("+ - * /".split())
_COMPARE = frozenset("= == != < <= > >= ->".split())
# Words that ask for more: a bracket behind them groups and is set apart, where one behind a name calls it.
ASKS = frozenset("and or not when unless except where is in if then else".split())
# What names the language of a text, and what does not though it is as short.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-\w+)?")
_NO_LANGUAGE = frozenset("and at by if in is not of or to".split())
_ANCHOR_PARTS = re.compile(r'"[^"]*"|[^"]+')


def spelled(lines: Sequence[LayoutLine]) -> list[LayoutLine]:
    """The lines with their words, and the blanks between these."""
    return [_spell(line) if line.code else line for line in lines]


def _spell(line: LayoutLine) -> LayoutLine:
    words = tuple(_word(token) for token in line.tokens)
    gaps = tuple(_gap(line.tokens, place) for place in range(len(words)))
    written = tuple(token.text for token in line.tokens)
    if (words, gaps) == (written, _blanks(line.tokens)):
        return replace(line, words=words, gaps=gaps)
    again, _ = lex("", [(1, join_words(words, gaps))])
    if marks_of(again) != marks_of(line.tokens):
        words = written
        gaps = tuple(int(_set_apart(line.tokens, place)) for place in range(len(words)))
    return replace(line, words=words, gaps=gaps)


def _blanks(tokens: Sequence[RawToken]) -> tuple[int, ...]:
    """How many blanks were written before each token of a line, none before the first."""
    return (0, *(token.column - before.end_column for before, token in pairwise(tokens)))


def _word(token: RawToken) -> str:
    """A token as it is written: itself, but for the blanks within `@8.3, 9.5`."""
    if token.kind != "ANCHORS":
        return token.text
    parts = _ANCHOR_PARTS.findall(token.text)
    return "".join(part if part[0] == '"' else "".join(part.split()).replace(",", ", ") for part in parts)


def _set_apart(tokens: Sequence[RawToken], place: int) -> bool:
    """Whether a blank was written before a token."""
    return place > 0 and tokens[place - 1].end_column < tokens[place].column


def _gap(tokens: Sequence[RawToken], place: int) -> int:
    """The blanks that belong before a token."""
    if place == 0:
        return 0
    as_written = int(_set_apart(tokens, place))
    left, right = sign_of(tokens[place - 1]), sign_of(tokens[place])
    if place == 1 and left in {"+", "-"}:
        return as_written  # `+1 armour` begins a line, `+ 1` goes on from one
    if right in CLOSE or right in {",", ":", ".."} or left in OPEN or left == "..":
        return 0
    if left in {",", ":"} or left in _COMPARE or right in _COMPARE:
        return 1
    if "." in {left, right}:
        other = tokens[place] if left == "." else tokens[place - 1]
        return 0 if other.kind == "WORD" or other.text in CLOSE else as_written
    if right in _SIGNS:
        return 1 if _operand(tokens[place - 1]) else as_written
    if left in _SIGNS:
        between = place > 1 and _operand(tokens[place - 2])
        tight = left in {"+", "-"} and _set_apart(tokens, place - 1)
        return 1 if between and not tight else as_written
    if right == "{":
        return 1
    if right in OPEN:
        return 1 if tokens[place - 1].text in ASKS else as_written
    if is_text_at(tokens, place) or (place > 1 and is_text_at(tokens, place - 2)):
        return 2
    return as_written if _unknown(left) or _unknown(right) else 1


def sign_of(token: RawToken) -> str:
    """A token's text if it is an operator or a bracket, else nothing."""
    return token.text if token.kind == "OPERATOR" else ""


def _unknown(sign: str) -> bool:
    """Whether a sign has no rule here."""
    return bool(sign) and sign not in CLOSE


def _operand(token: RawToken) -> bool:
    """Whether a sign behind this token can stand between two values."""
    return token.kind != "OPERATOR" or token.text in CLOSE


def is_text_at(tokens: Sequence[RawToken], place: int) -> bool:
    """Whether a text in a language begins here: `it "…"`."""
    if place + 1 >= len(tokens) or tokens[place + 1].kind != "STRING" or tokens[place].kind != "WORD":
        return False
    word = tokens[place].text
    return bool(_LANGUAGE.fullmatch(word)) and word not in _NO_LANGUAGE
