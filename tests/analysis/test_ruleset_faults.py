"""Mistakes made in the text of the game of the tour: what a check must always find is always found."""

from __future__ import annotations

from pathlib import Path

import pytest
from regola_dsl.source import Source
from support.effort import PROFILE, some
from support.ruleset_faults import ANALYSIS, EXAMPLE, NAMES, Fault, Judge, Judged

# Kinds of which every fault is found, and what has to find it; and the least that is found of all kinds together.
ALWAYS = {
    "row deleted": ANALYSIS,
    "row doubled": ANALYSIS,
    "range widened": ANALYSIS,
    "range shrunk": ANALYSIS,
    "exception doubled": ANALYSIS,
    "name misspelt": NAMES,
    "anchor removed": ANALYSIS,
    "circle made": NAMES,
    "member left out": NAMES,
    "precedence removed": ANALYSIS,
}
# `make test` makes faults of every second kind.
ALWAYS = {kind: ALWAYS[kind] for kind in some(ALWAYS, every=2)}
FEW = {
    "cell changed",
    "exception left out",
    "rule left out",
    "modality flipped",
    "condition changed",
    "modifier raised",
}
LEAST = 0.8
# So many of each kind; and what is as dear as ten others: in the file of combat all that is asked of a battle is asked
# again, and where what may be done must not, all that can be done at all.
EACH, DEAR = (3, frozenset[str]()) if PROFILE != "steady" else (1, frozenset({"09_combat.regola", "modality flipped"}))


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge("lantern_pass")


@pytest.fixture(scope="module")
def judged(judge: Judge) -> list[Judged]:
    """Faults of the kinds that are always found and of the commonest others, as many of each."""
    kinds: dict[str, list[Fault]] = {kind: [] for kind in (*ALWAYS, *some(sorted(FEW), every=2))}
    for fault in judge.seeds.drawn(400, 5):
        if fault.kind in kinds and len(kinds[fault.kind]) < EACH and not DEAR & {fault.kind, Path(fault.path).name}:
            kinds[fault.kind].append(fault)
    found = [judge.judge(fault) for faults in kinds.values() for fault in faults]
    return [one for one in found if one is not None]


@pytest.mark.parametrize("kind", ALWAYS)
def test_what_must_be_found_is_found(kind: str, judged: list[Judged]) -> None:
    mine = [one for one in judged if one.fault.kind == kind]
    assert mine, "a kind that is not tried"
    assert [(one.fault, one.codes) for one in mine if ALWAYS[kind] not in one.by] == []


def test_a_good_part_of_everything_is_found(judged: list[Judged]) -> None:
    found = [one for one in judged if one.by]
    assert len(found) / len(judged) >= LEAST, [one.fault for one in judged if not one.by]
    assert {name for one in found for name in one.by} == {NAMES, ANALYSIS, EXAMPLE}


def test_what_changes_nothing_is_no_fault(judge: Judge) -> None:
    path = "games/lantern_pass/rules/04_weather.regola"
    lines = judge.seeds.texts[path]
    row = next(number for number, line in enumerate(lines, 1) if line.startswith("  | 1-2"))
    split = Fault("row doubled", path, row, row, ("  | 1   | clear   |", "  | 2   | clear   |"))
    assert judge.judge(split) is None
    comment = Fault("row doubled", path, row, row - 1, ("  # nothing at all",))
    assert judge.judge(comment) is None
    other = judge.judge(Fault("cell changed", path, row, row, ("  | 1-2 | snow    |",)))
    assert other is not None
    assert other.by


def test_a_fault_is_put_where_it_is_said_to_be(judge: Judge) -> None:
    for fault in judge.seeds.drawn(100, 3):
        old = next(source for source in judge.compiled.game.sources if source.path == fault.path)
        new = Source(fault.path, fault.put(old.text)).text.split("\n")
        lines = old.text.split("\n")
        assert new[: fault.first - 1] == lines[: fault.first - 1]
        assert new[len(new) - len(lines) + fault.last :] == lines[fault.last :]


def test_the_same_seed_draws_the_same(judge: Judge) -> None:
    assert judge.seeds.drawn(40, 1) == judge.seeds.drawn(40, 1)
    assert judge.seeds.drawn(40, 1) != judge.seeds.drawn(40, 2)
