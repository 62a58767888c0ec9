"""What a game declares, a row each: types, what can be asked, rules, examples, and what is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, assert_never

from regola_dsl.tree import Anchors

from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Fact,
    Modifiers,
    Norm,
    Path,
    Program,
    Rule,
    Table,
)
from regola_compiler.model.types import EnumType, HandleType, RecordType
from regola_compiler.model.visitor import kind_of, phases_in


def declared(program: Program) -> list[dict[str, Any]]:
    """A row for each declaration: its kind, its name, its sections, and how it is asked and answers."""
    rows: list[dict[str, Any]] = []
    for info in program.types.values():
        match info.type:
            case EnumType():
                kind = "scale" if info.type.ordered else "enum"
            case RecordType():
                kind = "record"
            case HandleType():
                piece = program.pieces.get(info.type.name)
                kind = "type" if piece is None else piece.kind
            case _:
                assert_never(info.type)
        rows.append(_row(kind, info.type.name, info.anchors))
    listed: set[str] = set()
    for item in program.callables.values():
        if isinstance(item, Fact) and item.hidden:
            continue
        parameters = [{"name": parameter.name, "type": str(parameter.type)} for parameter in item.parameters]
        rows.append(_row(kind_of(item), item.name, item.anchors, parameters, str(item.result)))
        for name, part in _named_exceptions(item):
            if name not in listed:
                rows.append(_row("exception", name, part.anchors))
                listed.add(name)
    rows += [_row("rule", rule.name, rule.anchors) for rule in program.rules.values()]
    rows += [_row("assume", item.name, item.anchors) for item in program.assumptions.values()]
    for event in program.events.values():
        parameters = [{"name": parameter.name, "type": str(parameter.type)} for parameter in event.parameters]
        rows.append(_row("event", event.name, event.anchors, parameters))
    for sequence in program.sequences.values():
        inside = [phase for phase in phases_in(sequence)[1:] if phase.name]
        rows.append(_row("phase" if sequence.called else "sequence", sequence.name, sequence.anchors))
        rows += [_row("phase", phase.name, phase.anchors) for phase in inside]
    rows += [_row("example", example.name, example.anchors) for example in program.examples.values()]
    rows += [_row("erratum", erratum.name, erratum.anchors) for erratum in program.errata.values()]
    rows += [_row("acceptance", f"{item.code} in {item.declaration}", item.anchors) for item in program.acceptances]
    return rows


def _row(
    kind: str, name: str, anchors: Anchors, parameters: list[dict[str, str]] | None = None, result: str | None = None
) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "anchors": [anchor.section for anchor in anchors],
        "parameters": parameters or [],
        "result": result,
    }


def _named_exceptions(item: Rule) -> Iterator[tuple[str, Clause | Norm]]:
    """The exceptions of a declaration, at every depth; those of a rule stand at each action it speaks of."""
    match item:
        case Definition():
            yield from ((f"{item.name}.{part.name}", part) for part in _exceptions(item.root))
        case Action():
            for norm in item.norms:
                yield from ((f"{norm.name}.{part.name}", part) for part in _exceptions(norm))
        case Table() | Modifiers() | Fact() | Path() | Choice():
            return
        case _:
            assert_never(item)


def _exceptions(part: Clause | Norm) -> Iterator[Clause | Norm]:
    for exception in part.exceptions:
        yield exception
        yield from _exceptions(exception)
