"""Markdown cases: broken rules whose findings are announced on the lines where they must arise.

A file under `tests/cases/` is a list of cases. A `##` heading names one; its ```regola blocks are
the files of one little game; prose between them says why. What must be found stands in a comment
at the end of the line, or in a comment of its own above it:

    | 7 | 8 |   # error: [ragged-row]
    # warning: [no-anchor] "cites no section"
    define pay(n: int 1..6) -> int 1..6

The words in quotes must occur in the message. A line of its own speaks of the next line that is
neither empty nor a comment. A finding nobody announced fails the case, and so does an
announcement nothing answers. `xfail: reason` under the heading marks a case that states what a
designer may expect and the tool does not do yet; it fails as soon as the tool does.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from regola_cli.catalogue import page
from regola_compiler.driver import Compiled, compile_game
from regola_compiler.project.game import Game
from regola_compiler.report import json as report_json
from regola_compiler.report import text as report_text
from regola_compiler.report.ci.github import as_github
from regola_compiler.report.ci.sarif import as_sarif
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source
from regola_dsl.wording import localized

from support.paths import CASE_FILES

_HEADING = re.compile(r"#{1,6} +(?P<title>.+?)\s*")
_XFAIL = re.compile(r"xfail: *(?P<reason>\S.*?)\s*")
ANNOUNCED = re.compile(r'\b(?P<severity>error|warning|possible): \[(?P<slug>[a-z0-9-]+)\](?: "(?P<part>[^"]*)")?')
_COMMENT = re.compile(r"# *(?=(?:error|warning): \[)")


@dataclass(frozen=True)
class Fence:
    """A fenced block: its language, its lines, and the line of the Markdown file above the first."""

    language: str
    text: str
    above: int


@dataclass(frozen=True)
class Case:
    """One heading with its fenced blocks, each of which is a file of the same game."""

    title: str
    line: int
    fences: tuple[Fence, ...]
    xfail: str | None = None

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its files."""
        return tuple(fence.text for fence in self.fences)


@dataclass(frozen=True, order=True)
class Announced:
    """A finding that must arise on a line of a block, with words that its message must hold."""

    block: int
    line: int
    severity: str
    slug: str
    part: str = ""

    def answered_by(self, block: int, diagnostic: Diagnostic) -> bool:
        """Whether `diagnostic`, found in `block`, is the one announced."""
        return self.tells(block, diagnostic, diagnostic.weight.value)

    def tells(self, block: int, diagnostic: Diagnostic, severity: str) -> bool:
        """Whether `diagnostic` is the one announced, if it is shown with this severity."""
        seen = (block, diagnostic.span.line, severity, diagnostic.code.slug)
        return seen == (self.block, self.line, self.severity, self.slug) and self.part in localized(diagnostic.message)


def read_fences(text: str) -> list[Fence]:
    """The fenced blocks of a Markdown text.

    Raises:
        ValueError: if a fence is opened and not closed.
    """
    fences: list[Fence] = []
    opened: tuple[str, int, list[str]] | None = None
    for number, line in enumerate(text.split("\n"), 1):
        if opened is None:
            opened = (line[3:].strip(), number, []) if line.startswith("```") else None
            continue
        language, above, lines = opened
        if line.rstrip() == "```":
            fences.append(Fence(language, "".join(f"{inner}\n" for inner in lines), above))
            opened = None
        else:
            lines.append(line)
    if opened is not None:
        raise ValueError(f"line {opened[1]}: a fence is opened and not closed")
    return fences


def read_cases(path: Path, kinds: Sequence[str] = ("regola",)) -> list[Case]:
    """The cases of a Markdown file: headings without a block that is of one of `kinds` are prose."""
    text = path.read_text("utf-8")
    fences = read_fences(text)
    inside = {number for fence in fences for number in range(fence.above, fence.above + fence.text.count("\n") + 2)}
    outside = [(number, line) for number, line in enumerate(text.split("\n"), 1) if number not in inside]
    headings = [(number, match["title"]) for number, line in outside if (match := _HEADING.fullmatch(line))]
    reasons = {number: match["reason"] for number, line in outside if (match := _XFAIL.fullmatch(line))}
    cases = []
    for (start, title), (end, _) in pairwise([*headings, (len(text), "")]):
        shown = tuple(
            fence for fence in fences if fence.language.partition(" ")[0] in kinds and start < fence.above < end
        )
        xfail = next((reason for number, reason in reasons.items() if start < number < end), None)
        if shown:
            cases.append(Case(title, start, shown, xfail))
    return cases


def announced(block: int, text: str) -> list[Announced]:
    """What the comments of one block announce."""
    found: list[Announced] = []
    waiting: list[re.Match[str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        comment = _COMMENT.search(line)
        matches = list(ANNOUNCED.finditer(line, comment.end())) if comment else []
        code = line[: comment.start()] if comment else line
        if not code.strip() or code.lstrip().startswith("#"):
            waiting += matches
            continue
        found += [
            Announced(block, number, match["severity"], match["slug"], match["part"] or "")
            for match in (*waiting, *matches)
        ]
        waiting = []
    if waiting:
        raise ValueError("a comment announces a finding, and no line follows it")
    return found


def game_of(texts: Sequence[str], name: str = "case") -> Game:
    """A game in memory, a file for each text: `1.regola`, `2.regola`, …."""
    return Game(name, Path(name), {}, [Source(f"{number}.regola", text) for number, text in enumerate(texts, 1)])


@cache
def compiled(texts: tuple[str, ...]) -> Compiled:
    """A game of these files, compiled once in a process. Nobody may change it."""
    return compile_game(game_of(texts))


def findings(texts: Sequence[str]) -> list[Diagnostic]:
    """Everything the compiler finds in a game of these files, in the order a person reads it."""
    return shown_every_way(compile_game(game_of(texts)))


def shown_every_way(compiled: Compiled) -> list[Diagnostic]:
    """What was found, in the order a person reads it.

    Each way of showing the findings is tried on the way: none of them may fail.
    """
    assert json.loads(report_json.as_json(compiled.found, compiled.accepted, compiled.limits))
    assert json.loads(as_sarif(compiled.found, compiled.sources, compiled.accepted, page=page))
    assert as_github(compiled.found).count("\n") == len(compiled.found)
    assert compiled.found == [] or report_text.text(compiled.found, compiled.sources)
    return report_text.ordered(compiled.found)


def differences(
    texts: Sequence[str], above: Sequence[int], where: str, found: list[Diagnostic] | None = None
) -> list[str]:
    """What was announced and not found, and what was found and not announced, a line each.

    `above` gives for each text the line of `where` that stands above its first one; `found` is what was found, where
    that is known already.
    """
    wanted = [item for block, text in enumerate(texts) for item in announced(block, text)]
    extra: list[tuple[int, Diagnostic]] = []
    for diagnostic in findings(texts) if found is None else found:
        block = int(diagnostic.span.path.partition(".")[0]) - 1
        match = next((item for item in wanted if item.answered_by(block, diagnostic)), None)
        if match is None:
            extra.append((block, diagnostic))
        else:
            wanted.remove(match)
    out = []
    for item in sorted(wanted):
        words = f' "{item.part}"' if item.part else ""
        place = f"{where}:{above[item.block] + item.line}"
        out.append(f"- {place}: {item.severity}: [{item.slug}]{words}   announced, not found")
    for block, more in extra:
        place = f"{where}:{above[block] + more.span.line}"
        out.append(f"+ {place}: {more.weight.value}: [{more.code.slug}] {more.message}   found, not announced")
    return out


def check_case(case: Case, where: str) -> None:
    """Hold a case's findings against what it announces.

    Raises:
        AssertionError: with a line for each difference.
    """
    above = [fence.above for fence in case.fences]
    found = differences(case.texts, above, where, shown_every_way(compiled(case.texts)))
    assert not found, "\n" + "\n".join([f"{where}:{case.line}: {case.title}", *found])


@cache
def catalogue() -> dict[str, Case]:
    """Every case of `tests/cases` by its file and its title; of those for the translator's desk, the rules."""
    return {f"{path.stem}: {case.title}": case for path in CASE_FILES for case in read_cases(path)}


def repeated(names: Iterable[str]) -> list[str]:
    """The names that occur more than once."""
    return sorted(name for name, times in Counter(names).items() if times > 1)
