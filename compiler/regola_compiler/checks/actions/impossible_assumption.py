"""Assumptions that no position fulfils, and a start that breaks one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Label, in_a_row
from regola_dsl.tree import cited
from regola_dsl.wording import later, say

from regola_compiler.analysis.session import Analysis
from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import FEW, SymbolicExecutor
from regola_compiler.analysis.symbolic.symbols import Symbol, input_symbol
from regola_compiler.evaluate.assumptions import broken_assumption
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Assumption, Const, Fact, Program
from regola_compiler.model.types import EnumType, Type, domain, show
from regola_compiler.model.visitor import transitive_callees

CODE = Code("R409", "impossible-assumption", "an assumption that no position fulfils, or not the one at the start")
TRIES = 600


class _Fulfilled(Exception):  # noqa: N818  not an error: a position that fulfils them all
    """One is enough."""


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for what no position fulfils; else one for each assumption that a start of play breaks."""
    assumptions = list(program.assumptions.values())
    if not any(program.in_focus(assumption.name) for assumption in assumptions):
        return
    explorer = survey.coarse_view()
    if not _fulfilled(explorer, assumptions):
        yield _together(explorer, assumptions)
        return
    told: set[str] = set()
    for title, start in program.starts.items() or [("", {})]:
        name = broken_assumption(Interpreter(program, start))
        if name is not None and name not in told:
            told.add(name)
            yield _at_the_start(program, program.assumptions[name], title)


def _fulfilled(explorer: SymbolicExecutor, assumptions: Sequence[Assumption]) -> bool:
    """Whether a position fulfils all of these, or that is too much to be found out."""

    def attempt() -> None:
        for assumption in assumptions:
            choices = [
                _instances(explorer, input_symbol(assumption.name).field(p.name), p.type) for p in assumption.parameters
            ]
            for values in product(*choices):
                env = {p.name: value for p, value in zip(assumption.parameters, values, strict=True)}
                try:
                    held = explorer.decide(explorer.evaluate(assumption.value, explorer.bind(assumption.lets, env)))
                except RuleError:
                    continue  # it speaks of what has no value here
                if not held:
                    return
        raise _Fulfilled

    try:
        explorer.explore_with(attempt, TRIES)
    except (_Fulfilled, BudgetExceeded):
        return True
    return False


def _instances(explorer: SymbolicExecutor, symbol: Symbol, type_: Type) -> list[Any]:
    """All values where they are few; else one that nothing is known of."""
    if isinstance(type_, EnumType) and len(type_.members) <= FEW:
        return list(domain(type_) or ())
    return [explorer.unknown(symbol, type_)]


def _together(explorer: SymbolicExecutor, assumptions: list[Assumption]) -> Diagnostic:
    """The first assumption that leaves no position, with those before it that have a part in it."""
    last = next(n for n in range(len(assumptions)) if not _fulfilled(explorer, assumptions[: n + 1]))
    culprit, others = assumptions[last], assumptions[:last]
    for other in tuple(others):
        fewer = [assumption for assumption in others if assumption is not other]
        if not _fulfilled(explorer, [*fewer, culprit]):
            others = fewer
    names = in_a_row([f"`{a.name}`{cited(a.anchors)}" for a in (*others, culprit)], "and")
    return Diagnostic(
        CODE,
        say("no position fulfils {names} together, so nothing is found in what they are assumed of", names=names)
        if others
        else say("no position fulfils {names}, so nothing is found in what it is assumed of", names=names),
        culprit.name_span,
        say("leaves no position"),
        tuple(Label(other.name_span, say("together with this"), other.name) for other in others),
        say("correct one of them") if others else say("correct it, or remove it"),
        subject=culprit.name,
    )


def _at_the_start(program: Program, assumption: Assumption, title: str) -> Diagnostic:
    facts = [
        program.callables[name] for name in sorted(transitive_callees(program, assumption)) if name in program.callables
    ]
    starts = [
        say("{path} is {value}", path=f"`{fact.name}`", value=show(fact.default.value, fact.result))
        for fact in facts
        if isinstance(fact, Fact) and isinstance(fact.default, Const) and not title
    ]
    message = say(
        later("`{name}`{cited} does not hold at the start of scenario `{title}`")
        if title
        else later("`{name}`{cited} does not hold at the start"),
        name=assumption.name,
        cited=cited(assumption.anchors),
        title=title,
    )
    others = (
        []
        if title
        else [(one, value) for one in facts if isinstance(one, Fact) for value in _other_starts(program, one)]
    )
    told = len(others) == 1
    return Diagnostic(
        CODE,
        say("{message}, where {starts}", message=message, starts=in_a_row(starts, "and")) if starts else message,
        assumption.name_span,
        say("broken from the start"),
        tuple(
            Label(one.name_span, say("with `= {value}` it holds", value=value), one.name) for one, value in others[:1]
        )
        if told
        else (),
        say("let `{name}` start with `{value}`, or correct the assumption", name=others[0][0].name, value=others[0][1])
        if told
        else say("correct it, or what the facts start with"),
        subject=assumption.name,
    )


def _other_starts(program: Program, fact: Fact) -> Iterator[str]:
    """The values with which a fact could start so that no assumption is broken, as they are written."""
    default = fact.default
    if not isinstance(default, Const):
        return
    for value in islice(domain(fact.result) or (), TRIES):
        other = replace(fact, default=replace(default, value=value))
        changed = replace(program, callables={**program.callables, fact.name: other})
        if value != default.value and broken_assumption(Interpreter(changed, {})) is None:
            yield show(value, fact.result)
