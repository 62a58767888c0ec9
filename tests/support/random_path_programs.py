"""Random paths over random maps: the text of the rules, the map, and the same said plainly for a third reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

PRELUDE = """\
given type Hex @1.1
given next_to(h: Hex): list of Hex = [] @1.2
given swamp(h: Hex): bool = false @1.3
given home(h: Hex): bool = false @1.4
given river(a: Hex, b: Hex): bool = false @1.5
given toll(a: Hex, b: Hex): int 0..3 = 1 @1.6
given springs: list of Hex = [] @1.7
"""
NAMES = ("P1", "P2", "P3", "P4", "P5")
# Longer than any least way through the few places there are.
FAR = 24


@dataclass
class Chart:
    """What a map says."""

    next_to: dict[str, tuple[str, ...]] = field(default_factory=dict)
    swamp: set[str] = field(default_factory=set)
    home: set[str] = field(default_factory=set)
    river: set[tuple[str, str]] = field(default_factory=set)
    toll: dict[tuple[str, str], int] = field(default_factory=dict)


@dataclass
class Stretch:
    """A leg: its kind, its limit, what a step costs, and which steps may be made."""

    kind: str
    limit: int
    cost: Callable[[Chart, str, str], int]
    allowed: Callable[[Chart, str, str], bool]


@dataclass
class Journey:
    """A path with its map: as text, and as legs and bars."""

    text: str
    chart: Chart
    starts: tuple[str, ...]
    legs: list[Stretch]
    bars: list[tuple[str, Callable[..., bool]]]
    n: int


PLACES: dict[str, Callable[[Chart, str], bool]] = {
    "swamp({h})": lambda chart, h: h in chart.swamp,
    "home({h})": lambda chart, h: h in chart.home,
    "swamp({h}) unless home({h})": lambda chart, h: h in chart.swamp and h not in chart.home,
    "{h} is start": lambda _chart, h: h == "P1",
}
STEPS: dict[str, Callable[[Chart, str, str], bool]] = {
    "river({a}, {b})": lambda chart, a, b: (a, b) in chart.river,
    "not river({a}, {b})": lambda chart, a, b: (a, b) not in chart.river,
    "swamp({a}) and home({b})": lambda chart, a, b: a in chart.swamp and b in chart.home,
}


def random_map(random: Random) -> Chart:
    """A few places, and who lies next to whom; not always both ways."""
    names = NAMES[: random.randint(2, 5)]
    chart = Chart()
    pairs = [(a, b) for a in names for b in names if a != b]
    for a in names:
        near = [b for b in names if b != a and random.random() < 0.5]
        random.shuffle(near)
        chart.next_to[a] = tuple(near)
    chart.swamp = {a for a in names if random.random() < 0.3}
    chart.home = {a for a in names if random.random() < 0.4}
    chart.river = {pair for pair in pairs if random.random() < 0.3}
    chart.toll = {pair: random.randint(0, 3) for pair in pairs if random.random() < 0.7}
    return chart


def random_journey(random: Random) -> Journey:
    """A path of up to three legs with up to three bars."""
    chart, n = random_map(random), random.randint(0, 3)
    many = random.random() < 0.25
    starts = tuple(random.sample(list(chart.next_to), random.randint(0, 2))) if many else ("P1",)
    lines = [PRELUDE.rstrip(), "path way(start: Hex, n: int 0..3) over next_to @2.1"]
    lines.append(f"  from {'springs' if many else 'start'}")
    legs: list[Stretch] = []
    for i in range(random.choice([1, 1, 2, 2, 3])):
        leg, said = random_leg(random, n)
        legs.append(leg)
        lines.append(f"  {'then' if i else 'first'} {said}")
    bars: list[tuple[str, Callable[..., bool]]] = []
    for number in range(random.randint(0, 3)):
        kind = random.choice(["never into", "never from", "stops in", "stops after", "ends at"])
        one = kind in {"never into", "stops in", "ends at"}
        said = random.choice(list(PLACES if one else STEPS))
        places = "h" if one else "a to b"
        lines.append(f"  {kind} {places} where {said.format(h='h', a='a', b='b')} @3.{number + 1}")
        bars.append((kind, PLACES[said] if one else STEPS[said]))
    if random.random() < 0.15:
        lines.append("  ends at start @4.1")
        bars.append(("ends at", PLACES["{h} is start"]))
    return Journey("\n".join(lines) + "\n", chart, starts, legs, bars, n)


def random_leg(random: Random, n: int) -> tuple[Stretch, str]:
    """A leg, and how it is written."""
    kind = random.choice(["at most", "any", "exactly", "points"])
    said, limit = random.choice([("n", n), *((str(x), x) for x in range(4))])
    condition = random.choice(list(STEPS)) if random.random() < 0.35 else ""
    allowed = STEPS[condition] if condition else lambda *_: True
    where = f" where {condition.format(a='x', b='y')}" if condition else ""
    between = f" from x to y{where}" if condition else ""
    if kind == "points":
        leg = Stretch(kind, limit, lambda chart, a, b: chart.toll.get((a, b), 1), allowed)
        return leg, f"at most {said} points from x to y costing toll(x, y){where}"
    text = {"at most": f"at most {said} steps", "any": "any number of steps", "exactly": f"exactly {said} steps"}[kind]
    return Stretch(kind, limit, lambda *_: 1, allowed), text + between


# Where a walk is: the leg, the place, what was spent in the leg and in all, whether it moved and must stop,
# and the places of the leg.
Walk = tuple[int, str, int, int, bool, bool, frozenset[str]]


def plain_ends(journey: Journey) -> dict[str, int]:
    """Where a path can end and at what least cost: every walk is made, one step after the other."""
    todo: list[Walk] = [(0, place, 0, 0, False, False, frozenset({place})) for place in journey.starts]
    seen: set[Walk] = set()
    found: dict[str, int] = {}
    targets = [bar for kind, bar in journey.bars if kind == "ends at"]
    while todo:
        walk = todo.pop()
        if walk in seen or walk[3] > FAR:
            continue
        seen.add(walk)
        number, place, spent, total, moved, stopped, _ = walk
        leg = journey.legs[number]
        if leg.kind != "exactly" or spent == leg.limit:
            if number + 1 < len(journey.legs):
                todo.append((number + 1, place, 0, total, moved, stopped, frozenset({place})))
            elif not targets or any(bar(journey.chart, place) for bar in targets):
                found[place] = min(total, found.get(place, total))
        todo += further(journey, walk)
    return found


def further(journey: Journey, walk: Walk) -> Iterable[Walk]:
    """The walks that are one step longer."""
    number, place, spent, total, moved, stopped, visited = walk
    chart, leg = journey.chart, journey.legs[number]

    def barred(kind: str, *places: str) -> bool:
        return any(bar(chart, *places) for other, bar in journey.bars if other == kind)

    if stopped or (moved and barred("stops in", place)):
        return
    for following in chart.next_to.get(place, ()):
        again = leg.kind == "exactly" and following in visited
        if again or not leg.allowed(chart, place, following):
            continue
        if barred("never into", following) or barred("never from", place, following):
            continue
        cost = leg.cost(chart, place, following)
        if leg.kind != "any" and spent + cost > leg.limit:
            continue
        places = visited | {following} if leg.kind == "exactly" else frozenset()
        now = 0 if leg.kind == "any" else spent + cost
        yield number, following, now, total + cost, True, barred("stops after", place, following), places
