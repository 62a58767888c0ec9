"""Where something stands, for who has the file in hand: its page and line, its paragraph, the cell of its table."""

from __future__ import annotations

from regola_dsl.source import Span

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.tables.rows import label_of
from regola_crosscheck.files.blocks import FileSource
from regola_crosscheck.publisher.quotation import cell_at
from regola_crosscheck.publisher.words import Words
from regola_crosscheck.report import Report


def place_of(report: Report, context: CrosscheckContext, span: Span, words: Words) -> str:
    """A place in words. A row of a table is called by its label, and its column by the head, as nobody counts them."""
    source = report.sources.get(span.path)
    numbers = source.at(span.line, span.column).numbers if isinstance(source, FileSource) else {"line": span.line}
    row = _row(context, span)
    if row and "line" in numbers:  # two numbers of rows would be read as one another's
        numbers = {"table-line" if name == "line" else name: number for name, number in numbers.items()}
    parts = [words.places[name].format(n=number) for name, number in numbers.items() if name != "row" or not row]
    parts += [words.places[name].format(n=text) for name, text in row.items()]
    return ", ".join(parts)


def _row(context: CrosscheckContext, span: Span) -> dict[str, str]:
    """The labels of the row and of the column in which a place of a table lies; nothing of a row without a label."""
    cell = cell_at(context, span)
    grid = next((one for one, _ in context.printed_tables if one.first_line <= span.line <= one.last_line), None)
    if cell is None or grid is None:
        return {}
    for row in grid.rows:
        if any((one.line, one.column) == (cell.line, cell.column) for one in row):
            at = next(at for at, one in enumerate(row) if (one.line, one.column) == (cell.line, cell.column))
            column = grid.header[at].text if grid.header is not None and at < len(grid.header) else ""
            label = label_of(row)
            whole = at == 0 or not column
            return {"labelled-row": label} | ({} if whole else {"labelled-column": column}) if label else {}
    return {}
