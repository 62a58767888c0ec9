"""What we make, in the eyes of others: PDFs are PDF/UA, pages pass axe-core and the Nu HTML checker."""

from __future__ import annotations

from pathlib import Path

import pytest
import typst
from regola_cli.print import set_pages
from support.browser import Browser
from support.checkers import axe, nu, pdf_ua
from support.effort import every_third, some_games
from support.games import reference_of
from support.paper import SHEETS, printed, wanted
from support.paths import GAME_NAMES

# As the tests beside this one have them, which set them too.
SUMMARIES = {**dict.fromkeys(GAME_NAMES, "it"), "axis_allies": "en", "lantern_pass": "en"}
some_of_them = pytest.mark.parametrize("game", every_third(some_games(GAME_NAMES)))


def on_paper(game: str) -> list[tuple[str, str]]:
    """What is printed of a game: its sheets and its summary, with the language in which each is looked at."""
    return [(what, language) for name, what, language in SHEETS if name == game] + [("summary", SUMMARIES[game])]


def pages_of(game: str, folder: Path) -> list[Path]:
    """The pages of a game for a screen: its reference, its sheets and its summary."""
    pages = {"reference": reference_of(game).encode()}
    for what, language in on_paper(game):
        (pages[f"{what or 'standard'}.{language}"],) = set_pages(wanted(game, language, what), "html")
    for name, text in pages.items():
        (folder / f"{name}.html").write_bytes(text)
    return [folder / f"{name}.html" for name in pages]


@some_of_them
def test_what_is_printed_is_pdf_ua(game: str) -> None:
    for what, language in on_paper(game):
        assert pdf_ua(printed(game, language, what).pdf) == [], what


@some_of_them
def test_pages_are_html(game: str, tmp_path: Path) -> None:
    assert nu(pages_of(game, tmp_path)) == []


OPEN = "for (const one of document.querySelectorAll('details')) one.open = true"


@some_of_them
def test_pages_can_be_read_and_pressed_by_everyone(game: str, browser: Browser, tmp_path: Path) -> None:
    for page in pages_of(game, tmp_path):
        assert axe(browser, page, before=OPEN) == [], page.name


BOTH = "document.querySelector('input[name=language][value=all]').click()"
SEARCH = (
    "{ const field = document.getElementById('search'); field.value = 'la'; field.dispatchEvent(new Event('input')); }"
)


@pytest.mark.parametrize(
    ("before", "width", "scheme"),
    [("0", 1280, "light"), (f"{BOTH}; {OPEN}", 1280, "dark"), (SEARCH, 390, "light")],
    ids=["folded", "both languages in the dark", "searching on a phone"],
)
def test_a_reference_can_be_read_in_every_state(
    before: str, width: int, scheme: str, browser: Browser, tmp_path: Path
) -> None:
    page = tmp_path / "reference.html"
    page.write_text(reference_of("lantern_pass"), "utf-8")
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call(
        "Emulation.setDeviceMetricsOverride", width=width, height=844, deviceScaleFactor=1, mobile=width < 1000
    )
    try:
        assert axe(browser, page, before=before) == []
    finally:
        browser.call("Emulation.clearDeviceMetricsOverride")
        browser.call("Emulation.setEmulatedMedia", features=[])


def test_a_sheet_carries_its_fonts(browser: Browser, tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    (text,) = set_pages(wanted("lantern_pass", "it", "aid"), "html")
    page.write_bytes(text)
    browser.open(page)
    faces = (
        "document.fonts.ready.then(() => [...document.fonts].map((one) => `${one.weight} ${one.style} ${one.status}`))"
    )
    assert {"400 normal loaded", "700 normal loaded"} <= set(browser.value(faces))
    assert browser.wrong == []
    assert all(one.startswith(("file:", "data:font/")) for one in browser.asked)


def test_the_checkers_find_what_is_wrong(browser: Browser, tmp_path: Path) -> None:
    """A checker that finds nothing anywhere would hold nothing."""
    bare = typst.compile(b"= Title\n#table([a], [b])", format="pdf")
    assert isinstance(bare, bytes)
    assert any("UA" in one for one in pdf_ua(bare))
    page = tmp_path / "wrong.html"
    press = "<button style='display: block; width: 9px; height: 9px; padding: 0'>x</button>"
    page.write_text(f"<!doctype html><title>x</title><p id=x id=y style='color: #ccc'>pale</p>{press * 8}", "utf-8")
    found = {one.partition(":")[0] for one in axe(browser, page)}
    assert {"html-has-lang", "color-contrast", "target-size"} <= found
    assert any("Duplicate attribute" in one for one in nu([page]))
