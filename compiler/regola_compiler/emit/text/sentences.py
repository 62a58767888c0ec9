"""Whole sentences: what a rule says of an action, how far a path leads, what is preferred in a choice."""

from __future__ import annotations

from collections.abc import Iterable

from regola_dsl.kinds import Degree

from regola_compiler.emit.text.printer import LOOSEST, SHIFT
from regola_compiler.emit.text.verbalizer import Verbalizer
from regola_compiler.ir.conditions import conjunction
from regola_compiler.ir.tree import (
    Action,
    Bar,
    Choice,
    Const,
    Expectation,
    Expr,
    If,
    Leg,
    Path,
    Preference,
    Statement,
)


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
    elif leg.ends and leg.where is not None:
        speaker.say("each")
        speaker.say("from")
        _ends(speaker, leg.ends)
    if leg.where is not None:
        speaker.where(leg.where)


def _ends(speaker: Verbalizer, ends: tuple[str, ...]) -> None:
    start, end = ends or ("", "")
    speaker.variable(start)
    speaker.say("to")
    speaker.variable(end)


def say_bar(speaker: Verbalizer, bar: Bar) -> None:
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
