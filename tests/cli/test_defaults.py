"""`regola check --defaults`: for which kinds no sentence speaks of an action, and the whole matrix as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import Run

GAME = """\
enum Kind @1
  infantry, armour, fleet

enum Ground @1
  plain, swamp, sea

piece Unit @1
  kind: Kind
  state at: Space or none = none @1
  state tired: bool = false @1

place Space @1
  ground: Ground

sequence turn @2
  phase march @2

action move(u: Unit, to: Space) in march @3
  allowed unless forbidden
  effect u.at becomes to

rule fleets_swim @3.1
  u must not move when u.kind is fleet and to.ground is not sea

rule the_tired_rest @3.3
  u must not move when u.tired

action halt in march @4
  allowed unless forbidden
"""


@pytest.fixture
def game(tmp_path: Path) -> str:
    path = tmp_path / "sea.regola"
    path.write_text(GAME)
    return str(path)


def test_what_is_so_by_default_is_listed(game: str, regola: Run) -> None:
    assert regola("check", game, "--defaults").stdout.splitlines() == [
        "move, by u.kind and to.ground: 7 of 9",
        "  allowed: any but fleet × any",
        "  allowed: fleet × sea",
        "  of all of them: forbidden by the_tired_rest",
        "halt: allowed",
        "8 combinations of 10 by default: no sentence speaks of these kinds together, and the action's own line can answer",
    ]


def test_the_whole_matrix_is_json(game: str, regola: Run) -> None:
    move, halt = (told := json.loads(regola("check", game, "--defaults", "--json").stdout))["actions"]
    assert (told["by_default"], told["of"]) == (8, 10)
    assert move["axes"] == [{"name": "u.kind", "type": "Kind"}, {"name": "to.ground", "type": "Ground"}]
    assert move["anywhere"] == [{"answer": "forbidden", "by": ["the_tired_rest"], "own_line": False, "lifted_by": []}]
    cells = {(kind, ground): cell for cell in move["cells"] for kind in cell["kinds"][0] for ground in cell["kinds"][1]}
    assert len(cells) == 9
    own = {"answer": "allowed", "by": [], "own_line": True, "lifted_by": []}
    assert cells["fleet", "sea"]["answers"] == [own]
    assert cells["fleet", "swamp"]["answers"] == [
        {"answer": "forbidden", "by": ["fleets_swim"], "own_line": False, "lifted_by": []}
    ]
    assert not any(cell["rough"] for cell in cells.values())
    assert halt["cells"] == [{"kinds": [], "answers": [own], "rough": False, "by_default": True}]


def test_it_goes_with_no_other_form(game: str, regola: Run) -> None:
    refused = regola("check", game, "--defaults", "--format", "sarif")
    assert refused.returncode == 2
    assert "--defaults is written as text or as JSON" in refused.stderr
