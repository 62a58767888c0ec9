"""Who may do what where, for a terminal and for programs; what is so by default first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from regola_dsl.diagnostics import counted, in_a_row
from regola_dsl.wording import enumerated, later, localized, localized_template, say

from regola_compiler.analysis.permits.grid import Grid, Reply

# What is answered of an action.
ANSWERS = (later("allowed"), later("forbidden"), later("required"), later("due"), later("silent"))


def default_lines(grids: Sequence[Grid]) -> Iterator[str]:
    """The combinations of kinds for which no sentence speaks, action by action, as lines of text."""
    for grid in grids:
        unspoken, every = grid.unspoken
        if not unspoken:
            continue
        kinds = [heading.name for heading in grid.headings if heading.input]
        if unspoken == every:
            told = say("{action}: {answer}", action=grid.action, answer=say(grid.own_line or ""))
            if len(kinds) == 1:
                told = say("{told}, whatever {kinds} is", told=told, kinds=f"`{kinds[0]}`")
            elif kinds:
                told = say("{told}, whatever {kinds} are", told=told, kinds=_either(kinds))
            yield localized(told)
        else:
            told = say(
                "{action}, by {kinds}: {unspoken} of {every}",
                action=grid.action,
                kinds=in_a_row(kinds, "and"),
                unspoken=unspoken,
                every=every,
            )
            yield localized(told)
            for answer, labels in grid.default_groups():
                where = " × ".join(localized(_listed(*one)) for one in zip(labels, grid.groups, strict=False))
                yield f"  {localized_template(answer)}: {where}"
        said = [
            say("{answer} by {rules}", answer=say(reply.answer), rules=", ".join(reply.by))
            for reply in grid.anywhere
            if reply.by
        ]
        if said:
            yield f"  {localized(say('of all of them: {answers}', answers=enumerated(said, '; ')))}"
    unspoken, every = (sum(grid.unspoken[i] for grid in grids) for i in (0, 1))
    summed = say(
        "{combinations} of {every} by default: no sentence speaks of these kinds together, and the action's own line "
        "can answer",
        combinations=counted(unspoken, "combination"),
        every=every,
    )
    yield localized(summed)


def _either(names: Sequence[str]) -> str:
    return in_a_row([f"`{name}`" for name in names], "and")


def _listed(labels: tuple[str, ...], groups: tuple[tuple[str, ...], ...]) -> str:
    every = [label for group in groups for label in group]
    left = [label for label in every if label not in labels]
    if not left:
        return say("any")
    return say("any but {labels}", labels=", ".join(left)) if len(left) * 3 <= len(every) else ", ".join(labels)


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
