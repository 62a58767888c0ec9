"""A whole game."""

from __future__ import annotations

from typing import Literal, TypeAlias

from regola_compiler.ir.tree.actions import Action
from regola_compiler.ir.tree.book import Acceptance, Erratum, Example, Scenario, Section, Term
from regola_compiler.ir.tree.declared import TypeDeclaration
from regola_compiler.ir.tree.functions import Definition, Modifiers, Table
from regola_compiler.ir.tree.positions import Assumption, Event, Fact, PieceType, Players, PutUp, RuleInfo
from regola_compiler.ir.tree.searches import Choice, Path
from regola_compiler.ir.tree.sequences import Phase
from regola_compiler.ir.tree.told import Titles
from regola_compiler.ir.types import Node

VERSION: Literal[3] = 3
Callable: TypeAlias = Definition | Table | Modifiers | Action | Path | Choice
Declaration: TypeAlias = Callable | Fact


class Ir(Node, frozen=True, kw_only=True):
    """A whole game.

    `functions` and `facts` stand in the order of the files, `order` has their names together. `sequences` are unrolled,
    as they are played; `outlines` are the same as the book tells them, with their repetitions. `tables` are the tables
    and modifiers in the order in which the book prints them. `speaks` are the languages that texts are written in.
    `setup` is what the files themselves put up.
    """

    regola: Literal[3]
    game: str
    title: Titles
    languages: tuple[str, ...]
    types: tuple[TypeDeclaration, ...]
    facts: tuple[Fact, ...]
    functions: tuple[Callable, ...]
    rules: tuple[RuleInfo, ...]
    assumptions: tuple[Assumption, ...]
    scenarios: tuple[Scenario, ...]
    sequences: tuple[Phase, ...]
    outlines: tuple[Phase, ...]
    examples: tuple[Example, ...]
    errata: tuple[Erratum, ...]
    acceptances: tuple[Acceptance, ...]
    sections: tuple[Section, ...] = ()
    terms: tuple[Term, ...] = ()
    tables: tuple[str, ...]
    order: tuple[str, ...]
    speaks: tuple[str, ...]
    sources: tuple[Titles, ...]
    credits: tuple[str, ...]
    broken: tuple[str, ...] = ()
    pieces: tuple[PieceType, ...] = ()
    players: Players | None = None
    setup: tuple[PutUp, ...] = ()
    events: tuple[Event, ...] = ()
