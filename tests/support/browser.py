"""Chromium without a screen, over its own debugging pipe: nothing to install, nothing to download."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PATIENCE = 60.0
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --remote-debugging-pipe"
).split()
# What a key is beside its name: the code, and the text it types.
_KEYS = {
    "Enter": (13, "\r"),
    " ": (32, " "),
    "Escape": (27, ""),
    "Tab": (9, ""),
    "ArrowLeft": (37, ""),
    "ArrowRight": (39, ""),
    ".": (190, "."),
}
# Where a key is that is called by its sign.
_PLACES = {" ": "Space", ".": "Period"}
# What may be held while a key is pressed, by its bit.
_HELD = {"Alt": 1, "Control": 2, "Shift": 8}


def program() -> str | None:
    """The browser of this machine, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One page in one browser. `asked` are the addresses it asked for, `wrong` what its console says went wrong."""

    def __init__(self, profile: Path, width: int = 1280, height: int = 900) -> None:
        to_child, self._out = os.pipe()
        self._in, from_child = os.pipe()
        # The browser listens on the descriptor 3 and speaks on 4: its ends are kept out of their way until then.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (to_child, from_child)]
        name = program()
        assert name is not None
        place = "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
        words = [name, *FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", place, *map(str, ends), *words],
            pass_fds=ends,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (to_child, from_child, *ends):
            os.close(end)
        self._number = 0
        self._rest = b""
        self._session = ""
        self.events: list[dict[str, Any]] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")

    @property
    def asked(self) -> list[str]:
        """The addresses that were asked for."""
        return [e["params"]["request"]["url"] for e in self.events if e["method"] == "Network.requestWillBeSent"]

    @property
    def wrong(self) -> list[str]:
        """What went wrong in the page, a refusal by its policy among it."""
        return [str(e["params"]) for e in self.events if e["method"] in {"Runtime.exceptionThrown", "Log.entryAdded"}]

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the browser for something, and wait for the answer."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            asked["sessionId"] = self._session
        os.write(self._out, json.dumps(asked).encode() + b"\0")
        until = time.monotonic() + PATIENCE
        while True:
            told = self._read(until)
            if told.get("id") == self._number:
                assert "error" not in told, told["error"]
                return dict(told["result"])

    def open(self, page: Path) -> None:
        """Load a page from a file."""
        self.visit(page.as_uri())

    def visit(self, address: str) -> None:
        """Load a page from where it is served."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        self.loaded()

    def loaded(self) -> None:
        """Wait until a page is there."""
        until = time.monotonic() + PATIENCE
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self._read(until)

    def value(self, expression: str) -> Any:
        """What a piece of script comes to."""
        told = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def value_in_worker(self, expression: str) -> Any:
        """What a piece of script comes to in the page's worker."""
        self.call("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=False, flatten=True)
        attached = [event["params"] for event in self.events if event["method"] == "Target.attachedToTarget"]
        page = self._session
        self._session = next(told["sessionId"] for told in attached if told["targetInfo"]["type"] == "worker")
        try:
            return self.value(expression)
        finally:
            self._session = page

    def until(self, condition: str, patience: float = PATIENCE) -> Any:
        """Wait for something to be so, and say what it comes to."""
        end = time.monotonic() + patience
        while not (found := self.value(condition)):
            assert time.monotonic() < end, (condition, self.value("document.body.innerText")[:2000], self.wrong)
            time.sleep(0.2)
        return found

    def picture(self, path: Path) -> None:
        """Keep what is seen."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def point(self, x: float, y: float, *kinds: str) -> None:
        """Move the mouse somewhere, or do something with it there: `mousePressed`, `mouseReleased`."""
        for kind in kinds or ("mouseMoved",):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    def press(self, *keys: str) -> None:
        """Press keys one after the other; `Control+p` with another held."""
        for chord in keys:
            *held, key = chord.split("+") if len(chord) > 1 else [chord]
            code, text = _KEYS.get(key, (ord(key[0].upper()), key))
            place = f"Key{key.upper()}" if len(key) == 1 and key.isalpha() else _PLACES.get(key, key)
            pressed = {"key": key, "code": place, "windowsVirtualKeyCode": code, "nativeVirtualKeyCode": code}
            if held:
                text = ""
                pressed["modifiers"] = sum(_HELD[one] for one in held)
            self.call("Input.dispatchKeyEvent", type="keyDown", **pressed, **({"text": text} if text else {}))
            self.call("Input.dispatchKeyEvent", type="keyUp", **pressed)

    def close(self) -> None:
        """End it."""
        try:
            self._session = ""
            self.call("Browser.close")
        except (OSError, TimeoutError):
            self._process.kill()
        self._process.wait(timeout=PATIENCE)
        os.close(self._in)
        os.close(self._out)

    def _read(self, until: float) -> dict[str, Any]:
        """The next thing the browser says."""
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self._in], [], [], max(0.0, until - time.monotonic()))
            data = os.read(self._in, 1 << 16) if ready else b""
            if not data:
                raise TimeoutError("the browser says nothing")
            self._rest += data
        one, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(one)
        if "method" in told:
            self.events.append(told)
        return told
