"""How an action asks for a fact, or tells it: with what it is done with itself."""

from __future__ import annotations

from regola_compiler.model.names import last_part
from regola_compiler.model.program import Action, Fact
from regola_compiler.model.types import HandleType


def asked_by(action: Action, fact: Fact) -> str | None:
    """The fact as an action can ask it, with what it is about; None where that may be several things, or none."""
    named: list[str] = []
    for wanted in fact.parameters:
        fitting = [one.name for one in action.parameters if one.type == wanted.type]
        if len(fitting) != 1:
            return None
        named += fitting
    name = last_part(fact.name)
    if fact.of_a_piece or (len(named) == 1 and isinstance(fact.parameters[0].type, HandleType)):
        return f"{named[0]}.{name}"
    return f"{name}({', '.join(named)})" if named else name
