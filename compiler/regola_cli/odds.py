"""`regola odds`: how likely each answer is."""

from __future__ import annotations

import click

from regola_cli.common import (
    Unanswered,
    echo_json,
    game_argument,
    json_option,
    put_question,
    scenario_option,
    with_option,
)


@click.command("odds")
@game_argument
@click.argument("name", metavar="NAME")
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@scenario_option
@with_option
@json_option
def command(
    game: str, name: str, pairs: tuple[str, ...], scenario: str | None, put_up: tuple[str, ...], as_json: bool
) -> None:
    """Show how likely each answer is, exactly, over the dice that are left open.

    \b
    regola odds caucasus combat_results odds=5-1
    """
    from regola_compiler.evaluate.examples import explain
    from regola_compiler.evaluate.queries import as_json as value_json
    from regola_compiler.evaluate.queries import distribution
    from regola_compiler.model.types import show

    try:
        _, item, outcomes = put_question(game, name, pairs, scenario, distribution, put_up)
    except Unanswered as none:
        told = f"{explain(none.problem, none.program)} (in `{none.problem.owner or name}`)"
        click.echo(f"no answer for some rolls: {told}", err=True)
        raise click.exceptions.Exit(1) from none
    if as_json:
        rows = [{"value": value_json(value, item.result), "probability": str(chance)} for value, chance in outcomes]
        echo_json({"outcomes": rows})
        return
    width = max(len(show(value, item.result)) for value, _ in outcomes)
    exact = max(len(str(chance)) for _, chance in outcomes)
    for value, chance in outcomes:
        bar = "█" * round(40 * chance)
        click.echo(f"{show(value, item.result):>{width}}  {chance!s:>{exact}}  {float(chance):6.1%}  {bar}")
