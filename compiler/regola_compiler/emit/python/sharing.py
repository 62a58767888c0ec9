"""What a function that is written without reasons has worked out so far (`straight.quick`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Sharing:
    """What a function has worked out so far.

    Attributes:
        known: The bounds of its parameters.
        counts: How often each part stands in it.
        named: The names of what has been worked out for certain, by how it is written.
        counting: Whether it is only looked at what stands twice.
        early: Whether what has been given a name by a statement is not counted again.
        binding: Whether something can be given a name here.
        plain: Whether it is only asked how a part is written, nothing in it having a name.
        nested: How many rules lie in one another here.
        made: How many names were given to what stands twice.
        given: How many were given to what a rule is asked with.
    """

    known: Mapping[str, tuple[int, int]]
    counts: dict[str, int] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)
    counting: bool = False
    early: bool = False
    binding: bool = True
    plain: bool = False
    nested: int = 0
    made: int = 0
    given: int = 0

    @contextmanager
    def perhaps(self) -> Iterator[None]:
        """What is worked out in here may not have been, afterwards."""
        before = self.named
        self.named = dict(before)
        try:
            yield
        finally:
            self.named = before

    @contextmanager
    def inside(self) -> Iterator[None]:
        """A rule is written in the place where it is asked."""
        known = self.known
        self.known = {}
        self.nested += 1
        try:
            yield
        finally:
            self.known = known
            self.nested -= 1

    @contextmanager
    def within(self, variable: str = "") -> Iterator[None]:
        """In here nothing is given a name that is seen outside; a variable may be another one of the same name."""
        before, binding = self.named, self.binding
        own = re.compile(rf"\b{re.escape(variable)}\b") if variable else None
        self.named = {text: name for text, name in before.items() if own is None or not own.search(text)}
        self.binding = False
        try:
            yield
        finally:
            self.named, self.binding = before, binding
