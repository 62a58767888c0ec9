"""What a plain deed brings about, as one writes it: the facts that change, and nothing in between.

    changes: dict[str, Any] = {"Man_row": position.Man_row.plus({(m,): row})}
    return position.replaced(changes), ()

So it is written where each effect is of a fact of its own, or pieces leave: then nothing adds up, and nothing can
clash. All else is gathered first (`plays.effects`, `regola_runtime.played.turnout`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from regola_dsl.kinds import EffectMode, FoldKind

from regola_compiler.emit.python.expressions import expression, keys_of, tuple_of
from regola_compiler.emit.python.names import INDENT
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.bounds import Bounds, bounds_of, bounds_of_type, is_within
from regola_compiler.ir.tree import Action, Effect, Expr, Fold
from regola_compiler.ir.types import BoolType, DiceType, EnumType, ScaleType, Type

# A fact in which a deed is counted, for whom, and the value.
Counted: TypeAlias = Sequence[tuple[str, list[str], str]]


def changed_lines(action: Action, counted: Counted, names: Namespace) -> list[str] | None:
    """The statements that give back the position after a deed, and that it calls nothing; None of one that is gathered.

    Args:
        action: what is done.
        counted: the facts in which it is counted.
        names: those of the module.
    """
    told = [effect for effect in action.effects if effect.mode is EffectMode.BECOMES]
    left = [effect for effect in action.effects if effect.mode is EffectMode.LEAVES]
    facts = [effect.fact for effect in told] + [fact for fact, _, _ in counted]
    listed = all(one.value is not None and not one.each and not one.line for one in told)
    single = all(len(one.each) == 1 and not one.line and _is_itself(one) for one in left)
    if action.rolls or len(told) + len(left) < len(action.effects) or not listed or not single:
        return None
    if len(set(facts)) < len(facts) or any(names.facts[fact].counts and _is_unordered(fact, names) for fact in facts):
        return None
    lines = [f"{INDENT}changes: dict[str, Any] = {{}}"]
    gone = names.helper("gone", "gone")
    lines += [f"{INDENT}{gone}: list[Piece] = []"] * bool(left)
    known = bounds_of(action.parameters)
    for effect in action.effects:
        indent = INDENT
        if effect.condition is not None:
            lines.append(f"{indent}if {expression(effect.condition, names)}:")
            indent += INDENT
        if effect.mode is EffectMode.LEAVES:
            lines.append(f"{indent}{gone} += {_those(effect, names)}")
        else:
            lines += _told(effect, known, names, indent)
    lines += [f"{INDENT}{_put(fact, keys, value, names)}" for fact, keys, value in counted]
    after = "position.replaced(changes)"
    if not left:
        return [*lines, f"{INDENT}return {after}, ()"]
    names.imports |= {"Piece", "without"}
    return [*lines, f"{INDENT}position = {after}", f"{INDENT}return without(position, {gone}), ()"]


def _is_unordered(fact: str, names: Namespace) -> bool:
    counts = names.facts[fact].counts
    return counts is not None and counts.unordered


def _is_itself(effect: Effect) -> bool:
    """Whether those who leave are those that are gone through."""
    (part,) = effect.arguments
    return getattr(part, "name", "") == effect.each[0].variable


def _those(effect: Effect, names: Namespace) -> str:
    """Those who leave, as a tuple."""
    (one,) = effect.each
    if one.where is None:
        return expression(one.items, names)
    return expression(Fold(FoldKind.THOSE, one.variable, one.items, one.where, None), names)


def _told(effect: Effect, known: Mapping[str, Bounds], names: Namespace, indent: str) -> list[str]:
    """The statements that tell a fact its value, held to its bounds."""
    assert effect.value is not None
    parts = keys_of(effect, names, known)
    value = expression(effect.value, names)
    type_ = names.fact_types[effect.fact]
    if _is_within(effect.value, type_, names):
        return [f"{indent}{_put(effect.fact, parts, value, names)}"]
    names.imports.add("hold")
    own = names.helper(("told", effect.fact), f"new_{names.fact(effect.fact)}")
    kept = f"position.facts[{names.fact(effect.fact)!r}]"
    limits = bounds_of_type(type_)
    outside = "" if limits is None else f"if not {limits[0]} <= {own} <= {limits[1]}: "
    held = [f"{indent}{own} = {value}", f"{indent}{outside}hold({own}, {kept})"]
    return [*held, f"{indent}{_put(effect.fact, parts, own, names)}"]


def _is_within(value: Expr, type_: Type, names: Namespace) -> bool:
    """Whether a value is surely one of its type."""
    if bounds_of_type(type_) is None:
        return isinstance(type_, BoolType | EnumType | ScaleType)
    return not isinstance(type_, DiceType) and is_within(value, type_, {}, names)


def _put(fact: str, keys: list[str], value: str, names: Namespace) -> str:
    """The statement that says a fact in what changes."""
    field = names.fact(fact)
    if not keys:
        return f"changes[{field!r}] = {value}"
    names.imports.add("plus")
    return f"changes[{field!r}] = plus(position.{field}, {{{tuple_of(keys)}: {value}}})"
