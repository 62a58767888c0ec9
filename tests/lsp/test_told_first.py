"""Where reading takes long, what is known where it was written in is told first, and the rest given up for the next change."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types
from regola_lsp.protocol import server as serving
from regola_lsp.protocol.server import Server

# Each of `ebb` and `foam` speaks of `waves`.
TIDE = """state wind: int 0..9 = 3 @1

define waves -> int 0..9 @2
  wind

define ebb -> int 0..9 @3
  9 - waves

define foam -> int 0..9 @4
  moon
"""


class Desk:
    """A server of which a file is written in, without the way to it: what is told comes into `told`."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        # However short a slice is, it is a long one.
        monkeypatch.setattr(serving, "SOON", -1.0)
        monkeypatch.setattr(serving, "SLICE", -1.0)
        self.server = Server()
        self.told: list[types.PublishDiagnosticsParams] = []
        monkeypatch.setattr(self.server, "text_document_publish_diagnostics", self.told.append)
        monkeypatch.setattr(self.server.checker, "ask", lambda _: None)
        monkeypatch.setattr(self.server, "failed", _raised)
        self.path = place / "tide.regola"
        self.path.write_text(TIDE, "utf-8")
        self.version = 0

    def write(self, text: str) -> None:
        self.version += 1
        self.server.desk.open(self.path.as_posix(), self.path.as_uri(), text, self.version)

    def read(self) -> int:
        """Read it to the end: in how many slices."""
        slices = 1
        while not self.server.read_games():
            slices += 1
        return slices

    def last(self) -> tuple[int | None, list[tuple[int, str]]]:
        """Of which version was told last, and what."""
        last = self.told[-1]
        return last.version, [(one.range.start.line, one.message.partition(" (")[0]) for one in last.diagnostics]


def _raised(fault: Exception) -> None:
    raise fault


def test_first_what_was_written_then_what_speaks_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path, monkeypatch)
    desk.write(TIDE)
    assert desk.read() > 2
    before = (9, "unknown name `moon`")
    assert desk.last() == (1, [before])
    # `waves` is renamed, and asks for what there is not: that is told first, with what was found elsewhere as it was.
    desk.write(TIDE.replace("define waves", "define swell").replace("  wind\n", "  wnd\n"))
    assert not desk.server.read_games()
    assert desk.last() == (2, [(3, "unknown name `wnd`"), before])
    told = len(desk.told)
    assert desk.read() > 2
    assert len(desk.told) == told + 1
    assert desk.last() == (2, [(3, "unknown name `wnd`"), (6, "unknown name `waves`"), before])


def test_what_is_read_is_given_up_for_the_next_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path, monkeypatch)
    desk.write(TIDE)
    desk.read()
    desk.write(TIDE.replace("define waves", "define swell"))
    assert not desk.server.read_games()
    desk.write(f"# Of the sea\n{TIDE}")
    desk.read()
    assert {one.version for one in desk.told} == {1, 2, 3}
    assert desk.last() == (3, [(10, "unknown name `moon`")])


def test_who_asks_in_between_waits_for_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = Desk(tmp_path, monkeypatch)
    desk.write(TIDE)
    desk.read()
    desk.write(TIDE.replace("define waves", "define swell"))
    assert not desk.server.read_games()
    known = desk.server.names_at(desk.path.as_uri())
    assert known is not None
    assert "swell" in known[2].program.callables
    assert desk.server.read_games()
    assert desk.last() == (2, [(6, "unknown name `waves`"), (9, "unknown name `moon`")])
