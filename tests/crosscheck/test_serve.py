"""`regola crosscheck --serve`: the real command in a process, asked over HTTP, and once by a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from regola_crosscheck.base.index import read_index, without_decision
from support.browser import Browser
from support.paths import GAMES
from support.staying import Staying, staying

NAME = "number-differs@12.1:4"
FORM = "application/x-www-form-urlencoded"
COMMENTED = """# ours
language: it
accepted:
  # the first printing
  - finding: "first@1.1"
    because: it is so # since May
  # the second printing
  - finding: "second@1.2"
    because: >-
      it is
      so
# the sections
sections:
  - {id: "1.1", title: "One"}
"""


@dataclass
class Served:
    """A desk that listens, and the game whose decisions it writes."""

    desk: Staying
    address: str
    index: Path

    @property
    def host(self) -> str:
        return urlsplit(self.address).netloc

    def ask(
        self, path: str = "", fields: dict[str, str] | None = None, raw: bytes | None = None, **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """A request as a browser makes it, but for what `headers` say; status, headers and text."""
        connection = HTTPConnection(self.host, timeout=60)
        there = urlsplit(self.address).path + path if not path.startswith("/") else path
        sent = {"Host": self.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
        body = raw if raw is not None else urlencode(fields).encode() if fields is not None else None
        if body is not None:
            sent = {"Origin": f"http://{self.host}", "Content-Type": FORM, "Content-Length": str(len(body))} | sent
        connection.putrequest("POST" if body is not None else "GET", there, skip_host=True)
        for name, value in sent.items():
            if value:
                connection.putheader(name, value)
        connection.endheaders(body)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, dict(answer.getheaders()), text

    def decide(self, action: str, name: str = NAME, because: str = "so", **headers: str) -> int:
        return self.ask("decide", {"name": name, "action": action, "because": because, "place": "l1-231"}, **headers)[0]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    game = tmp_path_factory.mktemp("desk") / "lantern"
    shutil.copytree(GAMES / "lantern_pass", game)
    book = game / "damaged" / "rulebook.it.md"
    with staying("crosscheck", str(game), "--source", f"it={book}", "--serve") as desk:
        address = desk.until("http://")[-1]
        desk.until("Ctrl-C ends")
        yield Served(desk, address, game / "sources" / "it.yaml")
        assert desk.interrupt() == 0
        assert desk.until("ended")


def test_the_page_has_a_form_for_each_finding_and_lets_nothing_else_in(served: Served) -> None:
    status, headers, text = served.ask()
    assert status == 200
    assert f'name="name" value="{NAME}"' in text
    assert text.count('<form class="decide"') == text.count('class="name"')
    assert "form-action &#39;self&#39;" in text or "form-action 'self'" in text
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Frame-Options"] == "DENY"


def test_a_decision_is_written_where_accept_writes_it_and_put_back(served: Served) -> None:
    before = served.index.read_text("utf-8")
    status, headers, _ = served.ask(
        "decide", {"name": NAME, "action": "accept", "because": " two\nlines ", "place": "l1-231"}
    )
    assert (status, headers["Location"]) == (303, urlsplit(served.address).path + "#l1-231")
    kept, wrong = read_index(served.index, "it.yaml")
    assert kept is not None
    assert not wrong
    assert [(one.finding, one.because) for one in kept.accepted] == [(NAME, "two lines")]
    assert served.index.read_text("utf-8").startswith(before.rstrip("\n")[:200])
    assert 'value="restore"' in served.ask()[2]
    assert served.decide("accept") == 409, "it is accepted already"
    assert served.decide("restore") == 303
    assert served.index.read_text("utf-8") == before
    assert served.decide("restore") == 409


def test_nobody_else_is_answered(served: Served) -> None:
    before = served.index.read_text("utf-8")
    assert served.ask("/")[0] == 404
    assert served.ask("/" + "x" * 32 + "/")[0] == 404
    assert served.ask("/" + "x" * 32 + "/decide", {"name": NAME, "action": "accept", "because": "so"})[0] == 404
    assert served.ask("../../etc/passwd")[0] == 404
    assert served.ask("%2e%2e/sources/it.yaml")[0] == 404
    for host in ("evil.example", "evil.example:80", f"localhost:{urlsplit(served.address).port}", ""):
        assert served.ask(Host=host)[0] == 403, host
        assert served.decide("accept", Host=host) == 403, host
    for origin in ("http://evil.example", "null", "https://" + served.host, ""):
        assert served.decide("accept", Origin=origin) == 403, origin
    assert served.ask(Origin="http://evil.example")[0] == 403
    assert served.index.read_text("utf-8") == before


def test_what_is_no_decision_is_refused(served: Served) -> None:
    before = served.index.read_text("utf-8")
    assert served.decide("accept", name="../../../etc/passwd") == 409
    assert served.decide("accept", because="  ") == 400
    assert served.decide("accept", because="x" * 3000) == 400
    assert served.decide("erase") == 400
    assert served.ask("decide", raw=b"x" * 20_000)[0] == 413
    assert served.ask("decide", raw=b"a=b", Content_Length="9" * 30)[0] == 413
    assert served.ask("decide", raw=b"a=b", Content_Length="-1")[0] == 411
    assert served.ask("decide", raw=b"{}", Content_Type="application/json")[0] == 415
    assert served.ask("decide", raw=b"\xff\xfe")[0] == 400
    assert served.ask("decide", raw=b"&".join(b"a=1" for _ in range(99)))[0] == 400
    assert served.ask("decide", {"name": NAME, "action": "accept", "because": "so", "place": "x\r\nSet-Cookie: a"})[1][
        "Location"
    ].endswith("/")
    assert served.decide("restore") == 303
    assert served.index.read_text("utf-8") == before
    assert served.ask()[0] == 200, "and it still listens"


def test_a_browser_takes_a_decision_without_any_script(served: Served, browser: Browser) -> None:
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.visit(served.address)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    card = f"document.querySelector('[data-name=\"{NAME}\"]')"
    browser.value(f"{card}.querySelector('[name=because]').value = 'as printed'")
    browser.events.clear()
    browser.value(f"{card}.querySelector('.decide button').click()")
    browser.loaded()
    assert browser.value("location.hash") == "#l1-231"
    assert browser.value(f"{card}.classList.contains('accepted')") is True
    browser.events.clear()
    browser.value(f"{card}.querySelector('.decide button').click()")
    browser.loaded()
    assert browser.value(f"{card}.classList.contains('accepted')") is False
    assert browser.wrong == []
    assert {urlsplit(address).netloc for address in browser.asked} <= {served.host}


@pytest.mark.parametrize("name", ["first@1.1", "second@1.2"])
def test_a_decision_goes_and_every_comment_of_the_others_stays(name: str, tmp_path: Path) -> None:
    left = without_decision(COMMENTED, name)
    assert name not in left
    for comment in ("# ours", "# the first printing", "# the second printing", "# the sections"):
        assert comment in left
    assert ("# since May" in left) == (name != "first@1.1")
    last = without_decision(left, "second@1.2" if name == "first@1.1" else "first@1.1")
    file = tmp_path / "it.yaml"
    file.write_text(last, "utf-8")
    index, wrong = read_index(file, "it.yaml")
    assert index is not None
    assert (wrong, index.accepted, [one.id for one in index.entries]) == ([], (), ["1.1"])


def test_a_decision_in_one_line_goes_too() -> None:
    text = 'language: it\naccepted: [{finding: "a@1", because: x}, {finding: "b@1", because: y}] # short\n'
    left = without_decision(text, "a@1")
    assert "a@1" not in left
    assert "b@1" in left
    assert without_decision(text, "c@1") == text
