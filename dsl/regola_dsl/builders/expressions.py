"""Expressions of the parse tree as surface expressions: one method a grammar rule."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from regola_dsl import codes, tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import FoldKind, OperationName
from regola_dsl.source import Span

_ESCAPE = re.compile(r"\\(.)")
# Wildcards of Python's own: the parts of a rule arrive in one list and are told apart by type.
Parts = list[Any]


class AnchoredToken(Token):
    """A token that brings along the sections the lexer has read in it."""

    anchors: tuple[tuple[str, Span], ...] = ()


def unquote(text: str) -> str:
    r"""The characters between the quotes, escapes undone.

    >>> unquote('"say \\"no\\""')
    'say "no"'
    """
    return _ESCAPE.sub(lambda match: {"n": "\n"}.get(match[1], match[1]), text[1:-1])


@v_args(meta=True)
class ExpressionBuilder(Transformer[Token, Any]):
    """Builds expressions; `Builder` adds the declarations."""

    def __init__(self, path: str, found: list[Diagnostic]) -> None:
        super().__init__(visit_tokens=True)
        self._path = path
        self._found = found

    # --- tokens and small parts ---

    def _span(self, meta: Meta) -> Span:
        return Span(self._path, meta.line, meta.column, meta.end_line, meta.end_column)

    def _token_span(self, token: Token) -> Span:
        assert token.line is not None
        assert token.column is not None
        return Span(self._path, token.line, token.column, token.end_line or 0, token.end_column or 0)

    def NAME(self, token: Token) -> tree.Name:  # noqa: N802  Lark names callbacks after terminals
        """A name."""
        return tree.Name(str(token), self._token_span(token))

    def ANCHORS(self, token: AnchoredToken) -> tuple[tree.Anchor, ...]:  # noqa: N802
        """The sections the lexer has read."""
        return tuple(tree.Anchor(section, span) for section, span in token.anchors)

    def expression(self, _meta: Meta, parts: Parts) -> tree.Expr:
        """The one expression."""
        result: tree.Expr = parts[0]
        return result

    # --- expressions ---

    def name(self, _meta: Meta, parts: Parts) -> tree.Word:
        """A name in an expression."""
        return tree.Word(parts[0].text, parts[0].span)

    def spelled(self, meta: Meta, parts: Parts) -> tree.Word:
        """A value as tables print it."""
        return tree.Word(str(parts[0]), self._span(meta))

    def quoted(self, meta: Meta, parts: Parts) -> tree.Word:
        """A value in quotes."""
        return tree.Word(unquote(parts[0]), self._span(meta), quoted=True)

    def number(self, meta: Meta, parts: Parts) -> tree.Number:
        """A whole number."""
        return tree.Number(self._integer(parts[0]), 1, self._span(meta))

    def _integer(self, token: Token) -> int:
        if len(token) > 18:
            self._found.append(
                Diagnostic(
                    codes.TOO_LARGE,
                    "a number has more than 18 digits",
                    self._token_span(token),
                    help="write fewer digits",
                )
            )
            return 0
        return int(token)

    def decimal(self, meta: Meta, parts: Parts) -> tree.Number:
        """A decimal number, exactly."""
        whole, _, part = str(parts[0]).partition(".")
        self._integer(Token("INTEGER", whole + part, 0, meta.line, meta.column, meta.end_line, meta.end_column))
        value = Fraction(f"{whole[:18]}.{part[:18]}")
        return tree.Number(value.numerator, value.denominator, self._span(meta))

    def true(self, meta: Meta, _parts: Parts) -> tree.Truth:
        """`true`."""
        return tree.Truth(True, self._span(meta))

    def false(self, meta: Meta, _parts: Parts) -> tree.Truth:
        """`false`."""
        return tree.Truth(False, self._span(meta))

    def field_of(self, meta: Meta, parts: Parts) -> tree.FieldOf:
        """A field of a record."""
        return tree.FieldOf(parts[0], parts[1], self._span(meta))

    def positional(self, _meta: Meta, parts: Parts) -> tuple[None, tree.Expr]:
        """An argument by place."""
        return None, parts[0]

    def named(self, _meta: Meta, parts: Parts) -> tuple[tree.Name, tree.Expr]:
        """An argument by name."""
        return parts[0], parts[1]

    def args(self, _meta: Meta, parts: Parts) -> list[Any]:
        """The arguments."""
        return list(parts)

    def call(self, meta: Meta, parts: Parts) -> tree.Call:
        """A call, a look-up, or a record written out."""
        return tree.Call(parts[0], tuple(parts[1] or ()), self._span(meta))

    def if_(self, meta: Meta, parts: Parts) -> tree.If:
        """A choice between two values."""
        return tree.If(parts[0], parts[1], parts[2], self._span(meta))

    def quantified(self, meta: Meta, parts: Parts) -> tree.Fold:
        """`any u in units where …`."""
        return tree.Fold(FoldKind(parts[0]), None, parts[1], parts[2], parts[3], self._span(meta))

    def count(self, meta: Meta, parts: Parts) -> tree.Fold:
        """`count u in units where …`."""
        return tree.Fold(FoldKind.COUNT, None, parts[0], parts[1], parts[2], self._span(meta))

    def aggregate(self, meta: Meta, parts: Parts) -> tree.Fold:
        """`sum of e for u in units where …`."""
        return tree.Fold(FoldKind(parts[0]), parts[1], parts[2], parts[3], parts[4], self._span(meta))

    def list_(self, meta: Meta, parts: Parts) -> tree.ListLiteral:
        """A list written out."""
        return tree.ListLiteral(tuple(part for part in parts if part is not None), self._span(meta))

    def set(self, meta: Meta, parts: Parts) -> tree.ListLiteral:
        """A set of values to be in."""
        return tree.ListLiteral(tuple(parts), self._span(meta))

    def last_at_most(self, meta: Meta, parts: Parts) -> tree.Pick:
        """The last step of a scale that a number reaches."""
        return tree.Pick("last", parts[0], parts[1], self._span(meta))

    def first_at_least(self, meta: Meta, parts: Parts) -> tree.Pick:
        """The first step of a scale that reaches a number."""
        return tree.Pick("first", parts[0], parts[1], self._span(meta))

    def compare(self, meta: Meta, parts: Parts) -> tree.Operation:
        """A comparison, named by its sign."""
        return tree.Operation(OperationName(parts[1]), (parts[0], parts[2]), self._span(meta))

    def round(self, meta: Meta, parts: Parts) -> tree.Operation:
        """Explicit rounding."""
        return tree.Operation(OperationName(f"round_{parts[0]}"), (parts[1],), self._span(meta))

    def arm(self, _meta: Meta, parts: Parts) -> tuple[tuple[tree.Expr, ...], tree.Expr]:
        """The values a match answers for, and its answer."""
        return tuple(parts[:-1]), parts[-1]

    def otherwise_arm(self, _meta: Meta, parts: Parts) -> tuple[tuple[tree.Expr, ...], tree.Expr]:
        """The answer for everything else."""
        return (), parts[0]

    def match(self, meta: Meta, parts: Parts) -> tree.Match:
        """An answer for each of a value's cases."""
        return tree.Match(parts[0], tuple(parts[1:]), self._span(meta))

    def half(self, meta: Meta, parts: Parts) -> tree.Operation:
        """Half of the value before, rounded."""
        return tree.Operation(OperationName(f"half_{parts[0]}"), (), self._span(meta))

    def __default__(self, data: Any, children: Parts, meta: Meta) -> tree.Operation:
        """Every other rule is an operation named after it, its signs left out."""
        operands = tuple(part for part in children if not isinstance(part, Token))
        return tree.Operation(OperationName(str(data)), operands, self._span(meta))
