"""A run that knows what the last one found says, after any edit, what one that knows nothing says."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled, understand
from regola_compiler.project.game import load_game
from regola_compiler.project.glossary import load_glossary
from regola_crosscheck.base.index import Index, read_index, refreshed
from regola_crosscheck.checks import references, spelling, statements
from regola_crosscheck.report import Report
from regola_crosscheck.run import crosscheck, crosscheck_files
from regola_crosscheck.sentences import tied
from regola_dsl import cache as kept_in
from regola_dsl.source import Source
from support.damage import slipped
from support.effort import PROFILE, dear
from support.games import understood
from support.paths import GAMES

GAME = GAMES / "lantern_pass"
LANGUAGES = ("it", "en")
NEW = ("", "The patrol moves 7 spaces (9.5).", "**12.1** A new section: each player draws 3 cards.", "| 1 | 2 | 3 |")


@cache
def compiled() -> Compiled:
    return understood("lantern_pass")


def text_of(language: str) -> str:
    return (GAME / f"rulebook.{language}.md").read_text("utf-8")


def tried(language: str) -> str:
    """What is edited again and again: the first chapters, or all of the book."""
    return text_of(language).partition("\n## 7")[0] if PROFILE == "steady" else text_of(language)


def run(texts: dict[str, str], known: dict[str, Index], before: dict[str, Any] | None = None) -> Report:
    glossary, _ = load_glossary(GAME)
    sources = {language: Source(f"{language}.md", text) for language, text in texts.items()}
    return crosscheck(compiled().program, sources, known, glossary, found_before=before)


def said(report: Report) -> list[str]:
    return [repr(one) for one in (*report.found, report.accepted, report.hidden, *report.diagnostics)]


def left_by(report: Report) -> dict[str, Any]:
    """What a run leaves, as the next process reads it."""
    contexts = report.contexts.items()
    left = {language: context.parts.plain() for language, context in contexts if context.parts is not None}
    return json.loads(json.dumps(left))  # type: ignore[no-any-return]


def edited(text: str, pick: Random) -> str:
    """A text with a line put in, taken out, moved, or with a slip or another figure in it."""
    lines = text.split("\n")
    at = pick.randrange(len(lines))
    match pick.randrange(5):
        case 0:
            lines.insert(at, pick.choice(NEW))
        case 1:
            del lines[at]
        case 2:
            lines[at] = slipped(lines[at], pick)
        case 3:
            full = [place for place, line in enumerate(lines) if any(char.isdigit() for char in line)]
            at = pick.choice(full or [at])
            lines[at] = lines[at].replace("2", "3").replace("1", "2")
        case _:
            lines.insert(pick.randrange(len(lines)), lines.pop(at))
    return "\n".join(lines)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Index]:
    """An index of each clean text, so that what drifts from it is found."""
    bare = run({language: tried(language) for language in LANGUAGES}, {})
    found = {}
    for language in LANGUAGES:
        file = tmp_path_factory.mktemp("indexes") / f"{language}.yaml"
        file.write_text(refreshed(Index(file.name), bare.contexts[language]), "utf-8")
        index, wrong = read_index(file, file.name)
        assert index is not None, wrong
        found[language] = index
    return found


@pytest.fixture(scope="module")
def left(known: dict[str, Index]) -> str:
    """What a run over the clean texts leaves, as JSON."""
    return json.dumps(left_by(run({one: tried(one) for one in LANGUAGES}, known, {})))


@settings(max_examples=5 if PROFILE != "steady" else 1, deadline=None)
@given(seed=st.integers(0, 10**6), language=st.sampled_from(LANGUAGES))
def test_after_any_edit_of_a_text_the_findings_are_those_of_a_fresh_run(
    known: dict[str, Index], left: str, seed: int, language: str
) -> None:
    pick = Random(seed)
    texts = {one: tried(one) for one in LANGUAGES}
    before = json.loads(left)
    for _ in range(dear(3)):
        texts[language] = edited(texts[language], pick)
        again = run(texts, known, before)
        assert said(again) == said(run(texts, known))
        before = left_by(again)


def test_an_edit_makes_only_the_parts_again_that_read_it() -> None:
    texts = {"en": text_of("en")}
    whole = run(texts, {}, {})
    assert whole.contexts["en"].parts is not None
    everything = whole.contexts["en"].parts.fresh
    again = run(texts, {}, left_by(whole))
    assert again.contexts["en"].parts is not None
    assert again.contexts["en"].parts.fresh == 0
    line = next(line for line in texts["en"].split("\n") if len(line) > 60 and not line.startswith(("#", "|")))
    texts["en"] = texts["en"].replace(line, f"{line} Moreover.")
    third = run(texts, {}, left_by(whole))
    assert third.contexts["en"].parts is not None
    assert 0 < third.contexts["en"].parts.fresh < everything / 4


def test_the_next_process_reads_only_the_words_that_are_new(tmp_path: Path, monkeypatch: Any) -> None:
    """What hangs on all sentences of a book is counted of what earlier runs read in them, and kept."""
    (tmp_path / "kept").mkdir(mode=0o700)
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    file, text = tmp_path / "rulebook.it.md", text_of("it")
    file.write_text(text, "utf-8")
    read: dict[str, list[str]] = {}

    def counted(module: ModuleType, name: str) -> None:
        made = getattr(module, name)

        def noted(said: str, *rest: Any) -> Any:
            read.setdefault(name, []).append(said)
            return made(said, *rest)

        monkeypatch.setattr(module, name, noted)

    counted(statements, "counting_words")
    counted(spelling, "articled_words")
    counted(tied, "evidence_of")
    counted(references, "_stems")
    kept_in.folder.cache_clear()
    try:
        crosscheck_files(compiled(), {"it": file}, GAME)
        first, read = read, {}
        line = next(line for line in text.split("\n") if len(line) > 60 and not line.startswith(("#", "|")))
        file.write_text(text.replace(line, f"{line} Inoltre il turno finisce."), "utf-8")
        again = crosscheck_files(compiled(), {"it": file}, GAME)
    finally:
        kept_in.folder.cache_clear()
    assert first.keys() == {"counting_words", "articled_words", "evidence_of", "_stems"}
    for name in ("counting_words", "articled_words", "evidence_of"):
        new = [said for said in read[name] if "Inoltre" in said or said in line]
        assert new
        assert len(read[name]) <= len(new) + 2
        assert len(read[name]) < len(first[name]) / 8
    # The references of the book are looked at again, but its sections are not read again for them.
    book = again.contexts["it"].book
    sections = {text for one in book.sections if len(text := book.passage(one).text) > 300}
    assert len(sections) > 10
    assert all("Inoltre" in said for said in sections.intersection(read["_stems"]))


def test_an_edit_of_the_rules_or_of_the_glossary_makes_everything_again(tmp_path: Path, monkeypatch: Any) -> None:
    """What is kept stands under the texts of the game: after an edit of one of them nothing old is said."""
    import shutil

    place = tmp_path / "game"
    shutil.copytree(GAME, place)
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o700)
    texts = {"en": place / "rulebook.en.md"}
    texts["en"].write_text(tried("en"), "utf-8")

    def found(cached: str) -> list[str]:
        monkeypatch.setenv("REGOLA_CACHE", cached)
        kept_in.folder.cache_clear()
        return said(crosscheck_files(understand(load_game(place, "game")), texts, place))

    pick = Random(3)
    try:
        for file in ("rules", "glossary.yaml"):
            path = place / file
            if path.is_dir():
                path = pick.choice(sorted(path.rglob("*.regola")))
            text = path.read_text("utf-8")
            found(str(folder))
            path.write_text(text.replace("2", "4").replace("3", "5") if file != "glossary.yaml" else _reworded(text))
            assert found(str(folder)) == found("off")
    finally:
        kept_in.folder.cache_clear()


def _reworded(text: str) -> str:
    """A glossary whose first term is called otherwise."""
    lines = text.split("\n")
    at = next(number for number, line in enumerate(lines) if "preferred:" in line)
    lines[at] = lines[at].replace("preferred: ", "preferred: new ", 1)
    return "\n".join(lines)


def test_what_is_no_record_of_a_run_is_as_good_as_none() -> None:
    texts = {"en": tried("en")}
    plain = left_by(run(texts, {}, {}))["en"]
    fresh = said(run(texts, {}))
    parts = plain["parts"]
    broken = [
        {**plain, "parts": 3},
        {**plain, "digests": 7},
        {**plain, "parts": {name: ["", [99_999], []] for name in parts}},
        {**plain, "parts": {name: [key, reads, [3]] for name, (key, reads, _) in parts.items()}},
    ]
    for other in broken:
        assert said(run(texts, {}, {"en": other})) == fresh


@pytest.mark.parametrize("at", [0, 30, 120])
def test_a_blank_line_changes_no_finding_of_a_run_that_goes_on(at: int) -> None:
    """What is watched is read again beside what was worked out before: nothing may be used up by that."""
    text = (GAME / "damaged" / "rulebook.it.md").read_text("utf-8")
    lines = text.split("\n")
    at = next(place for place in range(at, len(lines)) if not lines[place])
    index, _ = read_index(GAME / "sources" / "it.yaml", "it.yaml")
    assert index is not None
    glossary, _ = load_glossary(GAME)

    def found(text: str, earlier: Report | None) -> Report:
        known = {} if earlier is None else earlier.contexts
        return crosscheck(
            compiled().program, {"it": Source("it.md", text)}, {"it": index}, glossary, earlier=known, found_before={}
        )

    first = found(text, None)
    again = found("\n".join([*lines[:at], "", *lines[at:]]), first)
    names = [one.name for one in first.found]
    assert "word-elided@9.7:nell" in names
    assert [one.name for one in again.found] == names
