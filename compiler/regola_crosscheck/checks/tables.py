"""The tables a book prints, against those of the rules: what `regola_crosscheck.tables` compares, told as findings."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Label, Severity
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import ChangedWord, Confidence, CrosscheckFinding
from regola_crosscheck.book.tables import Grid
from regola_crosscheck.rules.lookups import lookups_of
from regola_crosscheck.tables.compare import compare_tables
from regola_crosscheck.tables.differences import TableDifference

CELL = Code("R731", "table-cell-differs", "a cell of a printed table is another one in the rules")
SHAPE = Code("R732", "table-shape-differs", "a row or column stands in the printed table or in the rules only")
NOT_FOUND = Code("R733", "table-not-found", "a table of the rules that its section does not print", Severity.WARNING)
NOT_ENCODED = Code("R734", "table-not-encoded", "a printed table that nothing in the rules holds", Severity.WARNING)
CODES = (CELL, SHAPE, NOT_FOUND, NOT_ENCODED)

_CODES = {
    "cell-differs": CELL,
    "row-missing": SHAPE,
    "row-extra": SHAPE,
    "column-missing": SHAPE,
    "column-extra": SHAPE,
    "table-not-found": NOT_FOUND,
    "table-not-encoded": NOT_ENCODED,
}


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every difference between the book's tables and the encoded ones."""
    yield from context.found("tables", None, lambda: _tables(context), _written(context))


def _written(context: CrosscheckContext) -> object:
    """The printed tables as they can be told from others: their lines by the sections that these stand in."""
    if context.parts is None:
        return None
    place = context.parts.place_of_line
    return [
        (
            place(grid.first_line),
            place(grid.last_line),
            [row and [(cell.text, place(cell.line), cell.column) for cell in row] for row in (grid.header, *grid.rows)],
            grid.caption,
        )
        for grid, _ in _printed(context)
    ]


def _printed(context: CrosscheckContext) -> list[tuple[Grid, str]]:
    """The tables of the book, and the lists that are tables by themselves."""
    return [*context.printed_tables, *context.counted_lists]


def _tables(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    there = context.book.by_key
    sections = frozenset(context.encoded.spelling[key] for key in context.encoded.names if key in there)
    lookups = context.cached("lookups", None, lambda: lookups_of(context.program))
    printed = _printed(context)
    found = context.cached(
        "tables",
        (tuple(printed), context.book.language, sections),
        lambda: compare_tables(context.program, lookups, printed, context.book.language, sections),
    )
    for one in found:
        # A draft has nothing of its book yet: the count of its sections says that.
        if one.kind != "table-not-encoded" or context.encoded.names:
            yield _finding(context, one)


def _finding(context: CrosscheckContext, one: TableDifference) -> CrosscheckFinding:
    cell = one.printed or one.encoded
    span = Span(context.book.path, one.line, one.column, one.line, one.column + max(1, len(one.printed)))
    if one.kind == "table-not-found":  # it has no place: the section is where it is missed
        section = context.book.section(one.section)
        span = context.book.span_of(section) if section is not None else Span(context.book.path, 1, 1, 1, 2)
    confidence = Confidence[one.confidence.upper()]
    return context.finding(
        _CODES[one.kind],
        min(confidence, Confidence.LIKELY) if one.erratum else confidence,
        one.section,
        f"{one.table or 'table'}:{one.place or cell}",
        say("{message}; the erratum `{erratum}` rules on it", message=_message(one), erratum=one.erratum)
        if one.erratum
        else _message(one),
        span,
        label=say("`{encoded}` in the rules", encoded=one.encoded) if one.kind == "cell-differs" else "",
        related=(Label(one.span, say("`{table}`", table=one.table)),) if one.span is not None else (),
        help=_help(one),
        picture=one.picture,
        word=ChangedWord(new=one.printed, expected=one.meant or one.encoded) if one.kind == "cell-differs" else None,
    )


def _message(one: TableDifference) -> str:
    place = one.shown or one.place
    where = say(" ({place})", place=place) if place else ""
    match one.kind:
        case "cell-differs":
            return say(
                "the printed table has `{printed}`, where `{table}` has `{encoded}`{where}",
                printed=one.printed,
                table=one.table,
                encoded=one.encoded,
                where=where,
            )
        case "row-missing":
            return say(
                "the printed table has no row `{encoded}`, which `{table}` has{where}",
                encoded=one.encoded,
                table=one.table,
                where=where,
            )
        case "row-extra":
            return say(
                "the printed table has a row `{printed}`, which `{table}` has not{where}",
                printed=one.printed,
                table=one.table,
                where=where,
            )
        case "column-missing":
            return say(
                "the printed table has no column `{encoded}`, which `{table}` has{where}",
                encoded=one.encoded,
                table=one.table,
                where=where,
            )
        case "column-extra":
            return say(
                "the printed table has a column `{printed}`, which `{table}` has not{where}",
                printed=one.printed,
                table=one.table,
                where=where,
            )
        case "table-not-found":
            return say("section {section} prints no table that is `{table}`", section=one.section, table=one.table)
        case _:
            if one.printed:
                return say("nothing in the rules is the table printed here (`{printed}`)", printed=one.printed)
            return say("nothing in the rules is the table printed here")


def _help(one: TableDifference) -> str:
    if one.kind == "table-not-encoded":
        return say("encode it, or see whether conversion has damaged a table that is")
    if one.kind == "table-not-found":
        return say("see whether the table was lost or damaged, or stands in another section")
    return say("see which of the two is right: correct the text, or the rule, or write an `erratum`")
