"""`regola odds`: how likely each answer is."""

from __future__ import annotations

from pathlib import Path

import click
from regola_dsl.wording import say

from regola_cli import completion
from regola_cli.common import UsageError, game_argument, json_option, scenario_option, with_option
from regola_cli.forms import interpreter_option
from regola_cli.policies import policy_option


@click.command("odds")
@game_argument
@click.argument("name", metavar="NAME", required=False, shell_complete=completion.names)
@click.argument("pairs", nargs=-1, metavar="[KEY=VALUE]...")
@scenario_option
@with_option
@click.option("--given", metavar="CONDITION", multiple=True, help="What is known, of the dice or of the `value`.")
@click.option("--by", metavar="INPUT", help="A column for each value of an input.")
@click.option("--at-least", is_flag=True, help="Each value or a higher one.")
@click.option("--summary", is_flag=True, help="Mean, standard deviation and quantiles, too.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Print them: .pdf, .svg, .png, .html or .docx.",
)
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
    given: tuple[str, ...],
    by: str | None,
    at_least: bool,
    summary: bool,
    output: Path | None,
    phase: str | None,
    asked: tuple[str, ...],
    policy: str | None,
    exact: bool,
    interpreter: bool,
    as_json: bool,
) -> None:
    """Show how likely each answer is, exactly, over the dice that are left open.

    --given says what is known: a condition on the dice and other inputs by their names, and on the
    answer as `value`. --by has a column for each value of an input, as players print odds; -o writes
    them to paper.

    With --play it is the end of a phase: the phase is played on every roll of its dice, states that
    come to the same taken together, alike pieces not told apart. What a player may choose is the
    first that is allowed, or by --policy, a YAML file with a list of `priorities`. What the phase is
    played with, and facts, are told behind the game's name; --of asks what the end is to be told by,
    and --given is what is known of the end.

    \b
    regola odds lantern_pass combat_table odds=2-1
    regola odds lantern_pass combat_table --by odds -o odds.pdf
    regola odds dice.regola total --given 'first >= 3' --at-least --summary
    regola odds skirmish.regola --play fire p=red --of 'gone(blue)'
    """
    from regola_cli.odds_asked import Manner, show_answer_odds

    manner = Manner(given, by or "", at_least, summary, output, as_json)
    if phase is not None:
        from regola_cli.odds_played import show_odds

        if by:
            raise UsageError(say("--by goes with the name of a rule or a table"))
        words = (*([name] if name else []), *pairs)
        show_odds(game, phase, words, scenario, put_up, asked, policy, exact, interpreter, manner)
        return
    if name is None:
        raise UsageError(say("say what is asked: the name of a rule or a table, or a phase with --play"))
    if asked or policy is not None or exact:
        raise UsageError(say("--of, --policy and --exact go with --play PHASE"))
    show_answer_odds(game, name, pairs, scenario, put_up, manner)
