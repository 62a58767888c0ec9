"""Closed-class words beside the catalogue of meaning words: prepositions of place, comparisons, pronouns.

Alone they say too little to be held against a rule; where one of them stands for another since a text was last read,
the sentence says something else all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_ITALIAN = (
    "e ed o od in nel nello nella nell nei negli nelle da dal dallo dalla dall dai dagli dalle su sul sullo"
    " sulla sull sui sugli sulle tra fra contro sopra sotto dentro fuori verso oltre entro senza più meno"
    " meglio maggiore maggiori minore minori superiore superiori inferiore inferiori stesso altro altra altri"
    " altre entrambi entrambe alcuno alcuna alcuni alcune ciascuno nessuno sempre già ancora anche invece"
    " altrimenti allora finora destra sinistra alto basso alta bassa primo prima secondo seconda ultimo ultima"
)
_ENGLISH = (
    "and or nor in into on onto out off from to of over under above below through across against between"
    " within without more less fewer greater smaller larger higher lower other another both either neither some"
    " any each every always already again still also too instead otherwise however then right left first second"
    " last up down"
)
SMALL_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"it": frozenset(_ITALIAN.split()), "en": frozenset(_ENGLISH.split())}
)


def small_words(language: str) -> frozenset[str]:
    """The small words of a language (`it`, `en-GB`), in small letters; none of one that nobody has written down."""
    return SMALL_WORDS.get(language.partition("-")[0].casefold(), frozenset())
