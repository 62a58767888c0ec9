"""What is made of the rules for tables and modifiers: rows, cells, edges, shapes, a method for each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts, Token
from regola_dsl.builders.parts import By, anchors_in, condition_in, of_kind, ruled_by, single
from regola_dsl.builders.types import TypeBuilder
from regola_dsl.builders.uneven import COLUMN, CORNER, broken_rows, cells_of, evened, parted
from regola_dsl.diagnostics import Diagnostic, counted
from regola_dsl.kinds import EdgePolicy, HitPolicy, OperationName, Side
from regola_dsl.source import Span
from regola_dsl.wording import say

_SIDES: dict[str, Side] = {"below": "below", "above": "above"}
_RULE = re.compile(r":?-{2,}:?")


class TableBuilder(TypeBuilder):
    """Builds tables and modifiers; `Builder` adds definitions, examples and errata."""

    def row(self, parts: Parts) -> tree.Row:
        """A printed line, cut into cells."""
        span = parts[0].span
        cells, column = [], span.column + 1
        for piece in cells_of(parts[0].text[1:-1]):
            text = piece.strip()
            start = column + len(piece) - len(piece.lstrip())
            cells.append(tree.Cell(text, Span(span.path, span.line, start, span.line, start + max(1, len(text)))))
            column += len(piece) + 1
        return tree.Row(tuple(cells), anchors_in(parts[1:]), span, ruled_by(parts), self._texts(parts))

    def path(self, parts: Parts) -> tree.Name:
        """A parameter, or a field of one."""
        return tree.Name(".".join(part.text for part in parts), parts[0].span.to(parts[-1].span))

    def hit(self, parts: Parts) -> Token:
        """The hit policy."""
        token: Token = parts[0]
        return token

    def by(self, parts: Parts) -> By:
        """The erratum a ruling comes from."""
        return By(parts[0])

    def beyond(self, parts: Parts, span: Span) -> tree.Beyond:
        """An edge policy."""
        parameter, side, policy, by = parts[:4]
        return tree.Beyond(
            parameter,
            _SIDES[side.text] if side else None,
            EdgePolicy(policy.text),
            by.name if by else None,
            anchors_in(parts[4:]),
            span,
        )

    def absent(self, parts: Parts, span: Span) -> tree.Absent:
        """A table that is elsewhere."""
        return tree.Absent(anchors_in(parts), self._texts(parts), span)

    def rising(self, parts: Parts, span: Span) -> tree.Shape:
        """A promised shape."""
        return tree.Shape("rising", tuple(parts), span)

    def falling(self, parts: Parts, span: Span) -> tree.Shape:
        """A promised shape."""
        return tree.Shape("falling", tuple(parts), span)

    def table(self, parts: Parts, span: Span) -> tree.Table:
        """A printed table."""
        rows = tuple(part for part in parts if isinstance(part, tree.Row))
        for row in (lines := [row for row in rows if all(_RULE.fullmatch(cell.text) for cell in row.cells)]):
            message = say("this is a line of dashes, as Markdown has below the head of a table, and no row")
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR, message, row.span, help=say("take the line out: here the head needs none")
                )
            )
        heads = [row for row in rows[1:] if [c.text for c in row.cells] == [c.text for c in rows[0].cells]]
        for row in heads if not lines else ():
            message = say("the head of table `{name}` stands here once more", name=parts[0].text)
            self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, row.span, help=say("leave out this line")))
        rows = tuple(row for row in rows if row not in lines and (lines or row not in heads))
        even = self._even(rows, parts[1])
        hits = [part for part in parts if isinstance(part, Token) and part.terminal == "POLICY"]
        for extra in hits[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("table `{name}` has two hit policies", name=parts[0].text),
                    extra.span,
                    help=say("keep one `hit` line"),
                )
            )
        absent = single(parts, tree.Absent)
        for again in of_kind(parts, tree.Absent)[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("table `{name}` is said twice to be elsewhere", name=parts[0].text),
                    again.span,
                    help=say("keep one line `absent`, with both sections"),
                )
            )
        for extra in hits[:1] if absent else ():
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("table `{name}` is absent, and has no rows that could hit", name=parts[0].text),
                    extra.span,
                    help=say("remove the `hit` line"),
                )
            )
        if not rows and not absent:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("table `{name}` has no rows", name=parts[0].text),
                    parts[0].span,
                    help=say("write its header and its rows between `|` signs"),
                )
            )
        return tree.Table(
            parts[0],
            tuple(parts[1]),
            tuple(parts[2]) if isinstance(parts[2], list) else parts[2],
            anchors_in(parts[3:]),
            self._texts(parts[3:]),
            even,
            HitPolicy(hits[-1].text) if hits else HitPolicy.UNIQUE,
            tuple(part for part in parts if isinstance(part, tree.Beyond)),
            tuple(part for part in parts if isinstance(part, tree.Shape)),
            span,
            len(even) < len(rows),
            absent,
        )

    def _even(self, rows: tuple[tree.Row, ...], inputs: Sequence[tree.Field]) -> tuple[tree.Row, ...]:
        """The rows that have as many cells as the header; the others are findings."""
        kept = []
        width = len(rows[0].cells) if rows else 0
        widths = {len(row.cells) for row in rows[1:]}
        if rows[2:] and len(widths) == 1 and width not in widths:
            self._odd_header(rows[0], *widths)
            return rows[:1]
        broken = broken_rows(rows, width)
        for row in rows:
            have = len(row.cells)
            if have == width:
                kept.append(row)
                continue
            if any(row in several[1:] for several in broken):
                continue
            if several := next((several for several in broken if row is several[0]), None):
                message = say("this row is broken: it goes on in the line below")
                line = f"| {' | '.join(cell.text for row in several for cell in row.cells)} |"
                told = say("write it in one line: `{line}`", line=line)
                self._found.append(Diagnostic(codes.RAGGED_ROW, message, row.span, help=told))
                continue
            self._found.append(
                Diagnostic(
                    codes.RAGGED_ROW,
                    say("this row has {cells}, the header has {width}", cells=counted(have, "cell"), width=width),
                    row.span,
                    help=evened(row, width, rows, {one.name.text for one in inputs}),
                )
            )
        return tuple(kept)

    def _odd_header(self, header: tree.Row, have: int) -> None:
        """That several rows have as many cells as one another, and the header other many: told once, of the header."""
        width = len(header.cells)
        # Above columns of values a corner stands for the names of both inputs, and no bar is missing in it.
        values = CORNER.fullmatch(header.cells[0].text) and not all(COLUMN.fullmatch(c.text) for c in header.cells[1:])
        missing = say("name the column that is missing")
        self._found.append(
            Diagnostic(
                codes.RAGGED_ROW,
                say("the header has {cells}, each row has {width}", cells=counted(width, "cell"), width=have),
                header.span,
                help=(missing if values else parted(header, have) or missing) if width < have else evened(header, have),
            )
        )

    def when(self, parts: Parts) -> tree.Condition:
        """`when a unless b`."""
        return tree.Condition(parts[0], tuple(parts[1:]))

    def only_unless(self, parts: Parts) -> tree.Condition:
        """`unless b`."""
        return tree.Condition(None, tuple(parts))

    def unless(self, parts: Parts) -> tree.Expr:
        """One reason why not."""
        result: tree.Expr = parts[0]
        return result

    def modifier(self, parts: Parts, span: Span) -> tree.Modifier:
        """A line of a modifiers table."""
        sign, amount, name = parts[:3]
        rest = parts[3:]
        if isinstance(amount, Token):
            value: tree.Expr = tree.Number(int(amount.text), 1, amount.span)
        else:
            value = amount
        if sign.text == "-":
            value = tree.Operation(OperationName.NEGATE, (value,), sign.span.to(value.span))
        return tree.Modifier(name, value, anchors_in(rest), self._texts(rest), condition_in(rest), span, ruled_by(rest))

    def modifiers(self, parts: Parts, span: Span) -> tree.Modifiers:
        """A modifiers table."""
        rest = parts[4:]
        return tree.Modifiers(
            parts[0],
            tuple(parts[1] or ()),
            parts[2],
            parts[3],
            anchors_in(rest),
            self._texts(rest),
            of_kind(rest, tree.Let),
            of_kind(rest, tree.Modifier),
            span,
        )
