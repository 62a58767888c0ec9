"""What one run of the crosscheck keeps for the next: the indexes of texts, and what all forms of a word have in common.

Reading an index with its comments, and looking a word up in a dictionary that must be unpacked first, are most of what
a run over a text costs that has hardly changed. What is kept is JSON, under the hash of what it was made from
(`regola_dsl.store`), and anything else that is found there is as good as nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, TypeVar

from regola_dsl.cache import build_fingerprint
from regola_dsl.store import Pack

from regola_crosscheck.base.inputs import dictionaries
from regola_crosscheck.base.readings import Readings
from regola_crosscheck.language.morphology import WORDS, Words

T = TypeVar("T")


class Kept:
    """What is kept of crosschecks, of whatever game."""

    def __init__(self) -> None:
        self._pack = Pack("crosscheck", build_fingerprint("regola_crosscheck"))
        self._words: dict[str, int] = {}
        self._readings: list[Readings] = []

    def made(self, what: str, of: bytes, read: Callable[[Any], T], make: Callable[[], tuple[T, Any]]) -> T:
        """Something that depends on some bytes alone.

        Args:
            what: what it is, for the key.
            of: what it is made from.
            read: makes it of the plain data that was kept; anything raised by that means that it is made anew.
            make: makes it, and the plain data to keep; None if it is not to be kept.
        """
        key = f"{what} {blake2b(of, digest_size=16).hexdigest()}"
        found = self._pack.get(key)
        if found is not None:
            try:
                return read(json.loads(found))
            except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
                pass
        made, plain = make()
        if plain is not None:
            self._pack.put(key, json.dumps(plain, separators=(",", ":")).encode())
        return made

    def readings(self, language: str, path: str) -> Readings:
        """What was read in the words of a book, by the path of its file: it hangs on the dictionary, and on no rule."""
        book = blake2b(path.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        found = Readings(self._pack, f"read {language} {book} {dictionaries()}")
        self._readings.append(found)
        return found

    def about(self, rules: str) -> KeptOfRules:
        """What is kept of what was asked of rules, which a key tells from all others."""
        return KeptOfRules(self, rules)

    def recalled(self, key: str) -> Any:
        """What was kept under a key, as JSON holds it; None if there is nothing."""
        found = self._pack.get(key)
        try:
            return None if found is None else json.loads(found)
        except (ValueError, RecursionError):
            return None

    def keep(self, key: str, plain: Any) -> None:
        """Keep something under a key."""
        self._pack.put(key, json.dumps(plain, separators=(",", ":")).encode())

    def recall_words(self, language: str) -> None:
        """Take over what was found of the words of a language."""
        known = WORDS.setdefault(language, Words())
        found = self._pack.get(_words_key(language))
        if found is not None and not known.keys:
            try:
                keys, listed, spelled = json.loads(found)
                known.keys.update({str(word): str(key) for word, key in keys.items()})
                known.listed.update({str(word): bool(is_listed) for word, is_listed in listed.items()})
                known.spelled.update(
                    {str(word): close is True or [str(one) for one in close or ()] for word, close in spelled.items()}
                )
            except (ValueError, TypeError, AttributeError, RecursionError):
                known.keys.clear()
        self._words[language] = len(known)

    def save(self) -> None:
        """Keep what is new."""
        for language, count in self._words.items():
            known = WORDS[language]
            if len(known) > count:
                self._pack.put(_words_key(language), json.dumps([known.keys, known.listed, known.spelled]).encode())
        for readings in self._readings:
            readings.keep()
        self._pack.save()


class KeptOfRules:
    """What was asked of the same rules in earlier runs."""

    def __init__(self, kept: Kept, rules: str) -> None:
        self._kept = kept
        self._rules = rules.encode()

    def of_rules(self, what: str, read: Callable[[Any], T], make: Callable[[], T], plain: Callable[[T], Any]) -> T:
        """Something that depends on the rules alone, read back or made."""

        def both() -> tuple[T, Any]:
            made = make()
            return made, plain(made)

        return self._kept.made(what, self._rules, read, both)


def _words_key(language: str) -> str:
    """The words of a language, as the dictionary has them that is installed."""
    return f"words {language} {dictionaries()}"
