"""`dataclass` for trees: the one of the standard library, whose methods are written when they are first called.

The standard library writes six methods for each frozen class as text, and compiles them when the class is imported:
half a millisecond each, for hundreds of classes of which a command meets a few dozen. Here a class begins with methods
that have those of the standard library written, of a class with the same fields, and put themselves out of the way:
from then on it is as if they had been there from the beginning. What makes a record is written here, for the slots that
its fields are in: asked to find each of them by its name, as the standard library does, it would take twice as long.
"""

from __future__ import annotations

import dataclasses
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414  what reads types knows this one
else:

    def dataclass(cls=None, /, **asked):
        """The decorator of the standard library; what is not just frozen with slots, or inherits, it makes at once."""
        if cls is None:
            return partial(dataclass, **asked)
        ordered = asked.get("order") is True
        plain = asked == {"frozen": True, "slots": True} | ({"order": True} if ordered else {})
        if not plain or any(map(dataclasses.is_dataclass, cls.__bases__)):
            return dataclasses.dataclass(cls, **asked)
        own = cls.__dict__
        made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=True)
        for name in _WRITTEN + _ORDER if ordered else _WRITTEN:
            if name not in own or own[name] is None:
                setattr(made, name, _to_be_written(made, name))
        made.__setattr__, made.__delattr__ = _refuse, _refuse
        made.__dataclass_params__.frozen = True  # what is made of it has to be so too
        made.__getstate__, made.__setstate__ = _state, _set_state
        return made


_WRITTEN, _ORDER = ("__init__", "__repr__", "__eq__", "__hash__"), ("__lt__", "__le__", "__gt__", "__ge__")


def _to_be_written(cls: type[Any], name: str) -> Any:
    """A method that is written when it is called, with all the others that still are to be."""

    def method(self: Any, *args: Any, **named: Any) -> Any:
        write_methods(cls)
        return getattr(cls, name)(self, *args, **named)

    method.__qualname__ = f"{cls.__qualname__}.{name}"
    method.to_be_written = True  # type: ignore[attr-defined]
    return method


def write_methods(cls: type[Any]) -> None:
    """Give a class the methods that the standard library writes for one with its fields."""
    known = {one.name: one for one in fields(cls)}
    same = {
        "__annotations__": {name: one.type for name, one in known.items()},
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        **known,
    }
    if hasattr(cls, "__post_init__"):
        same["__post_init__"] = cls.__post_init__
    twin: Any = dataclasses.dataclass(type(cls.__name__, (), same), frozen=True, order=True)
    if all(one.init and not one.kw_only and one.default_factory is MISSING for one in known.values()):
        twin.__init__ = _init_of(cls, known)
    for name in _WRITTEN + _ORDER:
        if getattr(getattr(cls, name), "to_be_written", False):
            setattr(cls, name, getattr(twin, name))


def _init_of(cls: type[Any], known: dict[str, Field[Any]]) -> Any:
    """What makes a record of its fields, in their order: each is put into its slot."""
    given: dict[str, Any] = {f"_put_{name}": getattr(cls, name).__set__ for name in known}
    given |= {f"_else_{name}": one.default for name, one in known.items() if one.default is not MISSING}
    asked = [f"{name}=_else_{name}" if f"_else_{name}" in given else name for name in known]
    lines = [f"def __init__({', '.join(['self', *asked])}):", *(f" _put_{name}(self, {name})" for name in known)]
    lines += [" self.__post_init__()"] if hasattr(cls, "__post_init__") else [" return None"]
    exec("\n".join(lines), given)  # noqa: S102  our own text, of names that are names of fields already
    made = given["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    return made


def _refuse(self: Any, name: str, *_: object) -> NoReturn:
    message = f"cannot assign to field {name!r} of {type(self).__name__}"
    raise FrozenInstanceError(message)


def _state(self: Any) -> list[Any]:
    """What a copy is made of."""
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
