"""A page in several languages at once, and which of its texts are seen when.

A page has a mode for each language, and `all` for side by side. Every text carries the modes in
which it is seen, so that switching needs nothing but an attribute on the page. Where a language has
no text, the name stands in for a heading, and another language's text for anything longer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regola_dsl.tree import Texts

from regola_compiler.emit.text.labels import OWN_NAMES, WORDS

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
    def of(cls, declared: Iterable[str], used: Iterable[str]) -> Languages:
        """The declared languages that have texts, then any other that has; never none."""
        listed, found = list(declared), list(used)
        order = [tag for tag in listed if tag in found or not found] + found
        return cls(tuple(dict.fromkeys(order))[:MOST] or ("en",))

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the page: a number for each language, and `all` where there are several."""
        numbers = tuple(str(place) for place in range(len(self.tags)))
        return (*numbers, ALL) if len(numbers) > 1 else numbers

    def own_name(self, mode: str) -> str:
        """What a language calls itself; its tag where we do not know."""
        tag = self.tags[int(mode)]
        return OWN_NAMES.get(tag.split("-")[0], tag)

    def heading(self, texts: Texts, name: str) -> ShownTexts:
        """A heading: the first text of each language, else the name."""
        return self.titled(_layers(texts)[0], name)

    def brief(self, texts: Texts, name: str) -> ShownTexts:
        """A heading for a place with no room for two columns: one language in every mode."""
        return self._shown(_layers(texts)[0], name, beside=False)

    def titled(self, layer: dict[str, str], name: str) -> ShownTexts:
        """A heading from texts by language, else `name`."""
        return self._shown(layer, name, beside=True)

    def paragraphs(self, texts: Texts, *, after_heading: bool = False) -> tuple[ShownTexts, ...]:
        """Running text; with `after_heading`, only what a heading has not said."""
        layers = _layers(texts)[1 if after_heading else 0 :]
        return tuple(shown for layer in layers if (shown := self._borrowed(layer)))

    def word(self, key: str) -> ShownTexts:
        """A word of the page's own, in Italian where Italian is read and in English elsewhere."""
        seen: dict[str, list[str]] = {}
        for mode in self.modes:
            tag = self.tags[0 if mode == ALL else int(mode)].split("-")[0]
            seen.setdefault(tag if tag in WORDS else "en", []).append(mode)
        return tuple(Shown(WORDS[tag][key], tag, " ".join(modes)) for tag, modes in seen.items())

    def _shown(self, layer: dict[str, str], name: str, *, beside: bool) -> ShownTexts:
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

    def _borrowed(self, layer: dict[str, str]) -> ShownTexts:
        """One text a language; where there is none, the first that there is."""
        told = [tag for tag in self.tags if tag in layer]
        shown = []
        for tag in told:
            modes = [str(self.tags.index(tag))]
            if tag == told[0]:
                modes += [str(place) for place, other in enumerate(self.tags) if other not in layer]
            shown.append(Shown(layer[tag], tag, " ".join([*modes, ALL] if ALL in self.modes else modes)))
        return tuple(shown)


def _layers(texts: Texts) -> list[dict[str, str]]:
    """The first text of every language, then the second of every language, and so on."""
    layers: list[dict[str, str]] = [{}]
    for text in texts:
        layer = next((layer for layer in layers if text.language not in layer), None)
        if layer is None:
            layers.append(layer := {})
        layer[text.language] = text.text
    return layers
