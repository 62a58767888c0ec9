"""A check after a change says what a check of the whole game says."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.analysis.session import Analysis
from regola_compiler.driver import compile_game
from regola_compiler.incremental import check
from regola_compiler.incremental.check import check_game
from regola_compiler.incremental.digests.subjects import Subject
from regola_compiler.incremental.findings import Round
from regola_compiler.incremental.results import Checked
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import Game, load_game, peek_game
from regola_dsl import cache
from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source
from regola_dsl.store import ROUNDS
from support.command import Run
from support.edits import edited_game
from support.effort import dear, drawn
from support.paths import GAMES
from support.random_position_programs import random_position_program
from support.slices import _EVERYWHERE, RULES, outline

# Shown as one of the games of the repository: a text that has not changed is read once in a process (support/games.py).
SHOWN = "games/lantern_pass"
TABLE = """table extra(die: d6) -> d6 @9.1
  it "Altro"  en "Something else"
  | die | extra |
  | 1-6 | 3     |

example of_extra @9.1
  it "Altro"  en "Something else"
  extra(3) is 3

"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of this test's own."""
    monkeypatch.setenv("REGOLA_CACHE", str(tmp_path / "kept"))
    cache.folder.cache_clear()
    yield tmp_path / "kept"
    cache.folder.cache_clear()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A game to damage."""
    return Path(shutil.copytree(GAMES / "lantern_pass", tmp_path / "lantern_pass"))


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache as a first check of the game leaves it."""
    folder = tmp_path_factory.mktemp("filled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGOLA_CACHE", str(folder / "kept"))
        cache.folder.cache_clear()
        again(Path(shutil.copytree(GAMES / "lantern_pass", folder / "lantern_pass")))
    cache.folder.cache_clear()
    return folder / "kept"


@pytest.fixture
def begun(filled: Path, kept: Path) -> Path:
    """A cache of this test's own, in which lies what a first check has found."""
    return Path(shutil.copytree(filled, kept, dirs_exist_ok=True))


def told(found: list[Diagnostic]) -> list[Any]:
    return [(d.code.slug, d.message, d.span, d.help, d.notes, d.related, d.witness) for d in found]


def again(place: Path) -> Checked:
    """A check by the next process; a whole check looks for no slip."""
    check._sessions.clear()  # noqa: SLF001  what only a process knows
    return check_game(peek_game(place, SHOWN), slips=False)


def damaged(lines: list[str], pick: Random) -> list[str]:
    """Lines with one of the mistakes that an editor makes."""
    out, at = list(lines), pick.randrange(len(lines))
    match pick.choice(["delete", "number", "blank", "comment", "not", "double"]):
        case "delete":
            del out[at]
        case "number":
            out[at] = re.sub(r"\b\d+\b", lambda m: str(int(m[0]) + 1), out[at], count=1)
        case "blank":
            out.insert(at, "")
        case "comment":
            out.insert(at, "# hm")
        case "not":
            out[at] = out[at].replace(" not ", " ", 1)
        case _:
            out.insert(at, out[at])
    return out


@pytest.mark.parametrize("seed", [2])
def test_a_check_after_a_change_finds_what_a_whole_check_finds(begun: Path, place: Path, seed: int) -> None:
    del begun
    pick = Random(seed)
    files = sorted((place / "rules").glob("*.regola")) + sorted((place / "examples").glob("*.regola"))
    again(place)
    for _ in range(dear(4)):
        file = pick.choice(files)
        before = file.read_text("utf-8")
        file.write_text("\n".join(damaged(before.split("\n"), pick)), "utf-8")
        quick, whole = again(place), compile_game(load_game(place, SHOWN))
        assert told(quick.found) == told(whole.found)
        assert (quick.limits, quick.accepted) == (whole.limits, whole.accepted)
        if pick.random() < 0.7:
            file.write_text(before, "utf-8")


def test_what_has_not_changed_is_not_looked_at_again(begun: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del begun
    first = again(place)

    def refuse(*_: object) -> None:
        raise AssertionError("it was looked at again")

    monkeypatch.setattr("regola_compiler.incremental.findings.Round._look", refuse)
    monkeypatch.setattr("regola_compiler.incremental.findings.running_examples", refuse)
    with monkeypatch.context() as unchanged:
        unchanged.setattr("regola_compiler.incremental.session.Session.check", refuse)
        assert told(again(place).found) == told(first.found)
    file = min((place / "rules").glob("*.regola"))
    file.write_text("# a comment, and the lines below move down\n" + file.read_text("utf-8"), "utf-8")
    assert told(again(place).found) == told(first.found)


def test_a_change_reaches_only_what_rests_on_it(place: Path) -> None:
    before = outline(peek_game(place, SHOWN))
    assert before is not None
    # The last of its tables: the first is asked by an assumption, and so everything rests on it.
    file = max(file for file in (place / "rules").glob("*.regola") if "\ntable " in file.read_text("utf-8"))
    text = file.read_text("utf-8")
    name = re.search(r"^table (\w+)", text, re.MULTILINE)
    assert name is not None
    file.write_text(re.sub(r"^(table \w+.*)$", r"\1  # changed", text, count=1, flags=re.MULTILINE), "utf-8")
    after = outline(peek_game(place, SHOWN))
    assert after is not None
    changed = {c.name for c, old, new in zip(after.chunks, before.keys, after.keys, strict=True) if old != new}
    assert name[1] in changed
    assert len(changed) < len(after.chunks) // 2


def test_a_cache_that_cannot_be_read_is_made_again(begun: Path, place: Path) -> None:
    first = again(place)
    for file in begun.iterdir():
        file.write_bytes(b"\x80\x05nonsense")
    assert told(again(place).found) == told(first.found)


def test_a_cache_that_others_may_write_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv("REGOLA_CACHE", str(shared))
    cache.folder.cache_clear()
    assert cache.folder() is None
    cache.folder.cache_clear()


def test_off_means_off(regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGOLA_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert regola("check", "games/classics/tic_tac_toe.regola").returncode == 0
    assert list(tmp_path.iterdir()) == []
    monkeypatch.delenv("REGOLA_CACHE")
    assert regola("check", "games/classics/tic_tac_toe.regola").returncode == 0
    assert list(tmp_path.iterdir()) != [], "where it is not off something is kept"


BOOK = """define toll(laden: bool) -> int 1..9 @1.1, 2.1
  exception in_the_text @1.1
    if laden then 4 else 2
  exception in_the_chart @2.1
    3

table price(die: d6) -> int 1..9 @3.1
  | die | price |
  | 1-6 | 4     |

example a_price @"3.1/example"
  price(2) is 5

erratum tolls @1.1, 2.1
  @1.1 says toll(true) is 4
  @2.1 says toll(true) is 3
  ruling in_the_text over in_the_chart because en "the chart is a summary"

erratum prices @3.1, "3.1/example"
  @3.1 says price(2) is 4
  @"3.1/example" says price(2) is 5
  ruling @3.1 because en "the table is the rule"

define years -> int 1..9 @4.1
  4

define days -> int 1..9 @4.2
  5
"""


def test_a_flipped_bit_changes_no_finding(kept: Path, tmp_path: Path) -> None:
    """The findings of a book with contradictions, whatever happened to what is kept of them."""
    file = tmp_path / "book.regola"
    start = BOOK.index("erratum tolls")
    file.write_text(BOOK[:start] + BOOK[BOOK.index("\n\n", start) + 2 :], "utf-8")
    first, pick = again(file), Random(1)
    assert first.found
    (pack,) = kept.glob("game-*")
    whole = pack.read_bytes()
    for _ in range(25):
        damaged = bytearray(whole)
        damaged[pick.randrange(len(damaged))] ^= 1 << pick.randrange(8)
        pack.write_bytes(damaged)
        assert told(again(file).found) == told(first.found)


def test_what_is_left_untried_is_told_after_an_edit_elsewhere(kept: Path, tmp_path: Path) -> None:
    """A limit belongs to the declaration that is explored, and stays while that stays."""
    del kept
    file = tmp_path / "scale.regola"
    text = "scale Od of ratios open @1\n  1-1, 2-1, 3-1\n\n"
    text += "define o(x: Od) -> bool @9\n  x > 1-1\n"
    file.write_text(text, "utf-8")
    first = again(file)
    assert first.limits
    file.write_text(text + "\ndefine later -> int 1..9 @9.2\n  3\n", "utf-8")
    assert again(file).limits == first.limits


@pytest.mark.parametrize(("erratum", "slug"), [("tolls", "contradiction"), ("prices", "example-fails")])
def test_an_erratum_that_goes_is_missed_by_what_it_settled(kept: Path, tmp_path: Path, erratum: str, slug: str) -> None:
    """By a ruling over a nested exception, and by an excuse for an example."""
    del kept
    file = tmp_path / "book.regola"
    file.write_text(BOOK, "utf-8")
    assert not again(file).found
    start = BOOK.index(f"erratum {erratum}")
    file.write_text(BOOK[:start] + BOOK[BOOK.index("\n\n", start) + 2 :], "utf-8")
    assert [d.code.slug for d in again(file).found] == [slug]


def test_what_a_sheet_lacks_is_told_after_an_edit(begun: Path, place: Path) -> None:
    """A rule that a sheet names gets another name; a table is added."""
    del begun
    shutil.rmtree(place / "sheets", ignore_errors=True)
    names = compile_game(load_game(place, SHOWN)).ir.tables
    rule, file = next(
        (found[1], path)
        for path in sorted((place / "rules").glob("*.regola"))
        if (found := re.search(r"^rule (\w+)", path.read_text("utf-8"), re.MULTILINE))
    )
    (place / "sheets").mkdir()
    left_out = "\n".join(f"  {name}: not needed" for name in names)
    sheet = f"sides:\n- columns:\n  - blocks:\n    - rules: ''\n      pick: [{rule}]\nnot-shown:\n{left_out}\n"
    (place / "sheets" / "aid.yaml").write_text(sheet, "utf-8")
    assert not again(place).found
    text = file.read_text("utf-8")
    file.write_text(TABLE + text, "utf-8")
    assert [one.code.slug for one in again(place).found] == ["not-on-a-sheet"]
    file.write_text(text, "utf-8")
    for path in place.rglob("*.regola"):
        path.write_text(re.sub(rf"\b{rule}\b", f"{rule}_now", path.read_text("utf-8")), "utf-8")
    found = again(place).found
    assert [one.code.slug for one in found] == ["sheet-names-nothing"]
    assert told(found) == told(compile_game(load_game(place, SHOWN)).found)


# What a declaration is to a slice, for each kind that is in none of the two sets of slices.py: found by its name, or
# added to what it names. A kind that nobody thought of would be left out of slices, and what rests on it would not be
# looked at again.
NAMED = frozenset({"state", "given", "example", "accept", "label", "sequence", "phase", "change"})
ADDING = frozenset({"exception", "rule", "erratum", "limit", "also"})


def test_slices_know_every_kind_of_declaration() -> None:
    assert {*KINDS} == (_EVERYWHERE - {"given type"}) | RULES | NAMED | ADDING


@pytest.mark.parametrize("game", ["lantern_pass", "caucasus"])
def test_what_slices_read_in_a_text_is_a_kind_of_declaration(game: str) -> None:
    graph = outline(load_game(GAMES / game, game))
    assert graph is not None
    assert {chunk.kind for chunk in graph.chunks} <= {*KINDS, "given type", "scenario"}
    assert all(chunk.name for chunk in graph.chunks)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A line for each check that was not told again, but looked."""
    counted: list[str] = []
    run = Session.check

    def check_counted(self: Session, game: Game) -> Checked:
        counted.append(game.id)
        return run(self, game)

    monkeypatch.setattr("regola_compiler.incremental.session.Session.check", check_counted)
    return counted


FINDS = BOOK.replace("  4\n\ndefine days", "  14\n\ndefine days")


@pytest.mark.parametrize(
    ("old", "new", "again_looked"),
    [
        ("# first", "# first\n# a comment", 0),
        ("table price", "\n\ntable price", 0),
        ("  | 1-6 | 4     |", "\n  # a comment\n  | 1-6 | 4     |", 0),
        ("the chart is a summary", "the chart sums up", 0),
        ("the chart is a summary", " ", 1),
        ('en "the chart is a summary"', 'it "la tabella riassume"', 1),
        ("price(2) is 5", "price(3) is 5", 1),
        ("@3.1", "@3.2", 1),
        ("define years", "define years_on", 1),
        ("define years -> int 1..9 @4.1\n", "define years -> int 1..9 @4.1\n  # where something is found\n", 1),
    ],
)
def test_what_is_no_meaning_is_told_again(
    kept: Path, tmp_path: Path, looked: list[str], old: str, new: str, again_looked: int
) -> None:
    """A comment, an empty line and a text move findings; what may mean something is looked at."""
    del kept
    file = tmp_path / "book.regola"
    file.write_text(f"# first\n{FINDS}", "utf-8")
    assert again(file).found
    looked.clear()
    file.write_text(f"# first\n{FINDS}".replace(old, new, 1), "utf-8")
    quick = again(file)
    assert len(looked) == again_looked
    whole = compile_game(load_game(file, SHOWN))
    assert told(quick.found) == told(whole.found)
    assert (quick.limits, quick.accepted) == (whole.limits, whole.accepted)


@settings(max_examples=drawn(30), deadline=None)
@given(st.integers(0, 10_000), st.booleans())
def test_edits_of_random_programs(tmp_path_factory: pytest.TempPathFactory, seed: int, stays: bool) -> None:
    """What is told again and what is looked at, in new processes or in one that stays, is as a whole check has it."""
    pick, folder = Random(seed), tmp_path_factory.mktemp("edits")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("REGOLA_CACHE", str(folder / "kept"))
        cache.folder.cache_clear()
        file = folder / "one.regola"
        game = Game("one", Path(), {}, shown="one")
        game.sources.append(Source("one.regola", random_position_program(pick)))
        for _ in range(5):
            file.write_text(game.sources[0].text, "utf-8")
            quick = check_game(peek_game(file, SHOWN), slips=False) if stays else again(file)
            whole = compile_game(load_game(file, SHOWN))
            assert told(quick.found) == told(whole.found)
            assert (quick.limits, quick.accepted) == (whole.limits, whole.accepted)
            game = edited_game(game, pick, pick.choice(("comment", "blank", "text", "text", "number", "half")))
    cache.folder.cache_clear()


def test_what_was_found_is_kept_however_many_texts_are_edited(kept: Path, place: Path, looked: list[str]) -> None:
    """More of them than rounds for which something is kept that nobody asks for."""
    del kept
    file = min((place / "rules").glob("*.regola"))
    again(place)
    looked.clear()
    for number in range(ROUNDS + 2):
        file.write_text(f"# comment {number}\n{file.read_text('utf-8')}", "utf-8")
        again(place)
    assert looked == []
    seen: list[str] = []
    look = Round._look  # noqa: SLF001  counted here, and done

    def look_counted(self: Round, subject: Subject, survey: Analysis) -> Any:
        seen.append(subject.name)
        return look(self, subject, survey)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Round, "_look", look_counted)
        file.write_text(file.read_text("utf-8") + "\ndefine one_more -> int 1..9 @9.9\n  3\n", "utf-8")
        again(place)
    assert seen == ["one_more"]
