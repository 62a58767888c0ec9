"""A bracket that stands alone in its line: told as that, with what it may hold together.

Where it belongs is tried by reading on, as other proposals are (`repairs.py`). Where several places fit, all are told:
nobody can know which of them was meant.
"""

from __future__ import annotations

import re

from regola_dsl.diagnostics import in_a_row
from regola_dsl.meant.laid.lines import Laid
from regola_dsl.meant.repairs import that_fit
from regola_dsl.meant.search.brackets import OPENING, OTHER, grown_over, inside_of, unmatched, with_its_other
from regola_dsl.meant.stuck import LONGEST, Repair, Stuck, changed, plain
from regola_dsl.wording import Said, say

# What needs no brackets: a name, or what is asked with one.
_A_VALUE = re.compile(r'(?:"[^"]*"|[\w.]+)(?:\((?:[^()]|\([^()]*\))*\))?')
_NAMED = re.compile(r"[^\W\d]\w*")
# Of so many places that fit all are told.
_FEW = 3


def bracket_alone(stuck: Stuck) -> Laid | None:
    """What is told of a bracket that nothing closes or opens, where it can be; None where that is not what is wrong."""
    alone = unmatched(stuck.text)
    if len(alone) != 1 or stuck.start != "start":
        return None
    sign = alone[0]
    places: dict[str, int] = {}
    for text, place in with_its_other(stuck.text, sign):
        places.setdefault(text, place)
    without = stuck.text[: sign.start()] + stuck.text[sign.end() :]
    # One that is opened is left open more easily than written for nothing, unless it stands there twice.
    twice = sign[0] * 2 in stuck.text[max(sign.start() - 1, 0) : sign.end() + 1]
    left_out = (sign[0] not in OPENING or twice) and bool(that_fit(stuck, [changed(stuck, without)]))
    fits = that_fit(stuck, (changed(stuck, text) for text in places))
    held = list(dict.fromkeys(inside_of(one.text, places[one.text]) for one in fits))
    held = [one for one in held if not _needs_none(one[1:-1])] or ([] if left_out else held)
    if not left_out and not held:
        return None
    opened = say("the bracket `{bracket}` is opened and not closed", bracket=sign[0])
    closed = say("the bracket `{bracket}` is closed and not opened", bracket=sign[0])
    line = plain(
        without if left_out else next(one.text for one in fits if inside_of(one.text, places[one.text]) == held[0])
    )
    return Laid(
        stuck.line,
        sign.start() + 1,
        sign.end() + 1,
        _told(sign[0], line, held, left_out=left_out),
        sign[0],
        opened if sign[0] in OPENING else closed,
    )


def bracket_within(stuck: Stuck) -> Repair | None:
    """The line with a bracket that was lost between two words, which have grown together; None of others."""
    alone = unmatched(stuck.text)
    if len(alone) != 1 or alone[0][0] in OPENING or stuck.start != "start" or stuck.known is None:
        return None
    called = {name for name in stuck.known.called if len(name) > 1}
    ways = grown_over(stuck.text, alone[0], called, {*stuck.names, *_NAMED.findall(stuck.text)})
    fits = that_fit(stuck, (changed(stuck, text) for text in ways))
    return fits[0] if fits else None


def _needs_none(text: str) -> bool:
    """Whether what stands in brackets needs none: a value, or what stands in a pair of its own."""
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    return _A_VALUE.fullmatch(text) is not None


def _told(bracket: str, line: str, held: list[str], *, left_out: bool) -> Said:
    """Where the other bracket is to stand: what the two then hold, and of a line that is not too long the line."""
    other = OTHER[bracket]
    shown = f": `{line}`" if len(line) <= LONGEST and held[:1] != [line] else ""
    if left_out and not held:
        return say("leave out `{met}`{line}", met=bracket, line=shown)
    several = in_a_row([f"`{one}`" for one in held[: _FEW - left_out]], "or")
    if left_out:
        return say(
            "leave out `{met}`, or write `{bracket}` so that it holds {several}",
            met=bracket,
            bracket=other,
            several=several,
        )
    if len(held) > 1:
        return say("write `{bracket}` so that it holds {several}, whichever is meant", bracket=other, several=several)
    return say("write `{bracket}` so that it holds `{held}`{line}", bracket=other, held=held[0], line=shown)
