"""A heading as files of other programs have it: between lines of signs, in stars or brackets. Here it is a remark."""

from __future__ import annotations

import re

from regola_dsl.parsing.remarks import parted

# Words, perhaps behind the number of a section: no bracket, no sign that a rule has.
_WORDS = r"(?:\d[\d.]* )?[^\W\d_][^\d()\[\]{}<>@|=+*/\"]*?"
# Signs before it, and perhaps behind it, or nothing but signs.
_RULED = re.compile(rf"(?P<sign>[-=*~_+/%;])(?P=sign){{2,}}(?: +{_WORDS})?(?: *(?P=sign)+)?")
# What is a heading at the left edge alone.
_AT_THE_EDGE = re.compile(
    rf"(?P<sign>[-=*~_+/%;])(?P=sign)* *{_WORDS} *(?P=sign)+|\[ *{_WORDS} *\]|<+ *{_WORDS} *>+|>+ *{_WORDS}"
)


def as_heading(text: str) -> str | None:
    """A line that is a heading as a remark; None for others.

    >>> as_heading("--- the march ---"), as_heading("  -1"), as_heading("[March]")
    ('# --- the march ---', None, '# [March]')
    """
    text = parted(text)[0].rstrip()
    said = text.strip()
    if not _RULED.fullmatch(said) and not (said == text and _AT_THE_EDGE.fullmatch(said)):
        return None
    return f"{text[: len(text) - len(text.lstrip())]}# {said}"
