"""Inputs within a table's printed stretch that no row answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from regola_dsl.diagnostics import Code, Diagnostic, Label, name_list
from regola_dsl.kinds import HitPolicy
from regola_dsl.tree import cited
from regola_dsl.wording import later, say, say_number

from regola_compiler.analysis.boxes import Masks, Space
from regola_compiler.analysis.copied_rows import copied_row
from regola_compiler.analysis.coverage import Fuel, Uncovered
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import SHOWN, TANGLED, inputs_in, tables, witness_in
from regola_compiler.evaluate.errors import OutsideTable, TableGap
from regola_compiler.model.program import Program, Table, from_ordinal
from regola_compiler.model.types import DiceType, EnumType, IntType
from regola_compiler.mutation.slips.one_short import Reaching, rows_reaching

CODE = Code("R310", "table-gap", "inputs that no row of a table answers")
# The longest fraction that is told as one.
LONG = 12


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each table with gaps, the largest boxes first."""
    for table in tables(program):
        if table.hit in {HitPolicy.SUM, HitPolicy.ALL}:
            continue  # no row is an answer there: nothing to add, an empty list
        if copied_row(table, survey) is not None:
            survey.told_tables.add(table.name)
            continue  # its row stands there, for another input
        holes = survey.cover(table).uncovered(Fuel())
        if holes.boxes:
            survey.told_tables.add(table.name)
            yield _report(table, holes, survey)
        elif not holes.complete:
            survey.undecided[table.name] = TANGLED


def _report(table: Table, holes: Uncovered, survey: Analysis) -> Diagnostic:
    space = survey.cover(table).space
    first, *others = holes.boxes
    column = table.grid and not others and first[0] == space.full[0] and first[1] != space.full[1]
    notes = [say("no row for {inputs}", inputs=space.describe(box)) for box in others[: SHOWN - 1]]
    if len(others) >= SHOWN:
        more = len(others) - SHOWN + 1
        notes.append(
            say_number("and {number} more stretch", "and {number} more stretches", more)
            if holes.complete
            else say_number("and at least {number} more stretch", "and at least {number} more stretches", more)
        )
    share = Fraction(holes.inputs, space.volume(space.full))
    outside = _past_edge(table, space.point(first))
    if share == 1:
        notes.append(say("no input has a row"))
    elif space.endless:
        pass  # of inputs without end there is no share
    elif holes.exact:
        notes.append(say("{format_share} of the table's inputs have no row", format_share=format_share(share)))
    else:
        notes.append(
            say(
                "at least {format_share} of the table's inputs have no row; there may be more, {tangled}",
                format_share=format_share(share),
                tangled=TANGLED,
            )
        )
    some = [inputs_in(space, box) for box in holes.boxes[:SHOWN]]
    reaching = [] if others else _reaching(table, space, first)
    return Diagnostic(
        CODE,
        say(
            later("table `{name}`{cited} has no column for {inputs}")
            if column
            else later("table `{name}`{cited} has no row for {inputs}"),
            name=table.name,
            cited=cited(table.anchors),
            inputs=space.describe(first),
        ),
        table.name_span,
        say("the gap is in this table"),
        tuple(Label(one.place, say("`{now}` here would reach it", now=one.now)) for one in reaching),
        subject=table.name,
        help=(_moved_on(table) if column else "")
        or _what_to_add(space.cell(1, first[1]) if column else "", outside, reaching),
        notes=tuple(notes),
        witness=witness_in(table, survey, TableGap(table.name, tuple(space.point(first))), some)
        or (witness_in(table, survey, outside, some) if outside else None),
    )


def _reaching(table: Table, space: Space, gap: Masks) -> list[Reaching]:
    """The rows beside a gap, if that is one number of one input, whatever the others are."""
    apart = [place for place, part in enumerate(gap) if part != space.full[place]]
    if len(apart) != 1 or gap[apart[0]].bit_count() != 1:
        return []
    (dimension,) = apart
    low, high = space.segments[dimension][gap[dimension].bit_length() - 1]
    is_number = low == high and isinstance(table.dimensions[dimension].type, IntType | DiceType)
    return rows_reaching(table, dimension, low) if is_number else []


def _moved_on(table: Table) -> str:
    """What to write where every heading is the next value of a list, so that the first is lacking and one too many."""
    type_ = table.dimensions[1].type
    printed = sorted({place for row in table.rows for place in row.selectors[1]}, key=lambda one: one[0] or 0)
    if not isinstance(type_, EnumType) or any(low is None or low != high for low, high in printed):
        return ""
    places, listed = [low or 0 for low, _ in printed], range(len(type_.members))
    if places not in ([place + 1 for place in listed], [place - 1 for place in listed]):
        return ""
    return say(
        "each heading stands a column too far: write those from `{first}` to `{last}`, one for each value of `{type}`",
        first=type_.members[0],
        last=type_.members[-1],
        type=type_,
    )


def _what_to_add(column: str, outside: OutsideTable | None, reaching: Sequence[Reaching]) -> str:
    """What to write for the gap, `column` being the heading of the column that is missing, if one is."""
    if column:
        return say(
            "add the missing column; if it is never looked up, write it into the heading of another: `…, {heading}`",
            heading=column,
        )
    row = say("add the missing row, or one that says `otherwise`")
    if reaching:
        ways = name_list([one.now for one in reaching], "or")
        row = say("{row}; or, if a row beside it ends too soon, let it be {ways}", row=row, ways=ways)
    if outside is None:
        return row
    return say(
        "{row}; if nothing else is ever asked, declare the bounds of `{dimension}`",
        row=row,
        dimension=outside.dimension,
    )


def _past_edge(table: Table, point: list[int]) -> OutsideTable | None:
    """What goes wrong at an input that lies past a printed edge."""
    for dimension, place in zip(table.dimensions, point, strict=True):
        if not dimension.low <= place <= dimension.high:
            return OutsideTable(table.name, dimension.label, from_ordinal(place, dimension.type))
    return None


def format_share(share: Fraction) -> str:
    """A share, as a fraction where that is short, else in hundredths.

    >>> format_share(Fraction(1, 6)), format_share(Fraction(123456789, 10**10))
    ('1/6', 'about 1.23%')
    """
    if len(str(share)) <= LONG:
        return str(share)
    for digits in range(2, 7):
        percent = round(100 * share, digits)
        if percent:
            return (
                say("about {percent}%", percent=f"{float(percent):.{digits}f}") if percent < 100 else say("nearly all")
            )
    return say("less than 0.000001%")
