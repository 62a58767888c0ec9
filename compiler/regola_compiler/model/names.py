"""Names that are made of others: a part behind what it belongs to, and the list of all pieces of a type.

A fact of a piece is called by both, `Unit.steps`; so is a roll within its phase, `turn.dusk.wind`. The list of all
pieces of a type is a fact, `every Unit`, which no declaration can be called.
"""

from __future__ import annotations

from typing import Final

_DOT: Final = "."
_EXTENT: Final = "every "


def last_part(name: str) -> str:
    """What is written of a name that has what it belongs to in front.

    >>> last_part("Unit.steps"), last_part("steps")
    ('steps', 'steps')
    """
    return name.rpartition(_DOT)[2]


def belongs_to(name: str) -> str:
    """What a name belongs to; nothing of one that stands alone.

    >>> belongs_to("turn.dusk.wind"), belongs_to("steps")
    ('turn.dusk', '')
    """
    return name.rpartition(_DOT)[0]


def extent_of(type_: str) -> str:
    """The fact that lists all pieces of a type."""
    return f"{_EXTENT}{type_}"


def is_extent(fact: str) -> bool:
    """Whether a fact of this name lists all pieces of a type."""
    return fact.startswith(_EXTENT)


def type_of_extent(fact: str) -> str:
    """The type all of whose pieces a fact lists; any other name is itself.

    >>> type_of_extent(extent_of("Unit")), type_of_extent("steps")
    ('Unit', 'steps')
    """
    return fact.removeprefix(_EXTENT)
