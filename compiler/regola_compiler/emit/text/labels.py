"""The words of the page itself, by the languages it speaks."""

from __future__ import annotations

from regola_compiler.emit.text import labels_en, labels_it

OWN_NAMES = {
    "de": "Deutsch",
    "en": "English",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "nl": "Nederlands",
    "pl": "Polski",
    "pt": "Português",
}

WORDS = {"en": labels_en.WORDS, "it": labels_it.WORDS}


def counted(key: str, number: int) -> str:
    """The key of a word for one thing, or for several."""
    return f"{key}_one" if number == 1 else f"{key}_many"
