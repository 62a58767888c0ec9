"""Counter sheets, maps and the scenarios that use them: what is right in them, and every kind of mistake at its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import Compiled, understand
from regola_compiler.evaluate.play.pieces import there_are
from regola_compiler.incremental.session import Session
from regola_compiler.model.types import Handle
from regola_compiler.play.rules import Playing
from regola_compiler.project.components import ABOUT, read_table
from regola_compiler.project.game import load_game, peek_game
from regola_dsl.source import Source
from support.command import Run
from support.effort import drawn
from support.patience import bounded

FILES = {
    "game.yaml": "id: road\ntitle: {en: Road}\nlanguages: [en]\n",
    "rules/a.regola": """\
enum Side @1
  red, blue

enum Ground @1
  open, wood

place Space @2
  ground: Ground = open
  tracks: list of Space = []

piece Unit @2
  side: Side
  cv: int 1..6
  state at: Space or none = none
  state steps: int 0..6 = cv

given road(a: Space, b: Space): bool = false @2

define capital -> Space @3
  "Rome"

define heaviest -> Unit @3
  "Tank 2"

choice on_the_map @3
  among u in Unit where u.at is not none

action march(u: Unit among on_the_map, to: Space among u.at.tracks) @3
  allowed unless forbidden
  effect u.at becomes to

example to_the_sea @3
  given setup of start
  "Tank 1".at is capital
  heaviest.cv is 4
  road("Rome", "Ostia")
  do march("Tank 1", "Ostia")
  "Tank 1".at is "Ostia"
  "Tank 2".at is capital
  "Tank 3".at is none
  count u in Unit is 4
""",
    "counters/all.csv": "name,count,side,cv\nTank,3,red,4\nFoot,,blue,3\n",
    "maps/italy.yaml": """\
neighbours: {tracks: {both: true}, road: {both: true}}
places:
  - {name: Rome, tracks: [Ostia], road: [Ostia]}
  - {name: Ostia, ground: wood, tracks: [Rome], road: [Rome]}
""",
    "scenarios/start.yaml": """\
id: start
title: {en: Start}
position: {}
setup:
  - {at: Rome, counter: Tank, count: 2}
  - {at: Ostia, counter: Foot, place: {steps: 2}}
""",
}


@pytest.fixture
def road(tmp_path: Path) -> Callable[..., Path]:
    """Write the game, some of its files otherwise, and give its folder."""

    def write(**changed: str | None) -> Path:
        files: dict[str, str | None] = {
            **FILES,
            **{
                name.replace("__", "/").replace("_yaml", ".yaml").replace("_csv", ".csv"): t
                for name, t in changed.items()
            },
        }
        for name, text in files.items():
            path = tmp_path / "road" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_text(text)
        return tmp_path / "road"

    return write


def said(folder: Path) -> list[tuple[str, str, int, str, str]]:
    """What is found in a game: its slug, file and line, what is said, and the help."""
    with bounded():
        compiled = understand(load_game(folder, "road"))
    return [(d.code.slug, d.span.path, d.span.line, d.message, d.help) for d in compiled.found]


def understood_in(folder: Path) -> Compiled:
    return understand(load_game(folder, "road"))


def test_a_game_of_counters_and_a_map_is_sound(road: Callable[..., Path], regola: Run) -> None:
    folder = road()
    assert regola("check", str(folder), "--strict").returncode == 0
    tested = regola("test", str(folder))
    assert "1 passed, 0 failed" in tested.stdout


def test_every_counter_of_the_sheet_exists_and_is_nowhere_until_it_is_placed(road: Callable[..., Path]) -> None:
    compiled = understood_in(road())
    position = Playing(compiled.program).start("start")
    assert [one.text for one in there_are(position, "Unit") if isinstance(one, Handle)] == [
        "Tank 1",
        "Tank 2",
        "Tank 3",
        "Foot",
    ]
    placed = {key[1][0]: value for key, value in position.items() if key[0] == "Unit.at"}
    assert placed == {
        Handle("Unit", "Tank 1"): Handle("Space", "Rome"),
        Handle("Unit", "Tank 2"): Handle("Space", "Rome"),
        Handle("Unit", "Foot"): Handle("Space", "Ostia"),
    }
    assert position["Unit.steps", (Handle("Unit", "Foot"),)] == 2


ERRATUM = """
define can_march(u: Unit) -> bool @3
  exception none_without_tracks @4 when u.at is none or u.at.tracks is []
    false
  exception all_on_the_map @5 when u.at is not none
    true
  exception none_beside_it @5 when u.at is none
    false

erratum marching @4, 5
  @4 says not can_march("Tank 1") given setup of start, "Tank 1".at is "Capri"
  @5 says can_march("Tank 1") given setup of start, "Tank 1".at is "Capri"
  ruling none_without_tracks over all_on_the_map because
    en "There is nowhere to go"
"""
ISLAND = "  - {name: Capri}\n"


def checked(folder: Path, session: Session | None = None) -> list[tuple[str, int, str, str]]:
    """What a whole check finds in a game: its slug and line, what is said, and the help."""
    found = (session or Session()).check(peek_game(folder, "road")).found
    return [(d.code.slug, d.span.line, d.message, d.help) for d in found]


def test_an_example_tells_behind_its_scenario_what_is_otherwise(road: Callable[..., Path], regola: Run) -> None:
    folder = road()
    rules = folder / "rules" / "a.regola"
    told = '  given setup of start, "Tank 3".at is "Ostia", "Tank 1".steps is 2\n  "Tank 3".at is "Ostia"\n  "Tank 1".steps is 2\n'
    rules.write_text(f'{FILES["rules/a.regola"]}  "Tank 2".at is "Rome"\n\nexample elsewhere @3\n{told}')
    assert "2 passed, 0 failed" in regola("test", str(folder)).stdout
    # The scenario stands first: what comes before it would be overwritten.
    behind = told.replace('setup of start, "Tank 3".at is "Ostia"', '"Tank 3".at is "Ostia", setup of start')
    rules.write_text(f"{FILES['rules/a.regola']}\nexample elsewhere @3\n{behind}")
    ((_, _, help_),) = [(line, message, note) for _, line, message, note in checked(folder)]
    assert 'given setup of start, "Tank 3".at is "Ostia", "Tank 1".steps is 2' in help_


def test_an_erratum_may_suppose_a_scenario(road: Callable[..., Path]) -> None:
    folder = road(maps__italy_yaml=FILES["maps/italy.yaml"] + ISLAND)
    rules = folder / "rules" / "b.regola"
    rules.write_text(ERRATUM)
    assert checked(folder) == []
    # Without it the counter stands in Rome, from where there is a way.
    rules.write_text(ERRATUM.replace(', "Tank 1".at is "Capri"', ""))
    assert {(code, line) for code, line, _, _ in checked(folder)} == {("erratum-stale", 11)}


def test_a_scenario_that_an_erratum_supposes_and_that_is_not_there_is_told(road: Callable[..., Path]) -> None:
    folder = road(maps__italy_yaml=FILES["maps/italy.yaml"] + ISLAND)
    (folder / "rules" / "b.regola").write_text(ERRATUM.replace("setup of start", "setup of stort"))
    told = [(line, message, note) for _, line, message, note in checked(folder) if "stort" in message]
    assert [line for line, _, _ in told] == [11, 12]
    assert "supposes the scenario `stort`, which does not exist" in told[0][1]
    assert told[0][2] == "there are: start"


def test_a_scenario_that_an_erratum_supposes_is_looked_at_again_when_it_changes(road: Callable[..., Path]) -> None:
    folder = road(maps__italy_yaml=FILES["maps/italy.yaml"] + ISLAND)
    (folder / "rules" / "b.regola").write_text(ERRATUM.replace(', "Tank 1".at is "Capri"', ""))
    start = folder / "scenarios" / "start.yaml"
    session = Session()
    assert {code for code, _, _, _ in checked(folder, session)} == {"erratum-stale"}
    start.write_text(FILES["scenarios/start.yaml"].replace("{at: Rome, counter", "{at: Capri, counter"))
    after = checked(folder, session)
    assert after == checked(folder)
    assert "erratum-stale" not in {code for code, _, _, _ in after}


# What is written in the place of a file, where it is told, and words of what is said.
MISTAKES = [
    ("counters__all_csv", "name,side,cv\nTank,red,4\nTank,blue,3\n", "counters/all.csv", 3, "named twice", ""),
    ("counters__all_csv", "name,side,cv\nTank,rad,4\n", "counters/all.csv", 2, "no value of `Side`", ""),
    ("counters__all_csv", "name,side,cv\nTank,red,9\n", "counters/all.csv", 2, "outside `int 1..6`", ""),
    ("counters__all_csv", "name,sides,cv\nTank,red,4\n", "counters/all.csv", 2, "has no field `sides`", "`side`"),
    ("counters__all_csv", "name,cv\nTank,4\n", "counters/all.csv", 2, "`side` of `Tank` is not said", ""),
    ("counters__all_csv", "name,side,cv\nTank,red\n", "counters/all.csv", 2, "has 2 cells", ""),
    ("counters__all_csv", "nam,side,cv\nTank,red,4\n", "counters/all.csv", 1, "no column is called `name`", ""),
    ("counters__all_csv", "name,cv,cv\nTank,4,4\n", "counters/all.csv", 1, "two columns are called `cv`", ""),
    ("counters__all_csv", "name,count,side,cv\nTank,many,red,4\n", "counters/all.csv", 2, "no number of counters", ""),
    ("counters__all_csv", 'name,side,cv\n"Tank,red,4\n', "counters/all.csv", 2, "cannot be read as a table", ""),
    ("counters__all_csv", "name,type,side,cv\nTank,Unti,red,4\n", "counters/all.csv", 2, "no piece `Unti`", "`Unit`"),
    (
        "maps__italy_yaml",
        "places:\n  - {name: Rome, tracks: [Ostai]}\n  - {name: Ostia}\n",
        "maps/italy.yaml",
        2,
        "there is no `Space` `Ostai`",
        "",
    ),
    (
        "maps__italy_yaml",
        "neighbours: {tracks: {both: true}}\nplaces:\n  - {name: Rome, tracks: [Ostia]}\n  - {name: Ostia}\n",
        "maps/italy.yaml",
        4,
        "is not said of `Ostia` and `Rome`",
        "add `Rome` to `tracks` of `Ostia`",
    ),
    (
        "maps__italy_yaml",
        "neighbours: {road: {both: true}}\nplaces:\n  - {name: Rome, road: [Ostia]}\n  - {name: Ostia}\n",
        "maps/italy.yaml",
        4,
        "`road` of `Rome` names `Ostia`",
        "",
    ),
    (
        "maps__italy_yaml",
        "neighbours: {trakcs: {both: true}}\nplaces:\n  - {name: Rome}\n  - {name: Ostia}\n",
        "maps/italy.yaml",
        1,
        "no fact `trakcs`",
        "`tracks`",
    ),
    (
        "maps__italy_yaml",
        "places:\n  - {name: Rome}\n  - {name: Ostia}\n  - {name: Rome}\n",
        "maps/italy.yaml",
        4,
        "named twice",
        "",
    ),
    ("maps__italy_yaml", "title: {en: Nothing}\n", "maps/italy.yaml", 1, "has no places", ""),
    (
        "maps__italy_yaml",
        "places:\n  - {name: Rome, tracks: [Kiev]}\n  - {name: Ostia}\n",
        "maps/italy.yaml",
        2,
        "is not on this map",
        "",
    ),
    ("scenarios__start_yaml", "{}{{at: Rome, counter: Tnak}}", "scenarios/start.yaml", 6, "no sheet has", "`Tank`"),
    (
        "scenarios__start_yaml",
        "{}{{at: Rome, counter: Tank 1}}\n  - {{at: Rome, counter: Tank 1}}",
        "scenarios/start.yaml",
        7,
        "`Tank 1` is placed twice: at line 6",
        "",
    ),
    ("scenarios__start_yaml", "{}{{at: Rome, counter: Tank, count: 4}}", "scenarios/start.yaml", 6, "sheet has 3", ""),
    ("scenarios__start_yaml", "{}{{at: Rom, counter: Tank}}", "scenarios/start.yaml", 6, "no `Space` `Rom`", ""),
    (
        "scenarios__start_yaml",
        "{}{{at: Kiev, counter: Tank}}",
        "scenarios/start.yaml",
        6,
        "`Kiev` is on the map `east`, and this scenario is played on `italy`",
        "",
    ),
    (
        "scenarios__start_yaml",
        "{}{{at: Rome, counter: Foot, place: {{stepz: 2}}}}",
        "scenarios/start.yaml",
        6,
        "has no field `stepz`",
        "`steps`",
    ),
    (
        "scenarios__start_yaml",
        "{}{{at: Rome, counter: Foot, place: {{cv: 2}}}}",
        "scenarios/start.yaml",
        6,
        "is printed on `Foot`",
        "",
    ),
    (
        "scenarios__start_yaml",
        "id: start\ntitle: {en: S}\nmap: itly\nposition: {}\n",
        "scenarios/start.yaml",
        3,
        "there is no map `itly`",
        "`italy`",
    ),
    ("scenarios__start_yaml", "id: start\ntitle: {en: S}\nposition: {}\n", "scenarios/start.yaml", 1, "its map", ""),
]


@pytest.mark.parametrize(("file", "text", "path", "line", "words", "hint"), MISTAKES)
def test_a_mistake_is_told_at_its_line(
    road: Callable[..., Path], file: str, text: str, path: str, line: int, words: str, hint: str
) -> None:
    head = "id: start\ntitle: {en: S}\nmap: italy\nposition: {}\nsetup:\n  - "
    changed = {file: text.format(head) if text.startswith("{}") else text}
    changed["maps__east_yaml"] = "places:\n  - {name: Kiev}\n"
    found = [one for one in said(road(**changed)) if one[1] == f"road/{path}"]
    assert [(where, words in message, hint in help_) for _, _, where, message, help_ in found[:1]] == [
        (line, True, True)
    ], found


@pytest.mark.parametrize("key", sorted(ABOUT))
@pytest.mark.parametrize("start", ["", " = 2"], ids=["said of each", "with a start"])
def test_a_field_that_no_entry_can_give_is_told_once(road: Callable[..., Path], key: str, start: str) -> None:
    """What has the name of a key of every entry is the entry's own, in a sheet and on a map."""
    folder = road()
    rules = folder / "rules" / "a.regola"
    for field, path in (("cv: int 1..6", "counters/all.csv"), ("ground: Ground = open", "maps/italy.yaml")):
        rules.write_text(FILES["rules/a.regola"].replace(field, f"{field}\n  {key}: int 0..9{start}"))
        ((slug, where, _, message, _),) = said(folder)
        assert (slug, where) == ("bad-components", f"road/{path}")
        assert message.startswith(f"the field `{key}` of ")


@pytest.mark.parametrize(("wrong", "hint"), [('"Roma"', "Rome"), ('"Ostia 7"', "Ostia")], ids=["near", "with a number"])
def test_a_place_that_no_map_names_is_found_in_the_rules(road: Callable[..., Path], wrong: str, hint: str) -> None:
    folder = road()
    rules = folder / "rules" / "a.regola"
    rules.write_text(rules.read_text().replace('-> Space @3\n  "Rome"', f"-> Space @3\n  {wrong}"))
    told = [one for one in said(folder) if one[0] == "unknown-name"]
    assert len(told) == 1
    assert "names a `Space`" in told[0][3]
    assert hint in told[0][4]


def test_a_session_says_what_a_check_from_the_start_says(road: Callable[..., Path]) -> None:
    session = Session()
    steps: list[dict[str, str | None]] = [
        {},
        {"counters__all_csv": "name,count,side,cv\nFoot,,blue,3\nTank,3,red,4\n"},
        {"counters__all_csv": "name,count,side,cv\nTank,1,red,4\nFoot,,blue,3\n"},
        {"maps__italy_yaml": "places:\n  - {name: Roma}\n  - {name: Ostia}\n"},
        {"counters__all_csv": None},
        {},
    ]
    for changed in steps:
        folder = road(**changed)
        told = session.check(peek_game(folder, "road"))
        anew = Session().check(peek_game(folder, "road"))
        assert [(d.code.slug, d.span, d.message) for d in told.found] == [
            (d.code.slug, d.span, d.message) for d in anew.found
        ]


def test_a_question_names_counters_and_puts_pieces_up(road: Callable[..., Path], regola: Run) -> None:
    folder = str(road())
    asked = regola("ask", folder, "march", "u=Tank 1", "to=Ostia", "--scenario", "start")
    assert (asked.returncode, asked.stdout.splitlines()[0]) == (0, "allowed")
    wrong = regola("ask", folder, "march", "u=Tank 4", "to=Ostia")
    assert wrong.returncode == 2
    assert "did you mean `Tank" in wrong.stderr
    put = ["--with", 'scout: Unit(side: red, cv: 2, at: "Rome")']
    assert regola("ask", folder, "scout.steps", *put).stdout.splitlines()[0] == "2"
    assert regola("ask", folder, "march", "u=scout", "to=Ostia", *put).stdout.splitlines()[0] == "allowed"
    moved = regola("ask", folder, "march", "u=scout", "to=Ostia", "scout.at=Ostia", *put)
    assert moved.stdout.splitlines()[0] == "forbidden"
    for line in (
        "scout: Unit(side: red, cv: 9)",
        "scout: Unit(side",
        "Unit",
        "Foot: Unit(side: red, cv: 2)",
        "a: b: c",
    ):
        refused = regola("ask", folder, "scout.steps", "--with", line)
        assert refused.returncode == 2, refused.stdout
        assert "Traceback" not in refused.stderr


@settings(max_examples=drawn(60), deadline=None)
@given(st.text(alphabet=st.sampled_from('name,count;"\n 3\tTé\x00'), max_size=60))
def test_whatever_stands_in_a_table_is_read_or_refused_with_a_line(text: str) -> None:
    data, found = read_table(Source("counters/x.csv", text), "counters")
    assert (data is None) == bool(found)
    assert all(1 <= one.span.line <= text.count("\n") + 2 for one in found)
