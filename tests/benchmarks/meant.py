"""What a slip of meaning is told: lines that look right and say another thing, graded by rule.

Run by hand: `python tests/benchmarks/meant.py [GAME]…`, without one the tutorial's game and the classics; `--each N` of a
kind in each game (default 5), `--seed S`, `--kinds A,B`, `--show GRADE|KIND`. The kinds are those of
`tests/support/mutants_of_meaning.py` and `tests/support/mutants_of_blocks.py`.

The first finding alone is graded, of all that a check finds:

- **right**: what it says to write, written where it says, brings back the line as it was.
- **named**: that is one of two or three changes that are shown side by side.
- **vague**: the line is among the places it shows, and nothing is to be written, or one of more things.
- **misleading**: it has the line nowhere, or says to write what was not there.
- **silent**: nothing is found. Often nothing can be: a number in a rule that no example asks.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time

from regola_compiler.incremental.results import Checked
from regola_compiler.incremental.session import Session
from regola_dsl.diagnostics import Diagnostic

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "benchmarks")]
import mended  # noqa: E402
from support.mutants_of_meaning import ALL, Mutant, mutants_of_meaning  # noqa: E402

GRADES = ("right", "named", "vague", "misleading", "silent")
_QUOTED = re.compile(r"`([^`]+)`")
_IN_PLACE_OF = re.compile(r"`([^`]+)` in place of `([^`]+)`")
_PROPOSED = re.compile(r"with(?:out)? `.* it (?:is mended|comes out)")
_TO_WRITE = re.compile(r"\b(?:write|did you mean|add|with|declare|leave) `")


class Game(mended.Game):
    """A game of which everything is told that a check finds."""

    def __init__(self, place: Path) -> None:
        super().__init__(place)
        self.session = Session(slips=True)

    def check(self, texts: dict[str, str]) -> Checked:
        """All that is told of the game with these texts."""
        return self.session.judge(self.read(texts))

    def told(self, mutant: Mutant) -> mended.Told:
        """What is told of a mutant."""
        found = self.check({**self.texts, mutant.path: mutant.written(self.texts[mutant.path])}).found
        first = next(iter(found), None)
        if first is None:
            return mended.Told(mutant, first, "silent")
        return mended.Told(mutant, first, self._written(mutant, first) or grade(mutant, first))

    def _written(self, mutant: Mutant, first: Diagnostic) -> str:
        """The grade by what an editor would write; nothing where none of it brings the file back."""
        text = mutant.written(self.texts[mutant.path])
        fixes = [fix for fix in first.fixes if fix.span.path == mutant.path]
        if not any(_squeezed_whole(fix.written(text)) == _squeezed_whole(self.texts[mutant.path]) for fix in fixes):
            return ""
        return "right" if len(first.fixes) == 1 else "named"


def grade(mutant: Mutant, first: Diagnostic) -> str:
    """How well a mutant is told."""
    mutant = _of_one_line(mutant)
    spans = [first.span, *(one.span for one in first.related)]
    here = any(
        one.path == mutant.path and not mutant.lines.isdisjoint(range(one.line, one.end_line + 1)) for one in spans
    )
    said = (first.help, *first.notes, *(one.text for one in first.related))
    several = sum(bool(_PROPOSED.match(one.text)) for one in first.related) > 1
    if any(re.search(words, text) for text in said for words in mutant.says):
        return "named" if several else "right"
    if len(mutant.now) == len(mutant.was) == 1:
        exchanges = {pair for text in said for pair in _IN_PLACE_OF.findall(text)}
        if any(_brings_back(mutant, was, now) for now, was in exchanges):
            return (
                "right"
                if len(exchanges) == 1 or _only(first.help, mutant)
                else "named"
                if len(exchanges) < 4
                else "vague"
            )
        if here and any(_is_as_it_was(mutant, shown) for shown in _QUOTED.findall(first.help)):
            return "right"
        if here and _puts_back(mutant, first):
            return "right"
        here = any(span.path == mutant.path and span.line == mutant.line for span in spans)
    return "misleading" if not here or _TO_WRITE.search(first.help) else "vague"


def _of_one_line(mutant: Mutant) -> Mutant:
    """The same of the one line that is another, if it is one."""
    if len(mutant.was) != len(mutant.now):
        return mutant
    others = [n for n, (was, now) in enumerate(zip(mutant.was, mutant.now, strict=True)) if was != now]
    if len(others) != 1:
        return mutant
    (at,) = others
    return replace(mutant, line=mutant.line + at, was=mutant.was[at : at + 1], now=mutant.now[at : at + 1])


def _only(said: str, mutant: Mutant) -> bool:
    return len(found := _IN_PLACE_OF.findall(said)) == 1 and _brings_back(mutant, found[0][1], found[0][0])


def _brings_back(mutant: Mutant, was: str, now: str) -> bool:
    """Whether the line is as it was once something in it is exchanged."""
    line, meant = _squeezed(mutant.now[0]), _squeezed(mutant.was[0])
    was, now = _squeezed(was), _squeezed(now)
    places = [at for at in range(len(line)) if line.startswith(was, at)]
    return any(line[:at] + now + line[at + len(was) :] == meant for at in places)


def _is_as_it_was(mutant: Mutant, shown: str) -> bool:
    """Whether something shown is a part of the line as it was that is missing now, and all of it that is."""
    gone = Counter(_words(mutant.was[0])) - Counter(_words(mutant.now[0]))
    part, now, was = _squeezed(shown), _squeezed(mutant.now[0]), _squeezed(mutant.was[0])
    return len(_words(shown)) > 1 and part in was and part not in now and not gone - Counter(_words(shown))


def _puts_back(mutant: Mutant, first: Diagnostic) -> bool:
    """Whether what the help has, put where it points, brings the line back."""
    span, line = first.span, mutant.now[0]
    if (span.path, span.line, span.end_line) != (mutant.path, mutant.line, mutant.line):
        return False
    begin, end = line[: span.column - 1], line[span.end_column - 1 :]
    shown = [one for one in _QUOTED.findall(first.help) if one not in line[span.column - 1 : span.end_column - 1]]
    if len(shown) == 1 and any(_brings_back(mutant, word, shown[0]) for word in {*_words(line)}):
        return True
    return bool(shown) and _squeezed(begin + shown[0] + end) == _squeezed(mutant.was[0])


def _words(text: str) -> list[str]:
    return re.findall(r"\w+|[^\w\s]+", text)


def _squeezed(text: str) -> str:
    """A text without blanks, brackets around a part, and remarks."""
    return re.sub(r"[\s()]+", "", text.split(" #", maxsplit=1)[0])


def _squeezed_whole(text: str) -> list[str]:
    """A file as it means, whatever blanks stand within its lines, and which brackets around a part."""
    lines = [line for line in text.split("\n") if _squeezed(line)]
    return [f"{len(line) - len(line.lstrip())} {_squeezed(line)}" for line in lines]


def main() -> None:
    """Print a table: a line for each kind, a column for each grade."""
    ask = argparse.ArgumentParser()
    ask.add_argument("games", nargs="*", default=mended.SMALL)
    ask.add_argument("--each", type=int, default=5)
    ask.add_argument("--seed", default="1")
    ask.add_argument("--kinds", default=",".join(ALL))
    ask.add_argument("--show", action="append", default=[])
    asked = ask.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    begun = process_time()
    for name in asked.games:
        game = Game(ROOT / "games" / name)
        game.check(game.texts)
        for mutant in mutants_of_meaning(
            game.texts, Random(f"{name} {asked.seed}"), asked.each, asked.kinds.split(",")
        ):
            told = game.told(mutant)
            counts[mutant.kind][told.grade] += 1
            if {told.grade, mutant.kind} & {*asked.show}:
                print(mended.shown(told))
                for label in told.first.related if told.first else ():
                    print(f"      {label.span.path}:{label.span.line}: {label.text}")
                print()
    counts["all"] = sum(counts.values(), Counter())
    print("| kind | slips | " + " | ".join(GRADES) + " |\n|---|" + "--:|" * (len(GRADES) + 1))
    for kind, count in counts.items():
        print(f"| {kind} | {count.total()} | " + " | ".join(str(count[grade] or "") for grade in GRADES) + " |")
    print(f"\n{(process_time() - begun) / max(1, counts['all'].total()):.2f} s of CPU for each")


if __name__ == "__main__":
    main()
