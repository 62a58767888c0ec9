"""What a position is made of, what comes about by itself, and what is true in every one."""

from __future__ import annotations

from collections.abc import Mapping

from regola_dsl.kinds import LifeKind, PieceKind

from regola_compiler.ir.tree.actions import Effect
from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.tree.told import Anchors, Let, Named, Parameter
from regola_compiler.ir.types import Node, Type
from regola_compiler.model.kinds import FactKind


class Life(Node, frozen=True):
    """How long a fact keeps what it is told: for one playing of a phase, or until one begins, perhaps somebody's."""

    kind: LifeKind
    phases: tuple[str, ...]
    who: Expr | None = None


class Secret(Node, frozen=True):
    """Who does not see what a fact says, or (`all_but`) who alone does; open where `unless` holds."""

    all_but: bool
    who: Expr
    unless: Expr | None = None


class Counted(Node, frozen=True):
    """The deeds of one action, by what they are counted for."""

    action: str
    keys: tuple[Expr, ...]


class Counts(Node, frozen=True):
    """The deeds that a fact counts. Of two keys that are `unordered` either may stand first."""

    deeds: tuple[Counted, ...]
    unordered: bool = False


class Fact(Named, frozen=True, kw_only=True):
    """A fact of a position. `default` holds where a position does not say; `where` is the place of an absent table.

    `owner` is the type of pieces that it is a fact of, `life` how long it keeps what it is told,
    `secret` who may see it. With `shows` it keeps what of another fact was shown, and to whom.
    """

    kind: FactKind
    parameters: tuple[Parameter, ...]
    result: Type
    default: Expr | None
    where: Anchors
    owner: str = ""
    life: Life | None = None
    counts: Counts | None = None
    secret: Secret | None = None
    shows: str = ""


class PieceType(Node, frozen=True):
    """A type of individuals; `printed` and `states` name its own facts."""

    name: str
    piece: PieceKind
    printed: tuple[str, ...]
    states: tuple[str, ...]
    lasting: str | None = None


class PutUp(Node, frozen=True):
    """A piece that stands there at the start: its name, its type, and what is said of its facts."""

    name: str
    of: str
    facts: Mapping[str, Expr]


class Players(Node, frozen=True):
    """Who plays, and which definition says on whose side each is."""

    type: Type
    side: str | None = None


class Event(Named, frozen=True, kw_only=True):
    """What comes about as soon as its condition turns true, for each of what it speaks of; perhaps once a game."""

    parameters: tuple[Parameter, ...]
    condition: Expr
    once: bool
    effects: tuple[Effect, ...]


class RuleInfo(Named, frozen=True, kw_only=True):
    """A rule as it was declared; what it says stands with its actions."""

    actions: tuple[str, ...]


class Assumption(Named, frozen=True, kw_only=True):
    """What is true in every position."""

    parameters: tuple[Parameter, ...]
    lets: tuple[Let, ...]
    value: Expr
