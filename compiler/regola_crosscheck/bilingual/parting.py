"""A sentence that was laid with its neighbour beside one of the other language which says nothing of it: it is lost.

By their lengths two sentences beside one are far likelier than one that has no translation (`alignment.PRIORS`), so a
short one that is lost is laid with the next. What it says tells: a number, a term, a word whose translation is known, a
denial is in the sentence beside or it is not, over and above what its neighbour says. Each is evidence, summed as logs
of odds in the manner of a test of two hypotheses (I. J. Good, Probability and the weighing of evidence, 1950).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regola_crosscheck.bilingual.alignment import Bead, Line, length_cost, together

# What it speaks for a translation that something of the sentence is there, and against it that something is not, by
# weight: a word that is said is rendered by its translation four times in five, and stands by chance in one of twenty.
PRESENT, MISSING = 2.8, 1.5


def parted(bead: Bead, ours: Sequence[Line], theirs: Sequence[Line], ratio: float) -> list[Bead]:
    """Two sentences beside one, parted where that says nothing of one of them; else as they are.

    Args:
        bead: some sentences of both rows.
        ours: the row of ours, with all that is known of each.
        theirs: the other row.
        ratio: how many characters of the other language there are for one of ours.
    """
    if {len(bead.ours), len(bead.theirs)} != {1, 2}:
        return [bead]
    mine = len(bead.ours) == 2
    scale = ratio if mine else 1 / ratio
    two = [(ours if mine else theirs)[at] for at in (bead.ours if mine else bead.theirs)]
    one = (theirs if mine else ours)[(bead.theirs if mine else bead.ours).start]
    odds = [_for_it(two[at], two[1 - at], one, scale) for at in (0, 1)]
    lost = odds.index(min(odds))
    if odds[lost] >= 0:
        return [bead]
    several, other = (bead.ours, bead.theirs) if mine else (bead.theirs, bead.ours)
    end = other.stop if lost else other.start
    rows = [(range(at, at + 1), range(end, end) if at - several.start == lost else other) for at in several]
    return [Bead(*(row if mine else row[::-1]), bead.cost) for row in rows]


def is_missed(place: int, beads: Sequence[Bead], ours: Sequence[Line], theirs: Sequence[Line]) -> bool:
    """Whether it is known of a sentence without a translation that its neighbours' say nothing of it.

    Args:
        place: which of the beads it is.
        beads: those of a section, in order.
        ours: the row of ours, with all that is known of each.
        theirs: the other row.
    """
    bead = beads[place]
    near = [*beads[max(0, place - 1) : place], *beads[place + 1 : place + 2]]
    mine = together(ours[at] for one in near for at in one.ours)
    other = together(theirs[at] for one in near for at in one.theirs)
    said = together([*(ours[at] for at in bead.ours), *(theirs[at] for at in bead.theirs)])
    spare = other - mine if bead.ours else mine - other
    return bool(said) and not said & spare


def _for_it(sentence: Line, neighbour: Line, beside: Line, scale: float) -> float:
    """What speaks for a sentence being rendered in the one beside both, in logs of odds; below 0 it is not."""
    rest = _over(beside.anchors, neighbour.anchors)
    there = sum(min(weight, rest.get(one, 0)) for one, weight in sentence.anchors.items())
    every = sum(sentence.anchors.values())
    alone, both = neighbour.length * scale, (sentence.length + neighbour.length) * scale
    longer = length_cost(alone, beside.length) - length_cost(both, beside.length)
    return PRESENT * there - MISSING * (every - there) + longer


def _over(more: Mapping[str, float], less: Mapping[str, float]) -> dict[str, float]:
    return {one: weight - less.get(one, 0) for one, weight in more.items() if weight > less.get(one, 0)}
