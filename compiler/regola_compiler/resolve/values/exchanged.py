"""Inputs that are handed over in one another's place: told once, and not as a mistake of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from regola_dsl import tree
from regola_dsl.wording import say

from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Mark, Scope, Signature
from regola_compiler.resolve.values.arguments import as_written
from regola_compiler.resolve.values.words import shape


def tell_exchanged(
    signature: Signature,
    node: tree.Call,
    handed: Sequence[tree.Expr],
    mark: Mark,
    scope: Scope,
    fitted: Callable[[Sequence[tree.Expr]], object],
) -> None:
    """One finding in place of those since a mark, if just two inputs fit the other way round, in one way alone.

    Args:
        signature: What is called.
        node: The call.
        handed: Its inputs as they stand.
        mark: How much was reported before they were held against what is asked for.
        scope: What is known there.
        fitted: Holds inputs against what is asked for, and reports what does not fit.
    """
    names = scope.names
    # What cannot be repeated in a few words may call something in its turn, which would be tried without end.
    if any(name is not None for name, _ in node.arguments) or not all(as_written(one, "") for one in handed):
        return
    ways = []
    for first, second in combinations(range(len(handed)), 2):
        other = list(handed)
        other[first], other[second] = handed[second], handed[first]
        trial = names.mark()
        fitted(other)
        if names.count() == trial[0]:
            ways.append(other)
        names.take_back(trial)
    if len(ways) != 1:
        return
    names.take_back(mark)
    names.report(
        codes.TYPE_MISMATCH,
        say("two inputs of `{name}` stand in one another's place", name=signature.name),
        node.span,
        help=say(
            "write {shape}",
            shape=shape(
                signature.name,
                [as_written(one, other.name) for one, other in zip(ways[0], signature.parameters, strict=True)],
            ),
        ),
    )
