"""What chance costs: dice beside icepool, a battle beside the same by hand, games and histories in both forms."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from math import comb
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from regola_cli.forms import compiled_at, interpreted_form, module_form  # noqa: E402
from regola_compiler.driver import understand  # noqa: E402
from regola_compiler.evaluate.odds.distribution import distribution  # noqa: E402
from regola_compiler.play.chance.phase_odds import played_odds  # noqa: E402
from regola_compiler.play.forms import Form  # noqa: E402
from regola_compiler.play.many.simulate import play_out  # noqa: E402
from regola_compiler.play.positions import state_keys  # noqa: E402
from regola_compiler.play.rules import Playing  # noqa: E402
from regola_compiler.project.game import Game  # noqa: E402
from regola_dsl.source import Source  # noqa: E402
from regola_runtime.histories import counts  # noqa: E402
from regola_runtime.odds import die  # noqa: E402

RUNS = 5
SIDE = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def seconds(function: Callable[[], object], runs: int = RUNS) -> float:
    """The least CPU time of some runs."""
    found = []
    for _ in range(runs):
        begun = time.process_time()
        function()
        found.append(time.process_time() - begun)
    return min(found)


def line(name: str, ours: float, theirs: float, aim: str) -> None:
    print(f"| {name} | {ours * 1e3:,.2f} ms | {theirs * 1e3:,.2f} ms | {ours / theirs:,.1f} | {aim} |", flush=True)


def dice() -> None:
    """Dice of a question, beside icepool."""
    try:
        from icepool import d6
    except ImportError:
        print("| icepool is not installed: `pip install icepool` | | | | |")
        return
    names = [f"r{place}" for place in range(20)]
    for name, many, value, theirs in (
        ("7 dice added up", 7, " + ".join(names[:7]), lambda: 7 @ d6),
        ("20 dice added up", 20, " + ".join(names), lambda: 20 @ d6),
        ("20 dice counted", 20, f"count x in [{', '.join(names)}] where x >= 5", lambda: 20 @ (d6 >= 5)),
    ):
        asked = ", ".join(f"{one}: d6" for one in names[:many])
        text = f"define of({asked}) -> int @1\n  {value}\n"
        program = understand(Game("dice", Path(), {}, [Source("dice.regola", text)])).program
        item = program.callables["of"]
        known: Any = theirs()
        assert {int(v): p for v, p in distribution(program, item, {})} == {int(k): known.probability(k) for k in known}
        line(name, seconds(lambda p=program, i=item: distribution(p, i, {})), seconds(theirs), "3")  # type: ignore[misc]
    line("20 dice added up, by the runtime", seconds(lambda: die(6).sum_of(20)), seconds(lambda: 20 @ d6), "1")
    counted = (lambda: die(6).count_of(20, lambda side: side >= 5), lambda: 20 @ (d6 >= 5))
    line("20 dice counted, by the runtime", *map(seconds, counted), "1")


def battle_by_hand(red: int, blue: int) -> dict[tuple[int, int], float]:
    """How a battle ends in which each unit is hit by 2 of 6, as one writes it who knows that only numbers count."""
    third = 1 / 3
    hit = {n: [comb(n, i) * third**i * (1 - third) ** (n - i) for i in range(n + 1)] for n in range(max(red, blue) + 1)}
    mass, ends = {(red, blue): 1.0}, {}
    for r in range(red, -1, -1):
        for b in range(blue, -1, -1):
            weight = mass.pop((r, b), 0.0)
            if not r or not b:
                ends[r, b] = weight
                continue
            weight /= 1 - hit[r][0] * hit[b][0]
            for lost, one in enumerate(hit[r]):
                for gone, other in enumerate(hit[b]):
                    if lost or gone:
                        key = (r - lost, b - gone)
                        mass[key] = mass.get(key, 0.0) + weight * one * other
    return ends


def battle() -> None:
    """A battle until one side is gone."""
    text = (ROOT / "tests" / "data" / "battle.regola").read_text("utf-8")
    text = text.replace("3 Unit(", f"{SIDE} Unit(").replace("2 Unit(", f"{SIDE} Unit(")
    compiled = understand(Game("battle", Path(), {}, [Source("battle.regola", text)]))
    module, playing = module_form(compiled), Playing(compiled.program)
    assert module is not None
    odds = played_odds(module, "battle", playing.start())
    assert abs(sum(end.chance for end in odds.ends) - 1) < 1e-9
    line(
        f"a battle, {SIDE} against {SIDE}",
        seconds(lambda: played_odds(module, "battle", playing.start()), 1),
        seconds(lambda: battle_by_hand(SIDE, SIDE)),
        "20",
    )


def _played(form: Form, scenario: str | None, games: int) -> None:
    for number in range(games):
        play_out(form, scenario, 1, number, limit=400)


def forms() -> None:
    """Games and histories by the module, beside the interpreter."""
    for name, scenario, games in (("classics/draughts.regola", None, 4), ("lantern_pass", "first_frost", 2)):
        compiled = compiled_at(ROOT / "games" / name)
        module, interpreter = module_form(compiled), interpreted_form(compiled)
        assert module is not None
        times = [seconds(partial(_played, form, scenario, games), 1) for form in (module, interpreter)]
        line(f"{games} games of {Path(name).stem} by the interpreter, beside the module", times[1], times[0], "")
    compiled = compiled_at(ROOT / "games" / "classics" / "reversi.regola")
    times = []
    for form in (module_form(compiled, watched="turn"), interpreted_form(compiled, watched="turn")):
        assert form is not None
        start = form.engine.begin(form.start())
        times.append(seconds(lambda f=form, s=start: list(counts(f.engine, s, 3, state_keys(f))), 1))  # type: ignore[misc]
    line("perft of Reversi, 3 turns, by the interpreter, beside the module", times[1], times[0], "")


if __name__ == "__main__":
    print("| | Regola | beside it | ratio | aim |\n|---|--:|--:|--:|--:|")
    dice()
    battle()
    forms()
