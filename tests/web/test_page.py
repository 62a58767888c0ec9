"""The compiler in a browser: the built page, served from this machine, in Chromium without a screen.

One page is opened and used from top to bottom, as a designer would; it takes the compiler half a minute to start.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any
from zipfile import ZipFile

import pytest
from support.browser import Browser, program
from support.checkers import axe_here, nu
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
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_port}/"
        self.browser = Browser(profile)
        self.visit()

    def visit(self) -> None:
        self.browser.visit(self.address)
        self.until("document.getElementById('state').textContent.includes('inding')", START)

    def until(self, condition: str, patience: float = ANSWER) -> None:
        """Wait for something to be so."""
        self.browser.until(condition, patience)

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
        self.browser.point(*box, "mousePressed", "mouseReleased")
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
    site.choose("#inputs [name=ground]", "forest")
    site.choose("#inputs [name=entrenched]", "false")
    site.click("#question [value=ask]")
    site.until("document.querySelector('#answer').textContent.includes('(die)')")
    site.choose("#inputs [name=die]", "6")
    site.click("#question [value=ask]")
    site.until("document.querySelector('#answer .value') !== null")
    assert site.text("#answer .value") == "1"
    assert "cover.woods (2.2)" in site.text("#answer ul")


@pytest.mark.parametrize(("die", "likely"), [("6", ["1"]), ("", ["2/3", "1/3"])])
def test_the_odds_are_of_what_is_left_open(die: str, likely: list[str], site: Site) -> None:
    site.choose("#inputs [name=die]", die)
    site.browser.value("document.getElementById('answer').replaceChildren()")
    site.click("#question [value=odds]")
    site.until("document.querySelector('#answer table') !== null")
    assert (
        site.browser.value("[...document.querySelectorAll('#answer tr')].map((one) => one.cells[1].textContent)")
        == likely
    )


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


# What the page takes from a file dialog, and what it would save, in the browser's own terms.
TAKEN = """(async () => {
  const carried = new DataTransfer();
  for (const [name, text] of Object.entries(FILES)) carried.items.add(new File([text], name));
  const input = document.getElementById("load-files");
  input.files = carried.files;
  input.dispatchEvent(new Event("change"));
})()"""
SAVED = """(async () => {
  const make = URL.createObjectURL;
  let blob, name;
  URL.createObjectURL = (one) => { blob = one; return make.call(URL, one); };
  HTMLAnchorElement.prototype.click = function () { name = this.download; };
  document.getElementById("save").click();
  URL.createObjectURL = make;
  delete HTMLAnchorElement.prototype.click;
  window.saved = blob;
  return [name, [...new Uint8Array(await blob.arrayBuffer())]];
})()"""


def test_what_is_asked_of_pieces_is_asked_of_a_scenario(site: Site) -> None:
    options = "[...document.querySelectorAll({!r})].map((one) => one.value)"
    site.open_example("The Lantern Pass, a game with its rulebook")
    site.click("[data-tab=ask]")
    site.until("document.querySelector('#rule option[value=allowance]') !== null")
    names = site.browser.value(options.format("#rule option"))
    assert names.index("allowance") < names.index("coins")
    assert [name for name in names if name in {"phase", "active"} or " " in name] == []
    assert site.browser.value(options.format("#scenario option")) == ["empty_map", "first_frost", "last_night"]
    site.choose("#rule", "allowance")
    site.choose("#scenario", "last_night")
    site.until("document.querySelector('#inputs select[name=u]') !== null")
    assert site.browser.value("document.getElementById('put-up').hidden") is True
    site.click("#question [value=ask]")
    site.until("document.querySelector('#answer .value') !== null")
    assert int(site.text("#answer .value")) > 0
    # What the check left untried is told as what it is.
    assert "pieces of each type were tried" in site.text("#findings")
    assert "ecided" not in site.text("#findings")


WALK = "piece Walker @1\n  tired: bool\n\ndefine pace(w: Walker) -> int 0..2 @2\n  if w.tired then 1 else 2\n"


def test_where_nothing_stands_what_is_asked_of_is_put_up(site: Site) -> None:
    site.browser.value(TAKEN.replace("FILES", json.dumps({"walk.regola": WALK})))
    site.until("document.querySelector('#rule option[value=pace]') !== null")
    assert site.browser.value("document.getElementById('from').hidden") is True
    assert site.browser.value("document.getElementById('with').placeholder") == "w: Walker(…)"
    site.choose("#with", "ann: Walker(tired: true)")
    site.choose("#inputs [name=w]", "ann")
    site.click("#question [value=ask]")
    site.until("document.querySelector('#answer .value') !== null")
    assert site.text("#answer .value") == "1"


def test_a_file_is_loaded_and_saved_again(site: Site) -> None:
    rules = "enum Sky @1\n  clear, storm\n\ntable sails(sky: Sky) -> int 0..3 @2\n  | sky   | sails |\n  | clear | 2     |\n"
    site.browser.value(TAKEN.replace("FILES", json.dumps({"harbour.regola": rules})))
    site.until("document.querySelector('.finding') !== null")
    assert "storm" in site.text("#findings")
    name, data = site.browser.value(SAVED)
    assert (name, bytes(data).decode()) == ("harbour.regola", rules)


def test_a_file_that_holds_no_rules_is_told(site: Site) -> None:
    site.browser.value(TAKEN.replace("FILES", json.dumps({"notes.txt": "nothing"})))
    site.until("document.getElementById('state').textContent.includes('no file of rules')")
    assert site.browser.value("document.getElementById('files').value") == "harbour.regola"


def test_a_game_is_saved_as_a_zip_that_opens_everywhere_and_is_loaded_again(site: Site) -> None:
    site.open_example("A new ruleset")
    name, data = site.browser.value(SAVED)
    assert name == "my_game.zip"
    with ZipFile(BytesIO(bytes(data))) as archive:
        assert archive.testzip() is None
        texts = {one: archive.read(one).decode() for one in archive.namelist()}
    assert {"my_game/game.yaml", "my_game/rules/10_forces.regola"} & texts.keys()
    again = SAVED.replace("window.saved = blob;", "")
    site.open_example("Tic-tac-toe")
    loading = TAKEN.replace("Object.entries(FILES)", "[['my_game.zip', window.saved]]")
    site.browser.value(loading)
    site.until(
        "document.getElementById('files').options.length > 1 && document.querySelector('#findings .clean') !== null"
    )
    assert site.browser.value(again)[1] == data


SAILS = "define sails(d: d6) -> int 0..3 @2\n  if d > 4 then 1 else 2\n"


def test_it_speaks_italian(site: Site) -> None:
    site.choose("#language", "it")
    # What was only opened is another in another language; what was written on is left as it is.
    site.until("document.querySelector('.cm-content').innerText.includes('Terreno')")
    site.until("document.getElementById('state').textContent === 'Nessun rilievo'")
    assert site.text("#tab-findings").startswith("Rilievi")
    shown = site.text("body")
    assert "Controlla" in shown
    assert "Nulla lascia questo computer" in shown
    said = json.loads((site.folder / "messages-it.json").read_text("utf-8"))
    left = {
        english for english, italian in said.items() if english != italian and len(english) > 12 and english in shown
    }
    assert left == set()
    site.browser.value(TAKEN.replace("FILES", json.dumps({"porto.regola": "enum Sky @1\n  clear, storm\n\nxx\n"})))
    site.until("document.querySelector('.finding') !== null")
    assert "riga 4" in site.text(".finding .place")
    assert not re.search(r"\b(the|here|what)\b", site.text("#findings"))
    # Numbers, too, are written as its language does.
    site.browser.value(TAKEN.replace("FILES", json.dumps({"porto.regola": SAILS})))
    site.click("[data-tab=ask]")
    site.until("document.querySelector('#rule option[value=sails]') !== null")
    site.click("#question [value=odds]")
    site.until("document.querySelector('#answer table') !== null")
    assert "66,7%" in site.text("#answer").replace("\u00a0", "")
    site.browser.value(TAKEN.replace("FILES", json.dumps({"porto.regola": "enum Sky @1\n  clear, storm\n\nxx\n"})))
    site.click("[data-tab=findings]")
    site.until("document.querySelector('.finding') !== null")
    site.choose("#language", "en")
    site.until("/^\\d finding/.test(document.getElementById('state').textContent)")


def test_tabs_are_reached_by_the_arrows(site: Site) -> None:
    site.browser.value("document.getElementById('tab-findings').focus()")
    site.browser.press("ArrowRight")
    assert site.browser.value("document.activeElement.id") == "tab-ask"
    assert site.browser.value("document.getElementById('ask').hidden") is False
    site.browser.press("ArrowLeft")
    assert site.browser.value("document.getElementById('findings').hidden") is False


@pytest.mark.parametrize("tab", ["findings", "ask", "test"])
def test_axe_finds_nothing(site: Site, tab: str) -> None:
    site.click(f"[data-tab={tab}]")
    site.until(f"document.getElementById('{tab}').childElementCount > 0")
    assert axe_here(site.browser) == []


def test_the_html_checker_finds_nothing(site: Site) -> None:
    assert nu([site.folder / "index.html"]) == []


def test_without_a_network_it_opens_again_with_the_work_that_was_kept(site: Site) -> None:
    site.until("navigator.serviceWorker.controller !== null")
    site.server.shutdown()
    site.server.server_close()
    site.visit()
    assert site.browser.value("document.getElementById('files').value") == "porto.regola"
    assert "xx" in site.text(".cm-content")


def test_nothing_was_asked_of_anybody_else(site: Site) -> None:
    assert [asked for asked in site.browser.asked if not asked.startswith((site.address, "data:", "blob:"))] == []
    with pytest.raises(AssertionError):
        site.browser.value("fetch('https://example.org/')")


def test_the_compilers_worker_asks_nobody_else_either(site: Site) -> None:
    """The policy of a document does not reach its workers, and the service worker is not there at the first visit."""
    told = site.browser.value_in_worker("fetch('https://example.org/').then(() => 'asked', (fault) => fault.message)")
    assert told == "this page asks nobody else: https://example.org/"
    assert site.browser.value_in_worker("[typeof WebSocket, typeof XMLHttpRequest].join()") == "undefined,undefined"
