"""The door of the server: it speaks on standard input and output until it is told to end."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from typing import cast

from regola_lsp.protocol.features import register
from regola_lsp.protocol.server import Server
from regola_lsp.protocol.transport import BoundedInput


def serve(page: Callable[[str], str | None], use: Callable[[str, str], str | None]) -> int:
    """Serve one editor on standard input and output.

    Args:
        page: What a finding's slug means, as Markdown.
        use: How a word of the language is used, told in a language, as Markdown; None where nothing shows it.

    Returns:
        The exit code: 0 after an orderly `shutdown`, else 1.
    """
    if "REGOLA_DEBUG" not in os.environ:
        logging.getLogger("pygls").setLevel(logging.CRITICAL + 1)
    server = Server()
    register(server, page, use)
    assert sys.__stdin__ is not None
    assert sys.__stdout__ is not None
    out = sys.__stdout__.buffer
    # What anything else would print goes where it is no message.
    sys.stdout = sys.stderr
    server.start_io(cast("object", BoundedInput(sys.__stdin__.buffer)), out)  # type: ignore[arg-type]  # what is read of it
    server.checker.end()
    return 0 if server.orderly else 1
