"""Lark's own parser over the same tokens: the tree it makes of everything, and of that what our builder makes."""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from regola_dsl.builders import expressions
from regola_dsl.builders.declarations import Builder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.lexer import RawToken
from regola_dsl.parsing.from_lark import lark_of
from regola_dsl.parsing.grammar import GRAMMAR
from regola_dsl.parsing.loop import END, method_of
from regola_dsl.parsing.words import terminal_of
from regola_dsl.source import Span
from regola_dsl.tree import Anchor, Name


class PlacedToken(Token):
    """A token that brings along what the lexer has read."""

    raw: RawToken


@cache
def lark() -> Lark:
    """Lark's own parser of the grammar."""
    return lark_of(GRAMMAR.read_text("utf-8"))


def reference(
    queue: list[RawToken], start: str, path: str
) -> tuple[Any, list[Diagnostic]] | tuple[int, list[str], bool]:
    """What Lark's tree of the tokens says, with the findings; or where they stop, what fits there, and at which sight."""
    interactive = lark().parse_interactive(start=start)
    for place, raw in enumerate(queue):
        state = interactive.parser_state
        terminal = terminal_of(raw.kind, raw.text, queue, place, state.parse_conf.parse_table.states[state.position])
        if terminal is None:
            return place, sorted(interactive.accepts()), False
        token = PlacedToken(terminal, raw.text, 0, raw.line, raw.column, raw.end_line, raw.end_column, 0)
        token.raw = raw
        try:
            interactive.feed_token(token)
        except UnexpectedInput:
            return place, sorted(interactive.accepts()), True
    try:
        tree = interactive.feed_token(Token(END, ""))
    except UnexpectedInput:
        return len(queue), sorted(interactive.accepts()), True
    found: list[Diagnostic] = []
    return built(tree, Builder(path, found)), found


def built(node: Any, builder: Builder) -> Any:
    """What our builder makes of Lark's tree, from the leaves up, with the places that Lark gives."""
    if isinstance(node, PlacedToken):
        raw, span = node.raw, node.raw.span(builder.file)
        if node.type == "NAME":
            return Name(raw.text, span)
        if node.type == "ANCHORS":
            return tuple(Anchor(section, place) for section, place in raw.anchors)
        return expressions.Token(node.type, raw.text, span)
    if not isinstance(node, Tree):
        return node
    parts = [built(child, builder) for child in node.children]
    method = method_of(str(node.data))
    if method.__code__.co_argcount == 2:
        return method(builder, parts)
    meta = node.meta
    return method(builder, parts, Span(builder.file, meta.line, meta.column, meta.end_line, meta.end_column))
