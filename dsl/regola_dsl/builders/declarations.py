"""Declarations of the parse tree as surface trees: one method a grammar rule."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts, unquote
from regola_dsl.builders.parts import (
    After,
    By,
    Over,
    Phases,
    Under,
    anchors_in,
    check_once,
    condition_in,
    is_expression,
    items_of,
    of_kind,
    ruled_by,
    single,
    texts_in,
)
from regola_dsl.builders.rules import RuleBuilder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import EdgePolicy, HitPolicy, OperationName, Side, TypeKind
from regola_dsl.signs import steering, visible
from regola_dsl.source import Span

_SIDES: dict[str | None, Side] = {"below": "below", "above": "above"}
_RULE = re.compile(r":?-{3,}:?")


@v_args(meta=True)
class Builder(RuleBuilder):
    """Builds the nodes of one declaration."""

    def start(self, _meta: Meta, parts: Parts) -> tree.Declaration:
        """The one declaration."""
        result: tree.Declaration = parts[0]
        return result

    def text(self, meta: Meta, parts: Parts) -> tree.Text:
        """One text, and behind a stroke its short form."""
        language, text, _, short = parts
        return tree.Text(language.text, unquote(text), self._span(meta), unquote(short) if short else "")

    def text_line(self, _meta: Meta, parts: Parts) -> list[tree.Text]:
        """A line of texts."""
        return list(parts)

    # --- types ---

    def bound(self, _meta: Meta, parts: Parts) -> int:
        """A signed bound."""
        return -int(parts[1]) if len(parts) == 2 else int(parts[0])

    def range(self, _meta: Meta, parts: Parts) -> tuple[int, int]:
        """A range's two ends."""
        return parts[0], parts[1]

    def _type(self, meta: Meta, kind: TypeKind, limits: tuple[int, int] | None = None, **more: Any) -> tree.TypeName:
        low, high = limits or (None, None)
        span = self._span(meta)
        if low is not None and high is not None and low > high:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"the range runs backwards: {low} to {high}",
                    span,
                    help=f"write {high}..{low}",
                )
            )
            low, high = high, low  # what was meant: no type may be empty
        return tree.TypeName(kind, span, low=low, high=high, **more)

    def int_type(self, meta: Meta, parts: Parts) -> tree.TypeName:
        """`int 0..20`."""
        return self._type(meta, "int", parts[0])

    def bool_type(self, meta: Meta, _parts: Parts) -> tree.TypeName:
        """`bool`."""
        return self._type(meta, "bool")

    def number_type(self, meta: Meta, _parts: Parts) -> tree.TypeName:
        """`number`."""
        return self._type(meta, "number")

    def dice_type(self, meta: Meta, parts: Parts) -> tree.TypeName:
        """`2d6`."""
        return self._type(meta, "dice", name=str(parts[0]))

    def modified_type(self, meta: Meta, parts: Parts) -> tree.TypeName:
        """`modified d6 1..8`."""
        return self._type(meta, "modified", parts[1], name=str(parts[0]))

    def list_type(self, meta: Meta, parts: Parts) -> tree.TypeName:
        """`list of Unit from 1 up to 6`."""
        item, least, most = parts
        low, high = int(least or 0), None if most is None else int(most)
        return tree.TypeName("list", self._span(meta), low=low, high=high, item=item)

    def named_type(self, meta: Meta, parts: Parts) -> tree.TypeName:
        """A declared type."""
        return self._type(meta, "named", name=parts[0].text)

    def field(self, _meta: Meta, parts: Parts) -> tree.Field:
        """A field, or a table's output."""
        return tree.Field(parts[0], parts[1], parts[2])

    def field_line(self, _meta: Meta, parts: Parts) -> tree.Field:
        """A field with its anchors and texts."""
        field = parts[0]
        return tree.Field(field.name, field.type, field.default, anchors_in(parts), texts_in(parts))

    def param(self, _meta: Meta, parts: Parts) -> tree.Field:
        """A parameter."""
        return tree.Field(parts[0], parts[1])

    def params(self, _meta: Meta, parts: Parts) -> list[tree.Field]:
        """The parameters."""
        return [part for part in parts if part is not None]

    def columns(self, _meta: Meta, parts: Parts) -> list[tree.Field]:
        """A table's several outputs."""
        return list(parts)

    # --- types declared ---

    def member(self, _meta: Meta, parts: Parts) -> tree.Member:
        """A value of an enum or scale."""
        word = parts[0]
        if not isinstance(word, tree.Name):
            text = unquote(word) if word.type == "STRING" else str(word)
            span = self._token_span(word)
            if (sign := steering(text)) is not None:
                message = f"a value is a word on one line: it cannot hold the sign U+{ord(sign):04X}"
                self._found.append(Diagnostic(codes.BAD_CHARACTER, message, span, help="remove it"))
            word = tree.Name(visible(text, keep=""), span)
        return tree.Member(word, parts[1], anchors_in(parts[2:]), texts_in(parts[2:]))

    def member_line(self, _meta: Meta, parts: Parts) -> list[tree.Member]:
        """A line of members; texts below it are the last one's."""
        members = list(of_kind(parts, tree.Member))
        if below := texts_in([part for part in parts if isinstance(part, list)]):
            members[-1] = replace(members[-1], texts=(*members[-1].texts, *below))
        return members

    def enum(self, meta: Meta, parts: Parts) -> tree.Enum:
        """An enum."""
        return tree.Enum(parts[0], anchors_in(parts), texts_in(parts), items_of(parts, tree.Member), self._span(meta))

    def open_both(self, _meta: Meta, _parts: Parts) -> tuple[bool, bool]:
        """Open at both ends."""
        return True, True

    def open_above(self, _meta: Meta, _parts: Parts) -> tuple[bool, bool]:
        """Open past the last member."""
        return False, True

    def open_below(self, _meta: Meta, _parts: Parts) -> tuple[bool, bool]:
        """Open before the first member."""
        return True, False

    def scale(self, meta: Meta, parts: Parts) -> tree.Enum:
        """A scale."""
        name, ratios, ends = parts[0], parts[1] is not None, parts[2] or (False, False)
        rest = parts[3:]
        return tree.Enum(
            name,
            anchors_in(rest),
            texts_in(rest),
            items_of(rest, tree.Member),
            self._span(meta),
            True,
            ratios,
            *ends,
        )

    def record(self, meta: Meta, parts: Parts) -> tree.Record:
        """A record type."""
        fields = tuple(part for part in parts if isinstance(part, tree.Field))
        return tree.Record(parts[0], anchors_in(parts), texts_in(parts), fields, self._span(meta))

    # --- tables ---

    def row(self, _meta: Meta, parts: Parts) -> tree.Row:
        """A printed line, cut into cells."""
        span = self._token_span(parts[0])
        cells, column = [], span.column + 1
        for piece in _split_cells(str(parts[0])[1:-1]):
            text = piece.strip()
            start = column + len(piece) - len(piece.lstrip())
            cells.append(tree.Cell(text, Span(span.path, span.line, start, span.line, start + max(1, len(text)))))
            column += len(piece) + 1
        return tree.Row(tuple(cells), anchors_in(parts[1:]), span, ruled_by(parts), texts_in(parts))

    def path(self, _meta: Meta, parts: Parts) -> tree.Name:
        """A parameter, or a field of one."""
        return tree.Name(".".join(part.text for part in parts), parts[0].span.to(parts[-1].span))

    def hit(self, _meta: Meta, parts: Parts) -> Token:
        """The hit policy."""
        token: Token = parts[0]
        return token

    def by(self, _meta: Meta, parts: Parts) -> By:
        """The erratum a ruling comes from."""
        return By(parts[0])

    def beyond(self, meta: Meta, parts: Parts) -> tree.Beyond:
        """An edge policy."""
        parameter, side, policy, by = parts[:4]
        return tree.Beyond(
            parameter,
            _SIDES.get(side),
            EdgePolicy(policy),
            by.name if by else None,
            anchors_in(parts[4:]),
            self._span(meta),
        )

    def absent(self, meta: Meta, parts: Parts) -> tree.Absent:
        """A table that is elsewhere."""
        return tree.Absent(anchors_in(parts), texts_in(parts), self._span(meta))

    def rising(self, meta: Meta, parts: Parts) -> tree.Shape:
        """A promised shape."""
        return tree.Shape("rising", tuple(parts), self._span(meta))

    def falling(self, meta: Meta, parts: Parts) -> tree.Shape:
        """A promised shape."""
        return tree.Shape("falling", tuple(parts), self._span(meta))

    def table(self, meta: Meta, parts: Parts) -> tree.Table:
        """A printed table."""
        rows = tuple(part for part in parts if isinstance(part, tree.Row))
        # The line that Markdown puts below a header says nothing.
        rows = (*rows[:1], *(row for row in rows[1:] if not all(_RULE.fullmatch(cell.text) for cell in row.cells)))
        even = self._even(rows)
        span = self._span(meta)
        hits = [part for part in parts if isinstance(part, Token) and part.type == "POLICY"]
        for extra in hits[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"table `{parts[0].text}` has two hit policies",
                    self._token_span(extra),
                    help="keep one `hit` line",
                )
            )
        absent = single(parts, tree.Absent)
        for again in of_kind(parts, tree.Absent)[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"table `{parts[0].text}` is said twice to be elsewhere",
                    again.span,
                    help="keep one line `absent`, with both sections",
                )
            )
        for extra in hits[:1] if absent else ():
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"table `{parts[0].text}` is absent, and has no rows that could hit",
                    self._token_span(extra),
                    help="remove the `hit` line",
                )
            )
        if not rows and not absent:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    f"table `{parts[0].text}` has no rows",
                    parts[0].span,
                    help="write its header and its rows between `|` signs",
                )
            )
        return tree.Table(
            parts[0],
            tuple(parts[1]),
            tuple(parts[2]) if isinstance(parts[2], list) else parts[2],
            anchors_in(parts[3:]),
            texts_in(parts[3:]),
            even,
            HitPolicy(hits[-1]) if hits else HitPolicy.UNIQUE,
            tuple(part for part in parts if isinstance(part, tree.Beyond)),
            tuple(part for part in parts if isinstance(part, tree.Shape)),
            span,
            len(even) < len(rows),
            absent,
        )

    def _even(self, rows: tuple[tree.Row, ...]) -> tuple[tree.Row, ...]:
        """The rows that have as many cells as the header; the others are findings."""
        kept = []
        for row in rows:
            width, have = len(rows[0].cells), len(row.cells)
            if have == width:
                kept.append(row)
                continue
            self._found.append(
                Diagnostic(
                    codes.RAGGED_ROW,
                    f"this row has {_count(have, 'cell')}, the header has {width}",
                    row.span,
                    help=f"add {_count(width - have, 'cell')}" if have < width else f"remove {have - width}",
                )
            )
        return tuple(kept)

    def when(self, _meta: Meta, parts: Parts) -> tree.Condition:
        """`when a unless b`."""
        return tree.Condition(parts[0], tuple(parts[1:]))

    def only_unless(self, _meta: Meta, parts: Parts) -> tree.Condition:
        """`unless b`."""
        return tree.Condition(None, tuple(parts))

    def unless(self, _meta: Meta, parts: Parts) -> tree.Expr:
        """One reason why not."""
        result: tree.Expr = parts[0]
        return result

    def modifier(self, meta: Meta, parts: Parts) -> tree.Modifier:
        """A line of a modifiers table."""
        sign, amount, name = parts[:3]
        rest = parts[3:]
        if isinstance(amount, Token):
            value: tree.Expr = tree.Number(int(amount), 1, self._token_span(amount))
        else:
            value = amount
        if sign == "-":
            value = tree.Operation(OperationName.NEGATE, (value,), self._token_span(sign).to(value.span))
        return tree.Modifier(
            name, value, anchors_in(rest), texts_in(rest), condition_in(rest), self._span(meta), ruled_by(rest)
        )

    def modifiers(self, meta: Meta, parts: Parts) -> tree.Modifiers:
        """A modifiers table."""
        rest = parts[4:]
        return tree.Modifiers(
            parts[0],
            tuple(parts[1] or ()),
            parts[2],
            parts[3],
            anchors_in(rest),
            texts_in(rest),
            of_kind(rest, tree.Let),
            of_kind(rest, tree.Modifier),
            self._span(meta),
        )

    # --- definitions ---

    def let_line(self, _meta: Meta, parts: Parts) -> tree.Let:
        """A named value."""
        return tree.Let(parts[0], parts[1])

    def value_line(self, _meta: Meta, parts: Parts) -> list[tree.Expr]:
        """The value of a definition or exception, in a list to tell it from a condition."""
        return [parts[0]]

    def _value(self, parts: Parts) -> tree.Expr | None:
        """The one value line among `parts`; a second one is a finding."""
        values = [part[0] for part in parts if isinstance(part, list) and part and is_expression(part[0])]
        for extra in values[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    "a second value stands here, and one of the two would be ignored",
                    extra.span,
                    help="keep one, or make the other an exception with `when`",
                )
            )
        return values[0] if values else None

    def define(self, meta: Meta, parts: Parts) -> tree.Define:
        """A definition."""
        rest = parts[3:]
        return tree.Define(
            parts[0],
            tuple(parts[1] or ()),
            parts[2],
            anchors_in(rest),
            texts_in(rest),
            of_kind(rest, tree.Let),
            self._value(rest),
            of_kind(rest, tree.ExceptionRule),
            self._span(meta),
        )

    def exception(self, meta: Meta, parts: Parts) -> tree.ExceptionRule:
        """A nested exception."""
        return self._exception(meta, parts[0], parts[1], parts[2:])

    def exception_to(self, meta: Meta, parts: Parts) -> tree.ExceptionRule:
        """An exception that stands alone."""
        return self._exception(meta, parts[0], parts[1], parts[3:], parts[2])

    def _exception(
        self,
        meta: Meta,
        then: object,
        name: tree.Name,
        rest: Parts,
        target: tree.Name | tree.Anchors | None = None,
    ) -> tree.ExceptionRule:
        check_once(rest, self._found)
        under, after, phases = single(rest, Under), single(rest, After), single(rest, Phases)
        return tree.ExceptionRule(
            name,
            then is not None,
            tuple(name for over in of_kind(rest, Over) for name in over.names),
            anchors_in(rest),
            texts_in(rest),
            condition_in(rest),
            of_kind(rest, tree.Let),
            self._value(rest),
            of_kind(rest, tree.ExceptionRule),
            self._span(meta),
            of_kind(rest, tree.Statement),
            under.name if under else None,
            phases.names if phases else (),
            target,
            after.name if after else None,
            ruled_by(rest),
        )

    # --- examples and errata ---

    def holds(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """A line that must be true."""
        return tree.Expectation(parts[0], "holds", self._span(meta))

    def is_forbidden(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """A look-up the rules do not allow."""
        return tree.Expectation(parts[0], "forbidden", self._span(meta))

    def is_missing(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """A question no rule answers."""
        return tree.Expectation(parts[0], "missing", self._span(meta))

    def given_line(self, _meta: Meta, parts: Parts) -> list[tree.Expectation]:
        """Facts of the position."""
        return [tree.Expectation(part, "given", part.span) for part in parts]

    def play_line(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """A phase played: its effects come about."""
        return tree.Expectation(tree.Word(parts[0].text, parts[0].span), "played", self._span(meta))

    def given_setup(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """The position of a scenario."""
        return tree.Expectation(tree.Word(parts[0].text, parts[0].span), "setup", self._span(meta))

    def do_line(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """An action carried out."""
        return tree.Expectation(parts[0], "done", self._span(meta))

    def is_contradictory(self, meta: Meta, parts: Parts) -> tree.Expectation:
        """A question that two rules answer differently."""
        return tree.Expectation(parts[0], "contradictory", self._span(meta))

    def example(self, meta: Meta, parts: Parts) -> tree.Example:
        """A worked example."""
        return tree.Example(
            parts[0],
            anchors_in(parts),
            texts_in(parts),
            of_kind(parts, tree.Let),
            tuple(
                line
                for part in parts
                for line in (part if isinstance(part, list) else [part])
                if isinstance(line, tree.Expectation)
            ),
            self._span(meta),
        )

    def supposing(self, _meta: Meta, parts: Parts) -> tuple[tree.Expr, ...]:
        """The facts a claim supposes."""
        return tuple(parts)

    def says(self, meta: Meta, parts: Parts) -> tree.Said:
        """What a section says, as a claim."""
        return tree.Said(parts[0], parts[1], texts_in(parts[3:]), False, self._span(meta), parts[2] or ())

    def says_text(self, meta: Meta, parts: Parts) -> tree.Said:
        """What a section says, in our words."""
        return tree.Said(parts[0], None, texts_in(parts[1:]), False, self._span(meta))

    def silent(self, meta: Meta, parts: Parts) -> tree.Said:
        """What a section does not say."""
        return tree.Said(parts[0], None, texts_in(parts[1:]), True, self._span(meta))

    def ruling(self, meta: Meta, parts: Parts) -> tree.Ruling:
        """A ruling for one of the sections."""
        return tree.Ruling(parts[0], texts_in(parts[1:]), True, self._span(meta))

    def ruling_other(self, meta: Meta, parts: Parts) -> tree.Ruling:
        """A ruling that no section states."""
        return tree.Ruling((), texts_in(parts), True, self._span(meta))

    def ruling_over(self, meta: Meta, parts: Parts) -> tree.Ruling:
        """One rule is declared over another."""
        return tree.Ruling((), texts_in(parts[2:]), True, self._span(meta), (parts[0], parts[1]))

    def unresolved(self, meta: Meta, parts: Parts) -> tree.Ruling:
        """No ruling yet."""
        return tree.Ruling((), texts_in(parts), False, self._span(meta))

    def erratum(self, meta: Meta, parts: Parts) -> tree.Erratum:
        """An erratum."""
        return tree.Erratum(
            parts[0],
            anchors_in(parts),
            texts_in(parts),
            of_kind(parts, tree.Said),
            of_kind(parts, tree.Ruling),
            self._span(meta),
        )


def _split_cells(inner: str) -> list[str]:
    """The pieces between `|` signs that stand outside quotes."""
    pieces, start, quoted, escaped = [], 0, False, False
    for i, char in enumerate(inner):
        if escaped:
            escaped = False
        elif char == "\\" and quoted:
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif char == "|" and not quoted:
            pieces.append(inner[start:i])
            start = i + 1
    return [*pieces, inner[start:]]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
