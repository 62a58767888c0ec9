"""What can be done, what may be done, and what that changes."""

from __future__ import annotations

from regola_dsl.kinds import DefaultPermission, EffectMode
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree.expressions import Binding, Condition, Expr, Field, Let, TypeName
from regola_dsl.tree.names import Anchors, Name, Texts
from regola_dsl.tree.rules import ExceptionRule, Statement


@dataclass(frozen=True, slots=True)
class Requirement:
    """What must be fulfilled for an action to be possible at all."""

    tag = "requirement"
    condition: Expr
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """What an action or a phase changes: a fact becomes a value, or (None) is reset to its default.

    `mode` says what else it can be; `each` is for whom it comes about, the outermost first; `first` that it does
    before what lies inside its phase.
    """

    tag = "effect"
    target: Expr
    value: Expr | None
    condition: Condition
    anchors: Anchors
    texts: Texts
    span: Span
    mode: EffectMode = EffectMode.BECOMES
    each: tuple[Binding, ...] = ()
    first: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll d: d6`, one for each of some (`each`), several (`count`); or `draw chit among pool`."""

    tag = "roll"
    name: Name
    each: Field | None
    count: Expr | None
    dice: TypeName | None
    pool: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Measure:
    """`1 each movement per u`: how often, in which playing, for what; `unordered` where two keys may be exchanged."""

    amount: Expr
    phases: tuple[Name, ...]
    keys: tuple[Expr, ...]
    unordered: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """How often something may be done; `actions` where it is declared by itself, for several."""

    tag = "limit"
    name: Name
    measure: Measure
    actions: tuple[Name, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Change:
    """Effects that several causes bring about."""

    tag = "change"
    name: Name
    parameters: tuple[Field, ...]
    effects: tuple[Effect, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class AlsoAfter:
    """What else comes about with a change: `name` is the change's, `parameters` what its own are called here."""

    tag = "alsoafter"
    name: Name
    parameters: tuple[Name, ...]
    condition: Condition
    effects: tuple[Effect, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Event:
    """What comes about as soon as something holds."""

    tag = "event"
    name: Name
    parameters: tuple[Field, ...]
    condition: Expr
    once: bool
    effects: tuple[Effect, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done; `default` is what holds where no rule speaks, None for nothing.

    `agreed` is who has to agree to it.
    """

    tag = "action"
    name: Name
    parameters: tuple[Field, ...]
    actor: Expr | None
    phases: tuple[Name, ...]
    default: DefaultPermission | None
    requirements: tuple[Requirement, ...]
    effects: tuple[Effect, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    rolls: tuple[Roll, ...] = ()
    limits: tuple[Limit, ...] = ()
    agreed: Expr | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What may, must or must not be done."""

    tag = "rule"
    name: Name
    over: tuple[Name, ...]
    phases: tuple[Name, ...]
    under: Name | None
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    statements: tuple[Statement, ...]
    exceptions: tuple[ExceptionRule, ...]
    span: Span
    by: Name | None = None
    failing: tuple[Effect, ...] = ()
