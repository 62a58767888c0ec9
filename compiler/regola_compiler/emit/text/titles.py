"""What things are called within a sentence: by their texts, and by their names only where there are none."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from regola_dsl.tree import Texts

from regola_compiler.model.program import Phase, Program
from regola_compiler.model.visitor import phases_in

# A member whose name is a plain word may be shown by its text; `A1/DR` and `EX` are signs and stay.
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}(?:[_-]\w+)*")
# In a sentence a title stands for a thing: what it explains after a pause is left to the thing's own place.
_PAUSE = re.compile(r"[;:]\s")


def is_plain_word(label: str) -> bool:
    """Whether a member is named by a word, which a text may stand for, and not by a sign.

    >>> [is_plain_word(label) for label in ("rough_ground", "A1/DR", "EX", "3-1")]
    [True, False, False, False]
    """
    return bool(_PLAIN_WORD.fullmatch(label)) and label == label.lower()


def first_text(texts: Texts, tag: str) -> str:
    """The first text in a language, else in any; empty if there is none."""
    found = next((text.text for text in texts if text.language == tag), "")
    return found or next((text.text for text in texts), "")


@dataclass
class Naming:
    """The titles of a program's things, by language."""

    program: Program

    def rule(self, name: str, tag: str) -> str:
        """What a declaration is called; empty if it has no text, or shares it with another."""
        return self._titles(tag).get(name, "")

    def member(self, enum: str, label: str, tag: str) -> str:
        """The text of a member; empty for signs, which stay as they are."""
        return first_text(self._parts(enum).get(label, ()), tag) if is_plain_word(label) else ""

    def field(self, record: str, name: str, tag: str) -> str:
        """The text of a record's field."""
        return first_text(self._parts(record).get(name, ()), tag)

    def type(self, name: str, tag: str) -> str:
        """The text of a type."""
        info = self.program.types.get(name)
        return _short(first_text(info.texts, tag)) if info else ""

    def phase(self, label: str, tag: str) -> str:
        """The text of an innermost phase, after that of the phase it lies in where two have its name."""
        found = [_short(first_text(self._phases[name].texts, tag)) for name in label.split("/") if name in self._phases]
        return " › ".join(title for title in found if title)

    def _parts(self, type_: str) -> dict[str, Texts]:
        info = self.program.types.get(type_)
        return {name: texts for name, _, texts, _ in info.parts} if info else {}

    def _titles(self, tag: str) -> dict[str, str]:
        if tag not in self._known:
            whole = {name: first_text(item.texts, tag).rstrip(".") for name, item in self.program.callables.items()}
            short = {name: _short(title) for name, title in whole.items()}
            # Cut short, two titles may become one: then both keep all they say.
            count = Counter(short.values())
            chosen = {name: title if count[title] == 1 else whole[name] for name, title in short.items()}
            count = Counter(chosen.values())
            self._known[tag] = {name: title for name, title in chosen.items() if count[title] == 1}
        return self._known[tag]

    @cached_property
    def _known(self) -> dict[str, dict[str, str]]:
        return {}

    @cached_property
    def _phases(self) -> dict[str, Phase]:
        found: dict[str, Phase] = {}
        for sequence in self.program.sequences.values():
            for phase in phases_in(sequence):
                found.setdefault(phase.name, phase)
        return found


def _short(title: str) -> str:
    return _PAUSE.split(title.rstrip("."), maxsplit=1)[0]
