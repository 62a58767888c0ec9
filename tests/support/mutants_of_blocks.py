"""Lines that stand elsewhere, are another's or are lost: slips of meaning that are no other word in one line.

Each is a general change, tied to no game: two rows of a table that say what the other is to say, a row that was copied
and not adapted, an exception, an effect or a phase in another place, a line of a condition that is lost, two values of an
example exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from support.mutant_lines import Line, Mutant

# The first line that is another, from 0, those that were and those that are, and what tells of it.
Block = tuple[int, Sequence[str], Sequence[str], Sequence[str]]
Kind = Callable[[Line], Iterator[Block]]
BLOCKS: dict[str, Kind] = {}
# What is asked of examples, and not of rules.
OF_EXAMPLES = frozenset({"example-exchanged"})

_ROW = re.compile(r"^( +\| *)([^|]*?)( *\|)(.*)\|$")
_PART = re.compile(r"^ +(?:then )?(?P<what>exception|phase|effect|requires|pays) *(?P<name>\w*)")
_NAMED = re.compile(r"^ *(?:then )?(?:rule|define|exception|action|phase|sequence) (?P<name>\w+)")
_TOP = re.compile(r"^(?P<kind>[a-z]+) \w+")
_IS = re.compile(r"^( +\S.* is )([\w-]+)$")
_TWO = re.compile(r"(?<=\()([\w-]+), ([\w-]+)(?=\))|(?<= is )([\w-]+)(, [^,]* is )([\w-]+)(?=,|$)")


def _kind(make: Kind) -> Kind:
    BLOCKS[make.__name__.strip("_").replace("_", "-")] = make
    return make


def blocks_changed(kind: str, line: Line) -> list[Mutant]:
    """The mutants of a kind that begin in a line, or have its part moved.

    Args:
        kind: One of `BLOCKS`.
        line: The line.
    """
    return [
        Mutant(kind, line.path, at + 1, tuple(was), tuple(now), tuple(says))
        for at, was, now, says in BLOCKS[kind](line)
        if [*was] != [*now]
    ]


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _end(lines: Sequence[str], at: int) -> int:
    """Behind the last line of what begins in a line: what stands deeper below it, texts and all."""
    end = at + 1
    while end < len(lines) and lines[end].strip() and _depth(lines[end]) > _depth(lines[at]):
        end += 1
    return end


def _rows(line: Line) -> Iterator[tuple[int, re.Match[str], re.Match[str]]]:
    """A row with the next one: no head is a row, and what stands below a head is the first."""
    at = line.number - 1
    one, other = (
        _ROW.match(text)
        for text in (line.lines[at], line.lines[at + 1 : at + 2][0] if at + 1 < len(line.lines) else "")
    )
    if one and other and at and line.lines[at - 1].lstrip().startswith("|"):
        yield at, one, other


@_kind
def _rows_exchanged(line: Line) -> Iterator[Block]:
    for at, one, other in _rows(line):
        was = (one[0], other[0])
        now = (f"{one[1]}{one[2]}{one[3]}{other[4]}|", f"{other[1]}{other[2]}{other[3]}{one[4]}|")
        labels = (
            rf"`{re.escape(one[2])}\b.*`{re.escape(other[2])}\b",
            rf"`{re.escape(other[2])}\b.*`{re.escape(one[2])}\b",
        )
        yield (
            at,
            was,
            now,
            [*(f"exchange.*{label}" for label in labels), "say exchanged", r"in place of `[^`]+`, and in line \d+ `"],
        )


@_kind
def _row_copied(line: Line) -> Iterator[Block]:
    for at, one, other in _rows(line):
        # What was to stand there nobody knows but the book; that it was copied, and from where, can be said.
        copied = [rf"the row `{re.escape(label)}` does: if it was copied" for label in (one[2], other[2])]
        yield at + 1, (other[0],), (f"{other[1]}{other[2]}{other[3]}{one[4]}|",), copied[:1]
        yield at, (one[0],), (f"{one[1]}{one[2]}{one[3]}{other[4]}|",), copied[1:]
        yield at + 1, (other[0],), (one[0],), ()


def _part(line: Line, *what: str) -> Iterator[tuple[int, int, str]]:
    """The part that begins in a line: from where to where it goes, and what it is called."""
    found = _PART.match(line.text)
    if found and found["what"] in what:
        yield line.number - 1, _end(line.lines, line.number - 1), found["name"]


def _owner(lines: Sequence[str], at: int) -> str:
    """What a part is a part of, by its name."""
    above = next((n for n in range(at - 1, -1, -1) if lines[n].strip() and _depth(lines[n]) < _depth(lines[at])), at)
    found = _NAMED.match(lines[above])
    return found["name"] if found else ""


def _belongs(name: str, owner: str) -> list[str]:
    return [rf"\b{name}`.*(?:below|part of) `(?:\w+ )?{owner}`", rf"\b{owner}\b.*\bindent|\bindent.*\b{name}\b"]


@_kind
def _exception_in(line: Line) -> Iterator[Block]:
    for begin, end, name in _part(line, "exception"):
        above = next((n for n in range(begin - 1, -1, -1) if _depth(line.lines[n]) <= _depth(line.text)), begin)
        if (
            (over := _PART.match(line.lines[above]))
            and over["what"] == "exception"
            and _depth(line.lines[above]) == _depth(line.text)
        ):
            own = line.lines[begin:end]
            yield begin, own, [f"  {text}" for text in own], _belongs(name, _owner(line.lines, begin))


@_kind
def _exception_out(line: Line) -> Iterator[Block]:
    for begin, end, name in _part(line, "exception"):
        if _depth(line.text) > 2:
            own = line.lines[begin:end]
            yield begin, own, [text[2:] for text in own], _belongs(name, _owner(line.lines, begin))


def _to_neighbours(line: Line, begin: int, end: int, tops: Sequence[int], says: Sequence[str]) -> Iterator[Block]:
    """A part of one of the declarations that begin where it is said, at the end of that above it, and of that below."""
    lines, own = line.lines, line.lines[begin:end]
    mine = max((n for n in tops if n < begin), default=None)
    if mine is None:
        return
    for other in [*[n for n in tops if n < mine][-1:], *[n for n in tops if n > mine][:1]]:
        last = _end(lines, other)
        if other < mine:
            yield last, lines[last:end], [*own, *lines[last:begin]], says
        else:
            yield begin, lines[begin:last], [*lines[end:last], *own], says


@_kind
def _exception_moved(line: Line) -> Iterator[Block]:
    for begin, end, name in _part(line, "exception"):
        if _depth(line.text) == 2 and (head := _head(line)) is not None:
            alike = [
                n
                for n, text in enumerate(line.lines)
                if text.split(" ")[0] == line.lines[head].split(" ")[0] and text[:1].isalpha()
            ]
            yield from _to_neighbours(line, begin, end, alike, _belongs(name, _owner(line.lines, begin)))


def _head(line: Line) -> int | None:
    return next((n for n in range(line.number - 1, -1, -1) if _TOP.match(line.lines[n])), None)


@_kind
def _effect_moved(line: Line) -> Iterator[Block]:
    for begin, end, _ in _part(line, "effect"):
        above = next(
            n for n in range(begin - 1, -1, -1) if line.lines[n].strip() and _depth(line.lines[n]) < _depth(line.text)
        )
        word = line.lines[above].split()[0]
        alike = [
            n
            for n, text in enumerate(line.lines)
            if text.split()[:1] == [word] and _depth(text) == _depth(line.lines[above]) and _end(line.lines, n) > n + 1
        ]
        yield from _to_neighbours(line, begin, end, alike, [rf"`{re.escape(_bare(line.text))}"])


def _bare(text: str) -> str:
    return re.split(r" +(?:@|#|[a-z]{2} \")", text.strip(), maxsplit=1)[0]


@_kind
def _phases_exchanged(line: Line) -> Iterator[Block]:
    for begin, end, name in _part(line, "phase"):
        below = _PART.match(line.lines[end]) if end < len(line.lines) else None
        if below and below["what"] == "phase" and _depth(line.lines[end]) == _depth(line.text):
            last = _end(line.lines, end)
            now = [*line.lines[end:last], *line.lines[begin:end]]
            says = [
                rf"`(?:phase )?{name}`.*(?:above|before).*`(?:phase )?{below['name']}`",
                rf"`phase {name}` above it",
            ]
            yield begin, line.lines[begin:last], now, says


@_kind
def _line_lost(line: Line) -> Iterator[Block]:
    at = line.number - 1
    if re.match(r" +(?:and|or) ", line.text) or any(True for _ in _part(line, "requires", "pays")):
        end = _end(line.lines, at)
        below = line.lines[end : end + 1]
        yield at, [*line.lines[at:end], *below], below, [rf"`{re.escape(_bare(line.text))}"]


@_kind
def _example_exchanged(line: Line) -> Iterator[Block]:
    at = line.number - 1
    for found in _TWO.finditer(line.text):
        one, between, other = (found[1], ", ", found[2]) if found[1] else (found[3], found[4], found[5])
        if _alike(line, one, other):
            now = f"{line.text[: found.start()]}{other}{between}{one}{line.text[found.end() :]}"
            yield at, (line.text,), (now,), ()
    below = line.lines[at + 1 : at + 2]
    one_line, other_line = _IS.match(line.text), _IS.match(below[0]) if below else None
    if one_line and other_line and _alike(line, one_line[2], other_line[2]):
        yield (
            at,
            (line.text, *below),
            (f"{one_line[1]}{other_line[2]}", f"{other_line[1]}{one_line[2]}"),
            (),
        )


def _alike(line: Line, one: str, other: str) -> bool:
    """Whether two values are of one type."""
    return one.isdecimal() == other.isdecimal() and (
        one.isdecimal() or any(one in names and other in names for names in line.values.values())
    )
