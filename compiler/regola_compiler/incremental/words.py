"""The words of a declaration, without what stands in its texts and without its numbers."""

from __future__ import annotations

import re
from functools import lru_cache

_TEXT = re.compile(r'\b[a-z]{2,3} +"(?:[^"\\]|\\.)*"(?: */ *"(?:[^"\\]|\\.)*")?')
_WORD = re.compile(r'@[\w./"-]+|[^\W\d_][\w-]*')


@lru_cache(maxsize=20_000)
def words_of(text: str) -> str:
    """The different words and sections of a declaration in order: what a sheet can name of it."""
    return " ".join(sorted(set(_WORD.findall(_TEXT.sub("", text)))))
