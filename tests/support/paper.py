"""What is printed, read back: the words of a PDF with where they stand and how large they are."""

from __future__ import annotations

import ctypes
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import sha256

import pypdfium2.raw as pdfium
from pypdf import PdfReader
from pypdf.generic import IndirectObject
from pypdfium2 import PdfDocument
from regola_cli.print import Kind, set_pages
from regola_compiler.emit.print.document import Block, Cell, Document, Run
from regola_compiler.emit.print.paper import Printable, printable_errata, printable_sheet, printable_summary
from regola_compiler.emit.print.typesetting import Setter, fitted
from regola_compiler.ir.tree import Ir

from support.games import loaded, understood
from support.paths import GAME_NAMES, GAMES

POINTS = 72 / 25.4  # in a millimetre
# Each sheet is read in one language, and the next in the other: that each fits in both is held by `make`, which prints all.
SHEETS = [
    (game, sheet, "it" if at % 2 else "en")
    for at, (game, sheet) in enumerate(
        # By their files: whoever only names its tests need read no game for that.
        (game, sheet)
        for game in GAME_NAMES
        for sheet in [one.stem for one in sorted((GAMES / game / "sheets").glob("*.yaml"))] or [""]
    )
]
_BLANK = re.compile(r"[\s\u200b\u2060]+")


@dataclass
class Word:
    """Letters without a blank between them, in points from the lower left corner of their page."""

    text: str = ""
    size: float = 0.0
    box: tuple[float, float, float, float] = (1e9, 1e9, -1e9, -1e9)

    def meets(self, other: Word, beside: float = 0.4, below: float = 1.5) -> bool:
        """Whether it stands over another: boxes share more than a hair, or the accent that a line below reaches up."""
        left, low, right, high = self.box
        return (
            min(right, other.box[2]) - max(left, other.box[0]) > beside
            and min(high, other.box[3]) - max(low, other.box[1]) > below
        )


@dataclass
class Page:
    """A page as it was read."""

    width: float
    height: float
    words: list[Word] = field(default_factory=list)

    @cached_property
    def text(self) -> str:
        """Its letters without any blank, in the order in which they were set."""
        return squeezed("".join(word.text for word in self.words))

    @property
    def meeting(self) -> Iterator[tuple[str, str]]:
        """Words that stand over one another: looked for among those that begin before a word ends, from the left."""
        words = sorted(self.words, key=lambda word: word.box[0])
        for at, word in enumerate(words):
            for other in words[at + 1 :]:
                if other.box[0] > word.box[2]:
                    break
                if word.meets(other):
                    yield word.text, other.text


def squeezed(text: str) -> str:
    """A text without blanks, and with one kind of dash: where lines break is no matter of what is said."""
    return _BLANK.sub("", text).replace("–", "-")


def pages_of(pdf: bytes) -> list[Page]:
    """The pages of a PDF."""
    return [_page(one) for one in PdfDocument(pdf)]


def _page(page: object) -> Page:
    width, height = page.get_size()  # type: ignore[attr-defined]
    text = page.get_textpage()  # type: ignore[attr-defined]
    found = Page(width, height)
    sides = [ctypes.c_double() for _ in range(4)]
    matrix = pdfium.FS_MATRIX()
    word = Word()
    for place in range(text.count_chars()):
        sign = chr(pdfium.FPDFText_GetUnicode(text.raw, place)).replace("\x02", "-")  # a hyphen that ends a line
        if pdfium.FPDFText_IsGenerated(text.raw, place) == 1 or not squeezed(sign):
            word = Word()
            continue
        if not word.text:
            found.words.append(word)
        pdfium.FPDFText_GetCharBox(text.raw, place, *sides)
        left, right, low, high = (side.value for side in sides)
        was = word.box
        if word.text and (left < was[0] - 1 or low > was[3] or high < was[1]):
            word = Word()  # a new line, or a new place, without a blank before it
            found.words.append(word)
            was = word.box
        pdfium.FPDFText_GetMatrix(text.raw, place, matrix)
        size = pdfium.FPDFText_GetFontSize(text.raw, place) * abs(matrix.d)
        word.text += sign
        word.size = max(word.size, size)
        if right > left and high > low:
            word.box = (min(was[0], left), min(was[1], low), max(was[2], right), max(was[3], high))
    return found


@dataclass(frozen=True)
class Printed:
    """A document, as it was set, and its PDF."""

    document: Document
    pdf: bytes

    @cached_property
    def pages(self) -> list[Page]:
        """The pages, read back."""
        return pages_of(self.pdf)

    @cached_property
    def text(self) -> str:
        """All that stands on the pages, without blanks."""
        return "".join(page.text for page in self.pages)

    @cached_property
    def reader(self) -> PdfReader:
        """Its structure."""
        return PdfReader(io.BytesIO(self.pdf))

    @cached_property
    def tags(self) -> set[str]:
        """What kinds of parts its structure has."""
        return {str(one["/S"]) for one in _below(self.reader.trailer["/Root"]["/StructTreeRoot"])}  # type: ignore[index]


def _below(root: object) -> list[dict[str, object]]:
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        node = node.get_object() if isinstance(node, IndirectObject) else node
        if isinstance(node, list):
            waiting += node
        elif isinstance(node, dict):
            found += [node] if "/S" in node else []
            waiting += [node["/K"]] if "/K" in node else []
    return found


@cache
def described(name: str) -> Ir:
    """A game under `games/`, as what is printed reads it."""
    return understood(name).published


@cache
def wanted(game: str, language: str, what: str) -> Printable:
    """A sheet of a game by its name, or what stands for `summary` and `errata`."""
    ir = described(game)
    if what == "summary":
        return printable_summary(ir, language)
    if what == "errata":
        return printable_errata(ir, language)
    return printable_sheet(ir, loaded(game).sheets, language, name=what)


@cache
def printed(game: str, language: str, what: str) -> Printed:
    """What is printed of a game, set once."""
    one = wanted(game, language, what)
    return set_as_pdf(one.document, spill=one.spill)


def fingerprints(game: str, language: str, what: str) -> list[str]:
    """What is printed of a game, as each kind of file."""
    one = wanted(game, language, what)
    kinds: tuple[Kind, ...] = ("pdf", "html", "docx", "svg")
    made = [set_pages(one, kind)[0] for kind in kinds] + set_pages(one, "pdf", booklet=True)
    return [sha256(page).hexdigest() for page in made]


def set_as_pdf(document: Document, *, spill: bool = False) -> Printed:
    """A document, fitted and set."""
    setter: Setter = fitted(document, spill=spill)
    (pdf,) = setter.pages("pdf")
    return Printed(setter.document, pdf)


def said_in(node: object) -> list[str]:
    """Every text of a document, part by part: whatever a page must show."""
    if isinstance(node, Run):
        return [node.text]
    if isinstance(node, Block | Cell):
        own = [node.title] if isinstance(node, Block) else []
        return own + [text for name in ("parts", "runs", "refs") for text in said_in(getattr(node, name, ()))]
    if isinstance(node, str):
        return [node]
    if isinstance(node, tuple):
        return [text for one in node for text in said_in(one)]
    names = getattr(node, "__struct_fields__", ())
    texts = {"title", "number", "runs", "refs", "mark", "aside", "head", "steps", "phases", "rows", "strip", "above"}
    inner = {"cells", "lines", "line", "parts", "blocks", "columns", "sections", "sides", "chapters"}
    return [text for name in names if name in texts | inner for text in said_in(getattr(node, name))]
