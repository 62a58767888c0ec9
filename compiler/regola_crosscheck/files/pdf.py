"""PDF files (ISO 32000), read by PDFium: the letters of each page with their boxes, and the lines that are drawn.

PDFium is a large program in C++ and a PDF may come from anywhere: it is read in a process of its own, which has so much
memory and so much time, and whose end, of whatever kind, is a sentence here. Run as a module that process reads a PDF
from its standard input and writes what stands on its pages as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from typing import Any

from regola_dsl.wording import from_plain, say

from regola_crosscheck.files.archive import Unfit
from regola_crosscheck.files.blocks import Block
from regola_crosscheck.files.layout.paragraphs_of_page import blocks_of
from regola_crosscheck.files.layout.printed import Box, Page, Word

# What reading may take: seconds, and bytes of memory.
SECONDS, MEMORY = 90, 1_500_000_000
_SCAN_HELP = say(
    "have its text recognised first, with an OCR program such as OCRmyPDF, and give the PDF that it writes"
)


def read_pdf(data: bytes) -> tuple[list[Block], list[int]]:
    """The text of a PDF, and the pages of it that are pictures without text.

    Raises:
        Unfit: if it cannot be read, or no page has any text.
    """
    if find_spec("pypdfium2") is None:
        raise Unfit(say("to read a PDF, `pypdfium2` is needed"), say('install it with `pip install "regola[books]"`'))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "regola_crosscheck.files.pdf_letters"],
            input=data,
            capture_output=True,
            check=False,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired as error:
        raise Unfit(
            say("the PDF takes longer than {seconds} seconds to read", seconds=SECONDS),
            say("give the rulebook's pages alone"),
        ) from error
    try:
        told: dict[str, Any] = json.loads(done.stdout)
    except ValueError as error:
        raise Unfit(
            say("the PDF is damaged, or takes too much memory to read"), say("print it anew into a PDF")
        ) from error
    if told["trouble"]:
        raise Unfit(from_plain(told["trouble"]), from_plain(told["help"]))
    pages = [_page(one) for one in told["pages"]]
    pictures = [one["number"] for one in told["pages"] if one["picture"] and not one["words"]]
    if not any(page.words for page in pages):
        if pictures:
            raise Unfit(say("the PDF has no text: its pages are pictures, as a scanner makes them"), _SCAN_HELP)
        raise Unfit(say("the PDF has no text at all"), _SCAN_HELP)
    return blocks_of(pages), pictures


def _page(plain: dict[str, Any]) -> Page:
    words = tuple(
        Word(text, Box(left, top, right, bottom), size, bool(style & 1), bool(style & 2))
        for text, left, top, right, bottom, size, style in plain["words"]
    )
    rules = tuple(Box(*rule) for rule in plain["rules"])
    return Page(plain["number"], plain["width"], plain["height"], words, rules)
