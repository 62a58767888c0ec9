"""A text that has lost the line it is the text of: it stands further in than a line that can have none."""

from __future__ import annotations

import re
from dataclasses import replace

from regola_dsl.lexer import CONTINUES
from regola_dsl.meant.laid.lines import Laid
from regola_dsl.meant.models import BELOW, line_below
from regola_dsl.meant.stuck import Stuck, begun, indent_of, plain, reads, reads_alone
from regola_dsl.parsing.printed import LANGUAGE
from regola_dsl.wording import say

_CONDITIONS = frozenset({"when", "unless"})
_A_TEXT = re.compile(rf' *{LANGUAGE}"')
# What a line says besides its condition: who may, must, or must not.
_STATED = re.compile(r"\b(?:may|must|cannot)\b")
# What has a text of its own, below another kind of line, if that is no line like any other.
_OWNS = {"define": "exception", "exception": "exception", "rule": "exception"}


def without_its_line(stuck: Stuck) -> Laid | None:
    """What is told of a text that stands below no line of its own; None of others."""
    over = [(number, text) for number, text in stuck.lines if number < stuck.line]
    below = BELOW.get(stuck.kind, {})
    word = _OWNS.get(stuck.kind, "")
    stated = _STATED.search(plain(stuck.text)) is not None
    if over and _A_TEXT.match(over[-1][1]) and begun(plain(stuck.text)) in _CONDITIONS and "" in below and not stated:
        example = line_below(stuck.kind, "", "@…", stuck.texts)
        told = say("write above it the line that it is the condition of, such as `{example}`", example=example)
        begin, end = indent_of(stuck.text) + 1, len(stuck.text.rstrip()) + 1
        lost = say("the line that this condition belongs to is lost")
        return Laid(stuck.line, begin, end, told, plain(stuck.text), lost)
    if stuck.start != "start" or len(over) < 2 or word not in below or not _A_TEXT.match(stuck.text):
        return None
    # A line that goes on from the one above it has no place of its own.
    base = next(text for _, text in reversed(over) if begun(plain(text)) not in CONTINUES)
    if _A_TEXT.match(base) or indent_of(stuck.text) <= indent_of(base):
        return None
    example = line_below(stuck.kind, word, "@…", stuck.texts)
    lost = say("write above it the line that it is the text of, such as `{example}`", example=example)
    owner = next(text for _, text in reversed(over) if indent_of(text) < indent_of(base))
    moved = " " * indent_of(base) + stuck.text.lstrip()
    if reads(replace(stuck, lines=tuple((n, moved if n == stuck.line else text) for n, text in stuck.lines))):
        lost = say(
            "{lost}; or, if it is a text of `{owner}`, indent it by {number} blanks",
            lost=lost,
            owner=plain(owner),
            number=indent_of(base),
        )
    begin, end = indent_of(stuck.text) + 1, len(stuck.text.rstrip()) + 1
    return Laid(stuck.line, begin, end, lost, plain(stuck.text), say("the line that this text belongs to is lost"))


def line_lost_above(stuck: Stuck) -> Laid | None:
    """What is told of a value below one that is whole: it cannot stand beside that, and has lost its exception."""
    had, over = indent_of(stuck.text), indent_of(stuck.above)
    word = _OWNS.get(stuck.kind, "")
    if not word or had <= over:
        return None
    example = line_below(stuck.kind, word, "@…", stuck.texts)
    above = [text for number, text in stuck.lines if number < stuck.line]
    below = [text for number, text in stuck.lines if number >= stuck.line]
    under = [*above, " " * over + example.replace("@…", "@1"), *below]
    if stands_beside(stuck) or not reads_alone(under):
        return None
    told = say("write above it the line that it stands below, such as `{example}`", example=example)
    begin, end = had + 1, len(stuck.text.rstrip()) + 1
    return Laid(stuck.line, begin, end, told, plain(stuck.text), say("the line that this one stands below is lost"))


def stands_beside(stuck: Stuck) -> bool:
    """Whether a line, with all below it, can stand as far out as the line above it."""
    had, over = indent_of(stuck.text), " " * indent_of(stuck.above)
    return reads_alone([over + text[had:] if number >= stuck.line else text for number, text in stuck.lines])
