"""The page of many games: its pictures say what the numbers say, whatever the game calls its things."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from regola_compiler.report.simulation_page import page
from regola_dsl.wording import languages
from support.browser import Browser
from support.checkers import axe, nu
from support.command import Run
from support.paths import GAMES

OXO = GAMES / "classics" / "tic_tac_toe.regola"
HOSTILE = "</svg><script>alert(1)</script>\u202e"
TOLD = {
    "games": 3,
    "seed": 1,
    "lengths": {"least": 2, "most": 900, "mean": 303.3, "median": 5, "counts": {"2": 1, "5": 1, "900": 1}},
    "ended": {"over": 1, "unfinished": 1, "stuck": 1},
    "winners": {HOSTILE: 1},
    "done": {"a": 3, HOSTILE: 0},
    "never_done": [HOSTILE],
    "heard": 3,
    "rules": {HOSTILE: 2, "b": 0},
    "never_spoke": ["b"],
    "problems": [{"kind": "stuck", "message": HOSTILE, "games": 1, "example": f"example x\n  {HOSTILE}\n"}],
}


def test_the_page_has_the_numbers_of_the_games(regola: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.html"
    told = json.loads(regola("simulate", str(OXO), "-n", "40", "--listen", "20", "--html", str(file), "--json").stdout)
    text = file.read_text("utf-8")
    tables = [
        {
            name: int(number.replace(",", ""))
            for name, number in re.findall(r'row">([^<]*)</th><td class="n">([\d,]+)', part)
        }
        for part in text.split("<tbody>")[1:]
    ]
    lengths, winners, done, rules = tables
    assert lengths == {n: told["lengths"]["counts"].get(n, 0) for n in map(str, range(min(map(int, lengths)), 10))}
    assert winners == {f"won by {name}": times for name, times in told["winners"].items()}
    assert done == told["done"]
    assert rules == told["rules"]
    assert text.count("<svg") == text.count('role="img" aria-labelledby=') == 4


def test_nothing_that_a_game_says_is_code_on_the_page() -> None:
    text = page(HOSTILE, TOLD)
    assert "<script" not in text
    assert "\u202e" not in text
    assert text.count("<svg") == text.count("</svg>")


@pytest.mark.parametrize("language", languages())
def test_the_page_passes_checkers_that_are_not_ours(language: str, browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "games.html"
    file.write_text(page("x", TOLD, language), "utf-8")
    assert nu([file]) == []
    assert axe(browser, file) == []
    opened = "document.querySelectorAll('details').forEach(one => one.open = true)"
    assert axe(browser, file, before=opened) == []
    assert browser.asked[-1].startswith("file:")


def test_numbers_are_written_as_the_language_of_the_page_writes_them() -> None:
    many = {**TOLD, "games": 2000, "winners": {"a": 850}, "done": {"a": 2261}}
    english, italian = page("a", many), page("a", many, "it")
    assert all(number in english for number in ("2,000 games", "850 (42.5%)", "2,261", "303.3"))
    assert all(number in italian for number in ("2.000 partite", "850 (42,5%)", "2.261", "303,3"))
    assert not any(number in italian for number in ("2,000", "42.5%", "2,261", "303.3"))
