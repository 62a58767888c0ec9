"""Sequences of play."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.kinds import OrderKind

from regola_compiler.ir.tree.actions import Effect, Roll
from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.tree.told import Named, Told
from regola_compiler.ir.types import Node


class Order(Node, frozen=True):
    """In which order the phases of a list are played; `ties` says who decides between equals, None for chance."""

    by: OrderKind
    amount: Expr | None = None
    ties: Expr | None = None


class Ending(Told, frozen=True, kw_only=True):
    """When the game ends, and who has won."""

    condition: Expr
    winner: Expr | None = None


class Phase(Named, frozen=True, kw_only=True):
    """A phase of the sequence of play.

    `member` is its place in the type Phase, if nothing lies inside it. Where `variable` is set, its phases follow once
    for each of `values`, or of the list `items`, and it has no name of its own; what repeats inside a block has none
    either. `bound` is the fact that says which of them it is, and `parameters` are those that say what a phase is
    played with. Those who act `together` have to agree, and where they do not `alone` decides; those who act `at_once`
    do not see what the others do: lists.
    """

    member: int | None
    actor: Expr | None
    condition: Expr | None
    until: Expr | None
    effects: tuple[Effect, ...]
    phases: tuple[Phase, ...]
    variable: str = ""
    values: tuple[Expr, ...] = ()
    bound: str = ""
    items: Expr | None = None
    where: Expr | None = None
    order: Order | None = None
    optional: bool = False
    until_idle: bool = False
    parameters: tuple[str, ...] = ()
    called: bool = False
    stays: Expr | None = None
    ends: Expr | None = None
    first: tuple[Effect, ...] = ()
    rolls: tuple[Roll, ...] = ()
    endings: tuple[Ending, ...] = ()
    together: Expr | None = None
    alone: Expr | None = None
    at_once: Expr | None = None

    def walk(self) -> Iterator[Phase]:
        """This phase and everything inside it, in their order."""
        yield self
        for phase in self.phases:
            yield from phase.walk()
