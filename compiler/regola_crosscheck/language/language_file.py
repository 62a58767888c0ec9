"""The words of a language as its file has them: `words/<language>.toml`. A further language is a further file.

What the desk knows of a language stands there, and nothing that one game alone would say: numbers in words, what
permits and forbids, what announces a reference or an example, the words a cell has for yes and no. A file that does not
have this form is refused with the key that is wrong; `tests/crosscheck/test_languages_as_data.py` reads each of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from regola_dsl.wording import primary_subtag

ModalKind: TypeAlias = Literal["may", "must", "must not", "waived", "exception"]
FOLDER = Path(__file__).parent / "words"
# Whose words are read where a language has no file.
ENGLISH = "en"
_FRAGMENT = re.compile(r"\{([a-z]\w*)\}")


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Number words.

    Args:
        cardinals: what each counts.
        ordinals: what each numbers.
        parts: patterns of halves, doubles and the like, with what each is worth, as `1/2`.
        uncounted: pattern of phrases in which a word that counts elsewhere does not; none if it is empty.
    """

    cardinals: dict[str, int]
    ordinals: dict[str, int]
    parts: dict[str, str]
    uncounted: str = ""


class Patterns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is looked for in sentences; the file says beside each what it is."""

    references: str
    exceptions: str
    negations: str
    losses: str
    limits: str
    beyond: str
    examples: str
    abbreviations: str
    dice: str
    odds: str
    following: str
    results: str
    outcomes: str
    counted: str
    either: str
    definite: str


class Cells(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """What cells of printed tables say, without accents.

    Args:
        or_more: behind a number that is the least.
        or_less: behind one that is the most.
        at_most: before a number that is the most.
        over: before one that is too little.
        at_least: before one that is the least.
        from_: before the lower end of a range.
        to: between its ends.
        yes: how a cell says so.
        no: and its contrary.
        none: and that there is nothing.
        small_words: words that say nothing of what a cell names.
    """

    or_more: str
    or_less: str
    at_most: str
    over: str
    at_least: str
    to: str
    yes: frozenset[str]
    no: frozenset[str]
    none: frozenset[str]
    small_words: str
    from_: str = msgspec.field(name="from")


class ConstructionRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that want a partner (`constructions.py`).

    Args:
        words: their pattern, whose group `word` is what stands without its partner.
        partner: the pattern of the partner; without one the words are wrong by themselves.
        expected: what is most likely missing, or belongs in the place of `word`.
        lost: whether that is missing, or stands as another.
        anywhere: whether the partner may stand anywhere, or before the words alone.
    """

    words: str
    partner: str = ""
    expected: str = ""
    lost: bool = True
    anywhere: bool = False


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which form an article takes before a word (`agreement.py`).

    Args:
        vowel: pattern of words that begin with a vowel.
        heavy: pattern of those before which an article has its longer form; none if it is empty.
        articles: of each a class, a gender and number, and its form before a vowel, before what is heavy, before the
            rest.
        endings: a gender and number, and the pattern of the end of words that have it.
    """

    vowel: str
    articles: tuple[tuple[str, str, str, str, str], ...]
    heavy: str = ""
    endings: tuple[tuple[str, str], ...] = ()


class Beside(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How a sentence is held against one in another language; what is empty there is not.

    Args:
        more: meaning words that are worth reading only there: class, value, pattern.
        not_so: what is read too much into a word there, in the same form.
        even: pattern of what says that even this is so; it may have another meaning beside.
        not_even: the same for not even this.
        ends: where that of which it is said ends.
        whenever: conditions that come and go with a verb.
        denies: exceptions that are a denial there.
        echoes: values of what one denial draws after it, and is none more.
        behind_verb: pattern of what denies behind a verb only beside another denial.
        drawn: pattern of what draws on a denial wherever it stands but at the beginning.
        opens: what may stand before a word of `behind_verb` that denies by itself.
        often: pattern of how often something is done and in what, whose group `word` is the latter.
    """

    more: tuple[tuple[str, str, str], ...] = ()
    not_so: tuple[tuple[str, str, str], ...] = ()
    even: str = ""
    not_even: str = ""
    ends: str = "[.;:()]"
    whenever: frozenset[str] = frozenset()
    denies: frozenset[str] = frozenset()
    echoes: frozenset[str] = frozenset()
    behind_verb: str = ""
    drawn: str = ""
    opens: str = ""
    often: str = ""


class LanguageFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """All words of a language.

    Args:
        decimal: the sign before the decimals of a number.
        yes: how a cell says so.
        no: and its contrary.
        denial: the word whose loss turns a rule round.
        small_words: closed-class words, in small letters.
        articles: what announces a noun, as alternatives of a pattern.
        ties: what stands between the words of one term.
        no_terms: words that are no term, and that none begins or ends with.
        said_twice: words that are said twice on purpose.
        elided: words that lose their end before another word, and are never written by themselves.
        words: words that are missing in the lists that are asked (`spelling.py`).
        places: words that name towns, in small letters.
        shortened: abbreviations in capitals that nobody explains.
        miswritten: short words that are often written wrongly, as patterns, and what is written for each; here capitals
            count.
        measures: what every rulebook counts in, by its English name: one for another is another rule.
        adapted: letters that stand in names of other languages, and are written otherwise in names taken over.
        inside: what says where something is, as alternatives of a pattern; nothing where that is not known.
        beside: how a sentence is held against one in another language.
        modal: what permits, forbids or obliges, tried in this order.
        meanings: meaning words (`meaning.py`): class, value, pattern; the first that fits is taken.
        numbers: number words.
        patterns: what is looked for in sentences.
        cells: what cells of tables say.
        constructions: words that want a partner.
        joined: a preposition and an article that are written as one: the two, and what they become.
        governing: a word, and the preposition that it takes before the word behind it.
        agreement: the forms of articles; none where they have but one.
        fragments: parts of the patterns, of the meanings and of the constructions, by name.
    """

    decimal: str
    yes: str
    no: str
    denial: str
    small_words: str
    articles: str
    ties: str
    no_terms: str
    said_twice: str
    modal: tuple[tuple[ModalKind, str], ...]
    meanings: tuple[tuple[str, str, str], ...]
    numbers: Numbers
    patterns: Patterns
    cells: Cells
    constructions: tuple[ConstructionRow, ...] = ()
    joined: tuple[tuple[str, str, str], ...] = ()
    governing: tuple[tuple[str, str], ...] = ()
    agreement: Agreement | None = None
    measures: dict[str, str] = {}
    adapted: str = ""
    elided: str = ""
    words: str = ""
    places: str = ""
    shortened: str = ""
    miswritten: tuple[tuple[str, str], ...] = ()
    inside: str = ""
    beside: Beside = Beside()
    fragments: dict[str, dict[str, str]] = {}


@cache
def known_languages() -> tuple[str, ...]:
    """The languages that have a file, English behind the others."""
    found = (path.stem for path in FOLDER.glob("*.toml"))
    return tuple(sorted(found, key=lambda code: (code == ENGLISH, code)))


def known_language(language: str) -> str:
    """The language whose file a language (`it`, `en-GB`) is read with: its own, or English."""
    code = primary_subtag(language)
    return code if code in known_languages() else ENGLISH


@cache
def language_file(code: str) -> LanguageFile:
    """The words of a language that has a file."""
    return read_language((FOLDER / f"{code}.toml").read_text("utf-8"))


@cache
def no_terms(language: str) -> frozenset[str]:
    """The words of a language (`it`, `en-GB`) that are no term; of one without a file those of English."""
    return frozenset(language_file(known_language(language)).no_terms.split())


@cache
def said_twice(language: str) -> frozenset[str]:
    """The words that a language says twice on purpose; none of one that nobody has written down."""
    code = primary_subtag(language)
    return frozenset(language_file(code).said_twice.split()) if code in known_languages() else frozenset()


@cache
def more_words(language: str) -> frozenset[str]:
    """The words of a language (`it`, `en-GB`) that lists lack; none of one that nobody has written down."""
    if (code := primary_subtag(language)) not in known_languages():
        return frozenset()
    words = language_file(code)
    return frozenset(words.words.split()) | frozenset(words.elided.split())


@cache
def place_names(language: str) -> frozenset[str]:
    """The names of places in a language, in small letters; none of one that nobody has written down."""
    code = primary_subtag(language)
    return frozenset(language_file(code).places.split()) if code in known_languages() else frozenset()


@cache
def shortened() -> frozenset[str]:
    """The abbreviations that nobody explains, in any language: those of another are left in many a translation."""
    return frozenset(one for code in known_languages() for one in language_file(code).shortened.split())


@cache
def words_of_a_letter(language: str) -> frozenset[str]:
    """The words of a language that have one letter, which are written by themselves: no *l'*."""
    if (code := primary_subtag(language)) not in known_languages():
        return frozenset()
    words = language_file(code)
    return frozenset(one for one in words.no_terms.split() if len(one) == 1) - frozenset(words.elided.split())


def read_language(text: str) -> LanguageFile:
    """The words of a language, each pattern with its fragments in it.

    Raises:
        msgspec.ValidationError: if a key is missing, unknown, or of another kind.
        KeyError: if a fragment is named that there is not.
    """
    raw = msgspec.toml.decode(text, type=LanguageFile)
    patterns, meanings, constructions = (
        raw.fragments.get(name, {}) for name in ("patterns", "meanings", "constructions")
    )
    told = {name: _whole(text, patterns) for name, text in msgspec.structs.asdict(raw.patterns).items()}
    return msgspec.structs.replace(
        raw,
        modal=tuple((kind, _whole(text, patterns)) for kind, text in raw.modal),
        meanings=tuple((kind, value, _whole(text, meanings)) for kind, value, text in raw.meanings),
        patterns=Patterns(**told),
        constructions=tuple(
            msgspec.structs.replace(
                one, words=_whole(one.words, constructions), partner=_whole(one.partner, constructions)
            )
            for one in raw.constructions
        ),
    )


def _whole(text: str, fragments: Mapping[str, str]) -> str:
    """A pattern with what it is made of in the places of the names; a quantifier, `{0,3}`, begins with no letter."""
    return _FRAGMENT.sub(lambda name: fragments[name[1]], text)
