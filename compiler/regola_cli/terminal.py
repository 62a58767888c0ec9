"""The one door through which words leave: whatever a game's files hold, it steers no terminal.

Every command writes to standard output and standard error, and `run` of main.py puts a `Door` before both. What goes
through is text, with its unseen signs made visible. What is not text is said here: data for other programs, which stays
as it is where a program reads it, and the few signs of our own (`styled`, `over_the_line`).
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import suppress
from typing import Any, TextIO

import click
from regola_dsl.signs import escaped_json, visible
from regola_dsl.system_errors import system_words
from regola_dsl.wording import localized

_COLOURS = re.compile(r"(\x1b\[[0-9;]*m)")


class OutputLost(Exception):  # noqa: N818  said of a stream
    """What was to be said could not be written, such as to a disk that is full: why."""


class Door:
    """A stream of text in front of another: unseen signs become visible, all but line breaks and tabs."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        """Write a text; how much of it was taken."""
        if not isinstance(text, str):
            raise TypeError("what goes through the door is text")
        try:
            self.behind.write(visible(text, keep="\n\t"))
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost(system_words(error)) from error
        return len(text)

    def flush(self) -> None:
        """Bring what was written to where it goes."""
        try:
            self.behind.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise OutputLost(system_words(error)) from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


def behind(stream: TextIO | Door) -> TextIO:
    """The stream behind the door; for what is our own from the first sign to the last."""
    return stream.behind if isinstance(stream, Door) else stream


def let_go(stream: TextIO | Door) -> None:
    """Lose what a stream still holds: it cannot be written, and the end of the process is not to try again."""
    with suppress(OSError, ValueError):
        empty = os.open(os.devnull, os.O_WRONLY)
        os.dup2(empty, behind(stream).fileno())
        os.close(empty)


def styled(text: str) -> None:
    """A report with colours of ours; whoever wrote it has made visible what is not ours."""
    parts = _COLOURS.split(text)
    sure = "".join(part if place % 2 else visible(part, keep="\n\t") for place, part in enumerate(parts))
    click.echo(sure, file=behind(sys.stdout))


def json_text(text: str, *, nl: bool = True) -> None:
    """JSON on standard output: the same data, its unseen signs as escapes."""
    click.echo(escaped_json(text), nl=nl)


def data(text: str) -> None:
    """A file's text on standard output: as it is for a program, through the door at a terminal."""
    click.echo(text, nl=False, file=sys.stdout if sys.stdout.isatty() else behind(sys.stdout))


def tell(what: str = "") -> None:
    """One line to whoever waits at a terminal, in the place of the last; without words it goes. In a pipe, nothing."""
    if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        line = visible(localized(what), keep="")[: shutil.get_terminal_size().columns - 1]
        click.echo(f"\r\x1b[K{line}", nl=False, err=True, file=behind(sys.stderr))


def clear() -> None:
    """An empty terminal; in a pipe, nothing."""
    if sys.stdout.isatty():
        behind(sys.stdout).write("\x1b[2J\x1b[1;1H")
