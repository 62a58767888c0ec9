"""The extension in a real host: code-server, which is Visual Studio Code, in Chromium without a screen.

One window is opened and used from top to bottom, as a designer would.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.browser import program
from support.code_server import CodeServer, Window, missing
from support.paths import GAMES, ROOT

pytestmark = pytest.mark.vscode
FILE = "rules/04_weather.regola"
CALL = "  weather_table(die + weather_die(which, before))"
PROBLEMS = "[...document.querySelectorAll('.markers-panel .monaco-list-row')].map((one) => one.innerText).join('\\n')"
START = 120.0


@pytest.fixture(scope="module")
def window(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Window]:
    lacks = missing() or (None if program() else "there is no Chromium here: the extension is not looked at")
    if lacks:
        pytest.skip(lacks)
    folder = tmp_path_factory.mktemp("host") / "lantern_pass"
    shutil.copytree(GAMES / "lantern_pass", folder)
    # The server is found as a designer's is: in the environment that lies in the folder.
    (folder / ".venv").symlink_to(ROOT / ".venv")
    server = CodeServer(tmp_path_factory.mktemp("home"), folder)
    found = Window(tmp_path_factory.mktemp("profile"), 1400, 900)
    try:
        found.visit(server.page(FILE))
        found.until("document.querySelectorAll('.view-line').length > 10", START)
        yield found
    finally:
        found.close()
        server.close()


def line_of(text: str) -> int:
    return (GAMES / "lantern_pass" / FILE).read_text("utf-8").split("\n").index(text) + 1


def test_rules_are_coloured(window: Window) -> None:
    enum = window.colours("enum Weather @4, 4.2")
    fog = window.colours('fog    it "Nebbia"')
    comment = window.colours("# Chapter 4")
    assert set(enum) >= {"enum", "Weather", "@4, 4.2"}
    colours = [enum["enum"], enum["Weather"], enum["@4, 4.2"], fog['"Nebbia"'], *comment.values()]
    assert len(set(colours)) == 5, (enum, fog, comment)


def test_a_finding_stands_among_the_problems_after_an_edit_and_goes_with_it(window: Window, tmp_path: Path) -> None:
    line = line_of(CALL)
    window.press("Control+Shift+m")
    window.until("document.querySelector('.markers-panel') !== null")
    window.go(line, 3)
    window.write("x")
    told = window.until(f"({PROBLEMS}).includes('xweather_table') && ({PROBLEMS})", START)
    assert "weather_table" in told.replace("xweather_table", ""), told
    assert f"[Ln {line}, Col 3]" in told
    window.picture(tmp_path / "finding.png")
    window.press("Control+z")
    window.until(f"!({PROBLEMS}).includes('xweather_table')", START)


def test_what_can_be_mended_at_once_is_mended_by_a_key(window: Window) -> None:
    window.go(line_of(CALL), 3)
    window.write("x")
    window.until(f"({PROBLEMS}).includes('xweather_table')", START)
    window.press("Control+.")
    offered = "[...document.querySelectorAll('.action-widget .monaco-list-row')].map((one) => one.innerText)"
    told = window.until(f"({offered}).length && {offered}")
    assert any("weather_table" in one for one in told), told
    window.press("Enter")
    window.until(f"!({PROBLEMS}).includes('xweather_table')", START)
    assert window.value(
        f"document.querySelector('.view-lines').innerText.replaceAll('\\u00a0', ' ').includes({CALL!r})"
    )


def test_a_word_is_explained_where_one_rests_on_it(window: Window) -> None:
    window.over("weather_rolled")
    told = window.until("document.querySelector('.monaco-hover:not(.hidden) .hover-contents')?.innerText")
    assert "Il tempo che esce in una notte" in told or "The weather a night's roll brings" in told
    window.press("Escape")


def test_what_may_come_next_is_offered(window: Window, tmp_path: Path) -> None:
    window.go(line_of(CALL), 3)
    window.write("weather_d")
    offered = "[...document.querySelectorAll('.suggest-widget.visible .monaco-list-row')].map((one) => one.innerText)"
    told: list[str] = []
    for _ in range(6):  # the editor gives up asking where it is not answered at once
        window.press("Escape", "Control+ ")
        with suppress(AssertionError):
            told = window.until(f"({offered}).length && {offered}", 15)
            break
    assert any("weather_die" in one for one in told), told
    window.picture(tmp_path / "offered.png")
    window.press("Escape", "Control+z")
