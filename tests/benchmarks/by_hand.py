"""The generated module against the same written by hand, as one writes it who wants it plain and quick.

Run by `make bench`, or by hand: `python tests/benchmarks/by_hand.py`. Both take the same records of the module's own types,
and must answer alike on every sample before they are timed by turns in this one process; only the ratios mean anything.
"""

from __future__ import annotations

import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from regola_compiler.driver import understand
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.project.game import Game, load_game
from regola_dsl.source import Source
from regola_runtime import Game as Played
from support.paths import ROOT
from support.random_table_programs import large_table

RUNS = 5
SAMPLES = 400

# --- draughts ----------------------------------------------------------------------------

Board = dict[tuple[int, int], tuple[bool, bool]]  # by row and column: whether black, whether crowned
Move = tuple[tuple[int, int], tuple[int, int]]
WAYS = ((1, -1), (1, 1), (-1, -1), (-1, 1))


def start() -> Board:
    """The men at the start, black below."""
    squares = [(row, column) for row in range(1, 9) for column in range(1, 9) if (row + column) % 2 == 0]
    return {(row, column): (row < 4, False) for row, column in squares if row not in {4, 5}}


def moves(board: Board, black: bool, chain: tuple[int, int] | None) -> list[Move]:
    """Every step, or every leap, where there is one; in a chain the leaps of that man alone."""
    steps: list[Move] = []
    leaps: list[Move] = []
    for (row, column), (mine, crowned) in board.items():
        if mine is not black or (chain is not None and chain != (row, column)):
            continue
        for up, right in WAYS:
            if not crowned and (up > 0) is not black:
                continue
            one = (row + up, column + right)
            if not (1 <= one[0] <= 8 and 1 <= one[1] <= 8):
                continue
            if one not in board:
                steps.append(((row, column), one))
            elif board[one][0] is not black:
                two = (row + 2 * up, column + 2 * right)
                if 1 <= two[0] <= 8 and 1 <= two[1] <= 8 and two not in board:
                    leaps.append(((row, column), two))
    return leaps or ([] if chain else steps)


def random_game(seed: int, most: int) -> int:
    """Play by chance; how many moves were made."""
    random, board, black, chain = Random(seed), start(), True, None
    for made in range(most):
        found = moves(board, black, chain)
        if not found:
            return made
        source, target = random.choice(found)
        board = dict(board)
        _, crowned = board.pop(source)
        last = target[0] == (8 if black else 1)
        board[target] = (black, crowned or last)
        leapt = abs(source[0] - target[0]) == 2
        if leapt:
            del board[(source[0] + target[0]) // 2, (source[1] + target[1]) // 2]
        chain = target if leapt and not (last and not crowned) and moves(board, black, target) else None
        black = black if chain else not black
    return most


def module_game(module: ModuleType, seed: int, most: int) -> int:
    """The same by the module."""
    random, game, made = Random(seed), Played(module.PLAY, seed=seed), 0
    while not game.is_game_over() and made < most:
        game.push(random.choice(game.legal_moves))
        made += 1
    return made


# --- tables, definitions and permissions ------------------------------------------------


def questions(caucasus: ModuleType, axis: ModuleType) -> list[tuple[str, float, Any, Any, list[tuple[Any, ...]]]]:
    """What is asked: its name, the aim, the module's function, ours, and what both are asked with."""
    random, c, a = Random(1), caucasus, axis
    printed = [[c.combat_results(die, c.Odds.at(place)) for place in range(10)] for die in range(1, 7)]
    columns = {c.Odds.at(place): place for place in range(10)}

    def crt(die: int, odds: Any) -> Any:
        return printed[die - 1][columns[odds]]

    natural = {t: c.bonus_of(c.terrain_effects(c.line_of_terrain(t)).bonus) for t in c.Terrain}
    built = {s: c.bonus_of(c.terrain_effects(c.line_of_settlement(s)).bonus) for s in c.Settlement}

    def terrain_bonus(terrain: Any, settlement: Any) -> int:
        return max(natural[terrain], built[settlement])

    def odds_column(attack: int, defence: int) -> Any:
        return c.Odds.at(attack // defence if attack >= defence else 2 + -defence // attack)

    combat_move, noncombat = a.Phase("combat_move"), a.Phase("noncombat_move")
    branch = {kind: a.unit_profile(kind).branch for kind in a.Kind}
    near = {a.Region.chinese, a.Region.kiangsu_manchuria, a.Region.kwangtung_itself}

    def enter(position: Any, u: Any, land: Any) -> bool:
        phase = position.phase
        if phase not in (combat_move, noncombat) or position.active != u.owner:
            return False
        if u.owner == a.Power.china and land.region not in near:
            return False
        if land.status == a.Status.neutral or u.kind == a.Kind.complex or branch[u.kind] == a.Branch.sea:
            return False
        if phase == combat_move:
            return bool(u.kind != a.Kind.aa_gun or (u.cargo and u.aboard_since_before))
        if u.deed not in (a.Deed.rested, a.Deed.moved_later) and branch[u.kind] != a.Branch.air:
            return False
        if branch[u.kind] == a.Branch.land and land.status == a.Status.hostile:
            return False
        return not (u.kind == a.Kind.aa_gun and u.just_captured)

    def unit() -> Any:
        flags = {name: random.random() < 0.3 for name in ("cargo", "just_captured", "aboard_since_before")}
        kind, owner, deed = random.choice(list(a.Kind)), random.choice(list(a.Power)), random.choice(list(a.Deed))
        return a.Unit(kind=kind, owner=owner, deed=deed, **flags)

    def land() -> Any:
        return a.Land(status=random.choice(list(a.Status)), region=random.choice(list(a.Region)))

    positions = [a.Position(phase=p, active=o) for p in (combat_move, noncombat) for o in a.Power]
    moves = [(random.choice(positions), unit(), land()) for _ in range(SAMPLES)]
    moves = [(p if random.random() < 0.2 else a.Position(phase=p.phase, active=u.owner), u, w) for p, u, w in moves]
    dice = [(random.randint(1, 6), c.Odds.at(random.randrange(10))) for _ in range(SAMPLES)]
    ground = [(random.choice(list(c.Terrain)), random.choice(list(c.Settlement))) for _ in range(SAMPLES)]
    forces = [(random.randint(1, 60), random.randint(1, 60)) for _ in range(SAMPLES)]
    return [
        ("table look-up", 1.25, c.combat_results, crt, dice),
        ("definition with exceptions: terrain_bonus", 2, c.terrain_bonus, terrain_bonus, ground),
        ("definition with exceptions: odds_column", 2, c.odds_column, odds_column, forces),
        ("permission: may this unit enter?", 3, a.enter, enter, moves),
    ]


def by_rows(rows: int) -> tuple[str, float, Any, Any, list[tuple[Any, ...]]]:
    """A table of so many rows, ours as sets of bits between cuts."""
    random = Random(rows)
    table = large_table(random, 5, rows)
    module = CompiledModule(*understood(f"rows{rows}", table.text())).module
    cells = table.cells
    every = (1 << rows) - 1
    numbers: dict[int, tuple[list[int], list[int]]] = {}
    words: dict[int, dict[Any, int]] = {}
    for column in range(5):
        if column % 2:
            words[column] = {
                word: sum(1 << r for r, row in enumerate(cells) if w in row[column])
                for w, word in enumerate(module.Kind)
            }
            continue
        cuts = sorted({row[column][0] for row in cells})
        changes: dict[int, int] = {}
        for r, row in enumerate(cells):
            low, high = row[column]
            changes[low] = changes.get(low, 0) ^ (1 << r)
            changes[high + 1] = changes.get(high + 1, 0) ^ (1 << r)
        cuts, found, sets = sorted(changes), 0, [0]
        for cut in cuts:
            found ^= changes[cut]
            sets.append(found)
        numbers[column] = cuts, sets
    answers = [module.t(*_first_of(row, module)) for row in cells]
    (c0, s0), (c2, s2), (c4, s4) = numbers[0], numbers[2], numbers[4]
    w1, w3 = words[1], words[3]

    def by_hand(a: int, b: Any, c: int, d: Any, e: int) -> Any:
        found = every & s0[bisect_right(c0, a)] & w1[b] & s2[bisect_right(c2, c)] & w3[d]
        return answers[(found & s4[bisect_right(c4, e)]).bit_length() - 1]

    words_of = list(module.Kind)
    asked = [
        tuple(random.choice(words_of) if i % 2 else random.randint(0, 999) for i in range(5)) for _ in range(SAMPLES)
    ]
    return f"table by rows, {rows:,} rows", 2 if rows < 1000 else 1.5, module.t, by_hand, asked


def _first_of(row: Sequence[Any], module: ModuleType) -> list[Any]:
    words = list(module.Kind)
    return [words[min(part)] if isinstance(part, frozenset) else part[0] for part in row]


# --- timing ------------------------------------------------------------------------------


@cache
def understood(name: str, text: str) -> tuple[Any, Callable[[], Any]]:
    """A game of one text, read, and what makes its tree."""
    compiled = understand(Game(name, Path(), {}, [Source(f"{name}.regola", text)]))
    return compiled.program, lambda: compiled.ir


def built(path: Path) -> ModuleType:
    """The module of a game."""
    compiled = understand(load_game(path, path.name))
    return CompiledModule(compiled.program, lambda: compiled.ir).module


def seconds(function: Callable[[], object]) -> float:
    """How long it takes, in seconds of this process."""
    start = time.process_time()
    function()
    return time.process_time() - start


def per_call(function: Callable[..., object], asked: list[tuple[Any, ...]], times: int) -> float:
    """How long one call takes, in microseconds."""

    def run() -> None:
        for _ in range(times):
            for arguments in asked:
                function(*arguments)

    return seconds(run) / times / len(asked) * 1e6


def line(name: str, module: float, hand: float, aim: float) -> None:
    print(f"| {name} | {module:.2f} us | {hand:.2f} us | {module / hand:.1f} | {aim:g} |", flush=True)


def main() -> None:
    """Print the table."""
    print("| | module | by hand | ratio | aim |\n|---|--:|--:|--:|--:|")
    asked = questions(built(ROOT / "games" / "caucasus"), built(Path(__file__).parent / "permission.regola"))
    asked += [by_rows(rows) for rows in (50, 1_000, 20_000)]
    for name, aim, module, hand, samples in asked:
        for arguments in samples:
            found, wanted = module(*arguments), hand(*arguments)
            assert (str(found) != "forbidden") is wanted if isinstance(wanted, bool) else found == wanted, arguments
        times = [(per_call(module, samples, 20), per_call(hand, samples, 20)) for _ in range(RUNS)]
        line(name, min(one for one, _ in times), min(other for _, other in times), aim)
    draughts = built(ROOT / "games" / "classics" / "draughts.regola")
    moves = sum(module_game(draughts, seed, 150) for seed in range(5))
    moved = sum(random_game(seed, 150) for seed in range(100))
    times = []
    for _ in range(RUNS):
        module_time = seconds(lambda: [module_game(draughts, seed, 150) for seed in range(5)]) / moves
        times.append((module_time, seconds(lambda: [random_game(seed, 150) for seed in range(100)]) / moved))
    line("a random game of draughts, a move", min(t[0] for t in times) * 1e6, min(t[1] for t in times) * 1e6, 5)


if __name__ == "__main__":
    main()
