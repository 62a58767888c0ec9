"""From the sequences of play to phases with what happens in them: loops, rolls, endings, phases by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.names import last_part
from regola_compiler.model.program import Const, Effect, Ending, Expr, Order, Phase, Roll
from regola_compiler.model.types import (
    BOOL,
    INT,
    BoolType,
    DiceType,
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
from regola_compiler.resolve.bodies import conjunction, resolve_condition
from regola_compiler.resolve.play.acting import who_acts
from regola_compiler.resolve.play.effects import Changes, resolve_binding, resolve_effects
from regola_compiler.resolve.play.phases import ACTIVE, PhaseIndex, tell_never_on
from regola_compiler.resolve.play.winners import winners_for
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.types import type_of
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.routes import report_no_list
from regola_compiler.resolve.values.words import failed

MANY = 5_000


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

    def each_time(self, loop: Phase) -> Phase:
        """A loop over these lines, all of which come about for each that it goes through."""
        if self == _Block(self.phases):
            return replace(loop, phases=tuple(self.phases))
        return replace(loop, phases=(self.within(Phase(name="", span=loop.span)),))


def resolve_roll(node: tree.Roll, owner: str, scope: Scope) -> Roll:
    """What is rolled or drawn, for whom, how often."""
    each, inner = None, scope
    if node.each is not None:
        items = node.each.among or tree.Word(node.each.type.name, node.each.type.span)
        each, inner = resolve_binding(tree.Binding(node.each.name, items, None), scope)
    count = None if node.count is None else resolve(node.count, inner, INT)
    pool = None if node.pool is None else resolve(node.pool, inner)
    if node.pool is not None and pool is not None and not isinstance(pool.type, ListType | ErrorType):
        report_no_list(pool, node.pool, scope.names)
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
        if isinstance(node, tree.Word) and (winners := winners_for(node, scope)):
            self.names.unknown("name", node.text, node.span, [], winners)
            return failed(node.span)
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
            own = Phase(name="", span=line.span, until=until, until_idle=line.until is None)
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
        variable, anchors = node.variable.text, node.anchors
        own = Phase(name="", span=node.span, variable=variable, values=tuple(values), bound=bound, anchors=anchors)
        return inner.each_time(own)

    def each_of(self, node: tree.Each, way: tuple[str, ...], owner: str, scope: Scope, bound: str) -> Phase:
        """Phases once for each of a list that is known only when it is played."""
        assert node.items is not None
        items = resolve(node.items, scope)
        if not isinstance(items.type, ListType):
            # A single value: what `for side in axis` means as well.
            self._picked_of_one(node, items)
            single = self.lines(node.lines, way, owner, scope.plus(node.variable.text, items.type))
            own = Phase(name="", span=node.span, variable=node.variable.text, values=(items,), bound=bound)
            return single.each_time(own)
        inner = scope.seeing({node.variable.text: bound})
        where = None if node.where is None else resolve(node.where, inner, BOOL)
        order = None
        if node.order is not None:
            amount = None if node.order.amount is None else resolve(node.order.amount, inner, INT)
            ties = None if node.order.ties is None else resolve(node.order.ties, inner)
            order = Order(node.order.kind, amount, ties)
        own = Phase(
            name="",
            span=node.span,
            anchors=node.anchors,
            variable=node.variable.text,
            bound=bound,
            items=items,
            where=where,
            order=order,
            optional=node.optional,
        )
        return self.lines(node.lines, way, owner, inner).each_time(own)

    def _picked_of_one(self, node: tree.Each, one: Expr) -> None:
        """What picks of several, or orders them, says nothing of one."""
        parts = (("where", node.where), ("by", node.order), ("optional", node.optional))
        word = next((word for word, part in parts if part), None)
        if word is None or isinstance(one.type, ErrorType):
            return
        self.names.report(
            codes.TYPE_MISMATCH,
            say("`{word}` speaks of several, and here stands one value", word=word),
            one.span,
            say("this is {result}", result=described(one.type)),
            help=say(
                "name several with commas: `for {name} in …, …`; or all there are: `for {name} in {type} where …`",
                name=node.variable.text,
                type=one.type,
            ),
        )

    def phase(self, node: tree.Phase, way: tuple[str, ...], scope: Scope) -> Phase:
        way = (*way, node.name.text)
        scope = scope.seeing({part.name.text: f"{node.name.text}.{part.name.text}" for part in node.parameters})
        condition = resolve_condition(node.condition, scope)
        active = self.names.signature(ACTIVE)
        who = who_acts(node, scope, None if active is None else active.result)
        actor, together, alone, at_once = who
        block = self.lines(node.lines, way, node.name.text, scope)
        inner = scope.seeing({last_part(roll.name): roll.name for roll in block.rolls})
        stays = None if node.stays is None else resolve(node.stays, inner, BOOL)
        ends = None if node.ends is None else resolve(node.ends, inner, BOOL)
        inside, effects, until = tuple(block.phases), tuple(block.effects), block.until
        if inside and (node.stays is not None or node.ends is not None):
            tell_never_on(node, inside[0], self.names)
        first, rolls, endings = tuple(block.first), tuple(block.rolls), tuple(block.endings)
        idle = block.idle
        parameters = tuple(f"{node.name.text}.{part.name.text}" for part in node.parameters)
        if node.copied is not None:
            played = self.copy(node, node.copied, way, scope, next(iter(inside), None))
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
            name=node.name.text,
            span=node.span,
            anchors=node.anchors,
            texts=node.texts,
            member=member,
            actor=actor,
            condition=condition,
            until=until,
            phases=inside,
            effects=effects,
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
        own: Phase | None,
    ) -> Phase | None:
        """The original, each side's name taken for the other's; None after a finding.

        `own` is the first phase that stands below it.
        """
        if own is not None:
            self.names.report(
                codes.DANGLING,
                say(
                    "phase `{name}` is played as `{other}`, and can have no phase below it",
                    name=node.name.text,
                    other=copied.phase.text,
                ),
                own.span,
                related=(Label(copied.phase.span, say("played as this")),),
                help=say(
                    "indent it like `phase {name}` above, by {number} blanks, if it comes after it; or leave it out",
                    name=node.name.text,
                    number=node.span.column - 1,
                ),
            )
            return None
        original = self.phases.original(copied.phase.text)
        if original is None or original.copied or copied.phase.text in way:
            if original is None:
                self.names.unknown("phase", copied.phase.text, copied.phase.span, self.phases.names)
            else:
                self.names.report(
                    codes.DANGLING,
                    say("phase `{name}` cannot be played as itself, or as a copy", name=node.name.text),
                    copied.phase.span,
                    help=say("name a phase that is written out"),
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
    own = Phase(name=node.name.text, span=node.span, anchors=node.anchors, texts=node.texts)
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
                    help=say("rename one of them, or, if it was written twice, leave out one of the two"),
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
