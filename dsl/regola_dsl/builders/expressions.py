"""What is made of the rules for expressions: a method for each, called after it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from regola_dsl import codes, tree
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import FoldKind, OperationName
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

_ESCAPE = re.compile(r"\\(.)")
# Wildcards of Python's own: the parts of a rule arrive in one list and are told apart by type.
Parts = list[Any]

# What programs call of a value, to compare it, and of a list, to look for something in it.
_SAME = frozenset("equals equal eq is tobe toequal isequalto is_equal_to".split())
_HOLDS = frozenset("contains includes has".split())


@dataclass(frozen=True, slots=True)
class Token:
    """A word that the builder is given as it is written, with what the grammar took it for."""

    terminal: str
    text: str
    span: Span


class Blank:
    """An argument that may be anything."""


def unquote(text: str) -> str:
    r"""The characters between the quotes, escapes undone.

    >>> unquote('"say \\"no\\""')
    'say "no"'
    """
    return _ESCAPE.sub(lambda match: {"n": "\n"}.get(match[1], match[1]), text[1:-1])


class ExpressionBuilder:
    """Builds expressions; `Builder` adds the declarations.

    There is a method for each rule of the grammar, called after it, or after what its arrow says. It is given the parts
    that the rule keeps, and if it asks for it, the place of the whole.
    """

    def __init__(self, file: str, found: list[Diagnostic]) -> None:
        self.file = file
        self._found = found

    def expression(self, parts: Parts) -> tree.Expr:
        """The one expression."""
        result: tree.Expr = parts[0]
        return result

    # --- expressions ---

    def name(self, parts: Parts) -> tree.Word:
        """A name in an expression."""
        return tree.Word(parts[0].text, parts[0].span)

    def spelled(self, parts: Parts, span: Span) -> tree.Word:
        """A value as tables print it."""
        return tree.Word(parts[0].text, span)

    def quoted(self, parts: Parts, span: Span) -> tree.Word:
        """A value in quotes."""
        return tree.Word(unquote(parts[0].text), span, quoted=True)

    def number(self, parts: Parts, span: Span) -> tree.Number:
        """A whole number."""
        return tree.Number(self._integer(parts[0]), 1, span)

    def _integer(self, token: Token) -> int:
        if len(token.text) > 18:
            self._found.append(
                Diagnostic(
                    codes.TOO_LARGE,
                    say("a number has more than {number} digits", number=18),
                    token.span,
                    help=say("write fewer digits"),
                )
            )
            return 0
        return int(token.text)

    def decimal(self, parts: Parts, span: Span) -> tree.Number:
        """A decimal number, exactly."""
        whole, _, part = parts[0].text.partition(".")
        self._integer(Token("INTEGER", whole + part, span))
        value = Fraction(f"{whole[:18]}.{part[:18]}")
        return tree.Number(value.numerator, value.denominator, span)

    def true(self, _parts: Parts, span: Span) -> tree.Truth:
        """`true`."""
        return tree.Truth(True, span)

    def false(self, _parts: Parts, span: Span) -> tree.Truth:
        """`false`."""
        return tree.Truth(False, span)

    def field_of(self, parts: Parts, span: Span) -> tree.FieldOf:
        """A field of a record."""
        return tree.FieldOf(parts[0], parts[1], span)

    def positional(self, parts: Parts) -> tuple[None, tree.Expr]:
        """An argument by place."""
        return None, parts[0]

    def named(self, parts: Parts) -> tuple[tree.Name, tree.Expr]:
        """An argument by name."""
        return parts[0], parts[1]

    def args(self, parts: Parts) -> list[Any]:
        """The arguments."""
        return list(parts)

    def call(self, parts: Parts, span: Span) -> tree.Call:
        """A call, a look-up, or a record written out."""
        return tree.Call(parts[0], tuple(parts[1] or ()), span)

    def call_in_library(self, parts: Parts, span: Span) -> tree.Call:
        """A call of what a library declares: `hexes.distance(a, b)`."""
        owner, name, arguments = parts
        if not isinstance(owner, tree.Word) or owner.quoted:
            message = say("`{name}` is called of what is no library", name=name.text)
            help_text = say("write `{name}(…)`, or the name of a library in front: `hexes.{name}(…)`", name=name.text)
            if name.text.casefold() in _SAME:
                help_text = say("write `… is …` in place of `.{name}(…)`", name=name.text)
            elif name.text.casefold() in _HOLDS:
                help_text = say("write `… in …` in place of `.{name}(…)`", name=name.text)
            self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, name.span, help=help_text))
            return tree.Call(name, tuple(arguments or ()), span)
        whole = Span(span.path, owner.span.line, owner.span.column, name.span.end_line, name.span.end_column)
        return tree.Call(tree.Name(f"{owner.text}.{name.text}", whole), tuple(arguments or ()), span)

    def in_library(self, parts: Parts, span: Span) -> tree.Name:
        """The name of something in a library, `hexes.Hex`."""
        return tree.Name(f"{parts[0].text}.{parts[1].text}", span)

    def if_(self, parts: Parts, span: Span) -> tree.If:
        """A choice between two values."""
        return tree.If(parts[0], parts[1], parts[2], span)

    def quantified(self, parts: Parts, span: Span) -> tree.Fold:
        """`any u in units where …`."""
        return tree.Fold(FoldKind(parts[0].text), None, parts[1], parts[2], parts[3], span)

    def count(self, parts: Parts, span: Span) -> tree.Fold:
        """`count u in units where …`."""
        return tree.Fold(FoldKind.COUNT, None, parts[0], parts[1], parts[2], span)

    def those(self, parts: Parts, span: Span) -> tree.Fold:
        """`those u in units where …`."""
        return tree.Fold(FoldKind.THOSE, None, parts[0], parts[1], parts[2], span)

    def aggregate(self, parts: Parts, span: Span) -> tree.Fold:
        """`sum of e for u in units where …`."""
        return tree.Fold(FoldKind(parts[0].text), parts[1], parts[2], parts[3], parts[4], span)

    def list_(self, parts: Parts, span: Span) -> tree.ListLiteral:
        """A list written out."""
        return tree.ListLiteral(tuple(part for part in parts if part is not None), span)

    def set(self, parts: Parts, span: Span) -> tree.ListLiteral:
        """A set of values to be in."""
        return tree.ListLiteral(tuple(parts), span)

    def last_at_most(self, parts: Parts, span: Span) -> tree.Pick:
        """The last step of a scale that a number reaches."""
        return tree.Pick("last", parts[0], parts[1], span)

    def first_at_least(self, parts: Parts, span: Span) -> tree.Pick:
        """The first step of a scale that reaches a number."""
        return tree.Pick("first", parts[0], parts[1], span)

    def compare(self, parts: Parts, span: Span) -> tree.Operation:
        """A comparison, named by its sign."""
        return tree.Operation(OperationName(parts[1].text), (parts[0], parts[2]), span)

    def round(self, parts: Parts, span: Span) -> tree.Operation:
        """Explicit rounding."""
        return tree.Operation(OperationName(f"round_{parts[0].text}"), (parts[1],), span)

    def arm(self, parts: Parts) -> tuple[tuple[tree.Expr, ...], tree.Expr]:
        """The values a match answers for, and its answer."""
        return tuple(parts[:-1]), parts[-1]

    def otherwise_arm(self, parts: Parts) -> tuple[tuple[tree.Expr, ...], tree.Expr]:
        """The answer for everything else."""
        return (), parts[0]

    def match(self, parts: Parts, span: Span) -> tree.Match:
        """An answer for each of a value's cases."""
        return tree.Match(parts[0], tuple(parts[1:]), span)

    def at_start(self, parts: Parts, span: Span) -> tree.Past:
        """How it stood when a phase began."""
        return tree.Past("at_start", parts[0], parts[1], parts[2], span)

    def in_the_one_before(self, parts: Parts, span: Span) -> tree.Past:
        """How it stood at the end of the playing before."""
        return tree.Past("before", parts[0], parts[1], None, span)

    def after_deed(self, parts: Parts, span: Span) -> tree.After:
        """What it would be if something were done."""
        return tree.After(parts[0], parts[1], tuple(parts[2] or ()), span)

    def can(self, parts: Parts, span: Span) -> tree.Can:
        """Whether something may be done now, whatever is left out."""
        return tree.Can(parts[0], tuple((parts[1] if len(parts) > 1 else None) or ()), span)

    def blank(self, _parts: Parts) -> Blank:
        """Whatever it is."""
        return Blank()

    def blanks(self, parts: Parts) -> list[Any]:
        """Arguments of which some may be anything."""
        return [None if isinstance(part, Blank) else part for part in parts]

    def done(self, parts: Parts, span: Span) -> tree.Done:
        """Whether something was done in this playing of a phase."""
        return tree.Done(parts[0], tuple(parts[1] or ()), parts[2], span)

    def done_at_all(self, parts: Parts, span: Span) -> tree.Done:
        """Whether an action was done, whatever its arguments were."""
        return tree.Done(parts[0], (), parts[1], span)

    def times_in_all(self, parts: Parts, span: Span) -> tree.Done:
        """How often it was."""
        return tree.Done(parts[0], (), parts[1], span, counted=True)

    def times(self, parts: Parts, span: Span) -> tree.Done:
        """How often it was."""
        return tree.Done(parts[0], tuple(parts[1] or ()), parts[2], span, counted=True)

    def is_a(self, parts: Parts, span: Span) -> tree.Operation:
        """Whether it is of a type."""
        return tree.Operation(OperationName.IS_A, (parts[0], tree.Word(parts[1].text, parts[1].span)), span)

    def is_not_a(self, parts: Parts, span: Span) -> tree.Operation:
        """Whether it is of another type."""
        return tree.Operation(OperationName.IS_NOT_A, (parts[0], tree.Word(parts[1].text, parts[1].span)), span)

    def range_list(self, parts: Parts, span: Span) -> tree.Operation:
        """The whole numbers from one to another."""
        low, high = (tree.Number(bound, 1, span) for bound in parts)
        return tree.Operation(OperationName.RANGE, (low, high), span)

    def half(self, parts: Parts, span: Span) -> tree.Operation:
        """Half of the value before, rounded."""
        return tree.Operation(OperationName(f"half_{parts[0].text}"), (), span)

    def operation(self, name: str, parts: Parts, span: Span) -> tree.Operation:
        """Every other rule is an operation named after it, its signs left out."""
        operands = tuple(part for part in parts if not isinstance(part, Token))
        return tree.Operation(OperationName(name), operands, span)
