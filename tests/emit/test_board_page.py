"""A game played on its page, by keys: what may be done there is at each step what the Python module says, and its end, too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from regola_compiler.driver import Compiled
from regola_compiler.emit.board.html import board, can_be_played
from regola_compiler.emit.board.squares import square_of
from regola_compiler.emit.board.words import WORDS
from regola_compiler.emit.python.module import python_module
from regola_runtime import Game, Misfit
from regola_runtime.play import Do, End, Pick
from regola_runtime.played.json_values import to_json
from support.browser import Browser
from support.checkers import axe, nu
from support.command import Run
from support.games import imported, understood
from support.html_tree import assert_sound, read
from support.paths import GAMES
from support.reference_games import PAYLOADS
from support.small_programs import compiled_text

CLASSICS = ("tic_tac_toe", "draughts", "reversi", "duel")
MOVES = "[...document.querySelectorAll('[data-move]')].map((one) => JSON.parse(one.dataset.move))"
STATUS = "document.getElementById('status').textContent"
# The history as the page writes it, and the position as who is on turn sees it.
TEXTS = """(() => {
  const box = document.querySelector("details.files");
  box.open = false; box.open = true;
  return new Promise((go) => setTimeout(() => go(["game-text", "position-text"].map((id) => document.getElementById(id).value)), 5));
})()"""


def compiled_game(name: str) -> Compiled:
    if name not in CLASSICS:
        return understood(name)
    from regola_compiler.driver import understand
    from regola_compiler.project.game import load_game

    return understand(load_game(GAMES / "classics" / f"{name}.regola", name))


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Any:
    def begin(name: str) -> tuple[Browser, ModuleType]:
        compiled = compiled_game(name)
        page, module = tmp_path / f"{name}.html", tmp_path / f"{name}.py"
        page.write_text(board(compiled), "utf-8")
        module.write_text(python_module(compiled.ir), "utf-8")
        browser.open(page)
        browser.value("new Promise((go) => setTimeout(go, 50))")
        return browser, imported(module)

    return begin


def press(browser: Browser, selector: str, place: int = 0) -> None:
    """Press a button by keys: it is focused, as by the tabulator, and entered."""
    browser.value(f"document.querySelectorAll({json.dumps(selector)})[{place}].focus()")
    browser.press("Enter")


def at_start(browser: Browser, scenario: str | None, seed: int) -> None:
    browser.value("document.querySelector('details.new').open = true")
    if scenario is not None:
        browser.value(f"document.getElementById('scenario').value = {json.dumps(scenario)}")
    browser.value(f"document.getElementById('seed').value = {seed}")
    press(browser, "form.begin button")


def history(browser: Browser) -> list[dict[str, Any]]:
    text, _ = browser.value(TEXTS)
    found: list[dict[str, Any]] = json.loads(text)["history"]
    return found


def legal(game: Game[Any]) -> list[dict[str, Any]]:
    """What may be done by the module, as a saved game writes it."""
    found: list[dict[str, Any]] = []
    for move in game.legal_moves:
        match move:
            case Do(action, arguments):
                kinds = game.play.kinds[action]
                found.append({"do": action, "with": [to_json(a, k) for a, k in zip(arguments, kinds, strict=True)]})
            case End(phase):
                found.append({"end": phase})
            case Pick(variable, item):
                found.append({"pick": variable, "item": to_json(item, game.play.kinds[variable][0])})
            case _:
                raise AssertionError(move)
    return found


def sorted_moves(moves: list[Any]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in moves)


@pytest.mark.parametrize(
    ("name", "scenario", "seed", "most"),
    [
        ("lantern_pass", "last_night", 5, 400),
        ("lantern_pass", "first_frost", 6, 60),
        ("tic_tac_toe", None, 1, 20),
        ("draughts", None, 2, 40),
        ("reversi", None, 3, 30),
    ],
)
def test_a_game_is_played_by_keys_as_the_module_plays_it(
    name: str, scenario: str | None, seed: int, most: int, opened: Any
) -> None:
    browser, module = opened(name)
    at_start(browser, scenario, seed)
    random = Random(seed)
    began = {"game": name, **({"scenario": scenario} if scenario else {})}
    game = Game.from_json(module.PLAY, {**began, "history": history(browser)})
    for _ in range(most):
        if game.is_game_over():
            break
        offered = browser.value(MOVES)
        assert sorted_moves(offered) == sorted_moves(legal(game))
        if name == "tic_tac_toe" or game.turn is not None:
            assert browser.value("document.querySelector('#status b') !== null")
        press(browser, "[data-move]", random.randrange(len(offered)))
        # What the dice showed on the page is what they show in the module.
        told = history(browser)
        game = Game.from_json(module.PLAY, {**began, "history": told})
    text, position = browser.value(TEXTS)
    assert json.loads(position) == json.loads(json.dumps(game.position.to_json()))
    assert browser.wrong == []
    assert browser.value("document.activeElement.id") == "status"  # what has changed is said, and read from there
    if name == "tic_tac_toe" or scenario == "last_night":
        outcome = game.outcome()
        assert outcome is not None
        assert browser.value(MOVES) == []
        assert WORDS["en"]["over"] in browser.value(STATUS)
    assert [one for one in browser.asked if not one.startswith("file:")] == []
    # The history is all there is: read again, it is the same game.
    at_start(browser, scenario, seed + 1)
    browser.value(f"{TEXTS}.then(() => {{ document.getElementById('game-text').value = {json.dumps(text)}; }})")
    press(browser, "#load-text")
    assert browser.value(TEXTS) == [text, position]


def test_taking_back_brings_back_what_was_and_rolls_nothing_anew(opened: Any) -> None:
    browser, _ = opened("lantern_pass")
    at_start(browser, "first_frost", 9)
    random, seen = Random(9), [browser.value(TEXTS)]
    for _ in range(25):
        press(browser, "[data-move]", random.randrange(len(browser.value(MOVES))))
        seen.append(browser.value(TEXTS))
    last = browser.value(MOVES)
    press(browser, "[data-move]", len(last) - 1)
    rolled = browser.value(TEXTS)
    press(browser, "#undo")
    assert browser.value(TEXTS) == seen[-1]
    press(browser, "[data-move]", len(last) - 1)
    assert browser.value(TEXTS) == rolled
    for before in reversed(seen):
        press(browser, "#undo")
        assert browser.value(TEXTS) == before
    assert browser.value("document.getElementById('undo').disabled")


def test_dice_may_be_entered_by_hand(opened: Any) -> None:
    browser, module = opened("lantern_pass")
    browser.value("document.getElementById('by-hand').click()")
    at_start(browser, "first_frost", 1)
    for _ in range(60):
        if browser.value("document.querySelector('form.dice') !== null"):
            break
        press(browser, "[data-move]", len(browser.value(MOVES)) - 1)
    assert browser.value("document.activeElement.tagName") == "SELECT"
    browser.press("4")
    browser.press("Tab", "Enter")
    told = history(browser)
    assert [row[-1] for one in told for row in one.get("rolled", ())] == [4]
    game = Game.from_json(module.PLAY, {"game": "lantern_pass", "scenario": "first_frost", "history": told})
    assert sorted_moves(browser.value(MOVES)) == sorted_moves(legal(game))


def test_it_is_said_why_something_is_not_allowed(opened: Any) -> None:
    browser, _ = opened("lantern_pass")
    at_start(browser, "first_frost", 1)
    press(browser, "details.why summary")
    browser.value("new Promise((go) => setTimeout(go, 20))")
    browser.value("document.querySelector('details.why select').value = 'roll_combat'")
    browser.value("document.querySelector('details.why select').dispatchEvent(new Event('change'))")
    press(browser, "details.why form button")
    assert browser.value("document.querySelector('details.why [role=status]').textContent.length") > 10
    browser.value("document.querySelector('details.why select').value = 'enter'")
    browser.value("document.querySelector('details.why select').dispatchEvent(new Event('change'))")
    said = set()
    for place in range(8):
        browser.value(f"document.querySelectorAll('details.why select')[2].value = {place}")
        press(browser, "details.why form button")
        said.add(browser.value("document.querySelector('details.why [role=status]').textContent"))
    assert len(said) > 1


def test_what_is_hidden_is_shown_to_nobody_else(opened: Any) -> None:
    browser, module = opened("duel")
    at_start(browser, None, 8)
    text, position = "", "{}"
    asked = 0
    while WORDS["en"]["over"] not in browser.value(STATUS):
        assert browser.value("document.getElementById('board').hidden")
        assert browser.value("document.getElementById('more').hidden")
        assert browser.value(MOVES) == []
        who = browser.value("document.querySelector('.hand b').textContent")
        press(browser, "#i-am")
        text, position = browser.value(TEXTS)
        assert text == ""  # the history says what is hidden
        assert {row[0] for row in json.loads(position)["hand"]} == {who}
        asked += 1
        press(browser, "[data-move]", 0)
        while browser.value("document.querySelector('.hand') === null") and browser.value(MOVES):
            press(browser, "[data-move]", 0)
    assert asked > 2
    assert browser.wrong == []
    text, position = browser.value(TEXTS)
    game = Game.from_json(module.PLAY, json.loads(text))
    assert game.is_game_over()
    assert json.loads(position) == json.loads(json.dumps(game.position.to_json()))


BIDDING = """
enum Power @1.1
  north, south
players Power @1.1
state arms(p: Power): int 0..20 = 0 @2.1
state tithe(p: Power): int 0..20 = 2 @2.1
sequence year @2
  phase arming by north, south at once @2.1
action arm(p: Power) by p in arming @2.1
  allowed unless forbidden
  pays 1 from tithe(p)
  effect arms(p) gains 1
"""


def test_of_what_is_done_at_once_nobody_sees_what_the_other_did(browser: Browser, tmp_path: Path) -> None:
    compiled = compiled_text(BIDDING)
    assert not compiled.failed
    file = tmp_path / "bidding.html"
    file.write_text(board(compiled), "utf-8")
    browser.open(file)
    browser.value("new Promise((go) => setTimeout(go, 30))")
    for who in ("north", "south"):
        assert browser.value("document.querySelector('.hand b').textContent") == who
        press(browser, "#i-am")
        press(browser, "[data-move]", 0)
        text, position = browser.value(TEXTS)
        assert text == ""
        assert json.loads(position)["arms"] == [[who, 1]]
        unseen = browser.value("document.querySelector('.history').textContent").count(WORDS["en"]["hidden_move"])
        assert unseen == (0 if who == "north" else 2)
        press(browser, "[data-move]", len(browser.value(MOVES)) - 1)
    text, position = browser.value(TEXTS)
    assert sorted(json.loads(position)["arms"]) == [["north", 1], ["south", 1]]
    assert len(json.loads(text)["history"]) == 4
    assert browser.wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "3",
        '{"game": "other", "history": []}',
        '{"game": "lantern_pass", "history": [{}]}',
        '{"game": "lantern_pass", "history": [{"do": "enter", "with": ["x"]}]}',
        '{"game": "lantern_pass", "history": [{"do": "__proto__", "with": []}]}',
        '{"game": "lantern_pass", "scenario": "constructor", "history": []}',
        '{"game": "lantern_pass", "scenario": "first_frost", "history": [{"rolled": [["cast.die", 3]]}]}',
        '{"game": "lantern_pass", "scenario": "first_frost", "history": [{"end": "movement"}]}',
        '{"game": "lantern_pass", "history": [], "position": {"nothing": 1}}',
    ],
)
def test_what_is_no_game_is_refused_and_the_game_stays(text: str, opened: Any) -> None:
    browser, module = opened("lantern_pass")
    at_start(browser, "first_frost", 4)
    press(browser, "[data-move]", 1)
    before = browser.value(TEXTS)
    browser.value(f"document.getElementById('game-text').value = {json.dumps(text)}")
    press(browser, "#load-text")
    assert WORDS["en"]["not_loaded"] in browser.value("document.querySelector('.files [role=status]').textContent")
    assert browser.value(TEXTS) == before
    assert browser.wrong == []
    if "cast" in text:
        return  # to the module it is chance that nobody asked for
    with pytest.raises((Misfit, ValueError)):
        Game.from_json(module.PLAY, json.loads(text))


# --- the page ---


HOSTILE = """
enum Player @"p"
  en "@1"
  a en "@1", b
players Player @"p"
piece Man @"p"
  en "@1"
  side: Player en "@1"
  state worn: int 0..3 = 0 en "@1"
sequence game @"q"
  for p in a, b
    phase turn by p ends when done wear(_) in turn @"r"
      en "@1"
action wear(m: Man) in turn @"s"
  en "@1"
  allowed unless forbidden
  effect m.worn gains 1
rule never @"</script>"
  en "@1"
  m must not wear when m.worn is 3
setup @"t"
  x: Man(side: a)
"""


@pytest.mark.parametrize("payload", [one for one in PAYLOADS if '"' not in one and "\\" not in one])
def test_no_text_of_a_game_breaks_out_of_the_page(payload: str, browser: Browser, tmp_path: Path) -> None:
    compiled = compiled_text(HOSTILE.replace("@1", payload))
    assert not compiled.failed
    text = board(compiled)
    page = read(text)
    assert_sound(page)
    assert len(page.all("script")) == len(page.all("style")) == 1
    file = tmp_path / "game.html"
    file.write_text(text, "utf-8")
    browser.open(file)
    browser.value("new Promise((go) => setTimeout(go, 30))")
    press(browser, "[data-move]")
    assert browser.value(f"document.body.innerText.includes({json.dumps(payload.split(maxsplit=1)[0])})")
    assert browser.value("document.images.length + document.querySelectorAll('main script, main b b').length") == 0
    assert browser.wrong == []


def test_every_word_is_there_in_both_languages() -> None:
    assert WORDS["it"].keys() == WORDS["en"].keys()
    used = set(
        re.findall(
            r'word\("(\w+)"\)', (Path(board.__code__.co_filename).parent / "templates" / "board.js").read_text("utf-8")
        )
    )
    assert used <= WORDS["en"].keys()


def test_the_page_is_sound_for_checkers_of_pages(browser: Browser, tmp_path: Path, opened: Any) -> None:
    opened("lantern_pass")
    file = tmp_path / "lantern_pass.html"
    assert nu([file]) == []
    shown = "for (const one of document.querySelectorAll('details')) one.open = true; new Promise((go) => setTimeout(go, 50))"
    assert axe(browser, file, before=shown) == []
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    try:
        browser.open(file)
        browser.value(shown)
        assert browser.value("document.documentElement.scrollWidth") <= 390
    finally:
        browser.call("Emulation.clearDeviceMetricsOverride")


def test_a_game_without_anything_to_do_has_no_page(regola: Run, tmp_path: Path) -> None:
    file = tmp_path / "dice.regola"
    file.write_text(
        'table hits(die: d6) -> bool @"t"\n  | die | hits  |\n  | 1-5 | false |\n  | 6   | true  |\n', "utf-8"
    )
    assert not can_be_played(compiled_text(file.read_text("utf-8")).ir)
    done = regola("build", str(file), "--target", "page", "-o", str(tmp_path / "out"))
    assert done.returncode == 2
    assert "no sequence of play with something to do in it" in done.stderr
    assert not (tmp_path / "out").exists()


CHASE = """
enum Side @1
  robbers, guards
players Side @1
state coins(s: Side): int 0..9 = 4 @1
place Town @2
  roads: list of Town = [] @2
piece Man @3
  side: Side
  state stands: Town @3
  state hunted_to: int 0..9 = 0 @3
  state asleep: bool = false @3
setup @2
  Mill: Town(roads: [Ford])
  Ford: Town(roads: [Mill])
  robin: Man(side: robbers, stands: Mill)
action run(m: Man, to: Town among m.stands.roads) by m.side in flight @4
  allowed unless forbidden
  effect m.stands becomes to
  effect coins(robbers) loses 1
sequence chase @5
  repeat until coins(robbers) is 0
  phase flight by robbers @5.1
"""


def test_a_piece_stands_where_its_rules_say_whatever_they_call_it(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "chase.html"
    file.write_text(board(compiled_text(CHASE)), "utf-8")
    browser.open(file)
    browser.value("new Promise((go) => setTimeout(go, 30))")
    here = "[...document.querySelectorAll('table.map tbody tr')].map((row) => row.lastChild.textContent)"
    facts = "document.querySelector('dl.facts').textContent"
    # What a number is at first is said: nobody knows else where a race begins, or with how much.
    assert browser.value(here) == ["robin robbers · hunted to: 0", ""]
    assert "coins: robbers4" in browser.value(facts)
    press(browser, "[data-move]", 0)
    assert browser.value(here) == ["", "robin robbers · hunted to: 0"]
    assert "coins: robbers3coins: guards4" in browser.value(facts)
    assert browser.wrong == []


TIDE = """
enum Side @1
  gulls, herons
players Side @1
state level: int 0..6 = 0 @1
sequence day @2
  repeat until level is 6
  phase tide_of_the_day @2.1
    en "The tide"
    roll first_die: d6 @2.1
    roll swell: d6 @2.1
      en "The swell"
    effect level becomes min(first_die, swell) @2.1
  phase moves by gulls @2.2
action wait(side: Side) by side in moves @2.2
  allowed unless forbidden
"""


def test_a_die_of_a_phase_is_called_as_it_is_and_not_by_the_name_of_its_phase(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "tide.html"
    file.write_text(board(compiled_text(TIDE)), "utf-8")
    browser.open(file)
    told = browser.until("[...document.body.innerText.split('\\n')].find((line) => line.includes(' shows '))")
    assert re.fullmatch(r"The tide — first die shows \d; The swell shows \d", told)


ROUNDS = """
enum Side @1
  gulls, herons
players Side @1
place Rock @1
  number: int 0..9
  nests: int 0..9 = 0
state level: int 0..600 = 0 @1
setup @1
  Tall: Rock(number: 0)
  Low: Rock(number: 1, nests: 2)
sequence day @2
  repeat until level is 600
  phase tide @2.1
    en "The tide"
    roll height: d6 @2.1
    effect level gains 1 @2.1
  phase moves by gulls @2.2
action fish(side: Side) by side in moves @2.2
  allowed unless forbidden
  limit 1 each moves
  roll catch: d6 @2.2
  effect level gains catch @2.2
"""


def test_what_a_later_phase_rolls_stands_by_itself_and_not_with_the_move_before(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "rounds.html"
    file.write_text(board(compiled_text(ROUNDS)), "utf-8")
    browser.open(file)
    browser.until(f"{MOVES}.length")
    done = "[...document.querySelectorAll('.history li')].map((one) => one.textContent)"
    press(browser, "[data-move]", 0)
    press(browser, "[data-move]", 0)
    told = [re.sub(r"\d", "N", line) for line in browser.value(done)]
    assert told[0] == "The tide — height shows N"
    assert told[-2:] == ["Fish: gulls — catch shows N", "The tide — height shows N"]
    assert browser.wrong == []


def test_a_printed_nought_is_shown_unless_it_is_what_holds_of_all_that_say_nothing(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "rounds.html"
    file.write_text(board(compiled_text(ROUNDS)), "utf-8")
    browser.open(file)
    rows = browser.until("[...document.querySelectorAll('table.map tbody th')].map((one) => one.textContent)")
    assert rows == ["Tall number: 0", "Low number: 1 · nests: 2"]


def test_a_game_that_begins_in_several_ways_asks_in_which_and_says_it(opened: Any) -> None:
    browser, _ = opened("lantern_pass")
    assert browser.value(STATUS) == WORDS["en"]["which"]
    begins = "[...document.querySelectorAll('[data-scenario]')].map((one) => one.dataset.scenario)"
    assert browser.value(begins) == list(understood("lantern_pass").program.starts)
    assert browser.value(MOVES) == []
    assert browser.value("document.getElementById('board').hidden")
    press(browser, "[data-scenario]", 2)
    told = "document.getElementById('begun').textContent"
    assert browser.value(told) == "Scenario: The last night"
    assert browser.value("document.activeElement.id") == "status"
    assert browser.value(MOVES) != []
    assert not browser.value("document.getElementById('board').hidden")
    at_start(browser, "first_frost", 3)
    assert browser.value(told) == "Scenario: First Frost"
    assert browser.wrong == []


def test_a_saved_game_is_gone_on_with_before_a_scenario_is_chosen(opened: Any) -> None:
    browser, _ = opened("lantern_pass")
    at_start(browser, "last_night", 3)
    press(browser, "[data-move]", 0)
    text, position = browser.value(TEXTS)
    browser, _ = opened("lantern_pass")
    assert browser.value(TEXTS) == ["", ""]
    browser.value(f"document.getElementById('game-text').value = {json.dumps(text)}")
    press(browser, "#load-text")
    assert browser.value("document.getElementById('begun').textContent") == "Scenario: The last night"
    assert browser.value(TEXTS) == [text, position]
    assert browser.wrong == []


BOARD = """
enum Side @1
  north, south
players Side @1
piece Man @2
  side: Side @2
  speed: int 1..3 @2
  state row: int 1..4 @2
  state column: int 1..5 @2
  state load: int 0..3 = 0 @2
setup @3
  nina: Man(side: north, speed: 2, row: 1, column: 2)
  North: Man(side: north, speed: 1, row: 2, column: 2)
define taken(r: int, c: int) -> bool @4
  any m in Man where m.row is r and m.column is c
action walk(m: Man) by m.side in turn @4
  allowed unless forbidden
  requires not taken(m.row + 1, m.column) @4
  effect m.row gains 1
action turn(m: Man) by m.side in turn @4
  allowed unless forbidden
  effect m.column gains 1
  effect m.load gains 1
sequence play @5
  phase turn by north @5
"""
ASKED = "any m in Man where m.row is r and m.column is c"


def square_in(text: str) -> tuple[str, str] | None:
    compiled = compiled_text(text)
    assert not compiled.failed
    ir = compiled.ir
    (man,) = (one for one in ir.pieces if one.name == "Man")
    return square_of(ir, man)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("", ""),
        (ASKED, "any m in Man where m.side is north and m.column is c and m.row is r"),
        (ASKED, "any m in Man where any n in Man where r + c is (m.row - n.row) + (m.column - n.column)"),
        (ASKED, "any m in Man where hill(m.row, m.column)\ngiven hill(r: int 1..4, c: int 1..5): bool @4"),
    ],
)
def test_two_numbers_that_are_asked_of_as_a_place_are_one(was: str, now: str) -> None:
    assert square_in(BOARD.replace(was, now)) == ("Man.row", "Man.column")


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (ASKED, "any m in Man where m.row is r"),  # each by itself
        (ASKED, "any m in Man where m.row is 1 and m.column is 3"),  # two amounts that are reached
        (ASKED, "any m in Man where (any n in Man where (m.row is r and n.column is c))"),  # of two men
        ("effect m.row gains 1", "effect m.load gains 0"),  # one of them never changes
        ("  state row: int 1..4 @2", "  row: int 1..4 @2"),  # one is printed
        ("state column: int 1..5", "state column: int 1..500"),  # nothing that could be drawn
    ],
)
def test_two_numbers_of_a_piece_are_no_square_by_themselves(was: str, now: str) -> None:
    assert was in BOARD
    text = BOARD.replace(was, now)
    assert square_in(text if "state row" in text else text.replace("m.row gains", "m.load gains")) is None


@pytest.mark.parametrize("stands", [False, True])
def test_a_board_is_drawn_where_a_piece_has_a_square_and_no_place(
    stands: bool, browser: Browser, tmp_path: Path
) -> None:
    text = BOARD
    if stands:
        text = text.replace("piece Man", "place Town @2\npiece Man").replace(
            "  side: Side @2", "  side: Side @2\n  state at: Town @2"
        )
        text = (
            text.replace("setup @3\n", "setup @3\n  Mill: Town()\n")
            .replace("row: 1", "at: Mill, row: 1")
            .replace("row: 2", "at: Mill, row: 2")
        )
    compiled = compiled_text(text)
    assert not compiled.failed
    file = tmp_path / "men.html"
    file.write_text(board(compiled), "utf-8")
    browser.open(file)
    browser.value("new Promise((go) => setTimeout(go, 30))")
    heads = browser.value("[...document.querySelectorAll('table.squares caption')].map((one) => one.textContent)")
    assert heads == ([] if stands else ["row, column"])
    if stands:
        # Whose a man is, is said as that where he is called like his side.
        men = browser.value("[...document.querySelectorAll('table.map li')].map((one) => one.textContent)")
        assert [one.split(" · ")[0] for one in men] == ["nina north", "North side: north"]
    else:
        squares = "[...document.querySelectorAll('table.squares tbody tr')].map((row) => [...row.cells].map((one) => one.textContent))"
        assert browser.value(squares)[:2] == [["1", "", "nina north", "", "", ""], ["2", "", "North north", "", "", ""]]
    assert browser.wrong == []
