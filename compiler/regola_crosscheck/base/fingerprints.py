"""What is kept of a section, so that a later text or encoding can be held against it: never its words.

Of the text: its numbers, its references, how often it permits, forbids, requires, denies and makes exceptions; a
fingerprint of its words, and one that misspelling mostly leaves alone; its signature, which has the words that turn a
rule round in clear. Of the rules: a fingerprint of what is anchored to the section. So a change can be named where it
matters ("5 is now 6", "*may* stands where *must* stood") and told apart from a changed spelling.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields
from hashlib import sha256

from regola_dsl.records import dataclass

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.signature import signature_of
from regola_crosscheck.book.text import BookSection
from regola_crosscheck.book.tokens import Token
from regola_crosscheck.language.morphology import decomposed, folded_words
from regola_crosscheck.rules.numbers import LENGTH


@dataclass(frozen=True, slots=True)
class SectionFingerprint:
    """What is kept of a section. An index of an older form has no `signature`."""

    words: str = ""
    letters: str = ""
    numbers: str = ""
    references: str = ""
    permissions: str = ""
    meaning: str = ""
    signature: str = ""

    @classmethod
    def from_index(cls, data: dict[str, object]) -> SectionFingerprint:
        """As the index has it."""
        return cls(**{part.name: str(data.get(part.name) or "") for part in fields(cls)})


def fingerprint_of(context: CrosscheckContext, section: BookSection) -> SectionFingerprint:
    """What is kept of a section as it is now."""
    text = context.passage(section).text
    tokens = context.tokens(section)
    kinds = Counter(mark.kind.replace(" ", "-") for mark in context.modal_words(section))
    kinds["denials"] = len(context.words.negations.findall(text))
    return SectionFingerprint(
        words_fingerprint(text),
        _hash(_letters(text)),
        " ".join(normalized_number(token) for token in tokens if token.kind != "reference"),
        " ".join(token.text.strip() for token in tokens if token.kind == "reference"),
        ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items()) if number),
        context.encoded.fingerprint(context.book.numbering.key(section.id)),
        context.each("signature", text, lambda: signature_of(text, context.book.language)),
    )


def words_fingerprint(text: str) -> str:
    """The fingerprint of the words of a text, their marks and capitals apart."""
    return _hash(folded_words(text))


def normalized_number(token: Token) -> str:
    """A number, the same however it is written: `1,5` is `1.5`, `tre` is `3`."""
    values = [str(value) if value.denominator in {1, 2, 3, 4} else str(float(value)) for value in token.values]
    if token.kind == "die":
        return "d".join(values)
    joined = "-".join(values)
    sign = token.sign if token.sign in {"+", "-"} else ""
    return f"{sign}{joined}%" if token.kind == "percent" else f"{sign}{joined}"


def _letters(text: str) -> str:
    """The words of a text, each by the letters it is made of: doubled or exchanged ones make no difference."""
    plain = decomposed(text).replace("-\n", "")
    plain = plain.translate(str.maketrans("01|", "oll"))
    return " ".join("".join(sorted(set(word))) for word in re.findall(r"[^\W\d_]{2,}", plain))


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:LENGTH]
