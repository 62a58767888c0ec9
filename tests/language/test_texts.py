"""Texts, their short forms, labels and remarks: from the rules to what is printed, and what is said where one is missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_compiler.driver import Compiled, compile_game
from regola_compiler.exchange.segments import read_segments
from regola_compiler.exchange.splice import TextEdit, changed
from regola_compiler.ir.tree import Table
from regola_compiler.project.game import load_game

RULES = """enum Weather @1.1
  en "Weather"  it "Tempo"
  calm  en "Calm"  it "Calmo"
  heavy_rain  en "Heavy rain" / "Rain"  it "Pioggia forte" / "Pioggia"

table losses(die: d6, weather: Weather) -> (attacker: int 0..2, defender: int 0..2) @1.2
  en "Losses"  it "Perdite"
  | die | weather    | attacker | defender |
  | 1-3 | -          | 2        | 0        |  en "a rout"  it "una rotta"
  | 4-6 | calm       | 0        | 2        |
  | 4-6 | heavy_rain | 1        | 1        |

label die  en "Die"  it "Dado"

label weather  en "Weather"  it "Tempo"

label losses.attacker  en "Attacker loses" / "Att."  it "Perde l'attaccante" / "Att."

label losses.defender  en "Defender loses"  it "Perde il difensore"
"""
MANIFEST = "id: harbour\ntitle: {en: Harbour, it: Il porto}\nlanguages: [en, it]\n"


def _game(folder: Path, rules: str = RULES, manifest: str = MANIFEST) -> Compiled:
    home = folder / "harbour"
    (home / "rules").mkdir(parents=True)
    (home / "game.yaml").write_text(manifest, "utf-8")
    (home / "rules" / "one.regola").write_text(rules, "utf-8")
    return compile_game(load_game(home, "harbour"))


def test_a_page_is_handed_labels_short_forms_and_remarks(tmp_path: Path) -> None:
    ir = _game(tmp_path).ir
    table = next(item for item in ir.functions if isinstance(item, Table))
    assert table.output_texts["defender"] == {"en": "Defender loses", "it": "Perde il difensore"}
    assert table.output_short == {"attacker": {"en": "Att.", "it": "Att."}}
    assert [parameter.texts["it"] for parameter in table.parameters] == ["Dado", "Tempo"]
    assert [line.texts.get("en") for line in table.sheet.lines] == ["a rout", None, None]
    members = {member.label: member for item in ir.types for member in getattr(item, "members", ())}
    assert members["heavy_rain"].short == {"en": "Rain", "it": "Pioggia"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('  it "Perdite"', "", "`losses` has no text in `it`"),
        ('"Calm"  it "Calmo"', '"Calm"', "`calm` of `Weather` has no text in `it`"),
        ('label die  en "Die"  it "Dado"', 'label die  en "Die"', "`die` has no text in `it`"),
    ],
)
def test_what_has_a_text_in_one_language_needs_it_in_all(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in RULES
    found = _game(tmp_path, RULES.replace(old, new)).found
    assert [(one.code.slug, one.message) for one in found] == [("text-missing", message)]
    assert {one.subject for one in found} <= {"losses", "losses.die", "Weather"}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('label die  en "Die"  it "Dado"\n', "`die` of `losses` has no text in `en` and `it`"),
        ('  en "Weather"  it "Tempo"\n', "`Weather` has no text in `en` and `it`"),
    ],
)
def test_what_has_no_text_at_all_is_missed_where_texts_are_to_be_complete(
    tmp_path: Path, line: str, message: str
) -> None:
    rules = RULES.replace(line, "", 1)
    assert not _game(tmp_path / "as-written", rules).found
    found = _game(tmp_path / "complete", rules, MANIFEST + "texts: complete\n").found
    assert [one.message for one in found] == [message]
    assert not _game(tmp_path / "whole", RULES, MANIFEST + "texts: complete\n").found


def test_short_forms_are_translated_beside_their_texts(tmp_path: Path) -> None:
    game = _game(tmp_path).game
    segments = {segment.name: segment for segment in read_segments(game)[0]}
    long, short = segments["Weather.heavy_rain"], segments["Weather.heavy_rain.~short"]
    assert (long.text("it"), short.text("it")) == ("Pioggia forte", "Pioggia")
    (source,) = game.sources
    both = changed(source, "rules/one.regola", [TextEdit(long, "it", "Acquazzone"), TextEdit(short, "it", "Acqua")])
    assert 'it "Acquazzone" / "Acqua"' in both
    alone = changed(source, "rules/one.regola", [TextEdit(short, "it", "P.")])
    assert 'it "Pioggia forte" / "P."' in alone
    added = changed(source, "rules/one.regola", [TextEdit(short, "de", "Regen"), TextEdit(long, "de", "Platzregen")])
    assert 'de "Platzregen" / "Regen"' in added
    with pytest.raises(ValueError, match=r"one\.regola"):
        changed(source, "rules/one.regola", [TextEdit(short, "de", "Regen")])
