"""The language of messages: by `--messages`, wherever it stands, or the environment; that of content is another matter."""

from __future__ import annotations

import json
import os
import pickle
import re
from pathlib import Path

import pytest
from regola_dsl.wording import CATALOGUES, _compiled, from_plain, in_language, languages, plain, say, say_number
from support.command import Run


def test_a_message_is_english_and_remembers_what_it_is_made_of() -> None:
    inner = say_number("{number} warning", "{number} warnings", 2)
    said = say("{errors} and {warnings}", errors="1 error", warnings=inner)
    assert said == "1 error and 2 warnings"
    for again in (from_plain(json.loads(json.dumps(plain(said)))), pickle.loads(pickle.dumps(said))):  # noqa: S301  our own
        assert again == said
        assert in_language(again, "it") == "1 error e 2 avvisi"
    assert in_language("a name", "it") == "a name"


@pytest.mark.parametrize("words", [("--messages", "it", "check", "-h"), ("check", "-h", "--messages=it")])
def test_help_is_in_the_language_that_is_asked_for(regola: Run, words: tuple[str, ...]) -> None:
    told = regola(*words).stdout
    assert told.startswith("Uso: regola check")
    assert "Opzioni:" in told
    assert regola("check", "-h").stdout.startswith("Usage: regola check")


def test_the_environment_says_the_language(regola: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert regola("check", "no_such_game").stderr.startswith("regola: nessun gioco si chiama `no_such_game`")
    assert regola("--messages", "en", "check", "no_such_game").stderr.startswith("regola: there is no game")
    monkeypatch.setenv("LC_ALL", "C")
    assert regola("check", "no_such_game").stderr.startswith("regola: there is no game")


def test_a_language_without_a_catalogue_is_wrong_use(regola: Run) -> None:
    assert languages() == ["en", "it"]
    assert "xx" in (told := regola("--messages", "xx", "list", "-h")).stderr
    assert told.returncode == 2


def test_a_catalogue_of_another_version_that_runs_beside_us_is_left(tmp_path: Path) -> None:
    theirs, forgotten = (tmp_path / f"regola-{name}.mo" for name in ("theirs", "forgotten"))
    theirs.write_bytes(b"")
    forgotten.write_bytes(b"")
    os.utime(forgotten, (0, 0))
    assert _compiled(CATALOGUES / "it.po", tmp_path / "regola-ours.mo").gettext("ended") == "fine"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["regola-ours.mo", "regola-theirs.mo"]


def test_a_damaged_game_is_told_in_italian(regola: Run, tmp_path: Path) -> None:
    game = tmp_path / "ferry.regola"
    game.write_text(
        "enum Wind @1\n  calm, rough\n\n"
        "table fare(die: d6) -> int 0..9 @2\n  | die | fare |\n  | 1-2 | 1 |\n  | 2-4 | 3 |\n\n"
        "define toll(w: Wind, n: int 0..9) -> int 0..9 @3\n  if w is clam then 1 else fare(1) + 9\n",
        encoding="utf-8",
    )
    theirs, ours = (regola("--messages", language, "check", str(game)).stdout for language in ("en", "it"))
    assert "write `calm` here, or `clam` where it is declared" in theirs
    assert "scrivi `calm` qui, oppure `clam` dove è dichiarato" in ours
    assert "`clam` non è un valore di `Wind`" in ours
    said = re.sub(r"`[^`]*`|^.*-->.*$|^ *\d+ \|.*$|^ {5}.*$", "", ours, flags=re.MULTILINE)
    assert not re.search(r"\b(?:the|is|are|of|no|here|and|write|for)\b", said), said
    again = regola("--messages", "en", "check", str(game)).stdout
    assert again == theirs  # what was kept of the check is of no language


def test_the_help_of_a_sentence_is_in_the_language_of_messages(regola: Run) -> None:
    words = ("how", "units", "may", "not", "enter", "swamps")
    assert regola("--messages", "it", *words).stdout == regola(*words, "--lang", "it").stdout != regola(*words).stdout


@pytest.mark.parametrize("code", ["word-differs", "table-cell-differs"])
def test_a_page_of_the_desk_is_explained_in_italian_with_an_example_of_its_own(regola: Run, code: str) -> None:
    theirs, ours = (regola("--messages", language, "explain", code).stdout for language in ("en", "it"))
    fences = [re.findall(r"```.*?```", page, re.DOTALL) for page in (theirs, ours)]
    assert len(fences[0]) == len(fences[1]) > 0
    assert fences[0] != fences[1]
    assert "When to accept it: " in theirs
    assert "When to accept it" not in ours
    assert "\nQuando accettarlo: " in ours
    assert ours.count("\n\n") == theirs.count("\n\n")


def test_a_wrong_choice_is_told_in_the_language_that_is_asked_for(regola: Run) -> None:
    told = regola("--messages", "it", "crosscheck", "--kind", "refusi").stderr
    assert "'refusi' non è fra 'sezioni'" in told
