"""What parsing costs: our loop against Lark's own on the same texts, and a process that parses against one that does nothing.

Run by `make bench`, or by hand: `python tests/benchmarks/parsing.py [GAME]…`; without one, every game. Lark makes its tree of all
tokens, of which our builder then makes ours, as was done before there was a loop; lexer and builder are the same. Byte
code and the grammar's tables are kept; the runs take turns, the fastest of several counts, in CPU time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_dsl.declarations import cut
from regola_dsl.lexer import lex
from regola_dsl.parser import parse_source
from regola_dsl.parsing.words import merged
from regola_dsl.source import Source
from support.lark_reference import reference
from support.paths import GAMES

RUNS = 5
PARSE = """
import sys
from pathlib import Path
from regola_dsl.parser import parse_source
from regola_dsl.source import Source
for path in sorted(Path(sys.argv[1]).rglob("*.regola")):
    parse_source(Source(str(path), path.read_text("utf-8")))
"""


def spent() -> float:
    """The CPU time of this process and of those it has waited for, in seconds."""
    return sum(sum(getrusage(who)[:2]) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))


def by_turns(*runs: Callable[[], object]) -> list[float]:
    """The shortest CPU time of each run, its processes included, in seconds."""
    least = [float("inf")] * len(runs)
    for _ in range(RUNS):
        for number, run in enumerate(runs):
            before = spent()
            run()
            least[number] = min(least[number], spent() - before)
    return least


def lark_parses(sources: list[Source]) -> None:
    """The same trees by Lark's loop."""
    for source in sources:
        for block in cut(source).blocks:
            tokens, errors = lex(source.path, block.lines)
            assert not errors
            reference(merged(tokens), "start", source.path)


def process(*words: str) -> Callable[[], object]:
    """A Python process."""
    return lambda: subprocess.run([sys.executable, *words], check=True)


def main() -> None:
    """Print one line for each game."""
    os.environ.setdefault("PYTHONPYCACHEPREFIX", str(Path(sys.prefix) / ".pycache"))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    print("parsing: our loop over Lark's tables against Lark's own, and a whole process against `python -c pass`")
    print(f"{'game':18}{'tokens':>9}{'ours':>9}{'Lark':>9}{'ours/Lark':>11}{'a token':>10}{'process/python':>16}")
    for name in sys.argv[1:] or sorted(path.parent.name for path in GAMES.glob("*/game.yaml")):
        files = sorted((GAMES / name).rglob("*.regola"))
        sources = [Source(path.name, path.read_text("utf-8")) for path in files]
        tokens = sum(len(lex("", block.lines)[0]) for source in sources for block in cut(source).blocks)
        ours, larks = by_turns(lambda: [parse_source(source) for source in sources], lambda: lark_parses(sources))  # noqa: B023
        parsing, nothing = by_turns(process("-c", PARSE, str(GAMES / name)), process("-c", "pass"))
        print(
            f"{name:18}{tokens:9}{ours:8.2f}s{larks:8.2f}s{ours / larks:11.2f}{ours / tokens * 1e6:8.1f}µs"
            f"{parsing / nothing:16.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
