"""Whole sentences: what a rule says of an action, how far a path leads, what is preferred in a choice."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regola_dsl.kinds import Degree

from regola_compiler.emit.text.printer import LOOSEST, SHIFT, chained
from regola_compiler.emit.text.verbalizer import Verbalizer, is_denial, without_double_negation
from regola_compiler.model.kinds import Modality, Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Choice,
    Const,
    Expectation,
    Expr,
    If,
    Leg,
    Logic,
    Norm,
    Path,
    PathConstraint,
    Preference,
    Var,
)
from regola_compiler.model.types import EnumType, RecordType, show
from regola_compiler.model.visitor import children, structurally_equal


@dataclass(frozen=True, slots=True)
class Statement:
    """What a norm says, taken apart.

    `says` is may, must, must_not, may_only or lift; `subject` who it speaks of, None for anyone.
    `conditions` are what is left of its condition when the phases, the variant and the subject are taken out:
    for may_only, `only` is the condition without which nothing is allowed.
    """

    says: str
    subject: Expr | None
    phases: tuple[str, ...]
    variant: str | None
    conditions: tuple[Expr, ...]
    only: Expr | None = None


def statement_parts(action: Action, norm: Norm, *, rule: bool) -> Statement:
    """What a norm of an action says; `rule` is False for an exception."""
    parts = _parts(norm.condition)
    phases: tuple[str, ...] = ()
    variant, subject, left = None, None, []
    for part in parts:
        if not phases and (found := phases_named(part)):
            phases = found
        elif variant is None and norm.under and isinstance(part, Call) and part.callee == norm.under:
            variant = norm.under
        elif norm.modality != Modality.LIFT and subject is None and (actor := _subject(action, part)) is not None:
            subject = actor
        else:
            left.append(part)
    only = None
    if (
        rule
        and norm.modality == Modality.MUST_NOT
        and norm.when is not None
        and is_denial(without_double_negation(norm.when))
    ):
        only = without_double_negation(norm.when)
        left = [part for part in left if not structurally_equal(part, norm.when)]
        assert isinstance(only, Apply)
        only = only.operands[0]
    says = "may_only" if only is not None else norm.modality
    return Statement(says, subject or _anyone(action), phases, variant, tuple(left), only)


def _parts(condition: Expr | None) -> list[Expr]:
    if isinstance(condition, Logic) and condition.kind == "and":
        return chained(condition)
    return [] if condition is None else [condition]


def phases_named(part: Expr) -> tuple[str, ...]:
    """The phases that a condition asks for, if that is what it does."""
    match part:
        case Apply(operator=Operator.IN, operands=(Call(callee="phase"), *options)) if all(
            isinstance(option, Const) for option in options
        ):
            return tuple(show(o.value, o.type) for o in options if isinstance(o, Const))
    return ()


def _subject(action: Action, part: Expr) -> Expr | None:
    """Who alone is spoken of, if the condition is that this one acts."""
    match part:
        case Apply(operator=Operator.EQUAL, operands=(actor, Const(type=EnumType()) as value)):
            if action.actor is not None and structurally_equal(actor, action.actor):
                return value
    return None


def _anyone(action: Action) -> Expr | None:
    """Who acts, as a sentence has it: the parameter that the actor is, or is read from."""
    if action.actor is not None:
        node = action.actor
        while (inner := children(node)) and not isinstance(node, Var):
            node = inner[0]
        return node if isinstance(node, Var) else action.actor
    first = action.parameters[0] if action.parameters else None
    return Var(first.name, first.type, first.span) if first and isinstance(first.type, RecordType) else None


def say_norm(speaker: Verbalizer, action: Action, statement: Statement) -> None:
    """A rule as a sentence: who may, must or must not do what, and when."""
    modal = "may" if statement.says == "may_only" else statement.says
    conditions = statement.conditions
    if statement.only is not None and conditions:
        speaker.say("when_first")
        _all_of(speaker, conditions)
        speaker.text(", ")
        conditions = ()
    if statement.subject is None:
        speaker.say("one")
    else:
        speaker.at(statement.subject, SHIFT)
    # A value may be one or many, and a verb would have to know; so it stands before a colon.
    speaker.say(f"{modal}_of" if isinstance(statement.subject, Const) else modal)
    speaker.action_title(action.name)
    if statement.only is not None:
        speaker.say("only_when")
        speaker.at(statement.only, LOOSEST)
    elif conditions:
        speaker.when(conjunction(conditions))
    speaker.text(".")


def conjunction(conditions: tuple[Expr, ...]) -> Expr | None:
    """Conditions as one."""
    if len(conditions) < 2:
        return conditions[0] if conditions else None
    return Logic("and", conditions, conditions[0].type, conditions[0].span)


def _all_of(speaker: Verbalizer, conditions: tuple[Expr, ...]) -> None:
    whole = conjunction(conditions)
    if whole is not None:
        speaker.condition(whole)


# --- paths -------------------------------------------------------------------------------


def say_leg(speaker: Verbalizer, leg: Leg) -> None:
    """How far a stretch of a path leads, and by which steps."""
    if leg.limit is None:
        speaker.say("any_steps")
    else:
        speaker.say("exactly_steps" if leg.kind == "exactly" else "at_most_steps")
        speaker.at(leg.limit, LOOSEST)
        single = isinstance(leg.limit, Const) and leg.limit.value == 1
        speaker.say(("point" if leg.kind == "points" else "step") + ("" if single else "s"))
    if leg.cost is not None:
        speaker.say("costing")
        _ends(speaker, leg.ends)
        speaker.say("costs")
        speaker.at(leg.cost, LOOSEST)
    elif leg.ends[0] and leg.where is not None:
        speaker.say("each")
        speaker.say("from")
        _ends(speaker, leg.ends)
    if leg.where is not None:
        speaker.where(leg.where)


def _ends(speaker: Verbalizer, ends: tuple[str, ...]) -> None:
    speaker.variable(ends[0])
    speaker.say("to")
    speaker.variable(ends[1])


def say_bar(speaker: Verbalizer, bar: PathConstraint) -> None:
    """Where a path does not go, goes no further, or may end."""
    speaker.say("ends_where" if bar.kind == "ends" else bar.kind)
    if len(bar.places) == 2:
        _ends(speaker, bar.places)
    else:
        speaker.variable(bar.places[0])
    speaker.where(bar.condition)
    if bar.kind in {"stops_in", "stops_after"}:
        speaker.say("stop")


def say_end(speaker: Verbalizer, path: Path) -> None:
    """The place where a path must end."""
    if path.end is not None:
        speaker.say("ends_at")
        speaker.at(path.end, LOOSEST)


# --- choices -----------------------------------------------------------------------------


def say_options(speaker: Verbalizer, choice: Choice) -> None:
    """What is chosen from."""
    speaker.variable(choice.variable)
    speaker.say("among")
    speaker.at(choice.items, LOOSEST)
    if choice.where is not None:
        speaker.where(choice.where)


def say_preference(speaker: Verbalizer, preference: Preference) -> None:
    """What is preferred."""
    if preference.degree == Degree.WHERE:
        speaker.say("those")
        speaker.where(preference.value)
    else:
        speaker.say(preference.degree)
        speaker.at(preference.value, LOOSEST)


def grouped(lines: Iterable[Expectation]) -> list[tuple[Expectation, ...]]:
    """The lines of an example; facts that are given one after the other stand together."""
    found: list[tuple[Expectation, ...]] = []
    for line in lines:
        if line.outcome == "given" and found and found[-1][0].outcome == "given":
            found[-1] = (*found[-1], line)
        else:
            found.append((line,))
    return found


def branches(node: Expr) -> list[tuple[Expr, Expr | None]]:
    """A choice of values as a list, each with its condition; the last one holds otherwise."""
    found: list[tuple[Expr, Expr | None]] = []
    while isinstance(node, If):
        found.append((node.then, node.condition))
        node = node.otherwise
    return [*found, (node, None)]
