"""A game's folder on disk: its manifest and its sources, read and never trusted."""

from __future__ import annotations

import keyword
import re
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regola_dsl import codes as dsl_codes
from regola_dsl.declarations import MAX_BYTES
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span
from regola_dsl.system_errors import system_words
from regola_dsl.wording import say

from regola_compiler.literate.codes import RULES_NOT_READ
from regola_compiler.literate.source import ENDING, LiterateSource, holds_rules, is_literate, read_rules, stem_of
from regola_compiler.project import codes

if TYPE_CHECKING:
    from regola_dsl.kinds import PieceKind

    from regola_compiler.project.components import RawComponents
    from regola_compiler.project.glossary import Glossary
    from regola_compiler.project.libraries import Library
    from regola_compiler.project.yaml_file import FileKind


@dataclass(frozen=True, slots=True)
class RawScenario:
    """A scenario as its file says it; the rules have not been asked yet."""

    stem: str
    shown: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RawSheet:
    """A sheet's description as its file says it, in shape; the rules have not been asked for what it names.

    `data` keeps the lines of what it holds, see `place_of` of yaml_file.py.
    """

    stem: str
    shown: str
    data: dict[str, Any]


@dataclass(slots=True)
class Game:
    """What was found in a folder, or in a single file: texts, and what is wrong with them.

    `data_sources` are the YAML files, kept to show where in them a finding stands. `shown` is what the paths of
    findings begin with. `libraries` are those that the game uses, itself or through one another. `unsaved` are the YAML
    files whose text is not that on the disk. `unread` are rules in files that are not read: what follows from that is
    told of the file alone. `indexed` are the sections that the indexes of its books list.
    """

    id: str
    folder: Path
    manifest: dict[str, Any]
    sources: list[Source] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    data_sources: list[Source] = field(default_factory=list)
    scenarios: list[RawScenario] = field(default_factory=list)
    sheets: list[RawSheet] = field(default_factory=list)
    components: list[RawComponents] = field(default_factory=list)
    glossary: Glossary | None = None
    shown: str = ""
    libraries: tuple[Library, ...] = ()
    unsaved: frozenset[str] = frozenset()
    unread: tuple[Source, ...] = ()
    indexed: frozenset[str] = frozenset()

    @property
    def rules(self) -> list[Source]:
        """All texts of rules: the game's own, then those of the libraries that it uses."""
        return [*self.sources, *(source for library in self.libraries for source in library.sources)]

    @property
    def texts(self) -> dict[str, Source]:
        """All texts in which a finding can stand, by the path they are shown under."""
        manifests = [source for library in self.libraries for source in library.data_sources]
        read = (*self.data_sources, *manifests, *self.rules)
        return {source.path: source.written for source in read}

    @property
    def library_names(self) -> frozenset[str]:
        """What stands in front of the names of its libraries."""
        return frozenset(library.name for library in self.libraries)

    @property
    def shared(self) -> dict[str, Library]:
        """The library that a text of rules belongs to, by the text's path; the game's own are not among them."""
        return {source.path: library for library in self.libraries for source in library.sources}

    def title(self, language: str = "en") -> str:
        """The game's title in a language, or its id."""
        titles = self.titles
        return titles.get(language) or next(iter(titles.values()), self.id)

    def within(self, path: str) -> str:
        """What a source is called within the game: `rules/04_weather.regola`."""
        return path.removeprefix(f"{self.shown}/") if path != self.shown else path.rpartition("/")[2]

    @property
    def languages(self) -> list[str]:
        """The languages of its texts: those that the manifest names, or else those of the texts as they come."""
        return (
            self.declared_languages
            or list(dict.fromkeys(tag for one in self.sources for tag in _spoken(one)))
            or ["en"]
        )

    @property
    def declared_languages(self) -> list[str]:
        """The languages that the manifest names; none where it does not say, or says something else."""
        return [tag for tag in self._listed("languages") if isinstance(tag, str) and tag.split() == [tag]]

    @property
    def texts_complete(self) -> bool:
        """Whether the manifest asks for a text of everything that a page shows."""
        return self.manifest.get("texts") == "complete"

    @property
    def titles(self) -> dict[str, str]:
        """The game's title by language, as far as the manifest says it, or else the first heading of its rulebook."""
        titles = self.manifest.get("title")
        if isinstance(titles, dict):
            return {str(tag): str(title) for tag, title in titles.items()}
        heading = next((book.title for book in self.rulebooks if book.title), "")
        return {self.languages[0]: heading} if heading else {}

    @property
    def rulebooks(self) -> list[LiterateSource]:
        """Its rulebooks in Markdown, whose blocks are rules."""
        return [source for source in self.sources if isinstance(source, LiterateSource)]

    @property
    def headed_in(self) -> str:
        """The language of the headings in its rulebooks: what the manifest says of the file, or else its first."""
        files = {self.within(book.path) for book in self.rulebooks}
        listed = [source for source in self._listed("sources") if isinstance(source, dict)]
        told = (source for source in listed if source.get("file") in files)
        return next((str(source.get("language")) for source in told), self.languages[0])

    @property
    def books(self) -> tuple[dict[str, str], ...]:
        """The rulebooks encoded: of each its title, edition and language, as far as the manifest names them."""
        keys = ("title", "edition", "language")
        listed = [source for source in self._listed("sources") if isinstance(source, dict)]
        return tuple({key: str(source[key]) for key in keys if key in source} for source in listed)

    @property
    def credits(self) -> tuple[str, ...]:
        """The people the manifest thanks."""
        return tuple(str(line) for line in self._listed("credits"))

    def _listed(self, key: str) -> list[Any]:
        """What the manifest lists under a key; nothing where it is not in shape."""
        found = self.manifest.get(key)
        return list(found) if isinstance(found, list) else []


@lru_cache(maxsize=64)
def _spoken(source: Source) -> tuple[str, ...]:
    """The languages of the texts in a file of rules, in the order in which they come."""
    from regola_dsl.parser import parse_source

    return tuple(dict.fromkeys(text.language for text in parse_source(source).texts))


def find_game(name: str, root: Path) -> Path | None:
    """The folder or file that `name` means: a path, or an id under `games/`."""
    for candidate in (root / name, root / "games" / name):
        if candidate.is_dir() or (candidate.is_file() and holds_rules(candidate.name)):
            return candidate
    return None


def game_id(called: str) -> str:
    """What a game is called in rules and modules whose folder has some name.

    >>> game_id("Città 2"), game_id("class"), game_id("1914"), game_id("戦争")
    ('citta_2', 'game_class', 'game_1914', 'game')
    """
    name = words_of_name(called)
    return name if name and name_taken(name) is None else f"game_{name}".rstrip("_")


def words_of_name(called: str) -> str:
    """What a file or a folder is called, as a part of a name in rules; empty if nothing of it can stand in one.

    >>> words_of_name("Città 2"), words_of_name("戦争")
    ('citta_2', '')
    """
    plain = unicodedata.normalize("NFKD", called.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def name_taken(name: str) -> str | None:
    """Why a game's module cannot have a name, in a few words; None if it can.

    >>> name_taken("class"), name_taken("regola_runtime"), name_taken("my-game"), name_taken("harbour")
    ('a word of Python', 'what modules need to run', 'no name in Python', None)
    """
    if not name.isidentifier():
        return say("no name in Python")
    if keyword.iskeyword(name):
        return say("a word of Python")
    if name.startswith("regola"):
        return say("what modules need to run") if name == "regola_runtime" else say("a part of Regola")
    return say("a module of Python's own") if name in sys.stdlib_module_names else None


def _check_id(game: Game, path: str, data: dict[str, Any]) -> list[Diagnostic]:
    """A finding where the manifest calls the game what no module can be called."""
    from regola_compiler.project.yaml_file import place_of

    taken = name_taken(str(data.get("id", game.id)))
    if taken is None:
        called = game_id(game.folder.resolve().name)
        named = (called, game_id(stem_of(Path(path).name))) if is_literate(path) else (called,)
        # Where the game is a repository itself, whoever clones it names the folder.
        if "id" not in data or str(data["id"]) in named or (game.folder / ".git").exists():
            return []
        other = say("the game is called `{id}`, and its folder gives `{called}`", id=data["id"], called=called)
        hint = say("write `id: {called}`, or call the folder as the game is called", called=called)
        place = place_of(data, ["id"], path)
        return [Diagnostic(dsl_codes.BAD_YAML, other, place, help=hint, severity=Severity.WARNING)]
    message = say("a game cannot be called `{data}`: that is {taken}", data=data["id"], taken=taken)
    return [
        Diagnostic(
            dsl_codes.BAD_YAML,
            message,
            place_of(data, ["id"], path),
            help=say("write `id: {data}_game`", data=data["id"]),
        )
    ]


# What of a front matter is said to the game; a book may begin with other things, for who shows it on a site.
_MANIFEST = re.compile(r"^[\"']?(id|languages|texts|uses|sources|credits)[\"']?\s*:", re.MULTILINE)
_USES = re.compile(r"^[\"']?uses[\"']?\s*:", re.MULTILINE)
# What is read beside the rules and the manifest.
LISTS = (
    "scenarios/*.yaml",
    "sheets/*.yaml",
    "counters/*.yaml",
    "counters/*.csv",
    "maps/*.yaml",
    "maps/*.csv",
)


def all_games(root: Path) -> list[str]:
    """What is meant where no game is named: this folder if it is one, else the ids under `games/`."""
    if is_game(root):
        return ["."]
    return sorted(folder.name for folder in (root / "games").glob("*/") if is_game(folder))


def is_game(folder: Path) -> bool:
    """Whether a folder is one of a game: it has a manifest, or a rulebook whose blocks are rules."""
    return (folder / "game.yaml").is_file() or any(folder.glob(f"*{ENDING}"))


def peek_game(place: Path, shown: str, *, libraries: bool = True) -> Game:
    """The texts of a game, its YAML files not read yet: enough to see whether anything has changed.

    Args:
        place: Its folder, or a single file.
        shown: What the paths of findings begin with.
        libraries: Whether the libraries that it uses are read too.
    """
    if place.is_file():
        game = Game(stem_of(place.name), place.parent, {}, shown=shown)
        _read(place, shown, game)
        game.data_sources += head_of(game)
        return game
    game = Game(place.resolve().name, place, {}, shown=shown)
    lists = [path for pattern in LISTS for path in sorted(place.glob(pattern))]
    inside = _inside(place)
    for path in [place / "game.yaml", place / "glossary.yaml", *lists]:
        if path.is_file() and inside(path):
            name = f"{shown}/{path.relative_to(place).as_posix()}"
            _read_data(path, name, game)
    endings = (".regola", ENDING)
    files = sorted(path for ending in endings for path in place.rglob(f"*{ending}") if path.is_file())
    if uses_libraries(game.data_sources, shown):
        files = [path for path in files if path.relative_to(place).parts[0] != "library"]
        if libraries:
            from regola_compiler.project.libraries import read_libraries

            read = read_libraries(place, shown, _texts_of)
            game.libraries = tuple(read.found)
            game.diagnostics += read.diagnostics
    for path in files:
        if inside(path):
            _read(path, f"{shown}/{path.relative_to(place).as_posix()}", game)
    head = head_of(game)
    game.data_sources += head
    books = [] if head else [book for book in game.rulebooks if _MANIFEST.search(book.front_matter.text)]
    game.diagnostics += [_front_matter_unread(book) for book in books]
    from regola_compiler.project.unread.files import unread_files
    from regola_compiler.project.unread.indexes import read_indexes

    unread, rules = unread_files(place, shown)
    wrong, game.indexed = read_indexes(place, shown)
    game.diagnostics += [*unread, *wrong]
    game.unread = tuple(rules)
    if not files and not rules:
        game.diagnostics.append(
            Diagnostic(
                codes.NO_GAME,
                say("`{shown}` holds no `.regola` file", shown=shown),
                Span(shown, 1, 1, 1, 1),
                help=say("write the rules in files under `rules/`"),
            )
        )
    return game


def _inside(place: Path) -> Callable[[Path], bool]:
    """Tells of a path below a folder whether what it leads to lies there too, and not behind a link somewhere else."""
    root = place.resolve()

    @cache
    def is_inside(folder: Path) -> bool:
        there = folder.resolve()
        return there == root or root in there.parents

    def tell(path: Path) -> bool:
        # Links apart, all files of a folder lie where it does.
        return root in path.resolve().parents if path.is_symlink() else is_inside(path.parent)

    return tell


def uses_libraries(sources: Sequence[Source], shown: str) -> bool:
    """Whether a game's manifest names libraries; it is not read as YAML for that, as few do."""
    return any(source.path == f"{shown}/game.yaml" and _USES.search(source.text) for source in sources)


def libraries_of(place: Path, shown: str) -> list[Path]:
    """The files of the libraries that a game uses, as far as they are there; beside the game, all that may be read."""
    manifest = place / "game.yaml"
    try:
        text = manifest.read_text("utf-8", "replace")
    except OSError:
        return []
    if not uses_libraries([Source(f"{shown}/game.yaml", text)], shown):
        return []
    from regola_compiler.project.libraries import read_libraries

    return [path for folder in read_libraries(place, shown, _texts_of).folders for path in sorted(folder.rglob("*"))]


def _texts_of(folder: Path, shown: str) -> tuple[list[Source], list[Source], list[Diagnostic]]:
    """The texts of a library."""
    alone = peek_game(folder, shown, libraries=False)
    return alone.sources, alone.data_sources, alone.diagnostics


def load_game(place: Path, shown: str) -> Game:
    """Read a game folder or a single file of rules; paths in findings begin with `shown`."""
    return open_game(peek_game(place, shown))


# What a YAML file is, by the folder of the game it stands in.
_KINDS_OF_FILES: dict[str, FileKind] = {
    "": "game",
    "scenarios": "scenario",
    "sheets": "sheet",
    "counters": "counters",
    "maps": "map",
}


def open_game(game: Game) -> Game:
    """A game whose YAML files are read too, and held against their schemas."""
    from regola_compiler.project.glossary import load_glossary
    from regola_compiler.project.yaml_file import load_yaml

    found: list[Diagnostic] = []
    for source in game.data_sources:
        text = source.text if source.path in game.unsaved else None
        if source.path.endswith("/glossary.yaml"):
            game.glossary, wrong = load_glossary(game.folder / "glossary.yaml", source.path, text)
            found += wrong
            continue
        if is_literate(source.path):
            game.manifest, wrong = _read_front_matter(game, source)
            game.id = str(game.manifest.get("id", game.id))
            found += wrong
            continue
        folder = game.within(source.path).rpartition("/")[0]
        kind = _KINDS_OF_FILES[folder]
        path = game.folder / folder / source.path.rpartition("/")[2]
        if folder in {"counters", "maps"}:
            found += _read_components(game, source, path, kind)
            continue
        data, wrong = load_yaml(path, source.path, kind, text)
        found += wrong
        if kind == "game":
            found += _check_id(game, source.path, data) if data else []
            game.manifest = data or {}
            game.id = str(game.manifest.get("id", game.id))
        elif data is not None and kind == "sheet":
            game.sheets.append(RawSheet(path.stem, source.path, data))
        elif data is not None:
            game.scenarios.append(RawScenario(path.stem, source.path, data))
    game.diagnostics[:0] = found
    return game


def _read_front_matter(game: Game, source: Source) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The manifest at the head of a rulebook, and what is wrong with it."""
    from regola_compiler.project.yaml_file import place_of, read_yaml

    data, found = read_yaml(source.text, source.path, "game")
    if data is None:
        return {}, found
    if "uses" in data:
        message = say("a library is used by a game with a `game.yaml`")
        help_text = say("write what stands here into that file, in the folder of the game")
        found.append(Diagnostic(codes.NO_LIBRARY, message, place_of(data, ["uses"], source.path), help=help_text))
    return data, [*found, *(_check_id(game, source.path, data) if "id" in data else [])]


def _read_components(game: Game, source: Source, path: Path, kind: FileKind) -> list[Diagnostic]:
    """Read a counter sheet, or a map; what is wrong with its shape."""
    from regola_compiler.project.components import RawComponents, read_table
    from regola_compiler.project.yaml_file import load_yaml

    sort: PieceKind = "piece" if kind == "counters" else "place"
    table = path.suffix == ".csv"
    key = "counters" if sort == "piece" else "places"
    text = source.text if source.path in game.unsaved else None
    data, wrong = read_table(source, key) if table else load_yaml(path, source.path, kind, text)
    if data is not None:
        game.components.append(RawComponents(path.stem, source.path, sort, data))
    return wrong


def _read_data(path: Path, shown: str, game: Game) -> None:
    """Read a YAML file, or a list; of one that is too large no more than shows that it is."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        start = Span(shown, 1, 1, 1, 2)
        game.diagnostics.append(
            Diagnostic(codes.NO_GAME, say("cannot read the file: {strerror}", strerror=system_words(error)), start)
        )
        return
    game.data_sources.append(Source(shown, _with_plain_ends(data.decode("utf-8", "replace"))))


def _with_plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _read(path: Path, shown: str, game: Game) -> None:
    start = Span(shown, 1, 1, 1, 2)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        game.diagnostics.append(
            Diagnostic(codes.NO_GAME, say("cannot read the file: {strerror}", strerror=system_words(error)), start)
        )
        return
    if len(data) > MAX_BYTES:
        message = say("the file is larger than {max_bytes} bytes", max_bytes=MAX_BYTES)
        game.diagnostics.append(Diagnostic(dsl_codes.TOO_LARGE, message, start))
        return
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        game.diagnostics.append(
            Diagnostic(
                dsl_codes.NOT_UTF8,
                say("the file is not UTF-8 text"),
                Span(shown, line, column, line, column + 1),
                say("byte 0x{data:02x}", data=data[error.start]),
                help=say("save it as UTF-8 in your editor"),
            )
        )
        return
    source, found = read_rules(shown, text)
    game.sources.append(source)
    game.diagnostics += found


def head_of(game: Game) -> list[Source]:
    """The manifest at the head of its only rulebook, of a game that has no other, if it says anything."""
    if len(game.rulebooks) > 1 or any(source.path == f"{game.shown}/game.yaml" for source in game.data_sources):
        return []
    return [book.front_matter for book in game.rulebooks if book.front_matter.text.strip()]


def _front_matter_unread(book: LiterateSource) -> Diagnostic:
    """That a game of several files has its manifest in one of its own."""
    front = book.front_matter
    line = front.text.count("\n", 0, next(_MANIFEST.finditer(front.text)).start()) + 1
    span = Span(book.path, line, 1, line, len(front.lines[line - 1]) + 1)
    message = say("what a rulebook says at its head is read only where there is no `game.yaml`, and no other rulebook")
    return Diagnostic(RULES_NOT_READ, message, span, help=say("write it into game.yaml"))
