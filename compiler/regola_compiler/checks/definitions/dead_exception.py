"""Exceptions that no position reaches, and values that exceptions always replace."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Ground
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.contradictions import Asked
from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import definitions, subject_at
from regola_compiler.checks.excluded import Excluded, excluded
from regola_compiler.model.program import Clause, Definition, Let, Program, Var
from regola_compiler.model.visitor import iter_nodes

# What came out so far, in a sequel.
VALUE = "value"
CODE = Code(
    "R403",
    "dead-exception",
    "an exception or a value that no position reaches",
    ground=Ground.ABSENCE | Ground.PLAY,
)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each, beside whatever else is wrong with its definition."""
    for definition in definitions(program):
        never = list(_excluded(program, definition.root, (), ()))
        yield from (_never_applies(program, definition, part, why) for part, why in never)
        reached = survey.reached_at_all(definition)
        if reached is not None:
            yield from _dead(program, definition, definition.root, reached, {part.name for part, _ in never})


def _excluded(
    program: Program, clause: Clause, around: tuple[Asked, ...], lets: tuple[Let, ...]
) -> Iterator[tuple[Clause, Excluded]]:
    """The exceptions below a clause whose condition excludes itself, or what it stands under."""
    lets = (*lets, *clause.lets)
    for part in clause.exceptions:
        if part.name in program.overruled:
            continue
        why = excluded(program, part.condition, around, lets)
        if why is not None:
            yield part, why
        elif part.condition is None or any(isinstance(node, Var) and node.name == VALUE for node in iter_nodes(part)):
            yield from _excluded(program, part, around, lets)  # `value` is another one further in
        else:
            yield from _excluded(program, part, (*around, (part.condition, True)), lets)


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
