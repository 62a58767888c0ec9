"""The cookbook: what rulebooks say most, and how each of it is written. Found by the words of the book."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

from regola_crosscheck.concordance.candidates import is_small

LANGUAGES = ("en", "it")
# Words are compared by their beginning, so that `attacks` finds `attack` and `unità` `unite`.
STEM = 5
# Shorter words name nothing.
SHORTEST = 2
# A sentence is spoken of where more than this share of what it speaks of stands in a recipe.
SPOKEN = 1 / 3
# Or so many of its words: a long sentence says of what and when besides, in words of its game.
ENOUGH = 3
# Small words that tell which kind of sentence one is, and so count with the nouns and verbs.
_TELLING = frozenset(
    "may must not cannot only unless except once never each most least before after until non può possono deve devono"
    " solo soltanto salvo tranne mai ogni massimo minimo almeno prima dopo purché finché".split()
)
# What is said in the words of a book counts so much more than what is remarked about it.
SAID = 3


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


def found_for(words: str, most: int = 3) -> list[Recipe]:
    """The recipes that speak of what a book says, the closest first.

    >>> [one.id for one in found_for("due unità al massimo per esagono", 1)]
    ['stacking']
    >>> found_for("xyzzy"), found_for("the purple elephant sings to the moon")
    ([], [])
    """
    asked, subject = set(_stems([words])), _subject(words)
    speaking = [(_said(recipe), recipe) for recipe in recipes()]
    known = Counter(stem for said, _ in speaking for stem in said)
    weights = {stem: log(1 + len(speaking) / known[stem]) for stem in asked if known[stem]}
    scored = [
        (sum(weights.get(stem, 0) * min(said[stem], SAID) for stem in asked), recipe)
        for said, recipe in speaking
        if not subject.isdisjoint(said)
    ]
    met = max((len(subject & said.keys()) for said, _ in speaking), default=0)
    if met <= SPOKEN * len(subject) and met < ENOUGH:
        return []
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])[:most]
    # What has hardly anything of the sentence in it is no answer beside one that has.
    return [recipe for score, recipe in best if score * 3 >= best[0][0]]


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


def _subject(words: str) -> set[str]:
    """What a sentence speaks of: its words without the small ones of either language that tell nothing of it."""
    return {
        stem
        for word in re.findall(r"[^\W\d_]+", words.casefold())
        if word in _TELLING or (len(word) > SHORTEST and not any(is_small(word, language) for language in LANGUAGES))
        for stem in _stems([word])
    }


def _said(recipe: Recipe) -> Counter[str]:
    """The words of a recipe by their beginnings, and how much each counts."""
    said: Counter[str] = Counter(_stems([recipe.id.replace("-", " "), recipe.en.note, recipe.it.note]))
    for language in LANGUAGES:
        said.update(dict.fromkeys(_stems(recipe.sentence(language).says), SAID))
    return said


def _stems(texts: Iterable[str]) -> list[str]:
    plain = unicodedata.normalize("NFKD", " ".join(texts).casefold())
    return [word[:STEM] for word in re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))]


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
