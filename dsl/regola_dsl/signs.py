"""Signs that are not seen and do something: they steer a terminal, turn the direction of writing, break a line.

What a file of a game holds is not to be trusted with a terminal. There such signs are shown and do nothing.
"""

from __future__ import annotations

import re
from unicodedata import category

# Whatever may be one of them; most texts have none, and are looked through at the speed of the pattern.
_UNSEEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001-\U000e007f]"
)
_STEERS = frozenset({"Cc", "Zl", "Zp"})
# The marks that turn the direction of writing: what stands behind one is not where it is seen.
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def visible(text: str, keep: str = "\t") -> str:
    """A text whose unseen signs are seen and do nothing, but for those to `keep`.

    Each stays one column wide, so that marks go on standing under what they mark.

    >>> visible("a \\x1b[31mred\\x1b[0m\\tword\\n")
    'a ␛[31mred␛[0m\\tword␊'
    """
    return text if text.isprintable() else _UNSEEN.sub(lambda found: _sign(found[0], keep), text)


def _sign(char: str, keep: str) -> str:
    if char in keep:
        return char
    return chr(0x2400 + ord(char)) if ord(char) < 32 else "\N{REPLACEMENT CHARACTER}"


def steering(text: str) -> str | None:
    """The first sign of a text that ends a line, steers a terminal or turns the direction of writing, if there is one.

    >>> steering("fog"), steering("a\\nb")
    (None, '\\n')
    """
    if text.isprintable():
        return None
    return next((char for char in text if category(char) in _STEERS or char in _TURNS), None)


def escaped_json(text: str) -> str:
    """JSON that says the same, with its unseen signs written as escapes; they can only stand within its texts.

    >>> escaped_json('["\\x9b31m", "\\u202e"]')
    '["\\\\u009b31m", "\\\\u202e"]'
    """
    return _UNSEEN.sub(lambda found: found[0] if found[0] in "\n\t" else _escape(found[0]), text)


def _escape(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
