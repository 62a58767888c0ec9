"""One small change of a program, as data: where it is made, what stood there and what stands there now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Literal, TypeAlias, TypeVar

from regola_dsl.diagnostics import Fix
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.emit.text.printer import Printer, plain
from regola_compiler.ir.expressions import lower_expression
from regola_compiler.model.program import Call, Expr
from regola_compiler.model.types import HandleType
from regola_compiler.model.visitor import children, map_children

T = TypeVar("T")


MutationKind: TypeAlias = Literal[
    "cell",
    "border",
    "edge",
    "number",
    "value",
    "comparison",
    "sign",
    "operation",
    "field",
    "condition",
    "exception",
    "rule",
    "modality",
    "precedence",
    "requirement",
    "effect",
    "life",
    "due",
    "loop",
    "secret",
    "agreement",
]


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change.

    `kind` is one of KINDS, `part` says where in the declaration it is made (`row die 3, odds 2-1`), in as few words
    as a reader needs. Where `now` is empty, what `was` there is left out. `edit` is the same change in the text: a
    stretch of one file, and what to write there instead; None where a change is more than that.
    """

    kind: MutationKind
    part: str
    span: Span
    was: str
    now: str
    edit: Fix | None = None


# A node with one change made somewhere in it.
Changed: TypeAlias = tuple[Mutation, T]

KINDS: dict[MutationKind, str] = {
    "cell": "a table's cell",
    "border": "the border between two rows or columns",
    "edge": "what holds past a table's edge",
    "number": "a number",
    "value": "a value",
    "comparison": "a comparison's edge",
    "sign": "a sign",
    "operation": "an operation, a rounding, a quantifier",
    "field": "which field is read, which argument stands first",
    "condition": "a condition",
    "exception": "an exception",
    "rule": "a rule",
    "modality": "may, must, must not",
    "precedence": "which rule wins",
    "requirement": "what an action or a path requires",
    "effect": "an effect",
    "life": "how long a fact lasts",
    "due": "until when something is due",
    "loop": "in which order phases are played",
    "secret": "who sees what",
    "agreement": "who has to agree, and who acts together or at once",
}


def to_source(node: Expr) -> str:
    """An expression as the language writes it."""
    printer = Printer()
    printer.node(lower_expression(_as_written(node)))
    return plain(tuple(printer.pieces))


def _as_written(node: Any) -> Any:
    """A fact that is declared beside its pieces, where it is written as a field of one: `s.tracks`, not `tracks(s)`.

    Of a definition the one that is asked may stand first, too: `u is loaded` is `loaded(u)`.
    """
    node = map_children(node, _as_written)
    if isinstance(node, Call) and "." not in node.callee and len(node.arguments) == 1:
        (piece,) = node.arguments
        first = (piece.span.path, piece.span.line, piece.span.column)
        begins = first == (node.span.path, node.span.line, node.span.column)
        dot = node.span.end_column - piece.span.end_column == len(node.callee) + 1
        if isinstance(piece.type, HandleType) and begins and dot:
            return replace(node, callee=f"{piece.type.name}.{node.callee}")
    return node


def replacement(kind: MutationKind, old: Expr, new: Expr) -> Mutation:
    """The change of one expression into another, in the text too where it is one stretch of it."""
    text, printer = to_source(new), Printer()
    looser = printer.binding(lower_expression(new)) < printer.binding(lower_expression(old))
    apart = any(not inside(part.span, old.span) for part in children(old))
    edit = None if apart else Fix(old.span, f"({text})" if looser else text)
    return Mutation(kind, "", old.span, to_source(old), text, edit)


def inside(part: Span, place: Span) -> bool:
    """Whether a stretch of text lies in another."""
    if part.path != place.path or (part.line, part.column) < (place.line, place.column):
        return False
    return (part.end_line, part.end_column) <= (place.end_line, place.end_column)


def touches(part: Span, place: Span) -> bool:
    """Whether two stretches of text have something in common."""
    first, second = sorted((part, place))
    return first.path == second.path and (second.line, second.column) < (first.end_line, first.end_column)


def mutate_child(node: T, name: str, changes: Callable[[Any], Iterator[Changed[Any]]]) -> Iterator[Changed[T]]:
    """The changes of what a node has under `name`: nothing, a node, or several."""
    value = getattr(node, name)
    if isinstance(value, tuple):
        for place, item in enumerate(value):
            for change, new in changes(item):
                yield change, replace(node, **{name: (*value[:place], new, *value[place + 1 :])})  # type: ignore[type-var]
    elif value is not None:
        for change, new in changes(value):
            yield change, replace(node, **{name: new})  # type: ignore[type-var]


def delete_child(node: T, name: str, told: Callable[[Any], Mutation]) -> Iterator[Changed[T]]:
    """A node with one of several things left out."""
    value = getattr(node, name)
    for place, item in enumerate(value):
        yield told(item), replace(node, **{name: (*value[:place], *value[place + 1 :])})  # type: ignore[type-var]


def located(part: str, changes: Iterator[Changed[T]]) -> Iterator[Changed[T]]:
    """The same changes, with the part of the declaration they are made in, where they do not name it yet."""
    for change, node in changes:
        yield (change if change.part else replace(change, part=part)), node
