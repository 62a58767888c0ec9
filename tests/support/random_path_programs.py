"""Random paths over random maps: the text of the rules, the map, and the same said plainly for a third reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise
from random import Random

from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.types import Handle

PRELUDE = """\
given type Hex @1.1
given next_to(h: Hex): list of Hex = [] @1.2
given swamp(h: Hex): bool = false @1.3
given home(h: Hex): bool = false @1.4
given river(a: Hex, b: Hex): bool = false @1.5
given toll(a: Hex, b: Hex): TOLL @1.6
given springs: list of Hex = [] @1.7
"""
# What is asked of the ways: a choice without a wish leaves all of them.
ASKED = """\
choice ways_of_it(start: Hex, n: int 0..3) @5.1
  among w in ways of way(start, n)
define is_one(start: Hex, n: int 0..3, w: list of Hex) -> bool @5.2
  w in ways of way(start, n)
define ferried(w: list of Hex) -> number @5.3
  sum of toll(start of s, end of s) for s in steps of w
define last_over_a_river(w: list of Hex) -> bool @5.4
  river(start of last step of w, end of last step of w)
"""
NAMES = ("P1", "P2", "P3", "P4", "P5")
# Longer than any least way through the few places there are.
FAR = 24
Amount = int | Fraction


@dataclass
class Chart:
    """What a map says."""

    next_to: dict[str, tuple[str, ...]] = field(default_factory=dict)
    swamp: set[str] = field(default_factory=set)
    home: set[str] = field(default_factory=set)
    river: set[tuple[str, str]] = field(default_factory=set)
    toll: dict[tuple[str, str], Amount] = field(default_factory=dict)
    usual: Amount = 1

    def ferried(self, a: str, b: str) -> Amount:
        """What is paid from one place to the next."""
        return self.toll.get((a, b), self.usual)


@dataclass
class Stretch:
    """A leg: its kind, its limit, what a step costs, and which steps may be made."""

    kind: str
    limit: Amount
    cost: Callable[[Chart, str, str], Amount]
    allowed: Callable[[Chart, str, str], bool]
    steps: int = FAR


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


def random_map(random: Random, *, roomy: bool = False) -> Chart:
    """A few places, and who lies next to whom; not always both ways. A roomy map has many ways."""
    names = NAMES[: random.randint(4 if roomy else 2, 5)]
    chart = Chart()
    pairs = [(a, b) for a in names for b in names if a != b]
    for a in names:
        near = [b for b in names if b != a and random.random() < (0.75 if roomy else 0.5)]
        random.shuffle(near)
        chart.next_to[a] = tuple(near)
    chart.swamp = {a for a in names if random.random() < 0.3}
    chart.home = {a for a in names if random.random() < 0.4}
    chart.river = {pair for pair in pairs if random.random() < 0.3}
    parts = random.choice([1, 1, 2, 3])
    chart.usual = Fraction(1, parts) if parts > 1 else 1
    chart.toll = {pair: random.randint(0, 3) * chart.usual for pair in pairs if random.random() < 0.7}
    return chart


def random_journey(random: Random, *, roomy: bool = False) -> Journey:
    """A path of up to three legs with up to three bars; a roomy one leads far and has fewer of them."""
    chart, n = random_map(random, roomy=roomy), random.randint(2 if roomy else 0, 3)
    many = random.random() < 0.25
    starts = tuple(random.sample(list(chart.next_to), random.randint(0, 2))) if many else ("P1",)
    toll = "int 0..3 = 1" if chart.usual == 1 else f"number = {chart.usual}"
    lines = [PRELUDE.rstrip().replace("TOLL", toll), "path way(start: Hex, n: int 0..3) over next_to @2.1"]
    lines.append(f"  from {'springs' if many else 'start'}")
    legs: list[Stretch] = []
    for i in range(random.choice([1, 1, 2] if roomy else [1, 1, 2, 2, 3])):
        leg, said = random_leg(random, n)
        legs.append(leg)
        lines.append(f"  {'then' if i else 'first'} {said}")
    bars: list[tuple[str, Callable[..., bool]]] = []
    for number in range(random.randint(0, 1 if roomy else 3)):
        kind = random.choice(["never into", "never from", "stops in", "stops after", "ends at"])
        one = kind in {"never into", "stops in", "ends at"}
        said = random.choice(list(PLACES if one else STEPS))
        places = "h" if one else "a to b"
        lines.append(f"  {kind} {places} where {said.format(h='h', a='a', b='b')} @3.{number + 1}")
        bars.append((kind, PLACES[said] if one else STEPS[said]))
    if random.random() < 0.15:
        lines.append("  ends at start @4.1")
        bars.append(("ends at", PLACES["{h} is start"]))
    return Journey("\n".join(lines) + f"\n{ASKED}", chart, starts, legs, bars, n)


def random_leg(random: Random, n: int) -> tuple[Stretch, str]:
    """A leg, and how it is written."""
    kind = random.choice(["at most", "any", "exactly", "points"])
    said, limit = random.choice([("n", n), *((str(x), x) for x in range(4))])
    condition = random.choice(list(STEPS)) if random.random() < 0.35 else ""
    allowed = STEPS[condition] if condition else lambda *_: True
    where = f" where {condition.format(a='x', b='y')}" if condition else ""
    between = f" from x to y{where}" if condition else ""
    if kind == "points":
        leg = Stretch(kind, limit, Chart.ferried, allowed)
        if random.random() < 0.3:
            said, leg.limit = "5/2", Fraction(5, 2)
        steps = ""
        if random.random() < 0.4:
            counted, leg.steps = random.choice([("n", n), *((str(x), x) for x in range(4))])
            steps = f" and at most {counted} steps"
        return leg, f"at most {said} points from x to y costing toll(x, y){steps}{where}"
    text = {"at most": f"at most {said} steps", "any": "any number of steps", "exactly": f"exactly {said} steps"}[kind]
    return Stretch(kind, limit, lambda *_: 1, allowed), text + between


# Where a walk is: the leg, the place, what was spent in the leg and in all, whether it moved and must stop,
# the places of the leg, and its steps as far as they are counted.
Walk = tuple[int, str, Amount, Amount, bool, bool, frozenset[str], int]


def plain_ends(journey: Journey) -> dict[str, Amount]:
    """Where a path can end and at what least cost: every walk is made, one step after the other."""
    todo: list[Walk] = [(0, place, 0, 0, False, False, frozenset({place}), 0) for place in journey.starts]
    seen: set[Walk] = set()
    found: dict[str, Amount] = {}
    targets = [bar for kind, bar in journey.bars if kind == "ends at"]
    while todo:
        walk = todo.pop()
        if walk in seen or walk[3] > FAR:
            continue
        seen.add(walk)
        number, place, spent, total, moved, stopped, _, _ = walk
        leg = journey.legs[number]
        if leg.kind != "exactly" or spent == leg.limit:
            if number + 1 < len(journey.legs):
                todo.append((number + 1, place, 0, total, moved, stopped, frozenset({place}), 0))
            elif not targets or any(bar(journey.chart, place) for bar in targets):
                found[place] = min(total, found.get(place, total))
        todo += further(journey, walk)
    return found


def further(journey: Journey, walk: Walk) -> Iterable[Walk]:
    """The walks that are one step longer."""
    number, place, spent, total, moved, stopped, visited, walked = walk
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
        if (leg.kind != "any" and spent + cost > leg.limit) or walked + 1 > leg.steps:
            continue
        places = visited | {following} if leg.kind == "exactly" else frozenset()
        now = 0 if leg.kind == "any" else spent + cost
        steps = 0 if leg.steps == FAR else walked + 1
        yield number, following, now, total + cost, True, barred("stops after", place, following), places, steps


def plain_ways(journey: Journey) -> dict[tuple[str, ...], Amount]:
    """Every way and the least that it costs, from the lists of places that lie next to one another.

    A list is cut into its legs in each manner there is, and each manner is looked at by itself.
    """
    targets = [bar for kind, bar in journey.bars if kind == "ends at"]
    found: dict[tuple[str, ...], Amount] = {}
    waiting: list[tuple[str, ...]] = [(start,) for start in dict.fromkeys(journey.starts)]
    while waiting:
        way = waiting.pop()
        costs = _costs(journey, way, journey.legs, done=True)
        if costs and (not targets or any(bar(journey.chart, way[-1]) for bar in targets)):
            found[way] = min(costs)
        begun = any(_costs(journey, way, journey.legs[: n + 1], done=False) for n in range(len(journey.legs)))
        waiting += [(*way, after) for after in journey.chart.next_to.get(way[-1], ())] if begun else []
    return found


def _costs(journey: Journey, way: tuple[str, ...], legs: list[Stretch], *, done: bool) -> list[Amount]:
    """What a list of places costs in each manner in which it is all of some legs, or the beginning of them."""

    def barred(kind: str, *places: str) -> bool:
        return any(bar(journey.chart, *places) for other, bar in journey.bars if other == kind)

    steps = list(pairwise(way))
    if any(barred("never into", b) or barred("never from", a, b) for a, b in steps):
        return []
    if any(barred("stops in", place) for place in way[1:-1]) or any(barred("stops after", *s) for s in steps[:-1]):
        return []
    cuts = combinations_with_replacement(range(len(way)), len(legs) - 1)
    costs = [_as_cut(journey.chart, way, legs, (0, *cut, len(steps)), done) for cut in cuts]
    return [cost for cost in costs if cost is not None]


def _as_cut(
    chart: Chart, way: tuple[str, ...], legs: list[Stretch], cuts: tuple[int, ...], done: bool
) -> Amount | None:
    """What a way costs that goes over from leg to leg at some of its places; None if its legs do not allow it."""
    total: Amount = 0
    since = 0
    for number, (leg, (first, last)) in enumerate(zip(legs, pairwise(cuts), strict=True)):
        steps = list(pairwise(way[first : last + 1]))
        cost = sum((leg.cost(chart, *step) for step in steps), start=Fraction())
        if number and "exactly" in {leg.kind, legs[number - 1].kind}:
            since = first
        again = len(set(way[since : last + 1])) <= last - since
        short = leg.kind == "exactly" and cost < leg.limit and (done or number + 1 < len(legs))
        too_far = leg.kind != "any" and cost > leg.limit
        if again or short or too_far or len(steps) > leg.steps:
            return None
        if not all(leg.allowed(chart, *step) for step in steps):
            return None
        total += cost
    return total


def told_of(journey: Journey) -> Position:
    """The map as a position."""
    chart = journey.chart

    def hexes(*names: str) -> tuple[Handle, ...]:
        return tuple(Handle("Hex", name) for name in names)

    position: Position = {("springs", ()): hexes(*journey.starts)}
    position |= {("next_to", hexes(a)): hexes(*near) for a, near in chart.next_to.items()}
    position |= {("swamp", hexes(a)): True for a in chart.swamp}
    position |= {("home", hexes(a)): True for a in chart.home}
    position |= {("river", hexes(*pair)): True for pair in chart.river}
    return position | {("toll", hexes(*pair)): toll for pair, toll in chart.toll.items()}
