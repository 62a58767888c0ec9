"""The columns of a printed page, and the order in which they are read.

A gutter is a strip that most of the page leaves white, with running text at both of its sides; what crosses it (a
title, a wide table) parts the page into bands, and in each band the columns are read one after the other. It is the
recursive cut of G. Nagy and S. Seth ("Hierarchical representation of optically scanned documents", 1984) with the
order turned about: first the gutters, by how much of the height covers them, then what lies across. Cut by white
alone, a table would fall apart into columns of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from regola_crosscheck.files.layout.printed import Box, Line, Page, Run, Word

# So far apart, in sizes of the smaller letters, words of one line belong to different runs.
BLANK = 0.95
# A gutter is so wide (in points) and so much of what stands beside it may cross it.
GUTTER, CROSSED = 7.0, 0.4
# A side of a gutter is running text if half of its lines are so much of its width.
FILLED = 0.5
# So many lines of running text make a column.
FEWEST = 4
MOST_COLUMNS = 4


@dataclass(frozen=True, slots=True)
class Region:
    """A stretch of a page that is read from top to bottom; `column` is 0 where it goes over the whole width."""

    box: Box
    runs: tuple[Run, ...]
    column: int = 0


def runs_of(words: tuple[Word, ...]) -> list[Run]:
    """The runs of a page, from top to bottom: words on one base line, close to one another."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda one: (one.box.bottom, one.box.left)):
        near = (line for line in lines[-12:] if abs(line[-1].box.bottom - word.box.bottom) < 0.22 * word.size)
        line = next(near, None)
        if line is None:
            lines.append([word])
        else:
            line.append(word)
    found = []
    for line in lines:
        line.sort(key=lambda one: one.box.left)
        group = [line[0]]
        for before, word in pairwise(line):
            if word.box.left - before.box.right > BLANK * min(before.size, word.size):
                found.append(Run.of(group))
                group = []
            group.append(word)
        found.append(Run.of(group))
    return sorted(found, key=lambda run: (run.box.top, run.box.left))


def gutters_of(page: Page, runs: list[Run]) -> tuple[float, ...]:
    """Where the gutters of a page are, from left to right."""
    return tuple(_gutters(runs, _around(runs), page.rules)) if runs else ()


def usual_gutters(pages: Iterable[tuple[float, ...]]) -> tuple[float, ...]:
    """The gutters that come most often among pages that have any."""
    several = Counter(tuple(round(gutter / 6) for gutter in one) for one in pages if one)
    if not several:
        return ()
    most, times = several.most_common(1)[0]
    return tuple(6.0 * place for place in most) if times > 1 else ()


def regions_of(page: Page, runs: list[Run], usual: tuple[float, ...] = ()) -> list[Region]:
    """The stretches of a page in the order in which they are read.

    Args:
        page: the page.
        runs: what is read of it.
        usual: the gutters of most pages, which hold for one that is too empty to show any.
    """
    if not runs:
        return []
    whole = _around(runs)
    gutters = list(gutters_of(page, runs))
    if len(gutters) < len(usual) and _may_have(runs, usual):
        gutters = [gutter for gutter in usual if whole.left < gutter < whole.right]
    if not gutters:
        return [Region(whole, tuple(runs))]
    across = _across(runs, gutters, page.rules)
    found: list[Region] = []
    band: list[Run] = []
    wide: list[Run] = []

    def close() -> None:
        if wide:
            found.append(Region(Box(whole.left, _around(wide).top, whole.right, _around(wide).bottom), tuple(wide)))
        edges = [whole.left, *gutters, whole.right]
        for number, (left, right) in enumerate(pairwise(edges), 1):
            inside = tuple(
                run for run in band if left <= (run.box.left + run.box.right) / 2 < right or _last(right, run, whole)
            )
            if inside:
                found.append(Region(_around(list(inside)), inside, number))
        wide.clear()
        band.clear()

    for run in sorted(runs, key=lambda one: (one.box.middle, one.box.left)):
        crosses = run in across
        if crosses and band:
            close()
        (wide if crosses else band).append(run)
    close()
    return found


def _last(right: float, run: Run, whole: Box) -> bool:
    return right == whole.right and (run.box.left + run.box.right) / 2 >= right


def _around(runs: list[Run]) -> Box:
    return Run.of([word for run in runs for word in run.words]).box


def _may_have(runs: list[Run], gutters: tuple[float, ...]) -> bool:
    """Whether next to nothing of a page stands on the gutters."""
    crossing = sum(any(run.box.left < gutter - 3 and run.box.right > gutter + 3 for gutter in gutters) for run in runs)
    return crossing <= 0.2 * len(runs)


def _gutters(runs: list[Run], whole: Box, rules: tuple[Box, ...]) -> list[float]:
    """Where the gutters of a page are: the middle of each, from left to right."""
    if len(runs) < 2 * FEWEST or whole.width < 150:
        return []
    step = 2.0
    bins = int(whole.width / step) + 1
    covered = [0.0] * bins
    for run in runs:
        for place in range(
            int((run.box.left - whole.left) / step), min(bins, int((run.box.right - whole.left) / step) + 1)
        ):
            covered[place] += run.box.height
    usual = median([height for height in covered if height] or [0.0])
    low = [height <= CROSSED * usual for height in covered]
    found: list[float] = []
    start = 0
    while start < bins:
        end = start
        while end < bins and low[end]:
            end += 1
        if end > start:
            least = min(covered[start:end])
            white = [place for place in range(start, end) if covered[place] <= least + 0.02 * usual]
            if len(white) * step >= GUTTER and 0.12 * bins < white[0] and white[-1] < 0.88 * bins:
                found.append(whole.left + (white[0] + white[-1] + 1) / 2 * step)
        start = end + 1
    found = found[: MOST_COLUMNS - 1]
    while found:
        edges = [whole.left, *found, whole.right]
        bad = [
            number
            for number, (left, right) in enumerate(pairwise(edges))
            if not _is_running_text(runs, left, right, rules)
        ]
        if not bad:
            return found
        found.pop(min(bad[0], len(found) - 1))
    return found


def _is_running_text(runs: list[Run], left: float, right: float, rules: tuple[Box, ...]) -> bool:
    """Whether lines of running text stand between two gutters, and no drawn table goes over them."""
    inside = [run for run in runs if run.box.left >= left - 2 and run.box.right <= right + 2]
    if len(inside) < FEWEST:
        return False
    # What fills the column is counted by lines: a table has many cells in one.
    width = max(run.box.right for run in inside) - min(run.box.left for run in inside)
    heights = {round(run.box.middle / 4) for run in inside}
    ruled = [rule for rule in rules if rule.height < 3 and rule.left < left - 4 and rule.right > left + 4]
    drawn = sum(
        any(rule.top < run.box.top for rule in ruled) and any(rule.bottom > run.box.bottom for rule in ruled)
        for run in inside
    )
    long = {round(run.box.middle / 4) for run in inside if run.box.width >= FILLED * width}
    return len(long) >= max(FEWEST, 0.3 * len(heights)) and (drawn < 0.7 * len(inside) or len(ruled) < 3)


def _across(runs: list[Run], gutters: list[float], rules: tuple[Box, ...]) -> set[Run]:
    """The runs that do not lie in one column: those that cross a gutter, and those of a table that is drawn across."""
    found = {run for run in runs if any(run.box.left < gutter - 3 and run.box.right > gutter + 3 for gutter in gutters)}
    lines = sorted(
        (rule for rule in rules if rule.height < 3 and any(rule.left < g - 8 and rule.right > g + 8 for g in gutters)),
        key=lambda rule: rule.top,
    )
    group: list[Box] = []
    groups: list[list[Box]] = []
    for rule in lines:
        if group and rule.top - group[-1].top > 60:
            groups.append(group)
            group = []
        group.append(rule)
    for several in [*groups, group]:
        if len(several) >= 2:
            top, bottom = several[0].top, several[-1].bottom
            found |= {run for run in runs if top <= run.box.middle <= bottom}
    return found


def lines_of(runs: tuple[Run, ...]) -> list[Line]:
    """The lines of a region from top to bottom: runs at one height, a raised figure with what it is raised from."""
    lines: list[list[Run]] = []
    for run in sorted(runs, key=lambda one: (one.box.middle, one.box.left)):
        if lines:
            box = _around(lines[-1])
            shared = min(box.bottom, run.box.bottom) - max(box.top, run.box.top)
            if shared > 0.55 * min(box.height, run.box.height):
                lines[-1].append(run)
                continue
        lines.append([run])
    return [_line(line) for line in lines]


def _line(runs: list[Run]) -> Line:
    runs.sort(key=lambda one: one.box.left)
    joined = [runs[0]]
    for run in runs[1:]:
        close = run.box.left - joined[-1].box.right <= BLANK * max(run.size, joined[-1].size)
        if close:
            joined[-1] = Run.of([*joined[-1].words, *run.words])
        else:
            joined.append(run)
    return Line(tuple(joined), _around(joined))
