"""Pieces and play in words, in Italian and English; and no name that only files know reaches a reader."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from regola_compiler.driver import understand
from regola_compiler.emit.reference.html import reference
from regola_compiler.emit.text.languages import Languages
from regola_compiler.emit.text.multilingual import MultilingualText, SaidTexts
from regola_compiler.emit.text.printer import plain
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.tree import Action, Definition, Fact, Ir, Phase
from regola_compiler.project.game import load_game
from support.html_tree import assert_sound, read
from support.paths import GAMES
from support.raid import RAID, raid

T = TypeVar("T", Action, Definition, Fact)


@cache
def ir_of(text: str) -> Ir:
    compiled = understand(raid(text))
    assert not compiled.failed, [found.message for found in compiled.found]
    return compiled.ir


@cache
def voice(text: str = RAID) -> MultilingualText:
    return MultilingualText(Naming(ir_of(text)), Languages(("it", "en")))


def both(said: SaidTexts) -> tuple[str, str]:
    texts = [plain(one.pieces) for one in said]
    return texts[0], texts[-1]


def declared(name: str, kind: type[T]) -> T:
    ir = ir_of(RAID)
    found = next(item for item in (*ir.functions, *ir.facts) if item.name == name)
    assert isinstance(found, kind)
    return found


def phase(name: str) -> Phase:
    return next(inner for top in ir_of(RAID).outlines for inner in top.walk() if inner.name == name)


@pytest.mark.parametrize(
    ("action", "place", "italian", "english"),
    [
        ("sail", 0, "Il posto della nave diventa l’isola", "The place of the ship becomes the island"),
        ("sail", 1, "Oro (la parte) diminuisce di 1", "Gold (the side) goes down by 1"),
        ("hit", 0, "Lo scafo della nave diminuisce di 1", "The hull of the ship goes down by 1"),
        ("hit", 2, "D’ora in poi la nave è stata spazzata", "From now on the ship has been raked"),
        # A shared change, with what it is called with, on the condition on which it is.
        (
            "hit",
            3,
            "La nave esce dal gioco, se lo scafo della nave è 1",
            "The ship leaves the game, if the hull of the ship is 1",
        ),
        (
            "hit",
            5,
            "Oro (l’avversario (la bandiera della nave)) aumenta di 3, se lo scafo della nave è 1 e il tipo di nave "
            "della nave è Fregata",
            "Gold (the opponent (the flag of the ship)) goes up by 3, if the hull of the ship is 1 and the kind of ship "
            "of the ship is Frigate",
        ),
        # What rules make, and how many.
        (
            "pursue",
            0,
            "Entra in gioco: Inseguimento (Inseguitore: la nave, Preda: l’altra nave)",
            "There enters the game: Chase (Hunter: the ship, Prey: the other ship)",
        ),
        (
            "build",
            0,
            "Entrano in gioco: n × Nave (Bandiera: Corona, Tipo di nave: Cutter, Cannoni: 2, Posto: Southholm)",
            "There enter the game: n × Ship (Flag: Crown, Kind of ship: Sloop, Guns: 2, Place: Southholm)",
        ),
        (
            "refit",
            1,
            "La preda prende il posto della nave, se il dado del cantiere è 1",
            "The prize takes the place of the ship, if the yard die is 1",
        ),
        (
            "refit",
            2,
            "Segue «Tempesta» (Northholm), se il dado del cantiere è 6",
            "There follows “Storm” (Northholm), if the yard die is 6",
        ),
    ],
)
def test_effects_say_what_belongs_to_whom_and_what_adds_up(action: str, place: int, italian: str, english: str) -> None:
    assert both(voice().change(declared(action, Action).effects[place])) == (italian, english)


def test_effects_for_each_say_for_whom() -> None:
    assert both(voice().change(phase("gunnery").effects[1])) == (
        "Per ogni nave fra le navi presenti (le isole, Corona) dove il tiro della nave è almeno 5: Colpi da assegnare "
        "aumentano dei cannoni della nave",
        "For every ship among the ships present (the islands, Crown) where the shot of the ship is at least 5: Hits owed "
        "go up by the guns of the ship",
    )


@pytest.mark.parametrize(
    ("action", "italian", "english"),
    [
        (
            "sail",
            "Al massimo una volta in ogni «Navigazione» per ogni nave",
            "At most once in each “Sailing” for each ship",
        ),
        ("refit", "Al massimo 2 volte in ogni «Inverno»", "At most 2 times in each “Winter”"),
    ],
)
def test_limits_say_how_often_in_what_and_for_whom(action: str, italian: str, english: str) -> None:
    guard = next(guard for guard in declared(action, Action).guards if guard.kind == "limit")
    assert both(voice().limit(guard)) == (italian, english)


def test_those_of_a_list_are_said_by_their_name() -> None:
    value = declared("sound", Definition).body.value
    assert value is not None
    assert both(voice().expression(value)) == (
        "le navi dove (la bandiera della nave è la parte, salvo se la nave è stata spazzata)",
        "the ships where (the flag of the ship is the side, unless the ship has been raked)",
    )
    assert voice().code(value) == "those v in Ship where (v.side is s and not v.raked)"


def test_a_group_says_how_many_are_chosen() -> None:
    escort = declared("escort", Action)
    assert both(voice().among(escort, "others", escort.candidates[1])) == (
        "Altre navi (1–2) fra le navi della parte (la parte)",
        "Other ships (1–2) among the ships of the side (the side)",
    )


def test_candidates_are_said_by_the_name_of_what_is_chosen() -> None:
    sail = declared("sail", Action)
    assert sail.candidates[0] is not None
    assert both(voice().among(sail, "v", sail.candidates[0])) == (
        "Nave fra le navi della parte (la parte)",
        "Ship among the ships of the side (the side)",
    )


def test_dice_and_draws() -> None:
    refit = declared("refit", Action)
    assert [both(voice().roll(roll, refit)) for roll in refit.rolls] == [
        ("Dado del cantiere: d6", "Yard die: d6"),
        (
            "Preda: uno estratto a sorte fra le navi della parte (Corona)",
            "Prize: one drawn at random among the ships of the side (Crown)",
        ),
    ]
    assert both(voice().roll(phase("storm").rolls[0])) == ("Dadi della tempesta: 2 × d6", "Storm dice: 2 × d6")


@pytest.mark.parametrize(
    ("action", "rule", "italian", "english"),
    [
        (
            "hit",
            "hits_are_taken",
            "Corsari: si deve assegnare un colpo entro la fine di «Perdite», dove è possibile, quando i colpi da "
            "assegnare sono più di 0.",
            "Corsairs must assign a hit by the end of “Losses”, where that is possible, when the hits owed are more "
            "than 0.",
        ),
        (
            "sail",
            "sail_first",
            "Corona: si deve salpare subito salvo se «Salpare» è già stato fatto in questa fase («Navigazione»).",
            "Crown must set sail at once unless “Set sail” has already been done in this phase (“Sailing”).",
        ),
        (
            "sail",
            "tired",
            "La parte non può salpare quando lo scafo della nave è meno di 2 oppure il numero di volte che «Salpare» è "
            "stato fatto in questa fase («Navigazione») è più di 3.",
            "The side must not set sail when the hull of the ship is less than 2 or the number of times that “Set sail” "
            "has been done in this phase (“Sailing”) is more than 3.",
        ),
        (
            "sail",
            "no_way_back",
            "La parte non può salpare quando (il posto della nave è Northholm) all’inizio di «Navigazione» oppure (lo "
            "scafo della nave è meno di 1) dopo salpare (nave, isola).",
            "The side must not set sail when (the place of the ship is Northholm) at the start of “Sailing” or (the hull "
            "of the ship is less than 1) after set sail (ship, island).",
        ),
    ],
)
def test_duties_say_until_when_and_deeds_by_their_titles(action: str, rule: str, italian: str, english: str) -> None:
    item = declared(action, Action)
    norm = next(norm for norm in item.norms if norm.name == rule)
    assert both(voice().norm(item, norm.statement, norm.due)) == (italian, english)


def test_facts_say_how_long_they_last() -> None:
    lives = {fact.name: fact.life for fact in ir_of(RAID).facts if fact.life and fact.kind == "state"}
    assert {name: both(voice().life(life)) for name, life in lives.items()} == {
        "Ship.raked": ("finché dura «Battaglia»", "for as long as “Battle” lasts"),
        "owed": ("finché dura «Battaglia»", "for as long as “Battle” lasts"),
        "truce": ("finché dura «Consiglio»", "for as long as “Council” lasts"),
        "holder": ("fino all’inizio di «Inverno» di Corona", "until “Winter” of Crown begins"),
    }


def test_what_is_hidden_says_from_whom() -> None:
    secret = declared("plan", Fact).secret
    assert secret is not None
    assert both(voice().secret(secret)) == (
        "non lo vede nessuno se non la parte, salvo se Northholm è un'isola contesa",
        "seen by nobody but the side, unless Northholm is a contested island",
    )


def test_what_dice_show_stands_behind_what_is_done() -> None:
    example = next(example for example in ir_of(RAID).examples if example.name == "a_windy_day")
    line = next(line for line in example.lines if line.outcome == "done")
    assert both(voice().expectation(line)) == (
        "Riparare (old), mentre il dado del cantiere è 2, la preda è old",
        "Refit (old), while the yard die is 2, the prize is old",
    )


def test_loops_say_among_what_and_in_which_order() -> None:
    loops = [inner for top in ir_of(RAID).outlines for inner in top.walk() if inner.variable]
    assert [both(voice().loop(loop)) for loop in loops] == [
        ("parte: Corona, Corsari", "side: Crown, Corsairs"),
        ("isole fra le isole contese, in qualunque ordine", "islands among the contested islands, in any order"),
        (
            "nave fra le navi presenti (l’isola, Corsari), dal più al meno: i cannoni della nave; fra uguali, come vuole "
            "la bandiera della nave",
            "ship among the ships present (the island, Corsairs), from the most to the least: the guns of the ship; "
            "equals as the flag of the ship likes",
        ),
    ]


def test_the_end_of_the_game() -> None:
    assert both(voice().ending(phase("winter").endings[0])) == (
        "La partita finisce quando l’oro (Corsari) è almeno 40; vince Corsari.",
        "The game ends when the gold (Corsairs) is at least 40; won by Corsairs.",
    )


@pytest.mark.parametrize(
    ("condition", "italian", "english"),
    [
        ("v.at is none", "la nave non sta in nessun posto", "the ship is nowhere"),
        ("v.at is not none", "la nave sta in qualche posto", "the ship is somewhere"),
        ("holder(i) is none", "chi tiene l'isola non ha valore", "who holds the island has no value"),
        ("v.at is a Isle", "il posto della nave è una delle isole", "the place of the ship is one of the islands"),
        ("not v.raked", "la nave non è stata spazzata", "the ship has not been raked"),
        ("v.guns > 2", "i cannoni della nave sono più di 2", "the guns of the ship are more than 2"),
        (
            "any o in Ship where o.hull is 1",
            "almeno un’altra nave fra le navi per cui lo scafo dell’altra nave è 1",
            "at least one other ship among the ships such that the hull of the other ship is 1",
        ),
        ("all k in 1..4 where k < v.guns", "per ogni k da 1 a 4: k ", "for every k from 1 to 4: k "),
    ],
)
def test_conditions_about_pieces(condition: str, italian: str, english: str) -> None:
    text = f'{RAID}\ndefine probe(v: Ship, i: Isle) -> bool @9 it "Prova" en "Trial"\n  {condition}\n'
    probe = next(item for item in ir_of(text).functions if item.name == "probe")
    assert isinstance(probe, Definition)
    assert probe.body.value is not None
    said = both(voice(text).requirement(probe.body.value))
    assert said[0].startswith(italian), said
    assert said[1].startswith(english), said
    assert len(said[0]) == len(italian) or italian.endswith(" k ")


def test_the_files_own_spelling_can_be_pasted_into_one() -> None:
    """What a tooltip shows of a condition is read again, and says the same."""
    spoken = voice()
    sail = declared("sail", Action)
    written = [spoken.code(guard.condition) for guard in sail.guards if guard.kind == "requires"]
    assert written == ["v.at is not i", "gold(s) >= 1"]
    for norm in sail.norms:
        if norm.when is not None:
            code = spoken.code(norm.when)
            assert not re.search(r"Ship\.|every |year\.", code), code
            other = ir_of(f"{RAID}\nrule probe @9\n  s must not sail when {code}\n")
            action = next(item for item in other.functions if item.name == "sail")
            assert isinstance(action, Action)
            assert next(found for found in action.norms if found.name == "probe").when == norm.when


_HIDDEN = re.compile(r"\b[A-Z]\w*\.[a-z]\w*|\bevery [A-Z]|(?:done|times) \w+\(|limit \d+ of|\b[a-z]\w*\.[a-z]\w*\b")


def test_no_name_that_only_files_know_reaches_a_reader() -> None:
    """What stands as code says how files call something; in all else a reader reads."""
    page = read(reference(understand(raid(RAID)))["index.html"])
    for code in page.all("code"):
        code.children = []
    for mode in ("0", "1"):
        said = page.all("main")[0].seen(mode)
        assert not _HIDDEN.findall(said), _HIDDEN.findall(said)


def test_the_page_is_sound_and_shows_all_of_the_play() -> None:
    page = read(reference(understand(raid(RAID)))["index.html"])
    assert_sound(page)
    assert "goes on at least until" in page.text
    ship = page.id("t-ship").seen("1")
    assert all(word in ship for word in ("Flag", "Kind of ship", "Guns", "Hull", "Place", "victory", "fox")), ship
    assert "At most once in each “Sailing” for each ship" in page.id("r-sail").seen("1")
    assert "one drawn at random" in page.id("r-refit").seen("1")
    assert "Failing that Hits owed go down by 1" in " ".join(page.id("r-hit").seen("1").split())
    assert "once a game" in page.id("v-lost").seen("1")


@pytest.mark.parametrize("path", sorted((GAMES / "classics").glob("*.regola")), ids=lambda path: path.stem)
def test_the_pages_of_known_games_are_sound_without_any_texts(path: Path) -> None:
    compiled = understand(load_game(path, path.as_posix()))
    assert not compiled.failed
    page = read(reference(compiled)["index.html"])
    assert_sound(page)
    for code in page.all("code"):
        code.children = []
    for mode in ("0", "1") if len(compiled.ir.speaks) > 1 else ("0",):
        said = page.all("main")[0].seen(mode)
        assert not _HIDDEN.findall(said), _HIDDEN.findall(said)
