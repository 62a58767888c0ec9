"""`regola simulate`: many games played by chance, on all cores."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.diagnostics import counted
from regola_dsl.wording import languages, localized, say, spoken

from regola_cli.cluster import on_cluster
from regola_cli.common import UsageError, echo_json, game_argument, json_option, place_of, write_all
from regola_cli.forms import compiled_at, interpreter_option, module_at
from regola_cli.parallel import Job, cores, in_order
from regola_cli.playing import load_play, scenario_of, scenario_to_play
from regola_cli.policies import PolicyOf, policy_of, policy_option
from regola_cli.terminal import behind

if TYPE_CHECKING:
    from regola_compiler.play.many.simulate import GameResult, Shortest, Summary

# How many games a process plays before it tells what became of them.
BATCH = 25
MOST_PROBLEMS = 20
# In how many parts games are cut at least for the machines of a scheduler, by four.
CLUSTER = 16


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games, for a process that knows nothing of them yet."""

    folder: Path
    scenario: str | None
    seed: int
    numbers: tuple[int, ...]
    limit: int
    policy: PolicyOf
    interpreter: bool
    listened: int
    telling: bool


@click.command("simulate")
@game_argument
@click.option("-n", "games", metavar="N", type=click.IntRange(1), default=1_000, show_default=True, help="How many.")
@click.option("--seed", metavar="N", type=int, default=1, show_default=True, help="The same games for the same N.")
@scenario_to_play
@click.option("--limit", metavar="N", type=click.IntRange(1), default=1_000, show_default=True, help="Moves a game.")
@policy_option
@click.option("--jobs", metavar="N", type=click.IntRange(1), help="How many processes; as many as cores without.")
@click.option("--on", "address", metavar="ADDRESS", help="On the machines of a Dask scheduler: tcp://HOST:8786.")
@interpreter_option
@click.option(
    "--listen",
    "listened",
    metavar="N",
    type=click.IntRange(0),
    show_default="one in fifty, 20 at most",
    help="In how many games it is noted which rules have a say: there the interpreter plays.",
)
@click.option("--out", metavar="FILE", help="Every game and its moves: FILE.jsonl, or FILE.sqlite with two tables.")
@click.option("--html", "page", metavar="FILE", help="The result as a page with pictures.")
@click.option(
    "--language", metavar="LANGUAGE", type=click.Choice(languages()), help="The page's; else that of messages."
)
@json_option
def command(
    game: str,
    games: int,
    seed: int,
    scenario: str | None,
    limit: int,
    policy: str | None,
    jobs: int | None,
    address: str | None,
    interpreter: bool,
    listened: int | None,
    out: str | None,
    page: str | None,
    language: str | None,
    as_json: bool,
) -> None:
    """Play a game by chance, many times: how it ends, what never happens, where it cannot go on.

    Told are how long the games were and who won them, actions that were never done and rules that
    never had a say; and every position in which nobody could go on, two rules contradicted each
    other, a rule was missing or a value left its range, by the shortest history that was found, as
    an example to paste. The same seed plays the same games on one process and on many. Exit code 1
    if something went wrong.

    \b
    regola simulate lantern_pass --scenario first_frost -n 10
    regola simulate draughts.regola -n 200 --seed 7 --out games.sqlite --html games.html
    """
    from regola_compiler.play.many.simulate import ENOUGH, Summary
    from regola_compiler.report import simulation as report

    if out is not None and not out.endswith((".jsonl", ".sqlite")):
        raise UsageError(say("`{out}`: write to a file that ends in .jsonl or in .sqlite", out=out))
    program = load_play(game).program
    place = place_of(game)
    given = policy_of(program, policy, place)
    compiled_at.cache_clear()
    module_at.cache_clear()
    if not interpreter:
        module_at(place)  # before there are more processes, which are copies of this one
    listened = min(20, -(-games // 50)) if listened is None else listened
    first = Batch(place, scenario_of(program, scenario), seed, (), limit, given, interpreter, listened, out is not None)
    summary, kept = Summary(), []
    # Where the first games have no end, as many more would tell nothing new.
    begun = [_alone(first, number) for number in range(1, min(ENOUGH, games) + 1)]
    for results in in_order(play_batch, begun, (jobs or cores()) if listened else 1, quiet=True):
        summary.add(results[0])
        if out is not None:
            kept.append(results[0])
    work = [] if summary.is_endless else _work(first, games, jobs or (CLUSTER if address else cores()))
    if address is None:
        answers = in_order(play_batch, work, jobs or cores(), quiet=True)
    else:
        answers = on_cluster(address, play_batch, [job.item for job in work], compiled_at(place).game)
    with click.progressbar(
        length=games - summary.games,
        label=localized(say("games")),
        file=behind(sys.stderr),
        hidden=not sys.stderr.isatty(),
    ) as shown:
        for results in answers:
            for result in results:
                summary.add(result)
                if out is not None:
                    kept.append(result)
            shown.update(len(results))
    # Actions that no game did which was listened to: a few games that did them are listened to as well.
    unheard = [_alone(replace(first, listened=games, telling=False), number) for number in summary.to_hear()]
    for results in in_order(play_batch, unheard if listened else [], jobs or cores(), quiet=True):
        summary.hear(results[0])
    if out is not None:
        from regola_compiler.play.many.results import as_json_lines, as_sqlite

        write_all({Path(out): as_json_lines(kept) if out.endswith(".jsonl") else as_sqlite(kept)})
    if summary.is_endless and summary.games < games:
        stopped = say("regola: stopped after {played}: none has an end", played=counted(summary.games, "game"))
        click.echo(localized(stopped), err=True)
    problems = _problems(summary, first)
    if page is not None:
        from regola_compiler.report.simulation_page import page as as_page

        write_all(
            {Path(page): as_page(place.stem, report.as_data(program, summary, problems, seed), language or spoken())}
        )
    tell = report.as_data if as_json else report.as_text
    told = tell(program, summary, problems, seed)
    if isinstance(told, str):
        click.echo(told)
    else:
        echo_json(told)
    raise click.exceptions.Exit(1 if problems else 0)


def _alone(batch: Batch, number: int) -> Job[Batch]:
    """One game by itself, as an interpreter takes long for each."""
    return Job(f"game {number}", 1, replace(batch, numbers=(number,)))


def _work(first: Batch, games: int, processes: int) -> list[Job[Batch]]:
    """The games after the first ones in parts, those that are listened to in smaller ones, as they take longer."""
    from regola_compiler.play.many.simulate import ENOUGH

    size = max(1, min(BATCH, -(-games // (4 * processes))))
    found, number = [], ENOUGH + 1
    while number <= games:
        after = min(number + (max(1, size // 5) if number <= first.listened else size), games + 1)
        found.append(Job(f"from {number}", 1, replace(first, numbers=tuple(range(number, after)))))
        number = after
    return found


def play_batch(batch: Batch) -> list[GameResult]:
    """Play some games; what became of each."""
    from regola_compiler.play.forms import Form, Interpreted
    from regola_compiler.play.many.simulate import Listening, play_out

    if not batch.numbers:
        return []
    compiled = compiled_at(batch.folder)
    heard = Interpreted(Listening(compiled.program))
    module = None if batch.interpreter else module_at(batch.folder)
    policy = batch.policy.chooser()

    def play(number: int) -> GameResult:
        listening = number <= batch.listened
        form: Form = heard if listening or module is None else module
        again = None if form is heard else heard
        return play_out(
            form,
            batch.scenario,
            batch.seed,
            number,
            limit=batch.limit,
            policy=policy,
            telling=batch.telling,
            listening=listening,
            again=again,
        )

    return [play(number) for number in batch.numbers]


def _problems(summary: Summary, batch: Batch) -> list[tuple[int, Shortest]]:
    """What went wrong, each with the shortest history, in how many games."""
    from regola_compiler.play.many.simulate import Shortest, shortest
    from regola_compiler.play.rules import Playing
    from regola_compiler.play.trouble import Trouble

    program = compiled_at(batch.folder).program
    playing = Playing(program)
    found = []
    for (kind, about, place), (times, length, number) in sorted(summary.troubles.items())[:MOST_PROBLEMS]:
        policy = batch.policy.chooser()
        one = shortest(playing, batch.scenario, batch.seed, number, limit=batch.limit, policy=policy)
        if one is None:  # the interpreter has nothing to say against the game
            one = Shortest(length, Trouble(kind, "", about, place), f"# game {number} of seed {batch.seed}\n")
        found.append((times, one))
    return found
