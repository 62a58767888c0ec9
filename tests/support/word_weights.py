"""How `sentences/weights.py` comes about: weights of evidence fitted to the meaning words of books, as they are and changed.

A meaning word of a tied sentence is a case of a right word; the same sentence with one word exchanged (`word_faults`) gives
one of a wrong word. What speaks for a change (`compare.weighed`, `habits.Habits`) is weighed by logistic regression with
small weights preferred. A class of words shares the weights of its signs with all others, as far as it has few cases of its
own: each sign has a weight for all classes and one for each, and both are held small.

From which odds a finding is shown is set for each class by books that had no part in the weights: each of the books in turn
is judged by what the others say, and above the strongest false alarm of a class, a little, its findings begin.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from regola_crosscheck.language.meaning import MeaningWord, meaning_words
from regola_crosscheck.sentences import weights as written
from regola_crosscheck.sentences.compare import weighed
from regola_crosscheck.sentences.evidence import Weights as Rarity
from regola_crosscheck.sentences.evidence import evidence_of
from regola_crosscheck.sentences.habits import Habits, companies_of
from regola_crosscheck.sentences.tie import ties_of
from regola_crosscheck.sentences.tied import TiedSentence, readable, tied_sentences

from support.crosscheck_faults import Subject
from support.word_faults import Swap, swaps_of

# How dear a large weight is; how far above the strongest false alarm of a class, and from where at least, one is shown.
PENALTY, MARGIN, LEAST = 10.0, 0.3, 2.3
# Of each kind of fault so many sites of a book, drawn by chance.
SITES, SEED = 60, 1
# A sign of a weight: what it is of, and its name. A weight that is nought in two digits is not written.
MODULE = Path(written.__file__)
Sign: TypeAlias = tuple[str, ...]
Weights: TypeAlias = Mapping[Sign, float]


@dataclass(frozen=True, slots=True)
class Case:
    """A meaning word with what speaks for its having been changed, and whether it was."""

    book: str
    kind: str
    changed: bool
    signs: Weights


def cases_of(name: str, book: Subject) -> Iterator[Case]:
    """The meaning words of a book's tied sentences, then those that stand for another one."""
    context = book.clean
    language = context.book.language
    weights = readable(context).weights
    counts = _Counts(book)
    tied = [one for section in context.book.sections for one in tied_sentences(context, section) if one.ties]
    for one in tied:
        for mark, signs in counts.signs(one, weights):
            yield Case(name, mark.kind, changed=False, signs=signs)
    for sentence, swap in _drawn(tied, language):
        evidence = evidence_of(swap.text, language)
        ties = ties_of(evidence, sentence.candidates, weights)
        if not ties:
            continue
        wrong = TiedSentence(sentence.sentence, evidence, ties, sentence.candidates, sentence.asked)
        with_it = counts.exchanged(sentence, wrong)
        for mark, signs in with_it.signs(wrong, weights):
            if swap.start - 2 <= mark.start <= swap.start + max(1, len(swap.now)) + 1:
                yield Case(name, mark.kind, changed=True, signs=signs)


def _drawn(tied: Sequence[TiedSentence], language: str) -> Iterator[tuple[TiedSentence, Swap]]:
    """So many faults of each kind, each with its sentence."""
    by_kind: dict[str, list[tuple[TiedSentence, Swap]]] = defaultdict(list)
    for one in tied:
        for swap in swaps_of(one.sentence.text, language):
            by_kind[swap.kind].append((one, swap))
    random = Random(SEED)
    for several in by_kind.values():
        random.shuffle(several)
        yield from several[:SITES]


class _Counts:
    """What a book is used to, of its sentences as they are or with one of them exchanged."""

    def __init__(self, book: Subject) -> None:
        context = book.clean
        self.language = context.book.language
        self.counts: Counter[tuple[str, str, tuple[str, ...]]] = Counter()
        for section in context.book.sections:
            for sentence in context.sentences(section):
                self._add(sentence.text, 1)

    def _add(self, text: str, times: int) -> None:
        marks = meaning_words(text, self.language)
        for mark, companies in zip(marks, companies_of(text, marks), strict=True):
            for company in companies:
                self.counts[mark.kind, mark.value, company] += times

    def exchanged(self, before: TiedSentence, after: TiedSentence) -> _Counts:
        """The counts of the book with another sentence in the place of one."""
        other = object.__new__(_Counts)
        other.language = self.language
        other.counts = self.counts.copy()
        other._add(before.evidence.text, -1)
        other._add(after.evidence.text, 1)
        return other

    def signs(self, tied: TiedSentence, weights: Rarity) -> Iterator[tuple[MeaningWord, Weights]]:
        """Each meaning word of a sentence with its signs."""
        habits = Habits(self.counts, {})
        marks = [mark.word for mark in tied.evidence.marks]
        companies = dict(zip([mark.start for mark in marks], companies_of(tied.evidence.text, marks), strict=True))
        for one in weighed(tied, weights):
            mark = one.mark.word
            habit = habits.signs(mark, companies[mark.start]).signs
            signs: dict[Sign, float] = {("word", mark.kind, mark.value): 1.0}
            signs |= {("rules", sign): value for sign, value in one.signs.items() if value}
            signs |= {("habits", sign): value for sign, value in habit.items() if value}
            signs |= {("habits", mark.kind, sign): value for sign, value in habit.items() if value}
            yield mark, signs


# --- fitting -------------------------------------------------------------------------------------


def fitted(cases: Sequence[Case]) -> Weights:
    """The weights that tell changed words best, by Newton's method; the sum of their squares is dear."""
    names = sorted({sign for case in cases for sign in case.signs})
    column = {sign: place for place, sign in enumerate(names)}
    table = np.zeros((len(cases), len(names) + 1))
    table[:, -1] = 1.0
    for row, case in enumerate(cases):
        for sign, value in case.signs.items():
            table[row, column[sign]] = value
    changed = np.array([float(case.changed) for case in cases])
    dear = np.full(len(names) + 1, PENALTY)
    dear[-1] = 0.0
    found: NDArray[np.float64] = np.zeros(len(names) + 1)
    for _ in range(30):
        likely = 1.0 / (1.0 + np.exp(-np.clip(table @ found, -30, 30)))
        slope = table.T @ (likely - changed) + dear * found
        curve = (table * (likely * (1.0 - likely))[:, None]).T @ table + np.diag(dear + 1e-9)
        step = np.linalg.solve(curve, slope)
        found = found - step
        if float(np.abs(step).max()) < 1e-8:
            break
    base = float(found[-1])
    return {sign: float(found[place]) + (base if sign[0] == "word" else 0.0) for sign, place in column.items()}


def odds(case: Case, weights: Weights) -> float:
    """What speaks for a change; far below nought for a word that nobody has weighed."""
    word = next(sign for sign in case.signs if sign[0] == "word")
    return sum(value * weights.get(sign, -9.0 if sign == word else 0.0) for sign, value in case.signs.items())


def shown_from(cases: Sequence[Case]) -> Mapping[str, float]:
    """For each class from which odds its findings are shown, each book judged by the weights of the others."""
    strongest: dict[str, float] = {}
    for book in sorted({case.book for case in cases}):
        weights = fitted([case for case in cases if case.book != book])
        for case in cases:
            if case.book == book and not case.changed:
                strongest[case.kind] = max(strongest.get(case.kind, -9.0), odds(case, weights))
    return {kind: max(LEAST, strongest[kind] + MARGIN) for kind in sorted(strongest)}


# --- as a module ---------------------------------------------------------------------------------


def tables(weights: Weights, shown: Mapping[str, float]) -> dict[str, object]:
    """The weights as `weights.py` has them: PRIOR, RULES, HABITS, SHOWN."""
    priors: dict[str, dict[str, float]] = defaultdict(dict)
    rules: dict[str, float] = {}
    shared: dict[str, float] = {}
    own: dict[str, dict[str, float]] = defaultdict(dict)
    for sign in sorted(weights):
        if sign[0] == "word":
            priors[sign[1]][sign[2]] = round(weights[sign], 2)
        elif sign[0] == "rules":
            rules[sign[1]] = weights[sign]
        elif len(sign) == 2:
            shared[sign[1]] = weights[sign]
        else:
            own[sign[1]][sign[2]] = weights[sign]
    together = {
        kind: {sign: shared[sign] + own.get(kind, {}).get(sign, 0.0) for sign in sorted(shared)}
        for kind in sorted(priors)
    }
    return {
        "PRIOR": dict(sorted(priors.items())),
        "RULES": _rounded(rules),
        "HABITS": {kind: _rounded(several) for kind, several in together.items()},
        "SHOWN": {kind: round(value, 2) for kind, value in shown.items()},
    }


# How the module begins, and what it says of each table.
_HEAD = '''"""How much each sign weighs that a meaning word is not the one that the rules and the book have: logarithms of odds.

Written by `make weights`, and by no hand. Fitted by logistic regression, with small weights preferred, to the meaning
words of the tied sentences of three real books as they are, and to seeded faults in them
(`tests/support/word_weights.py`); the other books were not looked at. Which books, and how well it does on those not
looked at, stands in docs/crosscheck-measured.md. A value that has no line was too rare in the three books to be judged.
"""

from __future__ import annotations

from collections.abc import Mapping
'''
_TABLES = (
    ("PRIOR", "Mapping[str, Mapping[str, float]]", "Before anything is known: how seldom a word is a changed one."),
    ("RULES", "Mapping[str, float]", "What the rules of the section say (`compare.py`)."),
    ("HABITS", "Mapping[str, Mapping[str, float]]", "What the book itself says elsewhere, by class (`habits.py`)."),
    (
        "SHOWN",
        "Mapping[str, float]",
        "From which odds a finding is shown, by class, as books say that were not fitted.",
    ),
)


def module(found: Mapping[str, object]) -> str:
    """The module with these tables, laid out as all code is."""
    parts = [_HEAD, *(f"# {comment}\n{name}: {type_} = {found[name]!r}\n" for name, type_, comment in _TABLES)]
    ruff = (sys.executable, "-m", "ruff", "format", "-", "--stdin-filename", str(MODULE))
    return subprocess.run(ruff, input="\n".join(parts), text=True, capture_output=True, check=True).stdout


def _rounded(weights: Mapping[str, float]) -> dict[str, float]:
    return {sign: round(value, 2) for sign, value in sorted(weights.items()) if round(value, 2)}
