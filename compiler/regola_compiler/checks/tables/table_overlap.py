"""Rows that answer the same inputs differently."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity, in_a_row
from regola_dsl.kinds import HitPolicy
from regola_dsl.tree import cited
from regola_dsl.wording import say, say_number

from regola_compiler.analysis.boxes import Masks
from regola_compiler.analysis.copied_rows import Copied, copied_row
from regola_compiler.analysis.coverage import Coverage, Fuel, bit_indices
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import (
    TANGLED,
    disagreeing,
    first_few,
    inputs_at,
    inputs_in,
    otherwise_rows,
    tables,
    witness_in,
    worst_first,
)
from regola_compiler.evaluate.errors import TableOverlap
from regola_compiler.model.program import Const, Program, Row, Table
from regola_compiler.model.types import show

CODE = Code("R311", "table-overlap", "rows of a table that disagree on the same input")
# How many of those that disagree with one row are shown beside it, and how many inputs of two rows are tried.
RELATED, TRIED = 3, 20


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """For each table the few printed lines to blame, those that disagree with most others first."""
    for table in tables(program):
        if copied := copied_row(table, survey):
            yield _report_copied(table, copied)
        elif table.hit == HitPolicy.UNIQUE:
            against = real(table, survey, disagreeing(table, survey.cover(table, past_edges=True)))
            parts, clashes = _lines(table, against) if table.grid else ([1 << i for i in range(len(against))], against)
            worst, rest = worst_first(clashes)
            found = [
                _report(table, survey, against, parts[part], [parts[other] for other in bit_indices(others)])
                for part, others in worst
            ]
            if table.grid:
                yield from first_few(
                    found,
                    rest,
                    lambda number: say_number(
                        "and {number} more line or column disagrees with others",
                        "and {number} more lines and columns disagree with others",
                        number,
                    ),
                )
            else:
                yield from first_few(
                    found,
                    rest,
                    lambda number: say_number(
                        "and {number} more row disagrees with others",
                        "and {number} more rows disagree with others",
                        number,
                    ),
                )


def _report_copied(table: Table, copied: Copied) -> Diagnostic:
    """One finding for a row that was copied and not adapted, which is an overlap and a gap."""
    return Diagnostic(
        CODE,
        say(
            "in table `{name}`{cited} {dimension} `{twice}` stands twice, and `{nowhere}` nowhere",
            name=table.name,
            cited=cited(table.anchors),
            dimension=copied.dimension,
            twice=copied.twice,
            nowhere=copied.nowhere,
        ),
        copied.span,
        say("here"),
        (Label(copied.other, say("and here")),),
        say(
            "write `{nowhere}` in place of `{twice}` in one of the two rows",
            nowhere=copied.nowhere,
            twice=copied.twice,
        ),
        subject=table.name,
    )


def real(table: Table, survey: Analysis, against: list[int]) -> list[int]:
    """The same without those that never come to disagree.

    Two rows of `otherwise` need an input that no other row answers, and rows that calculate their results one
    for which these differ: that is asked of the explorer, as far as it was able to try every input.
    """
    cover = survey.cover(table, past_edges=True)
    last = otherwise_rows(table)
    figured = sum(1 << i for i, row in enumerate(table.rows) if not all(isinstance(p, Const) for p in row.outputs))
    effort = Fuel()
    real = list(against)

    def drop(i: int, j: int) -> None:
        real[i] &= ~(1 << j)
        real[j] &= ~(1 << i)

    for i, j in _pairs(against, last):
        if next(cover.remainder(_shared(cover, i, j), cover.rows & ~last, effort), None) is None:
            drop(i, j)
            if effort.spent:
                survey.undecided[table.name] = TANGLED
                break
    if any(_pairs(real, figured)):
        met = [problem for found in survey.findings(table.name) for problem in found.problems]
        confirmed = {problem.rows for problem in met if isinstance(problem, TableOverlap)}
        if table.name not in survey.undecided and table.name not in survey.partial:
            within = survey.cover(table)
            for i, j in _pairs(real, figured):
                # What its bounds do not allow is not tried: past the printed edges they may still differ.
                if within.space.volume(_shared(within, i, j)) and (i, j) not in confirmed:
                    drop(i, j)
    return real


def _pairs(against: list[int], some: int) -> Iterator[tuple[int, int]]:
    """The pairs of rows that stand against each other, one of which at least is among `some`."""
    for j, others in enumerate(against):
        chosen = others if some >> j & 1 else others & some
        yield from ((i, j) for i in bit_indices(chosen & ((1 << j) - 1)))


def _shared(cover: Coverage, i: int, j: int) -> Masks:
    return tuple(a & b for a, b in zip(cover.boxes[i], cover.boxes[j], strict=True))


def _lines(table: Table, against: list[int]) -> tuple[list[int], list[int]]:
    """The lines of a grid and then its columns, as sets of cells, and for each those it clashes with.

    Cells of one line clash because their columns meet, cells of two lines because the lines do.
    """
    lines: dict[Any, int] = {}
    columns: dict[Any, int] = {}
    for i, row in enumerate(table.rows):
        lines[row.line] = lines.get(row.line, 0) | 1 << i
        columns[row.selectors[1]] = columns.get(row.selectors[1], 0) | 1 << i
    clashes = []
    for groups, within in ((lines, False), (columns, True)):
        for cells in groups.values():
            met = 0
            for cell in bit_indices(cells):
                line = lines[table.rows[cell].line]
                met |= against[cell] & (line if within else ~line)
            before = len(lines) if within else 0
            clashes.append(sum(1 << before + i for i, others in enumerate(groups.values()) if met & others))
    return [*lines.values(), *columns.values()], clashes


def _report(table: Table, survey: Analysis, against: list[int], cells: int, others: list[int]) -> Diagnostic:
    """What is wrong with one line, whose cells are given, against others."""
    cover = survey.cover(table, past_edges=True)
    pairs = [next((i, j) for i in bit_indices(cells) for j in bit_indices(against[i] & rival)) for rival in others]
    # Of two lines alone the later one is told, and the earlier one shown.
    main, beside = max(pairs[0]), [min(pairs[0])]
    if len(pairs) > 1:
        main, beside = pairs[0][0], [j for _, j in pairs]
    shared = _shared(cover, main, beside[0])
    if table.rows[main].last:  # it speaks only where the others do not
        shared = next(cover.remainder(shared, cover.rows & ~otherwise_rows(table), Fuel()), shared)
    problem = TableOverlap(table.name, *sorted((main, beside[0])))
    # Plain values disagree wherever the two rows meet; what is calculated may agree at some of the inputs.
    plain = all(isinstance(part, Const) for row in (main, beside[0]) for part in table.rows[row].outputs)
    points = () if plain else islice(cover.space.corners(shared), TRIED)
    boxes = [inputs_in(cover.space, shared)] if plain else [inputs_at(table, point) for point in points]
    witness = witness_in(table, survey, problem, boxes)
    message = say(
        "table `{name}`{cited} has two answers for {describe}",
        name=table.name,
        cited=cited(table.anchors),
        describe=cover.space.describe(shared),
    )
    more = len(beside) - RELATED
    return Diagnostic(
        CODE,
        message if witness else say("possible: {message}", message=message),
        table.rows[main].span,
        _answer(table.rows[main]),
        tuple(Label(table.rows[other].span, _answer(table.rows[other])) for other in beside[:RELATED]),
        say("both rows are for the same: take one of them out")
        if len(beside) == 1 and table.rows[main].selectors == table.rows[beside[0]].selectors
        else _narrowed(cover, beside[0], main)
        if len(beside) == 1
        else say("narrow this row, which disagrees with {beside} others, or declare `hit first`", beside=len(beside)),
        notes=(
            say_number("{number} more row disagrees with this one", "{number} more rows disagree with this one", more),
        )
        if more > 0
        else (),
        witness=witness,
        severity=None if witness else Severity.WARNING,
        subject=table.name,
    )


def _narrowed(cover: Coverage, first: int, second: int) -> str:
    """What to write in one of two rows, so that they are for other inputs: known where they differ in one input."""
    boxes = list(zip(cover.boxes[first], cover.boxes[second], strict=True))
    apart = [place for place, (one, other) in enumerate(boxes) if one != other]
    if len(apart) == 1:
        (place,) = apart
        one, other = boxes[place]
        cell = cover.space.cell
        ways = [
            say("`{now}` in place of `{was}`", now=cell(place, less), was=cell(place, whole))
            for less, whole in ((one & ~other, one), (other & ~one, other))
            if less and cell(place, less) and cell(place, whole)
        ]
        if ways:
            return say("narrow one of the two rows: write {ways}; or declare `hit first`", ways=in_a_row(ways, "or"))
    return say("narrow one of the two rows, or declare `hit first`")


def _answer(row: Row) -> str:
    shown = [show(part.value, part.type) for part in row.outputs if isinstance(part, Const)]
    return say("here `{listed}`", listed=", ".join(shown)) if shown else say("here")
