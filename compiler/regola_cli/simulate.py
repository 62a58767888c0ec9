"""`regola simulate`: many games played by chance, on all cores."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from regola_cli.common import UsageError, echo_json, game_argument, json_option, place_of, write_all
from regola_cli.parallel import Job, cores, in_order
from regola_cli.playing import load_play, loaded, policy_option, read_policy, scenario_of, scenario_to_play
from regola_cli.terminal import behind

if TYPE_CHECKING:
    from regola_compiler.play.many.simulate import GameResult, Shortest, Summary

# How many games a process plays before it tells what became of them.
BATCH = 25
MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games, for a process that knows nothing of them yet."""

    game: str
    folder: Path
    scenario: str | None
    seed: int
    numbers: range
    limit: int
    priorities: tuple[str, ...]
    telling: bool


@click.command("simulate")
@game_argument
@click.option("-n", "games", metavar="N", type=click.IntRange(1), default=1_000, show_default=True, help="How many.")
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="The same games for the same N.")
@scenario_to_play
@click.option("--limit", metavar="N", type=click.IntRange(1), default=1_000, show_default=True, help="Moves a game.")
@policy_option
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="How many processes; as many as cores without.")
@click.option("--out", metavar="FILE", help="Every game and its moves: FILE.jsonl, or FILE.sqlite with two tables.")
@json_option
def command(
    game: str,
    games: int,
    seed: int,
    scenario: str | None,
    limit: int,
    policy: str | None,
    jobs: int | None,
    out: str | None,
    as_json: bool,
) -> None:
    """Play a game by chance, many times: how it ends, what never happens, where it cannot go on.

    Told are how long the games were and who won them, actions that were never done and rules that
    never had a say; and every position in which nobody could go on, two rules contradicted each
    other, a rule was missing or a value left its range, by the shortest history that was found, as
    an example to paste. The same seed plays the same games on one process and on many. Exit code 1
    if something went wrong.

    \b
    regola simulate tic_tac_toe.regola -n 10000
    regola simulate draughts.regola -n 200 --seed 7 --out games.sqlite
    """
    from regola_compiler.play.many.simulate import Summary
    from regola_compiler.report import simulation as report

    if out is not None and not out.endswith((".jsonl", ".sqlite")):
        raise UsageError(f"`{out}`: write to a file that ends in .jsonl or in .sqlite")
    program = load_play(game).program
    begun_with = scenario_of(program, scenario)
    priorities = read_policy(program, policy).priorities
    place = place_of(game)
    loaded.cache_clear()
    loaded(game, place)
    size = max(1, min(BATCH, -(-games // (4 * (jobs or cores())))))
    work = [
        Job(
            f"from {first}",
            1,
            Batch(
                game,
                place,
                begun_with,
                seed,
                range(first, min(first + size, games + 1)),
                limit,
                priorities,
                out is not None,
            ),
        )
        for first in range(1, games + 1, size)
    ]
    summary, kept = Summary(), []
    with click.progressbar(
        length=games, label="games", file=behind(sys.stderr), hidden=not sys.stderr.isatty()
    ) as shown:
        for results in in_order(play_batch, work, jobs or cores(), quiet=True):
            for result in results:
                summary.add(result)
                if out is not None:
                    kept.append(result)
            shown.update(len(results))
    if out is not None:
        from regola_compiler.play.many.results import as_json_lines, as_sqlite

        write_all({Path(out): as_json_lines(kept) if out.endswith(".jsonl") else as_sqlite(kept)})
    problems = _problems(summary, work[0].item)
    tell = report.as_data if as_json else report.as_text
    told = tell(program, summary, problems, seed)
    if isinstance(told, str):
        click.echo(told)
    else:
        echo_json(told)
    raise click.exceptions.Exit(1 if problems else 0)


def play_batch(batch: Batch) -> list[GameResult]:
    """Play some games; what became of each."""
    from regola_compiler.play.many.policy import Policy
    from regola_compiler.play.many.simulate import Listening, play_out

    playing = Listening(loaded(batch.game, batch.folder))
    policy = Policy(batch.priorities)
    return [
        play_out(playing, batch.scenario, batch.seed, number, limit=batch.limit, policy=policy, telling=batch.telling)
        for number in batch.numbers
    ]


def _problems(summary: Summary, batch: Batch) -> list[tuple[int, Shortest]]:
    """What went wrong, each with the shortest history, in how many games."""
    from regola_compiler.play.many.policy import Policy
    from regola_compiler.play.many.simulate import shortest
    from regola_compiler.play.rules import Playing

    playing = Playing(loaded(batch.game, batch.folder))
    found = []
    for _, (times, _, number) in sorted(summary.troubles.items())[:MOST_PROBLEMS]:
        one = shortest(playing, batch.scenario, batch.seed, number, limit=batch.limit, policy=Policy(batch.priorities))
        if one is not None:
            found.append((times, one))
    return found
