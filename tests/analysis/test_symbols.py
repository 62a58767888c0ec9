"""Symbols: one object for each, one printing, and whoever asks what they speak of asks the node."""

from __future__ import annotations

import gc
from fractions import Fraction
from pathlib import Path as Folder

import pytest
from regola_compiler.analysis.symbolic import symbols
from regola_compiler.analysis.symbolic.constraints import RelationRef, Term, relation_symbol
from regola_compiler.analysis.symbolic.symbols import (
    Symbol,
    answer_symbol,
    fact_symbol,
    input_symbol,
    path_symbol,
    site_symbol,
    substituted,
    type_of,
)
from regola_compiler.driver import understand
from regola_compiler.model.program import Definition, Fact, Path, Program
from regola_compiler.model.types import BOOL, INT, BoolType, EnumType, IntType, Member, RecordType, RecordValue
from regola_compiler.project.game import Game
from regola_dsl.source import Source

TEXT = """enum Arm @1.1
  foot, horse
record Weapon @1.2
  arm: Arm
  reach: int 0..9
record Unit @1.3
  arm: Arm
  weapons: list of Weapon up to 3
given supplied(u: Unit): bool @1.4
given turn: int 1..9 @1.5
given next_to(a: int 1..9): list of int 1..9 = [] @1.6
path road(a: int 1..9) over next_to @1.7
  it "Strada"  en "Road"
  from a
  first any number of steps
define losses(arm: Arm, rounds: int 1..9) -> int 0..99 @1.8
  if arm is horse then rounds else 0
"""


@pytest.fixture(scope="module")
def program() -> Program:
    compiled = understand(Game("small", Folder(), {}, [Source("small.regola", TEXT)]))
    assert not compiled.found, compiled.found[0]
    assert compiled.program.callables.keys() >= {"supplied", "turn", "losses", "road"}
    return compiled.program


def fact(program: Program, name: str) -> Fact:
    found = program.callables[name]
    assert isinstance(found, Fact)
    return found


def all_kinds(program: Program) -> dict[str, Symbol]:
    """A symbol of each kind, by how it is written in full."""
    u, arm = input_symbol("u"), Member("Arm", 1)
    road, losses = program.callables["road"], program.callables["losses"]
    assert isinstance(road, Path)
    assert isinstance(losses, Definition)
    total = Term("operation", "add", (Term("leaf", u.field("reach")), Term("number", Fraction(2))))
    return {
        "u": u,
        "u (before)": input_symbol("u", "before"),
        "u.weapons[2].arm": u.field("weapons").item(2).field("arm"),
        "u.weapons.count": u.field("weapons").length(),
        ":turn": fact_symbol(fact(program, "turn"), ()),
        ":supplied(u)": fact_symbol(fact(program, "supplied"), (u,)),
        ":road(3)": path_symbol(road, (3,), "", BOOL),
        ":length of road(u.reach)": path_symbol(road, (u.field("reach"),), "length", INT),
        "losses(horse, u.reach)": answer_symbol(losses, (arm, u.field("reach"))),
        "losses(u.arm at 12:7, amount at 12:7)": answer_symbol(
            losses, (site_symbol(u.field("arm"), 12, 7), site_symbol(None, 12, 7))
        ),
        "?add(u.reach, 2) <= 7": relation_symbol("<=", total, Term("number", Fraction(7))),
    }


def test_each_kind_is_written_in_one_way(program: Program) -> None:
    for text, symbol in all_kinds(program).items():
        assert str(symbol) == symbol.text == text


def test_a_reader_is_not_shown_what_only_tells_symbols_apart(program: Program) -> None:
    kinds = all_kinds(program)
    assert kinds[":supplied(u)"].printed() == "supplied(u)"
    assert kinds["losses(u.arm at 12:7, amount at 12:7)"].printed(sites=False) == "losses(u.arm, amount)"
    assert kinds["u (before)"].printed(lambda name: name.removesuffix(" (before)")) == "u"


def test_a_symbol_is_one_object(program: Program) -> None:
    first, again = all_kinds(program), all_kinds(program)
    assert all(first[text] is again[text] for text in first)
    assert len(set(first.values())) == len(first)


def test_facts_of_two_programs_are_two_symbols_and_gone_with_them(program: Program) -> None:
    gc.freeze()  # what others left in this process is not looked through
    other = understand(Game("small", Folder(), {}, [Source("small.regola", TEXT)])).program
    before = len(symbols._ROOTS)  # noqa: SLF001
    ours, theirs = (fact_symbol(fact(one, "turn"), ()) for one in (program, other))
    assert ours is not theirs
    assert ours.text == theirs.text
    few = Term("number", Fraction(3))
    compared = [relation_symbol("<=", Term("leaf", leaf), few) for leaf in (ours, theirs)]
    assert compared[0] is not compared[1], "a comparison speaks of its own program's facts"
    del ours, theirs, other, compared
    gc.collect()
    gc.unfreeze()
    assert len(symbols._ROOTS) <= before  # noqa: SLF001


def test_a_part_knows_what_it_is_a_part_of(program: Program) -> None:
    kinds = all_kinds(program)
    u, arm = kinds["u"], kinds["u.weapons[2].arm"]
    assert arm.root is u
    assert arm.is_within(u.field("weapons"))
    assert not arm.is_within(u.field("weapons").item(1))
    assert kinds[":supplied(u)"].root is kinds[":supplied(u)"]
    relation = kinds["?add(u.reach, 2) <= 7"]
    assert isinstance(relation, RelationRef)
    assert relation.leaves() == [u.field("reach")]


def test_a_symbol_has_the_type_of_what_it_stands_for(program: Program) -> None:
    unit = program.types["Unit"].type
    assert isinstance(unit, RecordType)
    kinds, inputs = all_kinds(program), {"u": unit}
    assert isinstance(type_of(kinds["u.weapons[2].arm"], inputs), EnumType)
    assert type_of(kinds["u.weapons.count"], inputs) == IntType()
    assert isinstance(type_of(kinds[":supplied(u)"], inputs), BoolType)
    assert type_of(kinds["u (before)"], inputs) is None


def test_inputs_are_put_in_wherever_they_stand(program: Program) -> None:
    kinds = all_kinds(program)
    v = input_symbol("v").field("unit")
    weapon = RecordValue("Weapon", (("arm", Member("Arm", 1)), ("reach", 4)))
    known = RecordValue("Unit", (("arm", Member("Arm", 0)), ("weapons", (weapon,))))
    assert substituted(kinds[":supplied(u)"], {"u": v}) is fact_symbol(fact(program, "supplied"), (v,))
    assert substituted(kinds[":supplied(u)"], {"u": known}) is fact_symbol(fact(program, "supplied"), (known,))
    assert substituted(kinds["u.weapons.count"], {"u": v}) is v.field("weapons").length()
    assert substituted(kinds["u.weapons.count"], {"u": known}) == 1
    assert substituted(kinds["u.weapons[2].arm"], {"u": known}) is None
    half = RecordValue("Unit", (("arm", v), ("weapons", ())))  # type: ignore[arg-type]  known in part only
    assert substituted(kinds[":supplied(u)"], {"u": half}) is None
