"""Values as JSON writes them, by their kind, and read back; what does not fit is said with its path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any, get_type_hints

from regola_runtime.errors import Misfit, WrongShape, WrongValue
from regola_runtime.values import Dice, Integer, ListOf, OneOf, described, parse

MOST_TEXT = 10_000
MOST_ITEMS = 100_000


def to_json(value: Any, kind: Any) -> Any:
    """A value as JSON: truth and whole numbers as they are, members and names as texts, a fraction as `1/2`.

    Of one of several kinds that have names it says which: `{"Space": "Kiev"}`.
    """
    if isinstance(kind, OneOf):
        own = kind.of(value)
        return {own.__name__: to_json(value, own)} if isinstance(own, type) and own is not bool else value
    if isinstance(value, tuple):
        item = kind.item if isinstance(kind, ListOf) else None
        return [to_json(part, item) for part in value]
    if isinstance(value, bool) or (isinstance(value, int) and not isinstance(value, Fraction)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        kinds = _fields_of(type(value))
        return {name: to_json(getattr(value, name), kinds[name]) for name in kinds}
    return str(value)


def from_json(written: Any, kind: Any, path: str) -> Any:
    """The value of a kind that some JSON writes.

    Raises:
        WrongShape: if it is written in another way.
        WrongValue: if there is no such value, or it is outside its bounds.
    """
    match kind:
        case OneOf():
            return _one_of(written, kind, path)
        case ListOf():
            if not isinstance(written, list) or len(written) > MOST_ITEMS:
                raise WrongShape(path, "is no list")
            return tuple(from_json(item, kind.item, f"{path}[{place}]") for place, item in enumerate(written))
    if kind is bool:
        if not isinstance(written, bool):
            raise WrongShape(path, "is neither true nor false")
        return written
    if isinstance(kind, Integer | Dice) or (kind is Fraction and not isinstance(written, str)):
        if not isinstance(written, int) or isinstance(written, bool):
            raise WrongShape(path, "is no whole number")
        return held(written, kind, path)
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(written, kind, path)
    if not isinstance(written, str) or len(written) > MOST_TEXT:
        raise WrongShape(path, "is no text")
    try:
        return parse(written, kind)
    except (ValueError, ArithmeticError):
        raise WrongValue(path, f"`{written[:100]}` is no value of `{described(kind)}`") from None


def _one_of(written: Any, kind: OneOf, path: str) -> Any:
    if isinstance(written, Mapping):
        if len(written) != 1:
            raise WrongShape(path, "says one type, and the value")
        ((name, value),) = written.items()
        own = next((one for one in kind.kinds if isinstance(one, type) and one.__name__ == name), None)
        if own is None:
            raise WrongValue(path, f"`{str(name)[:100]}` is none of `{described(kind)}`")
        return from_json(value, own, path)
    for one in kind.kinds:
        if not isinstance(one, type) or one is bool:
            try:
                return from_json(written, one, path)
            except Misfit:
                continue
    raise WrongShape(path, f"is no value of `{described(kind)}`")


def _record(written: Any, kind: type[Any], path: str) -> Any:
    kinds = _fields_of(kind)
    if not isinstance(written, Mapping) or set(written) != set(kinds):
        raise WrongShape(path, f"is no `{kind.__name__}`: its fields are {', '.join(kinds)}")
    return kind(**{name: from_json(written[name], one, f"{path}.{name}") for name, one in kinds.items()})


def _fields_of(record: type[Any]) -> dict[str, Any]:
    """The kinds of a record's fields, from how they are declared."""
    hints = get_type_hints(record)
    return {field.name: _kind(hints[field.name]) for field in fields(record)}


def _kind(hint: Any) -> Any:
    if hint is int:
        return Integer()
    arguments: tuple[Any, ...] = getattr(hint, "__args__", ())
    if getattr(hint, "__origin__", None) is tuple:
        return ListOf(_kind(arguments[0]))
    if arguments:
        return Fraction if Fraction in arguments else OneOf(*map(_kind, arguments))
    return hint


def held(value: Any, kind: Any, path: str) -> Any:
    """The value itself, if it is one of its kind.

    Raises:
        WrongValue: if it is not, or is outside its bounds.
    """
    match kind:
        case OneOf():
            own = kind.of(value)
            if own is None:
                raise WrongValue(path, f"`{value}` is no value of `{described(kind)}`")
            held(value, own, path)
        case ListOf():
            if not isinstance(value, tuple):
                raise WrongValue(path, f"`{value}` is no list")
            for item in value:
                held(item, kind.item, path)
        case Integer():
            whole = isinstance(value, int) and not isinstance(value, bool)
            inside = whole and (kind.low is None or kind.low <= value) and (kind.high is None or value <= kind.high)
            if not inside:
                raise WrongValue(path, f"`{value}` is no value of `{described(kind)}`")
        case Dice():
            if not isinstance(value, int) or (not kind.modified and all(value != face for face, _ in kind.outcomes())):
                raise WrongValue(path, f"`{value}` is no value of `{described(kind)}`")
        case _ if kind is Fraction:
            if not isinstance(value, int | Fraction) or isinstance(value, bool):
                raise WrongValue(path, f"`{value}` is no number")
        case _:
            if not isinstance(value, kind):
                raise WrongValue(path, f"`{value}` is no value of `{described(kind)}`")
    return value
