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
    EdgePolicy,
    FoldKind,
    HitPolicy,
    LegKind,
    LineOutcome,
    OperationName,
    PickDirection,
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


Expr: TypeAlias = Number | Word | Truth | FieldOf | Call | Operation | If | Fold | ListLiteral | Pick | Match


# --- types -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TypeName:
    """A type as written."""

    kind: TypeKind
    span: Span
    name: str = ""
    low: int | None = None
    high: int | None = None
    item: TypeName | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """A named, typed part: a record's field, a parameter, a table's output."""

    tag = "field"
    name: Name
    type: TypeName
    default: Expr | None = None
    anchors: Anchors = ()
    texts: Texts = ()


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
class Statement:
    """`u must not enter(swamp) when …`."""

    subject: Expr
    modality: StatementModality
    action: Name
    arguments: tuple[tuple[Name | None, Expr], ...]
    condition: Condition
    span: Span


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
    """What an action or a phase changes: a fact becomes a value, or (None) is reset to its default."""

    tag = "effect"
    target: Expr
    value: Expr | None
    condition: Condition
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


@dataclass(frozen=True, slots=True)
class Copied:
    """`as axis_half with axis and soviet exchanged`."""

    phase: Name
    one: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the sequence of play, and what lies inside it."""

    tag = "phase"
    name: Name
    copied: Copied | None
    actor: Expr | None
    condition: Condition
    lines: tuple[PhaseLine, ...]
    anchors: Anchors
    texts: Texts
    span: Span


@dataclass(frozen=True, slots=True)
class Each:
    """`for side in axis, soviet`: its phases once for each value."""

    variable: Name
    values: tuple[Expr, ...]
    lines: tuple[PhaseLine, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Repeat:
    """`repeat until …`."""

    until: Expr
    span: Span


PhaseLine: TypeAlias = Phase | Each | Repeat | Effect


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
)
