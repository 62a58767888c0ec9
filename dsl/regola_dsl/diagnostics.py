"""Findings: what the tool says about a text, and where.

A user's mistake is a `Diagnostic`, never an exception. Every code is registered once, next to
the thing that reports it, and has a page that `regola explain` prints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import Enum, Flag, auto
from functools import lru_cache
from typing import NamedTuple

from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import Said, enumerated, later, localized, say, say_number


class Severity(Enum):
    """How much a finding weighs: only errors make a command fail."""

    ERROR = "error"
    WARNING = "warning"


class Ground(Flag):
    """What a finding is drawn from besides the lines it stands at: what is wrong with that takes it away.

    Attributes:
        ABSENCE: that something is not there, whose declaration may only not have been understood.
        PLAY: what comes about in play, where one deed depends on others by the facts they change.
        EXAMPLE: what an example comes to.
        START: what play starts with, which files of data say.
        DATA: a file of data, held against the rules.
        FINDINGS: what else is found.
    """

    ABSENCE = auto()
    PLAY = auto()
    EXAMPLE = auto()
    START = auto()
    DATA = auto()
    FINDINGS = auto()


NO_GROUND = Ground(0)
# Behind so many, a file is taken for no rules at all.
MAX_FINDINGS = 2_000


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. `number` is never reused; `slug` is what people write; `ground` is what it is drawn from."""

    number: str
    slug: str
    title: str
    severity: Severity = Severity.ERROR
    ground: Ground = NO_GROUND


@dataclass(frozen=True, slots=True)
class Label:
    """A place that belongs to a finding, and what stands there; `subject` where it is about that as well."""

    span: Span
    text: str
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """A position that shows the finding, replayed before it is shown.

    `given` are the facts that matter, as the game writes them; `example` is ready to paste.
    """

    given: tuple[tuple[str, str], ...]
    answer: str
    example: str


class Missing(NamedTuple):
    """What nothing declares: as what it was named, its name, and what it would belong to, if that is anything.

    The value `clam` of the enum `Weather` is `Missing("value", "clam", "Weather")`. Of a name that stands where
    something of a type is asked for, `fit` is that type.
    """

    kind: str
    name: str
    owner: str = ""
    fit: str = ""


class Fix(NamedTuple):
    """What to write in place of what stands in `span`, as an editor does it: exact, blanks and line ends and all."""

    span: Span
    text: str

    def written(self, text: str) -> str:
        r"""A file's text with it.

        >>> Fix(Span("", 1, 3, 2, 2), "?").written("ab c\nde")
        'ab?e'
        """
        lines = text.split("\n")
        first, last = self.span.line - 1, self.span.end_line - 1
        whole = lines[first][: self.span.column - 1] + self.text + lines[last][self.span.end_column - 1 :]
        return "\n".join([*lines[:first], whole, *lines[last + 1 :]])


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: a message, the place, the other places, and one thing to do.

    `subject` is the declaration it is about, and which part of it, from the outside in: `ring.joy` is the rule `joy`
    of the action `ring`, `toll.foggy` an exception of `toll`, `turn.dawn` a phase of `turn`. It is empty where a
    finding is about no declaration. `missing` is what nothing declares. `mends` is where the change stands that was
    tried and mends it, in a declaration that may be wrong besides. `fixes` are the changes that were tried and that its
    help tells of, the likeliest first: each of them alone mends it.
    """

    code: Code
    message: str
    span: Span
    label: str = ""
    related: tuple[Label, ...] = ()
    help: str = ""
    notes: tuple[str, ...] = ()
    witness: Witness | None = None
    severity: Severity | None = None
    subject: str = ""
    missing: Missing | None = None
    mends: Span | None = None
    fixes: tuple[Fix, ...] = ()

    def moved(self, move: Callable[[Span], Span]) -> Diagnostic:
        """The finding with all its places elsewhere."""
        related = tuple(replace(label, span=move(label.span)) for label in self.related)
        mends = None if self.mends is None else move(self.mends)
        fixes = tuple(fix._replace(span=move(fix.span)) for fix in self.fixes)
        return replace(self, span=move(self.span), related=related, mends=mends, fixes=fixes)

    def is_about(self, name: str) -> bool:
        """Whether a declaration, or a part of one, is what the finding is about, or lies within that.

        >>> from regola_dsl.source import NOWHERE
        >>> found = Diagnostic(Code("R000", "a-slug", "a title"), "a message", NOWHERE, subject="ring.joy")
        >>> found.is_about("ring"), found.is_about("joy"), found.is_about("jo")
        (True, True, False)
        """
        wanted = _path(name)
        return any(wanted in _path(subject) for subject in (self.subject, *(label.subject for label in self.related)))

    @property
    def names(self) -> frozenset[str]:
        """The names it is about: of what is missing and whose it would be, or else of the innermost part it is about.

        >>> from regola_dsl.source import NOWHERE
        >>> code = Code("R000", "a-slug", "a title")
        >>> sorted(Diagnostic(code, "a message", NOWHERE, missing=Missing("field", "rig", "Ship")).names)
        ['Ship', 'rig']
        >>> sorted(Diagnostic(code, "a message", NOWHERE, subject="ring.joy").names)
        ['joy']
        """
        if self.missing is None:
            return frozenset({self.subject.rpartition(".")[2]} - {""})
        return frozenset({*self.missing.name.split("."), self.missing.owner} - {""})

    @property
    def weight(self) -> Severity:
        """The severity of this finding: its own, or else its code's."""
        return self.severity or self.code.severity

    @property
    def as_shown(self) -> Diagnostic:
        """The same in the language that messages are shown in, ready to be written (`regola_dsl.wording`)."""
        return replace(
            self,
            message=localized(self.message),
            label=localized(self.label),
            related=tuple(replace(label, text=localized(label.text)) for label in self.related),
            help=localized(self.help),
            notes=tuple(localized(note) for note in self.notes),
        )


def _path(subject: str) -> str:
    """A subject with its parts between dots, the phases of a way (`dawn/weather`) too."""
    return f".{subject.replace('/', '.')}."


def counted(number: int, one: str, many: str | None = None) -> Said:
    """A number with its noun.

    >>> counted(1, "row"), counted(2, "row"), counted(0, "erratum", "errata")
    ('1 row', '2 rows', '0 errata')
    """
    return say_number(f"{{number}} {one}", f"{{number}} {many or f'{one}s'}", number)


# How the last two of several names are joined.
_JOINED = {"and": later("{names} and {last}"), "or": later("{names} or {last}")}


def name_list(names: Iterable[str], last: str, most: int = 8) -> str:
    """Names in backquotes, the last two joined by a word; of very many the first, and how many more there are.

    >>> name_list(["calm", "rough"], "or"), name_list("abcdefghij", "or", most=3)
    ('`calm` or `rough`', '`a`, `b`, `c` or 7 more')
    """
    quoted = [f"`{name}`" for name in names]
    if len(quoted) > most + 1:
        quoted = [*quoted[:most], say_number("{number} more", "{number} more", len(quoted) - most)]
    return in_a_row(quoted, last)


def in_a_row(texts: Sequence[str], last: str) -> str:
    """Texts in a row, the last two joined by a word, each translated with the whole.

    >>> in_a_row(["`calm` (1.2)", "`rough`"], "and")
    '`calm` (1.2) and `rough`'
    """
    if len(texts) == 1:
        return texts[0]
    return say(_JOINED[last], names=enumerated(texts[:-1], ", "), last=texts[-1])


def with_each(texts: Sequence[str], word: str) -> str:
    """Texts in a row with a word between each two, translated with the whole.

    >>> with_each(["1 or less", "4", "6"], "or")
    '1 or less or 4 or 6'
    """
    told, *others = texts
    for other in others:
        told = say(_JOINED[word], names=told, last=other)
    return told


def chained(names: Sequence[str], two: str, further: str) -> Said:
    """Names in a chain, by the template for the first two and that for a chain and what comes after it.

    >>> chained(["a", "b", "c"], "{one} asks {other}", "{chain} asks {next}")
    '`a` asks `b` asks `c`'
    """
    one, other, *rest = (f"`{name}`" for name in names)
    chain = say(two, one=one, other=other)
    for name in rest:
        chain = say(further, chain=chain, next=name)
    return chain


def or_meant(said: str, close: str | None) -> str:
    """What is said, and what was perhaps meant, if anything is close (`nearest`).

    >>> or_meant("there is no `clam`", "calm"), or_meant("there is no `clam`", None)
    ('there is no `clam`: did you mean `calm`?', 'there is no `clam`')
    """
    return say("{said}: did you mean `{close}`?", said=said, close=close) if close else said


_MEANT = later("did you mean `{close}`?")


def meant(close: str | None, otherwise: str = "") -> str:
    """What was perhaps meant, as a help; where nothing is close (`nearest`) what else there is to say.

    >>> meant("calm", "declare it"), meant(None, "declare it")
    ('did you mean `calm`?', 'declare it')
    """
    return say(_MEANT, close=close) if close else otherwise


def meant_by(help_text: str) -> str | None:
    """The one name that a help proposes; None of others.

    >>> meant_by(meant("calm")), meant_by("did you mean `calm`?")
    ('calm', None)
    """
    if isinstance(help_text, Said) and help_text.template == _MEANT:
        return str(help_text.values["close"])
    return None


# Of more names than these a list helps nobody.
_FEW = 8
# How it is said which there are.
_IS, _ARE = later("there is {names}"), later("there are {names}")
THERE_ARE = frozenset({_IS, _ARE})


def listed_few(names: Sequence[str], most: int = _FEW) -> str:
    """Which names there are, as a help; nothing if there is none, or too many to be read.

    >>> listed_few(["flood"]), listed_few(["a", "b"]), listed_few([])
    ('there is `flood`', 'there are `a` and `b`', '')
    """
    if not names or len(names) > most:
        return ""
    listed = name_list(list(names), "and")
    return say(_IS if len(names) == 1 else _ARE, names=listed)


def nearest(name: str, candidates: list[str]) -> str | None:
    """The candidate a writer most likely meant by `name`, or None if none is close."""
    return _nearest(name, tuple(candidates))


# What is lost with one declaration is asked for in many places, among the same names.
@lru_cache(maxsize=128)
def _nearest(name: str, candidates: tuple[str, ...]) -> str | None:
    best: tuple[int, str] | None = None
    # Two-letter words are all one letter from one another; to suggest one would be noise.
    limit = max(1, len(name) // 3) if len(name) > 2 else 0
    wanted, letters = _plainly(name), _letters_of(name)
    for candidate in sorted(set(candidates)):
        # A letter put in or left out changes one letter of those there are, one for another two; an exchange none.
        if candidate == name or (letters ^ _letters_of(candidate)).bit_count() > 2 * limit:
            continue
        distance = _edit_distance(wanted, _plainly(candidate), limit)
        if distance <= limit and (best is None or distance < best[0]):
            best = (distance, candidate)
    return best[1] if best else None


@lru_cache(maxsize=20_000)
def _letters_of(name: str) -> int:
    """Which letters a name has, each a bit: two letters may share one."""
    found = 0
    for letter in set(_plainly(name)):
        found |= 1 << (ord(letter) % 63)
    return found


# Signs that are printed, and typed as others: dashes, quotation marks, primes, what stands for a product.
_TYPED = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d\u00ad\u2043", "-")
    | dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"')
    | {"\u00d7": "x", "\u2215": "/", "\u2044": "/", "\uff0b": "+", "\u2217": "*", "\u00a0": " ", "\u2026": "..."}
)


def as_typed(text: str) -> str:
    """A text in the signs of a keyboard, where it has those of print.

    >>> as_typed("−1"), as_typed("“wood”")
    ('-1', '"wood"')
    """
    return text.translate(_TYPED)


def _plainly(name: str) -> str:
    """A name in small letters, in the signs of a keyboard."""
    return as_typed(name.casefold())


# What ends words of one root: `bribe`, `bribery`, `bribing`.
_ENDINGS = frozenset(
    "s es e ed d er ers or ors ing ings y ies ery ry ion ions tion ation ment ments ement ements al ance ence able"
    " ive age ity ness".split()
) | {""}
_ROOT = 3


def akin(name: str, candidates: list[str]) -> str | None:
    """The candidate that is a word of the same root as `name`; None if there is none, or several.

    >>> akin("bribery", ["bribing", "bridge"]), akin("movement", ["moves", "moved"])
    ('bribing', None)
    """
    found = sorted({one for one in candidates if one != name and _same_root(name.casefold(), one.casefold())})
    return found[0] if len(found) == 1 else None


def of_its_words(name: str, candidates: list[str]) -> str | None:
    """The candidate one of whose words is the name, or of its root; None if there is none, or several.

    >>> of_its_words("weather", ["weather_table", "watch"]), of_its_words("mules", ["band", "mule_train"])
    ('weather_table', 'mule_train')
    """
    wanted = name.casefold()
    found = sorted(
        {
            one
            for one in candidates
            for word in one.casefold().split("_")
            if "_" in one and one != name and len(wanted) > _ROOT and (word == wanted or _same_root(word, wanted))
        }
    )
    return found[0] if len(found) == 1 else None


def sharing_a_word(name: str, candidates: Sequence[str]) -> str | None:
    """The one candidate of several words that has one of those of a name of several; None if there is none, or more.

    >>> sharing_a_word("leaving_EZOC", ["leaving_enemy_zoc", "enemy_zoc"]), sharing_a_word("leaving", ["leaving_zone"])
    ('leaving_enemy_zoc', None)
    """

    def words(one: str) -> set[str]:
        return {word for word in one.casefold().split("_") if len(word) > _ROOT} if "_" in one else set()

    found = [one for one in dict.fromkeys(candidates) if one != name and not words(one).isdisjoint(words(name))]
    return found[0] if len(found) == 1 else None


def of_signs(name: str, candidates: Sequence[str]) -> str | None:
    """The one candidate without letter and number, where the name has none either: `--` for `-`; None of others.

    >>> of_signs("\u00b7", ["AX", "-"]), of_signs("A", ["-"]), of_signs("--", ["-", "*"])
    ('-', None, None)
    """
    found = [one for one in candidates if one != name and not any(map(str.isalnum, one))]
    return found[0] if len(found) == 1 and not any(map(str.isalnum, name)) else None


def begun_by(name: str, candidates: Sequence[str]) -> str | None:
    """The candidate that the name is the beginning of, as words are shortened; None if there is none, or several.

    >>> begun_by("inf", ["infantry", "tank"]), begun_by("rail", ["railway", "railhead"]), begun_by("to", ["tower"])
    ('infantry', None, None)
    """
    wanted = _plainly(name).rstrip(".")
    found = sorted({one for one in candidates if one != name and _plainly(one).startswith(wanted)})
    return found[0] if len(found) == 1 and len(wanted) >= _ROOT else None


def closest(name: str, candidates: Sequence[str]) -> str | None:
    """The candidate that a name was most likely to be, by its letters, its root, its beginning or one of its words.

    >>> closest("germany", ["german", "french"]), closest("baltic", ["calm", "on_baltic"]), closest("sea", ["calm"])
    ('german', 'on_baltic', None)
    """
    known = list(candidates)
    return nearest(name, known) or akin(name, known) or begun_by(name, known) or of_its_words(name, known)


def _same_root(one: str, other: str) -> bool:
    """Whether two words are one as far as they are alike, and each ends like a word of that root."""
    alike = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return any(
        {one[at:], other[at:]} <= _ENDINGS and (at > _ROOT or min(len(one), len(other)) - at > 1)
        for at in range(max(_ROOT, alike - 2), alike + 1)
    )


def _edit_distance(a: str, b: str, limit: int) -> int:
    """Edit distance with neighbouring letters exchanged counted as one; `limit + 1` if larger."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        # What follows is made of these two rows, and never less than the least of them.
        if min(row) > limit and min(before) > limit:
            return limit + 1
    return row[-1]
