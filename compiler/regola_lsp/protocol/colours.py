"""Words coloured by what they name: of a whole file, of the lines on the screen, or what has changed since then."""

from __future__ import annotations

from collections.abc import Container, Iterator

from lsprotocol import types

from regola_lsp.language.marks import MODIFIERS, TOKENS, tokens
from regola_lsp.protocol.asked import AskedFile, of_file
from regola_lsp.protocol.server import Server

# How many numbers tell of one word.
_EACH = 5


class _Told:
    """What an editor was told of each file last, and under which number."""

    def __init__(self) -> None:
        self._last: dict[str, tuple[str, list[int]]] = {}
        self._number = 0

    def remember(self, path: str, data: list[int]) -> str:
        """Remember what is told, and give it a number."""
        self._number += 1
        self._last[path] = str(self._number), data
        return str(self._number)

    def last(self, path: str, number: str) -> list[int] | None:
        """What was told under a number, if that was the last."""
        known = self._last.get(path)
        return known[1] if known is not None and known[0] == number else None

    def forget_closed(self, still: Container[str]) -> None:
        """Forget the files that are open no more."""
        for path in [path for path in self._last if path not in still]:
            del self._last[path]


def register(server: Server) -> None:
    """Enter the three questions."""
    legend = types.SemanticTokensLegend(list(TOKENS), list(MODIFIERS))
    told = _Told()

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    @of_file
    def coloured(file: AskedFile, params: types.SemanticTokensParams) -> types.SemanticTokens:
        del params
        data = list(_data(file))
        told.forget_closed(server.desk.buffers)
        return types.SemanticTokens(data, told.remember(file.path, data))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, legend)
    @of_file
    def recoloured(
        file: AskedFile, params: types.SemanticTokensDeltaParams
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        before, data = told.last(file.path, params.previous_result_id), list(_data(file))
        number = told.remember(file.path, data)
        if before is None:
            return types.SemanticTokens(data, number)
        return types.SemanticTokensDelta(_edits(before, data), number)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, legend)
    @of_file
    def coloured_there(file: AskedFile, params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        return types.SemanticTokens(list(_data(file, *file.lines(params.range))))


def _data(file: AskedFile, first: int = 0, last: int | None = None) -> Iterator[int]:
    """Five numbers for each word: how far behind the one before, how long, its colour, and whether it declares."""
    line = start = 0
    for span, colour, declares in tokens(file.names, file.path, first, last):
        (at, begins), (_, ends) = file.document.extent(span)
        yield from (at - line, begins - start if at == line else begins, ends - begins)
        yield from (TOKENS.index(colour), int(declares))
        line, start = at, begins


def _edits(before: list[int], now: list[int]) -> list[types.SemanticTokensEdit]:
    """What makes one list of the other: one stretch, of whole words, between what they begin and what they end with."""
    if before == now:
        return []
    shorter = min(len(before), len(now))
    first = next((place for place in range(shorter) if before[place] != now[place]), shorter)
    first -= first % _EACH
    behind = next((place for place in range(shorter - first) if before[-1 - place] != now[-1 - place]), shorter - first)
    behind -= behind % _EACH
    return [types.SemanticTokensEdit(first, len(before) - behind - first, now[first : len(now) - behind])]
