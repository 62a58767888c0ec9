"""What of an example is wrong by what it says itself, whatever the rules come to: a value its type does not have.

No rule can let such a line come out, so nothing is looked for in the rules; it is told what may be written there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from regola_dsl.diagnostics import Label
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.checks.excluded import excluded
from regola_compiler.evaluate.errors import OutOfRange
from regola_compiler.evaluate.worked.examples import ExampleRun, LineResult
from regola_compiler.evaluate.worked.mending import mending
from regola_compiler.model.program import (
    Action,
    Call,
    Const,
    DoLine,
    Example,
    ExampleLine,
    Expectation,
    GivenLine,
    PlayLine,
    Program,
)
from regola_compiler.model.types import FORBIDDEN, IntType, Type, holds, show
from regola_compiler.model.visitor import iter_nodes, phases_in
from regola_compiler.mutation.cures import Cure
from regola_compiler.mutation.failing.turned_values import values_turned
from regola_compiler.mutation.failing.wanted_effect import deed_of, wanted_effect
from regola_compiler.mutation.mutation import inside, to_source

# Past so many deeds a line is tried, on either side of it.
_DEEDS = 2


@dataclass(frozen=True, slots=True)
class Wrong:
    """What no change of a rule can mend: why, what of the line it is, what stands against it, and what to write.

    `mends` is the state that would mend it, were it ever changed.
    """

    reason: str
    span: Span
    related: tuple[Label, ...]
    help: str
    mends: Span | None = None


def wrong_itself(program: Program, example: Example, line: LineResult) -> Wrong | None:
    """What is wrong with a line of an example by what it says; None where that is for the rules to say."""
    wanted, problem = line.expectation, line.problem
    if isinstance(problem, OutOfRange) and problem.site is not None and inside(problem.site, wanted.span):
        at = next(_values(wanted, problem), None)
        if at is None and isinstance(wanted, Expectation | DoLine | PlayLine):
            return None  # worked out, and not written there
        return Wrong(
            line.verdict, at or problem.site, tuple(_declared(program, problem.site, wanted)), _within(problem.type)
        )
    if isinstance(wanted, Expectation) and wanted.outcome == "holds" and problem is None:
        why = excluded(program, wanted.expression, (), example.lets)
        return None if why is None else Wrong(why.reason, why.span, why.related, why.help)
    return None


def told_too_late(program: Program, example: Example, line: LineResult) -> Wrong | None:
    """That facts are told behind what is played, in the place of what came of it, and before it were all that is asked.

    None where the example does not come out as a whole once they are told before.
    """
    place = next(n for n, one in enumerate(example.lines) if one is line.expectation)
    late = place
    while late and not isinstance(example.lines[late - 1], GivenLine):
        late -= 1
    first = late
    while first and isinstance(example.lines[first - 1], GivenLine):
        first -= 1
    played = example.lines[first - 1] if first else None
    if first == late or not isinstance(played, PlayLine | DoLine):
        return None
    lines = (*example.lines[: first - 1], *example.lines[first:late], played, *example.lines[late:])
    if not all(one.passed for one in ExampleRun(program, replace(example, lines=lines)).result().lines):
        return None
    deed = _deed(played)
    return Wrong(
        line.verdict,
        line.expectation.span,
        (Label(example.lines[first].span, say("told behind `{deed}`", deed=deed)),),
        say(
            "write the line with this `given` above `{deed}`: below it, it takes the place of what comes of that",
            deed=deed,
        ),
    )


def _deed(played: ExampleLine) -> str:
    """What is done or played, as an example says it."""
    match played:
        case DoLine():
            return f"do {to_source(played.expression)}"
        case PlayLine():
            return f"play {played.phase}"
        case _:
            return ""


def asked_too_early(program: Program, example: Example, line: LineResult) -> Wrong | None:
    """That facts are told right below the line that asks what rests on them.

    None where the example does not come out as a whole once they are told above it.
    """
    place = next(n for n, one in enumerate(example.lines) if one is line.expectation)
    behind = range(place, len(example.lines))
    first = next((n for n in behind if not isinstance(example.lines[n], Expectation)), len(example.lines))
    end = next((n for n in behind[first - place :] if not isinstance(example.lines[n], GivenLine)), len(example.lines))
    if first == end:
        return None
    lines = (*example.lines[:place], *example.lines[first:end], *example.lines[place:first], *example.lines[end:])
    if not all(one.passed for one in ExampleRun(program, replace(example, lines=lines)).result().lines):
        return None
    return Wrong(
        line.verdict,
        line.expectation.span,
        (Label(example.lines[first].span, say("told below the line that asks")),),
        say("write the line with this `given` above it: what is told holds for the lines below alone"),
    )


def wrong_beside(program: Program, example: Example, line: LineResult, found: Sequence[Cure]) -> Wrong | None:
    """What of an example may be wrong, where no change of the rules lets it come out, or a number alone would.

    Args:
        program: The rules.
        example: The example.
        line: What fails in it.
        found: The changes that are told otherwise. Where a number would have to be another it may as well be asked on
            the wrong side of a deed.
    """
    if found and not found[0].doubtful:
        return None
    moved = asked_out_of_turn(program, example, line)
    if moved is not None or found:
        return moved
    parts = values_turned(program, example, line)
    match parts:
        case ((was, now),):
            help_ = say(
                "write `{now}` in place of `{was}`: then all of this example comes out; if the book has it so, look at "
                "the rule",
                now=to_source(now),
                was=to_source(was),
            )
        case ((_, now), (_, also)):
            help_ = say(
                "with their values exchanged, `{now}` and `{also}`, all of this example comes out; if the book has it "
                "so, look at the rule",
                now=to_source(now),
                also=to_source(also),
            )
        case _:
            return None
    shown = [one.span for one, _ in parts if one.span.line != line.expectation.span.line]
    labels = tuple(Label(span, say("one value of these may be another’s")) for span in shown)
    return Wrong(line.verdict, line.expectation.span, labels, help_)


def asked_out_of_turn(program: Program, example: Example, line: LineResult) -> Wrong | None:
    """That a line is asked above what is done, or below it, and would come out on the other side of that.

    None where the example does not come out as a whole then, or where it would on both sides.
    """
    if not isinstance(line.expectation, Expectation):
        return None
    place = next(n for n, one in enumerate(example.lines) if one is line.expectation)
    deeds = [n for n, one in enumerate(example.lines) if isinstance(one, DoLine | PlayLine)]
    rest = [one for one in example.lines if one is not line.expectation]
    below, above = [n for n in deeds if n > place][:_DEEDS], [n for n in deeds if n < place][: -_DEEDS - 1 : -1]
    found: list[int] = []
    for sides in (below, above):
        for deed in sides:
            # Without the line itself what stood below it is one place further up: so it then stands behind the deed.
            lines = (*rest[:deed], line.expectation, *rest[deed:])
            if all(one.passed for one in ExampleRun(program, replace(example, lines=lines)).result().lines):
                found.append(deed)
                break
    if len(found) != 1:
        return None
    done = example.lines[found[0]]
    # What is forbidden is so on the other side of many a deed, and for another reason.
    forbidden = any(isinstance(node, Const) and node.value == FORBIDDEN for node in iter_nodes(line.expectation))
    if forbidden and isinstance(done, DoLine) and not _is_about(line.expectation, done):
        return None
    return Wrong(
        line.verdict,
        line.expectation.span,
        (Label(done.span, say("on the other side of this it comes out")),),
        say(
            "put it below `{deed}`: then all of this example comes out; if the book has it here, look at the rule",
            deed=_deed(done),
        )
        if found[0] > place
        else say(
            "put it above `{deed}`: then all of this example comes out; if the book has it here, look at the rule",
            deed=_deed(done),
        ),
    )


def _is_about(asked: Expectation, done: DoLine) -> bool:
    """Whether a line asks of the action that is done."""
    deed = done.expression
    return isinstance(deed, Call) and any(
        isinstance(one, Call) and one.callee == deed.callee for one in iter_nodes(asked)
    )


def for_want_of_change(program: Program, example: Example, line: LineResult, staying: Collection[str]) -> Wrong | None:
    """That a line would come out if a state were told otherwise that nothing changes; None where that is not so.

    Args:
        program: The rules.
        example: The example.
        line: What fails in it.
        staying: The states that rules read and nothing changes.
    """
    found = [one for one in mending(program, example, line) if one[0].fact.name in staying] if staying else []
    if len(found) != 1:
        return None
    ((default, other),) = found
    fact = default.fact
    above = example.lines[: next(n for n, one in enumerate(example.lines) if one is line.expectation)]
    deed = next((one for one in reversed(above) if isinstance(one, DoLine | PlayLine)), None)
    stays = Label(fact.name_span, say("stays as it starts"), fact.name)
    if deed is None:
        help_ = say(
            "nothing is done above this line, and it starts as {default}: let it start as {other}, or write the effect "
            "that changes it, or correct this line",
            default=show(default.value, fact.result),
            other=show(other, fact.result),
        )
        return Wrong(line.verdict, line.expectation.span, (stays,), help_, fact.name_span)
    return Wrong(
        line.verdict,
        line.expectation.span,
        (stays, *(Label(place, say("no effect of this writes it")) for place in _written_at(program, deed))),
        say(
            "`{deed}` is to make {other} of {default}: write the effect that does it there, such as `{effect}`",
            deed=deed_of(deed),
            default=show(default.value, fact.result),
            other=show(other, fact.result),
            effect=wanted_effect(program, deed, fact, default.value, other),
        ),
        fact.name_span,
    )


def _written_at(program: Program, deed: ExampleLine) -> list[Span]:
    """Where the action or the phase stands that a line of an example does or plays."""
    name = deed_of(deed)
    if isinstance(action := program.callables.get(name), Action):
        return [action.name_span]
    phases = (one for sequence in program.sequences.values() for one in phases_in(sequence))
    return [one.span for one in phases if one.name == name][:1]


def _within(type_: Type) -> str:
    """What to write where a value is asked for that a type does not have."""
    match type_:
        case IntType(int(low), int(high)):
            return say("write a number from {low} to {high}", low=low, high=high)
        case _:
            return say("write a value within `{type}`", type=type_)


def _declared(program: Program, site: Span, wanted: object) -> Iterator[Label]:
    """Where that is declared which is asked with a value, or told one."""
    for node in iter_nodes(wanted):
        asked = program.callables.get(node.callee) if isinstance(node, Call) and inside(node.span, site) else None
        if asked is not None:
            yield Label(asked.name_span, say("declared here"), asked.name)
            return


def _values(wanted: object, problem: OutOfRange) -> Iterator[Span]:
    """Where in a line the value is written that is none of its type."""
    for node in iter_nodes(wanted):
        if isinstance(node, Const) and node.value == problem.value and not holds(node.value, problem.type):
            yield node.span
