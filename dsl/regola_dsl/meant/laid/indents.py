"""A line that stands too far out, or too far in: it belongs below another line, or beside it.

Each place is tried by reading on, as other proposals are (`repairs.py`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from regola_dsl.declarations import KINDS
from regola_dsl.meant.laid.lines import Laid
from regola_dsl.meant.models import BELOW
from regola_dsl.meant.stuck import LONGEST, Stuck, begun, indent_of, plain, reads, reads_alone
from regola_dsl.wording import Said, say

# How much further in a line stands than the one that it belongs to.
_STEP = 2
# How many blanks a line may stand too far out.
_MOST = 12


def further_in(stuck: Stuck) -> Laid | None:
    """Where a line has to stand that stands too far out; None where that is not what is wrong."""
    if stuck.start != "start" or len(stuck.lines) > LONGEST or not stuck.text.strip():
        return None
    return _below_the_one_above(stuck) if stuck.line == stuck.lines[0][0] else _below_a_line(stuck)


def _below_a_line(stuck: Stuck) -> Laid | None:
    """A line that belongs to one above it, and all that stands below it."""
    had = indent_of(stuck.text)
    over = [text for number, text in stuck.lines if number < stuck.line]
    places = {indent_of(over[-1]) + _STEP, *map(indent_of, over)}
    for blanks in sorted(place for place in places if had < place <= had + _MOST):
        below = False
        lines: list[tuple[int, str]] = []
        for number, text in stuck.lines:
            below = number == stuck.line or (below and indent_of(text) > had)
            lines.append((number, " " * (blanks - had) + text if below else text))
        if reads(replace(stuck, lines=tuple(lines))):
            owner = next(text for text in reversed(over) if indent_of(text) < blanks)
            told = say(
                "indent it by {number} blanks in all: it belongs to `{owner}` above", number=blanks, owner=plain(owner)
            )
            return _laid(stuck, told)
    return None


def _below_the_one_above(stuck: Stuck) -> Laid | None:
    """A declaration that is none, and belongs to the one above it."""
    above = [line for line in (stuck.known.above if stuck.known else "").split("\n") if line.strip()]
    own = [text for _, text in stuck.lines]
    # What begins with the same word stands at the same edge.
    alike = [line for line in above if begun(plain(line)) == begun(plain(own[0]))]
    for blanks in dict.fromkeys(indent_of(line) for line in reversed([*above, *alike])):
        moved = [" " * blanks + text for text in own]
        # What is indented below it already stands where it is to stand, or below it.
        if blanks and any(map(reads_alone, ([*above, moved[0], *own[1:]], [*above, *moved]))):
            head = plain(above[0])
            name = " ".join(head.split("(")[0].split(" ")[:2])
            if own[0].startswith("exception "):
                told = say(
                    "an exception to `{owner}` above is indented like what stands there, by {number} blanks; one that "
                    "stands alone says to what: `{shown}`",
                    owner=name,
                    number=blanks,
                    shown=f"{' '.join(own[0].split(' ')[:2])} to {name.split(' ')[-1]} …",
                )
            else:
                told = say(
                    "indent it by {number} blanks in all: it belongs to `{owner}` above", number=blanks, owner=name
                )
            return _laid(stuck, told)
    return None


def further_out(stuck: Stuck) -> Laid | None:
    """Where a line has to stand that stands too far in, below one that can have nothing below it.

    What stands deeper is taken for the rest of the line above, so reading may stop at the end of that one.
    """
    if stuck.start != "start" or len(stuck.lines) > LONGEST:
        return None
    if (found := _a_declaration(stuck)) is not None:
        return found
    numbers = [number for number, _ in stuck.lines]
    at = numbers.index(stuck.line) if stuck.line in numbers else 0
    for place in (at, at + 1):
        if 0 < place < len(stuck.lines) and (found := _beside(replace(stuck, line=numbers[place]))) is not None:
            return found
    return None


def _a_declaration(stuck: Stuck) -> Laid | None:
    """A declaration that is indented, below one that is whole without it; it cites a section, as few lines below do."""
    at = next((place for place, (number, _) in enumerate(stuck.lines) if number == stuck.line), 0)
    text = stuck.text.lstrip(" ")
    if not at or text == stuck.text or text.split(" ", 1)[0] not in KINDS or "@" not in text:
        return None
    had = indent_of(stuck.text)
    before = [line for _, line in stuck.lines[:at]]
    below = [line for _, line in stuck.lines[at + 1 :]]
    further = [line[min(had, indent_of(line)) :] for line in below]
    if not reads_alone(before) or not any(map(reads_alone, ([text, *below], [text, *further]))):
        return None
    told = say("a declaration begins without blanks before it: write `{shown}` at the left edge", shown=plain(text))
    return _laid(stuck, told)


def _beside(stuck: Stuck) -> Laid | None:
    """A line that belongs beside one above it, with all that stands as deep below it."""
    had = indent_of(stuck.text)
    # As deep as the texts of the line that it belongs beside, it would be one of them.
    word = begun(plain(stuck.text))
    among_texts = had == indent_of(stuck.above) and word != "" and word in BELOW.get(stuck.kind, {})
    if not stuck.text.strip() or (had <= indent_of(stuck.above) and not among_texts):
        return None
    over = [text for number, text in stuck.lines if number < stuck.line]
    for blanks in sorted({indent_of(text) for text in over if 0 < indent_of(text) < had}, reverse=True):
        # What stands as deep below it moves with it, or belongs to it where it stands.
        if any(reads(replace(stuck, lines=_moved_out(stuck, blanks, least))) for least in (had, had + 1)):
            beside = next(text for text in reversed(over) if indent_of(text) == blanks)
            if (outside := _with_the_line_above(stuck, blanks)) is not None:
                return outside
            return _laid(
                stuck, say("indent it like `{line}` above, by {number} blanks", line=plain(beside), number=blanks)
            )
    return None


def _moved_out(stuck: Stuck, blanks: int, least: int) -> tuple[tuple[int, str], ...]:
    """The lines with one behind some blanks, and with it all below it that is indented at least so far."""
    had, below = indent_of(stuck.text), False
    lines: list[tuple[int, str]] = []
    for number, text in stuck.lines:
        below = number == stuck.line or (below and indent_of(text) >= least)
        lines.append((number, text[had - blanks :] if below else text))
    return tuple(lines)


def _with_the_line_above(stuck: Stuck, blanks: int) -> Laid | None:
    """The line above, if it may be the one in the wrong place: too far out, and this one where it belongs."""
    above = [line for line in stuck.lines if line[0] < stuck.line]
    had = indent_of(stuck.text)
    if len(above) <= _STEP or indent_of(above[-1][1]) > indent_of(above[-2][1]):
        return None
    number = above[-1][0]
    if not reads_alone([" " * had + line.lstrip(" ") if at == number else line for at, line in stuck.lines]):
        return None
    owner = next(line for at, line in reversed(above[:-1]) if indent_of(line) < had)
    told = say(
        "indent it by {number} blanks in all: it belongs to `{owner}` above; or else indent `{line}` below it by "
        "{less}",
        number=had,
        owner=plain(owner),
        line=plain(stuck.text),
        less=blanks,
    )
    wrong = say("this line is indented less than what belongs beside it")
    return replace(_laid(replace(stuck, line=number), told), wrong=wrong)


def level_with(stuck: Stuck) -> Laid | None:
    """Where a line has to stand, of which one below it is level with none: itself, or the one that stands over both."""
    if (found := further_in(replace(stuck, line=stuck.lines[0][0]))) is not None:
        return found
    wanted = indent_of(stuck.text)
    over = next(
        ((number, text) for number, text in reversed(stuck.lines) if number < stuck.line and indent_of(text) < wanted),
        None,
    )
    if over is not None and (deeper := _deeper_than_below(stuck, over[0])) is not None:
        return deeper
    if over is None or over[0] == stuck.lines[0][0]:
        return None
    number, text = over
    moved = " " * wanted + text.lstrip(" ")
    if not reads_alone([moved if at == number else line for at, line in stuck.lines]):
        return None
    told = say("indent it like the line `{below}` below it, by {number} blanks", below=plain(stuck.text), number=wanted)
    return _laid(replace(stuck, line=number), told)


def _deeper_than_below(stuck: Stuck, over: int) -> Laid | None:
    """The lines between one and that which it stands over, where they are the ones that stand too far in."""
    wanted = indent_of(stuck.text)
    between = [(number, text) for number, text in stuck.lines if over < number < stuck.line]
    if not between:
        return None
    number, first = between[0]
    less = indent_of(first) - wanted
    if less % _STEP or not reads_alone([text[less:] if over < at < stuck.line else text for at, text in stuck.lines]):
        return None
    told = say("indent it like the line `{below}` below it, by {number} blanks", below=plain(stuck.text), number=wanted)
    head = re.match(r"(?:exception|phase|for|repeat|effect each|then exception)\b", stuck.text.lstrip())
    if head is not None:
        told = say("{indent}; or write it below that line, if it belongs to it", indent=told)
    return replace(
        _laid(replace(stuck, line=number), told), wrong=say("this line is indented more than what stands below it")
    )


def _laid(stuck: Stuck, told: Said) -> Laid:
    begin = indent_of(stuck.text) + 1
    return Laid(stuck.line, begin, len(stuck.text.rstrip()) + 1, told, plain(stuck.text))
