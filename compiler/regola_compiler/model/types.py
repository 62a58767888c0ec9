"""Types and values of checked programs.

Values are plain: `int`, `Fraction`, `bool`, `Member` (of an enum or a scale), `RecordValue`, and
`tuple` for a list. Types are self-contained: a type knows its members and fields, so a value can
be written as the game writes it with nothing else at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, product
from typing import TypeAlias

from regola_dsl.records import dataclass
from regola_dsl.wording import say

_DIGITS = re.compile(r"(\d+)")
_MORE = re.compile(r"(?P<above>\d+) past (?P<last>.+)|(?P<below>\d+) before (?P<first>.+)")


@dataclass(frozen=True, slots=True)
class Member:
    """A value of an enum or a scale: its place, from 0. On an open scale it may lie outside."""

    tag = "Member"

    enum: str
    index: int


@dataclass(frozen=True, slots=True)
class RecordValue:
    """A record: its type's name, and its fields in order."""

    tag = "RecordValue"

    record: str
    fields: tuple[tuple[str, Value], ...]

    def get(self, name: str) -> Value:
        """The field called `name`."""
        return next(value for field, value in self.fields if field == name)


@dataclass(frozen=True, slots=True)
class Handle:
    """A value of a type that only the host knows: the type's name, and what the host calls it."""

    tag = "Handle"

    type: str
    text: str


Value: TypeAlias = "int | Fraction | bool | Member | Handle | RecordValue | tuple[Value, ...]"


@dataclass(frozen=True, slots=True)
class IntType:
    """Whole numbers, `low` and `high` included; None where there is no bound."""

    tag = "IntType"

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        return "int" if self.low is None else f"int {self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class DiceType:
    """A roll: `2d6` is the sum of two dice, `d66` reads two dice as digits.

    `modified` dice carry modifiers, so any whole number can come; `low` and `high` are then what
    the table prints.
    """

    tag = "DiceType"

    count: int
    sides: int
    digits: bool = False
    modified: bool = False
    low: int = 0
    high: int = 0

    @classmethod
    def parse(cls, text: str, low: int | None = None, high: int | None = None, *, modified: bool = False) -> DiceType:
        """The type written `d6`, `2d6` or `d66`; `low` and `high` default to what the dice give."""
        count, _, sides = text.partition("d")
        number, faces = int(count or 1), int(sides)
        digits = not count and len(sides) > 1 and len(set(sides)) == 1 and sides[0] in "3456789"
        if digits:
            number, faces = len(sides), int(sides[0])
        least = int("1" * number) if digits else number
        most = int(str(faces) * number) if digits else number * faces
        return cls(number, faces, digits, modified, least if low is None else low, most if high is None else high)

    def shows(self, value: int) -> bool:
        """Whether a roll can give `value`, modifiers aside."""
        if self.digits:
            digits = str(value)
            return len(digits) == self.count and all(digit in "123456789"[: self.sides] for digit in digits)
        return self.count <= value <= self.count * self.sides

    def outcomes(self) -> list[tuple[int, Fraction]]:
        """Each value the dice can show, with its probability, in rising order.

        >>> DiceType.parse("2d6").outcomes()[0]
        (2, Fraction(1, 36))
        """
        weights: dict[int, int] = {0: 1}
        for _ in range(self.count):
            after: dict[int, int] = {}
            for (total, weight), face in product(weights.items(), range(1, self.sides + 1)):
                value = total * 10 + face if self.digits else total + face
                after[value] = after.get(value, 0) + weight
            weights = after
        whole = self.sides**self.count
        return [(value, Fraction(weight, whole)) for value, weight in sorted(weights.items())]

    @property
    def notation(self) -> str:
        """The dice as written."""
        return (
            f"d{str(self.sides) * self.count}"
            if self.digits
            else f"{self.count if self.count > 1 else ''}d{self.sides}"
        )

    def __str__(self) -> str:
        if not self.modified:
            return self.notation
        own = DiceType.parse(self.notation)
        limits = "" if (self.low, self.high) == (own.low, own.high) else f" {self.low}..{self.high}"
        return f"modified {self.notation}{limits}"


@dataclass(frozen=True, slots=True)
class BoolType:
    """True or false."""

    tag = "BoolType"

    def __str__(self) -> str:
        return "bool"


@dataclass(frozen=True, slots=True)
class NumberType:
    """An exact fraction."""

    tag = "NumberType"

    def __str__(self) -> str:
        return "number"


@dataclass(frozen=True, slots=True)
class EnumType:
    """An enum, or a scale where `ordered`. `worths` are the numbers its members stand for, if any."""

    tag = "EnumType"

    name: str
    members: tuple[str, ...]
    ordered: bool = False
    ratios: bool = False
    open_below: bool = False
    open_above: bool = False
    worths: tuple[Fraction, ...] = ()

    def __str__(self) -> str:
        return self.name

    def label(self, index: int) -> str:
        """The member at `index` as written; past an open end the printed pattern goes on.

        >>> EnumType("Odds", ("1-1", "2-1"), True, open_above=True).label(3)
        '4-1'
        """
        if 0 <= index < len(self.members):
            return self.members[index]
        if index < 0:
            steps, ends = -index, self.members[1::-1]
            plain = f"{steps} before {self.members[0]}"
        else:
            steps, ends = index - len(self.members) + 1, self.members[-2:]
            plain = f"{steps} past {self.members[-1]}"
        return _continued(ends, steps) or plain

    def index(self, label: str) -> int | None:
        """The place of the member written `label`, or None. Open ends reach as far as asked."""
        if label in self.members:
            return self.members.index(label)
        if not (self.open_above or self.open_below):
            return None
        if match := _MORE.fullmatch(label):
            if match["above"] and self.open_above and match["last"] == self.members[-1]:
                return len(self.members) - 1 + int(match["above"][:6])
            if match["below"] and self.open_below and match["first"] == self.members[0]:
                return -int(match["below"][:6])
            return None
        return self._continued_index(label)

    def _continued_index(self, label: str) -> int | None:
        numbers = [int(part[:6]) for part in _DIGITS.findall(label)]
        for is_open, ends, edge, sign in (
            (self.open_above, self.members[-2:], len(self.members) - 1, 1),
            (self.open_below, self.members[1::-1], 0, -1),
        ):
            if not is_open or len(ends) < 2:
                continue
            # The pattern grows by one step of one number, so that number says how many steps.
            for number, start in zip(numbers, [int(part) for part in _DIGITS.findall(ends[1])], strict=False):
                steps = abs(number - start)
                if steps and _continued(ends, steps) == label:
                    return edge + sign * steps
        return None

    def worth(self, index: int) -> Fraction | None:
        """The number the member at `index` stands for: a ratio's quotient, or what was declared."""
        if self.ratios:
            numbers = [int(part) for part in _DIGITS.findall(self.label(index))]
            return Fraction(numbers[0], numbers[1]) if len(numbers) == 2 and numbers[1] else None
        return self.worths[index] if 0 <= index < len(self.worths) else None


@dataclass(frozen=True, slots=True)
class RecordType:
    """A record; `defaults` are the values of fields that may be left out."""

    tag = "RecordType"

    name: str
    fields: tuple[tuple[str, Type], ...]
    defaults: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        return self.name

    def field(self, name: str) -> Type | None:
        """The type of the field called `name`."""
        return next((type_ for field, type_ in self.fields if field == name), None)


@dataclass(frozen=True, slots=True)
class ListType:
    """A list of `least` to `limit` items; None where no limit is declared."""

    tag = "ListType"

    item: Type
    limit: int | None = None
    least: int = 0

    def __str__(self) -> str:
        least = f" from {self.least}" if self.least else ""
        return f"list of {self.item}{least}" + ("" if self.limit is None else f" up to {self.limit}")


@dataclass(frozen=True, slots=True)
class HandleType:
    """Values that only the host knows, such as the spaces of a map: they are compared and passed on.

    `individuals` are pieces and places that the rules declare: they can be gone through, and have facts of their own.
    """

    tag = "HandleType"

    name: str
    individuals: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class UnionType:
    """A value of one of several types; values of different types are unequal."""

    tag = "UnionType"

    options: tuple[Type, ...]

    def __str__(self) -> str:
        return " or ".join(map(str, self.options))


@dataclass(frozen=True, slots=True)
class ErrorType:
    """The type of what could not be understood: it fits everywhere, so one mistake is told once."""

    tag = "ErrorType"

    def __str__(self) -> str:
        return "?"


Type: TypeAlias = (
    IntType | DiceType | BoolType | NumberType | EnumType | RecordType | ListType | HandleType | UnionType | ErrorType
)
BOOL, NUMBER, INT, ERROR = BoolType(), NumberType(), IntType(), ErrorType()
# What an action answers.
PERMISSION = EnumType("Permission", ("allowed", "forbidden", "required", "due"))
ALLOWED, FORBIDDEN, REQUIRED, DUE = (Member("Permission", index) for index in range(4))
# Where something is that is nowhere, and whom nothing belongs to: the one value of a type of its own.
NOTHING = EnumType("none", ("none",))
NONE = Member("none", 0)
# How many values of a host's type are told apart when all positions are tried.
HANDLES = 3


def described(type_: Type) -> str:
    """A type as one speaks of a value of it."""
    if is_integer(type_):
        return say("a whole number")
    if isinstance(type_, NumberType):
        return say("a number that may be a fraction")
    if isinstance(type_, BoolType):
        return say("a condition")
    if type_ == PERMISSION:
        return say("what an action answers")
    return f"`{type_}`"


def is_integer(type_: Type) -> bool:
    """Whether values of the type are whole numbers."""
    return isinstance(type_, IntType | DiceType)


def something(type_: Type) -> Type:
    """What a value is of unless it is nothing: of `Space or none` that is `Space`; any other type as it is."""
    options = [one for one in type_.options if one != NOTHING] if isinstance(type_, UnionType) else []
    return options[0] if len(options) == 1 else type_


def is_bounded(type_: Type) -> bool:
    """Whether a value can be outside its type: a number by itself, a list by its length or by one of its items."""
    match type_:
        case IntType():
            return type_.low is not None or type_.high is not None
        case DiceType():
            return not type_.modified
        case ListType():
            return type_.least > 0 or type_.limit is not None or is_bounded(type_.item)
        case _:
            return False


def is_numeric(type_: Type) -> bool:
    """Whether arithmetic applies."""
    return isinstance(type_, IntType | DiceType | NumberType)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of type `given` may stand where `wanted` is asked; bounds are proved elsewhere.

    So is, of a value of one of several types, that it is of the one that is asked.
    """
    if given is wanted or isinstance(given, ErrorType) or isinstance(wanted, ErrorType):
        return True
    if isinstance(given, UnionType):
        return any(fits(option, wanted) for option in given.options)
    if isinstance(wanted, UnionType):
        return any(fits(given, option) for option in wanted.options)
    if isinstance(wanted, NumberType):
        return is_numeric(given)
    if is_integer(wanted):
        return is_integer(given)
    if isinstance(wanted, ListType) and isinstance(given, ListType):
        return fits(given.item, wanted.item)
    if isinstance(wanted, EnumType | RecordType | HandleType):
        return type(given) is type(wanted) and str(given) == str(wanted)
    return given == wanted


def holds(value: Value, type_: Type) -> bool:
    """Whether `value`, of the right kind, keeps within the bounds of `type_`."""
    if isinstance(type_, IntType) and isinstance(value, int):
        return (type_.low is None or value >= type_.low) and (type_.high is None or value <= type_.high)
    if isinstance(type_, DiceType) and isinstance(value, int):
        return type_.modified or type_.shows(value)
    if isinstance(type_, EnumType) and isinstance(value, Member):
        return (type_.open_below or value.index >= 0) and (type_.open_above or value.index < len(type_.members))
    if isinstance(type_, HandleType):
        return isinstance(value, Handle) and value.type == type_.name
    return True


def is_called(value: Value, name: str) -> bool:
    """Whether a value is of the type of this name."""
    match value:
        case Member(enum=own) | Handle(type=own) | RecordValue(record=own):
            return own == name
        case _:
            return False


def of_another_type(value: Value, type_: Type) -> str:
    """What a value is called where one of a piece, a place or an enum is asked and it is none: its type; else empty."""
    if not isinstance(type_, HandleType | EnumType) or is_of(value, type_):
        return ""
    own = value.type if isinstance(value, Handle) else value.enum if isinstance(value, Member) else ""
    return say("a `{own}`", own=own) if own and value != NONE else say("none")


def is_of(value: Value, type_: Type) -> bool:
    """Whether a value is of a type that a union may have as an option."""
    match type_:
        case EnumType() | HandleType():
            return (value.enum if isinstance(value, Member) else getattr(value, "type", None)) == type_.name
        case RecordType():
            return isinstance(value, RecordValue) and value.record == type_.name
        case BoolType():
            return isinstance(value, bool)
        case UnionType():
            return any(is_of(value, option) for option in type_.options)
        case ListType():
            return isinstance(value, tuple)
        case _:
            return isinstance(value, int | Fraction) and not isinstance(value, bool)


def as_place(value: Value) -> int | Fraction:
    """Where a value of an ordered type stands among others: a number for a member of a scale."""
    if isinstance(value, Member):
        return value.index
    assert isinstance(value, int | Fraction), "the type has an order"
    return value


def show(value: Value, type_: Type) -> str:
    """`value` as the game writes it: `3-1`, `A1/DR`, `5`, `1/2`."""
    if isinstance(type_, UnionType):
        type_ = next((option for option in type_.options if is_of(value, option)), type_)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Member) and isinstance(type_, EnumType):
        return type_.label(value.index)
    if isinstance(value, Handle):
        return value.text
    if isinstance(value, RecordValue) and isinstance(type_, RecordType):
        defaults = dict(type_.defaults)
        told = [(name, field) for name, field in type_.fields if defaults.get(name) != value.get(name)]
        return f"{type_.name}({', '.join(f'{name}: {source(value.get(name), field)}' for name, field in told)})"
    if isinstance(value, tuple) and isinstance(type_, ListType):
        return f"[{', '.join(source(item, type_.item) for item in value)}]"
    return str(value)


def source(value: Value, type_: Type) -> str:
    """`value` as an expression of the language, quoted where its spelling needs it."""
    shown = show(value, type_)
    if isinstance(value, Handle):
        return shown if _is_individual(type_, value) and is_word(shown) else quoted(shown)
    return spelled_label(shown) if isinstance(value, Member) else shown


def _is_individual(type_: Type, value: Handle) -> bool:
    """Whether a value is a piece or a place, which is spoken of by its bare name where it stands in an example."""
    options = type_.options if isinstance(type_, UnionType) else (type_,)
    return any(isinstance(one, HandleType) and one.individuals and one.name == value.type for one in options)


def is_word(text: str) -> bool:
    """Whether a text can stand as a name without quotes."""
    return re.fullmatch(r"[^\W\d_]\w*", text) is not None


def spelled_label(label: str) -> str:
    """A member's label as an expression of the language: in quotes, unless it is spelled like a word.

    >>> [spelled_label(label) for label in ("rough_ground", "3-1", "* -1")]
    ['rough_ground', '3-1', '"* -1"']
    """
    return label if re.fullmatch(r"[^\W\d_]\w*(?:[-/]\w+)*|\d\w*(?:[-/:]\w+)+", label) else quoted(label)


def quoted(text: str) -> str:
    """A text in quotes, as the language writes it."""
    return '"' + text.replace('"', '\\"') + '"'


def individual(type_: str, number: int) -> Handle:
    """A piece or a place that no rule names, called as an example may call it: `unit_1`."""
    return Handle(type_, f"{type_[:1].lower()}{type_[1:]}_{number}")


def _nth(type_: HandleType, number: int) -> Handle:
    return individual(type_.name, number) if type_.individuals else Handle(type_.name, f"{type_.name} {number}")


def domain(type_: Type, margin: int = 0) -> Iterator[Value] | None:
    """Every value of a type of single values, or None where there are too many to say.

    An open scale gives `margin` values past each open end.
    """
    if isinstance(type_, BoolType):
        return iter((False, True))
    if isinstance(type_, EnumType):
        low = -margin if type_.open_below else 0
        high = len(type_.members) + (margin if type_.open_above else 0)
        return (Member(type_.name, index) for index in range(low, high))
    if isinstance(type_, HandleType):
        return (_nth(type_, number) for number in range(1, HANDLES + 1))
    if isinstance(type_, DiceType):
        return iter([face for face, _ in DiceType.parse(type_.notation).outcomes()])
    if isinstance(type_, IntType) and type_.low is not None and type_.high is not None:
        return iter(range(type_.low, type_.high + 1))
    if isinstance(type_, UnionType):
        inner = [domain(option, margin) for option in type_.options]
        return None if any(values is None for values in inner) else chain(*(values for values in inner if values))
    return None


def _continued(ends: tuple[str, ...], steps: int) -> str | None:
    """The label `steps` past the second of two neighbours, if just one number in them changes by one."""
    if len(ends) < 2:
        return None
    before, last = _DIGITS.split(ends[0]), _DIGITS.split(ends[1])
    changed = [i for i, (a, b) in enumerate(zip(before, last, strict=False)) if a != b]
    if len(before) != len(last) or len(changed) != 1 or changed[0] % 2 == 0:
        return None
    number, step = int(last[changed[0]]), int(last[changed[0]]) - int(before[changed[0]])
    if abs(step) != 1 or number + step * steps <= 0:
        return None
    last[changed[0]] = str(number + step * steps)
    return "".join(last)
