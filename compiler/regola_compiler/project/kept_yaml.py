"""What a YAML file says, with its lines, as JSON: a file that has not changed is read again without a YAML parser."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

# What a mapping or a list stands for in the JSON, whose own are all lists: [MAPPING, entries] and [LIST, entries].
MAPPING, LIST = "m", "l"
PLAIN = (str, int, float, bool, type(None))
# Where the parser has its whole numbers that remember how they were written, such as a single 0.
WHOLE = "ruamel.yaml.scalarint"


class NotPlainError(ValueError):
    """A value that JSON cannot say as it is."""


class Lines:
    """Where the parts of a mapping or of a list stand: line and column of each, from 0."""

    def __init__(self, entries: Iterable[tuple[Any, Any]]) -> None:
        self.data = {step: tuple(place) for step, place in entries if place is not None}


class LinedMapping(dict[Any, Any]):
    """A mapping that knows its lines, as `place_of` asks for them."""

    lc: Lines


class LinedList(list[Any]):
    """A list that knows its lines, as `place_of` asks for them."""

    lc: Lines


def dump_data(data: Any) -> str | None:
    """What a file says, as JSON; None if anything in it is no plain value.

    Args:
        data: What the parser made of it, which keeps the lines as `lc.data`.
    """
    try:
        return json.dumps(_dumped(data), ensure_ascii=True, separators=(",", ":"))
    except (NotPlainError, RecursionError):
        return None


def load_data(text: str) -> LinedMapping | None:
    """What a file says, from JSON; None if it is something else."""
    try:
        data = _loaded(json.loads(text))
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None
    return data if isinstance(data, LinedMapping) else None


def _dumped(data: Any) -> Any:
    if isinstance(data, dict):
        return [MAPPING, [[_dumped_key(key), _place(data, key), _dumped(value)] for key, value in data.items()]]
    if isinstance(data, list):
        return [LIST, [[_place(data, number), _dumped(value)] for number, value in enumerate(data)]]
    if isinstance(data, str):
        return str(data)
    if type(data).__module__ == WHOLE:
        return int(data)
    if type(data) not in PLAIN:
        raise NotPlainError
    return data


def _dumped_key(key: Any) -> Any:
    if isinstance(key, str):
        return str(key)
    if type(key) is not int:
        raise NotPlainError
    return key


def _place(data: Any, step: Any) -> list[int] | None:
    """The line and column of a part, if the parser noted it."""
    known = getattr(getattr(data, "lc", None), "data", None)
    place = known.get(step) if isinstance(known, Mapping) else None
    return None if place is None else [int(place[0]), int(place[1])]


def _loaded(data: Any) -> Any:
    if not isinstance(data, list):
        return data
    kind, entries = data
    if kind == MAPPING:
        mapping = LinedMapping((key, _loaded(value)) for key, _, value in entries)
        mapping.lc = Lines((key, place) for key, place, _ in entries)
        return mapping
    if kind != LIST:
        raise ValueError(kind)
    items = LinedList(_loaded(value) for _, value in entries)
    items.lc = Lines((number, place) for number, (place, _) in enumerate(entries))
    return items
