"""Values of a compiled game: choices, scales, dice, and how each is read and written."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, ClassVar, Self, TypeAlias, get_type_hints

from regola_runtime.errors import DivisionByZero, OffScale, OutOfRange

Number: TypeAlias = int | Fraction

_NUMBERS = re.compile(r"(\d+)")
_PAST = re.compile(r"(?P<above>\d{1,6}) past (?P<last>.+)|(?P<below>\d{1,6}) before (?P<first>.+)")
_REACH = 300
# Values as texts: what the language writes, and nothing that Python would read beyond it.
_NUMBER = re.compile(
    r"(?P<minus>-)?(?P<whole>\d{1,18})(?:(?P<part>\.\d{1,18})|(?: / |/)(?P<below>\d{1,18}))?", re.ASCII
)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_ESCAPE = re.compile(r"\\(.)")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|.', re.DOTALL)
_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


_EXACT = 1 << 50


def quotient(above: Number, below: Number) -> Fraction:
    """An exact quotient.

    Raises:
        DivisionByZero: by nothing.
    """
    if below == 0:
        raise DivisionByZero("division by zero")
    return Fraction(above) / Fraction(below)


class Choice(StrEnum):
    """An unordered set of values. A member equals the text the game prints for it."""

    _place: int

    def __init__(self, *_: object) -> None:
        """A member, which comes after those that are there: its place is asked often, and so kept."""
        self._place = len(type(self)._member_names_)

    @property
    def position(self) -> int:
        """The member's place, from 0; `index` is taken, as a member is a text that can be searched."""
        return self._place


class Handle(str):
    """A value that only the host knows, such as a space of a map. Subclasses are the game's types."""

    __slots__ = ()


class Piece:
    """An individual, such as a counter or a space of the map: equal to itself alone, and there once for each name.

    Subclasses are the game's types. `Unit("a") is Unit("a")`, also after it was copied or pickled.
    """

    __slots__ = ("_name",)
    _name: str
    _known: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        cls._known = {}

    def __new__(cls, name: str) -> Self:
        """The piece of this name."""
        known: Self | None = cls._known.get(name)
        if known is None:
            new = super().__new__(cls)
            new._name = name
            known = cls._known.setdefault(name, new)
        return known

    @property
    def name(self) -> str:
        """What it is called."""
        return self._name

    def __str__(self) -> str:
        return self._name

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._name!r})"

    def __reduce__(self) -> tuple[type[Self], tuple[str]]:
        return type(self), (self._name,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self


class Scale:
    """An ordered value with neighbours. Past an open end the printed pattern goes on.

    Subclasses list their `labels`; `open_below` and `open_above` tell which ends are open.
    """

    labels: ClassVar[tuple[str, ...]] = ()
    open_below: ClassVar[bool] = False
    open_above: ClassVar[bool] = False
    ratios: ClassVar[bool] = False
    worths: ClassVar[tuple[Fraction, ...]] = ()
    __slots__ = ("index",)
    index: int
    _known: ClassVar[dict[int, Any]] = {}
    _quotients: ClassVar[tuple[list[float], list[int], list[int], list[Any]]]

    def __init_subclass__(cls) -> None:
        cls._known = {}

    def __new__(cls, label: str) -> Self:
        """The value written `label`: there is one, so that values are compared by what they are.

        Raises:
            ValueError: if the scale has no such value.
        """
        found = cls._find(label)
        if found is None:
            raise ValueError(f"{label!r} is not a value of {cls.__name__}")
        return cls._of(found)

    @classmethod
    def _of(cls, index: int) -> Self:
        known: Self | None = cls._known.get(index)
        if known is None:
            new = super().__new__(cls)
            new.index = index
            known = cls._known.setdefault(index, new)
        return known

    def __reduce__(self) -> tuple[Callable[[int], Self], tuple[int]]:
        return type(self).at, (self.index,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: object) -> Self:
        return self

    @classmethod
    def at(cls, index: int) -> Self:
        """The value at a place, counted from 0 at the first printed label."""
        if (index < 0 and not cls.open_below) or (index >= len(cls.labels) and not cls.open_above):
            raise OffScale(f"{cls.__name__} has no place {index}")
        return cls._of(index)

    @classmethod
    def _find(cls, label: str) -> int | None:
        if label in cls.labels:
            return cls.labels.index(label)
        if past := _PAST.fullmatch(label):
            if past["above"]:
                return (
                    len(cls.labels) - 1 + int(past["above"])
                    if past["last"] == cls.labels[-1] and cls.open_above
                    else None
                )
            return -int(past["below"]) if past["first"] == cls.labels[0] and cls.open_below else None
        numbers = [int(number[:6]) for number in _NUMBERS.findall(label)]
        for is_open, edge, toward, sign in (
            (cls.open_above, len(cls.labels) - 1, cls.labels[-1:], 1),
            (cls.open_below, 0, cls.labels[:1], -1),
        ):
            starts = [int(number) for number in _NUMBERS.findall(toward[0])] if toward and is_open else []
            for number, start in zip(numbers, starts, strict=False):
                index = edge + sign * abs(number - start)
                if index != edge and cls._label(index) == label:
                    return index
        return None

    @classmethod
    def _label(cls, index: int) -> str:
        if 0 <= index < len(cls.labels):
            return cls.labels[index]
        below = index < 0
        steps = -index if below else index - len(cls.labels) + 1
        ends = cls.labels[1::-1] if below else cls.labels[-2:]
        return _continued(ends, steps) or f"{steps} {'before' if below else 'past'} {ends[-1]}"

    @classmethod
    def worth(cls, index: int) -> Fraction | None:
        """The number the value at a place stands for."""
        if cls.ratios:
            numbers = [int(number) for number in _NUMBERS.findall(cls._label(index))]
            return Fraction(numbers[0], numbers[1]) if len(numbers) == 2 and numbers[1] else None
        return cls.worths[index] if 0 <= index < len(cls.worths) else None

    @classmethod
    def _ladder(cls) -> tuple[list[int], list[Fraction]]:
        known = cls.__dict__.get("_steps")
        if known is None:
            low = -_REACH if cls.open_below else 0
            high = len(cls.labels) + (_REACH if cls.open_above else 0)
            steps = [(index, worth) for index in range(low, high) if (worth := cls.worth(index)) is not None]
            known = ([index for index, _ in steps], [worth for _, worth in steps])
            cls._steps = known  # type: ignore[attr-defined]
        found: tuple[list[int], list[Fraction]] = known
        return found

    @classmethod
    def last_at_most(cls, limit: Number) -> Self:
        """The last value worth no more than `limit`."""
        places, worths = cls._ladder()
        return cls._picked(places, bisect_right(worths, limit) - 1, limit)

    @classmethod
    def last_of(cls, above: Number, below: Number) -> Self:
        """The last value worth no more than a quotient.

        Raises:
            DivisionByZero: by nothing.
        """
        if not (type(above) is int and type(below) is int and 0 < below < _EXACT and -_EXACT < above < _EXACT):
            return cls.last_at_most(quotient(above, below))
        try:
            rough, tops, bottoms, members = cls._quotients
        except AttributeError:
            rough, tops, bottoms, members = cls._quotients = cls._by_quotient()
        # A float says about where it is, whole numbers exactly.
        found = bisect_right(rough, above / below)
        while found < len(members) and tops[found] * below <= above * bottoms[found]:
            found += 1
        while found and tops[found - 1] * below > above * bottoms[found - 1]:
            found -= 1
        if not found:
            raise OffScale(f"{cls.__name__} has no value for {quotient(above, below)}")
        last: Self = members[found - 1]
        return last

    @classmethod
    def _by_quotient(cls) -> tuple[list[float], list[int], list[int], list[Any]]:
        places, worths = cls._ladder()
        rough, tops = [float(worth) for worth in worths], [worth.numerator for worth in worths]
        return rough, tops, [worth.denominator for worth in worths], [cls.at(place) for place in places]

    @classmethod
    def first_at_least(cls, limit: Number) -> Self:
        """The first value worth no less than `limit`."""
        places, worths = cls._ladder()
        return cls._picked(places, bisect_left(worths, limit), limit)

    @classmethod
    def _picked(cls, places: list[int], found: int, limit: Number) -> Self:
        if not 0 <= found < len(places):
            raise OffScale(f"{cls.__name__} has no value for {limit}")
        return cls.at(places[found])

    def shifted(self, steps: int) -> Self:
        """The value `steps` further on; back, where negative."""
        return self.at(self.index + steps)

    def __str__(self) -> str:
        return self._label(self.index)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __lt__(self, other: Self) -> bool:
        return self.index < other.index

    def __le__(self, other: Self) -> bool:
        return self.index <= other.index

    def __gt__(self, other: Self) -> bool:
        return self.index > other.index

    def __ge__(self, other: Self) -> bool:
        return self.index >= other.index


def _continued(ends: Sequence[str], steps: int) -> str | None:
    """The label `steps` past two neighbours that differ by one in one number."""
    if len(ends) < 2:
        return None
    before, last = _NUMBERS.split(ends[0]), _NUMBERS.split(ends[1])
    changed = [i for i, (a, b) in enumerate(zip(before, last, strict=False)) if a != b]
    if len(before) != len(last) or len(changed) != 1 or changed[0] % 2 == 0:
        return None
    number = int(last[changed[0]])
    step = number - int(before[changed[0]])
    if abs(step) != 1 or number + step * steps <= 0:
        return None
    last[changed[0]] = str(number + step * steps)
    return "".join(last)


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll: `count` dice of `sides` sides, summed, or read as digits. Modified dice may show anything."""

    count: int
    sides: int
    digits: bool = False
    modified: bool = False

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """Each value the dice show, with its probability."""
        weights: dict[int, int] = {0: 1}
        for _ in range(self.count):
            after: dict[int, int] = {}
            for (total, weight), face in product(weights.items(), range(1, self.sides + 1)):
                value = total * 10 + face if self.digits else total + face
                after[value] = after.get(value, 0) + weight
            weights = after
        whole = self.sides**self.count
        return [(value, Fraction(weight, whole)) for value, weight in sorted(weights.items())]


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number within bounds; None where there is no bound."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of values of one kind: at least so many, and at most, if that is said."""

    item: Any
    least: int = 0
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    """A value of one of several kinds; values of different ones are unequal."""

    kinds: tuple[Any, ...]

    def __init__(self, *kinds: Any) -> None:
        object.__setattr__(self, "kinds", kinds)

    def of(self, value: Any) -> Any:
        """The kind that a value is of; None if of none of them."""
        return next((kind for kind in self.kinds if is_of(value, kind)), None)


def is_of(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind, its bounds aside."""
    match kind:
        case OneOf():
            return kind.of(value) is not None
        case ListOf():
            return isinstance(value, tuple) and all(is_of(item, kind.item) for item in value)
        case Integer() | Dice():
            return isinstance(value, int) and not isinstance(value, bool)
        case type() if is_dataclass(kind):
            return isinstance(value, kind) and all(is_of(getattr(value, name), one) for name, one in _fields_of(kind))
    if kind is bool:
        return isinstance(value, bool)
    if kind is Fraction:
        return isinstance(value, int | Fraction) and not isinstance(value, bool)
    return isinstance(value, kind)


def is_outside(value: Any, kind: Any) -> bool:
    """Whether a value of a kind is outside its bounds: a number by itself, a list by its length or one of its items."""
    match kind:
        case Integer():
            return (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high)
        case Dice():
            return not kind.modified and all(value != face for face, _ in kind.outcomes())
        case ListOf():
            if len(value) < kind.least or (kind.limit is not None and len(value) > kind.limit):
                return True
            return isinstance(kind.item, Integer | Dice | ListOf) and any(is_outside(item, kind.item) for item in value)
        case _:
            return False


@cache
def _fields_of(record: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The kinds of a record's fields, their bounds aside, from how they are declared."""
    try:
        hints = get_type_hints(record)
    except NameError:  # of a module that was not imported nobody can say where its names are
        return ()
    return tuple((field.name, _hinted(hints[field.name])) for field in fields(record))


def _hinted(hint: Any) -> Any:
    arguments: tuple[Any, ...] = getattr(hint, "__args__", ())
    if hint is int:
        return Integer()
    if getattr(hint, "__origin__", None) is tuple:
        return ListOf(_hinted(arguments[0]))
    if arguments:
        return Fraction if Fraction in arguments else OneOf(*map(_hinted, arguments))
    return hint


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and of one type: a space is no player, whatever both are called."""
    return bool(one == other) and (type(one) is type(other) or not isinstance(one, str))


def contains(value: Any, items: Iterable[Any]) -> bool:
    """Whether a value is among some, values of different types being unequal."""
    return any(same(value, item) for item in items)


def parse(text: Any, kind: Any) -> Any:
    """The value that `text` writes, for a parameter of this kind; a value is let through.

    A text is what `regola ask` reads as a value, and nothing else.

    Raises:
        ValueError: if the text is no such value.
        OutOfRange: if it is outside the bounds.
    """
    value = _read(text, kind) if isinstance(text, str) and not isinstance(text, Choice | Handle) else text
    if isinstance(kind, Integer | Dice) and is_outside(value, kind):
        raise OutOfRange(f"`{text}` is outside `{described(kind)}`")
    return value


def _read(text: str, kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, Handle | Piece):
        return kind(text)
    if isinstance(kind, OneOf):
        return _read_one_of(text, kind)
    word = text.strip(" ")
    if isinstance(kind, type) and issubclass(kind, Choice | Scale):
        try:
            return kind(_ESCAPE.sub(r"\1", word[1:-1]) if _QUOTED.fullmatch(word) else word)
        except ValueError:
            pass
    elif kind is bool:
        if word in _TRUTH:
            return _TRUTH[word]
    elif isinstance(kind, Integer | Dice) or kind is Fraction:
        number = _number(word)
        if number is not None and (kind is Fraction or (number.denominator == 1 and "/" not in word)):
            return int(number) if number.denominator == 1 else number
    elif isinstance(kind, ListOf):
        if word[:1] == "[" and word[-1:] == "]":
            return tuple(parse(part, kind.item) for part in _items(word[1:-1]))
    else:
        raise ValueError(f"`{text}` is no value of `{described(kind)}`: a record is given as a value, not as text")
    raise ValueError(f"`{text}` is no value of `{described(kind)}`")


def _read_one_of(text: str, kind: OneOf) -> Any:
    """A value of one of several kinds: of the first that it can be, and what any text can be comes last."""
    named = [one for one in kind.kinds if isinstance(one, type) and issubclass(one, Handle | Piece)]
    for one in (*(other for other in kind.kinds if other not in named), *named):
        try:
            return parse(text, one)
        except ValueError:
            continue
    raise ValueError(f"`{text}` is no value of `{described(kind)}`")


def _items(inner: str) -> list[str]:
    """What stands between the commas of a list, those in quotes and in lists within it left alone."""
    items, depth = [""], 0
    for piece in _PIECE.findall(inner):
        depth += (piece == "[") - (piece == "]")
        if piece == "," and depth == 0:
            items.append("")
        else:
            items[-1] += piece
    return [item.strip(" ") for item in items] if inner.strip(" ") else []


def _number(word: str) -> Fraction | None:
    """A number as the language writes it: 18 digits at most, in both parts of a fraction."""
    found = _NUMBER.fullmatch(word)
    if found is None or int(found["below"] or 1) == 0:
        return None
    value = Fraction(f"{found['whole']}{found['part'] or ''}") / int(found["below"] or 1)
    return -value if found["minus"] else value


def described(kind: Any) -> str:
    """A kind of values as the language writes its type."""
    match kind:
        case Integer(low=None, high=None):
            return "int"
        case Integer():
            return f"int {kind.low}..{kind.high}"
        case Dice():
            count = kind.count if kind.count > 1 else ""
            notation = f"d{str(kind.sides) * kind.count}" if kind.digits else f"{count}d{kind.sides}"
            return f"modified {notation}" if kind.modified else notation
        case ListOf():
            return f"list of {described(kind.item)}"
        case OneOf():
            return " or ".join(map(described, kind.kinds))
    return {bool: "bool", Fraction: "number"}.get(kind) or str(kind.__name__)


def written(value: Any) -> str:
    """A value as the game writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(written(item) for item in value)}]"
    if is_dataclass(value):
        inner = ", ".join(f"{field.name}: {written(getattr(value, field.name))}" for field in fields(value))
        return f"{type(value).__name__}({inner})"
    return str(value)
