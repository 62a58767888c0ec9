"""A condition that is lost where another stands that it stands beside elsewhere: both ask of the same.

What is asked of a place before something is taken there is asked of another place before something goes there, in the
same words: where the one half of it stands alone, the other half may have been lost.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from regola_dsl.meant.blocks import blocks_of
from regola_dsl.parsing.printed import CITED, KEPT, bare
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Source, Span

from regola_compiler.mutation.likelihood import AS_ELSEWHERE
from regola_compiler.mutation.slips.slip import Slip

_INNER = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
_ASKED = rf"(?:not )?[a-z]\w*(?P<{{}}>{_INNER})(?!\.)"
_BOTH = re.compile(
    rf"(?<![\w.@(])(?P<one>{_ASKED.format('of')}) and (?=(?P<other>{_ASKED.format('also')})(?! *(?:is|[-<>=+*/])))"
)
_ALONE = re.compile(rf"(?<![\w.@(])(?<!not )(?P<said>{_ASKED.format('of')})(?! *(?:is|[-<>=+*/]))")


# What a thing has compared with something by name, and what is asked of several things.
_COMPARED = re.compile(
    rf"(?<![\w.@(])[a-z]\w*\.[a-z]\w* is (?:not )?[a-z]\w*(?![\w(.])|(?<![\w.@])[a-z]\w*{_INNER}(?![\w.])"
)
_NAMES = re.compile(r"(?<![\w.@])[a-z]\w*(?![\w(])")
_EACH = re.compile(r"\b([a-z]\w*) in ")
_ASKS = re.compile(r" (?:where|when) ")
# So many conditions are tried, those first that are asked most often.
_TRIED = 4
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
        self._texts = [bare(line) for source in sources for line in source.text.split("\n")]
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

    def unread(self, path: str, number: int, text: str, name: str) -> Iterator[Slip]:
        """What may have been lost in a line that asks something, of all that the game asks of a name.

        Args:
            path: The file.
            number: The line's, from 1.
            text: The line.
            name: What nothing reads there.
        """
        code = _NO_RULES.sub(lambda kept: " " * len(kept[0]), text)
        known = {name, *_NAMES.findall(code)}
        asked = Counter(
            found[0]
            for line in self._texts
            if name in line
            for found in _COMPARED.finditer(line)
            if name in _NAMES.findall(found[0])
        )
        fitting = [one for one, _ in asked.most_common() if {*_NAMES.findall(one)} - {*keywords()} <= known]
        # Of whom it is asked he is spoken of in it, mostly.
        looked_for = {*_EACH.findall(code)}
        fitting.sort(key=lambda one: looked_for.isdisjoint(_NAMES.findall(one)))
        for begins in _ASKS.finditer(code):
            word = text[begins.start() + 1 : begins.end() - 1]
            place = Span(path, number, begins.start() + 2, number, begins.end())
            for more, one in enumerate(fitting[:_TRIED]):
                yield Slip(place, word, f"{word} {one} and", AS_ELSEWHERE + more)


def _at(path: str, number: int, text: str, part: str) -> Span:
    begin = text.index(part) + 1
    return Span(path, number, begin, number, begin + len(part))


def _of(said: str) -> str:
    """What is asked, without what it is asked of.

    >>> _of("not taken(row, column)")
    'not taken'
    """
    return said.partition("(")[0]
