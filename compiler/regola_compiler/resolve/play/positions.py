"""The facts of a position, what is assumed of it, and the sequence of play.

A phase is found by its name wherever it stands: `movement` in each impulse of each side. The type
`Phase` therefore has one value for each innermost phase, named by as much of the way to it as tells
it from the others (`movement`, or `primary/movement` and `secondary/movement`). A phase that is played
as another one with the sides exchanged is made of the same values: who acts tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, assert_never

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import (
    Assumption,
    Const,
    Effect,
    Ending,
    Expr,
    Fact,
    Order,
    Parameter,
    Phase,
    Roll,
)
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    INT,
    BoolType,
    DiceType,
    EnumType,
    ErrorType,
    ListType,
    Member,
    Type,
    described,
    is_numeric,
    show,
)
from regola_compiler.model.visitor import map_children
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import conjunction, resolve_condition, resolve_lets
from regola_compiler.resolve.play.acting import who_acts
from regola_compiler.resolve.play.effects import Changes, resolve_binding, resolve_effects
from regola_compiler.resolve.play.pieces import Sight, resolve_life, resolve_secret, rolled_facts
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable, parameter_scope
from regola_compiler.resolve.types import hold_default, type_of
from regola_compiler.resolve.values.expressions import resolve

PHASE: Final = "phase"
ACTIVE: Final = "active"
MANY = 5_000


def resolve_fact(node: tree.Fact, names: SymbolTable) -> Fact:
    """A fact, with the value it has where a position does not say."""
    signature = names.signature_of(node)
    default = (
        None
        if node.default is None
        else resolve(node.default, parameter_scope(signature.parameters, names), signature.result)
    )
    hold_default(default, signature.result, names)
    return Fact(
        node.name.text,
        node.kind,
        signature.parameters,
        signature.result,
        default,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
        life=resolve_life(node.life, parameter_scope(signature.parameters, names)) if node.life else None,
        secret=resolve_secret(node.hidden, parameter_scope(signature.parameters, names)),
    )


def resolve_assumption(node: tree.Assume, names: SymbolTable) -> Assumption | None:
    """What is true in every position; None after a finding."""
    parameters = tuple(Parameter(f.name.text, type_of(f.type, names), f.name.span) for f in node.parameters)
    lets, scope = resolve_lets(node.lets, parameter_scope(parameters, names))
    if node.value is None:
        names.report(
            codes.DANGLING,
            say("assumption `{name}` says nothing", name=node.name.text),
            node.name.span,
            help=say("write below it what is true in every position"),
        )
        return None
    value = resolve(node.value, scope, BOOL)
    return Assumption(node.name.text, parameters, lets, value, node.anchors, node.texts, node.span, node.name.span)


# --- the phases there are ----------------------------------------------------------------


class PhaseIndex:
    """The innermost phases of all sequences and of the phases declared by themselves, and which a name covers."""

    def __init__(self, sequences: Sequence[tree.Sequence], apart: Sequence[tree.Phase] = ()) -> None:
        self.sequences, self.apart = sequences, apart
        self._nodes: dict[str, tree.Phase] = {}
        self._way: dict[str, tuple[str, ...]] = {}
        self._written = list(_phases([*(line for one in self.sequences for line in one.lines), *apart], ()))
        for way, node in self._written:
            self._nodes.setdefault(node.name.text, node)
            self._way.setdefault(node.name.text, way)
        ways: list[tuple[str, ...]] = []
        for sequence in self.sequences:
            ways += self._ways(sequence.lines, ())
        ways += self._ways(apart, ())
        leaves = list(dict.fromkeys(self._leaf(way) for way in ways))
        self._labels = {leaf: _label(leaf, leaves) for leaf in leaves}
        self._cover: dict[str, list[str]] = {}
        for way in ways:
            label = self._labels[self._leaf(way)]
            for start in range(len(way)):
                for end in range(start + 1, len(way) + 1):
                    covered = self._cover.setdefault("/".join(way[start:end]), [])
                    if label not in covered:
                        covered.append(label)
        self.type = EnumType("Phase", tuple(self._labels.values()), ordered=True) if self._labels else None

    def _leaf(self, way: tuple[str, ...]) -> tuple[str, ...]:
        """The way to an innermost phase, that of the original where a phase above it is a copy."""
        for place, name in enumerate(way):
            node = self._nodes[name]
            if node.copied and node.copied.phase.text in self._nodes and not node.lines and place + 1 < len(way):
                return self._leaf((*self._way[node.copied.phase.text], *way[place + 1 :]))
        return way

    def _ways(self, lines: Sequence[tree.PhaseLine], above: tuple[str, ...]) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for line in lines:
            if isinstance(line, tree.Each | tree.Repeat):
                found += self._ways(line.lines, above)
            if isinstance(line, tree.Phase):
                way = (*above, line.name.text)
                inside = self._ways(self.lines_of(line, above), way)
                found += inside or [way]
        return found

    def lines_of(self, node: tree.Phase, above: tuple[str, ...] = ()) -> tuple[tree.PhaseLine, ...]:
        """What lies inside a phase: for a copy, what lies inside the original."""
        if node.copied is None or node.lines:
            return node.lines
        original = self._nodes.get(node.copied.phase.text)
        if original is None or original.copied or original.name.text in {*above, node.name.text}:
            return ()
        return original.lines

    def members(self, name: tree.Name, names: SymbolTable) -> tuple[str, ...]:
        """The innermost phases a name covers; unknown ones are told to `names`."""
        if name.text not in self._cover:
            names.unknown("phase", name.text, name.span, list(self._cover))
        return tuple(self._cover.get(name.text, ()))

    def label(self, way: tuple[str, ...]) -> str | None:
        """The value of the innermost phase at the end of a way."""
        return self._labels.get(self._leaf(way))

    def paths_to(self, name: str) -> list[tuple[str, ...]]:
        """The ways to the phases that a name, or the end of a way, can mean; copies are not written out."""
        wanted = tuple(name.split("/"))
        found = [way for way, _ in self._written if way[-len(wanted) :] == wanted or way[-1] == name]
        if not found and name in self._cover:
            return [wanted]  # inside a copy
        return list(dict.fromkeys(found))

    def inside(self, way: tuple[str, ...]) -> set[str]:
        """The name of the phase at the end of a way, and of those inside it."""
        end = way[-1]
        return {name for known, _ in self._written if end in known for name in known[known.index(end) :]}

    @property
    def span(self) -> Span:
        """Where the first sequence, or phase, is declared."""
        return self.sequences[0].name.span if self.sequences else self.apart[0].name.span

    @cached_property
    def shape(self) -> tuple[object, ...]:
        """What examples and rules know of the phases: their names, what each covers, the ways to them; no texts."""
        cover = tuple((name, tuple(covered)) for name, covered in self._cover.items())
        return self.type, cover, tuple(way for way, _ in self._written)

    @property
    def covered(self) -> list[str]:
        """All names, and ends of ways, that a phase can be called by."""
        return list(self._cover)

    @property
    def names(self) -> list[str]:
        """The names of all phases."""
        return list(self._nodes)

    def way(self, name: str) -> tuple[str, ...]:
        """The way that leads to the phase of this name."""
        return self._way[name]

    def original(self, name: str) -> tree.Phase | None:
        """The phase of this name."""
        return self._nodes.get(name)


def _phases(lines: Sequence[tree.PhaseLine], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tree.Phase]]:
    """Every phase that is written out, with the way that leads to it."""
    for line in lines:
        if isinstance(line, tree.Phase):
            way = (*above, line.name.text)
            yield way, line
            yield from _phases(line.lines, way)
        if isinstance(line, tree.Each | tree.Repeat):
            yield from _phases(line.lines, above)


def _label(leaf: tuple[str, ...], leaves: list[tuple[str, ...]]) -> str:
    """As much of the way to a phase, from its end, as no other phase shares."""
    for length in range(1, len(leaf) + 1):
        if sum(other[-length:] == leaf[-length:] for other in leaves) == 1:
            return "/".join(leaf[-length:])
    return "/".join(leaf)


def sign_phases(phases: PhaseIndex, names: SymbolTable) -> None:
    """Enter the names of the phases, each with what it is played with."""
    for name in phases.covered:
        node = phases.original(name.rpartition("/")[2])
        span = node.name.span if node else phases.span
        parameters = tuple(
            Parameter(part.name.text, type_of(part.type, names.silent_copy()), part.name.span)
            for part in (node.parameters if node else ())
        )
        names.sign(Signature(f"phase {name}", PHASE, parameters, BOOL, span))


def declare_phases(phases: PhaseIndex, names: SymbolTable) -> list[Fact]:
    """The facts `phase` and `active`, if a sequence gives them."""
    if phases.type is None:
        return []
    span, anchors = phases.span, phases.sequences[0].anchors if phases.sequences else ()
    facts = [Fact(PHASE, PHASE, (), phases.type, None, anchors, (), span, span)]
    names.sign(Signature(PHASE, PHASE, (), phases.type, span))
    probe = Scope(names.silent_copy(), {})
    for node_scope, actor in _actors([*(line for s in phases.sequences for line in s.lines), *phases.apart], probe):
        type_ = resolve(actor, node_scope).type
        if isinstance(type_, EnumType):
            facts.append(Fact(ACTIVE, ACTIVE, (), type_, None, anchors, (), span, span))
            names.sign(Signature(ACTIVE, ACTIVE, (), type_, span))
            break
    return facts


def _actors(lines: Sequence[tree.PhaseLine], scope: Scope) -> Iterator[tuple[Scope, tree.Expr]]:
    for line in lines:
        match line:
            case tree.Each():
                yield from _actors(line.lines, scope.plus(line.variable.text, loop_type(line, scope)))
            case tree.Repeat():
                yield from _actors(line.lines, scope)
            case tree.Phase():
                for part in line.parameters:
                    scope = scope.plus(part.name.text, type_of(part.type, scope.names))
                if line.actor is not None:
                    yield scope, line.actor
                elif line.at_once:
                    yield scope, line.at_once[0]
                yield from _actors(line.lines, scope)
            case _:
                pass


def loop_type(node: tree.Each, scope: Scope) -> Type:
    """What the variable of a loop is."""
    if node.values:
        return resolve(node.values[0], scope).type
    if node.items is None:
        return ERROR
    items = resolve(node.items, scope)
    return items.type.item if isinstance(items.type, ListType) else items.type


def look_around(phases: PhaseIndex, names: SymbolTable) -> Sight:
    """What is seen from where: loops, what phases are played with, and dice, by each innermost phase."""
    sight = Sight()
    probe = names.silent_copy()

    def visit(
        lines: Sequence[tree.PhaseLine], way: tuple[str, ...], owner: str, scope: Scope, seen: dict[str, str]
    ) -> None:
        here = [line for line in lines if isinstance(line, tree.Roll)]
        for roll, fact in zip(here, rolled_facts(here, owner, scope), strict=True):
            sight.facts[fact.name] = fact
            seen = {**seen, roll.name.text: fact.name}
        for line in lines:
            match line:
                case tree.Each():
                    name, type_ = f"{owner}.{line.variable.text}", loop_type(line, scope)
                    if not isinstance(type_, ErrorType):
                        sight.add(name, "entered", type_, line.variable.span)
                    inner = scope.plus(line.variable.text, type_)
                    visit(line.lines, way, owner, inner, {**seen, line.variable.text: name})
                case tree.Repeat():
                    visit(line.lines, way, owner, scope, seen)
                case tree.Phase():
                    inner, known = scope, seen
                    for part in line.parameters:
                        name, type_ = f"{line.name.text}.{part.name.text}", type_of(part.type, probe)
                        sight.add(name, "entered", type_, part.name.span)
                        inner, known = inner.plus(part.name.text, type_), {**known, part.name.text: name}
                    label = phases.label((*way, line.name.text))
                    rolls = [part for part in line.lines if isinstance(part, tree.Roll)]
                    own = {roll.name.text: f"{line.name.text}.{roll.name.text}" for roll in rolls}
                    if label is not None and line.copied is None:
                        sight.words[label] = {**known, **own}
                    visit(line.lines, (*way, line.name.text), line.name.text, inner, known)
                case _:
                    pass

    for sequence in phases.sequences:
        visit(sequence.lines, (), sequence.name.text, Scope(probe, {}), {})
    for phase in phases.apart:
        visit([phase], (), phase.name.text, Scope(probe, {}), {})
    for fact in sight.facts.values():
        names.sign(Signature(fact.name, fact.kind, fact.parameters, fact.result, fact.span))
    return sight


# --- sequences ---------------------------------------------------------------------------


@dataclass(slots=True)
class _Block:
    """What the lines of a block come to."""

    phases: list[Phase] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    first: list[Effect] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    endings: list[Ending] = field(default_factory=list)
    until: Expr | None = None
    idle: bool = False

    def within(self, phase: Phase) -> Phase:
        """A phase without lines, with these for its own."""
        return replace(
            phase,
            until=phase.until or self.until,
            until_idle=phase.until_idle or self.idle,
            phases=tuple(self.phases),
            effects=tuple(self.effects),
            first=tuple(self.first),
            rolls=tuple(self.rolls),
            endings=tuple(self.endings),
        )


def resolve_roll(node: tree.Roll, owner: str, scope: Scope) -> Roll:
    """What is rolled or drawn, for whom, how often."""
    each, inner = None, scope
    if node.each is not None:
        items = node.each.among or tree.Word(node.each.type.name, node.each.type.span)
        each, inner = resolve_binding(tree.Binding(node.each.name, items, None), scope)
    count = None if node.count is None else resolve(node.count, inner, INT)
    pool = None if node.pool is None else resolve(node.pool, inner)
    if pool is not None and not isinstance(pool.type, ListType | ErrorType):
        scope.names.report(
            codes.TYPE_MISMATCH, say("expected a list, found `{pool}`", pool=pool.type), pool.span, say("not a list")
        )
    dice = None if node.dice is None else type_of(node.dice, scope.names)
    return Roll(
        f"{owner}.{node.name.text}",
        each,
        count,
        dice if isinstance(dice, DiceType) else None,
        pool,
        node.anchors,
        node.texts,
        node.span,
    )


class _PhaseBuilder:
    """Builds the phases of one sequence."""

    def __init__(self, phases: PhaseIndex, changes: Changes, names: SymbolTable) -> None:
        self.phases, self.changes, self.names = phases, changes, names

    def lines(self, lines: Sequence[tree.PhaseLine], way: tuple[str, ...], owner: str, scope: Scope) -> _Block:
        block = _Block()
        rolls = [line for line in lines if isinstance(line, tree.Roll)]
        scope = scope.seeing({roll.name.text: f"{owner}.{roll.name.text}" for roll in rolls})
        for line in lines:
            match line:
                case tree.Phase():
                    block.phases.append(self.phase(line, way, scope))
                case tree.Each():
                    block.phases.append(self.each(line, way, owner, scope))
                case tree.Repeat():
                    self.repeat(line, block, way, owner, scope)
                case tree.Effect():
                    found = resolve_effects([line], scope, self.changes)
                    (block.first if line.first else block.effects).extend(found)
                case tree.Roll():
                    block.rolls.append(resolve_roll(line, owner, scope))
                case tree.GameEnds():
                    condition = resolve(line.condition, scope, BOOL)
                    winner = None if line.winner is None else self.winner(line.winner, scope)
                    block.endings.append(Ending(condition, winner, line.anchors, line.texts, line.span))
                case _:
                    assert_never(line)
        return block

    def winner(self, node: tree.Expr, scope: Scope) -> Expr:
        """Who has won: a player, a side, or those of a list."""
        who = resolve(node, scope)
        if is_numeric(who.type) or isinstance(who.type, BoolType):
            self.names.report(
                codes.TYPE_MISMATCH,
                say("a game is won by a player or a side, and this is {who}", who=described(who.type)),
                node.span,
                help=say("name who has won: `won by p`"),
            )
        return who

    def repeat(self, line: tree.Repeat, block: _Block, way: tuple[str, ...], owner: str, scope: Scope) -> None:
        """What repeats: the lines below it, or else the whole block it stands in."""
        until = None if line.until is None else resolve(line.until, scope, BOOL)
        if line.lines:
            inner = self.lines(line.lines, way, owner, scope)
            own = Phase("", None, None, None, until, (), (), "", (), (), (), line.span, until_idle=line.until is None)
            block.phases.append(inner.within(own))
            return
        if block.until is not None or block.idle:
            self.names.report(codes.DUPLICATE, say("this repetition ends twice"), line.span, help=say("use `or`"))
        block.until, block.idle = until, line.until is None

    def each(self, node: tree.Each, way: tuple[str, ...], owner: str, scope: Scope) -> Phase:
        bound = f"{owner}.{node.variable.text}"
        if node.items is not None:
            return self.each_of(node, way, owner, scope, bound)
        values: list[Expr] = []
        for value in node.values:
            values.append(resolve(value, scope, values[0].type if values else None))
        inner = self.lines(node.lines, way, owner, scope.plus(node.variable.text, values[0].type))
        own = Phase("", None, None, None, None, (), (), node.variable.text, tuple(values), (), (), node.span, bound)
        return inner.within(own)

    def each_of(self, node: tree.Each, way: tuple[str, ...], owner: str, scope: Scope, bound: str) -> Phase:
        """Phases once for each of a list that is known only when it is played."""
        assert node.items is not None
        items = resolve(node.items, scope)
        if not isinstance(items.type, ListType):
            # A single value: what `for side in axis` means as well.
            single = self.lines(node.lines, way, owner, scope.plus(node.variable.text, items.type))
            own = Phase("", None, None, None, None, (), (), node.variable.text, (items,), (), (), node.span, bound)
            return single.within(own)
        inner = scope.seeing({node.variable.text: bound})
        where = None if node.where is None else resolve(node.where, inner, BOOL)
        order = None
        if node.order is not None:
            amount = None if node.order.amount is None else resolve(node.order.amount, inner, INT)
            ties = None if node.order.ties is None else resolve(node.order.ties, inner)
            order = Order(node.order.kind, amount, ties)
        own = Phase(
            "",
            None,
            None,
            None,
            None,
            (),
            (),
            node.variable.text,
            (),
            node.anchors,
            (),
            node.span,
            bound,
            items,
            where,
            order,
            node.optional,
        )
        return self.lines(node.lines, way, owner, inner).within(own)

    def phase(self, node: tree.Phase, way: tuple[str, ...], scope: Scope) -> Phase:
        way = (*way, node.name.text)
        scope = scope.seeing({part.name.text: f"{node.name.text}.{part.name.text}" for part in node.parameters})
        condition = resolve_condition(node.condition, scope)
        active = self.names.signature(ACTIVE)
        who = who_acts(node, scope, None if active is None else active.result)
        actor, together, alone, at_once = who
        block = self.lines(node.lines, way, node.name.text, scope)
        inner = scope.seeing({roll.name.rpartition(".")[2]: roll.name for roll in block.rolls})
        stays = None if node.stays is None else resolve(node.stays, inner, BOOL)
        ends = None if node.ends is None else resolve(node.ends, inner, BOOL)
        inside, effects, until = tuple(block.phases), tuple(block.effects), block.until
        first, rolls, endings = tuple(block.first), tuple(block.rolls), tuple(block.endings)
        idle = block.idle
        parameters = tuple(f"{node.name.text}.{part.name.text}" for part in node.parameters)
        if node.copied is not None:
            played = self.copy(node, node.copied, way, scope, bool(inside))
            if played is not None:
                inside = played.phases
                if together is None and at_once is None and actor is None:
                    actor, together, alone, at_once = played.actor, played.together, played.alone, played.at_once
                effects, until = (*played.effects, *effects), until or played.until
                first, rolls = (*played.first, *first), (*played.rolls, *rolls)
                endings, idle = (*played.endings, *endings), idle or played.until_idle
                stays, ends = stays or played.stays, ends or played.ends
                condition = conjunction([part for part in (played.condition, condition) if part is not None])
        label = None if inside else self.phases.label(way)
        member = None
        if label is not None and self.phases.type:
            member = Member("Phase", self.phases.type.members.index(label))
        return Phase(
            node.name.text,
            member,
            actor,
            condition,
            until,
            inside,
            effects,
            "",
            (),
            node.anchors,
            node.texts,
            node.span,
            until_idle=idle,
            parameters=parameters,
            called=node.called,
            stays=stays,
            ends=ends,
            first=first,
            rolls=rolls,
            endings=endings,
            together=together,
            alone=alone,
            at_once=at_once,
        )

    def copy(
        self,
        node: tree.Phase,
        copied: tree.Copied,
        way: tuple[str, ...],
        scope: Scope,
        own: bool,
    ) -> Phase | None:
        """The original, each side's name taken for the other's; None after a finding."""
        original = self.phases.original(copied.phase.text)
        if own or original is None or original.copied or copied.phase.text in way:
            if original is None:
                self.names.unknown("phase", copied.phase.text, copied.phase.span, self.phases.names)
            else:
                self.names.report(
                    codes.DANGLING,
                    say("phase `{name}` has phases of its own too", name=node.name.text)
                    if own
                    else say("phase `{name}` cannot be played as itself, or as a copy", name=node.name.text),
                    copied.phase.span,
                    help=say("remove them, or write the phase out") if own else say("name a phase that is written out"),
                )
            return None
        one = resolve(copied.one, scope)
        other = resolve(copied.other, scope, one.type)
        if not isinstance(one, Const) or not isinstance(other, Const) or isinstance(one.type, ErrorType):
            self.names.report(
                codes.TYPE_MISMATCH,
                say("only two values can be exchanged"),
                node.span,
                help=say("write two values of the type of those who act: `with one and other exchanged`"),
            )
            return None
        if one.value == other.value:
            self.names.report(
                codes.TYPE_MISMATCH,
                say("`{one}` is exchanged with itself", one=show(one.value, one.type)),
                copied.other.span,
                help=say("name the other side, or play the phase itself again"),
            )
            return None
        built = self.phase(original, self.phases.way(original.name.text)[:-1], scope)
        played: Phase = swap_values(built, one, other)
        return played


def swap_values(node: Any, one: Const, other: Const) -> Any:
    """A piece of the model with two values exchanged wherever they stand."""
    if isinstance(node, Const) and node.type == one.type and node.value in {one.value, other.value}:
        return replace(node, value=other.value if node.value == one.value else one.value)
    if isinstance(node, Member | Type):
        return node
    return map_children(node, lambda child: swap_values(child, one, other))


def _size(lines: Sequence[tree.PhaseLine]) -> int:
    """How many phases some lines come to when every loop is written out."""
    total = 0
    for line in lines:
        if isinstance(line, tree.Each):
            total += max(len(line.values), 1) * _size(line.lines)
        if isinstance(line, tree.Repeat):
            total += _size(line.lines)
        if isinstance(line, tree.Phase):
            total += 1 + _size(line.lines)
    return total


def resolve_phase_apart(node: tree.Phase, phases: PhaseIndex, changes: Changes, names: SymbolTable) -> Phase:
    """A phase that is declared by itself: an effect plays it, or a line of an example."""
    _check_phase_names([node], {}, {}, names)
    return replace(_PhaseBuilder(phases, changes, names).phase(node, (), Scope(names, {})), called=True)


def resolve_sequence(node: tree.Sequence, phases: PhaseIndex, changes: Changes, names: SymbolTable) -> Phase | None:
    """The tree of a sequence's phases; None if it is too large to be played."""
    if _size(node.lines) > MANY:
        names.report(
            dsl_codes.TOO_LARGE,
            say("this sequence comes to more than {many} phases", many=MANY),
            node.name.span,
            help=say("nest fewer loops"),
        )
        return None
    _check_phase_names(node.lines, {}, {}, names)
    if not any(isinstance(line, tree.Phase | tree.Each | tree.Repeat) for line in node.lines):
        names.report(
            dsl_codes.SYNTAX_ERROR,
            say("sequence `{name}` has no phases", name=node.name.text),
            node.name.span,
            help=say("write them below it, a line each: `phase NAME`"),
        )
    block = _PhaseBuilder(phases, changes, names).lines(node.lines, (), node.name.text, Scope(names, {}))
    if not block.phases and any(isinstance(line, tree.Repeat) for line in node.lines):
        names.report(
            dsl_codes.SYNTAX_ERROR, say("sequence `{name}` has no phases", name=node.name.text), node.name.span
        )
    own = Phase(node.name.text, None, None, None, None, (), (), "", (), node.anchors, node.texts, node.span)
    return block.within(own)


def _check_phase_names(
    lines: Sequence[tree.PhaseLine], beside: dict[str, Span], above: dict[str, Span], names: SymbolTable
) -> None:
    """Phases beside each other, and inside each other, have names of their own: nothing else tells them apart."""
    for line in lines:
        if isinstance(line, tree.Each | tree.Repeat):
            _check_phase_names(line.lines, beside, above, names)
        if isinstance(line, tree.Phase):
            name = line.name.text
            if name in beside or name in above:
                names.report(
                    codes.DUPLICATE,
                    say("phase `{name}` stands beside another one of its name, and nothing tells them apart", name=name)
                    if name in beside
                    else say(
                        "phase `{name}` stands inside another one of its name, and nothing tells them apart", name=name
                    ),
                    line.name.span,
                    related=(Label((beside | above)[name], say("the other one")),),
                    help=say("rename one of them"),
                )
            beside[name] = line.name.span
            _check_phase_names(line.lines, {}, {**above, name: line.name.span}, names)


def phases_without_actor(phase: Phase, owned: bool = False) -> Iterator[Member]:
    """The innermost phases in which nobody in particular acts."""
    owned = owned or phase.actor is not None or phase.at_once is not None
    if phase.member is not None and (phase.together is not None or not owned):
        yield phase.member  # where several have to agree, the turn is nobody's in particular
    for inner in phase.phases:
        yield from phases_without_actor(inner, owned)
