"""A question about a place: what is known there, and how it is answered if something is wrong on our side."""

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


class Asked:
    """A place that was asked about: in our counting, with what is known there."""

    def __init__(self, server: Server, path: str, game: OpenGame, names: Names, position: types.Position) -> None:
        self.server, self.path, self.game, self.names = server, path, game, names
        self.document = server.desk.document(path, game)
        self.line, self.column = self.document.place(position.line, position.character)

    def range(self, span: Span) -> types.Range:
        """A stretch of a file of the game."""
        return range_of(self.server.desk.document(span.path, self.game), span)

    def locations(self, spans: list[Span]) -> list[types.Location]:
        """Places of files of the game."""
        return [location_of(span, self.server.desk, self.game) for span in spans]


def asked_at(server: Server, params: Any) -> Asked | None:
    """The place that a question is about."""
    known = server.names_at(params.text_document.uri)
    if known is None:
        return None
    path, game, names = known
    return Asked(server, path, game, names, params.position)
