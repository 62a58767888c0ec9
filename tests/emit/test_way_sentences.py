"""Ways and legs with two measures in words, in Italian and English, and as the language writes them."""

from __future__ import annotations

import pytest
from regola_compiler.emit.text.languages import Languages
from regola_compiler.emit.text.multilingual import MultilingualText, SaidTexts
from regola_compiler.emit.text.printer import plain
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.tree import Action, Path
from regola_compiler.model.program import Definition
from regola_compiler.mutation.mutation import to_source
from support.small_programs import compiled_text

TEXT = """\
place Town @1
  en "Town"  it "Città"
  roads: list of Town = []  en "roads"  it "strade"

piece Cart @2
  en "Cart"  it "Carro"
  pace: int 1..4   en "Pace"   it "Passo"
  state at: Town @2
    en "Place"  it "Posto"

path journey(c: Cart) over roads @3
  en "Journey"  it "Viaggio"
  from c.at
  first at most 3/2 points from a to b costing 1/2 and at most 1 steps
  then at most c.pace points from a to b costing 1 and at most c.pace steps
  then at most c.pace points from a to b costing 1 and at most 2 steps

action drive(c: Cart, way: list of Town among ways of journey(c)) @4
  en "Drive a cart"  it "Guidare un carro"
  allowed unless forbidden
  effect c.at becomes end of way
  effect c.at becomes start of last step of way when count s in steps of way > 1

"""


LEGS = [
    [
        "al massimo 3/2 punti e al massimo 1 passo; un passo da una città a un’altra città costa 1/2",
        "at most 3/2 points and at most 1 step; a step from a town to another town costs 1/2",
    ],
    [
        "punti, al massimo: il passo del carro; passi, al massimo: il passo del carro; un passo da una città a un’altra città costa 1",
        "points, at most: the pace of the cart; steps, at most: the pace of the cart; a step from a town to another town costs 1",
    ],
    [
        "punti, al massimo: il passo del carro; al massimo 2 passi; un passo da una città a un’altra città costa 1",
        "points, at most: the pace of the cart; at most 2 steps; a step from a town to another town costs 1",
    ],
]
EFFECTS = [
    [
        "Il posto del carro diventa l’arrivo di way",
        "The place of the cart becomes the end of way",
    ],
    [
        "Il posto del carro diventa la partenza dell’ultimo passo di way, se il numero di s fra i passi di way è più di 1",
        "The place of the cart becomes the start of the last step of way, if the number of s among the steps of way is more than 1",
    ],
]


def said(texts: SaidTexts) -> list[str]:
    return [plain(one.pieces) for one in texts]


def test_legs_and_ways_are_said_in_both_languages() -> None:
    ir = compiled_text(TEXT).ir
    voice = MultilingualText(Naming(ir), Languages(("it", "en")))
    path = next(item for item in ir.functions if isinstance(item, Path))
    assert [said(voice.leg(leg)) for leg in path.legs] == LEGS
    action = next(item for item in ir.functions if isinstance(item, Action))
    assert [said(voice.change(effect)) for effect in action.effects] == EFFECTS


@pytest.mark.parametrize(
    "written",
    [
        "any w in ways of journey(c) where end of w is c.at",
        "end of w",
        "start of last step of w is c.at",
        "end of (start of steps of w) is c.at",
        "not (last step of w in steps of w)",
        "sum of 1 for s in steps of w",
        "w in ways of journey(c)",
        "(end of w).roads",
    ],
)
def test_what_is_written_out_reads_as_the_same(written: str) -> None:
    """What the language writes of an expression means that expression."""

    def of(expression: str) -> Definition:
        result = {"end of w": "Town", "(end of w).roads": "list of Town"}.get(written, "bool")
        result = "int" if written.startswith("sum") else result
        text = f"{TEXT}define asked(c: Cart, w: list of Town from 2 up to 3) -> {result} @5\n  {expression}\n"
        compiled = compiled_text(text)
        assert not [found for found in compiled.found if found.code.slug.endswith("error")], compiled.found
        found = compiled.program.callables["asked"]
        assert isinstance(found, Definition)
        return found

    first = of(written).root.value
    assert first is not None
    again = of(to_source(first)).root.value
    assert again is not None
    assert to_source(again) == to_source(first)
