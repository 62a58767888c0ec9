"""The intermediate representation: JSON of it is read back as it was, and fits the schema derived from its classes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from regola_compiler.ir.json import dump, json_schema, load
from regola_compiler.ir.lower import lower, with_sections, with_terms
from regola_compiler.ir.tree import Action, Const, FieldOf, Ir, Var
from regola_compiler.project.game import Game
from regola_compiler.project.section_titles import read_section_titles
from regola_compiler.project.yaml_file import schema
from regola_compiler.resolve.program import resolve_program
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
from support.command import Run
from support.effort import drawn, some_games
from support.games import understood
from support.paths import GAME_NAMES, GAMES, ROOT
from support.random_position_programs import random_position_program
from support.random_programs import random_program
from support.random_table_programs import small_table
from support.reference_games import LANTERNS
from support.snapshot import hold

WRITERS = (random_program, random_position_program, small_table)


def lowered(text: str) -> Ir:
    file = parse_source(Source("sample.regola", text))
    program, _ = resolve_program(file.declarations)
    return lower(program, Game("sample", ROOT, {}))


def test_what_is_written_is_the_representation_with_the_titles_of_its_sections(regola: Run, tmp_path: Path) -> None:
    assert regola("build", "lantern_pass", "-o", str(tmp_path), "--ir").returncode == 0
    written = load((tmp_path / "lantern_pass.json").read_text("utf-8"))
    game = understood("lantern_pass")
    assert written == game.published
    titled = with_sections(game.ir, read_section_titles(GAMES / "lantern_pass"))
    assert written == with_terms(titled, game.game.glossary)
    assert written.terms


def test_the_schema_is_the_one_derived_from_the_classes() -> None:
    """`REGOLA_RENEW=1` writes it anew."""
    text = json.dumps(json_schema(), ensure_ascii=False, indent=1) + "\n"
    hold(ROOT / "schemas" / "ir.schema.json", text)


@pytest.mark.parametrize("name", GAME_NAMES)
def test_the_ir_of_a_game_is_read_back_as_it_was(name: str) -> None:
    ir = understood(name).ir
    assert load(dump(ir)) == ir


@pytest.mark.parametrize("name", some_games(["lantern_pass", "world_in_flames"]))
def test_the_ir_of_a_game_fits(name: str) -> None:
    Draft202012Validator(schema("ir")).validate(json.loads(dump(understood(name).ir)))


@settings(max_examples=drawn(30), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.sampled_from(WRITERS))
def test_the_ir_of_a_random_program_is_read_back_as_it_was_and_fits(
    random: Random, write: Callable[[Random], str]
) -> None:
    ir = lowered(write(random))
    text = dump(ir)
    assert load(text) == ir
    Draft202012Validator(schema("ir")).validate(json.loads(text))


def test_what_is_not_the_representation_is_refused() -> None:
    text = dump(lowered(LANTERNS))
    for wrong in (text.replace('"op": "call"', '"op": "yell"'), text.replace('"grid"', '"gird"', 1), "{}"):
        with pytest.raises(msgspec.ValidationError):
            load(wrong)


def of(ir: Ir, name: str) -> Any:
    return next(one for one in (*ir.functions, *ir.errata, *ir.examples, *ir.types) if one.name == name)


# --- what a printed page needs ---


def test_a_modifier_has_its_amount_with_the_sign() -> None:
    lines = of(lowered(LANTERNS), "shift").lines
    assert [(line.name, line.sign, line.size) for line in lines] == [("riders", "+", Const(1)), ("mud", "-", Const(1))]


def test_a_sign_that_the_book_prints_is_told_from_a_word_of_our_own() -> None:
    ir = lowered(LANTERNS)
    assert {member.label: member.printed for member in of(ir, "Ground").members} == {
        "open_field": False,
        "marsh": False,
    }
    assert all(member.printed for member in of(ir, "Result").members)


def test_an_erratum_has_both_readings_and_the_ruling() -> None:
    quarrel = of(lowered(LANTERNS), "quarrel")
    assert [claim.anchors for claim in quarrel.statements] == [("8.3",), ("example/one",)]
    assert all(claim.claim is not None for claim in quarrel.statements)
    assert quarrel.ruling.settled
    assert (quarrel.ruling.anchors, quarrel.ruling.texts["en"]) == (("8.3",), "The table counts.")
    assert of(lowered(LANTERNS), "edges").decides == ("combat",)


def test_the_sheet_of_a_table_is_what_the_book_prints() -> None:
    sheet = of(lowered(LANTERNS), "cost").sheet
    assert [cell.heading for cell in sheet.head] == [True, True, False, False]
    first = sheet.lines[0].cells
    assert [part.kind for cell in first for part in cell.parts] == ["any", "member", "text", "word"]


def test_tables_come_in_the_order_of_the_book() -> None:
    assert lowered(LANTERNS).tables == ("cost", "combat", "shift")


def test_a_text_after_the_title_is_kept() -> None:
    """Of several texts in a language the first is a title; all the others are there too, in their order."""
    file = 'enum E @1\n  en "One" it "Uno" en "Two" en "Three"\n  a, b\n'
    (enum,) = lowered(file).types
    assert (enum.texts, enum.more) == ({"en": "One", "it": "Uno"}, {"en": ("Two", "Three")})


def test_may_only_is_a_word_of_its_own() -> None:
    file = "record Unit @1\n  led: bool\naction march(u: Unit) @2\nrule leaders @3\n  u may only march when u.led\n"
    (march,) = lowered(file).functions
    assert isinstance(march, Action)
    assert march.norms[0].statement.says == "may_only"
    assert march.norms[0].statement.only == FieldOf(Var("u"), "led", "Unit")


def test_terms_have_their_forms_in_each_language() -> None:
    (zone,) = [term for term in understood("caucasus").published.terms if term.id == "enemy_zone_of_control"]
    assert zone.declares == "enemy_zone"
    assert {language: forms.abbreviations for language, forms in zone.forms.items()} == {
        "it": ("EZOC",),
        "en": ("EZOC",),
    }
    assert zone.forms["it"].preferred == "Zona di Controllo nemica"


def test_sections_have_their_titles_and_chapters() -> None:
    titles = read_section_titles(GAMES / "caucasus")
    sections = {section.id: section for section in with_sections(understood("caucasus").ir, titles).sections}
    assert sections["4.1"].titles == {"it": "Esagoni di Rinforzi e di Entrata", "en": "Reinforcement and entry hexes"}
    assert (sections["4.1"].chapter, sections["4.1"].heads) == ("4", False)
    assert (sections["4"].heads, sections["3.0"].heads, sections["3.0"].chapter) == (True, True, "3")
    assert sections["4"].titles["it"] == "LA FASE INIZIALE"
    order = list(sections)
    assert order.index("4.2") < order.index("4.8") < order.index("5")
