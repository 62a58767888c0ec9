"""The exchange formats, told apart by the ends of file names and by how their files begin."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

from regola_dsl.wording import say

from regola_compiler.exchange import po, tmx, xliff
from regola_compiler.exchange.units import Document, Unreadable, Updated
from regola_compiler.exchange.xml import read_xml


class Format(Protocol):
    """What a module of a format does with texts."""

    def write(self, document: Document) -> str:
        """A document as a file's text."""

    def read(self, text: str) -> Document:
        """A file's text as a document."""

    def update(self, text: str, document: Document) -> Updated:
        """A file's text, brought up to date with a document."""


TEXTS: dict[str, Format] = {"xliff": xliff, "tmx": tmx, "po": po}
NAMES = (*TEXTS, "tbx", "tbx2")
_ENDS = {".xlf": "xliff", ".xliff": "xliff", ".tmx": "tmx", ".po": "po", ".pot": "po", ".tbx": "tbx"}
_ROOT = re.compile(r"<(?:[\w.-]+:)?(xliff|tmx|tbx|martif)\b")


def by_name(path: Path) -> str | None:
    """The format that a file's name promises, or None."""
    return _ENDS.get(path.suffix.lower())


def by_text(text: str) -> str:
    """The format of a file, by how it begins.

    Raises:
        Unreadable: if it is none of them.
    """
    start = text.lstrip()
    if not start.startswith("<"):
        if re.search(r'^msgid\s+"', text, re.MULTILINE):
            return "po"
        raise Unreadable(say("this is neither XLIFF, TMX, TBX nor PO"))
    found = _ROOT.search(start[:20_000])
    if found is None:
        # Whatever is wrong with it is told as its reader finds it.
        raise Unreadable(
            say("this is neither XLIFF, TMX nor TBX: it begins with `{name}`", name=read_xml(text).name[:40])
        )
    return {"martif": "tbx"}.get(found[1], found[1])
