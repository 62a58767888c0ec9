"""Which one word, sign or number of the rules was slipped, where what is found may come of it.

Two things disagree, and a finding stands at one of them. Before it says how that one is to give way, what else a hand
may have meant is tried in the lines that take part, one change at a time, and everything is looked at again. What lets
the finding go and makes no other is told, in the words of the file; where more would do, which.

It comes after everything else was told, and the same game is not asked twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from regola_dsl.diagnostics import Diagnostic, Fix, Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.breath import breathe, breathing
from regola_compiler.checks.actions import never_returns
from regola_compiler.checks.book import example_fails
from regola_compiler.checks.definitions import (
    contradiction,
    missing_rule,
    not_decided,
    out_of_range,
    sum_changes,
)
from regola_compiler.checks.names import never_read, unused_parameter
from regola_compiler.checks.ordered import first_told
from regola_compiler.checks.registry import CODES
from regola_compiler.checks.tables import table_gap, table_overlap
from regola_compiler.evaluate.worked.examples import ExampleRun
from regola_compiler.incremental.findings import Round
from regola_compiler.incremental.memory import Memory, Raw
from regola_compiler.incremental.places import place_now
from regola_compiler.incremental.reading import Reading
from regola_compiler.incremental.sought.lines import are_rules, quoted, rows_failing, taking_part
from regola_compiler.incremental.sought.told import NOT_YET, told_with, with_copy
from regola_compiler.incremental.sought.weighed import Weighed
from regola_compiler.incremental.sought.witnessed import Witnessed
from regola_compiler.model.program import Clause, Effect, Expr, Norm, Program, Rule, Table
from regola_compiler.model.visitor import iter_nodes
from regola_compiler.mutation.cures import Cure
from regola_compiler.mutation.likelihood import AHEAD, OTHERWISE, distinct, leading, tells_otherwise, turns_sign
from regola_compiler.mutation.mutation import inside, touches
from regola_compiler.mutation.slips.asked_beside import AskedBeside
from regola_compiler.mutation.slips.in_a_line import Kin, slips
from regola_compiler.mutation.slips.in_a_list import in_scales
from regola_compiler.mutation.slips.lost_effects import LostEffects
from regola_compiler.mutation.slips.slip import Slip
from regola_compiler.mutation.slips.uses import Uses
from regola_compiler.project.game import Game

# How much is looked at for what may be meant: cases that are tried, and with each change so many for every declaration.
# It is counted and not timed, so that a game is told the same on every machine. So many changes are tried, and so many
# more once one is found; of those that let examples come out so many, before all others.
_WORK, _MOST, _MORE, _FIRST = 30_000, 200, 40, 8
# How many findings one slip makes at most.
_FINDINGS = 12
# What it costs that a line is a step farther away.
_AWAY = 2
_UNLESS = "unless "
# How far in a line stands says what it is a part of.
_BLANK = re.compile(r"(?<=\S)[ ()]+")

# A case that nobody thought of, a row that is not there, and what was not looked at in full, are no slips of a word by
# themselves.
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
        left: How much may still be looked at.
    """

    reading: Reading
    memory: Memory
    read: Callable[[Game], Reading]
    between: Callable[[], None]
    left: int = _WORK

    def spend(self, work: int) -> None:
        """Note that so much was looked at.

        Raises:
            _Late: if that is more than is worth while.
        """
        self.left -= work
        if self.left < 0:
            raise _Late

    def told(self, found: list[Diagnostic], raw: list[Diagnostic]) -> list[Diagnostic]:
        """The findings, the first of them with the slip that it comes of, if there is one.

        Args:
            found: What is told.
            raw: What the checks found.
        """
        first, *left = self._with_slip(found, raw)
        return [with_copy(first, self.reading.game.sources), *left]

    def _with_slip(self, found: list[Diagnostic], raw: list[Diagnostic]) -> list[Diagnostic]:
        first = first_told(found)
        before = {_at(one) for one in self.reading.told(list, raw)}
        # What is accepted is found, too, and is not told: it may stay.
        all_told = {_at(one) for one in found}
        held = self._best(first, found, before)
        named = leading(held, lambda one: one[0].cost)
        if not named:
            return found
        gone = named[0][1]
        left = [one for one in found if one is not first and _at(one) not in gone]
        also = [Label(one.span, say("and here")) for one in found if one not in left and _is_like(one, first)]
        if first.code == example_fails.CODE:
            told = leading(self.memory.would_do.get(first.subject, ()), lambda one: one.cost)
            same = self._texts(list(self._slips(told))) == self._texts([slip for slip, _ in named])
            if same and any(one.doubtful for one in told):
                return [first, *left]  # it was told there, with what the example leaves open
            # What was tried there before is one of these, or would do as well.
            shown = {slip.place for slip, _ in named}
            also = [one for one in first.related if not self._rules(one.span) and one.span not in shown]
            first = replace(first, related=())
        proven = any(slug not in NOT_YET for slug, *_ in gone)
        return [told_with(first, [slip for slip, _ in named], also, alone=all_told <= gone, proven=proven), *left]

    def _texts(self, found: list[Slip]) -> list[str]:
        """What stands in the files with each of some changes, whatever blanks and brackets their words stand in."""
        texts = {one.path: one.text for one in self.reading.game.sources}
        return [_BLANK.sub("", one.written(texts[one.place.path])) for one in found]

    def _rules(self, place: Span) -> bool:
        """Whether something stands where rules are, and no example."""
        lines = next((one.lines for one in self.reading.game.sources if one.path == place.path), ())
        return are_rules(lines, place.line)

    def _best(self, first: Diagnostic, found: Sequence[Diagnostic], before: set[_At]) -> list[tuple[Slip, set[_At]]]:
        """The changes that let the first finding go, and most of the others, with what goes."""
        held: list[tuple[Slip, set[_At]]] = []
        all_told = {_at(one) for one in found}
        failing = {_at(one) for one in found if one.code == example_fails.CODE}
        may_be_slipped = self._may_be_slipped(first)
        witnessed = Witnessed(first, self.reading.game, self.read)

        def patient() -> None:
            self.between()
            self.spend(1)

        more = _MOST
        for slip in self._tried(first, found):
            by_itself = may_be_slipped(slip)
            if not by_itself and not failing:
                continue
            all_gone = [one for one, gone in held if all_told <= gone]
            # Of what hardly a hand does something likelier is worth a longer look.
            more = min(more - 1, _MORE) if any(one.cost < OTHERWISE for one in all_gone) else more - 1
            if more < 0:
                break
            if any(slip.cost >= one.cost + AHEAD for one in all_gone):
                continue  # nothing is left to be told
            try:
                self.spend(len(self.reading.program.callables))
                with breathing(patient):
                    gone = self._gone(slip, first, before, witnessed)
            except _Late:
                # Of those that cost as much not all were tried; what lets several findings go at once is no chance.
                several = len(all_told) > 1
                held = [
                    one
                    for one in held
                    if one[0].cost < slip.cost or (several and all_told <= one[1] and one[0].cost == slip.cost)
                ]
                break
            if gone and (by_itself or gone & failing) and (all_told <= gone or first.code != missing_rule.CODE):
                held.append((slip, gone))
        most = max((len(gone) for _, gone in held), default=0)
        best = [one for one in held if len(one[1]) == most]
        return distinct(best, lambda one: one[0].place, lambda one: (one[0].was, one[0].now))

    def _tried(self, first: Diagnostic, found: Sequence[Diagnostic]) -> list[Slip]:
        """What is tried for a finding, the likeliest first: by what a hand does, by how near, and by what is usual."""
        kin = Kin(self.reading.program)
        unread = next(iter(quoted(first.message)), "") if first.code == unused_parameter.CODE else ""
        ran = [one.result for one in self.memory.examples.values()]
        weighed = Weighed(first, found, self.reading, rows_failing(self.reading, ran))
        # To ask what nothing asks lets that finding go, wherever it is asked: something else is to show where.
        alone = all(one.code == never_read.CODE for one in found)
        uses = Uses(
            self.reading.program, () if alone else [one.subject for one in found if one.code == never_read.CODE]
        )
        lost = [
            (one.subject.partition(".")[0], next(iter(quoted(one.message)), ""))
            for one in found
            if one.code == unused_parameter.CODE
        ]
        beside, effects = AskedBeside(self.reading.game.sources), LostEffects(self.reading.game.sources)
        near = taking_part(first, self.reading, ran)
        tried = [
            replace(slip, cost=slip.cost + _AWAY * line.away)
            for line in near
            for slip in (
                *slips(line.path, line.number, line.lines, kin, line.head, unread if line.is_near else ""),
                *uses.slips(line.path, line.number, line.lines, dict(kin.things(line.head, line.lines, line.number))),
                *beside.slips(line.path, line.number, line.lines[line.number - 1]),
                *effects.slips(line.path, line.number),
                *(
                    slip
                    for name, unread_there in lost
                    if re.search(rf"\b{re.escape(name)}\b", line.head)
                    for slip in beside.unread(line.path, line.number, line.lines[line.number - 1], unread_there)
                ),
            )
        ]
        texts = {one.path: one.text.split("\n") for one in self.reading.game.sources}
        tried += in_scales(texts, [one.lines[one.number - 1] for one in near if one.is_near])
        first_tried = list(self._cures(first, found))[:_FIRST]
        tried = [*first_tried, *tried]
        by_text: dict[str, Slip] = {}
        for slip, text in zip(tried, self._texts(tried), strict=True):
            # Of what is the same in the end the words of the first are told.
            cost = weighed.cost(slip)
            one = by_text.get(text, slip)
            by_text[text] = replace(one, cost=min(cost, one.cost) if text in by_text else cost)
        rows = sorted(filter(weighed.exchanges_an_asked_row, tried), key=lambda one: one.cost)
        known = self._texts([*first_tried, *rows[:_FIRST]])
        return [slip for _, slip in sorted(by_text.items(), key=lambda one: (one[0] not in known, one[1].cost))]

    def _may_be_slipped(self, first: Diagnostic) -> Callable[[Slip], bool]:
        """Whether a change shows by itself what was slipped, and needs no example that comes out with it.

        Of what meets that is what it holds for, and not what it says: whichever of two answers is made the other, and
        wherever one of two exceptions is moved, they disagree no more; that proves nothing, and what they say is for
        the book. And what a fact becomes never leaves its bounds, whatever it was to gain.
        """
        # With what is asked turned round nothing is shut any more, whatever was meant.
        if first.code == never_returns.CODE:
            return lambda _: False
        # Told what it becomes, a fact changes no sum that is known; that it loses what it gains may have been meant.
        if first.code == sum_changes.CODE:
            return lambda slip: turns_sign(slip.was, slip.now)
        callables = self.reading.program.callables
        item = next((callables[name] for name in _around(first.subject) if name in callables), None)
        if first.code == table_overlap.CODE and isinstance(item, Table):
            said = [place_now(one.span, self.reading.homes) for row in item.rows for one in row.outputs]
            return lambda slip: not any(inside(slip.place, one) for one in said)
        if first.code in {contradiction.CODE, missing_rule.CODE}:
            asked = [place_now(one.span, self.reading.homes) for one in _conditions(item)]
            return lambda slip: any(touches(slip.place, one) for one in asked)
        if first.code == out_of_range.CODE:
            return lambda slip: not tells_otherwise(slip.was, slip.now)
        return lambda _: True

    def _cures(self, first: Diagnostic, found: Sequence[Diagnostic]) -> Iterator[Slip]:
        """What was tried on examples alone, where one fails, as far as it is one stretch of the text."""
        failing = [one for one in (first, *found) if one.code == example_fails.CODE]
        return self._slips(self.memory.would_do.get(failing[0].subject, ()) if failing else ())

    def _slips(self, found: Iterable[Cure]) -> Iterator[Slip]:
        for cure in found:
            change = cure.change
            if change.edit is not None:
                here, put = place_now(change.edit.span, self.reading.homes), change.edit.text
                yield self._of_unless(here, put, cure.cost) or Slip(
                    here, change.was, change.now, cure.cost, Fix(here, put)
                )

    def _of_unless(self, place: Span, put: str, cost: int) -> Slip | None:
        """That `when` is meant, where what would be written stands there behind `unless`; None where it does not."""
        lines = next(one.lines for one in self.reading.game.sources if one.path == place.path)
        before, text = lines[place.line - 1][: place.column - 1], lines[place.line - 1][place.column - 1 :]
        if place.line != place.end_line or not before.endswith(_UNLESS) or not text.startswith(put):
            return None
        there = replace(place, column=place.column - len(_UNLESS))
        return Slip(there, f"{_UNLESS}{put}", f"when {put}", cost)

    def _gone(self, slip: Slip, first: Diagnostic, before: set[_At], witnessed: Witnessed) -> set[_At]:
        """What is not found any more with a change; nothing where the first stays, or something else is found."""
        breathe()

        def at(one: Diagnostic) -> _At:
            slug, subject, path, line = _at(one)
            return slug, subject, path, slip.was_at(line) if path == slip.place.path else line

        sources = [
            replace(one, text=slip.written(one.text)) if one.path == slip.place.path else one
            for one in self.reading.game.sources
        ]
        if witnessed.stands(sources, slip.place):
            return set()
        changed = self.read(replace(self.reading.game, sources=sources))
        example = first.subject if first.code == example_fails.CODE else ""
        if (
            not changed.sound
            or not _comes_out(changed.program, example)
            or {at(one) for one in changed.findings} - {_at(one) for one in self.reading.findings}
        ):
            return set()

        def early(raw: Raw) -> None:
            if {at(one) for one in changed.told(list, raw[0])} - before:
                raise _Worse

        def seen(here: list[Diagnostic]) -> None:
            if _at(first) in {at(one) for one in changed.told(list, here)}:
                raise _Worse

        memory = replace(self.memory, cures=False, pack=None, last=None, known_subjects=None)
        foremost = next((one for one in _around(first.subject) if one in changed.program.callables), "")
        checks = Round(memory, changed.game, changed.program, breathe, early, foremost=(foremost, seen))
        try:
            if not checks.examples_hold(example):
                return set()
            after = {at(one) for one in changed.told(list, checks.findings()[0])}
        except _Worse:
            return set()
        return before - after if not after - before and _at(first) not in after else set()


def _comes_out(program: Program, example: str) -> bool:
    """Whether an example comes out, run by itself; that is soon known, and seldom so. True of none."""
    run = ExampleRun(program, program.examples[example]).result() if example else None
    return run is None or all(line.passed or line.erratum is not None for line in run.lines)


def is_sought(found: list[Diagnostic], reading: Reading) -> bool:
    """Whether a slip is looked for: all can be understood, and the checks find something, and not everywhere."""
    if not found or not reading.sound or len(found) > _FINDINGS:
        return False
    first = first_told(found)
    if first.code == missing_rule.CODE:
        return any(_is_of_the_same(one, first) for one in found)
    # What an example has left out is no slip of the rules.
    return first.code in _SOUGHT and not (first.code == example_fails.CODE and first.mends is not None)


def _at(one: Diagnostic) -> _At:
    """What is found where: what it says of it may be another number now."""
    return one.code.slug, one.subject, one.span.path, one.span.line


def _is_of_the_same(one: Diagnostic, gap: Diagnostic) -> bool:
    """Whether two rules disagree in what says nothing elsewhere: of both a word may be slipped that was to tell them.

    A gap alone is a case that nobody thought of.
    """
    return one.code == contradiction.CODE and gap.subject in {*_around(one.subject)}


def _is_like(one: Diagnostic, first: Diagnostic) -> bool:
    """Whether the same is found elsewhere."""
    return one.code == first.code and one.span != first.span


def _conditions(item: Rule | None) -> Iterator[Expr]:
    """When the parts of a declaration hold, or come about."""
    for node in iter_nodes(item, lambda node: not isinstance(node, Span)):
        match node:
            case Clause(condition=asked) | Norm(when=asked) | Effect(condition=asked) if asked is not None:
                yield asked


def _around(subject: str) -> Iterator[str]:
    """A part of a declaration, and what it may be a part of, the innermost first: `pull.mud` and `pull`."""
    yield subject
    while "." in subject:
        subject = subject.rpartition(".")[0]
        yield subject
