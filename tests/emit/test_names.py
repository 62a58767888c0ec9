"""Two names of the rules are never one name in the module, whatever Python keeps for itself or folds together."""

from __future__ import annotations

import ast
import itertools
import keyword
from dataclasses import fields
from typing import Any
from unicodedata import normalize

import regola_runtime
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.namespace import MEMBERS, RESERVED, Namespace, distinct
from regola_compiler.emit.python.oracle import CompiledModule, to_python
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Fact
from support.effort import drawn
from support.small_programs import compiled_text, values_of

# Words that Python or the module has, words that fold to others, and what becomes of both.
HOSTILE = """len len_ len__ class class_ class__ print self value value_ held held_ rows row values found changes changes_
    following place position Position math Fraction ask ask_ FUNCTIONS UNTOLD told Rows note within settled agreed lambda
    None True mro name index labels int str tuple dataclass Any Final Number Choice Scale annotations f__x__y x__y A a
    ﬁre fire ſa sa ª º ﬀ ff ℌ H Ⅷ VIII ₐ Ａ import global del raise with yield async await nonlocal def is_ do_a ends_of_a
    Phase_ Permission_ a2 a² e_f e_ﬀ""".split()
names = st.one_of(st.sampled_from(HOSTILE), st.from_regex(r"[a-zA-Zﬁſⅷªµ][a-zA-Z0-9_ﬁſⅷªµ]{0,2}", fullmatch=True))


@given(st.lists(names, unique=True), st.frozensets(st.sampled_from(HOSTILE)))
@example(["ﬁre", "fire"], frozenset())
def test_two_names_are_never_one_name_in_python(wanted: list[str], taken: frozenset[str]) -> None:
    given_ = distinct([(name, name) for name in wanted], taken)
    assert list(given_) == wanted
    folded = [normalize("NFKC", name) for name in given_.values()]
    assert len(set(folded)) == len(wanted)
    assert not taken & set(folded)
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in given_.values())
    for name in wanted:
        if name.isascii() and name.isidentifier() and not keyword.iskeyword(name) and name not in taken:
            assert given_[name] == name, "what meets nothing stays as it is"


# Every kind of name there is; a number stands for one.
TEXT = """
enum {0} @1
  {1}, {2}, "{3}"
record {4} @1
  {5}: int 0..2
  {6}: int 0..2 = 1
  {7}: {0} = {1}
state {8}: int 0..2 = 1 @1
state {9}({10}: int 0..1): int 0..2 = {10} @1
define {11}({12}: int 0..3, {13}: int 0..1) -> int @2
  let {14} = {12} + 10
  let {15} = {12} + 100
  {14} * 3 + {15} * 5 + {13} * 7
  exception {16} @2.1 when {12} is 2
    {15} + {13}
    exception {17} @2.2 when {13} is 1
      {14} - {12}
  exception {16}__{17} @2.3 when {12} is 3
    {12} + 5
  then exception {18} @2.4 when {13} is 1
    value + {15}
define {19}({20}: {4}, {12}: int 0..1) -> number @3
  {20}.{5} * 100 + {20}.{6} * 10 + {12} + {8} + {9}({12}) + (sum of {21} + {12} for {21} in [{12}, {12}])
  exception {18} @3.1 when {20}.{7} is {2}
    {11}({12} + 1, {12}) + 1000
modifiers {22}({20}: {4}, {12}: int 0..3) @4
  +1 {23} when {12} > 1
  +2 {24} when {20}.{5} > {12}
table {25}({26}: int 0..1, {27}: {0}) -> int 0..9 @5
  | {26} | {27} | n |
  | 0    | -    | 1 |
  | 1    | -    | 2 |
table {28}({26}: int 0..1) -> ({29}: int 0..9, {30}: int 0..9) @6
  | {26} | {29} | {30} |
  | 0    | 1    | 2    |
  | 1    | 3    | 4    |
define {31}({26}: int 0..1) -> int @7
  {28}({26}).{29} * 10 + {28}({26}).{30} + {25}({26}, {3})
action {32}({12}: int 0..2, {13}: int 0..1) @8
  requires {12} > 0
  effect {8} becomes {12} + {13}
  effect {9}(0) becomes {12}
rule {33} @8
  anyone may {32}
"""
PLACES = 34
PLAIN = [f"w{place}" for place in range(PLACES)]


def named(own: dict[int, str]) -> str:
    """The program, with these names in their places and plain ones in all others."""
    return TEXT.format(*(own.get(place, name) for place, name in enumerate(PLAIN)))


@settings(max_examples=drawn(60), deadline=None)
@given(st.lists(names, min_size=2, max_size=8, unique=True), st.permutations(range(PLACES)))
@example(HOSTILE[:PLACES], range(PLACES))
@example(HOSTILE[-PLACES:], range(PLACES))
def test_the_module_answers_as_the_rules_do_whatever_things_are_called(chosen: list[str], places: list[int]) -> None:
    compiled = compiled_text(named(dict(zip(places, chosen, strict=False))))
    assume(not compiled.found)
    module = CompiledModule(compiled.program, lambda: compiled.ir)
    told = [item for item in compiled.program.callables.values() if isinstance(item, Fact)]
    for first, second in itertools.product([0, 2], repeat=2):
        position = {(told[0].name, ()): first, (told[1].name, (1,)): second}
        own = module.module.Position(
            **{module.names.fact(told[0].name): first, module.names.fact(told[1].name): {(1,): second}}
        )
        for item in compiled.program.callables.values():
            for values in itertools.islice(itertools.product(*(values_of(p.type) for p in item.parameters)), 60):
                arguments = {
                    p.name: to_python(module.module, module.names, v, p.type)
                    for p, v in zip(item.parameters, values, strict=True)
                }
                try:
                    value = Interpreter(compiled.program, position).call(item.name, list(values))
                    wanted = to_python(module.module, module.names, value, item.result)
                except RuleError as problem:
                    wanted = type(problem).__name__
                assert answer(module.module, item.name, own, arguments) == wanted, item.name


def answer(module: Any, name: str, position: Any, arguments: dict[str, Any]) -> Any:
    try:
        return module.ask(name, position, **arguments)
    except regola_runtime.NoAnswer as problem:
        return type(problem).__name__


def test_what_an_action_changes_is_what_it_says() -> None:
    chosen = HOSTILE[:PLACES]
    compiled = compiled_text(named(dict(enumerate(chosen))))
    module = CompiledModule(compiled.program, lambda: compiled.ir)
    do = getattr(module.module, module.names.function(f"do {chosen[32]}"))
    after = do(module.module.Position(), 2, 0)
    assert getattr(after, module.names.fact(chosen[8])) == 2
    assert [field.name for field in fields(after)] == [module.names.fact(chosen[8]), module.names.fact(chosen[9])]


def test_no_name_of_a_game_is_one_of_the_modules_own() -> None:
    """What the module imports and defines for itself is reserved, and so is all that a member of an enum has."""
    tree = ast.parse(python_module(compiled_text("define f(n: int 0..1) -> int @1\n  n\n").ir))
    own = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    own |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)} - {"f"}
    own |= {
        node.target.id for node in tree.body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert {name for name in own if not name.startswith("_")} <= RESERVED
    assert {name for name in dir(regola_runtime.Choice) if not name.startswith("_")} <= MEMBERS


def test_locals_of_the_modules_own_functions_are_reserved() -> None:
    """Whatever a generated function keeps under a name, but for the parameters of a game and for helpers."""
    compiled = compiled_text(named({}))
    assert compiled.found == []
    names_ = Namespace(compiled.ir)
    stored = {
        node.arg if isinstance(node, ast.arg) else node.id
        for function in ast.walk(ast.parse(python_module(compiled.ir)))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.arg) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    }
    ours = {name for name in stored if name not in PLAIN and not name.startswith("_") and name not in {"name", "given"}}
    assert ours <= RESERVED
    assert names_.local("w12") == "w12"
