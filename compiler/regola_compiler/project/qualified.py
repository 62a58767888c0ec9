"""The declarations of a library under the names that a game knows them by: `distance` becomes `hexes.distance`.

What a library declares may be asked within it by its short name, and by its long one everywhere. Only what stands where
a declaration is meant is called anew; what is a declaration's own (a parameter, a field, a value of an enum) is called
as it is, and therefore nothing of that kind may have a declaration's name. The sections of a library are its own too:
`@2.1` becomes `@"hexes/2.1"`, so that they are never taken for those of the game's book.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeAlias, TypeVar

from regola_dsl import tree
from regola_dsl.declarations import cut
from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.parser import File, ParsedBlock, joined, parse_block
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.model.program import Program
from regola_compiler.model.visitor import transitive_callees
from regola_compiler.project import codes
from regola_compiler.project.game import Game
from regola_compiler.project.libraries import Library

T = TypeVar("T")
# What a library may declare.
_Shared: TypeAlias = (
    tree.Enum
    | tree.Record
    | tree.GivenType
    | tree.Table
    | tree.Modifiers
    | tree.Define
    | tree.ExceptionRule
    | tree.Fact
    | tree.Assume
    | tree.Path
    | tree.Choice
    | tree.Accept
    | tree.LabelText
    | tree.Example
)
# The parts of a tree that name something declared elsewhere; all other names are a declaration's own.
_REFERENCES = frozenset({"over", "under", "target", "by", "after", "scale", "declaration"})
# What is no mistake of a library: a game asks a part of it, and decides some of it otherwise.
_UNUSED = frozenset({"dead-exception", "dead-row", "never-changes", "never-holds", "never-read", "unused-parameter"})
# What nothing is called by in an expression.
_UNNAMED = (tree.Example, tree.ExceptionRule, tree.Erratum, tree.Accept, tree.LabelText)
# What is said of what only games declare, by the kind of its node.
_ONLY_GAMES_HAVE = {
    "piece": later("a library has no piece or place: `{name}` is for a game to declare"),
    "sequence": later("a library has no sequence of play: `{name}` is for a game to declare"),
    "phase": later("a library has no phase: `{name}` is for a game to declare"),
    "players": later("a library has no players: `{name}` is for a game to declare"),
    "setup": later("a library has no setup: `{name}` is for a game to declare"),
    "action": later("a library has no action: `{name}` is for a game to declare"),
    "limit": later("a library has no limit: `{name}` is for a game to declare"),
    "rule": later("a library has no rule: `{name}` is for a game to declare"),
    "change": later("a library has no change: `{name}` is for a game to declare"),
    "alsoafter": later("a library has no change: `{name}` is for a game to declare"),
    "event": later("a library has no event: `{name}` is for a game to declare"),
    "erratum": later("a library has no erratum: `{name}` is for a game to declare"),
}
_WORD = re.compile(r"(?<![\w.\"])[^\W\d_]\w*(?![\w\"])")


def qualified(parsed: ParsedBlock, library: Library) -> ParsedBlock:
    """What a declaration of a library says, in the names that games use; its examples are its own, and left out.

    So is what it accepts of itself that is no finding in a game.

    What a library cannot declare, or calls by a name that it has declared, is a finding in it.
    """
    node = parsed.declaration
    if node is None:
        return parsed
    if isinstance(node, tree.Example) or (isinstance(node, tree.Accept) and node.name.text in _UNUSED):
        return ParsedBlock(None, parsed.diagnostics)
    found = list(_wrong(node, library))
    if found:
        return ParsedBlock(None, (*parsed.diagnostics, *found), frozenset({f"{library.name}.{node.name.text}"}))
    if isinstance(node, tree.LabelText):
        return replace(parsed, declaration=_label(node, library))
    renaming = _Renaming(library.name, library.declared)
    renamed = renaming.of(node)
    if not isinstance(node, tree.ExceptionRule | tree.Accept):
        renamed = replace(renamed, name=renaming.name(node.name))
    return replace(parsed, declaration=renamed)


def parse_libraries(libraries: Iterable[Library]) -> Iterator[File]:
    """The files of libraries, read under the names that games use."""
    for library in libraries:
        for source in library.sources:
            parts = cut(source)
            yield joined(source, parts, (qualified(parse_block(one, source.path), library) for one in parts.blocks))


def names_of_libraries(nodes: Iterable[tree.Declaration], game: Game) -> list[Diagnostic]:
    """The declarations of a game that are called as a library that it uses."""
    names = game.library_names
    if not names:
        return []
    return [
        Diagnostic(
            codes.NO_LIBRARY,
            say("`{name}` is the name of a library that the game uses", name=node.name.text),
            node.name.span,
            help=say("call it something else"),
        )
        for node in nodes
        if node.name.text in names and not isinstance(node, _UNNAMED)
    ]


def exceptions_to_libraries(nodes: Iterable[tree.Declaration], game: Game) -> dict[str, Span]:
    """Where a game makes an exception to a declaration of a library, by the declaration's name; the first of them."""
    names, shared = game.library_names, game.shared
    found: dict[str, Span] = {}
    for node in nodes if names else ():
        if not isinstance(node, tree.ExceptionRule) or not isinstance(node.target, tree.Name):
            continue
        own = node.span.path.partition("#")[0] not in shared  # a home begins with its file
        if own and node.target.text.partition(".")[0] in names:
            found.setdefault(node.target.text, node.name.span)
    return found


def told_of_game(
    found: list[Diagnostic], game: Game, program: Program, exceptions: Mapping[str, Span]
) -> list[Diagnostic]:
    """The findings as the game's: of what a library says, only what is wrong with the library itself is shown there.

    Where a place of the game's has a part in it, that is where it is told; what a game leaves unused is no finding.

    Args:
        found: The findings, in places as they are shown.
        game: The game, with its libraries.
        program: What its rules say.
        exceptions: Where it makes exceptions to what they declare.
    """
    shared = game.shared
    if not shared:
        return found
    left = []
    for one in found:
        own = next((label for label in one.related if label.span.path not in shared), None)
        if one.span.path not in shared:
            left.append(one)
        elif one.code.slug in _UNUSED:
            continue
        elif own is None and (by := _decided_by(one, program, exceptions)) is not None:
            there = Label(one.span, one.label or say("what the library says"), one.subject)
            left.append(
                replace(one, span=by, label=say("brought about by this exception"), related=(there, *one.related))
            )
        elif own is None:
            left.append(one)
        else:
            there = Label(one.span, one.label or say("what the library says"), one.subject)
            others = tuple(label for label in one.related if label is not own)
            left.append(replace(one, span=own.span, label=own.text, related=(there, *others)))
    return left


def _decided_by(finding: Diagnostic, program: Program, exceptions: Mapping[str, Span]) -> Span | None:
    """The game's exception to what a finding in a library is about, or to what that rests on."""
    about = ".".join(finding.subject.split(".")[:2])  # `hexes.drop` of `hexes.drop.ours`
    item = program.callables.get(about)
    below = transitive_callees(program, item) if item is not None and exceptions else frozenset()
    return next((span for name, span in exceptions.items() if name == about or name in below), None)


def _label(node: tree.LabelText, library: Library) -> tree.LabelText:
    return replace(node, name=replace(node.name, text=f"{library.name}.{node.name.text}"))


def _wrong(node: tree.Declaration, library: Library) -> Iterator[Diagnostic]:
    """What a library cannot say."""
    if not isinstance(node, _Shared):
        message = say(_ONLY_GAMES_HAVE[type(node).__name__.lower()], name=node.name.text)
        yield Diagnostic(codes.NO_LIBRARY, message, node.name.span, help=say("move it to the game's own rules"))
        return
    for name in _own_names(node):
        if name.text in library.declared and name is not node.name:
            message = say(
                "`{name}`, which `{library_name}` declares, is something of `{node_name}` too",
                name=name.text,
                library_name=library.name,
                node_name=node.name.text,
            )
            yield Diagnostic(codes.NO_LIBRARY, message, name.span, help=say("rename one of the two"))


def _own_names(node: Any) -> Iterator[tree.Name]:
    """The names that a declaration gives within it: parameters, fields, values, variables, exceptions."""
    for part, value in _parts(node):
        if isinstance(value, tree.Name):
            if part not in _REFERENCES and not (isinstance(node, tree.FieldOf | tree.Call)):
                yield value
        elif isinstance(value, tuple) and part not in _REFERENCES:
            for item in _flat(value):
                if not isinstance(item, tree.Name):
                    yield from _own_names(item)
        elif hasattr(value, "__dataclass_fields__"):
            yield from _own_names(value)


def _flat(value: tuple[Any, ...]) -> Iterator[Any]:
    for item in value:
        if isinstance(item, tuple):
            yield from _flat(item)
        else:
            yield item


def _parts(node: Any) -> Iterator[tuple[str, Any]]:
    for part in _names_of_fields(type(node)):  # type: ignore[arg-type]  # classes can be hashed
        yield part, getattr(node, part)


@cache
def _names_of_fields(kind: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind)) if hasattr(kind, "__dataclass_fields__") else ()


@dataclass(frozen=True, slots=True)
class _Renaming:
    """The names of a library's declarations, made long."""

    library: str
    declared: frozenset[str]

    def text(self, text: str) -> str:
        return f"{self.library}.{text}" if text in self.declared else text

    def name(self, name: tree.Name) -> tree.Name:
        return replace(name, text=self.text(name.text))

    def of(self, node: T) -> T:
        """A part of a tree with what it names called anew."""
        changed: dict[str, Any] = {}
        for part, value in _parts(node):
            new = self._part(node, part, value)
            if new is not value:
                changed[part] = new
        return replace(node, **changed) if changed else node  # type: ignore[type-var]  # parts are dataclasses

    def _part(self, node: object, part: str, value: Any) -> Any:
        match value:
            case tree.Anchor():
                return replace(value, section=f"{self.library}/{value.section}")
            case tree.Name():
                return self.name(value) if part in _REFERENCES or self._is_called(node, part) else value
            case tree.Word():
                return value if value.quoted else replace(value, text=self.text(value.text))
            case tree.Cell():
                return replace(value, text=_WORD.sub(lambda word: self.text(word[0]), value.text))
            case str() if part == "name" and isinstance(node, tree.TypeName):
                return self.text(value)
            case tuple() if isinstance(node, tree.Table) and part == "rows":
                return (*value[:1], *map(self.of, value[1:]))  # the first row names inputs and outputs
            case tuple():
                new = tuple(self._part(node, part, item) for item in value)
                return value if all(a is b for a, b in zip(new, value, strict=True)) else new
        return self.of(value) if hasattr(value, "__dataclass_fields__") else value

    @staticmethod
    def _is_called(node: object, part: str) -> bool:
        return isinstance(node, tree.Call) and part == "name"
