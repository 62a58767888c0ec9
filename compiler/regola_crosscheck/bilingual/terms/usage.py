"""How a text itself writes a word: in which form behind which article, and within which longer name.

What is proposed for a word has to stand in its place, *una carovana* and not *una carovane*. No grammar of a language
is known here; the book has said the word before, and what it said behind the same small word fits there again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.bilingual.pairs import words_of_sentence
from regola_crosscheck.book.sentences import Sentence
from regola_crosscheck.language.language_file import no_terms
from regola_crosscheck.language.small_words import small_words

# So often a word must stand behind another, and never elsewhere, to be part of one name with it.
NAMED = 3
_BEFORE = re.compile(r"([^\W\d_]+)['’]?\s*$")


class Usage:
    """The forms of all words of some sentences, each with what stands before it."""

    def __init__(self, context: CrosscheckContext, sentences: Iterable[Sentence]) -> None:
        language = context.book.language
        self._small = small_words(language) | no_terms(language)
        self._seen: dict[str, Counter[tuple[str, str]]] = defaultdict(Counter)
        for one in sentences:
            for word in words_of_sentence(context, one):
                self._seen[word.key][before(one.text, word.start), word.text.casefold()] += 1

    def whole(self, word: str, key: str) -> str:
        """A word with the one before it that belongs to it wherever it stands: *mule train* for *train*."""
        stands = {small for small, _ in self._seen[key]}
        (first, *others) = stands or {""}
        name = first and not others and first not in self._small and self._seen[key].total() >= NAMED
        return f"{first} {word}" if name else word

    def commonest(self, key: str) -> str:
        """The form of a word that stands most often; its key where it stands nowhere."""
        forms: Counter[str] = Counter()
        for (_, form), times in self._seen.get(key, Counter[tuple[str, str]]()).items():
            forms[form] += times
        return forms.most_common(1)[0][0] if forms else key

    def fitting(self, key: str, behind: str, instead_of: str) -> str:
        """The form of a word that fits behind another one; nothing where the text does not tell.

        Args:
            key: the word, by what its forms have in common.
            behind: what stands before the word in whose place it is put.
            instead_of: that word.
        """
        fits: Counter[str] = Counter()
        forms: Counter[str] = Counter()
        for (small, form), times in self._seen[key].items():
            forms[form] += times
            fits[form] += times * (small == behind)
        form, times = max(fits.items(), key=lambda one: one[1], default=("", 0))
        if not times:
            ending = instead_of.casefold()[-1:]
            alike = Counter({one: often for one, often in forms.items() if one.endswith(ending)})
            (form, _) = alike.most_common(1)[0] if alike and behind not in self._small else ("", 0)
        return self.whole(form, key) if form else ""


def before(text: str, place: int) -> str:
    """The word before a place of a sentence, in small letters; nothing where none stands there."""
    match = _BEFORE.search(text[:place])
    return match[1].casefold() if match is not None else ""
