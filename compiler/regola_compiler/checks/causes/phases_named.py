"""Which of several phases a lost name was that of: the one in which that is done which names it.

A fact that lasts as long as a phase is changed by what is done there, and a limit that counts by it is about actions of
it. So of phases that nothing names, the one meant is that below which most of those who name the lost one have their
part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from regola_dsl.declarations import Block
from regola_dsl.meant.blocks import declared, words

# A phase by the file and the declaration it stands in, and its name.
Named: TypeAlias = tuple[str, Block, str]

_INNER = re.compile(r"^ +phase ([^\W\d]\w*)", re.MULTILINE)
# How many times as many have to have their part in the one as in any other.
_CLEARLY = 2


def phases_served(lost: Sequence[Named], using: Sequence[Block], blocks: Sequence[Block]) -> list[Named]:
    """The one of some phases in which those who name a lost one have their part; none if that is not clear.

    Args:
        lost: Phases that nothing names.
        using: What names the phase that is nowhere.
        blocks: All declarations.
    """
    actions = [block for block in blocks if block.kind == "action"]
    rated = sorted(((_served(one, using, actions), place) for place, one in enumerate(lost)), reverse=True)
    (most, best), *others = rated
    return [lost[best]] if most and all(most >= _CLEARLY * many for many, _ in others) else []


def _served(phase: Named, using: Sequence[Block], actions: Sequence[Block]) -> int:
    """How many of those who name a phase have their part in this one."""
    below = _below(phase[1].text, phase[2])
    inner = {phase[2], *_INNER.findall(below)}
    done = [block for block in actions if inner & words(block.text.split("\n", 1)[0].partition(" in ")[2])]
    changed = words(below).union(*(words(block.text) for block in done))
    acts = frozenset().union(*(declared(block.text) for block in done))
    return sum(bool(declared(block.text) & changed or words(block.text) & acts) for block in using)


def _below(text: str, name: str) -> str:
    """The lines of a sequence from a phase to the end of what stands below it."""
    lines = text.split("\n")
    first = next((n for n, line in enumerate(lines) if re.match(rf" +phase {re.escape(name)}\b", line)), None)
    if first is None:
        return ""
    deep = _depth(lines[first])
    end = next((n for n in range(first + 1, len(lines)) if lines[n].strip() and _depth(lines[n]) <= deep), len(lines))
    return "\n".join(lines[first:end])


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
