"""Rows that can never be the answer."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.kinds import HitPolicy
from regola_dsl.tree import cited
from regola_dsl.wording import later, say, say_number

from regola_compiler.analysis.copied_rows import copied_row
from regola_compiler.analysis.coverage import Coverage, Fuel, bit_indices
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import SHOWN, TANGLED, disagreeing, first_few, otherwise_rows, tables
from regola_compiler.model.program import Dimension, Program, Selector, Table
from regola_compiler.model.types import DiceType, IntType

CODE = Code("R312", "dead-row", "a table row that can never be the answer")
# A line of a table, those that answer before it, and all others, by what it is.
_THIS = {"row": later("this row"), "column": later("this column"), "cell": later("this cell")}
_EARLIER = {
    "row": later("the rows above"),
    "column": later("the columns before it"),
    "cell": later("the cells before it"),
}
_OTHERS = {"row": later("the other rows"), "column": later("the other columns"), "cell": later("the other cells")}


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each printed line or column that has nothing to say, as far as a person reads."""
    for table in tables(program):
        if copied_row(table, survey) is not None:
            continue  # a row is hidden by the one it was copied from
        for found in dead_rows(table, survey):
            yield from first_few(
                found[:SHOWN],
                len(found) - SHOWN,
                lambda number: say_number("and {number} more like it", "and {number} more like it", number),
            )


def dead_rows(table: Table, survey: Analysis) -> list[list[Diagnostic]]:
    """All that is to be said of a table: lines no dice reach, ranges they never show, lines that others hide."""
    cover = survey.cover(table, past_edges=True)
    kinds = [_never_rolled(table, cover), _out_of_bounds(table, cover), _not_shown(table, cover)]
    kinds.append(_hidden(table, cover, survey))
    return [list(kind) for kind in kinds]


# --- what no dice show ---


def _dice(table: Table) -> Iterator[tuple[int, Dimension, DiceType]]:
    """The inputs that are dice as they fall; `modified` dice may show any number."""
    for i, dimension in enumerate(table.dimensions):
        if isinstance(dimension.type, DiceType) and not dimension.type.modified:
            yield i, dimension, dimension.type


def _never_rolled(table: Table, cover: Coverage) -> Iterator[Diagnostic]:
    for i, dimension, dice in _dice(table):
        for part, cells in _line_sets(table, columns=table.grid and i == 1):
            if all(cover.boxes[cell][i] == 0 for cell in bit_indices(cells)):
                first = table.rows[next(bit_indices(cells))]
                yield Diagnostic(
                    CODE,
                    say(
                        "no roll of `{dice}` reaches {line} of `{name}`{cited}",
                        dice=dice,
                        line=say(_THIS[part]),
                        name=table.name,
                        cited=cited(table.anchors),
                    ),
                    first.line if part == "row" else first.span,
                    say("never reached"),
                    help=say(
                        "remove it, or declare `{label}: modified {dice}` if modifiers can",
                        label=dimension.label,
                        dice=dice,
                    ),
                    subject=table.name,
                )


def _out_of_bounds(table: Table, cover: Coverage) -> Iterator[Diagnostic]:
    """Lines for numbers that the declared bounds leave out."""
    for i, dimension in enumerate(table.dimensions):
        if not (isinstance(dimension.type, IntType) and dimension.closed):
            continue
        for part, cells in _line_sets(table, columns=table.grid and i == 1):
            if all(cover.boxes[cell][i] == 0 for cell in bit_indices(cells)):
                first = table.rows[next(bit_indices(cells))]
                yield Diagnostic(
                    CODE,
                    say(
                        "no `{label}` of `{dimension}` reaches {line} of `{name}`{cited}",
                        label=dimension.label,
                        dimension=dimension.type,
                        line=say(_THIS[part]),
                        name=table.name,
                        cited=cited(table.anchors),
                    ),
                    first.line if part == "row" else first.span,
                    say("never reached"),
                    help=say("remove it, or widen the bounds of `{label}`", label=dimension.label),
                    subject=table.name,
                )


def _not_shown(table: Table, cover: Coverage) -> Iterator[Diagnostic]:
    """Ranges that begin or end with a number the dice never show."""
    for i, dimension, dice in _dice(table):
        told: set[Selector] = set()
        for row, box in zip(table.rows, cover.boxes, strict=True):
            selector = row.selectors[i]
            ends = [end for interval in selector for end in interval if end is not None and not dice.shows(end)]
            if ends and box[i] and selector not in told:
                told.add(selector)
                yield Diagnostic(
                    CODE,
                    say(
                        "no roll of `{dice}` gives the {ends} that `{name}`{cited} names",
                        dice=dice,
                        ends=ends[0],
                        name=table.name,
                        cited=cited(table.anchors),
                    ),
                    row.span,
                    say("`{label}` is never {ends}", label=dimension.label, ends=ends[0]),
                    help=say(
                        "correct the range, or declare `{label}: modified {dice}` if modifiers can",
                        label=dimension.label,
                        dice=dice,
                    ),
                    subject=table.name,
                    severity=Severity.WARNING,
                )


# --- what other rows hide ---


def _hidden(table: Table, cover: Coverage, survey: Analysis) -> Iterator[Diagnostic]:
    against = disagreeing(table, cover) if table.hit == HitPolicy.UNIQUE else [0] * len(table.rows)
    last = otherwise_rows(table)
    alone = table.hit in {HitPolicy.UNIQUE, HitPolicy.FIRST}  # else rows that meet are answers together
    # What `otherwise` says comes after all other rows, wherever they stand.
    above = []
    for i, (printed, rivals) in enumerate(zip(table.rows, cover.overlapping, strict=True)):
        earlier = rivals & ((1 << i) - 1) & (last if printed.last else ~last) if alone else 0
        above.append(earlier | (rivals & ~last if printed.last else 0))
    effort = Fuel()
    dead = 0
    for row, box in enumerate(cover.boxes):
        # Where rows disagree there is an overlap, and that is told.
        clear = above[row] and not above[row] & against[row]
        if (clear and cover.covered(box, above[row], effort)) or (
            table.rows[row].last and cover.covered(box, above[row] & ~last, effort)
        ):
            dead |= 1 << row
    if effort.spent:
        survey.undecided[table.name] = TANGLED
    # A cell may be hidden where lines clash; then it is the clash that is told.
    kinds = [_line_sets(table), _line_sets(table, columns=True) if table.grid else []]
    if table.grid and not any(against):
        kinds.append([("cell", 1 << cell) for cell in bit_indices(dead)])
    told = ~cover.rows  # what no roll reaches is told already
    for part, cells in (item for parts in kinds for item in parts):
        if cells & ~told and not cells & ~(dead | ~cover.rows):
            told |= cells
            yield _report(table, cover, part, list(bit_indices(cells & cover.rows)), above)


def _report(table: Table, cover: Coverage, part: str, cells: list[int], above: list[int]) -> Diagnostic:
    repeats = all(
        any(
            cover.boxes[other] == cover.boxes[cell] and table.rows[other].last == table.rows[cell].last
            for other in bit_indices(above[cell])
        )
        for cell in cells
    )
    row, earlier = table.rows[cells[0]], table.rows[next(bit_indices(above[cells[0]]))]
    others = _OTHERS if row.last else _EARLIER
    message = later("{line} of `{name}`{cited} is never reached: {others} answer all its inputs")
    if repeats:
        message = (
            later("{line} of `{name}`{cited} repeats one above")
            if part == "row"
            else later("{line} of `{name}`{cited} repeats one before it")
        )
    return Diagnostic(
        CODE,
        say(message, line=say(_THIS[part]), name=table.name, cited=cited(table.anchors), others=say(others[part])),
        row.line if part == "row" else row.span,
        say("again here") if repeats else say("never reached"),
        (Label(earlier.line if part == "row" else earlier.span, say("answered here")),),
        _mended(table, cover, cells, above) if not repeats else say("remove it, or correct its inputs"),
        subject=table.name,
        # For what no other row says there may be nothing left: such a row does no harm.
        severity=Severity.WARNING if row.last else None,
    )


def _mended(table: Table, cover: Coverage, cells: list[int], above: list[int]) -> str:
    """What to do about a row that is never reached: to move it, where one that has its inputs and more stands first."""
    first = next(
        (
            table.rows[other].line.line
            for other in bit_indices(above[cells[0]])
            if all(not mine & ~more for mine, more in zip(cover.boxes[cells[0]], cover.boxes[other], strict=True))
        ),
        None,
    )
    if table.hit != HitPolicy.FIRST or len(cells) > 1 or first is None:
        return say("remove it, or correct its inputs")
    return say("move it above line {line}, whose inputs have its own among them; or correct its inputs", line=first)


def _line_sets(table: Table, *, columns: bool = False) -> list[tuple[str, int]]:
    """The printed lines of a table, or its columns, as sets of rows."""
    groups: dict[object, int] = {}
    for i, row in enumerate(table.rows):
        key = row.selectors[1] if columns else row.line
        groups[key] = groups.get(key, 0) | 1 << i
    return [("column" if columns else "row", rows) for rows in groups.values()]
