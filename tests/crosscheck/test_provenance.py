"""Which numbers of the rules a book must say: what is compared or returned, never what only bounds a value."""

from __future__ import annotations

import pytest
from regola_compiler.driver import compile_game
from regola_crosscheck.base.finding import Confidence
from regola_dsl.diagnostics import Severity
from support.cases import game_of
from support.crosscheck_cases import held

BASE = """
enum Size @9.9
  small
  large
define hurt() -> int 0..90 @1.1
  5
state hits: int 0..77 = 0 @9.9
state used(s: Size): int 0..13 = 0 @9.9
define gap(most: int 2..34, s: Size) -> bool @9.9
  most > used(s) + 2
define fits(n: int 0..99, s: Size) -> bool @9.9
  n > used(s)
"""
TEXT = """\
**1.1 Tiro.** Ogni colpo fa 5 danni.

**1.2 Altro.** Restano ancora 15 colpi.

**1.3 Fine.** Poi si smette.

**9.9 Conti.** Si conta fino a 2, 13, 34 e 77.
"""

WAY = """
given beside(s: Size): list of Size = [] @9.9
given toll(s: Size): int 0..3 = 1 @9.9

path way(start: Size) over beside @1.1
  from start
  first at most 48 points from a to b costing toll(b)
"""
# What stands in the rules of 1.1, and the numbers of it that are no statements of the book.
BOUNDS = {
    "a range that is gone through": (
        "define all_of(s: Size) -> bool @1.1\n  all n in 2..9 where used(s) is not n",
        "3 5 9",
    ),
    "a count through a range": ("define many(s: Size) -> int 0..8 @1.1\n  count n in 2..9 where used(s) is n", "4 8 9"),
    "what is left to the end": (
        "define rest(n: int 0..50) -> int 0..90 @1.1\n  min(77 - hits, n + 2)",
        "77",
    ),
    "not yet at the end": ("define room(s: Size) -> bool @1.1\n  used(s) < 13", "13"),
    "at the end": ("define full(s: Size) -> bool @1.1\n  used(s) >= 13", "13"),
    "a cap": ("define low(n: int 0..90) -> int 0..70 @1.1\n  min(60, n + 2)", "60"),
    "a cap below zero": ("define both(n: int -90..90) -> int -70..70 @1.1\n  max(-60, min(60, n + 2))", "60"),
    "an argument at the end of its parameter": (
        "define no_gap(s: Size) -> bool @1.1\n  gap(if s is small then 2 else 34, s)",
        "34",
    ),
    "how far a way is looked for": (WAY, "48"),
    "the least of an answer": ("define least(s: Size) -> int 6..11 @1.1\n  if used(s) > 2 then 6 else 11", "6 11"),
}
STATED = {
    "compared": ("define over(s: Size) -> bool @1.1\n  used(s) > 7", "7"),
    "equal": ("define just(s: Size) -> bool @1.1\n  used(s) is 7", "7"),
    "returned": ("define worth() -> int 0..90 @1.1\n  7", "7"),
    "added": ("define more(n: int 0..50) -> int 0..90 @1.1\n  n + 7", "7"),
    "handed on": ("define wide(s: Size) -> bool @1.1\n  gap(7, s)", "7"),
    "how many steps": (WAY.replace("48 points from a to b costing toll(b)", "7 steps"), "7"),
    "a choice": ("define some(s: Size) -> bool @1.1\n  used(s) in {7, 8}", "7 8"),
}


def missed(rules: str, text: str = TEXT) -> dict[str, Confidence]:
    """The numbers that 1.1 is told not to say, with how sure."""
    compiled = compile_game(game_of([BASE + "\n" + rules]))
    assert not [one for one in compiled.found if one.weight is Severity.ERROR], compiled.found
    found = held(compiled.program, {"it": text}).found
    return {
        one.key: one.confidence
        for one in found
        if one.section == "1.1" and one.diagnostic.code.slug == "number-not-in-text"
    }


@pytest.mark.parametrize("name", BOUNDS)
def test_what_bounds_a_value_is_no_fact_of_the_book(name: str) -> None:
    rules, numbers = BOUNDS[name]
    found = missed(rules)
    assert all(found.get(number, Confidence.POSSIBLE) is Confidence.POSSIBLE for number in numbers.split()), found


@pytest.mark.parametrize("name", STATED)
def test_what_is_compared_or_returned_is_one(name: str) -> None:
    rules, numbers = STATED[name]
    found = missed(rules)
    assert {number: found.get(number) for number in numbers.split()} == dict.fromkeys(
        numbers.split(), Confidence.LIKELY
    )


def test_what_is_counted_off_is_no_fact_of_the_book() -> None:
    rules = "define needed(s: Size) -> int 1..6 @1.1\n  "
    rules += "".join(f"if fits({n}, s) then {n} else " for n in (1, 2, 3)) + "6"
    assert "3" not in {number for number, sure in missed(rules).items() if sure > Confidence.POSSIBLE}


def test_what_another_rule_of_the_chapter_says_is_repeated() -> None:
    line = "define {0}(s: Size) -> bool @{1}\n  used(s) > 8"
    alone = missed(line.format("one", "1.1"))
    assert alone == {"8": Confidence.LIKELY}
    both = "\n\n".join(line.format(*two) for two in (("one", "1.1"), ("other", "1.2")))
    assert missed(both, TEXT.replace("15 colpi", "8 colpi")) == {"8": Confidence.POSSIBLE}
