"""Inputs that are handed over in one another's place: told once, and not as a mistake of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from regola_dsl import tree
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Parameter
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Mark, Scope
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.words import shape


def tell_exchanged(
    called: str,
    parameters: Sequence[Parameter],
    handed: Sequence[tree.Expr],
    span: Span,
    mark: Mark,
    scope: Scope,
    fitted: Callable[[Sequence[tree.Expr]], object],
) -> None:
    """One finding in place of those since a mark, if just two inputs fit the other way round, in one way alone.

    Args:
        called: What is called.
        parameters: What it asks for.
        handed: Its inputs as they stand.
        span: Where it is called.
        mark: How much was reported before they were held against what is asked for.
        scope: What is known there.
        fitted: Holds inputs against what is asked for, and reports what does not fit.
    """
    names = scope.names
    # Within a trial nothing is tried: what calls something in its turn would be tried again and again.
    if names.trying or not all(as_written(one, "") for one in handed):
        return
    ways = []
    names.trying = True
    for first, second in combinations(range(len(handed)), 2):
        other = list(handed)
        other[first], other[second] = handed[second], handed[first]
        trial = names.mark()
        fitted(other)
        if names.count() == trial[0]:
            ways.append(other)
        names.take_back(trial)
    names.trying = False
    if len(ways) != 1:
        return
    names.take_back(mark)
    names.report(
        codes.TYPE_MISMATCH,
        say("two inputs of `{name}` stand in one another's place", name=called),
        span,
        help=say(
            "write {shape}",
            shape=shape(called, [as_written(one, other.name) for one, other in zip(ways[0], parameters, strict=True)]),
        ),
    )
