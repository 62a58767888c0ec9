"""Generated sentences in Italian and English: each way of putting a condition or a rule into words, in both."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from regola_compiler.driver import understand
from regola_compiler.emit.reference.sections import norms_below
from regola_compiler.emit.text.languages import Languages
from regola_compiler.emit.text.multilingual import MultilingualText, SaidTexts
from regola_compiler.emit.text.printer import plain
from regola_compiler.emit.text.words.grammar import (
    Noun,
    definite,
    denied,
    denied_within,
    form_of,
    is_infinitive,
    joined,
    plural,
    some,
)
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.tree import Action, Definition, Ir
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from support.games import understood
from support.paths import GAME_NAMES

WORLD = """
enum Kind @1 it "Tipi" en "Kinds"
  tank it "Carro" en "Tank"
  foot it "Fante" en "Foot"
  crew it "Equipaggio" en "Crew"
enum Power @1 it "Potenze" en "Powers"
  france it "Francia" en "France"
  axis it "Asse" en "Axis"
  nobody_else it "Stati Uniti" en "United States"
scale Date @1 it "Turni" en "Turns"
  spring_1940 it "Primavera 1940" en "Spring 1940"
  summer_1940 it "Estate 1940" en "Summer 1940"
  autumn_1940 it "Autunno 1940" en "Autumn 1940"
given type Hex @1 it "Un esagono" en "A hex"
record Unit @1 it "Un'unità" en "A unit"
  kind: Kind it "Tipo di unità" en "Kind of unit"
  points: int 0..9 it "Punti movimento" en "Movement points"
  moved: bool = false it "Ha già mosso" en "Has moved already"
  in_zone: bool = false it "In zona nemica" en "In an enemy zone"
  slow: bool = false it "Movimento lento" en "Slow movement"
given date: Date @1 it "Turno di gioco" en "Game turn"
given free(p: Power): bool @1 it "La Francia è libera" en "France is free"
given holder(h: Hex): Power @1 it "Chi tiene l'esagono, dell'Asse o della Francia" en "Who holds the hex, the Axis or France"
given near(h: Hex): list of Hex = [] @1 it "Esagoni vicini" en "Neighbouring hexes"
define is_air(k: Kind) -> bool @1
  it "È un'unità aerea" en "Is an air unit"
  k is crew
define alike(u: Unit, v: Unit, us: list of Unit up to 9) -> bool @1
  it "Dello stesso tipo" en "Of one kind"
  u.kind is v.kind and v in us
label u it "Unità" en "Unit"
label v it "Unità" en "Unit"
label us it "Unità presenti" en "Units present"
label h it "Esagono" en "Hex"
label p it "Potenza" en "Power"
label k it "Tipo" en "Kind"
action enter(u: Unit, h: Hex) @2
  it "Entrare in un esagono" en "Enter a hex"
  allowed unless forbidden
action cross(h: Hex) @2
  it "Attraversare un esagono" en "Cross a hex"
  allowed unless forbidden
action scatter(h: Hex) @2
  it "Disperdersi" en "Scatter"
  allowed unless forbidden
action haul(h: Hex) @2
  it "Trasporto per mare" en "Sea transport"
  allowed unless forbidden
action give_way(u: Unit) @2
  it "Ritirarsi" en "Give way"
  allowed unless forbidden
action ride(u: Unit) @2
  it "Movimento ferroviario" en "Rail movement"
  allowed unless forbidden
action pass_by(p: Power) by p @2
  it "Passare, senza fermarsi" en "Pass by, without a halt"
  allowed unless forbidden
"""
HEAD = "(u: Unit, v: Unit, us: list of Unit up to 9, h: Hex, p: Power)"


@cache
def ir_of(more: str) -> Ir:
    game = Game("world", Path(), {"languages": ["it", "en"]})
    game.sources.append(Source("world.regola", WORLD + more))
    compiled = understand(game)
    assert not compiled.failed, [found.message for found in compiled.found]
    return compiled.ir


def voice(ir: Ir) -> MultilingualText:
    return MultilingualText(Naming(ir), Languages.of(ir.speaks))


def both(said: SaidTexts) -> tuple[str, str]:
    """What is said in Italian and in English."""
    texts = {one.language: plain(one.pieces) for one in said}
    return texts["it"], texts["en"]


def condition(text: str, inputs: str) -> tuple[str, str]:
    ir = ir_of(f"define tried{inputs} -> bool @9\n  {text}\n")
    tried = next(item for item in ir.functions if item.name == "tried")
    assert isinstance(tried, Definition)
    assert tried.body.value is not None
    return both(voice(ir).condition(tried.body.value))


@pytest.mark.parametrize(
    ("text", "italian", "english"),
    [
        # one thing of its kind need not be said again
        ("u.moved", "ha già mosso", "it has moved already"),
        ("u.in_zone", "è in zona nemica", "it is in an enemy zone"),
        ("u.kind is tank", "il tipo di unità è Carro", "the kind of unit is Tank"),
        # membership
        ("u.kind in {tank, foot}", "il tipo di unità è Carro o Fante", "the kind of unit is Tank or Foot"),
        (
            "u.kind not in {tank, foot}",
            "il tipo di unità non è né Carro né Fante",
            "the kind of unit is neither Tank nor Foot",
        ),
        ("u.kind not in {tank}", "il tipo di unità non è Carro", "the kind of unit is not Tank"),
        # numbers and turns
        ("u.points < 2", "i punti movimento sono meno di 2", "the movement points are less than 2"),
        ("u.points >= 2", "i punti movimento sono almeno 2", "the movement points are at least 2"),
        ("u.points is 0", "i punti movimento sono 0", "the movement points are 0"),
        ("date < autumn_1940", "il turno di gioco è prima di Autunno 1940", "the game turn is before Autumn 1940"),
        (
            "date >= autumn_1940",
            "il turno di gioco non è prima di Autunno 1940",
            "the game turn is not before Autumn 1940",
        ),
        # what is denied
        ("u.points is 1 or not u.moved", "i punti movimento sono 1 oppure non ha già mosso", None),
        (
            "u.points is 1 or not u.in_zone",
            "i punti movimento sono 1 oppure non è in zona nemica",
            "the movement points are 1 or it is not in an enemy zone",
        ),
        (
            "u.points is 1 or not u.slow",
            "i punti movimento sono 1 oppure non vale «movimento lento»",
            "the movement points are 1 or “slow movement” does not hold",
        ),
        (
            "u.points is 1 or not (u.points > 3)",
            "i punti movimento sono 1 oppure i punti movimento sono al massimo 3",
            "the movement points are 1 or the movement points are at most 3",
        ),
        ("u.points is 1 and u.moved is false", "i punti movimento sono 1 e non ha già mosso", None),
        # names of their own, as the texts of the game speak of them
        ("p is axis", "la potenza è l’Asse", "the power is the Axis"),
        ("p is france", "la potenza è la Francia", "the power is France"),
        # quantifiers and counts
        (
            "any x in near(h) where holder(x) is p",
            "almeno un altro esagono fra gli esagoni vicini per cui chi tiene l'esagono, dell'Asse o della Francia "
            "(altro esagono) è la potenza",
            None,
        ),
        ("u.points is 1 and is_air(u.kind)", None, "the movement points are 1 and the kind of unit is an air unit"),
        ("u.moved and u.in_zone", "ha già mosso ed è in zona nemica", None),
    ],
)
def test_conditions_are_said_as_players_speak(text: str, italian: str | None, english: str | None) -> None:
    said = condition(text, "(u: Unit, h: Hex, p: Power)")
    for got, wanted in zip(said, (italian, english), strict=True):
        assert wanted is None or got == wanted


@pytest.mark.parametrize(
    ("text", "italian", "english"),
    [
        ("u.kind is tank", "il tipo di unità (unità) è Carro", "the kind of unit (unit) is Tank"),
        ("v.kind is tank", "il tipo di unità (altra unità) è Carro", "the kind of unit (other unit) is Tank"),
        (
            "any x in us where x.in_zone",
            "almeno un’unità (3) fra le unità presenti per cui è in zona nemica (unità (3))",
            "at least one unit (3) among the units present such that it is in an enemy zone (unit (3))",
        ),
        (
            "u.moved or not any x in us where x.in_zone",
            "ha già mosso (unità) oppure nessun’unità (3) fra le unità presenti per cui è in zona nemica (unità (3))",
            "it has moved already (unit) or no unit (3) among the units present such that it is in an enemy zone (unit (3))",
        ),
    ],
)
def test_of_two_things_of_a_kind_it_is_said_which(text: str, italian: str, english: str) -> None:
    assert condition(text, HEAD) == (italian, english)


CLANS = """
enum Clan @1
  it "I clan" en "The clans"
  gulls it "Gabbiani" en "Gulls"
  terns it "Sterne" en "Terns"
enum Fazione @1
  it "Le fazioni" en "The two sides"
  mare it "Mare" en "Sea"
  terra it "Terra" en "Land"
"""


@pytest.mark.parametrize(
    ("inputs", "text", "italian", "english"),
    [
        ("(who: Clan)", "who is gulls", "il clan è Gabbiani", "the clan is Gulls"),
        ("(who: Fazione)", "who is mare", "la fazione è Mare", None),
        # of a title in another word nobody knows what one of them is called
        ("(who: Fazione)", "who is mare", None, "the two sides are Sea"),
    ],
)
def test_one_value_is_not_called_by_a_title_that_speaks_of_several(
    inputs: str, text: str, italian: str | None, english: str | None
) -> None:
    ir = ir_of(f"{CLANS}define tried{inputs} -> bool @9\n  {text}\n")
    tried = next(item for item in ir.functions if item.name == "tried")
    assert isinstance(tried, Definition)
    assert tried.body.value is not None
    for got, wanted in zip(both(voice(ir).condition(tried.body.value)), (italian, english), strict=True):
        assert wanted is None or got == wanted


FIELDS = """
place Step @1
  it "Un passo" en "A step"
  avanti: Step or none = none @1
  passi: int 0..9 @1
  vicini: list of Step = [] @1
"""


@pytest.mark.parametrize(
    ("text", "italian"),
    [
        ("s.avanti is s", "l’avanti del passo è il passo"),
        # Numbers and lists may well be many.
        ("s.passi is 2", "i passi del passo sono 2"),
        ("s.vicini is [s]", "i vicini del passo sono [passo]"),
    ],
)
def test_one_thing_whose_name_ends_like_many_is_one(text: str, italian: str) -> None:
    ir = ir_of(f"{FIELDS}define tried(s: Step) -> bool @9\n  {text}\n")
    tried = next(item for item in ir.functions if item.name == "tried")
    assert isinstance(tried, Definition)
    assert tried.body.value is not None
    assert both(voice(ir).condition(tried.body.value))[0] == italian


RULES = """
rule a @3
  {}
"""


@pytest.mark.parametrize(
    ("action", "text", "italian", "english"),
    [
        ("enter", "u must not enter", "L’unità non può entrare in un esagono.", "The unit must not enter a hex."),
        ("cross", "h must not cross", "Non si può attraversare un esagono.", "It is not allowed to cross a hex."),
        ("cross", "h must cross", "Si deve attraversare un esagono.", "It is required to cross a hex."),
        ("scatter", "h must not scatter", "Non è permesso disperdersi.", "It is not allowed to scatter."),
        ("give_way", "u may give_way", "L’unità può ritirarsi.", "The unit may give way."),
        ("ride", "u must not ride", "Movimento ferroviario: l’unità non può farlo.", None),
        ("ride", "u must not ride", None, "Rail movement: the unit must not do so."),
        ("haul", "h must not haul", "Trasporto per mare: non si può fare.", "Sea transport: not allowed."),
        (
            "enter",
            "u may only enter when u.points > 0",
            "L’unità può entrare in un esagono soltanto quando i punti movimento sono più di 0.",
            "The unit may enter a hex only when the movement points are more than 0.",
        ),
        ("pass_by", "axis must not pass_by", "L’Asse non può passare, senza fermarsi.", None),
        ("pass_by", "france may pass_by", None, "France may pass by, without a halt."),
        (
            "pass_by",
            "axis may pass_by when date is autumn_1940",
            "L’Asse può passare, senza fermarsi, quando il turno di gioco è Autunno 1940.",
            "The Axis may pass by, without a halt, when the game turn is Autumn 1940.",
        ),
        ("pass_by", "nobody_else may pass_by", "Stati Uniti: si può passare, senza fermarsi.", None),
    ],
)
def test_rules_have_a_subject_and_a_verb(action: str, text: str, italian: str | None, english: str | None) -> None:
    ir = ir_of(RULES.format(text))
    found = next(item for item in ir.functions if item.name == action)
    assert isinstance(found, Action)
    (norm,) = found.norms
    for got, wanted in zip(both(voice(ir).norm(found, norm.statement)), (italian, english), strict=True):
        assert wanted is None or got == wanted


# --- the grammar by itself ---


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        (Noun("esagono", "m", plural=False), "l’"),
        (Noun("turno", "m", plural=False), "il "),
        (Noun("spazio", "m", plural=False), "lo "),
        (Noun("zona", "f", plural=False), "la "),
        (Noun("unità", "", plural=False), "l’"),
        (Noun("punti", "m", plural=True), "i "),
        (Noun("esagoni", "m", plural=True), "gli "),
        (Noun("unità", "f", plural=True), "le "),
        (Noun("fronte"), ""),
        (Noun("chi riceve", plural=False, fixed=True), ""),
    ],
)
def test_articles_stand_as_the_first_letters_ask(noun: Noun, said: str) -> None:
    assert definite(noun, "it") == said


@pytest.mark.parametrize(
    ("noun", "one", "many"),
    [
        (Noun("unità nemica", "f", plural=False), "nessun’", "unità nemiche"),
        (Noun("lago", "m", plural=False), "nessun ", "laghi"),
        (Noun("spazio vicino", "m", plural=False), "nessuno ", "spazi vicini"),
        (Noun("nave da guerra", "f", plural=False), "nessuna ", "navi da guerra"),
    ],
)
def test_names_are_counted(noun: Noun, one: str, many: str) -> None:
    assert some(noun, "nessun") == one
    assert plural(noun, "it").text == many


def test_english_names_are_counted() -> None:
    many = [plural(Noun(text), "en").text for text in ("enemy unit", "city of the map", "fox", "box in play")]
    assert many == ["enemy units", "cities of the map", "foxes", "boxes in play"]


def test_prepositions_join_their_article() -> None:
    assert joined("gli arrivi di ", "la ") == "gli arrivi della "
    assert joined(" prima di ", "l’") == " prima dell’"
    assert joined("da ", "il ") == "dal "
    assert joined("quindi ", "il ") == ""
    assert joined("gli arrivi di", "la ") == ""


@pytest.mark.parametrize(
    ("title", "language", "form"),
    [
        ("Ha già mosso", "it", "verb"),
        ("Segue una strada", "it", "verb"),
        ("In zona nemica", "it", "place"),
        ("Girata dal lato ridotto", "it", "place"),
        ("Entrata del bordo settentrionale", "it", "name"),
        ("Movimento esteso", "it", "name"),
        ("L'esagono è in zona nemica", "it", "clause"),
        ("Sulla ferrovia si può viaggiare", "it", "clause"),
        ("Carries a marker", "en", "verb"),
        ("Is adjacent", "en", "verb"),
        ("Under friendly control", "en", "place"),
        ("Extended movement", "en", "name"),
        ("At least one has a zone", "en", "clause"),
    ],
)
def test_what_a_heading_of_a_yes_or_no_is(title: str, language: str, form: str) -> None:
    assert form_of(title, "it" if language == "it" else "en") == form


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("is adjacent", "is not adjacent"),
        ("can move", "cannot move"),
        ("has moved", "has not moved"),
        ("has a marker", "does not have a marker"),
        ("carries a marker", "does not carry a marker"),
        ("reaches the coast", "does not reach the coast"),
    ],
)
def test_english_clauses_are_denied_by_their_verb(text: str, said: str) -> None:
    assert denied(text, "en") == said


@pytest.mark.parametrize(
    ("text", "said", "language"),
    [
        ("the pact is in force", "the pact is not in force", "en"),
        ("the Axis has conquered Poland", "the Axis has not conquered Poland", "en"),
        ("the side has enough cities", "the side does not have enough cities", "en"),
        ("the retreat may end here", "the retreat may not end here", "en"),
        ("it is neutral", "it is not neutral", "en"),
        ("il patto è in vigore", "il patto non è in vigore", "it"),
        ("sulla ferrovia si può fare movimento", "sulla ferrovia non si può fare movimento", "it"),
        ("l'Asse ha conquistato la Polonia", "l'Asse non ha conquistato la Polonia", "it"),
        # Where it is not certain what would be denied, nothing is: one of several, a part, a name.
        ("a side has an HQ on blitz", "", "en"),
        ("all units are in supply", "", "en"),
        ("one must stop in the hex", "", "en"),
        ("whoever was hit still shoots", "", "en"),
        ("the unit that is first", "", "en"),
        ("the game is won or lost", "", "en"),
        ("the side has at least a hex", "", "en"),
        ("units in a white box", "", "en"),
        ("una parte ha un HQ in blitz", "", "it"),
        ("nessun'unità è rifornita", "", "it"),
        ("chi tiene l'esagono è neutrale", "", "it"),
        ("la partita è vinta o persa", "", "it"),
        ("unità con il riquadro bianco", "", "it"),
    ],
)
def test_clauses_with_a_subject_are_denied_at_their_verb_where_that_is_certain(
    text: str, said: str, language: str
) -> None:
    assert denied_within(text, language) == said


@pytest.mark.parametrize(
    ("title", "italian", "verb"),
    [
        ("Enter a hex", "Entrare in un esagono", True),
        ("Retreat", "Ritirarsi", True),
        ("Rail movement", "Movimento ferroviario", False),
        ("Shipyards", "Cantiere navale", False),
        ("Announce the option", "", True),
        ("Movement", "", False),
        ("Rest", "", True),
    ],
)
def test_titles_of_actions_that_are_verbs(title: str, italian: str, verb: bool) -> None:
    assert is_infinitive(title, italian) is verb


# --- the games ---

WRONG = {
    "it": re.compile(r"\w_\w|  |\be [eè]\b|\b(?:di|da|a|in|su) (?:(?:il|lo|la|i|gli|le) |l’)|nessuno fra"),
    "en": re.compile(r"\w_\w|  |\bis none of\b|\bthe the\b"),
}


@pytest.mark.parametrize("name", GAME_NAMES)
def test_every_rule_of_every_game_begins_with_its_subject_and_names_no_identifier(name: str) -> None:
    ir = understood(name).ir
    speaker = voice(ir)
    said = 0
    for action in ir.functions:
        if not isinstance(action, Action):
            continue
        inputs = {parameter.name for parameter in action.parameters}
        for _, norm in norms_below(action.name, action.norms):
            if norm.statement.says == "lift":
                continue
            for one in speaker.norm(action, norm.statement):
                text = plain(one.pieces)
                assert text[0].isupper() or text[0].isdigit(), text
                assert text.endswith("."), text
                assert text.split(" ")[0] not in inputs, text
                assert not WRONG[one.language].search(text), text
                said += 1
    assert said or not any(isinstance(item, Action) and item.norms for item in ir.functions)
