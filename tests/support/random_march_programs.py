"""Random games of carts that march: a small map, a path with a leg or two, and rules that read this or that of the way."""

from __future__ import annotations

from random import Random

_TOWNS = ("A", "B", "C", "D", "E")
_LEGS = (
    "at most 2 steps",
    "at most 3 points from a to b costing toll(a, b)",
    "at most 2 points from a to b costing toll(a, b) and at most 3 steps",
    "at most 3/2 points from a to b costing toll(a, b) and at most c.pace steps",
    "exactly 2 steps",
)
_BARS = (
    "never into x where x.wet and x is not c.at",
    "never from a to b where a.wet and b.wet",
    "stops in x where x.wet",
    "stops after a to b where b.wet and not a.wet",
    "ends at x where x is not c.at",
)
_REQUIRES = (
    "end of way is not c.at",
    "no h in way where h.wet",
    "count h in way > 1",
    "start of way is c.at",
    "count s in steps of way < 3",
    "count h in way is 1 or toll(start of last step of way, end of last step of way) < 2",
    "c.side is s",
    "c.at not in way or end of way is not c.at",
)
_EFFECTS = (
    "effect c.at becomes end of way",
    "effect each h in way\n    h.seen gains 1",
    "effect each h in way where h.wet\n    h.holder becomes c.side",
    "effect trips gains (count h in way)",
    "effect trips gains (count s in steps of way where end of s is not start of s)",
    "effect c.pace becomes (if c.at in way then 1 else 2)",
)


def march_program(seed: int) -> str:
    """The text of a game, with its map."""
    random = Random(seed)
    towns = _TOWNS[: random.randint(3, 5)]
    legs = random.sample(_LEGS, random.choice([1, 1, 2]))
    lines = [
        "enum Side @1\n  red, blue",
        "players Side @1",
        "place Town @2\n  roads: list of Town = []\n  wet: bool = false\n  state holder: Side or none = none\n"
        "  state seen: int = 0",
        "piece Cart @3\n  side: Side\n  state at: Town\n  state pace: int 0..3 = 2",
        "state trips: int = 0 @3\nstate rounds: int = 0 @3",
        f"define toll(a: Town, b: Town) -> number @4\n  if a.wet or b.wet then {random.choice(['2', '3/2', '1'])} "
        f"else {random.choice(['1', '1/2', '1/3', '0'])}",
        "path march(c: Cart) over roads @5\n  from c.at",
    ]
    lines[-1] += "".join(f"\n  {'then' if i else 'first'} {leg}" for i, leg in enumerate(legs))
    lines[-1] += "".join(f"\n  {bar} @5" for bar in random.sample(_BARS, random.choice([0, 0, 1, 2])))
    chosen = "among ways of march(c)"
    if random.random() < 0.35:
        wish = random.choice(["least (count h in w)", "most toll(start of w, end of w)", "w where not (end of w).wet"])
        lines.append(
            f"choice best(c: Cart) @6\n  among w in ways of march(c) where count h in w > 1\n  prefer {wish} @6"
        )
        chosen = "among best(c)"
    lines.append(
        "sequence game @7\n  repeat until rounds > 3\n  for s in red, blue\n    phase go by s\n"
        "  phase evening\n    effect rounds gains 1"
    )
    requires = random.sample(_REQUIRES, random.randint(0, 2))
    effects = random.sample(_EFFECTS, random.randint(1, 3))
    body = ["allowed unless forbidden", *(f"requires {one}" for one in requires), *effects]
    if random.random() < 0.5:
        body.insert(1, "limit 1 each go per c")
    lines.append(f"action move(c: Cart, way: list of Town {chosen}) in go @8\n  " + "\n  ".join(body))
    setup = ["setup @9"]
    for town in towns:
        near = [other for other in towns if other != town and random.random() < 0.6]
        roads = ", ".join(f'"{one}"' for one in near)
        setup.append(f"  {town}: Town(roads: [{roads}], wet: {'true' if random.random() < 0.3 else 'false'})")
    setup += [
        f'  one: Cart(side: red, at: "{random.choice(towns)}")',
        f'  two: Cart(side: blue, at: "{random.choice(towns)}")',
    ]
    return "\n\n".join([*lines, "\n".join(setup)]) + "\n"
