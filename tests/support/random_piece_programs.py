"""Random small programs with pieces: what is printed on them, what is kept of them, where they are, who is beside whom."""

from __future__ import annotations

from random import Random

PRELUDE = """\
enum Ground @1.1
  open, bog
sequence day @1.2
  phase march @1.2
"""
# What a unit has, how many values each takes: of the place it may be none, of the mate too.
PARTS = {
    "fast": "  fast: bool",
    "steps": "  state steps: int 0..2 = 1",
    "mate": "  state mate: Unit or none = none",
    "at": "  state at: Space or none = none",
}


class _Writer:
    """Writes one program."""

    def __init__(self, random: Random) -> None:
        self.random = random
        # With a mate the other facts are fewer: three pieces have positions enough.
        self.has = random.choice([["steps", "fast"], ["mate", "fast"], ["at", "fast"], ["steps", "mate"]])
        self.inner = 0

    def text(self) -> str:
        place = ["place Space @1.3", "  ground: Ground"] if "at" in self.has else []
        unit = ["piece Unit @1.4", *(PARTS[name] for name in PARTS if name in self.has)]
        parts = [self.define(number) for number in range(self.random.randrange(1, 4))]
        if "steps" in self.has:
            parts += [self.action(number) for number in range(self.random.randrange(0, 3))]
        return PRELUDE + "\n".join([*place, *unit, *parts]) + "\n"

    def define(self, number: int) -> str:
        names = ["u", "v"][: self.random.randrange(0, 3)]
        told = ", ".join(f"{name}: Unit" for name in names)
        lines = [
            f"define rule_{number}{f'({told})' if told else ''} -> int 0..{self.random.choice([1, 2, 3])} @2.{number}"
        ]
        lines.append(f"  {self.number(names)}")
        if self.random.random() < 0.6:
            lines.append(f"  exception other_{number} @2.{number} when {self.condition(names)}")
            lines.append(f"    {self.number(names)}")
        return "\n".join(lines)

    def action(self, number: int) -> str:
        lines = [f"action deed_{number}(u: Unit) in march @3.{number}", "  allowed unless forbidden"]
        if self.random.random() < 0.6:
            lines.append(f"  requires {self.condition(['u'])} @3.{number}")
        for _ in range(self.random.randrange(1, 3)):
            lines += self.effect(number)
        return "\n".join(lines)

    def effect(self, number: int) -> list[str]:
        random = self.random
        change = random.choice(["gains 1", "loses 1", "gains 2", "becomes 1", "becomes 2"])
        if random.random() < 0.5:
            condition = f" when {self.condition(['u'])}" if random.random() < 0.5 else ""
            return [f"  effect u.steps {change} @3.{number}{condition}"]
        whose = "o" if change.startswith("becomes") else random.choice(["o", "o", "u"])
        return [
            f"  effect each o in Unit where {self.condition(['o', 'u'])}",
            f"    {whose}.steps {change} @3.{number}",
        ]

    def number(self, names: list[str]) -> str:
        kinds = ["constant", "count"]
        kinds += ["steps", "sum"] if "steps" in self.has else []
        kinds += ["ground"] if "at" in self.has else []
        match self.random.choice(kinds):
            case "count":
                inner, condition = self.within(names)
                return f"count {inner} in {self.units(names)} where {condition}"
            case "sum":
                inner, condition = self.within(names)
                return f"sum of {inner}.steps for {inner} in {self.units(names)} where {condition}"
            case "steps" if names:
                return f"{self.random.choice(names)}.steps"
            case "ground" if names:
                return f"if {self.random.choice(names)}.at.ground is bog then 1 else 0"
            case _:
                return str(self.random.randrange(0, 4))

    def units(self, names: list[str]) -> str:
        """All units, or those that fulfil a condition."""
        if self.random.random() < 0.6:
            return "Unit"
        inner, condition = self.within(names)
        return f"(those {inner} in Unit where {condition})"

    def within(self, names: list[str]) -> tuple[str, str]:
        """A name for each of all units, and a condition about it."""
        self.inner += 1
        inner = f"x{self.inner}"
        return inner, self.condition([inner, *names], 1)

    def condition(self, names: list[str], depth: int = 0) -> str:
        random = self.random
        name = random.choice(names) if names else ""
        simple = ["true"] if not names else [f"{name} is {random.choice(names)}"]
        if names:
            simple += [f"{name}.fast"] if "fast" in self.has else []
            simple += [f"{name}.steps >= {random.randrange(1, 3)}"] if "steps" in self.has else []
            simple += [f"{name}.mate is {random.choice([*names, 'none'])}"] if "mate" in self.has else []
            simple += [f"{name}.at is none", f"{name}.at is a Space"] if "at" in self.has else []
        if depth > 1 or random.random() < 0.5:
            return random.choice(simple)
        if random.random() < 0.5:
            word = random.choice(["any", "all", "no"])
            inner, condition = self.within(names)
            return f"({word} {inner} in Unit where {condition})"
        return f"({random.choice(simple)} {random.choice(['and', 'or'])} not {self.condition(names, depth + 1)})"


def random_piece_program(random: Random) -> str:
    """A program with up to three definitions over units, and actions where units have steps."""
    return _Writer(random).text()
