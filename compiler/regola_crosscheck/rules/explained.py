"""Which numbers of a text some encoded numbers explain."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from regola_crosscheck.book.tokens import Token
from regola_crosscheck.rules.numbers import EncodedNumber, NumberKind

# Articles, singulars and counters make these two say nothing of themselves.
PLAIN = (Fraction(0), Fraction(1))


@dataclass
class NumberSet:
    """The numbers that may explain those of a section."""

    numbers: list[EncodedNumber]

    def __post_init__(self) -> None:
        self.values = {value for atom in self.numbers if atom.kind != "die" for value in atom.values}
        self.near = {value for atom in self.numbers for value in atom.near}
        self.pairs = {atom.values for atom in self.numbers if atom.kind == "pair"}
        self.dice = {atom.values for atom in self.numbers if atom.kind == "die"}

    def explains(self, token: Token) -> bool:
        """Whether the number is among them, in one of the ways it can be said."""
        if token.kind == "die":
            return token.values in self.dice
        if token.kind == "pair":
            a, b = token.values
            # A range 3-5, a ratio 3-1, a unit of 4-6, or odds written the other way round.
            return token.values in self.pairs or (b, a) in self.pairs or self._has_both(a, b)
        if token.kind == "part":
            value = token.value
            return value in self.values or 1 / value in self.values or (value.denominator > 1 and value in self.near)
        if token.kind == "percent":
            return (
                token.value in self.values or token.value / 100 in self.values or 1 - token.value / 100 in self.values
            )
        if token.value in self.values or (token.beyond and token.value in self.near):
            return True
        # A year or an ordinal of two figures: '42.
        return token.kind == "number" and 1900 <= token.value < 2000 and token.value - 1900 in self.values

    def _has_both(self, a: Fraction, b: Fraction) -> bool:
        return all(side in self.values or side in PLAIN or side in self.near for side in (a, b))


def written_number(values: tuple[Fraction, ...], kind: NumberKind) -> str:
    """A number as a reader writes it."""
    if kind == "die":
        count, sides = values
        return f"{'' if count == 1 else count}d{sides}"
    return "-".join(str(value) for value in values)
