"""The texts of a game, each under a name that stays while rules are moved about in their file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from regola_dsl import tree
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.parser import parse_source
from regola_dsl.source import Source

from regola_compiler.model.visitor import iter_children
from regola_compiler.project.game import Game

# What a format could not have within a name, and the sign that says so.
_UNNAMED = re.compile(r"[\s%\x00-\x1f\x7f]")
# The last name of a short form's id: no declaration can have it.
_SHORT = "~short"


@dataclass(frozen=True, slots=True)
class Segment:
    """One thing said, in the languages in which it is said.

    Attributes:
        id: The file and the names that lead to it: `rules/04_weather.regola#Weather.snow`.
        file: The file within the game.
        texts: What is said, by language; of two texts in one language the first.
        sections: Where the rulebook says it: its own sections, or those of what it stands in.
        nodes: What stands in the file, by language: a text, with its short form.
        is_short: Whether this is what the texts are called where there is little room.
    """

    id: str
    file: str
    texts: dict[str, tree.Text]
    sections: tuple[str, ...]
    nodes: dict[str, tree.Text]
    is_short: bool = False

    @property
    def name(self) -> str:
        """The names without the file."""
        return self.id.partition("#")[2]

    def text(self, language: str) -> str | None:
        """What is said in a language; None if nothing is."""
        return self.texts[language].text if language in self.texts else None


def read_segments(game: Game) -> tuple[list[Segment], list[Diagnostic]]:
    """Every text of a game, in the order of its files, and the errors of what cannot be read.

    Where there are errors, texts may be missing.
    """
    segments: list[Segment] = []
    found = [one for one in game.diagnostics if one.span.path in {source.path for source in game.sources}]
    for source in game.sources:
        more, wrong = segments_of(source, game.within(source.path))
        segments += more
        found += wrong
    return segments, found


def segments_of(source: Source, file: str) -> tuple[list[Segment], list[Diagnostic]]:
    """The texts of one file, which is called `file` within the game."""
    read = parse_source(source)
    seen: Counter[str] = Counter()
    segments = []
    told: set[int] = set()
    for node in read.declarations:
        for names, texts, anchors in _spoken(node, (), ()):
            # A line that is two parts of the tree, what is asked and what is paid, says its text once.
            if id(texts[0]) in told:
                continue
            told.add(id(texts[0]))
            name = ".".join(names)
            seen[name] += 1
            number = "" if seen[name] == 1 else f"~{seen[name]}"
            sections = tuple(anchor.section for anchor in anchors)
            for place, by_language in enumerate(_layers(texts), start=1):
                behind = "" if place == 1 else f".{place}"
                segments.append(Segment(f"{file}#{name}{number}{behind}", file, by_language, sections, by_language))
                short = {tag: replace(text, text=text.short) for tag, text in by_language.items() if text.short}
                if short:
                    brief = f"{file}#{name}{number}{behind}.{_SHORT}"
                    segments.append(Segment(brief, file, short, sections, by_language, is_short=True))
    return segments, [one for one in read.diagnostics if one.weight is Severity.ERROR]


def _layers(texts: tree.Texts) -> list[dict[str, tree.Text]]:
    """The first text of each language, then what stands behind it: the second of each, and so on."""
    layers: list[dict[str, tree.Text]] = []
    for text in texts:
        place = sum(text.language in layer for layer in layers)
        if place == len(layers):
            layers.append({})
        layers[place][text.language] = text
    return layers


def _spoken(
    node: Any, names: tuple[str, ...], anchors: tree.Anchors
) -> Iterator[tuple[tuple[str, ...], tree.Texts, tree.Anchors]]:
    """What is said in a part of the tree: the names that lead there, the texts, and their sections."""
    if isinstance(node, tree.Name | tree.Text | tree.Anchor | tree.Expr):
        return
    own = getattr(node, "anchors", ()) or anchors
    texts: tree.Texts = getattr(node, "texts", ()) or getattr(node, "reason", ())
    label = _label(node, own, bool(texts))
    if label:
        names = (*names, label)
    if texts:
        yield names, texts, own
    for child in iter_children(node):
        yield from _spoken(child, names, own)


def _label(node: Any, anchors: tree.Anchors, speaks: bool) -> str:
    """What a part is called among the parts beside it; nothing if it is only a bracket around others."""
    if isinstance(node, tree.LabelText):
        return f"label.{node.name.text}"
    if isinstance(node, tree.Accept):
        return f"accept.{_plain(node.name.text)}.{_plain(node.declaration.text)}"
    if isinstance(node, tree.ExceptionRule) and node.target is not None:
        target = node.target.text if isinstance(node.target, tree.Name) else node.target[0].section
        return f"{_plain(target)}.{_plain(node.name.text)}"
    if isinstance(node, tree.Enum | tree.Record | tree.GivenType) or hasattr(node, "texts"):
        name = getattr(node, "name", None)
        if isinstance(name, tree.Name):
            return _plain(name.text)
    if not speaks:
        return ""
    # A segment that was exported keeps its id, whatever the class of its node is called by now.
    where = f"@{_plain(anchors[0].section)}" if anchors else ""
    return f"{node.tag}{where}"


def _plain(name: str) -> str:
    """A name without blanks.

    >>> _plain("deep water")
    'deep%20water'
    """
    return _UNNAMED.sub(lambda found: f"%{ord(found[0]):02X}", name)
