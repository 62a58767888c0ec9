"""The closed sets of words that the checked program is written in, beside those it shares with the text."""

from __future__ import annotations

from typing import Literal, TypeAlias

from regola_dsl.kinds import DeclaredFactKind, EffectMode, Kind


class Operator(Kind):
    """A strict operation on single values; what each means is `evaluate.operations`."""

    ADD = "add"
    SUBTRACT = "subtract"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    NEGATE = "negate"
    ROUND_UP = "round_up"
    ROUND_DOWN = "round_down"
    ROUND_NEAREST = "round_nearest"
    EQUAL = "=="
    UNEQUAL = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="
    NOT = "not"
    MIN = "min"
    MAX = "max"
    IN = "in"
    CONTAINS = "contains"
    SHIFT = "shift"
    PICK_FIRST = "pick_first"
    PICK_LAST = "pick_last"
    IS_A = "is_a"
    START = "way_start"
    END = "way_end"
    STEPS = "way_steps"


# How an effect can give a fact a value for what it is told of.
TELLS = frozenset({EffectMode.BECOMES, EffectMode.SHOWS, EffectMode.GAINS, EffectMode.LOSES})

COMPARISONS = frozenset(
    {
        Operator.EQUAL,
        Operator.UNEQUAL,
        Operator.LESS,
        Operator.LESS_EQUAL,
        Operator.GREATER,
        Operator.GREATER_EQUAL,
    }
)


class Modality(Kind):
    """What a norm says of an action; an exception that lifts only takes its rule away."""

    MAY = "may"
    MUST = "must"
    MUST_NOT = "must_not"
    LIFT = "lift"


# Operations that are evaluated from the left, only as far as needed.
LogicKind: TypeAlias = Literal["and", "or"]
# Which other position is asked: when a phase began, when it was last over, after a deed; or whether a deed is possible.
SupposedKind: TypeAlias = Literal["at_start", "before", "after", "can"]
# What is asked of a path: whether there is one (""), how long the shortest is, where it can end, or by which ways.
Aspect: TypeAlias = Literal["", "length", "ends", "ways"]
# What can be read of a way without all of it: where it starts or ends, its last step, or which places it passes.
Part: TypeAlias = Literal["start", "end", "last step", "places"]
# A fact of a position as declared, a table that is elsewhere, the phase, whose turn it is; or what is told of a path.
# Beside them what only the play itself says: which pieces there are, what was rolled, what a phase is played with, what
# is counted for a limit.
FactKind: TypeAlias = (
    DeclaredFactKind | Literal["absent", "phase", "active", "path", "pieces", "rolled", "entered", "counted", "shown"]
)
# Why an action is possible at all: it is in its phase, by its actor, chosen among what may be chosen, a requirement is
# met, a limit not reached.
GuardKind: TypeAlias = Literal["phase", "actor", "among", "requires", "limit"]
