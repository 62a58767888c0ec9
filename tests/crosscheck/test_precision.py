"""How much of what the translator's desk shows of the real books is right, by judgements kept as data.

tests/data/judged/<game>.yaml holds findings by name, each judged against the text: right if what it says is true and
a translator is glad to be told. The rulebooks are no part of the repository: without them nothing is measured.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from functools import cache
from typing import Any

import pytest
from click.testing import CliRunner
from regola_cli.crosscheck import command
from ruamel.yaml import YAML
from support.paths import DATA, GAMES, ROOT

BOOKS = ROOT.parent / "shared" / "rulebooks"
JUDGED = sorted(path.stem for path in (DATA / "judged").glob("*.yaml"))
# Nine in ten of what is shown and judged is right; of what is shown, so much is judged.
RIGHT = 0.9
KNOWN = 0.8


@cache
def shown(game: str) -> list[dict[str, Any]]:
    """What the desk tells of a book unless more is asked for."""
    book = BOOKS / f"{game}.it.txt"
    if not book.is_file():
        pytest.skip(f"no {book.name} in {BOOKS.name}: nothing to measure")
    result = CliRunner().invoke(command, [str(GAMES / game), "--source", f"it={book}", "--all", "--json"])
    assert result.exit_code in {0, 1}, result.output
    return [one for one in json.loads(result.stdout)["findings"] if one["kind"]]


def judged(game: str) -> tuple[list[dict[str, Any]], Counter[tuple[str, str]]]:
    """The findings shown, and how many of each kind are right, wrong, or not judged."""
    path = DATA / "judged" / f"{game}.yaml"
    verdicts = {one["finding"]: one["verdict"] for one in YAML(typ="safe").load(path)["judged"]}
    found = [{**one, "verdict": verdicts.get(one["name"], "unjudged")} for one in shown(game)]
    return found, Counter((one["kind"], one["verdict"]) for one in found)


@pytest.mark.parametrize("game", JUDGED)
def test_nine_in_ten_of_the_findings_on_a_real_book_are_right(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    found, verdicts = judged(game)
    with capsys.disabled():
        sys.stdout.write(f"\n  {game}: {told(verdicts)}\n")
        for kind in sorted({kind for kind, _ in verdicts}):
            sys.stdout.write(
                f"    {kind}: {told(Counter({key: n for key, n in verdicts.items() if key[0] == kind}))}\n"
            )
    right, wrong, _ = split(verdicts)
    assert right >= RIGHT * (right + wrong), [one["name"] for one in found if one["verdict"] == "wrong"]
    assert right + wrong >= KNOWN * len(found), [one["name"] for one in found if one["verdict"] == "unjudged"]


def test_nine_in_ten_are_right_without_the_errata_that_are_known(capsys: pytest.CaptureFixture[str]) -> None:
    """What our own errata tell of a book was found by reading; here is what the desk found by itself, in all books."""
    together: Counter[tuple[str, str]] = Counter()
    for game in JUDGED:
        together += judged(game)[1]
    own = Counter({key: n for key, n in together.items() if key[0] != "errata"})
    with capsys.disabled():
        sys.stdout.write(f"\n  all books, without errata: {told(own)}\n")
    right, wrong, _ = split(own)
    assert right >= RIGHT * (right + wrong)


def split(verdicts: Counter[tuple[str, str]]) -> tuple[int, int, int]:
    """How many are right, wrong, and not judged."""
    right, wrong, open_ = (
        sum(n for (_, said), n in verdicts.items() if said == one) for one in ("right", "wrong", "unjudged")
    )
    return right, wrong, open_


def told(verdicts: Counter[tuple[str, str]]) -> str:
    """The numbers of a book or a kind in words."""
    right, wrong, open_ = split(verdicts)
    share = f" ({100 * right / (right + wrong):.0f}%)" if right + wrong else ""
    return f"{right + wrong + open_} shown, {right + wrong} judged, {right} right{share}"
