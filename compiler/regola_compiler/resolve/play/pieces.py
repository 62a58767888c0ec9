"""Pieces, places, and what the play keeps beside what is declared.

An individual is a value of a type of its own, and what is printed on it or kept of it are facts with one argument:
`u.steps` is the fact `Unit.steps` of `u`. The list of all pieces of a type is a fact too. So is whatever is said for
the time of a phase or a deed alone: a die that was rolled (`battle.d`), what a phase is played with (`battle.b`), whom
a loop has come to (`turn.p`), what a limit counts. A position is thereby a table of facts and nothing else, and whoever
reads one needs to know no more of pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.made import made_name
from regola_compiler.model.names import belongs_to, extent_of
from regola_compiler.model.program import (
    Action,
    Call,
    Const,
    Counts,
    Event,
    Expr,
    Fact,
    Life,
    ListLiteral,
    Parameter,
    PieceInfo,
    Players,
    Program,
    Secret,
    Var,
)
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    EnumType,
    HandleType,
    ListType,
    Type,
    fits,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.play.effects import Changes, resolve_effects
from regola_compiler.resolve.play.made import made_fact
from regola_compiler.resolve.scope import Scope, Signature, Stands, SymbolTable
from regola_compiler.resolve.types import hold_default, type_of
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.words import TIMES

MANY = 100_000


def own_name(type_: str) -> str:
    """What the parameter of a piece's own facts is called: `unit` of `Unit`."""
    return type_[:1].lower() + type_[1:]


def sign_pieces(nodes: Sequence[tree.Declaration], names: SymbolTable) -> None:
    """Enter the facts of pieces, and the lists of them."""
    for node in nodes:
        if not isinstance(node, tree.Piece):
            continue
        own = names.type_called(node.name.text)
        if not isinstance(own, HandleType):
            continue
        names.sign(Signature(extent_of(own.name), "pieces", (), ListType(own), node.name.span, starts=True))
        parameter = Parameter(own_name(own.name), own, node.name.span)
        seen: dict[str, Span] = {}
        for part in parts_of(node):
            name = part.name.text
            if name in seen:
                names.report(
                    codes.DUPLICATE,
                    say("field `{name}` stands twice in `{own_name}`", name=name, own_name=own.name),
                    part.name.span,
                    related=(Label(seen[name], say("first here")),),
                    help=say("rename one of them, or remove it"),
                )
                continue
            seen[name] = part.name.span
            kind = "state" if isinstance(part, tree.Fact) else "given"
            names.sign(
                Signature(
                    f"{own.name}.{name}",
                    "state" if kind == "state" else "given",
                    (parameter,),
                    type_of(part.type, names, part.default),
                    part.name.span,
                    starts=part.default is not None,
                )
            )


def parts_of(node: tree.Piece) -> list[tree.Field | tree.Fact]:
    """What is printed on a piece and what is kept of it, in this order."""
    return [*node.fields, *node.states]


def facts_of_pieces(node: tree.Piece, names: SymbolTable) -> tuple[Fact, ...]:
    """The facts of a type of pieces: the list of them, what is printed on each, what is kept of each.

    Of a type of which rules make some, how many there were so far is one too.
    """
    own = names.type_called(node.name.text)
    if not isinstance(own, HandleType):
        return ()
    span, name_span = node.span, node.name.span
    every = ListType(own)
    facts = [
        Fact(
            extent_of(own.name),
            "pieces",
            (),
            every,
            ListLiteral((), every, name_span),
            node.anchors,
            node.texts,
            span,
            name_span,
        )
    ]
    if names.signature(made_name(own.name)) is not None:
        facts.append(made_fact(node))
    subject = Parameter(own_name(own.name), own, name_span)
    stands: dict[str, str | Expr] = {}
    for part in parts_of(node):
        known = names.signature(f"{own.name}.{part.name.text}")
        if known is not None:
            itself = Var(subject.name, own, part.name.span)
            stands[part.name.text] = Call(known.name, (itself,), known.result, part.name.span)
    for part in parts_of(node):
        signature = names.signature(f"{own.name}.{part.name.text}")
        if signature is None or signature.span != part.name.span:
            continue  # told as a second one of its name
        # Inside a piece its own facts are known by their bare names.
        scope = Scope(names, {subject.name: own}, stands)
        default = None if part.default is None else resolve(part.default, scope, signature.result)
        hold_default(default, signature.result, names)
        life = part.life if isinstance(part, tree.Fact) else None
        facts.append(
            Fact(
                signature.name,
                "state" if isinstance(part, tree.Fact) else "given",
                (subject,),
                signature.result,
                default,
                part.anchors or node.anchors,
                part.texts,
                part.span if isinstance(part, tree.Fact) else part.name.span,
                part.name.span,
                owner=own.name,
                life=resolve_life(life, scope) if life else None,
                secret=resolve_secret(part.hidden if isinstance(part, tree.Fact) else None, scope),
            )
        )
    return tuple(facts)


def piece_info(node: tree.Piece) -> PieceInfo:
    """A type of individuals, by the names of its own facts."""
    own = node.name.text
    return PieceInfo(
        own,
        node.kind,
        tuple(f"{own}.{part.name.text}" for part in node.fields),
        tuple(f"{own}.{part.name.text}" for part in node.states),
        node.lasting.text if node.lasting else None,
    )


def resolve_life(node: tree.Life, scope: Scope) -> Life:
    """How long a fact keeps what it is told; `scope` has its parameters."""
    names = scope.names
    if not names.is_phase(node.phase.text):
        names.unknown("phase", node.phase.text, node.phase.span, phase_names(names))
    who = None
    if node.who is not None:
        active = names.signature("active")
        who = resolve(node.who, scope, None if active is None else active.result)
    return Life(node.kind, (node.phase.text,), who, node.span)


def resolve_secret(node: tree.Hidden | None, scope: Scope) -> Secret | None:
    """Who sees what a fact says."""
    if node is None:
        return None
    who = resolve(node.who, scope)
    return Secret(node.all_but, who, None if node.unless is None else resolve(node.unless, scope, BOOL))


def phase_names(names: SymbolTable) -> list[str]:
    """The names of all phases."""
    return [name.removeprefix("phase ") for name in names.signatures if name.startswith("phase ")]


# --- what is said for the time of a phase ------------------------------------------------


@dataclass(slots=True)
class Sight:
    """What is seen from where: by each innermost phase, the words that stand for facts there, and these facts."""

    words: dict[str, dict[str, str]] = field(default_factory=dict)
    facts: dict[str, Fact] = field(default_factory=dict)

    def common(self, members: Sequence[str]) -> Stands:
        """What is seen from all of some innermost phases."""
        if not members:
            return {}
        first, *others = (self.words.get(member, {}) for member in members)
        return {word: fact for word, fact in first.items() if all(other.get(word) == fact for other in others)}

    def add(self, name: str, kind: str, type_: Type, span: Span, parameters: tuple[Parameter, ...] = ()) -> None:
        """Note a fact that is said for the time of a phase."""
        fact_kind = "rolled" if kind == "rolled" else "entered"
        self.facts[name] = Fact(
            name, "rolled" if fact_kind == "rolled" else "entered", parameters, type_, None, (), (), span, span
        )


def roll_signature(roll: tree.Roll, owner: str, scope: Scope) -> Signature:
    """How what is rolled looks to those who read it."""
    names, span = scope.names, roll.name.span
    parameters: tuple[Parameter, ...] = ()
    if roll.each is not None:
        each = Parameter(roll.each.name.text, type_of(roll.each.type, names), roll.each.name.span)
        parameters, scope = (each,), scope.plus(each.name, each.type)
    if roll.pool is not None:
        items = resolve(roll.pool, scope)
        result: Type = items.type.item if isinstance(items.type, ListType) else ERROR
    else:
        assert roll.dice is not None
        result = type_of(roll.dice, names)
        if roll.count is not None:
            many = resolve(roll.count, scope)
            exactly = many.value if isinstance(many, Const) and isinstance(many.value, int) else None
            result = ListType(result, exactly, exactly or 0)
    return Signature(f"{owner}.{roll.name.text}", "rolled", parameters, result, span)


def rolled_facts(rolls: Sequence[tree.Roll], owner: str, scope: Scope) -> Iterator[Fact]:
    """The facts that the dice of a deed or a phase set."""
    for roll in rolls:
        known = roll_signature(roll, owner, scope)
        yield Fact(
            known.name, "rolled", known.parameters, known.result, None, roll.anchors, roll.texts, known.span, known.span
        )


# --- what is counted ---------------------------------------------------------------------

_COUNTED = re.compile(r"(?P<how>times|done) (?P<action>\S+)\((?P<pattern>.*)\) in (?P<phase>.+)")


def counted_fact(name: str, names: SymbolTable) -> Fact | None:
    """The fact that counts deeds as its name says, if it is such a name."""
    match = _COUNTED.fullmatch(name)
    signature = names.signature(match["action"]) if match else None
    if match is None or signature is None:
        return None
    kept = [p for p, word in zip(signature.parameters, match["pattern"].split(", "), strict=False) if word != "_"]
    keys = tuple(Var(p.name, p.type, p.span) for p in kept)
    counts = Counts(((signature.name, keys),))
    times = match["how"] == "times"
    start = Const(0, TIMES, signature.span) if times else Const(False, BOOL, signature.span)
    life = Life("lasting", (match["phase"],), None, signature.span)
    result: Type = TIMES if times else BOOL
    span = signature.span
    return Fact(name, "counted", tuple(kept), result, start, (), (), span, span, life=life, counts=counts)


def merged(one: Fact, other: Fact) -> Fact:
    """A limit that several actions share: what it counts of each."""
    if one.counts is None or other.counts is None:
        return one
    return replace(one, counts=replace(one.counts, deeds=(*one.counts.deeds, *other.counts.deeds)))


def rolled_fact(name: str, program: Program, names: SymbolTable) -> Fact | None:
    """The fact that the dice of an action set, by its name."""
    action = program.callables.get(belongs_to(name))
    signature = names.signature(name)
    if not isinstance(action, Action) or signature is None or signature.kind != "rolled":
        return None
    roll = next((roll for roll in action.rolls if roll.name == name), None)
    if roll is None:
        return None
    at = signature.span
    return Fact(name, "rolled", signature.parameters, signature.result, None, roll.anchors, roll.texts, at, at)


# --- what declarations of their own come to ----------------------------------------------


@dataclass(frozen=True, slots=True)
class PieceFacts:
    """A type of individuals, and the facts it brings."""

    info: PieceInfo
    facts: tuple[Fact, ...]


def resolve_players(node: tree.Players, names: SymbolTable) -> Players | None:
    """Who plays; None after a finding."""
    type_ = names.type_called(node.name.text)
    if type_ is None:
        names.unknown("type", node.name.text, node.name.span, names.type_names())
        return None
    if not isinstance(type_, EnumType | HandleType):
        names.report(
            codes.TYPE_MISMATCH,
            say("`{type}` cannot play", type=type_),
            node.name.span,
            help=say("players are the values of an enum, or pieces"),
        )
        return None
    if node.side is not None:
        side = names.signature(node.side.text)
        if side is None or len(side.parameters) != 1 or not fits(type_, side.parameters[0].type):
            names.unknown("definition", node.side.text, node.side.span, [one.name for one in names.signed()])
    return Players(type_, node.side.text if node.side else None)


def resolve_event(node: tree.Event, changes: Changes, names: SymbolTable) -> Event:
    """What comes about as soon as something holds."""
    parameters = tuple(Parameter(part.name.text, type_of(part.type, names), part.name.span) for part in node.parameters)
    scope = Scope(names, {parameter.name: parameter.type for parameter in parameters})
    condition = resolve(node.condition, scope, BOOL)
    effects = resolve_effects(node.effects, scope, changes)
    return Event(
        node.name.text,
        parameters,
        condition,
        node.once,
        effects,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )
