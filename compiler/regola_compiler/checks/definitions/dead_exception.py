"""Exceptions that no position reaches, and values that exceptions always replace."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.contradictions import reach
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import definitions, subject_at
from regola_compiler.checks.excluded import Excluded, Standing, excluded
from regola_compiler.model.program import Clause, Const, Definition, Program
from regola_compiler.model.types import IntType

CODE = Code(
    "R403",
    "dead-exception",
    "an exception or a value that no position reaches",
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each, beside whatever else is wrong with its definition."""
    for definition in definitions(program):
        yield from _started_anew(definition)
        never = list(_excluded(program, Standing(definition.root)))
        yield from (_never_applies(program, definition, part, why) for part, why in never)
        reached = survey.reached_at_all(definition)
        if reached is not None:
            yield from _dead(program, definition, definition.root, reached, {part.name for part, _ in never})


def _started_anew(definition: Definition) -> Iterator[Diagnostic]:
    """A warning for a sequel that puts a number in the place of what came out so far.

    That may be meant. But where the number, added to it, comes just to the end of what is declared, and nothing else
    reaches that end, it was to be added.
    """
    result, first = definition.result, definition.root
    before = None if first.value is None else reach(first.value)
    sequels = [part for part in first.exceptions if part.sequel]
    if len(sequels) != len(first.exceptions) or len(sequels) != 1 or not isinstance(result, IntType) or before is None:
        return
    (part,) = sequels
    if not isinstance(part.value, Const) or type(part.value.value) is not int or part.exceptions:
        return
    number = part.value.value
    ends = ((before.high, result.high), (before.low, result.low))
    if number == 0 or not any(
        None not in {end, most} and end + number == most for end, most in ends if end is not None
    ):
        return
    asked = f"value + {number}" if number > 0 else f"value - {-number}"
    yield Diagnostic(
        CODE,
        say(
            "exception `{name}`{cited} of {where} puts {number} in the place of what came out so far",
            name=part.name,
            cited=cited(part.anchors),
            where=f"`{definition.name}`{cited(definition.anchors)}",
            number=number,
        ),
        part.value.span,
        say("asks nothing of what came out"),
        help=say(
            "to add to it write `{asked}`, which comes to all that `{result}` declares", asked=asked, result=result
        ),
        severity=Severity.WARNING,
        subject=f"{definition.name}.{part.name}",
    )


def _excluded(program: Program, standing: Standing) -> Iterator[tuple[Clause, Excluded]]:
    """The exceptions below a clause whose condition excludes itself, or what it stands under."""
    for below in standing.exceptions():
        part = below.clause
        if part.name in program.overruled:
            continue
        why = excluded(program, part.condition, below.around, below.lets)
        if why is not None:
            yield part, why
        else:
            yield from _excluded(program, below)


def _never_applies(program: Program, definition: Definition, part: Clause, why: Excluded) -> Diagnostic:
    message = say(
        "exception `{name}`{cited} of {where} never applies: {reason}",
        name=part.name,
        cited=cited(part.anchors),
        where=f"`{definition.name}`{cited(definition.anchors)}",
        reason=why.reason,
    )
    return why.told(CODE, message, subject_at(program, definition, part.name_span))


def _dead(
    program: Program,
    definition: Definition,
    clause: Clause,
    reached: set[tuple[str, str, bool]],
    told: set[str],
) -> Iterator[Diagnostic]:
    """The dead parts below a clause that is reached, but those told; what stands below a dead one goes with it."""
    where = f"`{definition.name}`{cited(definition.anchors)}"
    # (What a library says is said for other games too: who decides it otherwise need not say when.)
    shared = program.is_shared(definition.name)
    always = next(
        (part for part in clause.exceptions if part.condition is None and not part.sequel and not shared), None
    )
    if clause.value is not None and (definition.name, clause.name, True) not in reached and always is not None:
        # What it stands over, and the value it is an exception to, are dead for that alone.
        yield _without_condition(program, definition, always, where)
        return
    if clause.value is not None and (definition.name, clause.name, True) not in reached:
        yield Diagnostic(
            CODE,
            say("this value of {where} is never used: its exceptions always hold", where=where),
            clause.value.span,
            say("never used"),
            help=say("remove it, or give the exception its condition"),
            subject=subject_at(program, definition, clause.value.span),
        )
    for part in clause.exceptions:
        if (definition.name, part.name, False) in reached:
            yield from _dead(program, definition, part, reached, told)
            continue
        if part.name in program.overruled or part.name in told:
            continue  # the book says it, and an erratum that it does not count
        yield Diagnostic(
            CODE,
            say(
                "exception `{name}`{cited} of {where} never applies",
                name=part.name,
                cited=cited(part.anchors),
                where=where,
            ),
            part.name_span,
            say("its condition never holds, or another exception always wins over it"),
            help=say("correct its condition, or remove it"),
            subject=subject_at(program, definition, part.name_span),
        )


def _without_condition(program: Program, definition: Definition, part: Clause, where: str) -> Diagnostic:
    return Diagnostic(
        CODE,
        say(
            "exception `{name}`{cited} of {where} has no condition: it always holds, and the rest never does",
            name=part.name,
            cited=cited(part.anchors),
            where=where,
        ),
        part.name_span,
        say("always holds"),
        help=say("say when it holds, behind its sections: `when …`"),
        subject=subject_at(program, definition, part.name_span),
    )
