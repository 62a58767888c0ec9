"""Random definitions in which much is wrong at once: dead exceptions beside silence, contradiction, values out of range.

Conditions ask definitions that have no answer for some inputs, and speak of a scale without ends.
"""

from __future__ import annotations

from random import Random

PRELUDE = """\
scale Odds of ratios open @1
  1-2, 1-1, 2-1
define half(n: int 0..3) -> int @1
  exception some @1 when n < 2
    n
table step(n: int 0..3) -> int @1
  | n | out |
  | 1 | 2   |
  | 2+ | 0   |
"""
HEADS = ("n: int 0..3, flag: bool, odds: Odds", "n: int 0..3, flag: bool", "n: int 0..3, odds: Odds, other: Odds")


def random_clause_program(random: Random) -> str:
    """A definition with exceptions, some of them nested, some sequels, in which problems meet."""
    kind = random.choice(["int", "int 0..2"])
    head = random.choice(HEADS)
    lines = [PRELUDE, f"define rule({head}) -> {kind} @2"]
    if random.random() < 0.2:
        lines.append(f"  let some = {random.choice(['half(n)', 'step(n)'])}")
    if random.random() < 0.5:
        lines.append(f"  {_value(random)}")
    _exceptions(random, head, lines, 1, "e")
    return "\n".join(lines) + "\n"


def _exceptions(random: Random, head: str, lines: list[str], depth: int, prefix: str) -> None:
    for i in range(random.randint(1, 3)):
        then = "then " if random.random() < 0.25 else ""
        over = f" over {prefix}0" if i and not then and random.random() < 0.25 else ""
        lines.append(
            f"{'  ' * depth}{then}exception {prefix}{i}{over} @3 when {_condition(random, head, sequel=bool(then))}"
        )
        if depth > 1 or random.random() < 0.6:
            lines.append(f"{'  ' * (depth + 1)}{random.choice(['value + 1', 'at most 1']) if then else _value(random)}")
        else:
            if random.random() < 0.7 or then:
                lines.append(f"{'  ' * (depth + 1)}{_value(random)}")
            _exceptions(random, head, lines, depth + 1, f"{prefix}{i}")


def _value(random: Random) -> str:
    return random.choice(["0", "1", "1", "2", "3", "n", "half(n)", "step(n)", "n + 2"])


def _condition(random: Random, head: str, *, sequel: bool) -> str:
    kinds = [
        lambda: f"n {random.choice(['<', '>', 'is'])} {random.randint(0, 4)}",
        lambda: f"{random.choice(['half(n)', 'step(n)'])} > {random.randint(0, 2)}",
    ]
    if "flag" in head:
        kinds.append(lambda: random.choice(["flag", "not flag"]))
    if "odds" in head:
        kinds.append(lambda: f"odds {random.choice(['<', '>=', 'is'])} {random.choice(['1-3', '1-1', '2-1', '4-1'])}")
        kinds.append(lambda: f"odds shifted {random.choice(['1', '-1'])} is {random.choice(['2-1', '1-1'])}")
    if "other" in head:
        kinds.append(lambda: f"odds {random.choice(['<', '>', 'is'])} other")
    if sequel:
        kinds.append(lambda: f"value > {random.randint(0, 4)}")
    parts = [random.choice(kinds)() for _ in range(random.randint(1, 2))]
    return " and ".join(parts)
