"""A printed table and what the encoding has for it, side by side in lines of text."""

from __future__ import annotations

from regola_crosscheck.tables.align import ColumnMatch, TableMatch

WIDTH, ROWS, COLUMNS = 12, 9, 7


def picture(match: TableMatch, places: list[tuple[int, int]], language: str) -> tuple[str, ...]:
    """Both tables, those cells marked `›so‹` that differ; only the rows around them, if there are many."""
    marked = set(places)
    strips = {strip.column: strip for strip in match.columns}
    columns = [match.key, *(column for column in sorted(strips) if column != match.key)]
    near = [row for row, line in enumerate(match.view.rows) if any((c.line, c.column) in marked for c in line)]
    wide = [c for c in columns[1:] if any((line[c].line, line[c].column) in marked for line in match.view.rows)]
    shown = columns if len(columns) <= COLUMNS else [match.key, *(wide + [c for c in columns[1:] if c not in wide])]
    shown = [shown[0], *sorted(shown[1:COLUMNS])]
    rows = range(len(match.view.rows))
    if len(rows) > ROWS and near:
        rows = range(max(0, near[0] - 1), min(len(rows), max(near[0] + ROWS - 1, near[0] + 2)))
    lines = []
    if match.view.header is not None:
        lines.append((-1, [match.view.header[c].text for c in shown], [match.view.header[c].text for c in shown]))
    for row in rows:
        line = match.view.rows[row]
        here = [_mark(line[c].text, (line[c].line, line[c].column) in marked) for c in shown]
        there = [
            _mark(_encoded_cell(match, row, strips.get(c), language), (line[c].line, line[c].column) in marked)
            for c in shown
        ]
        lines.append((row, here, there))
    sides = [[_truncate(cells) for _, cells, _ in lines], [_truncate(cells) for _, _, cells in lines]]
    widths = [[max(len(cells[i]) for cells in side) for i in range(len(shown))] for side in sides]
    rendered = [
        ["  ".join(cell.ljust(width) for cell, width in zip(cells, sizes, strict=True)) for cells in side]
        for side, sizes in zip(sides, widths, strict=True)
    ]
    return tuple(f"{left}  |  {right}".rstrip() for left, right in zip(*rendered, strict=True))


def _mark(text: str, is_marked: bool) -> str:
    return f"›{text[:WIDTH]}‹" if is_marked else text


def _truncate(cells: list[str]) -> list[str]:
    return [cell if len(cell) <= WIDTH + 2 else f"{cell[: WIDTH - 1]}…" for cell in cells]


def _encoded_cell(match: TableMatch, row: int, strip: ColumnMatch | None, language: str) -> str:
    """What the encoding has where a printed cell stands; the label itself in the column of labels."""
    label = match.labels[row]
    if strip is None:
        if label is None:
            return ""
        axis = match.lookup.axes[match.axis]
        keys = [axis.keys[place] for place in sorted(label.places)]
        written = [key.name_in(language) if axis.kind == "words" else key.label for key in keys]
        return written[0] if len(written) == 1 else f"{written[0]}…{written[-1]}"
    if label is None:
        return ""
    values = [
        match.lookup.at((*strip.fixed[: match.axis], place, *strip.fixed[match.axis + 1 :]), strip.output)
        for place in sorted(label.places)
    ]
    texts = dict.fromkeys(
        match.lookup.format_value(value, strip.output, language) for value in values if value is not None
    )
    return "/".join(texts)
