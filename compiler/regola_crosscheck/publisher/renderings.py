"""A word of another language in the words of a book's own, where the two are known to say the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regola_crosscheck.bilingual.terms.rendered_words import common_end
from regola_crosscheck.language.language_file import known_language, language_file
from regola_crosscheck.language.lexicon import lexicon
from regola_crosscheck.language.meaning import meaning_words
from regola_crosscheck.language.morphology import key_of
from regola_crosscheck.language.spelling import is_word
from regola_crosscheck.publisher.words import Words

# Classes of words that stand in the gender and the number of another one.
_INFLECTED = frozenset({"side", "order"})
# Between the forms of a word.
_OR = " / "


def rendered(text: str, language: str, beside: str, words: Words, into: str, shown: str = "") -> str:
    """What a book would say for a word of another language; empty where that is not known.

    Args:
        text: the word, or words: *before*, *six*, *6.2*, *−1*.
        language: its language.
        beside: what stands in its place in the book, whose form a number takes; may be empty.
        words: the words of the book's language.
        into: that language.
        shown: what the book says for it elsewhere, if that is known.

    >>> from regola_crosscheck.publisher.words import ENGLISH, ITALIAN
    >>> rendered("six", "en", "cinque", ITALIAN, "it"), rendered("at least", "en", "", ITALIAN, "it")
    ('sei', 'almeno')
    >>> rendered("terza", "it", "fourth", ENGLISH, "en"), rendered("6.2", "it", "6.3", ENGLISH, "en")
    ('third', '6.2')
    >>> rendered("may not", "en", "possono", ITALIAN, "it"), rendered("six", "en", "5", ITALIAN, "it")
    ('non possono', '6')
    >>> rendered("need not", "en", "sono tenuti", ITALIAN, "it"), rendered("need not", "en", "devono", ITALIAN, "it")
    ('non sono tenuti', 'non sono tenuti a')
    >>> rendered("night", "en", "partita", ITALIAN, "it"), rendered("both", "en", "guardie", ITALIAN, "it")
    ('notte', 'entrambe')
    >>> rendered("enters", "en", "esce", ITALIAN, "it", "entra"), rendered("snowfield", "en", "", ITALIAN, "it")
    ('entra', '')
    """
    plain = " ".join(text.split()).casefold()
    if not re.search(r"[^\W\d_]", plain):
        return text.strip()
    said = meaning_words(plain, language)
    meaning = (said[0].kind, said[0].value) if len(said) == 1 and said[0].text == plain else ("", "")
    forms = words.meanings.get(" ".join(meaning), "").split(_OR)
    # What was lost may have denied a noun there and a verb here: what denies the sentence is right of both.
    if not beside and [(word.kind, word.value) for word in meaning_words(shown, into)] == [("quantifier", "none")]:
        return language_file(known_language(into)).denial or shown
    # *Both* counts two, and says more than that.
    if any(forms):
        listed = _in_row(forms, beside, words)
        # What permits and forbids has its forms in the list; of the rest the book knows best.
        if shown and meaning[0] != "modal" and not any(_begins(shown, form) for form in forms):
            return _inflected(shown, beside, into) if meaning[0] in _INFLECTED else shown
        return listed or _denied_or_not(meaning, beside, into) or _by_end(forms, beside)
    return _number(plain, language, beside.strip().casefold(), into) or _measure(plain, language, into) or shown


def _inflected(word: str, beside: str, language: str) -> str:
    """A word with the end of the one it stands for, where both have the end of the other as well.

    >>> _inflected("amica", "nemiche", "it"), _inflected("amici", "nemica", "it")
    ('amiche', 'amica')
    >>> _inflected("successiva", "precedenti", "it"), _inflected("amica", "nemica", "it")
    ('successiva', 'amica')
    """
    plain, key = beside.strip().casefold(), key_of(word, language)
    for cut in range(1, 4):
        for size in range(1, 4):
            made, back = word[:-cut] + plain[-size:], plain[:-size] + word[-cut:]
            if (
                key_of(made, language) == key
                and key_of(back, language) == key_of(plain, language)
                and is_word(made, language)
                and is_word(back, language)
            ):
                return made
    return word


def _begins(text: str, form: str) -> bool:
    """Whether a text is a form, or begins with it: *prima di* with *prima*."""
    return text == form or text.startswith(f"{form} ")


def _measure(plain: str, language: str, into: str) -> str:
    """What a rulebook counts in, *night*, in the other language; empty where it is none, or not known there."""
    ours, theirs = (language_file(known_language(code)).measures for code in (language, into))
    meant = (name for name, word in ours.items() if key_of(word, language) == key_of(plain, language))
    return next((theirs[name] for name in meant if name in theirs), "")


def in_its_form(word: str, beside: str, words: Words) -> str:
    """A word in the form of the one it stands for: *non possono* for *possono*, where *non può* is what is meant.

    >>> from regola_crosscheck.publisher.words import ITALIAN
    >>> in_its_form("non può", "possono", ITALIAN), in_its_form("tre", "due", ITALIAN)
    ('non possono', 'tre')
    """
    known = (several.split(_OR) for several in words.meanings.values())
    forms = next((several for several in known if word in several), [word])
    return _in_row(forms, beside, words) or _by_end(forms, beside)


def _denied_or_not(meaning: tuple[str, str], beside: str, language: str) -> str:
    """What stands in the book with a denial, or without its own, if that says what is meant: it has its form."""
    plain, denial = " ".join(beside.split()), language_file(known_language(language)).denial
    if meaning[0] != "modal" or not plain or not denial:
        return ""
    bare = " ".join(word for word in plain.split() if word.casefold() != denial)
    for one in (f"{denial} {plain}", f"{plain} {denial}", bare):
        said = meaning_words(one, language)
        if one != plain and [(word.kind, word.value, word.text) for word in said] == [(*meaning, one)]:
            return one
    return ""


def _in_row(forms: Sequence[str], beside: str, words: Words) -> str:
    """The form that stands in its row where the other word does in its own (*devono*, *possono*); empty without one."""
    plain = " ".join(beside.split()).casefold()
    rows = [row for several in words.meanings.values() if plain in (row := several.split(_OR))]
    return next((forms[row.index(plain)] for row in rows if len(row) == len(forms)), "")


def _by_end(forms: Sequence[str], beside: str) -> str:
    """The form that ends most like the other word."""
    return max(forms, key=lambda one: common_end(one, beside.casefold()))


def _number(plain: str, language: str, beside: str, into: str) -> str:
    here, there = lexicon(language), lexicon(into)
    for ours, theirs in ((here.cardinals, there.cardinals), (here.ordinals, there.ordinals)):
        if plain in ours:
            if beside.lstrip("+−-").isdigit():
                return str(ours[plain])
            forms = [word for word, worth in theirs.items() if worth == ours[plain]]
            return max(forms, key=lambda one: common_end(one, beside), default=str(ours[plain]))
    return ""
