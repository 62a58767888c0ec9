"""`regola ask`: one answer, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click
from regola_dsl.signs import visible

from regola_cli.common import (
    Unanswered,
    echo_json,
    game_argument,
    json_option,
    put_question,
    scenario_option,
    section_list,
    with_option,
)

if TYPE_CHECKING:
    from regola_compiler.model.program import Program


@click.command("ask")
@game_argument
@click.argument("name", metavar="NAME")
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@scenario_option
@with_option
@json_option
def command(
    game: str, name: str, pairs: tuple[str, ...], scenario: str | None, put_up: tuple[str, ...], as_json: bool
) -> None:
    """Ask a rule or a table, or an expression, and see why it answers so.

    Values are written as the game writes them; a field of a record is set with a dot.

    \b
    regola ask caucasus combat_results die=5 odds=5-1
    regola ask caucasus weather die=3 --json
    """
    from regola_compiler.evaluate.examples import describe, explain
    from regola_compiler.evaluate.queries import answer
    from regola_compiler.evaluate.queries import as_json as value_json
    from regola_compiler.model.types import show

    try:
        program, item, answered = put_question(game, name, pairs, scenario, answer, put_up)
    except Unanswered as none:
        problem = none.problem
        if as_json:
            echo_json({"value": None, "problem": describe(problem), "because": []})
        else:
            click.echo(f"no answer: {explain(problem, none.program)} (in `{problem.owner or name}`)")
        raise click.exceptions.Exit(1) from none
    answered = replace(answered, because=tuple(part for part in answered.because if part[0] != name or item.anchors))
    if as_json:
        because = [{"name": reason, "anchors": section_list(anchors)} for reason, anchors in answered.because]
        echo_json({"value": value_json(answered.value, item.result), "because": because})
        return
    click.echo(visible(show(answered.value, item.result), keep=""))
    for reason, anchors in answered.because:
        sections = ", ".join(section_list(anchors))
        told = f"  because {spoken_reason(program, reason)}" + (f" ({sections})" if sections else "")
        click.echo(visible(told, keep=""))


def spoken_reason(program: Program, reason: str) -> str:
    """A reason; of a guard, `pay: requirement 2`, what it asks for."""
    from regola_compiler.emit.text.source import plain, words
    from regola_compiler.ir.expressions import lower_expression
    from regola_compiler.model.program import Action

    name, _, part = reason.partition(": ")
    action = program.callables.get(name)
    guard = next((g for g in action.guards if g.name == part), None) if isinstance(action, Action) else None
    if guard is None:
        return reason
    return {
        "requires": f"{name} requires {plain(words(lower_expression(guard.condition)))}",
        "phase": f"{name} belongs to other phases",
        "among": f"{name} chooses {guard.name.removeprefix('choice of ')} among others",
        "limit": f"{name} is done so often and no oftener",
    }.get(guard.kind, f"{name} is done in one's own turn")
