"""`regola diff`: what changes between two editions of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.wording import localized, message_of, say, spoken

from regola_cli import completion
from regola_cli.common import UsageError, echo_json, json_option, place_of

if TYPE_CHECKING:
    from regola_compiler.diff.match import Edition
    from regola_compiler.model.program import Program


@click.command("diff")
@click.argument("old", metavar="OLD", shell_complete=completion.games)
@click.argument("new", metavar="[NEW]", required=False, shell_complete=completion.games)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Compare OLD with the same game and this variant in play.",
)
@click.option("--since", metavar="REV", help="Compare OLD as it was at this git revision with what it is now.")
@json_option
def command(old: str, new: str | None, variants: tuple[str, ...], since: str | None, as_json: bool) -> None:
    """Show which inputs change their answer between two editions of a game.

    OLD and NEW are games: folders, names under games/, or single .regola files. With --variant or
    --since there is one game, and no NEW.

    First comes what changed itself, as boxes of inputs with the old answer and the new, and an
    example of the new answer that was asked of both and is ready to paste; then what only follows,
    because it asks what changed; then what is new, gone, renamed, or says the same in other words.
    What was too large to be tried in full says so.

    \b
    regola diff first_edition.regola second_edition.regola
      combat_results (8.3)
        die 3, odds 5-1: A1/D1 → D1
        combat_results(3, 5-1) was A1/D1, is D1
    regola diff lantern_pass --since HEAD
    regola diff lantern_pass --variant hounds_in_play

    Exit codes: 0 every answer stays, 1 something changes or could not be decided, 2 wrong use or a
    game with errors.
    """
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game

    if sum((new is not None, bool(variants), since is not None)) != 1:
        raise UsageError(say("name two games to compare, or one with `--variant NAME` or `--since REV`"))
    asked = (old, new, variants, since)
    if since is None:  # what a revision is called stays while it moves
        place, other = place_of(old), place_of(new or old)
        code, text, data = kept_or_made(
            peek_game(place, place.as_posix()),
            repr(("compared", asked, spoken())),
            lambda: _compared(*asked),
            also=(peek_game(other, other.as_posix()),),
        )
    else:
        code, text, data = _compared(*asked)
    if as_json:
        echo_json(data)
    else:
        click.echo(text)
    raise click.exceptions.Exit(code)


def _compared(old: str, new: str | None, variants: tuple[str, ...], since: str | None) -> tuple[int, str, Any]:
    """What changes between two editions: the exit code, and the report both as text and for JSON."""
    from regola_compiler.diff import report
    from regola_compiler.diff.compare import Comparison
    from regola_compiler.diff.match import match_editions

    comparison = Comparison(match_editions(*_editions(old, new, variants, since)))
    changes = comparison.changes()
    code = 1 if report.changes_answers(changes) else 0
    return code, report.as_text(comparison, changes), report.as_data(comparison, changes)


# --- the two sides ---


def _editions(old: str, new: str | None, variants: tuple[str, ...], since: str | None) -> tuple[Edition, Edition]:
    from regola_compiler.diff.match import Edition, with_variants
    from regola_compiler.project.revision import RevisionError, at_revision
    from regola_dsl.diagnostics import with_each

    if new is not None:
        return (
            Edition(old, _sound(place_of(old), place_of(old).as_posix(), "OLD")),
            Edition(new, _sound(place_of(new), place_of(new).as_posix(), "NEW")),
        )
    place = place_of(old)
    if since is not None:
        now = Edition(old, _sound(place, place.as_posix(), "NEW"))
        try:
            with at_revision(place, since) as earlier:
                shown = f"{since}:{place.as_posix()}"
                return Edition(
                    say("{game} at {revision}", game=old, revision=since), _sound(earlier, shown, "OLD")
                ), now
        except RevisionError as wrong:
            raise UsageError(message_of(wrong)) from wrong
    program = _sound(place, place.as_posix(), say("the game"))
    _require_variants(program, variants)
    plain = with_variants(Edition(old, program), ())
    return plain, with_variants(
        Edition(say("{game} with {variants}", game=old, variants=with_each(variants, "and")), program), variants
    )


def _sound(place: Path, shown: str, side: str) -> Program:
    """The program of a game that has no errors; else they are shown, with the side they are on."""
    from regola_compiler.driver import understand
    from regola_compiler.project.game import load_game
    from regola_compiler.report import text as report_text

    compiled = understand(load_game(place, shown))
    if compiled.failed:
        errors = [d for d in compiled.found if d.weight.value == "error"]
        click.echo(report_text.text(errors, compiled.sources), err=True)
        click.echo(
            localized(
                say(
                    "{summary} in {side}, `{shown}`: nothing was compared",
                    summary=report_text.summary(errors),
                    side=side,
                    shown=shown,
                )
            ),
            err=True,
        )
        raise click.exceptions.Exit(2)
    return compiled.program


def _require_variants(program: Program, names: tuple[str, ...]) -> None:
    from regola_compiler.diff.match import variants_of
    from regola_dsl.diagnostics import nearest, or_meant

    known = variants_of(program)
    for name in names:
        if name not in known:
            close = nearest(name, known)
            listed = say("there are {listed}", listed=", ".join(known)) if known else say("the game has none")
            wrong = say("there is no variant `{name}`", name=name)
            raise UsageError(or_meant(wrong, close) if close else say("{wrong}: {listed}", wrong=wrong, listed=listed))
