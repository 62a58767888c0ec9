"""Rules asked with arrays: each element is answered as the rule answers it alone, and what does not fit is refused."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled, understand
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.model.program import Fact
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_runtime import Function, NoAnswer, OutOfRange, UnknownName, WrongGame, WrongShape, WrongValue
from regola_runtime.many.arrays import batch
from support.effort import drawn, some
from support.games import understood
from support.node import Drawer
from support.random_clause_programs import random_clause_program
from support.random_programs import random_program

np = pytest.importorskip("numpy", reason="arrays need NumPy")
BOOKS = ("caucasus", "axis_allies", "third_reich", "west_front", "world_in_flames")
SEEDS = st.integers(0, 10_000)
RULES = """
enum Ground @1
  open, bog, hill
scale Grade @1
  low, middle, high
enum Outcome @1
  nothing, retreat, loss
table fight(die: d6, column: int) -> Outcome @2
  | die \\ column | 1 | 2 | 3 |
  | 1-3 | nothing | nothing | loss |
  | 4-6 | nothing | retreat | loss |
  beyond column above clamp
define toll(ground: Ground, grade: Grade, n: int 0..5) -> int 0..99 @3
  n + 1
  exception in_bogs @3 when ground is bog
    n * 2
define only_hills(ground: Ground) -> bool @4
  exception hills @4 when ground is hill
    true
define share(n: int 0..5) -> number @5
  n / 4
define large(n: int) -> int @6
  n * n
define doubles(dice: d66) -> bool @7
  dice in {11, 22, 33, 44, 55, 66}
"""


def module_of(compiled: Compiled) -> Any:
    return CompiledModule(compiled.program, lambda: compiled.ir)


@cache
def rules() -> Any:
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", RULES)]))
    assert not compiled.failed, compiled.found[0].message
    return module_of(compiled).module


def one(function: Any, arguments: tuple[Any, ...]) -> Any:
    try:
        return function.call(*arguments)
    except NoAnswer as problem:
        return type(problem)


def alike(compiled: Compiled, seed: int, many: int) -> int:
    """Ask what rests on no position with arrays, and each element alone; how many were asked."""
    own, drawer = module_of(compiled), Drawer(compiled.program, Random(seed))
    asked = 0
    for name, function in own.module.FUNCTIONS.items():
        item = compiled.program.callables[name]
        if function.position or isinstance(item, Fact) or not item.parameters:
            continue
        drawn = [tuple(drawer.value(p.type) for p in item.parameters) for _ in range(many)]
        rows = [
            tuple(own._own(value, p.type) for value, p in zip(row, item.parameters, strict=True))  # noqa: SLF001
            for row in drawn
        ]
        arrays = {}
        for place, parameter in enumerate(function.parameters):
            arrays[parameter] = np.empty(many, dtype=object)
            arrays[parameter][:] = [row[place] for row in rows]
        wanted = [one(function, row) for row in rows]
        found = batch(function, name, arrays, errors="mask")
        masked = np.ma.getmaskarray(found)
        for place, want in enumerate(wanted):
            refused = isinstance(want, type) and issubclass(want, NoAnswer)
            assert bool(masked[place]) == refused, name
            assert refused or np.ma.getdata(found)[place] == want, name
        asked += many
    return asked


@pytest.mark.parametrize("name", some(BOOKS, every=5))
def test_what_rests_on_no_position_answers_alike(name: str) -> None:
    assert alike(understood(name), 1, drawn(24)) > 80


@pytest.mark.parametrize("kind", [random_program, random_clause_program])
@settings(max_examples=drawn(8), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=SEEDS)
def test_random_rules_answer_alike(kind: Any, seed: int) -> None:
    compiled = understand(Game("game", Path(), {}, [Source("game.regola", kind(Random(seed)))]))
    alike(compiled, seed, 20)


def test_a_permission_rests_on_a_position() -> None:
    compiled = understood("world_in_flames")
    own, other = module_of(compiled), module_of(understood("lantern_pass"))
    name = next(name for name, one in own.module.FUNCTIONS.items() if one.position and one.parameters)
    with pytest.raises(WrongShape, match="rests on a position"):
        own.module.batch(name, **dict.fromkeys(own.module.FUNCTIONS[name].parameters, 0))
    with pytest.raises(WrongGame, match=f"^{name}: "):
        own.module.batch(name, other.module.Position(), **dict.fromkeys(own.module.FUNCTIONS[name].parameters, 0))


def test_members_are_texts_members_or_places() -> None:
    module = rules()
    texts = module.batch("toll", ground=["open", "bog", "hill"], grade="low", n=[1, 2, 3])
    members = module.batch("toll", ground=np.array([0, 1, 2]), grade=module.Grade("low"), n=np.array([1, 2, 3]))
    assert texts.tolist() == members.tolist() == [2, 4, 4]
    assert texts.dtype == np.int64


def test_shapes_are_broadcast() -> None:
    found = rules().batch("fight", die=np.arange(1, 7)[:, None], column=np.arange(1, 6))
    assert found.shape == (6, 5)
    assert found[5].tolist() == ["nothing", "retreat", "loss", "loss", "loss"]


def test_numbers_that_are_not_whole_stay_exact() -> None:
    assert list(map(str, rules().batch("share", n=[1, 2, 4]))) == ["1/4", "1/2", "1"]


def test_numbers_far_apart_are_asked_one_by_one() -> None:
    assert rules().batch("large", n=[3, 10**9, -5, 3]).tolist() == [9, 10**18, 25, 9]


def test_an_empty_array_has_an_empty_answer() -> None:
    assert rules().batch("large", n=np.array([], dtype=int)).tolist() == []


def test_the_first_element_without_an_answer_is_told_or_masked() -> None:
    with pytest.raises(NoAnswer, match=r"asked of only_hills, element 1"):
        rules().batch("only_hills", ground=["hill", "bog", "hill"])
    masked = batch(rules().FUNCTIONS["only_hills"], "only_hills", {"ground": ["hill", "bog"]}, errors="mask")
    assert masked.mask.tolist() == [False, True]


@pytest.mark.parametrize(
    ("name", "given", "error"),
    [
        ("toll", {"ground": ["open", "swamp"], "grade": "low", "n": 1}, WrongValue),
        ("toll", {"ground": np.array([0, 3]), "grade": "low", "n": 1}, WrongValue),
        ("toll", {"ground": "open", "grade": "low", "n": [1, 6]}, OutOfRange),
        ("toll", {"ground": "open", "grade": "low", "n": [1.0, float("nan")]}, WrongValue),
        ("toll", {"ground": "open", "grade": "low", "n": [1.5]}, WrongValue),
        ("toll", {"ground": "open", "grade": "low", "n": [True]}, WrongValue),
        ("toll", {"ground": "open", "grade": "low", "n": ["one"]}, WrongValue),
        ("toll", {"ground": "open", "grade": "low"}, WrongShape),
        ("toll", {"ground": "open", "grade": "low", "n": 1, "m": 2}, UnknownName),
        ("toll", {"ground": ["open"] * 3, "grade": "low", "n": [1, 2]}, WrongShape),
        ("toll", {"ground": None, "grade": "low", "n": 1}, WrongValue),
        ("doubles", {"dice": [11, 17]}, OutOfRange),
        ("doubles", {"dice": [11, 99]}, OutOfRange),
    ],
)
def test_what_does_not_fit_is_refused_by_name(name: str, given: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        rules().batch(name, **given)


def test_many_are_not_asked_one_by_one() -> None:
    """That of a million elements each is looked up, and the rule asked no oftener than there are combinations."""
    module = rules()
    calls = 0
    function = module.FUNCTIONS["toll"]

    def counted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        return function.call(*arguments)

    own = Function(counted, (), function.parameters)
    random = np.random.default_rng(1)
    given = {"ground": random.integers(0, 3, 100_000), "grade": random.integers(0, 3, 100_000)}
    found = batch(own, "toll", {**given, "n": random.integers(0, 6, 100_000)})
    assert calls == 3 * 3 * 6
    again = batch(own, "toll", {**given, "n": 2})
    assert calls == 3 * 3 * 6
    assert len(found) == len(again)
