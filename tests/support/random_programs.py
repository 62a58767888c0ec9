"""Random small programs, as text, for the properties that must hold of every program."""

from __future__ import annotations

from random import Random

PRELUDE = """\
enum Colour @1
  red, green, blue
scale Grade @1
  low, middle, high
scale Odds of ratios open @1
  1-2, 1-1, 2-1
record Piece @1
  size: int 0..3
  colour: Colour
  flag: bool = false
"""
PARAMETERS = {
    "n": "int 0..3",
    "die": "d3",
    "flag": "bool",
    "colour": "Colour",
    "grade": "Grade",
    "piece": "Piece",
    "pieces": "list of Piece up to 2",
    "flags": "list of bool up to 5",
}
COLOURS = ("red", "green", "blue")
GRADES = ("low", "middle", "high")


class Writer:
    """Writes one program; what it declares it can use later."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines = [PRELUDE]
        self.callable: list[tuple[str, list[str]]] = []
        # What answers a list of numbers, and what a condition can ask.
        self.lists: list[tuple[str, list[str]]] = []
        self.truths: list[tuple[str, list[str]]] = []
        # The name of a `let` line above, if there is one.
        self.let = ""

    def program(self) -> str:
        """A table or two, modifiers, and a few definitions that use them."""
        for i in range(self.random.randint(1, 2)):
            self.table(f"table{i}")
        if self.random.random() < 0.6:
            self.modifiers("mods")
        for i in range(self.random.randint(1, 3)):
            self.define(f"rule{i}")
        if self.random.random() < 0.3:
            self.listing("listed")
        return "\n".join(self.lines) + "\n"

    def chosen(self, least: int = 1) -> list[str]:
        """Some parameters, in an order of their own."""
        names = list(PARAMETERS)
        return self.random.sample(names, self.random.randint(least, 3))

    def head(self, names: list[str]) -> str:
        """A parameter list."""
        return ", ".join(f"{name}: {PARAMETERS[name]}" for name in names)

    def table(self, name: str) -> None:
        """A table with inputs of every kind, and perhaps with gaps, overlaps and edges."""
        inputs = self.random.sample(["n", "die", "flag", "colour", "grade"], self.random.randint(1, 2))
        hit = self.random.choice(["unique", "unique", "first", "sum", "all", "max", "min"])
        several = hit in {"unique", "first"} and self.random.random() < 0.2
        kind = self.random.choice(["int", "int 0..4"])
        result = f"(out: {kind}, more: bool)" if several else kind
        self.lines.append(f"table {name}({self.head(inputs)}) -> {result} @2")
        self.lines.append(f"  hit {hit}")
        self.lines.append(f"  | {' | '.join(inputs)} | out |{' more |' * several}")

        def row(cells: list[str], out: int) -> None:
            more = f" {self.random.choice(['yes', 'no'])} |" if several else ""
            worked_out = self.number(inputs) if self.random.random() < 0.2 else out
            self.lines.append(f"  | {' | '.join(cells)} | {worked_out} |{more}")

        for _ in range(self.random.randint(1, 4)):
            row([self.cell(kind) for kind in inputs], self.random.randint(0, 2))
        if self.random.random() < 0.5:
            row(["-" for _ in inputs], 3)
        if self.random.random() < 0.3:
            row(["otherwise" for _ in inputs], 4)
        if self.random.random() < 0.4:
            self.lines.append(f"  beyond {self.random.choice(['clamp', 'forbidden'])}")
        if several:
            self.define_part(name, inputs)
        else:
            (self.lists if hit == "all" else self.callable).append((name, inputs))

    def define_part(self, name: str, inputs: list[str]) -> None:
        """Definitions that ask a table of several outputs for one of them each."""
        for part, kind, asked in (("out", "int", self.callable), ("more", "bool", self.truths)):
            self.lines.append(f"define {part}_of_{name}({self.head(inputs)}) -> {kind} @2")
            self.lines.append(f"  {name}({', '.join(inputs)}).{part}")
            asked.append((f"{part}_of_{name}", inputs))

    def cell(self, kind: str) -> str:
        """A cell that matches something of its column."""
        if kind in {"n", "die"}:
            low = self.random.randint(0, 3)
            return self.random.choice([str(low), f"{low}-{low + 1}", f"{low}+", "-", f"{low}, 3"])
        if kind == "flag":
            return self.random.choice(["yes", "no", "-"])
        values = COLOURS if kind == "colour" else GRADES
        some = self.random.sample(values, self.random.randint(1, 2))
        return self.random.choice([", ".join(some), "-"])

    def modifiers(self, name: str) -> None:
        """A modifiers table."""
        names = self.chosen()
        self.lines.append(f"modifiers {name}({self.head(names)}) @3")
        for i in range(self.random.randint(1, 3)):
            sign = self.random.choice("+-")
            self.lines.append(f"  {sign}{self.random.randint(1, 2)} m{i} @3 when {self.condition(names)}")
        self.callable.append((name, names))

    def listing(self, name: str) -> None:
        """A definition that lists numbers, perhaps too many of them, or some that are too large."""
        names = self.chosen()
        self.lines.append(f"define {name}({self.head(names)}) -> list of int 0..3 up to 2 @4")
        self.lines.append(f"  [{', '.join(self.number(names) for _ in range(self.random.randint(0, 3)))}]")

    def define(self, name: str) -> None:
        """A definition with a tree of exceptions."""
        names = self.chosen()
        kind = self.random.choice(["int", "int", "int 0..4", "Odds", "bool"])
        self.lines.append(f"define {name}({self.head(names)}) -> {kind} @4")
        self.let = ""
        if self.random.random() < 0.15:
            self.lines.append(f"  let some = {self.number(names)}")
            self.let = "some"
        if self.random.random() < 0.8:
            self.lines.append(f"  {self.value(kind, names)}")
            least = 0
        else:
            least = 1
        self.exceptions(kind, names, 1, self.random.randint(least, 3), f"{name}_")
        self.let = ""
        if kind.startswith("int"):
            self.callable.append((name, names))
        if kind == "bool":
            self.truths.append((name, names))

    def exceptions(self, kind: str, names: list[str], depth: int, count: int, prefix: str) -> None:
        """Exceptions of one level, some with exceptions of their own, some sequels."""
        pad = "  " * depth
        for i in range(count):
            own = f"{prefix}{i}"
            sequel = self.random.random() < 0.2
            over = f" over {prefix}0" if i and self.random.random() < 0.2 else ""
            then = "then " if sequel else ""
            self.lines.append(f"{pad}{then}exception {own}{over} @5 when {self.condition(names)}")
            value = self.value(kind, names)
            if sequel and kind.startswith("int"):
                value = self.random.choice(["at most 2", "at least 1", "half, round up", "value + 1", value])
            elif sequel and kind == "Odds":
                value = self.random.choice(["value shifted 1", "at most 2-1", value])
            self.lines.append(f"{pad}  {value}")
            if depth < 3 and self.random.random() < 0.3:
                self.exceptions(kind, names, depth + 1, self.random.randint(1, 2), f"{own}_")

    def condition(self, names: list[str], depth: int = 0) -> str:
        """A condition on the parameters."""
        pick = self.random.random()
        if depth < 2 and pick < 0.25:
            word = self.random.choice(["and", "or"])
            return f"({self.condition(names, depth + 1)} {word} {self.condition(names, depth + 1)})"
        if pick < 0.3:
            return f"not {self.condition(names, depth + 1)}"
        if pick < 0.4 and self.truths:
            return self.asked(*self.random.choice(self.truths), names)
        if pick < 0.5 and self.callable:
            sign = self.random.choice(["<", ">", "=="])
            return f"{self.asked(*self.random.choice(self.callable), names)} {sign} {self.random.randint(0, 3)}"
        name = self.random.choice(names)
        match name:
            case "n" | "die":
                other = self.random.choice([str(self.random.randint(0, 3)), *[x for x in names if x in {"n", "die"}]])
                return f"{name} {self.random.choice(['<', '<=', '>', '>=', '==', '!='])} {other}"
            case "flag":
                return "flag"
            case "colour":
                return f"colour in {{{', '.join(self.random.sample(COLOURS, 2))}}}"
            case "grade":
                return f"grade {self.random.choice(['>', '<=', 'is', 'is not'])} {self.random.choice(GRADES)}"
            case "piece":
                return self.random.choice(
                    [
                        "piece is flag",
                        f"piece.size > {self.random.randint(0, 2)}",
                        f"piece.colour is {self.random.choice(COLOURS)}",
                    ]
                )
            case "flags":
                kind = self.random.choice(["any", "all", "no"])
                return self.random.choice(
                    [
                        f"({kind} f in flags where f)",
                        f"({kind} f in flags where not f)",
                        "(count f in flags where f) > 2",
                    ]
                )
            case _:
                kind = self.random.choice(["any", "all", "no"])
                those = self.random.choice(["pieces", "pieces", "(those q in pieces where q.flag)"])
                return f"({kind} p in {those} where p.size > {self.random.randint(0, 2)})"

    def value(self, kind: str, names: list[str]) -> str:
        """A value of the kind."""
        if kind == "bool":
            return self.condition(names)
        if kind == "Odds":
            return self.random.choice(
                [
                    "1-1",
                    "2-1 shifted 1",
                    f"the last of Odds at most ({self.number(names)}) / 2",
                    "1-2 shifted -1",
                    "4-1",
                ]
            )
        return self.number(names)

    def number(self, names: list[str]) -> str:
        """A whole number: a constant, a parameter, a look-up, a calculation."""
        options = [str(self.random.randint(0, 3))]
        options += [name for name in names if name in {"n", "die"}]
        if "piece" in names:
            options.append("piece.size")
        if "pieces" in names:
            options += [
                "(sum of p.size for p in pieces)",
                "(count p in pieces where p.flag)",
                "(max of p.size for p in pieces)",
                "(count p in (those q in pieces where q.size > 1) where p.flag)",
                "(sum of p.size for p in (those q in pieces where not q.flag))",
            ]
        if "flags" in names:
            options += ["(count f in flags where f)", "(sum of (if f then 2 else 1) for f in flags)"]
        if self.let:
            options.append(self.let)
        if "colour" in names:
            options.append("(match colour {red or blue: 2, otherwise: 0})")
        options += [self.asked(callee, inputs, names) for callee, inputs in self.callable]
        for callee, inputs in self.lists:
            asked = self.asked(callee, inputs, names)
            options += [f"(count x in {asked} where x > 1)", f"(sum of x for x in {asked})"]
        first = self.random.choice(options)
        if self.random.random() < 0.3:
            second = self.random.choice(options)
            return self.random.choice(
                [f"{first} + {second}", f"{first} - {second}", f"max({first}, {second})", f"round up ({first} / 2)"]
            )
        return first

    def asked(self, callee: str, inputs: list[str], names: list[str]) -> str:
        """A question to something declared above."""
        arguments = []
        for parameter in inputs:
            if parameter in {"n", "die"}:
                base = self.random.choice([x for x in names if x in {"n", "die"}] or ["1"])
                arguments.append(self.random.choice([base, f"{base} + 1", f"{base} - 1"]))
            elif parameter in names:
                arguments.append(parameter)
            else:
                arguments.append(
                    {
                        "flag": "true",
                        "colour": "green",
                        "grade": "middle",
                        "piece": "Piece(size: 1, colour: red)",
                        "pieces": "[Piece(size: 1, colour: red)]",
                        "flags": "[true, false, true]",
                    }[parameter]
                )
        return f"{callee}({', '.join(arguments)})"


def random_program(random: Random) -> str:
    """The text of a random program; it parses and resolves, and may have gaps and contradictions."""
    return Writer(random).program()
