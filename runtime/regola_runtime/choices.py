"""Choices with a list of priorities: the options that are left when each has had its say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar

from regola_runtime.answers import note

T = TypeVar("T")
Preference = tuple[Literal["least", "most", "where"], Callable[[Any], Any], tuple[str, ...]]


def chosen(name: str, options: Iterable[T], preferences: Sequence[Preference]) -> tuple[T, ...]:
    """The options among which the chooser is free. A condition that no option fulfils decides nothing."""
    left = list(options)
    for degree, value, anchors in preferences:
        if len(left) < 2:
            break
        values = [value(option) for option in left]
        if degree == "where":
            kept = [option for option, held in zip(left, values, strict=True) if held] or left
        else:
            best = min(values) if degree == "least" else max(values)
            kept = [option for option, worth in zip(left, values, strict=True) if worth == best]
        if len(kept) < len(left):
            note(name, *anchors)
        left = kept
    return tuple(left)
