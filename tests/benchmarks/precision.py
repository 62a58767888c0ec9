"""How much of what the translator's desk shows of the real books is right, by judgements kept as data.

Run by hand: `python tests/benchmarks/precision.py [GAME]…`; without one, every game that was judged.

`tests/data/judged/<game>.yaml` holds findings by name, each judged against the text: right if what it says is true and
a translator is glad to be told. The rulebooks are no part of the repository: without them nothing is measured. Ends with
1 if less than nine in ten of what is shown and judged is right, of a book or of all without what our own errata tell, or
if less than four in five of what is shown is judged.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from ruamel.yaml import YAML
from support.command import in_process
from support.paths import DATA, GAMES, ROOT

BOOKS = ROOT.parent / "shared" / "rulebooks"
RIGHT = 0.9
KNOWN = 0.8

Verdicts = Counter[tuple[str, str]]


def shown(game: str, book: Path) -> list[dict[str, Any]]:
    """What the desk tells of a book unless more is asked for."""
    ran = in_process("crosscheck", str(GAMES / game), "--source", f"it={book}", "--all", "--json")
    if ran.returncode not in {0, 1}:
        raise SystemExit(ran.stderr)
    return [one for one in json.loads(ran.stdout)["findings"] if one["kind"]]


def judged(game: str, book: Path) -> tuple[list[dict[str, Any]], Verdicts]:
    """The findings shown, and how many of each kind are right, wrong, or not judged."""
    verdicts = {one["finding"]: one["verdict"] for one in YAML(typ="safe").load(path_of(game))["judged"]}
    found = [{**one, "verdict": verdicts.get(one["name"], "unjudged")} for one in shown(game, book)]
    return found, Counter((one["kind"], one["verdict"]) for one in found)


def path_of(game: str) -> Path:
    """Where the judgements of a game are."""
    return DATA / "judged" / f"{game}.yaml"


def split(verdicts: Verdicts) -> tuple[int, int, int]:
    """How many are right, wrong, and not judged."""
    right, wrong, open_ = (
        sum(n for (_, said), n in verdicts.items() if said == one) for one in ("right", "wrong", "unjudged")
    )
    return right, wrong, open_


def told(verdicts: Verdicts) -> str:
    """The numbers of a book or a kind in words."""
    right, wrong, open_ = split(verdicts)
    share = f" ({100 * right / (right + wrong):.0f}%)" if right + wrong else ""
    return f"{right + wrong + open_} shown, {right + wrong} judged, {right} right{share}"


def main() -> int:
    """Print the shares; 1 if one of them is too small."""
    known = sorted(path.stem for path in (DATA / "judged").glob("*.yaml"))
    together: Verdicts = Counter()
    short = False
    for game in sys.argv[1:] or known:
        book = BOOKS / f"{game}.it.txt"
        if not book.is_file():
            print(f"{game}: there is no {book.name}: nothing to measure")
            continue
        found, verdicts = judged(game, book)
        together += verdicts
        print(f"{game}: {told(verdicts)}")
        for kind in sorted({kind for kind, _ in verdicts}):
            print(f"  {kind}: {told(Counter({key: n for key, n in verdicts.items() if key[0] == kind}))}")
        right, wrong, _ = split(verdicts)
        short |= right < RIGHT * (right + wrong) or right + wrong < KNOWN * len(found)
        for name in (one["name"] for one in found if one["verdict"] != "right"):
            print(f"    not right, or not judged: {name}")
    if together:
        own: Verdicts = Counter({key: n for key, n in together.items() if key[0] != "errata"})
        print(f"all books, without errata: {told(own)}")
        right, wrong, _ = split(own)
        short |= right < RIGHT * (right + wrong)
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
