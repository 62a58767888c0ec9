"""The changes of what is played: what adds up, how long a fact lasts, when something is due, limits, loops, ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from regola_dsl.diagnostics import Fix
from regola_dsl.kinds import EffectMode

from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import last_part
from regola_compiler.model.program import (
    Action,
    Apply,
    Binding,
    Call,
    Const,
    Effect,
    Ending,
    Fact,
    Fold,
    Guard,
    Logic,
    Norm,
    Order,
    Phase,
    Roll,
)
from regola_compiler.model.types import BOOL
from regola_compiler.mutation.expressions import changes_of, condition_of, numbered
from regola_compiler.mutation.mutation import Changed, Mutation, delete_child, located, mutate_child, to_source

_TURNED = {EffectMode.GAINS: EffectMode.LOSES, EffectMode.LOSES: EffectMode.GAINS}


def effect_called(effect: Effect) -> str:
    """An effect in a few words: the fact that it tells something, or what becomes of which piece."""
    match effect.mode:
        case EffectMode.PLAYS:
            return f"effect play {effect.fact}"
        case EffectMode.LEAVES:
            return f"effect {to_source(effect.arguments[0])} leaves"
        case EffectMode.ENTERS:
            return f"effect new {effect.fact.partition(' ')[2]}"
        case EffectMode.TAKES_OVER:
            return f"effect {to_source(effect.arguments[0])} takes over {to_source(effect.arguments[1])}"
        case _ if "." in effect.fact:
            return f"effect {to_source(Call(effect.fact, effect.arguments, BOOL, effect.span))}"
        case _:
            return f"effect {effect.fact}"


def changes_of_effect(effect: Effect) -> Iterator[Changed[Effect]]:
    """Every change of an effect: what it adds takes away, its condition and its value are others."""
    if effect.mode in _TURNED:
        other = _TURNED[effect.mode]
        yield Mutation("effect", "", effect.span, str(effect.mode), str(other)), replace(effect, mode=other)
    if effect.mode == EffectMode.TAKES_OVER:
        was, now = (f"{to_source(a)} takes over {to_source(b)}" for a, b in (effect.arguments, effect.arguments[::-1]))
        yield Mutation("effect", "", effect.span, was, now), replace(effect, arguments=effect.arguments[::-1])
    yield from mutate_child(effect, "each", _binding)
    yield from mutate_child(effect, "condition", condition_of)
    yield from mutate_child(effect, "arguments", changes_of)
    if effect.mode != EffectMode.ENTERS or (effect.value is not None and effect.value.span != effect.span):
        yield from mutate_child(effect, "value", changes_of)  # how many are made, where that is written


def _binding(binding: Binding) -> Iterator[Changed[Binding]]:
    if "." not in binding.variable:  # what a shared change is called with stands where it is called
        yield from mutate_child(binding, "where", condition_of)


# --- facts, actions and rules -------------------------------------------------------------


def changes_of_life(fact: Fact) -> Iterator[Changed[Fact]]:
    """A fact that lasts for ever, and one that everybody sees."""
    if fact.secret is not None:
        was = f"hidden from {'all but ' if fact.secret.all_but else ''}{to_source(fact.secret.who)}"
        yield Mutation("secret", "", fact.name_span, was, ""), replace(fact, secret=None)
    if fact.life is not None:
        was = f"{fact.life.kind} {', '.join(fact.life.phases)}"
        yield Mutation("life", "", fact.life.span, was, ""), replace(fact, life=None)


def guard_called(guard: Guard) -> str:
    """A guard in a few words, as it is written."""
    match guard.kind, guard.condition:
        case "requires", condition:
            return f"requires {to_source(condition)}"
        case "limit", Apply(operands=(_, amount)):
            return f"limit {to_source(amount)}"
        case "among", Apply(operands=(chosen, items)):
            return f"{to_source(chosen)} among {to_source(items)}"
        case "among", Logic(operands=(Fold(items=group, where=Apply(operands=(_, items))), _)):
            return f"{to_source(group)} of {to_source(items)}"
        case _, condition:
            return to_source(condition)


def without_guard(action: Action, guard: Guard) -> Action:
    """An action without one of its guards; what was chosen among some then is so among all."""
    left = replace(action, guards=tuple(other for other in action.guards if other is not guard))
    if guard.kind != "among":
        return left
    pairs = zip(action.parameters, action.candidates, strict=True)
    return replace(
        left,
        candidates=tuple(None if guard.name == f"choice of {parameter.name}" else items for parameter, items in pairs),
    )


def changes_of_limit(guard: Guard) -> Iterator[Changed[Guard]]:
    """A limit that is reached a time later."""
    condition = guard.condition
    if isinstance(condition, Apply) and condition.operator == Operator.LESS:
        counted, amount = condition.operands
        if isinstance(amount, Const) and isinstance(amount.value, int):
            new = numbered(amount.value + 1, amount)
            change = Mutation("number", guard_called(guard), amount.span, str(amount.value), str(amount.value + 1))
            edit = Fix(amount.span, str(amount.value + 1))
            yield replace(change, edit=edit), replace(guard, condition=replace(condition, operands=(counted, new)))


def changes_of_roll(roll: Roll) -> Iterator[Changed[Roll]]:
    """Every change of for whom and how often is rolled, and of what is drawn from."""
    part = f"roll {last_part(roll.name)}"
    yield from located(part, mutate_child(roll, "each", _binding))
    yield from located(part, mutate_child(roll, "count", changes_of))
    yield from located(part, mutate_child(roll, "pool", changes_of))


def changes_of_duty(norm: Norm) -> Iterator[Changed[Norm]]:
    """A duty that has no end, or is one even where it is not possible; and what comes about where it was not done."""
    due = norm.due
    if due is not None and due.phase != "":
        was = "at once" if due.at_once else f"by the end of {due.phase}"
        left = replace(due, phase="") if due.possible or due.either else None
        yield Mutation("due", "", norm.name_span, was, ""), replace(norm, due=left)
    if due is not None and due.possible:
        yield (
            Mutation("due", "", norm.name_span, "where possible", ""),
            replace(norm, due=replace(due, possible=False)),
        )

    def told(effect: Effect) -> Mutation:
        return Mutation("effect", "failing that", effect.span, effect_called(effect), "")

    yield from delete_child(norm, "failing", told)
    yield from mutate_child(norm, "failing", lambda effect: located("failing that", changes_of_effect(effect)))


# --- phases -------------------------------------------------------------------------------


def changes_of_play(phase: Phase) -> Iterator[Changed[Phase]]:
    """Every change of how a phase is played, without its condition, its effects and what lies inside it."""
    for name, word, condition, left in (
        ("stays", "stays until", phase.stays, replace(phase, stays=None)),
        ("ends", "ends when", phase.ends, replace(phase, ends=None)),
    ):
        if condition is not None:
            yield Mutation("condition", "", condition.span, f"{word} {to_source(condition)}", ""), left
            yield from located(word, mutate_child(phase, name, changes_of))
    yield from _changes_of_company(phase)
    yield from mutate_child(phase, "where", condition_of)
    if phase.order is not None:
        change = Mutation("loop", f"for {phase.variable}", phase.span, _ordered(phase.order), "")
        yield change, replace(phase, order=None)
    if phase.optional:
        change = Mutation("loop", f"for {phase.variable}", phase.span, "optional", "")
        yield change, replace(phase, optional=False)
    yield from mutate_child(phase, "rolls", changes_of_roll)

    def told(effect: Effect) -> Mutation:
        return Mutation("effect", "first", effect.span, effect_called(effect), "")

    yield from delete_child(phase, "first", told)
    yield from mutate_child(phase, "first", lambda effect: located("first", changes_of_effect(effect)))

    def ended(ending: Ending) -> Mutation:
        return Mutation("condition", "", ending.span, f"the game ends when {to_source(ending.condition)}", "")

    yield from delete_child(phase, "endings", ended)
    yield from mutate_child(phase, "endings", _ending)


def _changes_of_company(phase: Phase) -> Iterator[Changed[Phase]]:
    """Every change of who acts in a phase together, who alone where they do not agree, and who at once."""
    if phase.together is not None and phase.alone is not None:
        was = f"by {to_source(phase.together)} together, else {to_source(phase.alone)}"
        change = Mutation("agreement", f"phase {phase.name}", phase.together.span, was, f"by {to_source(phase.alone)}")
        yield change, replace(phase, together=None, alone=None, actor=phase.alone)
    if phase.at_once is not None:
        change = Mutation("agreement", f"phase {phase.name}", phase.at_once.span, "at once", "")
        yield change, replace(phase, at_once=None)
    for name in ("together", "alone", "at_once"):
        yield from located(f"phase {phase.name}", mutate_child(phase, name, changes_of))


def _ending(ending: Ending) -> Iterator[Changed[Ending]]:
    part = "the game ends"
    yield from located(part, mutate_child(ending, "condition", changes_of))
    yield from located(part, mutate_child(ending, "winner", changes_of))


def _ordered(order: Order) -> str:
    if order.amount is None:
        return "in any order"
    return f"by {order.kind} {to_source(order.amount)}"
