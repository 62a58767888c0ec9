"""Small things that the desk asks of the rules: examples, how large tables are, what is written in capitals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

from regola_compiler.model.program import Program, Table
from regola_compiler.model.types import DiceType, EnumType

from regola_crosscheck.book.numbering import Key, Numbering

_CAPITALS = re.compile(r"[A-Z]{2,5}")


@dataclass(frozen=True)
class RuleFacts:
    """What is asked of a program here and there.

    Args:
        examples: the examples, each with its sections, the one it is most of all about first.
        sizes: how many rows, columns and cells the tables have, and how many outcomes what is rolled for declarations.
        capitals: the values that are written in capitals, and such parts of them.
    """

    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()
    sizes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    capitals: frozenset[str] = frozenset()

    @classmethod
    def of(cls, program: Program) -> RuleFacts:
        """Those of a program."""
        sizes = {name: tuple(_sizes(item)) for name, item in program.callables.items()}
        return cls(
            tuple((one.name, tuple(anchor.section for anchor in one.anchors)) for one in program.examples.values()),
            {name: several for name, several in sizes.items() if several},
            frozenset(
                part
                for info in program.types.values()
                if isinstance(info.type, EnumType)
                for member in info.type.members
                for part in _CAPITALS.findall(member)
            ),
        )

    @classmethod
    def of_plain(cls, plain: Any) -> RuleFacts:
        """Those that an earlier run kept (`plain`)."""
        examples, sizes, capitals = plain
        return cls(
            tuple((str(name), tuple(map(str, sections))) for name, sections in examples),
            {str(name): tuple(map(int, several)) for name, several in sizes.items()},
            frozenset(map(str, capitals)),
        )

    def plain(self) -> Any:
        """All of it as JSON can say it."""
        return [self.examples, self.sizes, sorted(self.capitals)]

    def examples_by_key(self, numbering: Numbering) -> dict[Key, list[str]]:
        """The examples by the sections they are anchored to."""
        found: dict[Key, list[str]] = {}
        for name, sections in self.examples:
            for key in {numbering.key(section) for section in sections}:
                found.setdefault(key, []).append(name)
        return found


def _sizes(item: Any) -> list[int]:
    """How large a table is, and how many outcomes a declaration's dice have."""
    found = []
    if isinstance(item, Table):
        sizes = [dimension.high - dimension.low + 1 for dimension in item.dimensions]
        found += [*sizes, prod(sizes), len(item.rows)]
    for parameter in item.parameters:
        if isinstance(parameter.type, DiceType):
            found += [parameter.type.sides**parameter.type.count, len(parameter.type.outcomes())]
    return found
