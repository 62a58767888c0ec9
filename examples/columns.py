"""Which shift of a column changes a battle most: the odds of each result, column by column, and what they are worth.

    regola build caucasus
    python examples/columns.py build/caucasus caucasus combat_results odds A1=-1 DR=1 D1=2 D1-B=3 A1/D2=1

After the folder come the module, a table of it, and the input along which it is shifted; dice are left open. Then comes
what a result is worth to the attacker, as he sees it; what is not named is worth nothing.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from importlib import import_module
from itertools import pairwise


def main() -> None:
    """Print the columns, and the shifts by how much they are worth."""
    folder, name, table, along, *values = sys.argv[1:]
    worths = {result: Fraction(worth) for result, _, worth in (value.rpartition("=") for value in values)}
    sys.path.insert(0, folder)
    rules = import_module(name)
    scale = rules.FUNCTIONS[table].parameters[along]
    columns = []
    for place in range(len(scale.labels)):
        column = scale.at(place)
        chances = rules.distribution(table, **{along: column})
        worth = sum((chance * worths.get(str(result), 0) for result, chance in chances.items()), Fraction(0))
        columns.append((column, worth))
        shown = "  ".join(f"{result} {float(chance):.0%}" for result, chance in chances.items())
        print(f"{column!s:>6}  {float(worth):+.2f}  {shown}")
    print()
    shifts = [(after - before, f"{one} -> {other}") for (one, before), (other, after) in pairwise(columns)]
    for gain, shift in sorted(shifts, key=lambda one: -one[0]):
        print(f"{shift:>14}  {float(gain):+.2f}")


if __name__ == "__main__":
    main()
