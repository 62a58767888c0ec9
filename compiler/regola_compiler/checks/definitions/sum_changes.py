"""What an assumption says that several facts come to together, and a deed makes more or less.

What is kept between all of a list is only handed on: whoever gains it gains what somebody loses. So much is held
against how it is written, under each condition by itself; where it is told what a fact becomes, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Code, Diagnostic, Ground, Label, Severity
from regola_dsl.kinds import EffectMode, FoldKind
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.session import Analysis
from regola_compiler.model.asked import as_asked_of
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Apply, Assumption, Call, Const, Effect, Expr, Fact, Fold, Program
from regola_compiler.model.types import domain
from regola_compiler.model.visitor import phases_in, without_spans
from regola_compiler.mutation.mutation import to_source

CODE = Code(
    "R422",
    "sum-changes",
    "a deed changes what an assumption says that all come to together",
    Severity.WARNING,
    ground=Ground.PLAY,
)
_CHANGED = frozenset({EffectMode.GAINS, EffectMode.LOSES})


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each action or phase and each sum that it changes."""
    del survey
    kept = {fact: one for one in program.assumptions.values() if (fact := _summed(one, program))}
    if not kept:
        return
    deeds = [(item.name, item.effects) for item in program.examined() if isinstance(item, Action)]
    for name, root in program.sequences.items():
        deeds += [(name, phase.effects) for phase in phases_in(root) if program.in_focus(name)]
    for owner, effects in deeds:
        for fact, assumption in kept.items():
            left = _left(effects, fact)
            if left:
                yield _report(left, assumption, owner, program)


def _summed(assumption: Assumption, program: Program) -> str:
    """The fact of which an assumption says what it comes to for all of a list together; nothing where it says none."""
    whole = assumption.value
    if assumption.parameters or not isinstance(whole, Apply) or whole.operator is not Operator.EQUAL:
        return ""
    total, number = whole.operands
    if not isinstance(number, Const):
        return ""
    asked = [total.value] if isinstance(total, Fold) and total.kind is FoldKind.SUM else _terms(total)
    calls = [one for one in asked if isinstance(one, Call) and len(one.arguments) == 1]
    fact = program.callables.get(calls[0].callee) if calls and len(calls) == len(asked) else None
    if not isinstance(fact, Fact) or any(one.callee != fact.name for one in calls):
        return ""
    if isinstance(total, Fold):
        return fact.name if total.where is None else ""
    named = [one.value for call in calls for one in call.arguments if isinstance(one, Const)]
    return fact.name if sorted(map(str, named)) == sorted(map(str, domain(fact.parameters[0].type) or ())) else ""


def _terms(total: Expr) -> list[Expr]:
    """What is added up."""
    if isinstance(total, Apply) and total.operator is Operator.ADD:
        return [term for part in total.operands for term in _terms(part)]
    return [total]


def _left(effects: Sequence[Effect], fact: str) -> list[Effect]:
    """What is gained and by nobody lost, and the other way round, where all of it is under one condition."""
    of_it = [one for one in effects if one.fact == fact]
    if any(one.mode not in _CHANGED for one in of_it):
        return []
    left: list[Effect] = []
    for one in of_it:
        paid = next((other for other in left if other.mode is not one.mode and _same(other) == _same(one)), None)
        if paid is None:
            left.append(one)
        else:
            left.remove(paid)
    when = [without_spans((one.condition, one.each)) for one in left]
    # What is paid stands above what is gained for it, and comes about behind that.
    left.sort(key=lambda one: (one.span.line, one.span.column))
    return left if all(one == when[0] for one in when) else []


def _same(effect: Effect) -> object:
    return without_spans((effect.value, effect.condition, effect.each))


def _report(left: Sequence[Effect], assumption: Assumption, owner: str, program: Program) -> Diagnostic:
    last = left[-1]
    changes = [_said(one, program) for one in left]
    cure = say("let as much be gained as is lost; or look at the assumption")
    if len(left) == 1:
        cure = say("say who loses as much, or gains it; or look at the assumption")
    elif len(left) == len({one.mode for one in left}):
        amounts = {"here": _amount(last), "there": _amount(left[0])}
        cure = say(
            "write `{there}` in place of `{here}` here, or `{here}` there: as much is gained as is lost", **amounts
        )
    return Diagnostic(
        CODE,
        say(
            "what all `{fact}` come to together is always the same by `{assumption}`{cited}, and changes here",
            fact=last_part(last.fact),
            assumption=assumption.name,
            cited=cited(assumption.anchors),
        ),
        last.span,
        changes[-1],
        (
            *(Label(one.span, said) for one, said in zip(left[:-1], changes[:-1], strict=True)),
            Label(assumption.name_span, say("this says what they come to"), assumption.name),
        ),
        cure,
        subject=owner,
    )


def _said(effect: Effect, program: Program) -> str:
    name = as_asked_of(effect.fact, effect.arguments, program) or last_part(effect.fact)
    amount = _amount(effect)
    if effect.mode is EffectMode.GAINS:
        return say("`{name}` gains {amount}", name=name, amount=amount)
    return say("`{name}` loses {amount}", name=name, amount=amount)


def _amount(effect: Effect) -> str:
    return to_source(effect.value) if effect.value is not None else "…"
