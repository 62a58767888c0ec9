"""A condition that is lost where another stands that it stands beside elsewhere: both ask of the same.

What is asked of a place before something is taken there is asked of another place before something goes there, in the
same words: where the one half of it stands alone, the other half may have been lost.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from regola_dsl.meant.blocks import blocks_of
from regola_dsl.parsing.printed import CITED, KEPT, bare
from regola_dsl.source import Source, Span

from regola_compiler.mutation.likelihood import AS_ELSEWHERE
from regola_compiler.mutation.slips.slip import Slip

_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_ASKED = rf"(?:not )?[a-z]\w*(?P<{{}}>{_INNER})(?!\.)"
_BOTH = re.compile(
    rf"(?<![\w.@(])(?P<one>{_ASKED.format('of')}) and (?=(?P<other>{_ASKED.format('also')})(?! *(?:is|[-<>=+*/])))"
)
_ALONE = re.compile(rf"(?<![\w.@(])(?<!not )(?P<said>{_ASKED.format('of')})(?! *(?:is|[-<>=+*/]))")


_NO_RULES = re.compile(rf"{KEPT}|{CITED}")


class AskedBeside:
    """What is asked of one thing beside something else, anywhere in a game.

    Args:
        sources: Its rules.
    """

    def __init__(self, sources: Iterable[Source]) -> None:
        # By what stands there what stands before it elsewhere, and what stands behind it, each with the place.
        self._before: dict[str, dict[str, Span]] = defaultdict(dict)
        self._behind: dict[str, dict[str, Span]] = defaultdict(dict)
        for source in sources:
            for block in blocks_of(source):
                lines = block.text.split("\n")
                for found in _BOTH.finditer(" ".join(bare(line).strip() for line in lines)):
                    if found["of"] == found["also"]:
                        one, other = found["one"], found["other"]
                        place = next(
                            (_at(source.path, block.line + n, t, other) for n, t in enumerate(lines) if other in t),
                            None,
                        )
                        if place is not None:
                            self._before[_of(other)].setdefault(_of(one), place)
                            self._behind[_of(one)].setdefault(_of(other), place)

    def slips(self, path: str, number: int, text: str) -> Iterator[Slip]:
        """What may have been lost in a line.

        Args:
            path: The file.
            number: The line's, from 1.
            text: The line.
        """
        if text[:1].isalpha() or text.lstrip().startswith("|"):
            return
        for found in _ALONE.finditer(_NO_RULES.sub(lambda kept: " " * len(kept[0]), text)):
            said, of = found["said"], found["of"]
            lost = [(f"{one}{of}", f"{one}{of} and {said}", place) for one, place in self._before[_of(said)].items()]
            lost += [(f"{one}{of}", f"{said} and {one}{of}", place) for one, place in self._behind[_of(said)].items()]
            here = _at(path, number, text, said)
            yield from (Slip(here, said, now, AS_ELSEWHERE, as_in=place) for one, now, place in lost if one not in text)


def _at(path: str, number: int, text: str, part: str) -> Span:
    begin = text.index(part) + 1
    return Span(path, number, begin, number, begin + len(part))


def _of(said: str) -> str:
    """What is asked, without what it is asked of.

    >>> _of("not taken(row, column)")
    'not taken'
    """
    return said.partition("(")[0]
