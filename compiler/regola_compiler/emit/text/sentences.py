"""Whole sentences: what a rule says of an action, how far a path leads, what is preferred in a choice."""

from __future__ import annotations

from collections.abc import Iterable

from regola_dsl.kinds import Degree

from regola_compiler.emit.text.play import begin_with_capital, say_due
from regola_compiler.emit.text.printer import LOOSEST, SHIFT
from regola_compiler.emit.text.verbalizer import Verbalizer
from regola_compiler.emit.text.words.grammar import is_infinitive, is_reflexive
from regola_compiler.emit.text.words.scopes import kind_of
from regola_compiler.ir.conditions import conjunction
from regola_compiler.ir.tree import (
    Action,
    Bar,
    Choice,
    Const,
    Deadline,
    Expectation,
    Expr,
    If,
    Leg,
    Path,
    Preference,
    Statement,
)


def say_norm(speaker: Verbalizer, action: Action, statement: Statement, due: Deadline | None = None) -> None:
    """A rule as a sentence: who may, must or must not do what, until when it is due, and when."""
    start = len(speaker.pieces)
    conditions = statement.conditions
    if statement.only is not None and conditions:
        speaker.say("when_first")
        _all_of(speaker, conditions)
        speaker.text(", ")
        conditions = ()
    _deed(speaker, action, statement)
    if due is not None:
        say_due(speaker, due, action.name)
        if due.possible and conditions:
            speaker.text(",")
    if statement.only is not None:
        speaker.say("only_when")
        speaker.at(statement.only, LOOSEST)
    elif conditions:
        speaker.when(conjunction(conditions))
    speaker.text(".")
    begin_with_capital(speaker, start)


def _deed(speaker: Verbalizer, action: Action, statement: Statement) -> None:
    """Who may, must or must not do what: with its verb where the title of the action is one, else of its name."""
    modal = "may" if statement.says == "may_only" else statement.says
    title = speaker.naming.title(action.name, speaker.tag) or action.name.replace("_", " ")
    verbal = is_infinitive(title, title if speaker.language == "it" else action.texts.get("it", ""))
    if not verbal:
        speaker.text(f"{title}: ")
    if statement.subject is None:
        whose = "thing" if not verbal else "self" if is_reflexive(title) else "anyone"
        speaker.say(f"{modal}_{whose}")
    else:
        speaker.say(_subject(speaker, statement.subject, modal))
        if not verbal:
            speaker.say("do_it")
    if verbal:
        # What a title says after a pause ends before what follows.
        follows = statement.only is not None or bool(statement.conditions)
        speaker.text(speaker.wording.lowered(title) + ("," if ", " in title and follows else ""))


def _subject(speaker: Verbalizer, subject: Expr, modal: str) -> str:
    """Says who, and gives the verb that agrees with it."""
    if not isinstance(subject, Const):
        speaker.at(subject, SHIFT)
        noun = speaker.noun_of(subject)
        return f"many {modal}" if noun is not None and noun.many else modal
    speaker.operand(subject)
    noun = speaker.wording.articled(speaker.pieces[-1].text)
    if noun is None:
        # One or many, and a verb would have to know: so it stands before a colon.
        return f"{modal}_of"
    return f"many {modal}" if noun.many else modal


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
        _extent(speaker, leg.limit, "point" if leg.kind == "points" else "step", exactly=leg.kind == "exactly")
    if leg.steps is not None:
        if isinstance(leg.limit, Const) and isinstance(leg.steps, Const):
            speaker.say("and")
        else:
            speaker.text("; ")
        _extent(speaker, leg.steps, "step")
    speaker.scope = speaker.scope.within(*(speaker.scopes.step(name, speaker.scope) for name in leg.ends))
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


def _extent(speaker: Verbalizer, limit: Expr, unit: str, *, exactly: bool = False) -> None:
    """How many points or steps a leg may have."""
    if isinstance(limit, Const):
        speaker.say("exactly_steps" if exactly else "at_most_steps")
        speaker.at(limit, LOOSEST)
        speaker.say(unit + ("" if limit.value == 1 else "s"))
    else:
        speaker.say(f"all_{unit}s")
        speaker.say("just_so_many" if exactly else "so_many")
        speaker.at(limit, LOOSEST)


def _ends(speaker: Verbalizer, ends: tuple[str, ...]) -> None:
    start, end = ends or ("", "")
    speaker.introduce(start)
    speaker.say("to")
    speaker.introduce(end)


def say_bar(speaker: Verbalizer, bar: Bar) -> None:
    """Where a path does not go, goes no further, or may end."""
    speaker.scope = speaker.scope.within(*(speaker.scopes.step(name, speaker.scope) for name in bar.places))
    speaker.say("ends_where" if bar.kind == "ends" else bar.kind)
    if len(bar.places) == 2:
        _ends(speaker, bar.places)
    else:
        speaker.introduce(bar.places[0])
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
    one = speaker.scope.find(choice.variable)
    speaker.introduce(choice.variable)
    speaker.among(choice.items, speaker.called(choice.variable), kind_of(one.type if one else None), LOOSEST)
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
