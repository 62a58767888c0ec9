"""How often things of two languages stand beside one another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Counts:
    """Pairs, counted: what stands beside something elsewhere, and how often."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs = Counter(pairs)
        self._theirs: dict[str, Counter[str]] = {}
        self._ours: dict[str, Counter[str]] = {}
        for (one, other), times in self.pairs.items():
            self._theirs.setdefault(one, Counter())[other] += times
            self._ours.setdefault(other, Counter())[one] += times

    def times(self, one: str, other: str) -> int:
        """How often two stand beside one another."""
        return self.pairs[one, other]

    def others(self, one: str, other: str) -> tuple[Counter[str], Counter[str]]:
        """What else stands beside the first, and what else beside the second."""
        return _without(self._theirs.get(one), other), _without(self._ours.get(other), one)


def _without(several: Counter[str] | None, one: str) -> Counter[str]:
    return Counter({thing: times for thing, times in (several or {}).items() if thing != one})
