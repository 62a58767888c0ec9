"""The process in which a PDF is read: see `pdf`. What comes out is JSON, and nothing is known of rulebooks here."""

from __future__ import annotations

import ctypes
import json
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

import pypdfium2 as pdfium
from pypdfium2 import raw
from regola_dsl.wording import message_of, plain, say

MAX_PAGES, MAX_LETTERS, MAX_RULES = 1_500, 4_000_000, 4_000
MEMORY, SECONDS = 1_500_000_000, 80
# PDFium's sign for a hyphen that only cuts a word at the end of its line.
_SOFT = 2
_BOLD, _ITALIC = 1, 2


def main() -> None:
    """Read a PDF from standard input."""
    _bound()
    told: dict[str, Any] = {"trouble": "", "help": "", "pages": []}
    try:
        told["pages"] = list(pages_of(sys.stdin.buffer.read()))
    except pdfium.PdfiumError as error:
        if "assword" in str(error):
            told["trouble"], told["help"] = (
                plain(say("the PDF is protected by a password")),
                plain(say("save it without a password")),
            )
        else:
            told["trouble"], told["help"] = (
                plain(say("the file is damaged: it is no whole PDF")),
                plain(say("have it sent anew")),
            )
    except OverflowError as error:
        told["trouble"], told["help"] = plain(message_of(error)), plain(say("give the rulebook's pages alone"))
    except MemoryError:
        told["trouble"], told["help"] = (
            plain(say("the PDF takes too much memory to read")),
            plain(say("give the rulebook's pages alone")),
        )
    sys.stdout.write(json.dumps(told))


def _bound() -> None:
    """No more memory and time than a rulebook takes; where the system can be told so."""
    try:
        import resource  # noqa: PLC0415  Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def pages_of(data: bytes) -> Iterator[dict[str, Any]]:
    """The pages of a PDF: words as [text, left, top, right, bottom, size, style], drawn lines as boxes.

    Raises:
        PdfiumError: if it cannot be opened.
        OverflowError: if it is larger than any rulebook.
    """
    document = pdfium.PdfDocument(data)
    if len(document) > MAX_PAGES:
        raise OverflowError(
            say("the PDF has {pages} pages: more than {most} are not read", pages=len(document), most=MAX_PAGES)
        )
    letters = 0
    for number in range(len(document)):
        page = document[number]
        width, height = page.get_size()
        left, bottom, _, top = page.get_mediabox()
        text = page.get_textpage()
        letters += text.count_chars()
        if letters > MAX_LETTERS:
            raise OverflowError(say("the PDF has more than {most:,} letters: no rulebook has", most=MAX_LETTERS))
        words = [_placed(word, left, bottom + height) for word in _words(text)]
        rules, picture = _drawn(page, left, bottom + height)
        _ = top
        yield {
            "number": number + 1,
            "width": width,
            "height": height,
            "words": words,
            "rules": rules,
            "picture": picture,
        }
        text.close()
        page.close()


def _placed(word: list[Any], left: float, top: float) -> list[Any]:
    text, x0, y0, x1, y1, size, style = word
    return [
        text,
        round(x0 - left, 2),
        round(top - y1, 2),
        round(x1 - left, 2),
        round(top - y0, 2),
        round(size, 2),
        style,
    ]


def _words(text: Any) -> Iterator[list[Any]]:
    """The words of a page in the order of the file, measured from its bottom."""
    box = raw.FS_RECTF()
    styles: dict[int, int] = {}
    word: list[Any] | None = None
    last = 0.0
    for place in range(text.count_chars()):
        code = raw.FPDFText_GetUnicode(text, place)
        char = "-" if code == _SOFT else chr(code) if 31 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " "
        if char.isspace() or char in "\u00ad\ufffe\uffff":
            if word is not None:
                yield word
            word = None
            continue
        if not raw.FPDFText_GetLooseCharBox(text, place, box) or box.right < box.left:
            continue
        size = raw.FPDFText_GetFontSize(text, place)
        height = abs(box.top - box.bottom)
        size = min(max(size, 0.5 * height), 1.2 * height) if height else size
        style = _style(text, place, styles)
        if 0xFB00 <= code <= 0xFB06:
            char = unicodedata.normalize("NFKC", char)
        if word is not None:
            gap = box.left - word[3]
            if height < 0.4 * word[5] and word[2] <= box.bottom <= word[4]:
                # Of some signs PDFium knows only the ink: a dash stands on the line all the same.
                size, box.bottom, box.top = word[5], word[2], word[4]
            # The letters of a ligature share its box.
            same = abs(box.bottom - word[2]) < 0.5 * size and gap < 0.3 * size and box.left > last - 0.1 * size
            if same and word[6] == style:
                word[0] += char
                word[1], word[2] = min(word[1], box.left), min(word[2], box.bottom)
                word[3], word[4] = max(word[3], box.right), max(word[4], box.top)
                word[5], word[6] = max(word[5], size), style
                last = box.left
                continue
            yield word
        last = box.left
        word = [char, box.left, box.bottom, box.right, box.top, size, style]
    if word is not None:
        yield word


def _style(text: Any, place: int, known: dict[int, int]) -> int:
    """Whether a letter is bold, and whether it is in italics; asked once for each object of the page."""
    thing = raw.FPDFText_GetTextObject(text, place)
    key = ctypes.cast(thing, ctypes.c_void_p).value or -place
    if key not in known:
        name, flags = ctypes.create_string_buffer(256), ctypes.c_int()
        raw.FPDFText_GetFontInfo(text, place, name, 256, flags)
        called = name.value.decode("utf-8", "replace").rpartition("+")[2].casefold()
        weight = raw.FPDFText_GetFontWeight(text, place)
        heavy = (
            any(part in called for part in ("bold", "black", "heavy")) or weight >= 650 or bool(flags.value & 1 << 18)
        )
        slanted = "italic" in called or "oblique" in called or bool(flags.value & 1 << 6)
        known[key] = (_BOLD if heavy else 0) | (_ITALIC if slanted else 0)
    return known[key]


def _drawn(page: Any, left: float, top: float) -> tuple[list[list[float]], bool]:
    """The straight lines drawn on a page, thin rectangles among them; and whether there is a picture on it."""
    rules: list[list[float]] = []
    picture = False
    for thing in page.get_objects(max_depth=4):
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            picture = True
        if thing.type != raw.FPDF_PAGEOBJ_PATH or len(rules) >= MAX_RULES:
            continue
        matrix = thing.get_matrix()
        points: list[tuple[float, float]] = []
        count = raw.FPDFPath_CountSegments(thing.raw)
        for number in range(min(count, 400)):
            segment = raw.FPDFPath_GetPathSegment(thing.raw, number)
            x, y = ctypes.c_float(), ctypes.c_float()
            if not raw.FPDFPathSegment_GetPoint(segment, x, y):
                continue
            point = matrix.on_point(x.value, y.value)
            kind = raw.FPDFPathSegment_GetType(segment)
            if kind == raw.FPDF_SEGMENT_LINETO and points:
                _add(rules, points[-1], point, left, top)
            if kind == raw.FPDF_SEGMENT_MOVETO:
                points = []
            if kind != raw.FPDF_SEGMENT_BEZIERTO:
                points.append(point)
            if raw.FPDFPathSegment_GetClose(segment) and len(points) > 2:
                _add(rules, points[-1], points[0], left, top)
    return rules, picture


def _add(
    rules: list[list[float]], one: tuple[float, float], other: tuple[float, float], left: float, top: float
) -> None:
    x0, x1 = sorted((one[0], other[0]))
    y0, y1 = sorted((one[1], other[1]))
    if (x1 - x0 < 1.5) != (y1 - y0 < 1.5) and max(x1 - x0, y1 - y0) > 5:
        rules.append([round(x0 - left, 2), round(top - y1, 2), round(x1 - left, 2), round(top - y0, 2)])


if __name__ == "__main__":
    main()
