"""What one printed cell says: the value that it gives, or the values that it matches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl import tree
from regola_dsl.builders.expressions import unquote
from regola_dsl.diagnostics import Diagnostic, as_typed
from regola_dsl.parser import parse_expression
from regola_dsl.source import Span
from regola_dsl.wording import Said, say

from regola_compiler.model.program import ANYTHING, Const, Expr, Interval, Selector, written_value
from regola_compiler.model.types import BOOL, BoolType, EnumType, ErrorType, Type, holds
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.tables.meant_cells import (
    asked_in_other_words,
    meant_any,
    meant_truth,
    minus_of_print,
    no_value,
)
from regola_compiler.resolve.tables.selectors import complement, merged
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.misread import meant_value
from regola_compiler.resolve.values.words import member_of

DIGITS = 18  # a number of more is refused where it is read


_SPAN = re.compile(r"(?P<low>-?\d+)?\s*(?P<to>\.\.|-|–)\s*(?P<high>-?\d+)?")


_INT = re.compile(r"[+-]?\d+")


_OPEN = re.compile(r"(-?\d+)\s*(\+|or more|or less)")


def output_value(cell: tree.Cell, type_: Type, scope: Scope) -> Expr | None:
    """What an output cell gives; None after a finding."""
    text = cell.text
    if isinstance(type_, ErrorType):
        return None  # the type was told of where it is written
    if isinstance(type_, EnumType) and (member := member_of(type_, _word(text), cell.span)):
        return member
    if isinstance(type_, BoolType) and text in {"yes", "no"}:
        return Const(text == "yes", BOOL, cell.span)
    if isinstance(type_, BoolType) and not _is_a_name(text, scope) and (meant := meant_truth(text)):
        message = say("`{text}` is no value of `{type}`", text=text, type=type_)
        scope.names.report(codes.BAD_CELL, message, cell.span, help=meant)
        return None
    if text == "":
        scope.names.report(
            codes.BAD_CELL,
            say("this cell is empty"),
            cell.span,
            help=say("write its value; where nothing happens, the value that means nothing"),
        )
        return None
    if re.fullmatch(r"\+\d+", text):
        text = " " + text[1:]
    parsed, found = _parsed(text, cell.span)
    if parsed is None:
        if isinstance(type_, EnumType):
            scope.names.unknown(
                "value", text, cell.span, list(type_.members), meant_value(text, type_), owner=type_.name
            )
        else:
            scope.names.report(
                codes.BAD_CELL,
                say("`{text}` is no value of `{type}`", text=text, type=type_),
                cell.span,
                help=found[0].help if found and found[0].code.slug == "too-large" else no_value(text, type_),
            )
        return None
    before = scope.names.count()
    value = resolve(parsed, scope, type_)
    written = written_value(value)
    if written is not None and scope.names.count() == before and not holds(written, type_):
        scope.names.report(
            codes.BAD_CELL,
            say("`{text}` is outside `{type}`", text=cell.text, type=type_),
            cell.span,
            help=say("correct it, or widen the type"),
        )
    return value if scope.names.count() == before else None


def _is_a_name(text: str, scope: Scope) -> bool:
    """Whether a word, or a truth as the language has it, says something in a cell by itself."""
    names = scope.names
    return text in {"true", "false"} or scope.knows(text) or bool(names.signature(text) or names.enums_with(text))


def _parsed(text: str, span: Span) -> tuple[tree.Expr | None, Sequence[Diagnostic]]:
    """What a cell says. Most say a whole number, for which no parser is needed."""
    if text.isascii() and text.isdigit() and len(text) <= DIGITS:
        return tree.Number(int(text), 1, span), ()
    return parse_expression(text, span)


def selector_of(cell: tree.Cell, type_: Type, scope: Scope) -> Selector | None:
    """What an input cell matches; None after a finding."""
    if isinstance(type_, ErrorType):
        return None
    if cell.text == "-" and not (isinstance(type_, EnumType) and "-" in type_.members):
        return ANYTHING
    if cell.text.startswith("not ") and not (isinstance(type_, EnumType) and cell.text in type_.members):
        inner = selector_of(replace(cell, text=cell.text.removeprefix("not ").strip()), type_, scope)
        return None if inner is None else complement(inner)
    intervals: list[Interval] = []
    for piece in _pieces(cell.text):
        interval = _interval(piece, cell.span, type_, scope)
        if interval is None:
            return None
        intervals.append(interval)
    return merged(tuple(intervals))


def _pieces(text: str) -> list[str]:
    """The alternatives in a cell: `1, 3` is two of them; commas inside quotes are not."""
    return [piece.strip() for piece in re.findall(r'(?:"(?:[^"\\]|\\.)*"|[^,"])+', text)] or [""]


def _word(text: str) -> str:
    """A member as a cell has it: in quotes with its escapes, as where it is declared, or bare."""
    return unquote(text) if len(text) > 1 and text[0] == text[-1] == '"' else text.strip('"')


def _interval(text: str, span: Span, type_: Type, scope: Scope) -> Interval | None:
    if isinstance(type_, EnumType):
        return _member_interval(text, span, type_, scope)
    if isinstance(type_, BoolType):
        places = {"true": 1, "yes": 1, "false": 0, "no": 0}
        if text in places:
            return places[text], places[text]
        expected = say("`yes` or `no`")
    else:
        if _INT.fullmatch(text):
            return int(text), int(text)
        if match := _OPEN.fullmatch(text):
            number = int(match[1])
            return (None, number) if match[2] == "or less" else (number, None)
        match = _SPAN.fullmatch(text)
        if match and (match["low"] or match["high"]):
            low = int(match["low"]) if match["low"] else None
            high = int(match["high"]) if match["high"] else None
            if high is None and match["to"] != "..":
                low, high = None, low  # `17-`, as tables are printed: 17 or less
            if low is not None and high is not None and low > high:
                scope.names.report(
                    codes.BAD_CELL,
                    say("the range `{text}` runs backwards", text=text),
                    span,
                    help=say("write {high}..{low}", high=high, low=low),
                )
                return None
            return low, high
        expected = say("a number, a range such as `1-4`, `5+`, or `-` for any")
    scope.names.report(
        codes.BAD_CELL,
        say("`{text}` cannot be read here", text=text),
        span,
        help=(meant_truth(text) or meant_any(text) if isinstance(type_, BoolType) else _asked(text))
        or say("expected {expected}", expected=expected),
    )
    return None


def _asked(text: str) -> Said | None:
    """What to write for a cell that asks for numbers in other words, or with the minus of print; None for others."""
    typed = as_typed(text)
    if typed != text and any(pattern.fullmatch(typed) for pattern in (_INT, _OPEN, _SPAN)):
        sign = next(one for one, other in zip(text, typed, strict=False) if one != other)
        return asked_in_other_words(text) or minus_of_print(sign, typed)
    return asked_in_other_words(text)


def _member_interval(text: str, span: Span, type_: EnumType, scope: Scope) -> Interval | None:
    def place(word: str) -> int | None:
        word = _word(word.strip())
        index = type_.index(word)
        if index is None:
            scope.names.unknown("value", word, span, list(type_.members), meant_value(word, type_), owner=type_.name)
        return index

    index = type_.index(_word(text))
    if index is not None:
        return index, index
    if type_.ordered and text.endswith("+") and (low := type_.index(text[:-1].strip())) is not None:
        return low, None
    if type_.ordered and ".." in text:
        first, _, second = text.partition("..")
        low = place(first) if first.strip() else None
        high = place(second) if second.strip() else None
        if (first.strip() and low is None) or (second.strip() and high is None):
            return None
        if low is not None and high is not None and low > high:
            scope.names.report(
                codes.BAD_CELL,
                say("the range `{text}` runs backwards", text=text),
                span,
                help=say("the lesser value first"),
            )
            return None
        return low, high
    index = place(text)
    return None if index is None else (index, index)
