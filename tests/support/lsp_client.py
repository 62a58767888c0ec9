"""An editor's side of the language server: the real process, spoken to on its standard input and output."""

from __future__ import annotations

import json
import os
import queue
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from support.forked import started

# What holds may come to hold without a message, and is asked again after so many seconds.
AGAIN = 0.1


class Client:
    """A server that runs, and what it has said. Waiting has an end: a test that would hang fails."""

    def __init__(self, folder: Path, *, kept: Path | None = None, patience: float = 60.0, alone: bool = False) -> None:
        """Start a server in a folder; `alone` it imports everything itself, as that of an editor."""
        environment = {**os.environ, "REGOLA_CACHE": str(kept) if kept else ""}
        self.patience = patience
        self.process = started(["lsp", "--stdio"], folder, environment, alone=alone)
        self.number = 0
        self.versions: dict[str, int] = {}
        self.told: list[dict[str, Any]] = []
        self.diagnostics: dict[str, dict[str, Any]] = {}
        self.arrived: list[tuple[float, dict[str, Any]]] = []
        # What somebody measures when a message arrives, in the order of `arrived`.
        self.meter: Callable[[], Any] = lambda: None
        self.metered: list[Any] = []
        self._in: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    # --- as it goes over the line -----------------------------------------------------------

    def _listen(self) -> None:
        assert self.process.stdout
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in {b"\r\n", b""}:
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
            if not length:
                self._in.put(None)
                return
            message = json.loads(self.process.stdout.read(length))
            self.metered.append(self.meter())
            self.arrived.append((time.perf_counter(), message))
            self._in.put(message)

    def send(self, message: object) -> None:
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, body: bytes, header: bytes | None = None) -> None:
        assert self.process.stdin
        self.process.stdin.write((header or b"Content-Length: %d\r\n\r\n" % len(body)) + body)
        self.process.stdin.flush()

    def receive(self, seconds: float | None = None) -> dict[str, Any]:
        message = self._in.get(timeout=seconds or self.patience)
        assert message is not None, self.stderr()
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]
        elif "method" in message:
            self.told.append(message)
            if "id" in message:
                self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        return message

    def stderr(self) -> str:
        self.process.kill()
        assert self.process.stderr
        return self.process.stderr.read().decode()

    # --- as an editor says it ---------------------------------------------------------------

    def notify(self, method: str, params: object) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, method: str, params: object) -> dict[str, Any]:
        """The whole response, be it an error."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            message = self.receive()
            if message.get("id") == self.number and "method" not in message:
                return message

    def ask(self, method: str, params: object) -> Any:
        message = self.answer(method, params)
        assert "error" not in message, message
        return message["result"]

    def begin(self, *folders: Path, locale: str = "en", **capabilities: Any) -> dict[str, Any]:
        workspace = [{"uri": folder.as_uri(), "name": folder.name} for folder in folders]
        result = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": workspace[0]["uri"] if workspace else None,
                "workspaceFolders": workspace,
                "capabilities": capabilities,
                "locale": locale,
            },
        )
        self.notify("initialized", {})
        assert isinstance(result, dict)
        return result

    def open(self, path: Path | str, text: str | None = None) -> str:
        uri = path.as_uri() if isinstance(path, Path) else path
        if text is None:
            assert isinstance(path, Path)
            text = path.read_text("utf-8")
        self.versions[uri] = 1
        language = "yaml" if uri.endswith(".yaml") else "regola"
        self.notify(
            "textDocument/didOpen",
            {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}},
        )
        return uri

    def change(self, uri: str, text: str, place: tuple[int, int, int, int] | None = None) -> None:
        self.versions[uri] += 1
        change: dict[str, Any] = {"text": text}
        if place is not None:
            start, end = {"line": place[0], "character": place[1]}, {"line": place[2], "character": place[3]}
            change["range"] = {"start": start, "end": end}
        self.notify(
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": self.versions[uri]}, "contentChanges": [change]},
        )

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        place = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", {"textDocument": {"uri": uri}, "position": place, **more})

    def found(self, uri: str) -> list[dict[str, Any]]:
        """What is shown in a file now."""
        found = self.diagnostics.get(uri, {}).get("diagnostics", [])
        assert isinstance(found, list)
        return found

    def until(self, wanted: Any, seconds: float | None = None) -> None:
        """Listen until something holds."""
        end = time.monotonic() + (seconds or self.patience)
        while not wanted():
            left = end - time.monotonic()
            assert left > 0, (self.diagnostics, self.told)
            try:
                self.receive(min(left, AGAIN))
            except queue.Empty:
                continue

    def end(self) -> int:
        self.ask("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(self.patience)
