"""A page in several languages at once, and which of its texts are seen when.

A page has a mode for each language, and `all` for side by side. Every text carries the modes in
which it is seen, so that switching needs nothing but an attribute on the page. Where a language has
no text, the name stands in for a heading, and another language's text for anything longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regola_dsl.wording import primary_subtag

from regola_compiler.emit.text.labels import OWN_NAMES, WORDS
from regola_compiler.ir.tree import Titles, Told

# Texts stand side by side in columns: more than a few cannot be read, whatever a file declares.
MOST = 6
ALL = "all"


@dataclass(frozen=True, slots=True)
class Shown:
    """A text with the modes it is seen in; `language` is empty where a name stands in for it."""

    text: str
    language: str
    modes: str


ShownTexts = tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of a page, the first of which is its own."""

    tags: tuple[str, ...]

    @classmethod
    def of(cls, spoken: Iterable[str]) -> Languages:
        """The languages that a game speaks; never none."""
        return cls(tuple(spoken)[:MOST] or ("en",))

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the page: a number for each language, and `all` where there are several."""
        numbers = tuple(str(place) for place in range(len(self.tags)))
        return (*numbers, ALL) if len(numbers) > 1 else numbers

    def own_name(self, mode: str) -> str:
        """What a language calls itself; its tag where we do not know."""
        tag = self.tags[int(mode)]
        return OWN_NAMES.get(primary_subtag(tag), tag)

    def heading(self, texts: Titles, name: str) -> ShownTexts:
        """A heading: the text in each language, else the name."""
        return self._shown(texts, name, beside=True)

    def brief(self, texts: Titles, name: str) -> ShownTexts:
        """A heading for a place with no room for two columns: one language in every mode."""
        return self._shown(texts, name, beside=False)

    def paragraphs(self, item: Told, *, after_heading: bool = False) -> tuple[ShownTexts, ...]:
        """Running text; with `after_heading`, only what a heading has not said."""
        layers = _layers(item)[1 if after_heading else 0 :]
        return tuple(shown for layer in layers if (shown := self.borrowed(layer)))

    def word(self, key: str) -> ShownTexts:
        """A word of the page's own, in Italian where Italian is read and in English elsewhere."""
        seen: dict[str, list[str]] = {}
        for mode in self.modes:
            tag = primary_subtag(self.tags[0 if mode == ALL else int(mode)])
            seen.setdefault(tag if tag in WORDS else "en", []).append(mode)
        return tuple(Shown(WORDS[tag][key], tag, " ".join(modes)) for tag, modes in seen.items())

    def _shown(self, layer: Titles, name: str, *, beside: bool) -> ShownTexts:
        """One text a language, the name where there is none; `beside` shows all in mode `all`."""
        told = [mode for mode in self.modes if mode != ALL and self.tags[int(mode)] in layer]
        silent = [mode for mode in self.modes if mode != ALL and mode not in told]
        if ALL in self.modes and not told:
            silent.append(ALL)
        shown = []
        for mode in told:
            together = ALL in self.modes and (beside or mode == told[0])
            tag = self.tags[int(mode)]
            shown.append(Shown(layer[tag], tag, f"{mode} {ALL}" if together else mode))
        if silent:
            shown.append(Shown(name, "", " ".join(silent)))
        return tuple(shown)

    def borrowed(self, layer: Titles) -> ShownTexts:
        """One text a language; where there is none, the first that there is."""
        told = [tag for tag in self.tags if tag in layer]
        shown = []
        for tag in told:
            modes = [str(self.tags.index(tag))]
            if tag == told[0]:
                modes += [str(place) for place, other in enumerate(self.tags) if other not in layer]
            shown.append(Shown(layer[tag], tag, " ".join([*modes, ALL] if ALL in self.modes else modes)))
        return tuple(shown)


def _layers(item: Told) -> list[Titles]:
    """The first text of every language, then the second of every language, and so on."""
    deepest = max(map(len, item.more.values()), default=0)
    below = [
        {language: texts[place] for language, texts in item.more.items() if place < len(texts)}
        for place in range(deepest)
    ]
    return [item.texts, *below]
