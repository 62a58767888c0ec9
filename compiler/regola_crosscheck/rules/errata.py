"""Whether an erratum of the game rules on a cell, so that the book is known to say otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.model.program import Call, Expr, Program
from regola_compiler.model.visitor import children

from regola_crosscheck.rules.lookups import EncodedCell, EncodedTable, Point


def erratum_for_cell(
    program: Program, lookup: EncodedTable, point: Point, section: str, cell: EncodedCell | None
) -> str:
    """The name of the erratum that speaks of this cell, or is named at its row; empty if there is none."""
    told = tuple(axis.keys[place].value for axis, place in zip(lookup.axes, point, strict=True))
    run = Interpreter(program)
    for erratum in program.errata.values():
        for statement in erratum.statements:
            for call in _calls(statement.claim) if statement.claim is not None else ():
                if call.callee != lookup.name:
                    continue
                try:
                    asked = tuple(run.evaluate(argument, {}) for argument in call.arguments)
                except (RuleError, KeyError):
                    continue
                if asked == told:
                    return erratum.name
    named = program.ruled.get(lookup.name, [])
    at = {section} | ({anchor.section for anchor in cell.anchors} if cell is not None else set())
    for name in named:
        named_one = program.errata.get(name)
        if named_one and not named_one.settled and at & {anchor.section for anchor in named_one.anchors}:
            return name
    return ""


def _calls(node: Expr) -> Iterator[Call]:
    if isinstance(node, Call):
        yield node
    for part in children(node):
        yield from _calls(part)
