"""Where the remark of a line begins, in lines that may not be readable."""

from __future__ import annotations

import re

_SAID = re.compile(r'(?:[^"#]++|"(?:[^"\\]++|\\.)*+")*+')


def parted(line: str) -> tuple[str, str]:
    """What a line says, and the remark behind it with its sign.

    >>> parted('a "#" # b'), parted("a")
    (('a "#" ', '# b'), ('a', ''))

    A text that is not closed goes to the line's end, and has no remark in it:

    >>> parted('a "b # c')
    ('a "b # c', '')
    """
    end = _closed(line)
    return (line[:end], line[end:]) if line.startswith("#", end) else (line, "")


def before_open_text(line: str) -> str:
    """A line up to its remark, or to a text that is not closed.

    >>> before_open_text('a "b" c # d'), before_open_text('a "b # c')
    ('a "b" c ', 'a ')
    """
    return line[: _closed(line)]


def _closed(line: str) -> int:
    said = _SAID.match(line)
    return said.end() if said else 0
