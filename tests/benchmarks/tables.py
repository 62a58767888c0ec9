"""What it costs to know that a table leaves nothing out and never says two things, against a solver that is asked the same.

Run by `make bench`, or by hand: `python tests/benchmarks/tables.py`. Random tables that answer every input once, as decisions
do, in three forms: as they are; with one cell of a tenth of their rows made wider, so that rows meet; and made narrower, so
that a gap opens. Each is timed in this one sitting:

- `read`: its text, to rows over typed columns; and of that the parsing alone;
- `overlap`, `a gap` and `gaps`: our own, with the bit sets and boxes they are found in made anew; whether there is a gap,
  which is what the solver is asked, and all gaps as few boxes with their exact share, which is what is told;
- the solver, asked about pairs of rows whether both can hold at once, and once whether there is an input that no row fits.

Of the pairs a sample is asked, and what they took is multiplied; the one question about a gap is given up after a while.
Machines are shared and noisy, so only the ratios mean anything.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import z3

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_compiler.analysis.boxes import Masks
from regola_compiler.analysis.coverage import Fuel
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import disagreeing, worst_first
from regola_compiler.checks.tables import table_overlap
from regola_compiler.driver import understand
from regola_compiler.model.program import Const, Program, Row, Table
from regola_compiler.project.game import Game
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from support.random_table_programs import Large, large_table

RUNS = 3
PAIRS = 2_000
LIMIT = 60  # seconds for the one question about a gap
SIZES = [(columns, rows) for columns in (3, 5, 7) for rows in (500, 1000, 1500)]


def fastest(function: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of this process, whatever else the machine does."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return min(times)


def table_in(text: str) -> tuple[Program, Table]:
    """The one table of a text."""
    program = understand(Game("bench", Path(), {}, [Source("bench.regola", text)])).program
    table = program.callables["t"]
    assert isinstance(table, Table)
    return program, table


# --- the solver --------------------------------------------------------------------------


class Asked:
    """A table as a solver reads it: an integer for each column, a condition for each row."""

    def __init__(self, table: Table) -> None:
        self.inputs = [z3.Int(dimension.label) for dimension in table.dimensions]
        self.bounds = [
            z3.And(dimension.low <= value, value <= dimension.high)
            for dimension, value in zip(table.dimensions, self.inputs, strict=True)
        ]
        self.rows = [self._condition(row) for row in table.rows]
        self.answers = [part.value for row in table.rows for part in row.outputs if isinstance(part, Const)]

    def _condition(self, row: Row) -> z3.BoolRef:
        parts = []
        for value, selector in zip(self.inputs, row.selectors, strict=True):
            ends = [
                [*([low <= value] if low is not None else []), *([value <= high] if high is not None else [])]
                for low, high in selector
            ]
            if all(ends):
                parts.append(z3.Or(*(z3.And(*end) for end in ends)))
        return z3.And(*parts)

    def pairs(self, random: Random) -> tuple[float, int, int]:
        """The seconds that a sample of the pairs that disagree takes, its size, and how many there are."""
        every = [(i, j) for i, j in combinations(range(len(self.rows)), 2) if self.answers[i] != self.answers[j]]
        sample = random.sample(every, min(PAIRS, len(every)))
        solver = z3.Solver()
        solver.add(*self.bounds)
        start = time.process_time()
        for i, j in sample:
            solver.push()
            solver.add(self.rows[i], self.rows[j])
            solver.check()
            solver.pop()
        return time.process_time() - start, len(sample), len(every)

    def gap(self) -> tuple[float, bool]:
        """The seconds that the question for one input without a row takes, and whether it was answered."""
        solver = z3.Solver()
        solver.set("timeout", LIMIT * 1000)
        start = time.process_time()
        solver.add(*self.bounds)
        solver.add(z3.Not(z3.Or(*self.rows)))
        answer = solver.check()
        return time.process_time() - start, answer != z3.unknown


# --- the table of ratios -----------------------------------------------------------------


def ours_overlap(program: Program, table: Table) -> list[tuple[int, int]]:
    """The rows to blame."""
    survey = Analysis(program)
    cover = survey.cover(table, past_edges=True)
    return worst_first(table_overlap.real(table, survey, disagreeing(table, cover)))[0]


def first_gap(program: Program, table: Table) -> Masks | None:
    """One box that no row fits, or None."""
    cover = Analysis(program).cover(table)
    return next(cover.remainder(cover.space.full, cover.rows, Fuel()), None)


def line(columns: int, rows: int, form: str, whole: Large, random: Random) -> str:
    """One line of what is printed."""
    changed = whole if form == "as it is" else whole.changed(random, wider=form == "wider")
    text = changed.text()
    parsing = fastest(lambda: parse_source(Source("bench.regola", text)))
    read = fastest(lambda: table_in(text))
    program, table = table_in(text)
    overlap = fastest(lambda: ours_overlap(program, table))
    gap = fastest(lambda: first_gap(program, table))
    gaps = fastest(lambda: Analysis(program).cover(table).uncovered(Fuel()))
    holes = Analysis(program).cover(table).uncovered(Fuel())
    asked = Asked(table)
    seconds, sample, every = asked.pairs(random)
    pairwise = seconds * every / sample
    query, answered = asked.gap()
    sign = "" if answered else "> "
    return (
        f"{columns} x {rows:<5}{form:9} {parsing / read:6.2f}{overlap / read:9.2f}{gap / read:9.2f}{gaps / read:9.2f}"
        f"{pairwise / overlap:13,.0f}{sign + format(query / gap, ',.1f'):>13}{sign + format(query / gaps, ',.1f'):>13}"
        f"{len(holes.boxes):>6}{'' if holes.complete else '+'}"
    )


def main() -> None:
    """Print the ratios, line by line as they are measured."""
    print("tables: what reading one takes is 1, of which parsing is a part; the solver is told as a multiple of ours")
    print(f"  pairs: {PAIRS} pairs of rows that disagree are asked, and what they take is multiplied to all of them")
    print(f"  one query: whether there is an input without a row; given up after {LIMIT} seconds, which is told as `>`")
    print()
    print(f"{'':17}{'ours / reading':>33}{'solver / ours':>39}")
    print(
        f"{'table':17}{'parse':>6}{'overlap':>9}{'a gap':>9}{'gaps':>9}"
        f"{'pairs/overl.':>13}{'query/a gap':>13}{'query/gaps':>13}{'boxes':>6}"
    )
    for columns, rows in SIZES:
        random = Random(columns * rows)
        whole = large_table(random, columns, rows)
        for form in ("as it is", "wider", "narrower"):
            print(line(columns, rows, form, whole, random), flush=True)


if __name__ == "__main__":
    main()
