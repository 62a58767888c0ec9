"""The facts of a position: what the host says, what holds where it says nothing, and how they change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Generic, TypeAlias, TypeVar

from regola_runtime.errors import EffectClash, NotGiven

T = TypeVar("T")
P = TypeVar("P")


class Untold:
    """What a position says of a fact it does not speak of."""

    def __repr__(self) -> str:
        return "UNTOLD"

    def __reduce__(self) -> str:
        return "UNTOLD"  # there is one, also after it was copied or pickled


UNTOLD: Final = Untold()


class Changed(Generic[T]):
    """A relation some of whose values have been replaced."""

    __slots__ = ("base", "values")

    def __init__(self, base: Callable[..., T], values: Mapping[tuple[Any, ...], T]) -> None:
        self.base, self.values = base, dict(values)

    def __call__(self, *arguments: Any) -> T:
        """The value for some arguments."""
        return self.values[arguments] if arguments in self.values else self.base(*arguments)


# A fact with parameters: a mapping from tuples of arguments, or anything that can be called with them.
Relation: TypeAlias = Mapping[tuple[Any, ...], T] | Callable[..., T] | Untold


def told(name: str, source: Any, arguments: tuple[Any, ...], default: Callable[[], T] | None = None) -> T:
    """What a position says of a fact.

    Raises:
        NotGiven: if it says nothing, and the fact has no value at the start.
    """
    value: Any = UNTOLD
    if isinstance(source, dict) or isinstance(source, Mapping):  # noqa: SIM101  the one is asked in no time
        value = source.get(arguments, UNTOLD)
    elif arguments and callable(source):
        value = source(*arguments)
    elif not arguments:
        value = source
    if not isinstance(value, Untold):
        found: T = value
        return found
    if default is None:
        shown = ", ".join(map(str, arguments))
        raise NotGiven(
            f"the answer depends on {name}{f'({shown})' if arguments else ''}, which the position does not say"
        )
    return default()


def changed(position: P, changes: Iterable[tuple[str, tuple[Any, ...] | None, Any]]) -> P:
    """A position in which some facts have new values; first a fact is reset where the arguments are None.

    Raises:
        EffectClash: if one fact is given two values.
    """
    listed = list(changes)
    values: dict[str, Any] = {field: UNTOLD for field, arguments, _ in listed if arguments is None}
    told: dict[tuple[str, tuple[Any, ...]], Any] = {}
    for field, arguments, value in listed:
        if arguments is None:
            continue
        if told.setdefault((field, arguments), value) != value:
            raise EffectClash(f"{field} becomes {told[field, arguments]} and {value}")
        before = values.get(field, getattr(position, field))
        if not arguments:
            values[field] = value
        elif isinstance(before, Changed):
            values[field] = Changed(before.base, {**before.values, arguments: value})
        elif callable(before):
            values[field] = Changed(before, {arguments: value})
        else:
            values[field] = {**(before if isinstance(before, Mapping) else {}), arguments: value}
    return replace(position, **values)  # type: ignore[type-var]
