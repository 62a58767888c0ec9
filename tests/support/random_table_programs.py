"""Random tables, as text: small ones for brute force, and large ones that leave nothing out."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations, product
from random import Random

PRELUDE = """\
enum Colour @1
  red, green, blue
scale Grade @1
  low, middle, high
scale Odds of ratios open @1
  1-2, 1-1, 2-1
"""
INPUTS = {
    "n": "int 0..4",
    "m": "int 0..4",
    "any": "int",
    "die": "d4",
    "two": "2d2",
    "digits": "d33",
    "rolled": "modified d3",
    "flag": "bool",
    "colour": "Colour",
    "grade": "Grade",
    "odds": "Odds",
}
_WORDS = {
    "colour": ("red", "green", "blue"),
    "grade": ("low", "middle", "high"),
    "odds": ("1-2", "1-1", "2-1", "3-1"),
    "flag": ("yes", "no"),
}


def small_table(random: Random, hit: str = "", shape: bool = False) -> str:
    """A table of one to three inputs and a few rows, that may have every fault a table can have."""
    inputs = random.sample(list(INPUTS), random.randint(1, 3))
    lines = [PRELUDE + f"table t({', '.join(f'{name}: {INPUTS[name]}' for name in inputs)}) -> int @2"]
    lines.append(f"  hit {hit or random.choice(['unique', 'first'])}")
    lines.append(f"  | {' | '.join(inputs)} | out |")
    lines += [
        f"  | {' | '.join(_cell(random, name) for name in inputs)} | {random.randint(0, 2)} |"
        for _ in range(random.randint(1, 5))
    ]
    while random.random() < 0.4:
        cells = ["otherwise", *(random.choice(["-", _cell(random, name)]) for name in inputs[1:])]
        lines.insert(random.randint(3, len(lines)), f"  | {' | '.join(cells)} | {random.randint(3, 4)} |")
    if shape:
        chosen = random.sample(inputs, random.randint(1, len(inputs)))
        lines.append(f"  {random.choice(['rising', 'falling'])} along {', '.join(chosen)}")
    return "\n".join(lines) + "\n"


def _cell(random: Random, name: str) -> str:
    if random.random() < 0.15:
        return "-"
    if name in _WORDS:
        words = _WORDS[name]
        if name in {"grade", "odds"} and random.random() < 0.5:
            low = random.randrange(len(words))
            return random.choice([f"{words[low]}..{words[random.randrange(low, len(words))]}", f"{words[low]}+"])
        return ", ".join(random.sample(words, random.randint(1, len(words) - 1)))
    base = 11 if name == "digits" else 0
    low = base + random.randint(0, 22 if name == "digits" else 5)
    high = low + random.randint(0, 11 if name == "digits" else 3)
    return random.choice(
        [str(low), f"{low}..{high}", f"{low}..{high}", f"{low}+", f"{low} or less", f"{low}, {high + 2}"]
    )


# Cells that have each value of an input once.
_PARTS = {
    "n": (("0-1", "2", "3-4"), ("0", "1-4"), ("0-2", "3", "4")),
    "any": (("2-", "3", "4+"), ("-1-", "0-7", "8+")),
    "die": (("1", "2-3", "4"), ("1-2", "3-4")),
    "flag": (("yes", "no"),),
    "colour": (("red", "green", "blue"), ("green, blue", "red")),
    "grade": (("low", "middle..high"), ("low..middle", "high"), ("low", "middle", "high")),
}


def copied_row_table(random: Random) -> str:
    """A table that answers every input once, but for a row that was copied, and of which one cell was to be changed."""
    inputs = random.sample(list(_PARTS), random.randint(1, 3))
    rows = [list(row) for row in product(*(random.choice(_PARTS[name]) for name in inputs))]
    random.shuffle(rows)
    column = random.randrange(len(inputs))
    alike = [
        (one, other)
        for one, other in permutations(range(len(rows)), 2)
        if all(a == b for n, (a, b) in enumerate(zip(rows[one], rows[other], strict=True)) if n != column)
    ]
    one, other = random.choice(alike)
    rows[one] = list(rows[other])
    lines = [PRELUDE + f"table t({', '.join(f'{name}: {INPUTS[name]}' for name in inputs)}) -> int @2"]
    lines += [f"  hit {random.choice(['unique', 'first'])}", f"  | {' | '.join(inputs)} | out |"]
    lines += [f"  | {' | '.join(row)} | {number} |" for number, row in enumerate(rows)]
    return "\n".join(lines) + "\n"


@dataclass
class Large:
    """A table of many rows as cells: a range of numbers, or a set of words, for each column."""

    cells: list[list[tuple[int, int] | frozenset[int]]]
    top: int
    words: int

    def text(self, *, hit: str = "unique") -> str:
        """The table as it is written; results repeat after fifty rows."""
        count = len(self.cells[0])
        numeric = [i % 2 == 0 for i in range(count)]
        head = ", ".join(f"n{i}: int 0..{self.top}" if numeric[i] else f"c{i}: Kind" for i in range(count))
        lines = [f"enum Kind @1\n  {', '.join(f'k{i}' for i in range(self.words))}"]
        lines += [f"table t({head}) -> int 0..99 @2", f"  hit {hit}"]
        lines.append(f"  | {' | '.join(f'n{i}' if numeric[i] else f'c{i}' for i in range(count))} | out |")
        for j, row in enumerate(self.cells):
            lines.append(f"  | {' | '.join(self._shown(part) for part in row)} | {j % 50} |")
        return "\n".join(lines) + "\n"

    def _shown(self, part: tuple[int, int] | frozenset[int]) -> str:
        if isinstance(part, tuple):
            return "-" if part == (0, self.top) else f"{part[0]}..{part[1]}"
        return "-" if len(part) == self.words else ", ".join(f"k{i}" for i in sorted(part))

    def changed(self, random: Random, *, wider: bool) -> Large:
        """The same with one cell of a tenth of the rows made wider, so that rows meet, or narrower, so that a gap opens."""
        cells = [list(row) for row in self.cells]
        for j in random.sample(range(len(cells)), len(cells) // 10):
            i = random.randrange(len(cells[j]))
            part = cells[j][i]
            if isinstance(part, tuple):
                low, high = part
                step = max(1, self.top // 10)
                if wider:
                    cells[j][i] = max(0, low - random.randint(0, step)), min(self.top, high + random.randint(1, step))
                else:
                    cells[j][i] = low, random.randint(low, max(low, high - 1))
            elif wider:
                cells[j][i] = part | {random.randrange(self.words)}
            elif len(part) > 1:
                cells[j][i] = frozenset(random.sample(sorted(part), len(part) - 1))
        return Large(cells, self.top, self.words)


def large_table(random: Random, columns: int, rows: int, top: int = 999, words: int = 8) -> Large:
    """A table that answers every input once: one box, divided again and again at random.

    Columns are numbers up to `top` and words by turns.
    """
    whole: list[tuple[int, int] | frozenset[int]] = [
        (0, top) if i % 2 == 0 else frozenset(range(words)) for i in range(columns)
    ]
    cells = [whole]
    while len(cells) < rows:
        j, i = random.randrange(len(cells)), random.randrange(columns)
        part = cells[j][i]
        sides: tuple[tuple[int, int] | frozenset[int], tuple[int, int] | frozenset[int]]
        if isinstance(part, tuple):
            if part[0] == part[1]:
                continue
            cut = random.randint(part[0], part[1] - 1)
            sides = (part[0], cut), (cut + 1, part[1])
        else:
            if len(part) == 1:
                continue
            some = frozenset(random.sample(sorted(part), random.randint(1, len(part) - 1)))
            sides = some, part - some
        first, second = list(cells[j]), list(cells[j])
        first[i], second[i] = sides
        cells[j] = first
        cells.append(second)
    random.shuffle(cells)
    return Large(cells, top, words)
