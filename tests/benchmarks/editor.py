"""How long an editor waits after a keystroke: for what is wrong with names, for the checks, for an answer.

Run by hand: `python tests/benchmarks/editor.py [GAME]…`; without one, every game; `KEYS=N` of each kind, each undone again. The
real server is spoken to on its standard input and output, with the game in a folder of its own. It is opened twice: the second
server begins with what the first one kept, as on any morning but the first.

What is told is the server's CPU time from a keystroke's being sent, in milliseconds, so that other work on the machine counts
little: `here` that of the thread that answers, until the findings of shape and names are told for the first time, where it was
written in at least; `names` the same until all of these are told; `checked` that of all threads, until the checks of what changed
are told; `whole` the same until nothing more comes. `amid checks` is a keystroke that comes
while those of the one before run: its names, which they must let go first. Beside these, in milliseconds on the clock, the
`wait` for what is told first. Half of the keystrokes take less than the first figure, nine in ten less than the second, nineteen in twenty
less than the third.
"""

from __future__ import annotations

import os
import queue
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from support.keystrokes import KINDS, keystrokes  # noqa: E402
from support.lsp_client import Client  # noqa: E402

COUNT = int(os.environ.get("KEYS", "10"))
# How many seconds is waited for the checks of a keystroke; the first of all may take longer.
PATIENCE, FIRST = 60.0, 900.0
# The server has said all when it has done nothing for so many seconds.
QUIET = 0.3
# The checks have spoken once other threads than that which answers have worked for so many milliseconds.
CHECKED = 1.0
# How many seconds of processor time the checks have had when somebody types on.
AMID = 0.05
SHARES = (0.5, 0.9, 0.95)
# What an editor asks after every keystroke, of what stands on the screen.
ASKED = ("semanticTokens/full", "documentSymbol", "codeLens", "inlayHint", "codeAction")
AT_A_PLACE = ("completion", "hover", "documentHighlight")


def quantile(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else float("nan")


class Meter:
    """The CPU time of a process, in milliseconds: of the thread it began with, and of all."""

    def __init__(self, process: int) -> None:
        self.main = Path(f"/proc/{process}/task/{process}/schedstat")
        self.threads = Path(f"/proc/{process}/task")

    def __call__(self) -> tuple[float, float]:
        try:
            whole = sum(int((one / "schedstat").read_text().split()[0]) for one in self.threads.iterdir())
            return int(self.main.read_text().split()[0]) / 1e6, whole / 1e6
        except OSError:  # it has ended
            return 0.0, 0.0


def settled(client: Client, meter: Meter, patience: float) -> None:
    """Wait until the server has nothing more to say."""
    end, since, before = time.monotonic() + patience, time.monotonic(), meter()[1]
    while time.monotonic() < end and time.monotonic() - since < QUIET:
        try:
            client.receive(0.05)
        except queue.Empty:
            now = meter()[1]
            if now - before > 1.0:
                since, before = time.monotonic(), now


def told_of(client: Client, uri: str, version: int, since: int) -> list[int]:
    """Which of the messages since one told of a version of a file."""
    return [
        number
        for number, (_, message) in enumerate(client.arrived[since:], since)
        if message.get("method") == "textDocument/publishDiagnostics"
        and message["params"]["uri"] == uri
        and message["params"].get("version") == version
    ]


@contextmanager
def opened(name: str, folder: Path) -> Iterator[tuple[Client, Meter, Path]]:
    """A server with a game that it has read and checked."""
    place = folder / name
    if not place.exists():
        shutil.copytree(ROOT / "games" / name, place)
    with Client(place, kept=folder / "kept", patience=FIRST, alone=True) as client:
        meter = Meter(client.process.pid)
        client.meter = meter
        client.begin(place)
        yield client, meter, place


def measured(name: str, folder: Path) -> dict[str, list[float]]:
    said: dict[str, list[float]] = {}
    for again in ("first opened", "opened again"):
        with opened(name, folder) as (client, meter, place):
            uri = client.open(max(place.rglob("*.regola"), key=lambda path: path.stat().st_size))
            client.until(lambda uri=uri, client=client: uri in client.diagnostics, FIRST)
            said[f"{again}: names"] = [meter()[0]]
            settled(client, meter, FIRST)
            said[f"{again}: whole"] = [meter()[1]]
            if again == "opened again":
                for kind in KINDS:
                    for measure in (typed, typed_on):
                        for key, times in measure(client, meter, place, kind, Random(f"{name} {kind}")).items():
                            said.setdefault(key, []).extend(times)
            else:
                client.end()  # what it found is kept
    return said


def typed(client: Client, meter: Meter, place: Path, kind: str, pick: Random) -> dict[str, list[float]]:
    """Keystrokes of one kind, each undone again."""
    said: dict[str, list[float]] = {}
    texts = {path.as_posix(): path.read_text("utf-8") for path in sorted(place.rglob("*.regola"))}
    for key in keystrokes(texts, kind, pick, COUNT):
        uri = Path(key.path).as_uri()
        if uri not in client.versions:
            client.open(Path(key.path))
            settled(client, meter, PATIENCE)
        for text in (key.typed(texts[key.path]), texts[key.path]):
            since, before, clock = len(client.arrived), meter(), time.perf_counter()
            client.change(uri, text)
            settled(client, meter, PATIENCE)
            told = told_of(client, uri, client.versions[uri], since)
            if not told:
                continue
            known = [client.metered[number] for number in told]
            apart = [whole - main - (before[1] - before[0]) for main, whole in known]
            checked = next((at for at, took in enumerate(apart) if took > CHECKED), len(known) - 1)
            said.setdefault(f"{kind}: here", []).append(known[0][0] - before[0])
            said.setdefault(f"{kind}: names", []).append(known[max(checked - 1, 0)][0] - before[0])
            said.setdefault(f"{kind}: checked", []).append(known[checked][1] - before[1])
            said.setdefault(f"{kind}: whole", []).append(known[-1][1] - before[1])
            said.setdefault(f"{kind}: wait", []).append(1000 * (client.arrived[told[0]][0] - clock))
            asked(client, meter, uri, key.line, said)
    return said


def typed_on(client: Client, meter: Meter, place: Path, kind: str, pick: Random) -> dict[str, list[float]]:
    """Keystrokes of one kind, each undone again while its checks run."""
    said: dict[str, list[float]] = {}
    texts = {path.as_posix(): path.read_text("utf-8") for path in sorted(place.rglob("*.regola"))}
    for key in keystrokes(texts, kind, pick, COUNT):
        uri = Path(key.path).as_uri()
        since = len(client.arrived)
        client.change(uri, key.typed(texts[key.path]))
        if not _told_of_names(client, uri, since):
            continue
        checking, end = meter()[1], time.monotonic() + 1
        while meter()[1] - checking < 1000 * AMID and time.monotonic() < end:
            time.sleep(0.002)
        since, before, clock = len(client.arrived), meter(), time.perf_counter()
        client.change(uri, texts[key.path])
        if _told_of_names(client, uri, since):
            (first, *_) = told_of(client, uri, client.versions[uri], since)
            said.setdefault("amid checks: names", []).append(client.metered[first][0] - before[0])
            said.setdefault("amid checks: wait", []).append(1000 * (client.arrived[first][0] - clock))
        settled(client, meter, PATIENCE)
    return said


def _told_of_names(client: Client, uri: str, since: int) -> bool:
    """Whether something was told of a file as it is now, which is waited for."""
    end = time.monotonic() + PATIENCE
    while not told_of(client, uri, client.versions[uri], since):
        if time.monotonic() > end:
            return False
        with suppress(queue.Empty):
            client.receive(0.05)
    return True


def asked(client: Client, meter: Meter, uri: str, line: int, said: dict[str, list[float]]) -> None:
    """What an editor asks of the lines around a keystroke, once the text has come to rest."""
    whole = {"start": {"line": max(line - 30, 0), "character": 0}, "end": {"line": line + 30, "character": 0}}
    about = {"textDocument": {"uri": uri}, "range": whole, "context": {"diagnostics": []}}
    for method in (*AT_A_PLACE, *ASKED):
        before = meter()[0]
        if method in AT_A_PLACE:
            client.at(method, uri, line, 6)
        else:
            client.ask(f"textDocument/{method}", about)
        said.setdefault(f"asked: {method}", []).append(meter()[0] - before)


def main() -> None:
    if not Path("/proc/self/schedstat").exists():
        print("the CPU time of a thread is read from /proc, which is not there")
        return
    games = sys.argv[1:] or sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
    said = {}
    for game in games:
        with tempfile.TemporaryDirectory() as folder:
            said[game] = measured(game, Path(folder).resolve())
    kinds = list(dict.fromkeys(kind for one in said.values() for kind in one))
    head = " / ".join(f"{100 * share:.0f}" for share in SHARES)
    print(f"{f'CPU, ms: {head} in 100':30}" + "".join(f"{game[:15]:>19}" for game in games))
    for kind in kinds:
        cells = ""
        for game in games:
            times = said[game].get(kind, [])
            shown = [f"{quantile(times, share):.0f}" for share in (SHARES if len(times) > 1 else SHARES[:1])]
            cells += f"{' / '.join(shown):>19}"
        print(f"{kind:30}{cells}")


if __name__ == "__main__":
    main()
