"""Small programs, read from their text, and every value that one of their types has."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from regola_compiler.driver import Compiled, understand
from regola_compiler.model.types import ListType, RecordType, RecordValue, Type, Value, domain
from regola_compiler.project.game import Game
from regola_dsl.source import Source

# Counters of which a group is chosen at once.
GROUPS = """\
enum Side @1
  red, blue

players Side @1

piece Wing @2
  factors: int 1..5
  state used: bool = false

sequence day @3
  phase change by red @3

choice spare @2
  among w in Wing where not w.used

action use(n: int 1..2, those: 2 to 3 of spare) by red in change @4
  allowed unless forbidden
  requires (sum of w.factors for w in those) is 2 * n + 2
  effect each w in those
    w.used becomes true

setup
  a: Wing(factors: 2)
  b: Wing(factors: 2)
  c: Wing(factors: 4)
"""


def compiled_text(text: str, step: Callable[[Game], Compiled] = understand) -> Compiled:
    """A game of one text, as far as `step` brings it."""
    return step(Game("sample", Path(), {}, [Source("sample.regola", text)]))


def values_of(type_: Type, margin: int = 0, longest: int | None = None) -> list[Value]:
    """Every value of a type.

    Of an open scale `margin` past each open end; of a list those of up to `longest` items, or of as many as it may have,
    or two.
    """
    if isinstance(type_, RecordType):
        fields = [[(name, value) for value in values_of(field, margin, longest)] for name, field in type_.fields]
        return [RecordValue(type_.name, combination) for combination in itertools.product(*fields)]
    if isinstance(type_, ListType):
        items = values_of(type_.item, margin, longest)
        most = longest or (2 if type_.limit is None else type_.limit)
        return [chosen for n in range(type_.least, most + 1) for chosen in itertools.product(items, repeat=n)]
    values = domain(type_, margin)
    assert values is not None
    return list(values)
