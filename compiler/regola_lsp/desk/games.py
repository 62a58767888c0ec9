"""The games that are open: which file belongs to which, what is not saved, and what was read of each.

A file belongs to the nearest folder above it that holds a `game.yaml`; where there is none, it is a game by itself.
Everything is known by its path as text, `/home/ada/harbour/rules/01.regola`, which findings name too; what is open and
has no file (`untitled:1`) by the address that the editor gives it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from regola_compiler.incremental.memory import Memory
from regola_compiler.incremental.reading import Near, Reading
from regola_compiler.incremental.session import Session
from regola_compiler.literate.source import read_rules
from regola_compiler.project.game import Game
from regola_compiler.project.unsaved import with_unsaved
from regola_dsl.source import Source

from regola_lsp.desk.document import Document, Encoding
from regola_lsp.desk.on_disk import PeekedGame
from regola_lsp.language.names import Names

# How many games are kept in mind that no file is open of.
MANY = 8
# How many folders above a file are looked at for its game.
HIGH = 12


@dataclass(slots=True)
class Buffer:
    """A file that is open: what the editor calls it, its text, and its version."""

    uri: str
    document: Document
    version: int


@dataclass(slots=True)
class UnderWay:
    """How a game is being read: slice by slice, since when, and whether that is told which was known first."""

    slices: Generator[Near, None, None]
    since: float = field(default_factory=monotonic)
    told: bool = False


@dataclass(slots=True)
class OpenGame:
    """A game, and what is known of it.

    Attributes:
        place: Its folder, its file, or None where there is neither.
        shown: What its paths begin with.
        stale: Whether something was changed since it was read.
        round: How often it was read; what is found in an earlier round is of another text.
        under_way: How it is being read, while it is, with the texts as they are now.
    """

    place: Path | None
    shown: str
    session: Session
    stale: bool = True
    round: int = 0
    names: Names | None = None
    under_way: UnderWay | None = None
    on_disk: PeekedGame = field(default_factory=PeekedGame)

    @property
    def reading(self) -> Reading | None:
        """What was read of it the last time."""
        return self.names.reading if self.names else None

    @property
    def texts(self) -> Mapping[str, Source]:
        """Its texts as they were read the last time, by their paths."""
        return self.names.texts if self.names else {}


@dataclass(slots=True)
class Desk:
    """All that is open."""

    encoding: Encoding = "utf-16"
    buffers: dict[str, Buffer] = field(default_factory=dict)
    games: OrderedDict[str, OpenGame] = field(default_factory=OrderedDict)
    # The texts of files that are not open, as they were read last.
    unopened: dict[str, Document] = field(default_factory=dict, repr=False)

    def open(self, path: str, uri: str, text: str, version: int) -> None:
        """A file is opened, or all of its text is another."""
        self.buffers[path] = Buffer(uri, Document(text, self.encoding), version)
        self.touch(path)

    def close(self, path: str) -> None:
        """A file is closed: what is on the disk counts again."""
        if self.buffers.pop(path, None) is not None:
            self.touch(path)

    def takes(self, path: str) -> bool:
        """Whether a file that is no rules is one of a game."""
        place, _ = _home_of(path)
        return place is not None and place.is_dir()

    def touch(self, path: str) -> None:
        """Something about a file has changed: whatever game it is of, or is used by, has to be read again."""
        for game in self.games.values():
            if path in game.texts or path == game.shown or path.startswith(f"{game.shown}/"):
                game.stale, game.under_way = True, None

    def game_of(self, path: str) -> OpenGame:
        """The game that a file belongs to."""
        place, shown = _home_of(path)
        game = self.games.get(shown)
        if game is None:
            game = self.games[shown] = OpenGame(place, shown, Session(Memory()))
        self.games.move_to_end(shown)
        for other in list(self.games):
            if len(self.games) <= MANY or any(_home_of(one)[1] == other for one in self.buffers):
                continue
            for own in self.games.pop(other).texts:
                self.unopened.pop(own, None)
        return game

    def names(self, game: OpenGame) -> Names:
        """What stands where in a game, as it is now."""
        for _ in self.read_on(game):
            pass
        assert game.names is not None
        return game.names

    def read_on(self, game: OpenGame) -> Iterator[Near]:
        """Read a game, or go on with it, as far as it has changed; who leaves off may go on later.

        Returns:
            The slices: between one and the next what is known where it was written in.
        """
        if not game.stale and game.names is not None:
            return iter(())
        if game.under_way is None:
            game.under_way = UnderWay(self._reading(game))
        return game.under_way.slices

    def _reading(self, game: OpenGame) -> Generator[Near, None, None]:
        try:
            reading = yield from game.session.reading(self._texts(game))
        except Exception:
            game.under_way = None
            raise
        game.names = Names(reading) if game.names is None else game.names.after(reading)
        game.stale, game.under_way = False, None
        game.round += 1

    def document(self, path: str, game: OpenGame | None = None) -> Document:
        """The text of a file: as it is open, or as the game was read."""
        if path in self.buffers:
            return self.buffers[path].document
        for one in [game] if game else self.games.values():
            source = one.texts.get(path)
            if source is not None:
                known = self.unopened.get(path)
                if known is None or known.text != source.text:
                    self.unopened[path] = known = Document(source.text, self.encoding)
                return known
        return Document("", self.encoding)

    def _texts(self, game: OpenGame) -> Game:
        texts = {path: buffer.document.text.removeprefix("\ufeff") for path, buffer in self.buffers.items()}
        place = game.place
        if place is None or not place.exists():
            alone = Game(Path(game.shown).stem or "untitled", Path(game.shown).parent, {}, shown=game.shown)
            alone.sources += [read_rules(path, text)[0] for path, text in texts.items() if path == game.shown]
            return alone
        return with_unsaved(game.on_disk.of(place, game.shown), texts)


def _home_of(path: str) -> tuple[Path | None, str]:
    """The folder or file of the game that a file belongs to, and what it is shown as."""
    if ":" in path.partition("/")[0][2:]:
        return None, path  # an address, not a path
    file = Path(path)
    for folder in list(file.parents)[:HIGH]:
        if (folder / "game.yaml").is_file():
            return folder, folder.as_posix()
    return file, path
