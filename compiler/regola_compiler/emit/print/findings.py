"""What is wrong with the sheets of a game, held against its rules: names that are gone, tables that nobody shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.source import Span

from regola_compiler.emit.print.sheet import Described, Sheet
from regola_compiler.ir.tree import Ir, Modifiers, Table

NAMES_NOTHING = Code(
    "R821", "sheet-names-nothing", "a sheet names something that the rules do not have", Severity.WARNING
)
NOT_ON_A_SHEET = Code("R822", "not-on-a-sheet", "a table or a list of modifiers that no sheet shows", Severity.WARNING)

ALL = (NAMES_NOTHING, NOT_ON_A_SHEET)

# The line of what a path leads to in a description, whose file is called so.
PlaceOf: TypeAlias = Callable[[Any, list[Any], str], Span]


def names_on_sheets(ir: Ir, sheets: Sequence[Described]) -> tuple[frozenset[str], frozenset[str]]:
    """What the sheets of a game name, and the tables and modifiers that are on one or left out on purpose."""
    used: set[str] = set()
    shown: set[str] = set()
    for raw in sheets:
        sheet = Sheet(ir, next(iter(ir.languages), "en"), raw.data)
        sheet.document()
        used |= sheet.used
        shown |= sheet.shown | {str(name) for name in raw.data.get("not-shown", {})}
    return frozenset(used), frozenset(shown)


def sheet_findings(ir: Ir, sheets: Sequence[Described], place_of: PlaceOf) -> Iterator[Diagnostic]:
    """The findings about the sheets of a game, at the lines that `place_of` tells; none where it has none."""
    shown: set[str] = set()
    for raw in sheets:
        sheet = Sheet(ir, next(iter(ir.languages), "en"), raw.data)
        sheet.document()
        shown |= sheet.shown
        for gone in sheet.gone:
            if gone.name in ir.broken:
                continue
            yield Diagnostic(
                NAMES_NOTHING,
                f"the rules have no {gone.what} `{gone.name}`",
                place_of(raw.data, list(gone.path), raw.shown),
                subject=gone.name,
                help=f"did you mean `{gone.near}`?" if gone.near else "take it out, or name what took its place",
            )
        yield from _left_out_in_vain(ir, raw, place_of)
        shown |= {str(name) for name in raw.data.get("not-shown", {})}
    if sheets:
        yield from _nowhere(ir, shown, sheets[0])


def _left_out_in_vain(ir: Ir, raw: Described, place_of: PlaceOf) -> Iterator[Diagnostic]:
    for name in raw.data.get("not-shown", {}):
        if name not in ir.tables:
            place = place_of(raw.data, ["not-shown", name], raw.shown)
            message = f"the rules have no table or modifiers `{name}`"
            yield Diagnostic(NAMES_NOTHING, message, place, subject=str(name), help="take it out of `not-shown`")


def _nowhere(ir: Ir, shown: set[str], first: Described) -> Iterator[Diagnostic]:
    """The tables that are printed in the book, and modifiers, that are on no sheet."""
    items: dict[str, Any] = {item.name: item for item in ir.functions}
    for name in ir.tables:
        if name not in shown and isinstance(items.get(name), Table | Modifiers):
            what = "table" if isinstance(items[name], Table) else "list of modifiers"
            yield Diagnostic(
                NOT_ON_A_SHEET,
                f"no sheet shows the {what} `{name}`",
                Span(first.shown, 1, 1, 1, 2),
                subject=name,
                help=f"put it into a block, or below `not-shown:` with the reason: `{name}: looked up once a game`",
            )
