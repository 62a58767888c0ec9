"""`regola fmt`: the layout of `.regola` files, settled."""

from __future__ import annotations

from codecs import BOM_UTF8
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

import click
from regola_dsl.signs import visible
from regola_dsl.wording import localized, say

from regola_cli import completion
from regola_cli.common import asked_or_here, load, write_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from regola_compiler.driver import Compiled
    from regola_compiler.project.game import Game
    from regola_dsl.diagnostics import Diagnostic
    from regola_dsl.source import Source


@click.command("fmt")
@click.argument("paths", nargs=-1, metavar="[PATH]...", shell_complete=completion.games)
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def command(paths: tuple[str, ...], check: bool, diff: bool) -> None:
    """Lay rules out in the one way there is.

    Indentation, blanks, empty lines, and the columns of tables and texts are settled; what the
    rules mean never changes, and comments stay. In a rulebook in
    Markdown the blocks of rules are laid out, and the prose is not touched. PATH is a game's folder
    or name, or a single .regola or .regola.md file; without one, the game of this folder is laid
    out, or every game under games/. A file that cannot be read is left as it is and its findings
    are shown. With --check or --diff, the exit code is 1 if a file
    would change.

    \b
    regola fmt lantern_pass
    regola fmt --check lantern_pass my_rules.regola
    """
    from regola_compiler.report import text as report_text
    from regola_dsl.diagnostics import Severity, counted
    from regola_dsl.parser import parse_source

    chosen = asked_or_here(paths)
    games = [load(path, _as_read).game for path in chosen]
    sources = {Path(source.path).resolve(): source for game in games for source in game.sources}
    unread = [one for game in games for one in game.diagnostics if not one.span.path.endswith(".yaml")]
    changes: dict[Path, str] = {}
    for place, source in sources.items():
        errors = [one for one in parse_source(source).diagnostics if one.weight is Severity.ERROR]
        unread += errors
        before = place.read_bytes()
        if not errors and (after := _laid_out(source, before)).encode() != before:
            changes[place] = after
    if diff:
        for place, after in changes.items():
            click.echo(_difference(sources[place].path, place.read_bytes().decode(), after), nl=False)
    else:
        if not check:
            write_all(changes)
        for place in changes:
            click.echo(visible(sources[place].path, keep=""))
    if unread:
        unread = _told(games, unread)
        click.echo(report_text.text(unread, {source.path: source for source in sources.values()}), err=True)
        click.echo(
            localized(say("{summary}: what cannot be read was left as it is", summary=report_text.summary(unread))),
            err=True,
        )
    only_shown = check or diff
    of = counted(len(sources), "file")
    summed = (
        say("{number} of {files} would change", number=len(changes), files=of)
        if only_shown
        else say("{number} of {files} changed", number=len(changes), files=of)
    )
    click.echo(localized(summed), err=only_shown)
    raise click.exceptions.Exit(1 if unread or (changes and only_shown) else 0)


def _laid_out(source: Source, before: bytes) -> str:
    """A file in the one layout there is. Prose around rules stays as it is, a byte order mark in front of it too."""
    from regola_dsl.format import format_source

    after = source.changed(format_source)
    return f"\ufeff{after}" if source.written is not source and before.startswith(BOM_UTF8) else after


def _told(games: Sequence[Game], unread: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What cannot be read, told as a check does: with what all else names."""
    from regola_compiler.driver import told, understand

    mine = [(game, [one for one in unread if one.span.path in game.texts or one in game.diagnostics]) for game in games]
    return list(dict.fromkeys(one for game, some in mine if some for one in told(understand(game), some)))


def _as_read(game: Game) -> Compiled:
    """A game none of whose rules are looked at: its texts are all that layout needs."""
    from regola_compiler.driver import Compiled
    from regola_compiler.model.program import Program

    return Compiled(game, Program(), [])


def _difference(path: str, before: str, after: str) -> str:
    """What changes in a file, as `diff -u` shows it."""
    old, new = (text.split("\n") for text in (before, after))
    ends = f"{path}\t({localized(say('as it is'))})", f"{path}\t({localized(say('laid out'))})"
    lines = unified_diff([f"{line}\n" for line in old], [f"{line}\n" for line in new], *ends)
    return "".join(lines)
