"""The signature of a text: a sign for each of its words, and between them, in clear, the words that turn a rule round.

A sign is six bits of a hash: enough to lay a later text beside the one that was read, word by word, and far too little
to read that again. The words in clear are those of the catalogue of the language (`language/meaning.py`), *non*, *può*,
*prima*, and the small words of `language/small_words.py`. So a later text tells which of them stands where another
stood, without a sentence being kept.

A signature is written as runs of signs and words in turn, a stroke between two: `aK|non|x_9|prima||di|3`. What an older
catalogue did not have is a sign in older signatures, and is read as that.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b

from rapidfuzz.distance import Levenshtein
from regola_dsl.records import dataclass

from regola_crosscheck.language.meaning import meaning_words
from regola_crosscheck.language.morphology import nearly_same, without_accents
from regola_crosscheck.language.small_words import small_words

SIGNS = string.ascii_letters + string.digits + "-_"
BETWEEN = "|"
# A word, parted perhaps at the end of a line; what ties it to another is none of it.
_WORD = re.compile(r"[^\W_]+(?:[-‐¬]\n[ \t>]*[^\W\d_]+)?")
_PARTED = re.compile(r"[-‐¬]\n[ \t>]*")
# What stands between the last word of a sentence, a paragraph or a cell and the next word.
_STOP = re.compile(r"[.!?…;:|]|\n\s*\n")
# A word so short that its accent makes it another one: e, è; ne, né.
_SHORT = 2
# Of a word that has gone and come again so many words further on it is said that it has moved: nothing.
_MOVED = 14
# So many words more or less are a clause or a sentence, and not a word beside another.
_LONG = 10
# Of a text in which this share of the words are others no word is told: it was written anew.
_ANEW, _FEW = 0.4, 8
# So many small words in a row are written in clear, and then a sign: no more of a sentence stands together.
_IN_A_ROW = 6
# So many words at most are named where another word stood.
_NAMED = 3


@dataclass(frozen=True, slots=True)
class Change:
    """A stretch of words that is another one than it was.

    `old` and `new` are as texts write them; `old` is empty where nothing stood, or something of which only signs are
    kept. `start` and `end` are the place of `new`, or of the word before which `old` stood; `behind` if that is the
    word behind which it stood, as at the end of a sentence. `was` is the place of `old` in the text as it was read,
    where that is known; `gone` and `come` are how many words left and came.
    """

    old: str
    new: str
    start: int
    end: int
    was: tuple[int, int] = (0, 0)
    gone: int = 0
    come: int = 0
    behind: bool = False

    @property
    def long(self) -> bool:
        """Whether a clause rather than a word came or went: it is told whole."""
        return abs(self.come - self.gone) >= _LONG


@dataclass(frozen=True, slots=True)
class WordChange(Change):
    """A meaning word that is another one; `kind` is its class (`language.meaning.CLASSES`), empty if not known."""

    kind: str = ""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a text; `clear` if it is, or belongs to, a meaning word of some kind.

    Of a word of which no more than its sign is kept the text is empty.
    """

    text: str
    start: int
    end: int
    clear: bool
    sign: str


def signature_of(text: str, language: str) -> str:
    """The signature of a text.

    >>> signature_of("La carovana non può entrare nel passo.", "it").split("|")[1::2]
    ['non', 'può', 'entrare', 'nel']
    """
    runs = [""]
    row = 0
    for word in _words(text, language):
        row = row + (len(word.text) > 1) if word.clear else 0
        if word.clear and row <= _IN_A_ROW:
            runs += [word.text, ""]
        else:
            runs[-1] += word.sign
            row = 0
    return BETWEEN.join(runs)


def word_changes(signature: str, text: str, language: str, as_read: str = "") -> list[WordChange]:
    """The meaning words in which a text differs from that of a signature, in the order of the text.

    A stretch in which a whole clause came or went is left to `changed_stretches`, and so is a text that was written
    anew. Both are laid beside one another with as few words put in, left out and exchanged as possible (V. Levenshtein,
    Binary codes capable of correcting deletions, insertions and reversals, 1966), by their signs; then the words in
    clear are held together where they meet.

    Args:
        signature: as `signature_of` gave it, by this catalogue or an older one.
        text: the text as it is now.
        language: the language of both.
        as_read: the text the signature was made of, if it is known: then words that are in no catalogue are named too,
            and all changes have their places in it.
    """
    before, now = _before(signature, as_read, language), _words(text, language)
    kinds = {place: one.kind for one in meaning_words(text, language) for place in range(one.start, one.end)}
    found: list[WordChange] = []
    parts = list(_apart(before, now))
    edits = sum(max(len(old), len(new)) for old, new in parts if abs(len(old) - len(new)) < _LONG)
    if edits > max(_FEW, _ANEW * len(now)):
        return []
    for old, new in parts:
        if abs(len(old) - len(new)) >= _LONG:
            continue
        gone = [word for word in before[old.start : old.stop] if word.clear]
        come = [word for word in now[new.start : new.stop] if word.clear]
        common = Counter(_plain(word.text) for word in gone) & Counter(_plain(word.text) for word in come)
        gone, come = _beside(gone, common), _beside(come, common)
        if not gone and not come:
            continue
        if gone and not come:
            come = _other(now, new, before, old)
            if len(come) == len(gone) and all(map(_is_misspelt, gone, come)):
                continue
            come = come if len(come) <= _NAMED else []
        elif come and not gone:
            others = _other(before, old, now, new)
            gone = others if len(others) <= _NAMED and all(word.text for word in others) else []
        was = _place(gone if new else before[old.start : old.stop], old, before)
        change = _change(gone, come, new, now, was, behind=_ended(new, now, old, before, as_read))
        kind = next((kinds[word.start] for word in come if word.start in kinds), "") or _kind(change.old, language)
        told = WordChange(change.old, change.new, change.start, change.end, change.was, kind=kind)
        found.append(replace(told, behind=change.behind))
    return _without_moved(found, now)


def changed_stretches(signature: str, text: str, language: str, as_read: str = "") -> list[Change]:
    """All stretches of words in which a text differs from that of a signature; none if nothing is kept of that.

    Args: those of `word_changes`.
    """
    before, now = _before(signature, as_read, language), _words(text, language)
    if not before:
        return []
    return [
        replace(
            _change(
                gone := before[old.start : old.stop],
                now[new.start : new.stop],
                new,
                now,
                _place(gone, old, before),
                behind=_ended(new, now, old, before, as_read),
            ),
            gone=len(old),
            come=len(new),
        )
        for old, new in _apart(before, now)
    ]


def _other(words: Sequence[_Word], here: range, others: Sequence[_Word], there: range) -> list[_Word]:
    """The words of a stretch that are none in clear, and not in the stretch beside which it stands."""
    same = Counter(word.sign for word in others[there.start : there.stop] if not word.clear)
    left = []
    for word in words[here.start : here.stop]:
        if not word.clear:
            same[word.sign] -= 1
            if same[word.sign] < 0:
                left.append(word)
    return left


def _change(
    gone: Sequence[_Word],
    come: Sequence[_Word],
    new: range,
    now: Sequence[_Word],
    was: tuple[int, int],
    *,
    behind: bool,
) -> Change:
    """A change, at the words that are new, or at the word before, or `behind`, which something is missing."""
    old = " ".join(word.text for word in gone) if all(word.text for word in gone) else ""
    beside = now[new.start - 1 if behind else new.start] if now else _Word("", 0, 1, False, "")
    first, last = (come[0], come[-1]) if come else (beside, beside)
    return Change(old, " ".join(word.text for word in come), first.start, last.end, was, behind=behind and not come)


def _ended(new: range, now: Sequence[_Word], old: range, before: Sequence[_Word], as_read: str) -> bool:
    """Whether what is missing ended a sentence, so that it stood behind a word and not before the next.

    Where the text it stood in is not known it is said so only of the last words of all.
    """
    if not new.start:
        return False
    if new.start >= len(now):
        return True
    if not as_read or not 0 < old.start < old.stop < len(before):
        return False
    went_on = not _STOP.search(as_read[before[old.start - 1].end : before[old.start].start])
    ended = _STOP.search(as_read[before[old.stop - 1].end : before[old.stop].start])
    return went_on and bool(ended)


def _place(gone: Sequence[_Word], old: range, before: Sequence[_Word]) -> tuple[int, int]:
    """Where some words stood in the text as it was read, or where none did between two others."""
    if gone:
        return gone[0].start, gone[-1].end
    last = before[old.start - 1].end if 0 < old.start <= len(before) else 0
    return last, last


def _apart(before: Sequence[_Word], now: Sequence[_Word]) -> Iterator[tuple[range, range]]:
    """The stretches of words in which two texts part, none beside another."""
    at: tuple[range, range] | None = None
    for old, new in _edits(before, now):
        if at is not None and at[0].stop == old.start and at[1].stop == new.start:
            at = range(at[0].start, old.stop), range(at[1].start, new.stop)
            continue
        if at is not None:
            yield at
        at = old, new
    if at is not None:
        yield at


def _edits(before: Sequence[_Word], now: Sequence[_Word]) -> Iterator[tuple[range, range]]:
    """The words exchanged, put in and left out: by the words themselves where all are known, else by their signs."""
    known = all(word.text for word in before)
    then, today = ([_plain(word.text) if known else word.sign for word in words] for words in (before, now))
    for code in Levenshtein.opcodes(then, today):
        old, new = range(code.src_start, code.src_end), range(code.dest_start, code.dest_end)
        if code.tag != "equal":
            yield old, new
            continue
        for one, other in zip(old, new, strict=True):  # two words may have one sign
            if before[one].text and _plain(before[one].text) != _plain(now[other].text):
                yield range(one, one + 1), range(other, other + 1)


def _without_moved(found: list[WordChange], words: Sequence[_Word]) -> list[WordChange]:
    """The changes without words that are gone in one place and new a few words from there: these have only moved."""
    place = {word.start: number for number, word in enumerate(words)}

    def near(one: WordChange, other: WordChange) -> bool:
        return abs(place.get(one.start, 0) - place.get(other.start, 0)) <= _MOVED

    gone = [one for one in found if not one.new]
    moved: list[WordChange] = []
    for one in found:
        if one.old:
            continue
        match = next((two for two in gone if _plain(two.old) == _plain(one.new) and near(one, two)), None)
        if match is not None:
            gone.remove(match)
            moved += [one, match]
    return [one for one in found if one not in moved]


# --- words ---------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _words(text: str, language: str) -> tuple[_Word, ...]:
    """The words of a text with their places. Numbers are no meaning words here: they are kept by themselves."""
    said = [one for one in meaning_words(text, language) if one.kind != "number"]
    meant = {place for one in said for place in range(one.start, one.end)}
    small = small_words(language)
    found = []
    for match in _WORD.finditer(text):
        word = _PARTED.sub("", match[0]).casefold()
        clear = match.start() in meant or word in small
        found.append(_Word(word, match.start(), match.end(), clear, _sign(word)))
    return tuple(found)


def _before(signature: str, as_read: str, language: str) -> tuple[_Word, ...]:
    """The words of the text of a signature, as far as they are kept."""
    if as_read:
        return _words(as_read, language)
    found: list[_Word] = []
    for number, run in enumerate(signature.split(BETWEEN)):
        if number % 2:
            found.append(_Word(run, 0, 0, True, _sign(run)))
        else:
            found += [_Word("", 0, 0, False, sign) for sign in run]
    return tuple(found)


@lru_cache(maxsize=65_536)
def _sign(word: str) -> str:
    return SIGNS[blake2b(without_accents(word).encode("utf-8", "backslashreplace"), digest_size=1).digest()[0] & 63]


def _plain(word: str) -> str:
    """A word as it is compared: the kind of an accent makes no difference, nor in a longer word that there is one.

    >>> _plain("puo") == _plain("può"), _plain("ne") == _plain("né"), _plain("nè") == _plain("né")
    (True, False, True)
    """
    if len(word) > _SHORT:
        return without_accents(word)
    apart = unicodedata.normalize("NFD", word)
    return "".join("´" if unicodedata.combining(char) else char for char in apart)


def _is_misspelt(word: _Word, other: _Word) -> bool:
    plain = without_accents(word.text)
    return len(plain) > _SHORT and nearly_same(plain, without_accents(other.text))


def _beside(words: Sequence[_Word], common: Counter[str]) -> list[_Word]:
    """The words that are left when those common to two stretches are taken away, once each."""
    spare = common.copy()
    left = []
    for word in words:
        spare[_plain(word.text)] -= 1
        if spare[_plain(word.text)] < 0:
            left.append(word)
    return left


def _kind(words: str, language: str) -> str:
    """The class of words that stood in a text; empty if alone they are of none."""
    return next((one.kind for one in meaning_words(words, language)), "")
