"""Libraries: rules that several games share, read beside a game that `uses` them.

`uses: [hexes]` in `game.yaml` reads the folder `library/hexes`, sought in the game's folder, beside it and above that,
then among those that come with Regola. A library is a folder of rules like a game's: it may have a `game.yaml`, and in
that a `uses` of its own. Its names stand behind its own, `hexes.distance` (`qualified.py`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from itertools import pairwise
from os.path import normpath
from pathlib import Path
from typing import TypeAlias

from regola_dsl.declarations import cut
from regola_dsl.diagnostics import Diagnostic, meant, nearest
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.project import codes
from regola_compiler.project.yaml_file import load_yaml, packaged, place_of

# What reads a folder: its rules, its YAML files, and what of them cannot be read.
Reader: TypeAlias = Callable[[Path, str], tuple[list[Source], list[Source], list[Diagnostic]]]
NAME = re.compile(r"[a-z][a-z0-9_]*")
# How many folders above a game's own are looked into for a `library`: `games`, and what holds that.
_ABOVE = 2
_HEAD = re.compile(
    r"(?:enum|scale|record|table|modifiers|define|state|given|variant|assume|path|choice|action|rule|sequence|piece|place"
    r"|change|event|limit|phase)\s+(?:type\s+(?=[^\W\d_]))?([^\W\d_]\w*)"
)


@dataclass(frozen=True, slots=True)
class Library:
    """A library as its files say it.

    Attributes:
        name: What stands in front of its names.
        sources: Its rules, by the paths they are shown under; `data_sources`, its manifest if it has one.
        declared: The names that it declares, without its own in front.
    """

    name: str
    sources: tuple[Source, ...]
    data_sources: tuple[Source, ...] = ()
    declared: frozenset[str] = frozenset()


@dataclass(slots=True)
class Libraries:
    """All libraries that a game uses, itself or through one another, and what is wrong with how they are named."""

    found: list[Library] = field(default_factory=list)
    folders: list[Path] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """A folder that holds libraries, and what its path is shown as."""

    folder: Path
    shown: str


def read_libraries(place: Path, shown: str, read: Reader) -> Libraries:
    """The libraries of the game in a folder, those they use in turn among them, each once.

    Args:
        place: The game's folder.
        shown: What its path is shown as.
        read: Reads a library's folder, given its path and what that is shown as.
    """
    libraries = Libraries()
    _Search(list(_shelves(place, shown)), libraries, read).enter(place, shown, ())
    return libraries


def _shelves(place: Path, shown: str) -> Iterator[_Shelf]:
    """Where libraries are sought: in the game's folder, beside it, above that, and with Regola itself."""
    base = place.resolve()
    for above in range(_ABOVE + 1):
        yield _Shelf(base / "library", normpath(f"{shown}/{'../' * above}library"))
        base = base.parent
    yield _Shelf(packaged("library"), "library")


@dataclass(frozen=True, slots=True)
class _Search:
    """Libraries sought on shelves, and what was found so far."""

    shelves: list[_Shelf]
    libraries: Libraries
    read: Reader

    def enter(self, place: Path, shown: str, within: tuple[str, ...]) -> None:
        """Read what the manifest in a folder uses; `within` are the libraries that it is read for, outermost first."""
        manifest = place / "game.yaml"
        if not manifest.is_file():
            return
        path = f"{shown}/game.yaml"
        data, _ = load_yaml(manifest, path, "game")  # what is wrong with it is told where the game is opened
        wanted = data.get("uses") if data is not None else None
        for number, name in enumerate(wanted if isinstance(wanted, list) else ()):
            if isinstance(name, str) and NAME.fullmatch(name):  # its schema says if it is not
                self._use(name, place_of(data, ["uses", number], path), within)

    def _use(self, name: str, span: Span, within: tuple[str, ...]) -> None:
        """Read a library and what it uses in turn, unless it is known."""
        if name in within:
            way = ", ".join(f"`{one}` uses `{other}`" for one, other in _steps((*within[within.index(name) :], name)))
            message = say("libraries use one another in a circle: {way}", way=way)
            self.libraries.diagnostics.append(
                Diagnostic(codes.NO_LIBRARY, message, span, help=say("take one of the two out of `uses`"))
            )
            return
        if any(library.name == name for library in self.libraries.found):
            return
        shelf = next((one for one in self.shelves if _is_library(one, name)), None)
        if shelf is None:
            self.libraries.diagnostics.append(_missing(name, span, self.shelves))
            return
        folder, shown = shelf.folder / name, f"{shelf.shown}/{name}"
        self.enter(folder, shown, (*within, name))
        sources, manifests, wrong = self.read(folder, shown)
        own = [source for source in manifests if source.path == f"{shown}/game.yaml"]
        for manifest in own:
            wrong = [*wrong, *load_yaml(folder / "game.yaml", manifest.path, "game")[1]]
        self.libraries.diagnostics += wrong
        self.libraries.folders.append(folder)
        self.libraries.found.append(Library(name, tuple(sources), tuple(own), declared_in(sources)))


def _steps(way: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return pairwise(way)


def _is_library(shelf: _Shelf, name: str) -> bool:
    """Whether a shelf holds a library: a folder of its own, not one that a link leads to elsewhere."""
    folder = shelf.folder / name
    return folder.is_dir() and shelf.folder.resolve() == folder.resolve().parent


def _missing(name: str, span: Span, shelves: list[_Shelf]) -> Diagnostic:
    known = sorted(
        {folder.name for shelf in shelves for folder in _folders(shelf.folder) if NAME.fullmatch(folder.name)}
    )
    close = nearest(name, known)
    listed = (
        say("there are {listed}", listed=", ".join(f"`{one}`" for one in known))
        if known
        else say("write its rules in `library/`")
    )
    return Diagnostic(
        codes.NO_LIBRARY,
        say("there is no library `{name}`", name=name),
        span,
        say("used here"),
        help=meant(close, say("{listed}; it is sought as `library/{name}` beside the game", listed=listed, name=name)),
    )


def _folders(shelf: Path) -> list[Path]:
    try:
        return [folder for folder in shelf.iterdir() if folder.is_dir()]
    except OSError:
        return []


def declared_in(sources: Iterable[Source]) -> frozenset[str]:
    """The names that files declare, by the first lines of their declarations."""
    heads = (_HEAD.match(block.text) for source in sources for block in cut(source).blocks)
    return frozenset(head[1] for head in heads if head is not None)
