"""How long an editor waits: after an edit for what is wrong with names, and for what the checks say; for an answer.

Run by hand: `python tests/benchmarks/editor.py [GAME]…`; without one, every game. The real server is spoken to on its
standard input and output, with the game in a folder of its own and nothing kept beforehand. After each edit of a file it is
listened to until it has told what reading found and then what the checks found; times are from the edit's being sent, in
milliseconds on the clock, other work on the machine and all. Half of the edits take less than the median, nine in ten less
than the other figure.
"""

from __future__ import annotations

import queue
import shutil
import sys
import tempfile
import time
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from regola_compiler.project.game import Game  # noqa: E402
from regola_dsl.source import Source  # noqa: E402
from support.edits import edited_game  # noqa: E402
from support.lsp_client import Client  # noqa: E402

EDITS = 12
KINDS = ("number", "text", "not", "half", "comment", "number")
# How many seconds is waited for the checks of an edit; the first of all may take longer.
PATIENCE, FIRST = 20.0, 600.0


def quantile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


def told_of(client: Client, uri: str, version: int, times: int, patience: float) -> list[float]:
    """When a version of a file was told of, as often as that is waited for."""
    end = time.monotonic() + patience
    while True:
        found = [
            at
            for at, message in list(client.arrived)
            if message.get("method") == "textDocument/publishDiagnostics"
            and message["params"]["uri"] == uri
            and message["params"].get("version") == version
        ]
        if len(found) >= times or time.monotonic() > end:
            return found
        try:
            client.receive(0.2)
        except queue.Empty:
            continue


def measured(name: str, folder: Path) -> dict[str, list[float]]:
    place = folder / name
    shutil.copytree(ROOT / "games" / name, place)
    file = max((place / "rules").glob("*.regola"), key=lambda path: path.stat().st_size)
    text, pick = file.read_text("utf-8"), Random(name)
    said: dict[str, list[float]] = {}
    with Client(place, kept=folder / "kept", patience=FIRST) as client:
        client.begin(place)
        before = time.perf_counter()
        uri = client.open(file)
        said["opened: names"] = [1000 * (at - before) for at in told_of(client, uri, 1, 1, FIRST)]
        said["opened: checks"] = [1000 * (at - before) for at in told_of(client, uri, 1, 2, FIRST)[1:2]]
        for number in range(EDITS):
            alone = Game("x", Path(), {}, sources=[Source("x", text)])
            changed = edited_game(alone, pick, KINDS[number % len(KINDS)]).sources[0].text
            for new in (changed, text):
                before = time.perf_counter()
                client.change(uri, new)
                told = told_of(client, uri, client.versions[uri], 2, PATIENCE)
                for kind, at in zip(("edit: names", "edit: checks"), told, strict=False):
                    said.setdefault(kind, []).append(1000 * (at - before))
            line = pick.randrange(text.count("\n"))
            for method in ("hover", "completion", "definition"):
                before = time.perf_counter()
                client.at(method, uri, line, 6)
                said.setdefault(method, []).append(1000 * (time.perf_counter() - before))
        document = {"textDocument": {"uri": uri}}
        for method in ("documentSymbol", "semanticTokens/full"):
            before = time.perf_counter()
            client.ask(f"textDocument/{method}", document)
            said[method] = [1000 * (time.perf_counter() - before)]
    return said


def main() -> None:
    games = sys.argv[1:] or sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
    said = {}
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            said[game] = measured(game, Path(folder).resolve())
    kinds = list(dict.fromkeys(kind for one in said.values() for kind in one))
    print(f"{'milliseconds':34}" + "".join(f"{game[:13]:>14}" for game in games))
    for kind in kinds:
        many = any(len(one.get(kind, ())) > 1 for one in said.values())
        for share, label in ((0.5, ", median"), (0.9, ", nine in ten")) if many else ((0.5, ""),):
            cells = "".join(f"{quantile(said[game].get(kind, []), share):14.0f}" for game in games)
            print(f"{kind + label:34}{cells}")


if __name__ == "__main__":
    main()
