"""A word, or a value, that is none of the type due at its place: what must have been meant, or what is due there."""

from __future__ import annotations

import re
from functools import cache

from regola_dsl import tree
from regola_dsl.kinds import OperationName
from regola_dsl.meant.vocabulary import any_of
from regola_dsl.wording import later, say

from regola_compiler.model.types import EnumType, IntType, Type, holds, is_integer, is_numeric

# Letters that are typed, or read from a printed page, for digits.
_LIKE_DIGITS = str.maketrans({"O": "0", "o": "0", "l": "1", "I": "1", "i": "1", "S": "5", "B": "8", "Z": "2", "G": "6"})
# A whole number, of as many digits as one may have.
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_STRETCH = re.compile(r"(\d{1,9})-(\d{1,9})")
_JOINTS = re.compile(r"[\s_/.,:;+·–—-]+")
# What is said of a place where a number is due.
A_NUMBER = later("a number from {low} to {high} stands here: write which")
# What a ratio is worked out of, when two numbers are set against each other.
_SET_AGAINST = frozenset({OperationName.SUBTRACT, OperationName.DIVIDE})


def meant_value(text: str, type_: Type | None, *, quoted: bool = False) -> str:
    """What to write for a word where a value of a type is due; nothing where nobody knows.

    >>> str(meant_value("9O", IntType(0, 400))), str(meant_value("3", IntType(0, 20), quoted=True))
    ('write `90`: `O` is a letter', 'a number stands without quotes: `3`')
    """
    if isinstance(type_, EnumType):
        return _meant_member(text, type_)
    if type_ is not None and not is_integer(type_):
        return ""
    number = "" if quoted else digits_of(text, alone=isinstance(type_, IntType))
    if number and (type_ is None or holds(int(number), type_)):
        letter = next(sign for sign in text if not (sign.isdigit() or sign in "+-"))
        return say("write `{number}`: `{letter}` is a letter", number=number, letter=letter)
    if quoted and _WHOLE.fullmatch(text) and type_ is not None:
        return say("a number stands without quotes: `{number}`", number=text)
    return stands_here(type_) if number else ""


def digits_of(text: str, *, alone: bool = False) -> str:
    """The number that a word is with the letters in it taken for the digits they look like; nothing of another.

    Letters `alone` are taken so only where a number is due.
    """
    number = text.translate(_LIKE_DIGITS)
    if number == text or not _WHOLE.fullmatch(number) or not (alone or any(map(str.isdigit, text))):
        return ""
    return str(int(number))


def meant_range(node: tree.Expr) -> str:
    """What to write for two numbers as a table's cell has them, `1-3`, where a list is due; nothing for others."""
    found = _STRETCH.fullmatch(node.text) if isinstance(node, tree.Word) and not node.quoted else None
    if found is None or int(found[1]) >= int(found[2]):
        return ""
    return say("write `{low}..{high}`", low=found[1], high=found[2])


@cache
def _from_to() -> re.Pattern[str]:
    """From one value to another, as it is written elsewhere."""
    to = any_of("to", "to", "till", "until", "through", "…")
    return re.compile(rf"(?:(?:{any_of('from', 'from', 'between')}) )?(.+?) *(?: (?:{to}) |\.\.\.|-|–|—|…) *(.+)")


@cache
def _both() -> re.Pattern[str]:
    """What stands between several values elsewhere."""
    return re.compile(rf" +(?:{any_of('and', 'and')}|{any_of('or', 'or')}|&|\+) +| *[/;|&] *")


def _meant_member(text: str, type_: EnumType) -> str:
    """A value with other signs in it, or a stretch of values, or several of them, as other people join them."""
    # A value of signs alone (`-`) has no letters to be known by: each sign would be another way to write it.
    by_key = {key: member for member in reversed(type_.members) if (key := _JOINTS.sub("", member).casefold())}
    same = by_key.get(_JOINTS.sub("", text).casefold())
    if same is not None and same != text:
        return say("write `{member}`", member=same)
    if found := _from_to().fullmatch(text):
        ends = [by_key.get(_JOINTS.sub("", part).casefold()) for part in found.groups()]
        first, last = (None if end is None else type_.members.index(end) for end in ends)
        if first is not None and last is not None and first < last:
            between = type_.members[first : last + 1]
            listed = f"{between[0]}..{between[-1]}" if type_.ordered else ", ".join(between)
            return say("write `{listed}`", listed=listed)
    several = [by_key.get(_JOINTS.sub("", part).casefold()) for part in _both().split(text)]
    known = [part for part in several if part is not None]
    return say("write `{listed}`", listed=", ".join(known)) if len(known) == len(several) > 1 else ""


def stands_here(type_: Type | None) -> str:
    """What is due at a place of a number with bounds; nothing elsewhere."""
    match type_:
        case IntType(int(low), int(high)):
            return say(A_NUMBER, low=low, high=high)
        case _:
            return ""


def a_number(written: str, type_: Type | None) -> str:
    """What is due at a place of a number where something stands that is none; nothing elsewhere."""
    match type_:
        case IntType(int(low), int(high)):
            return say(
                "a number from {low} to {high} stands here, and `{written}` is none: write which",
                low=low,
                high=high,
                written=written,
            )
        case None:
            return ""
    return (
        say("a number stands here, and `{written}` is none: write which", written=written) if is_numeric(type_) else ""
    )


def in_place_of(expression: tree.Expr, expected: Type) -> str:
    """What to write where a value, or a calculation, stands that is none of the type due there; nothing of others."""
    match expression:
        case tree.Truth(value=truth):
            return a_number("true" if truth else "false", expected)
        case tree.Number(denominator=denominator) if denominator != 1 and is_integer(expected):
            return stands_here(expected)
        case tree.Operation(operator=operator, operands=(tree.Word() as left, tree.Word() as right)) if (
            operator in _SET_AGAINST
        ):
            return ratio_of(left.text, right.text, expected)
    return ""


def ratio_of(left: str, right: str, expected: Type | None) -> str:
    """How the ratio is asked that two numbers come to; nothing where none is due."""
    if not isinstance(expected, EnumType) or not expected.ratios:
        return ""
    return say(
        "ask for the ratio that it reaches: `the last of {scale} at most {left} / {right}`",
        scale=expected,
        left=left,
        right=right,
    )


def type_by_value(value: tree.Expr | None) -> str:
    """What to write for a type that there is none of, by the plain value that stands behind it; nothing of others."""
    match value:
        case tree.Truth(value=truth):
            return say("`{value}` is a yes or a no: write `bool = {value}`", value="true" if truth else "false")
        case tree.Number(numerator=number, denominator=1):
            return say(
                "`{value}` is a whole number: write `int`, with the least and the most it may be: `int 0..9`",
                value=number,
            )
    return ""
