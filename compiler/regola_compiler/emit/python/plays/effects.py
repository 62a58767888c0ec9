"""Effects of a game that is played, as statements that gather what comes of them (`regola_runtime.played.turnout`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from regola_dsl.kinds import EffectMode

from regola_compiler.emit.python.expressions import expression, keys_of, tuple_of
from regola_compiler.emit.python.names import INDENT
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.ir.tree import Binding, Effect
from regola_compiler.model.made import made_name, made_stem
from regola_compiler.model.names import type_of_extent


def turnout_lines(effects: Iterable[Effect], names: Namespace) -> list[str]:
    """The statements that gather some effects in `turnout`, which the first of them makes."""
    names.imports.add("Turnout")
    lines = [f"{INDENT}turnout = Turnout(position)"]
    for effect in effects:
        lines += _effect(effect, names)
    return lines


def _effect(effect: Effect, names: Namespace) -> list[str]:
    lines, indent = loop_lines(effect.each, names)
    if effect.condition is not None:
        lines.append(f"{indent}if {expression(effect.condition, names)}:")
        indent += INDENT
    if effect.line:
        changed = next(place for place, one in enumerate(effect.each) if "." in one.variable)
        own = [names.local(one.variable) for one in effect.each[changed:] if not one.variable.endswith(".")]
        key = tuple_of([str(effect.line), repr(effect.fact), *own])
        lines.append(f"{indent}if turnout.first({key}):")
        indent += INDENT
    return [*lines, f"{indent}turnout.{_said(effect, names)}"]


def loop_lines(bindings: Iterable[Binding], names: Namespace, indent: str = INDENT) -> tuple[list[str], str]:
    """The statements that go through each of some lists, and how far what stands in them is indented."""
    lines = []
    for one in bindings:
        lines.append(f"{indent}for {names.local(one.variable)} in {expression(one.items, names)}:")
        indent += INDENT
        if one.where is not None:
            lines.append(f"{indent}if {expression(one.where, names)}:")
            indent += INDENT
    return lines, indent


def _said(effect: Effect, names: Namespace) -> str:
    parts = keys_of(effect, names)
    arguments = tuple_of(parts)
    value = "" if effect.value is None else expression(effect.value, names)
    match effect.mode:
        case EffectMode.BECOMES if effect.value is None:
            return f"resets({names.fact(effect.fact)!r})"
        case EffectMode.BECOMES | EffectMode.SHOWS:
            return f"becomes({names.fact(effect.fact)!r}, {arguments}, {value})"
        case EffectMode.GAINS | EffectMode.LOSES:
            read = names.function(effect.fact)
            return f"{effect.mode.value}({names.fact(effect.fact)!r}, {arguments}, {value}, {read})"
        case EffectMode.LEAVES | EffectMode.TAKES_OVER:
            return f"{effect.mode.value}({', '.join(parts)})"
        case EffectMode.PLAYS:
            return f"plays({effect.fact!r}, {arguments})"
        case EffectMode.ENTERS:
            type_ = type_of_extent(effect.fact)
            told = ", ".join(f"{names.fact(name)!r}: {part}" for name, part in zip(effect.fields, parts, strict=True))
            named = f"{made_stem(type_)!r}, {names.fact(made_name(type_))!r}"
            return f"enters({names.type(type_)}, {named}, {value}, {{{told}}})"
        case EffectMode.RESET | EffectMode.CHANGES:
            raise AssertionError(effect.mode)  # written out, or told, before it comes here
        case _:
            assert_never(effect.mode)
