"""A game and the texts that are held against it, as the words of the command name them, and a look at both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from regola_dsl.records import dataclass
from regola_dsl.wording import localized, say

from regola_cli.common import UsageError, load, place_of, refusal, require_sound
from regola_cli.terminal import tell

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_compiler.project.game import Game
    from regola_crosscheck.report import Report


# The files of a game that rules, terms, indexes and texts are in.
_READ = {".regola", ".yaml", ".md", ".txt"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is looked at: a game or none, and texts as `LANG=FILE`; `no_index` without what was decided before.

    `desk` is the index of an earlier text, for the first one. `changes` if what has changed since is to be told too,
    and not only something of the texts as they are kept or written; `drift` if that is asked for by its name.
    """

    game: str | None
    given: tuple[str, ...]
    force: bool = False
    no_index: bool = False
    desk: Path | None = None
    changes: bool = True
    drift: bool = False

    def __post_init__(self) -> None:
        """Refuse words that do not go together.

        Raises:
            UsageError: if some do not.
        """
        if self.desk is not None and (self.game is not None or self.no_index):
            raise UsageError(say("`--desk` is for a text without a game, whose index lies beside it"))
        if self.drift and self.no_index:
            raise UsageError(say("what has changed is told by the index: give `--kind drift` without `--no-index`"))


def crosschecked(asked: Asked) -> tuple[Compiled, Report]:
    """A game without errors, or none at all, and what is found in its texts."""
    looked = Desk(asked).look()
    if asked.game is None and asked.desk is None and not asked.no_index and asked.changes:
        _tell_of_other_indexes(named_texts(asked.given), drift=asked.drift)
    return looked


def _tell_of_other_indexes(texts: Mapping[str, Path], *, drift: bool) -> None:
    """Say of a text of which nothing was kept that something was of others in its folder: of its first proof, maybe.

    Where its `drift` is asked for it is said too that nothing was kept of any.
    """
    from regola_crosscheck.base.index import read_index
    from regola_crosscheck.base.inputs import beside

    own = {beside(path) for path in texts.values()}
    for language, path in list(texts.items())[:1]:
        if beside(path).is_file():
            continue
        there = [file for file in sorted(path.parent.glob(beside(Path("*")).name)) if file not in own]
        indexes = ((file, read_index(file, file.as_posix())[0]) for file in there)
        kept = [file for file, index in indexes if index is not None and index.language == language]
        if kept:
            said = say(
                "nothing was kept of {path}, so what has changed in it cannot be told; {other} is kept of another text:"
                " if that is its earlier proof, add --desk {other}",
                path=path,
                other=kept[-1],
            )
            click.echo(localized(said), err=True)
        elif drift:
            said = say(
                "nothing was kept of {path}, so what has changed in it cannot be told: --index keeps what was read",
                path=path,
            )
            click.echo(localized(said), err=True)


class Desk:
    """A game and its texts, looked at as often as they change: what is as it was is not read again."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self._compiled: tuple[str, Compiled] | None = None
        self._report: Report | None = None

    def look(self) -> tuple[Compiled, Report]:
        """The game, and what is found in its texts as they are now.

        Raises:
            UsageError: if something is not there.
            Exit: if the game has errors; they are told.
        """
        from regola_crosscheck.run import crosscheck_files, no_game

        asked, game = self.asked, self.asked.game
        if game is None:
            texts = named_texts(asked.given)
            if not texts:
                raise UsageError(say("name a game, or a rulebook's text alone: --source it=FILE"))
            compiled, folder = no_game(texts), next(iter(texts.values())).parent
        else:
            compiled, folder = self._game(game), folder_of(game)
            texts = sources_of(game, books_of(compiled.game), asked.given)
        try:
            report = crosscheck_files(
                compiled,
                texts,
                folder,
                force=asked.force,
                alone=game is None,
                no_index=asked.no_index,
                desk=asked.desk,
                step=tell,
                earlier=self._report,
            )
        finally:
            tell()
        if report.contexts:  # else a text is being written just now: what was read of it will be needed again
            self._report = report
        return compiled, report

    def _game(self, game: str) -> Compiled:
        """The game, understood again only when its texts are others."""
        from regola_compiler.driver import understood_later
        from regola_compiler.incremental.kept import kept_or_made, texts_key
        from regola_compiler.project.game import peek_game

        place = place_of(game)
        texts = peek_game(place, place.as_posix())
        key = texts_key(texts)
        if self._compiled is None or self._compiled[0] != key:
            compiled = load(game, understood_later)
            # That an example fails is told here where the text has it.
            but = {"example-fails"}
            if not kept_or_made(texts, "sound for the desk", lambda: refusal(compiled, but) is None):
                require_sound(compiled, but)
            self._compiled = key, compiled
        return self._compiled[1]

    def stamps(self) -> dict[Path, tuple[int, int]]:
        """The files that anything rests on, as far as they are there, each with its time and size."""
        found = {}
        for file in sorted(self._files()):
            with suppress(OSError):  # an editor may put a new file in the place of the old one just now
                state = file.stat()
                found[file] = (state.st_mtime_ns, state.st_size)
        return found

    def _files(self) -> set[Path]:
        from regola_compiler.project.game import find_game, libraries_of
        from regola_crosscheck.base.inputs import beside, index_path

        given = {Path(name) for word in self.asked.given if (name := word.partition("=")[2])}
        game = self.asked.game
        if game is None:
            given |= {self.asked.desk} if self.asked.desk is not None else set()
            return given | {beside(path) for path in given} | {path.with_name("glossary.yaml") for path in given}
        place = find_game(game, Path())
        if place is None:
            return given
        folder = place if place.is_dir() else place.parent
        languages = {word.partition("=")[0] for word in self.asked.given}
        given |= {index_path(folder, language) for language in languages if language.isalpha()}
        if place.is_file():
            return given | {place, folder / "glossary.yaml"}
        files = {file for file in [*place.rglob("*"), *libraries_of(place, place.as_posix())] if file.suffix in _READ}
        return given | files

    def folders(self) -> list[Path]:
        """The folders in which something may change."""
        files = self._files()
        places = {file.parent for file in files} | {file for file in files if file.is_dir()}
        return sorted(place for place in places if place.is_dir())


def plain_sources(game: str, texts: Game, given: tuple[str, ...]) -> dict[str, Path] | None:
    """The rulebook's texts, known before the game is read; None where anything is wrong with them."""
    from regola_compiler.incremental.kept import kept_or_made

    def listed() -> list[Any]:
        from dataclasses import replace

        from regola_compiler.project.game import open_game

        said = books_of(open_game(replace(texts, diagnostics=[], scenarios=[], sheets=[])))
        return [{"language": str(one["language"]), "file": str(one.get("file", ""))} for one in said]

    try:
        return sources_of(game, [] if given else kept_or_made(texts, "books", listed), given)
    except (UsageError, KeyError, TypeError, AttributeError):
        return None


def books_of(game: Game) -> list[Mapping[str, Any]]:
    """The rulebooks as the manifest lists them; of a game that says nothing of them, that which its rules stand in."""
    listed = game.manifest.get("sources")
    alone = game.rulebooks if len(game.rulebooks) == 1 else []
    return listed or [{"language": game.headed_in, "file": game.within(book.path)} for book in alone]


def sources_of(game: str, listed: Sequence[Mapping[str, Any]], given: tuple[str, ...]) -> dict[str, Path]:
    """The texts to be read, by language; without any given, those that lie in the game's own folder."""
    found = named_texts(given)
    if found:
        return found
    found = texts_beside(folder_of(game), listed)
    if not found:
        raise UsageError(say("name the rulebook's text: --source it=FILE"))
    return found


def texts_beside(folder: Path, listed: Sequence[Mapping[str, Any]]) -> dict[str, Path]:
    """The texts of the books that are listed, by language: those that lie in a game's own folder."""
    found: dict[str, Path] = {}
    for source in listed:
        name = str(source.get("file", ""))
        path = folder / name
        if name and path.is_file() and folder.resolve() in path.resolve().parents:
            found.setdefault(str(source["language"]), path)
    return found


def named_texts(given: tuple[str, ...], option: str = "--source") -> dict[str, Path]:
    """The files that are named as `LANG=FILE` with an option, by language.

    Raises:
        UsageError: if a word is none, a language comes twice, or a file is not there.
    """
    found: dict[str, Path] = {}
    for word in given:
        language, sign, name = word.partition("=")
        if not sign or not language.isalpha() or len(language) > 3 or not name:
            raise UsageError(
                say(
                    "`{word}` is not a language and a file: write `{option} it={name}`",
                    word=word,
                    name=name or word,
                    option=option,
                )
            )
        if language in found:
            raise UsageError(say("the language `{language}` is given twice", language=language))
        if not Path(name).is_file():
            if Path(name).is_dir():
                raise UsageError(say("`{name}` is a folder, and a file is wanted", name=name))
            raise UsageError(say("there is no file `{name}`", name=name))
        found[language] = Path(name)
    return found


def folder_of(game: str) -> Path:
    """The folder of a game, or the one that its only file is in."""
    place = place_of(game)
    return place if place.is_dir() else place.parent
