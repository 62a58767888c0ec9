"""What no sentence speaks of, above its action: told when the checks are done, and gone while a game is broken."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from regola_compiler.analysis.breath import breathe
from regola_compiler.analysis.permits.matrix import Matrix
from regola_compiler.driver import grids_of
from regola_compiler.incremental.session import Session
from regola_compiler.incremental.sought import permits
from regola_compiler.model.program import Action
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from regola_lsp.protocol.checker import Checker, Job
from support.effort import every_third
from support.games import understood
from support.lsp_client import Client
from support.paths import GAMES

PASS = GAMES / "lantern_pass"
REFRESH: dict[str, Any] = {"workspace": {"codeLens": {"refreshSupport": True}}}
# Of two kinds on three grounds a rule speaks of one pair; `rest` is asked of two kinds, `halt` of none.
RULES = """\
enum Kind @1
  foot, horse

enum Ground @1
  field, bog, wood

piece Unit @1
  kind: Kind

sequence day @2
  phase march @2

action enter(u: Unit, g: Ground) in march @3
  allowed unless forbidden

action rest(u: Unit) in march @4
  allowed unless forbidden

action halt(hours: int 1..3) in march @5
  allowed unless forbidden

rule no_bogs @3.1
  u must not enter when u.kind is horse and g is bog
"""
# A definition that the rule of entering rests on.
BOGS = """
define deep(g: Ground) -> bool @3.2
  g is bog

rule no_deep_ground @3.2
  u must not enter when deep(g)
"""
MORE = """
rule no_woods @3.2
  u must not enter when u.kind is horse and g is wood

rule horses_rest @4.1
  u must rest when u.kind is horse

rule men_do_not @4.2
  u must not rest when u.kind is foot
"""


def above(client: Client, uri: str) -> dict[str, str]:
    """What stands above each action of a file."""
    found = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
    commands = [one["command"] for one in found if one["command"]["command"] == "regola.unspoken"]
    return {one["arguments"][1]: one["title"] for one in commands}


def refreshed(client: Client) -> int:
    """How often the editor was told to ask again what stands above."""
    return sum(one["method"] == "workspace/codeLens/refresh" for one in client.told)


def until_refreshed(client: Client, times: int) -> None:
    client.until(lambda: refreshed(client) >= times)


def test_it_is_told_when_the_checks_are_done_and_again_when_it_changes(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        client.begin(tmp_path, **REFRESH)
        uri = client.open(tmp_path / "march.regola", RULES)
        until_refreshed(client, 1)
        told = "what no sentence speaks of: "
        halt = {"halt": f"{told}1 of 1 case"}
        assert above(client, uri) == halt | {"enter": f"{told}5 of 6 cases", "rest": f"{told}2 of 2 cases"}
        client.change(uri, RULES + MORE)
        until_refreshed(client, 2)
        assert above(client, uri) == halt | {"enter": f"{told}4 of 6 cases"}
        # A comment changes nothing that would have to be asked anew.
        client.change(uri, RULES + MORE + "\n// so much for that\n")
        client.change(uri, RULES)
        until_refreshed(client, 3)
        assert (refreshed(client), len(above(client, uri))) == (3, 3)
        assert client.end() == 0


def test_of_what_a_broken_rule_is_about_to_speak_of_nothing_is_told(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        client.begin(tmp_path, **REFRESH)
        uri = client.open(tmp_path / "march.regola", RULES)
        until_refreshed(client, 1)
        whole = above(client, uri)
        for broken in (RULES.replace("g is bog", "g is bgo"), RULES.replace("must not enter", "must not"), RULES[:-9]):
            client.change(uri, broken)
            left = {name: said for name, said in whole.items() if name != "enter"}
            assert len(left) == 2
            assert above(client, uri) == left
            client.change(uri, RULES)
            assert above(client, uri) == whole
        assert client.end() == 0


def test_an_error_elsewhere_hides_only_what_rests_on_it(tmp_path: Path) -> None:
    """What is broken in another file, or says nothing of an action, leaves what is known of that one standing."""
    (tmp_path / "game.yaml").write_text('id: march\nlanguages: [en]\ntitle:\n  en: "March"\n')
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "march.regola").write_text(RULES + BOGS)
    broken = "table toll(g: Ground) -> int 0..9 @9\n  | g     | toll |\n  | moor  | 1    |\n"
    with Client(tmp_path) as client:
        client.begin(tmp_path, **REFRESH)
        uri = client.open(tmp_path / "rules" / "march.regola")
        until_refreshed(client, 1)
        whole = above(client, uri)
        assert set(whole) == {"enter", "rest", "halt"}
        other = client.open(tmp_path / "rules" / "tolls.regola", broken)
        client.until(lambda: client.found(other) != [])
        assert above(client, uri) == whole
        # What one action rests on is broken, or means something else while the error stands: of that one nothing is told.
        for text in (BOGS.replace("g is bog", "g is bgo"), BOGS.replace("g is bog", "g is wood")):
            client.change(uri, RULES + text)
            client.until(lambda: set(above(client, uri)) == {"rest", "halt"})
        client.change(uri, RULES + BOGS)
        client.until(lambda: above(client, uri) == whole)
        assert client.end() == 0


@pytest.mark.parametrize("file", every_third(["09_combat", "06_movement", "11_captains"]))
def test_in_a_game_it_is_what_the_reference_says(file: str) -> None:
    of_game = {grid.action: grid.unspoken for grid in grids_of(understood("lantern_pass").program)}
    text = (PASS / "rules" / f"{file}.regola").read_text("utf-8")
    here = {name: cases for name, cases in of_game.items() if f"\naction {name}(" in text}
    with Client(PASS) as client:
        client.begin(PASS, locale="it-IT", **REFRESH)
        uri = client.open(PASS / "rules" / f"{file}.regola")
        until_refreshed(client, 1)
        found = above(client, uri)
        assert found == {
            name: f"ciò di cui nessuna frase parla: {unspoken} dei {every} casi"
            for name, (unspoken, every) in here.items()
            if unspoken
        }
        for name in found:
            asked = {"command": "regola.unspoken", "arguments": [uri, name]}
            assert f"{here[name][0]} combinazion" in client.ask("workspace/executeCommand", asked)
        assert client.end() == 0


def test_an_editor_that_cannot_be_told_is_not_told(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        client.begin(tmp_path)
        uri = client.open(tmp_path / "march.regola", RULES)
        client.until(lambda: uri in client.diagnostics)
        asked = {"command": "regola.unspoken", "arguments": [uri, "enter"]}
        assert "enter" in client.ask("workspace/executeCommand", asked)
        client.until(lambda: above(client, uri) != {})
        assert refreshed(client) == 0
        assert client.end() == 0


def test_a_session_works_out_what_is_wanted_and_no_action_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    plain = permits.matrix

    def noted(program: Any, action: Action, facts: Any) -> Matrix:
        made.append(action.name)
        return plain(program, action, facts)

    monkeypatch.setattr(permits, "matrix", noted)
    session = Session()

    def asked(text: str, *names: str) -> list[str]:
        made.clear()
        session.permits(session.read(Game("march", Path(), {}, [Source("march.regola", text)])), names)
        return [*made]

    assert asked(RULES, "rest", "unknown") == ["rest"]
    assert asked(RULES, "enter", "rest") == ["enter"]
    assert asked(RULES.replace("no_bogs", "no_bog"), "enter", "rest") == ["enter"], "the rule is called otherwise"
    assert asked("// of marches\n" + RULES.replace("no_bogs", "no_bog"), "enter", "rest") == []


def test_who_asks_in_the_midst_of_a_check_that_is_given_up_is_answered() -> None:
    said: Future[Future[str]] = Future()
    went_on: list[str] = []
    faults: list[Exception] = []

    class Judged:
        """A session in whose check somebody asks for something, after the text has changed."""

        memory = SimpleNamespace(pack=None)

        def judge(self, _reading: object, between: Any, _early: object) -> None:
            game.stale = True
            said.set_result(checker.lend(lambda: breathe() or "answered"))
            between()
            went_on.append("with what is outdated")

    game: Any = SimpleNamespace(place=None, shown="", stale=False, round=1, session=Judged())
    checker = Checker(lambda *_: None, lambda *_: None, faults.append)
    checker.ask(Job(game, cast("Any", None), 1))
    assert said.result(10).result(10) == "answered"
    assert checker.lend(lambda: "afterwards").result(10) == "afterwards"
    checker.end()
    assert (went_on, faults) == ([], [])
