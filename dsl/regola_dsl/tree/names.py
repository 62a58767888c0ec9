"""What is written everywhere: names, texts, sections of the rulebook."""

from __future__ import annotations

import re
from typing import TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    """A word as written, with its place."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence of ours in one language, and what it is called where there is little room, if that is shorter."""

    language: str
    text: str
    span: Span
    short: str = ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A section of the rulebook."""

    section: str
    span: Span

    @property
    def written(self) -> str:
        """As it stands behind `@`: a number as it is, any other name in quotes."""
        return self.section if re.fullmatch(r"\d+(\.\d+)*[a-z]?", self.section) else f'"{self.section}"'


Anchors: TypeAlias = tuple[Anchor, ...]
Texts: TypeAlias = tuple[Text, ...]


def anchor_suffix(anchors: Anchors) -> str:
    """The end of a declaration's first line that cites these sections."""
    return f" @{', '.join(anchor.written for anchor in anchors)}" if anchors else ""


def is_inside(section: str, whole: str) -> bool:
    """Whether a section is another one, or lies in it: its parts, its points and what has a name there.

    >>> [is_inside(section, "4.1") for section in ("4.1", "4.1.2", "4.1b", "4.1/example", "4.10")]
    [True, True, True, True, False]
    """
    if section == whole or section.startswith((f"{whole}.", f"{whole}/")):
        return True
    return section[:-1] == whole and whole[-1:].isdigit() and section[-1:].isalpha()


def cited(anchors: Anchors) -> str:
    """Sections in brackets, as a rulebook would cite them; nothing where there are none."""
    return f" ({', '.join(anchor.section for anchor in anchors)})" if anchors else ""
