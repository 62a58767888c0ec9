"""How much of what the translator's desk shows of the real books is right, by judgements kept as data.

Run by hand: `python tests/benchmarks/precision.py [--prune] [GAME]…`; without a game, every one that was judged.

`tests/data/judged/<game>.yaml` holds findings by name, each judged against the text: right if what it says is true and
a translator is glad to be told. The rulebooks are no part of the repository: without them nothing is measured. Ends with
1 if less than nine in ten of what is shown and judged is right, of a book or of all without what our own errata tell, or
if less than four in five of what is shown is judged. A judgement of what is found no longer, however sure, is stale: it is
told, and with `--prune` taken out of the file.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Collection, Iterable
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


def told_of(game: str, book: Path) -> list[dict[str, Any]]:
    """What the desk finds in a book, however sure."""
    sure = "--confidence", "possible"
    ran = in_process("crosscheck", str(GAMES / game), "--source", f"it={book}", "--all", "--json", *sure)
    if ran.returncode not in {0, 1}:
        raise SystemExit(ran.stderr)
    return [one for one in json.loads(ran.stdout)["findings"] if one["kind"]]


def judgements(text: str) -> dict[str, str]:
    """The verdicts of a file, by the names of the findings."""
    return {one["finding"]: one["verdict"] for one in YAML(typ="safe").load(text)["judged"]}


def judged(game: str, book: Path) -> tuple[list[dict[str, Any]], Verdicts, list[str]]:
    """The findings shown, how many of each kind are right, wrong, or not judged, and which judgements are stale."""
    verdicts, every = judgements(path_of(game).read_text("utf-8")), told_of(game, book)
    found = [
        {**one, "verdict": verdicts.get(one["name"], "unjudged")} for one in every if one["confidence"] != "possible"
    ]
    return found, Counter((one["kind"], one["verdict"]) for one in found), stale(verdicts, every)


def stale(verdicts: Iterable[str], every: Iterable[dict[str, Any]]) -> list[str]:
    """The names that were judged and that nothing found has any longer."""
    names = {one["name"] for one in every}
    return [name for name in verdicts if name not in names]


def pruned(text: str, names: Collection[str]) -> str:
    """A file of judgements, one a line, without some."""
    kept = [line for line in text.splitlines(keepends=True) if named_in(line) not in names]
    return "".join(kept)


def named_in(line: str) -> str:
    """The finding that a line of such a file is about; empty for a line about none."""
    entry = line.strip().removeprefix("- ")
    return str(YAML(typ="safe").load(entry)["finding"]) if entry.startswith("{ finding:") else ""


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
    for game in [word for word in sys.argv[1:] if not word.startswith("--")] or known:
        book = BOOKS / f"{game}.it.txt"
        if not book.is_file():
            print(f"{game}: there is no {book.name}: nothing to measure")
            continue
        found, verdicts, gone = judged(game, book)
        together += verdicts
        print(f"{game}: {told(verdicts)}")
        for kind in sorted({kind for kind, _ in verdicts}):
            print(f"  {kind}: {told(Counter({key: n for key, n in verdicts.items() if key[0] == kind}))}")
        right, wrong, _ = split(verdicts)
        short |= right < RIGHT * (right + wrong) or right + wrong < KNOWN * len(found)
        for name in (one["name"] for one in found if one["verdict"] != "right"):
            print(f"    not right, or not judged: {name}")
        for name in gone:
            print(f"    judged, and found no longer: {name}")
        if gone and "--prune" in sys.argv:
            path_of(game).write_text(pruned(path_of(game).read_text("utf-8"), gone), "utf-8")
    if together:
        own: Verdicts = Counter({key: n for key, n in together.items() if key[0] != "errata"})
        print(f"all books, without errata: {told(own)}")
        right, wrong, _ = split(own)
        short |= right < RIGHT * (right + wrong)
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
