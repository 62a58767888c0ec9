"""The real process, driven on its standard input and output as editors drive it."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from support.lsp_client import Client
from support.paths import GAMES

PASS = GAMES / "lantern_pass"
SMALL = """\
enum Ground @2.1
  open, forest

define cost(ground: Ground) -> int 1..3 @3.1
  1
  exception woods @3.2 when ground is forest
    2

example woods_cost_two @3.2
  cost(forest) is 2
"""


def slugs(client: Client, uri: str) -> list[str]:
    return [one["code"] for one in client.found(uri)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game" / "rules").mkdir(parents=True)
    (tmp_path / "game" / "game.yaml").write_text("id: game\ntitle: {en: A game}\nlanguages: [en]\n", "utf-8")
    (tmp_path / "game" / "rules" / "01.regola").write_text(SMALL, "utf-8")
    return tmp_path / "game"


def test_a_file_is_opened_written_in_and_closed(folder: Path) -> None:
    with Client(folder, alone=True) as client:
        told = client.begin(folder)
        assert told["serverInfo"]["name"] == "regola"
        uri = client.open(folder / "rules" / "01.regola")
        client.until(lambda: uri in client.diagnostics)
        client.change(uri, "is foest", (5, 35, 5, 44))
        client.until(lambda: "unknown-name" in slugs(client, uri))
        (found,) = [one for one in client.found(uri) if one["code"] == "unknown-name"]
        assert found["range"]["start"] == {"line": 5, "character": 38}
        assert "forest" in found["data"]["help"]
        client.change(uri, "is forest", (5, 35, 5, 43))
        client.until(lambda: client.found(uri) == [])
        client.change(uri, "3", (6, 4, 6, 5))
        client.until(lambda: "example-fails" in slugs(client, uri))
        client.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        client.until(lambda: client.found(uri) == [])
        assert client.end() == 0


def test_what_the_checks_find_comes_with_its_witness_and_other_places(folder: Path) -> None:
    table = "table omen(die: d6) -> int 0..2 @4.1\n  | die | omen |\n  | 1-3 | 0 |\n  | 3-5 | 1 |\n"
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "02.regola", table)
        client.until(lambda: {"table-gap", "table-overlap"} <= set(slugs(client, uri)))
        (gap,) = [one for one in client.found(uri) if one["code"] == "table-gap"]
        assert "6" in gap["message"]
        assert gap["data"]["witness"]["example"]
        (overlap,) = [one for one in client.found(uri) if one["code"] == "table-overlap"]
        assert overlap["relatedInformation"][0]["location"]["uri"] == uri


def test_what_is_not_saved_counts_for_what_is_on_the_disk(folder: Path) -> None:
    with Client(folder) as client:
        client.begin(folder)
        rules = client.open(folder / "rules" / "01.regola")
        other = client.open(
            folder / "rules" / "02.regola", "define dear(ground: Ground) -> bool @3.3\n  cost(ground) > 1\n"
        )
        client.until(lambda: other in client.diagnostics and "unknown-name" not in slugs(client, other))
        client.change(rules, SMALL.replace("cost", "price"))
        client.until(lambda: "unknown-name" in slugs(client, other))
        manifest = client.open(folder / "game.yaml", "id: game\ntitle: {en: A game}\nlanguage: [en]\n")
        client.until(lambda: client.found(manifest) != [])
        assert not (folder / "rules" / "02.regola").exists()


def test_hover_definition_references_and_symbols(folder: Path) -> None:
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        said = client.at("hover", uri, 9, 3)["contents"]["value"]
        assert "define cost(ground: Ground)" in said
        assert "`woods`" in said
        (place,) = client.at("definition", uri, 9, 9)
        assert place["range"]["start"] == {"line": 1, "character": 8}
        found = client.at("references", uri, 5, 20, context={"includeDeclaration": True})
        assert [one["range"]["start"]["line"] for one in found] == [5, 8]
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert [one["name"] for one in symbols] == ["Ground", "cost", "woods_cost_two"]
        assert [one["name"] for one in symbols[1]["children"]] == ["woods"]
        names = [one["name"] for one in client.ask("workspace/symbol", {"query": "wood"})]
        assert names[:2] == ["woods", "woods_cost_two"]


def test_what_an_editor_asks_at_once_keeps_no_finding_back(folder: Path) -> None:
    """A question that comes with the keystroke has the game read: what is wrong with it is told all the same."""
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        client.until(lambda: uri in client.diagnostics)
        client.change(uri, SMALL.replace("when ground", "when nowhere"))
        client.at("completion", uri, 3, 0)
        client.until(lambda: any("nowhere" in one["message"] for one in client.found(uri)), 30)
        assert client.end() == 0


def test_a_hundred_changes_one_after_the_other_end_in_what_stands_there(folder: Path) -> None:
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        text = "\ndefine later -> int 1..9 @4.1\n  cost(forest) + 3\n"
        lines = SMALL.count("\n")
        line, column = lines, 0
        for sign in text:
            client.change(uri, sign, (line, column, line, column))
            line, column = (line + 1, 0) if sign == "\n" else (line, column + 1)
        client.until(lambda: client.diagnostics.get(uri, {}).get("version") == client.versions[uri])
        client.until(lambda: client.found(uri) == [])
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert symbols[-1]["name"] == "later"
        for _ in text:
            line, column = (line - 1, len(text.split("\n")[line - 1 - lines])) if column == 0 else (line, column - 1)
            end = (line + 1, 0) if text.split("\n")[line - lines][column:] == "" else (line, column + 1)
            client.change(uri, "", (line, column, *end))
        symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert symbols[-1]["name"] == "woods_cost_two"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        (b"{", -32700),
        (b"\xff\xfe", -32700),
        (b"[" * 100_000, -32700),
        (b"[]", -32600),
        (b"42", -32600),
        (b"null", -32600),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"position": 3}}', -32602),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover"}', -32602),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "regola/nothing", "params": {}}', -32601),
    ],
)
def test_a_malformed_message_is_answered_with_an_error(folder: Path, message: bytes, code: int) -> None:
    with Client(folder) as client:
        client.begin(folder)
        client.send_bytes(message)
        client.until(lambda: any("error" in one for _, one in client.arrived))
        (refused,) = [one for _, one in client.arrived if "error" in one]
        assert refused["error"]["code"] == code
        assert "Traceback" not in str(refused)
        uri = client.open(folder / "rules" / "01.regola")
        assert client.at("hover", uri, 9, 3) is not None
        assert client.end() == 0


def test_places_that_are_not_there_and_changes_of_what_is_not_open(folder: Path) -> None:
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        assert client.at("hover", uri, 9_999, 9_999) is None
        client.versions["file:///nowhere/x.regola"] = 1
        client.change("file:///nowhere/x.regola", "enum A", (0, 0, 5, 5))
        client.change(uri, "", (700, 3, 2, 8_000))
        assert client.at("hover", "file:///nowhere/x.regola", 0, 0) is None
        assert client.at("definition", "git:/old.regola", 0, 0) in (None, [])
        assert client.end() == 0
        assert "error of our own" not in str(client.told)


def test_two_folders_do_not_know_one_another(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(folder, other)
    (other / "rules" / "01.regola").write_text(SMALL.replace("cost", "price"), "utf-8")
    with Client(tmp_path) as client:
        client.begin(folder, other)
        first = client.open(folder / "rules" / "01.regola")
        second = client.open(other / "rules" / "01.regola")
        client.until(lambda: {first, second} <= client.diagnostics.keys())
        client.change(second, SMALL.replace("cost", "toll"))
        assert [place["uri"] for place in client.at("definition", first, 9, 3)] == [first]
        assert "define toll" in client.at("hover", second, 9, 3)["contents"]["value"]
        names = {one["name"] for one in client.ask("workspace/symbol", {"query": "t"})}
        assert {"cost", "toll"} <= names
        assert client.found(first) == []


def test_a_file_without_a_folder_and_one_that_vanishes(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        client.begin()
        new = client.open("untitled:Untitled-1", "define a -> int 1..3 @1\n  b\n")
        client.until(lambda: "unknown-name" in slugs(client, new))
        path = tmp_path / "lone.regola"
        path.write_text(SMALL, "utf-8")
        lone = client.open(path)
        client.until(lambda: lone in client.diagnostics)
        path.unlink()
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": lone, "type": 3}]})
        client.change(lone, SMALL.replace("is 2", "is 3"))
        client.until(lambda: "example-fails" in slugs(client, lone))
        client.notify("textDocument/didClose", {"textDocument": {"uri": lone}})
        client.until(lambda: client.found(lone) == [])
        assert client.end() == 0


def test_the_end_without_shutdown_is_told_by_the_exit_code(folder: Path) -> None:
    with Client(folder) as client:
        client.begin(folder)
        client.notify("exit", None)
        assert client.process.wait(30) == 1


def test_a_hostile_folder_runs_nothing_and_writes_nothing(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.regola"
    secret.write_text("define secret -> int 1..2 @1\n  1\n", "utf-8")
    (folder / "rules" / "out.regola").symlink_to(secret)
    (folder / "rules" / "round").symlink_to(folder)
    (folder / "rules" / "gone.regola").symlink_to(tmp_path / "nothing")
    (folder / "rules" / "huge.regola").write_bytes(b"# " + b"x" * 5_000_000)
    (folder / "rules" / "bytes.regola").write_bytes(b"\xff\xfe\x00")
    (folder / "rules" / "dir.regola").mkdir()
    for name in ("policy.py", "sitecustomize.py", "conftest.py", "regola_lsp.py"):
        (folder / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n", "utf-8")
    (folder / "game.yaml").write_text("id: ../../x\ntitle: !!python/object/apply:os.system ['touch ran']\n", "utf-8")
    before = sorted(path for path in tmp_path.rglob("*"))
    with Client(folder.parent) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        client.until(lambda: uri in client.diagnostics)
        huge, raw = (folder / "rules" / name for name in ("huge.regola", "bytes.regola"))
        client.until(lambda: {"too-large"} <= set(slugs(client, huge.as_uri())))
        client.until(lambda: {"not-utf8"} <= set(slugs(client, raw.as_uri())))
        assert client.ask("workspace/symbol", {"query": "secret"}) == []
        assert client.end() == 0
        assert "error of our own" not in str(client.told)
        assert client.process.stderr
        assert "Traceback" not in client.process.stderr.read().decode()
    assert sorted(path for path in tmp_path.rglob("*")) == before


def test_ten_thousand_lines_pasted(folder: Path) -> None:
    lines = "".join(
        f"define pasted_{n}(ground: Ground) -> int 1..9 @9.{n}\n  cost(ground) + {n % 5}\n" for n in range(5_000)
    )
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        end = SMALL.count("\n")
        client.change(uri, lines, (end, 0, end, 0))
        symbols: list[Any] = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
        assert len(symbols) == 5_003
        client.change(uri, "", (end, 0, end + 10_000, 0))
        assert len(client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})) == 3
        assert client.end() == 0


# --- while one writes -----------------------------------------------------------------------


def apply_all(text: str, edits: list[dict[str, Any]]) -> str:
    lines = text.split("\n")
    for edit in sorted(
        edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True
    ):
        start, end = edit["range"]["start"], edit["range"]["end"]
        after = lines[end["line"]][end["character"] :]
        lines[start["line"] : end["line"] + 1] = [lines[start["line"]][: start["character"]] + edit["newText"] + after]
    return "\n".join(lines)


def test_completion_renaming_layout_and_colours(folder: Path) -> None:
    with Client(folder) as client:
        told = client.begin(folder)
        legend = told["capabilities"]["semanticTokensProvider"]["legend"]["tokenTypes"]
        uri = client.open(folder / "rules" / "01.regola", SMALL.replace(") -> int", ")   ->   int"))
        document = {"textDocument": {"uri": uri}}
        offered = client.at("completion", uri, 5, 41)["items"]
        assert [item["label"] for item in offered[:2]] == ["forest", "open"]
        assert offered[0]["textEdit"]["range"]["start"] == {"line": 5, "character": 38}
        (edit,) = client.ask("textDocument/formatting", {**document, "options": {"tabSize": 4, "insertSpaces": True}})
        assert edit["newText"] == SMALL
        named = client.at("prepareRename", uri, 3, 9)
        assert named["placeholder"] == "cost"
        changes = client.at("rename", uri, 3, 9, newName="price")["changes"]
        assert apply_all(SMALL, changes[uri]) == SMALL.replace("cost(", "price(")
        place = {"position": {"line": 3, "character": 9}}
        refused = client.answer("textDocument/rename", {**document, **place, "newName": "when"})
        assert "word of the language" in refused["error"]["message"]
        data = client.ask("textDocument/semanticTokens/full", document)["data"]
        assert len(data) % 5 == 0
        assert {legend[kind] for kind in data[3::5]} >= {"type", "enumMember", "function", "variable", "decorator"}
        assert client.end() == 0


def test_colours_are_told_as_what_has_changed_and_of_the_lines_on_the_screen(folder: Path) -> None:
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola", SMALL)
        document = {"textDocument": {"uri": uri}}
        told = client.ask("textDocument/semanticTokens/full", document)
        data, number = told["data"], told["resultId"]
        more = SMALL.replace("cost(ground: Ground)", "cost(\N{EVERGREEN TREE}ground: Ground)")
        for text in (SMALL, "# hm\n" + SMALL, SMALL[:60], "", SMALL + "\nenum Sea @4\n  calm\n", more, SMALL):
            client.change(uri, text)
            changed = client.ask("textDocument/semanticTokens/full/delta", {**document, "previousResultId": number})
            number = changed["resultId"]
            for edit in reversed(changed["edits"]):
                data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
            assert data == client.ask("textDocument/semanticTokens/full", document)["data"]
            # What was told since is under another number, and what is under none is told as a whole.
            assert (
                client.ask("textDocument/semanticTokens/full/delta", {**document, "previousResultId": number})["data"]
                == data
            )
            number = client.ask("textDocument/semanticTokens/full", document)["resultId"]
        screen = {"start": {"line": 3, "character": 0}, "end": {"line": 6, "character": 0}}
        part = client.ask("textDocument/semanticTokens/range", {**document, "range": screen})["data"]
        lines = [sum(data[0 : at + 1 : 5]) for at in range(0, len(data), 5)]
        inside = [place for place, line in enumerate(lines) if 3 <= line <= 6]
        whole = [number for place in inside for number in data[5 * place : 5 * place + 5]]
        assert part == [lines[inside[0]], *whole[1:]]
        assert len(inside) > 5
        assert client.end() == 0


def test_places_are_counted_as_the_editor_counts(folder: Path) -> None:
    """Signs beyond the sixteen bits are two to most editors, one to some."""
    text = 'enum Ground @2.1\n  en "🌲 ground"\n  open en "🌲🌲", forest\n'
    wide = text.split("\n")[2].index("forest")
    for encodings, column in ((None, wide + 2), (["utf-16"], wide + 2), (["utf-32", "utf-16"], None)):
        with Client(folder) as client:
            general = {"general": {"positionEncodings": encodings}} if encodings else {}
            told = client.begin(folder, **general)
            counted = told["capabilities"].get("positionEncoding", "utf-16")
            uri = client.open(folder / "rules" / "03.regola", text)
            symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
            found = symbols[0]["children"][1]["selectionRange"]["start"]["character"]
            assert found == (column or (wide if counted == "utf-32" else wide + 2))
            assert "forest" in client.at("hover", uri, 2, found + 1)["contents"]["value"]


def test_what_can_be_done_about_a_finding_mends_it(folder: Path) -> None:
    text = "table omen(die: d6) -> int 0..2 @4.1\n  | die | omen |\n  | 1-3 | 0    |\n"
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "02.regola", text)
        client.until(lambda: "table-gap" in slugs(client, uri))
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 30}}
        asked = {"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": client.found(uri)}}
        offered = {one["title"]: one for one in client.ask("textDocument/codeAction", asked)}
        assert {"Add the missing row", "Write the position down as an example"} <= offered.keys()
        after = apply_all(text, offered["Add the missing row"]["edit"]["changes"][uri])
        client.change(uri, after.replace("?", "2"))
        client.until(lambda: "table-gap" not in slugs(client, uri))
        assert not (folder / "rules" / "02.regola").exists()


def test_a_line_is_put_right_as_its_finding_says(folder: Path) -> None:
    text = "state coins: int 0..9 = 3 @1.4\n\ndefine rich -> bool @6\n  coins is at least 5\n"
    with Client(folder) as client:
        client.begin(folder)
        uri = client.open(folder / "rules" / "02.regola", text)
        client.until(lambda: "syntax-error" in slugs(client, uri))
        (found,) = client.found(uri)
        asked = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
        (first, *_) = client.ask("textDocument/codeAction", asked)
        assert first["isPreferred"]
        after = apply_all(text, first["edit"]["changes"][uri])
        assert after == text.replace("is at least", ">=")
        client.change(uri, after)
        client.until(lambda: "syntax-error" not in slugs(client, uri))


RICH = """state coins: int 0..9 = 3 @1.4

define fee(ground: Ground) -> int 1..3 @6
  exception rich @6.1 when coins > 5
    2
"""


def test_a_position_is_written_down_as_a_scenario_where_the_editor_can_make_files(folder: Path) -> None:
    asked_of = {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create", "rename"]}}
    for workspace, wanted in ((asked_of, True), ({}, False)):
        with Client(folder) as client:
            client.begin(folder, workspace=workspace)
            client.open(folder / "rules" / "01.regola")
            uri = client.open(folder / "rules" / "02.regola", RICH)
            client.until(lambda client=client, uri=uri: "missing-rule" in slugs(client, uri))
            (found,) = [one for one in client.found(uri) if one["code"] == "missing-rule"]
            asked = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
            offered = {one["title"]: one for one in client.ask("textDocument/codeAction", asked)}
            assert ("Write the position down as a scenario" in offered) is wanted
            if not wanted:
                continue
            made, edit = offered["Write the position down as a scenario"]["edit"]["documentChanges"]
            assert made == {"kind": "create", "uri": edit["textDocument"]["uri"]}
            text = apply_all("", edit["edits"])
            value = found["data"]["witness"]["given"]
            assert f"position:\n  coins: {dict(value)['coins']}\n" in text
            # It is a scenario that can be read, and the example of the position can begin from it.
            scenario = client.open(made["uri"], text)
            client.change(uri, RICH + "\nexample poor @6\n  given setup of missing_rule_fee\n  coins > 5\n")
            client.until(lambda client=client, uri=uri: "example-fails" in slugs(client, uri))
            assert "unknown-name" not in slugs(client, uri)
            assert client.found(scenario) == []
            assert not (folder / "scenarios").exists()


def test_lenses_name_commands_that_answer(folder: Path) -> None:
    with Client(folder) as client:
        told = client.begin(folder)
        uri = client.open(folder / "rules" / "01.regola")
        (lens,) = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
        command = lens["command"]
        assert command["command"] in told["capabilities"]["executeCommandProvider"]["commands"]
        asked = {"command": command["command"], "arguments": command["arguments"]}
        assert client.ask("workspace/executeCommand", asked) == "passed: woods_cost_two"
        explained = {"command": "regola.explain", "arguments": ["table-gap"]}
        assert "table-gap" in client.ask("workspace/executeCommand", explained)
        wrong = client.answer("workspace/executeCommand", {"command": "regola.odds", "arguments": [3, {}]})
        assert "Traceback" not in str(wrong)
        assert client.end() == 0


def test_titles_of_sections_stand_beside_them() -> None:
    with Client(PASS) as client:
        client.begin(PASS, locale="it-IT")
        uri = client.open(PASS / "rules" / "04_weather.regola")
        whole = {"start": {"line": 0, "character": 0}, "end": {"line": 60, "character": 0}}
        found = client.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole})
        assert "La tabella del tempo" in {one["label"] for one in found}
        assert client.end() == 0


def test_messages_are_in_the_language_of_the_editor(folder: Path) -> None:
    said = {}
    for locale in ("en-GB", "it", "tlh"):
        with Client(folder) as client:
            client.begin(folder, locale=locale)
            uri = client.open(folder / "rules" / "01.regola", SMALL.replace("is forest", "is foest"))
            client.until(lambda client=client, uri=uri: "unknown-name" in slugs(client, uri))
            said[locale] = client.found(uri)[0]["message"].split("\n")[-1]
            assert client.end() == 0
    assert said["en-GB"] == said["tlh"]
    assert said["en-GB"].startswith("help: ")
    assert said["it"].startswith("consiglio: ")
