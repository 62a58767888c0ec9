"""Why the rules give no answer. `regola check` finds the positions where they would not.

What is raised has the name that the interpreter's own error has (`regola_compiler.evaluate.errors`), and stands below
a wider class, to be caught with what is like it: a `TableGap` is a `MissingRule`, a `DivisionByZero` has `NoValue`.
"""

from __future__ import annotations

from typing import Self


class NoAnswer(Exception):  # noqa: N818  the rules are silent; nothing went wrong in the program
    """The rules give no answer here."""


class MissingRule(NoAnswer):
    """No rule applies."""


class TableGap(MissingRule):
    """No row of a table applies."""


class OutsideTable(MissingRule):
    """A table was entered past its printed edge, and says nothing of what lies there."""


class Contradiction(NoAnswer):
    """Two rules of the same rank apply and disagree."""


class TableOverlap(Contradiction):
    """Two rows of a table answer the same inputs differently."""


class Forbidden(NoAnswer):
    """The rules do not allow this: a table was entered past an edge that forbids, or an action cannot be done."""


class OutOfRange(NoAnswer):
    """A value is outside the bounds that its rule declares."""


class NoValue(NoAnswer):
    """A calculation has no result."""


class DivisionByZero(NoValue):
    """Something is divided by zero."""


class TooLarge(NoValue):
    """A path is too long to be searched."""


class OffScale(NoValue):
    """A scale is left: by a shift, or because none of its values is worth what is looked for."""


class EmptyFold(NoValue):
    """The largest or smallest of nothing is asked for."""


class NoPath(NoValue):
    """How long a path is, is asked where there is none."""


class EffectClash(NoAnswer):
    """Two effects that come about together give one fact two values."""


class PieceGone(NoAnswer):
    """Something is asked of a piece that rules made, and that is gone or was not there yet."""


class TooManyPieces(NoAnswer):
    """Rules make more pieces of a type than any game has."""


class NotGiven(NoAnswer):
    """The answer depends on a fact that the position does not say."""


class Misfit(ValueError):  # noqa: N818  it says what is wrong
    """What comes in from outside is not what these rules know; `path` says where."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path, self.problem = path, problem

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        return type(self), (self.path, self.problem)


class UnknownName(Misfit, LookupError):  # noqa: N818  it says what is wrong
    """A rule that there is not, or a parameter that a rule does not have."""


class UnknownFact(Misfit):
    """A fact that the rules do not have."""


class UnknownPiece(Misfit):
    """A piece that there is not, or is not any more."""


class UnknownScenario(Misfit):
    """A scenario that the game does not have."""


class WrongValue(Misfit):
    """A value that is not of its type, or outside its bounds: a misspelt phase, a row beyond the board."""


class WrongShape(Misfit):
    """Something that is written as no position, or no history, is."""


class WrongGame(Misfit):
    """A history of another game, or one that these rules do not allow."""
