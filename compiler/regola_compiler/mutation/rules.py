"""The changes of definitions, modifiers, rules, paths, choices and sequences: what stands around expressions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from regola_dsl.diagnostics import Fix
from regola_dsl.kinds import Degree
from regola_dsl.wording import say

from regola_compiler.model.kinds import Modality, Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Choice,
    Clause,
    Const,
    Definition,
    Effect,
    Expr,
    Fact,
    Guard,
    Leg,
    Let,
    Logic,
    Modifier,
    Modifiers,
    Norm,
    Path,
    PathConstraint,
    Phase,
    Preference,
)
from regola_compiler.model.types import ALLOWED, FORBIDDEN, INT, IntType
from regola_compiler.mutation.expressions import another, changes_of, condition_of, number_of, numbered
from regola_compiler.mutation.mutation import (
    Changed,
    Mutation,
    MutationKind,
    delete_child,
    inside,
    located,
    mutate_child,
    replacement,
    to_source,
)
from regola_compiler.mutation.play import (
    changes_of_duty,
    changes_of_effect,
    changes_of_life,
    changes_of_limit,
    changes_of_play,
    changes_of_roll,
    effect_called,
    guard_called,
    without_guard,
)

C = TypeVar("C", Clause, Norm)
N = TypeVar("N", Action, Phase)

_FLIPPED = {
    Modality.MAY: Modality.MUST_NOT,
    Modality.MUST: Modality.MAY,
    Modality.MUST_NOT: Modality.MAY,
}
_BARS = {
    "never_into": "never into",
    "never_across": "never",
    "stops_in": "stops in",
    "stops_after": "stops",
    "ends": "ends where",
}


def changes_of_definition(definition: Definition) -> Iterator[Changed[Definition]]:
    """Every change of a definition."""
    yield from mutate_child(definition, "root", _clause)


def _clause(clause: Clause) -> Iterator[Changed[Clause]]:
    yield from mutate_child(clause, "lets", _let)
    yield from mutate_child(clause, "condition", condition_of)
    yield from mutate_child(clause, "value", changes_of)
    yield from _without_exceptions(clause)
    yield from _without_precedence(clause)

    def nested(part: Clause) -> Iterator[Changed[Clause]]:
        return located(f"exception {part.name}", _clause(part))

    yield from mutate_child(clause, "exceptions", nested)


def _let(let: Let) -> Iterator[Changed[Let]]:
    return mutate_child(let, "value", changes_of)


def _without_exceptions(node: C) -> Iterator[Changed[C]]:
    def told(part: Clause | Norm) -> Mutation:
        return Mutation("exception", f"exception {part.name}", part.name_span, f"exception {part.name}", "")

    yield from delete_child(node, "exceptions", told)


def _without_precedence(node: C) -> Iterator[Changed[C]]:
    for name in sorted(node.over):
        change = Mutation("precedence", "", node.name_span, f"over {name}", "")
        yield change, replace(node, over=node.over - {name})


# --- modifiers and facts ------------------------------------------------------------------


def changes_of_modifiers(modifiers: Modifiers) -> Iterator[Changed[Modifiers]]:
    """Every change of a modifiers table."""
    yield from mutate_child(modifiers, "lets", _let)
    inferred = modifiers.result == _reach(modifiers)
    for change, new in mutate_child(
        modifiers, "lines", lambda line: located(say("line {name}", name=line.name), _line(line))
    ):
        yield change, replace(new, result=_reach(new)) if inferred else new


def _reach(modifiers: Modifiers) -> IntType:
    """What a modifiers table can come to that does not say so itself (resolve/program.py has the same of the text)."""
    numbers = [number_of(line.amount) for line in modifiers.lines]
    if None in numbers:
        return INT
    return IntType(sum(n for n in numbers if n and n < 0), sum(n for n in numbers if n and n > 0))


def _line(line: Modifier) -> Iterator[Changed[Modifier]]:
    yield from mutate_child(line, "condition", condition_of)
    amount = line.amount
    number = number_of(amount)
    if number is None:
        negated = Apply(Operator.NEGATE, (amount,), amount.type, amount.span)
        yield replace(replacement("sign", amount, negated), edit=None), replace(line, amount=negated)
        yield from mutate_child(line, "amount", changes_of)
        return
    # Its sign is a word of the line.
    place = replace(line.span, end_line=amount.span.end_line, end_column=amount.span.end_column)
    changes: list[tuple[MutationKind, int]] = [("sign", -number), ("number", number + (1 if number >= 0 else -1))]
    for kind, value in changes[not number :]:
        change = Mutation(kind, "", amount.span, f"{number:+d}", f"{value:+d}", Fix(place, f"{value:+d}"))
        yield change, replace(line, amount=numbered(value, amount))


def changes_of_fact(fact: Fact) -> Iterator[Changed[Fact]]:
    """Every change of the value a fact starts with; that a variant is not played is nothing that is written."""
    default = fact.default
    if isinstance(default, Const) and fact.kind != "variant":
        value = another(default.value, fact.result)
        if value is not None:
            new = replace(default, value=value)
            yield replacement("value", default, new), replace(fact, default=new)
    elif default is not None and fact.kind != "variant":
        yield from mutate_child(fact, "default", changes_of)
    yield from changes_of_life(fact)


# --- actions and rules --------------------------------------------------------------------


def changes_of_action(action: Action) -> Iterator[Changed[Action]]:
    """Every change of what an action says itself; the rules about it have theirs."""
    if action.default is not None:
        new, words = (
            (FORBIDDEN, ("allowed unless forbidden", "forbidden unless allowed"))
            if action.default == ALLOWED
            else (ALLOWED, ("forbidden unless allowed", "allowed unless forbidden"))
        )
        yield Mutation("modality", "", action.name_span, *words), replace(action, default=new)

    for guard in action.guards:
        yield Mutation("requirement", "", guard.span, guard_called(guard), ""), without_guard(action, guard)
    yield from _unless_paid(action, mutate_child(action, "guards", _guard))
    yield from mutate_child(action, "rolls", changes_of_roll)
    if action.agreed is not None:
        change = Mutation("agreement", "", action.agreed.span, f"agreed by {to_source(action.agreed)}", "")
        yield change, replace(action, agreed=None)
        yield from located("agreed by", mutate_child(action, "agreed", changes_of))
    yield from _unless_paid(action, _effects(action))


def _unless_paid(action: Action, changes: Iterator[Changed[Action]]) -> Iterator[Changed[Action]]:
    """Some changes of an action; one of a `pays` line has no text of its own, as that says what is needed and lost."""
    needed = {guard.span for guard in action.guards if guard.kind == "requires"}
    paid = [effect.span for effect in action.effects if effect.span in needed]
    for change, new in changes:
        own = change.edit is None or not any(inside(change.edit.span, span) for span in paid)
        yield change if own else replace(change, edit=None), new


def _guard(guard: Guard) -> Iterator[Changed[Guard]]:
    if guard.kind == "requires":
        yield from located("requires", mutate_child(guard, "condition", changes_of))
    if guard.kind == "limit":
        yield from changes_of_limit(guard)


def _effects(node: N) -> Iterator[Changed[N]]:
    def told(effect: Effect) -> Mutation:
        return Mutation("effect", effect_called(effect), effect.span, effect_called(effect), "")

    def changed(effect: Effect) -> Iterator[Changed[Effect]]:
        return located(effect_called(effect), changes_of_effect(effect))

    yield from delete_child(node, "effects", told)
    yield from mutate_child(node, "effects", changed)


def changes_of_norm(norm: Norm) -> Iterator[Changed[Norm]]:
    """Every change of a rule as it stands at one action."""
    if norm.modality in _FLIPPED:
        words = (norm.modality.replace("_", " "), _FLIPPED[norm.modality].replace("_", " "))
        yield Mutation("modality", "", norm.name_span, *words), replace(norm, modality=_FLIPPED[norm.modality])
    yield from mutate_child(norm, "lets", _let)
    yield from _norm_condition(norm)
    yield from _without_precedence(norm)
    yield from _without_exceptions(norm)
    yield from changes_of_duty(norm)

    def nested(part: Norm) -> Iterator[Changed[Norm]]:
        return located(f"exception {part.name}", changes_of_norm(part))

    yield from mutate_child(norm, "exceptions", nested)


def _norm_condition(norm: Norm) -> Iterator[Changed[Norm]]:
    """A rule's condition, in which phases, a variant and who is spoken of have their part beside what is written."""
    whole, own = norm.condition, norm.when
    if whole is None:
        return
    if whole == own:
        yield from mutate_child(norm, "condition", condition_of)
        return
    if not isinstance(whole, Logic):
        yield Mutation("condition", "", whole.span, to_source(whole), "", None), replace(norm, condition=None)
        return
    for place, part in enumerate(whole.operands):

        def put(new: tuple[Expr, ...], place: int = place) -> Norm:
            operands = (*whole.operands[:place], *new, *whole.operands[place + 1 :])
            return replace(norm, condition=replace(whole, operands=operands))

        if part == own:
            for change, inner in condition_of(part):
                yield change, put((inner,))
        else:
            yield Mutation("condition", "", part.span, to_source(part), "", None), put(())


# --- paths and choices --------------------------------------------------------------------


def changes_of_path(path: Path) -> Iterator[Changed[Path]]:
    """Every change of a path."""

    def told(bar: PathConstraint) -> Mutation:
        return Mutation("requirement", "", bar.span, f"{_BARS[bar.kind]} {to_source(bar.condition)}", "")

    def barred(bar: PathConstraint) -> Iterator[Changed[PathConstraint]]:
        return mutate_child(bar, "condition", changes_of)

    def leg(part: Leg) -> Iterator[Changed[Leg]]:
        for name in ("limit", "steps", "cost"):
            yield from mutate_child(part, name, changes_of)
        yield from mutate_child(part, "where", condition_of)

    yield from mutate_child(path, "lets", _let)
    yield from mutate_child(path, "start", changes_of)
    yield from mutate_child(path, "legs", leg)
    yield from delete_child(path, "bars", told)
    yield from mutate_child(path, "bars", barred)


def changes_of_choice(choice: Choice) -> Iterator[Changed[Choice]]:
    """Every change of a choice."""

    def told(preference: Preference) -> Mutation:
        return Mutation(
            "requirement", "", preference.span, f"prefer {preference.degree} {to_source(preference.value)}", ""
        )

    def turned(preference: Preference) -> Iterator[Changed[Preference]]:
        other = {Degree.LEAST: Degree.MOST, Degree.MOST: Degree.LEAST}.get(preference.degree)
        if other:
            was, now = (f"{degree} {to_source(preference.value)}" for degree in (preference.degree, other))
            yield Mutation("operation", "", preference.span, was, now), replace(preference, degree=other)
        yield from mutate_child(preference, "value", changes_of)

    yield from mutate_child(choice, "lets", _let)
    yield from mutate_child(choice, "where", condition_of)
    yield from delete_child(choice, "preferences", told)
    yield from mutate_child(choice, "preferences", turned)


# --- the sequence of play -----------------------------------------------------------------


def changes_of_phase(phase: Phase) -> Iterator[Changed[Phase]]:
    """Every change of a phase and of those inside it."""
    yield from mutate_child(phase, "condition", condition_of)
    yield from mutate_child(phase, "until", changes_of)
    yield from changes_of_play(phase)
    yield from _effects(phase)

    def inside(part: Phase) -> Iterator[Changed[Phase]]:
        return located(f"phase {part.name}", changes_of_phase(part)) if part.name else changes_of_phase(part)

    yield from mutate_child(phase, "phases", inside)
