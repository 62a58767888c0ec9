"""Where reading stops in a declaration, and a line as it might have to stand: what is other in it, how far it reads."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from regola_dsl.builders.declarations import Builder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.lexer import RawToken, lex
from regola_dsl.meant.keeps import Known, words_of
from regola_dsl.meant.remembered import digest
from regola_dsl.parsing.loop import AHEAD, Stop, acceptable, parse
from regola_dsl.parsing.remarks import parted
from regola_dsl.parsing.words import LATER, LEADS, keywords, merged
from regola_dsl.records import dataclass

TO_ITS_END = 2
# What is longer is not shown, nor is it a line that somebody has typed.
LONGEST = 110
# A line that is longer is not one that somebody has typed: its patterns are not looked for.
WIDEST = 1_000
# What stands before a name elsewhere, and is left out here.
_JOINING = frozenset("of for named called".split())
# Signs that are one where they touch.
_SIGN = frozenset("=<>-+:!&|*/.~^%")
_LINE_ENDS = frozenset({"_NL", "_INDENT", "_DEDENT"})
# Of the whole lines above the one that is tried the last is read each time; so many tokens more are not much.
_WHOLE, _NEAR = 2, 50
A_WORD = re.compile(r"\w+(?:\.\w+)*(?:['’]\w+)?|[^\w\s\"]+|\"")


@dataclass(frozen=True, slots=True)
class Stuck:
    """A declaration's lines with their numbers, what it is read as, and where reading stops.

    `column` and `end_column` count from 1; `accepted` are the terminals that fit there; `known` is what the other
    declarations name, if they are at hand.
    """

    lines: tuple[tuple[int, str], ...]
    start: str
    line: int
    column: int
    end_column: int
    accepted: tuple[str, ...] = ()
    known: Known | None = None

    @property
    def others(self) -> tuple[str, ...]:
        """The other lines of the declaration."""
        return tuple(text for number, text in self.lines if number != self.line)

    @property
    def text(self) -> str:
        """The line on which reading stops."""
        return next((text for number, text in self.lines if number == self.line), "")

    @property
    def kind(self) -> str:
        """The word that the declaration begins with; of an expression none."""
        return self.lines[0][1].split(" ", 1)[0] if self.start == "start" else ""

    @property
    def texts(self) -> tuple[str, ...]:
        """The other declarations, if they are at hand."""
        return self.known.texts if self.known else ()

    @property
    def names(self) -> frozenset[str]:
        """What the other declarations name, and the words of the other lines."""
        here = {word for line in self.others for word in words_of(line)}
        return frozenset(here) | (self.known.words if self.known else frozenset())

    @property
    def above(self) -> str:
        """The line above; nothing above the first."""
        return next((text for number, text in reversed(self.lines) if number < self.line), "")

    @property
    def following(self) -> str:
        """The line below; nothing below the last."""
        return next((text for number, text in self.lines if number > self.line), "")

    @property
    def met(self) -> str:
        """What stands there: a word, or signs that touch one another."""
        found = A_WORD.match(self.text, self.column - 1)
        return found[0] if found else ""

    @property
    def alone(self) -> Stuck:
        """The same with the lines alone that this one stands below, and those that stand below it."""
        kept: list[tuple[int, str]] = []
        indent = indent_of(self.text)
        for number, text in reversed([line for line in self.lines if line[0] < self.line]):
            if indent_of(text) < indent:
                kept.insert(0, (number, text))
                indent = indent_of(text)
        below = [(number, text) for number, text in self.lines if number > self.line]
        own = next((n for n, (_, text) in enumerate(below) if indent_of(text) <= indent_of(self.text)), len(below))
        return replace(self, lines=(*kept, (self.line, self.text), *below[:own]))

    @property
    def key(self) -> str:
        """What tells it from others, with all that is known of these."""
        known = self.known.key if self.known else ""
        return digest(self.lines, self.start, self.line, self.column, self.end_column, self.accepted, known)

    def places(self) -> tuple[Stuck, ...]:
        """The place itself; and where it begins a line, the end of the line above: what is missing there stops it."""
        before = [(number, text) for number, text in self.lines if number < self.line]
        if not before or self.text[: self.column - 1].strip():
            return (self,)
        number, text = before[-1]
        end = len(text.rstrip())
        return (self, replace(self, line=number, column=end + 1, end_column=end + 2))


@dataclass(frozen=True, slots=True)
class Repair:
    """A line as it would have to stand, and what of it is other: what stood there, and what stands in its place.

    What is `sure` is meant whatever else is wrong with the line, so that more may be put right behind it. `others` are
    words that fit as well as what is written; a `guess` is a word that nothing but the grammar speaks for.
    """

    line: int
    column: int
    met: str
    written: str
    text: str
    sure: bool = False
    others: tuple[str, ...] = ()
    guess: bool = False

    @property
    def end_column(self) -> int:
        """Where what stood there ends."""
        return self.column + max(len(self.met), 1)


def stops_at(stuck: Stuck, proposal: str) -> Stuck | None:
    """Where reading stops in a line as proposed; None where it does not, or in another line."""
    queue, made = read_with(stuck, proposal)
    lines = tuple((number, proposal if number == stuck.line else text) for number, text in stuck.lines)
    if isinstance(made, Diagnostic):
        if made.span.line != stuck.line:
            return None
        return replace(stuck, lines=lines, column=made.span.column, end_column=made.span.column + 1, accepted=())
    if not isinstance(made, Stop) or made.place >= len(queue):
        return None
    raw = queue[made.place]
    if raw.line != stuck.line:
        return None
    fits = tuple(acceptable(made.states))
    end = raw.end_column if raw.kind not in _LINE_ENDS else len(proposal.rstrip()) + 1
    column = raw.column if raw.kind not in _LINE_ENDS else end
    return replace(stuck, lines=lines, column=column, end_column=max(end, column + 1), accepted=fits)


def follows(stuck: Stuck, before: str) -> tuple[str, ...]:
    """The terminals that fit behind the beginning of the line on which reading stops; none where it cannot be read."""
    return _follows(tuple(line for line in stuck.lines if line[0] < stuck.line), stuck.start, stuck.line, before)


@lru_cache(maxsize=2_000)
def _follows(lines: tuple[tuple[int, str], ...], start: str, line: int, before: str) -> tuple[str, ...]:
    tokens, errors = lex("", [*lines, *([(line, before)] if before.strip() else [])], tried=True)
    queue = merged(tokens)
    while queue and queue[-1].kind in _LINE_ENDS and (before.strip() or queue[-1].kind != "_NL"):
        queue.pop()
    if errors or not queue:
        return ()
    fits: dict[str, None] = {}
    for further in ((), *_asked_for(queue)):
        stop = parse([*queue, *further], start, Builder("", []), len(queue))
        if isinstance(stop, Stop) and stop.place >= len(queue):
            fits |= dict.fromkeys(acceptable(stop.states))
    return tuple(fits)


def _asked_for(queue: Sequence[RawToken]) -> Iterator[list[RawToken]]:
    """What the last two words, if they are no names, ask to have behind them, each way as tokens."""
    for many in (1, 2):
        word = queue[-many] if len(queue) >= many else queue[-1]
        for terminal in keywords().get(word.text, ()) if word.kind == "WORD" else ():
            for lead in LEADS.get(terminal, ()):
                asked = [lead[1]] if lead[0] == LATER else lead[many - 1 :]
                if asked and all(one is None or one.isalpha() for one in asked):
                    at = queue[-1][2:6]
                    yield [RawToken("WORD", one or "x", *at) for one in asked]


def plain(line: str) -> str:
    """A line without its indentation and the remark at its end, if it is not all remark.

    >>> plain("  | 1 | 2 |  # as printed"), plain("  # alone")
    ('| 1 | 2 |', '# alone')
    """
    return parted(line)[0].strip() or line.strip()


def indent_of(line: str) -> int:
    """How many blanks stand before a line."""
    return len(line) - len(line.lstrip(" "))


def begun(line: str) -> str:
    """The word, or the stroke, that a line begins with; nothing of one that begins otherwise.

    >>> begun("  then prefer most u.steps"), begun("  | 1 | 2 |"), begun("  @2.1 silent")
    ('then', '|', '')
    """
    found = re.match(r"[a-z]+|\|", line.strip())
    return found[0] if found else ""


def read_with(stuck: Stuck, proposal: str, wrong: list[Diagnostic] | None = None) -> tuple[Sequence[RawToken], Any]:
    """The declaration with a line as proposed: its tokens, and what is made of them or the place where it stops.

    A sign that begins no word stops it as well: then it is the finding about that, and there are no tokens. What can be
    read and is wrong all the same is added to `wrong`.
    """
    lines = [(number, proposal if number == stuck.line else text) for number, text in stuck.lines]
    tokens, errors = lex(
        "",
        [(number, text) for number, text in lines if text.strip() and not text.lstrip().startswith("#")],
        tried=True,
    )
    if errors:
        return (), errors[0]
    if stuck.start == "expression":
        tokens = [token for token in tokens if token.kind not in {"_INDENT", "_DEDENT"}]
    queue = merged(tokens)
    return queue, _begun.made(queue, stuck.start, stuck.line, [] if wrong is None else wrong) if queue else None


@dataclass(slots=True)
class _Begun:
    """What was made of the lines above the one that is tried: they are the same from one try to the next.

    Attributes:
        last: Of which tokens it was made, as what they were read, where the parser stood, and what was wrong there.
    """

    last: tuple[list[RawToken], str, Stop, list[Diagnostic]] | None = None

    def made(self, queue: list[RawToken], start: str, line: int, wrong: list[Diagnostic]) -> Any:
        """What is made of tokens, or the place where reading stops.

        Args:
            queue: The tokens.
            start: What they are read as.
            line: The line that is tried.
            wrong: What can be read and is wrong all the same is added to it.
        """
        since, found = self._known(queue, start)
        above = _above(queue, line)
        if since is None or above > since.place + _NEAR:
            found = list(found)
            since = parse(queue, start, Builder("", found), above, since=since)
            if since.place < above:
                wrong += found
                return since
            self.last = queue, start, since, found
        wrong += found
        return parse(queue, start, Builder("", wrong), since=since)

    def _known(self, queue: list[RawToken], start: str) -> tuple[Stop | None, list[Diagnostic]]:
        """Where the parser stood, and what was wrong, if tokens begin as those did of which that was made."""
        if self.last is not None:
            before, as_what, stop, found = self.last
            shared = stop.place + AHEAD
            if as_what == start and len(queue) >= shared and queue[:shared] == before[:shared]:
                return stop, found
        return None, []


def _above(queue: Sequence[RawToken], line: int) -> int:
    """Where the whole line begins that stands above another; the beginning where there are not two above that.

    What a word is may depend on what stands behind it, which is in its line, or begins the next.
    """
    ends = 0
    for place in range(bisect_left(queue, line, key=_line_of) - 1, -1, -1):
        ends += queue[place].kind == "_NL"
        if ends == _WHOLE:
            return place + 1
    return 0


def _line_of(token: RawToken) -> int:
    return token.line


_begun = _Begun()


def without_line(stuck: Stuck) -> Stuck:
    """The declaration without the line on which reading stops, for reading alone."""
    return replace(stuck, lines=tuple(line for line in stuck.lines if line[0] != stuck.line), line=stuck.lines[0][0])


def reads(stuck: Stuck) -> bool:
    """Whether a declaration can be read from its beginning to its end, and nothing in it is wrong."""
    wrong: list[Diagnostic] = []
    _, made = read_with(stuck, stuck.text, wrong)
    return not isinstance(made, Stop | Diagnostic) and not wrong


def reads_alone(lines: Sequence[str]) -> bool:
    """Whether some lines can be read as one declaration by themselves, and nothing in it is wrong."""
    return reads(Stuck(tuple(enumerate(lines)), "start", len(lines) - 1, 1, 2))


def how_far(stuck: Stuck, proposal: str, upto: int) -> int:
    """How far the declaration can be read with a line as proposed: to its end 2, beyond the line `upto` 1, else 0."""
    queue, made = read_with(stuck, proposal)
    if isinstance(made, Diagnostic):
        return 1 if made.span.line > upto else 0
    if not isinstance(made, Stop):
        return TO_ITS_END
    return 1 if made.place < len(queue) and queue[made.place].line > upto and _begins(queue, made.place) > 1 else 0


def _begins(queue: Sequence[RawToken], place: int) -> int:
    """How many tokens of its line stand before a place, the marks of its indentation among them."""
    line = queue[place].line
    return sum(1 for token in queue[max(place - 50, 0) : place] if token.line == line and token.text)


def changed(stuck: Stuck, proposal: str) -> Repair:
    """What is other in a proposal, in whole words."""
    old, new = stuck.text.rstrip(), proposal.rstrip()
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    room = min(len(old), len(new)) - same
    tail = next((n for n in range(room) if old[-1 - n] != new[-1 - n]), room)
    while same and _joins(old[same - 1 : same + 1], new[same - 1 : same + 1]):
        same -= 1
    while tail and _joins(
        old[len(old) - tail - 1 : len(old) - tail + 1], new[len(new) - tail - 1 : len(new) - tail + 1]
    ):
        tail -= 1
    met, written = old[same : len(old) - tail], new[same : len(new) - tail]
    column = same + 1 + len(met) - len(met.lstrip())
    met, written = met.strip(), written.strip()
    return without_what_stays(_told_once(Repair(stuck.line, column, met, written, new)))


def _told_once(found: Repair) -> Repair:
    """A repair that puts the same in place of the same several times, told by the first of them."""
    old, new = (re.findall(r"\w+|\s+|[^\w\s]+", text) for text in (found.met, found.written))
    pairs = [(one, other) for one, other in zip(old, new, strict=False) if one != other]
    if len(old) != len(new) or len(pairs) == 1 or len({*pairs}) != 1:
        return found
    before = next(place for place, (one, other) in enumerate(zip(old, new, strict=True)) if one != other)
    column = found.column + sum(len(text) for text in old[:before])
    return replace(found, column=column, met=pairs[0][0], written=pairs[0][1])


def without_what_stays(found: Repair) -> Repair:
    """A repair that takes a sign away, told as that."""
    if found.met[:-1] == found.written and found.met[-1:] in set(".,:;!?"):
        return replace(found, column=found.column + len(found.met) - 1, met=found.met[-1], written="")
    if found.met.startswith(f"{found.written} ") and found.met.rsplit(" ", 1)[-1] in _JOINING:
        return replace(
            found, column=found.column + len(found.written) + 1, met=found.met[len(found.written) + 1 :], written=""
        )
    return found


def _joins(*pairs: str) -> bool:
    """Whether two signs belong to one word, in one of two texts."""
    return any(
        len(pair) == 2
        and (all(char.isalnum() or char in "_.'\"’@" for char in pair) or all(char in _SIGN for char in pair))
        for pair in pairs
    )
