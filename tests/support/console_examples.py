"""The commands that a document shows, with what they answer there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

from regola_cli.main import COMMANDS, main

_COMMAND = re.compile(
    r"^(?P<indent> *)\$ regola (?P<words>.+)\n(?P<answer>(?:(?!(?P=indent)\$ |```)(?:(?P=indent).*)?\n)*)", re.MULTILINE
)


_EXAMPLE = re.compile(r"^ *regola (.+)$", re.MULTILINE)


def commands_in_help() -> list[str]:
    """The command lines in the help of every command, without `regola`."""
    found: list[str] = []
    for name, _, _ in COMMANDS:
        command = main.get_command(None, name)  # type: ignore[arg-type]  # the context is not looked at
        assert command is not None
        found += (line.strip() for line in _EXAMPLE.findall((command.help or "").replace("\\\n", " ")))
    return list(dict.fromkeys(found))


def commands_in(text: str) -> Iterator[tuple[list[str], str]]:
    """The words of each command line, and the text below it; a line that ends in a backslash goes on."""
    for found in _COMMAND.finditer(text.replace("\\\n", "")):
        lines = found["answer"].strip("\n").splitlines()
        yield shlex.split(found["words"]), "\n".join(line.removeprefix(found["indent"]) for line in lines)
