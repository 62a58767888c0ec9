"""What the desk finds is told in Italian with nothing left in English, and is the same otherwise."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from regola_crosscheck.base.inputs import KINDS
from regola_crosscheck.run import crosscheck
from regola_dsl.source import Source
from regola_dsl.wording import in_language
from support.command import Run
from support.games import understood
from support.paths import GAMES, ROOT
from support.spoken import english_lines, typed

GAME = GAMES / "lantern_pass"

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


def test_what_is_looked_at_is_told_in_italian() -> None:
    """The lines that a terminal shows while a run goes on: of each kind, and of two languages beside each other."""
    told: list[str] = []
    texts = {code: Source(code, (GAME / f"rulebook.{code}.md").read_text("utf-8")) for code in ("it", "en")}
    crosscheck(understood("lantern_pass").program, texts, step=told.append)
    said = [in_language(line, "it") for line in told]
    assert len(said) > len(KINDS)
    assert "it: sezioni" in said
    assert english_lines("\n".join(said), {"it", "en", "errata"}) == []


LISTS = {
    "": "",
    "--no-index": "",
    "--sections": "",
    "--concordance": "list.html",
    "--terms": "list.csv",
    "--format": "junit",
}


@pytest.mark.parametrize("option", LISTS)
@pytest.mark.parametrize("game", [("lantern_pass",), ()])
def test_nothing_that_is_shown_of_an_italian_book_is_english(
    regola: Run, game: tuple[str, ...], option: str, tmp_path: Path
) -> None:
    """What templates have in English and none in Italian stands nowhere, but in names and words of the rules."""
    value = LISTS[option]
    file = tmp_path / value if "." in value else None
    words = ["crosscheck", *game, "--source", f"it={DAMAGED}", "--confidence", "possible", "--all", option]
    told = regola("--messages", "it", *[one for one in [*words, str(file or value)] if one])
    text = told.stdout + told.stderr + (file.read_text("utf-8") if file is not None else "")
    text = re.sub(r"<style>.*?</style>|<script.*?</script>", "", text, flags=re.DOTALL)
    assert "Uso:" not in text
    assert len(text) > 1000
    names = typed(*(path.read_text("utf-8") for path in GAME.rglob("*.regola")))
    # A sentence of the book is English, and the glossary has the terms of both languages.
    for path in (ROOT / DAMAGED, GAME / "glossary.yaml"):
        names |= set(re.findall(r"[^\W\d_]+", path.read_text("utf-8")))
    assert english_lines(re.sub("<[^>]+>", "\n", text), names) == []


def test_the_page_speaks_italian_too(regola: Run, tmp_path: Path) -> None:
    pages = {}
    for language in ("en", "it"):
        place = tmp_path / f"{language}.html"
        words = ("crosscheck", "lantern_pass", "--source", f"it={DAMAGED}", "-o", str(place))
        regola("--messages", language, *words)
        pages[language] = place.read_text("utf-8").split("</style>")[1].split("<body>")[1]
    for theirs, ours in (("What to do", "Che fare"), ("Filters", "Filtri"), ("Keys", "Tasti"), ("certain", "certo")):
        assert f">{theirs}<" in pages["en"]
        assert f">{theirs}<" not in pages["it"]
        assert f">{ours}<" in pages["it"]
    # Without the words of the book, and of a game in two languages, the page has no English word in its frame.
    file = tmp_path / "alone.html"
    regola("--messages", "it", "crosscheck", "--source", f"it={DAMAGED}", "-o", str(file))
    frame = re.sub(r"<(style|script|pre)\b.*?</\1>", "", file.read_text("utf-8"), flags=re.DOTALL)
    shown = re.sub("<[^>]+>", "\n", frame) + "\n".join(re.findall(' title="([^"]*)"', frame))
    book = set(re.findall(r"[^\W\d_]+", (ROOT / DAMAGED).read_text("utf-8")))
    assert english_lines(shown, book | typed()) == []
    told = re.findall(r'<span class="message">(.*?)</span></summary>', pages["it"], re.DOTALL)
    plain = [re.sub(r"<code>.*?</code>", "", text) for text in told]
    assert plain
    assert [text for text in plain if ENGLISH.search(text)] == []


def test_the_summary_names_kinds_in_italian_as_the_option_takes_them(regola: Run) -> None:
    told = regola("--messages", "it", "crosscheck", "--source", f"it={DAMAGED}").stdout.splitlines()[-1]
    assert re.match(r"sezioni \d+, rinvii \d+, ", told)
    assert " (" not in regola("crosscheck", "--source", f"it={DAMAGED}").stdout.splitlines()[-1].partition(";")[0]


def test_the_page_counts_in_italian(regola: Run, tmp_path: Path) -> None:
    regola(
        "--messages", "it", "crosscheck", "lantern_pass", "--source", f"it={DAMAGED}", "-o", str(tmp_path / "a.html")
    )
    totals = re.search(r'<p class="totals">(.*?)</p>', (tmp_path / "a.html").read_text("utf-8"), re.DOTALL)
    assert totals is not None
    for number, word in re.findall(r"(\d+) (cert\w+|probabil\w+|possibil\w+)", totals[1]):
        assert word[-1] == ("o" if word.startswith("cert") else "e") if number == "1" else "i"
    assert re.search(r"\d+ (certi|probabili|possibili)", totals[1])


def test_what_a_game_with_an_error_is_told_is_told_in_italian(regola: Run, tmp_path: Path) -> None:
    regola("new", str(tmp_path / "game"), "--like", "lantern_pass")
    (tmp_path / "game" / "rules" / "wrong.regola").write_text("define toll ->\n", "utf-8")
    said = regola("--messages", "it", "texts", str(tmp_path / "game"))
    assert said.returncode == 1
    assert "1 errore: non è stato scritto nulla" in said.stderr
