"""The page of findings shown by this machine to itself, with buttons that keep what is decided.

Whoever can reach the page can write decisions, so that nobody but its reader may. The server listens at 127.0.0.1
alone. Its address holds a token that is drawn anew each time; without it there is nothing. A name of another host that
was made to lead here (DNS rebinding) stands in `Host`, and is refused; a form of another page (CSRF) does not know the
token, and has another `Origin`. What a request says is looked for among the findings, and leads to no file: where a
decision is written was settled by the words of the command. The page has forms, and needs no script for them.
"""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from hmac import compare_digest
from html import escape
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import click
from regola_dsl.system_errors import system_words
from regola_dsl.wording import localized, say, spoken

from regola_cli.common import UsageError
from regola_cli.desk.decisions import accept_one, put_back
from regola_cli.desk.look import Desk
from regola_cli.desk.written import require_text

if TYPE_CHECKING:
    from regola_compiler.driver import Compiled
    from regola_crosscheck.base.finding import Confidence
    from regola_crosscheck.report import Report

HERE = "127.0.0.1"
# A decision is a name and a reason. So long a request may be, so long a reason, and so many seconds one may take.
_LARGEST, _REASON, _PATIENCE = 16_384, 2000, 20
_PLACE = re.compile(r"[a-z][a-z0-9-]{0,40}")
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Refused(Exception):  # noqa: N818  said of a request
    """A request that is not answered: with which status, and why."""

    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(localized(why))
        self.status = status


class Decisions:
    """The page as it is now, and the decisions that are taken on it, one request after the other."""

    def __init__(self, desk: Desk, least: Confidence, kinds: tuple[str, ...]) -> None:
        self._desk, self._least, self._kinds = desk, least, kinds
        self._lock = Lock()
        self._seen: dict[Path, tuple[int, int]] = {}
        self._now: tuple[Compiled, Report] | None = None
        self._page = ""

    def page(self, action: str) -> str:
        """The page, made anew if a file has changed; its forms go to `action`."""
        from regola_crosscheck.page.html import page

        with self._lock:
            compiled, report = self._look()
            if not self._page:
                self._page = page(compiled, report, self._least, self._kinds, decide=action)
            return self._page

    def decide(self, name: str, because: str, *, accept: bool) -> None:
        """Keep that a finding is accepted, or no longer.

        Raises:
            UsageError: if there is no such finding, or it cannot be written.
        """
        with self._lock:
            report = self._look()[1]
            if accept:
                accept_one(report, name, because)
            else:
                put_back(report, name)
            self._seen = {}

    def _look(self) -> tuple[Compiled, Report]:
        now = self._desk.stamps()
        if self._now is None or now != self._seen:
            self._page = ""
            self._now = self._desk.look()
            self._seen = now
        require_text(self._now[1])
        return self._now


def serve(desk: Desk, least: Confidence, kinds: tuple[str, ...]) -> None:
    """Show the page until Ctrl-C."""
    decisions, token = Decisions(desk, least, kinds), secrets.token_urlsafe(24)
    with suppress(KeyboardInterrupt):
        decisions.page(f"/{token}/decide")  # what is wrong with game or texts is told before anybody opens a page
        with ThreadingHTTPServer((HERE, 0), _handler(decisions, token)) as server:
            server.daemon_threads = True
            click.echo(f"http://{HERE}:{server.server_port}/{token}/")
            click.echo(localized(say("serving to this machine alone: Ctrl-C ends")))
            server.serve_forever(poll_interval=0.2)
    click.echo(localized(say("ended")))


def _handler(decisions: Decisions, token: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """A request for the page, or a decision."""

        server_version, sys_version = "regola", ""
        timeout = _PATIENCE

        def do_GET(self) -> None:
            self._answer(self._page)

        def do_POST(self) -> None:
            self._answer(self._decide)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Nothing: what the browser asks for is of no interest, and holds the token."""

        def _answer(self, made: Any) -> None:
            try:
                made()
            except Refused as refused:
                self._send(refused.status, str(refused))
            except UsageError as wrong:
                self._send(HTTPStatus.CONFLICT, wrong.format_message())
            except click.exceptions.Exit:
                why = say("the game or the text cannot be read now: the terminal tells why")
                self._send(HTTPStatus.CONFLICT, localized(why))
            except OSError as wrong:
                with suppress(OSError):
                    why = say("a file cannot be read or written: {why}", why=system_words(wrong))
                    self._send(HTTPStatus.CONFLICT, localized(why))

        def _require(self, path: str) -> None:
            """Refuse whoever is not the reader of the page.

            Raises:
                Refused: if it may be somebody else.
            """
            if self.headers.get_all("Host") != [self._host()]:
                raise Refused(HTTPStatus.FORBIDDEN, say("this page is shown under its own address alone"))
            if not compare_digest(self.path.encode("utf-8", "replace"), path.encode()):
                raise Refused(
                    HTTPStatus.NOT_FOUND, say("there is nothing here: open the address that the terminal shows")
                )
            origin = self.headers.get("Origin")
            if (self.command == "POST" or origin is not None) and origin != f"http://{self._host()}":
                raise Refused(HTTPStatus.FORBIDDEN, say("a decision is taken on the page itself"))

        def _host(self) -> str:
            return f"{HERE}:{self.connection.getsockname()[1]}"

        def _page(self) -> None:
            self._require(f"/{token}/")
            self._send(HTTPStatus.OK, decisions.page(f"/{token}/decide"), "text/html")

        def _decide(self) -> None:
            self._require(f"/{token}/decide")
            said = self._form()
            because = " ".join(said.get("because", "").split())
            accept = said.get("action") == "accept"
            if said.get("action") not in {"accept", "restore"}:
                raise Refused(HTTPStatus.BAD_REQUEST, say("a finding is accepted, or put back"))
            if accept and not 0 < len(because) <= _REASON:
                raise Refused(
                    HTTPStatus.BAD_REQUEST,
                    say("an accepted finding needs a reason, of {most} letters at most", most=_REASON),
                )
            decisions.decide(said.get("name", ""), because, accept=accept)
            place = said.get("place", "")
            self.send_response(HTTPStatus.SEE_OTHER)
            self.send_header("Location", f"/{token}/" + (f"#{place}" if _PLACE.fullmatch(place) else ""))
            self.send_header("Content-Length", "0")
            self.end_headers()

        def _form(self) -> dict[str, str]:
            """The fields of a form.

            Raises:
                Refused: if it is none, or too long.
            """
            length = self.headers.get("Content-Length", "")
            if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in self.headers:
                raise Refused(HTTPStatus.LENGTH_REQUIRED, say("a form says how long it is"))
            if len(length) > 9 or int(length) > _LARGEST:
                raise Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, say("no decision is so long"))
            if self.headers.get_content_type() != "application/x-www-form-urlencoded":
                raise Refused(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, say("a decision is a form"))
            try:
                fields = parse_qs(
                    self.rfile.read(int(length)).decode("ascii"), strict_parsing=True, errors="strict", max_num_fields=8
                )
            except ValueError as wrong:
                raise Refused(HTTPStatus.BAD_REQUEST, say("this is no form")) from wrong
            return {name: values[0] for name, values in fields.items() if len(values) == 1}

        def _send(self, status: HTTPStatus, text: str, kind: str = "") -> None:
            body = text.encode("utf-8", "replace") if kind else _told(status, text)
            self.send_response(status)
            for name, value in _HEADERS.items():
                self.send_header(name, value)
            if status is not HTTPStatus.OK:
                self.send_header("Connection", "close")
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _told(status: HTTPStatus, text: str) -> bytes:
    """A page of one sentence."""
    head = f'<!DOCTYPE html><html lang="{spoken()}"><meta charset="utf-8">'
    policy = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    return f"{head}{policy}<title>{status.value}</title><p>{escape(text)}</p></html>".encode()
