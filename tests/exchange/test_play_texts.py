"""The texts of pieces and play go to translators under names of their own, and come back to where they were."""

from __future__ import annotations

import re
from collections import Counter

from regola_compiler.driver import understand
from regola_compiler.exchange.segments import Segment, segments_of
from regola_compiler.exchange.splice import TextEdit, changed
from regola_compiler.report.listing import declared
from regola_compiler.report.rows import KINDS
from regola_dsl.source import Source
from support.raid import RAID, raid


def segments(text: str = RAID) -> dict[str, Segment]:
    found, wrong = segments_of(Source("raid.regola", text), "raid.regola")
    assert not wrong
    assert not [name for name, times in Counter(segment.name for segment in found).items() if times > 1]
    return {segment.name: segment for segment in found}


def test_every_text_of_a_file_with_pieces_is_a_segment() -> None:
    written = re.findall(r'\ben "((?:[^"\\]|\\.)*)"', RAID)
    assert Counter(segment.text("en") for segment in segments().values()) == Counter(written)


def test_their_names_say_what_they_are_of() -> None:
    assert {
        "Ship.guns": "Guns",
        "Ship.hull": "Hull",
        "refit.prize": "Prize",
        "year.battles.battle.gunnery.shot": "Shot",
        "storm.dice": "Storm dice",
        "lost": "A ship is lost",
        "sink": "A ship sinks",
        "sink.effect@5.4": "It sinks",
        "year.winter.gameends@7": "The corsairs are rich",
        "plan": "Secret plan",
    }.items() <= {name: segment.text("en") for name, segment in segments().items()}.items()
    assert [segment.sections for name, segment in segments().items() if segment.text("en") == "Once for each ship"] == [
        ("3.1",)
    ]


def test_names_stay_while_rules_are_moved_about() -> None:
    first, *others = RAID.split("\n\n")
    moved = "\n\n".join([first, *reversed([part.rstrip("\n") for part in others])]) + "\n"
    assert {name: one.text("it") for name, one in segments(moved).items()} == {
        name: one.text("it") for name, one in segments().items()
    }


def test_the_list_of_a_game_has_what_it_declares_and_nothing_else() -> None:
    rows = declared(understand(raid()).program)
    assert {row["kind"] for row in rows} <= set(KINDS)
    names = {(row["kind"], row["name"]) for row in rows}
    assert {
        ("piece", "Ship"),
        ("state", "Ship.hull"),
        ("given", "Ship.guns"),
        ("event", "lost"),
        ("phase", "storm"),
    } <= names
    assert not [name for _, name in names if re.search(r"^every |^done |^times |^limit |\.d$|^year\.", name)]


def test_texts_that_come_back_stand_where_they_were() -> None:
    source = Source("raid.regola", RAID)
    edits = [TextEdit(one, "en", f"{one.text('en')} anew") for one in segments().values() if one.text("en")]
    again = segments(changed(source, "raid.regola", edits))
    assert {name: one.text("en") for name, one in again.items()} == {edit.segment.name: edit.text for edit in edits}
    assert {name: one.text("it") for name, one in again.items()} == {
        name: one.text("it") for name, one in segments().items()
    }
