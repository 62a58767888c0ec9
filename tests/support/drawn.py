"""Random programs drawn through hypothesis, so that one that fails is told in its smallest form.

The writers of programs take a `Random`. Given a seed, hypothesis could only make the seed smaller, and the program of a
smaller seed is another one. Here each choice of a writer can be made the simplest by itself: what can be left out of a
failing program is left out, and the text that fails is what is printed.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import partial
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from support.hostile_names import renamed
from support.random_clause_programs import random_clause_program
from support.random_path_programs import Journey, random_journey
from support.random_permit_programs import random_permit_program
from support.random_piece_programs import random_piece_program
from support.random_position_programs import random_position_program
from support.random_programs import random_program
from support.random_table_programs import small_table

T = TypeVar("T")
# More than the writers of small programs choose. What is chosen beyond is as a seed has it, so that a writer that tries
# again until something fits comes to an end whatever is drawn.
CHOICES = 1000


class DrawnRandom(Random):
    """Choices as `Random` makes them, each of a byte that is drawn; of 0 the simplest: the first, or not to do it.

    The bytes are drawn as one. Were each choice a draw of its own, hypothesis would make most of its examples by
    copying some of the choices of the last one, which for most programs gives the same text again.
    """

    def __init__(self, drawn: bytes) -> None:
        super().__init__(0)
        self._drawn = iter(drawn)

    def _byte(self) -> int:
        drawn = next(self._drawn, None)
        return int(super().random() * 256) if drawn is None else drawn

    def random(self) -> float:
        """A number from 0 up to but not 1; the simplest is the greatest, which is below no chance."""
        return 1 - (self._byte() + 0.5) / 256

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """A whole number, as `range` has them."""
        values = range(start) if stop is None else range(start, stop, step)
        place = 0
        for _ in range((len(values).bit_length() + 7 + 3) // 8):  # a few bits more than needed, so that none is rare
            place = place << 8 | self._byte()
        return values[place % len(values)]

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """One of several."""
        return seq[self.randrange(len(seq))]

    def sample(self, population: Sequence[T], k: int) -> list[T]:  # type: ignore[override]
        """Some of several, in an order of their own."""
        left = list(population)
        return [left.pop(self.randrange(len(left))) for _ in range(k)]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Another order."""
        x[:] = self.sample(x, len(x))


def randoms() -> st.SearchStrategy[Random]:
    """A source of choices that are drawn."""
    return st.builds(DrawnRandom, st.binary(min_size=CHOICES, max_size=CHOICES))


programs: st.SearchStrategy[str] = st.builds(random_program, randoms())
clause_programs: st.SearchStrategy[str] = st.builds(random_clause_program, randoms())
position_programs: st.SearchStrategy[str] = st.builds(random_position_program, randoms())
piece_programs: st.SearchStrategy[str] = st.builds(random_piece_program, randoms())
permit_programs: st.SearchStrategy[str] = st.builds(random_permit_program, randoms())
roomy_journeys: st.SearchStrategy[Journey] = st.builds(partial(random_journey, roomy=True), randoms())
journeys: st.SearchStrategy[Journey] = st.builds(random_journey, randoms())

# The same with names that a program stumbles over.
OWN = ("table0", "table1", "rule0", "rule1", "rule2", "mods", "n", "die", "flag", "colour", "grade", "piece", "pieces")
OWN_THERE = ("unit", "ground", "side", "n", "flag", "law0", "law1", "deed0", "deed1", "rating0", "pick", "fast", "fuel")
hostile_programs: st.SearchStrategy[str] = st.builds(
    lambda text, random: renamed(text, OWN, random), programs, randoms()
)
hostile_position_programs: st.SearchStrategy[str] = st.builds(
    lambda text, random: renamed(text, OWN_THERE, random), position_programs, randoms()
)


def tables(hit: str = "", *, shape: bool = False) -> st.SearchStrategy[str]:
    """A small table."""
    return st.builds(lambda random: small_table(random, hit, shape), randoms())
