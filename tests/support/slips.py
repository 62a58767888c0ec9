"""One-line slips that people make, each with what is to be said of it, and how what is said is graded.

`tests/data/slips/salt_road` is a small game without a fault; a file beside it is a list of slips: in what line, what is
written there in its place, where a finding must stand, and which words must say how to mend it. `says` are words for
message or help, without regard to capitals; several ways to say one thing stand with ` | ` between them.

The grades are those of a reader who does not program, and are given by rule, so that everyone who grades comes out the same:

- **silent**: nothing is found, or warnings of other things only.
- **misleading**: the first thing read stands at another line (of an example that fails: what it shows does; of what was renamed or taken
  out: what misses it may), or more than a word from what was written; or it holds a
  word that sends the reader elsewhere (`never`), or says what to write and that is not what was meant.
- **vague**: the place is right, but the words that say how to mend it are not all there, or something is found elsewhere
  besides: what follows from the slip and would go away with it.
- **right**: the place, what is wrong with it, how to mend it, and nothing else.

Run as a script it prints each slip with what is said of it: `python tests/support/slips.py [WORD …]`, only those that have
a grade or a file with such a name.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from regola_compiler.checks.common import RENAMED
from regola_compiler.incremental.session import Session
from regola_compiler.project.game import peek_game
from regola_dsl.diagnostics import Diagnostic, Fix, Severity
from regola_dsl.source import Span
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[1]
SLIPS = ROOT / "data" / "slips"
BASE = SLIPS / "salt_road"
GRADES = ("right", "vague", "misleading", "silent")
# How far from what was written the place of a finding may lie, in words.
_NEAR = 1
# How a help begins that says what to write.
_PROPOSES = re.compile(r"did you mean|^(?:to .*, )?write |^use |^put ")


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: what stood there, what was written, and what must be said.

    Attributes:
        file: The list it stands in.
        game: In which game, if not in the salt road: one of `games/`.
        where: In which of its files, if what stood there stands in several.
        number: Its place there, from 1.
        was: A stretch of one line of the game, which stands there once; or a path, where `moved` is said. Where it is
            empty the slip is put at the end of a file, which need not be there.
        slip: What stands in its place; of several lines, the one with `at` is the slip.
        at: What of the slip a finding must touch, or a word beside it; empty for what differs.
        says: The words that must be said; each may have alternatives.
        never: Words that would send the reader elsewhere.
        also: How many findings may stand beside the first.
        lost: Whether something stands there no more that others name: those are the places to tell it at.
        before: What it was graded before messages said what was meant.
        now: What it was graded when it was last read; no change makes it worse.
    """

    file: str
    number: int
    was: str
    slip: str
    at: str
    says: tuple[str, ...]
    never: tuple[str, ...] = ()
    also: int = 0
    lost: bool = False
    moved: str = ""
    before: str = ""
    now: str = ""
    game: str = ""
    where: str = ""

    @property
    def name(self) -> str:
        """What a failing test is called."""
        return f"{self.file} {self.number}"


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a slip: the findings, the file and the line it was made in, the columns that were written."""

    slip: Slip
    path: str
    line: int
    columns: tuple[int, int]
    text: str
    found: tuple[Diagnostic, ...]

    @property
    def first(self) -> Diagnostic | None:
        """What is read first."""
        return self.found[0] if self.found else None

    @property
    def grade(self) -> str:
        """The grade by the rules above."""
        first = self.first
        errors = [diagnostic for diagnostic in self.found if diagnostic.weight is Severity.ERROR]
        if first is None or (not errors and not self._words(first)):
            return "silent"
        if not self._here(first) or any(word in said(first) for word in self.slip.never):
            return "misleading"
        if not self._words(first):
            return "misleading" if _PROPOSES.search(first.help) else "vague"
        return "right" if len(self.found) <= 1 + self.slip.also else "vague"

    def _here(self, first: Diagnostic) -> bool:
        span = first.span
        if self.slip.moved:
            return True
        # An example that fails is at fault itself, or what it shows first beside it.
        if first.code.slug == "example-fails" and any(self._is_in(label.span) for label in first.related[:1]):
            return True
        # So is what nothing names any more, where it is shown beside what others name.
        if any(label.text == RENAMED and self._is_in(label.span) for label in first.related):
            return True
        if self.slip.lost and span.path == self.path:
            return True
        if span.path != self.path or not span.line <= self.line <= span.end_line:
            return False
        if span.line != span.end_line or self.path.endswith(".yaml"):
            return True  # of an entry of a list, its line is the place
        begin, end = self.columns
        return span.column <= end and span.end_column >= begin

    def _is_in(self, span: Span) -> bool:
        return span.path == self.path and span.line <= self.line <= span.end_line

    def _words(self, first: Diagnostic) -> bool:
        told = said(first).casefold()
        quoted = " ".join(re.findall("`[^`]*`", told))
        return all(any(_is_said(way.casefold(), told, quoted) for way in word.split(" | ")) for word in self.slip.says)


def _is_said(word: str, told: str, quoted: str) -> bool:
    """Whether a word is said; one in backquotes may be a part of what is quoted, as words and not as letters."""
    if not word.startswith("`") or word in told:
        return word in told
    bare = re.escape(word.strip("`"))
    return (
        re.search(rf"(?<![\w]){bare}(?![\w])" if re.match(r"\w.*\w$|\w$", word.strip("`")) else bare, quoted)
        is not None
    )


def said(found: Diagnostic) -> str:
    """All that is said in a finding, place and code aside."""
    return " ".join([found.message, found.label, found.help, *found.notes])


@cache
def slips() -> tuple[Slip, ...]:
    """All slips, in the order of their files."""
    return tuple(slip for path in sorted(SLIPS.glob("*.yaml")) for slip in _read(path))


def _read(path: Path) -> Iterator[Slip]:
    for number, raw in enumerate(YAML(typ="safe").load(path.read_text("utf-8")), 1):
        entry: dict[str, Any] = dict(raw)
        for key in ("says", "never"):
            entry[key] = tuple(entry.get(key, ()))
        yield Slip(file=path.stem, number=number, **{"at": "", **entry})


class Desk:
    """A copy of a game, in which one slip after the other is made and taken back."""

    def __init__(self, folder: Path, base: Path = BASE) -> None:
        """Copy the game into an empty folder."""
        self.base = base
        self.game = folder / base.with_suffix("").name
        self.others: dict[str, Desk] = {}
        self.folder = folder
        self.texts = {
            path.relative_to(base if base.is_dir() else base.parent).as_posix(): path.read_text("utf-8")
            for path in (sorted(base.rglob("*")) if base.is_dir() else [base])
            if path.is_file() and "__pycache__" not in path.parts
        }
        for name in self.texts:
            self._write(name, self.texts[name])
        self.session = Session()

    def _write(self, name: str, text: str) -> None:
        path = self.game / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def found(self) -> tuple[Diagnostic, ...]:
        """What is found in the game as it stands now."""
        return tuple(self.session.check(peek_game(self.game, self.game.name)).found)

    def tell(self, slip: Slip, fix: Fix | None = None) -> Told:
        """Make a slip, look, and take it back; one of another game is made in a copy of that.

        Where a `fix` is given, with what that writes in the file of the slip or in another one.
        """
        if slip.game and slip.game != self.game.name:
            if slip.game not in self.others:
                here, there = SLIPS / slip.game, ROOT.parent / "games" / slip.game
                alone = there.with_suffix(".regola")  # rules in one file
                self.others[slip.game] = Desk(self.folder, next(p for p in (here, there, alone) if p.exists()))
            return self.others[slip.game].tell(replace(slip, game=""), fix)
        if slip.moved:
            return self._tell_moved(slip)
        if not slip.was:
            return self._tell_at(slip, slip.where, len(self.texts.get(slip.where, "")), fix)
        holders = [slip.where] if slip.where else [name for name, text in self.texts.items() if slip.was in text]
        if len(holders) != 1 or self.texts[holders[0]].count(slip.was) != 1:
            raise ValueError(f"{slip.name}: `{slip.was}` stands in {holders or 'no file'}, not once")
        (name,) = holders
        return self._tell_at(slip, name, self.texts[name].index(slip.was), fix)

    def _tell_at(self, slip: Slip, name: str, start: int, fix: Fix | None) -> Told:
        """Write a slip in a file, look, and take it back."""
        before = self.texts.get(name, "")
        text = before[:start] + slip.slip + before[start + len(slip.was) :]
        written = {name: text}
        if fix is not None:
            other = fix.span.path.partition("/")[2]
            written[other] = fix.written(written.get(other, self.texts.get(other, "")))
        for one, changed in written.items():
            self._write(one, changed)
        try:
            found = self.found()
        finally:
            for one in written:
                if one in self.texts:
                    self._write(one, self.texts[one])
                else:
                    (self.game / one).unlink()
        if _has_lines(slip):
            start += slip.slip.index(slip.at)
        line = text.count("\n", 0, start) + 1
        shown = text.split("\n")[line - 1]
        return Told(slip, f"{self.game.name}/{name}", line, _columns(slip, text, start), shown, found)

    def _tell_moved(self, slip: Slip) -> Told:
        """Give a file another name, or another text, or put one beside it."""
        place, target = self.game / slip.was, self.game / slip.moved
        text = self.texts.get(slip.was, "")
        if slip.was in self.texts:
            place.unlink()
        self._write(slip.moved, slip.slip.replace("{text}", text))
        try:
            found = self.found()
        finally:
            target.unlink()
            if slip.was in self.texts:
                self._write(slip.was, text)
        return Told(slip, f"{self.game.name}/{slip.moved}", 1, (1, 1), f"{slip.was or 'nothing'} → {slip.moved}", found)


def _has_lines(slip: Slip) -> bool:
    """Whether a slip is of several lines, and says which of them it is."""
    return bool(slip.at) and "\n" in slip.slip.strip()


def _columns(slip: Slip, text: str, start: int) -> tuple[int, int]:
    """The columns that a finding must touch, a word on either side among them: from 1, the end exclusive."""
    if _has_lines(slip):
        return _with_neighbours(text, start, start + len(slip.at))
    same = next((n for n, (a, b) in enumerate(zip(slip.was, slip.slip, strict=False)) if a != b), None)
    same = min(len(slip.was), len(slip.slip)) if same is None else same
    places = [match.start() for match in re.finditer(re.escape(slip.at), slip.slip)] if slip.at else []
    if places:
        at = min(places, key=lambda place: abs(place - same))
        begin, end = start + at, start + at + len(slip.at)
    else:
        rest_was, rest = slip.was[same:], slip.slip[same:]
        tail = next((n for n, (a, b) in enumerate(zip(rest_was[::-1], rest[::-1], strict=False)) if a != b), 0)
        begin, end = start + same, start + len(slip.slip) - tail
    return _with_neighbours(text, begin, end)


def _with_neighbours(text: str, begin: int, end: int) -> tuple[int, int]:
    """The columns of a stretch of a line and of the words beside it."""
    above = text.rfind("\n", 0, begin) + 1
    line_end = text.find("\n", begin)
    line_end = len(text) if line_end < 0 else line_end
    for _ in range(_NEAR + 1):
        begin = max(text.rfind(" ", above, max(begin - 1, above)) + 1, above)
        end = _end_of_word(text, min(end + 1, line_end), line_end)
    return begin - above + 1, end - above + 1


def _end_of_word(text: str, at: int, line_end: int) -> int:
    found = re.compile(r"\s").search(text, at, line_end)
    return found.start() if found else line_end


def shown(told: Told) -> str:
    """A slip and what is said of it, for reading."""
    lines = [f"{told.slip.name} [{told.grade}]", f"    | {told.text.strip()}"]
    for diagnostic in told.found[:3]:
        span = diagnostic.span
        place = "" if (span.path, span.line) == (told.path, told.line) else f" at {span.path}:{span.line}"
        there = told.text[span.column - 1 : span.end_column - 1] if not place else ""
        lines.append(f"  {diagnostic.code.slug}{place}, column {span.column} `{there}`: {diagnostic.message}")
        lines += [f"      label: {diagnostic.label}"] if diagnostic.label else []
        lines += [f"      help: {diagnostic.help}"] if diagnostic.help else []
        lines += [f"      = {note}" for note in diagnostic.notes]
    return "\n".join(lines)


def main(words: list[str]) -> None:
    """Print the slips, and how many have which grade."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        desk = Desk(Path(folder))
        told = [desk.tell(slip) for slip in slips()]
    for one in told:
        if not words or any(word in (one.grade, one.slip.file) or word == one.slip.name for word in words):
            sys.stdout.write(f"{shown(one)}\n\n")
    counts, before = Counter(one.grade for one in told), Counter(one.slip.before for one in told)
    for grade in GRADES:
        share = 100 * counts[grade] / len(told)
        sys.stdout.write(f"{grade:>10}: {counts[grade]:4} ({share:.1f} in 100), before: {before[grade]}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
