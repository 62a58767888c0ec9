"""An exception a level too far out: it contradicts what stands beside it, and not only the one that it is below.

What limits one exception alone stands below it, further in. At the same level it may hold together with each of them,
and with each it disagrees, where the one above it disagrees with none of them: that is one finding, and the first thing
to look at is where it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant.blocks import block_at, blocks_of
from regola_dsl.meant.stuck import indent_of
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.checks.definitions.contradiction import CODE

_EXCEPTION = re.compile(r" *(?:then )?exception (?P<name>\w+)")
# With so many others an exception disagrees that may stand too far out.
_SEVERAL = 2
_Line: TypeAlias = tuple[str, int]


def told_by_level(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; the contradictions of one exception with several beside it are one, with where it may belong."""
    pairs = {id(one): _pair(one) for one in found if one.code == CODE and one.related}
    counted: Counter[_Line] = Counter(line for pair in pairs.values() for line in pair)
    left = list(found)
    for (path, number), many in counted.most_common():
        source = next((source for source in sources if source.path == path), None)
        above = _sibling_above(source, number) if source is not None and many >= _SEVERAL else None
        own = [one for one in left if (path, number) in pairs.get(id(one), ())]
        if source is None or above is None or len(own) < _SEVERAL:
            continue
        others = {line for one in own for line in pairs[id(one)]} - {(path, number)}
        if (path, above) not in others or any(
            (path, above) in pair and others & {*pair} > {(path, above)} for pair in pairs.values()
        ):
            continue
        place = left.index(own[0])
        told = _told(own, source, above, number)
        left = [one for one in left if one not in own]
        left.insert(place, told)
    return [_with_its_level(one, sources) if id(one) in pairs else one for one in left]


def _with_its_level(one: Diagnostic, sources: Sequence[Source]) -> Diagnostic:
    """A contradiction of an exception with the one right above it: that it may belong below that is told, too."""
    (path, number), (other, above) = _pair(one)
    source = next((source for source in sources if source.path == path == other), None)
    if source is None or not one.help or _sibling_above(source, number) != above:
        return one
    name, outer = (_named(source.lines[line - 1]) for line in (number, above))
    return replace(
        one,
        help=say(
            "{otherwise}; or, if `{name}` is an exception to `{above}`, indent it, with what stands below it, by "
            "{number} blanks in all",
            otherwise=one.help,
            name=name,
            above=outer,
            number=indent_of(source.lines[number - 1]) + 2,
        ),
    )


def _pair(one: Diagnostic) -> tuple[_Line, _Line]:
    other = one.related[0].span
    return (one.span.path, one.span.line), (other.path, other.line)


def _sibling_above(source: Source, number: int) -> int | None:
    """The line of the exception right above another, as far in as it; None where another line stands there."""
    block = block_at(blocks_of(source), number)
    lines = source.lines
    if block is None or not _EXCEPTION.match(lines[number - 1]):
        return None
    had = indent_of(lines[number - 1])
    for at in range(number - 1, block.line, -1):
        if lines[at - 1].strip() and indent_of(lines[at - 1]) <= had:
            same = indent_of(lines[at - 1]) == had
            return at if same and _EXCEPTION.match(lines[at - 1]) else None
    return None


def _told(own: Sequence[Diagnostic], source: Source, above: int, number: int) -> Diagnostic:
    name, other = (_named(source.lines[line - 1]) for line in (number, above))
    first = next(one for one in own if above in {line for _, line in _pair(one)})
    blanks = indent_of(source.lines[number - 1]) + 2
    told = say(
        "if `{name}` is an exception to `{above}` alone, indent it, with what stands below it, by {number} blanks in "
        "all",
        name=name,
        above=other,
        number=blanks,
    )
    return replace(
        first,
        message=say(
            "`{name}` can hold together with several exceptions beside it, and says other than they do", name=name
        ),
        help=say("{told}; if not: {otherwise}", told=told, otherwise=first.help) if first.help else told,
    )


def _named(line: str) -> str:
    found = _EXCEPTION.match(line)
    return found["name"] if found else ""
