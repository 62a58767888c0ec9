"""Ways of paths: what is listed, and what is asked of one, by interpreter, module, a third reading and brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.types import Handle
from regola_dsl.diagnostics import Severity
from support.drawn import journeys, randoms, roomy_journeys
from support.effort import drawn
from support.random_path_programs import NAMES, Amount, Journey, plain_ends, plain_ways, told_of
from support.small_programs import compiled_text
from support.third.opinions import game_of, told, translated
from support.third.rules import Play


@settings(max_examples=drawn(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(journeys, roomy_journeys), randoms())
def test_four_readings_of_a_path_agree_on_its_ways(journey: Journey, random: Random) -> None:
    """What is listed is what brute force finds, in the order of costs, steps and names; its ends are the path's."""
    compiled = compiled_text(journey.text)
    assert not [one for one in compiled.found if one.severity == Severity.ERROR], compiled.found
    wanted = plain_ways(journey)
    listed = sorted(wanted, key=lambda way: (wanted[way], len(way), way))
    least: dict[str, Amount] = {}
    for way in listed:
        least.setdefault(way[-1], wanted[way])
    assert least == plain_ends(journey)

    inputs = [Handle("Hex", "P1"), journey.n]
    position = told_of(journey)
    run = Interpreter(compiled.program, position)
    own = CompiledModule(compiled.program, lambda: compiled.ir)
    where, hexes = module_position(own, position), own.module.Hex
    third = Play(game_of(journey.text), told(position))
    ways = [tuple(Handle("Hex", place) for place in way) for way in listed]
    assert run.call("ways_of_it", inputs) == tuple(ways)
    assert third.ask("ways_of_it", (translated(inputs[0]), journey.n)) == tuple(
        tuple(map(translated, way)) for way in ways
    )
    found = own.module.ways_of_it(where, hexes("P1"), journey.n)
    assert [tuple(map(str, way)) for way in found] == listed
    for way in [*listed, *(random_walk(journey, random) for _ in range(4))]:
        places, names = tuple(Handle("Hex", place) for place in way), tuple(map(hexes, way))
        assert run.call("is_one", [*inputs, places]) is (way in wanted)
        assert own.module.is_one(where, hexes("P1"), journey.n, names) is (way in wanted)
        ferried = sum((journey.chart.ferried(*step) for step in pairwise(way)), start=Fraction())
        assert run.call("ferried", [places]) == ferried == own.module.ferried(where, names)
        if len(way) > 1:
            over = way[-2:] in journey.chart.river
            assert run.call("last_over_a_river", [places]) is over
            assert own.module.last_over_a_river(where, names) is over


def module_position(own: CompiledModule, position: Position) -> Any:
    """A position as the module has it."""
    fields: dict[str, Any] = {}
    for (name, values), value in position.items():
        fact = own.program.callables[name]
        told_as = to_python(own.module, own.names, value, fact.result)
        key = tuple(to_python(own.module, own.names, v, p.type) for v, p in zip(values, fact.parameters, strict=True))
        if fact.parameters:
            fields.setdefault(own.names.fact(name), {})[key] = told_as
        else:
            fields[own.names.fact(name)] = told_as
    return own.module.Position(**fields)


def random_walk(journey: Journey, random: Random) -> tuple[str, ...]:
    """A few places that lie next to one another, or nearly."""
    way = [random.choice(NAMES)]
    for _ in range(random.randint(0, 3)):
        near = journey.chart.next_to.get(way[-1], ())
        way.append(random.choice(near) if near and random.random() < 0.9 else random.choice(NAMES))
    return tuple(way)
