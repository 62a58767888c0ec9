"""Calculations without a result: division by zero, a shift off a closed scale, the best of nothing."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import always, describe_declaration, reported
from regola_compiler.evaluate.errors import DivisionByZero, EmptyFold, OffScale, RuleError, TooLarge
from regola_compiler.model.program import Program

CODE = Code("R405", "no-value", "a calculation that can have no result")

_SAID: dict[type[RuleError], tuple[str, str]] = {
    DivisionByZero: (say("this can divide by zero"), say("make sure that the divisor is at least 1")),
    OffScale: (
        say("this can leave the scale"),
        say("declare that end of the scale `open`, or keep the shift or the number within its steps"),
    ),
    TooLarge: (say("this can grow to more than 60 digits"), say("keep the numbers within what a game counts")),
    EmptyFold: (say("this can be asked of an empty list"), say("say what holds when nothing is in the list")),
}


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each calculation that can fail."""
    del program
    for found in survey.all(*_SAID):
        item = survey.program.callables[found.owner]
        said, help_text = _SAID[type(found.problem)]
        message = say(
            "in {declaration}{cited}, {said}",
            declaration=describe_declaration(item),
            cited=cited(item.anchors),
            said=said,
        )
        if isinstance(found.problem, OffScale):
            help_text = _within(found.problem) or help_text
        yield reported(survey, found, CODE, always(message, say("no result here")), help=help_text)


def _within(problem: OffScale) -> str:
    """What to write where a number leaves a scale whose members stand for numbers, as no open end helps there."""
    scale, sought = problem.scale, problem.sought
    if not scale.worths or scale.ratios:
        return ""
    low, high = min(scale.worths), max(scale.worths)
    if low <= sought <= high:
        return say("keep the shift or the number within its steps")
    bound = f"max({low}, …)" if sought < low else f"min({high}, …)"
    return say(
        "its steps stand for {low} to {high}: keep the number within them, `{bound}`", low=low, high=high, bound=bound
    )
