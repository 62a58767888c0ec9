"""What is proposed fits the text it is proposed for: the number is free there, and the words are whole ones."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner
from regola_cli.crosscheck import command
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.run import crosscheck, no_game
from regola_dsl.source import Source
from support.paths import GAMES

TOPICS = "boats oars sails ropes tides winds".split()


def outlined(numbers: str, said: str = "") -> str:
    """A book of sections with these numbers; its last sentence refers to some more."""
    lines = [
        f"**{number} {topic.title()}.** Of {topic}." for number, topic in zip(numbers.split(), TOPICS, strict=False)
    ]
    return "## 7. The port\n\n" + "\n\n".join(lines) + f" {said}\n\n## 8. The night\n\n**8.1 Stars.** Of stars.\n"


def found(text: str, language: str = "en") -> list[CrosscheckFinding]:
    return crosscheck(no_game({}).program, {language: Source("book.md", text)}, alone=True).found


def told(numbers: str, said: str = "") -> list[tuple[str, str, str]]:
    """What is told of the outline: the code, what stands there and what is proposed."""
    return [
        (one.diagnostic.code.slug, one.word.new, one.word.expected)
        if one.word
        else (one.diagnostic.code.slug, one.section, "")
        for one in found(outlined(numbers, said))
        if one.kind in {"sections", "references"}
    ]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ("7.1 7.2 7.3 7.4", []),
        ("7.1 7.2 7.2 7.4", [("section-doubled", "7.2", "7.3")]),  # and no 7.3 is skipped
        ("7.1 7.2 7.2 7.2 7.5", [("section-doubled", "7.2", "7.3"), ("section-doubled", "7.2", "7.4")]),
        ("7.1 7.2 7.21 7.2 7.3", [("section-doubled", "7.2", "7.22")]),
        ("7.1 7.2 7.2 7.3", [("section-doubled", "7.2", "")]),  # 7.3 is not free
        ("7.1 7.2 7.2 7.21", [("section-doubled", "7.2", "")]),  # 7.3 would not come before 7.21
    ],
)
def test_a_number_that_stands_twice_is_proposed_a_free_one_that_fits(
    numbers: str, expected: list[tuple[str, str, str]]
) -> None:
    assert told(numbers) == expected


def test_where_the_first_of_two_may_be_wrong_neither_is_proposed_a_number() -> None:
    assert ("section-doubled", "7.3", "") in told("7.1 7.3 7.3 7.6")


def test_a_reference_to_what_a_doubled_section_is_meant_to_be_called_is_left() -> None:
    numbers = "7.1 7.2 7.21 7.2 7.3"
    assert ("reference-dangling", "7.22", "") in told(numbers, "Ropes are dear (see 7.22).")
    (wrong,) = (one for one in told(numbers, "Ropes are dear (see 7.31).") if one[0] == "reference-dangling")
    assert wrong[2], "of another one the nearest is proposed"


def letter(folder: Path, text: str, language: str) -> list[str]:
    """The notes of a letter on a text alone, in plain words."""
    (folder / "book.md").write_text(text, "utf-8")
    words = ["--source", f"{language}={folder}/book.md", "--report", str(folder / "a.html")]
    assert CliRunner().invoke(command, words).exit_code == 0
    file = folder / "a.html"
    notes = file.read_text("utf-8").split("<article>")[1:] if file.is_file() else []
    return [" ".join(unescape(re.sub("<[^>]+>", "", one.partition("</article>")[0])).split()) for one in notes]


def test_a_doubled_number_and_what_refers_to_the_right_one_are_one_note(tmp_path: Path) -> None:
    (note,) = letter(tmp_path, outlined("7.1 7.2 7.21 7.2 7.3", "Ropes are dear (see 7.22)."), "en")
    assert "“7.22” for “7.2”" in note
    assert "for “7.22”" not in note


ITALIAN, ENGLISH = ((GAMES / "lantern_pass" / f"rulebook.{one}.md").read_text("utf-8") for one in ("it", "en"))
# A stretch of the text, the same with a blank in a word, and what is to be replaced.
CUT = [
    ("rifornimento successiva", "rifornimento succes siva", "succes siva"),
    ("Le guardie", "Le guard ie", "guard ie"),
]


@pytest.mark.parametrize(("was", "now", "marked"), CUT)
def test_of_a_word_that_a_blank_cuts_both_halves_are_replaced(was: str, now: str, marked: str) -> None:
    assert was in ITALIAN
    spelt = [one for one in found(ITALIAN.replace(was, now, 1), "it") if one.kind == "spelling"]
    assert [(one.word.new, one.word.expected) for one in spelt if one.word] == [(marked, marked.replace(" ", ""))]


def test_a_first_half_that_stands_elsewhere_too_is_not_told_there() -> None:
    text = ITALIAN.replace("rifornimento successiva", "rifornimento succes siva", 1) + "\n\nLa succes di ieri.\n"
    spelt = [one for one in found(text, "it") if one.kind == "spelling" and one.word and one.word.new == "succes siva"]
    assert [one.diagnostic.related for one in spelt] == [()]


def test_a_section_that_is_there_once_more_word_for_word_is_to_be_struck_and_gets_no_number(tmp_path: Path) -> None:
    said = "Oars are two feet long in\na boat of ten."
    text = outlined("7.1 7.2 7.3 7.3").replace("Of oars.", said)
    text = text.replace("**7.3 Sails.** Of sails.", f"**7.2 Oars.** {said}")
    text = text.replace("\n\n**7.3", "\n\n> *Example.* Ten oars.\n\n**7.3")
    (one,) = (each for each in found(text) if each.kind == "sections")
    assert (one.diagnostic.code.slug, one.word, one.formerly) == ("section-repeated", None, ("section-doubled@7.2",))
    (note,) = letter(tmp_path, text, "en")
    assert "printed twice" in note
    assert "Strike one of the two" in note
    assert "7.4" not in note


def test_references_that_are_exchanged_in_one_sentence_are_told_by_the_titles_beside_them() -> None:
    was, now = "movimento (6) e combattimento (9)", "movimento (9) e combattimento (6)"
    assert was in ITALIAN
    assert not [one for one in found(ITALIAN, "it") if one.kind == "references" and one.confidence >= Confidence.LIKELY]
    wrong = [one.word for one in found(ITALIAN.replace(was, now), "it") if one.confidence >= Confidence.LIKELY]
    assert [(one.new, one.expected) for one in wrong if one is not None] == [("9", "6"), ("6", "9")]


def test_one_reference_behind_the_title_of_another_section_is_no_exchange() -> None:
    was = "movimento (6) e combattimento (9)"
    for now in ("movimento (9) e combattimento (9)", "movimento (9) e combattimento (8)"):
        changed = found(ITALIAN.replace(was, now), "it")
        assert not [one for one in changed if "/" in one.key and one.kind == "references"]


def test_a_guess_at_a_lost_reference_gives_way_to_the_other_language(tmp_path: Path) -> None:
    (tmp_path / "book.md").write_text(ITALIAN.replace("Valgono 5.1 e 6.5", "Valgono 5.1 e 6.8"), "utf-8")
    (tmp_path / "rules.md").write_text(ENGLISH, "utf-8")
    words = ["--source", f"it={tmp_path}/book.md"]
    for other, proposal in (([], "Verificare se si intende «6.7»"), (["--source", f"en={tmp_path}/rules.md"], "«6.5»")):
        assert CliRunner().invoke(command, [*words, *other, "--report", str(tmp_path / "a.html")]).exit_code == 0
        (note,) = (tmp_path / "a.html").read_text("utf-8").split("<article>")[1:]
        assert proposal in note
        assert ("6.7" in note) is not bool(other)
