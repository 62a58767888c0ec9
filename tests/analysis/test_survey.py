"""What is found in a space too large to try in full is still shown with a position."""

from __future__ import annotations

from pathlib import Path

from regola_compiler.driver import compile_game
from regola_compiler.project.game import Game
from regola_dsl.source import Source

RAFTS = """\
scale Odds of ratios open @1
  1-2, 1-1, 2-1
enum Land @1
  meadow, reeds
record Raft @1
  crew: int 1..9
  land: Land = meadow
record Raid @1
  rafts: list of Raft from 1 up to 4
  guards: int 1..9
  dammed: bool = false
define crews(r: Raid) -> int 1..36 @2
  sum of (if x.land is reeds then 1 else x.crew) for x in r.rafts
define column(r: Raid) -> Odds @2
  the last of Odds at most crews(r) / r.guards
modifiers current(r: Raid) @3
  +1 dammed @3 when r.dammed
table raid(die: modified 2d6, odds: Odds) -> bool @4
  | die \\ odds | 1-2   | 1-1   | 2-1  |
  | 2-7        | false | false | true |
  | 8-12       | false | true  | true |
  beyond odds clamp
define taken(r: Raid, die: 2d6) -> bool @4
  raid(die + current(r), column(r))
"""


def test_a_look_up_behind_large_definitions_is_certain() -> None:
    compiled = compile_game(Game("rafts", Path(), {}, [Source("rafts.regola", RAFTS)]))
    errors = [found for found in compiled.found if found.weight.value == "error"]
    assert [found.code.slug for found in errors] == ["lookup-outside-table"]
    assert "with die 13" in errors[0].message
    assert errors[0].witness is not None
    facts = dict(errors[0].witness.given)
    assert (facts["die"], facts["r.dammed"]) == ("12", "true")


FERRY = """\
enum Crew @1
  ashore, rowing, landed
state crew: Crew = ashore @1
state pushed_off: bool = false @1
assume whoever_rows_has_pushed_off @2
  crew is ashore or pushed_off
action turn_back @3
rule not_on_land @3
  anyone must not turn_back when crew is not rowing
"""


def test_a_witness_tells_what_only_an_assumption_asks() -> None:
    compiled = compile_game(Game("ferry", Path(), {}, [Source("ferry.regola", FERRY)]))
    (found,) = compiled.found
    assert found.code.slug == "missing-rule"
    assert found.witness is not None
    assert dict(found.witness.given) == {"crew": "rowing", "pushed_off": "true"}
    pasted = Source("ferry.regola", f"{FERRY}\n{found.witness.example}\n")
    again = compile_game(Game("ferry", Path(), {}, [pasted]))
    assert "example-fails" not in [more.code.slug for more in again.found]


BELLS = """\
enum Sky @1
  clear, mist, storm
state tide: int 0..9 = 0 @1
define bells(sky: Sky, flag: Sky, boats: int 0..1000000) -> int @2
  0
  exception feast @2.2 when boats > 3000
    2
  exception warning @2.1 when sky is mist
    1
  exception colours @2.3 when flag is storm and tide > 3
    1
"""


def test_a_witness_has_no_fact_that_does_not_matter() -> None:
    compiled = compile_game(Game("bells", Path(), {}, [Source("bells.regola", BELLS)]))
    first, second = (found for found in compiled.found if found.code.slug == "contradiction")
    assert first.witness is not None
    assert dict(first.witness.given) == {"sky": "mist", "boats": "3001"}
    assert second.witness is not None
    assert dict(second.witness.given) == {"sky": "clear", "boats": "3001", "flag": "storm", "tide": "4"}
