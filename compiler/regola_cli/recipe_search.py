"""Which recipes of the cookbook speak of a sentence: its words, brought to what they say, against each phrasing.

A sentence is a set of what its words say. A word says the idea that `cookbook_words.toml` has it under, so that `march`
and `advance` are one; else itself, by its stem. What neither a recipe nor that list knows is a word of the game's own,
and taken for a piece. Ideas weigh by their rarity among the recipes, and a sentence is compared with each phrasing of a
recipe by the cosine of the two (G. Salton and C. Buckley, Term-weighting approaches in automatic text retrieval, 1988).
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path

from regola_crosscheck.concordance.candidates import is_small
from regola_crosscheck.language.morphology import without_accents

from regola_cli.recipes import LANGUAGES, Recipe, recipes

# What comes less close than this is no answer, only the nearest there is; nor is there one where another comes as
# close: of those in `tests/docs/rulebook_sentences.toml` that are answered, nineteen in twenty have their recipe first.
TO_THE_POINT, AHEAD = 0.42, 0.05
# What has less than this share of what the closest has is not told beside it.
BESIDE_THE_CLOSEST = 0.7
# Of what shares with a recipe but what is met by chance this share counts.
BY_CHANCE = 0.3
# So many ideas of a sentence a recipe has at least, where the sentence has as many; one alone is met by chance.
SHARED = 2
# How much all phrasings of a recipe together count beside the one that is closest.
TOGETHER = 0.7
# What comes less close than this is not even told as near.
NEAR = 0.08
# What a sentence asks counts so much, and the rest what a recipe says besides; the cosine proper has one half.
ASKED = 0.6
# A word of the game's own weighs so much of the rarest one of the recipes.
OWN_WORD = 0.6
# A stem keeps so many letters at least.
STEM = 3
PIECE, NUMBER = "=piece", "=number"
# What tells nothing, or nothing without another.
UNTOLD = frozenset({"=untold", "=capitals"})
# What nearly every sentence has is nothing that it shares with a recipe.
ANYTHING = frozenset({PIECE, NUMBER})
# What has a capital amid a sentence may be the name of a thing of the game, and what only begins like a word of a
# phrasing may be another word: both weigh so much.
NAMED = 0.3
_NAME = re.compile(r"(?<![.:!?;…\n] )(?<!^)(?<![\"“«(])\b[A-ZÀ-Ý][^\W\d_]+")
# So many small words may stand among those of a run; a mark and one word are no run of several.
BETWEEN, MARKED = 2, 2
_ENDINGS = {
    "en": re.compile(r"(?:ing|ed|es|s|e|ly)$"),
    "it": re.compile(
        r"(?:isc[aeo](?:no)?|[aei]r(?:e|si|lo|la|a|anno)|[aei]ndo|[aiu]t[aeio]|(?<=\w{4})[ae]v(?:[aoi]|ano)|[aeo]no|ando|endo|[aeiou]+)$"
    ),
}
# By what is seen which forms a word of the list has.
_PARTICIPLES = {"en": re.compile(r"\wed$"), "it": re.compile(r"\w[aiu]t[aeio]$")}
# What says nothing, or that it must be so, before a participle: `ha pagato`, `va pagato`. Those with `avere` end in -o.
_AUXILIARIES = {
    "en": ((re.compile(r"(?:has|have|had) \w+ed"), frozenset[str]()),),
    "it": (
        (re.compile(r"(?:ha|hanno|abbia|abbiano) \w{2,}(?:[aeinrsu]t|tt|lt|[aeiou]s|[rs]s)o"), frozenset[str]()),
        (re.compile(r"(?:va|vanno) \w{2,}[aiu]t[aeio]"), frozenset({"=must"})),
    ),
}
_INFINITIVE = re.compile(r"(?:[aei]re|rsi)$")
_LAST_VOWELS = re.compile(r"h?[aeiou]+$")
_NUMBERS = {"en": re.compile(r"(?:e?s|e)$"), "it": _LAST_VOWELS}


# What is said by figures and marks, and how often it has to stand there: one stretch alone may be a ratio, as `2-1`.
_FIGURES = (
    ("=stretches", re.compile(r"\b\d+(?:\s?[-–]\s?|\s(?:or|o)\s)\d+\b"), 2),
    ("=signed", re.compile(r"(?<![\w.,])[-+−–]\d+\b"), 1),
    # What one or a few capitals stand for, as `DR: …`.
    ("=letters", re.compile(r"^\W*[A-ZÀ-Ý]{1,3}\W?\s*[:=–—]\s"), 1),
)
# The same where the words stay what they are: what comes behind a colon, what a thing is of several, what each is
# worth, and capitals that may stand for something.
_SHAPES = (
    ("=capitals", re.compile(r"\b(?![AEIO]\b)[A-Z]{1,3}\b(?! [A-Z]\w)"), 1),
    ("=listing", re.compile(r":\s[^.;:]*,[^.;:]*\b(?:e|ed|o|oppure|and|or)\b"), 1),
    ("=alternatives", re.compile(r"\b(?:è|sono|is|are)\b[^.;:]*,[^.;:]*\b(?:o|oppure|or)\b"), 1),
    ("=values", re.compile(r"[^\W\d_]{3,} (?:of |di )?\d+\b"), 4),
)


@dataclass(frozen=True, slots=True)
class _Index:
    """The phrasings of all recipes in one language, as what they say, and how rare each of that is.

    Attributes:
        phrasings: those of each recipe.
        whole: what all phrasings of each recipe say together.
        weights: how much each of it weighs.
        own: how much a word of the game's own weighs.
        telling: the ideas of the list that one recipe alone has: such a one is not met by chance.
    """

    phrasings: tuple[tuple[frozenset[str], ...], ...]
    whole: tuple[frozenset[str], ...]
    weights: dict[str, float]
    own: float
    telling: frozenset[str]

    def alike(self, one: frozenset[str], other: frozenset[str], named: frozenset[str] = frozenset()) -> float:
        """How much of what `one` asks stands in `other`, and how little besides: a cosine that leans to the former.

        What is `named` of it may be but a name, or alike by its beginning, and counts little where both have it.
        """
        shared = self._length(one & other - named) + NAMED * self._length(one & other & named)
        return shared / (self._length(one) ** ASKED * self._length(other) ** (1 - ASKED)) if shared else 0.0

    def _length(self, said: Iterable[str]) -> float:
        return sum(self.weights.get(one, self.own) ** 2 for one in said)


def found_for(words: str, most: int = 3) -> list[Recipe]:
    """The recipes that speak of what a book says, the closest first; none where it is not told which is meant.

    >>> [one.id for one in found_for("due unità al massimo per esagono", 1)]
    ['stacking']
    >>> found_for("xyzzy"), found_for("the purple elephant sings to the moon")
    ([], [])

    The name of a recipe is answered by it, and so is what it says itself:

    >>> [[one.id for one in found_for(words)] for words in ("may not", "may-not", "Never more than four.")]
    [['may-not'], ['may-not'], ['at-most']]
    """
    if called := [recipe for recipe in recipes() if tuple(_words(words)) in _own_words(recipe)]:
        return called
    ranked = _ranked(words)
    closest, next_to_it = ranked[0][0], ranked[1][0]
    if closest < max(TO_THE_POINT, next_to_it + AHEAD):
        return []
    return [recipe for score, recipe in ranked[:most] if score >= BESIDE_THE_CLOSEST * closest]


def _own_words(recipe: Recipe) -> set[tuple[str, ...]]:
    """The words of a recipe's name, and of each of its phrasings."""
    says = [recipe.id, *(one for language in LANGUAGES for one in recipe.sentence(language).says)]
    return {tuple(_words(one)) for one in says}


def nearest(words: str, most: int = 3) -> list[Recipe]:
    """The recipes that come nearest to a sentence, of which none may speak of it, or more than one."""
    return [recipe for score, recipe in _ranked(words)[:most] if score >= NEAR]


def _ranked(words: str) -> list[tuple[float, Recipe]]:
    """The recipes with how close they come, the closest first."""
    best = {recipe.id: 0.0 for recipe in recipes()}
    for language in _languages_of(words):
        index = _index(language)
        asked = _said(words, language, index.weights)
        named = asked - _said(_without_names(words, language), language, index.weights)
        named |= asked & _other_forms(words, language)
        for recipe, phrasings, whole in zip(recipes(), index.phrasings, index.whole, strict=True):
            closest = max(index.alike(asked, one, named) for one in phrasings)
            score = (closest + TOGETHER * index.alike(asked, whole, named)) / (1 + TOGETHER)
            shared = asked & whole - {PIECE} - named
            few = len(shared) < min(SHARED, len(asked - {PIECE})) and not shared & index.telling
            if few or shared <= ANYTHING:
                score *= BY_CHANCE
            best[recipe.id] = max(best[recipe.id], score)
    return sorted(((best[recipe.id], recipe) for recipe in recipes()), key=lambda pair: -pair[0])


@cache
def _forms(language: str) -> dict[str, frozenset[str]]:
    """The words of all phrasings by their stem, without what tells one from several."""
    forms: dict[str, frozenset[str]] = {}
    for recipe in recipes():
        for word in _words(" ".join(recipe.sentence(language).says)):
            stem = _stem(word, language)
            forms[stem] = forms.get(stem, frozenset()) | {_NUMBERS[language].sub("", without_accents(word))}
    return forms


def _other_forms(text: str, language: str) -> frozenset[str]:
    """The stems of a text that phrasings have of other words alone: of verbs, or of what is but alike by its beginning.

    >>> _other_forms("ogni fata vola", "it"), _other_forms("la forza del carro", "it")
    (frozenset({'fat'}), frozenset())
    """
    forms = _forms(language)
    stems = [(_stem(word, language), _NUMBERS[language].sub("", without_accents(word))) for word in _words(text)]
    return frozenset(stem for stem, bare in stems if stem in forms and bare not in forms[stem])


def _without_names(text: str, language: str) -> str:
    """A text without what it has in capitals amid small letters; whole where all of it has.

    >>> _without_names("Vince chi arriva in Piazza. Chi passa è fuori", "it")
    'Vince chi arriva in . Chi passa è fuori'
    >>> _without_names("Fase di Movimento", "it")
    'Fase di Movimento'
    """
    written = [word for word in re.findall(r"[^\W\d_]+", text) if not is_small(word, language)]
    named = sum(word[:1].isupper() for word in written)
    return _NAME.sub("", text) if named <= len(written) / 2 else text


def _languages_of(words: str) -> list[str]:
    """The language of a sentence by its small words; all where these do not tell."""
    small = {language: sum(is_small(one, language) for one in _words(words)) for language in LANGUAGES}
    most = max(small.values())
    return [language for language, number in small.items() if number == most]


@cache
def _index(language: str) -> _Index:
    texts = [recipe.sentence(language).says for recipe in recipes()]
    phrasings = tuple(tuple(said for one in several if (said := _said(one, language))) for several in texts)
    whole = tuple(frozenset[str]().union(*several) for several in phrasings)
    times = Counter(one for said in whole for one in said)
    weights = {one: log(1 + len(phrasings) / number) for one, number in times.items()}
    telling = frozenset(one for one, number in times.items() if number == 1 and one.startswith("="))
    return _Index(phrasings, whole, weights, OWN_WORD * max(weights.values()), telling)


def _said(text: str, language: str, known: Iterable[str] | None = None) -> frozenset[str]:
    """What the words of a text say; with `known`, what is not in it is a word of the game's own."""
    lexicon = _lexicon(language)
    found: set[str] = set()
    for idea, figures, times in _FIGURES:
        if len(figures.findall(text)) >= times:
            found.add(idea)
            text = figures.sub(" ", text)
    found |= {idea for idea, shape, times in _SHAPES if len(shape.findall(text)) >= times}
    words = _words(text)
    own = False
    at = 0
    while at < len(words):
        ideas, size = lexicon.longest(words[at : at + lexicon.most + BETWEEN])
        if size <= 1 and (helps := _auxiliary(words[at : at + 2], language)) is not None:
            ideas, size = helps, 1
        if size:
            found |= ideas
            at += size
            continue
        word, stem = words[at], _stem(words[at], language)
        at += 1
        if is_small(word, language) or (len(word) == 1 and not word.isdigit()):
            continue
        found.add(NUMBER if stem.isdigit() and int(stem) > 1 else stem)
        own |= known is not None and stem not in known and not stem.isdigit()
    found |= {PIECE} if own else set()
    found |= {whole for parts, whole, other in lexicon.made_of if parts <= found and not found & other}
    return frozenset(found - UNTOLD)


def _auxiliary(words: list[str], language: str) -> frozenset[str] | None:
    """What the first of two words says if it only helps a verb that follows; None if it does not."""
    return next((says for form, says in _AUXILIARIES[language] if form.fullmatch(" ".join(words))), None)


@dataclass(frozen=True, slots=True)
class _Lexicon:
    """What runs of words say in one language.

    Attributes:
        runs: the ideas of each run, as it is written, by the stems of several, and by those of what is not small of it.
        alone: the words that are listed alone, by their stem, and the idea of each.
        most: how many words the longest has.
        made_of: ideas that are said by several together, unless one of others is said too: to throw, and once more, is
            to throw again, and what may not be is banned, but for what is only too much.
    """

    language: str
    runs: dict[str | tuple[str, ...], frozenset[str]]
    alone: dict[str, tuple[tuple[str, str], ...]]
    most: int
    made_of: tuple[tuple[frozenset[str], str, frozenset[str]], ...]

    def longest(self, words: list[str]) -> tuple[frozenset[str], int]:
        """What the longest run at the beginning of some words says, and how many of them it takes; nothing if none is.

        The form that is listed comes before others: `porto` is no form of `portare`. Small words may stand between
        those of a run: `repeat the throw` is `repeat a throw`.
        """
        stems = [_stem(word, self.language) for word in words]
        for size in range(len(words), 0, -1):
            if ideas := self.runs.get(" ".join(words[:size])) or self.runs.get(tuple(stems[:size])):
                return ideas, size
            if size == 1:
                listed = self.alone.get(stems[0], ())
                ideas = frozenset(idea for one, idea in listed if _is_form(words[0], one, self.language))
                return ideas, int(bool(ideas))
            if not is_small(words[0], self.language) and not is_small(words[size - 1], self.language):
                kept = _without_small(words[:size], self.language)
                if len(kept) > MARKED and (ideas := self.runs.get(kept)):
                    return ideas, size
        return frozenset(), 0


def _without_small(words: list[str], language: str) -> tuple[str, ...]:
    """The stems of those words that are not small, behind a mark that tells them from a run without any."""
    return ("", *(_stem(word, language) for word in words if not is_small(word, language)))


@cache
def _lexicon(language: str) -> _Lexicon:
    told = tomllib.loads((Path(__file__).parent / "cookbook_words.toml").read_text("utf-8"))
    runs: dict[str | tuple[str, ...], frozenset[str]] = {}
    alone: dict[str, tuple[tuple[str, str], ...]] = {}
    most = 0
    for idea, forms in told.items():
        for form in forms[language]:
            words = _words(form)
            most = max(most, len(words))
            keys: list[str | tuple[str, ...]] = [" ".join(words)]
            stems = tuple(_stem(word, language) for word in words)
            if len(words) > 1:
                keys.append(stems)
            else:
                alone[stems[0]] = (*alone.get(stems[0], ()), (words[0], f"={idea}"))
            if len(kept := _without_small(words, language)) > MARKED:
                keys.append(kept)
            for key in keys:
                runs[key] = runs.get(key, frozenset()) | {f"={idea}"}
    made_of = (
        (frozenset(f"={one}" for one in parts), f"={idea}", frozenset(f"={one}" for one in forms.get("unless", ())))
        for idea, forms in told.items()
        for parts in forms.get("of", ())
    )
    return _Lexicon(language, runs, alone, most, tuple(made_of))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


def _is_form(word: str, listed: str, language: str) -> bool:
    """Whether a word is a form of one of the list whose stem it has: a verb has many, others have few.

    The forms of a participle are participles, and those of a noun have another vowel at their end:

    >>> [_is_form(word, "avanzato", "it") for word in ("avanzata", "avanzati", "avanza", "avanzano")]
    [True, True, False, False]
    >>> [_is_form(word, "sale", "it") for word in ("sali", "salita")], _is_form("salita", "salire", "it")
    ([True, False], True)
    >>> _is_form("advances", "advanced", "en"), _is_form("advanced", "advance", "en")
    (False, True)
    """
    participle = _PARTICIPLES[language]
    if participle.search(listed):
        return bool(participle.search(word))
    if language == "en" or _INFINITIVE.search(listed):
        return True
    return _LAST_VOWELS.sub("", without_accents(word)) == _LAST_VOWELS.sub("", without_accents(listed))


def _stem(word: str, language: str) -> str:
    """A word without its ending; what is left of one letter twice, or of `ch` and `gh`, is one letter.

    >>> _stem("stopped", "en"), _stem("carries", "en"), _stem("carichi", "it")
    ('stop', 'cary', 'caric')

    A noun and its verb meet, also where the stem ends like an imperfect:

    >>> [_stem(word, "it") for word in ("arrivo", "arriva", "arrivano", "arrivare")]
    ['ariv', 'ariv', 'ariv', 'ariv']
    >>> [_stem(word, "it") for word in ("attiva", "attivare", "riceva", "ricevere", "attaccavano", "attaccare")]
    ['ativ', 'ativ', 'ricev', 'ricev', 'atac', 'atac']
    >>> [_stem(word, "it") for word in ("muoveva", "muovere", "offensiva", "offensive")]
    ['muov', 'muov', 'ofensiv', 'ofensiv']

    So do the forms of a verb in -iare, and those in which a vowel is two:

    >>> [_stem(word, "it") for word in ("cominciare", "comincia", "cominceranno", "iniziato", "inizia")]
    ['cominc', 'cominc', 'cominc', 'iniz', 'iniz']
    >>> [_stem(word, "it") for word in ("ottiene", "ottenere", "conviene", "convenire")]
    ['oten', 'oten', 'conven', 'conven']
    """
    plain = without_accents(word)
    if language == "en":
        plain = re.sub(r"(?<=\w\w)i(?:es|ed)$", "y", plain)
    if ending := _ENDINGS[language].search(plain, STEM):
        plain = plain[: ending.start()]
    if language == "it":
        plain = re.sub(r"ien$", "en", re.sub(r"(?<=\w{3})i$", "", plain))
    return re.sub(r"(?<=[cg])h$", "", re.sub(r"(.)\1", r"\1", plain))
