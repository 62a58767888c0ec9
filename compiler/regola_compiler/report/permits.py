"""Who may do what where, for a terminal and for programs; what is so by default first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from regola_dsl.diagnostics import counted

from regola_compiler.analysis.permits.grid import Grid, Reply


def default_lines(grids: Sequence[Grid]) -> Iterator[str]:
    """The combinations of kinds for which no sentence speaks, action by action, as lines of text."""
    for grid in grids:
        unspoken, every = grid.unspoken
        if not unspoken:
            continue
        kinds = [heading.name for heading in grid.headings if heading.input]
        if unspoken == every:
            yield f"{grid.action}: {grid.own_line}{f', whatever {_either(kinds)}' if kinds else ''}"
        else:
            yield f"{grid.action}, by {' and '.join(kinds)}: {unspoken} of {every}"
            for answer, labels in grid.default_groups():
                where = " × ".join(_listed(*one) for one in zip(labels, grid.groups, strict=False))
                yield f"  {answer}: {where}"
        said = [f"{reply.answer} by {', '.join(reply.by)}" for reply in grid.anywhere if reply.by]
        if said:
            yield f"  of all of them: {'; '.join(said)}"
    unspoken, every = (sum(grid.unspoken[i] for grid in grids) for i in (0, 1))
    yield (
        f"{counted(unspoken, 'combination')} of {every} by default: no sentence speaks of these kinds together, "
        "and the action's own line can answer"
    )


def _either(names: Sequence[str]) -> str:
    return " and ".join(f"`{name}`" for name in names) + (" is" if len(names) == 1 else " are")


def _listed(labels: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> str:
    every = [label for group in groups for label in group]
    left = [label for label in every if label not in labels]
    if not left:
        return "any"
    return f"any but {', '.join(left)}" if len(left) * 3 <= len(every) else ", ".join(labels)


def permits_json(grids: Sequence[Grid]) -> dict[str, Any]:
    """The whole of it as JSON: the matrices, and what is so by default."""
    return {
        "actions": [
            {
                "action": grid.action,
                "own_line": grid.own_line,
                "axes": [{"name": heading.name, "type": heading.type} for heading in grid.headings],
                "anywhere": [_reply(reply) for reply in grid.anywhere],
                "cells": [
                    {
                        "kinds": [list(groups[at]) for groups, at in zip(grid.groups, place, strict=True)],
                        "answers": [_reply(reply) for reply in block.replies],
                        "rough": block.rough,
                        "by_default": block.by_default,
                    }
                    for place, block in grid.blocks.items()
                    if block.replies
                ],
                "by_default": grid.unspoken[0],
                "of": grid.unspoken[1],
            }
            for grid in grids
        ],
        "by_default": sum(grid.unspoken[0] for grid in grids),
        "of": sum(grid.unspoken[1] for grid in grids),
    }


def _reply(reply: Reply) -> dict[str, Any]:
    return {
        "answer": reply.answer,
        "by": list(reply.by),
        "own_line": not reply.by,
        "lifted_by": list(reply.lifted),
    }
