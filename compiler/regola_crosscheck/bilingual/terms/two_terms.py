"""One term of one text that has two in the other: one thing with two names, or two things with one.

Of the links of terms (`term_links.py`) those are taken in which a term is rendered by two, each of them more than
once, and where both stand for it nearly alone. A name that is a part of the other, or a form of the same word, is no
second name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.terms.term_links import Keys, Links, Place
from regola_crosscheck.language.morphology import keys_of

# How often a term is rendered by its usual name, and by a second one, for two to be told.
USUAL, SECOND = 3, 2
SURE = 3
# So many of the three must be nouns: verbs are rendered in more ways, and should be.
NOUNS = 2
# The share of a name's places in which it renders that term: less, and it is a name of something else.
ALONE = 0.66
# So many letters at the beginning make two words forms of one.
ROOT = 4


@dataclass(frozen=True, slots=True)
class TwoTerms:
    """A term, and the two that render it, each with its places; `here` if the two are in our own text."""

    here: bool
    one: str
    usual: str
    second: str
    often: int
    places: tuple[tuple[Place, Place], ...]
    elsewhere: tuple[Place, Place]

    @property
    def likely(self) -> bool:
        """Whether the second name comes again too often for chance."""
        return self.seldom >= SURE

    @property
    def seldom(self) -> int:
        """How often the second one is linked."""
        return len(self.places)


def two_terms(here: CrosscheckContext, there: CrosscheckContext, links: Links) -> Iterator[TwoTerms]:
    """The terms of either text that have two names in the other, in the order of the second name's first place."""
    found = [*_two(here, there, links, mine=False), *_two(here, there, links, mine=True)]
    yield from sorted(found, key=lambda told: (told.places[0][0].sentence.line, told.one, told.second))


def _two(here: CrosscheckContext, there: CrosscheckContext, links: Links, *, mine: bool) -> Iterator[TwoTerms]:
    """The terms of the other text that have two in ours if `mine`, those of ours that have two in the other if not."""
    of, back = (links.theirs, links.ours) if mine else (links.ours, links.theirs)
    stands = links.stands[0 if mine else 1]
    single, double = (there, here) if mine else (here, there)
    for one, renderings in of.items():
        names = [name for name in renderings if _is_own(name, one, renderings, back, stands)]
        names.sort(key=lambda name: (-renderings[name], name))
        if len(names) < 2 or renderings[names[0]] < USUAL:
            continue
        usual, *others = names
        for second in others:
            nouns = single.is_noun(one) + double.is_noun(usual) + double.is_noun(second)
            if renderings[second] < SECOND or nouns < NOUNS or related(usual, second):
                continue
            if _declared(double, usual, second):
                continue
            places, usually = (
                [told[1:] for told in links.places[(name, one) if mine else (one, name)]] for name in (second, usual)
            )
            yield TwoTerms(
                mine,
                _written([(place if not mine else other) for place, other in places]),
                _written([(place if mine else other) for place, other in usually]),
                _written([(place if mine else other) for place, other in places]),
                renderings[usual],
                tuple(places),
                usually[0],
            )


def _is_own(
    name: Keys, one: Keys, renderings: Counter[Keys], back: Mapping[Keys, Counter[Keys]], stands: Counter[Keys]
) -> bool:
    """Whether a name stands for one term nearly alone, or for that and a part of it."""
    own = sum(times for other, times in back[name].items() if related(one, other))
    return renderings[name] > 0 and own >= ALONE * max(back[name].total(), stands[name])


def _declared(context: CrosscheckContext, one: Keys, other: Keys) -> bool:
    """Whether the glossary has both names, of one thing or of two: then they are what somebody has decided."""
    glossary = context.glossary
    terms = [concept.terms.get(context.book.language) for concept in glossary.concepts] if glossary is not None else []
    known = {
        keys_of(form, context.book.language) for each in terms if each for form in (*each.forms, *each.abbreviations)
    }
    return {one, other} <= known


def related(one: Keys, other: Keys) -> bool:
    """Whether two names are one: all words of the one are of the other, or of one root with them."""
    few, many = sorted((one, other), key=len)
    return all(any(a == b or (a[:ROOT] == b[:ROOT] and len(a) >= ROOT) for b in many) for a in few)


def _written(places: list[Place]) -> str:
    """A term in its commonest form."""
    return Counter(" ".join(place.text.casefold().split()) for place in places).most_common(1)[0][0]
