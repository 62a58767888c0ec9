"""`regola play`: a game at the terminal."""

from __future__ import annotations

import sys

import click

from regola_cli.common import game_argument, json_option, place_of
from regola_cli.playing import load_play, rules_speak, scenario_of, scenario_to_play
from regola_cli.policies import opponents


@click.command("play")
@game_argument
@scenario_to_play
@click.option("--seed", metavar="N", type=int, help="Roll the dice by chance, the same for the same N; else you do.")
@click.option("--load", "kept", metavar="FILE", help="Go on with a game that was saved.")
@click.option("--record", metavar="FILE", help="Write what was done as an example that `regola test` runs.")
@click.option(
    "--let",
    "others",
    metavar="PLAYER=WHO",
    multiple=True,
    help="Let a player be played: `random`, a YAML file with `priorities`, or MODULE:FUNCTION, code of your own.",
)
@json_option
def command(
    game: str,
    scenario: str | None,
    seed: int | None,
    kept: str | None,
    record: str | None,
    others: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play a game at the terminal: what may be done is listed, and done by its number or by its words.

    \b
    3, mark(1, 1)            do it
    why mark(1, 1)           whether it may be done, and by which rules
    ask EXPRESSION           what the rules say here: ask has_won(cross)
    show [WORD]              the position, or what of it has this word in it
    moves                    everything that may be done
    end                      end the phase
    d is 4, 4                what the dice show, without --seed; `roll` rolls them
    undo                     take the last move back
    save FILE, load FILE     keep the game, go on with it
    record FILE              write what was done as an example
    help, quit

    Lines may come from a pipe. With --json each state is one line of JSON, for programs. With --let
    a player is played by chance, by priorities or by a function; what it chooses wrongly is left to you.

    \b
    regola play lantern_pass --scenario first_frost
    regola play my_game.regola --seed 1 --record game.regola
    regola play my_game.regola --let red=random
    """
    from regola_compiler.play.table.session import GameSession

    from regola_cli.table import Table, read_save

    playing = load_play(game)
    let = opponents(playing.program, others, place_of(game))
    notes: tuple[str, ...] = ()
    if kept is None:
        begun_with = scenario_of(playing.program, scenario)
        with rules_speak(playing.program):
            session = GameSession(playing, begun_with)
    else:
        asked = None if scenario is None else scenario_of(playing.program, scenario)
        loaded = read_save(kept, playing, place_of(game).stem, asked)
        session, notes = loaded.session, loaded.notes
    table = Table.of(game, playing, session, seed, as_json=as_json)
    table.let = let
    for note in notes:
        table.say(note)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    with rules_speak(playing.program):
        table.run(sys.stdin)
    if record is not None:
        table.record(record)
