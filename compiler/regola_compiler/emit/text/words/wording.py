"""How a game's own texts use its words: which are names of their own, and which article stands before them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from regola_compiler.emit.text.words.grammar import (
    Gender,
    Noun,
    first_word,
    guessed,
    is_closed,
    language_of,
    without_article,
)
from regola_compiler.ir.tree import (
    Action,
    Clause,
    Definition,
    Enum,
    Ir,
    Modifiers,
    Named,
    Norm,
    Record,
    Scale,
    Table,
    Titles,
    Told,
)

_WORDS = re.compile(r"[\w’'.-]+")
_SHORT = "|".join(
    "il lo la i gli le un uno una del dello della dei degli delle al allo alla ai agli alle dal dallo dalla dai dagli "
    "dalle nel nello nella nei negli nelle sul sullo sulla sui sugli sulle quello quella questo questa nessuna".split()
)
_BEFORE = re.compile(rf"\b(?:({_SHORT})\s+|((?:un|l|dell|all|dall|nell|sull)['’]))([\w-]+)", re.IGNORECASE)
_THE = re.compile(r"(\bthe\s+)?([A-Z][\w-]*)")
# How the endings of articles, alone or joined to a preposition, tell gender and number.
_ENDINGS: tuple[tuple[str, Gender, bool], ...] = (
    ("un'", "f", False),
    ("un’", "f", False),
    ("'", "", False),
    ("’", "", False),
    ("gli", "m", True),
    ("le", "f", True),
    ("a", "f", False),
    ("lo", "m", False),
    ("o", "m", False),
    ("i", "m", True),
    ("el", "m", False),
    ("al", "m", False),
    ("ul", "m", False),
    ("il", "m", False),
    ("un", "m", False),
)


@dataclass
class Wording:
    """The words of a game in one language."""

    ir: Ir
    tag: str

    @property
    def language(self) -> str:
        """The grammar they are said by."""
        return language_of(self.tag)

    def lowered(self, title: str) -> str:
        """A title within a sentence: its capital is kept by abbreviations and names of their own."""
        word = first_word(title)
        kept = word in self._names or any(letter.isupper() or letter.isdigit() for letter in word[1:])
        return title if kept else title[:1].lower() + title[1:]

    def noun(self, title: str) -> Noun:
        """A title as a name within a sentence."""
        if title not in self._nouns:
            self._nouns[title] = self._noun(title)
        return self._nouns[title]

    def _noun(self, title: str) -> Noun:
        bare = without_article(title, self.language)
        text = self.lowered(bare)
        if bare == title and is_closed(title, self.language):
            return Noun(text, plural=False, fixed=True)
        if bare == title and first_word(title) in self._names:
            return Noun(text, "", self.language == "en" and _many_in_english(text), fixed=True)
        if self.language == "en":
            return Noun(text, "", _many_in_english(text))
        gender, plural = self._known(text)
        if bare != title:
            told = _told_by(title[: len(title) - len(bare)].strip().lower())
            gender, plural = told[0] or gender, told[1]
        return Noun(text, gender, plural)

    def articled(self, name: str) -> Noun | None:
        """A name of its own as the texts speak of it, with its article; None if they never do."""
        if first_word(name) not in self._names or any(letter.isdigit() for letter in name):
            return None
        if self.language == "en":
            with_the, without = self._the[True, first_word(name)], self._the[False, first_word(name)]
            return Noun(name, fixed=with_the <= without) if with_the + without else None
        found = self._before(first_word(name))
        if not found:
            return None
        gender, plural = found.most_common(1)[0][0]
        guess = guessed(name[:1].lower() + name[1:].lower())
        return Noun(name, gender or guess[0], plural)

    # --- what the texts say ---

    @cached_property
    def _nouns(self) -> dict[str, Noun]:
        return {}

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(_texts(self.ir, self.tag))

    @cached_property
    def _names(self) -> frozenset[str]:
        """The words that have a capital even where no sentence begins."""
        seen: Counter[str] = Counter()
        for text in self._texts:
            words = _WORDS.findall(text)
            seen.update(part for word in words[1:] for part in re.split(r"['’]", word)[-1:])
        seen.update(_alike(self.ir))
        return frozenset(word for word in seen if word[:1].isupper() and len(word) > 1 and not seen[word.lower()])

    def _known(self, text: str) -> tuple[Gender, bool | None]:
        """Gender and number by the articles before the first word of a name, else by its ending."""
        gender, plural = guessed(text)
        found = self._before(first_word(text))
        votes = Counter[Gender]()
        for (seen, _), times in found.items():
            votes[seen] += times
        del votes[""]
        if votes:
            gender = votes.most_common(1)[0][0]
        numbers = {number for _, number in found}
        if plural is None and gender == "m":
            plural = False
        elif plural is None and len(numbers) == 1:
            plural = numbers.pop()
        return gender, plural

    def _before(self, word: str) -> Counter[tuple[Gender, bool]]:
        return self._articles.get(word.lower(), Counter())

    @cached_property
    def _articles(self) -> dict[str, Counter[tuple[Gender, bool]]]:
        found: dict[str, Counter[tuple[Gender, bool]]] = {}
        for text in self._texts:
            for full, elided, word in _BEFORE.findall(text):
                known = _told_by((full or elided).lower())
                found.setdefault(word.lower(), Counter())[known] += 1
        return found

    @cached_property
    def _the(self) -> Counter[tuple[bool, str]]:
        found: Counter[tuple[bool, str]] = Counter()
        for text in self._texts:
            for match in _THE.finditer(text):
                if match.start() or match[1]:
                    found[bool(match[1]), match[2]] += 1
        return found


def _told_by(article: str) -> tuple[Gender, bool]:
    return next((gender, plural) for ending, gender, plural in _ENDINGS if article.endswith(ending))


def _many_in_english(text: str) -> bool | None:
    """Whether an English name is many, by the word before its first preposition."""
    head = re.split(
        r"\s(?:of|in|on|at|to|for|from|with|that|the|which|left|by|between|among|under|over|against|beside|who|whose|when|where)\b|,",
        text,
        maxsplit=1,
    )[0]
    words = head.split() or [""]
    return any(
        word.endswith("s") and not word.endswith(("ss", "us", "is", "’s", "'s")) for word in (words[0], words[-1])
    )


def _texts(ir: Ir, tag: str) -> Iterator[str]:
    def of(item: Told) -> Iterator[str]:
        if tag in item.texts:
            yield item.texts[tag]
        yield from item.more.get(tag, ())

    for item in (*ir.functions, *ir.facts, *ir.rules, *ir.types, *ir.examples, *ir.errata, *ir.assumptions):
        yield from of(item)
        for part in _parts(item):
            yield from of(part)
    for titles in _labels(ir):
        if tag in titles:
            yield titles[tag]


def _alike(ir: Ir) -> Iterator[str]:
    """The first words of labels that are the same in all languages: names of places, most of them."""
    for titles in _labels(ir):
        if len(titles) > 1 and len(set(titles.values())) == 1:
            yield first_word(next(iter(titles.values())))


def _labels(ir: Ir) -> Iterator[Titles]:
    for item in (*ir.functions, *ir.facts):
        yield from (parameter.texts for parameter in item.parameters)
        if isinstance(item, Table):
            yield from item.output_texts.values()


def _parts(item: Named) -> Iterator[Told]:
    match item:
        case Enum() | Scale():
            yield from item.members
        case Record():
            yield from item.fields
        case Action():
            yield from item.guards
            for norm in item.norms:
                yield from _below(norm)
        case Definition():
            yield from _below(item.body)
        case Modifiers():
            yield from item.lines
        case _:
            pass


def _below(part: Norm | Clause) -> Iterator[Told]:
    yield part
    for inner in part.exceptions:
        yield from _below(inner)
