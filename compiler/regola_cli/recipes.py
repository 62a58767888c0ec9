"""The cookbook: what rulebooks say most, and how each of it is written."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "it")


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a book says, in several ways, and what is worth knowing of how it is written."""

    says: list[str]
    note: str


@dataclass(frozen=True, slots=True)
class Recipe:
    """One kind of sentence, with a file of rules that says it."""

    id: str
    en: Sentence
    it: Sentence
    rules: str

    def sentence(self, language: str) -> Sentence:
        """What the book says, in one of `LANGUAGES`."""
        return self.it if language == "it" else self.en


@dataclass(frozen=True, slots=True)
class Page:
    """The words around the recipes of a page."""

    title: str
    begins: str
    also: str


PAGES = {
    "en": Page(
        "A cookbook",
        """\
What rulebooks say most, and how it is written. Each block is a whole file of rules that checks clean; the sections are
to be your book's. `regola how` finds them by the words of the book:

    regola how units may not enter swamps

What a rule can say beyond this stands in [the language](language.md).
""",
        "Also",
    ),
    "it": Page(
        "Un ricettario",
        """\
Ciò che i regolamenti dicono più spesso, e come si scrive. Ogni riquadro è un intero file di regole che supera il
controllo; le sezioni saranno quelle del tuo libro. `regola how` le trova con le parole del libro:

    regola how --lang it le unità non possono entrare nelle paludi

Che cos'altro può dire una regola sta in [the language](language.md), in inglese.
""",
        "Anche",
    ),
}


@cache
def recipes() -> tuple[Recipe, ...]:
    """All recipes, in the order of the page."""
    told = tomllib.loads((Path(__file__).parent / "cookbook.toml").read_text("utf-8"))
    return tuple(
        Recipe(one["id"], Sentence(**one["en"]), Sentence(**one["it"]), one["rules"]) for one in told["recipe"]
    )


def using(word: str) -> list[Recipe]:
    """The recipes in whose rules a word of the language stands, those that show it with the least beside it first.

    >>> [one.id for one in using("beyond")]
    ['die-modifiers']
    >>> using("xyzzy")
    []
    """
    found = [recipe for recipe in recipes() if shown_use(recipe, word)]
    return sorted(found, key=lambda recipe: len(recipe.rules))


def shown_use(recipe: Recipe, word: str) -> str:
    """The declaration of a recipe in which a word of the language stands first; nothing where none does.

    What is said, remarked or named with it is no use of it, nor is an example.
    """
    stands = re.compile(rf"(?<![\w.]){re.escape(word)}(?![\w(:])")
    for block in recipe.rules.strip().split("\n\n"):
        bare = re.sub(r'"[^"]*"|#.*', "", block)
        if stands.search(bare) and (word == "example" or not bare.startswith("example")):
            return block
    return ""


def as_page(language: str, chosen: Sequence[Recipe] | None = None) -> str:
    """The cookbook as Markdown."""
    words = PAGES[language]
    parts = [f"# {words.title}\n\n{words.begins}"]
    for recipe in chosen or recipes():
        sentence = recipe.sentence(language)
        first, *others = sentence.says
        also = f"{words.also}: {'; '.join(f'*{one}*' for one in others)}. " if others else ""
        parts.append(f"## {first}\n\n{also}{sentence.note}\n\n```regola\n{recipe.rules}```\n")
    return "\n".join(parts)
