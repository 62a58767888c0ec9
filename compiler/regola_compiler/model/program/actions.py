"""What can be done, what rules say of it, and what it changes."""

from __future__ import annotations

from regola_dsl.kinds import EffectMode
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.kinds import GuardKind, Modality
from regola_compiler.model.program.expressions import Binding, Expr, Let, Parameter
from regola_compiler.model.program.positions import Fact
from regola_compiler.model.types import DiceType, Member, Type


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when what must be done has to be: by the end of a phase, or at once (None).

    What is to be done where it is `possible` lapses where it is not. `either` are the actions of which one is enough;
    such a duty may be without an end ("").
    """

    tag = "Deadline"

    phase: str | None
    possible: bool
    either: tuple[str, ...] = ()

    @property
    def at_once(self) -> bool:
        """Whether nothing else may be done before."""
        return self.phase is None

    @property
    def leaves_time(self) -> bool:
        """Whether what must be done need not be done next: it has a phase's time, or another deed would do."""
        return bool(self.phase or self.either)


@dataclass(frozen=True, slots=True)
class Norm:
    """What one rule, or an exception to one, says of an action.

    `when` is the rule's own condition as written; `condition` has the phases, the variant and the values
    of the statement in it too. `open` are the parameters that a duty does not name: what its conditions do not ask of
    them either, some way to fill them in is enough.
    `elsewhere` are the duties that a ban of some ways leaves to the others.
    """

    tag = "Norm"

    name: str
    modality: Modality
    lets: tuple[Let, ...]
    condition: Expr | None
    when: Expr | None
    exceptions: tuple[Norm, ...]
    over: frozenset[str]
    phases: tuple[str, ...]
    under: str | None
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
    due: Deadline | None = None
    failing: tuple[Effect, ...] = ()
    open: frozenset[str] = frozenset()
    elsewhere: frozenset[str] = frozenset()

    @property
    def silences(self) -> frozenset[str]:
        """What it stands over: what it is declared over, and the duties that another filling fulfils."""
        return self.over | self.elsewhere


@dataclass(frozen=True, slots=True)
class Guard:
    """What must hold for an action to be possible at all."""

    tag = "Guard"

    name: str
    kind: GuardKind
    condition: Expr
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact takes a value; where it is reset it goes back to its default, for all arguments.

    What is gained and lost adds up. With `plays` the `fact` is a phase and the arguments are what it is played with;
    with `leaves` and `takes over` it is the list of all pieces of a type, and the pieces are arguments. With `enters`
    it is that list too, the `value` says how many are made, and the arguments are what is told of each, of the facts
    `fields`. `each` are those for whom it comes about, the outermost first.
    """

    tag = "Effect"

    fact: str
    arguments: tuple[Expr, ...]
    value: Expr | None
    condition: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span
    mode: EffectMode = EffectMode.BECOMES
    each: tuple[Binding, ...] = ()
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Roll:
    """What chance says: the fact `name` takes the value of dice, or of one drawn from a `pool`.

    With `each` it is rolled for each of some, with `count` so many dice are kept apart.
    """

    tag = "Roll"

    name: str
    each: Binding | None
    count: Expr | None
    dice: DiceType | None
    pool: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done. `default` holds where no rule speaks; None means nothing does.

    `candidates` are, by parameter, the list among which it is chosen, if that is said; `counters` what its limits
    count; `agreed` is who has to agree to it. Those named in `groups` are several of that list at once.
    """

    tag = "Action"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    actor: Expr | None
    phases: tuple[str, ...]
    default: Member | None
    guards: tuple[Guard, ...]
    norms: tuple[Norm, ...]
    effects: tuple[Effect, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
    candidates: tuple[Expr | None, ...] = ()
    rolls: tuple[Roll, ...] = ()
    counters: tuple[Fact, ...] = ()
    groups: tuple[str, ...] = ()
    agreed: Expr | None = None


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule as it was declared: one or more actions have its norm."""

    tag = "RuleInfo"

    name: str
    actions: tuple[str, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Event:
    """What comes about as soon as its condition turns true, for each of what it speaks of; perhaps once a game."""

    tag = "Event"

    name: str
    parameters: tuple[Parameter, ...]
    condition: Expr
    once: bool
    effects: tuple[Effect, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
