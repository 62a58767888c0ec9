"""The intermediate representation as a tree: what a checked program hands to whatever writes something of it.

    model (names resolved, spans, evaluated)  --lower-->  this tree  -->  Python, HTML, JSON, print

Every emitter reads these nodes and nothing else of a program, so that a new one needs no knowledge of the passes
before. They differ from the model's in three ways, which is why they are nodes of their own and not the model's:

- *No places.* A span says where something was written; what is emitted does not depend on it. Two expressions that
  say the same are equal.
- *Nothing to look up.* A value carries the label it is written with, a field the record it belongs to, an effect the
  name of its fact. A type that was declared is named, and stands once among `Ir.types`.
- *Prepared for a page.* What a rulebook prints and a checker does not need is here: titles, the sheet of a table as
  it is set, the amount of a modifier apart from its sign, what a rule says of its action taken apart, both readings
  of an erratum with its ruling.

Expressions are written out (`regola_compiler.emit.text`) from these nodes alone; whoever holds one of the model lowers
it first (`lower_expression`), so that there is one printer and not two.

JSON and its JSON Schema are derived from the classes by msgspec (see json.py): `regola build --ir` writes an `Ir`,
`schemas/ir.schema.json` is generated from it. Hence the names of fields are those of the file, unions are told apart
by a tag (`op` of expressions, `kind` of all else), and a field with a default may be left out. To add a construct, add
its class to its union here: mypy then names every emitter that forgets it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field
from regola_dsl.kinds import (
    ConstraintKind,
    Degree,
    EdgePolicy,
    EffectMode,
    FoldKind,
    HitPolicy,
    LegKind,
    LifeKind,
    LineOutcome,
    OrderKind,
    PieceKind,
    ShapeDirection,
    Side,
)

from regola_compiler.ir.types import DiceType, Node, Type, UnionType, Value
from regola_compiler.model.kinds import Aspect, FactKind, GuardKind, Modality, Operator, SupposedKind

VERSION: Literal[3] = 3

Titles: TypeAlias = Mapping[str, str]  # a text by language
Anchors: TypeAlias = tuple[str, ...]  # sections of the book
# A stretch of ordinals, both ends in it; None where it has no end.
Interval: TypeAlias = tuple[int | None, int | None]
Selector: TypeAlias = tuple[Interval, ...]  # what one cell of a table matches: any of several stretches

Says: TypeAlias = Literal["may", "must", "must_not", "may_only", "lift"]
"""What a rule says as a sentence has it: nothing is allowed unless, is a word of its own."""
Permission: TypeAlias = Literal["allowed", "forbidden", "required"]


# --- expressions -------------------------------------------------------------------------


class Expression(Node, frozen=True, tag_field="op"):
    """What every expression is."""


class Const(Expression, frozen=True, tag="const"):
    """A value."""

    value: Value


class Var(Expression, frozen=True, tag="var"):
    """A parameter, a `let`, a list's variable, or `value` in a sequel."""

    name: str


class FieldOf(Expression, frozen=True, tag="field"):
    """A field of a record, whose type is called `record`."""

    of: Expr
    name: str
    record: str


class Call(Expression, frozen=True, tag="call"):
    """A declaration asked; `aspect` is what is asked of a path: whether there is one, its `length`, its `ends`."""

    name: str
    arguments: tuple[Expr, ...]
    aspect: Aspect = ""


class Apply(Expression, frozen=True, tag="apply"):
    """An operation on single values; `pick_last` and `pick_first` look for a number on a `scale`.

    Where what is compared is of one of several types, `across` says of which: values of different types are unequal.
    """

    operator: Operator
    operands: tuple[Expr, ...]
    scale: str = ""
    across: UnionType | None = None


class Logic(Expression, frozen=True):
    """`and` or `or`, evaluated from the left only as far as needed."""

    kind: ClassVar[Literal["and", "or"]]
    operands: tuple[Expr, ...]


class And(Logic, frozen=True, tag="and"):
    """All of several conditions."""

    kind: ClassVar[Literal["and", "or"]] = "and"


class Or(Logic, frozen=True, tag="or"):
    """One or more of several conditions."""

    kind: ClassVar[Literal["and", "or"]] = "or"


class If(Expression, frozen=True, tag="if"):
    """A choice of two values."""

    condition: Expr
    then: Expr
    otherwise: Expr


class Fold(Expression, frozen=True, tag="fold"):
    """A quantifier (any, all, no) or aggregate (count, sum, max, min) over a list."""

    kind: FoldKind
    variable: str
    items: Expr
    where: Expr | None
    value: Expr | None


class Make(Expression, frozen=True, tag="make"):
    """A record with all its fields; `defaulted` names those that have their default and need not be written."""

    record: str
    fields: Mapping[str, Expr]
    defaulted: tuple[str, ...] = ()


class Supposed(Expression, frozen=True, tag="supposed"):
    """What is asked of another position.

    A value when a phase began, or was over, or after an action; or whether an action is possible, where arguments that
    are left out may be anything.
    """

    kind: SupposedKind
    value: Expr | None
    of: str
    arguments: Mapping[str, Expr]
    who: Expr | None = None


class ListOf(Expression, frozen=True, tag="list"):
    """A list written out."""

    items: tuple[Expr, ...]


Expr: TypeAlias = Const | Var | FieldOf | Call | Apply | And | Or | If | Fold | Make | ListOf | Supposed


# --- what is told of things --------------------------------------------------------------


class Told(Node, frozen=True, kw_only=True):
    """Sections and texts.

    `texts` has the first text of each language, which is a title; `more` those after it; `short` what stands for the
    title in a narrow column or a margin.
    """

    anchors: Anchors
    texts: Titles
    more: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    short: Titles = field(default_factory=dict)


class Named(Told, frozen=True, kw_only=True):
    """Something that has a name."""

    name: str


class Parameter(Node, frozen=True):
    """A typed parameter."""

    name: str
    type: Type
    texts: Titles = field(default_factory=dict)
    short: Titles = field(default_factory=dict)


class Let(Node, frozen=True):
    """A named value."""

    name: str
    value: Expr
    type: Type


# --- declared types ----------------------------------------------------------------------


class Member(Told, frozen=True, kw_only=True):
    """A value of an enum or a scale. `printed` tells a sign as the book prints it from a word of our own."""

    label: str
    printed: bool


class Field(Told, frozen=True, kw_only=True):
    """A field of a record."""

    name: str
    type: Type
    default: Value | UnsetType = UNSET

    @property
    def has_default(self) -> bool:
        """Whether it may be left out."""
        return self.default is not UNSET


class DeclaredType(Named, frozen=True, kw_only=True, tag_field="kind"):
    """What every declared type is; `built_in` are those that are there without being declared."""

    built_in: bool = False


class Members(DeclaredType, frozen=True, kw_only=True):
    """What enums and scales are. `open` says whether a scale goes on below and above; `worths` are its numbers."""

    members: tuple[Member, ...]
    open: tuple[bool, bool]
    ratios: bool
    worths: tuple[str, ...]


class Enum(Members, frozen=True, kw_only=True, tag="enum"):
    """An enum."""


class Scale(Members, frozen=True, kw_only=True, tag="scale"):
    """A scale."""


class Record(DeclaredType, frozen=True, kw_only=True, tag="record"):
    """A record."""

    fields: tuple[Field, ...]


class HandleClass(DeclaredType, frozen=True, kw_only=True, tag="handle"):
    """A type whose values only the host knows, or (`individuals`) pieces and places that the rules declare."""

    individuals: bool = False


TypeDeclaration: TypeAlias = Enum | Scale | Record | HandleClass


# --- functions ---------------------------------------------------------------------------


class Function(Named, frozen=True, kw_only=True, tag_field="kind"):
    """What every declaration that can be asked is; `position` says whether its answer rests on facts."""

    parameters: tuple[Parameter, ...]
    result: Type
    position: bool


class Clause(Named, frozen=True, kw_only=True):
    """A value with its exceptions. The body of a definition is one, and so is each exception.

    `when` None means always. Where `value` is None the exceptions alone must answer. A sequel acts on whatever
    came out.
    """

    when: Expr | None
    lets: tuple[Let, ...]
    value: Expr | None
    over: tuple[str, ...]
    sequel: bool
    exceptions: tuple[Clause, ...]


class Definition(Function, frozen=True, kw_only=True, tag="define"):
    """A value with exceptions."""

    body: Clause


class Dimension(Node, frozen=True):
    """One input of a table: the value read, and the ordinals from `low` to `high` it answers for.

    `below` and `above` are what is done past an end.
    """

    label: str
    value: Expr
    type: Type
    low: int
    high: int
    below: EdgePolicy | None
    above: EdgePolicy | None


class Row(Node, frozen=True):
    """One rule of a table: for each dimension what it matches, for each output a value."""

    when: tuple[Selector, ...]
    then: tuple[Expr, ...]
    anchors: Anchors
    otherwise: bool


class CellPart(Node, frozen=True):
    """A stretch of a cell.

    `text` stands as it is, a `member` is one of the type `of`, a `word` is one of the page's own (yes, no, otherwise),
    an `axis` the label of a dimension, `any` matches everything.
    """

    kind: Literal["text", "member", "word", "axis", "any"]
    text: str
    of: str = ""


class Cell(Node, frozen=True):
    """A cell; `heading` marks those that name what is looked up."""

    parts: tuple[CellPart, ...]
    heading: bool = False


class Line(Node, frozen=True):
    """A printed row with the sections it is anchored to, and the remark behind it."""

    cells: tuple[Cell, ...]
    anchors: Anchors
    texts: Titles = field(default_factory=dict)


class Sheet(Node, frozen=True):
    """A table as the book sets it; of a grid the first dimension goes down, the second across."""

    head: tuple[Cell, ...]
    lines: tuple[Line, ...]

    @property
    def anchored(self) -> bool:
        """Whether any row has a section of its own."""
        return any(line.anchors for line in self.lines)

    @property
    def remarked(self) -> bool:
        """Whether anything is remarked behind a row."""
        return any(line.texts for line in self.lines)


class Edge(Node, frozen=True):
    """What a table says past one end of the dimension at place `axis`; `limit` is that end, as written."""

    axis: int
    side: Side
    limit: str
    policy: EdgePolicy
    by: str | None
    anchors: Anchors


class Shape(Node, frozen=True):
    """That results rise or fall along the dimension at place `axis`."""

    direction: ShapeDirection
    axis: int


class Table(Function, frozen=True, kw_only=True, tag="table"):
    """A table: its rows for a machine, its `sheet` for a page; `printed` are its cells as they were typed."""

    hit: HitPolicy
    dimensions: tuple[Dimension, ...]
    outputs: tuple[str, ...]
    output_texts: Mapping[str, Titles] = field(default_factory=dict)
    output_short: Mapping[str, Titles] = field(default_factory=dict)
    rows: tuple[Row, ...]
    printed: tuple[tuple[str, ...], ...]
    grid: bool
    sheet: Sheet
    edges: tuple[Edge, ...]
    shapes: tuple[Shape, ...]


class Modifier(Named, frozen=True, kw_only=True):
    """One line of a modifiers table; `amount` is what is added, as `sign` and `size` it is how the book prints it."""

    amount: Expr
    sign: Literal["+", "-"]
    size: Expr
    when: Expr | None


class Modifiers(Function, frozen=True, kw_only=True, tag="modifiers"):
    """Modifiers that are summed."""

    unit: str | None
    lets: tuple[Let, ...]
    lines: tuple[Modifier, ...]


class Statement(Node, frozen=True):
    """What a norm says, taken apart.

    `subject` is who it speaks of, None for anyone. `conditions` are what is left of its condition when the phases, the
    variant and the subject are taken out: for may_only, `only` is the condition without which nothing is allowed.
    """

    says: Says
    subject: Expr | None
    phases: tuple[str, ...]
    variant: str | None
    conditions: tuple[Expr, ...]
    only: Expr | None = None


class Norm(Named, frozen=True, kw_only=True):
    """What one rule, or an exception to one, says of an action.

    `when` is the rule's own condition as written; `condition` has the phases, the variant and the values of the
    statement in it too; `statement` is the same taken apart again, as a sentence has it.
    """

    says: Modality
    lets: tuple[Let, ...]
    condition: Expr | None
    when: Expr | None
    over: tuple[str, ...]
    phases: tuple[str, ...]
    under: str | None
    statement: Statement
    exceptions: tuple[Norm, ...]
    due: Deadline | None = None
    failing: tuple[Effect, ...] = ()


class Deadline(Node, frozen=True):
    """Until when what must be done has to be: by the end of a phase, or at once (None), perhaps only if `possible`.

    `either` are the actions of which one is enough.
    """

    phase: str | None
    possible: bool
    either: tuple[str, ...] = ()


class Guard(Named, frozen=True, kw_only=True):
    """What must hold for an action to be possible at all."""

    kind: GuardKind
    condition: Expr


class Binding(Node, frozen=True):
    """For whom something comes about: each of a list that fulfils a condition."""

    variable: str
    items: Expr
    where: Expr | None


class Effect(Told, frozen=True, kw_only=True):
    """A fact takes a value; where it becomes None it goes back to its default, for all arguments.

    What it gains and loses adds up. Where a phase is played, `fact` is its name; where a piece leaves or takes over, it
    is the list of all pieces of a type. `each` are those for whom it comes about, the outermost first. What a shared
    change comes to is written out wherever it is called: `line` then is the same number for the same line of it, as of
    one change with the same arguments only the first comes about in a deed.
    """

    fact: str
    arguments: tuple[Expr, ...]
    value: Expr | None
    condition: Expr | None
    mode: EffectMode = EffectMode.BECOMES
    each: tuple[Binding, ...] = ()
    line: int = 0


class Roll(Told, frozen=True, kw_only=True):
    """What chance says: the fact `name` takes the value of `dice`, or of one drawn from a `pool`.

    With `each` it is rolled for each of some, with `count` so many dice are kept apart.
    """

    name: str
    each: Binding | None = None
    count: Expr | None = None
    dice: DiceType | None = None
    pool: Expr | None = None


class Action(Function, frozen=True, kw_only=True, tag="action"):
    """Something that can be done. `default` holds where no rule speaks; None means nothing does.

    `candidates` are, by parameter, the list among which it is chosen, if that is said; `counters` name the facts in
    which its limits count.
    """

    actor: Expr | None
    phases: tuple[str, ...]
    default: Permission | None
    guards: tuple[Guard, ...]
    norms: tuple[Norm, ...]
    effects: tuple[Effect, ...]
    candidates: tuple[Expr | None, ...] = ()
    rolls: tuple[Roll, ...] = ()
    counters: tuple[str, ...] = ()


class Leg(Node, frozen=True):
    """A stretch of a path; `ends` name the two places of a step, or are empty."""

    kind: LegKind
    limit: Expr | None
    ends: tuple[str, ...]
    cost: Expr | None
    where: Expr | None


class Bar(Told, frozen=True, kw_only=True):
    """Where a path may not go on, or (ends) may end."""

    kind: ConstraintKind
    places: tuple[str, ...]
    condition: Expr


class Path(Function, frozen=True, kw_only=True, tag="path"):
    """A path `over` an adjacency, a fact from a place to a list of places; `many` if it starts at any of several."""

    place: Type
    over: str
    lets: tuple[Let, ...]
    start: Expr
    many: bool
    end: Expr | None
    legs: tuple[Leg, ...]
    bars: tuple[Bar, ...]


class Preference(Told, frozen=True, kw_only=True):
    """What is preferred: the least or the most of a value, or (where) what fulfils a condition."""

    degree: Degree
    value: Expr


class Choice(Function, frozen=True, kw_only=True, tag="choice"):
    """A choice with priorities; its answer are the options that are left."""

    actor: Expr | None
    lets: tuple[Let, ...]
    variable: str
    items: Expr
    where: Expr | None
    preferences: tuple[Preference, ...]


Callable: TypeAlias = Definition | Table | Modifiers | Action | Path | Choice


# --- positions, play and the book ----------------------------------------------------------


class Life(Node, frozen=True):
    """How long a fact keeps what it is told: for one playing of a phase, or until one begins, perhaps somebody's."""

    kind: LifeKind
    phases: tuple[str, ...]
    who: Expr | None = None


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

    `owner` is the type of pieces that it is a fact of, `life` how long it keeps what it is told.
    """

    kind: FactKind
    parameters: tuple[Parameter, ...]
    result: Type
    default: Expr | None
    where: Anchors
    owner: str = ""
    life: Life | None = None
    counts: Counts | None = None


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
    played with.
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

    def walk(self) -> Iterator[Phase]:
        """This phase and everything inside it, in their order."""
        yield self
        for phase in self.phases:
            yield from phase.walk()


class Assignment(Node, frozen=True):
    """A fact of a scenario's position, with its value."""

    fact: str
    arguments: tuple[Value, ...]
    value: Value


class SetupUnit(Node, frozen=True):
    """Something that is set up: where, how often, and the record it is, if the rules know it as one."""

    at: str
    count: int
    note: str
    value: Value | None


class Scenario(Node, frozen=True):
    """A position to start from, and what stands where."""

    id: str
    title: Titles
    sections: Anchors
    variants: tuple[str, ...]
    position: tuple[Assignment, ...]
    setup: tuple[SetupUnit, ...]


class Expectation(Node, frozen=True):
    """A line of an example: what must hold, be forbidden or missing; a fact given; an action done; a phase played."""

    outcome: LineOutcome
    expression: Expr


class Example(Named, frozen=True, kw_only=True):
    """A worked example."""

    lets: tuple[Let, ...]
    lines: tuple[Expectation, ...]


class Claim(Told, frozen=True, kw_only=True):
    """One reading of an erratum: what a section says, in a position where something is `given`."""

    claim: Expr | None
    given: tuple[Expr, ...]
    silent: bool


class Ruling(Told, frozen=True, kw_only=True):
    """How an erratum is ruled: the sections that are followed, and the reason; not `settled` is an open question."""

    settled: bool


class Erratum(Named, frozen=True, kw_only=True):
    """A disagreement of the book with itself, or a silence, and the ruling.

    `overruled` is the rule that stands below it; `decides` names the declarations of which a part stands by it.
    """

    statements: tuple[Claim, ...]
    ruling: Ruling
    overruled: str | None
    decides: tuple[str, ...]


class Acceptance(Told, frozen=True, kw_only=True):
    """A finding that is known and accepted, and why."""

    code: str
    declaration: str


class Section(Node, frozen=True):
    """A section of the book with its title in each language.

    `chapter` is the number of the chapter it belongs to; `heads` says whether its title is that of the chapter.
    """

    id: str
    chapter: str
    heads: bool
    titles: Titles


class Forms(Node, frozen=True):
    """What something is called in one language: `preferred` is written, the others may be."""

    preferred: str
    variants: tuple[str, ...] = ()
    abbreviations: tuple[str, ...] = ()
    note: str = ""


class Term(Node, frozen=True):
    """A concept of the glossary by language; `declares` is what it is the name of: `Weather`, `Weather.fog`."""

    id: str
    forms: Mapping[str, Forms]
    declares: str = ""


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
