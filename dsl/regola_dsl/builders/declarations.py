"""What is made of the rules for types, tables, definitions, examples and errata: a method for each."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts, Token, unquote
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
)
from regola_dsl.builders.rules import RuleBuilder
from regola_dsl.diagnostics import Diagnostic, counted
from regola_dsl.kinds import EdgePolicy, HitPolicy, OperationName, Side, TypeKind
from regola_dsl.signs import steering, visible
from regola_dsl.source import Span
from regola_dsl.wording import say

_SIDES: dict[str, Side] = {"below": "below", "above": "above"}
_RULE = re.compile(r":?-{2,}:?")
# A ratio as it is printed elsewhere.
_RATIO = re.compile(r"(\d+)[:/](\d+)")
# How a language is named in front of a text, and what it is called by who does not know that.
_TAG = re.compile(r"[a-z]{2,3}(?:-\w+)*")
_TAGS = {
    "english": "en",
    "inglese": "en",
    "italian": "it",
    "italiano": "it",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "français": "fr",
    "spanish": "es",
    "español": "es",
}


class Builder(RuleBuilder):
    """Builds the nodes of one declaration.

    Attributes:
        texts: All texts in it, in the order in which they stand: who asks for their languages walks no tree.
    """

    def __init__(self, file: str, found: list[Diagnostic]) -> None:
        super().__init__(file, found)
        self.texts: list[tree.Text] = []

    def start(self, parts: Parts) -> tree.Declaration:
        """The one declaration."""
        result: tree.Declaration = parts[0]
        return result

    def text(self, parts: Parts, span: Span) -> tree.Text:
        """One text, and behind a stroke its short form."""
        language, text, _, short = parts
        if not _TAG.fullmatch(language.text):
            meant = _TAGS.get(language.text.casefold(), language.text.casefold())
            help_text = say(
                "write `{tag}`: `{tag} {text}`", tag=meant if _TAG.fullmatch(meant) else "en", text=text.text
            )
            message = say("`{tag}` is not how a language is called in front of its text", tag=language.text)
            self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, language.span, help=help_text))
        made = tree.Text(language.text, unquote(text.text), span, unquote(short.text) if short else "")
        self.texts.append(made)
        return made

    def text_line(self, parts: Parts) -> list[tree.Text]:
        """A line of texts."""
        return list(parts)

    # --- types ---

    def bound(self, parts: Parts) -> int:
        """A signed bound."""
        return -int(parts[1].text) if len(parts) == 2 else int(parts[0].text)

    def range(self, parts: Parts) -> tuple[int, int]:
        """A range's two ends."""
        return parts[0], parts[1]

    def _type(self, span: Span, kind: TypeKind, limits: tuple[int, int] | None = None, **more: Any) -> tree.TypeName:
        low, high = limits or (None, None)
        if low is not None and high is not None and low > high:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("the range runs backwards: {low} to {high}", low=low, high=high),
                    span,
                    help=say("write `{meant}`", meant=f"{high}..{low}"),
                )
            )
            low, high = high, low  # what was meant: no type may be empty
        return tree.TypeName(kind, span, low=low, high=high, **more)

    def int_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`int 0..20`."""
        return self._type(span, "int", parts[0])

    def bool_type(self, _parts: Parts, span: Span) -> tree.TypeName:
        """`bool`."""
        return self._type(span, "bool")

    def number_type(self, _parts: Parts, span: Span) -> tree.TypeName:
        """`number`."""
        return self._type(span, "number")

    def dice_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`2d6`."""
        return self._type(span, "dice", name=parts[0].text)

    def modified_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`modified d6 1..8`."""
        return self._type(span, "modified", parts[1], name=parts[0].text)

    def list_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`list of Unit from 1 up to 6`."""
        item, least, most = parts
        low, high = int(least.text) if least else 0, int(most.text) if most else None
        return tree.TypeName("list", span, low=low, high=high, item=item)

    def named_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """A declared type."""
        return self._type(span, "named", name=parts[0].text)

    def field(self, parts: Parts) -> tree.Field:
        """A field, or a table's output."""
        return tree.Field(parts[0], parts[1], parts[2])

    def field_line(self, parts: Parts) -> tree.Field:
        """A field with its anchors and texts."""
        field = parts[0]
        return tree.Field(field.name, field.type, field.default, anchors_in(parts), self._texts(parts))

    def union_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`Space or Unit or none`."""
        return tree.TypeName("union", span, options=tuple(parts))

    def param(self, parts: Parts) -> tree.Field:
        """A parameter."""
        return tree.Field(parts[0], parts[1], among=parts[2])

    def group_param(self, parts: Parts, span: Span) -> tree.Field:
        """A parameter that is several of a list."""
        name, least, most, items = parts
        low = self._integer(least)
        high = low if most is None else self._integer(most)
        return tree.Field(name, tree.TypeName("group", span, low=low, high=high), among=items)

    def params(self, parts: Parts) -> list[tree.Field]:
        """The parameters."""
        return [part for part in parts if part is not None]

    def columns(self, parts: Parts) -> list[tree.Field]:
        """A table's several outputs."""
        return list(parts)

    # --- types declared ---

    def member(self, parts: Parts) -> tree.Member:
        """A value of an enum or scale."""
        word = parts[0]
        if not isinstance(word, tree.Name):
            text = unquote(word.text) if word.terminal == "STRING" else word.text
            if (sign := steering(text)) is not None:
                code = f"U+{ord(sign):04X}"
                message = say("a value is a word on one line: it cannot hold the sign {code}", code=code)
                self._found.append(Diagnostic(codes.BAD_CHARACTER, message, word.span, help=say("remove it")))
            word = tree.Name(visible(text, keep=""), word.span)
        return tree.Member(word, parts[1], anchors_in(parts[2:]), self._texts(parts[2:]))

    def member_line(self, parts: Parts) -> list[tree.Member]:
        """A line of members; texts below it are the last one's."""
        members = list(of_kind(parts, tree.Member))
        if below := self._texts([part for part in parts if isinstance(part, list)]):
            members[-1] = replace(members[-1], texts=(*members[-1].texts, *below))
        return members

    def enum(self, parts: Parts, span: Span) -> tree.Enum:
        """An enum."""
        return tree.Enum(parts[0], anchors_in(parts), self._texts(parts), items_of(parts, tree.Member), span)

    def open_both(self, _parts: Parts) -> tuple[bool, bool]:
        """Open at both ends."""
        return True, True

    def open_above(self, _parts: Parts) -> tuple[bool, bool]:
        """Open past the last member."""
        return False, True

    def open_below(self, _parts: Parts) -> tuple[bool, bool]:
        """Open before the first member."""
        return True, False

    def scale(self, parts: Parts, span: Span) -> tree.Enum:
        """A scale."""
        name, ratios, ends = parts[0], parts[1] is not None, parts[2] or (False, False)
        rest = parts[3:]
        for member in items_of(rest, tree.Member) if ratios else ():
            if (told := _RATIO.fullmatch(member.name.text)) is not None:
                message = say("`{ratio}` is not how a ratio is written here", ratio=member.name.text)
                meant = f"{told[1]}-{told[2]}"
                help_text = say("write `{meant}`", meant=meant)
                self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, member.name.span, help=help_text))
                break
        return tree.Enum(
            name,
            anchors_in(rest),
            self._texts(rest),
            items_of(rest, tree.Member),
            span,
            True,
            ratios,
            *ends,
        )

    def record(self, parts: Parts, span: Span) -> tree.Record:
        """A record type."""
        fields = tuple(part for part in parts if isinstance(part, tree.Field))
        return tree.Record(parts[0], anchors_in(parts), self._texts(parts), fields, span)

    # --- tables ---

    def row(self, parts: Parts) -> tree.Row:
        """A printed line, cut into cells."""
        span = parts[0].span
        cells, column = [], span.column + 1
        for piece in _split_cells(parts[0].text[1:-1]):
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
        rows = tuple(row for row in rows if row not in lines)
        even = self._even(rows)
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
                    say("this row has {cells}, the header has {width}", cells=counted(have, "cell"), width=width),
                    row.span,
                    help=_evened(row, width),
                )
            )
        return tuple(kept)

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

    # --- definitions ---

    def let_line(self, parts: Parts) -> tree.Let:
        """A named value."""
        return tree.Let(parts[0], parts[1])

    def value_line(self, parts: Parts) -> list[tree.Expr]:
        """The value of a definition or exception, in a list to tell it from a condition."""
        return [parts[0]]

    def _value(self, parts: Parts) -> tree.Expr | None:
        """The one value line among `parts`; a second one is a finding."""
        values = [part[0] for part in parts if isinstance(part, list) and part and is_expression(part[0])]
        for extra in values[1:]:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("a second value stands here, and one of the two would be ignored"),
                    extra.span,
                    help=say("keep one, or make the other an exception with `when`"),
                )
            )
        return values[0] if values else None

    def define(self, parts: Parts, span: Span) -> tree.Define:
        """A definition."""
        rest = parts[3:]
        return tree.Define(
            parts[0],
            tuple(parts[1] or ()),
            parts[2],
            anchors_in(rest),
            self._texts(rest),
            of_kind(rest, tree.Let),
            self._value(rest),
            of_kind(rest, tree.ExceptionRule),
            span,
        )

    def exception(self, parts: Parts, span: Span) -> tree.ExceptionRule:
        """A nested exception."""
        return self._exception(span, parts[0], parts[1], parts[2:])

    def exception_to(self, parts: Parts, span: Span) -> tree.ExceptionRule:
        """An exception that stands alone."""
        return self._exception(span, parts[0], parts[1], parts[3:], parts[2])

    def _exception(
        self,
        span: Span,
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
            self._texts(rest),
            condition_in(rest),
            of_kind(rest, tree.Let),
            self._value(rest),
            of_kind(rest, tree.ExceptionRule),
            span,
            of_kind(rest, tree.Statement),
            under.name if under else None,
            phases.names if phases else (),
            target,
            after.name if after else None,
            ruled_by(rest),
        )

    # --- examples and errata ---

    def holds(self, parts: Parts, span: Span) -> tree.Expectation:
        """A line that must be true."""
        return tree.Expectation(parts[0], "holds", span)

    def is_forbidden(self, parts: Parts, span: Span) -> tree.Expectation:
        """A look-up the rules do not allow."""
        return tree.Expectation(parts[0], "forbidden", span)

    def is_missing(self, parts: Parts, span: Span) -> tree.Expectation:
        """A question no rule answers."""
        return tree.Expectation(parts[0], "missing", span)

    def given_line(self, parts: Parts) -> list[tree.Expectation]:
        """Facts of the position."""
        return [tree.Expectation(part, "given", part.span) for part in parts]

    def play_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """A phase played: its effects come about."""
        name, arguments, rolled = parts
        phase = tree.Word(name.text, name.span)
        asked = tree.Call(name, tuple(arguments), span) if arguments else phase
        return tree.Expectation(asked, "played", span, tuple(rolled or ()))

    def end_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """A phase ended by whoever acts in it."""
        return tree.Expectation(tree.Word(parts[0].text, parts[0].span), "ended", span)

    def with_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """Pieces that stand there."""
        return tree.Expectation(tree.Truth(True, span), "with", span, put_up=tuple(parts))

    def rolled(self, parts: Parts) -> tuple[tree.Expr, tree.Expr]:
        """What a die shows."""
        return parts[0], parts[1]

    def rolling(self, parts: Parts) -> list[tuple[tree.Expr, tree.Expr]]:
        """What the dice show."""
        return list(parts)

    def given_setup(self, parts: Parts, span: Span) -> tree.Expectation:
        """The position of a scenario."""
        return tree.Expectation(tree.Word(parts[0].text, parts[0].span), "setup", span)

    def do_line(self, parts: Parts, span: Span) -> tree.Expectation:
        """An action carried out."""
        return tree.Expectation(parts[0], "done", span, tuple(parts[1] or ()))

    def is_contradictory(self, parts: Parts, span: Span) -> tree.Expectation:
        """A question that two rules answer differently."""
        return tree.Expectation(parts[0], "contradictory", span)

    def example(self, parts: Parts, span: Span) -> tree.Example:
        """A worked example."""
        return tree.Example(
            parts[0],
            anchors_in(parts),
            self._texts(parts),
            of_kind(parts, tree.Let),
            tuple(
                line
                for part in parts
                for line in (part if isinstance(part, list) else [part])
                if isinstance(line, tree.Expectation)
            ),
            span,
        )

    def supposing(self, parts: Parts) -> tuple[tree.Name | None, tuple[tree.Expr, ...]]:
        """The facts a claim supposes."""
        return None, tuple(parts)

    def supposing_setup(self, parts: Parts) -> tuple[tree.Name | None, tuple[tree.Expr, ...]]:
        """The scenario a claim supposes, and the facts that are otherwise."""
        return parts[0], tuple(parts[1:])

    def says(self, parts: Parts, span: Span) -> tree.Said:
        """What a section says, as a claim."""
        setup, given = parts[2] or (None, ())
        return tree.Said(parts[0], parts[1], self._texts(parts[3:]), False, span, given, setup)

    def says_text(self, parts: Parts, span: Span) -> tree.Said:
        """What a section says, in our words."""
        return tree.Said(parts[0], None, self._texts(parts[1:]), False, span)

    def silent(self, parts: Parts, span: Span) -> tree.Said:
        """What a section does not say."""
        return tree.Said(parts[0], None, self._texts(parts[1:]), True, span)

    def ruling(self, parts: Parts, span: Span) -> tree.Ruling:
        """A ruling for one of the sections."""
        return tree.Ruling(parts[0], self._texts(parts[1:]), True, span)

    def ruling_other(self, parts: Parts, span: Span) -> tree.Ruling:
        """A ruling that no section states."""
        return tree.Ruling((), self._texts(parts), True, span)

    def ruling_over(self, parts: Parts, span: Span) -> tree.Ruling:
        """One rule is declared over another."""
        return tree.Ruling((), self._texts(parts[2:]), True, span, (parts[0], parts[1]))

    def unresolved(self, parts: Parts, span: Span) -> tree.Ruling:
        """No ruling yet."""
        return tree.Ruling((), self._texts(parts), False, span)

    def about_words(self, parts: Parts, span: Span) -> tree.AboutWords:
        """That no rule could say it either way."""
        return tree.AboutWords(self._texts(parts), span)

    def erratum(self, parts: Parts, span: Span) -> tree.Erratum:
        """An erratum."""
        return tree.Erratum(
            parts[0],
            anchors_in(parts),
            self._texts(parts),
            of_kind(parts, tree.Said),
            of_kind(parts, tree.Ruling),
            span,
            single(parts, tree.AboutWords),
        )


def _evened(row: tree.Row, width: int) -> str:
    """What to do with a row that has more or fewer cells than the header; a bar left out shows by a wide gap."""
    have = len(row.cells)
    if have > width:
        return say("remove {number}", number=have - width)
    parted = [(cell.text, re.split(r" {2,}", cell.text)) for cell in row.cells]
    if have + sum(len(parts) - 1 for _, parts in parted) == width:
        text, parts = next((text, parts) for text, parts in parted if len(parts) > 1)
        return say("a bar is missing: write `{written}` in place of `{text}`", written=" | ".join(parts), text=text)
    return say("add {cells}", cells=counted(width - have, "cell"))


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
