"""What a shell may complete: games, what they declare, their scenarios, the codes of findings.

A shell asks while somebody presses a key, so nothing here may fail, or say anything: what cannot be read has no names.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from click.shell_completion import CompletionItem
from regola_dsl.wording import localized_template

if TYPE_CHECKING:
    from click import Context, Parameter
    from regola_compiler.driver import Compiled


def games(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The games that are known here by name; without one, or behind a `/`, the shell's own files."""
    from pathlib import Path

    from regola_compiler.project.game import all_games

    del ctx, param
    found = [] if "/" in incomplete else _begun(all_games(Path()), incomplete)
    return found or [CompletionItem(incomplete, type="file")]


def packaged_games(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The games that come with Regola."""
    from regola_compiler.project.game import all_games
    from regola_compiler.project.yaml_file import packaged

    del ctx, param
    return _begun(all_games(packaged("games").parent), incomplete)


def languages(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The languages in which the game has texts."""
    del param
    game = _game(ctx)
    return [] if game is None else _begun(game.ir.languages, incomplete)


def names(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """What the game declares that can be asked."""
    del param
    game = _game(ctx)
    return [] if game is None else _begun(game.program.callables, incomplete)


def scenarios(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The scenarios of the game."""
    del param
    game = _game(ctx)
    return [] if game is None else _begun(game.scenarios, incomplete)


def codes(ctx: Context, param: Parameter, incomplete: str) -> list[CompletionItem]:
    """The slugs of findings, and their numbers behind an `R`."""
    from regola_cli.catalogue import ALL_CODES

    del ctx, param
    number = incomplete[:1] in {"R", "r"} and incomplete[1:].isdigit()
    return [
        CompletionItem(code.number if number else code.slug, help=localized_template(code.title))
        for code in sorted(ALL_CODES, key=lambda code: code.number)
        if (code.number if number else code.slug).casefold().startswith(incomplete.casefold())
    ]


def _game(ctx: Context) -> Compiled | None:
    """The game that stands before on the line; behind an option that waits for its value all words are left over."""
    from pathlib import Path

    from regola_compiler.driver import understand
    from regola_compiler.project.game import find_game, load_game

    named = ctx.params.get("game") or next(iter(ctx.args), None)
    place = None if named is None else find_game(str(named), Path())
    return None if place is None else understand(load_game(place, place.as_posix()))


def _begun(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in sorted(names) if name.startswith(incomplete)]
