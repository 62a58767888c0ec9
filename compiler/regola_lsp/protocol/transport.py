"""Messages as they come and go: what is malformed is answered with an error, and nothing ends the server but `exit`."""

from __future__ import annotations

import json
import re
from collections.abc import Generator
from typing import Any, BinaryIO

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcParseError
from pygls.protocol import LanguageServerProtocol, lsp_method

# No message of an editor is larger: what claims to be is read past.
LARGEST = 64 * 1024 * 1024
_CHUNK = 1024 * 1024
_MALFORMED = object()
# Names of headers may be written small, and spaces may stand around what they say.
_LENGTH = re.compile(rb"content-length\s*:\s*(\d{1,18})\s*", re.IGNORECASE)


class BoundedInput:
    """The way in: a message that is larger than any is read past, and stands as an empty one."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def readline(self) -> bytes:
        """A line of a header, of which no more is read than one can have; a length as it is mostly written."""
        line = self.stream.readline(_CHUNK)
        length = _LENGTH.fullmatch(line)
        return line if length is None else b"Content-Length: " + length[1] + b"\r\n"

    def read(self, size: int) -> bytes:
        """The body of a message; of one that is cut short, what there is."""
        if size <= LARGEST:
            return self.stream.read(size)
        while size > 0 and (chunk := self.stream.read(min(size, _CHUNK))):
            size -= len(chunk)
        return b"null"


class Protocol(LanguageServerProtocol):
    """The protocol, but for texts, which the desk keeps, and for messages that are none."""

    def structure_message(self, data: Any) -> Any:
        """A message from what was read of it; one that does not have its form is answered, and then passed over."""
        try:
            return super().structure_message(data)
        except JsonRpcException as wrong:
            self._refuse(data.get("id"), wrong)
            return _MALFORMED

    def handle_message(self, message: Any) -> None:
        """Do what a message asks for."""
        if message is _MALFORMED:
            return
        if isinstance(message, list | str | int | float | dict) or message is None:
            self._refuse(None, JsonRpcInvalidRequest("a message is an object with `jsonrpc`"))
            return
        super().handle_message(message)

    def refuse_unreadable(self, error: Exception) -> None:
        """Answer what could not even be read."""
        if isinstance(error, json.JSONDecodeError | UnicodeDecodeError | RecursionError):
            self._refuse(None, JsonRpcParseError("the message is not JSON"))
        elif isinstance(error, JsonRpcException):
            self._refuse(None, error)

    def _refuse(self, asked: Any, error: JsonRpcException) -> None:
        told = types.ResponseError(error.code or -32600, str(error.message or "the message is malformed"))
        known = asked if isinstance(asked, int | str) and not isinstance(asked, bool) else None
        self._send_data({"jsonrpc": "2.0", "id": known, "error": {"code": told.code, "message": told.message}})

    # The desk keeps the texts: what pygls does with them first is left out.

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> Generator[Any, Any, None]:
        """A file is opened."""
        yield from self._handed_on(types.TEXT_DOCUMENT_DID_OPEN, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        """Something is written."""
        yield from self._handed_on(types.TEXT_DOCUMENT_DID_CHANGE, params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> Generator[Any, Any, None]:
        """A file is closed."""
        yield from self._handed_on(types.TEXT_DOCUMENT_DID_CLOSE, params)

    def _handed_on(self, method: str, params: Any) -> Generator[Any, Any, None]:
        handler = self.fm.features.get(method)
        if handler is not None:
            yield handler, (params,), None
