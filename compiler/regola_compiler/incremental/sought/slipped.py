"""Which one word, sign or number of the rules was slipped, where what is found may come of it.

Two things disagree, and a finding stands at one of them. Before it says how that one is to give way, what else a hand
may have meant is tried in the lines that take part, one change at a time, and everything is looked at again. What lets
the finding go and makes no other is told, in the words of the file; where more would do, which.

It comes after everything else was told, and the same game is not asked twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from regola_dsl.diagnostics import Diagnostic, Label
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.breath import breathe, breathing
from regola_compiler.checks.book import example_fails
from regola_compiler.checks.book.example_fails import spans_by_name, traced_names
from regola_compiler.checks.definitions import missing_rule, not_decided
from regola_compiler.checks.names import unused_parameter
from regola_compiler.checks.registry import CODES
from regola_compiler.checks.tables import table_gap
from regola_compiler.incremental.findings import Memory, Raw, Round
from regola_compiler.incremental.places import place_now
from regola_compiler.incremental.reading import Reading
from regola_compiler.model.names import last_part
from regola_compiler.mutation.slips import Kin, Slip, slips
from regola_compiler.project.game import Game

# How much is looked at for what may be meant: cases that are tried, and with each change so many for every declaration.
# It is counted and not timed, so that a game is told the same on every machine.
_WORK, _READ, _MOST = 20_000, 5, 200
# How many lines take part at most, and how many findings one slip makes.
_LINES, _FINDINGS = 40, 12
# Of so many changes that would do each by itself the reader chooses; of more, none is told.
_FEW = 3
_NAME = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r"`([^`]+)`")
_TEXT = re.compile(r'\b[a-z]{2,3} +"(?:[^"\\]|\\.)*"|#.*$|@[\w./-]+(?:, \d[\w.]*)*')
# What is told beside the rules, or has no condition: there no rule is slipped.
_APART = frozenset({"example", "erratum", "text", "setup", "accept", "enum", "scale", "game"})

# How near the last of the lines are.
_ELSEWHERE = 4

# A case that nobody thought of, a row that is not there, and what was not looked at in full, are no slips of a word.
_SOUGHT = frozenset(CODES) - {missing_rule.CODE, not_decided.CODE, table_gap.CODE}

_At = tuple[str, str, str, int]


class _Late(Exception):  # noqa: N818  not an error: it has taken long enough
    """As much was looked at as is worth while."""


class _Worse(Exception):  # noqa: N818  not an error: enough was seen
    """Something is found that was not found before."""


@dataclass(slots=True)
class Search:
    """What is looked for in one game as it stands.

    Args:
        reading: The game.
        memory: What is known of it.
        read: Reads the same game with other texts, beside whoever reads it as it is written.
        between: Called now and then; what it raises ends the search.
    """

    reading: Reading
    memory: Memory
    read: Callable[[Game], Reading]
    between: Callable[[], None]

    def told(self, found: list[Diagnostic], raw: list[Diagnostic]) -> list[Diagnostic]:
        """The findings, the first of them with the slip that it comes of, if there is one.

        Args:
            found: What is told.
            raw: What the checks found.
        """
        first = found[0]
        before = {_at(one) for one in self.reading.told(list, raw)}
        tiers = self._best(first, before)
        if not tiers or len(tiers) > _FEW:
            return found
        gone = tiers[0][1]
        left = [one for one in found if one is first or _at(one) not in gone]
        also = [Label(one.span, say("and here")) for one in found if one not in left and one.code == first.code]
        if first.code == example_fails.CODE:
            # What was tried there before is one of these, or would do as well.
            also = [one for one in first.related if not self._rules(one.span)]
            first = replace(first, related=())
        return [_with(first, [slip for slip, _ in tiers], also, alone=len(gone) == len(before)), *left[1:]]

    def _rules(self, place: Span) -> bool:
        """Whether something stands where rules are, and no example."""
        lines = next((one.lines for one in self.reading.game.sources if one.path == place.path), ())
        return _head(list(lines), place.line).split(" ")[0] not in _APART

    def _best(self, first: Diagnostic, before: set[_At]) -> list[tuple[Slip, set[_At]]]:
        """The likeliest changes that let the first finding go, and most of the others, with what goes."""
        lines, kin = list(self._lines(first)), Kin(self.reading.program)
        unread = next(iter(_QUOTED.findall(first.message)), "") if first.code == unused_parameter.CODE else ""
        tried = [
            (slip, rank)
            for rank, path, n, text, head in lines
            for slip in slips(path, n, text, kin, head, unread if rank < _ELSEWHERE else "")
        ]
        tried.sort(key=lambda one: (one[0].cost, one[1]))
        held: list[tuple[Slip, int, set[_At]]] = []
        left, each = _WORK, _READ * len(self.reading.program.callables)

        def patient() -> None:
            nonlocal left
            self.between()
            left -= 1
            if left < 0:
                raise _Late

        for slip, rank in tried[:_MOST]:
            if any(len(gone) == len(before) and slip.cost > one.cost for one, _, gone in held):
                break  # nothing is left to be told
            left -= each
            try:
                with breathing(patient):
                    gone = self._gone(slip, first, before)
            except _Late:
                # Of those that cost as much not all were tried.
                held = [one for one in held if one[0].cost < slip.cost]
                break
            if gone:
                held.append((slip, rank, gone))
        most = max((len(gone) for _, _, gone in held), default=0)
        best = [one for one in held if len(one[2]) == most]
        best = [one for one in best if one[0].cost == best[0][0].cost]
        # In an example what had a say is nearest; elsewhere one line of a declaration is as good as the next.
        example = first.code == example_fails.CODE
        near = [rank if example else rank == _ELSEWHERE for _, rank, _ in best]
        return [(slip, gone) for (slip, _, gone), how in zip(best, near, strict=True) if how == min(near)]

    def _gone(self, slip: Slip, first: Diagnostic, before: set[_At]) -> set[_At]:
        """What is not found any more with a change; nothing where the first stays, or something else is found."""
        breathe()
        sources = [
            replace(one, text=slip.written(one.text)) if one.path == slip.place.path else one
            for one in self.reading.game.sources
        ]
        changed = self.read(replace(self.reading.game, sources=sources))
        if not changed.sound or {_at(one) for one in changed.findings} - {_at(one) for one in self.reading.findings}:
            return set()

        def early(raw: Raw) -> None:
            if {_at(one) for one in changed.told(list, raw[0])} - before:
                raise _Worse

        memory = replace(self.memory, cures=False, pack=None, last=None, known_subjects=None)
        checks = Round(memory, changed.game, changed.program, breathe, early)
        try:
            if not checks.examples_hold(first.subject if first.code == example_fails.CODE else ""):
                return set()
            after = {_at(one) for one in changed.told(list, checks.findings()[0])}
        except _Worse:
            return set()
        return before - after if not after - before and _at(first) not in after else set()

    def _lines(self, first: Diagnostic) -> Iterator[tuple[int, str, int, list[str], str]]:
        """The lines that take part in a finding, the nearest first: how near, the file, which, its lines, the head."""
        texts = {one.path: one.text.split("\n") for one in self.reading.game.sources}
        own = (first.span.path, first.span.line)
        traced, asked = self._traced(first)
        shown = [own, *((one.span.path, one.span.line) for one in first.related), *traced]
        quoted = {name for one in (*_QUOTED.findall(first.message), first.subject) for name in _names(one)}
        heads = {(path, _head(texts[path], line)) for path, line in shown if path in texts}
        at = texts.get(own[0], [])
        # What is said of a declaration as a whole is said of all its lines.
        whole = [text for _, head, text in _of_rules(at) if head == _head(at, own[1])] if _is_head(at, own[1]) else []
        names = {*quoted, *asked, *(name for text in (*whole, *at[own[1] - 1 : own[1]]) for name in _names(text))}
        found: list[tuple[int, str, int, list[str], str]] = []
        for path, lines in texts.items():
            for number, head, text in _of_rules(lines):
                shares, block = bool(names & _names(text)), (path, head) in heads or _declares(head, quoted)
                here = (path, number)
                rank = (
                    0 if here == own else 1 if here in shown else 2 if block and shares else 3 if block else _ELSEWHERE
                )
                if rank < _ELSEWHERE or shares:
                    found.append((rank, path, number, lines, head))
        yield from sorted(found, key=lambda one: one[:3])[:_LINES]

    def _traced(self, first: Diagnostic) -> tuple[list[tuple[str, int]], set[str]]:
        """What had a say in the lines of an example that fail, and all that they ask."""
        ran = self.memory.examples.get(f"example {first.subject}") if first.code == example_fails.CODE else None
        failed = [line for line in ran.result.lines if not line.passed] if ran is not None else []
        places = spans_by_name(self.reading.program) if failed else {}
        spans = [one if isinstance(one, Span) else places.get(one) for line in failed for one in traced_names(line)]
        now = [place_now(one, self.reading.homes) for one in spans if one is not None]
        return [(one.path, one.line) for one in now], {last_part(name) for line in failed for name in line.asked}


def _with(first: Diagnostic, found: list[Slip], also: list[Label], *, alone: bool) -> Diagnostic:
    """A finding with what mends it, and what else goes with it; `alone` where nothing else is found."""
    slip = found[0]
    here = (slip.place.path, slip.place.line) == (first.span.path, first.span.line)
    shown = tuple(
        Label(one.place, say("with `{now}` in place of `{was}` it is mended", now=one.now, was=one.was))
        for one in found
        if len(found) > 1 or not here
    )
    told = {"now": slip.now, "was": slip.was}
    if len(found) > 1:
        cure = say("each of the changes shown mends this and makes nothing else wrong: look which of them is meant")
    elif here and alone:
        cure = say("write `{now}` in place of `{was}`: then nothing is found any more", **told)
    elif here:
        cure = say("write `{now}` in place of `{was}`: then this is mended, and nothing else is found for it", **told)
    elif alone:
        cure = say("write `{now}` in place of `{was}` in the line shown: then nothing is found any more", **told)
    else:
        cure = say(
            "write `{now}` in place of `{was}` in the line shown: then this is mended, and nothing else is found",
            **told,
        )
    mends = slip.place if len(found) == 1 else None
    return replace(first, related=(*shown, *first.related, *also), help=cure, mends=mends)


def is_sought(found: list[Diagnostic], reading: Reading) -> bool:
    """Whether a slip is looked for: all can be understood, and the checks find something, and not everywhere."""
    if not found or not reading.sound or len(found) > _FINDINGS:
        return False
    # What an example has left out is no slip of the rules.
    return found[0].code in _SOUGHT and not (found[0].code == example_fails.CODE and found[0].mends is not None)


def _at(one: Diagnostic) -> _At:
    """What is found where: what it says of it may be another number now."""
    return one.code.slug, one.subject, one.span.path, one.span.line


def _names(text: str) -> set[str]:
    return {name for name in _NAME.findall(_TEXT.sub("", text)) if name not in keywords() and len(name) > 1}


def _head(lines: list[str], number: int) -> str:
    """The first line of the declaration that a line stands in."""
    return next((lines[n] for n in range(min(number, len(lines)) - 1, -1, -1) if lines[n][:1].isalpha()), "")


def _is_head(lines: list[str], number: int) -> bool:
    return lines[number - 1 : number] != [] and lines[number - 1][:1].isalpha()


def _declares(head: str, names: set[str]) -> bool:
    """Whether a declaration has one of some names."""
    return not names.isdisjoint(_NAME.findall(head)[1:2])


def _of_rules(lines: list[str]) -> Iterator[tuple[int, str, str]]:
    """The lines that rule, with the head of their declaration."""
    head = ""
    for number, text in enumerate(lines, 1):
        if text[:1].isalpha():
            head = text
        if text.strip() and not text.lstrip().startswith("#") and head.split(" ")[0] not in _APART:
            yield number, head, text
