"""What renders the terms of a book in its other language, as a dictionary has it."""

from __future__ import annotations

from collections import Counter

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.pairs import sentence_pairs
from regola_crosscheck.bilingual.terms.standing import standing_with
from regola_crosscheck.bilingual.terms.term_links import Keys, linked_terms, own_renderings
from regola_crosscheck.language.dictionary_form import dictionary_form


def rendered_terms(context: CrosscheckContext, other: CrosscheckContext, terms: list[Keys]) -> dict[Keys, Counter[str]]:
    """What renders each term, with how often it does; also what stands beside those that nothing is linked with."""
    pairs = sentence_pairs(context, other)[0]
    links = linked_terms(context, other, pairs)
    forms: dict[Keys, Counter[str]] = {}
    for (_, two), places in links.places.items():
        forms.setdefault(two, Counter()).update(" ".join(theirs.text.casefold().split()) for _, _, theirs in places)

    def written(keys: Keys) -> str:
        commonest, *others = (form for form, _ in forms[keys].most_common())
        return dictionary_form(commonest, other.book.language, others)

    found: dict[Keys, Counter[str]] = {}
    for one in links.ours:
        renderings = own_renderings(links, one)
        if renderings:
            found[one] = Counter({written(two): times for two, times in renderings.items()})
    without = [term for term in terms if term not in found]
    taken = {two for _, two in links.places}
    for term, (text, times) in standing_with(context, other, pairs, without, taken).items():
        found[term] = Counter({dictionary_form(text, other.book.language): times})
    return found
