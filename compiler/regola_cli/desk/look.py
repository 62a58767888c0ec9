"""A game and the texts that are held against it, as the words of the command name them, and a look at both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regola_cli.common import UsageError, load, place_of, require_sound
from regola_cli.terminal import tell

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.project.game import Game
    from regola_crosscheck.report import Report


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked at: a game or none, and texts as `LANG=FILE`; `no_index` without what was decided before."""

    game: str | None
    given: tuple[str, ...]
    force: bool = False
    no_index: bool = False


def crosschecked(asked: Asked) -> tuple[Compiled, Report]:
    """A game without errors, or none at all, and what is found in its texts."""
    from regola_compiler.driver import understand
    from regola_crosscheck.run import crosscheck_files, no_game

    game, no_index = asked.game, asked.no_index
    if game is None:
        texts = named_texts(asked.given)
        if not texts:
            raise UsageError("name a game, or a rulebook's text alone: --source it=FILE")
        compiled = no_game(texts)
        folder = next(iter(texts.values())).parent
        try:
            return compiled, crosscheck_files(compiled, texts, folder, alone=True, no_index=no_index, step=tell)
        finally:
            tell()
    compiled = load(game, understand)
    require_sound(compiled, but={"example-fails"})  # that is told here where the text has the example
    texts = sources_of(game, compiled.game.manifest.get("sources", []), asked.given)
    try:
        return compiled, crosscheck_files(
            compiled, texts, folder_of(game), force=asked.force, no_index=no_index, step=tell
        )
    finally:
        tell()


def plain_sources(game: str, texts: Game, given: tuple[str, ...]) -> dict[str, Path] | None:
    """The rulebook's texts, known before the game is read; None where anything is wrong with them."""
    from regola_compiler.incremental.kept import kept_or_made

    def listed() -> list[Any]:
        from dataclasses import replace

        from regola_compiler.project.game import open_game

        said = open_game(replace(texts, diagnostics=[], scenarios=[], sheets=[])).manifest.get("sources", [])
        return [{"language": str(one["language"]), "file": str(one.get("file", ""))} for one in said]

    try:
        return sources_of(game, [] if given else kept_or_made(texts, "books", listed), given)
    except (UsageError, KeyError, TypeError, AttributeError):
        return None


def sources_of(game: str, listed: Sequence[Mapping[str, Any]], given: tuple[str, ...]) -> dict[str, Path]:
    """The texts to be read, by language; without any given, those that lie in the game's own folder."""
    found = named_texts(given)
    if found:
        return found
    folder = place_of(game)
    for source in listed:
        name = str(source.get("file", ""))
        path = folder / name
        if name and path.is_file() and folder.resolve() in path.resolve().parents:
            found.setdefault(str(source["language"]), path)
    if not found:
        raise UsageError("name the rulebook's text: --source it=FILE")
    return found


def named_texts(given: tuple[str, ...]) -> dict[str, Path]:
    """The files that are named as `LANG=FILE`, by language.

    Raises:
        UsageError: if a word is none, a language comes twice, or a file is not there.
    """
    found: dict[str, Path] = {}
    for word in given:
        language, sign, name = word.partition("=")
        if not sign or not language.isalpha() or len(language) > 3 or not name:
            raise UsageError(f"`{word}` is not a language and a file: write `--source it={name or word}`")
        if language in found:
            raise UsageError(f"the language `{language}` is given twice")
        if not Path(name).is_file():
            raise UsageError(f"there is no file `{name}`")
        found[language] = Path(name)
    return found


def folder_of(game: str) -> Path:
    """The folder of a game, or the one that its only file is in."""
    place = place_of(game)
    return place if place.is_dir() else place.parent
