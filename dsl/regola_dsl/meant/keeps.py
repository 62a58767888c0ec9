"""What no proposal may do: throw away what was written. And what a proposal may not name: what nobody has declared.

A line that can be read again is not yet the line that was meant. So a proposal keeps each number, each `not` and each
name that is known; words become one name only where a name is declared, and never the words of a condition; and what
is turned into a remark is prose. Where the other declarations are known too, a line that names only what they know
comes before one that does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cache, cached_property, lru_cache

from regola_dsl.declarations import KINDS
from regola_dsl.meant.instead import ARTICLES, NUMBERS, REMARKS
from regola_dsl.meant.remembered import digest
from regola_dsl.parsing.printed import LANGUAGE
from regola_dsl.parsing.remarks import parted
from regola_dsl.parsing.words import keywords
from regola_dsl.records import dataclass

_TEXT = re.compile(LANGUAGE + r'"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*"?|@[\w./\-]+(?:, [\d.]+)*')
_WORD = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"\d+")
# Of a die, how often it is thrown: once goes without saying.
_ONCE = re.compile(r"\b1(?=[dD]\d)|\b1(?=[,;] ?\d+\))|\b1(?:\.\.|-)(?=\d)")
_NOT = re.compile(r"\b(?:not|never|cannot|neither|nor)\b|n['’]t\b|!|≠|¬|∉|<>|\bno (?!more|less|fewer|later|earlier)")
_SHORT = re.compile(r"(?:n['’]t|['’]s)\b")
_DOUBLE = re.compile(r"\b(?:not|no) (?=(?:more|less|fewer|greater|higher|lower|later|earlier|above|below)\b)")
_DENIES = re.compile(r"\bnot\b|\bno\b|!|\bunless\b|\bforbidden\b|\bnever\b|\bonly\b|\bun\w+|<|>")
# Words that make a sentence, so that a name of several words is none of these.
_SENTENCE = frozenset(
    "when if unless may must should shall can cannot not where until while because then else whenever"
    " has have becomes gains loses leaves each every".split()
)
# Words that begin a line or a clause, and that nobody calls a thing by: a name that begins so was no name.
_NO_NAMES = frozenset(
    "each every effect except repeat state phase roll let when unless if else then requires pays limit"
    " for until".split()
)
_EFFECT_ALONE = re.compile(rf"\beffect (?:(?:{'|'.join(sorted(_NO_NAMES))})$|(?:forbidden|allowed|required)\b)")
# What joins a name to the word before it, and so begins none.
_PREPOSITIONS = frozenset("of for from to with by".split())
_DIE = re.compile(r"\bd\d")
# The number of a phase, before its name.
_PLACE = re.compile(r"\b(phase|step|stage|round) +\d+[:.,)]?(?= +[a-z])")
_NUMBERED = re.compile(r"^ *\d+[.):,] (?=[a-z])")
# A value of several words; and a record, a piece or a place as it is named or put up.
_VALUES = re.compile(LANGUAGE + r'"[^"]*"|"([^"\\\n]+)"')
_NAMED_BY_LET = re.compile(r"^ *let \w+ = (\w+)\(")
_PUT_UP = re.compile(r"^ *with \w+: (\w+)")
# A value with its type before it, as programs write it.
_QUALIFIED = re.compile(r"\b[A-Z]\w*(?:::|\.)(?=[a-z]\w*\b(?!\())")
# A half as a share, where the language says `half`.
_HALF = re.compile(r"\b(?:50 ?%|0[.,]5\b|1/2\b)")
_QUOTED = re.compile(r': "([a-z]\w*)"')
_CALLED = re.compile(r"(?<!\w)([^\W\d]\w*+)\(")
_FIELD = re.compile(r"\.([^\W\d]\w*)")
_FIELDS = re.compile(r"^ +(?:state +)?([^\W\d]\w*):|[(,] *([^\W\d]\w*):", re.MULTILINE)
# What stands behind these is a name that is made there; `also after` names what there is.
_MAKE = tuple(kind for kind in KINDS if kind != "also")
_MADE = re.compile(
    rf"(?:^(?:{'|'.join(_MAKE)})|\b(?:exception|phase|roll|let|any|all|no|count|those|for|among|each|into|draw"
    r"|where(?! (?:possible|any|all|no|count|those)\b))|^ *[+-](?:\d+|\([^()]*\)))"
    r" ([^\W\d]\w*)"
)
# What something is compared with, and no brackets behind it.
_COMPARED = re.compile(r"\b(?:is|is not|not) ([a-z]\w*)\b(?![\w(.])")
_LESS = frozenset("less fewer lower below earlier before under".split())
_OR_MORE = re.compile(
    rf"\bis (\d+) or (more|higher|greater|larger|above|later|after|over|up|{'|'.join(sorted(_LESS))})\b"
)
_ALL_OTHERS = re.compile(r"(?<=[,{] )(?:default|else|_|others?|all others): ?")
_CAPITALS = re.compile(r"\b(?:MAX|MIN|ABS|Max|Min|Abs)(?=\()|\b(?:None|True|False|NONE|TRUE|FALSE|NULL)\b(?!\()")
# Conditions where values stand in braces, with commas between them.
_CONDITIONS = re.compile(r"\{[^{}:=|>]* (?:or|and) [^{}:=|>]*\}")
# Signs that begin a remark wherever they stand, and are no arithmetic.
_REMARKS_FOR_SURE = ("//", "/*")
# What the language itself knows, without brackets declared.
_OWN = frozenset("min max abs".split())


@dataclass(frozen=True, slots=True)
class Misfit:
    """A place where a declaration as proposed goes wrong: its line, counted from its first as 0, and its columns.

    What goes wrong in another declaration has the line -1; `missing` is the name that nothing declares, if it is that.
    """

    line: int = -1
    column: int = 0
    end_column: int = 0
    missing: str = ""


# Of a declaration as a text what would be wrong if it stood there; None where nobody knows.
Fits = Callable[[str], "tuple[Misfit, ...] | None"]


@dataclass(frozen=True, slots=True)
class Known:
    """What declarations name.

    Attributes:
        words: All words that stand in them.
        called: What is named with brackets behind it, and can be.
        fields: What pieces, places, records and tables have.
        pieces: The types of pieces and places: what is put up, and never named by `let`.
        quoted: What stands there in quotation marks and is no text of a language: values of several words.
        texts: The declarations themselves.
        misfits: What would be wrong with this declaration, written otherwise, if that can be tried.
        missed: What declarations ask for, and none declares as this one stands.
        above: The declaration that stands above it in its file.
        below: The one in the line below it.
        key: Stands for all of this, what `misfits` rests on among it: what is worked out is remembered by it. Without
            one nothing is remembered.
    """

    words: frozenset[str]
    called: frozenset[str]
    fields: frozenset[str]
    pieces: frozenset[str] = frozenset()
    quoted: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    misfits: Fits | None = field(default=None, compare=False)
    missed: frozenset[str] = frozenset()
    above: str = ""
    below: str = ""
    key: str = ""

    @property
    def named(self) -> frozenset[str]:
        """The words without single letters: those stand for something in their own declaration alone."""
        return frozenset(word for word in self.words if len(word) > 1)


class Names:
    """What all declarations of a game name, to be asked without the one that cannot be read."""

    def __init__(self, texts: Iterable[str]) -> None:
        """Read the declarations, each as a text."""
        self._counts: tuple[Counter[str], ...] = tuple(Counter() for _ in range(5))
        self._texts = tuple(texts)
        for text in self._texts:
            for count, names in zip(self._counts, _named_in(text), strict=True):
                count.update(names)
        self._all = tuple(map(frozenset, self._counts))
        self._key = digest(*self._texts)

    def without(
        self,
        text: str,
        misfits: Fits | None = None,
        beside: tuple[str, str] = ("", ""),
        resting: str = "",
        missed: frozenset[str] = frozenset(),
    ) -> Known:
        """What the others name.

        Args:
            text: The declaration that is left out.
            misfits: What would be wrong with one of another text in its place.
            beside: Which stands above it, and which below.
            resting: What `misfits` rests on besides all declarations, and which names are `missed`.
            missed: What is asked for, and declared by none as it stands.
        """
        words, called, fields, pieces, quoted = (
            every - {name for name in own if count[name] == 1}
            for every, count, own in zip(self._all, self._counts, _named_in(text), strict=True)
        )
        others = tuple(other for other in self._texts if other != text)
        key = digest(self._key, beside, resting)
        return Known(words, called | _OWN, fields, pieces, quoted, others, misfits, missed, *beside, key)


@lru_cache(maxsize=20_000)
def _named_in(text: str) -> tuple[frozenset[str], ...]:
    """The words of a declaration, and the rest of what `Known` knows, in its order."""
    plain = _TEXT.sub(" ", text)
    words = _WORD.findall(plain)
    types = words[1:2] if text.startswith(("record ", "piece ", "place ", "enum ")) else []
    fields = {name for pair in _FIELDS.findall(plain) for name in pair if name} | {*_FIELD.findall(plain)}
    pieces = types if text.startswith(("piece ", "place ")) else []
    quoted = _quoted(text)
    return tuple(map(frozenset, (words, [*_CALLED.findall(plain), *types], fields, pieces, quoted)))


def keeps(old: str, new: str, others: Iterable[str] = (), known: Known | None = None) -> bool:
    """Whether a line as proposed still says all that a line says.

    Args:
        old: The line as it stands.
        new: As it would stand.
        others: The other lines of its declaration: what they name is known.
        known: The other declarations, if they are.
    """
    change = _Change(old, new, tuple(others), known)
    return not any(spoils(change) for spoils in _SPOILS)


class _Change:
    """A line as it stands and as it would stand, and the words of both; what is asked of it is worked out once."""

    def __init__(self, old: str, new: str, others: tuple[str, ...], known: Known | None) -> None:
        self.old, self.new, self.others, self.known = old, new, others, known

    @cached_property
    def named(self) -> set[str] | frozenset[str]:
        """What the other lines of the declaration, and the other declarations, name."""
        here = {word for line in self.others for word in words_of(line)}
        return here | (self.known.named if self.known else frozenset())

    @cached_property
    def was(self) -> str:
        """What the line says as it stands."""
        return _QUALIFIED.sub("", _plain(_said(self.old, self.new)))

    @cached_property
    def now(self) -> str:
        """What it would say."""
        return _plain(self.new)

    @cached_property
    def words(self) -> list[str]:
        """The words it has."""
        return _WORD.findall(_SHORT.sub(" ", self.was))

    @cached_property
    def left(self) -> list[str]:
        """The words it would have."""
        return _WORD.findall(self.now)

    @cached_property
    def merged(self) -> list[str]:
        """The names of several words that it would have, and has not."""
        return [name for name in self.left if "_" in name and name not in self.words]

    @cached_property
    def parts(self) -> list[str]:
        """The words of these names."""
        return [part for name in self.merged for part in name.split("_")]


def _hides_a_rule(one: _Change) -> bool:
    """What becomes a remark is none."""
    return not _is_prose(one.old, one.new, one.named)


def _loses_a_number(one: _Change) -> bool:
    return not _keeps_numbers(one.old, one.new)


def _is_put_up_wrongly(one: _Change) -> bool:
    """A piece is named by `let`, or a record put up, which its own words do not."""
    if one.known is None:
        return False
    let, put = _NAMED_BY_LET.match(one.new), _PUT_UP.match(one.new)
    if let and let[1] in one.known.pieces:
        return True
    return bool(put and put[1] not in one.known.pieces and not one.old.lstrip().startswith("with "))


def _quotes_unknown(one: _Change) -> bool:
    """Several words are put in quotation marks that nobody else has there: those are no value."""
    if one.known is None:
        return False
    made = _quoted(one.new) - _quoted(one.old)
    return any(" " in value and value not in one.known.quoted for value in made)


def _makes_a_condition(one: _Change) -> bool:
    return _CONDITIONS.search(one.now) is not None and _CONDITIONS.search(one.was) is None


def _denies_no_more(one: _Change) -> bool:
    denied = _NOT.search(_DOUBLE.sub("", one.was))
    return denied is not None and _DENIES.search(" ".join([one.now, *one.parts])) is None


def _merges_a_sentence(one: _Change) -> bool:
    """Words that make a sentence become a part of a name."""
    known = one.known.words if one.known else frozenset()
    parts = [part for name in one.merged if name not in known for part in name.split("_")]
    return (
        not _SENTENCE.isdisjoint(parts)
        or ("is" in one.parts and "is" not in one.words)
        or any(name.split("_", 1)[0] in _PREPOSITIONS for name in one.merged)
    )


def _calls_by_a_keyword(one: _Change) -> bool:
    """A word of the language becomes a name, or begins one."""
    made = _MADE.findall(one.now.replace("from all but ", ""))
    return (
        any((name in keywords() and name not in one.words) or name in _NO_NAMES for name in made)
        or any(name.split("_", 1)[0] in _NO_NAMES for name in one.merged)
        or _EFFECT_ALONE.search(one.now) is not None
    )


def _merges_what_is_known(one: _Change) -> bool:
    """In a list of names, or where an action says by whom it is done, several that others name become one."""
    known = one.known
    listed = one.new.startswith("action ") or any(line.startswith(("enum ", "scale ")) for line in one.others)
    if known is None or not listed:
        return False
    return any(_are_known(name, known) for name in one.merged)


def _loses_a_name(one: _Change) -> bool:
    kept = {*_WORD.findall(one.new), *one.parts}
    kept |= {word.lower() for word in kept}
    lost = [word for word in one.words[0 if one.words[:1] == one.left[:1] else 1 :] if word not in kept]
    return any(word in one.named and word not in _small() and word.lower() not in kept for word in lost)


def _calls_unknown(one: _Change) -> bool:
    """Something is asked with brackets that nobody else asks so."""
    had = _SHORT.sub(" ", one.was)
    new_calls = {*_CALLED.findall(one.now)} - {*_CALLED.findall(had), *_MADE.findall(one.now)}
    return any(name in ARTICLES or (one.known is not None and name not in one.known.called) for name in new_calls)


# What a proposal may do that its author did not say, the cheapest to ask first.
_SPOILS = (
    _hides_a_rule,
    _loses_a_number,
    _is_put_up_wrongly,
    _quotes_unknown,
    _makes_a_condition,
    _denies_no_more,
    _merges_a_sentence,
    _calls_by_a_keyword,
    _merges_what_is_known,
    _loses_a_name,
    _calls_unknown,
)


def _quoted(text: str) -> set[str]:
    """What stands in quotation marks without a language before it."""
    return {value for value in _VALUES.findall(text) if value}


def _keeps_numbers(old: str, new: str) -> bool:
    """Whether each number is still there; that of a phase, which says no more than its place does, need not be."""
    old = _PLACE.sub(
        r"\1 ", _NUMBERED.sub("", old) if "phase " in new or _NUMBERED.sub("", old).strip() == new.strip() else old
    )
    if "half" in new or "/ 2" in new:
        old = _HALF.sub("", old)
    was, now = _NUMBER.findall(_ONCE.sub("", old) if _DIE.search(new) else old), _NUMBER.findall(new)
    return not Counter(was) - Counter(now) or "".join(was) in "".join(now)


def names_unknown(old: str, new: str, others: Iterable[str], known: Known) -> bool:
    """Whether a line names what neither its declaration nor any other does."""
    now = _plain(new)
    here = {word for line in others for word in words_of(line)}
    if any("_" in name and name not in known.words and name not in old for name in _WORD.findall(now)):
        return True
    here |= {*_MADE.findall(now)}
    if any(word not in known.words and word not in here and word not in _small() for word in _WORD.findall(now)):
        return True
    if _COMPARED.findall(now) != _COMPARED.findall(_plain(old)) and any(
        name in known.called and name not in known.quoted for name in _COMPARED.findall(now)
    ):
        return True
    fresh = {*_FIELD.findall(now)} - {*_FIELD.findall(_plain(old))}
    return any(name in known.called or name not in known.words for name in fresh - known.fields)


def in_digits(text: str, others: Iterable[str], known: Known | None) -> str:
    """A line with numbers for the words for numbers that nothing is called by."""
    named = {word for line in others for word in _WORD.findall(line)} | (known.words if known else frozenset())
    if '"' in text or "|" in text:
        return text
    return _WORD.sub(lambda word: NUMBERS.get(word[0], word[0]) if word[0] not in named else word[0], text)


def in_small(text: str) -> str:
    """A line with what stands in capitals elsewhere in small letters, and with signs for `is 3 or more`."""
    text = _OR_MORE.sub(lambda found: f"{'<=' if found[2] in _LESS else '>='} {found[1]}", text)
    text = _CAPITALS.sub(lambda found: found[0].lower(), text)
    return _ALL_OTHERS.sub("otherwise: ", text) if "match " in text else text


def unquoted(text: str, known: Known | None) -> str:
    """A line with the names that are known in quotation marks without them, where a fact is given its value."""
    if known is None:
        return text
    return _QUOTED.sub(lambda found: f": {found[1]}" if found[1] in known.words else found[0], text)


def _are_known(merged: str, known: Known) -> bool:
    """Whether a name out of several words is used nowhere, and its words are, each for itself."""
    return merged not in known.words and all(part in known.words for part in merged.split("_") if part not in _small())


def _said(old: str, new: str) -> str:
    """A line without what a proposal makes its remark, if that was one elsewhere: nothing is denied in a remark."""
    said, made = parted(new)
    return old[: len(said)] if made and old.startswith(_REMARKS_FOR_SURE, len(said)) else old


def _plain(line: str) -> str:
    """A line without its remark, its texts and its sections."""
    return _TEXT.sub(" ", parted(line)[0])


def made_in(line: str) -> list[str]:
    """The names that a line makes.

    >>> made_in("  roll sky: d6"), made_in("  c may only stow when l <= most")
    (['sky'], [])
    """
    return _MADE.findall(_plain(line))


def words_of(line: str) -> list[str]:
    """The words of a line without its remark, its texts and its sections."""
    return _WORD.findall(_plain(line))


def _is_prose(old: str, new: str, named: set[str] | frozenset[str]) -> bool:
    """Whether what becomes a remark is one: prose, behind a sign that stands for remarks elsewhere."""
    said, made = parted(new)
    had = parted(old)[1]
    remark, place = made[1:].strip(), len(said)
    if not made or not said.strip() or (had and had[1:].strip() == remark):
        return True
    sign = next((sign for sign in REMARKS if old.startswith(sign, place)), "")
    if sign == "%" and old[:place].rstrip()[-1:].isdigit():
        return False  # a share
    if sign in _REMARKS_FOR_SURE:
        return re.fullmatch(r"\d[\w.]*", remark) is None and remark not in named
    words = _WORD.findall(remark)
    return (
        sign != "*"
        and re.fullmatch(r"[^\d()\[\]{}<>=+*/@|]*", remark) is not None
        and (len(words) > 1 or not named & {*words})
    )


@cache
def _small() -> frozenset[str]:
    """Words that are no names: those of the language, and articles."""
    return frozenset(keywords()) | ARTICLES | {*NUMBERS} | frozenset("to of for at on a an in ratios".split())
