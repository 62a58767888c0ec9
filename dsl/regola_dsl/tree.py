"""The surface tree: what a `.regola` file says, before anything is looked up.

What can have texts has a `tag`, which ids of exported segments are made of: a class may get another name, its tag may
not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from regola_dsl.kinds import (
    ConstraintKind,
    DeclaredFactKind,
    DefaultPermission,
    Degree,
    DueKind,
    EdgePolicy,
    EffectMode,
    FoldKind,
    HitPolicy,
    LegKind,
    LifeKind,
    LineOutcome,
    OperationName,
    OrderKind,
    PastKind,
    PickDirection,
    PieceKind,
    ShapeDirection,
    Side,
    StatementModality,
    TypeKind,
)
from regola_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Name:
    """A word as written, with its place."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence of ours in one language, and what it is called where there is little room, if that is shorter."""

    language: str
    text: str
    span: Span
    short: str = ""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A section of the rulebook."""

    section: str
    span: Span

    @property
    def written(self) -> str:
        """As it stands behind `@`: a number as it is, any other name in quotes."""
        return self.section if re.fullmatch(r"\d+(\.\d+)*[a-z]?", self.section) else f'"{self.section}"'


Anchors: TypeAlias = tuple[Anchor, ...]
Texts: TypeAlias = tuple[Text, ...]


def anchor_suffix(anchors: Anchors) -> str:
    """The end of a declaration's first line that cites these sections."""
    return f" @{', '.join(anchor.written for anchor in anchors)}" if anchors else ""


# --- expressions -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Number:
    """A whole or decimal number, kept as `numerator / denominator`."""

    numerator: int
    denominator: int
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """A name, or a value as the game writes it: `u`, `forest`, `3-1`, `"* -1"`."""

    text: str
    span: Span
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Truth:
    """`true` or `false`."""

    value: bool
    span: Span


@dataclass(frozen=True, slots=True)
class FieldOf:
    """`battle.terrain`."""

    record: Expr
    field: Name
    span: Span


@dataclass(frozen=True, slots=True)
class Call:
    """`odds(26, 8)` or `Unit(attack: 5)`; an argument's name is None where it has none."""

    name: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Operation:
    """Any fixed-shape operation."""

    operator: OperationName
    operands: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class If:
    """`if a then b else c`."""

    condition: Expr
    then: Expr
    otherwise: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Fold:
    """A quantifier or aggregate over a list."""

    kind: FoldKind
    value: Expr | None
    variable: Name
    items: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """`[a, b]`."""

    items: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Pick:
    """`the last of Odds at most x`, or `the first of Odds at least x`."""

    direction: PickDirection
    scale: Name
    limit: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Match:
    """`match u.kind {horse or foot: 1, otherwise: 0}`; the cases of `otherwise` are empty."""

    subject: Expr
    arms: tuple[tuple[tuple[Expr, ...], Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Past:
    """`supplied(u) at the start of turn`, `rested(u) in the turn before`."""

    kind: PastKind
    value: Expr
    phase: Name
    who: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class After:
    """`attacked(king) after move(u, to)`: what it would be if that were done now."""

    value: Expr
    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Can:
    """`can jump(u)`: some filling of the action is allowed now."""

    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Done:
    """`done jump(u, _) in turn`, or how often (`counted`); None stands for `_`."""

    action: Name
    arguments: tuple[Expr | None, ...]
    phase: Name
    span: Span
    counted: bool = False


Expr: TypeAlias = (
    Number
    | Word
    | Truth
    | FieldOf
    | Call
    | Operation
    | If
    | Fold
    | ListLiteral
    | Pick
    | Match
    | Past
    | After
    | Can
    | Done
)


# --- types -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written; `options` are those of a union."""

    kind: TypeKind
    span: Span
    name: str = ""
    low: int | None = None
    high: int | None = None
    item: TypeName | None = None
    options: tuple[TypeName, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """A named, typed part: a record's field, a parameter (chosen `among` some), a table's output."""

    tag = "field"
    name: Name
    type: TypeName
    default: Expr | None = None
    anchors: Anchors = ()
    texts: Texts = ()
    among: Expr | None = None


# --- declarations ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A value of an enum or a scale."""

    tag = "member"
    name: Name
    worth: Expr | None
    anchors: Anchors
    texts: Texts


@dataclass(frozen=True, slots=True)
class Enum:
    """An enum, or a scale when `ordered`: then its members have neighbours."""

    tag = "enum"
    name: Name
    anchors: Anchors
    texts: Texts
    members: tuple[Member, ...]
    span: Span
    ordered: bool = False
    ratios: bool = False
    open_below: bool = False
    open_above: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A record type."""

    tag = "record"
    name: Name
    anchors: Anchors
    texts: Texts
    fields: tuple[Field, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell as printed, trimmed."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Row:
    """One printed line of a table, with a remark. `by` is the erratum without which it would not stand there."""

    tag = "row"
    cells: tuple[Cell, ...]
    anchors: Anchors
    span: Span
    by: Name | None = None
    texts: Texts = ()


@dataclass(frozen=True, slots=True)
class Beyond:
    """What happens past an edge: `side` is None for both."""

    parameter: Name | None
    side: Side | None
    policy: EdgePolicy
    by: Name | None
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class Shape:
    """A promise that results rise, or fall, along an axis."""

    direction: ShapeDirection
    axes: tuple[Name, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Absent:
    """The table is not in the text: `anchors` and `texts` say where it is."""

    tag = "absent"
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table; the first row is its header. `damaged` says that rows had to be left out."""

    tag = "table"
    name: Name
    parameters: tuple[Field, ...]
    result: TypeName | tuple[Field, ...]
    anchors: Anchors
    texts: Texts
    rows: tuple[Row, ...]
    hit: HitPolicy
    beyond: tuple[Beyond, ...]
    shapes: tuple[Shape, ...]
    span: Span
    damaged: bool = False
    absent: Absent | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """`when a unless b`: a holds and none of the others does."""

    when: Expr | None
    unless: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Let:
    """A name for a value, used on the lines below it."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a `modifiers` table."""

    tag = "modifier"
    name: Name
    amount: Expr
    anchors: Anchors
    texts: Texts
    condition: Condition
    span: Span
    by: Name | None = None


@dataclass(frozen=True, slots=True)
class Modifiers:
    """A table of modifiers, summed."""

    tag = "modifiers"
    name: Name
    parameters: tuple[Field, ...]
    unit: Name | None
    result: TypeName | None
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Binding:
    """`each u in units where …`."""

    variable: Name
    items: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Deed:
    """An action as a statement names it, with what it says of its parameters."""

    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Due:
    """Until when something must be done: before `phase` ends, or at once."""

    kind: DueKind
    phase: Name | None
    span: Span


@dataclass(frozen=True, slots=True)
class Statement:
    """`u must not enter(swamp) when …`; `others` are what may be done in its place, `each` for whom it is said."""

    subject: Expr
    modality: StatementModality
    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    condition: Condition
    span: Span
    others: tuple[Deed, ...] = ()
    each: Binding | None = None
    due: Due | None = None
    possible: bool = False


@dataclass(frozen=True, slots=True)
class ExceptionRule:
    """An exception. `sequel` marks `then exception`, which acts on the value before it.

    Below a definition's exception stands a value, below a rule's a statement or nothing.
    `target` (a name, or sections) and `after` are set only where it stands alone, outside its definition.
    """

    tag = "exceptionrule"
    name: Name
    sequel: bool
    over: tuple[Name, ...]
    anchors: Anchors
    texts: Texts
    condition: Condition
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[ExceptionRule, ...]
    span: Span
    statements: tuple[Statement, ...] = ()
    under: Name | None = None
    phases: tuple[Name, ...] = ()
    target: Name | Anchors | None = None
    after: Name | None = None
    by: Name | None = None


@dataclass(frozen=True, slots=True)
class Define:
    """A definition: a default value and its exceptions."""

    tag = "define"
    name: Name
    parameters: tuple[Field, ...]
    result: TypeName
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    value: Expr | None
    exceptions: tuple[ExceptionRule, ...]
    span: Span


# --- positions, actions and rules ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Life:
    """`lasting battle`, `until turn of axis`."""

    kind: LifeKind
    phase: Name
    who: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a position; a variant is a switch that is off unless said."""

    tag = "fact"
    kind: DeclaredFactKind
    name: Name
    parameters: tuple[Field, ...]
    type: TypeName
    default: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span
    life: Life | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A type of individuals: counters, or places of a map.

    `fields` are printed on them, `states` are kept by the play.
    """

    tag = "piece"
    kind: PieceKind
    name: Name
    lasting: Name | None
    fields: tuple[Field, ...]
    states: tuple[Fact, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Players:
    """Who plays: a type, and the definition that says on whose side each is."""

    tag = "players"
    name: Name
    side: Name | None
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class PutUp:
    """`tank: Unit(kind: armour, at: "Kiev")`, or several that are alike and have no name."""

    name: Name | None
    count: int
    piece: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game of a single file begins with."""

    tag = "setup"
    name: Name
    lines: tuple[PutUp, ...]
    anchors: Anchors
    span: Span


@dataclass(frozen=True, slots=True)
class GivenType:
    """A type whose values only the host knows."""

    tag = "giventype"
    name: Name
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Assume:
    """What is true in every position."""

    tag = "assume"
    name: Name
    parameters: tuple[Field, ...]
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    value: Expr | None
    span: Span


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
    """Something that can be done; `default` is what holds where no rule speaks, None for nothing."""

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


@dataclass(frozen=True, slots=True)
class Copied:
    """`as axis_half with axis and soviet exchanged`."""

    phase: Name
    one: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the sequence of play, and what lies inside it.

    `called` says that only an effect or a line of an example plays it; it cannot be ended before `stays` holds, and
    ends by itself as soon as `ends` does.
    """

    tag = "phase"
    name: Name
    copied: Copied | None
    actor: Expr | None
    condition: Condition
    lines: tuple[PhaseLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span
    parameters: tuple[Field, ...] = ()
    called: bool = False
    stays: Expr | None = None
    ends: Expr | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """In which order the phases of a list are played; `ties` says who decides between equals, None for chance."""

    kind: OrderKind
    amount: Expr | None
    ties: Expr | None


@dataclass(frozen=True, slots=True)
class Each:
    """`for side in axis, soviet`: its phases once for each value; or, with `items`, once for each of a list."""

    variable: Name
    values: tuple[Expr, ...]
    lines: tuple[PhaseLine, ...]
    span: Span
    items: Expr | None = None
    where: Expr | None = None
    order: Order | None = None
    optional: bool = False
    anchors: Anchors = ()


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat until …`, of the lines below it, or else of the whole block; `until` None: until nobody acts."""

    until: Expr | None
    span: Span
    lines: tuple[PhaseLine, ...] = ()


@dataclass(frozen=True, slots=True)
class GameEnds:
    """When the game ends, and who has won it."""

    tag = "gameends"
    condition: Expr
    winner: Expr | None
    anchors: Anchors
    texts: Texts
    span: Span


PhaseLine: TypeAlias = Phase | Each | Repeat | Effect | Roll | GameEnds


@dataclass(frozen=True, slots=True)
class Sequence:
    """A sequence of play."""

    tag = "sequence"
    name: Name
    lines: tuple[PhaseLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span


# --- paths and choices ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leg:
    """A stretch of a path.

    `ends` are the names of a step's two places, where the leg speaks of them; `sequel` says that `then` begins it.
    """

    kind: LegKind
    limit: Expr | None
    ends: tuple[Name, Name] | None
    cost: Expr | None
    where: Expr | None
    span: Span
    sequel: bool = False


@dataclass(frozen=True, slots=True)
class PathConstraint:
    """Where a path cannot go on, or may end."""

    tag = "bar"
    kind: ConstraintKind
    places: tuple[Name, ...]
    condition: Condition
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Path:
    """A path over an adjacency. `end` is a place to end at; the bars of kind `ends` say which else."""

    tag = "path"
    name: Name
    parameters: tuple[Field, ...]
    over: Name
    lets: tuple[Let, ...]
    starts: tuple[Expr, ...]
    end: Expr | None
    legs: tuple[Leg, ...]
    bars: tuple[PathConstraint, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Preference:
    """`prefer least E`, `prefer most E`, or `prefer x where C`.

    `sequel` says that `then` begins it.
    """

    tag = "preference"
    degree: Degree
    variable: Name | None
    value: Expr
    anchors: Anchors
    texts: Texts
    span: Span
    sequel: bool = False


@dataclass(frozen=True, slots=True)
class Among:
    """`among h in places where …`."""

    variable: Name
    items: Expr
    where: Expr | None
    span: Span


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice with a list of priorities."""

    tag = "choice"
    name: Name
    parameters: tuple[Field, ...]
    actor: Expr | None
    lets: tuple[Let, ...]
    among: tuple[Among, ...]
    preferences: tuple[Preference, ...]
    anchors: Anchors
    texts: Texts
    span: Span


# --- examples, errata, acceptances ---------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Expectation:
    """A line of an example.

    `outcome` is holds, forbidden, missing or contradictory; or what the line does: given, setup, done, played.
    """

    expression: Expr
    outcome: LineOutcome
    span: Span
    rolled: tuple[tuple[Expr, Expr], ...] = ()
    put_up: tuple[PutUp, ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of the rulebook."""

    tag = "example"
    name: Name
    anchors: Anchors
    texts: Texts
    lets: tuple[Let, ...]
    expectations: tuple[Expectation, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Said:
    """What one section says, in an erratum: a claim that can be run, or a text, or silence."""

    tag = "said"
    anchors: Anchors
    claim: Expr | None
    texts: Texts
    silent: bool
    span: Span
    given: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """How an erratum is settled: by the named sections, or one rule over another, or otherwise, and why."""

    tag = "ruling"
    anchors: Anchors
    reason: Texts
    settled: bool
    span: Span
    pair: tuple[Name, Name] | None = None


@dataclass(frozen=True, slots=True)
class Erratum:
    """A place where the book disagrees with itself, or is silent."""

    tag = "erratum"
    name: Name
    anchors: Anchors
    texts: Texts
    statements: tuple[Said, ...]
    rulings: tuple[Ruling, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Accept:
    """A finding that is accepted: its code's slug, the declaration it is about, and why."""

    tag = "accept"
    name: Name
    declaration: Name
    anchors: Anchors
    reason: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class LabelText:
    """What an input, an output or a field is called: in one declaration (`siege.turns`), or in all that say nothing."""

    tag = "label"
    name: Name
    anchors: Anchors
    texts: Texts
    span: Span


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
