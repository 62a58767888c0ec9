"""The titles of a book's sections, as its own text has them that lies beside the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from regola_cli.common import load_checked, place_of
from regola_cli.desk.look import books_of, texts_beside

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.project.game import Game


def load_published(game: str) -> Compiled:
    """The game called `game`, checked, with the titles of its sections for who writes it out.

    Raises:
        UsageError: if there is no such game.
    """
    compiled = load_checked(game)
    compiled.read_titles = lambda: _titles_in_books(compiled.game, place_of(game))
    return compiled


def _titles_in_books(game: Game, place: Path) -> dict[str, dict[str, str]]:
    """The titles by language and by section; of a text that cannot be read none. What was read once is kept."""
    from regola_compiler.incremental.kept import kept_or_made
    from regola_compiler.project.game import peek_game

    beside = texts_beside(game.folder, books_of(game))
    if not beside:
        return {}
    stamps = [(language, str(path), _stamp(path)) for language, path in beside.items()]

    def read() -> Any:
        return {language: _titles(language, path) for language, path in beside.items()}

    found: dict[str, dict[str, str]] = kept_or_made(peek_game(place, place.as_posix()), repr(("titles", stamps)), read)
    return found


def _stamp(path: Path) -> tuple[int, int]:
    told = path.stat()
    return told.st_mtime_ns, told.st_size


def _titles(language: str, path: Path) -> dict[str, str]:
    from regola_crosscheck.book.outline import outline, title_of
    from regola_crosscheck.files.read import read_file

    source, _ = read_file(path, path.as_posix())
    if source is None:
        return {}
    book = outline(language, source.path, source.text)
    titles = ((section.id, title_of(book, section)) for section in book.sections if section.numbered)
    return {section: title for section, title in titles if title}
