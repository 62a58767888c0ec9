"""A game in the form that plays it: its generated module where it has one that plays, or else the interpreter."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.play.forms import Form
    from regola_compiler.project.game import Game

interpreter_option = click.option(
    "--interpreter", is_flag=True, help="Let the interpreter play instead of the generated module: the same, slower."
)


# Games that came from another machine, where their files are not, by the name they were given.
_SHIPPED: dict[Path, Compiled] = {}


def unpack(name: Path, game: Game) -> None:
    """Have a game that came from another machine, by a name that `compiled_at` knows from now on."""
    from regola_compiler.driver import understand

    if name not in _SHIPPED:
        _SHIPPED[name] = understand(game)


@lru_cache(maxsize=4)
def compiled_at(folder: Path) -> Compiled:
    """A game that was found sound before; for processes that play it again and again."""
    from regola_compiler.driver import understand
    from regola_compiler.project.game import load_game

    if folder in _SHIPPED:
        return _SHIPPED[folder]
    return understand(load_game(folder, folder.as_posix()))


def module_form(compiled: Compiled, **options: Any) -> Form | None:
    """The game as its generated module plays it; None of a game whose phases are stepped through, and not played.

    Args:
        compiled: a game without errors.
        options: of the engine.
    """
    from regola_compiler.driver import twin_of
    from regola_compiler.play.forms import Compiled as Module
    from regola_compiler.play.rules import with_loops

    twin = twin_of(compiled)
    if not hasattr(twin.module, "PLAY"):
        return None
    return Module(with_loops(compiled.program), twin.module, twin.names, **options)


def interpreted_form(compiled: Compiled, **options: Any) -> Form:
    """The game as the interpreter plays it; options are the engine's."""
    from regola_compiler.play.forms import Interpreted
    from regola_compiler.play.rules import Playing

    form = Interpreted(Playing(compiled.program))
    for name, value in options.items():
        setattr(form.engine, name, value)
    return form


@lru_cache(maxsize=4)
def module_at(folder: Path) -> Form | None:
    """The game in a folder as its generated module plays it, if it has one that plays."""
    return module_form(compiled_at(folder))


def form_of(compiled: Compiled, *, interpreter: bool, **options: Any) -> Form:
    """The game in the form that is asked for, or else in the one that is quicker."""
    module = None if interpreter else module_form(compiled, **options)
    return interpreted_form(compiled, **options) if module is None else module
