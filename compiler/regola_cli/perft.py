"""`regola perft`: how many histories a game has from its start."""

from __future__ import annotations

import click

from regola_cli.common import echo_json, game_argument, json_option
from regola_cli.playing import load_play, rules_speak, scenario_of, scenario_to_play
from regola_cli.terminal import tell


@click.command("perft")
@game_argument
@click.option("-n", "depth", metavar="N", type=click.IntRange(1, 1_000), default=4, show_default=True, help="How far.")
@click.option("--by", "phase", metavar="PHASE", help="Count playings of a phase instead of choices: `--by turn`.")
@scenario_to_play
@json_option
def command(game: str, depth: int, phase: str | None, scenario: str | None, as_json: bool) -> None:
    """Count the histories of 1, 2, … N choices from the start of a game.

    To end a phase is a choice, too; what dice may show is counted by outcome. With --by PHASE a step
    is a whole playing of that phase, such as a turn, however many choices it takes. The numbers of
    many known games are printed somewhere: one that differs shows a rule that is wrong.

    \b
    regola perft tic_tac_toe.regola -n 6
    regola perft draughts.regola -n 5 --by turn --json
    """
    from regola_compiler.play.positions import Exchange
    from regola_runtime.histories import counts

    playing = load_play(game, watched=phase)
    found: list[int] = []
    begun_with = scenario_of(playing.program, scenario)
    with rules_speak(playing.program):
        start = playing.engine.begin(playing.start(begun_with))
        tell(f"1 of {depth} …")
        for count in counts(playing.engine, start, depth, Exchange(playing.program).state_key):
            found.append(count)
            tell()
            if not as_json:
                click.echo(f"{len(found):>4}  {count:,}")
            if len(found) < depth:
                tell(f"{len(found) + 1} of {depth} …")
    if as_json:
        echo_json({"counts": found})
