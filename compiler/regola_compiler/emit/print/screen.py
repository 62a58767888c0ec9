"""A document as HTML: for a screen, and for a printer that has nothing else.

One file that needs nothing beside it: the fonts stand in it too. Its content security policy allows its own styles, by
their hash, and what stands in the page as data for its fonts, and nothing else; what a document says of colours and
widths becomes a class each, since the policy forbids styles on elements.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from regola_compiler.emit.print.document import Beside, Block, Cell, Document, Part, Row, Table, grey_of, shared

T = TypeVar("T")

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_WIDTH = re.compile(r"\d+(?:\.\d+)?(?:mm|fr)")
_FONTS = Path(__file__).resolve().parent / "fonts"
_FAMILY = '"Regola Sans Condensed"'  # a part of IBM Plex, whose licence keeps that name for the whole
_GUTTER = 3.6  # as on paper, in millimetres
# Colours that every document may have, beside its own.
_MARKS = {"good": "#1b6b45", "bad": "#9a3324"}
_FILLS = {"marked": "#cfe6da", "unmarked": "#f7ebe6"}
_VOICES = {"ink": "#16212b", "link": "#1f5f86", "soft": "#5c6a75", "pale": "#f0f2f3", "hair": "#aab3ba"}


def html(document: Document, *, grey: bool = False) -> bytes:
    """One file that needs nothing beside it.

    Args:
        document: What is to be shown; a side goes on a page of its own when it is printed.
        grey: Whether in shades of grey alone.

    Returns:
        The page, in UTF-8.
    """
    environment = _environment()
    assert environment.loader is not None
    looks = Looks(document, grey=grey)
    style = _faces() + environment.loader.get_source(environment, "screen.css")[0] + looks.rules
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    text = environment.get_template("screen.html.j2").render(
        doc=document,
        looks=looks,
        style=Markup(style),  # noqa: S704  # our own file, and colours and widths that were held against their forms
        policy=f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:; base-uri 'none'; form-action 'none'",
    )
    return text.encode()


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("regola_compiler.emit.print", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _faces() -> str:
    """The fonts of the printed page, as data: the letters of Latin script and the signs of tables."""
    found = []
    for face, weight, slope in (("Regular", 400, "normal"), ("Bold", 700, "normal"), ("Italic", 400, "italic")):
        data = base64.b64encode((_FONTS / f"screen-{face}.woff2").read_bytes()).decode()
        source = f'url("data:font/woff2;base64,{data}") format("woff2")'
        found.append(f"@font-face{{font-family:{_FAMILY};font-weight:{weight};font-style:{slope};src:{source}}}\n")
    return "".join(found)


class Looks:
    """What a document says of colours and widths, as classes of a style sheet."""

    def __init__(self, document: Document, *, grey: bool) -> None:
        self._shade = grey_of if grey else str
        blocks = list(_blocks(block for side in document.sides for column in side.columns for block in column.blocks))
        self._bars = _numbered(block.colour for block in blocks if _COLOUR.fullmatch(block.colour))
        self._fills = {**_FILLS, **{name: tone for name, tone in document.tones.items() if _COLOUR.fullmatch(tone)}}
        self._tones = _numbered(self._fills)
        widths = [tuple(column.width for column in side.columns) for side in document.sides]
        besides = [part for block in blocks for part in block.parts if isinstance(part, Beside)]
        self._spans = _numbered([*widths, *map(_spans, besides)])
        self.rules = "".join(f"{rule}\n" for rule in self._rules(document))

    def bar(self, block: Block) -> str:
        """The class of the bar behind a title."""
        place = self._bars.get(block.colour)
        return "" if place is None else f"bar-{place}"

    def columns(self, widths: Sequence[str]) -> str:
        """The class that puts columns of these widths beside one another."""
        return f"span-{self._spans[tuple(widths)]}" if tuple(widths) in self._spans else ""

    def beside(self, part: Beside) -> str:
        """The class that puts blocks beside one another."""
        return self.columns(_spans(part))

    def cell(self, cell: Cell) -> str:
        """The classes of a cell."""
        tone = f"tone-{self._tones[cell.tone]}" if cell.tone in self._tones else ""
        return " ".join(filter(None, (cell.weight, tone)))

    def row(self, table: Table, row: Row) -> tuple[Cell, ...]:
        """The cells of a row, and empty ones up to the width of the table."""
        count = max((len(one.cells) for one in (*table.rows, *table.strip)), default=0)
        return row.cells + (Cell(()),) * (max(count, len(table.head)) - len(row.cells))

    def _rules(self, document: Document) -> Iterator[str]:
        wide, high = document.paper_size
        yield f"@page{{size:{wide:g}mm {high:g}mm;margin:{document.margin:g}mm}}"
        yield ":root{" + "".join(f"--{name}:{self._shade(colour)};" for name, colour in _VOICES.items()) + "}"
        # Nobody measures here whether a side fits its page.
        size = document.least if document.sides else document.size
        yield f"@media print{{body{{font-size:{size:g}pt}}}}"
        yield from (f".{name}{{color:{self._shade(colour)}}}" for name, colour in _MARKS.items())
        yield from (f".bar-{place}{{background:{self._shade(colour)}}}" for colour, place in self._bars.items())
        yield from (f".tone-{at}{{background:{self._shade(self._fills[name])}}}" for name, at in self._tones.items())
        room = wide - 2 * document.margin
        for widths, place in self._spans.items():
            # The proportions of the paper, but no column is so narrow that what is in it sticks out.
            known = tuple(width if _WIDTH.fullmatch(width) else "1fr" for width in widths)
            tracks = " ".join(f"minmax(min-content,{share:.1f}fr)" for share in shared(known, room, _GUTTER))
            yield f".span-{place}{{--columns:{tracks}}}"


def _blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, and those that stand beside one another within them."""
    for block in blocks:
        yield block
        yield from _blocks(inner for part in block.parts if isinstance(part, Beside) for inner in part.blocks)


def _spans(part: Part) -> tuple[str, ...]:
    assert isinstance(part, Beside)
    return part.widths if len(part.widths) == len(part.blocks) else ("1fr",) * len(part.blocks)


def _numbered(names: Iterable[T]) -> dict[T, int]:
    return {name: place for place, name in enumerate(dict.fromkeys(names))}
