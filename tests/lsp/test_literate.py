"""A rulebook in Markdown, driven over standard input and output: the blocks are rules, and the prose is left alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from support.lsp_client import Client
from support.paths import ROOT

BOOK = ROOT / "examples" / "lantern_pass"
HEAD = "define with_animals(u: Unit) -> bool"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Client, str, str]]:
    folder = tmp_path_factory.mktemp("books") / "lantern_pass"
    shutil.copytree(BOOK, folder)
    path = folder / "rulebook.en.regola.md"
    with Client(folder, patience=180.0) as client:
        client.begin(folder)
        uri = client.open(path)
        client.until(lambda: uri in client.diagnostics)
        yield client, uri, path.read_text("utf-8")
        assert client.end() == 0


def at(text: str, part: str, inside: str = "") -> tuple[int, int]:
    """The line and the character of a part, as an editor counts."""
    place = text.index(part) + (part.index(inside) if inside else 0)
    return text.count("\n", 0, place), place - (text.rfind("\n", 0, place) + 1)


def test_what_is_wrong_in_a_block_is_told_on_its_line_of_the_book(opened: tuple[Client, str, str]) -> None:
    client, uri, text = opened
    line, start = at(text, "counters(u.kind).animals", "kind")
    client.change(uri, "kint", (line, start, line, start + 4))
    client.until(lambda: any("kint" in one["message"] for one in client.found(uri)))
    (found,) = [one for one in client.found(uri) if "kint" in one["message"]]
    assert found["range"]["start"]["line"] == line
    # Prose that is put in above moves it down, and is no rule.
    client.change(uri, "Some words: define, enum.\n\n", (0, 0, 0, 0))
    client.until(
        lambda: any("kint" in one["message"] and one["range"]["start"]["line"] == line + 2 for one in client.found(uri))
    )
    client.change(uri, "", (0, 0, 2, 0))
    client.change(uri, "kind", (line, start, line, start + 4))
    client.until(lambda: not any("kint" in one["message"] for one in client.found(uri)))


def test_hover_and_completion_know_the_blocks(opened: tuple[Client, str, str]) -> None:
    client, uri, text = opened
    line, start = at(text, HEAD, "with_animals")
    assert HEAD in client.at("hover", uri, line, start + 2)["contents"]["value"]
    line, start = at(text, "counters(u.kind).animals", "kind")
    labels = {one["label"] for one in client.at("completion", uri, line, start)["items"]}
    assert {"kind", "side", "hounds"} <= labels
    prose = at(text, "On seven autumn nights")
    assert client.at("completion", uri, prose[0], 0)["items"] == []
    assert client.at("hover", uri, *prose) is None


def test_a_name_is_changed_in_the_blocks_alone(opened: tuple[Client, str, str]) -> None:
    client, uri, text = opened
    line, start = at(text, HEAD, "with_animals")
    edits = client.at("rename", uri, line, start + 1, newName="led_by_animals")["changes"][uri]
    lines = text.split("\n")
    assert len(edits) >= 2
    for one in edits:
        span = one["range"]
        assert lines[span["start"]["line"]][span["start"]["character"] : span["end"]["character"]] == "with_animals"
        assert one["newText"] == "led_by_animals"


def test_layout_touches_blocks_alone(opened: tuple[Client, str, str]) -> None:
    client, uri, text = opened
    asked = {"textDocument": {"uri": uri}, "options": {"tabSize": 2, "insertSpaces": True}}
    assert client.ask("textDocument/formatting", asked) == []
    line, start = at(text, HEAD, "-> bool")
    client.change(uri, "->   bool", (line, start, line, start + len("-> bool")))
    prose = at(text, "On seven autumn nights")
    client.change(uri, "On   seven", (prose[0], 0, prose[0], len("On seven")))
    (edit,) = client.ask("textDocument/formatting", asked)
    assert edit["newText"] == text.replace("On seven", "On   seven")
    client.change(uri, text)


def test_titles_and_outline_are_those_of_the_book(opened: tuple[Client, str, str]) -> None:
    client, uri, text = opened
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    place: dict[str, Any] = next(one for one in symbols if one["name"] == "with_animals")
    assert place["selectionRange"]["start"]["line"] == at(text, HEAD)[0]
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n"), "character": 0}}
    hints = client.ask("textDocument/inlayHint", {"textDocument": {"uri": uri}, "range": whole})
    assert "Components" in {one["label"] for one in hints}


def test_what_is_written_down_is_put_into_a_block_of_its_own(opened: tuple[Client, str, str]) -> None:
    client, uri, text = opened
    lines = text.split("\n")
    number = next(n for n, line in enumerate(lines) if line.startswith("  | captain "))
    client.change(uri, "\n".join([*lines[:number], *lines[number + 1 :]]))
    client.until(lambda: any(one["code"] == "table-gap" for one in client.found(uri)))
    (found,) = [one for one in client.found(uri) if one["code"] == "table-gap"][:1]
    asked = {"textDocument": {"uri": uri}, "range": found["range"], "context": {"diagnostics": [found]}}
    offered = {one["title"]: one for one in client.ask("textDocument/codeAction", asked)}
    (edit,) = offered["Write the position down as an example"]["edit"]["changes"][uri]
    assert edit["newText"].strip().startswith("```regola\n")
    assert edit["newText"].endswith("\n```\n")
    client.change(uri, text)
