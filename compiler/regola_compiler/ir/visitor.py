"""Walks over the tree: what stands below an expression, and the expressions a declaration is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from msgspec.structs import replace

from regola_compiler.ir.tree import (
    Action,
    And,
    Apply,
    Assumption,
    Call,
    Choice,
    Clause,
    Const,
    Declaration,
    Definition,
    Effect,
    Expr,
    Fact,
    FieldOf,
    Fold,
    If,
    Let,
    ListOf,
    Make,
    Modifiers,
    Norm,
    Or,
    Path,
    Phase,
    Roll,
    Supposed,
    Table,
    Var,
)


def children(node: Expr) -> tuple[Expr, ...]:
    """The expressions right below one, in the order in which they are evaluated."""
    match node:
        case Const() | Var():
            return ()
        case FieldOf():
            return (node.of,)
        case Call():
            return node.arguments
        case Apply() | And() | Or():
            return node.operands
        case If():
            return (node.condition, node.then, node.otherwise)
        case Fold():
            return present(node.items, node.where, node.value)
        case Make():
            return tuple(node.fields.values())
        case ListOf():
            return node.items
        case Supposed():
            return present(node.value, node.who, *node.arguments.values())
        case _:
            assert_never(node)


def with_children(node: Expr, inner: Sequence[Expr]) -> Expr:
    """The same expression of other parts, given in the order of `children`."""
    left = iter(inner)
    match node:
        case Const() | Var():
            return node
        case FieldOf():
            return replace(node, of=next(left))
        case Call():
            return replace(node, arguments=tuple(left))
        case Apply() | And() | Or():
            return replace(node, operands=tuple(left))
        case If():
            return If(*left)
        case Fold():
            items = next(left)
            where = None if node.where is None else next(left)
            return replace(node, items=items, where=where, value=None if node.value is None else next(left))
        case Make():
            return replace(node, fields=dict(zip(node.fields, left, strict=True)))
        case ListOf():
            return ListOf(tuple(left))
        case Supposed():
            value = None if node.value is None else next(left)
            who = None if node.who is None else next(left)
            return replace(node, value=value, who=who, arguments=dict(zip(node.arguments, left, strict=True)))
        case _:
            assert_never(node)


def present(*nodes: Expr | None) -> tuple[Expr, ...]:
    """Those of some expressions that are there."""
    return tuple(node for node in nodes if node is not None)


def calls_in(node: Expr | None) -> list[Call]:
    """Every call in an expression, itself among them."""
    if node is None:
        return []
    found = [node] if isinstance(node, Call) else []
    return found + [call for child in children(node) for call in calls_in(child)]


def descendants(node: Expr) -> Iterator[Expr]:
    """An expression and all that stands in it, from the left, however deep it is."""
    left = [node]
    while left:
        part = left.pop()
        yield part
        if not isinstance(part, Const | Var):
            left += reversed(children(part))


def let_values(lets: tuple[Let, ...]) -> tuple[Expr, ...]:
    """The values that are given a name."""
    return tuple(let.value for let in lets)


def expressions_of(declaration: Declaration | Assumption) -> tuple[Expr, ...]:
    """The outermost expressions of a declaration."""
    match declaration:
        case Definition():
            return _clause_expressions(declaration.body)
        case Table():
            outputs = tuple(output for row in declaration.rows for output in row.then)
            return tuple(dimension.value for dimension in declaration.dimensions) + outputs
        case Modifiers():
            lines = [part for line in declaration.lines for part in present(line.amount, line.when)]
            return (*let_values(declaration.lets), *lines)
        case Fact():
            life, counts = declaration.life, declaration.counts
            keys = [] if counts is None else [key for one in counts.deeds for key in one.keys]
            seen = () if declaration.secret is None else present(declaration.secret.who, declaration.secret.unless)
            return (*present(declaration.default, None if life is None else life.who), *seen, *keys)
        case Assumption():
            return (*let_values(declaration.lets), declaration.value)
        case Action():
            guards = [guard.condition for guard in declaration.guards]
            norms = [part for norm in declaration.norms for part in _norm_expressions(norm)]
            effects = [part for effect in declaration.effects for part in effect_expressions(effect)]
            rolls = [part for roll in declaration.rolls for part in roll_expressions(roll)]
            return (*guards, *norms, *effects, *present(*declaration.candidates, declaration.agreed), *rolls)
        case Path():
            legs = [part for leg in declaration.legs for part in present(leg.limit, leg.steps, leg.cost, leg.where)]
            bars = [bar.condition for bar in declaration.bars]
            return (*let_values(declaration.lets), declaration.start, *legs, *present(declaration.end), *bars)
        case Choice():
            preferences = [preference.value for preference in declaration.preferences]
            return (*let_values(declaration.lets), *present(declaration.items, declaration.where), *preferences)
        case _:
            assert_never(declaration)


def effect_expressions(effect: Effect) -> tuple[Expr, ...]:
    """The outermost expressions of an effect."""
    bound = [part for binding in effect.each for part in present(binding.items, binding.where)]
    return (*bound, *effect.arguments, *present(effect.value, effect.condition))


def roll_expressions(roll: Roll) -> tuple[Expr, ...]:
    """The outermost expressions of what is rolled."""
    bound = () if roll.each is None else present(roll.each.items, roll.each.where)
    return (*bound, *present(roll.count, roll.pool))


def phase_expressions(phase: Phase) -> tuple[Expr, ...]:
    """The outermost expressions of a phase itself, without those inside it."""
    effects = [part for effect in (*phase.effects, *phase.first) for part in effect_expressions(effect)]
    rolls = [part for roll in phase.rolls for part in roll_expressions(roll)]
    endings = [part for ending in phase.endings for part in present(ending.condition, ending.winner)]
    order = () if phase.order is None else present(phase.order.amount, phase.order.ties)
    who = present(phase.actor, phase.together, phase.alone, phase.at_once)
    own = present(phase.condition, phase.until, phase.items, phase.where, phase.stays, phase.ends)
    return (*who, *own, *order, *phase.values, *effects, *rolls, *endings)


def _clause_expressions(clause: Clause) -> tuple[Expr, ...]:
    inner = [part for exception in clause.exceptions for part in _clause_expressions(exception)]
    return (*present(clause.when, clause.value), *let_values(clause.lets), *inner)


def _norm_expressions(norm: Norm) -> tuple[Expr, ...]:
    inner = [part for exception in norm.exceptions for part in _norm_expressions(exception)]
    failing = [part for effect in norm.failing for part in effect_expressions(effect)]
    return (*let_values(norm.lets), *present(norm.condition), *failing, *inner)
