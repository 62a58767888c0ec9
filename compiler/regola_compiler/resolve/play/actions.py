"""Actions: who does them, when, among what they are chosen, what they ask and change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.duties import leaving_others
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Const,
    Counts,
    Expr,
    Fact,
    Guard,
    Life,
    Logic,
    Norm,
    Parameter,
    Var,
)
from regola_compiler.model.types import (
    ALLOWED,
    BOOL,
    FORBIDDEN,
    INT,
    PERMISSION,
    BoolType,
    DiceType,
    EnumType,
    ErrorType,
    IntType,
    ListType,
    Member,
    NumberType,
    described,
    fits,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.play.effects import NO_CHANGES, Changes, resolve_effects
from regola_compiler.resolve.play.groups import group_guard, is_group
from regola_compiler.resolve.play.phases import ACTIVE, PHASE, PhaseIndex
from regola_compiler.resolve.play.pieces import phase_names
from regola_compiler.resolve.play.sequences import resolve_roll
from regola_compiler.resolve.scope import Scope, Signature, Stands, SymbolTable, parameter_scope
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.routes import report_no_list
from regola_compiler.resolve.values.words import TIMES


@dataclass(frozen=True, slots=True)
class ActionSignature:
    """An action as its rules see it."""

    node: tree.Action
    signature: Signature
    actor: Expr | None
    stands: Stands = field(default_factory=dict)

    def scope(self, names: SymbolTable) -> Scope:
        """The scope inside a rule about it: its parameters, and what is seen from its phases."""
        return parameter_scope(self.signature.parameters, names, self.stands)


def action_head(node: tree.Action, stands: Stands, names: SymbolTable) -> ActionSignature:
    """Who does an action, resolved; `stands` is what is seen from its phases."""
    signature = names.signature_of(node)
    scope = parameter_scope(signature.parameters, names, stands)
    actor = None if node.actor is None else resolve(node.actor, scope)
    return ActionSignature(node, signature, actor, stands)


def in_phases(members: Sequence[str], type_: EnumType, span: Span) -> Expr:
    """The condition that play is in one of some phases."""
    options = [Const(Member("Phase", type_.members.index(label)), type_, span) for label in members]
    return Apply(Operator.IN, (Call(PHASE, (), type_, span), *options), BOOL, span)


def resolve_action(
    head: ActionSignature,
    norms: tuple[Norm, ...],
    free: tuple[Member, ...],
    phases: PhaseIndex,
    names: SymbolTable,
    limits: Sequence[tree.Limit] = (),
    changes: Changes = NO_CHANGES,
) -> Action:
    """An action with its norms; in the phases `free` nobody in particular acts.

    `limits` are those that it shares with other actions.
    """
    node, scope = head.node, head.scope(names)
    members = tuple(member for name in node.phases for member in phases.members(name, names))
    guards: list[Guard] = []
    if members and phases.type:
        span = node.phases[0].span
        guards.append(Guard("phase", "phase", in_phases(members, phases.type, span), node.anchors, (), span))
    if (turn := _its_turn(head, free, phases, names)) is not None:
        guards.append(Guard("turn", "actor", turn, node.anchors, (), turn.span))
    candidates = _candidates(node, head, names)
    groups = tuple(part.name.text for part in node.parameters if is_group(part))
    for parameter, items in zip(head.signature.parameters, candidates, strict=True):
        if items is not None:
            variable = Var(parameter.name, parameter.type, items.span)
            inside: Expr = Apply(Operator.CONTAINS, (variable, items), BOOL, items.span)
            if parameter.name in groups and isinstance(parameter.type, ListType):
                inside = group_guard(parameter, items)
            guards.append(Guard(f"choice of {parameter.name}", "among", inside, node.anchors, (), items.span))
    for number, requirement in enumerate(node.requirements, 1):
        condition = resolve(requirement.condition, scope, BOOL)
        anchors = requirement.anchors or node.anchors
        name = f"requirement {number}"
        guards.append(Guard(name, "requires", condition, anchors, requirement.texts, requirement.span))
    counters: list[Fact] = []
    for number, limit in enumerate((*node.limits, *limits), 1):
        guard, counter = _limit(limit, number, head, scope)
        guards.append(guard)
        counters.append(counter)
    rolls = tuple(resolve_roll(roll, node.name.text, scope) for roll in node.rolls)
    after = scope.seeing({roll.name.text: f"{node.name.text}.{roll.name.text}" for roll in node.rolls})
    effects = resolve_effects(node.effects, after, changes)
    default = {"allowed": ALLOWED, "forbidden": FORBIDDEN, None: None}[node.default]
    return Action(
        node.name.text,
        head.signature.parameters,
        PERMISSION,
        head.actor,
        members,
        default,
        tuple(guards),
        leaving_others(norms, head.signature.parameters),
        effects,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
        candidates if any(candidates) else (),
        rolls,
        tuple(counters),
        groups,
        None if node.agreed is None else _agreed(node, node.agreed, head, scope),
    )


def _agreed(node: tree.Action, agreed: tree.Expr, head: ActionSignature, scope: Scope) -> Expr | None:
    """Who has to agree to an action: somebody of those who act; None after a finding."""
    other = resolve(agreed, scope, head.actor.type if head.actor is not None else None)
    names, active = scope.names, scope.names.signature(ACTIVE)
    if isinstance(other.type, ErrorType):
        return None
    if active is None or not node.phases:
        names.report(
            codes.DANGLING,
            say(
                "nobody is asked to agree to `{name}`: it belongs to no phase that somebody plays", name=node.name.text
            ),
            other.span,
            help=say("say in which phase it is done: `by … agreed by … in PHASE`"),
        )
        return None
    if str(other.type) != str(active.result):
        names.report(
            codes.TYPE_MISMATCH,
            say("the phases are played by `{result}`, and this is `{other}`", result=active.result, other=other.type),
            other.span,
            help=say("name one of `{result}`: who is asked has to be one player", result=active.result),
        )
        return None
    return other


def _candidates(node: tree.Action, head: ActionSignature, names: SymbolTable) -> tuple[Expr | None, ...]:
    """By parameter, among what it is chosen; a later one may use those before it."""
    found: list[Expr | None] = []
    scope = Scope(names, {}, head.stands)
    written = {part.name.text: part for part in node.parameters}
    for parameter in head.signature.parameters:
        among = written[parameter.name].among
        items = None if among is None else resolve(among, scope)
        if among is not None and items is not None and not isinstance(items.type, ListType | ErrorType):
            report_no_list(items, among, names)
            items = None
        wanted = parameter.type
        if is_group(written[parameter.name]) and isinstance(wanted, ListType):
            wanted = wanted.item
        if items is not None and isinstance(items.type, ListType) and not fits(items.type.item, wanted):
            names.report(
                codes.TYPE_MISMATCH,
                say(
                    "`{name}` is {parameter}, and is chosen among {item}",
                    name=parameter.name,
                    parameter=described(parameter.type),
                    item=described(items.type.item),
                ),
                items.span,
            )
        found.append(items)
        scope = scope.plus(parameter.name, parameter.type)
    return tuple(found)


def _for_whom(word: str, head: ActionSignature) -> str:
    """What to write where a limit is on what is done with something, and the phase was left out; nothing elsewhere."""
    if word not in {one.name for one in head.signature.parameters}:
        return ""
    phases = ", ".join(phase.text for phase in head.node.phases) or "…"
    return say("say in which phase, and behind `per` for whom: `each {phases} per {word}`", phases=phases, word=word)


def _limit(node: tree.Limit, number: int, head: ActionSignature, scope: Scope) -> tuple[Guard, Fact]:
    """How often an action may be done: what counts its deeds, and the condition that there are fewer."""
    names, measure = scope.names, node.measure
    for phase in measure.phases:
        if not names.is_phase(phase.text) and not names.is_sequence(phase.text):
            names.unknown("phase", phase.text, phase.span, phase_names(names), _for_whom(phase.text, head))
    keys = tuple(resolve(key, scope) for key in measure.keys)
    if measure.unordered and len({str(key.type) for key in keys if not isinstance(key.type, ErrorType)}) > 1:
        names.report(
            codes.TYPE_MISMATCH,
            say(
                "of two in brackets either may stand first, and these are {one} and {other}",
                one=described(keys[0].type),
                other=described(keys[1].type),
            ),
            keys[-1].span,
            related=(Label(keys[0].span, described(keys[0].type)),),
            help=say("write `per` both without the brackets"),
        )
    amount = resolve(measure.amount, scope, INT)
    name = f"limit {node.name.text}" if node.actions else f"limit {number} of {head.node.name.text}"
    words = [key.text if isinstance(key, tree.Word) else f"{place}" for place, key in enumerate(measure.keys, 1)]
    parameters = tuple(Parameter(word, key.type, key.span) for word, key in zip(words, keys, strict=True))
    fact = Fact(
        name,
        "counted",
        parameters,
        TIMES,
        Const(0, TIMES, node.span),
        node.anchors or head.node.anchors,
        node.texts,
        node.span,
        node.name.span,
        life=Life("lasting", tuple(phase.text for phase in measure.phases), None, node.span),
        counts=Counts(((head.node.name.text, keys),), measure.unordered),
    )
    below = Apply(Operator.LESS, (Call(name, keys, TIMES, node.span), amount), BOOL, node.span)
    return Guard(f"limit {number}", "limit", below, node.anchors or head.node.anchors, node.texts, node.span), fact


def _its_turn(head: ActionSignature, free: tuple[Member, ...], phases: PhaseIndex, names: SymbolTable) -> Expr | None:
    """The condition that it is the actor's turn, if the sequence of play says whose it is."""
    active, actor = names.signature(ACTIVE), head.actor
    if active is not None and actor is not None and isinstance(actor.type, IntType | BoolType | DiceType | NumberType):
        names.report(
            codes.TYPE_MISMATCH,
            say("the turn is had by `{result}`, and this is `{actor}`", result=active.result, actor=actor.type),
            actor.span,
            help=say("say who does it: a parameter, a field of one, or a value"),
        )
    if active is None or actor is None or str(actor.type) != str(active.result) or phases.type is None:
        return None
    turn: Expr = Apply(Operator.EQUAL, (Call(ACTIVE, (), active.result, actor.span), actor), BOOL, actor.span)
    if not free:
        return turn
    anyone = in_phases([phases.type.members[member.index] for member in free], phases.type, actor.span)
    return Logic("or", (anyone, turn), BOOL, actor.span)
