"""The JavaScript module against the Python module: the same questions, and a game by chance, in one sitting.

Run by `make bench`, or by hand: `python tests/benchmarks/javascript.py`. Both are asked by their functions, with values of
their own types; what is measured is CPU time of each process, and only the ratios mean anything.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from by_hand import module_game, per_call, questions, seconds
from regola_compiler.driver import Compiled, understand
from regola_compiler.emit.javascript.module import javascript_module
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.project.game import load_game
from regola_runtime import Untold
from support.node import NODE
from support.paths import ROOT

RUNS = 5
ASKED = 20
GAMES = 5
MOST = 150
AIM = 0.2
# Asks a function again and again, or plays by chance: microseconds for each question, or move.
TIMED = """
import { readFileSync } from "node:fs";
const [module, wanted] = process.argv.slice(2);
const game = await import(module);
const { name, samples, times, games, most } = JSON.parse(readFileSync(wanted, "utf-8"));
const read = (one) => {
  if (one === null || typeof one !== "object") return one;
  if (Array.isArray(one)) return one.map(read);
  if (one.position) return game.Position.from(one.position);
  if (one.label !== undefined) return game[one.type].of(one.label);
  return game[one.type].of(Object.fromEntries(Object.entries(one.fields).map(([key, part]) => [key, read(part)])));
};
function played(seed) {
  const one = new game.Game({ seed });
  const next = (bound) => Math.floor(Math.random() * bound);
  let made = 0;
  while (!one.is_game_over() && made < most) {
    const moves = one.legal_moves;
    one.push(moves[next(moves.length)]);
    made += 1;
  }
  return made;
}
const timed = (work) => {
  const before = process.cpuUsage();
  const many = work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / many;
};
const found = [];
if (name) {
  const { call } = game.FUNCTIONS.get(name);
  const asked = samples.map((one) => one.map(read));
  for (let run = 0; run < 5; run++) {
    found.push(timed(() => {
      for (let time = 0; time < times; time++) for (const one of asked) call(...one);
      return times * asked.length;
    }));
  }
} else {
  for (let run = 0; run < 5; run++) {
    found.push(timed(() => {
      let moves = 0;
      for (let seed = 0; seed < games; seed++) moves += played(seed);
      return moves;
    }));
  }
}
console.log(Math.min(...found));
"""


def written(value: Any) -> Any:
    """A value of the Python module as the script reads it."""
    if isinstance(value, bool) or (isinstance(value, int) and not hasattr(value, "index")):
        return value
    if value is None or isinstance(value, tuple):
        return value and list(map(written, value))
    if type(value).__name__ == "Position":
        told = {field.name: getattr(value, field.name) for field in fields(value)}
        return {"position": {name: str(one) for name, one in told.items() if not isinstance(one, Untold)}}
    if is_dataclass(value):
        inner = {field.name: written(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, "fields": inner}
    return {"type": type(value).__name__, "label": str(value)}


def in_node(compiled: Compiled, folder: Path, wanted: dict[str, Any]) -> float:
    """What node takes, in microseconds."""
    module, asked, script = folder / "game.mjs", folder / "asked.json", folder / "timed.mjs"
    module.write_text(javascript_module(compiled.ir), "utf-8")
    asked.write_text(json.dumps(wanted), "utf-8")
    script.write_text(TIMED, "utf-8")
    done = subprocess.run([str(NODE), str(script), str(module), str(asked)], capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Print the table."""
    if NODE is None:
        print("there is no node: JavaScript is not measured")
        return
    places = (ROOT / "games" / "caucasus", Path(__file__).parent / "permission.regola")
    games = {place.stem: understand(load_game(place, place.stem)) for place in places}
    modules = {name: CompiledModule(one.program, lambda one=one: one.ir).module for name, one in games.items()}  # type: ignore[misc]
    print("| | JavaScript | Python | ratio | aim |\n|---|--:|--:|--:|--:|")
    with TemporaryDirectory() as name:
        folder = Path(name)
        for said, _, function, _, samples in questions(modules["caucasus"], modules["permission"]):
            game = next(one for one, own in modules.items() if getattr(own, function.__name__, None) is function)
            asked = {"name": function.__name__, "samples": [list(map(written, one)) for one in samples]}
            script = in_node(games[game], folder, {**asked, "times": ASKED * 20})
            own = min(per_call(function, samples, ASKED) for _ in range(RUNS))
            line(said, script, own)
        path = ROOT / "games" / "classics" / "draughts.regola"
        draughts = understand(load_game(path, "draughts"))
        module = CompiledModule(draughts.program, lambda: draughts.ir).module
        script = in_node(draughts, folder, {"name": "", "games": GAMES * 4, "most": MOST})
        moves = sum(module_game(module, seed, MOST) for seed in range(GAMES))
        own = min(seconds(lambda: [module_game(module, seed, MOST) for seed in range(GAMES)]) for _ in range(RUNS))
        line("a random game of draughts, a move", script, own / moves * 1e6)


def line(name: str, script: float, own: float) -> None:
    print(f"| {name} | {script:.3f} us | {own:.2f} us | {script / own:.2f} | {AIM:g} |", flush=True)


if __name__ == "__main__":
    main()
