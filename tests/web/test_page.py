"""The compiler in a browser: the built page, served from this machine, in Chromium without a screen.

One page is opened and used from top to bottom, as a designer would; it takes the compiler half a minute to start.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from support.browser import Browser, program
from support.paths import ROOT

pytestmark = pytest.mark.web
START = 240.0
ANSWER = 120.0


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


class Site:
    """The page in a browser, and its server, which can be stopped."""

    def __init__(self, folder: Path, profile: Path) -> None:
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.browser = Browser(profile)
        self.visit()

    def visit(self) -> None:
        self.browser.visit(self.address)
        self.until("document.getElementById('state').textContent.includes('indings')", START)

    def until(self, condition: str, patience: float = ANSWER) -> None:
        """Wait for something to be so."""
        end = time.monotonic() + patience
        while not self.browser.value(condition):
            assert time.monotonic() < end, (condition, self.text("body")[:2000], self.browser.wrong)
            time.sleep(0.2)

    def text(self, selector: str) -> str:
        return str(self.browser.value(f"document.querySelector({selector!r}).innerText"))

    def click(self, selector: str) -> None:
        self.browser.value(f"document.querySelector({selector!r}).click()")

    def choose(self, selector: str, value: str) -> None:
        chosen = f"const one = document.querySelector({selector!r}); one.value = {value!r}; one.dispatchEvent(new Event('change'))"
        self.browser.value(f"{{ {chosen} }}")

    def open_example(self, title: str) -> None:
        self.browser.value("window.confirm = () => true; document.getElementById('findings').replaceChildren()")
        place = f"[...document.querySelectorAll('#examples option')].find((one) => one.textContent === {title!r}).value"
        self.choose("#examples", str(self.browser.value(place)))
        self.until("document.querySelector('#findings > *') !== null")

    def type(self, line: int, words: str) -> None:
        """Write at the beginning of a line."""
        box = self.browser.value(
            f"(() => {{ const at = document.querySelectorAll('.cm-line')[{line - 1}].getBoundingClientRect();"
            " return [at.left + 1, at.top + at.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.browser.call("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
        self.browser.call("Input.insertText", text=words)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if program() is None or shutil.which("npm") is None:
        pytest.skip("there is no Chromium or no npm here: the page is not looked at")
    folder = tmp_path_factory.mktemp("web") / "page"
    built = subprocess.run(
        [sys.executable, ROOT / "editors/web/build.py", "-o", folder], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    found = Site(folder, tmp_path_factory.mktemp("profile"))
    yield found
    found.browser.close()
    found.server.shutdown()


def test_a_clean_game_has_no_findings(site: Site) -> None:
    assert "No findings" in site.text("#findings")
    assert site.browser.wrong == []


def test_a_slip_is_told_at_its_line_and_leads_there(site: Site) -> None:
    site.type(4, "xx ")
    site.until("document.querySelectorAll('.finding.error').length > 0")
    assert "4" in {
        str(line)
        for line in site.browser.value("[...document.querySelectorAll('.finding')].map((one) => one.dataset.line)")
    }
    site.click(".finding[data-line='4']")
    assert site.browser.value("document.activeElement.classList.contains('cm-content')")
    assert site.browser.value("document.querySelectorAll('.cm-lintRange-error').length") > 0
    site.open_example("A new ruleset")
    site.until("document.querySelector('#findings .clean') !== null")


def test_what_is_asked_is_answered_with_its_reasons(site: Site) -> None:
    site.click("[data-tab=ask]")
    site.until("document.querySelectorAll('#rule option').length > 2")
    site.choose("#rule", "losses")
    site.choose("#inputs [name=die]", "6")
    site.choose("#inputs [name=ground]", "forest")
    site.choose("#inputs [name=entrenched]", "false")
    site.click("#question [value=ask]")
    site.until("document.querySelector('#answer .value') !== null")
    assert site.text("#answer .value") == "1"
    assert "cover.woods (2.2)" in site.text("#answer ul")


def test_the_odds_leave_the_dice_open(site: Site) -> None:
    site.click("#question [value=odds]")
    site.until("document.querySelector('#answer table') !== null")
    assert site.browser.value(
        "[...document.querySelectorAll('#answer tr')].map((one) => one.cells[1].textContent)"
    ) == ["2/3", "1/3"]


def test_examples_are_run(site: Site) -> None:
    site.click("[data-tab=test]")
    site.until("document.querySelector('#test pre') !== null")
    assert " passed, 0 failed" in site.text("#test")


@pytest.mark.parametrize("part", ["reference", "sheet"])
def test_what_is_printed_of_a_game_is_shown(site: Site, part: str) -> None:
    site.click(f"[data-tab={part}]")
    # The frame is filled as it is read: its table comes behind the table of contents.
    inner = f"document.querySelector('#{part} iframe')?.contentDocument?.body?.innerText?.toLowerCase()"
    site.until(f"{inner}?.includes('skirmish')")


def test_a_move_is_played(site: Site) -> None:
    site.open_example("Tic-tac-toe")
    site.click("[data-tab=play]")
    site.until(
        "(document.querySelector('#play iframe')?.contentDocument?.querySelectorAll('button:not([disabled])').length ?? 0) > 2"
    )
    body = "document.querySelector('#play iframe').contentDocument.body"
    before = site.browser.value(f"{body}.innerText")
    site.browser.value(f"[...{body}.querySelectorAll('main button:not([disabled])')].at(-1).click()")
    site.until(f"{body}.innerText !== {before!r}")


def test_without_a_network_it_opens_again_with_the_work_that_was_kept(site: Site) -> None:
    site.until("navigator.serviceWorker.controller !== null")
    site.server.shutdown()
    site.server.server_close()
    site.visit()
    assert site.browser.value("document.getElementById('files').value") == "tic_tac_toe.regola"
    assert "No findings" in site.text("#findings")


def test_nothing_was_asked_of_anybody_else(site: Site) -> None:
    assert [asked for asked in site.browser.asked if not asked.startswith((site.address, "data:", "blob:"))] == []
    with pytest.raises(AssertionError):
        site.browser.value("fetch('https://example.org/')")
