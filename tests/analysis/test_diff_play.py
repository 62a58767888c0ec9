"""Between two editions of a game with pieces every line of its play that is another is told, and nothing else."""

from __future__ import annotations

import pytest
from regola_compiler.diff.compare import Comparison
from regola_compiler.diff.match import Edition, match_editions
from regola_compiler.driver import understand
from regola_compiler.model.program import Program
from support.raid import RAID, raid


def program_of(text: str) -> Program:
    compiled = understand(raid(text))
    assert not compiled.failed, [found.message for found in compiled.found]
    return compiled.program


def told(new: str) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """What is told of another edition: the kind, the word, the name, and how it is another."""
    editions = match_editions(Edition("old", program_of(RAID)), Edition("new", program_of(new)))
    return [(one.kind, one.head.what, one.name, one.notes) for one in Comparison(editions).changes()]


def test_nothing_is_told_of_the_same_edition() -> None:
    assert told(RAID) == []


def test_a_field_of_a_piece_that_is_made_is_renamed_and_nothing_else_is_told() -> None:
    renamed = RAID.replace("  hunter: Ship", "  chaser: Ship").replace("hunter: v", "chaser: v")
    assert [(kind, name) for kind, _, name, _ in told(renamed)] == [("renamed", "Chase.chaser")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  effect v.hull loses 1\n  effect owed", "  effect v.hull gains 1\n  effect owed", "action hit: effect on `Ship.hull` is changed"),
        ("limit 1 each sailing per v @3.1", "limit 2 each sailing per v @3.1", "action sail: requirement `limit 1` is changed"),
        ("limit 1 each sailing per v @3.1", "limit 1 each winter per v @3.1", "action sail: `limit 1` counts otherwise"),
        ("= 0 lasting battle", "= 0", "state owed: it keeps what it is told as long as `battle` lasts → for ever"),
        ("until winter of crown", "until winter of corsairs", "state holder: it keeps what it is told until `winter` of `crown` begins → until `winter` of `corsairs` begins"),
        ("sail at once when", "sail when", "action sail: rule `sail_first` is due at once → at no time"),
        ("losses where possible", "losses", "action hit: rule `hits_are_taken` is due by the end of `losses` where possible → by the end of `losses`"),
        ("effect owed loses 1\n\n", "effect owed loses 2\n\n", "action hit: what comes about failing rule `hits_are_taken` is another"),
        ("roll d: d6", "roll d: d8", "action refit: roll `d` is changed"),
        ("draw prize among mine(crown)", "draw prize among mine(corsairs)", "action refit: roll `prize` is changed"),
        ("sail(v: Ship among mine(s), i", "sail(v: Ship among mine(crown), i", "action sail: among what `v` is chosen is changed"),
        ("prize takes over v", "v takes over prize", "action refit: effect on pieces `Ship` is changed"),
        ("play storm(northholm)", "play storm(southholm)", "action refit: effect on `storm` is changed"),
        ("effect gold(v.side) loses 1\n\nalso", "effect gold(v.side) loses 2\n\nalso", "action hit: effect on `gold` is changed"),
        (" in any order", "", "sequence year: phase battles (5) goes through other lists, or repeats otherwise"),
        ("ties as v.side likes", "ties at random", "phase storm: the whole goes through other lists, or repeats otherwise"),
        (" ends when owed is 0", "", "sequence year: phase losses (5.3) ends as soon as something else holds"),
        (" stays until owed is 0", "", "sequence year: phase sailing (3) goes on until something else holds"),
        (">= 40 won", ">= 30 won", "sequence year: phase winter (6) ends the game otherwise"),
        ("roll dice: 2 d6", "roll dice: 3 d6", "phase storm: the whole rolls otherwise"),
        ("where shot(v) >= 5", "where shot(v) >= 6", "sequence year: phase gunnery (5.1) has other effects"),
        ("first effect gold", "effect gold", "sequence year: phase winter (6) has other effects"),
        ("guns: 4, at", "guns: 5, at", "setup setup: `victory` is changed"),
        (", sides by side_of", "", "players players: on whose side each is says `side_of` → `nothing`"),
        ("piece Ship @2", "place Ship @2", "place Ship: it was a piece"),
        ("hull is 0, once a game", "hull is 0", "event lost: it may come about again"),
        ("as soon as v.hull is 0", "as soon as v.hull is 1", "event lost: it comes about as soon as something else holds"),
        (" hidden from all but s unless contested(northholm)", "", "state plan: everybody sees it"),
        ("guns: int 1..6 it", "guns: int 1..7 it", "given Ship.guns: answers with: int 1..6 → int 1..7"),
    ],
)  # fmt: skip
def test_what_is_played_otherwise_is_told(old: str, new: str, said: str) -> None:
    assert RAID.count(old) == 1, old
    found = told(RAID.replace(old, new))
    assert said in [f"{what} {name}: {note}" for _, what, name, notes in found for note in notes]
    # What is another is never told to be the same in other words.
    name = said.partition(":")[0].rpartition(" ")[2]
    assert not [kind for kind, _, told_of, _ in found if told_of == name and kind in {"same", "remarks"}]


def test_what_is_kept_by_the_play_is_no_declaration() -> None:
    new = RAID.replace("  requires owed > 0\n", "  requires owed > 0 and not done hit(_) in losses\n")
    assert {what for _, what, _, _ in told(new)} == {"action"}


@pytest.mark.parametrize(("old", "new"), [('en "Gold"', 'en "Money"'), ('en "Wind"', 'en "Breeze"')])
def test_words_alone_are_remarks(old: str, new: str) -> None:
    found = told(RAID.replace(old, new, 1))
    assert [kind for kind, *_ in found] == ["remarks"]
