"""A first line that was lost: what stood below it now goes on with the declaration above.

Where something is wrong in a declaration, it may fall apart in two: what stands above a line can be read as it is, and
what stands from there on below a first line of some kind. If a name of that kind is named and declared nowhere, it was
its first line. Without such a name it is said that a line may be lost, and below an empty line alone: within a
declaration one is seldom left, but in a sequence of play.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from regola_dsl.codes import SYNTAX_ERROR
from regola_dsl.declarations import KINDS, Block
from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.meant.blocks import block_at, blocks_of, called
from regola_dsl.meant.models import BELOW, first_line
from regola_dsl.meant.stuck import begun, indent_of, reads_alone
from regola_dsl.parsing.printed import LANGUAGE
from regola_dsl.source import Source, Span
from regola_dsl.wording import later, say

# So many lines in a row that can only be of another kind have lost their first.
_SOME = 2
# What is long enough to have empty lines in it.
_LONG = frozenset({"sequence", "phase"})
# A line that puts up a piece; and a text of the line above it.
_PUT_UP = re.compile(r" *[^\W\d]\w*: [A-Z]\w*\(")
_NAME = re.compile(r"[^\W\d]\w*")
_A_TEXT = re.compile(rf' *{LANGUAGE}"')
# What of each kind that is missing may be declared as.
_VALUES = ("define", "table", "modifiers")
_SORTS = {
    "definition": _VALUES,
    "type": ("enum", "scale", "record", "piece", "place"),
    "type of piece": ("piece",),
    "scale": ("scale",),
    "action": ("action",),
    "name": (*_VALUES, "choice", "path", "state"),
    "path": ("path",),
    "choice": ("choice",),
    "change": ("change",),
    "rule or exception": ("rule",),
    "definition, rule or exception": (*_VALUES, "rule"),
}
IF_LOST = later("{lost}; if it was not, {otherwise}")
# How the first line of what others name goes on behind its name.
_GOES_ON = {"define": " -> …", "table": " -> …", "modifiers": "", "state": ": …", "action": " by … in …"}


def told_of_lost_heads(
    found: Sequence[Diagnostic], sources: Sequence[Source], every: Sequence[Diagnostic] = ()
) -> list[Diagnostic]:
    """The findings; one in a declaration that falls apart says that the first line of its second half may be lost.

    Args:
        found: What is left of the findings.
        sources: The rules.
        every: All findings: what is missing tells what was lost.
    """
    told: list[Diagnostic] = []
    seen: set[tuple[str, int]] = set()
    lost: set[str] = set()
    for one in found:
        source = next((source for source in sources if source.path == one.span.path), None)
        block = block_at(blocks_of(source), one.span.line) if source is not None else None
        half = _half(one, source, block, every) if source is not None and block is not None else None
        if half is None:
            told.append(one)
        elif (one.span.path, half.line) not in seen:
            seen.add((one.span.path, half.line))
            lost.add(half.name)
            told.append(_with_its_head(one, half, block) if block else one)
    return [one for one in told if one.missing is None or one.missing.name not in lost]


@dataclass(frozen=True, slots=True)
class _Half:
    """Some lines of a declaration that belong to another one.

    Attributes:
        line: The first of them.
        text: That line.
        kind: What they can be read as.
        name: What it was called, if something is missing that it may be.
        called: Whether it is named with brackets.
        apart: Whether they stand below an empty line.
    """

    line: int
    text: str
    kind: str
    name: str = ""
    called: bool = False
    apart: bool = False

    @property
    def head(self) -> str:
        """How its first line begins."""
        if self.kind == "setup":
            return self.kind
        if not self.name:
            return f"{self.kind} … @…"
        return f"{self.kind} {self.name}{'(…)' if self.called else ''}{_GOES_ON.get(self.kind, '')} @…"


def _half(one: Diagnostic, source: Source, block: Block, every: Sequence[Diagnostic]) -> _Half | None:
    """What stands in a declaration and is none of its, at or above the line of a finding; None if that is not known."""
    if one.weight is not Severity.ERROR:
        return None
    lines = source.text.split("\n")[block.line - 1 : block.end]
    at = one.span.line - block.line
    if begun(lines[at].strip()) in KINDS and "@" in lines[at]:
        return None
    for place in _places(lines, at) if one.code == SYNTAX_ERROR else ():
        above, below = _halves(block, place)
        if not reads_alone(above):
            continue
        begin = next((line for line in below if not _A_TEXT.match(line)), below[0])
        for name, kinds in (*_missing(every), *_in_its_head(begin, source)):
            if kind := next((kind for kind in kinds if reads_alone([_first(kind), *below])), ""):
                asked = re.search(rf"(?<![\w.]){re.escape(name)}\(", source.text) is not None
                return _Half(block.line + place, lines[place], kind, name, asked)
    # Without a name an empty line has to tell, and the line below it where one is nothing strange.
    for place in _places(lines, at) if block.kind not in _LONG or _kinds_below(lines[at]) else ():
        if not lines[place - 1].strip():
            return _Half(
                block.line + place, lines[place], _kind_of(block, lines[place], _halves(block, place)[1]), apart=True
            )
    return _of_another_kind(block, lines, at) if one.code == SYNTAX_ERROR else None


def _of_another_kind(block: Block, lines: Sequence[str], at: int) -> _Half | None:
    """The lines from one on, if they can be read below a first line of another kind alone, all of them."""
    above, below = _halves(block, at)
    outermost = next((indent_of(line) for line in lines[1:] if line.strip()), 0)
    if not at or len(below) < _SOME or indent_of(lines[at]) != outermost or _A_TEXT.match(lines[at]):
        return None
    kinds = [kind for kind in KINDS if kind not in _LONG and reads_alone([_first(kind), *below])]
    if not kinds or block.kind in kinds or not reads_alone(above):
        return None
    return _Half(block.line + at, lines[at], kinds[0])


def _places(lines: Sequence[str], at: int) -> Iterator[int]:
    """The lines of a declaration at which another may begin, up to one: from below, those below empty lines first."""
    outermost = next((indent_of(line) for line in lines[1:] if line.strip()), 0)
    begins = [n for n in range(at, 1, -1) if lines[n].strip() and indent_of(lines[n]) == outermost]
    apart = [n for n in begins if not lines[n - 1].strip()]
    yield from apart
    for n in (n for n in begins if n not in apart):
        # The texts above a line may be those of the same, or of what stands above.
        first = next((m for m in range(n, 0, -1) if not _A_TEXT.match(lines[m - 1])), n)
        yield from dict.fromkeys((first, n))


def _halves(block: Block, place: int) -> tuple[list[str], list[str]]:
    """The lines of a declaration above a place, and those from there on."""
    lines = block.text.split("\n")
    return [line for line in lines[:place] if line], [line for line in lines[place:] if line]


def _missing(every: Sequence[Diagnostic]) -> list[tuple[str, tuple[str, ...]]]:
    """The names that others have and nothing declares, each with what it may be declared as."""
    found = {
        one.missing.name: _SORTS[one.missing.kind]
        for one in every
        if one.missing is not None and one.missing.kind in _SORTS and one.weight is Severity.ERROR
    }
    return [(name, _SORTS["type"] if name[:1].isupper() else kinds) for name, kinds in found.items()]


def _in_its_head(line: str, source: Source) -> list[tuple[str, tuple[str, ...]]]:
    """The name of a table that its last column has, where that is asked with brackets: its own lines hide it."""
    name = line.strip().strip("|").split("|")[-1].strip()
    declared = any(called(block) == name for block in blocks_of(source))
    asked = not declared and _NAME.fullmatch(name) and re.search(rf"(?<![\w.]){name}\(", source.text)
    return [(name, ("table",))] if line.lstrip().startswith("|") and asked else []


def _kinds_below(line: str) -> list[str]:
    """The kinds of declaration of which one alone has a line that begins so, and a long one has not."""
    word = begun(line.strip())
    kinds = [kind for kind, below in BELOW.items() if word and word in below]
    return kinds if len(kinds) == 1 and kinds[0] not in _LONG else []


def _kind_of(block: Block, line: str, below: Sequence[str]) -> str:
    """What some lines without a first line are taken for: the same as what they stand in, if they can be that."""
    if _PUT_UP.match(line):
        return "setup"
    own = [block.kind] * (block.kind in KINDS and block.kind not in _LONG)
    return next(
        (kind for kind in (*_kinds_below(line), *own, *KINDS) if reads_alone([_first(kind), *below])), block.kind
    )


def _first(kind: str) -> str:
    return first_line(kind, "name", "@1")


def _with_its_head(one: Diagnostic, half: _Half, block: Block) -> Diagnostic:
    """The finding, with what to write where a first line was lost, and the line that would stand below it."""
    place = Span(one.span.path, half.line, indent_of(half.text) + 1, half.line, len(half.text.rstrip()) + 1)
    if half.name:
        return replace(
            one,
            message=say(
                "`{name}` is declared nowhere, and what stands from here on is not part of `{what}`: its first line is "
                "lost",
                name=half.name,
                what=" ".join(block.text.split("(")[0].split()[:2]),
            ),
            span=place,
            related=(),
            fixes=(),
            help=say("write its first line above this line: `{head}`", head=half.head),
        )
    if not half.apart:
        lost = say("if the first line of what stands from here on was lost, write it above: `{head}`", head=half.head)
        return replace(one, help=say(IF_LOST, lost=lost, otherwise=one.help) if one.help else lost)
    lost = say(
        "if the first line of what stands below the empty line was lost, write it there: `{head}`", head=half.head
    )
    return replace(
        one,
        related=(*one.related, Label(place, say("below an empty line"))),
        help=say(IF_LOST, lost=lost, otherwise=one.help) if one.help else lost,
    )
