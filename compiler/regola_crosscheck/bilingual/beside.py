"""Which sentence of a text stands beside which of another, to be asked for by a place in one of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TypeAlias

from regola_dsl.source import Span

from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.book.text import BookSection

# The first and the last character of a sentence in its section, and the place of its pair.
_Stretch: TypeAlias = tuple[int, int, int]


class Beside:
    """Sentences in pairs, to be asked for by a place in one of the two texts."""

    def __init__(self, pairs: Sequence[Pair]) -> None:
        self._pairs = pairs
        self._ours: dict[int, list[_Stretch]] = {}
        self._theirs: dict[int, list[_Stretch]] = {}
        for place, pair in enumerate(pairs):
            for known, section, sentences in (
                (self._ours, pair.section, pair.ours),
                (self._theirs, pair.other, pair.theirs),
            ):
                known.setdefault(section.line, []).extend(
                    (one.offset(0), one.offset(len(one.text) - 1), place) for one in sentences
                )
        for starts in (*self._ours.values(), *self._theirs.values()):
            starts.sort()

    def ours(self, section: BookSection, offset: int) -> Pair | None:
        """The pair of the sentence in which a character of our text stands."""
        return self._pair(self._ours, section, offset)

    def theirs(self, section: BookSection, offset: int) -> Pair | None:
        """The pair of the sentence in which a character of their text stands."""
        return self._pair(self._theirs, section, offset)

    def _pair(self, known: dict[int, list[_Stretch]], section: BookSection, offset: int) -> Pair | None:
        starts = known.get(section.line, [])
        at = bisect_right(starts, (offset, 1 << 60, 0)) - 1
        return self._pairs[starts[at][2]] if at >= 0 and offset <= starts[at][1] else None


def span_of_sentences(pair: Pair | None, section: Span, *, ours: bool) -> Span:
    """The sentence of one side of a pair; the head of its section where it has none."""
    sentences = () if pair is None else pair.ours if ours else pair.theirs
    return sentences[0].span() if sentences else section
