"""Setting a document: with Typst as PDF, SVG or PNG, and whether it fits.

Typst is the extra `pdf`: without it `SetterMissing` is raised, which says what to install. It reads a fixed template
and the document as data, sees no file but its templates and fonts, and asks nothing of the machine's clock.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import structs
from regola_dsl.wording import say

from regola_compiler.emit.print.document import Block, Column, Document, Side, parted

if TYPE_CHECKING:
    from typst import Fonts

HERE = Path(__file__).resolve().parent
Format = Literal["pdf", "svg", "png"]
DOTS_PER_INCH = 150
_MOMENT = datetime(2000, 1, 1, tzinfo=UTC)  # what is set says nothing of when it was


class SetterMissing(Exception):  # noqa: N818  what is wrong is what is installed
    """What sets pages or writes files is not installed.

    Args:
        what: What it would do and what it is called: `pages are set by Typst`.
    """

    def __init__(self, what: str) -> None:
        super().__init__(say('{what}, which is not installed: pip install "regola[pdf]"', what=what))


class DoesNotFit(Exception):  # noqa: N818  what is wrong is in somebody's description
    """Columns that are too full at the least size, or tables wider than their column: in `document`, as it was then."""

    def __init__(self, document: Document, overfull: Sequence[Overfull], too_wide: Sequence[TooWide]) -> None:
        super().__init__(say("a sheet does not fit on its paper"))
        self.document, self.overfull, self.too_wide = document, overfull, too_wide


@dataclass(frozen=True, slots=True)
class Overfull:
    """A column that is too full at the least size: by how many millimetres, and how tall each of its blocks is.

    Of a block that is alone in its column and taller than it, `parting` is how many of its rows and lines fit.
    """

    side: int
    column: int
    excess: float
    blocks: tuple[float, ...]
    parting: int = 0


@dataclass(frozen=True, slots=True)
class TooWide:
    """A table that no column width makes fit, and the block of a column in which it is.

    Attributes:
        side: Which side, from 0; `column` and `block` likewise.
        column: Which column of it.
        block: Which block of that.
        head: What stands in the table's corner.
        room: How many millimetres there are for it.
        excess: How many more it takes.
    """

    side: int
    column: int
    block: int
    head: str
    room: float
    excess: float

    def at(self, factor: float) -> TooWide:
        """The same with text that is so much larger or smaller: a table is as wide as its words."""
        return replace(self, excess=(self.room + self.excess) * factor - self.room)


@dataclass(frozen=True, slots=True)
class Fit:
    """At which size, in points, each side fits; and what does not."""

    sizes: tuple[float, ...]
    overfull: tuple[Overfull, ...]
    too_wide: tuple[TooWide, ...]


@cache
def _fonts() -> Fonts:
    """Our own fonts and those that come with Typst: nothing depends on what a machine has."""
    import typst  # noqa: PLC0415  an extra

    return typst.Fonts(include_system_fonts=False, font_paths=[HERE / "fonts"])


class Setter:
    """Sets one document.

    Args:
        document: What is to be set.
        grey: Whether in shades of grey alone.
        settled: Whether all sides are known to fit at their sizes. Then nothing is measured: it is half of the time.

    Raises:
        SetterMissing: if Typst is not installed.
    """

    def __init__(self, document: Document, *, grey: bool = False, settled: bool = False) -> None:
        try:
            import typst  # noqa: PLC0415  an extra
        except ImportError as missing:
            raise SetterMissing(say("pages are set by Typst")) from missing
        self.document = document
        self._settled = settled
        self._template = "sheet.typ" if document.sides else "book.typ"
        self._compiler = typst.Compiler(
            HERE / "templates" / self._template,
            root=HERE / "templates",
            font_paths=_fonts(),
            sys_inputs={
                "document": msgspec.json.encode(document).decode(),
                "grey": "yes" if grey else "no",
                "settled": "yes" if settled else "no",
            },
        )

    def fit(self) -> Fit:
        """The sizes at which its sides fit, and what does not."""
        assert not self._settled, "nothing is measured of what is settled"
        sizes, overfull, wide = [], [], []
        place = (0, 0, 0)
        # Asked for all at once, for each question sets the pages anew.
        for one in self._query("metadata"):
            if "size" in one:
                sizes.append(float(one["size"]))
                for column, height in enumerate(one["columns"]):
                    if height > one["room"] + 0.01:
                        blocks = tuple(one["blocks"][column]) if one["blocks"] else ()
                        parting = one["parting"][column]
                        overfull.append(Overfull(one["side"], column, height - one["room"], blocks, parting))
            elif "block" in one:
                place = (one["side"], one["column"], one["block"])
            elif "too-wide" in one:
                # It is told of behind the mark of the block that it stands in.
                wide.append(TooWide(*place, one["head"], one["room"], one["too-wide"]))
        return Fit(tuple(sizes), tuple(overfull), tuple(dict.fromkeys(wide)))

    def _query(self, selector: str) -> list[Any]:
        found: list[Any] = json.loads(self._compiler.query(selector, field="value"))
        return found

    def booklet(self) -> bytes:
        """A PDF of two pages a side, in the order in which they are folded to a booklet.

        Its paper is twice as wide as a page's. It is for paper alone: who reads on a screen wants the pages themselves,
        in their order and with their structure.
        """
        import typst  # noqa: PLC0415  an extra

        (pages,) = self.pages("pdf")
        count = int(self._query("<pages>")[0]["pages"])
        inputs = {"pages": str(count), "title": self.document.title, "language": self.document.language.split("-")[0]}
        with TemporaryDirectory(prefix="regola-") as folder:
            Path(folder, "pages.pdf").write_bytes(pages)
            template = (HERE / "templates" / "booklet.typ").read_bytes()
            compiler = typst.Compiler(template, root=folder, font_paths=_fonts(), sys_inputs=inputs)
            made = compiler.compile(format="pdf", timestamp=_MOMENT)
        assert isinstance(made, bytes)
        return made

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

    Text is made smaller first, down to the least size. Only then, and only if they may, blocks move: those with a table
    that is too wide for their column to a side with one column as wide as the paper, those for which a column has no
    room to a side of columns like it.

    Args:
        document: What is to be set.
        grey: Whether in shades of grey alone.
        spill: Whether blocks that find no room go to a sheet of their own.

    Raises:
        DoesNotFit: if something is too large at the least size.
        SetterMissing: if Typst is not installed.
    """
    setter = Setter(document, grey=grey)
    if not document.sides:
        return setter
    while True:
        fit = setter.fit()
        if not fit.too_wide and not fit.overfull:
            return Setter(_sized(document, dict(enumerate(fit.sizes))), grey=grey, settled=True)
        smaller, stuck = _smaller(document, fit)
        moved: Document | None = None
        if not stuck and not fit.overfull:
            moved = _sized(document, smaller)
        elif spill:
            # What was set smaller for a table that moves away need not be: each side is measured anew.
            moved = _widened(document, stuck) if stuck else _spilt(document, fit.overfull)
        if moved is None:
            raise DoesNotFit(document, fit.overfull, stuck)
        document = moved
        setter = Setter(document, grey=grey)


def _sized(document: Document, sizes: Mapping[int, float]) -> Document:
    """The document with the text of some sides in sizes that are known."""
    sides = tuple(
        structs.replace(side, size=sizes.get(number, side.size)) for number, side in enumerate(document.sides)
    )
    return structs.replace(document, sides=sides)


def _smaller(document: Document, fit: Fit) -> tuple[dict[int, float], list[TooWide]]:
    """At which sizes the tables that are too wide fit, by side; and those that do not fit at the least size."""
    sizes: dict[int, float] = {}
    stuck = []
    for wide in fit.too_wide:
        now = fit.sizes[wide.side]
        # A tenth of a point is the least by which texts differ in size.
        size = math.floor(10 * now * wide.room / (wide.room + wide.excess)) / 10
        if size < document.least:
            stuck.append(wide.at(document.least / now))
        else:
            sizes[wide.side] = min(size, sizes.get(wide.side, size))
    return sizes, stuck


def _widened(document: Document, wide: Collection[TooWide]) -> Document | None:
    """The document with blocks that are too wide for their columns on sides that are one column, behind their own.

    None if one of them stands in such a column already: nothing is wider than the paper.
    """
    leaving = {(one.side, one.column, one.block) for one in wide}
    sides: list[Side] = []
    for number, side in enumerate(document.sides):
        columns, moved = [], []
        for place, column in enumerate(side.columns):
            kept = [block for at, block in enumerate(column.blocks) if (number, place, at) not in leaving]
            moved += [block for at, block in enumerate(column.blocks) if (number, place, at) in leaving]
            if kept or not column.blocks:
                columns.append(structs.replace(column, blocks=tuple(kept)))
        if moved and len(side.columns) == 1 and side.columns[0].width.endswith("fr"):
            return None
        if columns:
            sides.append(structs.replace(side, columns=tuple(columns), size=0.0))
        if moved:
            sides.append(Side(side.title, (Column(tuple(moved)),)))
    return structs.replace(document, sides=tuple(sides))


def _spilt(document: Document, overfull: Sequence[Overfull]) -> Document | None:
    """The document with the last blocks of columns that are too full on a side of their own.

    A block that is taller than a column by itself goes on on the next side. None if not even its first row has room:
    that one can only be made smaller by whoever described it.
    """
    sides: list[Side] = []
    for number, side in enumerate(document.sides):
        here = {one.column: one for one in overfull if one.side == number}
        kept, moved = [], []
        for place, column in enumerate(side.columns):
            staying: tuple[Block, ...] = column.blocks
            leaving: tuple[Block, ...] = ()
            if place in here and len(column.blocks) == 1:
                halves = parted(column.blocks[0], here[place].parting, document.words.get("goes_on", ""))
                if halves is None:
                    return None
                staying, leaving = halves[:1], halves[1:]
            elif place in here:
                stay, excess = len(column.blocks), here[place].excess
                while stay > 1 and excess > 0:
                    stay -= 1
                    excess -= here[place].blocks[stay]
                staying, leaving = column.blocks[:stay], column.blocks[stay:]
            kept.append(structs.replace(column, blocks=staying))
            if leaving:
                moved.append(structs.replace(column, blocks=leaving))
        sides.append(structs.replace(side, columns=tuple(kept)))
        if moved:
            sides.append(Side(side.title, tuple(moved)))
    return structs.replace(document, sides=tuple(sides))
