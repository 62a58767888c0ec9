"""Which words of a book are misprints, and what each was most likely meant to be.

A word that no list has is a name, a word of the trade, a word of another language, or a misprint. The book itself tells
them apart: a name and a word of the trade come again; a misprint stands once beside the word it was meant to be.
So a word is held against the words one slip away from it (Damerau, A technique for computer detection and
correction of spelling errors, 1964), those of the book first: P. Norvig's corrector (2007) chooses among them by
how often they are said, here in the book and then in the list.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from regola_dsl.records import dataclass

from regola_crosscheck.language.language_file import known_language, language_file, place_names
from regola_crosscheck.language.morphology import key_of, one_edit_from, without_accents
from regola_crosscheck.language.spelling import close_words, is_word
from regola_crosscheck.proof.vocabulary import ROMAN, Vocabulary

# Letters that a scanner reads for one another.
LOOKALIKES = (
    ("0", "o"),
    ("1", "l"),
    ("1", "i"),
    ("5", "s"),
    ("rn", "m"),
    ("m", "rn"),
    ("cl", "d"),
    ("vv", "w"),
    ("ii", "n"),
    ("ii", "u"),
    ("ri", "n"),
    ("in", "m"),
    ("ni", "m"),
    ("li", "h"),
    ("l", "i"),
    ("i", "l"),
    ("c", "e"),
    ("f", "t"),
)
# A word of the book that stands so often is no misprint of its own.
OFTEN = 4
# So often a short word must stand in a book for another to be its misprint.
COMMON = 8
# So often a word stands that is the subject of the book.
SAID = 30
# So long a name is not by chance a letter away from a word.
LONG = 9
# A shorter word is close to many others.
SHORT = 6
# The longest words of the two languages have some thirty letters.
LONGEST = 50
_DENIED = re.compile(r"(?:[aiu]t[oaie]|bil[ei]|os[oaie]|ed|able)$")
_GLUED = re.compile(r"[A-ZÀ-Þ]{2,}[a-zà-þ]")
LetterKind = Literal["misread", "misspelt", "accent", "joined", "split", "foreign", "name", "unknown"]


@dataclass(frozen=True, slots=True)
class Misprint:
    """A word that seems to be none: what it may have been meant to be, in small letters, and whether that is likely."""

    word: str
    kind: LetterKind
    meant: str
    likely: bool


def misprints(known: Vocabulary, language: str, names: frozenset[str] = frozenset()) -> list[Misprint]:
    """The words of a book that no list has and that the book does not teach.

    Args:
        known: the words of the book.
        language: its language.
        names: words that are right whatever the lists say, in small letters: those of a glossary.

    Returns:
        one for each such word, in the order in which they first stand; nothing where no list of the language is there.
    """
    found = []
    places = place_names(language)
    for word in known.times:
        if word in places and word not in known.small:
            continue
        if word in names or is_word(word, language) is not False or _is_no_word(word, known):
            continue
        told = _judged(word, known, language)
        if told is not None and told.kind in {"misspelt", "misread"} and _is_glued(word, known):
            # Of an abbreviation and a word in one no letter is too many: `DDifesa` may be double defence.
            found.append(Misprint(word, "unknown", "", likely=False))
        elif told is not None:
            found.append(_in_its_form(told, known, language))
    return found


def _in_its_form(told: Misprint, known: Vocabulary, language: str) -> Misprint:
    """The same, where another form of the word that was meant ends as what stands there: *gioci* is *giochi*.

    The commonest form tells which word was meant; what was written tells which form of it.
    """
    if told.kind != "misspelt" or told.meant[-1:] == told.word[-1:]:
        return told
    key = key_of(told.meant, language)
    forms = (
        one
        for one in _twins(told.word, known, language)
        if one[-1] == told.word[-1] and one[0] == told.word[0] and key_of(one, language) == key
    )
    return replace(told, meant=next(forms, told.meant))


def _is_glued(word: str, known: Vocabulary) -> bool:
    """Whether a word begins with two capitals or more and goes on in small letters, wherever it stands."""
    return all(_GLUED.match(place.text) for _, place in known.places[word])


def _is_no_word(word: str, known: Vocabulary) -> bool:
    """Single letters, Roman numbers, a line of signs, and what stands in capitals only and is short.

    The last is an abbreviation, told elsewhere.
    """
    if not 2 <= len(word) <= LONGEST or ROMAN.fullmatch(word):
        return True
    return len(word) <= 4 and all(place.text.isupper() for _, place in known.places[word])


def _judged(word: str, known: Vocabulary, language: str) -> Misprint | None:
    times = known.times[word]
    small = word in known.small
    abroad = is_word(word, _other(language)) is True
    if abroad and not small:
        return None  # a name that is written as it is at home
    twins = _twins(word, known, language)
    for meant in twins:  # an accent that was lost or turned is no other word
        # An accent too many is told only where the book has the word without it, and this one seldom.
        more = meant.isascii() and (times >= OFTEN or not known.times[meant])
        if without_accents(meant) == without_accents(word) and not more:
            return Misprint(word, "accent", meant, likely=small or known.times[meant] > times)
    halves = "" if times >= OFTEN else _split(word, known, language, only_said=abroad)
    if halves:
        return Misprint(word, "split", halves, likely=True)
    if times >= OFTEN:
        # The book has it so throughout: told only where it has the word of the list as well.
        other = next((one for one in twins if known.times[one] > 1 and len(word) > 6 and not abroad), "")
        if other and is_word(other, language) and not _is_derived(word, other):
            return Misprint(word, "misspelt", other, likely=True)
        return None
    if len(word) <= 3 or (len(word) == 4 and small and not twins):
        return _short(word, known, twins, abroad=abroad)
    if small:
        return _common(word, known, language, twins, abroad=abroad)
    return _capital(word, known, language, twins)


def _other(language: str) -> str:
    """The language whose words may have been left in a text."""
    return "it" if language.startswith("en") else "en"


def _short(word: str, known: Vocabulary, twins: list[str], *, abroad: bool) -> Misprint | None:
    """A word of a few letters is a misprint where one is beside it that the book says all the time."""
    if word not in known.small or known.times[word] > 1 or abroad or _is_abbreviation(word, known, twins):
        return None
    meant = max(twins, key=lambda one: known.times[one], default="")
    if known.times[meant] >= COMMON:
        return Misprint(word, "misspelt", meant, likely=True)
    return Misprint(word, "unknown", "", likely=False)


def _is_abbreviation(word: str, known: Vocabulary, twins: list[str]) -> bool:
    """Whether no vowel is in a word (km, drm), or a word begins with it that the book says all the time."""
    return not re.search(r"[aeiouyàèéìòù]", word) or any(
        times >= SAID and one.startswith(word) and one not in twins for one, times in known.times.items()
    )


def _common(word: str, known: Vocabulary, language: str, twins: list[str], *, abroad: bool) -> Misprint:
    times = known.times[word]
    read = _misread(word, known, language) if times == 1 and not abroad else ""
    # A letter too many in a word that the book says is likelier than two read for one in a word that it does not.
    said = known.times.get(read, 0)
    if read and not any(known.times[one] > (max(OFTEN, said) if said else 0) for one in twins):
        return Misprint(word, "misread", read, likely=True)
    # What stands twice is no word all the same where the word it was meant to be stands as often.
    here = [
        one
        for one in twins
        if known.times[one] > times or (known.times[one] == times > 1 and not abroad and is_word(one, language))
    ]
    if abroad:
        often = [one for one in here if known.times[one] >= (SAID if _is_form(word, one) else COMMON) and times == 1]
        if often:
            return Misprint(word, "misspelt", often[0], likely=True)
        return Misprint(word, "foreign", twins[0] if twins else "", likely=False)
    if here:
        # What stands twice and differs by an ending is another word of that family; so is a short one.
        again = times > 1 and (len(word) <= SHORT or _is_derived(word, here[0]))
        return Misprint(word, "misspelt", here[0], likely=not again)
    parts = _joined(word, known, language)
    if parts:
        return Misprint(word, "joined", parts, likely=len(min(parts.split(), key=len)) <= 4)
    if twins:
        # What stands twice is a word that the lists lack; so is one form of a word that has another form there.
        sure = times == 1 and not all(_is_ending(word, one) for one in twins)
        return Misprint(word, "misspelt", twins[0], likely=sure)
    return Misprint(word, "unknown", "", likely=False)


def _capital(word: str, known: Vocabulary, language: str, twins: list[str]) -> Misprint | None:
    """A word that stands in capitals only: a name, unless the book has another name, or a word, for it."""
    times = known.times[word]
    # A short name is close to many words: only what the book says all the time is what it was meant to be.
    least = times if len(word) > 4 else SAID
    opens = all(place.opens for _, place in known.places[word])
    near = [one for one in twins if known.times[one] > least and _is_like(word, one)]
    if near:
        sure = not _is_form(word, near[0]) or near[0] in known.small
        # What stands twice is a name of its own where it is short; and a name is no misprint of what never is one.
        named = not opens and not any(place.text[0].isupper() and not place.opens for _, place in known.places[near[0]])
        kind: LetterKind = "name" if _is_adapted(word, near[0], language) else "misspelt"
        return Misprint(word, kind, near[0], likely=sure and (times == 1 or len(word) > SHORT) and not named)
    if twins and (opens or len(word) >= LONG) and len(word) > 5 and not all(_is_form(word, one) for one in twins):
        return Misprint(word, "misspelt", twins[0], likely=len(word) >= LONG and times == 1)
    parts = _joined(word, known, language) if len(word) > 7 else ""
    return Misprint(word, "joined", parts, likely=False) if parts else None


def _is_like(word: str, other: str) -> bool:
    """Whether two names share enough to be one: their first letter, or five letters more."""
    return word[0] == other[0] or len(word) > 5


def _is_adapted(word: str, other: str, language: str) -> bool:
    """Whether a name may be that of the book's language for another language's: *Manciuria* for *Manchuria*.

    What is written otherwise then is a letter that the language of the book has for names of others only.
    """
    if is_word(other, language) or not is_word(other, _other(language)):
        return False
    instead = next((theirs for ours, theirs in zip(word, other, strict=False) if ours != theirs), other[len(word) :])
    return instead[:1] in set(language_file(known_language(language)).adapted)


def _is_ending(word: str, other: str) -> bool:
    """Whether two words differ in their last vowel only, or by a letter at the end."""
    short, long = sorted((word, other), key=len)
    return (len(short) == len(long) and word[:-1] == other[:-1] and word[-1] in "aeiou" and other[-1] in "aeiou") or (
        long[:-1] == short and long[-1] == "s"
    )


def _is_derived(word: str, other: str) -> bool:
    """Whether two words differ in the vowels of their end alone: a land and who lives there, one and several."""
    return word.rstrip("aeiou") == other.rstrip("aeiou")


def _is_form(word: str, other: str) -> bool:
    """Whether two words differ in their last vowel only, or in one that is put on."""
    short, long = sorted((word, other), key=len)
    return _is_ending(word, other) or (long[:-1] == short and long[-1] in "aeiou")


def _twins(word: str, known: Vocabulary, language: str) -> list[str]:
    """What a word may have been meant to be: words of the book first, the commonest first; then those of a list."""
    letters = "abcdefghijklmnopqrstuvwxyzàèéìòù"
    here = [
        one
        for one in one_edit_from(word, letters)
        if known.times.get(one, 0) and (is_word(one, language) or known.times[one] >= (2 if len(word) > 6 else OFTEN))
    ]
    here.sort(key=lambda one: (-known.times[one], one))
    return [*here, *(one for one in close_words(word, language) if one not in here)]


def _misread(word: str, known: Vocabulary, language: str) -> str:
    """The word that a word becomes when letters are read for those that they look like; empty if there is none."""
    best = ""
    for wrong, right in LOOKALIKES:
        at = word.find(wrong)
        while at >= 0:
            other = word[:at] + right + word[at + len(wrong) :]
            times = known.times.get(other, 0)
            if (
                other.isalpha()
                and len(other) > 3
                and (times > known.times.get(best, 0) or (not best and len(word) > 5))
            ):
                best = other if (times > 1 or len(word) > 5) and is_word(other, language) else best
            at = word.find(wrong, at + 1)
    return best


def _split(word: str, known: Vocabulary, language: str, *, only_said: bool) -> str:
    """The word that a word makes with the one behind it, where a blank came into it; empty if it makes none.

    With `only_said` it is one that the book says: two words of another language may make one of a list by chance.
    """
    after = {one for _, place in known.places[word] if (one := place.after) and is_word(one, language) is False}
    for other in sorted(after):
        whole = word + other
        if known.times.get(whole, 0) > 1 or (not only_said and len(whole) > 5 and is_word(whole, language)):
            return whole
    return ""


def _joined(word: str, known: Vocabulary, language: str) -> str:
    """The two words that a word is made of that lost the blank between them; empty if there are none."""
    for cut in range(2, len(word) - 1):
        one, other = word[:cut], word[cut:]
        if min(known.times.get(one, 0), known.times.get(other, 0)) < 2 or max(len(one), len(other)) < 4:
            continue
        # *inconquistata* is one word: what denies is put before it.
        if not (one in {"in", "un", "re"} and _DENIED.search(other)) and all(
            is_word(part, language) for part in (one, other)
        ):
            return f"{one} {other}"
    return ""
