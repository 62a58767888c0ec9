"""Labels: that each names an input, an output or a field that there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl import tree

from regola_compiler.model.names import belongs_to
from regola_compiler.model.program import Program, Table
from regola_compiler.model.types import ListType, RecordType
from regola_compiler.resolve.scope import SymbolTable


def check_labels(declarations: Sequence[tree.Declaration], program: Program, names: SymbolTable) -> None:
    """Note the labels of `declarations` that name nothing: neither a part of one declaration nor one of any.

    Args:
        declarations: All that stands in the files.
        program: What was resolved of them; what is broken is not asked for its parts.
        names: Where the findings go.
    """
    labels = [node for node in declarations if isinstance(node, tree.LabelText)]
    if not labels:
        return
    parts = {(owner, part) for owner, part in _labelled(program)}
    # What a phase is played with, and whom a loop has come to, is called so as well: `battle.b`.
    entered = [one.name.split(".", 1) for one in names.signatures.values() if one.kind == "entered" and "." in one.name]
    parts |= {(owner, part) for owner, part in entered}
    parts |= {(belongs_to(owner), part) for owner, part in parts if "." in owner}  # said of a whole library
    known = {*(part for _, part in parts), *(f"{owner}.{part}" for owner, part in parts)}
    for node in labels:
        owner, dot, _ = node.name.text.partition(".")
        if node.name.text not in known and not (program.broken and (not dot or owner in program.broken)):
            names.unknown("label", node.name.text, node.name.span, sorted(known))


def _labelled(program: Program) -> Iterator[tuple[str, str]]:
    """The inputs, outputs and fields of a program, each with the declaration it belongs to."""
    for name, item in program.callables.items():
        yield from ((name, parameter.name) for parameter in item.parameters)
        result = item.result.item if isinstance(item.result, ListType) else item.result
        if isinstance(result, RecordType) and result.name not in program.types:
            yield from ((name, field) for field, _ in result.fields)
        elif isinstance(item, Table) and not item.grid:
            yield from ((name, column) for column in item.shown[0] if "." not in column)
    for name, info in program.types.items():
        if isinstance(info.type, RecordType):
            yield from ((name, field) for field, _ in info.type.fields)
    for name, assumption in program.assumptions.items():
        yield from ((name, parameter.name) for parameter in assumption.parameters)
