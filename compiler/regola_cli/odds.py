"""`regola odds`: how likely each answer is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from regola_dsl.signs import visible

from regola_cli.common import (
    Unanswered,
    UsageError,
    echo_json,
    game_argument,
    json_option,
    put_question,
    scenario_option,
    with_option,
)
from regola_cli.forms import interpreter_option
from regola_cli.policies import policy_option

if TYPE_CHECKING:
    from fractions import Fraction

    from regola_compiler.evaluate.protocol import Position
    from regola_compiler.model.program import Program, Rule
    from regola_compiler.model.types import Value


@click.command("odds")
@game_argument
@click.argument("name", metavar="NAME", required=False)
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@scenario_option
@with_option
@click.option("--play", "phase", metavar="PHASE", help="How the playing of a phase ends, instead of an answer.")
@click.option("--of", "asked", metavar="EXPRESSION", multiple=True, help="With --play: what is asked of its end.")
@policy_option
@click.option("--exact", is_flag=True, help="With --play: fractions.")
@interpreter_option
@json_option
def command(
    game: str,
    name: str | None,
    pairs: tuple[str, ...],
    scenario: str | None,
    put_up: tuple[str, ...],
    phase: str | None,
    asked: tuple[str, ...],
    policy: str | None,
    exact: bool,
    interpreter: bool,
    as_json: bool,
) -> None:
    """Show how likely each answer is, exactly, over the dice that are left open.

    With --play it is the end of a phase: the phase is played on every roll of its dice, states that
    come to the same taken together, alike pieces not told apart. What a player may choose is the
    first that is allowed, or by --policy, a YAML file with a list of `priorities`. What the phase is
    played with, and facts, are told behind the game's name; --of asks what the end is to be told by.

    \b
    regola odds caucasus combat_results odds=5-1
    regola odds skirmish.regola --play fire p=red --of 'gone(blue)'
    """
    if phase is not None:
        from regola_cli.odds_played import show_odds

        words = (*([name] if name else []), *pairs)
        show_odds(game, phase, words, scenario, put_up, asked, policy, exact, interpreter, as_json)
        return
    if name is None:
        raise UsageError("say what is asked: the name of a rule or a table, or a phase with --play")
    if asked or policy is not None or exact:
        raise UsageError("--of, --policy and --exact go with --play PHASE")
    from regola_compiler.evaluate.examples import explain
    from regola_compiler.evaluate.grounds import Grounds, grounds, watched
    from regola_compiler.evaluate.queries import as_json as value_json
    from regola_compiler.evaluate.queries import distribution
    from regola_compiler.model.types import show
    from regola_compiler.report.grounds import as_data, as_lines

    def ask(
        program: Program, item: Rule, arguments: dict[str, Value], position: Position
    ) -> tuple[list[tuple[Value, Fraction]], Grounds]:
        run = watched(program, position)
        return distribution(program, item, arguments, position, run), grounds(run)

    try:
        _, item, (outcomes, rests_on) = put_question(game, name, pairs, scenario, ask, put_up)
    except Unanswered as none:
        told = f"{explain(none.problem, none.program)} (in `{none.problem.owner or name}`)"
        click.echo(f"no answer for some rolls: {told}", err=True)
        raise click.exceptions.Exit(1) from none
    if as_json:
        rows = [{"value": value_json(value, item.result), "probability": str(chance)} for value, chance in outcomes]
        echo_json({"outcomes": rows, **as_data(rests_on, item.result)})
        return
    width = max(len(show(value, item.result)) for value, _ in outcomes)
    digits = max(len(str(chance)) for _, chance in outcomes)
    for value, chance in outcomes:
        bar = "█" * round(40 * chance)
        click.echo(f"{show(value, item.result):>{width}}  {chance!s:>{digits}}  {float(chance):6.1%}  {bar}")
    for line in as_lines(rests_on, name, item.result):
        click.echo(visible(f"  {line}", keep=""))
