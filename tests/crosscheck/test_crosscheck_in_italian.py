"""What the desk finds is told in Italian with nothing left in English, and is the same otherwise."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from support.command import Run

DAMAGED = "games/lantern_pass/damaged/rulebook.it.md"
# Of these no Italian sentence has any; what stands in backquotes is the game's own.
ENGLISH = re.compile(r"\b(the|of|which|here|see|section|is|are|and|not|write|whether)\b")


def _texts(finding: dict[str, Any]) -> list[str]:
    return [finding["message"], finding["label"], finding["help"], *(one["message"] for one in finding["related"])]


@pytest.mark.parametrize("game", [("lantern_pass",), ()])
def test_no_english_is_left_in_what_is_found(regola: Run, game: tuple[str, ...]) -> None:
    words = ("crosscheck", *game, "--source", f"it={DAMAGED}", "--confidence", "possible", "--json")
    ours = json.loads(regola("--messages", "it", *words).stdout)["findings"]
    theirs = json.loads(regola(*words).stdout)["findings"]
    assert len(ours) > 15
    assert [one["name"] for one in ours] == [one["name"] for one in theirs]
    told = [re.sub(r"`[^`]*`", "", text) for one in ours for text in _texts(one)]
    assert [text for text in told if ENGLISH.search(text)] == []
    assert not {one["message"] for one in ours} & {one["message"] for one in theirs}
