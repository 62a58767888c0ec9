"""Kinds of slips with whole lines: lost, twice, under another block, a level further in or out, joined, broken in two.

A line, here, is what begins at it and ends before the next; a block is a line and all that stands further in below it.
A line that is lost or moved may be told where it was, at the first line of its block, or where it stands now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from regola_dsl.parsing.words import keywords

from support.mutant_lines import Line, Mutant

_WORD = re.compile(r"[^\W\d]\w*")
_NO_CODE = re.compile(r'^\s*(?:#|[a-z]{2,3} "|$)')

Kind = Callable[[Line], Iterator[Mutant]]
BLOCKS: dict[str, Kind] = {}


def _kind(make: Kind) -> Kind:
    BLOCKS[make.__name__.strip("_").replace("_", "-")] = make
    return make


def indent(text: str) -> int:
    """How far in a line stands."""
    return len(text) - len(text.lstrip(" "))


def _end(lines: Sequence[str], at: int) -> int:
    """Where the block that begins at a line ends: the line behind its last."""
    end = at + 1
    while end < len(lines) and (not lines[end].strip() or indent(lines[end]) > indent(lines[at])):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    return end


def _head(lines: Sequence[str], at: int) -> int:
    """The first line of the block in which a line stands, or the line itself."""
    above = at
    while above and (not lines[above].strip() or indent(lines[above]) >= indent(lines[at])):
        above -= 1
    return above if indent(lines[above]) < indent(lines[at]) else at


def said_by(text: str) -> tuple[str, ...]:
    """What a message has in it that speaks of a line: its name, or how it begins."""
    names = [word for word in _WORD.findall(text) if word not in keywords()]
    begin = text.strip().split("  ")[0]
    field = re.findall(r"^ *(?:state |given )?(\w+)(?=: )", text)
    return (f"`{begin}", *(f"`{name}" for name in (*field, *names[:1])))


# What a message says of a line that is missing below another, and of one that something else stands below.
NOTHING_BELOW = ("nothing stands below", "says nothing", "states nothing", "write its value on the line below")
LOST_ABOVE = ("first line of what stands", "first line was lost", "is lost")


def _mutant(kind: str, line: Line, at: int, was: Sequence[str], now: Sequence[str], says: Sequence[str], *also: int):
    return Mutant(kind, line.path, at + 1, tuple(was), tuple(now), tuple(says), tuple(n + 1 for n in also))


def _lost(kind: str, line: Line, at: int) -> Mutant:
    says = (*said_by(line.lines[at]), *(LOST_ABOVE if _is_first(line) else NOTHING_BELOW))
    return _mutant(kind, line, at, (line.lines[at],), (), says, at - 1, _head(line.lines, at))


def _is_first(line: Line) -> bool:
    at = line.number - 1
    return _end(line.lines, at) > at + 1


@_kind
def _line_lost(line: Line) -> Iterator[Mutant]:
    if not _is_first(line):
        yield _lost("line-lost", line, line.number - 1)


@_kind
def _first_line_lost(line: Line) -> Iterator[Mutant]:
    if _is_first(line):
        yield _lost("first-line-lost", line, line.number - 1)


@_kind
def _last_line_lost(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    if indent(line.text) and not _is_first(line) and _end(line.lines, _head(line.lines, at)) == at + 1:
        yield _lost("last-line-lost", line, at)


@_kind
def _table_head_lost(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    if line.text.lstrip().startswith("|") and not line.lines[at - 1].lstrip().startswith("|"):
        yield _lost("table-head-lost", line, at)


@_kind
def _line_twice(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    if not _is_first(line):
        says = ("twice", "leave out", "keep one", "remove")
        yield _mutant("line-twice", line, at, (line.text,), (line.text, line.text), says)


@_kind
def _block_twice(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    if _is_first(line):
        block = line.lines[at : _end(line.lines, at)]
        between = () if indent(line.text) else ("",)
        says = ("twice", "leave out", "keep one", "remove", "another name")
        yield _mutant("block-twice", line, at, block, (*block, *between, *block), says)


@_kind
def _block_further(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    if _is_first(line):
        block = line.lines[at : _end(line.lines, at)]
        says = (
            f"by {indent(line.text)} blank",
            "level with",
            f"with `{line.text.strip()[:20]}",
            "beginning of a line",
            "left edge",
        )
        yield _mutant("block-further", line, at, block, [one and f"  {one}" for one in block], says)
        yield _mutant("block-further", line, at, block[:1], [f"  {block[0]}"], says)
        if indent(line.text):
            yield _mutant("block-further", line, at, block, [one[2:] for one in block], says)
        yield _mutant("block-further", line, at, block, [block[0], *(one[2:] for one in block[1:])], says)
        below = [*says, *(f"by {indent(one)} blank" for one in block[1:])]
        yield _mutant("block-further", line, at, block, [block[0], *(one and f"  {one}" for one in block[1:])], below)


@_kind
def _under_another_block(line: Line) -> Iterator[Mutant]:
    """A line at the end of the block above, or at the beginning of the block below."""
    at, lines = line.number - 1, line.lines
    if not indent(line.text):
        return
    head = _head(lines, at)
    end = _end(lines, at)
    moved = lines[at:end]
    says = [*said_by(line.text), "belongs", "line above", "line below", "further"]
    above = head - 1
    while above > 0 and not lines[above].strip():
        above -= 1
    if above > 0 and not _NO_CODE.match(lines[above]):
        was = lines[above + 1 : end]
        yield _mutant("under-another-block", line, above + 1, was, [*moved, *lines[above + 1 : at]], says)
    below = _end(lines, head)
    while below < len(lines) and _NO_CODE.match(lines[below]):
        below += 1
    if below < len(lines) and indent(lines[below]) == indent(lines[head]) and at > head + 1:
        yield _mutant(
            "under-another-block", line, at, lines[at : below + 1], [*lines[end : below + 1], *moved], says, head
        )


@_kind
def _grown_together(line: Line) -> Iterator[Mutant]:
    """Two blocks without what stands between them: the blank line, and the first line of the second."""
    at, lines = line.number - 1, line.lines
    if _is_first(line) and at > 1 and not lines[at - 1].strip() and indent(lines[at - 2]):
        says = (*said_by(line.text), *LOST_ABOVE)
        yield _mutant("grown-together", line, at - 1, lines[at - 1 : at + 1], (), says, at - 2, _head(lines, at - 2))
        text = at + 1
        while text < len(lines) and re.match(r'^\s*[a-z]{2,3} "', lines[text]):
            text += 1
        if text > at + 1:
            was = lines[at - 1 : text]
            yield _mutant("grown-together", line, at - 1, was, (), says, at - 2, _head(lines, at - 2))


@_kind
def _joined(line: Line) -> Iterator[Mutant]:
    """Two lines in one."""
    at, lines = line.number - 1, line.lines
    if at + 1 < len(lines) and lines[at + 1].strip() and "#" not in line.text:
        below = lines[at + 1].strip()
        says = (*said_by(below)[:1], "line of its own", "next line", "new line", "on two lines")
        for between in (" ", "") if not line.text[-1].isalnum() else (" ",):
            yield _mutant("joined", line, at, lines[at : at + 2], (line.text.rstrip() + between + below,), says)


@_kind
def _broken_in_two(line: Line) -> Iterator[Mutant]:
    at = line.number - 1
    says = ("one line", "line above", "the line before", "line below")
    for token in line.tokens[1:]:
        begin = token.start()
        if line.text[begin - 1] == " " and "|" not in line.text:
            for blanks in (0, indent(line.text), indent(line.text) + 2):
                now = (line.text[:begin].rstrip(), " " * blanks + line.text[begin:])
                yield _mutant("broken-in-two", line, at, (line.text,), now, says)
