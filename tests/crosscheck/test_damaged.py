"""The tutorial's rulebook, clean and damaged: what its README lists stands at its line, and nothing else is shown."""

from __future__ import annotations

import re
import shlex
import shutil
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from regola_cli.crosscheck import command
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.base.index import Index, read_index, refreshed
from regola_crosscheck.report import Report
from regola_crosscheck.run import CODES
from support.command import Run
from support.crosscheck_cases import held, shown
from support.crosscheck_faults import tutorial
from support.effort import some
from support.paths import GAMES

GAME = GAMES / "lantern_pass"
DAMAGED = GAME / "damaged"
README = (DAMAGED / "README.md").read_text("utf-8")
Stands = list[tuple[int, str, str]]


def clean(language: str) -> str:
    return (GAME / f"rulebook.{language}.md").read_text("utf-8")


def damaged(language: str) -> str:
    return (DAMAGED / f"rulebook.{language}.md").read_text("utf-8")


def tables() -> list[Stands]:
    """What the README says: for each of its tables the line, the finding, the section."""
    found: list[Stands] = []
    for part in README.split("| line | finding |")[1:]:
        rows = re.findall(r"^\| (\d+) \| ([a-z-]+) \| ([\d.]+) \| .+ \|$", part.partition("\n\n")[0], re.MULTILINE)
        found.append([(int(line), slug, section) for line, slug, section in rows])
    return found


@cache
def index(language: str) -> Index:
    """The index of the clean text, as `--index` writes it."""
    book = tutorial(language)
    path = DAMAGED / f"{language}.yaml"  # only a name: it is read from memory
    return _read(refreshed(Index(path.name), book.clean))


def _read(text: str) -> Index:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder, "index.yaml")
        path.write_text(text, "utf-8")
        found, wrong = read_index(path, path.name)
    assert found is not None, wrong
    return found


def desk_over(texts: dict[str, str], *, indexed: bool = False) -> Report:
    book = tutorial("it")
    indexes = {language: index(language) for language in texts} if indexed else {}
    assert book.compiled is not None
    return held(book.program, texts, indexes, book.glossary, ir=book.compiled.ir)


def stands(report: Report, kind: str = "") -> Stands:
    assert not report.diagnostics
    return [
        (one.diagnostic.span.line, one.diagnostic.code.slug, one.section)
        for one in shown(report)
        if kind in {"", one.kind}
    ]


CLEAN = [
    (languages, indexed) for languages in (("it",), ("en",), ("it", "en"), ("en", "it")) for indexed in (False, True)
]


@pytest.mark.parametrize(("languages", "indexed"), some(CLEAN))
def test_nothing_is_found_in_the_clean_text(languages: tuple[str, ...], indexed: bool) -> None:
    assert stands(desk_over({language: clean(language) for language in languages}, indexed=indexed)) == []


def test_each_finding_stands_once_in_the_damaged_text() -> None:
    by_the_rules, _, _ = tables()
    assert stands(desk_over({"it": damaged("it")})) == by_the_rules
    assert set(Counter(slug for _, slug, _ in by_the_rules).values()) == {1}
    assert len(by_the_rules) == 28


def test_each_difference_between_the_languages_stands_once() -> None:
    _, between, _ = tables()
    assert stands(desk_over({"en": damaged("en"), "it": clean("it")}), "languages") == between
    every = {code.slug for code in CODES if code.slug.startswith("languages-")}
    # It takes a second name in three places, and each would be a finding of its own beside the index.
    assert {slug for _, slug, _ in between} == every - {"languages-two-terms"}


def test_what_has_changed_since_the_index_was_written_is_told() -> None:
    _, _, since = tables()
    assert stands(desk_over({"en": damaged("en")}, indexed=True), "drift") == since


def test_every_code_is_damaged_or_said_not_to_be() -> None:
    told = {slug for table in tables() for _, slug, _ in table}
    said = set(re.findall(r"`([a-z-]+)`", README.partition("## What no text")[2]))
    assert not told & said
    assert told | said >= {code.slug for code in CODES}


def test_the_command_finds_the_same(regola: Run) -> None:
    by_the_rules, _, _ = tables()
    ran = regola("crosscheck", "lantern_pass", "--source", f"it={DAMAGED / 'rulebook.it.md'}", "--format", "github")
    assert ran.returncode == 1, ran.stderr
    places = re.findall(r"rulebook\.it\.md,line=(\d+),.*?title=([a-z-]+)::", ran.stdout)
    assert sorted((int(line), slug) for line, slug in places) == sorted((line, slug) for line, slug, _ in by_the_rules)


def test_the_damaged_text_is_read_only_where_it_is_asked_for(regola: Run) -> None:
    ran = regola("crosscheck", "lantern_pass")
    assert ran.returncode == 0, ran.stdout
    assert "nothing found" in ran.stdout


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_text_that_lost_its_numbers_keeps_the_sections_whose_titles_the_index_knows(language: str) -> None:
    numbered = clean(language)
    bare = re.sub(r"^(#+ |\*\*)\d+(?:\.\d+)* ", r"\1", numbered, flags=re.MULTILINE)
    assert not re.search(r"^(?:#+ |\*\*)\d", bare, re.MULTILINE)
    known = desk_over({language: numbered}, indexed=True).contexts[language].book.by_key
    with_index = desk_over({language: bare}, indexed=True)
    assert not with_index.diagnostics
    found = with_index.contexts[language].book.by_key
    assert set(known) <= set(found)
    assert not any(one.diagnostic.code.slug == "section-not-in-book" for one in shown(with_index))
    assert not desk_over({language: bare}).contexts  # without the index it is not known for the book of this game


def accepting(text: str) -> list[str]:
    """The words of the one command of a text that accepts a finding."""
    joined = text.replace("\\\n", " ").replace("\\\\\n", " ")
    (line,) = [line for line in joined.split("\n") if "--accept" in line and "regola crosscheck" in line]
    return shlex.split(line)[2:]


def test_the_finding_that_the_help_accepts_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(GAME, tmp_path / "lantern_pass")
    monkeypatch.chdir(tmp_path)
    words = accepting(command.help or "")
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    name = words[words.index("--accept") + 1]
    kept = (tmp_path / "lantern_pass" / "sources" / "it.yaml").read_text("utf-8")
    assert f'finding: "{name}"' in kept
    again = CliRunner().invoke(command, words[: words.index("--accept")])
    assert "1 accepted" in again.output


def test_what_is_less_sure_is_counted_by_the_kinds_that_are_asked_for() -> None:
    book = tutorial("it")
    report = held(book.program, {"it": damaged("it")}, glossary=book.glossary)
    for kind in {one.kind for one in report.found}:
        unsure = sum(one.kind == kind and one.confidence < Confidence.CERTAIN for one in report.found)
        assert report.filtered(Confidence.CERTAIN, [kind]).hidden == report.hidden + unsure
    assert {one.confidence for one in report.found} == set(Confidence)
