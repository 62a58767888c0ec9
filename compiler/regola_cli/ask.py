"""`regola ask`: one answer, and why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click
from regola_dsl.signs import visible
from regola_dsl.wording import localized, say

from regola_cli import completion
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
    from regola_compiler.evaluate.interpreter import Interpreter
    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.program import Action, Program, Rule
    from regola_compiler.model.types import Value


@click.command("ask")
@game_argument
@click.argument("name", metavar="NAME", shell_complete=completion.names)
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@scenario_option
@with_option
@json_option
def command(
    game: str, name: str, pairs: tuple[str, ...], scenario: str | None, put_up: tuple[str, ...], as_json: bool
) -> None:
    """Ask a rule or a table, or an expression, and see why it answers so.

    Below the reasons stands what else the answer rests on: facts that nobody told, taken as they start, the errata
    that bear on it, and that no rule speaks, where none does.

    Values are written as the game writes them; a field of a record is set with a dot.

    \b
    regola ask lantern_pass combat_table die=5 odds=2-1
    regola ask lantern_pass combat_table die=5 odds=2-1 --json
    """
    from regola_compiler.evaluate.grounds import Grounds, grounds, watched, with_turns
    from regola_compiler.evaluate.interpreter import Interpreter
    from regola_compiler.evaluate.play import duties
    from regola_compiler.evaluate.queries import Answer, answer
    from regola_compiler.evaluate.queries import as_json as value_json
    from regola_compiler.evaluate.worked.explained import describe, explain
    from regola_compiler.model.program import Action
    from regola_compiler.model.types import show
    from regola_compiler.report.grounds import as_data, as_lines

    runs: list[Interpreter] = []
    due: list[duties.Duty] = []

    def ask(program: Program, item: Rule, arguments: dict[str, Value], position: Position) -> tuple[Answer, Grounds]:
        runs.append(watched(program, position))
        found = answer(program, item, arguments, position, runs[-1])
        values = [arguments[parameter.name] for parameter in item.parameters]
        if isinstance(item, Action):
            due.extend(duties.duties(Interpreter(program, position), item, values, found.value))
        return found, with_turns(grounds(runs[-1]), program, position, item.name, values, found.value)

    try:
        program, item, (answered, rests_on) = put_question(game, name, pairs, scenario, ask, put_up)
    except Unanswered as none:
        problem = none.problem
        asked = none.program.callables[name]
        rests_on = grounds(runs[-1]) if runs else Grounds()
        if as_json:
            told = as_data(rests_on, asked.result)
            echo_json({"value": None, "problem": localized(describe(problem)), "because": [], **told})
        else:
            why = say("{problem} (in `{name}`)", problem=explain(problem, none.program), name=problem.owner or name)
            click.echo(localized(say("no answer: {why}", why=why)))
            for line in as_lines(rests_on, name, asked.result):
                click.echo(visible(f"  {localized(line)}", keep=""))
        raise click.exceptions.Exit(1) from none
    answered = replace(answered, because=tuple(part for part in answered.because if part[0] != name or item.anchors))
    if as_json:
        because = [{"name": reason, "anchors": section_list(anchors)} for reason, anchors in answered.because]
        told = as_data(rests_on, item.result)
        told["duties"] = duties.as_data(due)
        echo_json({"value": value_json(answered.value, item.result), "because": because, **told})
        return
    click.echo(visible(show(answered.value, item.result), keep=""))
    for duty in due:
        click.echo(visible(f"  {localized(duties.in_words(duty, name))}", keep=""))
    for reason, anchors in answered.because:
        sections = ", ".join(section_list(anchors))
        spoken = localized(say("because {reason}", reason=spoken_reason(program, reason)))
        click.echo(visible(f"  {spoken}" + (f" ({sections})" if sections else ""), keep=""))
    for line in as_lines(rests_on, name, item.result):
        click.echo(visible(f"  {localized(line)}", keep=""))


def _chosen_among(action: Action, choice: str) -> str:
    """Among what an action chooses one of its parameters."""
    from regola_compiler.emit.text.source import plain, words
    from regola_compiler.ir.expressions import lower_expression

    lists = zip(action.parameters, action.candidates, strict=True)
    items = next((items for parameter, items in lists if parameter.name == choice), None)
    assert items is not None
    return say(
        "{name} chooses {choice} among {items}",
        name=action.name,
        choice=choice,
        items=plain(words(lower_expression(items))),
    )


def spoken_reason(program: Program, reason: str) -> str:
    """A reason; of a guard, `pay: requirement 2`, what it asks for."""
    from regola_compiler.emit.text.source import plain, words
    from regola_compiler.ir.expressions import lower_expression
    from regola_compiler.model.program import Action

    name, _, part = reason.partition(": ")
    action = program.callables.get(name)
    guard = next((g for g in action.guards if g.name == part), None) if isinstance(action, Action) else None
    if guard is None or not isinstance(action, Action):
        return reason
    if guard.kind == "requires":
        return say("{name} requires {condition}", name=name, condition=plain(words(lower_expression(guard.condition))))
    if guard.kind == "among":
        return _chosen_among(action, guard.name.removeprefix("choice of "))
    if guard.kind == "phase":
        return say("{name} belongs to other phases", name=name)
    if guard.kind == "limit":
        return say("{name} is done so often and no oftener", name=name)
    return say("{name} is done in one's own turn", name=name)
