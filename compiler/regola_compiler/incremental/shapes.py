"""The files of a game, each declaration parsed once: after a change only the one that was written in is read again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import lru_cache

from regola_dsl.declarations import cut
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import File, ParsedBlock, joined, parse_block
from regola_dsl.records import dataclass
from regola_dsl.source import Source
from regola_dsl.tree import Anchor, Declaration, Text

from regola_compiler.incremental.places import Home, homes_of
from regola_compiler.project.game import Game
from regola_compiler.project.libraries import Library
from regola_compiler.project.qualified import qualified

_TEXT = re.compile(r'\b[a-z]{2,3} +"(?:[^"\\]|\\.)*"(?: */ *"(?:[^"\\]|\\.)*")?')
_WORD = re.compile(r'@[\w./"-]+|[^\W\d_][\w-]*')


@lru_cache(maxsize=20_000)
def words_of(text: str) -> str:
    """The different words and sections of a declaration in order, its texts apart: what a sheet can name of it."""
    return " ".join(sorted(set(_WORD.findall(_TEXT.sub("", text)))))


@dataclass(frozen=True, slots=True)
class _Parsed:
    """A file that was parsed.

    Attributes:
        text: Its text, and what else it is read by.
        homes: Where each of its declarations stands.
        trees: What each home says, with its text.
        file: All of it.
        own: Whether it is the game's own, and no library's.
    """

    text: tuple[str, str]
    homes: dict[str, Home]
    trees: dict[str, tuple[str, ParsedBlock]]
    file: File
    own: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """What the files of a game say.

    Attributes:
        nodes: The trees of all declarations that can be read.
        homes: Where each home stands now.
        trees: What each home says, with its text.
        found: What is wrong with the shape.
        lost: The words of what cannot be read.
        files: The same by file.
    """

    nodes: list[Declaration]
    homes: dict[str, Home]
    trees: Mapping[str, tuple[str, ParsedBlock]]
    found: list[Diagnostic]
    lost: frozenset[str]
    files: tuple[_Parsed, ...]

    @property
    def texts(self) -> Iterator[Text]:
        """All texts in the game's own declarations."""
        return (text for one in self.files if one.own for text in one.file.texts)

    def written_since(self, before: Mapping[str, tuple[str, ParsedBlock]]) -> frozenset[str]:
        """The homes that say something else than some trees from before, or are new; none where there were no trees."""
        if not before:
            return frozenset()
        return frozenset(
            home for home, (_, tree) in self.trees.items() if home not in before or before[home][1] is not tree
        )

    @property
    def cited(self) -> list[tuple[Anchor, Declaration]]:
        """The sections that the game's own declarations cite."""
        return [cited for one in self.files if one.own for cited in one.file.cited]


@dataclass(slots=True)
class Shapes:
    """The shape of one game, read again and again."""

    _files: dict[str, _Parsed] = field(default_factory=dict)

    def read(self, game: Game) -> Shape:
        """The trees of all declarations of a game, in their homes."""
        shared = game.shared
        files: dict[str, _Parsed] = {}
        for source in game.rules:
            library = shared.get(source.path)
            # A declaration of a library is read by the names that all of it declares.
            beside = "" if library is None else f"\0{library.name} {' '.join(sorted(library.declared))}"
            known = self._files.get(source.path)
            if known is None or known.text != (source.text, beside):
                known = _parsed(source, beside, library, {} if known is None else known.trees)
            files[source.path] = known
        self._files = files
        read = tuple(files.values())
        return Shape(
            [node for one in read for node in one.file.declarations],
            {name: home for one in read for name, home in one.homes.items()},
            {name: tree for one in read for name, tree in one.trees.items()},
            [diagnostic for one in read for diagnostic in one.file.diagnostics],
            frozenset().union(*(one.file.lost for one in read)),
            read,
        )


def _parsed(
    source: Source, beside: str, library: Library | None, before: Mapping[str, tuple[str, ParsedBlock]]
) -> _Parsed:
    """A file, of which the declarations are parsed again that say something else than before."""
    made = cut(source)
    homes = homes_of(source.path, made.blocks)
    trees: dict[str, tuple[str, ParsedBlock]] = {}
    for home, block in zip(homes, made.blocks, strict=True):
        tree = before.get(home)
        text = f"{block.text}{beside}\0{block.section}"
        if tree is None or tree[0] != text:
            read = parse_block(replace(block, line=1), home)
            read = read if library is None else qualified(read, library)
            # What reads as before is the same, so that nothing that rests on it is looked at again.
            tree = (text, tree[1] if tree is not None and tree[1] == read else read)
        trees[home] = tree
    file = joined(source, made, (tree for _, tree in trees.values()))
    return _Parsed((source.text, beside), homes, trees, file, library is None)
