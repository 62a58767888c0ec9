"""Lines changed by chance: every kind of change finds its places, changes what it says, and is told where it stands."""

from __future__ import annotations

import sys
from random import Random

from support.effort import some
from support.mutants import ALL, mutants
from support.mutants_of_meaning import KINDS, mutants_of_meaning
from support.paths import GAMES, ROOT

sys.path.insert(0, str(ROOT / "tests" / "benchmarks"))
import mended

TEXTS = {path.as_posix(): path.read_text("utf-8") for path in sorted((GAMES / "lantern_pass").rglob("*.regola"))}


def test_each_kind_finds_lines_to_change_and_changes_those_alone() -> None:
    found = mutants(TEXTS, Random("kinds"), each=3)
    assert {one.kind for one in found} == {*ALL}
    for one in found:
        was, now = TEXTS[one.path].split("\n"), one.written(TEXTS[one.path]).split("\n")
        begin, end = one.line - 1, one.line - 1 + len(one.was)
        assert tuple(was[begin:end]) == one.was != one.now
        assert now == [*was[:begin], *one.now, *was[end:]]


def test_each_kind_of_meaning_finds_lines_to_change_and_changes_one() -> None:
    """In `make test` in every third file of the games."""
    texts = {path.as_posix(): path.read_text("utf-8") for path in some(sorted(GAMES.rglob("*.regola")))}
    texts["put_up.regola"] = 'setup\n  red: Cart(at: "Salina")\n'
    found = mutants_of_meaning(texts, Random("meaning"), each=2, kinds=(*KINDS,))
    assert {one.kind for one in found} == {*KINDS}
    for one in found:
        assert len(one.was) == len(one.now) == 1
        assert one.was != one.now
        was, now = texts[one.path].split("\n"), one.written(texts[one.path]).split("\n")
        assert [n for n, (a, b) in enumerate(zip(was, now, strict=True), 1) if a != b] == [one.line]


def test_the_same_seed_draws_the_same_and_another_does_not() -> None:
    draws = [mutants(TEXTS, Random(seed), each=2, kinds=("letter", "cell")) for seed in ("a", "a", "b")]
    assert draws[0] == draws[1] != draws[2]


def test_what_is_told_is_graded() -> None:
    game = mended.Game(GAMES / "classics" / "tic_tac_toe.regola")
    found = mutants(game.texts, Random("graded"), each=2, kinds=("doubled", "neighbours-exchanged", "without-at"))
    graded = [game.told(one).grade for one in found]
    assert len(graded) == 6
    assert graded.count("right") >= 5
    (path,) = game.texts
    whole = mended.Mutant("none", path, 1, (game.texts[path].split("\n")[0],), ("# another remark",))
    assert game.told(whole).grade == ""
