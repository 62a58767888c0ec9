"""The effect that would bring about what an example finds: what a deed adds or takes away, and not what is left then.

A number that an example asks for is what something comes to there. An effect that says the number makes that example
come out and no other; how much the deed changes it is what the book says of the deed, or that nothing is left.
"""

from __future__ import annotations

from regola_compiler.model.asked_by import asked_by
from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Call, Const, DoLine, ExampleLine, Fact, PlayLine, Program
from regola_compiler.model.types import Value, source


def deed_of(line: ExampleLine) -> str:
    """The action that a line of an example does, or the phase that it plays, by name; empty of any other line."""
    match line:
        case DoLine(expression=Call(callee=name)):
            return name
        case PlayLine(phase=name):
            return name
        case _:
            return ""


def told_in(program: Program, done: ExampleLine, fact: Fact) -> str:
    """A fact as an effect of what is done tells it; of whom it is said there may be for who writes it to know."""
    action, name = program.callables.get(deed_of(done)), last_part(fact.name)
    told = asked_by(action, fact) if isinstance(action, Action) else None
    return told or (f"….{name}" if fact.of_a_piece else f"{name}(…)" if fact.parameters else name)


def wanted_effect(program: Program, done: ExampleLine, fact: Fact, was: Value | None, wanted: Value) -> str:
    """The effect of what is done with which a fact comes to what is wanted.

    Args:
        program: The rules.
        done: The line in which it is done.
        fact: What is to change.
        was: What it is without the effect; None where that is not known.
        wanted: What it is to be.
    """
    told = told_in(program, done, fact)
    if type(was) is int and type(wanted) is int and was != wanted:
        by = abs(wanted - was)
        if wanted == 0 and by > 1:
            return f"effect {told} becomes 0"  # whatever it was: nothing is left
        verb = "gains" if wanted > was else "loses"
        return f"effect {told} {verb} {_named(program, done, by) or by}"
    return f"effect {told} becomes {_named(program, done, wanted) or source(wanted, fact.result)}"


def _named(program: Program, done: ExampleLine, value: Value) -> str:
    """The parameter of an action that has a value where it is done, if one alone has it."""
    action = program.callables.get(deed_of(done))
    if not isinstance(action, Action) or not isinstance(done, DoLine) or not isinstance(done.expression, Call):
        return ""
    given = zip(action.parameters, done.expression.arguments, strict=False)
    named = [one.name for one, told in given if isinstance(told, Const) and _is_same(told.value, value)]
    return named[0] if len(named) == 1 else ""


def _is_same(one: Value, other: Value) -> bool:
    # In Python `True` is 1.
    return type(one) is type(other) and one == other
