"""What a cell selects, as stretches of ordinals: the others, and the same in few."""

from __future__ import annotations

from regola_compiler.model.program import Interval, Selector


def complement(selector: Selector) -> Selector:
    """All other ordinals.

    >>> complement(((2, 3), (5, None)))
    ((None, 1), (4, 4))
    """
    found: list[Interval] = []
    low: int | None = None
    open_below = True
    for first, last in selector:
        if first is not None and (open_below or low is None or low <= first - 1):
            found.append((None if open_below else low, first - 1))
        open_below = False
        if last is None:
            return tuple(found)
        low = last + 1
    return (*found, (None if open_below else low, None))


def merged(intervals: Selector) -> Selector:
    """The same ordinals as few intervals, in rising order.

    >>> merged(((3, 4), (1, 2)))
    ((1, 4),)
    """
    minus, plus = float("-inf"), float("inf")
    ordered = sorted((minus if low is None else low, plus if high is None else high) for low, high in intervals)
    out: list[tuple[float, float]] = []
    for low, high in ordered:
        if out and low <= out[-1][1] + 1:
            out[-1] = (out[-1][0], max(out[-1][1], high))
        else:
            out.append((low, high))
    return tuple((None if low == minus else int(low), None if high == plus else int(high)) for low, high in out)
