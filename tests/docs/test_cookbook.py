"""The cookbook: every recipe is a file of rules that checks clean, the pages show it, and it is found by what books say."""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path

import pytest
from regola_cli.recipe_search import found_for, nearest
from regola_cli.recipes import LANGUAGES, Recipe, as_page, recipes, shown_use, using
from regola_compiler.driver import compile_game
from regola_compiler.evaluate.worked.examples import run_examples
from regola_compiler.project.game import Game
from regola_dsl.format import format_source
from regola_dsl.source import Source
from support.command import Run
from support.effort import some
from support.paths import ROOT

PAGES = {"en": ROOT / "docs" / "cookbook.md", "it": ROOT / "docs" / "cookbook.it.md"}

# Sentences as books have them, in other words than the recipes', and the recipe that a reader would want.
ASKED = {
    "A maximum of three armies can occupy the same territory": "stacking",
    "Artillery cannot enter mountain hexes": "may-not",
    "All infantry adjacent to an enemy is obliged to assault": "must",
    "The attacker's losses are halved (round fractions up)": "halved",
    "Apply a +1 modifier to the roll for elite troops": "die-modifiers",
    "Only leaders may rally troops": "only",
    "Cross-reference the die with the ratio on the combat table": "result-table",
    "Each fortress may be activated only once per turn": "once-a-turn",
    "Trace supply through friendly hexes to a supply source": "supply",
    "Opponents' hands remain secret": "secret",
    "A natural 6 is always a success": "natural-roll",
    "The game ends when one player controls five cities": "victory",
    "Bombers ignore this restriction unless it is raining": "lifted-ban",
    "In case of a tie, the defender wins": "most-points",
    "Non si possono sovrapporre più di tre pedine nello stesso esagono": "stacking",
    "Le unità corazzate non possono attraversare montagne": "may-not",
    "Ogni pezzo può attaccare una sola volta per turno": "once-a-turn",
    "Solo la fanteria può occupare una fortezza": "only",
    "Le perdite si arrotondano per difetto": "halved",
    "Spostare il rapporto di una colonna a destra": "column-shift",
    "Si tirano tanti dadi quanti sono gli attaccanti e si contano i 5 e i 6": "count-hits",
    "La linea di rifornimento non può passare per esagoni nemici": "supply",
    "Il giocatore riceve dieci crediti per ogni fabbrica che possiede": "income",
    "Nel gioco avanzato si usano queste regole facoltative": "optional-rule",
    "Prima della fine della fase tutte le pedine devono essere piazzate": "duty-by-end",
    "Un'unità costretta a ritirarsi che non può farlo è eliminata": "retreat",
    "At the start of the game every player sets two workers on the board": "setup",
    "each player starts with one pawn": "setup",
    "set up the board": "setup",
    "move the pawn forward": "roll-and-move",
    "the snail moves as many spaces as the dice say": "roll-and-move",
    "a snail on lettuce misses a turn": "misses-a-turn",
    "the toy must be returned within two weeks": "within-a-time",
    "Ogni giocatore parte con tre pedine sulla casella di partenza": "setup",
    "Il giocatore che cade nel pozzo salta il turno": "misses-a-turn",
    "Il libro va restituito entro un mese": "within-a-time",
}


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.id)
def test_a_recipe_checks_clean_and_its_examples_hold(recipe: Recipe) -> None:
    compiled = compile_game(Game("page", Path(), {}, [Source("page.regola", recipe.rules)]))
    assert [one.message for one in compiled.found] == []
    assert [one.example.name for one in run_examples(compiled.program) if one.status == "failed"] == []
    assert format_source(recipe.rules) == recipe.rules
    for language in LANGUAGES:
        assert recipe.sentence(language).says


def test_there_are_fifty_and_each_has_a_name_of_its_own() -> None:
    names = [recipe.id for recipe in recipes()]
    assert len(set(names)) == len(names) >= 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_is_made_of_the_recipes(language: str, regola: Run) -> None:
    told = as_page(language)
    if os.environ.get("REGOLA_RENEW"):
        PAGES[language].write_text(told, "utf-8")
    assert PAGES[language].read_text("utf-8") == told
    assert regola("how", "--page", "--lang", language).stdout == told


@pytest.mark.parametrize(("words", "wanted"), ASKED.items())
def test_a_recipe_is_found_by_what_a_book_says(words: str, wanted: str) -> None:
    assert wanted in offered(words)


def offered(words: str) -> list[str]:
    """The recipes that are shown of a sentence, or named where none is."""
    return [recipe.id for recipe in found_for(words) or nearest(words)]


# What was measured of each set: of how many the recipe is shown first, of how many it is shown or named, of how many another
# is shown first (at most), and of how many of those of which no recipe speaks none is shown. As long as all that came somewhat
# close was shown, the ten oldest sets had 241, 277, 52 and 19 of 335 (28 of which have no recipe), and now 212, 284, 11 and 26;
# the builder's 16, 18, 9 and none of 30, the eighth 14, 16, 30 and 3 of 60, the ninth 11, 13, 12 and 5 of 40.
MEASURED = {
    "first": (52, 56, 1, 3),
    "second": (26, 28, 0, 2),
    "third": (5, 18, 5, 4),
    "newcomer": (14, 14, 0, 0),
    "fourth": (40, 57, 1, 2),
    "traveller": (14, 14, 0, 0),
    "fifth": (14, 24, 0, 0),
    "designer": (7, 10, 2, 0),
    "racer": (22, 36, 2, 11),
    "sixth": (18, 27, 0, 4),
    "builder": (21, 30, 1, 0),
    "eighth": (40, 53, 0, 4),
    "ninth": (17, 27, 3, 6),
}
SENTENCES = tomllib.loads((Path(__file__).parent / "rulebook_sentences.toml").read_text("utf-8"))


@pytest.mark.parametrize(("name", "least"), some(MEASURED.items(), every=2))
def test_usual_sentences_find_their_recipe_as_often_as_was_measured(
    name: str, least: tuple[int, int, int, int]
) -> None:
    """In `make test` those of every second asker."""
    asked = [pair for told in SENTENCES[name].values() for pair in told.items()]
    assert {wanted for _, wanted in asked} <= {"none", *(recipe.id for recipe in recipes())}
    found = [([recipe.id for recipe in found_for(words)], offered(words), wanted) for words, wanted in asked]
    first = sum(shown[:1] == [wanted] for shown, _, wanted in found)
    among = sum(wanted in named for _, named, wanted in found)
    astray = sum(shown[:1] not in ([], [wanted]) for shown, _, wanted in found)
    silent = sum(not shown for shown, _, wanted in found if wanted == "none")
    kept = (first >= least[0], among >= least[1], astray <= least[2], silent >= least[3])
    assert kept == (True,) * 4, (first, among, astray, silent)


@pytest.mark.parametrize(
    ("words", "wanted", "other"),
    [
        # A form that the word of a list cannot have: `avanza` of `avanzato`, `advances` of `advanced`, `salita` of `sale`.
        ("la pedina avanza sulla mappa di quante caselle dice il dado", "roll-and-move", "optional-rule"),
        ("the pawn advances as many spaces as the die says", "roll-and-move", "optional-rule"),
        # A name, and `prima` with an article.
        ("Vince la prima botte che arriva in Piazza", "roll-and-move", "duty-by-end"),
        ("All'inizio del giro si tira un dado: con 1 o 2 piove, con 3-6 c'è il sole", "result-table", "price-list"),
        ("Chi ha offerto di più spinge per primo", "least-first", "most-points"),
        # A word that only begins like one of a recipe: `fata`, and `fatto` of a round's parts.
        ("Ogni fata può volare una volta per giro", "once-a-turn", None),
        # What only helps a verb: `va restituito`.
        ("Il mantello va restituito alla fine della notte", "within-a-time", "may-not"),
        # Of numbers alone nothing is told.
        ("Si gioca in sette", None, "game-length"),
        # Of two it is.
        ("Si gioca in due", "sides", "game-length"),
    ],
)
def test_what_is_alike_by_its_beginning_alone_leads_nobody_astray(
    words: str, wanted: str | None, other: str | None
) -> None:
    if wanted is None:
        assert found_for(words) == []
    else:
        assert wanted in offered(words)
    assert other not in [recipe.id for recipe in found_for(words)]


def test_what_is_beside_the_point_is_named_and_not_shown_as_an_answer(regola: Run) -> None:
    words = "Lavender grows while the clock on the wall counts the points"
    assert found_for(words) == []
    near = nearest(words)
    answer = regola("how", "--lang", "en", words)
    assert near
    assert (answer.returncode, answer.stdout) == (1, "")
    assert all(f"{recipe.id}: {recipe.en.says[0]}" in answer.stderr for recipe in near)
    assert f"`regola how {near[0].id}`" in answer.stderr
    assert regola("how", near[0].id, "--lang", "en").stdout.endswith(near[0].rules)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.id)
def test_what_heads_a_recipe_is_answered_by_it_and_so_is_its_name(recipe: Recipe, language: str) -> None:
    assert found_for(recipe.sentence(language).says[0]) == [recipe]
    assert found_for(recipe.id) == [recipe]


def test_every_form_of_a_word_of_the_list_says_the_same() -> None:
    for one, other in [
        ("armies march to the port", "an army marches to a harbour"),
        ("le pedine si muovono verso il mercato", "una pedina muoveva verso il mercato"),
    ]:
        assert nearest(one, 1) == nearest(other, 1) != []


def test_what_is_shown_can_be_kept_as_a_file_of_rules(regola: Run, tmp_path: Path) -> None:
    said = regola("how", "vehicles", "may", "not", "enter", "swamps").stdout
    first = said.split("\n\n# ")[0]
    (tmp_path / "rules.regola").write_text(first, "utf-8")
    checked = regola("check", str(tmp_path / "rules.regola"))
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    "words", [("-1 if the unit is in a forest",), ("-1", "if", "the", "unit", "is", "in", "a", "forest")]
)
def test_a_number_that_is_taken_away_is_no_option(words: tuple[str, ...], regola: Run) -> None:
    answer = regola("how", *words, "--lang", "en")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == regola("how", "--lang", "en", "--", " ".join(words)).stdout
    assert "modifiers " in answer.stdout


def test_of_what_nothing_speaks_it_is_said_where_to_look(regola: Run) -> None:
    answer = regola("how", "xyzzy")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "docs/language.md" in answer.stderr
    assert len(regola("how").stdout.splitlines()) == len(recipes())


NONSENSE = [
    "the purple elephant sings of the moon",
    "quanto costa il caffè al bar",
    "my hovercraft is full of eels",
    "e di la che",
]


def test_the_dice_of_a_turn_are_answered_first_by_rolling_and_moving() -> None:
    assert offered("on your turn roll two dice")[0] == "roll-and-move"


@pytest.mark.parametrize("words", NONSENSE)
def test_small_words_alone_make_no_recipe_speak_of_a_sentence(words: str) -> None:
    assert found_for(words) == []


@pytest.mark.parametrize(
    ("words", "wanted"), [("at most", "at-most"), ("stacking", "stacking"), ("may not", "may-not")]
)
def test_a_word_or_two_are_enough_where_they_are_what_a_recipe_is_about(words: str, wanted: str) -> None:
    assert wanted in [recipe.id for recipe in found_for(words)]


@pytest.mark.parametrize("word", ["becomes", "limit", "modifiers", "among", "repeat", "requires"])
def test_a_word_of_the_language_is_shown_where_it_is_used(word: str, regola: Run) -> None:
    shown = using(word)
    assert shown
    assert all(re.search(rf"\b{word}\b", shown_use(one, word)) for one in shown)
    assert word in regola("how", word).stdout
