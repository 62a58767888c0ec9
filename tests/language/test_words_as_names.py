"""The words of the language are names wherever the language does not expect them."""

from __future__ import annotations

import pytest
from regola_compiler.driver import compile_game
from regola_dsl.diagnostics import Severity
from regola_dsl.parsing.words import keywords
from support.cases import game_of
from support.effort import some

# One word, everywhere a fact may be named.
RULES = """\
enum Side @1
  red, blue
players Side @1
state {word}: int 1..9 = 1 @2
sequence playing @3
  repeat until {word} is 8
  phase moving by red @3
    effect {word} becomes min(8, {word} + 1) @3
define sums -> int 0..40 @4
  {word} + (2 * {word})
define asked -> bool @4
  not {word} is 2 and {word} >= 1
example told @4
  given {word} is 3
  sums is 9
  {word} is 3
"""
# What joins conditions or begins a value, a value of its own, and what a line of an example or an effect begins with.
RESERVED = frozenset(
    "and or not if else except when unless where then let match can nobody true false max min phase "
    "at exception do given play reset show".split()
)


def errors(rules: str) -> list[str]:
    """What is wrong with some rules."""
    return [one.message for one in compile_game(game_of([rules])).found if one.weight is Severity.ERROR]


def test_a_fact_may_be_called_by_any_word_but_few() -> None:
    words = {word for word in keywords() if word.isascii() and word.isalpha()}
    assert len(words) > 150
    refused = {word for word in {*some(sorted(words)), *RESERVED} if errors(RULES.format(word=word))}
    assert sorted(refused ^ RESERVED) == []


@pytest.mark.parametrize("written", ["round up a / 2", "round down (a / 2)", "round nearest a / 2 + 1"])
def test_what_is_rounded_is_no_name(written: str) -> None:
    rules = f"define halved(a: int 1..9) -> int 0..9 @1\n  {written}\n"
    assert errors(rules) == []
