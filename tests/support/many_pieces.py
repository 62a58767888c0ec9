"""A game with as many pieces as one likes, who move about, meet, take one another and are counted where they stand."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from regola_compiler import driver
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.project.game import Game
from regola_dsl.source import Source

RULES = """\
enum Side @1
  red, blue

players Side @1

enum Way @2
  up, down, left, right

table step(way: Way) -> (up: int -1..1, right: int -1..1) @2
  | way   | up | right |
  | up    | 1  | 0     |
  | down  | -1 | 0     |
  | left  | 0  | -1    |
  | right | 0  | 1     |

piece Unit @3
  side: Side
  state row: int 1..99
  state column: int 1..99
  state tired: int 0..9 = 0

define enemy_there(u: Unit, way: Way) -> bool @4
  any o in Unit where o.side is not u.side and o.row is u.row + step(way).up and o.column is u.column + step(way).right

define heap(row: int, column: int) -> int 0..999 @4
  min(999, count u in Unit where u.row is row and u.column is column)

sequence game @5
  repeat until false
  for s in red, blue
    phase turn by s ends when done march(_, _) in turn @5

choice own(s: Side) @3
  among u in Unit where u.side is s

action march(u: Unit among own(s), way: Way) by s in turn @6
  allowed unless forbidden
  requires u.row + step(way).up in 1..99 and u.column + step(way).right in 1..99
  requires u.tired < 9
  effect u.row becomes u.row + step(way).up
  effect u.column becomes u.column + step(way).right
  effect u.tired becomes u.tired + 1
  effect each o in Unit where o.side is not u.side and o.row is u.row + step(way).up and o.column is u.column + step(way).right
    o leaves

setup
"""


def rules(pieces: int) -> str:
    """The rules, and a setup of so many pieces on a square of which they fill half."""
    side = max(4, int((2 * pieces) ** 0.5))
    lines = []
    for number in range(pieces):
        row, column = divmod(number * 2, side)
        who = ("red", "blue")[number % 2]
        lines.append(f"  u{number}: Unit(side: {who}, row: {row % 99 + 1}, column: {column % 99 + 1})")
    return RULES + "\n".join(lines) + "\n"


@cache
def module_of_many(pieces: int) -> Any:
    """The module of the game."""
    found = driver.understand(Game("many", Path(), {}, [Source("many.regola", rules(pieces))]))
    assert found.ir is not None
    module = CompiledModule(found.program, lambda: found.ir).module
    sys.modules[module.__name__] = module  # that its positions can be pickled
    return module
