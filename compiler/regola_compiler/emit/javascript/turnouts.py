"""What deeds, events and phases change, as lines of JavaScript."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from regola_dsl.kinds import EffectMode

from regola_compiler.emit.javascript.chances import known_within
from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.names import INDENT, quoted
from regola_compiler.ir.tree import Effect
from regola_compiler.model.kinds import TELLS
from regola_compiler.model.made import made_name, made_stem
from regola_compiler.model.names import type_of_extent


def turnout_lines(effects: Iterable[Effect], write: Writer, indent: str = INDENT, *, own: bool = True) -> list[str]:
    """The statements that gather some effects in `turnout`, which the first of them makes."""
    lines = [f"{indent}const turnout = new $Turnout(position);"] if own else []
    for effect in effects:
        lines += _effect(effect, write, indent)
    return lines


def _effect(effect: Effect, write: Writer, indent: str) -> list[str]:
    names = write.names
    lines: list[str] = []
    ends: list[str] = []
    for one in effect.each:
        lines.append(f"{indent}for (const {names.local(one.variable)} of {write(one.items)}) {{")
        ends.append(f"{indent}}}")
        indent += INDENT
        write = write.inside(known_within(one, write))
        if one.where is not None:
            lines.append(f"{indent}if (!{write(one.where)}) continue;")
    guards = [] if effect.condition is None else [write(effect.condition)]
    if effect.line:
        changed = next(place for place, one in enumerate(effect.each) if "." in one.variable)
        own = [names.local(one.variable) for one in effect.each[changed:] if not one.variable.endswith(".")]
        guards.append(f"turnout.first({list_of([str(effect.line), quoted(effect.fact), *own])})")
    said = f"turnout.{_said(effect, write)};"
    lines.append(f"{indent}if ({' && '.join(guards)}) {said}" if guards else f"{indent}{said}")
    return [*lines, *reversed(ends)]


def _keys(effect: Effect, write: Writer) -> list[str]:
    """What an effect changes something for; a fact for what it can be told of."""
    fact = write.names.facts_by_name.get(effect.fact) if effect.mode in TELLS else None
    if fact is None or effect.value is None:
        return [write(part) for part in effect.arguments]
    return [write.held(part, one.type, one.name) for part, one in zip(effect.arguments, fact.parameters, strict=True)]


def _said(effect: Effect, write: Writer) -> str:
    names = write.names
    parts = _keys(effect, write)
    value = "" if effect.value is None else write(effect.value)
    match effect.mode:
        case EffectMode.BECOMES if effect.value is None:
            return f"resets({names.fact(effect.fact)})"
        case EffectMode.BECOMES | EffectMode.SHOWS:
            return f"becomes({names.fact(effect.fact)}, {list_of(parts)}, {value})"
        case EffectMode.GAINS | EffectMode.LOSES:
            return (
                f"{effect.mode.value}({names.fact(effect.fact)}, {list_of(parts)}, {value}, {names.rule(effect.fact)})"
            )
        case EffectMode.LEAVES:
            return f"leaves({', '.join(parts)})"
        case EffectMode.TAKES_OVER:
            return f"takes_over({', '.join(parts)})"
        case EffectMode.PLAYS:
            return f"plays({quoted(effect.fact)}, {list_of(parts)})"
        case EffectMode.ENTERS:
            type_ = type_of_extent(effect.fact)
            told = list_of(f"[{quoted(name)}, {part}]" for name, part in zip(effect.fields, parts, strict=True))
            named = f"{quoted(made_stem(type_))}, {names.fact(made_name(type_))}"
            return f"enters({names.type(type_)}, {named}, {value}, {told})"
        case EffectMode.RESET | EffectMode.CHANGES:
            raise AssertionError(effect.mode)  # written out, or told, before it comes here
        case _:
            assert_never(effect.mode)
