"""code-server, which is Visual Studio Code for a browser: a real host for the extension.

`make vscode-host` installs it; nothing of it is fetched here.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

from support.browser import Browser
from support.paths import ROOT

ENTRY = ROOT / ".venv" / "code-server" / "package" / "out" / "node" / "entry.js"
EXTENSION = ROOT / "build" / "regola.vsix"
START = 120.0
_SETTINGS = {
    "security.workspace.trust.enabled": False,
    "telemetry.telemetryLevel": "off",
    "window.restoreWindows": "none",
    "workbench.startupEditor": "none",
    "workbench.colorTheme": "Default Light Modern",
}


class CodeServer:
    """The host, with the extension installed and a folder served."""

    def __init__(self, home: Path, folder: Path) -> None:
        self.folder = folder
        self._environment = {**os.environ, "HOME": str(home)}
        self._told = home / "told"
        self._command = ["node", ENTRY, "--user-data-dir", home / "data", "--extensions-dir", home / "extensions"]
        settings = home / "data" / "User" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(json.dumps(_SETTINGS), "utf-8")
        subprocess.run(
            [*self._command, "--install-extension", EXTENSION], env=self._environment, check=True, capture_output=True
        )
        served = "--auth none --bind-addr 127.0.0.1:0 --disable-telemetry --disable-update-check".split()
        with self._told.open("w") as told:
            self._process = subprocess.Popen(
                [*self._command, *served, folder],
                env=self._environment,
                stdout=told,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.address = self._listening()

    def _listening(self) -> str:
        end = time.monotonic() + START
        while not (found := re.search(r"listening on (http://\S+)", self._told.read_text("utf-8"))):
            assert time.monotonic() < end, self._told.read_text("utf-8")
            time.sleep(0.2)
        return found[1]

    def page(self, *files: str) -> str:
        """The address of the folder with some of its files open."""
        host = self.address.removeprefix("http://").rstrip("/")
        opened = [["openFile", f"vscode-remote://{host}{self.folder / file}"] for file in files]
        return f"{self.address}?folder={quote(str(self.folder))}&payload={quote(json.dumps(opened))}"

    def close(self) -> None:
        """End it, with the host of extensions, which would wait for its window to come back."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(timeout=START)


class Window(Browser):
    """The editor's window, used with its keys."""

    def go(self, line: int, column: int) -> None:
        """Put the cursor somewhere."""
        self.press("Control+g")
        self.until("document.querySelector('.quick-input-widget input') === document.activeElement")
        self.call("Input.insertText", text=f":{line}:{column}")
        self.press("Enter")
        self.until(f"document.body.innerText.includes('Ln {line}, Col {column}')")

    def write(self, words: str) -> None:
        """Write where the cursor is."""
        self.call("Input.insertText", text=words)

    def colours(self, line: str) -> dict[str, str]:
        """The colours of the parts of a line that is seen, once it has some."""
        found = self.until(
            "(() => { const line = [...document.querySelectorAll('.view-line')]"
            f".find((one) => one.innerText.replaceAll('\\u00a0', ' ').includes({json.dumps(line)}));"
            " const parts = line ? [...line.querySelectorAll('span > span')] : [];"
            " return parts.some((one) => !one.classList.contains('mtk1'))"
            " && parts.map((one) => [one.innerText.replaceAll('\\u00a0', ' ').trim(), getComputedStyle(one).color]); })()"
        )
        return dict(found)

    def over(self, word: str) -> None:
        """Rest on a word."""
        box = self.value(
            "(() => { const at = [...document.querySelectorAll('.view-line span > span')]"
            f".find((one) => one.innerText.trim() === {json.dumps(word)}).getBoundingClientRect();"
            " return [at.left + 4, at.top + at.height / 2]; })()"
        )
        self.point(*box)


def missing() -> str | None:
    """What of the host is not there."""
    if shutil.which("node") is None or not ENTRY.is_file():
        return "there is no code-server here: `make vscode-host` installs it"
    if not EXTENSION.is_file():
        return "there is no package: `make vscode` makes it"
    return None
