"""To an editor that speaks Italian the server speaks it too: what is shown of a word, what can be tried, done, renamed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from support.lsp_client import Client
from support.spoken import english_lines, start, typed

BROKEN = """
table pedaggio(dado: d6, terreno: Terreno) -> int 0..3 @2.1
  | dado | terreno | pedaggio |
  | 1-3  | aperto  | 1        |
  | -    | bosco   | 3        |

define tassa(passo: int 0..3) -> int 0..3 @2.1
  pasos + 1

define muta(passo: int 0..3) -> int 0..3 @2.1
  exception una @2.1 when passo > 1
    2
"""
# Wrong names for whatever stands at a place, and none of them can be had.
NAMES = ("when", "2a", "perdite", "Parte")


def _strings(answer: Any) -> Iterator[str]:
    match answer:
        case str():
            yield answer
        case list():
            for one in answer:
                yield from _strings(one)
        case dict():
            for key, one in answer.items():
                # What is for programs: places, codes, edits of the text itself.
                if key not in {
                    "uri",
                    "changes",
                    "documentChanges",
                    "edit",
                    "code",
                    "command",
                    "arguments",
                    "data",
                    "kind",
                }:
                    yield from _strings(one)


def test_the_server_speaks_italian_to_an_italian_editor(tmp_path: Path) -> None:
    (tmp_path / "rules.regola").write_text("", "utf-8")
    text = start("it") + BROKEN
    said: list[str] = []
    with Client(tmp_path) as client:
        client.begin(tmp_path, locale="it-IT")
        uri = client.open(tmp_path / "rules.regola", text)
        client.until(lambda: len(client.found(uri)) >= 3)
        said += [one["message"] for one in client.found(uri)]
        document = {"textDocument": {"uri": uri}}
        for number, line in enumerate(text.split("\n")):
            for column in (
                place for place, sign in enumerate(line) if sign.isalnum() and not line[place - 1].isalnum()
            ):
                at = {**document, "position": {"line": number, "character": column}}
                said += _strings(client.answer("textDocument/hover", at))
                said += _strings(client.answer("textDocument/prepareRename", at))
            if line[:1].isalpha():
                at = {**document, "position": {"line": number, "character": line.index(" ") + 1}}
                for name in NAMES:
                    said += _strings(client.answer("textDocument/rename", {**at, "newName": name}))
        everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": len(text), "character": 0}}
        asked = {**document, "range": everywhere, "context": {"diagnostics": []}}
        offered = client.ask("textDocument/codeAction", asked)
        assert {one["title"].split()[0] for one in offered} >= {"Scrivi", "Annota", "Accetta"}
        said += [one["title"] for one in offered]
        tried = client.ask("textDocument/codeLens", document)
        assert {one["command"]["title"] for one in tried} >= {"esegui questo esempio", "probabilità"}
        for one in [*(lens["command"] for lens in tried), {"command": "regola.explain", "arguments": ["table-gap"]}]:
            said += [one.get("title", "")]
            said += _strings(client.ask("workspace/executeCommand", one))
            unknown = [*one["arguments"][:-1], "nulla"]
            said += _strings(client.ask("workspace/executeCommand", {**one, "arguments": unknown}))
        assert client.end() == 0
    assert len(said) > 100
    assert [line for one in dict.fromkeys(said) for line in english_lines(one, typed(text))] == []
