"""The short pages in Italian, followed from an empty folder: what is shown to be written is written, what is typed answers so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.command import Run
from support.console_examples import commands_in
from support.paths import ROOT

BOX = re.compile(r"^```(yaml|console|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("page", "typed"), [("install.it.md", 5), ("print.it.md", 5)])
def test_a_page_can_be_followed(
    page: str, typed: int, regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    commands = 0
    for kind, text in BOX.findall((ROOT / "docs" / page).read_text("utf-8")):
        if kind == "yaml":
            path, _, described = text.removeprefix("# ").partition("\n")
            (tmp_path / path).write_text(described, "utf-8")
        elif kind == "text":
            for path in re.findall(r"^rm (\S+)$", text, re.MULTILINE):
                (tmp_path / path).unlink()
        for words, answer in commands_in(text) if kind == "console" else ():
            ran = regola(*words, cwd=tmp_path)
            assert ran.returncode == 0, ran.stderr
            assert answer.strip() in (ran.stdout + ran.stderr), words
            commands += 1
    assert commands == typed


def test_whoever_begins_finds_a_page_in_italian() -> None:
    """Each page that is meant for a beginner is named, in Italian, on the page that one begins with."""
    begin = (ROOT / "docs" / "install.it.md").read_text("utf-8")
    others = {path.name for path in (ROOT / "docs").glob("*.it.md")} - {"install.it.md"}
    assert others == set(re.findall(r"\]\((\w+\.it\.md)\)", begin))
    assert "docs/install.it.md" in (ROOT / "README.md").read_text("utf-8")
