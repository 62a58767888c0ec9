"""All that can stand at the left margin of a file."""

from __future__ import annotations

from typing import TypeAlias

from regola_dsl.tree.actions import Action, AlsoAfter, Change, Event, Limit, Rule
from regola_dsl.tree.book import Accept, Erratum, Example, LabelText
from regola_dsl.tree.positions import Assume, Fact, Piece, Players, Setup
from regola_dsl.tree.rules import Define, ExceptionRule
from regola_dsl.tree.searches import Choice, Path
from regola_dsl.tree.sequences import Phase, Sequence
from regola_dsl.tree.tables import Enum, GivenType, Modifiers, Record, Table

Declaration: TypeAlias = (
    Enum
    | Record
    | GivenType
    | Table
    | Modifiers
    | Define
    | ExceptionRule
    | Fact
    | Assume
    | Action
    | Rule
    | Sequence
    | Path
    | Choice
    | Example
    | Erratum
    | Accept
    | LabelText
    | Piece
    | Players
    | Setup
    | Change
    | AlsoAfter
    | Event
    | Limit
    | Phase
)
