"""The seven pairs every translator's checker is tried with: six faults that must be caught where they stand, and a
decimal comma that is right and must be left alone.

In two directions: a text against the rules, and the Italian text against the English one.
"""

from __future__ import annotations

import pytest
from regola_compiler.driver import compile_game
from regola_compiler.model.program import Program
from regola_crosscheck.report import Report
from regola_dsl.diagnostics import Severity
from support.cases import game_of
from support.crosscheck_cases import held, shown

RULES = """
table storm(die: d6) -> int 0..9 @1.1
  | die | waves |
  | 1-2 | 0     |
  | 3-4 | 2     |
  | 5   | 4     |
  | 6   | 7     |

define wreck(die: d6) -> bool @1.2
  die is 6

define boats() -> int 0..90 @1.4
  5

define oars() -> int 0..90 @1.5
  4

action sail(night: bool) @1.6
  allowed unless forbidden

rule no_sailing_at_night @1.6
  anyone must not sail when night

modifiers tide(full: bool) @1.7
  +1 full_moon @1.7 when full

define stretch() -> number @1.8
  1.5
"""

CLEAN = {
    "it": """\
**1.1 Tempesta.** Si legge la tabella.

| dado | onde |
|------|------|
| 1-2  | 0    |
| 3-4  | 2    |
| 5    | 4    |
| 6    | 7    |

**1.2 Naufragio.** Si tira 1d6: con un 6 la barca affonda.

**1.3 Equipaggio.** L'equipaggio dorme a bordo.

**1.4 Barche.** In porto stanno 5 barche.

**1.5 Remi.** Ogni barca ha quattro remi.

**1.6 Notte.** Di notte le barche non possono salpare.

**1.7 Marea.** +1 con la luna piena.

**1.8 Tratto.** Un tratto misura 1,5 miglia.
""",
    "en": """\
**1.1 Storm.** Look it up in the table.

| die | waves |
|-----|-------|
| 1-2 | 0     |
| 3-4 | 2     |
| 5   | 4     |
| 6   | 7     |

**1.2 Wreck.** Roll 1d6: on a 6 the boat sinks.

**1.3 Crew.** The crew sleeps aboard.

**1.4 Boats.** In the harbour lie 5 boats.

**1.5 Oars.** Each boat has four oars.

**1.6 Night.** At night boats may not sail.

**1.7 Tide.** +1 at full moon.

**1.8 Stretch.** A stretch is 1.5 miles long.
""",
}

# What is written for what, in Italian and in English; and what must be shown of it, by the rules and by the other text,
# with the word of the text it must stand at.
PAIRS = {
    "die": (("1d6", "2d6"), ("1d6", "2d6"), "number-differs", "languages-number", "2d6"),
    "figure": (("5 barche", "6 barche"), ("5 boats", "6 boats"), "number-differs", "languages-number", "6"),
    "number word": (("quattro", "cinque"), ("four", "five"), "number-differs", "languages-number", "cinque five"),
    "negation": (
        ("non possono", "possono"),
        ("may not", "may"),
        "permission-differs",
        "languages-permission",
        "possono may",
    ),
    "sign": (("+1", "−1"), ("+1", "−1"), "sign-differs", "languages-number", "−1"),
    "cell": (
        ("| 5    | 4 ", "| 5    | 8 "),
        ("| 5   | 4 ", "| 5   | 8 "),
        "table-cell-differs",
        "languages-table",
        "8",
    ),
}
RIGHT = (("1,5 miglia", "1.5 miglia"), ("1.5 miles", "1,5 miles"))


@pytest.fixture(scope="module")
def program() -> Program:
    compiled = compile_game(game_of([RULES]))
    assert not [found for found in compiled.found if found.weight is Severity.ERROR], compiled.found
    return compiled.program


def damaged(language: str, pair: tuple[str, str]) -> str:
    was, now = pair
    assert CLEAN[language].count(was) == 1
    return CLEAN[language].replace(was, now)


def place(text: str, language: str, pair: tuple[str, str], at: str) -> tuple[int, int]:
    """The line and column of the word that is wrong."""
    word = next(word for word in at.split() if word in pair[1])
    start = CLEAN[language].index(pair[0]) + pair[1].rindex(word)
    return text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)


def stands(report: Report) -> list[tuple[str, str, int, int]]:
    assert not report.diagnostics
    spans = [(one.diagnostic.span, one.diagnostic.code.slug) for one in shown(report)]
    return [(slug, span.path, span.line, span.column) for span, slug in spans]


@pytest.mark.parametrize("language", ["it", "en"])
def test_the_clean_texts_are_silent(language: str, program: Program) -> None:
    assert stands(held(program, {language: CLEAN[language]})) == []
    assert stands(held(program, CLEAN)) == []


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", PAIRS)
def test_a_fault_is_caught_by_the_rules_where_it_stands(name: str, language: str, program: Program) -> None:
    pair, code, at = PAIRS[name][language == "en"], PAIRS[name][2], PAIRS[name][4]
    text = damaged(language, pair)
    line, column = place(text, language, pair, at)
    assert stands(held(program, {language: text})) == [(code, f"{language}.md", line, column)]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("name", PAIRS)
def test_a_fault_is_caught_by_the_other_language_where_it_stands(name: str, language: str, program: Program) -> None:
    pair, code, at = PAIRS[name][language == "en"], PAIRS[name][3], PAIRS[name][4]
    text = damaged(language, pair)
    other = "en" if language == "it" else "it"
    line, column = place(text, language, pair, at)
    found = [
        one for one in stands(held(program, {language: text, other: CLEAN[other]})) if one[0].startswith("languages")
    ]
    assert found == [(code, f"{language}.md", line, column)]


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_decimal_comma_is_a_decimal_point(language: str, program: Program) -> None:
    text = damaged(language, RIGHT[language == "en"])
    assert stands(held(program, {language: text})) == []
    other = "en" if language == "it" else "it"
    assert stands(held(program, {language: text, other: CLEAN[other]})) == []
