"""What a check costs after a change of one line, as a multiple of starting Python.

Run by hand: `python tests/benchmarks/check_again.py [GAME]`. Every command is run in this one sitting, several times, and the
fastest run counts: machines are shared and noisy, so only the ratios mean anything.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5


def fastest(command: list[str], before: object = None, **more: str) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(RUNS):
        if callable(before):
            before()
        start = time.perf_counter()
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False, env={**os.environ, **more})
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Print the ratios for one game."""
    game = sys.argv[1] if len(sys.argv) > 1 else "caucasus"
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "kept"
        place = Path(folder) / game
        shutil.copytree(ROOT / "games" / game, place)
        check = [sys.executable, "-m", "regola_cli", "check", str(place)]
        file = max((place / "rules").glob("*.regola"))
        text = file.read_text("utf-8")
        number = 0

        def edit() -> None:
            nonlocal number
            number += 1
            head, rest = text.split("\n", 1)
            lines = rest.split("\n")
            spot = next(i for i, line in enumerate(lines) if line.startswith("  en ") or ' en "' in line)
            lines[spot] = lines[spot].replace(' en "', f' en "{number} ', 1)
            file.write_text("\n".join([head, *lines]), "utf-8")

        python = fastest([sys.executable, "-c", "pass"])
        cold = fastest(check, REGOLA_CACHE="off")
        fastest(check, REGOLA_CACHE=str(kept))
        warm = fastest(check, REGOLA_CACHE=str(kept))
        changed = fastest(check, edit, REGOLA_CACHE=str(kept))
    print(f"{game}: starting Python is 1")
    for name, seconds in (("nothing kept", cold), ("nothing changed", warm), ("one line changed", changed)):
        print(f"  {name:18} {seconds / python:6.1f}   ({seconds:.2f} s)")


if __name__ == "__main__":
    main()
