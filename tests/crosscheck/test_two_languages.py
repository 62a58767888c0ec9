"""Two versions of a book held together sentence by sentence: what is laid beside what, and what is told of a fault."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.bilingual.alignment import Line, align
from regola_crosscheck.bilingual.pairs import sentence_pairs
from regola_crosscheck.bilingual.renderings import OFTEN, contradict, said_in
from regola_crosscheck.checks import languages
from regola_crosscheck.language.meaning import meaning_words
from support.command import Run
from support.crosscheck_faults import subject, tutorial
from support.effort import PROFILE, every_third, some
from support.paths import GAMES
from support.two_language_faults import told_of, word_faults

CHAPTERS = Path(__file__).resolve().parents[1] / "data" / "chapters"
BOOKS = GAMES.parent.parent / "shared" / "rulebooks"

lines = st.lists(
    st.builds(Line, st.integers(1, 200), st.dictionaries(st.sampled_from("abcd"), st.floats(0.5, 2), max_size=3)),
    max_size=7,
)


@given(lines, lines)
def test_every_sentence_is_in_one_bead_and_in_order(ours: list[Line], theirs: list[Line]) -> None:
    beads = align(ours, theirs)
    assert [place for bead in beads for place in bead.ours] == list(range(len(ours)))
    assert [place for bead in beads for place in bead.theirs] == list(range(len(theirs)))
    assert all(bead.ours or bead.theirs for bead in beads)


@given(lines)
def test_a_text_beside_itself_is_laid_sentence_by_sentence(ours: list[Line]) -> None:
    """Whatever its lengths, if each sentence has something of its own."""
    own = [Line(line.length, {**line.anchors, f"own {place}": 3.0}) for place, line in enumerate(ours)]
    assert [(len(bead.ours), len(bead.theirs)) for bead in align(own, own)] == [(1, 1)] * len(own)


def test_the_sentences_of_the_tutorial_lie_beside_one_another() -> None:
    book = tutorial("it")
    assert book.other is not None
    pairs, vocabulary = sentence_pairs(book.clean, book.other)
    assert all(one.ours and one.theirs for one in pairs), "no sentence is alone"
    assert sum(len(one.ours) == len(one.theirs) == 1 for one in pairs) >= 150
    learned = set(vocabulary.seen)
    assert {"pattugli/patrol", "sentier/track", "nevai/snowfield"} <= learned, "no glossary says so here"


@pytest.mark.parametrize("language", every_third(["it", "en"]))
def test_nine_in_ten_faults_are_told_with_the_other_language_and_none_of_the_untouched_pair(language: str) -> None:
    """Of each kind of fault two are made; `make test` makes every third of half of them."""
    book = tutorial(language)
    most = 2 if PROFILE != "steady" else 1
    told = told_of(book, some(word_faults(book, most=most)))
    assert told.made >= (50 if PROFILE != "steady" else 8)
    assert told.found >= 0.9 * told.made, [(one.kind, one.line, one.was) for one in told.missed]
    assert told.elsewhere == 0
    assert told.untouched == []


@pytest.mark.parametrize("game", every_third(["caucasus", "west_front"]))
def test_faults_of_a_chapter_written_freely_are_told(game: str) -> None:
    text = BOOKS / f"{game}.it.txt"
    if not text.is_file():
        pytest.skip("the rulebooks are not here")
    book = subject(GAMES / game, "it", text, ("en", CHAPTERS / f"{game}.en.md"))
    told = told_of(book, some(word_faults(book, most=1), every=4))
    assert told.found >= 0.8 * told.made, [(one.kind, one.line, one.was) for one in told.missed]
    assert len(told.untouched) <= 10, told.untouched


def test_two_books_that_are_not_one_are_told_in_one_finding(regola: Run, tmp_path: Path) -> None:
    lines = "".join(f"**{n // 9 + 1}.{n % 9 + 1} Name.** The {{}} has {{}} {{}}.\n\n" for n in range(45))
    righe = lines.replace("The", "Il gioco con la").replace("has", "è di")
    one, other, translated = (tmp_path / f"{name}.md" for name in ("one", "other", "translated"))
    one.write_text(lines.format(*(word for n in range(45) for word in ("ferry", n % 13 + 3, "oars"))), "utf-8")
    other.write_text(righe.format(*(word for n in range(45) for word in ("carta", n % 11 + 40, "punti"))), "utf-8")
    translated.write_text(righe.format(*(word for n in range(45) for word in ("barca", n % 13 + 3, "remi"))), "utf-8")

    def told(*words: str) -> list[str]:
        said = regola("crosscheck", *words, "--json", "--kind", "languages")
        return [finding["slug"] for finding in json.loads(said.stdout)["findings"]]

    assert told("--source", f"en={one}", "--source", f"it={other}") == ["other-book"]
    assert len(told("--source", f"en={one}", "--source", f"it={other}", "--force")) > 20
    assert "other-book" not in told("--source", f"en={one}", "--source", f"it={translated}")


def test_sections_that_one_text_lacks_in_a_row_are_one_finding() -> None:
    """A text of one chapter beside the whole book; a section that is lost by itself is told by itself."""
    book = tutorial("it")
    assert book.other is not None
    text = (GAMES / "lantern_pass" / "rulebook.it.md").read_text("utf-8")
    chapter = "## 9" + text.split("\n## 9")[1].split("\n## 10")[0]

    def told(ours: str, theirs: CrosscheckContext) -> list[str]:
        found = languages.check(book.context(ours), theirs)
        return [one.key for one in found if one.diagnostic.code.slug == "languages-section"]

    assert told(chapter, book.other) == ["+en 40 to 8.4", "+en 21 to 14.2"]
    assert told(text, book.other) == []
    alone = text.replace("**8.2 ", "**", 1).replace("**10.3 ", "**", 1).replace("**10.4 ", "**", 1)
    assert told(alone, book.other) == ["+en", "+en", "+en"]


@pytest.mark.parametrize(
    ("was", "now", "name"),
    [
        ("si tira il dado una volta.", "si tira il dado due volte.", "languages-word@9.8:due volte/once"),
        ("Una volta per partita ogni", "Due volte per partita ogni", "languages-word@11.2:due volte/once"),
        ("più di una volta in una notte", "più di due volte in una notte", "languages-word@9.2:due volte/once"),
        ("neppure con un capo", "anche con un capo", "languages-word@10.2:anche/not even"),
    ],
)
def test_how_often_something_is_done_and_not_even_are_told(was: str, now: str, name: str) -> None:
    book = tutorial("it")
    assert book.other is not None
    changed = re.sub(was.replace(" ", r"\s+"), now, book.text, count=1)
    assert changed != book.text
    found = [one for one in languages.check(book.context(changed), book.other) if one.confidence >= Confidence.LIKELY]
    assert [one.name for one in found] == [name]


@pytest.mark.parametrize(
    ("said", "also"),
    [
        (
            "Il capo non passa il ponte, e neppure la banda lo passa.",
            "The captain does not cross the bridge, and the band also does not cross it.",
        ),
        ("Neppure la banda passa il ponte.", "Even the band does not cross the bridge."),
        ("Anche la banda non passa il ponte.", "Not even the band crosses the bridge."),
        ("Può passare anche chi non ha pagato.", "Those who have not paid may also cross."),
        ("Il capo non passa, e la banda neppure.", "The captain does not cross, and the band does not also cross."),
    ],
)
def test_what_also_is_not_so_is_not_even_so(said: str, also: str) -> None:
    assert _contradictions(said, also) == []


def test_even_for_not_even_is_told() -> None:
    assert _contradictions("Anche la banda passa.", "Not even the band crosses.") == [("even", "not even")]
    assert _contradictions("Neppure la banda passa.", "The band also crosses.") == [("not even", "even")]


def _contradictions(italian: str, english: str) -> list[tuple[str, str]]:
    """The words of two sentences that turn one of them round."""
    ours, theirs = (said_in(text, meaning_words(text, code), code) for text, code in ((italian, "it"), (english, "en")))
    return [(one.value, other.value) for one in ours for other in theirs if contradict(one.meaning, other.meaning)]


@pytest.mark.parametrize(
    ("italian", "english", "differ"),
    [
        ("Una volta per notte.", "Once a night.", False),
        ("Una volta per partita.", "Once a night.", True),
        ("Una sola volta in ogni fase.", "Only once in each turn.", True),
        ("Due volte nella stessa fase.", "Twice in the same phase.", False),
        ("Al massimo tre volte al mese.", "At most three times a week.", True),
        ("Non più di una volta all'anno.", "No more than once in any one year.", False),
        # What is counted in something else is not known to be another thing.
        ("Una volta per ondata.", "Once a turn.", False),
        ("Una volta che la notte è passata.", "Once a day has passed.", False),
    ],
)
def test_how_often_is_held_against_the_same_measure(italian: str, english: str, *, differ: bool) -> None:
    ours, theirs = (
        [one for one in said_in(text, meaning_words(text, code), code) if one.kind == OFTEN]
        for text, code in ((italian, "it"), (english, "en"))
    )
    assert any(contradict(one.meaning, other.meaning) for one in ours for other in theirs) is differ


def test_a_number_is_told_beside_the_one_of_its_kind_though_the_sentence_says_that_twice() -> None:
    """*Two spaces … twice*: which of the two stands for the other number is told by its kind."""
    was, now = "muove di due spazi, mai", "muove di tre spazi, mai"
    book = tutorial("it")
    assert book.other is not None
    assert was in book.text
    found = languages.check(book.context(book.text.replace(was, now)), book.other)
    (one,) = (one for one in found if one.confidence >= Confidence.LIKELY)
    assert (one.name, one.confidence) == ("languages-number@10.1:3", Confidence.CERTAIN)
    assert "`tre`" in one.diagnostic.message
    assert "`two`" in one.diagnostic.message


@pytest.mark.parametrize("language", ["it", "en"])
def test_sides_that_changed_places_are_told_by_the_names_beside_them(language: str) -> None:
    book = tutorial(language)
    assert book.other is not None
    was, now = {
        "it": (
            "base dei contrabbandieri, Caserma quella delle guardie",
            "base delle guardie, Caserma quella dei contrabbandieri",
        ),
        "en": (
            "base of the smugglers, Caserma that of the wardens",
            "base of the wardens, Caserma that of the smugglers",
        ),
    }[language]
    assert was in book.text
    found = languages.check(book.context(book.text.replace(was, now)), book.other)
    names = [one.name for one in found if one.confidence >= Confidence.LIKELY]
    assert [name.partition(":")[0] for name in names] == ["languages-term@2.3"] * 2
    # Where no name stands between them the order is the language's own.
    plain = now.replace(", Caserma", ",")
    found = languages.check(book.context(book.text.replace(was, plain)), book.other)
    assert not [one for one in found if one.name.startswith("languages-term@2.3")]
