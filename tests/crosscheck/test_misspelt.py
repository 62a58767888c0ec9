"""A word that a misprint hides is told as a misprint, and not a second time as one that is lost."""

from __future__ import annotations

import re

import pytest
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.base.index import Decision, Index
from regola_crosscheck.run import crosscheck, no_game
from regola_dsl.source import Source, Span
from support.paths import GAMES

TEXTS = {language: (GAMES / "lantern_pass" / f"rulebook.{language}.md").read_text("utf-8") for language in ("it", "en")}


def told(language: str, was: str, now: str, accepted: str = "") -> list[str]:
    """What is shown of the tutorial in two languages with a change in one, by code and section."""
    assert was in TEXTS[language]
    texts = TEXTS | {language: TEXTS[language].replace(was, now, 1)}
    sources = {code: Source(f"book.{code}.md", text) for code, text in texts.items()}
    decided = (Decision(accepted, "as printed", Span("it.yaml", 1, 1, 1, 2)),) if accepted else ()
    indexes = {code: Index(f"{code}.yaml", accepted=decided if code == language else ()) for code in texts}
    report = crosscheck(no_game({}).program, sources, indexes, alone=True)
    return [one.name for one in report.found if one.confidence >= Confidence.LIKELY]


@pytest.mark.parametrize(
    ("language", "was", "now", "word"),
    [
        ("it", "rifornimento successiva", "rifornimento sucessiva", "8.1:sucessiva"),
        ("it", "guardie non possono", "guardie nonn possono", "6.6:nonn"),
        ("it", "sei al massimo", "sei al masimo", "9.1:masimo"),
        ("it", "prima di ogni dim", "primma di ogni dim", "9.5:primma"),
        ("it", "Dopo la settima", "Doppo la settima", "3.4:Doppo"),
        ("en", "his next supply", "his nxet supply", "8.1:nxet"),
        ("en", "After the seventh", "Aftre the seventh", "3.4:Aftre"),
        ("en", "trains never attack", "trains nevver attack", "9.1:nevver"),
    ],
)
def test_one_slip_is_one_finding(language: str, was: str, now: str, word: str) -> None:
    assert told(language, was, now) == [f"word-misspelt@{word}"]


def test_a_word_that_is_lost_beside_a_misprint_is_told() -> None:
    found = told("it", "guardie non possono", "guardie possonno")
    assert "word-misspelt@6.6:possonno" in found
    assert any(one.startswith("languages-") for one in found)


@pytest.mark.parametrize("second", ["possonno", "POSSONNO"])
def test_a_slip_that_stands_everywhere_is_one_finding(second: str) -> None:
    """More places than a finding names, and written in capitals in one."""
    first, *others, last = re.split(r"\bpossono\b", TEXTS["it"])
    assert len(others) > 6
    text = f"{first}possonno{second.join(others[:2])}possonno{'possonno'.join(others[2:])}possono{last}"
    sources = {code: Source(f"book.{code}.md", one) for code, one in (TEXTS | {"it": text}).items()}
    found = crosscheck(no_game({}).program, sources, {}, alone=True).found
    assert [one.name for one in found if one.confidence >= Confidence.LIKELY] == ["word-misspelt@5.1:possonno"]


def test_what_is_accepted_as_it_is_written_explains_nothing() -> None:
    found = told("it", "rifornimento successiva", "rifornimento sucessiva", "word-misspelt@8.1:sucessiva")
    assert found == ["languages-word@8.1:/next"]
