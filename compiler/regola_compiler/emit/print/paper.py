"""What can be printed of a game, from its representation and its sheets: the door for commands and tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from msgspec.structs import replace

from regola_compiler.emit.print.document import Document
from regola_compiler.emit.print.sheet import Described, Sheet
from regola_compiler.emit.print.standard import standard
from regola_compiler.emit.print.summary import errata_sheet, summary
from regola_compiler.ir.tree import Ir

Paper = Literal["a4", "a5", "letter"]


@dataclass(frozen=True, slots=True)
class Printable:
    """A document, and whether blocks for which it has no room may go to another sheet."""

    document: Document
    spill: bool = False


def printable_sheet(
    ir: Ir, sheets: Sequence[Described], language: str, *, name: str = "", paper: Paper | None = None
) -> Printable:
    """A sheet of a game in a language.

    Args:
        ir: The game, with the titles of its sections.
        sheets: The descriptions there are; without any, one is made of what there is to show.
        language: A tag; a text that is not there in it is shown in another.
        name: Which of them; the first, if not said.
        paper: What it is to be printed on, if not on what the description says.

    Raises:
        KeyError: if no sheet has this name.
    """
    described = {sheet.stem: sheet.data for sheet in sheets}
    if name and name not in described:
        raise KeyError(name)
    first = name or next(iter(described), None)
    chosen: Mapping[str, Any] = described[first] if first else standard(ir)
    document = Sheet(ir, language, chosen).document()
    if paper:
        document = replace(document, paper=paper)
    return Printable(document, chosen.get("overflow") == "another-sheet")


def printable_summary(ir: Ir, language: str, *, paper: Paper | None = None) -> Printable:
    """The rules in the order of the book, a line each."""
    return Printable(summary(ir, language, paper=paper or "a5"))


def printable_errata(ir: Ir, language: str, *, paper: Paper | None = None) -> Printable:
    """What the book contradicts or leaves open, and how it was ruled."""
    return Printable(errata_sheet(ir, language, paper=paper or "a5"))
