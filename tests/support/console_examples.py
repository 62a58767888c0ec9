"""The commands that a document shows, with what they answer there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

_COMMAND = re.compile(
    r"^(?P<indent> *)\$ regola (?P<words>.+)\n(?P<answer>(?:(?!(?P=indent)\$ |```)(?:(?P=indent).*)?\n)*)", re.MULTILINE
)


def commands_in(text: str) -> Iterator[tuple[list[str], str]]:
    """The words of each command line, and the text below it; a line that ends in a backslash goes on."""
    for found in _COMMAND.finditer(text.replace("\\\n", "")):
        lines = found["answer"].strip("\n").splitlines()
        yield shlex.split(found["words"]), "\n".join(line.removeprefix(found["indent"]) for line in lines)
