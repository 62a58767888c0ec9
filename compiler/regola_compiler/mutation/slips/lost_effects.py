"""An effect that an action lacks and another one has beside the same: whoever enters remembers whence.

What one action writes with another fact the next may be meant to write, too: that the line was lost nothing says but
who asks for what it was to write.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from regola_dsl.diagnostics import Fix
from regola_dsl.meant.blocks import blocks_of
from regola_dsl.meant.stuck import indent_of
from regola_dsl.parsing.printed import bare
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span

from regola_compiler.mutation.likelihood import LEFT_OUT
from regola_compiler.mutation.slips.slip import Slip

_ACTION = "action "
_EFFECT = re.compile(r" +effect (?P<fact>\S+) (?:becomes|gains|loses) ")


@dataclass(frozen=True, slots=True)
class _Effect:
    """An effect as it stands: what it says without the section it cites, what it writes, and where it ends."""

    line: str
    said: str
    fact: str
    number: int
    end: int
    width: int


class LostEffects:
    """The effects of the actions of a game, each with those beside it.

    Args:
        sources: Its rules.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        self._of: dict[tuple[str, int], list[_Effect]] = {}
        self._saying: dict[str, list[list[_Effect]]] = defaultdict(list)
        for source in sources:
            for block in blocks_of(source):
                if not block.text.startswith(_ACTION):
                    continue
                effects = [*_effects(block.text.split("\n"), block.line)]
                self._of |= {(source.path, one.number): effects for one in effects}
                for one in effects:
                    self._saying[one.said].append(effects)

    def slips(self, path: str, number: int) -> Iterator[Slip]:
        """The effects that may have been lost below one, as other actions have them that write the same.

        Args:
            path: The file.
            number: The line of the effect, from 1; of any other line there is none.
        """
        own = self._of.get((path, number), [])
        here = next((one for one in own if one.number == number), None)
        if here is None:
            return
        written = {one.fact for one in own}
        seen: set[str] = set()
        for others in self._saying[here.said]:
            for other in others:
                if other.fact not in written and other.said not in seen:
                    seen.add(other.said)
                    place = Span(path, number, indent_of(here.line) + 1, number, len(here.line) + 1)
                    below = Span(path, here.end, here.width, here.end, here.width)
                    put = f"\n{' ' * indent_of(here.line)}{other.line.strip()}"
                    yield Slip(place, here.line.strip(), other.line.strip(), LEFT_OUT, Fix(below, put), way="line")


def _effects(lines: list[str], first: int) -> Iterator[_Effect]:
    """The effects of a declaration, which begins in a line of its file."""
    for place, text in enumerate(lines):
        found = _EFFECT.match(text)
        if found is None:
            continue
        end = place
        while end + 1 < len(lines) and lines[end + 1].strip() and indent_of(lines[end + 1]) > indent_of(text):
            end += 1
        said = bare(text).strip()
        yield _Effect(text, said, found["fact"], first + place, first + end, len(lines[end]) + 1)
