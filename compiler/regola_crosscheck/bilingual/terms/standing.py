"""What stands wherever a term of the other language does, words that turn a rule round and all.

Links (`term_links.py`) are made for findings: they leave out words such as *attacker* and *adjacent*, which say which
way a rule goes and are held against one another by themselves, and they want proof that a word is not there by chance.
A list of terms is to have these too, where they stand each time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.pairs import Pair
from regola_crosscheck.bilingual.terms.term_links import FIT, LINKED, OFTEN, Keys, surprise
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.concordance.candidates import Run, runs_of

# Of the sentences that have a term, its rendering stands in so many.
_NEARLY_ALL = 0.9


def standing_with(
    here: CrosscheckContext,
    there: CrosscheckContext,
    pairs: Sequence[Pair],
    terms: Collection[Keys],
    taken: Collection[Keys],
) -> dict[Keys, tuple[str, int]]:
    """What renders some terms, in the form that stands most often, with the number of sentences it does so in.

    Args:
        here: the book of the terms.
        there: the other one.
        pairs: their sentences that say the same.
        terms: what is looked for.
        taken: what renders other terms already.
    """
    rows = [
        (
            {keys for keys, _ in _runs(here, pair.ours)} & set(terms),
            [run for run in _runs(there, pair.theirs) if run[0] not in taken],
        )
        for pair in pairs
        if pair.ours and pair.theirs and pair.cost <= FIT
    ]
    forms: dict[Keys, Counter[str]] = {}
    stands: Counter[Keys] = Counter()
    mine: Counter[Keys] = Counter()
    both: dict[Keys, Counter[Keys]] = {term: Counter() for term in terms}
    for ours, theirs in rows:
        known = {keys for keys, _ in theirs}
        mine.update(ours)
        stands.update(known)
        for keys, text in theirs:
            forms.setdefault(keys, Counter())[text] += 1
        for term in ours:
            both[term].update(known)
    found = {}
    for term, met in both.items():
        likely = [
            (surprise(times, mine[term], stands[keys], len(rows)), -abs(len(keys) - len(term)), keys)
            for keys, times in met.items()
            if times >= max(OFTEN, _NEARLY_ALL * mine[term])
        ]
        best = max(likely, default=None)
        if best is not None and best[0] >= LINKED[0]:
            found[term] = forms[best[2]].most_common(1)[0][0], met[best[2]]
    return found


def _runs(context: CrosscheckContext, sentences: Sequence[Sentence]) -> Iterator[Run]:
    """The words of some sentences, and those that stand side by side, as far as they may be a term."""
    for sentence in sentences:
        yield from runs_of(sentence.text, context.book.language)
