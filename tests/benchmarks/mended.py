"""What a slip that nobody thought of is told, and whether that mends it: lines changed by chance, graded by rule.

Run by hand: `python tests/benchmarks/mended.py [GAME]…`, without one the tutorial's game and the classics; `--each N` of a
kind in each game (default 5), `--seed S`, `--kinds A,B`, `--show GRADE|KIND`. The kinds are those of `tests/support/mutants.py`.

The first finding alone is graded, of shape, names and types:

- **right**: it stands at the line, and its first proposal brings back the line as it was, or one that is read as it was,
  or its help has that line, or all that is missing in it.
- **vague**: it stands at the line, and proposes nothing.
- **elsewhere**: it stands at another line.
- **other**: what it proposes can be read and goes with the game, and is not what was written: it may be meant.
- **broken**: what it proposes has a fault itself.

What changes the rules and is no fault of shape, names or types is counted beside these: no message can tell of it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from regola_compiler.checks.findings import left_to_tell
from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import peek_game
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Source
from regola_lsp.language.actions import actions
from regola_lsp.language.names import Names

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from support.mutants import ALL, Mutant, mutants  # noqa: E402

SMALL = ("lantern_pass", *(f"classics/{path.name}" for path in sorted((ROOT / "games/classics").glob("*.regola"))))
GRADES = ("right", "vague", "elsewhere", "other", "broken")
# So many lines of a mutant are shown.
_SHOWN = 6
_QUOTED = re.compile(r"`([^`]+)`")
_WORD = re.compile(r"\w+|[^\w\s]")
_BLANKS = re.compile(r"by (\d+) blank")
_IS_A_MODEL = re.compile(r"it is written like this|a statement says who|begins with a word for what it is")


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a mutant: the first finding, if there is one, and what it was graded."""

    mutant: Mutant
    first: Diagnostic | None
    grade: str


class Game:
    """A game in which one line after the other is changed and changed back."""

    def __init__(self, place: Path) -> None:
        self.game = peek_game(place, place.with_suffix("").name)
        self.texts = {source.path: source.text for source in self.game.sources}
        self.session = Session()
        self.sound = self.read(self.texts)

    def read(self, texts: dict[str, str]) -> Reading:
        """The game with these texts of its rules."""
        return self.session.read(replace(self.game, sources=[Source(path, text) for path, text in texts.items()]))

    def told(self, mutant: Mutant) -> Told:
        """What is told of a mutant."""
        texts = {**self.texts, mutant.path: mutant.written(self.texts[mutant.path])}
        reading = self.read(texts)
        game = reading.game
        found = left_to_tell(reading.findings, game.rules, game.unread, game.data_sources, reading.fitting())
        first = next(iter(found), None)
        if first is None or all(one.weight is not Severity.ERROR for one in found):
            return Told(mutant, first, "")
        return Told(mutant, first, self._grade(mutant, texts, reading, first))

    def _grade(self, mutant: Mutant, texts: dict[str, str], reading: Reading, first: Diagnostic) -> str:
        if _is_renamed(mutant, first) or _is_missed(mutant, first):
            return "right"
        if not any(_is_at(mutant, span.path, span.line) for span in (first.span, *(one.span for one in first.related))):
            return "elsewhere"
        proposals = list(self._proposals(texts, reading, first, mutant))
        if proposals and _plain(proposals[0][mutant.path]) == _plain(self.texts[mutant.path]):
            return "right"
        if _tells(mutant, first) or self._puts_back(mutant, texts, first):
            return "right"
        if not proposals:
            return "vague"
        read = self.read(proposals[0])
        if read.sound and _trees(read, mutant.path) == _trees(self.sound, mutant.path):
            return "right"
        return "other" if read.sound else "broken"

    def _puts_back(self, mutant: Mutant, texts: dict[str, str], first: Diagnostic) -> bool:
        """Whether something that the help has, put where it points, brings the line back."""
        text, was, place = texts[mutant.path], _plain(self.texts[mutant.path]), first.span
        if place.path != mutant.path or place.line != place.end_line:
            return False
        line = text.split("\n")[place.line - 1]
        ends = [place.end_column, *(n + 1 for n in range(place.end_column, len(line) + 1))]
        return any(
            _plain(_edited(text, replace(place, end_column=end), shown)) == was
            for shown in _QUOTED.findall(first.help)
            if not _IS_A_MODEL.search(first.help)
            for end in ends
        )

    def _proposals(
        self, texts: dict[str, str], reading: Reading, first: Diagnostic, mutant: Mutant
    ) -> Iterator[dict[str, str]]:
        """The texts as a finding would have them, first what an editor offers, then lines that the help has."""
        for action in actions(Names(reading), first.span.path, [first]):
            if action.preferred:
                changed = dict(texts)
                for edit in sorted(action.edits, key=lambda one: one.span, reverse=True):
                    changed[edit.span.path] = _edited(changed[edit.span.path], edit.span, edit.text)
                yield changed
        if (blanks := _BLANKS.search(first.help)) is not None and first.span.path == mutant.path:
            yield {**texts, mutant.path: _moved(texts[mutant.path], first.span.line, int(blanks[1]))}
        if not _IS_A_MODEL.search(first.help) and first.span.path == mutant.path:
            for shown in reversed(_QUOTED.findall(first.help)):
                line = texts[mutant.path].split("\n")[first.span.line - 1]
                if len(_WORD.findall(shown)) > 3 and len(shown) > len(line.strip()) / 2:
                    indent = line[: len(line) - len(line.lstrip())]
                    whole = replace(first.span, column=1, end_line=first.span.line, end_column=len(line) + 1)
                    yield {**texts, mutant.path: _edited(texts[mutant.path], whole, indent + shown)}


def _moved(text: str, line: int, blanks: int) -> str:
    """A text with a line, and all that stands further in below it, indented so that it stands behind some blanks."""
    lines = text.split("\n")
    had = len(lines[line - 1]) - len(lines[line - 1].lstrip())
    end = line
    while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > had:
        end += 1
    block = [(" " * blanks + one[had:]) for one in lines[line - 1 : end]]
    return "\n".join([*lines[: line - 1], *block, *lines[end:]])


def _trees(reading: Reading, path: str) -> list[str]:
    """What a file declares, wherever it stands in it."""
    return [re.sub(r"Span\([^()]*\)", "", repr(node)) for node in reading.nodes if node.span.path == path]


def _is_at(mutant: Mutant, path: str, line: int) -> bool:
    return path == mutant.path and line in mutant.lines


def _is_renamed(mutant: Mutant, first: Diagnostic) -> bool:
    """Whether a name that is declared otherwise is told where it is used, with what it is called now."""
    gone, more = _changed(mutant)
    told = {word for shown in _QUOTED.findall(first.message) for word in _WORD.findall(shown)}
    meant = {word for shown in _QUOTED.findall(first.help) for word in _WORD.findall(shown)}
    return len(gone) == len(more) == 1 and {*gone} <= told and {*more} <= meant


def _is_missed(mutant: Mutant, first: Diagnostic) -> bool:
    """Whether what a lost line declared is told where it is used, and to be declared again."""
    names = {said.lstrip("`") for said in mutant.says}
    told = {word for shown in _QUOTED.findall(first.message) for word in _WORD.findall(shown)}
    return not mutant.now and "declare it again" in first.help and not names.isdisjoint(told)


def _tells(mutant: Mutant, first: Diagnostic) -> bool:
    """Whether the help has the line as it was, or all that is missing in it, or what is too much to be left out."""
    said = " ".join([first.help, *first.notes])
    gone, more = _changed(mutant)
    if any(word in f"{first.message} {said}" for word in mutant.says):
        return True
    if (twice := re.search(r"`([^`]+)` stands twice", said)) and not Counter(_WORD.findall(twice[1])) - more:
        return True
    quoted = [_squeezed(shown) for shown in _QUOTED.findall(said)]
    was = [_squeezed(_code(line)) for line in mutant.was if line not in mutant.now]
    if any(shown == line for line in was for shown in quoted):
        return True
    now = " ".join(_squeezed(line) for line in mutant.now)
    if any(
        len(_WORD.findall(shown)) > 2 and shown not in now and any(shown in line for line in was)
        for shown in quoted
        if not _IS_A_MODEL.search(said)
    ):
        return True
    if _IS_A_MODEL.search(said):
        return False
    if gone:
        shown = {word for one in quoted for word in _WORD.findall(one)}
        return all(word in shown for word in gone)
    return bool(more) and "leave out" in said and any(_WORD.findall(shown) == [*more.elements()] for shown in quoted)


def _changed(mutant: Mutant) -> tuple[Counter[str], Counter[str]]:
    """The words and signs that are missing in a mutant, and those that it has more."""
    was, now = _words(mutant.was), _words(mutant.now)
    return was - now, now - was


def _words(lines: tuple[str, ...]) -> Counter[str]:
    return Counter(word for line in lines for word in _WORD.findall(line))


def _code(line: str) -> str:
    """A line without the texts and remarks at its end."""
    return re.sub(r' +[a-z]{2,3} ".*$| +#.*$', "", line)


def _squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _plain(text: str) -> list[str]:
    """A file as it means, whatever blanks stand within its lines."""
    lines = [(len(line) - len(line.lstrip()), _squeezed(line)) for line in text.split("\n") if line.strip()]
    return [f"{indent} {line}" for indent, line in lines]


def _edited(text: str, span, written: str) -> str:
    lines = text.split("\n")
    before = lines[span.line - 1][: span.column - 1]
    behind = lines[span.end_line - 1][span.end_column - 1 :]
    lines[span.line - 1 : span.end_line] = [before + written + behind]
    return "\n".join(lines)


def shown(told: Told) -> str:
    """A mutant and what is told of it, for reading."""
    mutant, first = told.mutant, told.first
    lines = [f"{mutant.kind} [{told.grade or 'no fault'}] {mutant.path}:{mutant.line}"]
    least = min(len(line) - len(line.lstrip()) for line in (*mutant.was, *mutant.now) if line.strip())
    for sign, some in (("-", mutant.was), ("+", mutant.now)):
        lines += [f"  {sign} {line[least:][:150]}" for line in some[:_SHOWN]]
    if first is not None:
        lines += [f"  {first.code.slug} at {first.span.path}:{first.span.line}:{first.span.column}: {first.message}"]
        lines += [f"      {name}: {said}" for name, said in (("label", first.label), ("help", first.help)) if said]
    return "\n".join(lines)


def main() -> None:
    """Print a table: a line for each kind, a column for each grade."""
    ask = argparse.ArgumentParser()
    ask.add_argument("games", nargs="*", default=SMALL)
    ask.add_argument("--each", type=int, default=5)
    ask.add_argument("--seed", default="1")
    ask.add_argument("--kinds", default=",".join(ALL))
    ask.add_argument("--show", action="append", default=[])
    asked = ask.parse_args()
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name in asked.games:
        game = Game(ROOT / "games" / name)
        for mutant in mutants(game.texts, Random(f"{name} {asked.seed}"), asked.each, asked.kinds.split(",")):
            told = game.told(mutant)
            counts[mutant.kind][told.grade] += 1
            if {told.grade or "none", mutant.kind} & {*asked.show}:
                print(shown(told), "\n")
    counts["all"] = sum(counts.values(), Counter())
    print("| kind | told | " + " | ".join(GRADES) + " | no fault |\n|---|" + "--:|" * (len(GRADES) + 2))
    for kind, count in counts.items():
        faults = sum(count[grade] for grade in GRADES)
        shares = [
            f"{100 * count[grade] / max(faults, 1):.0f}" if kind == "all" else str(count[grade] or "")
            for grade in GRADES
        ]
        print(f"| {kind} | {faults} | {' | '.join(shares)} | {count[''] or ''} |")


if __name__ == "__main__":
    main()
