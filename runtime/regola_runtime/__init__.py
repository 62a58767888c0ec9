"""What a compiled game needs while it runs. Standard library only; can be shipped alone."""

from regola_runtime.answers import Answer, Function, ask, distribution, explain, note
from regola_runtime.problems import (
    Contradiction,
    Forbidden,
    MissingRule,
    NoAnswer,
    NoValue,
    OutOfRange,
    OutsideTable,
)
from regola_runtime.rules import (
    Edge,
    agreed,
    best,
    combined,
    divided,
    look_up,
    nearest,
    place,
    settled,
    within,
)
from regola_runtime.values import Choice, Dice, Integer, ListOf, Number, Scale, parse, written

__all__ = [
    "Answer",
    "Choice",
    "Contradiction",
    "Dice",
    "Edge",
    "Forbidden",
    "Function",
    "Integer",
    "ListOf",
    "MissingRule",
    "NoAnswer",
    "NoValue",
    "Number",
    "OutOfRange",
    "OutsideTable",
    "Scale",
    "agreed",
    "ask",
    "best",
    "combined",
    "distribution",
    "divided",
    "explain",
    "look_up",
    "nearest",
    "note",
    "parse",
    "place",
    "settled",
    "within",
    "written",
]
