"""The closed sets of words that the language is written in: what kind of fold, of fact, of edge, of step.

A set that is only compared is a `Literal`; one that is read from a text, listed or looked up is a `Kind`. The checker
of types knows both, so that a misspelt or a forgotten word is found where it stands.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal, TypeAlias


class Kind(StrEnum):
    """A word of a closed set: it is compared, hashed, sorted and printed as the word itself.

    What is kept and compared between versions (the desk's fingerprints, canonical forms of expressions) is made from
    the `repr` of nodes, so that of a word is its string's, whatever the set is called.
    """

    __repr__ = str.__repr__


class OperationName(Kind):
    """A fixed-shape operation, by the name that the grammar gives it, or by its sign."""

    ADD = "add"
    SUBTRACT = "subtract"
    MULTIPLY = "multiply"
    DIVIDE = "divide"
    NEGATE = "negate"
    SHIFT = "shift"
    EQUAL = "=="
    UNEQUAL = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="
    IS = "is_"
    IS_NOT = "is_not"
    IN = "in_"
    NOT_IN = "not_in"
    AND = "and_"
    OR = "or_"
    NOT = "not_"
    GROUP = "group"
    ENDS_OF = "ends_of"
    LENGTH_OF = "length_of"
    WAYS_OF = "ways_of"
    STEPS_OF = "steps_of"
    START_OF = "start_of"
    END_OF = "end_of"
    LAST_STEP_OF = "last_step_of"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"
    HALF_UP = "half_up"
    HALF_DOWN = "half_down"
    HALF_NEAREST = "half_nearest"
    ROUND_UP = "round_up"
    ROUND_DOWN = "round_down"
    ROUND_NEAREST = "round_nearest"
    IS_A = "is_a"
    IS_NOT_A = "is_not_a"
    HAS_LEFT = "has_left"
    RANGE = "range_list"


class FoldKind(Kind):
    """What is made of a list.

    A truth value (any, all, no), a number (count, sum), one of its values (min, max), or a list of some of its items
    (those).
    """

    ANY = "any"
    ALL = "all"
    NO = "no"
    COUNT = "count"
    SUM = "sum"
    MIN = "min"
    MAX = "max"
    THOSE = "those"


class HitPolicy(Kind):
    """What a table answers where several rows match.

    It must not happen; or the first, all of them, their sum, the most or the least of them.
    """

    UNIQUE = "unique"
    FIRST = "first"
    ALL = "all"
    SUM = "sum"
    MAX = "max"
    MIN = "min"


class EdgePolicy(Kind):
    """What a table answers past an edge: what stands at the edge, or nothing, since the rules do not allow it."""

    CLAMP = "clamp"
    FORBIDDEN = "forbidden"


class Degree(Kind):
    """What a choice prefers: the least of a value, the most of it, or what fulfils a condition."""

    LEAST = "least"
    MOST = "most"
    WHERE = "where"


class StatementModality(Kind):
    """What a statement says of an action, as it is written."""

    MAY = "may"
    MAY_ONLY = "may_only"
    MUST = "must"
    MUST_NOT = "must_not"


class EffectMode(Kind):
    """What an effect does to a fact, or to a piece."""

    BECOMES = "becomes"
    RESET = "reset"
    GAINS = "gains"
    LOSES = "loses"
    LEAVES = "leaves"
    ENTERS = "enters"
    TAKES_OVER = "takes_over"
    PLAYS = "plays"
    CHANGES = "changes"
    SHOWS = "shows"


# The edge of a table that a line `beyond` speaks of.
Side: TypeAlias = Literal["below", "above"]
# Where a scale is looked through for a number: its last step at most that, or its first at least.
PickDirection: TypeAlias = Literal["first", "last"]
# How a table's results run along an axis.
ShapeDirection: TypeAlias = Literal["rising", "falling"]
# What a type is written as.
TypeKind: TypeAlias = Literal["int", "bool", "number", "dice", "modified", "list", "named", "union", "group"]
# What an individual is: something that is moved about, or something on which it stands.
PieceKind: TypeAlias = Literal["piece", "place"]
# How long a fact keeps what it is told: for one playing of a phase, or until a phase begins.
LifeKind: TypeAlias = Literal["lasting", "until"]
# What of the past is read: how things stood when a phase began, or when it was last over.
PastKind: TypeAlias = Literal["at_start", "before"]
# Until when something must be done: before a phase may end, or before anything else.
DueKind: TypeAlias = Literal["by_end", "at_once"]
# In which order the phases of a list are played: as it stands, as the player likes, or by an amount.
OrderKind: TypeAlias = Literal["listed", "any", "most", "least"]
# Who says a fact: the position, the host, or the players before they begin.
DeclaredFactKind: TypeAlias = Literal["state", "given", "variant"]
# What holds of an action where no rule speaks.
DefaultPermission: TypeAlias = Literal["allowed", "forbidden"]
# How far a stretch of a path goes: so many steps or fewer, any number, so many, or as far as so many points last.
LegKind: TypeAlias = Literal["at_most", "any", "exactly", "points"]
# Where a path may not go on, or (ends) may end.
ConstraintKind: TypeAlias = Literal["never_into", "never_across", "stops_in", "stops_after", "ends"]
# What an example says of a question: that it holds, or how it is not answered.
Outcome: TypeAlias = Literal["holds", "forbidden", "missing", "contradictory"]
# What a line of an example is: what it says of a question, or what it does.
LineOutcome: TypeAlias = Outcome | Literal["given", "setup", "with", "done", "played", "ended"]
