"""A game's rules without the sections of libraries: these are of no book that a text could be held against."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any, TypeVar

from regola_compiler.model.program import Program
from regola_dsl.tree import Anchor

T = TypeVar("T")


def without_libraries(program: Program) -> Program:
    """The same program, the sections of the libraries that it uses taken out of what they cite.

    What a library declares stays and can be asked: the game's own rules, and exceptions to a library's, rest on it.
    """
    if not program.libraries:
        return program
    fronts = tuple(f"{name}/" for name in program.libraries)
    return replace(
        program,
        callables={name: _stripped(item, fronts) for name, item in program.callables.items()},
        types={name: _stripped(info, fronts) for name, info in program.types.items()},
        assumptions={name: _stripped(item, fronts) for name, item in program.assumptions.items()},
    )


def _stripped(node: T, fronts: tuple[str, ...]) -> T:
    """A part of a program without the sections that begin so."""
    changed: dict[str, Any] = {}
    for part in _parts(type(node)):  # type: ignore[arg-type]  # classes can be hashed
        value = getattr(node, part)
        new = _value(value, fronts)
        if new is not value:
            changed[part] = new
    return replace(node, **changed) if changed else node  # type: ignore[type-var]  # parts are dataclasses


def _value(value: Any, fronts: tuple[str, ...]) -> Any:
    if isinstance(value, tuple):
        kept = tuple(
            _value(item, fronts) for item in value if not (isinstance(item, Anchor) and item.section.startswith(fronts))
        )
        same = len(kept) == len(value) and all(a is b for a, b in zip(kept, value, strict=True))
        return value if same else kept
    return _stripped(value, fronts) if hasattr(value, "__dataclass_fields__") else value


@cache
def _parts(kind: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind)) if hasattr(kind, "__dataclass_fields__") else ()
