"""The terms a book seems to have: words and runs of words that come again as one.

A candidate is a run of up to four words that begins and ends with a word of content; between may stand what ties nouns
(*fase di combattimento*). Those that stand alone as often as inside longer ones are ranked before parts of these, by
the C-value of K. Frantzi, S. Ananiadou and H. Mima (Automatic recognition of multi-word terms, 2000), with one added
to the length, so that single words have one too (Barrón-Cedeño et al., 2009).
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag

from regola_crosscheck.language.language_file import known_language, language_file, no_terms
from regola_crosscheck.language.morphology import is_form_of, key_of

# The share of its places in which something announces a word that is a noun.
ANNOUNCED = 0.2
_WORD = re.compile(r"[^\W\d_]+|[^\w\s'’]|\d+")
LONGEST = 4
Run: TypeAlias = tuple[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class TermCandidate:
    """A run of words that seems to be a term: its commonest form, its keys, its forms with how often each stands."""

    form: str
    keys: tuple[str, ...]
    times: int
    worth: float
    forms: tuple[tuple[str, int], ...]


def term_candidates(
    sentences: Iterable[str],
    language: str,
    least: int = 3,
    read: Callable[[str, str], Sequence[Run]] | None = None,
) -> list[TermCandidate]:
    """The terms that some sentences seem to have, the most telling first.

    Args:
        sentences: the texts.
        language: their language; of one without a list of small words, those of English are taken.
        least: how often a term stands at least.
        read: knows the runs of a text of a language; `runs_of` without it.

    Returns:
        each candidate once, whatever its forms; one that stands only inside a longer one is left out.
    """
    forms: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for text in sentences:
        for keys, form in (read or runs_of)(text, language):
            forms[keys][form] += 1
    times = {keys: sum(several.values()) for keys, several in forms.items()}
    kept = {keys: number for keys, number in times.items() if number >= least}
    around: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for keys, number in kept.items():
        for size in range(1, len(keys)):
            for start in range(len(keys) - size + 1):
                around[keys[start : start + size]].append(number)
    found = []
    for keys, number in kept.items():
        nested = around.get(keys, [])
        alone = number - sum(nested) / len(nested) if nested else number
        worth = math.log2(len(keys) + 1) * alone
        if worth > 0 and not (nested and max(nested) == number):
            several = sorted(forms[keys].items(), key=lambda one: (-one[1], one[0]))
            found.append(TermCandidate(several[0][0], keys, number, worth, tuple(several)))
    return sorted(found, key=lambda one: (-one.worth, one.form))


def by_forms(candidates: Iterable[TermCandidate], language: str, least: int = 3) -> list[TermCandidate]:
    """The same terms, each with the forms of its commonest one alone: what only looks like it is a term of its own.

    Keys bring verbs and nouns together, *costa* with *costo* and *costare*: right to find what translates what, too
    much for a list of terms.

    Args:
        candidates: the terms, the most telling first.
        language: theirs.
        least: how often a term stands at least.
    """
    found = []
    for one in candidates:
        left = dict(one.forms)
        while left:
            form = max(left, key=lambda known: (left[known], known))
            family = tuple((other, times) for other, times in left.items() if _are_forms(other, form, language))
            times = sum(number for _, number in family)
            if times >= least:
                found.append(replace(one, form=form, times=times, worth=one.worth * times / one.times, forms=family))
            left = {other: number for other, number in left.items() if (other, number) not in family}
    return sorted(found, key=lambda one: (-one.worth, one.form))


def _are_forms(one: str, other: str, language: str) -> bool:
    """Whether two runs of words are one, word by word."""
    mine, theirs = one.replace("’", "'").split(), other.replace("’", "'").split()
    return len(mine) == len(theirs) and all(
        is_form_of(here, there, language) for here, there in zip(mine, theirs, strict=True)
    )


def runs_of(text: str, language: str) -> list[Run]:
    """The runs of a sentence, each with the keys of its words of content and as it stands there, in small letters."""
    short = primary_subtag(language)
    small, ties = no_terms(language), frozenset(language_file(known_language(language)).ties.split())
    found: list[Run] = []
    words = list(_WORD.finditer(text))
    plain = [match[0].casefold() for match in words]
    content = [word.isalpha() and len(word) > 2 and word not in small for word in plain]
    for start, begins in enumerate(content):
        if not begins:
            continue
        keys: list[str] = []
        for end in range(start, min(start + 2 * LONGEST, len(words))):
            if content[end]:
                keys.append(key_of(plain[end], short))
                form = text[words[start].start() : words[end].end()]
                found.append((tuple(keys), " ".join(form.casefold().split())))
                if len(keys) == LONGEST:
                    break
            elif plain[end] not in ties:
                break
    return found


def is_small(word: str, language: str) -> bool:
    """Whether a word is one of those that no term begins or ends with."""
    return word.casefold() in no_terms(language)


def announced_words(sentences: Iterable[str], language: str) -> dict[str, float]:
    """Of each word, by its key, the share of its places in which an article or the like stands before it."""
    short = primary_subtag(language)
    said = re.compile(rf"(?:\b((?:{language_file(known_language(language)).articles})\s+|\w+['’]))?\b([^\W\d_]+)")
    times: Counter[str] = Counter()
    announced: Counter[str] = Counter()
    for text in sentences:
        for match in said.finditer(text.casefold()):
            key = key_of(match[2], short)
            times[key] += 1
            announced[key] += bool(match[1])
    return {key: announced[key] / number for key, number in times.items()}
