"""Closed-class words beside the catalogue of meaning words: prepositions of place, comparisons, pronouns.

Alone they say too little to be held against a rule; where one of them stands for another since a text was last read,
the sentence says something else all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_ITALIAN = (
    "e ed o od in nel nello nella nell nei negli nelle da dal dallo dalla dall dai dagli dalle su sul sullo sulla sull"
    " sui sugli sulle tra fra contro sopra sotto dentro fuori verso presso oltre entro lungo con senza per di a"
    " più meno meglio maggiore maggiori minore minori superiore superiori inferiore inferiori pari uguale"
    " uguali diverso diversa diversi diverse stesso stessa stessi stesse altro altra altri altre questo questa"
    " questi queste quello quella quelli quelle suo sua suoi sue loro entrambi entrambe alcuno alcuna alcuni"
    " alcune ciascuno nessuno chi sempre già ancora anche inoltre invece altrimenti però ma perciò quindi poi"
    " allora finora destra sinistra alto basso alta bassa primo prima secondo seconda ultimo ultima è sono sarà"
    " saranno era erano"
)
_ENGLISH = (
    "and or nor in into on onto out off from to of at by over under above below through across against between within"
    " without with for more less fewer greater smaller larger higher lower equal same different other another"
    " this that these those its his their both either neither some any each every who which always already"
    " again still also too instead otherwise but however then thus so right left first second last up down is"
    " are was were be"
)
SMALL_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {"it": frozenset(_ITALIAN.split()), "en": frozenset(_ENGLISH.split())}
)


def small_words(language: str) -> frozenset[str]:
    """The small words of a language (`it`, `en-GB`), in small letters; none of one that nobody has written down."""
    return SMALL_WORDS.get(language.partition("-")[0].casefold(), frozenset())
