"""A question about a file or a place in it: what is known there, and an answer even where something is wrong here."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from lsprotocol import types
from regola_dsl.source import Span

from regola_lsp.desk.games import OpenGame
from regola_lsp.language.names import Names
from regola_lsp.protocol.convert import location_of, range_of
from regola_lsp.protocol.server import Server

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def guarded(answer: F) -> F:
    """A handler that answers nothing where something is wrong on our side, and says so in the editor's log."""

    @functools.wraps(answer)
    def handler(server: Server, params: Any) -> Any:
        try:
            with server.checker.answering():
                return answer(server, params)
        except Exception as fault:
            server.failed(fault)
            return None

    return handler  # type: ignore[return-value]  # it has the same form


class AskedFile:
    """A file that was asked about, with what is known of it."""

    def __init__(self, server: Server, path: str, game: OpenGame, names: Names) -> None:
        self.server, self.path, self.game, self.names = server, path, game, names
        self.document = server.desk.document(path, game)

    def range(self, span: Span) -> types.Range:
        """A stretch of a file of the game."""
        return range_of(self.server.desk.document(span.path, self.game), span)

    def locations(self, spans: list[Span]) -> list[types.Location]:
        """Places of files of the game."""
        return [location_of(span, self.server.desk, self.game) for span in spans]

    def lines(self, asked: types.Range) -> tuple[int, int]:
        """The first and the last of some lines, in our counting."""
        first = self.document.place(asked.start.line, asked.start.character)[0]
        return first, self.document.place(asked.end.line, asked.end.character)[0]


class Asked(AskedFile):
    """A place that was asked about: in our counting, with what is known there."""

    def __init__(self, server: Server, path: str, game: OpenGame, names: Names, position: types.Position) -> None:
        super().__init__(server, path, game, names)
        self.line, self.column = self.document.place(position.line, position.character)


def asked_at(server: Server, params: Any) -> Asked | None:
    """The place that a question is about."""
    known = server.names_at(params.text_document.uri)
    return None if known is None else Asked(server, *known, params.position)


def of_file(answer: Callable[[AskedFile, Any], T]) -> Callable[[Server, Any], T | None]:
    """A guarded handler of a question about a file; of what is no file of a game nothing is known."""

    def handler(server: Server, params: Any) -> T | None:
        known = server.names_at(params.text_document.uri)
        return None if known is None else answer(AskedFile(server, *known), params)

    handler.__name__ = answer.__name__
    return guarded(handler)


def at_a_place(answer: Callable[[Asked, Any], T]) -> Callable[[Server, Any], T | None]:
    """The same of a question about a place in a file."""

    def handler(server: Server, params: Any) -> T | None:
        at = asked_at(server, params)
        return None if at is None else answer(at, params)

    handler.__name__ = answer.__name__
    return guarded(handler)
