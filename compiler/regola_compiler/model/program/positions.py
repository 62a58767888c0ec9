"""What a position is made of: facts, pieces, what is put up at the start; and what is true in every one."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl.kinds import LifeKind, PieceKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.kinds import FactKind
from regola_compiler.model.program.expressions import Expr, Let, Parameter
from regola_compiler.model.types import HandleType, Type


@dataclass(frozen=True, slots=True)
class Life:
    """How long a fact keeps what it is told: for one playing of a phase, or until one begins, perhaps somebody's."""

    tag = "Life"

    kind: LifeKind
    phases: tuple[str, ...]
    who: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Secret:
    """Who does not see what a fact says, or (`all_but`) who alone does; open where `unless` holds."""

    tag = "Secret"

    all_but: bool
    who: Expr
    unless: Expr | None


@dataclass(frozen=True, slots=True)
class Counts:
    """The deeds that a fact counts: of each action, for what. Of two that are `unordered` either may stand first."""

    tag = "Counts"

    deeds: tuple[tuple[str, tuple[Expr, ...]], ...]
    unordered: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a position, or what stands for one: an absent table, the phase, the active player.

    `default` is what holds where a position does not say; `where` is the place of an absent table. `owner` is the type
    of pieces that it is a fact of, `life` how long it keeps what it is told. One that is `hidden` nobody declares.
    With `shows` it keeps what of another fact was shown, to whom (its first argument) and for what (the others).
    """

    tag = "Fact"

    name: str
    kind: FactKind
    parameters: tuple[Parameter, ...]
    result: Type
    default: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
    where: Anchors = ()
    owner: str = ""
    life: Life | None = None
    counts: Counts | None = None
    secret: Secret | None = None
    shows: str = ""

    @property
    def hidden(self) -> bool:
        """Whether it is kept by the play alone, and no declaration of its own."""
        return self.kind in {"phase", "active", "pieces", "rolled", "entered", "counted", "shown"}

    @property
    def of_a_piece(self) -> bool:
        """Whether it is a fact of one piece or place, which is read as its field wherever it is declared."""
        return is_of_a_piece(self.kind, self.parameters)


def is_of_a_piece(kind: str, parameters: Sequence[Parameter]) -> bool:
    """Whether what is declared as a kind, with some parameters, is a fact of one piece or place, read as its field."""
    if kind not in {"state", "given"} or len(parameters) != 1:
        return False
    type_ = parameters[0].type
    return isinstance(type_, HandleType) and type_.individuals


@dataclass(frozen=True, slots=True)
class Assumption:
    """What is true in every position."""

    tag = "Assumption"

    name: str
    parameters: tuple[Parameter, ...]
    lets: tuple[Let, ...]
    value: Expr
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """A type of individuals; `printed` and `states` are the names of its own facts."""

    tag = "PieceInfo"

    name: str
    kind: PieceKind
    printed: tuple[str, ...]
    states: tuple[str, ...]
    lasting: str | None


@dataclass(frozen=True, slots=True)
class PutUp:
    """A piece that stands there at the start: its name, its type, and what is said of its facts."""

    tag = "PutUp"

    name: str
    type: str
    facts: tuple[tuple[str, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Individual:
    """A name that a counter sheet or a map gives: of what kind, of which type if that is said, and where."""

    tag = "Individual"

    name: str
    kind: PieceKind
    type: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays, and which definition says on whose side each is."""

    tag = "Players"

    type: Type
    side: str | None
