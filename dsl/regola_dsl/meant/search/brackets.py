"""A bracket that has no other of its kind, and a line with its brackets elsewhere.

A bracket of one kind within another is not closed by that: in `Hex(beside: [A, B)` the second is open.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from regola_dsl.meant.search.order import parts
from regola_dsl.parsing.words import keywords

OPENING, CLOSING = "([{", ")]}"
# What the whole of a condition, or of a value, stands behind.
_WHOLE_BEHIND = re.compile(r"(?:\b(?:where|when|unless|if|not|requires)|[-+*/=(\[{,]) ?$")
# What is asked with brackets, before a blank; of the words of the language these are.
_ASKED_BEFORE = re.compile(r"(?<![\w.])([^\W\d][\w.]*) $")
_ASKED = frozenset({"min", "max"})
OTHER = dict(zip(OPENING + CLOSING, CLOSING + OPENING, strict=True))


def with_brackets(text: str) -> Iterator[str]:
    """A line with a bracket put in or left out where one stands alone; where none does, with one elsewhere.

    >>> "  with A: Hex(beside: [B, C])" in with_brackets("  with A: Hex(beside: [B, C)")
    True
    >>> next(with_brackets("  full(s)) is true"))
    '  full(s) is true'
    """
    alone = unmatched(text)
    for sign in reversed(alone):
        yield _without(text, sign)
    yield from (text[: empty.start()] + text[empty.end() :] for empty in re.finditer(r"(?<=\w)\(\)", text))
    for sign in alone:
        yield from (made for made, _ in with_its_other(text, sign))
    if not alone or {sign[0] for sign in alone} in ({one, other} for one, other in OTHER.items()):
        yield from _elsewhere(text)


def unmatched(text: str) -> list[re.Match[str]]:
    """The brackets of a line that nothing closes or opens, from left to right.

    >>> [sign.start() for sign in unmatched("f(a, [b, c), d]")]
    [5, 14]
    """
    opened: list[re.Match[str]] = []
    alone: list[re.Match[str]] = []
    for sign in parts(text):
        if sign["sign"] and sign[0] in OPENING:
            opened.append(sign)
        elif sign["sign"] and sign[0] in CLOSING:
            at = next((n for n in reversed(range(len(opened))) if opened[n][0] == OTHER[sign[0]]), None)
            if at is None:
                alone.append(sign)
            else:
                alone += opened[at + 1 :]
                del opened[at:]
    return sorted((*alone, *opened), key=lambda sign: sign.start())


def with_its_other(text: str, sign: re.Match[str]) -> Iterator[tuple[str, int]]:
    """A line with the other one of a bracket that stands alone, and where that is put in.

    What is open is closed beside another bracket first, as of two that stand side by side one is left out most easily;
    then as far to the right as it can be. What is closed is opened behind a word that a condition follows, then as near
    to it as it can be.
    """
    own, other = parts(text), OTHER[sign[0]]
    if sign[0] in CLOSING:
        begins = [
            part for part in own[::-1] if part.start() < sign.start() and (not part["sign"] or part[0] in OPENING)
        ]
        for part in sorted(begins, key=lambda part: _WHOLE_BEHIND.search(text[: part.start()]) is None):
            before = text[: part.start()]
            asked = _ASKED_BEFORE.search(before)
            place = part.start() - (asked is not None and (asked[1] in _ASKED or asked[1] not in keywords()))
            yield f"{before[:place]}{other}{text[part.start() :]}", place
            if not part["sign"]:
                yield f"{text[: part.end()]}{other}{text[part.end() :].lstrip()}", part.end()
        return
    ends = [part for part in own if part.start() > sign.start() and (not part["sign"] or part[0] in CLOSING)]
    beside = [part[0] in CLOSING or text[part.end() :][:1] in CLOSING for part in ends[::-1]]
    for _, part in sorted(zip(beside, ends[::-1], strict=True), key=lambda one: not one[0]):
        yield f"{text[: part.end()]}{other}{text[part.end() :]}", part.end()


def grown_over(text: str, sign: re.Match[str], called: Collection[str], named: Collection[str]) -> Iterator[str]:
    """A line with the other one of a bracket that is closed within a word: what stood round it has grown together.

    Args:
        text: The line.
        sign: The bracket.
        called: What is asked with brackets.
        named: What may stand in them.

    >>> line = "  requires n <= coinsred) and open"
    >>> list(grown_over(line, unmatched(line)[0], {"coins"}, {"red"}))
    ['  requires n <= coins(red) and open']
    """
    for part in reversed([part for part in parts(text) if part["word"] and part.end() <= sign.start()]):
        for cut in range(len(part[0]) - 1, 0, -1):
            asked, inside = part[0][:cut], part[0][cut:]
            if asked in called and (inside in named or inside.isdigit() or text[part.end() :].startswith(":")):
                yield f"{text[: part.start()]}{asked}{OTHER[sign[0]]}{text[part.start() + cut :]}"


def inside_of(text: str, place: int) -> str:
    """What a pair of brackets holds of which one stands at a place, with these.

    >>> inside_of("  a - (b + f(c)) / 2", 15)
    '(b + f(c))'
    >>> inside_of("  with A: Hex(beside: [B, C])", 27)
    '[B, C]'
    """
    opened: list[int] = []
    for sign in parts(text):
        if sign["sign"] and sign[0] in OPENING:
            opened.append(sign.start())
        elif sign["sign"] and sign[0] in CLOSING and opened:
            begin = opened.pop()
            if place in {begin, sign.start()}:
                return text[begin : sign.end()]
    return ""


def _elsewhere(text: str) -> Iterator[str]:
    """With a bracket of which each has its other at another word, the nearest first."""
    own = parts(text)
    words = [part for part in own if not part["sign"] or part[0] in CLOSING]
    for sign in reversed([part for part in own if part["sign"] and part[0] in "()"]):
        without = _without(text, sign)
        opens = sign[0] in OPENING
        for word in sorted(words, key=lambda word: abs((word.start() if opens else word.end()) - sign.start())):
            at = word.start() if opens else word.end()
            at -= at > sign.start()
            yield without[:at] + sign[0] + without[at:]


def _without(text: str, sign: re.Match[str]) -> str:
    return text[: sign.start()] + text[sign.end() :]
