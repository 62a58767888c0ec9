"""`regola docs`: the reference as HTML."""

from __future__ import annotations

from pathlib import Path

import click
from regola_dsl.wording import localized

from regola_cli.common import game_argument, require_sound, write_all, written
from regola_cli.desk.headings import load_published


@click.command("docs")
@game_argument
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=None,
    help="The folder to write to [build/GAME/reference].",
)
def command(game: str, output: Path | None) -> None:
    """Write the reference of a game as a page that works from a file.

    \b
    regola docs lantern_pass
    regola docs my_rules.regola -o reference
    """
    from regola_compiler.emit.reference.html import reference

    compiled = load_published(game)
    require_sound(compiled)
    folder = output or Path("build") / compiled.game.id / "reference"
    write_all({folder / name: text for name, text in reference(compiled).items()})
    click.echo(localized(written([folder / "index.html"])))
