"""Games of any length, to see how what is done to them grows, and programs in which one thing alone grows.

A chapter holds what one of a rulebook does: two enums, two tables, three definitions with exceptions, modifiers, two
facts, an action with three rules, three examples; and in the book thirteen sections. Caucasus has as many definitions
as fifty-six of them. Numbers differ from chapter to chapter, as they do in books: tables that all say the same would be
a case of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

SYLLABLES = ("ba", "ce", "di", "fo", "gu", "ka", "le", "mi", "no", "pu")


def _names(chapter: int, count: int, last: str) -> list[str]:
    """Names that no other chapter has."""
    stem = "".join(SYLLABLES[chapter // 10**place % 10] for place in (2, 1, 0))
    return [f"{stem}{SYLLABLES[number] * 2}{last}" for number in range(count)]


def _costs(chapter: int) -> list[tuple[str, int, int]]:
    """What each ground costs in a chapter, and what it shifts."""
    grounds = _names(chapter, 6, "m")
    pick = Random(chapter)
    return [(ground, pick.randint(1, 6), -pick.randint(0, 3)) for ground in grounds]


def _losses(chapter: int) -> list[tuple[int, tuple[int, ...]]]:
    """The losses of a chapter by the die, for each speed."""
    pick = Random(-chapter)
    return [(die, tuple(pick.randint(0, 8) for _ in range(3))) for die in range(1, 7)]


def chapter_rules(chapter: int, *, chained: bool = False) -> str:
    """The rules of one chapter; `chained`, they ask those of the chapter before."""
    n, before = chapter, f"reach_{chapter - 1}" if chained and chapter > 1 else ""
    costs = "\n".join(f"  | {ground} | {cost} | {shift} |" for ground, cost, shift in _costs(n))
    losses = "\n".join(f"  | {die} | {' | '.join(map(str, row))} |" for die, row in _losses(n))
    grounds, speeds = _names(n, 6, "m"), _names(n, 3, "s")
    plain, wood, _, swamp, town, ridge = grounds
    slow, steady, fast = speeds
    heads = " | ".join(speeds)
    asked = (
        f"(if {before}({_names(n - 1, 1, 'm')[0]}, {_names(n - 1, 1, 's')[0]}) > 6 then 2 else 1)" if before else "1"
    )
    first, loss = _costs(n)[0], _losses(n)[0][1][1]
    return f"""\
enum Ground_{n} @{n}.1
  {", ".join(grounds)}

enum Speed_{n} @{n}.2
  {", ".join(speeds)}

table terrain_{n}(ground: Ground_{n}) -> (cost: int 1..6, shift: int -3..0) @{n}.3
  | ground | cost | shift |
{costs}

table losses_{n}(die: d6, speed: Speed_{n}) -> int 0..8 @{n}.4
  | die \\ speed | {heads} |
{losses}

given snow_{n}: bool = false @{n}.5
given fires_{n}(ground: Ground_{n}): int 0..9 = 0 @{n}.6

modifiers weight_{n}(ground: Ground_{n}, speed: Speed_{n}) @{n}.7
  +1 in_snow @{n}.7 when snow_{n}
  -1 in_a_hurry @{n}.7 when speed is {fast}
  +(terrain_{n}(ground).cost) by_ground @{n}.7

define reach_{n}(ground: Ground_{n}, speed: Speed_{n}) -> int 0..12 @{n}.8
  terrain_{n}(ground).cost + {asked}
  exception snowed_in_{n} @{n}.8 when snow_{n} and speed is not {fast}
    1
    exception even_so_{n} @{n}.8 when ground is {town}
      2
  exception hurried_{n} @{n}.8 when speed is {fast}
    3

define lost_{n}(die: d6, speed: Speed_{n}, ground: Ground_{n}) -> int 0..9 @{n}.9
  losses_{n}(die, speed)
  exception sheltered_{n} @{n}.9 when ground in {{{town}, {ridge}}} and not snow_{n}
    0
  then exception cold_{n} @{n}.9 when snow_{n}
    value + 1

define halted_{n}(ground: Ground_{n}, speed: Speed_{n}) -> bool @{n}.10
  fires_{n}(ground) >= 5
  exception slow_ones_{n} @{n}.10 when speed is {slow}
    fires_{n}(ground) >= 3

action go_{n}(ground: Ground_{n}, speed: Speed_{n}) @{n}.11
  allowed unless forbidden
  requires reach_{n}(ground, speed) > 0 @{n}.11

rule under_fire_{n} @{n}.11
  ground must not go_{n} when halted_{n}(ground, speed)
rule no_swamps_{n} @{n}.12
  ground must not go_{n} when ground is {swamp}
  exception on_ice_{n} @{n}.12 when snow_{n}
rule no_haste_{n} @{n}.12
  ground must not go_{n} when speed is {fast} and ground is {wood}

example the_first_{n} @{n}.13
  terrain_{n}({plain}).cost is {first[1]}
example losses_read_{n} @{n}.13
  losses_{n}(1, {steady}) is {loss}
example swamps_{n} @{n}.13
  go_{n}({swamp}, {slow}) is forbidden
"""


def chapter_book(chapter: int) -> str:
    """The thirteen sections of one chapter."""
    n = chapter
    costs = "\n".join(f"| {ground} | {cost} | {shift} |" for ground, cost, shift in _costs(n))
    losses = "\n".join(f"| {die} | {' | '.join(map(str, row))} |" for die, row in _losses(n))
    heads = " | ".join(_names(n, 3, "s"))
    first, loss = _costs(n)[0], _losses(n)[0][1][1]
    return f"""\
## {n} Chapter {n}

**{n}.1 Ground.** There are six kinds of ground, from the plain to the ridge.

**{n}.2 Speed.** A column is slow, steady or fast, as its owner says (see {n}.11).

**{n}.3 What ground costs.**

| ground | cost | shift |
|---|---|---|
{costs}

**{n}.4 Losses.** Roll a die.

| die | {heads} |
|---|---|---|---|
{losses}

**{n}.5 Snow.** It may snow.

**{n}.6 Fires.** Up to 9 fires may burn on a ground.

**{n}.7 Weight.** Add 1 in snow; subtract 1 in a hurry; add what the ground costs ({n}.3).

**{n}.8 Reach.** It is the cost of {n}.3 and 1 more. In snow it is 1, in a town 2; for fast columns it is 3.

**{n}.9 Losses taken.** They are read from {n}.4. A town or a ridge shelters, unless it snows. In snow 1 more is lost.

**{n}.10 Halts.** A column halts at 5 fires, a slow one at 3.

**{n}.11 Going.** A column must not go where it is halted ({n}.10).

**{n}.12 Swamps.** A column must not enter a swamp, except in snow. A fast one must not enter a wood.

> *Example {n}.13.* The plain costs {first[1]}. A steady column that rolls a 1 loses {loss}.

**{n}.13 An example.** It stands above.
"""


def game(chapters: int, *, chained: bool = False) -> str:
    """The rules of a game of so many chapters."""
    return "\n".join(chapter_rules(number, chained=chained) for number in range(1, chapters + 1))


def book(chapters: int) -> str:
    """The book of such a game."""
    return "# A game\n\n" + "\n".join(chapter_book(number) for number in range(1, chapters + 1))


# --- one thing that grows ------------------------------------------------------------------------


def _forbidding(count: int) -> str:
    rules = "\n".join(f"rule r{i} @2.{i}\n  n must not go when n is {i}" for i in range(count))
    return f"action go(n: int 0..{count}) @1\n  allowed unless forbidden\n\n{rules}\n"


def _at_odds(count: int) -> str:
    rules = "\n".join(f"rule r{i} @2.{i}\n  n must{' ' if i % 2 else ' not '}go when n is {i}" for i in range(count))
    return f"action go(n: int 0..{count}) @1\n  allowed unless forbidden\n\n{rules}\n"


def _members(count: int) -> str:
    names = ", ".join(f"m{i}" for i in range(count))
    return f"enum E @1\n  {names}\n\ndefine same(a: E, b: E) -> int 0..1 @2\n  if a is b then 1 else 0\n"


def _exceptions(count: int) -> str:
    parts = "\n".join(f"  exception e{i} @2.{i} when n is {i}\n    {i}" for i in range(count))
    return f"define f(n: int 0..{count}) -> int 0..{count} @1\n  0\n{parts}\n"


def _sums(count: int) -> str:
    inputs = ", ".join(f"x{i}: int 0..1000" for i in range(count + 1))
    parts = "\n".join(f"  exception e{i} @2.{i} when x{i} + x{i + 1} > {500 + i}\n    0" for i in range(count))
    return f"define f({inputs}) -> int 0..1 @1\n  0\n{parts}\n"


def _thresholds(count: int) -> str:
    parts = "\n".join(f"  exception e{i} @2.{i} when x > {10 * i} and x <= {10 * i + 10}\n    1" for i in range(count))
    return f"define f(x: int 0..1000000) -> int 0..1 @1\n  0\n{parts}\n"


# Programs in which one thing grows, by what it is, with the sizes that are tried.
AXES: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "rules of one action, all forbid": (_forbidding, (20, 40, 80, 160)),
    "rules that forbid and oblige": (_at_odds, (10, 20, 40, 80)),
    "members of an enum, `a is b`": (_members, (50, 100, 200, 400)),
    "exceptions of one definition": (_exceptions, (50, 100, 200, 400)),
    "sums of amounts compared": (_sums, (2, 4, 6, 8)),
    "thresholds on one amount": (_thresholds, (16, 32, 64, 128)),
}
