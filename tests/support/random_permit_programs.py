"""Random small programs of one action whose rules ask kinds: of a unit, of ground, and what else is so."""

from __future__ import annotations

from random import Random

_HEAD = """enum Kind @1.1
  foot, horse, guns

enum Ground @1.2
  field, bog

record Unit @1.3
  kind: Kind
  tired: bool

state frost: bool = false @1.4
state year: int 1..3 = 1 @1.5

sequence day @2
  phase march @2.1
  phase rest @2.2
"""


def random_permit_program(random: Random) -> str:
    """An action on a unit and a ground, with up to four rules and a requirement."""
    number = 0

    def condition() -> str:
        parts = [
            f"u.kind is {random.choice(['foot', 'horse', 'guns'])}",
            f"u.kind in {{{random.choice(['foot, horse', 'horse, guns'])}}}",
            f"g is {random.choice(['field', 'bog'])}",
            "u.tired",
            "not u.tired",
            "frost",
            "not frost",
            f"year >= {random.choice([2, 3])}",
        ]
        return random.choice([" and ", " or "]).join(random.sample(parts, random.choice([1, 1, 2])))

    def rule(depth: int, names: list[str]) -> list[str]:
        nonlocal number
        number += 1
        name, indent = f"rule_{number}", "  " * (depth + 1)
        said = random.choice(["must not", "must not", "may", "must", "may only"])
        over = f" over {random.choice(names)}" if depth == 0 and names and random.randrange(3) == 0 else ""
        asked = f" when {condition()}" if said == "may only" or random.randrange(5) else ""
        if depth == 0:
            names.append(name)
            inside = f" in {random.choice(['march', 'rest'])}" if random.randrange(4) == 0 else ""
            lines = [f"rule {name}{over}{inside} @4.{number}", f"  u {said} enter{asked}"]
        else:
            lines = [
                f"{'  ' * depth}exception {name} @4.{number}{f' when {condition()}' if random.randrange(4) else ''}"
            ]
            if said != "may only" and random.randrange(2):
                lines.append(f"{indent}u {said} enter")
        if depth < 2 and random.randrange(2) == 0:
            lines += rule(depth + 1, names)
        return lines

    lines = ["action enter(u: Unit, g: Ground) in march, rest @3.1"]
    lines.append(f"  {random.choice(['allowed unless forbidden', 'forbidden unless allowed'])}")
    if random.randrange(3) == 0:
        lines.append(f"  requires {condition()} @3.2")
    names: list[str] = []
    for _ in range(random.randrange(5)):
        lines += ["", *rule(0, names)]
    return _HEAD + "\n" + "\n".join(lines) + "\n"
