"""Who may do what where is kept action by action: it is what it would be anew, whatever was edited in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.analysis.permits.matrix import Matrix
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.driver import grids_of, understand
from regola_compiler.incremental.sought import permits
from regola_compiler.incremental.sought.permits import dump_grid, kept_grids, load_grid
from regola_compiler.model.program import Action, Program
from regola_compiler.project.game import Game
from regola_dsl import cache
from regola_dsl.source import Source
from support.drawn import permit_programs
from support.effort import drawn, some_games
from support.games import understood

OTHER = """
action rest(u: Unit) @9
  allowed unless forbidden

rule nobody_rests @9.1
  u must not rest when u.kind is horse and frost
"""
TWO = (
    """
enum Kind @1
  foot, horse

enum Ground @1
  field, bog

piece Unit @1
  kind: Kind

state frost: bool = false @1

sequence day @2
  phase march @2

action enter(u: Unit, g: Ground) in march @3
  allowed unless forbidden

rule no_bogs @3.1
  u must not enter when u.kind is horse and g is bog
"""
    + OTHER
)


@pytest.fixture(scope="module", autouse=True)
def _place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A folder for packs of these tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGOLA_CACHE", str(tmp_path_factory.mktemp("kept")))
        cache.folder.cache_clear()
        yield
    cache.folder.cache_clear()


def game_of(text: str) -> Game:
    return Game("sample", Path(), {}, [Source("sample.regola", text)])


@settings(max_examples=drawn(40))
@given(st.lists(permit_programs, min_size=2, max_size=4))
def test_after_every_edit_it_is_what_it_would_be_anew(texts: list[str]) -> None:
    for text in texts:
        game = game_of(text + OTHER)
        program = understand(game).program
        assert kept_grids(game, program) == grids_of(program)


def test_only_what_an_edit_bears_on_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    plain = permits.matrix

    def noted(program: Program, action: Action, facts: ProgramFacts) -> Matrix:
        looked_at.append(action.name)
        return plain(program, action, facts)

    monkeypatch.setattr(permits, "matrix", noted)

    def asked(text: str) -> list[str]:
        looked_at.clear()
        game = game_of(text)
        kept_grids(game, understand(game).program)
        return [*looked_at]

    assert asked(TWO) == ["enter", "rest"]
    assert asked(TWO) == []
    assert asked(TWO.replace("rule nobody", "\nrule no_one")) == ["rest"], "the rule is called otherwise"
    assert asked(TWO.replace("foot, horse", "foot, horse, guns")) == ["enter", "rest"], "there is one more kind"
    assert asked(TWO.replace("  kind: Kind", "  kind: Kind\n  state of: Ground = field @1")) == ["enter", "rest"]


@pytest.mark.parametrize("name", some_games(["lantern_pass", "world_in_flames"]))
def test_what_is_read_back_is_what_was_kept(name: str) -> None:
    for made in grids_of(understood(name).program):
        assert load_grid(dump_grid(made)) == made


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"[1]", b"[" * 100_000, b'["a",null,[],[],[[]],[],[0,0]]'])
def test_what_is_something_else_is_not_read(data: bytes) -> None:
    assert load_grid(data) is None
