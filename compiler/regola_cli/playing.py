"""What the commands that play share: a game brought to where it can be played, and what is said where it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from regola_dsl.wording import localized, say

from regola_cli import completion
from regola_cli.common import UsageError, load, no_sequence

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.model.program import Program
    from regola_compiler.play.rules import Playing

scenario_to_play = click.option(
    "--scenario",
    metavar="NAME",
    shell_complete=completion.scenarios,
    help="Begin with a scenario; where there is just one, it need not be said.",
)


def load_play(game: str) -> Playing:
    """The game called `game`, to be played by the interpreter.

    Raises:
        UsageError: if there is no such game, or it cannot be played.
    """
    from regola_compiler.play.rules import Playing

    return Playing(load_played(game).program)


def load_played(game: str, *, watched: str | None = None) -> Compiled:
    """The game called `game`, which can be played; `watched` is one of its phases.

    Raises:
        UsageError: if there is no such game, scenario or phase, or it cannot be played.
    """
    from regola_compiler.driver import understand
    from regola_dsl.diagnostics import meant, nearest

    compiled = load(game, understand)
    errors = [found for found in compiled.found if found.weight.value == "error"]
    if errors:
        first = errors[0]
        raise UsageError(
            say(
                "`{game}` cannot be played while it has errors ({message}): run `regola check {game}`",
                game=game,
                message=first.message,
            )
        )
    program = compiled.program
    if not program.sequences:
        raise UsageError(no_sequence(game))
    if watched is not None:
        phases = phase_names(program)
        if watched not in phases:
            close = nearest(watched, phases)
            hint = meant(close, say("there are {listed}", listed=", ".join(phases)))
            raise UsageError(say("there is no phase `{watched}`: {hint}", watched=watched, hint=hint))
    return compiled


def phase_names(program: Program) -> list[str]:
    """The names of all phases of the sequences of play, in their order."""
    from regola_compiler.model.visitor import phases_in

    names = [phase.name for sequence in program.sequences.values() for phase in phases_in(sequence) if phase.name]
    return list(dict.fromkeys(names))


def scenario_of(program: Program, scenario: str | None) -> str | None:
    """The scenario to begin with: the one that is named, or the only one there is.

    Raises:
        UsageError: if there is none of this name, or it has to be said which.
    """
    from regola_dsl.diagnostics import in_a_row, meant, nearest

    known = list(program.starts)
    if scenario is None:
        if len(known) > 1:
            listed = in_a_row([f"`--scenario {name}`" for name in known], "or")
            raise UsageError(say("say with which scenario it begins: {listed}", listed=listed))
        return known[0] if known else None
    if scenario not in known:
        close = nearest(scenario, known)
        hint = meant(close, say("there are {listed}", listed=", ".join(known)) if known else say("there are none"))
        raise UsageError(say("there is no scenario `{scenario}`: {hint}", scenario=scenario, hint=hint))
    return scenario


@contextmanager
def rules_speak(program: Program) -> Iterator[None]:
    """Where the rules give no answer while a game is played, that is told, and the command ends with 1."""
    from regola_compiler.evaluate.errors import RuleError
    from regola_compiler.play.trouble import trouble_text
    from regola_runtime.errors import NoAnswer

    try:
        yield
    except (RuleError, NoAnswer) as problem:
        click.echo(
            localized(say("the play cannot go on: {trouble_text}", trouble_text=trouble_text(program, problem))),
            err=True,
        )
        raise click.exceptions.Exit(1) from problem
