"""Expressions however deep and tables however long become modules that can be imported, and answer as the rules do."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
import regola_runtime
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled
from regola_compiler.emit.python import tables as emitted
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Rule
from regola_compiler.model.types import IntType, Type, Value
from regola_runtime.rules import _matching
from support.drawn import tables
from support.effort import drawn
from support.small_programs import compiled_text, values_of


def modules_answer(compiled: Compiled, most: int) -> str:
    """The text of a module that has answered the first questions of the last declaration as the interpreter does."""
    assert not compiled.found
    made = CompiledModule(compiled.program, lambda: compiled.ir)
    for item in list(compiled.program.callables.values())[-1:]:
        for values in itertools.islice(itertools.product(*(some_of(p.type) for p in item.parameters)), most):
            asked(made, compiled, item, values)
    return made.text


def some_of(type_: Type) -> list[Value]:
    """Every value of a type; of whole numbers without bounds those around what small tables print."""
    unbounded = isinstance(type_, IntType) and type_.low is None
    return list(range(-3, 13)) if unbounded else values_of(type_, 3)


def asked(made: CompiledModule, compiled: Compiled, item: Rule, values: tuple[Value, ...]) -> None:
    own = [to_python(made.module, made.names, v, p.type) for v, p in zip(values, item.parameters, strict=True)]
    call = made.module.FUNCTIONS[item.name].call
    wanted: Any
    found: Any
    try:
        value = Interpreter(compiled.program).call(item.name, list(values))
        wanted = to_python(made.module, made.names, value, item.result)
    except RuleError as problem:
        wanted = type(problem).__name__
    try:
        found = call(*own)
    except regola_runtime.NoAnswer as problem:
        found = type(problem).__name__
    assert found == wanted


# What an expression can be wrapped in, one layer after the other; each keeps it a number, and reads names of its own.
LAYERS = (
    "({} + n)",
    "(k - {})",
    "(if n > 1 then {} else k)",
    "(if {} > 3 then n else {})",
    "max({}, k)",
    "twice({}, k)",
    "(round down {} / 2)",
)
FOLDS = (
    "(sum of i + {} for i in [n, k])",
    "(if (any j in [n, k] where (j is n and {} > 0)) then 1 else n)",
)


@settings(max_examples=drawn(25), deadline=None)
@given(st.lists(st.sampled_from(LAYERS), min_size=1, max_size=9), st.permutations(FOLDS), st.integers(1, 12))
def test_an_expression_may_be_as_deep_as_the_language_allows(layers: list[str], folds: list[str], times: int) -> None:
    text = "n"
    half = (layers * times)[:24]
    for layer in (*half, folds[0], *half, folds[1]):
        text = layer.replace("{}", text, 1).replace("{}", "n")
    program = f"define twice(a: number, b: number) -> number @1\n  a + b\ndefine f(n: int 0..2, k: int 0..1) -> number @2\n  {text}\n"
    modules_answer(compiled_text(program), 6)


@pytest.mark.parametrize(
    "body",
    [
        " + ".join(["n"] * 1400),
        " * 1 + ".join(["n"] * 700),
        "\n    else ".join(f"if n is {i} then {i}" for i in range(300)) + "\n    else 7",
        "sum of " + " + ".join(["n", "i"] * 500) + " for i in [n, 2, n]",
        "if " + " and ".join(["n > 0"] * 400) + " then 1 else 2",
    ],
    ids=["sum", "products", "ifs", "fold", "conditions"],
)
def test_what_is_written_side_by_side_may_be_long(body: str) -> None:
    text = modules_answer(compiled_text(f"define f(n: int 0..2) -> number @1\n  {body}\n"), 3)
    assert max(map(len, text.splitlines())) < 20_000


@settings(max_examples=drawn(60), deadline=None)
@given(st.one_of(tables("first"), tables("unique"), tables("sum"), tables("all")), st.booleans())
def test_a_table_of_many_rows_answers_as_one_of_few(text: str, very_many: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(emitted, "MANY", 0)
        patch.setattr(emitted, "VERY_MANY", 0 if very_many else 5_000)
        patch.setattr("regola_compiler.emit.dense.DENSE", 0)
        assert ('Rows("""' if very_many else "Rows((") in modules_answer(compiled_text(text), 60)


places = st.one_of(st.none(), st.integers(0, 9))
intervals = st.tuples(places, places).filter(lambda pair: None in pair or pair[0] <= pair[1])
rows = st.lists(
    st.tuples(st.tuples(*[st.lists(intervals, min_size=1, max_size=3).map(tuple)] * 2), st.booleans()), min_size=1
)


@given(rows, st.sampled_from(["first", "unique", "sum", "all"]), st.integers(1, 3), st.sampled_from([-1, 1 << 25]))
def test_sets_of_rows_match_what_the_rows_match(listed: list[Any], hit: str, stride: int, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("regola_runtime.many.rows.MOST", most)
        patch.setattr("regola_runtime.many.rows.STRIDE", stride)
        many = regola_runtime.Rows(listed)
        for ordinals in itertools.product(range(-1, 11), repeat=2):
            wanted = _matching(hit, listed, ordinals)
            assert _matching(hit, many, ordinals) == wanted
            if hit == "first":
                assert many.first(ordinals) == (wanted[0] if wanted else -1)
            else:
                assert many.one(ordinals) == (wanted[0] if len(wanted) == 1 else -1)


def test_rows_are_read_from_a_text_as_they_are_written() -> None:
    read = regola_runtime.Rows("\n..3 2..2,7..\n4..4 .. *\n").rows
    assert read == [
        ((((None, 3),), ((2, 2), (7, None))), False),
        ((((4, 4),), ((None, None),)), True),
    ]


def test_thousands_of_rows_are_a_module() -> None:
    lines = "".join(f"  | {2 * i}..{2 * i + 1} | {c} | {(i * 7) % 9} |\n" for i in range(1500) for c in ("yes", "no"))
    compiled = compiled_text(f"table t(a: int 0..2999, b: bool) -> int 0..9 @1\n  | a | b | n |\n{lines}")
    text = modules_answer(compiled, 40)
    assert text.count("elif") == 0
