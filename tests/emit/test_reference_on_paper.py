"""The reference as a browser prints it: numbers beside their titles, headings with what they head, tables whole, values told."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader
from regola_compiler.emit.reference.html import reference
from support.browser import Browser
from support.reference_games import compiled

CHAPTERS = range(1, 15)
# In each chapter a definition that is named and one that is not, and a table of few rows: whatever stands at the end of a page.
BOOK = "\n".join(
    f"""
define doubled_{one}(die: int 1..6) -> int 2..12 @{one}.1
  en "What chapter {one} doubles"
  die * 2
define plain_{one}(die: int 1..6) -> int {one}..{one + 5} @{one}.2
  die + {one - 1}
table printed_{one}(die: int 1..6) -> (low: int 0..199, high: int 0..199) @{one}.3
  en "Table of chapter {one}"
  | die | low    | high   |
  | 1-2 | {one}1 | {one}4 |
  | 3-4 | {one}2 | {one}5 |
  | 5-6 | {one}3 | {one}6 |
"""
    for one in CHAPTERS
)
# Letters larger by so much: on the same paper, other things come to stand at the end of a page.
SCALES = (1.0, 1.3, 1.5, 1.7)


def sheets(browser: Browser, scale: float = 1.0) -> list[str]:
    """The text of each page that is printed."""
    told = browser.call("Page.printToPDF", scale=scale)
    return [page.extract_text() for page in PdfReader(io.BytesIO(base64.b64decode(told["data"]))).pages]


@pytest.fixture
def printed(browser: Browser, tmp_path: Path) -> Browser:
    file = tmp_path / "book.html"
    file.write_text(reference(compiled(BOOK))["index.html"], "utf-8")
    browser.open(file)
    return browser


@pytest.mark.parametrize("scale", SCALES)
def test_no_heading_is_parted_from_what_it_heads_and_no_small_table_is_torn(scale: float, printed: Browser) -> None:
    rules = [text for text in sheets(printed, scale) if "lanterns Rules" in text]
    assert len(rules) > 1
    for text in rules:
        *_, last = [
            line.strip() for line in text.splitlines() if line.strip() and not re.fullmatch(r"\d+ / \d+", line.strip())
        ]
        assert not re.match(r"Section \d|Table of|What chapter", last), text
    for one in CHAPTERS:
        (page,) = (text for text in rules if re.search(rf"^Table of chapter {one}$", text, re.MULTILINE))
        assert all(f"{one}{cell}" in page.split() for cell in range(1, 7)), page


def test_a_definition_tells_its_value_on_paper_whatever_it_is_called(printed: Browser) -> None:
    text = " ".join(" ".join(sheets(printed)).split())
    for one in CHAPTERS:
        assert re.search(rf"What chapter {one} doubles gives die × 2", text), text


# How far the number of each phase reaches into its title, and how far it stands out of the list that it is in, in pixels.
NUMBERS = """[...document.querySelectorAll(".steps > li:not(.loop)")].map((one) => {
  const number = getComputedStyle(one, "::before"), box = one.getBoundingClientRect();
  const left = box.left + parseFloat(getComputedStyle(one).borderLeftWidth) + parseFloat(number.left);
  const content = one.closest(".content").getBoundingClientRect();
  return [left + parseFloat(number.width) - one.querySelector(".head").getBoundingClientRect().left, content.left - left];
})"""


ROUND = """
enum Side @1
  red
  blue
sequence round @1
  repeat until false
  for side in Side
    phase moves @1.1
      en "The moves"
    phase fights @1.2
      en "The fights"
  phase night @1.3
    en "The night"
    phase rest @1.4
      en "The rest"
    phase watch @1.5
      en "The watch"
"""


@pytest.mark.parametrize(("media", "width"), [("print", 760), ("screen", 1280), ("screen", 390)])
def test_the_number_of_a_phase_stands_beside_its_title(
    media: str, width: int, browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "reference.html"
    page.write_text(reference(compiled(ROUND))["index.html"], "utf-8")
    browser.call("Emulation.setEmulatedMedia", media=media)
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
    try:
        browser.open(page)
        found = browser.value(NUMBERS)
    finally:
        browser.call("Emulation.clearDeviceMetricsOverride")
        browser.call("Emulation.setEmulatedMedia", media="")
    assert len(found) == 5
    for over, out in found:
        assert over <= 0
        assert out <= 6
