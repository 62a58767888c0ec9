"""Slips of where a part stands: an exception below another than it belongs to, of two parts the wrong one first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Fix
from regola_dsl.parsing.printed import sections_in
from regola_dsl.source import Span

from regola_compiler.mutation.slips.slip import Slip

_EXCEPTION = re.compile(r"(?P<indent> *)(?P<kind>(?:then )?exception) (?P<name>\w+)(?P<to> to \w+(?:\.\w+)*)?")
_RULES = re.compile(r"(?:rule|define|exception) (?P<name>\w+)")
# Parts that come one after the other, and what they are parts of.
_IN_ORDER = re.compile(r"(?P<indent> +)(?P<kind>then exception|phase) (?P<name>\w+)")
_OWNER = re.compile(r"\w+ (?P<name>\w+)")
# How unlikely it is that an exception stands in the wrong place.
MOVED = 18
_STEP = "  "


def exceptions_moved(path: str, number: int, lines: Sequence[str]) -> Iterator[Slip]:
    """An exception where it belongs, perhaps: to the one above it, to what that one is to, to another rule.

    Args:
        path: The file.
        number: The line of its name, from 1.
        lines: All lines of the file.
    """
    found = _EXCEPTION.match(lines[number - 1])
    if found is None:
        return
    depth, end = len(found["indent"]), _end(lines, number)
    own = lines[number - 1 : end]
    above = _above(lines, number, depth)
    if depth and above and (name := _EXCEPTION.match(lines[above - 1])):
        yield _moved(path, number, end, own, [f"{_STEP}{line}" for line in own], found, name["name"])
    if not depth and found["to"] and above and (name := _EXCEPTION.match(lines[above - 1])):
        first = f"{_STEP}{own[0][: found.start('to')]}{own[0][found.end('to') :]}"
        yield _moved(path, number, end, own, [first, *(f"{_STEP}{line}" for line in own[1:])], found, name["name"])
    if depth > len(_STEP) and (outer := _above(lines, number, depth, parent=True)):
        over = _above(lines, outer, _depth(lines[outer - 1]), parent=True)
        if over and (name := _EXCEPTION.match(lines[over - 1]) or _RULES.match(lines[over - 1])):
            yield _moved(path, number, end, own, [line[len(_STEP) :] for line in own], found, name["name"])
    if depth == len(_STEP):
        yield from _to_the_next(path, number, end, lines, found)


def parts_turned(path: str, number: int, lines: Sequence[str], head: str) -> Iterator[Slip]:
    """Two sequels, or two phases, of which the second was to come first.

    Args:
        path: The file.
        number: The line in which the first begins, from 1.
        lines: All lines of the file.
        head: The first line of the declaration.
    """
    above, owner = _IN_ORDER.match(lines[number - 1]), _OWNER.match(head)
    end = _end(lines, number)
    below = _IN_ORDER.match(lines[end]) if end < len(lines) else None
    if not above or not below or not owner or (above["indent"], above["kind"]) != (below["indent"], below["kind"]):
        return
    last = _end(lines, end + 1)
    stretch = Span(path, number, 1, last, len(lines[last - 1]) + 1)
    put = "\n".join([*lines[end:last], *lines[number - 1 : end]])
    was, now = (f"{one['kind']} {one['name']}" for one in (above, below))
    place = Span(path, number, above.start("kind") + 1, number, above.end("name") + 1)
    yield Slip(place, was, now, MOVED, Fix(stretch, put), way="order", other=owner["name"])


def _to_the_next(path: str, number: int, end: int, lines: Sequence[str], found: re.Match[str]) -> Iterator[Slip]:
    """An exception at the end of the next declaration of its sort, above or below, or of one that cites its section."""
    own = lines[number - 1 : end]
    heads = [n for n, line in enumerate(lines, 1) if line[:1].isalpha()]
    head = max(n for n in heads if n < number)
    alike = [n for n in heads if _kind(lines[n - 1]) == _kind(lines[head - 1]) and _RULES.match(lines[n - 1])]
    above, below = [n for n in alike if n < head], [n for n in alike if n > number]
    sections = {*sections_in(own[0])}
    citing = [n for n in alike if not sections.isdisjoint(sections_in(lines[n - 1]))]
    for other in sorted({*above[-1:], *below[:1], *(n for n in citing if n != head)}):
        last, name = _end(lines, other), _name(lines[other - 1])
        if other > number:
            rest = lines[end:last]
            yield _moved(path, number, last, [*own, *rest], [*rest, *own], found, name)
        else:
            rest = lines[last : number - 1]
            yield _moved(path, last + 1, end, [*rest, *own], [*own, *rest], found, name)


def _moved(
    path: str, first: int, last: int, was: Sequence[str], now: Sequence[str], found: re.Match[str], below: str
) -> Slip:
    said, line = f"{found['kind']} {found['name']}", first + [*was].index(found.string)
    place = Span(path, line, found.start("kind") + 1, line, found.end("name") + 1)
    edit = Fix(Span(path, first, 1, last, len(was[-1]) + 1), "\n".join(now))
    return Slip(place, said, said, MOVED, edit, way="below", other=below)


def _name(head: str) -> str:
    found = _RULES.match(head)
    return found["name"] if found else ""


def _kind(head: str) -> str:
    return head.partition(" ")[0]


def _end(lines: Sequence[str], number: int) -> int:
    """The last line of what begins in a line: what stands deeper below it, without blank lines at its end."""
    depth = _depth(lines[number - 1])
    end = number
    for below in range(number + 1, len(lines) + 1):
        text = lines[below - 1]
        if text.strip() and _depth(text) <= depth:
            break
        end = below if text.strip() else end
    return end


def _above(lines: Sequence[str], number: int, depth: int, *, parent: bool = False) -> int:
    """The next line above as deep as that, or, for a `parent`, less deep; 0 where something else comes first."""
    for line in range(number - 1, 0, -1):
        text = lines[line - 1]
        if not text.strip():
            if depth:
                return 0
            continue
        if _depth(text) < depth or (not parent and _depth(text) == depth):
            return line if parent or _depth(text) == depth else 0
    return 0


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
