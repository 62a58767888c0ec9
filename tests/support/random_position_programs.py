"""Random small programs with positions: facts, assumptions, actions, rules, effects, choices, paths, a sequence of play."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

PRELUDE = """\
enum Side @1.1
  red, blue
enum Ground @1.2
  open, bog, hill
scale Grade @1.3
  low, middle, high
record Unit @1.4
  side: Side
  fast: bool = false
"""
PARAMETERS = {"unit": "Unit", "ground": "Ground", "side": "Side", "n": "int 0..2", "flag": "bool"}
# What each fact is, and how many positions it makes.
FACTS = {
    "turn": ("state turn: int 1..3 = 1", 3),
    "fuel": ("state fuel(side: Side): int 0..2 = 1", 9),
    "held": ("state held(ground: Ground): bool = ground is hill", 8),
    "reserve": ("state reserve: int 0..3 = {reserve}", 4),
    "mood": ("state mood: Grade = middle", 3),
    "night": ("given night: bool", 2),
    "calm": ("given calm(side: Side): bool = {calm}", 4),
    "supplied": ("given supplied(unit: Unit): bool", 16),
    "next_to": ("given next_to(ground: Ground): list of Ground = []", 0),
    "mud": ("given mud(a: Ground, b: Ground): bool = false", 0),
    "spots": ("given spots: list of Ground up to 3 = [open, bog]", 0),
}
MODALITIES = ("may", "may", "must", "must not", "must not", "must not", "may only")
SIDES, GROUNDS, GRADES = ("red", "blue"), ("open", "bog", "hill"), ("low", "middle", "high")


@dataclass
class Deed:
    """An action that rules can speak of."""

    name: str
    names: list[str]
    actor: str


@dataclass
class Law:
    """A rule or an exception to one, by which actions it speaks of."""

    name: str
    home: str
    deed: Deed
    section: str


@dataclass
class Writer:
    """Writes one program; what it declares it can use later."""

    random: Random
    lines: list[str] = field(default_factory=lambda: [PRELUDE.rstrip()])
    facts: list[str] = field(default_factory=list)
    variants: list[str] = field(default_factory=list)
    phases: list[str] = field(default_factory=list)
    leaves: list[str] = field(default_factory=list)
    acted: bool = False
    # What a condition or a number may ask: the name, and the parameters.
    truths: list[tuple[str, list[str]]] = field(default_factory=list)
    numbers: list[tuple[str, list[str]]] = field(default_factory=list)
    deeds: list[Deed] = field(default_factory=list)
    laws: list[Law] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    section: int = 1

    def likely(self, chance: float) -> bool:
        return self.random.random() < chance

    def at(self) -> str:
        """A section of its own."""
        self.section += 1
        return f"@{self.section}.1"

    def add(self, line: str, depth: int = 0) -> None:
        self.lines.append("  " * depth + line)

    def program(self) -> str:
        """Facts first, then what asks them; what stands elsewhere is written last."""
        self.declare_facts()
        if self.likely(0.5):
            self.sequence()
        for i in range(self.random.randint(0, 2)):
            self.define(f"rating{i}")
        if self.likely(0.25):
            self.table("toll")
        if "next_to" in self.facts:
            self.path("road")
        if self.likely(0.35):
            self.assumption("known0")
        if self.likely(0.15):
            self.assumption("known1")
        for i in range(self.random.randint(1, 2)):
            self.action(f"deed{i}")
        for i in range(self.random.randint(1, 4)):
            self.rule(f"law{i}")
        if self.likely(0.5):
            self.choice("pick")
        if self.likely(0.3):
            self.report("summary")
        return "\n".join([*self.lines, *self.late]) + "\n"

    # --- facts, and what is assumed of them ---

    def declare_facts(self) -> None:
        """Some facts, as few as make at most some hundred positions."""
        size, names = 1, list(FACTS)
        for name in self.random.sample(names, len(names)):
            _, factor = FACTS[name]
            if self.likely(0.55) and size * max(factor, 1) <= 150:
                self.facts.append(name)
                size *= max(factor, 1)
        self.facts.sort(key=names.index)
        if "mud" in self.facts and "next_to" not in self.facts:
            self.facts.remove("mud")
        for name in self.facts:
            text = FACTS[name][0].format(
                reserve=self.random.choice(["2", "turn" if "turn" in self.facts else "1", "1 + 1"]),
                calm=self.random.choice(["true", "side is red", "night" if "night" in self.facts else "false"]),
            )
            self.add(f"{text} {self.at()}")
        for name in ("fog", "frost")[: self.random.choice([0, 0, 1, 2])]:
            self.variants.append(name)
            self.add(f"variant {name} {self.at()}")

    def assumption(self, name: str) -> None:
        """What is true in every position."""
        names = self.random.choice([[], [], ["unit"], ["ground"], ["side"]])
        self.add(f"assume {name}{self.head(names)} {self.at()}")
        first, second = self.fact_condition(names), self.fact_condition(names)
        if names == ["unit"]:  # of a unit only what is its own, and nothing that a blue one breaks that is asked about
            second = "supplied(unit)" if "supplied" in self.facts else "unit is fast"
            self.add(f"not (unit.side is red and {second})", 1)
            return
        self.add(self.random.choice([f"not ({first} and {second})", f"{first} or {second}", f"not ({first})"]), 1)

    def head(self, names: list[str]) -> str:
        """A parameter list, left out where there is none."""
        return f"({', '.join(f'{name}: {PARAMETERS[name]}' for name in names)})" if names else ""

    def chosen(self, most: int = 2) -> list[str]:
        """Some parameters, in an order of their own."""
        return self.random.sample(list(PARAMETERS), self.random.randint(0, most))

    # --- the sequence of play ---

    def sequence(self) -> None:
        """A tree of phases, perhaps with a loop, a repetition and a copy."""
        self.acted = self.likely(0.6)
        body: list[str] = []
        leaves: list[str] = []
        looping = self.acted and self.likely(0.5)
        pad = "  "
        if "turn" in self.facts and self.likely(0.5):
            body.append("  repeat until turn > 2")
        if looping:
            body.append("  for mover in red, blue")
            pad = "    "
        names = iter(self.random.sample(["dawn", "noon", "dusk", "eve"], 4))
        insides = ["march", "fight"]
        for i in range(self.random.randint(1, 2)):
            name = next(names)
            self.phases.append(name)
            who = ""
            if self.acted and (i == 0 or self.likely(0.5)):
                who = " by mover" if looping else f" by {self.random.choice(SIDES)}"
            when = f" when {self.fact_condition([])}" if self.likely(0.3) else ""
            body.append(f"{pad}phase {name}{who} {self.at()}{when}")
            if self.likely(0.6):
                for inner in insides[: self.random.randint(1, 2)]:
                    label = f" when {self.fact_condition([])}" if self.likely(0.3) else ""
                    body.append(f"{pad}  phase {inner} {self.at()}{label}")
                    self.phases.append(inner)
                    leaves.append(f"{name}/{inner}")
                    body += self.effects([], pad + "    ") if self.likely(0.3) else []
            else:
                leaves.append(name)
            body += self.effects([], pad + "  ") if self.likely(0.4) else []
        if self.acted and not looping and self.likely(0.4):
            copied = body[-1] and self.phases[0]
            body.append(f"  phase {next(names)} as {copied} with red and blue exchanged {self.at()}")
        if self.likely(0.5) or (body and "repeat" in body[0]):
            body.append(f"  phase close {self.at()}")
            self.phases.append("close")
            leaves.append("close")
            if "repeat" in body[0] or ("turn" in self.facts and self.likely(0.5)):
                body.append("    effect turn becomes min(turn + 1, 3)")
        self.add(f"sequence game_turn {self.at()}")
        self.lines += body
        ends = [leaf.rpartition("/")[2] for leaf in leaves]
        self.leaves = [leaf if ends.count(end) > 1 else end for leaf, end in zip(leaves, ends, strict=True)]

    # --- what is asked ---

    def define(self, name: str) -> None:
        """A definition that rests on the position, with an exception or two."""
        names, kind = self.chosen(), self.random.choice(["bool", "int 0..3"])
        write = self.number if kind != "bool" else self.condition
        self.add(f"define {name}{self.head(names)} -> {kind} {self.at()}")
        self.add(write(names), 1)
        for i in range(self.random.randint(0, 2)):
            mark = f" under {self.random.choice(self.variants)}" if self.variants and self.likely(0.3) else ""
            self.add(f"exception {name}_{i}{mark} {self.at()} when {self.condition(names)}", 1)
            self.add(write(names), 2)
        (self.truths if kind == "bool" else self.numbers).append((name, names))

    def table(self, name: str) -> None:
        """A table that can be left."""
        self.add(f"table {name}(n: int 0..2) -> int 0..3 {self.at()}")
        for line in ("| n | toll |", "| 0 | 1 |", "| 1-2 | 2 |"):
            self.add(line, 1)
        if self.likely(0.7):
            self.add(f"beyond {self.random.choice(['clamp', 'clamp', 'forbidden'])}", 1)
        self.numbers.append((name, ["n"]))

    def path(self, name: str) -> None:
        """A path over the map that the host has."""
        self.add(f"path {name}(ground: Ground) over next_to {self.at()}")
        self.add("from ground", 1)
        self.add(self.random.choice(["first at most 2 steps", "first any number of steps", "first exactly 1 steps"]), 1)
        if self.likely(0.5):
            self.add(f"ends at g where {self.fact_condition(['ground']).replace('(ground)', '(g)')}", 1)
        if "mud" in self.facts:
            self.add(f"{self.random.choice(['never from', 'stops after'])} a to b where mud(a, b)", 1)
        self.truths.append((name, ["ground"]))

    def report(self, name: str) -> None:
        """A definition that asks actions, and what they ask."""
        deed = self.random.choice(self.deeds)
        self.add(f"define {name}{self.head(deed.names)} -> bool {self.at()}")
        asked = f"{deed.name}({', '.join(deed.names)}) is not forbidden"
        self.add(self.random.choice([asked, f"{asked} and {self.condition(deed.names)}"]), 1)

    def choice(self, name: str) -> None:
        """A choice with priorities."""
        names = self.chosen(1)
        names = [x for x in names if x != "ground"]
        options = ["[open, bog, hill]", "[hill, bog]"]
        options += ["spots"] * 2 * ("spots" in self.facts) + ["ends of road(bog)"] * 2 * ("next_to" in self.facts)
        self.add(f"choice {name}{self.head(names)} {self.at()}")
        where = f" where {self.condition([*names, 'ground'])}" if self.likely(0.4) else ""
        self.add(f"among ground in {self.random.choice(options)}{where}", 1)
        for i in range(self.random.randint(1, 3)):
            then = "then " if i else ""
            inner = [*names, "ground"]
            wish = self.condition(inner)
            wish = wish if re.search(r"\bground\b", wish) else f"{wish} or ground is {self.random.choice(GROUNDS)}"
            value = self.amount(inner)
            value = value if re.search(r"\bground\b", value) else f"(if ground is hill then {value} else 1)"
            what = self.random.choice([f"ground where {wish}", f"least {value}", f"most {value}"])
            self.add(f"{then}prefer {what} {self.at()}", 1)

    # --- actions and rules ---

    def action(self, name: str) -> None:
        """An action, perhaps with an actor, phases, a default, requirements and effects."""
        names = self.chosen()
        actor = next((text for own, text in (("unit", "unit.side"), ("side", "side")) if own in names), "")
        actor = actor if self.likely(0.7) else ""
        by = f" by {actor}" if actor else ""
        within = f" in {self.random.choice(self.phases)}" if self.phases and self.likely(0.5) else ""
        self.add(f"action {name}{self.head(names)}{by}{within} {self.at()}")
        default = self.random.choice(
            ["allowed unless forbidden", "forbidden unless allowed", "allowed unless forbidden", ""]
        )
        if default:
            self.add(default, 1)
        for _ in range(self.random.choice([0, 0, 0, 1, 2])):
            self.add(f"requires {self.condition(names)} {self.at()}", 1)
        self.lines += self.effects(names, "  ") if self.likely(0.5) else []
        self.deeds.append(Deed(name, names, actor))

    def effects(self, names: list[str], pad: str) -> list[str]:
        """What carrying it out changes."""
        states = [name for name in self.facts if FACTS[name][0].startswith("state")]
        found = []
        for name in self.random.sample(states, min(len(states), self.random.randint(1, 2))):
            if self.likely(0.15):
                found.append(f"{pad}effect reset {name} {self.at()}")
                continue
            target, value = {
                "turn": ("turn", self.random.choice(["turn + 1", "min(turn + 1, 3)", "1"])),
                "fuel": (f := f"fuel({self.side(names)})", self.random.choice([f"{f} - 1", f"max({f} - 1, 0)", "2"])),
                "held": (f"held({self.ground(names)})", self.random.choice(["true", "false"])),
                "reserve": ("reserve", self.random.choice([self.number(names), "reserve - 1", "0"])),
                "mood": ("mood", self.random.choice([*GRADES, "mood shifted 1"])),
            }[name]
            when = f" when {self.condition(names)}" if self.likely(0.4) else ""
            found.append(f"{pad}effect {target} becomes {value} {self.at()}{when}")
        return found

    def rule(self, name: str) -> None:
        """A rule about one action, or about both; some of its exceptions stand elsewhere."""
        deeds = self.random.sample(self.deeds, 2 if len(self.deeds) > 1 and self.likely(0.15) else 1)
        section = self.at()
        self.add(f"rule {name}{self.marks(name, deeds)} {section}")
        names = [n for n in deeds[0].names if all(n in deed.names for deed in deeds)]
        let = self.likely(0.15)
        if let:
            self.add(f"let so_{name} = {self.condition(names)}", 1)
        for deed in deeds:
            self.add(self.statement(deed, always=0.2, extra=f"so_{name}" if let else ""), 1)
        self.laws.append(Law(name, name, deeds[0], section))
        if len(deeds) == 1:
            self.exceptions(name, name, section, deeds[0], 1, self.random.choice([0, 0, 1, 2]))

    def exceptions(self, home: str, parent: str, section: str, deed: Deed, depth: int, count: int) -> None:
        """Exceptions to a rule or to one of its exceptions, some with exceptions of their own."""
        for i in range(count):
            name = f"{parent}_{i}"
            own = self.at()
            elsewhere = self.likely(0.2)
            keep = self.lines
            if elsewhere:
                self.lines, depth_here = [], 0
                to = f" to {section if self.likely(0.3) and parent == home else parent}"
            else:
                depth_here, to = depth, ""
            when = f" when {self.condition(deed.names)}" if self.likely(0.85) else ""
            self.add(f"exception {name}{to}{self.marks(home, [deed])} {own}{when}", depth_here)
            if self.likely(0.5):
                self.add(self.statement(deed, always=0.7), depth_here + 1)
            self.laws.append(Law(name, home, deed, own))
            if depth < 3 and self.likely(0.3):
                self.exceptions(home, name, own, deed, depth_here + 1, self.random.randint(1, 2))
            if elsewhere:
                self.late += self.lines
                self.lines = keep

    def marks(self, home: str, deeds: list[Deed]) -> str:
        """What stands behind the name of a rule: over, under, in; none wins over what belongs to itself."""
        found = ""
        others = [law.name for law in self.laws if law.home != home and law.deed in deeds]
        if others and self.likely(0.35):
            found += f" over {', '.join(self.random.sample(others, min(len(others), self.random.choice([1, 1, 2]))))}"
        if self.variants and self.likely(0.25):
            found += f" under {self.random.choice(self.variants)}"
        if self.phases and self.likely(0.15):
            found += f" in {self.random.choice(self.phases)}"
        return found

    def statement(self, deed: Deed, always: float, extra: str = "") -> str:
        """What may, must or must not be done."""
        subjects = ["anyone", *deed.names[:1]]
        subjects += list(SIDES) * bool(deed.actor)
        modality = self.random.choice(MODALITIES)
        limit = ""
        if deed.names and self.likely(0.25):
            name = self.random.choice(deed.names)
            value = {"unit": "Unit(side: red)", "ground": "bog", "side": "blue", "n": "1", "flag": "true"}[name]
            limit = f"({name}: {value})"
        when = ""
        if modality == "may only" or not self.likely(always):
            when = f" when {extra or self.condition(deed.names)}"
            when += f" unless {self.condition(deed.names)}" if self.likely(0.15) else ""
        return f"{self.random.choice(subjects)} {modality} {deed.name}{limit}{when}"

    # --- conditions and numbers ---

    def condition(self, names: list[str], depth: int = 0) -> str:
        """A condition on the parameters and the position."""
        pick = self.random.random()
        if depth < 2 and pick < 0.2:
            word = self.random.choice(["and", "or"])
            return f"({self.condition(names, depth + 1)} {word} {self.condition(names, depth + 1)})"
        if pick < 0.28:
            return f"not {self.atom(names)}"
        return self.atom(names)

    def atom(self, names: list[str]) -> str:
        """One thing that is so or not."""
        pick = self.random.random()
        if pick < 0.15 and self.truths:
            return self.asked(*self.random.choice(self.truths), names)
        if pick < 0.25:
            return f"{self.number(names)} {self.random.choice(['<', '>=', 'is', 'is not'])} {self.random.randint(0, 3)}"
        if pick < 0.3 and "n" in names:
            return "2 / n >= 1"
        if pick < 0.6 and names:
            return self.of_parameter(self.random.choice(names))
        return self.fact_condition(names)

    def of_parameter(self, name: str) -> str:
        """A condition on one parameter."""
        return {
            "unit": self.random.choice(["unit is fast", "unit.side is red", "not unit.fast"]),
            "ground": f"ground in {{{', '.join(self.random.sample(GROUNDS, 2))}}}",
            "side": f"side is {self.random.choice(SIDES)}",
            "n": f"n {self.random.choice(['<', '>='])} {self.random.randint(1, 2)}",
            "flag": "flag",
        }[name]

    def fact_condition(self, names: list[str]) -> str:
        """A condition on a fact."""
        options = list(self.variants)
        for name in self.facts:
            options += {
                "turn": [f"turn {self.random.choice(['>=', '<'])} {self.random.randint(2, 3)}"],
                "fuel": [f"fuel({self.side(names)}) > {self.random.randint(0, 1)}"],
                "held": [f"held({self.ground(names)})"],
                "reserve": [f"reserve > {self.random.randint(0, 2)}"],
                "mood": [f"mood {self.random.choice(['is', '>=', '<'])} {self.random.choice(GRADES)}"],
                "night": ["night"],
                "calm": [f"calm({self.side(names)})"],
                "supplied": [f"supplied({'unit' if 'unit' in names else 'Unit(side: blue)'})"],
            }.get(name, [])
        if self.leaves:
            options.append(f"phase is {self.random.choice(self.leaves)}")
        if self.acted and self.leaves:
            options.append(f"active is {self.side(names)}")
        return self.random.choice(options or ["1 < 2"])

    def side(self, names: list[str]) -> str:
        """Somebody's side."""
        own = [text for name, text in (("unit", "unit.side"), ("side", "side")) if name in names]
        return self.random.choice([*own, *own, *SIDES])

    def ground(self, names: list[str]) -> str:
        """Some ground."""
        return self.random.choice([*["ground"] * 3 * ("ground" in names), *GROUNDS])

    def asked(self, callee: str, parameters: list[str], names: list[str]) -> str:
        """A declaration asked, with its parameters filled from what is in scope."""
        other = {"unit": "Unit(side: red, fast: true)", "ground": "hill", "side": "red", "n": "2", "flag": "false"}
        arguments = [
            self.random.choice([name, name, "n + 1"])
            if name == "n" and "n" in names
            else name
            if name in names
            else other[name]
            for name in parameters
        ]
        return f"{callee}({', '.join(arguments)})"

    def number(self, names: list[str]) -> str:
        """A whole number."""
        options = [str(self.random.randint(0, 3))]
        options += ["n"] * ("n" in names) + ["turn"] * ("turn" in self.facts) + ["reserve"] * ("reserve" in self.facts)
        options += [f"fuel({self.side(names)})"] * ("fuel" in self.facts)
        options += [self.asked(callee, inputs, names) for callee, inputs in self.numbers]
        first = self.random.choice(options)
        return f"{first} + 1" if self.likely(0.15) else first

    def amount(self, names: list[str]) -> str:
        """What options are compared by."""
        cases = [f"if {self.fact_condition(names)} then {self.number(names)} else {self.number(names)}"]
        cases += [f"if ground is {self.random.choice(GROUNDS)} then {self.number(names)} else {self.number(names)}"]
        return f"({self.random.choice(cases)})"


def random_position_program(random: Random) -> str:
    """The text of a random program; it parses and resolves, and may have gaps and contradictions."""
    return Writer(random).program()
