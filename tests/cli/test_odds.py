"""Odds as people ask for them: where something is known, column by column, in a few numbers, on paper."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from regola_compiler.driver import understand
from regola_compiler.evaluate.reading import QueryError
from regola_compiler.model.types import IntType
from regola_compiler.play.chance.known import at_least, known_odds, summary
from regola_compiler.project.game import Game
from regola_dsl.source import Source
from support.command import Run
from support.effort import drawn
from support.paths import DATA, ROOT

SCHEMA = json.loads((ROOT / "schemas" / "odds.schema.json").read_text("utf-8"))
DICE = """\
enum Ground @1
  open, wood

scale Loss @1
  light, heavy, total

define total(a: d6, b: d6) -> int @1
  a + b

define hits(a: d6, b: d6, ground: Ground, bonus: int 0..3) -> int @1
  (count x in [a, b] where x + bonus >= 5) + (if ground is open then 1 else 0)

define loss(a: d6) -> Loss @1
  if a <= 3 then light else if a is 6 then total else heavy

define narrow(a: d6, most: int 1..6) -> int 1..3 @1
  if a <= most then a else 1
"""


@pytest.fixture
def dice(tmp_path: Path) -> str:
    place = tmp_path / "dice.regola"
    place.write_text(DICE, "utf-8")
    return str(place)


def told(regola: Run, *words: str) -> Any:
    found = json.loads(regola("odds", *words, "--json").stdout)
    jsonschema.validate(found, SCHEMA)
    return found


PROGRAM = understand(Game("dice", Path(), {}, [Source("dice.regola", DICE)])).program
CONDITIONS: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "a >= 3": lambda roll: roll[0] >= 3,
    "a > b": lambda roll: roll[0] > roll[1],
    "value >= 10": lambda roll: sum(roll) >= 10,
    "value is 7 or b is 1": lambda roll: sum(roll) == 7 or roll[1] == 1,
    "any x in [a, b] where x is 6": lambda roll: 6 in roll,
    "not (value < a + 3)": lambda roll: sum(roll) >= roll[0] + 3,
}


@settings(max_examples=drawn(20), deadline=None)
@given(st.lists(st.sampled_from(sorted(CONDITIONS)), min_size=1, max_size=3, unique=True))
def test_where_something_is_known_only_the_rolls_count_in_which_it_holds(conditions: list[str]) -> None:
    rolls = [roll for roll in product(range(1, 7), repeat=2) if all(CONDITIONS[one](roll) for one in conditions)]
    if not rolls:
        with pytest.raises(QueryError, match="never holds"):
            known_odds(PROGRAM, PROGRAM.callables["total"], {}, None, conditions)
        return
    found = known_odds(PROGRAM, PROGRAM.callables["total"], {}, None, conditions)
    sums = [a + b for a, b in rolls]
    assert dict(found.outcomes) == {total: Fraction(sums.count(total), len(sums)) for total in sums}
    assert found.chance == Fraction(len(rolls), 36)


def test_what_is_known_of_twenty_dice_is_taken_together_too() -> None:
    names = [f"r{place}" for place in range(20)]
    text = f"define of({', '.join(f'{one}: d6' for one in names)}) -> int @1\n  {' + '.join(names)}\n"
    program = understood(text)
    found = known_odds(program, program.callables["of"], {}, None, ["value >= 100"])
    every = dict(known_odds(program, program.callables["of"], {}, None, []).outcomes)
    assert found.chance == sum(chance for value, chance in every.items() if isinstance(value, int) and value >= 100)


def understood(text: str) -> Any:
    return understand(Game("dice", Path(), {}, [Source("dice.regola", text)])).program


@given(st.dictionaries(st.integers(-9, 9), st.integers(1, 5), min_size=1))
def test_a_summary_is_that_of_the_rolls_written_out(weights: dict[int, int]) -> None:
    whole = sum(weights.values())
    outcomes = [(value, Fraction(weight, whole)) for value, weight in weights.items()]
    rolls = sorted(value for value, weight in weights.items() for _ in range(weight))
    found = summary(outcomes, IntType())
    mean = Fraction(sum(rolls), whole)
    assert (found.mean, found.variance) == (mean, sum((roll - mean) ** 2 for roll in rolls) / whole)
    for share, value in found.quantiles:
        assert sum(roll <= value for roll in rolls) >= share * whole > sum(roll < value for roll in rolls)
    assert at_least(outcomes) == {v: Fraction(sum(roll >= v for roll in rolls), whole) for v in weights}


def test_the_command_tells_what_is_known(regola: Run, dice: str) -> None:
    result = regola("odds", dice, "total", "--given", "a >= 3", "--at-least", "--summary")
    lines = result.stdout.splitlines()
    assert lines[1] == " ≥ 5  23/24   95.8%  ██████████████████████████████████████"
    assert lines[-3:] == [
        "  given a >= 3, which holds in 66.7% (2/3)",
        "  mean 8, standard deviation 2.041",
        "  quantiles: 5% 5, 25% 6, 50% 8, 75% 9, 95% 11",
    ]
    found = told(regola, dice, "total", "--given", "a >= 3", "--at-least", "--summary")
    assert found["given"] == {"conditions": ["a >= 3"], "probability": "2/3"}
    assert found["outcomes"][1] == {"value": 5, "probability": "1/12", "at_least": "23/24"}
    assert found["summary"]["variance"] == "25/6"


def test_odds_stand_column_by_column(regola: Run, dice: str) -> None:
    assert regola("odds", dice, "hits", "--by", "bonus", "ground=wood").stdout.splitlines() == [
        "       0      1      2      3",
        "0  44.4%  25.0%  11.1%   2.8%",
        "1  44.4%  50.0%  44.4%  27.8%",
        "2  11.1%  25.0%  44.4%  69.4%",
    ]
    columns = told(regola, dice, "hits", "--by", "bonus", "ground=wood", "--summary")["columns"]
    for bonus, column in enumerate(columns):
        alone = told(regola, dice, "hits", "ground=wood", f"bonus={bonus}", "--summary")
        assert column == {"at": str(bonus), "outcomes": alone["outcomes"], "summary": alone["summary"]}


def test_a_column_without_an_answer_says_so(regola: Run, dice: str) -> None:
    shown = regola("odds", dice, "narrow", "--by", "most", "--at-least").stdout.splitlines()
    assert shown[0].split() == ["1", "2", "3", "4", "5", "6"]
    assert shown[1].split() == ["≥", "1", *["100.0%"] * 3, *["–"] * 3]
    columns = told(regola, dice, "narrow", "--by", "most")["columns"]
    assert ["outcomes" in column for column in columns] == [True] * 3 + [False] * 3


PUSHED = """\
enum Ground @1
  open, wood

piece Porter @1
  strong: bool

define pushed(die: d6, p: Porter) -> int 0..7 @1
  if p.strong then die + 1 else die

setup @1
  Meo: Porter(strong: true)
  Bista: Porter(strong: false)
"""


def test_pieces_that_are_there_have_a_column_each_with_numbers_as_the_reader_writes_them(
    regola: Run, tmp_path: Path
) -> None:
    place = tmp_path / "pushed.regola"
    place.write_text(PUSHED, "utf-8")
    shown = regola("--messages", "it", "odds", str(place), "pushed", "--by", "p", "--summary")
    assert [line.split() for line in shown.stdout.splitlines()[:2]] == [["Meo", "Bista"], ["1", "·", "16,7%"]]
    assert ["media", "4,5", "3,5"] in [line.split() for line in shown.stdout.splitlines()]
    place.write_text(PUSHED.partition("setup")[0], "utf-8")
    none = regola("odds", str(place), "pushed", "--by", "p")
    assert "there is no Porter to give a column to" in none.stderr


def test_where_no_column_has_an_answer_it_is_said_why(regola: Run, dice: str) -> None:
    Path(dice).write_text(DICE.replace("if a <= most then a else 1", "if a <= most then 7 else 4"), "utf-8")
    none = regola("odds", dice, "narrow", "--by", "most")
    assert (none.returncode, none.stdout) == (1, "")
    assert "no answer for some rolls" in none.stderr


def test_a_scale_has_an_order_and_no_mean(regola: Run, dice: str) -> None:
    found = told(regola, dice, "loss", "--at-least", "--summary")
    assert [row["at_least"] for row in found["outcomes"]] == ["1", "1/2", "1/6"]
    assert [one["value"] for one in found["summary"]["quantiles"]] == ["light", "light", "light", "heavy", "total"]
    assert "mean" not in found["summary"]


def test_odds_of_a_playing_are_told_so_too(regola: Run) -> None:
    words = (str(DATA / "battle.regola"), "--play", "battle", "--of", "number(red)", "--exact")
    plain = {row["number(red)"]: Fraction(row["probability"]) for row in told(regola, *words)["outcomes"]}
    found = told(regola, *words, "--given", "number(blue) is 0", "--at-least", "--summary")
    whole = Fraction(found["given"]["probability"])
    assert {one["value"]: Fraction(one["probability"]) * whole for one in found["at_least"][1:]} == {
        left: sum(chance for red, chance in plain.items() if red >= left) for left in (1, 2, 3)
    }
    mean = sum(row["number(red)"] * Fraction(row["probability"]) for row in found["outcomes"])
    assert Fraction(found["summary"]["mean"]) == mean


@pytest.mark.parametrize("kind", ["html", "pdf"])
def test_odds_are_printed(kind: str, regola: Run, dice: str, tmp_path: Path) -> None:
    place = tmp_path / f"odds.{kind}"
    result = regola("odds", dice, "hits", "--by", "bonus", "ground=wood", "-o", str(place))
    assert result.stdout == f"wrote {place}\n", result.stderr
    written = place.read_bytes()
    if kind == "html":
        assert b"69.4%" in written
    else:
        assert written.startswith(b"%PDF")


def test_odds_of_a_playing_are_printed(regola: Run, tmp_path: Path) -> None:
    place = tmp_path / "battle.html"
    words = ("--play", "battle", "--of", "number(red)", "--given", "number(blue) is 0", "--summary", "-o", str(place))
    result = regola("odds", str(DATA / "battle.regola"), *words)
    assert result.stdout == f"wrote {place}\n", result.stderr
    page = place.read_text("utf-8")
    assert all(part in page for part in ("number(red) is 1", "47.25%", "mean 1.249", "given number(blue) is 0"))


@pytest.mark.parametrize(
    ("tag", "titles"),
    [("en", ("Lantern Pass", "Combat table")), ("it", ("Passo delle Lanterne", "Tabella del combattimento"))],
)
def test_a_page_of_odds_has_the_titles_of_the_game(
    tag: str, titles: tuple[str, ...], regola: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{tag}_XX.UTF-8")
    place = tmp_path / "odds.html"
    regola("odds", "lantern_pass", "combat_table", "odds=2-1", "-o", str(place))
    page = place.read_text("utf-8")
    assert all(title in page for title in titles)
    assert f'lang="{tag}"' in page


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("total", "--given", "a > 9"), "what is given never holds: `a > 9`"),
        (("total", "--given", "q > 9"), "unknown name `q`"),
        (("total", "--given", "a"), "`a` is no condition: it neither holds nor fails"),
        (("total", "--given", "a >"), "`a >` is no condition on `a`, `b`, `value`"),
        (("hits", "--by", "wind", "bonus=1"), "`hits` has no input `wind`: it has `a`, `b`, `ground`, `bonus`"),
        (("hits", "--by", "bonus", "bonus=1"), "`bonus` is told already"),
        (("hits", "--by", "bonus"), "`hits` needs `ground=…` (open, wood)"),
        (("hits", "bonus=1", "ground=wood", "-o", "odds.doc"), "its name ends in .pdf"),
        (("--play", "x", "--by", "y"), "--by goes with the name of a rule"),
    ],
)
def test_wrong_use_is_told(words: tuple[str, ...], says: str, regola: Run, dice: str) -> None:
    result = regola("odds", dice, *words)
    assert (result.returncode, result.stdout) == (2, "")
    assert says in result.stderr


def test_values_without_an_order_have_no_quantiles(regola: Run) -> None:
    battle = str(DATA / "battle.regola")
    for more in ((), ("--of", "number(red) is 0"), ("--of", "number(red)", "--of", "number(blue)")):
        result = regola("odds", battle, "--play", "battle", *more, "--summary")
        assert result.returncode == 2
        assert "--at-least and --summary go with" in result.stderr
    result = regola("odds", battle, "--play", "battle", "--given", "number(red)")
    assert "`number(red)` is no condition" in result.stderr
