"""A glossary is read as it was meant, and what is wrong with one is told at its line."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from regola_compiler.driver import compile_game
from regola_compiler.incremental.check import check_game
from regola_compiler.project.game import load_game, peek_game
from regola_compiler.project.glossary import Glossary, load_glossary
from support.effort import dear
from support.paths import GAME_NAMES, GAMES

FRONT = """\
terms:
  turkish_front:
    note: the box at the south edge
    it:
      preferred: Fronte Turco
      variants: [casella turca]
      abbreviations: [FT]
      forbidden:
        - form: Fronte Russo
          because: the box is the Turkish one
          means: russian_front
          sections: ["9.5"]
          except: ["9.5.1"]
        - fronte ottomano
    en: Turkish Front
  russian_front:
    it: Fronte Russo
"""


def read(tmp_path: Path, text: str) -> tuple[Glossary | None, list[tuple[int, str, str]]]:
    """The glossary with this text, and its findings: line, slug, message."""
    (tmp_path / "glossary.yaml").write_text(text, "utf-8")
    glossary, found = load_glossary(tmp_path, "glossary.yaml")
    return glossary, [(finding.span.line, finding.code.slug, finding.message) for finding in found]


def test_a_glossary_is_read_as_it_is_written(tmp_path: Path) -> None:
    glossary, found = read(tmp_path, FRONT)
    assert found == []
    assert glossary is not None
    assert glossary.languages == ("it", "en")
    turkish, russian = glossary.concepts
    assert glossary.concept("russian_front") is russian
    assert (turkish.note, turkish.declares) == ("the box at the south edge", None)
    italian = turkish.terms["it"]
    assert italian.forms == ("Fronte Turco", "casella turca", "FT")
    wrong, also_wrong = italian.forbidden
    assert (wrong.form, wrong.because, wrong.means) == (
        "Fronte Russo",
        "the box is the Turkish one",
        "russian_front",
    )
    assert [section for section in ("9.5", "9.5.2", "9.5.1", "9.51", "8") if wrong.stands_in(section)] == [
        "9.5",
        "9.5.2",
    ]
    assert also_wrong.form == "fronte ottomano"
    assert also_wrong.stands_in("8")
    assert turkish.terms["en"].preferred == "Turkish Front"
    assert (italian.span.line, wrong.span.line, turkish.terms["en"].span.line) == (5, 9, 15)


def test_a_game_without_a_glossary_has_none(tmp_path: Path) -> None:
    assert load_glossary(tmp_path) == (None, [])
    rules = tmp_path / "omens.regola"
    rules.write_text("define omen(die: d6) -> bool @1\n  die > 3\n")
    assert load_glossary(rules) == (None, [])


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("it: Fronte Russo", "it: fronte turco", (17, "term-twice", "`fronte turco` is the name of two things in it")),
        ("[casella turca]", "[fronte turco]", (6, "term-twice", "`fronte turco` stands twice for `turkish_front`")),
        ("- fronte ottomano", "- Fronte turco", (14, "term-contradicted", "`Fronte turco` is forbidden for")),
        ("- fronte ottomano", "- FT", (14, "term-contradicted", "`FT` is forbidden for")),
        ("form: Fronte Russo", "form: Fronte Turco", (9, "term-contradicted", "`Fronte Turco` is forbidden for")),
        ("means: russian_front", "means: russian", (11, "term-of-nothing", "the glossary has no `russian`")),
        ("variants:", "varaints:", (6, "bad-yaml", "nothing is called `varaints` here")),
        ("preferred: Fronte Turco", "note: x", (4, "bad-yaml", "`preferred` is missing in `terms.turkish_front.it`")),
        ('["9.5"]', "[9.5]", (12, "bad-yaml", "must be a text")),
        ("en: Turkish Front", "en: 12", (15, "bad-yaml", "`terms.turkish_front.en` must be a text or a mapping")),
        ("en: Turkish Front", 'en: ""', (15, "bad-yaml", "`terms.turkish_front.en` is empty")),
        ("en: Turkish Front", "it: Fronte Turco", (15, "bad-yaml", "`it` stands here a second time")),
        ("  russian_front:", "  turkish_front:", (16, "bad-yaml", "`turkish_front` stands here a second time")),
        ("en: Turkish Front", "english: Turkish Front", (15, "bad-yaml", "nothing is called `english` here")),
    ],
)
def test_a_mistake_is_told_at_its_line(tmp_path: Path, before: str, after: str, told: tuple[int, str, str]) -> None:
    assert FRONT.count(before) == 1
    _, found = read(tmp_path, FRONT.replace(before, after))
    found = [finding for finding in found if before != "means: russian_front" or finding[1] == told[1]]
    assert len(found) == 1
    line, slug, message = found[0]
    assert (line, slug) == told[:2]
    assert told[2] in message


def test_a_variant_may_be_wrong_in_some_sections(tmp_path: Path) -> None:
    _, found = read(
        tmp_path,
        FRONT.replace("[casella turca]", "[Fronte ottomano]").replace(
            "- fronte ottomano", '- {form: fronte ottomano, sections: ["4.2"]}'
        ),
    )
    assert found == []


def test_capitals_tell_abbreviations_apart(tmp_path: Path) -> None:
    text = "terms:\n  may:\n    en: may\n  points:\n    en: {preferred: points, abbreviations: [MAY]}\n"
    assert read(tmp_path, text)[1] == []


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return Path(shutil.copytree(GAMES / "lantern_pass", tmp_path / "lantern_pass"))


def test_a_check_tells_of_the_glossary_too(place: Path) -> None:
    glossary = place / "glossary.yaml"
    text = glossary.read_text("utf-8")
    wrong = text.replace("declares: Weather.fog", "declares: Weather.fogg").replace(
        "declares: score", "declares: sccore"
    )
    glossary.write_text(wrong, "utf-8")
    found = check_game(peek_game(place, "game")).found
    assert [(finding.code.slug, finding.message, finding.help) for finding in found] == [
        ("term-of-nothing", "the rules declare no `Weather.fogg`", "did you mean `Weather.fog`?"),
        ("term-of-nothing", "the rules declare no `sccore`", "did you mean `score`?"),
    ]
    lines = wrong.split("\n")
    assert ["fogg" in lines[found[0].span.line - 1], "sccore" in lines[found[1].span.line - 1]] == [True, True]


RENAMED = {r"\bstacking_limit\b": "most_in_a_space", r"\bcombat_table\b": "odds_table", r"\bfog\b": "mist"}


def test_a_check_after_a_change_sees_that_a_term_points_at_nothing(place: Path) -> None:
    """A definition, a table, and a word of an enum: one after the other, so that each is one more."""
    assert check_game(peek_game(place, "game")).found == []
    for many, (before, after) in enumerate(list(RENAMED.items())[: dear(3)], 1):
        for path in place.rglob("*.regola"):
            path.write_text(re.sub(before, after, path.read_text("utf-8")), "utf-8")
        again = check_game(peek_game(place, "game")).found
        assert [finding.code.slug for finding in again] == ["term-of-nothing"] * many
    assert again == compile_game(load_game(place, "game")).found


def test_a_name_in_prose_and_in_the_words_of_a_glossary_names_nothing(place: Path) -> None:
    """A remark of a scenario speaks of goods, and a concept is called so: the column that was renamed is still told."""
    (path,) = place.rglob("02_components.regola")
    path.write_text(path.read_text("utf-8").replace("load: int 0..3", "goods: int 0..3"), "utf-8")
    (found,) = check_game(load_game(place, "game")).found
    assert "nothing names `goods`, and `load` is named in 5 places" in found.message


@pytest.mark.parametrize("game", GAME_NAMES)
def test_every_game_has_a_glossary_without_findings(game: str) -> None:
    glossary, found = load_glossary(GAMES / game)
    assert found == []
    assert glossary is not None
    assert "it" in glossary.languages
    assert glossary.concepts
    assert any(concept.declares for concept in glossary.concepts)
    for concept in glossary.concepts:
        assert concept.terms, concept.id


@pytest.mark.parametrize(
    ("declared", "meant"),
    [
        # A piece has no such value: it is not what was called so.
        ("piece Cart @1\n  side: Side\n", False),
        ("enum Soil @1\n  plain, wood\n", True),
    ],
)
def test_what_nothing_names_is_meant_by_a_term_only_if_it_has_what_terms_name_of_it(
    tmp_path: Path, declared: str, meant: bool
) -> None:
    game = tmp_path / "land"
    (game / "rules").mkdir(parents=True)
    (game / "game.yaml").write_text("id: land\nlanguages: [en]\ntitle: {en: Land}\n", "utf-8")
    (game / "rules" / "a.regola").write_text(f"enum Side @1\n  red, blue\n\nplayers Side @1\n\n{declared}", "utf-8")
    (game / "glossary.yaml").write_text(
        "terms:\n  ground: {declares: Ground, en: ground}\n  wood: {declares: Ground.wood, en: wood}\n", "utf-8"
    )
    told = [one for one in compile_game(load_game(game, "land")).found if one.code.slug == "term-of-nothing"]
    name = declared.split()[1]
    assert any(name in one.help or name in one.message for one in told) == meant, told
