"""Libraries: how they are found, what a game has of them, and the libraries that come with Regola."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import compile_game, twin_of, understand
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.incremental.check import check_game
from regola_compiler.incremental.part import part_for
from regola_compiler.incremental.session import Session
from regola_compiler.model.program import Program
from regola_compiler.model.types import Member, RecordValue, Value
from regola_compiler.project.game import Game, libraries_of, load_game, peek_game
from regola_compiler.project.libraries import Library, declared_in
from regola_compiler.project.qualified import qualified
from regola_crosscheck.base.own_rules import without_libraries
from regola_dsl.declarations import cut
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import parse_block
from regola_dsl.source import Source
from support.command import Run
from support.effort import drawn
from support.paths import ROOT
from support.random_programs import random_program
from support.small_programs import values_of

POST = ROOT / "tests" / "data" / "border_post"
LIBRARIES = sorted(folder.name for folder in (ROOT / "library").iterdir() if folder.is_dir())
BANDS = "define band(n: int 0..9) -> int 0..9 @1\n  n\n\ndefine twice(n: int 0..4) -> int 0..9 @1\n  band(n) * 2\n"


def folder(root: Path, uses: str = "uses: [bands]", rules: str = "", **libraries: str) -> Path:
    """A game, and libraries of one file each beside it."""
    game = root / "game"
    (game / "rules").mkdir(parents=True, exist_ok=True)
    (game / "game.yaml").write_text(f"id: game\ntitle: {{en: Game}}\nlanguages: [en]\n{uses}\n")
    (game / "rules" / "a.regola").write_text(rules or "define own(n: int 0..4) -> int 0..9 @1\n  bands.twice(n)\n")
    for name, text in libraries.items():
        (root / "library" / name).mkdir(parents=True, exist_ok=True)
        (root / "library" / name / "rules.regola").write_text(text)
    return game


def found_in(game: Path) -> list[Diagnostic]:
    """What a check finds, the same whether it is made whole or by a session."""
    whole = compile_game(load_game(game, "game")).found
    quick = Session().check(peek_game(game, "game")).found
    assert sorted(map(repr, whole)) == sorted(map(repr, quick))
    return whole


def told(found: list[Diagnostic]) -> list[str]:
    """Findings in a line each."""
    return [f"{one.span.path}:{one.span.line} {one.code.slug}: {one.message}" for one in found]


def test_a_game_asks_and_overrides_what_a_library_declares(tmp_path: Path, regola: Run) -> None:
    rules = (
        "define own(n: int 0..4) -> int 0..9 @1\n  bands.twice(n)\n"
        "exception less to bands.band @2 when n is 3\n  1\n"
        "example three @1\n  own(3) is 2\n  own(2) is 4\n  bands.band(4) is 4\n"
    )
    game = folder(tmp_path, rules=rules, bands=BANDS)
    assert found_in(game) == []
    assert regola("ask", str(game), "own(3)").stdout.startswith("2\n")
    module = twin_of(understand(load_game(game, "game"))).module
    assert [module.own(n) for n in range(5)] == [0, 2, 4, 2, 8]
    assert [module.bands_twice(n) for n in range(5)] == [0, 2, 4, 2, 8]


def test_what_a_game_leaves_unused_or_decides_otherwise_is_no_finding(tmp_path: Path) -> None:
    rules = "exception always to bands.band @2\n  1\nexample one @1\n  bands.band(2) is 1\n"
    assert found_in(folder(tmp_path, rules=rules, bands=BANDS)) == []


def test_a_finding_that_the_game_brings_about_is_the_games(tmp_path: Path) -> None:
    rules = "exception wide to bands.band @2 when n is 3\n  8\n"
    (found,) = found_in(folder(tmp_path, rules=rules, bands=BANDS))
    assert (found.code.slug, found.subject) == ("out-of-range", "bands.twice")
    assert (found.span.path, found.span.line) == ("game/rules/a.regola", 1)
    assert any(label.span.path == "library/bands/rules.regola" for label in found.related)


def test_the_example_of_a_finding_in_a_library_can_be_pasted(tmp_path: Path) -> None:
    rules = "exception wide to bands.band @2 when n is 3\n  8\n"
    (found,) = found_in(folder(tmp_path, rules=rules, bands=BANDS))
    assert found.witness is not None
    pasted = found_in(folder(tmp_path, rules=f"{rules}\n{found.witness.example}\n", bands=BANDS))
    assert [one.code.slug for one in pasted] == ["out-of-range"], "it reads, and shows what was found"


def test_a_library_that_is_wrong_itself_is_told_at_its_file(tmp_path: Path) -> None:
    wrong = BANDS.replace("band(n) * 2", "band(n) * 3")
    (found,) = found_in(folder(tmp_path, bands=wrong))
    assert (found.code.slug, found.span.path) == ("out-of-range", "library/bands/rules.regola")


@pytest.mark.parametrize(
    ("uses", "message", "help_text"),
    [
        ("uses: [band]", "there is no library `band`", "did you mean `bands`?"),
        ("uses: [weather]", "there is no library `weather`", "`library/weather` beside the game"),
        ("uses: [../bands]", "`../bands`", ""),
        ("uses: bands", "", ""),
        ("uses: [bands, bands]", "", ""),
        ("uses: [{a: b}]", "", ""),
    ],
)
def test_what_cannot_be_used_is_said_at_its_line(tmp_path: Path, uses: str, message: str, help_text: str) -> None:
    game = folder(tmp_path, uses, "define own -> int 0..9 @1\n  1\n", bands=BANDS)
    found = found_in(game)
    first = next(one for one in found if one.span.path == "game/game.yaml")
    assert first.span.line == 4
    assert message in first.message or message in first.help
    assert help_text in first.help


def test_a_link_leads_to_no_library(tmp_path: Path) -> None:
    game = folder(tmp_path, bands=BANDS)
    (tmp_path / "library" / "bands").rename(tmp_path / "elsewhere")
    (tmp_path / "library" / "bands").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert any(one.message == "there is no library `bands`" for one in found_in(game))


def test_libraries_that_use_one_another_in_a_circle_are_said(tmp_path: Path) -> None:
    game = folder(tmp_path, bands=BANDS, rounds="define one -> int 0..9 @1\n  1\n")
    for name, other in (("bands", "rounds"), ("rounds", "bands")):
        manifest = f"id: {name}\ntitle: {{en: One}}\nlanguages: [en]\nuses: [{other}]\n"
        (tmp_path / "library" / name / "game.yaml").write_text(manifest)
    (found,) = found_in(game)
    assert found.message == "libraries use one another in a circle: `bands` uses `rounds`, `rounds` uses `bands`"
    assert found.span.path == "library/rounds/game.yaml"


def test_a_library_uses_another_by_its_long_name(tmp_path: Path) -> None:
    more = "define three(n: int 0..3) -> int 0..9 @1\n  bands.band(n) * 3\n"
    rules = "define own(n: int 0..3) -> int 0..9 @1\n  more.three(n)\nexample e @1\n  own(3) is 9\n"
    game = folder(tmp_path, "uses: [more]", rules, bands=BANDS, more=more)
    manifest = "id: more\ntitle: {en: More}\nlanguages: [en]\nuses: [bands]\n"
    (tmp_path / "library" / "more" / "game.yaml").write_text(manifest)
    assert found_in(game) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("piece Unit @1\n  cv: int 1..6\n", "a library has no piece or place: `Unit` is for a game to declare"),
        ("sequence turn @1\n  phase one @1\n", "a library has no sequence of play: `turn` is for a game to declare"),
        (
            "define band(n: int 0..9) -> int 0..9 @1\n  n\ndefine more(band: int 0..9) -> int 0..9 @1\n  band\n",
            "`band`, which `bands` declares, is something of `more` too",
        ),
        ("enum Size @1\n  band\ndefine band -> Size @1\n  band\n", "`band`, which `bands` declares, is something of"),
    ],
)
def test_what_no_library_can_say_is_told_in_it(tmp_path: Path, text: str, message: str) -> None:
    game = folder(tmp_path, rules="define own -> int 0..9 @1\n  1\n", bands=text)
    (found,) = found_in(game)
    assert found.message.startswith(message)
    assert found.span.path == "library/bands/rules.regola"


def test_a_game_declares_nothing_that_is_called_as_its_library(tmp_path: Path) -> None:
    found = found_in(folder(tmp_path, rules="define bands -> int 0..9 @1\n  1\n", bands=BANDS))
    assert [one.message for one in found] == ["`bands` is the name of a library that the game uses"]


def test_an_edit_of_a_library_checks_its_games_again(tmp_path: Path) -> None:
    rules = "example two @1\n  bands.twice(2) is 4\n"
    game = folder(tmp_path, rules=rules, bands=BANDS)
    file = tmp_path / "library" / "bands" / "rules.regola"
    session = Session()
    for text in (
        BANDS,
        BANDS.replace("* 2", "+ 1"),
        f"# Bands.\n\n{BANDS}",
        BANDS.replace("@1", '@1 en "A band"', 1),
        f"{BANDS}\ndefine n -> int 0..9 @1\n  1\n",
        BANDS.replace("band", "strip"),
        BANDS,
    ):
        file.write_text(text)
        whole = compile_game(load_game(game, "game")).found
        assert told(session.check(peek_game(game, "game")).found) == told(whole)
        assert told(check_game(peek_game(game, "game")).found) == told(whole)
    assert session.check(peek_game(game, "game")).found == []


def test_who_watches_a_game_sees_its_libraries_change(tmp_path: Path) -> None:
    game = folder(tmp_path, bands=BANDS)
    watched = libraries_of(game, "game")
    assert watched == [tmp_path / "library" / "bands" / "rules.regola"]
    assert libraries_of(folder(tmp_path, uses=""), "game") == []


def test_a_question_reads_the_part_of_a_library_that_it_needs(tmp_path: Path) -> None:
    game = folder(tmp_path, bands=BANDS)
    check_game(peek_game(game, "game"))
    part = part_for(peek_game(game, "game"), "own", ())
    assert part is not None
    assert set(part.callables) == {"own", "bands.twice", "bands.band"}


def test_the_sections_of_a_library_are_not_those_of_the_book() -> None:
    program = understand(load_game(POST, "border_post")).program

    def cited(sections: Iterator[str]) -> set[str]:
        return {section for section in sections if "/" in section}

    item = program.callables["supply.reaches"]
    assert cited(anchor.section for anchor in item.anchors) == {"supply/2.1"}
    own = without_libraries(program).callables["supply.reaches"]
    assert own.anchors == ()
    assert "Anchor(section='1.2'" in repr(own), "the game's own exception to it keeps its section"
    assert "section='supply/" not in repr(without_libraries(program).callables)


@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_is_clean_and_says_all_in_two_languages(name: str, regola: Run) -> None:
    place = ROOT / "library" / name
    compiled = compile_game(load_game(place, name))
    assert compiled.found == []
    assert compiled.game.declared_languages == ["en", "it"]
    assert compiled.game.texts_complete
    assert regola("test", str(place)).returncode == 0
    assert regola("fmt", str(place), "--check").returncode == 0


@pytest.mark.parametrize("name", LIBRARIES)
def test_what_a_library_declares_is_found_by_its_first_lines(name: str) -> None:
    """The names that are made long are exactly those that the library declares."""
    (library,) = [one for one in peek_game(POST, "post").libraries if one.name == name]
    nodes = [parse_block(block, "a").declaration for source in library.sources for block in cut(source).blocks]
    own = understand(load_game(ROOT / "library" / name, name)).program
    expected = {*own.callables, *own.types, *own.assumptions} - own.builtin.keys()
    assert set(library.declared) == {one for one in expected if "." not in one and " " not in one}
    assert len(nodes) >= len(library.declared)
    for source in library.sources:
        for block in cut(source).blocks:
            assert qualified(parse_block(block, "a"), library).diagnostics == ()


def test_a_game_on_three_libraries_is_clean(regola: Run) -> None:
    assert compile_game(load_game(POST, "border_post")).found == []
    assert regola("test", str(POST)).returncode == 0


def _of_library(value: Value) -> Value:
    """A value of a program as the game has it that uses the program as its library."""
    match value:
        case Member():
            return Member(f"bands.{value.enum}", value.index)
        case RecordValue():
            fields = tuple((name, _of_library(part)) for name, part in value.fields)
            return RecordValue(f"bands.{value.record}", fields)
        case tuple():
            return tuple(_of_library(part) for part in value)
    return value


def _answer(program: Program, name: str, arguments: list[Value]) -> Value | str:
    try:
        answer: Value = Interpreter(program).call(name, arguments)
    except RuleError as error:
        return type(error).__name__
    return answer


@settings(deadline=None, max_examples=drawn(25))
@given(st.integers(0, 10**6))
def test_a_library_answers_in_a_game_what_it_answers_alone(seed: int) -> None:
    """Any program may be a library: its long names change no answer, whoever asks."""
    text = random_program(random.Random(seed))
    alone = Game("alone", Path(), {}, [Source("alone.regola", text)])
    shelf = Source("library/bands/rules.regola", text)
    own = "define own -> int 0..9 @1\n  1\n"
    library = Library("bands", (shelf,), (), declared_in([shelf]))
    game = Game("game", Path(), {}, [Source("game.regola", own)], libraries=(library,))
    one, other = understand(alone), understand(game)
    assert sorted(found.code.slug for found in one.found) == sorted(found.code.slug for found in other.found)
    assert {f"bands.{name}" for name in one.program.callables} | {"own"} == set(other.program.callables)
    pick = random.Random(seed)
    for name, item in one.program.callables.items():
        for _ in range(5):
            arguments = [pick.choice(values_of(parameter.type)) for parameter in item.parameters]
            found = _answer(one.program, name, arguments)
            said = _answer(other.program, f"bands.{name}", [_of_library(value) for value in arguments])
            assert said == (found if isinstance(found, str) else _of_library(found)), name


# --- the libraries against brute force ---------------------------------------------------


@pytest.fixture(scope="module")
def post() -> ModuleType:
    return twin_of(understand(load_game(POST, "border_post"))).module


def around(column: int, row: int) -> set[tuple[int, int]]:
    """The neighbours of a hex where odd columns lie low, by hand: from a picture, not from the formula."""
    low = {(0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, 1)}
    high = {(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)}
    return {(column + x, row + y) for x, y in (low if column % 2 else high)}


def steps_from(start: tuple[int, int], most: int) -> dict[tuple[int, int], int]:
    """How many steps each hex is away, as far as `most`."""
    found, todo = {start: 0}, deque([start])
    while todo:
        here = todo.popleft()
        for there in around(*here) if found[here] < most else ():
            if there not in found:
                found[there] = found[here] + 1
                todo.append(there)
    return found


@given(st.integers(-9, 99), st.integers(-9, 99))
def test_neighbours_and_distances_are_those_of_a_walk(post: ModuleType, column: int, row: int) -> None:
    here = post.hexes_Hex(column=column, row=row)
    assert {(one.column, one.row) for one in post.hexes_neighbours(here)} == around(column, row)
    for (x, y), steps in steps_from((column, row), 4).items():
        there = post.hexes_Hex(column=x, row=y)
        assert post.hexes_distance(here, there) == steps
        assert post.hexes_adjacent(here, there) == (steps == 1)


@given(st.integers(0, 99), st.integers(0, 99))
def test_a_hex_is_that_of_its_number(post: ModuleType, column: int, row: int) -> None:
    here = post.hexes_numbered(column * 100 + row)
    assert (here.column, here.row, post.hexes_number(here)) == (column, row, column * 100 + row)


@given(st.integers(1, 200), st.integers(1, 200))
def test_odds_never_favour_the_attacker(post: ModuleType, attack: int, defence: int) -> None:
    left, _, right = str(post.odds_column(attack, defence)).partition("-")
    told_odds, true_odds = Fraction(int(left), int(right)), Fraction(attack, defence)
    assert told_odds <= true_odds
    columns = [Fraction(n) for n in range(1, 201)] + [Fraction(1, n) for n in range(2, 201)]
    assert told_odds == max(one for one in columns if one <= true_odds)


@given(st.lists(st.integers(1, 6), min_size=1, max_size=12), st.integers(1, 7))
def test_a_pool_is_counted_as_by_hand(post: ModuleType, pool: list[int], needed: int) -> None:
    dice = tuple(pool)
    assert post.dice_hits(dice, needed) == len([die for die in pool if die >= needed])
    assert post.dice_at_most(dice, needed - 1) == len([die for die in pool if die < needed])
    assert (post.dice_total(dice), post.dice_best(dice), post.dice_worst(dice)) == (sum(pool), max(pool), min(pool))


def test_lines_of_supply_are_those_of_a_walk(post: ModuleType) -> None:
    """Random posts on the map of the sample game: zones, the river, and lines of ten steps to the depot."""
    source = random.Random(14)
    for _ in range(6):
        posts = {(source.randint(1, 10), source.randint(1, 10)) for _ in range(source.randint(0, 8))}
        position = post.Position(post={(column * 100 + row,): True for column, row in posts})

        def zone(x: int, y: int, posts: set[tuple[int, int]] = posts) -> bool:
            return any((a, b) in posts and {a, x} != {5, 6} for a, b in around(x, y))

        reached, todo = {(1, 1): 0}, deque([(1, 1)])
        # A line goes from the unit to the depot and is closed to what it enters: the depot too, not where it begins.
        while todo:
            here = todo.popleft()
            if here != (1, 1) and zone(*here):
                continue
            if here == (1, 1) and zone(1, 1):
                break
            for x, y in around(*here):
                if 1 <= x <= 10 and 1 <= y <= 10 and (x, y) not in reached:
                    reached[x, y] = reached[here] + 1
                    todo.append((x, y))
        for x in range(1, 11):
            for y in range(1, 11):
                here = post.hexes_Hex(column=x, row=y)
                assert post.supply_zone(position, here, 2) == zone(x, y)
                expected = (x, y) == (1, 1) or reached.get((x, y), 99) <= 10
                assert post.supply_line(position, here, 1, 2) == expected, (posts, x, y)
