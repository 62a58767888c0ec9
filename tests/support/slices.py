"""What a change can have touched: the part of a game that has to be looked at again.

A file falls apart into declarations, each of which can be read without the others. What a check says of one
depends on its own text and on the texts of those it names, those these name, and so on; and on those that add to one of
them from elsewhere (an exception, a rule about an action, a ruling). All of them together are its *slice*. As long as
every text in a slice is the same, so are the findings: they are kept under a hash of the slice, and a change is
followed by a look at those declarations alone whose slices hold it.

Names are taken from the words of a text, without parsing it. That may put too much into a slice (a word
can be a name somewhere and a field here), never too little. Types, players, assumptions, variants, events and the setup
belong to every slice; sequences and the phases that are called, to those that ask whose turn it is or in which phase:
a sequence plays by its effects, and so rests on most of a game.

What is kept are the findings of the checks. A game with a mistake in names, types or shape, or with an example
that fails, is looked at as a whole: there, one cause is told once, wherever it shows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from regola_compiler.project.game import Game
from regola_dsl.declarations import chunks_of
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source, Span

_WORD = re.compile(r"[^\W\d_]\w*(?:[-/]\w+)*")
_NESTED = re.compile(r"^\d+:\s+(?:(?:then )?exception|phase) +([^\W\d_]\w*)", re.MULTILINE)
_STATEMENT = re.compile(r"\b(?:may only|may|must not|must) +([^\W\d_]\w*)")
_RULED = re.compile(r"\bruling +(\w+) +over +(\w+)")
_SECTION = re.compile(r'@\s*"?([\w./-]+)')
_ANCHORS = re.compile(r'@\s*((?:"[^"]*"|[\w.-]+)(?:\s*,\s*@?(?:"[^"]*"|[\w.-]+))*)')
_CITED = re.compile(r'"([^"]*)"|([\w.-]+)')
_LIMITED = re.compile(r"\bon +([^\W\d_]\w*(?: *, *[^\W\d_]\w*)*)")
_FOLLOWED = re.compile(r"\balso +after +([^\W\d_]\w*)")
_NO_NAMES = re.compile(r'"[^"\n]*"|\buntil +[^\W\d_]\w*(?=[ \n]*(?:@|$))', re.MULTILINE)
_FIELD = re.compile(r"\.[^\W\d_]\w*|\b[^\W\d_]\w*:")
# What is known everywhere, or may come about wherever something changes: events, and how the game begins.
_EVERYWHERE = frozenset(
    {"enum", "scale", "record", "given type", "piece", "place", "players", "assume", "variant", "event", "setup"}
)
# By these it is asked whose turn it is and in which phase, besides by the names of the phases.
_ASKS_THE_SEQUENCE = frozenset({"phase", "active", "by", "play"})
RULES = frozenset({"define", "table", "modifiers", "action", "rule", "path", "choice"})


@dataclass(frozen=True)
class DeclarationText:
    """One declaration as text: where it stands, what it declares, and what it adds to elsewhere."""

    path: str
    line: int
    end: int
    kind: str
    name: str
    text: str
    adds_to: frozenset[str]

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word in it that may be a name: no texts, and no phase that something lasts until, whose matter it is."""
        return frozenset(_WORD.findall(_NO_NAMES.sub(" ", self.text)))

    @cached_property
    def fields(self) -> frozenset[str]:
        """The words that only stand in it as what is asked of something, behind a point, or as what it has."""
        text = _NO_NAMES.sub(" ", self.text)
        return self.words - frozenset(_WORD.findall(_FIELD.sub(" ", text)))

    @cached_property
    def digest(self) -> str:
        """What tells its text from others."""
        return sha256(self.text.encode("utf-8", "replace")).hexdigest()

    @property
    def span(self) -> Span:
        """The stretch of its lines."""
        return Span(self.path, self.line, 1, self.end, 1_000_000)


@dataclass
class DependencyGraph:
    """The declarations of a game as texts, and for each its slice."""

    chunks: list[DeclarationText]
    data: str
    _declaring: dict[str, list[int]] = field(default_factory=dict)
    _adding: dict[str, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for number, chunk in enumerate(self.chunks):
            for name in (chunk.name, *_NESTED.findall(chunk.text)):
                self._declaring.setdefault(name, []).append(number)
            for name in chunk.adds_to:
                self._adding.setdefault(name, []).append(number)

    @property
    def names(self) -> frozenset[str]:
        """What is declared, and the exceptions within it, by name."""
        return frozenset(self._declaring)

    @cached_property
    def keys(self) -> list[str]:
        """For each declaration, what tells its slice from others."""
        return [self._key(number) for number in range(len(self.chunks))]

    def _key(self, number: int) -> str:
        others = self.slice_of([number])
        if self.chunks[number].kind == "sequence":
            others |= self._changing
        digests = sorted(self.chunks[other].digest for other in others)
        return sha256("\n".join([self.chunks[number].digest, self.data, *digests]).encode()).hexdigest()

    @cached_property
    def _everywhere(self) -> frozenset[int]:
        return frozenset(number for number, chunk in enumerate(self.chunks) if chunk.kind in _EVERYWHERE)

    @cached_property
    def _sequences(self) -> set[int]:
        return {number for number, chunk in enumerate(self.chunks) if chunk.kind in {"sequence", "phase"}}

    @cached_property
    def _phases(self) -> set[str]:
        chunks = [self.chunks[number] for number in self._sequences]
        return {name for chunk in chunks for name in (chunk.name, *_NESTED.findall(chunk.text))}

    @cached_property
    def _changing(self) -> frozenset[int]:
        """What a sequence waits for is so from the start, or is brought about by an action."""
        return frozenset(
            number
            for number, chunk in enumerate(self.chunks)
            if chunk.kind == "scenario" or (chunk.kind in {"action", "change", "also"} and "effect" in chunk.words)
        )

    def looked_at(self, numbers: Iterable[int]) -> set[int]:
        """What must be there for these to be examined: their slices, and for a sequence all that changes a fact."""
        chosen = [*numbers]
        waits = any(self.chunks[number].kind == "sequence" for number in chosen)
        return self.slice_of([*chosen, *(self._changing if waits else ())])

    @cached_property
    def _next(self) -> list[frozenset[int]]:
        """For each declaration, those that belong to its slice at once."""
        found = []
        for chunk in self.chunks:
            words = chunk.words & self._declaring.keys() if chunk.kind != "label" else ()  # labels are texts
            near = {other for word in words for other in self._declaring[word]}
            if chunk.words & _ASKS_THE_SEQUENCE:
                near |= self._sequences
            elif chunk.kind == "table" or not chunk.words & self._phases - chunk.fields:
                near -= self._sequences  # a column or a field that is called like a phase
            own = [chunk.name, *_NESTED.findall(chunk.text), *_SECTION.findall(chunk.text)]
            own += _cited_sections(chunk.text) if chunk.kind == "example" else []
            near |= {other for name in own for other in self._adding.get(name, ())}
            found.append(frozenset(near))
        return found

    def slice_of(self, numbers: Iterable[int]) -> set[int]:
        """The declarations that these rest on, themselves among them."""
        seen = {*numbers, *self._everywhere}
        todo = list(seen)
        while todo:
            for other in self._next[todo.pop()] - seen:
                seen.add(other)
                todo.append(other)
        return seen


def outline(game: Game) -> DependencyGraph | None:
    """The declarations of a game; None if it has to be looked at as a whole."""
    chunks: list[DeclarationText] = []
    for source in game.sources:
        parts = chunks_of(source)
        if not parts:
            return None
        chunks += [_chunk(source.path, lines) for lines in parts]
    if len({chunk.digest for chunk in chunks}) < len(chunks):
        return None  # the same text twice: findings could not say which
    for source in game.data_sources:
        if "/scenarios/" in source.path:
            chunks.append(_scenario(source))
    data = sha256("\n".join(f"{s.path}\n{s.text}" for s in game.data_sources).encode()).hexdigest()
    return DependencyGraph(chunks, data)


def _cited_sections(text: str) -> set[str]:
    """The sections of an example or an erratum, as no name is written."""
    return {f"@{slug or number}" for cited in _ANCHORS.findall(text) for slug, number in _CITED.findall(cited)}


def _scenario(source: Source) -> DeclarationText:
    """A scenario speaks of facts and values too, and examples of it."""
    name = source.path.rpartition("/")[2].partition(".")[0]
    return DeclarationText(source.path, 1, source.text.count("\n") + 1, "scenario", name, source.text, frozenset())


def _chunk(path: str, lines: list[tuple[int, str]]) -> DeclarationText:
    first = lines[0][0]
    head = _WORD.findall(lines[0][1])
    kind = head[0] if head else ""
    if kind == "then":
        head = head[1:]
        kind = head[0] if head else ""
    if head[:2] == ["given", "type"]:
        kind, head = "given type", head[1:]
    name = "setup" if kind == "setup" else head[1] if len(head) > 1 else ""
    text = "\n".join(f"{number - first}:{line}" for number, line in lines)
    adds: set[str] = set()
    if kind == "exception":
        target = lines[0][1].partition(" to ")[2]
        adds = set(_SECTION.findall(target)[:1] if target.lstrip().startswith("@") else _WORD.findall(target)[:1])
    if kind == "rule":
        adds = set(_STATEMENT.findall(text))
    if kind == "limit":
        adds = {name for names in _LIMITED.findall(lines[0][1]) for name in _WORD.findall(names)}
    if kind == "also":
        adds = set(_FOLLOWED.findall(lines[0][1]))
    if kind == "erratum":
        # It excuses what examples of its sections say.
        adds = {word for pair in _RULED.findall(text) for word in pair} | _cited_sections(text)
    return DeclarationText(path, first, lines[-1][0], kind, name, text, frozenset(adds))


# --- findings that travel ----------------------------------------------------------------


class UnanchoredDiagnostic(Exception):  # noqa: N818  the finding is good; it cannot be kept
    """A finding speaks of a place in no declaration that is known."""


def relativize(diagnostic: Diagnostic, where: DependencyGraph) -> Diagnostic:
    """A finding whose places are given relative to the declarations they lie in.

    Raises:
        Homeless: if one of them lies in none.
    """

    def pack(span: Span) -> Span:
        for chunk in where.chunks:
            if chunk.path == span.path and chunk.line <= span.line <= chunk.end:
                return Span(
                    chunk.digest, span.line - chunk.line, span.column, span.end_line - chunk.line, span.end_column
                )
        raise UnanchoredDiagnostic

    moved: Diagnostic = _moved(diagnostic, pack)
    return moved


def absolutize(diagnostic: Diagnostic, homes: dict[str, DeclarationText]) -> Diagnostic:
    """A kept finding at the places where its declarations stand now."""

    def unpack(span: Span) -> Span:
        chunk = homes[span.path]
        return Span(chunk.path, chunk.line + span.line, span.column, chunk.line + span.end_line, span.end_column)

    moved: Diagnostic = _moved(diagnostic, unpack)
    return moved


def _moved(node: Any, move: Callable[[Span], Span]) -> Any:
    if isinstance(node, Span):
        return move(node)
    if isinstance(node, tuple):
        return tuple(_moved(item, move) for item in node)
    if is_dataclass(node) and not isinstance(node, type):
        changes = {part.name: _moved(getattr(node, part.name), move) for part in fields(node)}
        return replace(node, **changes)
    return node
