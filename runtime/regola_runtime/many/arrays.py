"""Many questions at once: a rule asked with arrays for arguments, answered by an array.

Whatever is asked, the answer of each element is what the rule itself gives. A rule of few inputs is asked once for each
combination of them, and an array is then looked up as NumPy looks up a table; of many inputs, or of values that cannot
be counted, each combination that occurs is asked once. It needs NumPy (`pip install regola[fast]`), which is imported
when a batch is first asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import EnumMeta
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, cast

from regola_runtime.answers import Function, fitting, placed
from regola_runtime.errors import NoAnswer, OutOfRange, UnknownName, WrongShape, WrongValue
from regola_runtime.values import Choice, Dice, Integer, ListOf, Scale, described, written

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ordinals: TypeAlias = NDArray[np.int64]
    Array: TypeAlias = NDArray[Any]

# How many combinations are asked beforehand, and how many a table has room for.
ASKED_AT_ONCE: Final = 20_000
ROOM: Final = 4_000_000
Errors: TypeAlias = Literal["raise", "mask"]


@dataclass(slots=True)
class _Axis:
    """What one parameter can be, in order: so many whole numbers from `low` on, or the values that are listed."""

    low: int = 0
    values: Sequence[Any] = ()
    many: int = 0

    def value(self, place: int) -> Any:
        return self.values[place] if self.values else self.low + place


@dataclass(slots=True)
class _Table:
    """The answers of a rule along some axes, as far as it was asked; where it had none, why."""

    axes: tuple[_Axis, ...]
    answers: Any
    known: Any
    failures: dict[int, NoAnswer] = field(default_factory=dict)
    whole: bool = False
    typed: Any = None


# By rule, the table that was made of it last.
_TABLES: dict[int, tuple[Function, _Table]] = {}


def batch(
    function: Function,
    name: str,
    given: Mapping[str, Any],
    position: Any = None,
    positions: type[Any] | None = None,
    *,
    errors: Errors = "raise",
) -> Array:
    """The answers of a rule for arrays of arguments, one for each element.

    Args:
        function: the rule.
        name: what it is called, for messages.
        given: by parameter an array, a list, or one value for all; they are broadcast as NumPy does. Values of an enum
            or a scale are texts, members, or whole numbers: their places, from 0.
        position: the position that it rests on, if it does.
        positions: what a position of these rules is.
        errors: `raise` what the first element without an answer raises, or `mask` it, in a masked array.

    Raises:
        UnknownName: if the rule has no such parameter.
        WrongShape: if arrays do not go together, or a parameter is missing.
        WrongGame: if the position is none of these rules.
        WrongValue: if something is no value of its parameter.
        OutOfRange: if a value is outside the bounds of its parameter.
        NoAnswer: what the rule raises for an element, with the number of that element.
    """
    numpy = _numpy()
    unknown = [one for one in given if one not in function.parameters]
    if unknown:
        raise UnknownName(name, f"has no parameter `{unknown[0]}`")
    missing = [one for one in function.parameters if one not in given]
    if missing:
        raise WrongShape(name, f"`{missing[0]}` is missing")
    where = placed(function, position, name, positions)
    arrays = _broadcast(name, {one: _array(name, one, given[one], kind) for one, kind in function.parameters.items()})
    shape = next(iter(arrays.values())).shape if arrays else ()
    coded = [_named(name, parameter, arrays[parameter], kind) for parameter, kind in function.parameters.items()]
    table = _table(function, tuple(axis for _, axis in coded), keep=not where)
    flat = numpy.zeros(shape, dtype=numpy.int64)
    for (ordinals, axis), kept in zip(coded, table.axes, strict=True):
        moved = ordinals if axis.values else ordinals + (axis.low - kept.low)
        flat = flat * kept.many + moved
    return _looked_up(function, name, table, flat, where, errors)


def _numpy() -> Any:
    try:
        import numpy  # noqa: PLC0415  who asks for no arrays needs none
    except ImportError as missing:
        raise ImportError("arrays need NumPy: pip install 'regola[fast]'") from missing
    return numpy


def _broadcast(name: str, arrays: dict[str, Array]) -> dict[str, Array]:
    numpy = _numpy()
    try:
        return dict(zip(arrays, numpy.broadcast_arrays(*arrays.values()), strict=True)) if arrays else {}
    except ValueError:
        shown = ", ".join(f"{one} {'×'.join(map(str, array.shape)) or 1}" for one, array in arrays.items())
        raise WrongShape(name, f"the arrays do not go together: {shown}") from None


# --- arguments as whole numbers --------------------------------------------------------------------


def _array(name: str, parameter: str, given: Any, kind: Any) -> Array:
    """What is given for a parameter, as an array; what NumPy would make something else of is refused.

    Raises:
        WrongShape: if it is no array.
        WrongValue: if truth stands among numbers.
    """
    numpy = _numpy()
    if isinstance(given, list | tuple) and not isinstance(kind, ListOf):
        truth = next((one for one in given if isinstance(one, bool)), None)
        if truth is not None and kind is not bool:
            raise WrongValue(name, f"`{parameter}={written(truth)}` is no value of `{described(kind)}`")
    try:
        return cast("Array", numpy.asarray(given))
    except ValueError:
        raise WrongShape(name, f"`{parameter}` is no array: its rows are of unequal length") from None


def _named(name: str, parameter: str, array: Array, kind: Any) -> tuple[Ordinals, _Axis]:
    """The places of values along their axis, and the axis; what is wrong with one names the rule and the parameter."""
    try:
        return _coded(parameter, array, kind)
    except OutOfRange as wrong:
        raise OutOfRange(f"{name}: {_with_name(str(wrong), parameter)}") from None
    except WrongValue as wrong:
        raise WrongValue(name, _with_name(wrong.problem, parameter)) from None


def _with_name(message: str, parameter: str) -> str:
    return message if f"`{parameter}=" in message else message.replace("`", f"`{parameter}=", 1)


def _coded(parameter: str, array: Array, kind: Any) -> tuple[Ordinals, _Axis]:
    """The place of each value along its axis, and the axis."""
    numpy = _numpy()
    if isinstance(kind, Integer | Dice):
        return _whole(parameter, _as_whole(parameter, array, kind), kind)
    if kind is bool and array.dtype == numpy.bool_:
        return array.astype(numpy.int64), _Axis(values=(False, True), many=2)
    members = _members(kind)
    if members is not None and array.dtype.kind in "iu":
        if array.size and (array.min() < 0 or array.max() >= len(members)):
            wrong = array.min() if array.min() < 0 else array.max()
            raise WrongValue(parameter, f"`{wrong}` is no place of `{described(kind)}`: 0 to {len(members) - 1}")
        return array.astype(numpy.int64, copy=False), _Axis(values=members, many=len(members))
    return _listed(parameter, array, kind)


def _as_whole(parameter: str, array: Array, kind: Any) -> Ordinals:
    numpy = _numpy()
    if array.dtype.kind == "i":
        return array.astype(numpy.int64, copy=False)
    if array.dtype.kind in "uf":
        wrong = ~numpy.isfinite(array) | (array != numpy.floor(array)) | (abs(array) >= 2.0**63)
        if wrong.any():
            raise WrongValue(parameter, f"`{array[wrong].flat[0]}` is no value of `{described(kind)}`")
        return array.astype(numpy.int64)
    if array.dtype.kind == "b":
        raise WrongValue(parameter, f"`{array.flat[0]}` is no value of `{described(kind)}`")
    values = [_value(parameter, one, kind) for one in array.flat]
    try:
        read: Ordinals = numpy.array(values, dtype=numpy.int64)
    except OverflowError:
        wrong = next(value for value in values if abs(value) >= 2**63)
        raise WrongValue(parameter, f"`{str(wrong)[:100]}` is no value of `{described(kind)}`") from None
    return read.reshape(array.shape)


def _whole(parameter: str, array: Ordinals, kind: Any) -> tuple[Ordinals, _Axis]:
    numpy = _numpy()
    bounds: tuple[int | None, int | None] = (kind.low, kind.high) if isinstance(kind, Integer) else (None, None)
    if isinstance(kind, Dice) and not kind.modified:
        faces = _faces(kind)
        bounds = faces[0], faces[-1]
        if len(faces) != faces[-1] - faces[0] + 1 and array.size:
            odd = ~numpy.isin(array, faces)
            if odd.any():
                raise OutOfRange(f"`{parameter}={array[odd].flat[0]}` is outside `{described(kind)}`")
    low, high = (int(array.min()), int(array.max())) if array.size else (0, 0)
    least, most = bounds
    if least is not None and most is not None:
        if array.size and (low < least or high > most):
            shown = low if low < least else high
            raise OutOfRange(f"`{parameter}={shown}` is outside `{described(kind)}`")
        if most - least < ROOM:
            low, high = least, most
    if high - low < ROOM:
        return array - low, _Axis(low=low, many=high - low + 1)
    values, places = numpy.unique(array, return_inverse=True)
    return places.reshape(array.shape), _Axis(values=tuple(map(int, values)), many=len(values))


def _listed(parameter: str, array: Array, kind: Any) -> tuple[Ordinals, _Axis]:
    """Values that are listed one by one, each once."""
    numpy = _numpy()
    members = _members(kind)
    if array.dtype.kind in "US":
        words, places = numpy.unique(array, return_inverse=True)
        values = [_value(parameter, str(word), kind) for word in words]
        if members is not None and all(value in members for value in values):
            own = numpy.array([members.index(value) for value in values], dtype=numpy.int64)
            return own[places].reshape(array.shape), _Axis(values=members, many=len(members))
        return places.reshape(array.shape), _Axis(values=tuple(values), many=len(values))
    seen: dict[Any, int] = {}
    found = [seen.setdefault(_value(parameter, one, kind), len(seen)) for one in array.flat]
    if members is not None and all(value in members for value in seen):
        own = [members.index(value) for value in seen]
        places = numpy.array([own[place] for place in found], dtype=numpy.int64)
        return places.reshape(array.shape), _Axis(values=members, many=len(members))
    places = numpy.array(found, dtype=numpy.int64)
    return places.reshape(array.shape), _Axis(values=tuple(seen), many=len(seen))


def _value(parameter: str, given: Any, kind: Any) -> Any:
    """One value, read as the game writes it or as it is."""
    plain = given.item() if hasattr(given, "item") and not isinstance(given, str) else given
    try:
        return fitting(plain, kind)
    except (ValueError, TypeError):
        raise WrongValue(parameter, f"`{str(given)[:100]}` is no value of `{described(kind)}`") from None


@lru_cache(maxsize=1_000)
def _members(kind: Any) -> tuple[Any, ...] | None:
    """The printed values of an enum or a scale, in order."""
    if isinstance(kind, EnumMeta) and issubclass(kind, Choice):
        return tuple(kind)
    if isinstance(kind, type) and issubclass(kind, Scale):
        return tuple(kind.at(place) for place in range(len(kind.labels)))
    return (False, True) if kind is bool else None


@lru_cache(maxsize=100)
def _faces(dice: Dice) -> tuple[int, ...]:
    return tuple(face for face, _ in dice.outcomes())


# --- answers ---------------------------------------------------------------------------------------


def _table(function: Function, axes: tuple[_Axis, ...], *, keep: bool) -> _Table:
    """The table that was made of a rule, if these axes are within it; else a new one."""
    numpy = _numpy()
    last = _TABLES.get(id(function))
    if keep and last is not None and last[0] is function and _within(axes, last[1].axes):
        return last[1]
    size = prod(axis.many for axis in axes)
    room = size if size <= ROOM else 0
    made = _Table(axes, numpy.empty(room, dtype=object), numpy.zeros(room, dtype=numpy.bool_))
    if keep and room and all(axis.values == () or _is_fixed(axis) for axis in axes):
        if len(_TABLES) >= 1_000:
            _TABLES.clear()
        _TABLES[id(function)] = (function, made)
    return made


def _is_fixed(axis: _Axis) -> bool:
    """Whether the values of an axis are all that there are, and not those that happened to be given."""
    kind: Any = type(axis.values[0]) if axis.values else None
    members = _members(kind)
    return members is not None and len(members) == len(axis.values)


def _within(axes: tuple[_Axis, ...], kept: tuple[_Axis, ...]) -> bool:
    return all(
        one.values == other.values
        if one.values or other.values
        else other.low <= one.low and one.low + one.many <= other.low + other.many
        for one, other in zip(axes, kept, strict=True)
    )


def _looked_up(
    function: Function, name: str, table: _Table, flat: Ordinals, where: tuple[Any, ...], errors: Errors
) -> Array:
    numpy = _numpy()
    size = len(table.answers)
    if not size:
        return _one_by_one(function, name, table, flat, where, errors)
    if not table.whole:
        wanted = numpy.arange(size) if size <= ASKED_AT_ONCE else numpy.unique(flat)
        for number in wanted[~table.known[wanted]].tolist():
            _ask(function, table, number, where)
        table.typed = None
        table.whole = bool(table.known.all())
    if table.typed is None:
        table.typed = _typed(table.answers, table.known)
    found: Array = table.typed.take(flat)
    if not table.failures and errors == "raise":
        return found
    failed = numpy.isin(flat, list(table.failures))
    return _told(name, found, failed, lambda place: table.failures[int(flat.flat[place])], errors)


def _one_by_one(
    function: Function, name: str, table: _Table, flat: Ordinals, where: tuple[Any, ...], errors: Errors
) -> Array:
    """Where there are too many combinations for a table: each that occurs is asked once."""
    numpy = _numpy()
    wanted, places = numpy.unique(flat, return_inverse=True)
    own = _Table(table.axes, numpy.empty(len(wanted), dtype=object), numpy.ones(len(wanted), dtype=numpy.bool_))
    for place, number in enumerate(wanted.tolist()):
        _ask(function, own, number, where, place)
    found = _typed(own.answers, own.known).take(places).reshape(flat.shape)
    failed = numpy.isin(places, list(own.failures)).reshape(flat.shape)
    return _told(name, found, failed, lambda place: own.failures[int(places.reshape(-1)[place])], errors)


def _ask(function: Function, table: _Table, number: int, where: tuple[Any, ...], place: int | None = None) -> None:
    at = number if place is None else place
    values = []
    for axis in reversed(table.axes):
        number, one = divmod(number, axis.many)
        values.append(axis.value(one))
    table.known[at] = True
    try:
        table.answers[at] = function.call(*where, *reversed(values))
    except NoAnswer as problem:
        table.failures[at] = problem


def _typed(answers: Array, known: Array) -> Array:
    """Answers as numbers or as truth where all of them are, else as they are."""
    numpy = _numpy()
    kinds = {type(one) for one in answers[known].tolist() if one is not None}
    for kind, dtype in ((bool, numpy.bool_), (int, numpy.int64)):
        if kinds == {kind}:
            typed: Array = numpy.array([kind() if one is None else one for one in answers.tolist()], dtype=dtype)
            return typed
    return answers


def _told(name: str, found: Array, failed: Array, problem: Any, errors: Errors) -> Array:
    numpy = _numpy()
    if errors == "mask":
        masked: Array = numpy.ma.masked_array(found, mask=failed)
        return masked
    if failed.any():
        place = int(numpy.argmax(failed.reshape(-1)))
        raised: NoAnswer = problem(place)
        raise type(raised)(f"{raised} (asked of {name}, element {place})")
    return found
