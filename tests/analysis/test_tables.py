"""What is said of tables, held against every input one by one; and tables too large for that."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Collection
from fractions import Fraction
from math import prod
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from regola_compiler.analysis import coverage
from regola_compiler.analysis.boxes import Masks, Space, runs
from regola_compiler.analysis.copied_rows import copied_row
from regola_compiler.analysis.coverage import Coverage, Fuel
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import SHOWN, disagreeing
from regola_compiler.checks.definitions import not_decided
from regola_compiler.checks.tables import broken_shape, dead_row, table_gap, table_overlap
from regola_compiler.driver import understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.evaluator import matching
from regola_compiler.model.program import Const, Program, Row, Table, selects
from regola_compiler.model.types import BoolType, DiceType, EnumType, IntType
from regola_compiler.project.game import Game
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source
from support.drawn import randoms, tables
from support.effort import drawn, every_third
from support.patience import bounded
from support.random_table_programs import copied_row_table, large_table, small_table
from support.witnesses import lapses

SETTINGS = settings(max_examples=drawn(300), deadline=None, suppress_health_check=[HealthCheck.too_slow])
TABLE_CHECKS = (table_gap, table_overlap, dead_row, broken_shape, not_decided)
Point = tuple[int, ...]


def program_of(text: str) -> tuple[Program, Table]:
    compiled = understand(Game("sample", Path(), {}, [Source("sample.regola", text)]))
    assert not compiled.found, text
    table = compiled.program.callables["t"]
    assert isinstance(table, Table)
    return compiled.program, table


def said(text: str, *checks: ModuleType) -> list[Diagnostic]:
    """What these checks say, all of them on one survey."""
    program, _ = program_of(text)
    survey = Analysis(program)
    return [found for check in checks or TABLE_CHECKS for found in check.check(program, survey)]


# --- brute force -------------------------------------------------------------------------


def inputs(table: Table, *, past_edges: bool) -> list[Point]:
    """Every input of the printed stretch; with `past_edges` as far past it as makes a difference."""
    lines = []
    for dimension in table.dimensions:
        type_ = dimension.type
        # What has declared bounds has nothing past them; any whole number at all is asked past the rows' ends too.
        endless = isinstance(type_, IntType) and type_.low is None
        margin = 12 if past_edges else 1 if endless else 0
        if isinstance(type_, BoolType) or (isinstance(type_, EnumType) and not type_.open_above):
            margin = 0
        if isinstance(type_, IntType) and not endless:
            margin = 0
        if isinstance(type_, DiceType) and not type_.modified:
            lines.append([face for face, _ in type_.outcomes()])
        else:
            lines.append(list(range(dimension.low - margin, dimension.high + margin + 1)))
    return list(itertools.product(*lines))


def fits(row: Row, point: Point) -> bool:
    return all(selects(selector, place) for selector, place in zip(row.selectors, point, strict=True))


def speaking(table: Table, point: Point) -> list[int]:
    """The rows that fit a point, or those of `otherwise` where none does."""
    found = [i for i, row in enumerate(table.rows) if not row.last and fits(row, point)]
    return found or [i for i, row in enumerate(table.rows) if row.last and fits(row, point)]


def value(row: Row) -> Any:
    assert isinstance(row.outputs[0], Const)
    return row.outputs[0].value


def points_in(space: Space, box: Masks) -> set[Point]:
    lines = [
        [place for first, past in runs(mask) for low, high in segments[first:past] for place in range(low, high + 1)]
        for segments, mask in zip(space.segments, box, strict=True)
    ]
    return set(itertools.product(*lines))


# --- small tables ------------------------------------------------------------------------


@SETTINGS
@given(tables())
def test_gaps_are_what_no_row_answers(text: str) -> None:
    program, table = program_of(text)
    missing = set()
    for point in inputs(table, past_edges=False):
        try:
            matching(table, point)
        except RuleError:
            missing.add(point)
    survey = Analysis(program)
    rows = survey.cover(table)
    holes = rows.uncovered(Fuel())
    told = [points_in(rows.space, box) for box in holes.boxes]
    assert set().union(*told) == missing
    assert sum(map(len, told)) == len(missing) == holes.inputs, "the boxes are disjoint"
    assert [len(box) for box in told] == sorted((len(box) for box in told), reverse=True)
    assert holes.complete
    assert holes.exact
    if copied_row(table, survey) is not None:
        return  # told once, as an overlap
    found = list(table_gap.check(program, survey))
    assert len(found) == bool(missing)
    if found:
        share = Fraction(len(missing), len(inputs(table, past_edges=False)))
        said_of_all = "no input has a row" if share == 1 else f"{share} of the table's inputs have no row"
        if share == 1 or not any(isinstance(d.type, IntType) and d.type.low is None for d in table.dimensions):
            assert found[0].notes[-1] == said_of_all
        else:
            assert not any("inputs have no row" in note for note in found[0].notes), "no share of what has no end"
        assert found[0].witness is not None


@SETTINGS
@given(tables())
def test_a_hole_is_as_wide_as_it_can_be_before_others_are_told(text: str) -> None:
    program, table = program_of(text)
    rows = Analysis(program).cover(table)
    boxes = rows.uncovered(Fuel()).boxes
    for box in boxes:
        for i, full in enumerate(rows.space.full):
            for first, _ in runs(full & ~box[i]):
                wider = (*box[:i], box[i] | 1 << first, *box[i + 1 :])
                others = [
                    other for other in boxes if other != box and all(a & b for a, b in zip(other, wider, strict=True))
                ]
                assert rows.intersecting(wider) or others


@SETTINGS
@given(tables("unique"))
def test_overlaps_are_rows_that_disagree(text: str) -> None:
    program, table = program_of(text)
    met = set()
    for point in inputs(table, past_edges=True):
        rows = speaking(table, point)
        met |= {(i, j) for i, j in itertools.combinations(rows, 2) if value(table.rows[i]) != value(table.rows[j])}
    survey = Analysis(program)
    against = table_overlap.real(table, survey, disagreeing(table, survey.cover(table, past_edges=True)))
    assert {(i, j) for i in range(len(against)) for j in range(i + 1, len(against)) if against[i] >> j & 1} == met
    assert against == [sum(1 << j for j in range(len(against)) if against[j] >> i & 1) for i in range(len(against))]
    if copied_row(table, survey) is not None:
        return  # told once, whatever the two rows say
    found = list(table_overlap.check(program, survey))
    assert bool(found) == bool(met)
    by_span = {row.span: i for i, row in enumerate(table.rows)}
    for finding in found:
        assert finding.witness is not None
        main = by_span[finding.span]
        assert all(tuple(sorted((main, by_span[label.span]))) in met for label in finding.related)
    blamed = {by_span[finding.span] for finding in found}
    assert all(i in blamed or j in blamed for i, j in met), "every clash has its finding"


@SETTINGS
@given(tables())
def test_a_witness_of_a_table_shows_its_fault_however_the_rest_is_filled_in(text: str) -> None:
    if copied_row(program_of(text)[1], Analysis(program_of(text)[0])) is not None:
        return  # it is shown by both its lines
    for check in (table_gap, table_overlap):
        for finding in said(text, check):
            assert finding.witness is not None
            slug, site = finding.witness.answer, program_of(text)[1].name_span
            lapsed = lapses(text, finding.witness, (slug, site), Random(text))
            # One gap may reach past an edge, where the word for it is another.
            assert not [
                one
                for one in lapsed
                if slug not in {"gap", "outside"} or ("'gap'" not in one and "'outside'" not in one)
            ]


@SETTINGS
@given(st.one_of(tables(), st.builds(copied_row_table, randoms())))
def test_a_row_was_copied_where_two_lines_are_alike_and_one_box_beside_them_is_missing(text: str) -> None:
    program, table = program_of(text)
    points = inputs(table, past_edges=False)
    missing = frozenset(point for point in points if not speaking(table, point))
    alike = [
        lines
        for one, other in itertools.combinations(table.rows, 2)
        if (lines := frozenset(point for point in points if fits(one, point)))
        == frozenset(point for point in points if fits(other, point))
    ]
    gap = sides(missing)
    is_box = prod(map(len, gap)) == len(missing) > 0
    beside = is_box and any(
        lines and sum(a != b for a, b in zip(sides(lines), gap, strict=True)) == 1 for lines in alike
    )
    assert (copied_row(table, Analysis(program)) is not None) == beside


def sides(points: Collection[Point]) -> list[set[int]]:
    """What some points have in each of their inputs."""
    return [set(values) for values in zip(*points, strict=True)]


@SETTINGS
@given(st.builds(copied_row_table, randoms()))
def test_a_copied_row_is_one_finding_and_mended_by_what_it_proposes(text: str) -> None:
    program, table = program_of(text)
    copied = copied_row(table, Analysis(program))
    assert copied is not None
    (found,) = said(text, table_gap, table_overlap, dead_row)
    assert (found.span, found.related[0].span) == (copied.span, copied.other)
    for span in (copied.span, copied.other):
        lines = text.split("\n")
        cells = lines[span.line - 1].split(" | ")
        (column,) = (n for n, dimension in enumerate(table.dimensions) if dimension.label == copied.dimension)
        assert cells[column + 1].strip(" |") in {copied.twice, "no", "yes"}
        cells[column + 1] = cells[column + 1].replace(cells[column + 1].strip(" |"), copied.nowhere)
        lines[span.line - 1] = " | ".join(cells)
        assert not said("\n".join(lines), table_gap, table_overlap, dead_row), lines


@SETTINGS
@given(tables())
@example(small_table(Random(1572)))
def test_dead_rows_are_those_whose_inputs_others_answer(text: str) -> None:
    program, table = program_of(text)
    if copied_row(table, Analysis(program)):
        return  # told once, as an overlap
    points = inputs(table, past_edges=True)
    dead = set()
    for i, row in enumerate(table.rows):
        above = [j for j in range(i) if table.rows[j].last == row.last]
        # What `otherwise` says comes after all rows that say what they are for.
        before = [j for j, other in enumerate(table.rows) if row.last and not other.last]
        fitting = [point for point in points if fits(row, point)]
        hidden = all(any(fits(table.rows[j], point) for j in above + before) for point in fitting)
        if all(any(fits(table.rows[j], point) for j in before) for point in fitting):
            dead.add(i)
        clash = table.hit == "unique" and any(
            fits(table.rows[j], point) and value(table.rows[j]) != value(row) for j in above for point in fitting
        )
        if hidden and fitting and not clash:
            dead.add(i)
        if not fitting:
            dead.add(i)
    kinds = dead_row.dead_rows(table, Analysis(program))
    found = [finding for kind in kinds for finding in kind if finding.label in {"never reached", "again here"}]
    assert {i for i, row in enumerate(table.rows) for finding in found if finding.span == row.line} == dead
    assert len(found) <= 2 * len(dead), "once, or once for each kind of dice"
    shown = list(dead_row.check(program, Analysis(program)))
    assert [finding.span for finding in shown] == [finding.span for kind in kinds for finding in kind[:SHOWN]]
    left = [len(kind) - SHOWN for kind in kinds if len(kind) > SHOWN]
    assert [note for finding in shown for note in finding.notes] == [f"and {count} more like it" for count in left]


@SETTINGS
@given(tables(shape=True))
def test_a_promise_is_broken_where_two_answers_go_the_wrong_way(text: str) -> None:
    program, table = program_of(text)
    points = set(inputs(table, past_edges=True))
    answers = {point: speaking(table, point)[: 1 if table.hit == "first" else None] for point in points}
    boxes = Analysis(program).cover(table, past_edges=True)
    broken = set()
    for direction, axis, _ in table.shapes:
        groups: dict[Point, list[Point]] = {}
        for point in sorted(points):
            groups.setdefault((*point[:axis], *point[axis + 1 :]), []).append(point)
        for line in groups.values():
            for one, other in itertools.combinations(line, 2):
                for i, j in itertools.product(answers[one], answers[other]):
                    a, b = table.rows[i], table.rows[j]
                    if a.last or b.last or (table.hit == "unique" and boxes.overlapping[i] >> j & 1):
                        continue
                    if value(a) > value(b) if direction == "rising" else value(a) < value(b):
                        broken.add(frozenset((i, j)))
    found = list(broken_shape.check(program, Analysis(program)))
    blamed = {i for i, row in enumerate(table.rows) for finding in found if finding.span == row.span}
    assert all(pair & blamed for pair in broken)
    for finding in found:
        (main,) = (i for i, row in enumerate(table.rows) if row.span == finding.span)
        (beside,) = (i for i, row in enumerate(table.rows) if row.span == finding.related[0].span)
        assert frozenset((main, beside)) in broken


CALCULATED = """\
table t(n: int 0..9, m: int 0..3) -> int @2
  | n    | m | out   |
  | 0..4 | - | n + m |
  | 4..9 | - | {0}   |
"""


@pytest.mark.parametrize(
    ("second", "slugs"),
    [
        ("m + n", []),  # the same, said otherwise
        ("m + 4", []),  # the same where they meet
        ("n + m", []),
        ("2 * n", ["error"]),
        ("m + 5", ["error"]),
    ],
)
def test_results_that_are_calculated_are_compared_on_every_input(second: str, slugs: list[str]) -> None:
    found = said(CALCULATED.format(second), table_overlap)
    assert [finding.weight.value for finding in found] == slugs
    assert all(finding.witness for finding in found)


# --- large tables ------------------------------------------------------------------------


@settings(max_examples=drawn(25), deadline=None)
@given(randoms(), st.integers(2, 6), st.integers(1, 60))
def test_a_complete_table_is_silent_and_without_a_row_has_its_box_missing(
    random: Random, columns: int, rows: int
) -> None:
    whole = large_table(random, columns, rows, top=999_999_999)
    assert not said(whole.text())
    if len(whole.cells) < 2:
        return
    lost = whole.cells.pop()
    program, table = program_of(whole.text())
    rest = Analysis(program).cover(table)
    holes = rest.uncovered(Fuel())
    size = prod(part[1] - part[0] + 1 if isinstance(part, tuple) else len(part) for part in lost)
    assert (holes.inputs, holes.complete) == (size, True)
    assert len(holes.boxes) == 1, "one row is missing, so one box is"


@settings(max_examples=drawn(40), deadline=None, suppress_health_check=[HealthCheck.large_base_example])
@given(randoms())
def test_how_many_values_a_stretch_has_makes_no_difference(random: Random) -> None:
    """The same table with each number spread over a hundred million: the same is said, with the same shares."""
    small = large_table(random, 3, 12, top=9).changed(random, wider=random.random() < 0.5)
    spread = 100_000_000
    large = [
        [(part[0] * spread, (part[1] + 1) * spread - 1) if isinstance(part, tuple) else part for part in row]
        for row in small.cells
    ]
    wide = type(small)(large, 10 * spread - 1, small.words)
    for one, other in zip(*(said(table.text()) for table in (small, wide)), strict=True):
        assert one.code == other.code
        assert (one.span.line, len(one.related), len(one.notes)) == (
            other.span.line,
            len(other.related),
            len(other.notes),
        )
        assert one.notes[-1:] == other.notes[-1:]


def tangled(rows: int, columns: int, *, hit: str = "unique", last: bool = False) -> str:
    """Rows of random ranges of a billion values: there is no end to the ways in which they meet."""
    random = Random(7)
    lines = [f"table t({', '.join(f'n{i}: int 0..1000000000' for i in range(columns))}) -> int 0..99 @2"]
    lines += [f"  hit {hit}", f"  | {' | '.join(f'n{i}' for i in range(columns))} | out |"]
    for j in range(rows):
        ends = [sorted((random.randint(0, 10**9), random.randint(0, 10**9))) for _ in range(columns)]
        lines.append(f"  | {' | '.join(f'{low}..{high}' for low, high in ends)} | {j % 50} |")
    if last:
        lines.append(f"  | {' | '.join('-' for _ in range(columns))} | 99 |")
    return "\n".join(lines) + "\n"


class Counted(Fuel):
    """An effort that is remembered."""

    made: list[Fuel] = []  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.made.append(self)


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[Fuel]:
    """Every effort the checks of tables make."""
    Counted.made = []
    for module in (table_gap, table_overlap, dead_row, broken_shape):
        monkeypatch.setattr(module, "Fuel", Counted)
    return Counted.made


def test_a_thousand_rows_of_ten_columns_take_a_bounded_number_of_steps(efforts: list[Fuel]) -> None:
    found = said(tangled(1000, 10))
    assert [finding.code.slug for finding in found][:2] == ["table-gap", "table-overlap"]
    assert found[0].notes[-1].startswith("at least ")
    assert "in too many ways" in found[0].notes[-1]
    assert found[0].witness is not None
    assert len(found) <= 2 * len(TABLE_CHECKS)
    assert all(len(finding.notes) + len(finding.related) < 12 for finding in found)
    assert len(efforts) <= 4
    assert all(effort.left >= -1 for effort in efforts)
    assert any(effort.spent for effort in efforts), "this table is one that is too large"


def test_a_thousand_rows_that_one_covers_are_decided(efforts: list[Fuel]) -> None:
    assert not [
        finding for finding in said(tangled(1000, 10, hit="first", last=True)) if finding.code.slug == "table-gap"
    ]
    assert sum(coverage.STEPS - effort.left for effort in efforts) < coverage.STEPS


@pytest.mark.parametrize(("columns", "rows"), every_third([(10, 1000), (3, 1500)]))
def test_complete_tables_of_many_rows_take_few_steps(columns: int, rows: int, efforts: list[Fuel]) -> None:
    whole = large_table(Random(1), columns, rows, top=1_000_000_000)
    assert not said(whole.text())
    wider = said(whole.changed(Random(2), wider=True).text())
    assert {finding.code.slug for finding in wider} <= {"table-overlap", "dead-row"}
    assert len([finding for finding in wider if finding.code.slug == "table-overlap"]) == 5
    assert "more rows disagree with others" in wider[4].notes[-1]
    narrower = said(whole.changed(Random(2), wider=False).text())
    assert [finding.code.slug for finding in narrower] == ["table-gap"]
    assert "at least" not in narrower[0].notes[-1], "the share is exact"
    assert not any(effort.spent for effort in efforts)


def wide(columns: int, rows: int) -> str:
    """A table of many inputs, most of whose cells name one of four values."""
    random = Random(columns * 1000 + rows)
    names = [f"n{i}" for i in range(columns)]
    lines = [f"table t({', '.join(f'{name}: int 0..3' for name in names)}) -> int 0..9 @2"]
    lines += [f"  | {' | '.join(names)} | out |"]
    for _ in range(rows):
        cells = [str(random.randint(0, 3)) if random.random() < 0.7 else "-" for _ in names]
        lines.append(f"  | {' | '.join(cells)} | {random.randint(0, 9)} |")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("rows", every_third([1, 40]))
def test_what_a_table_takes_grows_less_than_the_cube_of_its_inputs(rows: int) -> None:
    def calls(columns: int) -> int:
        program, table = program_of(wide(columns, rows))
        cover, made = Analysis(program).cover(table), [0]

        def count(_frame: FrameType, event: str, _argument: object) -> None:
            made[0] += event in {"call", "c_call"}

        sys.setprofile(count)
        try:
            holes = cover.uncovered(Fuel())
        finally:
            sys.setprofile(None)
        assert holes.boxes
        return made[0]

    assert calls(80) < 6.5 * calls(40)


@pytest.mark.parametrize(("columns", "rows"), every_third([(150, 40), (150, 1), (400, 3)]))
def test_a_table_of_many_inputs_takes_a_bounded_number_of_steps(columns: int, rows: int) -> None:
    with bounded(8):
        found = said(wide(columns, rows))
    assert [finding.code.slug for finding in found][:1] == ["table-gap"]
    assert found[0].witness is not None


def test_what_is_not_decided_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    text = large_table(Random(5), 4, 40).changed(Random(5), wider=True).text(hit="first")
    assert not any(finding.code.slug in {"table-gap", "not-decided"} for finding in said(text))
    monkeypatch.setattr(table_gap, "Fuel", lambda: Fuel(3))
    assert [finding.code.slug for finding in said(text, table_gap, not_decided)] == ["not-decided"]


def test_a_cover_gives_up_when_its_effort_is_spent() -> None:
    program, table = program_of(large_table(Random(5), 4, 40).changed(Random(5), wider=True).text())
    rows: Coverage = Analysis(program).cover(table)
    assert rows.uncovered(Fuel()).complete
    given_up = rows.uncovered(Fuel(3))
    assert (given_up.boxes, given_up.complete) == ([], False)
    assert not rows.covered(rows.space.full, rows.rows, Fuel(3))
    assert rows.covered(rows.space.full, rows.rows, Fuel())


def test_a_share_is_exact_or_says_about() -> None:
    assert table_gap.format_share(Fraction(1, 8)) == "1/8"
    assert table_gap.format_share(Fraction(1234567, 10**8)) == "about 1.23%"
    assert table_gap.format_share(Fraction(1, 2**40)) == "less than 0.000001%"
    assert table_gap.format_share(Fraction(99_999_999_999_999, 10**14)) == "nearly all"
