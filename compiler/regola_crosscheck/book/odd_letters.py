"""Letters that were read in another encoding than they were written in, and saved so: `prioritˆ` for `priorità`.

Whichever way it went wrong, each accented letter became one and the same sign, or two (`Ã¨`). So the text is looked
through for what the accented letters become by each of the usual ways, behind the letters of a word or alone; the way
that explains most is told.
"""

from __future__ import annotations

import re
from functools import cache

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span
from regola_dsl.wording import say

ODD = Code("R700", "odd-letters", "a text whose accented letters became other signs", Severity.WARNING)
CODES = (ODD,)

# How it was written and how it was read, each with what people call the first.
_WAYS = (
    ("mac_roman", "cp1252", "Mac Roman"),
    ("utf-8", "cp1252", "UTF-8"),
    ("utf-8", "mac_roman", "UTF-8"),
    ("cp850", "cp1252", "DOS"),
    ("cp850", "mac_roman", "DOS"),
    ("cp1252", "mac_roman", "Windows"),
    ("cp1252", "cp850", "Windows"),
)
_LETTERS = "àèéìòùÀÈÉÌÒÙ"
# What stands behind a word in any text.
_MARKS = frozenset("…•—–’‘”“«»\"'.,;:!?)]%°*-")
# So many places are no slip of the pen.
FEWEST = 3


@cache
def _signs(written: str, read: str) -> dict[str, str]:
    """What accented letters become, with the letter that each was."""
    became = {letter.encode(written).decode(read, "replace"): letter for letter in _LETTERS if _has(letter, written)}
    return {
        sign: letter
        for sign, letter in became.items()
        if sign not in _MARKS
        and not sign.islower()
        and sign.strip() == sign
        and sign.isprintable()
        and "\ufffd" not in sign
    }


def _has(letter: str, encoding: str) -> bool:
    try:
        letter.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def detect_odd_letters(text: str, shown: str) -> Diagnostic | None:
    """The warning that accented letters became other signs, at the first of them; None where they did not."""
    if text.isascii():
        return None
    best: tuple[int, re.Match[str], str, str] | None = None
    for written, read, name in _WAYS:
        signs = {sign: letter for sign, letter in _signs(written, read).items() if sign in text}
        if not signs:
            continue
        pattern = re.compile(rf"(?<![\w'’])([^\W\d_]*)({'|'.join(map(re.escape, signs))})(?![^\W_])")
        # A capital behind a small letter ends no word of any language; behind another one it may.
        found = [one for one in pattern.finditer(text) if one[1][-1:].islower() or len(one[2]) > 1]
        if len(found) >= FEWEST and (best is None or len(found) > best[0]):
            best = len(found), found[0], name, signs[found[0][2]]
    if best is not None:
        _, first, name, letter = best
        help_ = say("open the file as {encoding}, or have it sent again, and save it as UTF-8", encoding=name)
        message = say("accented letters became other signs: `{odd}` was `{word}`", odd=first[0], word=first[1] + letter)
        return _at(text, first, shown, message, help_)
    lost = list(re.finditer(r"(?<![^\W\d_])[^\W\d_]+\ufffd", text))
    if len(lost) < FEWEST:
        return None
    message = say("accented letters are lost: another program wrote `{odd}`", odd=lost[0][0])
    return _at(text, lost[0], shown, message, say("have the file sent again, saved as UTF-8"))


def _at(text: str, first: re.Match[str], shown: str, message: str, help_: str) -> Diagnostic:
    line = text.count("\n", 0, first.start()) + 1
    column = first.start() - (text.rfind("\n", 0, first.start()) + 1) + 1
    return Diagnostic(ODD, message, Span(shown, line, column, line, column + len(first[0])), help=help_)
