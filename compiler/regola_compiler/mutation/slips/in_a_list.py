"""Slips of the order of a list: two values of a scale that stand in each other's place.

Its tables mostly have a row for each value, in the order in which they were meant: they say which two those are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from regola_dsl.diagnostics import Fix
from regola_dsl.parsing.printed import LANGUAGE
from regola_dsl.source import Span

from regola_compiler.mutation.likelihood import EXCHANGE
from regola_compiler.mutation.slips.in_a_table import EXCHANGED, labels_of
from regola_compiler.mutation.slips.slip import Slip

_SCALE = re.compile(r"scale (?P<name>\w+)")
# A value that has a line of its own, with its texts; a text alone is none.
_VALUE = re.compile(rf"  (?!{LANGUAGE}\")(?P<name>\"[^\"]*\"|[^\W_][\w/+-]*)(?![\w,])")


def in_scales(texts: Mapping[str, Sequence[str]], near: Iterable[str]) -> Iterator[Slip]:
    """Two neighbours of a scale exchanged, where a table has them so; or where lines that take part name the scale.

    Args:
        texts: The lines of the files, by their paths.
        near: The lines that take part.
    """
    spoken_of = {word for line in near for word in re.findall(r"\w+", line)}
    tables = [labels for lines in texts.values() for labels in labels_of(lines)]
    for path, lines in texts.items():
        for number, line in enumerate(lines, 1):
            if (scale := _SCALE.match(line)) is None:
                continue
            for (one, first), (other, second) in pairwise(_values(lines, number)):
                turned = sum(_stand(labels, other, one) - _stand(labels, one, other) for labels in tables)
                if turned > 0 or (not turned and scale["name"] in spoken_of):
                    cost = EXCHANGE if turned > 0 else EXCHANGED
                    yield _exchanged(path, lines, (one, first), (other, second), scale["name"], cost)


def _values(lines: Sequence[str], number: int) -> list[tuple[str, range]]:
    """The values of a scale, each with its lines."""
    found: list[tuple[str, range]] = []
    for below in range(number + 1, len(lines) + 1):
        text = lines[below - 1]
        if not text.startswith("  "):
            break
        if value := _VALUE.match(text):
            found.append((value["name"], range(below, below + 1)))
        elif found and text.startswith("   "):
            name, place = found[-1]
            found[-1] = name, range(place.start, below + 1)
    return found


def _stand(labels: Sequence[str], one: str, other: str) -> bool:
    """Whether a table has a row for one value above that for another."""
    return one in labels and other in labels and labels.index(one) < labels.index(other)


def _exchanged(
    path: str, lines: Sequence[str], above: tuple[str, range], below: tuple[str, range], scale: str, cost: int
) -> Slip:
    (one, first), (other, second) = above, below
    stretch = Span(path, first.start, 1, second.stop - 1, len(lines[second.stop - 2]) + 1)
    between = lines[first.stop - 1 : second.start - 1]
    texts = [lines[part.start - 1 : part.stop - 1] for part in (second, first)]
    place = Span(path, first.start, 3, first.start, 3 + len(one))
    edit = Fix(stretch, "\n".join([*texts[0], *between, *texts[1]]))
    return Slip(place, one, other, cost, edit, "order", scale)
