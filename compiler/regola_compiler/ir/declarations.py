"""The declarations of a program, lowered: types, functions, facts, rules, assumptions, phases."""

from __future__ import annotations

import re
from typing import assert_never

from msgspec import UNSET

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
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Assumption,
    Choice,
    Clause,
    Definition,
    Dimension,
    Effect,
    Fact,
    Guard,
    Leg,
    Modifier,
    Modifiers,
    Norm,
    Path,
    PathConstraint,
    Phase,
    Preference,
    Row,
    Rule,
    RuleInfo,
    Table,
    TypeInfo,
)
from regola_compiler.model.types import EnumType, HandleType, ListType, RecordType

# A member whose name is a plain word may be shown by its text; `A1/DR` and `EX` are signs and stay.
_PLAIN_WORD = re.compile(r"[^\W\d_]{2,}(?:[_-]\w+)*")
PERMISSIONS: tuple[tree.Permission, ...] = ("allowed", "forbidden", "required")
_NOTHING: ToldParts = {"anchors": (), "texts": {}, "more": {}, "short": {}}


def is_plain_word(label: str) -> bool:
    """Whether a member is named by a word, which a text may stand for, and not by a sign.

    >>> [is_plain_word(label) for label in ("rough_ground", "A1/DR", "EX", "3-1")]
    [True, False, False, False]
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
            return tree.HandleClass(name=type_.name, built_in=built_in, **own)
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


def lower_function(item: Rule, *, position: bool) -> tree.Callable | tree.Fact:
    """A declaration that can be asked; `position` says whether its answer rests on the facts of a position."""
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
            lines = tuple(_modifier(line) for line in item.lines)
            return tree.Modifiers(unit=item.unit, lets=lower_lets(item.lets), lines=lines, **common)
        case Action():
            return _action(item, common)
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
        **told(fact.anchors, fact.texts),
    )


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


def _action(action: Action, common: _Common) -> tree.Action:
    actor = lower_optional(action.actor)
    return tree.Action(
        actor=actor,
        phases=action.phases,
        default=None if action.default is None else PERMISSIONS[action.default.index],
        guards=tuple(_guard(guard) for guard in action.guards),
        norms=tuple(_norm(norm, actor, common["parameters"], rule=True) for norm in action.norms),
        effects=tuple(_effect(effect) for effect in action.effects),
        **common,
    )


def _guard(guard: Guard) -> tree.Guard:
    return tree.Guard(
        name=guard.name,
        kind=guard.kind,
        condition=lower_expression(guard.condition),
        **told(guard.anchors, guard.texts),
    )


def _norm(norm: Norm, actor: tree.Expr | None, parameters: tuple[tree.Parameter, ...], *, rule: bool) -> tree.Norm:
    condition, when = lower_optional(norm.condition), lower_optional(norm.when)
    return tree.Norm(
        name=norm.name,
        says=norm.modality,
        lets=lower_lets(norm.lets),
        condition=condition,
        when=when,
        over=tuple(sorted(norm.over)),
        phases=norm.phases,
        under=norm.under,
        statement=statement_parts(actor, parameters, norm.modality, condition, when, norm.under, rule=rule),
        exceptions=tuple(_norm(part, actor, parameters, rule=False) for part in norm.exceptions),
        **told(norm.anchors, norm.texts),
    )


def _effect(effect: Effect) -> tree.Effect:
    return tree.Effect(
        fact=effect.fact,
        arguments=lower_all(effect.arguments),
        value=lower_optional(effect.value),
        condition=lower_optional(effect.condition),
        **told(effect.anchors, effect.texts),
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
        **common,
    )


def _leg(leg: Leg) -> tree.Leg:
    ends = leg.ends if leg.ends[0] else ()
    return tree.Leg(leg.kind, lower_optional(leg.limit), ends, lower_optional(leg.cost), lower_optional(leg.where))


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


def lower_phase(phase: Phase) -> tree.Phase:
    """A phase, and what lies inside it."""
    return tree.Phase(
        name=phase.name,
        member=None if phase.member is None else phase.member.index,
        actor=lower_optional(phase.actor),
        condition=lower_optional(phase.condition),
        until=lower_optional(phase.until),
        effects=tuple(_effect(effect) for effect in phase.effects),
        phases=tuple(lower_phase(part) for part in phase.phases),
        variable=phase.variable,
        values=lower_all(phase.values),
        **told(phase.anchors, phase.texts),
    )
