"""Exceptions of one level that can hold together and disagree."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from regola_compiler.checks.common import cited, reported
from regola_compiler.model import Callable_, Program
from regola_compiler.survey import Survey
from regola_compiler.types import Member, show
from regola_dsl.diagnostics import Code, Diagnostic, Label

CODE = Code("R402", "contradiction", "two exceptions that hold together and disagree")


def check(program: Program, survey: Survey) -> Iterator[Diagnostic]:
    """One finding for each later exception that disagrees with an earlier one."""
    for found in survey.all("contradiction"):
        item = program.callables[found.owner]
        first, second = found.problem.detail[0], found.problem.detail[1]
        message = (
            f"in `{item.name}`{cited(item.anchors)}, `{first.name}`{cited(first.anchors)} and "
            f"`{second.name}`{cited(second.anchors)} can hold together and disagree"
        )
        yield reported(
            survey,
            found,
            CODE,
            lambda problem, message=message, item=item: (message, f"says {_said(problem.detail[3], item)}"),
            related=(Label(first.name_span, "says otherwise"),),
            help=f"say which wins: `exception {second.name} over {first.name}`, or the other way round",
        )


def _said(value: Any, item: Callable_) -> str:
    return f"`{show(value, item.result)}`" if isinstance(value, int | Fraction | Member | bool) else "one thing"
