"""Where what a trace can name stands."""

from __future__ import annotations

from typing import assert_never

from regola_dsl.source import Span

from regola_compiler.model.program import Action, Choice, Clause, Definition, Fact, Modifiers, Path, Program, Table


def spans_by_name(program: Program) -> dict[str, Span]:
    """Where each name that a trace can hold stands."""
    places: dict[str, Span] = {}

    def clauses(owner: str, clause: Clause) -> None:
        for part in clause.exceptions:
            places[f"{owner}.{part.name}"] = part.name_span
            clauses(owner, part)

    for item in program.callables.values():
        places[item.name] = item.name_span
        match item:
            case Definition():
                clauses(item.name, item.root)
            case Modifiers():
                places |= {f"{item.name}.{line.name}": line.name_span for line in item.lines}
            case Table() | Fact() | Action() | Path() | Choice():
                pass
            case _:
                assert_never(item)
    return places
