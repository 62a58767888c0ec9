"""Exceptions of one level, rules about one action, effects on one fact that can come together and disagree."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Label
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import always, describe_declaration, reported, subject_at, subject_of
from regola_compiler.evaluate.errors import Contradiction, EffectClash
from regola_compiler.model.program import Clause, Effect, Norm, Program, Rule
from regola_compiler.model.types import Member, show
from regola_compiler.model.visitor import canonical_form
from regola_compiler.mutation.mutation import to_source

CODE = Code("R402", "contradiction", "two exceptions, or two effects, that come together and disagree")


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each later exception that disagrees with an earlier one."""
    for found in survey.all(Contradiction):
        item = survey.program.callables[found.owner]
        first, second = found.problem.first, found.problem.second

        def describe(
            problem: Contradiction, item: Rule = item, first: Clause | Norm = first, second: Clause | Norm = second
        ) -> tuple[str, str]:
            return _message(item, first, second), say("says {value}", value=_value_text(problem.second_value, item))

        yield reported(
            survey,
            found,
            CODE,
            describe,
            related=(
                Label(
                    first.name_span,
                    say("says {value}", value=_value_text(found.problem.first_value, item)),
                    first.name,
                ),
            ),
            subject=subject_at(survey.program, item, second.name_span),
            help=_help(first, second, program),
        )
    yield from _effects(survey)


def _effects(survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each pair of effects that can come about together and give one fact two values."""
    for found in survey.all(EffectClash):
        item = survey.program.callables[found.owner]
        first, second = found.problem.first, found.problem.second
        owner = f"`{item.name}`{cited(item.anchors)}"
        yield reported(
            survey,
            found,
            CODE,
            always(
                say(
                    "{owner} can give `{fact}` two values at once{cited}",
                    owner=owner,
                    fact=second.fact,
                    cited=_cited(first, second),
                ),
                say("and another here"),
            ),
            related=(Label(first.span, say("one value here")),),
            subject=f"{subject_of(survey.program, item)}.{second.fact}",
            help=say("give each of the two a condition, so that only one holds"),
        )


def _help(first: Clause | Norm, second: Clause | Norm, program: Program) -> str:
    """What to write: that one lacks a condition, or has the other's, comes before the question which of them wins."""
    bare = [part for part in (first, second) if isinstance(part, Clause) and part.condition is None]
    if len(bare) == 1:
        return say("`{name}` has no condition and always holds: say when, `when …`", name=bare[0].name)
    if second.condition is not None and canonical_form(first.condition) == canonical_form(second.condition):
        return say(
            "both hold for the same, `{condition}`: give `{name}` or `{first_name}` its own condition",
            condition=to_source(second.condition),
            name=second.name,
            first_name=first.name,
        )
    return say(
        "say which wins: `{keyword} {name} over {first_name}`, or the other way round",
        keyword=_keyword(second, program),
        name=second.name,
        first_name=first.name,
    )


def _cited(first: Effect, second: Effect) -> str:
    """The sections of both, each once."""
    return cited(tuple({anchor.section: anchor for anchor in (*first.anchors, *second.anchors)}.values()))


def _keyword(part: Clause | Norm, program: Program) -> str:
    return "rule" if isinstance(part, Norm) and part.name in program.rules else "exception"


def _message(item: Rule, first: Clause | Norm, second: Clause | Norm) -> str:
    pair = say(
        "`{name}`{cited} and `{second_name}`{second_cited}",
        name=first.name,
        cited=cited(first.anchors),
        second_name=second.name,
        second_cited=cited(second.anchors),
    )
    return say(
        "in {declaration}{cited}, {pair} can hold together and disagree",
        declaration=describe_declaration(item),
        cited=cited(item.anchors),
        pair=pair,
    )


def _value_text(value: Any, item: Rule) -> str:
    return (
        f"`{show(value, item.result)}`" if isinstance(value, int | Fraction | Member | bool) else say("something else")
    )
