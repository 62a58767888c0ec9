"""Setting a document: with Typst as PDF, SVG or PNG, and whether it fits.

Typst is the extra `pdf`: without it `SetterMissing` is raised, which says what to install. It reads a fixed template
and the document as data, sees no file but its templates and fonts, and asks nothing of the machine's clock.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

import msgspec

from regola_compiler.emit.print.document import Document, Side

HERE = Path(__file__).resolve().parent
Format = Literal["pdf", "svg", "png"]
DOTS_PER_INCH = 150
_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)  # what is set says nothing of when it was


class SetterMissing(Exception):  # noqa: N818  what is wrong is what is installed
    """The program that sets pages is not installed."""


class DoesNotFit(Exception):  # noqa: N818  what is wrong is in somebody's description
    """Columns that are too full at the least size, or tables wider than their column."""

    def __init__(self, overfull: Sequence[Overfull], too_wide: Sequence[TooWide]) -> None:
        super().__init__("a sheet does not fit on its paper")
        self.overfull, self.too_wide = overfull, too_wide


@dataclass(frozen=True, slots=True)
class Overfull:
    """A column that is too full at the least size: by how many millimetres, and how tall each of its blocks is."""

    side: int
    column: int
    excess: float
    blocks: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TooWide:
    """A table that no column width makes fit: what stands in its corner, and by how many millimetres."""

    head: str
    excess: float


@dataclass(frozen=True, slots=True)
class Fit:
    """At which size, in points, each side fits; and what does not."""

    sizes: tuple[float, ...]
    overfull: tuple[Overfull, ...]
    too_wide: tuple[TooWide, ...]


class Setter:
    """Sets one document."""

    def __init__(self, document: Document, *, grey: bool = False) -> None:
        try:
            import typst  # noqa: PLC0415  an extra
        except ImportError as missing:
            raise SetterMissing from missing
        self.document = document
        self._template = "sheet.typ" if document.sides else "book.typ"
        self._compiler = typst.Compiler(
            HERE / "templates" / self._template,
            root=HERE / "templates",
            font_paths=[HERE / "fonts"],
            ignore_system_fonts=True,
            sys_inputs=self._inputs(grey),
        )

    def _inputs(self, grey: bool) -> dict[str, str]:
        return {"document": msgspec.json.encode(self.document).decode(), "grey": "yes" if grey else "no"}

    def fit(self) -> Fit:
        """The sizes at which its sides fit."""
        sizes, overfull = [], []
        for one in self._query("<fit>"):
            sizes.append(float(one["size"]))
            for place, height in enumerate(one["columns"]):
                if height > one["room"] + 0.01:
                    blocks = tuple(one["blocks"][place]) if one["blocks"] else ()
                    overfull.append(Overfull(one["side"], place, height - one["room"], blocks))
        wide = (TooWide(one["head"], one["too-wide"]) for one in self._query("<too-wide>"))
        return Fit(tuple(sizes), tuple(overfull), tuple(dict.fromkeys(wide)))

    def _query(self, selector: str) -> list[Any]:
        found: list[Any] = json.loads(self._compiler.query(selector, field="value"))
        return found

    def booklet(self) -> bytes:
        """A PDF of two pages a side, in the order in which they are folded to a booklet."""
        raise NotImplementedError

    def pages(self, form: Format) -> list[bytes]:
        """The pages: one PDF, or an image for each."""
        options: dict[str, Any] = {"format": form, "timestamp": _MOMENT}
        if form == "pdf":
            options["pdf_standards"] = ["ua-1"]
        if form == "png":
            options["ppi"] = DOTS_PER_INCH
        made = self._compiler.compile(**options)
        pages = made if isinstance(made, list) else [made]
        return [page for page in pages if page is not None]


def fitted(document: Document, *, grey: bool = False, spill: bool = False) -> Setter:
    """What sets a document whose sides fit.

    Args:
        document: What is to be set.
        grey: Whether in shades of grey alone.
        spill: Whether blocks that find no room go to a sheet of their own.

    Raises:
        DoesNotFit: if something is too large at the least size.
        SetterMissing: if Typst is not installed.
    """
    for _ in range(len(document.sides) * 8 + 1):
        setter = Setter(document, grey=grey)
        if not document.sides:
            return setter
        fit = setter.fit()
        if fit.too_wide or (fit.overfull and not spill):
            raise DoesNotFit(fit.overfull, fit.too_wide)
        if not fit.overfull:
            sides = tuple(
                msgspec.structs.replace(side, size=size) for side, size in zip(document.sides, fit.sizes, strict=True)
            )
            return Setter(msgspec.structs.replace(document, sides=sides), grey=grey)
        spilt = _spilt(document, fit.overfull)
        if spilt is None:
            raise DoesNotFit(fit.overfull, fit.too_wide)
        document = spilt
    raise DoesNotFit(fit.overfull, fit.too_wide)


def _spilt(document: Document, overfull: Sequence[Overfull]) -> Document | None:
    """The document with the last blocks of columns that are too full on a side of their own.

    None if a column is filled by a single block: that one can only be made smaller by whoever described it.
    """
    sides: list[Side] = []
    for number, side in enumerate(document.sides):
        here = {one.column: one for one in overfull if one.side == number}
        kept, moved = [], []
        for place, column in enumerate(side.columns):
            stay = len(column.blocks)
            if place in here:
                excess = here[place].excess
                while stay > 1 and excess > 0:
                    stay -= 1
                    excess -= here[place].blocks[stay]
                if stay == len(column.blocks):
                    return None
            kept.append(msgspec.structs.replace(column, blocks=column.blocks[:stay]))
            if column.blocks[stay:]:
                moved.append(msgspec.structs.replace(column, blocks=column.blocks[stay:]))
        sides.append(msgspec.structs.replace(side, columns=tuple(kept)))
        if moved:
            sides.append(Side(side.title, tuple(moved)))
    return msgspec.structs.replace(document, sides=tuple(sides))
