"""The declarations of a program, lowered: types, functions, facts, rules, assumptions, phases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias, assert_never

from msgspec import UNSET
from regola_dsl.kinds import EffectMode
from regola_dsl.source import Span

from regola_compiler.ir import tree, types
from regola_compiler.ir.expressions import (
    ToldParts,
    lower_all,
    lower_anchors,
    lower_expression,
    lower_lets,
    lower_optional,
    lower_parameters,
    lower_type,
    lower_value,
    told,
)
from regola_compiler.ir.sheets import lower_edges, lower_sheet
from regola_compiler.ir.statements import statement_parts
from regola_compiler.model.duties import failing_lets, failing_others, failing_subjects
from regola_compiler.model.early import asked_early
from regola_compiler.model.kinds import Operator
from regola_compiler.model.likeness import Likeness
from regola_compiler.model.program import (
    Action,
    Assumption,
    Binding,
    Choice,
    Clause,
    Counts,
    Deadline,
    Definition,
    Dimension,
    Effect,
    Ending,
    Event,
    Fact,
    Guard,
    Leg,
    Life,
    Modifier,
    Modifiers,
    Norm,
    Order,
    Path,
    PathConstraint,
    Phase,
    PieceInfo,
    Players,
    Preference,
    Program,
    PutUp,
    Roll,
    Row,
    Rule,
    RuleInfo,
    Secret,
    Table,
    TypeInfo,
)
from regola_compiler.model.types import EnumType, HandleType, ListType, RecordType
from regola_compiler.model.visitor import phases_in

# The numbers of the lines of shared changes, by where these stand.
Lines: TypeAlias = Mapping[Span, int]
NO_LINES: Lines = MappingProxyType({})
# A member whose name is a plain word may be shown by its text; `A1/DR` and `EX` are signs and stay.
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}\d*(?:[_-]\w+)*")
PERMISSIONS: tuple[tree.Permission, ...] = ("allowed", "forbidden", "required", "due")
_NOTHING: ToldParts = {"anchors": (), "texts": {}, "more": {}, "short": {}}


def is_plain_word(label: str) -> bool:
    """Whether a member is named by a word, which a text may stand for, and not by a sign.

    >>> [is_plain_word(label) for label in ("rough_ground", "minus2", "A1/DR", "EX", "3-1")]
    [True, True, False, False, False]
    """
    return bool(_PLAIN_WORD.fullmatch(label)) and label == label.lower()


# --- types -------------------------------------------------------------------------------


def lower_type_declaration(info: TypeInfo, *, built_in: bool = False) -> tree.TypeDeclaration:
    """A declared type with all that is told of it; `built_in` for one that is there without being declared."""
    type_, own = info.type, told(info.anchors, info.texts)
    parts = {name: told(anchors, texts) for name, anchors, texts, _ in info.parts}
    match type_:
        case EnumType():
            make = tree.Scale if type_.ordered else tree.Enum
            return make(
                name=type_.name,
                built_in=built_in,
                members=tuple(
                    tree.Member(label=label, printed=not is_plain_word(label), **parts[label])
                    for label in type_.members
                ),
                open=(type_.open_below, type_.open_above),
                ratios=type_.ratios,
                worths=tuple(map(str, type_.worths)),
                **own,
            )
        case HandleType():
            return tree.HandleClass(name=type_.name, built_in=built_in, individuals=type_.individuals, **own)
        case RecordType():
            return _record(type_, parts, own, built_in=built_in)
        case _:
            assert_never(type_)


def lower_row_type(type_: RecordType) -> tree.Record:
    """The record that a row of a table is: nobody declares it."""
    return _record(type_, {}, _NOTHING, built_in=True)


def _record(type_: RecordType, parts: dict[str, ToldParts], own: ToldParts, *, built_in: bool) -> tree.Record:
    defaults = dict(type_.defaults)
    fields = tuple(
        tree.Field(
            name=name,
            type=lower_type(field),
            default=lower_value(defaults[name], field) if name in defaults else UNSET,
            **parts.get(name, _NOTHING),
        )
        for name, field in type_.fields
    )
    return tree.Record(name=type_.name, built_in=built_in, fields=fields, **own)


# --- functions ---------------------------------------------------------------------------


class _Common(ToldParts):
    """The fields of `tree.Function`."""

    name: str
    parameters: tuple[tree.Parameter, ...]
    result: types.Type
    position: bool


def lower_function(
    item: Rule, *, position: bool, lines: Lines = NO_LINES, alike: Likeness = ()
) -> tree.Callable | tree.Fact:
    """A declaration that can be asked.

    Args:
        item: the declaration.
        position: whether its answer rests on the facts of a position.
        lines: the numbers of the lines of shared changes.
        alike: of an action, what it reads of the lists that are chosen for it.
    """
    common: _Common = {
        "name": item.name,
        "parameters": lower_parameters(item.parameters),
        "result": lower_type(item.result),
        "position": position,
        **told(item.anchors, item.texts),
    }
    match item:
        case Definition():
            return tree.Definition(body=_clause(item.root), **common)
        case Table():
            return _table(item, common)
        case Modifiers():
            shifts = tuple(_modifier(line) for line in item.lines)
            return tree.Modifiers(unit=item.unit, lets=lower_lets(item.lets), lines=shifts, **common)
        case Action():
            return _action(item, common, lines, alike)
        case Path():
            return _path(item, common)
        case Choice():
            return _choice(item, common)
        case Fact():
            return lower_fact(item)
        case _:
            assert_never(item)


def lower_fact(fact: Fact) -> tree.Fact:
    """A fact of a position."""
    return tree.Fact(
        name=fact.name,
        kind=fact.kind,
        parameters=lower_parameters(fact.parameters),
        result=lower_type(fact.result),
        default=lower_optional(fact.default),
        where=lower_anchors(fact.where),
        owner=fact.owner,
        life=None if fact.life is None else _life(fact.life),
        counts=None if fact.counts is None else _counts(fact.counts),
        secret=None if fact.secret is None else _secret(fact.secret),
        shows=fact.shows,
        **told(fact.anchors, fact.texts),
    )


def _life(life: Life) -> tree.Life:
    return tree.Life(life.kind, life.phases, lower_optional(life.who))


def _secret(secret: Secret) -> tree.Secret:
    return tree.Secret(secret.all_but, lower_expression(secret.who), lower_optional(secret.unless))


def _counts(counts: Counts) -> tree.Counts:
    return tree.Counts(tuple(tree.Counted(name, lower_all(keys)) for name, keys in counts.deeds), counts.unordered)


def _clause(clause: Clause) -> tree.Clause:
    return tree.Clause(
        name=clause.name,
        when=lower_optional(clause.condition),
        lets=lower_lets(clause.lets),
        value=lower_optional(clause.value),
        over=tuple(sorted(clause.over)),
        sequel=clause.sequel,
        exceptions=tuple(_clause(part) for part in clause.exceptions),
        **told(clause.anchors, clause.texts),
    )


def _table(table: Table, common: _Common) -> tree.Table:
    return tree.Table(
        hit=table.hit,
        dimensions=tuple(_dimension(dimension) for dimension in table.dimensions),
        outputs=table.outputs,
        rows=tuple(_row(row) for row in table.rows),
        printed=table.shown,
        grid=table.grid,
        sheet=lower_sheet(table),
        edges=lower_edges(table),
        shapes=tuple(tree.Shape(direction, axis) for direction, axis, _ in table.shapes),
        **common,
    )


def _dimension(dimension: Dimension) -> tree.Dimension:
    return tree.Dimension(
        dimension.label,
        lower_expression(dimension.value),
        lower_type(dimension.type),
        dimension.low,
        dimension.high,
        dimension.below.policy if dimension.below else None,
        dimension.above.policy if dimension.above else None,
    )


def _row(row: Row) -> tree.Row:
    return tree.Row(row.selectors, lower_all(row.outputs), lower_anchors(row.anchors), row.last)


def _modifier(line: Modifier) -> tree.Modifier:
    amount = lower_expression(line.amount)
    negated = isinstance(amount, tree.Apply) and amount.operator == Operator.NEGATE
    return tree.Modifier(
        name=line.name,
        amount=amount,
        sign="-" if negated else "+",
        size=amount.operands[0] if isinstance(amount, tree.Apply) and negated else amount,
        when=lower_optional(line.condition),
        **told(line.anchors, line.texts),
    )


def _action(action: Action, common: _Common, lines: Lines, alike: Likeness) -> tree.Action:
    actor = lower_optional(action.actor)
    return tree.Action(
        actor=actor,
        phases=action.phases,
        default=None if action.default is None else PERMISSIONS[action.default.index],
        guards=tuple(_guard(guard, early) for guard, early in zip(action.guards, asked_early(action), strict=True)),
        norms=tuple(_norm(norm, action, actor, common["parameters"], lines, rule=True) for norm in action.norms),
        effects=_effects(action.effects, lines),
        candidates=tuple(map(lower_optional, action.candidates)),
        rolls=tuple(map(_roll, action.rolls)),
        counters=tuple(fact.name for fact in action.counters),
        groups=action.groups,
        alike=alike,
        agreed=lower_optional(action.agreed),
        **common,
    )


def _guard(guard: Guard, early: tuple[int, ...]) -> tree.Guard:
    return tree.Guard(
        name=guard.name,
        kind=guard.kind,
        condition=lower_expression(guard.condition),
        early=early,
        **told(guard.anchors, guard.texts),
    )


def _norm(
    norm: Norm,
    action: Action,
    actor: tree.Expr | None,
    parameters: tuple[tree.Parameter, ...],
    lines: Lines,
    *,
    rule: bool,
) -> tree.Norm:
    condition, when = lower_optional(norm.condition), lower_optional(norm.when)
    return tree.Norm(
        name=norm.name,
        says=norm.modality,
        lets=lower_lets(norm.lets),
        condition=condition,
        when=when,
        over=tuple(sorted(norm.silences)),
        phases=norm.phases,
        under=norm.under,
        statement=statement_parts(actor, parameters, norm.modality, condition, when, norm.under, rule=rule),
        exceptions=tuple(_norm(part, action, actor, parameters, lines, rule=False) for part in norm.exceptions),
        due=None if norm.due is None else _deadline(norm.due),
        failing=_effects(norm.failing, lines),
        failing_lets=tuple(let.name for let in failing_lets(norm)),
        failing_each=failing_subjects(action, norm),
        failing_any=failing_others(action, norm),
        **told(norm.anchors, norm.texts),
    )


def _deadline(due: Deadline) -> tree.Deadline:
    return tree.Deadline(due.phase, due.possible, due.either)


def lines_of_changes(program: Program) -> Lines:
    """A number for each line of a shared change, in the order in which a program has them; the same wherever called."""
    actions = (item for item in program.callables.values() if isinstance(item, Action))
    effects = [effect for action in actions for effect in (*action.effects, *_failing(action.norms))]
    for sequence in program.sequences.values():
        effects += [one for phase in phases_in(sequence) for one in (*phase.first, *phase.effects)]
    effects += [effect for event in program.events.values() for effect in event.effects]
    spans = dict.fromkeys(effect.span for effect in effects if any("." in one.variable for one in effect.each))
    return {span: number for number, span in enumerate(spans, 1)}


def _failing(norms: Iterable[Norm]) -> Iterable[Effect]:
    for norm in norms:
        yield from norm.failing
        yield from _failing(norm.exceptions)


def _effects(effects: Iterable[Effect], lines: Lines) -> tuple[tree.Effect, ...]:
    return tuple(_effect(effect, lines) for effect in effects)


def _effect(effect: Effect, lines: Lines) -> tree.Effect:
    # What goes back to its default has no value; that says enough.
    plain = effect.mode in {EffectMode.BECOMES, EffectMode.RESET}
    return tree.Effect(
        fact=effect.fact,
        arguments=lower_all(effect.arguments),
        value=lower_optional(effect.value),
        condition=lower_optional(effect.condition),
        mode=EffectMode.BECOMES if plain else effect.mode,
        each=tuple(map(_binding, effect.each)),
        line=lines.get(effect.span, 0) if effect.each else 0,
        fields=effect.fields,
        **told(effect.anchors, effect.texts),
    )


def _binding(binding: Binding) -> tree.Binding:
    return tree.Binding(binding.variable, lower_expression(binding.items), lower_optional(binding.where))


def _roll(roll: Roll) -> tree.Roll:
    dice = None if roll.dice is None else lower_type(roll.dice)
    assert dice is None or isinstance(dice, types.DiceType)
    return tree.Roll(
        name=roll.name,
        each=None if roll.each is None else _binding(roll.each),
        count=lower_optional(roll.count),
        dice=dice,
        pool=lower_optional(roll.pool),
        **told(roll.anchors, roll.texts),
    )


def _path(path: Path, common: _Common) -> tree.Path:
    return tree.Path(
        place=lower_type(path.place),
        over=path.over,
        lets=lower_lets(path.lets),
        start=lower_expression(path.start),
        many=isinstance(path.start.type, ListType),
        end=lower_optional(path.end),
        legs=tuple(_leg(leg) for leg in path.legs),
        bars=tuple(_bar(bar) for bar in path.bars),
        fractions=not path.whole,
        **common,
    )


def _leg(leg: Leg) -> tree.Leg:
    ends = leg.ends if leg.ends[0] else ()
    limit, cost, where, steps = map(lower_optional, (leg.limit, leg.cost, leg.where, leg.steps))
    return tree.Leg(leg.kind, limit, ends, cost, where, steps)


def _bar(bar: PathConstraint) -> tree.Bar:
    return tree.Bar(
        kind=bar.kind, places=bar.places, condition=lower_expression(bar.condition), **told(bar.anchors, bar.texts)
    )


def _choice(choice: Choice, common: _Common) -> tree.Choice:
    return tree.Choice(
        actor=lower_optional(choice.actor),
        lets=lower_lets(choice.lets),
        variable=choice.variable,
        items=lower_expression(choice.items),
        where=lower_optional(choice.where),
        preferences=tuple(_preference(preference) for preference in choice.preferences),
        **common,
    )


def _preference(preference: Preference) -> tree.Preference:
    return tree.Preference(
        degree=preference.degree,
        value=lower_expression(preference.value),
        **told(preference.anchors, preference.texts),
    )


# --- rules, assumptions, phases ------------------------------------------------------------


def lower_rule(rule: RuleInfo) -> tree.RuleInfo:
    """A rule as it was declared."""
    return tree.RuleInfo(name=rule.name, actions=rule.actions, **told(rule.anchors, rule.texts))


def lower_assumption(assumption: Assumption) -> tree.Assumption:
    """What is true in every position."""
    return tree.Assumption(
        name=assumption.name,
        parameters=lower_parameters(assumption.parameters),
        lets=lower_lets(assumption.lets),
        value=lower_expression(assumption.value),
        **told(assumption.anchors, assumption.texts),
    )


def lower_phase(phase: Phase, lines: Lines = NO_LINES) -> tree.Phase:
    """A phase, and what lies inside it; `lines` are the numbers of the lines of shared changes."""
    return tree.Phase(
        name=phase.name,
        member=None if phase.member is None else phase.member.index,
        actor=lower_optional(phase.actor),
        condition=lower_optional(phase.condition),
        until=lower_optional(phase.until),
        effects=_effects(phase.effects, lines),
        phases=tuple(lower_phase(part, lines) for part in phase.phases),
        variable=phase.variable,
        values=lower_all(phase.values),
        bound=phase.bound,
        items=lower_optional(phase.items),
        where=lower_optional(phase.where),
        order=None if phase.order is None else _order(phase.order),
        optional=phase.optional,
        until_idle=phase.until_idle,
        parameters=phase.parameters,
        called=phase.called,
        stays=lower_optional(phase.stays),
        ends=lower_optional(phase.ends),
        first=_effects(phase.first, lines),
        rolls=tuple(map(_roll, phase.rolls)),
        endings=tuple(map(_ending, phase.endings)),
        together=lower_optional(phase.together),
        alone=lower_optional(phase.alone),
        at_once=lower_optional(phase.at_once),
        **told(phase.anchors, phase.texts),
    )


def _order(order: Order) -> tree.Order:
    return tree.Order(order.kind, lower_optional(order.amount), lower_optional(order.ties))


def _ending(ending: Ending) -> tree.Ending:
    return tree.Ending(
        condition=lower_expression(ending.condition),
        winner=lower_optional(ending.winner),
        **told(ending.anchors, ending.texts),
    )


# --- pieces, players, events ---------------------------------------------------------------


def lower_piece(info: PieceInfo) -> tree.PieceType:
    """A type of individuals."""
    return tree.PieceType(info.name, info.kind, info.printed, info.states, info.lasting)


def lower_put_up(piece: PutUp) -> tree.PutUp:
    """A piece that stands there at the start."""
    return tree.PutUp(piece.name, piece.type, {name: lower_expression(value) for name, value in piece.facts})


def lower_players(players: Players) -> tree.Players:
    """Who plays."""
    return tree.Players(lower_type(players.type), players.side)


def lower_event(event: Event, lines: Lines) -> tree.Event:
    """What comes about as soon as something holds."""
    return tree.Event(
        name=event.name,
        parameters=lower_parameters(event.parameters),
        condition=lower_expression(event.condition),
        once=event.once,
        effects=_effects(event.effects, lines),
        **told(event.anchors, event.texts),
    )
