"""The model: a checked program, every name looked up and every expression typed.

Definitions are trees of clauses (Catala's default logic): a clause has a value, exceptions that
win over it where they hold, and sequels (`then exception`) that act on whatever came out.
Tables are rows over dimensions; a selector is a list of ordinal intervals, so that integers,
members and truth values are matched, counted and compared in the same way.

A node's `tag` is what it is called where something of it is kept on disk, in the fingerprints of the crosscheck: a
class may get another name, its tag may not.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, TypeAlias

from regola_dsl.kinds import (
    ConstraintKind,
    Degree,
    EdgePolicy,
    EffectMode,
    FoldKind,
    HitPolicy,
    LegKind,
    LifeKind,
    OrderKind,
    Outcome,
    PieceKind,
    ShapeDirection,
)
from regola_dsl.source import Span
from regola_dsl.tree import Anchors, Texts

from regola_compiler.model.kinds import Aspect, FactKind, GuardKind, LogicKind, Modality, Operator, SupposedKind
from regola_compiler.model.types import (
    BoolType,
    DiceType,
    EnumType,
    HandleType,
    IntType,
    Member,
    RecordType,
    Type,
    Value,
)

Interval: TypeAlias = tuple[int | None, int | None]
Selector: TypeAlias = tuple[Interval, ...]
ANYTHING: Selector = ((None, None),)


# --- expressions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Const:
    """A value."""

    tag = "Const"

    value: Value
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var:
    """A parameter, a `let`, a list's variable, or `value` in a sequel."""

    tag = "Var"

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of a record."""

    tag = "FieldOf"

    record: Expr
    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """A declaration asked; `aspect` is what is asked of a path."""

    tag = "Call"

    callee: str
    arguments: tuple[Expr, ...]
    type: Type
    span: Span
    aspect: Aspect = ""


@dataclass(frozen=True, slots=True)
class Apply:
    """A strict operation on single values."""

    tag = "Apply"

    operator: Operator
    operands: tuple[Expr, ...]
    type: Type
    span: Span
    scale: EnumType | None = None


@dataclass(frozen=True, slots=True)
class Logic:
    """`and` or `or`, evaluated from the left only as far as needed."""

    tag = "Logic"

    kind: LogicKind
    operands: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """A choice of two values."""

    tag = "If"

    condition: Expr
    then: Expr
    otherwise: Expr
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Fold:
    """A quantifier or aggregate over a list."""

    tag = "Fold"

    kind: FoldKind
    value: Expr | None
    variable: str
    items: Expr
    where: Expr | None
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class RecordLiteral:
    """A record written out, every field present."""

    tag = "Make"

    fields: tuple[tuple[str, Expr], ...]
    type: RecordType
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """A list written out."""

    tag = "ListOf"

    items: tuple[Expr, ...]
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Supposed:
    """What is asked of another position than this one.

    Of the past, a `value` at the start of the phase `of` (`at_start`, perhaps `who`'s), or at its last end (`before`);
    of the possible, a `value` `after` the action `of` with some arguments, or whether one `can` be done, where
    arguments that are left out may be anything.
    """

    tag = "Supposed"

    kind: SupposedKind
    value: Expr | None
    of: str
    arguments: tuple[tuple[str, Expr], ...]
    who: Expr | None
    type: Type
    span: Span


Expr: TypeAlias = Const | Var | FieldOf | Call | Apply | Logic | If | Fold | RecordLiteral | ListLiteral | Supposed


# --- declarations ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Parameter:
    """A typed parameter."""

    tag = "Parameter"

    name: str
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Let:
    """A named value."""

    tag = "Let"

    name: str
    value: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Clause:
    """A value with its exceptions. The root of a definition is one, and so is each exception.

    `condition` None means always. Where `value` is None the exceptions alone must answer.
    """

    tag = "Clause"

    name: str
    anchors: Anchors
    texts: Texts
    condition: Expr | None
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[Clause, ...]
    sequel: bool
    over: frozenset[str]
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition."""

    tag = "Definition"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    root: Clause
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Edge:
    """What a table says past an edge of one of its dimensions."""

    tag = "Edge"

    policy: EdgePolicy
    by: str | None
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Dimension:
    """One input of a table: the path read, and the stretch of ordinals the table answers for."""

    tag = "Dimension"

    label: str
    value: Expr
    type: Type
    low: int
    high: int
    below: Edge | None = None
    above: Edge | None = None

    @property
    def closed(self) -> bool:
        """Whether its type has no values past its edges."""
        type_ = self.type
        match type_:
            case EnumType():
                return not (type_.open_below or type_.open_above)
            case DiceType():
                return not type_.modified
            case IntType():
                return type_.low is not None and type_.high is not None
            case _:
                return True


@dataclass(frozen=True, slots=True)
class Row:
    """One rule of a table; a grid gives one for each cell. `last` marks `otherwise`."""

    tag = "Row"

    selectors: tuple[Selector, ...]
    outputs: tuple[Expr, ...]
    anchors: Anchors
    span: Span
    line: Span
    last: bool = False
    texts: Texts = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table. `shown` is its printed form, header first, for references."""

    tag = "Table"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    outputs: tuple[str, ...]
    dimensions: tuple[Dimension, ...]
    rows: tuple[Row, ...]
    hit: HitPolicy
    shapes: tuple[tuple[ShapeDirection, int, Span], ...]
    shown: tuple[tuple[str, ...], ...]
    grid: bool
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a modifiers table."""

    tag = "Modifier"

    name: str
    amount: Expr
    condition: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Modifiers that are summed."""

    tag = "Modifiers"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    unit: str | None
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


# --- positions, actions and rules ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Life:
    """How long a fact keeps what it is told: for one playing of a phase, or until one begins, perhaps somebody's."""

    tag = "Life"

    kind: LifeKind
    phases: tuple[str, ...]
    who: Expr | None
    span: Span


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

    @property
    def hidden(self) -> bool:
        """Whether it is kept by the play alone, and no declaration of its own."""
        return self.kind in {"phase", "active", "pieces", "rolled", "entered", "counted"}


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
class Norm:
    """What one rule, or an exception to one, says of an action.

    `when` is the rule's own condition as written; `condition` has the phases, the variant and the values
    of the statement in it too.
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


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when what must be done has to be: by the end of a phase, or at once (None).

    What is to be done where it is `possible` lapses where it is not. `either` are the actions of which one is enough.
    """

    tag = "Deadline"

    phase: str | None
    possible: bool
    either: tuple[str, ...] = ()


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
class Binding:
    """For whom something comes about: each of a list that fulfils a condition."""

    tag = "Binding"

    variable: str
    items: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Effect:
    """A fact takes a value; where it is reset it goes back to its default, for all arguments.

    What is gained and lost adds up. With `plays` the `fact` is a phase and the arguments are what it is played with;
    with `leaves` and `takes over` it is the list of all pieces of a type, and the pieces are arguments. `each` are
    those for whom it comes about, the outermost first.
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
    count.
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
class Phase:
    """A phase of the sequence of play.

    `member` is its value of the type Phase, if nothing lies inside it. Where `variable` is set, its
    phases follow once for each of `values`, or of the list `items`, and it has no name of its own; what repeats inside
    a block has none either. `bound` is the fact that says which of them it is, and `parameters` are those that say what
    a phase is played with.
    """

    tag = "Phase"

    name: str
    member: Member | None
    actor: Expr | None
    condition: Expr | None
    until: Expr | None
    phases: tuple[Phase, ...]
    effects: tuple[Effect, ...]
    variable: str
    values: tuple[Expr, ...]
    anchors: Anchors
    texts: Texts
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
class Players:
    """Who plays, and which definition says on whose side each is."""

    tag = "Players"

    type: Type
    side: str | None


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a path; `ends` name the two places of a step."""

    tag = "Leg"

    kind: LegKind
    limit: Expr | None
    ends: tuple[str, str]
    cost: Expr | None
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class PathConstraint:
    """Where a path may not go on, or may end."""

    tag = "Bar"

    kind: ConstraintKind
    places: tuple[str, ...]
    condition: Expr
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    """A path over an adjacency, which is a fact from a place to a list of places."""

    tag = "Path"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    place: Type
    over: str
    lets: tuple[Let, ...]
    start: Expr
    end: Expr | None
    legs: tuple[Leg, ...]
    bars: tuple[PathConstraint, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Preference:
    """What is preferred: the least or the most of a value, or what fulfils a condition."""

    tag = "Preference"

    degree: Degree
    value: Expr
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice with priorities; its answer are the options that are left."""

    tag = "Choice"

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    actor: Expr | None
    lets: tuple[Let, ...]
    variable: str
    items: Expr
    where: Expr | None
    preferences: tuple[Preference, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A finding that is accepted, and why."""

    tag = "Acceptance"

    code: str
    declaration: str
    anchors: Anchors
    reason: Texts
    span: Span

    def at(self, span: Span) -> Acceptance:
        """The same acceptance where it stands now."""
        return replace(self, span=span)


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of an example that asks something: it must hold, or have no answer, and why."""

    tag = "Expectation"

    expression: Expr
    outcome: Outcome
    span: Span


@dataclass(frozen=True, slots=True)
class GivenLine:
    """A line of an example that tells a fact."""

    tag = "Expectation"

    expression: Expr
    span: Span
    outcome: ClassVar[Literal["given"]] = "given"


@dataclass(frozen=True, slots=True)
class SetupLine:
    """A line of an example that begins from a scenario's position."""

    tag = "Expectation"

    scenario: str
    span: Span
    outcome: ClassVar[Literal["setup"]] = "setup"


@dataclass(frozen=True, slots=True)
class WithLine:
    """A line of an example that puts pieces up."""

    tag = "Expectation"

    pieces: tuple[PutUp, ...]
    span: Span
    outcome: ClassVar[Literal["with"]] = "with"


@dataclass(frozen=True, slots=True)
class DoLine:
    """A line of an example in which an action is done; `rolled` is what its dice show."""

    tag = "Expectation"

    expression: Expr
    span: Span
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    outcome: ClassVar[Literal["done"]] = "done"


@dataclass(frozen=True, slots=True)
class PlayLine:
    """A line of an example in which a phase is played, by the way to it as the sequence of play has it.

    `arguments` are what it is played with, `rolled` is what its dice show.
    """

    tag = "Expectation"

    phase: str
    span: Span
    arguments: tuple[Expr, ...] = ()
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    outcome: ClassVar[Literal["played"]] = "played"


ExampleLine: TypeAlias = Expectation | GivenLine | SetupLine | WithLine | DoLine | PlayLine


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example."""

    tag = "Example"

    name: str
    lets: tuple[Let, ...]
    lines: tuple[ExampleLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """What a section says, in an erratum."""

    tag = "Statement"

    anchors: Anchors
    claim: Expr | None
    texts: Texts
    silent: bool
    span: Span
    given: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Erratum:
    """A disagreement of the book with itself, or a silence, and the ruling; `overruled` names what stands below it."""

    tag = "Erratum"

    name: str
    statements: tuple[Statement, ...]
    settled: bool
    ruling: Anchors
    reason: Texts
    anchors: Anchors
    texts: Texts
    span: Span
    name_span: Span
    overruled: str | None = None


@dataclass(frozen=True, slots=True)
class TypeInfo:
    """A declared type with what a reference prints of it."""

    tag = "TypeInfo"

    type: EnumType | RecordType | HandleType
    anchors: Anchors
    texts: Texts
    parts: tuple[tuple[str, Anchors, Texts, Span], ...]
    span: Span
    name_span: Span


Rule: TypeAlias = Definition | Table | Modifiers | Fact | Action | Path | Choice


@dataclass(slots=True)
class Program:
    """A whole game, in the order of its files.

    `broken` names what did not resolve; `starts` are the positions of its scenarios. Where `focus` is set, only
    the declarations it names are to be examined; the others are there because these rest on them. `ruled` names
    the declarations of which a part stands by an erratum, by its name. `labels` are what inputs, outputs and fields are
    called: `die` wherever it says nothing itself, `siege.turns` in one declaration. `languages` are those that texts
    are to be in; `texts_complete` says whether everything is to have one, or only what has one in some language.
    """

    types: dict[str, TypeInfo] = field(default_factory=dict)
    callables: dict[str, Rule] = field(default_factory=dict)
    examples: dict[str, Example] = field(default_factory=dict)
    errata: dict[str, Erratum] = field(default_factory=dict)
    rules: dict[str, RuleInfo] = field(default_factory=dict)
    assumptions: dict[str, Assumption] = field(default_factory=dict)
    sequences: dict[str, Phase] = field(default_factory=dict)
    acceptances: list[Acceptance] = field(default_factory=list)
    builtin: dict[str, EnumType] = field(default_factory=dict)
    focus: frozenset[str] | None = None
    starts: dict[str, dict[tuple[str, tuple[Value, ...]], Value]] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    ruled: dict[str, list[str]] = field(default_factory=dict)
    labels: dict[str, Texts] = field(default_factory=dict)
    pieces: dict[str, PieceInfo] = field(default_factory=dict)
    setup: tuple[PutUp, ...] = ()
    players: Players | None = None
    events: dict[str, Event] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    texts_complete: bool = False

    @property
    def overruled(self) -> set[str]:
        """The rules and exceptions that an erratum rules against: the book's words, which need not decide anything."""
        return {erratum.overruled for erratum in self.errata.values() if erratum.overruled}

    def in_focus(self, name: str) -> bool:
        """Whether a declaration is to be examined."""
        return self.focus is None or name in self.focus

    def examined(self) -> list[Rule]:
        """What can be asked and is to be examined."""
        return [item for name, item in self.callables.items() if self.in_focus(name)]


def ordinal(value: Value) -> int:
    """The place of a single value on the line a table's dimension is measured on."""
    if isinstance(value, Member):
        return value.index
    if isinstance(value, bool | int):
        return int(value)
    raise TypeError(value)


def from_ordinal(place: int, type_: Type) -> Value:
    """The value of `type_` at `place`."""
    if isinstance(type_, EnumType):
        return Member(type_.name, place)
    if isinstance(type_, BoolType):
        return bool(place)
    return place


def selects(selector: Selector, place: int) -> bool:
    """Whether a selector holds the ordinal `place`."""
    return any((low is None or low <= place) and (high is None or place <= high) for low, high in selector)
