"""What the documents show is what the program does."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from io import StringIO
from itertools import pairwise
from pathlib import Path

import pytest
from regola_compiler.driver import compile_game
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from support.command import Run
from support.console_examples import commands_in
from support.effort import every_third
from support.paths import DATA, GAMES, ROOT

FENCES = re.findall(r"```regola\n(.*?)```", (ROOT / "docs" / "language.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("text", FENCES, ids=lambda text: text.split()[1])
def test_every_example_of_the_language_reference_is_clean(text: str) -> None:
    compiled = compile_game(Game("page", Path(), {}, [Source("page.regola", text)]))
    assert [diagnostic.message for diagnostic in compiled.found] == []
    assert compiled.program.callables


def test_every_declaration_kind_has_an_example() -> None:
    from regola_dsl.declarations import KINDS

    shown = "\n".join(FENCES)
    assert [kind for kind in KINDS if not re.search(rf"^\s*{kind} ", shown, re.MULTILINE)] == []


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "docs/crosscheck.md", "docs/odds.md", "docs/play.md"])
def test_what_a_page_shows_is_printed(page: str, regola: Run) -> None:
    shown = list(commands_in((ROOT / page).read_text("utf-8")))
    assert shown
    for words, output in shown:
        assert regola(*words).stdout.strip() == output.strip(), words


def test_the_game_on_the_page_is_played_so(regola: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "play.md").read_text("utf-8")
    (shown,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    typed = "".join(f"{line}\n" for line in re.findall(r"^> (.*)$", shown, re.MULTILINE))
    (words,) = re.findall(r"`regola (play \S+)`; behind", page)
    monkeypatch.setattr(sys, "stdin", StringIO(typed))
    assert regola(*words.split()).stdout == shown


# The sentences that restate a rule for the translator's desk: a page that shows the rule has no room for them.
_RESTATES = re.compile(r'^ +(?:it|en) "[^"]*\."\n', re.MULTILINE)


def test_the_rules_in_the_readme_stand_in_a_game() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    rules = "\n".join(path.read_text("utf-8") for path in sorted((GAMES).rglob("*.regola")))
    fences = re.findall(r"```regola\n(.*?)```", readme, re.DOTALL)
    assert fences
    for fence in fences:
        assert fence in _RESTATES.sub("", rules)


def test_the_contradiction_in_the_changelog_is_the_one_of_the_tour() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    tour = (ROOT / "docs" / "tutorial.md").read_text("utf-8")
    report = re.search(r"^ {6}error.*\n(?: {6}.*\n)*", changes, re.MULTILINE)
    assert report is not None
    assert report[0].replace("\n      ", "\n").strip() in tour


def test_the_tour_shows_the_same_in_italian() -> None:
    tours = [(ROOT / "docs" / name).read_text("utf-8") for name in ("tutorial.md", "tutorial.it.md")]
    # What is run of both: the files, the commands, and what is typed into a game.
    same = re.compile(r"^```(?:regola|yaml).*?^```|^\$ [^\n]*|^> [^\n]*", re.DOTALL | re.MULTILINE)
    english, italian = (same.findall(tour) for tour in tours)
    assert italian == english
    heads = [len(re.findall(r"^## ", tour, re.MULTILINE)) for tour in tours]
    assert heads == [14, 14]


def test_the_report_in_the_readme_is_a_kept_one() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    kept = (DATA / "caucasus_unruled_determined_defence.txt").read_text("utf-8")
    report = re.search(r"```text\n(error.*?)```", readme, re.DOTALL)
    assert report is not None
    assert kept.startswith(report[1])


def test_every_rule_of_the_grammar_shows_an_instance() -> None:
    lines = (ROOT / "dsl" / "regola_dsl" / "grammar.lark").read_text("utf-8").splitlines()
    bare = [line for before, line in pairwise(lines) if re.match(r"\??[a-z_]+:", line) and not before.startswith("//")]
    assert bare == []


def test_the_walk_through_the_exchange_is_what_happens(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    shutil.copytree(GAMES / "lantern_pass", tmp_path / "games" / "lantern_pass")
    shown = list(commands_in((ROOT / "docs" / "exchange.md").read_text("utf-8")))
    assert len(shown) == 6
    exported = tmp_path / "pass.xlf"
    for words, output in shown:
        if words[-2:] == ["--import", "pass.xlf"]:
            neve = "<source>Neve</source>"
            text = exported.read_text("utf-8")
            assert text.count(neve) == 1
            exported.write_text(text.replace(neve, f"{neve}<target>Neige</target>"), "utf-8")
        assert regola(*words, cwd=tmp_path).stdout.strip() == output.strip(), words
    weather = (tmp_path / "games" / "lantern_pass" / "rules" / "04_weather.regola").read_text("utf-8")
    assert 'snow   it "Neve"    en "Snow"  fr "Neige"' in weather
    assert regola("fmt", "--check", "lantern_pass", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("page", every_third(["walkthrough.md", "walkthrough.it.md"]))
def test_the_walk_through_of_the_desk_is_what_happens(
    page: str, regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if page.endswith(".it.md"):
        monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    text = (ROOT / "docs" / page).read_text("utf-8")
    (made,) = re.findall(r"^regola (new .*)$", text, re.MULTILINE)
    assert regola(*shlex.split(made), cwd=tmp_path).returncode == 0
    for there, here in re.findall(r"^cp (\S+) (\S+)$", text, re.MULTILINE):
        shutil.copy(tmp_path / there, tmp_path / here)
    ((word, words),) = re.findall(r"`(\w+)`[^`]*`(spazio[^`]*)`", text)
    shown = list(commands_in(text))
    assert len(shown) == 13
    for command, output in shown:
        if command[-1] in {"drift", "derive"}:
            book = (tmp_path / "regole.md").read_text("utf-8")
            assert book.count(words) == 1
            (tmp_path / "regole.md").write_text(book.replace(words, words.replace(f"{word} ", "")), "utf-8")
        said = regola(*command, cwd=tmp_path)
        assert (said.stdout + said.stderr).strip() == output.strip(), command
    english = (GAMES / "lantern_pass" / "rulebook.en.md").read_text("utf-8")
    assert (tmp_path / "rules.md").read_text("utf-8") == english, "nothing was translated"


def test_the_acceptance_of_the_page_accepts_and_its_exit_codes_are_the_program_s(regola: Run, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "games" / "lantern_pass", tmp_path / "games" / "lantern_pass")
    page = (ROOT / "docs" / "crosscheck.md").read_text("utf-8").replace("\\\n", "")
    (line,) = re.findall(r"^ *regola (.*--accept.*)$", page, re.MULTILINE)
    accept = shlex.split(line)
    look = accept[: accept.index("--accept")]
    before = regola(*look, cwd=tmp_path)
    name = f"accepted as {accept[accept.index('--accept') + 1]}\n"
    assert (before.returncode, before.stdout.count(name)) == (1, 1), "errors are among what is shown"
    told = regola(*accept, cwd=tmp_path)
    kept = next(tmp_path.rglob("sources/it.yaml")).relative_to(tmp_path).as_posix()
    assert (told.returncode, f"`{kept}`" in page) == (0, True)
    after = regola(*look, cwd=tmp_path).stdout
    assert (name in after, "; 1 accepted" in after) == (False, True)
    assert regola(*look, "--kind", "terms", cwd=tmp_path).returncode == 0, "warnings alone"
    assert regola(*look, "--kind", "terms", "--strict", cwd=tmp_path).returncode == 1
