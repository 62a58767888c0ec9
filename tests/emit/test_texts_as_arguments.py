"""A text is one value, or none, whoever reads it: `regola ask`, or the module that is asked by name."""

from __future__ import annotations

from functools import cache

import pytest
import regola_runtime
from hypothesis import example, given
from hypothesis import strategies as st
from regola_compiler.driver import Compiled
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.reading import QueryError, read_value
from support.small_programs import compiled_text

TYPES = (
    "int",
    "int 0..300",
    "2d6",
    "d66",
    "modified d6",
    "number",
    "bool",
    "Sky",
    "Odds",
    "list of int 0..9",
    "list of Sky",
)
RULES = """\
scale Odds of ratios open @1
  1-1, 2-1, 3-1
enum Sky @1
  clear, "very dark", "say \\"no\\"", "1,2"
record U @1
  a: int 0..3
""" + "".join(f"define f{place}(n: {type_}) -> bool @1\n  n is n\n" for place, type_ in enumerate((*TYPES, "U")))

PIECES = [
    "1",
    "2",
    "7",
    "0",
    "300",
    "301",
    "1" * 18,
    "1" * 19,
    "-",
    "+",
    "--",
    ".",
    ".5",
    "/",
    " / ",
    "_",
    "e3",
    "٣",
    "(",
    ")",
]
PIECES += [
    "[",
    "]",
    ", ",
    ",",
    '"',
    "\\",
    '\\"',
    " ",
    "clear",
    "very dark",
    'say "no"',
    "1,2",
    "CLEAR",
    "true",
    "yes",
    "no",
    "True",
]
PIECES += ["1-1", "7-1", "3 past 3-1", "nan", "inf", "0x1", "f0(1)", "n", "", "\n", "\t", "=", "#", "1 + 1"]
texts = st.lists(st.sampled_from(PIECES), max_size=4).map("".join) | st.text(max_size=4)


@cache
def program() -> tuple[Compiled, CompiledModule]:
    compiled = compiled_text(RULES)
    assert not compiled.found
    return compiled, CompiledModule(compiled.program, lambda: compiled.ir)


@given(texts, st.sampled_from(TYPES))
@example("+2", "int")
@example("2.0", "int")
@example("1/0", "number")
@example('"say \\"no\\""', "Sky")
@example('["1,2", clear]', "list of Sky")
def test_a_text_is_one_value_whoever_reads_it(text: str, type_: str) -> None:
    compiled, made = program()
    name = f"f{TYPES.index(type_)}"
    parameter = compiled.program.callables[name].parameters[0]
    refused = ""
    try:
        value = read_value(compiled.program, text, parameter.type, "n")
    except QueryError as problem:
        refused = str(problem)
    if refused:
        with pytest.raises((ValueError, regola_runtime.OutOfRange)) as raised:
            made.module.ask(name, n=text)
        if not type_.startswith("list"):  # of a list the module names the item
            assert plain(refused) == plain(str(raised.value))
    else:
        wanted = to_python(made.module, made.names, value, parameter.type)
        assert regola_runtime.parse(text, made.module.FUNCTIONS[name].parameters["n"]) == wanted
        assert made.module.ask(name, n=text) is True


def plain(message: str) -> str:
    """What is said of a value, without its reasons; of a member `ask` says to which parameter it was given."""
    kind = "is outside" if "` is outside `" in message else "is no value of"
    return f"{kind} {message.partition(f'{kind} `')[2].partition('`')[0]}"


def test_a_record_is_no_text() -> None:
    _, made = program()
    with pytest.raises(
        ValueError, match=r"`n=U\(a: 1\)` is no value of `U`: a record is given as a value, not as text"
    ):
        made.module.ask(f"f{len(TYPES)}", n="U(a: 1)")
