"""Sequences of play."""

from __future__ import annotations

from regola_dsl.kinds import OrderKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.program.actions import Effect, Roll
from regola_compiler.model.program.expressions import Expr
from regola_compiler.model.types import Member


@dataclass(frozen=True, slots=True)
class Order:
    """In which order the phases of a list are played; `ties` says who decides between equals, None for chance."""

    tag = "Order"

    kind: OrderKind
    amount: Expr | None
    ties: Expr | None


@dataclass(frozen=True, slots=True)
class Ending:
    """When the game ends, and who has won."""

    tag = "Ending"

    condition: Expr
    winner: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """A phase of the sequence of play.

    `member` is its value of the type Phase, if nothing lies inside it. Where `variable` is set, its
    phases follow once for each of `values`, or of the list `items`, and it has no name of its own; what repeats inside
    a block has none either. `bound` is the fact that says which of them it is, and `parameters` are those that say what
    a phase is played with. Those who act `together` have to agree, and where they do not `alone` decides; those who act
    `at_once` do not see what the others do: lists.
    """

    tag = "Phase"

    name: str
    member: Member | None = None
    actor: Expr | None = None
    condition: Expr | None = None
    until: Expr | None = None
    phases: tuple[Phase, ...] = ()
    effects: tuple[Effect, ...] = ()
    variable: str = ""
    values: tuple[Expr, ...] = ()
    anchors: Anchors = ()
    texts: Texts = ()
    span: Span
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

    @property
    def several(self) -> bool:
        """Whether several act in it, together or at once, so that nobody in particular has the turn."""
        return self.together is not None or self.at_once is not None
