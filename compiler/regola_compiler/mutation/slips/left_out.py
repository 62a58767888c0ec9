"""Slips of what holds a line together: brackets around two conditions, what something is not, what a number is put to.

None of the words that are there is another: some are left out, or hold together what does not belong together.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from regola_dsl.parsing.printed import LANGUAGE
from regola_dsl.parsing.words import keywords

from regola_compiler.mutation.likelihood import EXCHANGE, LEFT_OUT, NAME, NUMBER, SIGN

# From where to where something else is written, what that is, and how unlikely.
Rewritten: TypeAlias = tuple[int, int, str, int]

_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_NOT = re.compile(r"(?<!is )\bnot (?P<said>\()?")
_JOINED = re.compile(r" (?:and|or) ")
# Where a condition ends: at what stands behind it in a line.
_ENDS = re.compile(rf" (?:then|else|for|because|otherwise)\b| (?:@|#|\"|{LANGUAGE}\")")
_EACH = re.compile(r"\b(?:any|all|no|count|those) (?P<each>\w+) in (?P<type>[A-Z]\w*) where ")
_DIE = re.compile(r"(?<![\w.@])(?P<many>\d*)d(?P<sides>\d+)\b")
_CALLED = re.compile(rf"(?<![\w.@])[a-z]\w*{_INNER}(?:\.\w+)?(?![\w.(])")
_ROUNDED = re.compile(r"\bround (?P<way>up|down)\b[^\"@#]*? / (?P<by>\d+)\b")
_BECOMES = re.compile(r"^ +(?:effect )?\S+ becomes (?P<value>[a-z]\w*)(?= *(?:$|[@\"#]| when ))")
# What a cell of a table answers, or a line says, where that is a number; and what may be less than nothing.
_NUMBER = re.compile(r"(?:^|(?<=\|)) +(?P<said>-?[1-9]\d*) *(?=\||$)")
_LESS = re.compile(r"\bint -\d")
_VALUE = re.compile(r" +(?P<value>[a-z][^\"@#:]*?) *$")
# So many ways to round are tried at most, and these where no others are written.
_WAYS, _HALVED = 3, (("down", "2"), ("up", "2"))


def left_out(
    text: str, lines: Sequence[str], things: Iterable[tuple[str, str]], numbers: Collection[str] = ()
) -> Iterator[Rewritten]:
    """What may have been left out of a line that holds it together.

    Args:
        text: The line.
        lines: All lines of the file.
        things: What can be named there, each with its type.
        numbers: What can be named there that is a number.
    """
    if text.lstrip().startswith("|"):
        return
    yield from _bracketed(text)
    yield from _apart_from_itself(text, things)
    yield from _dice(text, lines)
    yield from _worked_out(text, lines)
    if (becomes := _BECOMES.match(text)) and becomes["value"] in numbers:
        yield from _one_off(*becomes.span("value"), becomes["value"])


def signs(text: str, head: str) -> Iterator[Rewritten]:
    """A minus where none stands, and none where one does, before a number that may be less than nothing.

    Args:
        text: The line.
        head: The first line of the declaration, which says what it answers.
    """
    answers = text.find("|", text.find("|") + 1) if text.lstrip().startswith("|") else 0
    for one in _NUMBER.finditer(text, answers) if _LESS.search(head) else ():
        said = one["said"]
        yield *one.span("said"), said[1:] if said.startswith("-") else f"-{said}", SIGN


def _bracketed(text: str) -> Iterator[Rewritten]:
    """`not` of two conditions where it is said of one, and the other way round."""
    for one in _NOT.finditer(text):
        begin = one.end()
        if one["said"]:
            inner = own(text[begin:])
            if _JOINED.search(inner) and text[begin + len(inner) :].startswith(")"):
                yield begin - 1, begin + len(inner) + 1, inner, EXCHANGE
        else:
            inner = _condition(text[begin:])
            if _JOINED.search(re.sub(_INNER, "", inner)):
                yield begin, begin + len(inner), f"({inner})", EXCHANGE


def _apart_from_itself(text: str, things: Iterable[tuple[str, str]]) -> Iterator[Rewritten]:
    """That one of all things of a type is another than the one that is spoken of."""
    spoken_of = [*things]
    for one in _EACH.finditer(text):
        asked = _condition(text[one.end() :])
        end = one.end() + len(asked)
        for name, type_ in spoken_of:
            apart = f"{one['each']} is not {name}"
            if type_ == one["type"] and name != one["each"] and apart not in asked and " or " not in asked:
                yield end, end, f" and {apart}", EXCHANGE


def _dice(text: str, lines: Sequence[str]) -> Iterator[Rewritten]:
    """Another die: one for several, several for one, and any that is rolled elsewhere in the file."""
    for one in _DIE.finditer(text):
        elsewhere = [found for found in _all_dice(tuple(lines)) if found != one[0]]
        for now in dict.fromkeys([f"d{one['sides']}" if one["many"] else f"2d{one['sides']}", *elsewhere]):
            yield one.start(), one.end(), now, NAME


def _worked_out(text: str, lines: Sequence[str]) -> Iterator[Rewritten]:
    """A part of a number, as it is rounded in the file; and of a whole line one more, one less, and its loss."""
    value = _VALUE.match(text)
    first = value["value"].split(" ")[0] if value else ""
    if value is None or (first in keywords() and first != "round"):
        return
    for one in _CALLED.finditer(text):
        for way, by in _rounded(tuple(lines)):
            if f"round {way} {one[0]} / {by}" not in text and f"round {way} ({one[0]} / {by}" not in text:
                yield one.start(), one.end(), f"round {way} ({one[0]} / {by})", LEFT_OUT
    begin, end = value.span("value")
    if value["value"].count(" ") and not value["value"].startswith("round"):
        return
    if not value["value"].startswith("0 -"):
        yield begin, end, f"0 - {value['value']}", LEFT_OUT
    yield from _one_off(begin, end, value["value"])


def _one_off(begin: int, end: int, value: str) -> Iterator[Rewritten]:
    """One more, and one less."""
    yield from ((begin, end, f"{value} {sign} 1", NUMBER) for sign in "+-")


@lru_cache(maxsize=100)
def _rounded(lines: tuple[str, ...]) -> list[tuple[str, str]]:
    found = [(one["way"], one["by"]) for line in lines for one in _ROUNDED.finditer(line)]
    usual = sorted({*found}, key=lambda one: (-found.count(one), one))
    return [*dict.fromkeys([*usual, *_HALVED])][:_WAYS]


@lru_cache(maxsize=100)
def _all_dice(lines: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(one[0] for line in lines for one in _DIE.finditer(line)))


def _condition(text: str) -> str:
    """As much of a text as one condition is, up to what stands behind it."""
    end = _ENDS.search(text)
    return own(text[: end.start()] if end else text)


def own(text: str) -> str:
    """As much of a text as ends before a bracket that was opened before it, or a comma outside of all brackets.

    >>> own("price(a, b) + 1"), own("price(a, b)), c")
    ('price(a, b) + 1', 'price(a, b)')
    """
    depth = 0
    for place, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0 or (sign == "," and not depth):
            return text[:place].rstrip()
    return text.rstrip()
