"""A name that was changed where a declaration gives it, as an input or in a line of its own, and not below it.

What is known within one declaration is named there alone: where its head has `side` and nothing below says it, while
lines below ask for `player` that nobody declares, the two are one. Of an action the rules speak with its inputs, too,
and of a phase examples with its dice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.meant.blocks import TEXT, block_at, blocks_of, called, known_within, place_in, renamed_in, words
from regola_dsl.source import Source

from regola_compiler.checks.common import is_alike, places_of, told_of_both, told_once_at
from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.reported.unknown import AND_HERE

# What rules and limits elsewhere say something of, in words of its head; and whose phases examples play with its dice.
_SPOKEN_OF = frozenset({"action", "change"})
_PLAYED = frozenset({"sequence", "phase"})
_PHASE = re.compile(r"^ *phase ([^\W\d]\w*)", re.MULTILINE)


def told_where_renamed_within(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; those about a name of one declaration that it gives by another name are one, with both places."""
    if fitting is None:
        return list(found)
    by_name: dict[str, list[Diagnostic]] = {}
    for one in found:
        if one.missing is not None and one.weight is Severity.ERROR:
            by_name.setdefault(one.missing.name, []).append(one)
    blocks = {source.path: blocks_of(source) for source in sources}
    left = list(found)
    for name, several in by_name.items():
        ways = [
            (path, block, other)
            for path, block in _homes(several, blocks)
            for other in known_within(block.text)
            if _is_lost(other, block)
            and not any(is_alike(other, third) for third in by_name if third != name and not is_alike(other, name))
            and fitting.declares(name, path, block, renamed_in(block, other, name))
        ]
        if len(ways) != 1:
            continue
        path, block, other = ways[0]
        place = place_in(path, block, other)
        mended = fitting.mended(left, path, block, renamed_in(block, other, name))
        left = [one for one in left if one in several or one not in mended]
        if places_of(several) == 1:
            left = [told_of_both(one, other, name, place) if one is several[0] else one for one in left]
        else:
            gone = [*several, *(one for one in left if one.span == place)]
            left = told_once_at(left, several, name, other, place, gone)
    return left


def _homes(several: Sequence[Diagnostic], blocks: Mapping[str, Sequence[Block]]) -> list[tuple[str, Block]]:
    """The declarations that may give a name: the one it stands in; of several, one that all of them speak of."""
    spans = [span for one in several for span in (one.span, *(x.span for x in one.related if x.text == AND_HERE))]
    places = {(span.path, span.line) for span in spans}
    using = {(path, at) for path, line in places if (at := block_at(blocks.get(path, ()), line)) is not None}
    if not using:
        return []
    spoken = [
        (path, block)
        for path, of_a_file in blocks.items()
        for block in of_a_file
        if (names := _spoken_by(block)) and all((path, block) == one or names & words(one[1].text) for one in using)
    ]
    return list(dict.fromkeys([*(using if len(using) == 1 else ()), *spoken]))


def _spoken_by(block: Block) -> set[str]:
    """By which names others speak of what a declaration gives, if they do."""
    if block.kind in _PLAYED:
        return {*_PHASE.findall(block.text)}
    return {called(block)} if block.kind in _SPOKEN_OF else set()


def _is_lost(name: str, block: Block) -> bool:
    """Whether a declaration says a name only where it gives it."""
    return len(re.findall(rf"\b{re.escape(name)}\b", TEXT.sub(" ", block.text))) == 1
