"""What a compiled game needs while it runs. Standard library only; can be shipped alone."""

from regola_runtime.actions import Guard, Norm, permitted
from regola_runtime.answers import Answer, Function, ask, distribution, explain, find, note
from regola_runtime.choices import chosen
from regola_runtime.errors import (
    Contradiction,
    Forbidden,
    MissingRule,
    NoAnswer,
    NotGiven,
    NoValue,
    OutOfRange,
    OutsideTable,
)
from regola_runtime.paths import Leg, Limits, reach, shortest
from regola_runtime.positions import UNTOLD, Relation, Untold, changed, told
from regola_runtime.rules import Edge, agreed, best, combined, divided, look_up, nearest, place, settled, within
from regola_runtime.sequence import Stage, Tracker
from regola_runtime.values import Choice, Dice, Handle, Integer, ListOf, Number, Scale, parse, written

__all__ = [
    "UNTOLD",
    "Answer",
    "Choice",
    "Contradiction",
    "Dice",
    "Edge",
    "Forbidden",
    "Function",
    "Guard",
    "Handle",
    "Integer",
    "Leg",
    "Limits",
    "ListOf",
    "MissingRule",
    "NoAnswer",
    "NoValue",
    "Norm",
    "NotGiven",
    "Number",
    "OutOfRange",
    "OutsideTable",
    "Relation",
    "Scale",
    "Stage",
    "Tracker",
    "Untold",
    "agreed",
    "ask",
    "best",
    "changed",
    "chosen",
    "combined",
    "distribution",
    "divided",
    "explain",
    "find",
    "look_up",
    "nearest",
    "note",
    "parse",
    "permitted",
    "place",
    "reach",
    "settled",
    "shortest",
    "told",
    "within",
    "written",
]
