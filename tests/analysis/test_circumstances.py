"""What is told of a problem that no position was found to show: where it would be so, in the game's own words."""

from __future__ import annotations

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.witnesses.circumstances import circumstances
from support.small_programs import compiled_text

BOATS = """\
enum Clan @1
  gulls, herons, terns, skuas, crows

players Clan @1

place Reef @1
  depth: int 0..5 = 1 @1

piece Boat @1
  clan: Clan
  state fish: int 0..2 = 0
  state at: Reef

sequence day @2
  phase fishing by gulls @2

define caught(b: Boat, die: d6) -> int 0..6 @3
  min(die, b.at.depth)

define full(b: Boat, die: d6, many: int 0..9) -> int 0..2 @4
  if b.clan is not herons and many > 3 then b.fish + caught(b, die) else 0

action fish(b: Boat, die: d6) by gulls in fishing @5
  allowed unless forbidden
  limit 1 each fishing
  effect b.fish gains caught(b, die)
"""


def told(name: str) -> list[dict[str, str]]:
    survey = Analysis(compiled_text(BOATS).program)
    item = survey.program.callables[name]
    view = survey.coarse_view()
    types = {one.name: one.type for one in item.parameters}
    boxes = [outcome.box for outcome in view.explore(name) if outcome.problem]
    assert boxes
    return [dict(circumstances(box, types)) for box in boxes]


def test_facts_answers_and_inputs_are_written_as_the_game_writes_them() -> None:
    found = told("full")
    assert {name for one in found for name in one} <= {
        "b", "die", "many", "boat_1.clan", "boat_1.fish", "boat_1.at", "caught(boat_1, die)"
    }  # fmt: skip
    assert any(one.get("caught(boat_1, die)") for one in found)
    assert all(one["many"] == "4..9" or one["many"].count(",") for one in found)
    assert {one["boat_1.clan"] for one in found} == {"gulls, terns, skuas, …"}


def test_what_says_nothing_is_left_out() -> None:
    for one in told("full"):
        assert one.get("boat_1.fish") != "0, 1, 2", "all the values that there are"
        assert not any(name.startswith(("every ", "limit ")) or name in {"phase", "active"} for name in one)
