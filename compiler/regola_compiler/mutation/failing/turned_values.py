"""Two values of an example in each other's place: what it asks with, what it tells, or what it asks for.

It is looked for where no change of the rules lets the example come out: then the example is what may be wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from regola_dsl.records import dataclass

from regola_compiler.evaluate.worked.examples import ExampleRun, LineResult
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Apply,
    Call,
    Const,
    DoLine,
    Example,
    ExampleLine,
    Expectation,
    Expr,
    GivenLine,
    Program,
)
from regola_compiler.model.visitor import iter_nodes, map_children

# So many exchanges are tried, each of which runs the example.
_TRIED = 40


@dataclass(frozen=True, slots=True)
class _Turned:
    """The lines with two values exchanged; what is written anew, each as it was and as it is then."""

    lines: tuple[ExampleLine, ...]
    parts: tuple[tuple[Expr, Expr], ...]


def values_turned(program: Program, example: Example, line: LineResult) -> tuple[tuple[Expr, Expr], ...]:
    """What is written anew so that the whole example comes out with two of its values exchanged.

    Args:
        program: The rules.
        example: The example.
        line: What fails in it.

    Returns:
        One or two parts of the example, each as it is and as it is then; none where none would do, or several would.
    """
    place = next(n for n, one in enumerate(example.lines) if one is line.expectation)
    found: list[_Turned] = []
    for tried, turned in enumerate(_all_turned(example.lines, place)):
        if tried == _TRIED:
            break
        if all(one.passed for one in ExampleRun(program, replace(example, lines=turned.lines)).result().lines):
            found.append(turned)
    return found[0].parts if len(found) == 1 else ()


def _all_turned(lines: Sequence[ExampleLine], place: int) -> Iterator[_Turned]:
    """The lines with two values exchanged that the line at a `place` may rest on, the nearest first."""
    for at in range(place, -1, -1):
        one = lines[at]
        if isinstance(one, Expectation | GivenLine | DoLine) and (at == place or not isinstance(one, Expectation)):
            for was, now in _asked_turned(one.expression):
                anew = replace(one, expression=_with(one.expression, was, now))
                yield _Turned((*lines[:at], anew, *lines[at + 1 :]), ((was, now),))
    for above, below in [*pairwise(range(len(lines)))][: place + 1][::-1]:
        one, other = lines[above], lines[below]
        if not isinstance(one, Expectation | GivenLine) or type(one) is not type(other):
            continue
        # What is told in two lines may be exchanged to make almost anything come out.
        if isinstance(one, GivenLine) and one.expression.span.line != other.span.line:
            continue
        said, also = _said(one), _said(other)
        if said is not None and also is not None and _are_alike(said[1], also[1]):
            first = replace(said[0], operands=(said[0].operands[0], also[1]))
            second = replace(also[0], operands=(also[0].operands[0], said[1]))
            pair = replace(one, expression=first), replace(other, expression=second)
            yield _Turned((*lines[:above], *pair, *lines[below + 1 :]), ((said[0], first), (also[0], second)))


def _asked_turned(expression: Expr) -> Iterator[tuple[Expr, Expr]]:
    """What asks with two values beside one another, and the same with each in the other's place."""
    for node in iter_nodes(expression):
        if isinstance(node, Call):
            for at, (one, other) in enumerate(pairwise(node.arguments)):
                if isinstance(one, Const) and isinstance(other, Const) and _are_alike(one, other):
                    arguments = (*node.arguments[:at], other, one, *node.arguments[at + 2 :])
                    yield node, replace(node, arguments=arguments)


def _said(line: Expectation | GivenLine) -> tuple[Apply, Const] | None:
    """What a line says that something is, where it is a value."""
    match line.expression:
        case Apply(operator=Operator.EQUAL, operands=(_, Const() as value)) as whole:
            return whole, value
        case _:
            return None


def _are_alike(one: Const, other: Const) -> bool:
    """Whether two values are of one type, and not the same."""
    numbers = type(one.value) is int and type(other.value) is int
    return one.value != other.value and (numbers or str(one.type) == str(other.type))


def _with(node: Any, was: Expr, now: Expr) -> Any:
    return now if node is was else map_children(node, lambda child: _with(child, was, now)) if _has(node) else node


def _has(node: Any) -> bool:
    return isinstance(node, tuple) or hasattr(node, "span")
