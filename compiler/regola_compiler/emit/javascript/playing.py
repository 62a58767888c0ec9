"""A game as it is played: its phases, deeds and events for the engine (`play.mjs`).

It is to the JavaScript module what `regola_compiler.emit.python.playing` is to the Python module: both give an engine
of the same meaning the same functions of a position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from regola_compiler.emit.javascript.actions import guard_asked, permission, ruled
from regola_compiler.emit.javascript.chances import among, rolls_of
from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.kinds import kind, within
from regola_compiler.emit.javascript.names import INDENT, Names, quoted
from regola_compiler.emit.javascript.phases import PhaseWriter
from regola_compiler.emit.javascript.several import SECRETS, has_secrets, secrets_text, together_fields
from regola_compiler.emit.javascript.turnouts import turnout_lines
from regola_compiler.emit.javascript.typing import scope_of
from regola_compiler.ir.bounds import is_bounded
from regola_compiler.ir.early import asked_early, asked_late
from regola_compiler.ir.tree import (
    Action,
    Event,
    Ir,
    Or,
    Var,
)
from regola_compiler.ir.types import BoolType

AT = "at"


def playing_text(ir: Ir, names: Names) -> str:
    """What a module has beside the answers of its rules: what is played."""
    actions = [function for function in ir.functions if isinstance(function, Action)]
    parts: list[str] = []
    phases = PhaseWriter(ir, names, parts)
    sequences = [phases.node(one, {}) for one in ir.outlines if not one.called]
    called = [phase for one in ir.outlines for phase in one.walk() if phase.called]
    nodes = [f"[{quoted(one.name)}, {phases.node(one, {})}]" for one in called]
    deeds = [f"[{quoted(action.name)}, {_deed(action, ir, names, parts)}]" for action in actions]
    events = [_event(event, names) for event in ir.events]
    known = {fact.name for fact in ir.facts}
    aboard = [str(names.fact(f"{one.name}.{AT}")) for one in ir.pieces if f"{one.name}.{AT}" in known]
    rows = [name for name, fact in names.facts_by_name.items() if fact.parameters]
    rows += [f"event {event.name}" for event in ir.events] + list(names.copies)
    parts += secrets_text(ir, names)
    parts += [
        f"Position$.aboard = {list_of(aboard)};",
        f"Position$.filled = (values) => {{\n{INDENT}for (const place of Position$.lists) values[place] ??= [];\n"
        f"{INDENT}for (const place of {list_of(str(names.fact(name)) for name in rows)}) values[place] ??= new Map();\n"
        f"{INDENT}return values;\n}};",
        "let $rules = null;",
        "/** All that is played, for the engine. */",
        "function $RULES() {",
        f"{INDENT}$rules ??= {{",
        f"{INDENT * 2}sequences: {list_of(sequences)},",
        f"{INDENT * 2}called: new Map({list_of(nodes)}),",
        f"{INDENT * 2}deeds: new Map({list_of(deeds)}),",
        f"{INDENT * 2}events: {list_of(events)},",
        *(f"{INDENT * 2}{one}," for one in together_fields(ir, names)),
        f"{INDENT}}};",
        f"{INDENT}return $rules;",
        "}",
        *_start(ir, names),
        f"const PLAY$ = {{ name: {quoted(ir.game)}, rules: $RULES, start: start$, scenarios: SCENARIOS$, "
        f"position: Position$, secrets: {SECRETS if has_secrets(ir) else 'null'} }};",
        "/** A game in play, with the names that users of python-chess know. */",
        "export class Game extends $Game {",
        f"{INDENT}constructor(options = {{}}) {{",
        f"{INDENT * 2}super(PLAY$, options);",
        f"{INDENT}}}",
        "}",
    ]
    return "\n".join(parts)


def _start(ir: Ir, names: Names) -> list[str]:
    write = Writer(names, {})
    lines = ["/** The position that a scenario, or the rules themselves, begin with. */"]
    lines.append("function start$(scenario = null) {")
    told, ends = ("$alreadySo(", ", $RULES().events)") if ir.events else ("", "")
    begin = "scenario === null ? Position$.from({}) : SCENARIOS$.get(scenario)()"
    if ir.setup:
        lines.append(f"{INDENT}return {told}$putUp({begin}, [")
        for piece in ir.setup:
            own = list_of(f"[{quoted(name)}, {write(value)}]" for name, value in piece.facts.items())
            lines.append(f"{INDENT * 2}[{names.type(piece.of)}.of({quoted(piece.name)}), {own}],")
        return [*lines, f"{INDENT}]){ends};", "}"]
    return [*lines, f"{INDENT}return {told}{begin}{ends};", "}"]


# --- deeds -----------------------------------------------------------------------------------------


def _deed(action: Action, ir: Ir, names: Names, parts: list[str]) -> str:
    write = Writer(names, scope_of(action.parameters))
    own = [names.local(one.name) for one in action.parameters]
    parts.append(_done(action, names, write, own))
    asked = ", ".join(["position", *own] if action.name in names.moving else own)
    choices = [_choices(action, place, ir, write) for place in range(len(action.parameters))]
    fields = [
        f"choices: {list_of(choices)}",
        f"allowed: {_asked_of(own, _allowed(action, write))}",
        f"do: (position, values, rolled) => {names.beside(action.name, 'done')}(position, rolled, ...values)",
    ]
    if action.phases:
        labels = [
            member.label for type_ in ir.types if type_.name == "Phase" for member in getattr(type_, "members", ())
        ]
        places = list_of(f"{names.type('Phase')}.members[{labels.index(label)}]" for label in action.phases)
        fields.append(f"phases: {places}")
    if action.alike:
        fields.append(f"alike: {json.dumps(action.alike)}")
    if action.groups:
        fields.append(f"groups: {json.dumps(action.group_places)}")
    if any(norm.due and norm.due.phase != "" for norm in action.norms):
        norms = names.helper(("norms", action.name), f"{action.name}__norms")
        late = _due(action, write) or f"$due({norms}({asked}))"
        fields.append(f"due: {_asked_of(own, late)}")
    if action.rolls:
        fields.append(f"rolls: {_asked_of(own, rolls_of(action.rolls, write))}")
    if action.agreed is not None:
        fields.append(f"agreed: {_asked_of(own, write(action.agreed))}")
    return f"{{ {', '.join(fields)} }}"


def _asked_of(own: Iterable[str], answer: str) -> str:
    """A function of a position and of some arguments, as an array."""
    given = ", ".join(f"{name} = $given[{place}]" for place, name in enumerate(own))
    if not given:
        return f"(position, $given) => {answer}"
    return f"(position, $given) => {{ const {given}; return {answer}; }}"


def _due(action: Action, write: Writer) -> str:
    """Until when an action that is allowed must be done, if no rule on it stands over or within another; else empty."""
    if any(norm.over or norm.exceptions or norm.lets for norm in action.norms):
        return ""
    duties = [(norm, norm.due) for norm in action.norms if norm.due and norm.due.phase != "" and norm.says == "must"]
    found = "null"
    for norm, due in sorted(duties, key=lambda one: one[1].phase is None):
        phase = "null" if due.phase is None else quoted(due.phase)
        found = f"{{ phase: {phase}, either: {list_of(map(quoted, due.either))} }}" + (
            "" if norm.condition is None else f" : {found}"
        )
        found = found if norm.condition is None else f"{write(norm.condition)} ? {found}"
    return found


def _allowed(action: Action, write: Writer) -> str:
    """Whether an action may be done, in its phases and with arguments among what they may be, as a condition."""
    names = write.names
    parts = []
    for place, parameter in enumerate(action.parameters):
        if action.candidates and action.candidates[place] is not None and is_bounded(parameter.type):
            parts.append(f"({within(names.local(parameter.name), parameter.type, parameter.name, names)}, true)")
    parts += [guard_asked(action, guard, write) for guard in asked_late(action)]
    if action.norms or action.default in {None, "forbidden"}:
        parts.append(f"{ruled(action, names)} !== {permission('forbidden', names)}")
    return " && ".join(parts) or "true"


def _done(action: Action, names: Names, write: Writer, own: list[str]) -> str:
    lines = [
        f"/** The position after `{action.name}`, allowed or not, and what it calls. */",
        f"function {names.beside(action.name, 'done')}({', '.join(['position', 'rolled', *own])}) {{",
    ]
    if action.rolls:
        lines.append(f"{INDENT}position = $keptRolls(position, rolled);")
    lines += turnout_lines(action.effects, write)
    counting = [fact for fact in names.facts_by_name.values() if fact.counts is not None]
    for fact in counting:
        assert fact.counts is not None
        for deed in (one for one in fact.counts.deeds if one.action == action.name):
            keys = [write(part) for part in deed.keys]
            read = f"{names.rule(fact.name)}({', '.join(['position', *keys])}) + 1"
            value = "true" if isinstance(fact.result, BoolType) else read
            lines.append(f"{INDENT}turnout.counts({names.fact(fact.name)}, {list_of(keys)}, {value});")
    forget = list_of(str(names.fact(roll.name)) for roll in action.rolls)
    return "\n".join([*lines, f"{INDENT}return turnout.after({forget});", "}"])


def _choices(action: Action, place: int, ir: Ir, write: Writer) -> str:
    names, parameter = write.names, action.parameters[place]
    before = [names.local(one.name) for one in action.parameters[:place]]
    items = action.candidates[place] if action.candidates else None
    every = f"$every(position, {kind(parameter.type, names)}, {quoted(f'{action.name}: {parameter.name}')})"
    if items is not None:
        listed = among(action, place, items, write)
    elif isinstance(action.actor, Var) and action.actor.name == parameter.name and not _may_be_anyone(action):
        known = any(fact.kind == "active" for fact in ir.facts)
        active = f"position.v[{names.fact('active')}]" if known else "undefined"
        listed = f"{active} === undefined ? {every} : [{active}]"
    else:
        listed = every
    early = [write(part) for part in asked_early(action, place)]
    if early:
        return _asked_of(before, f"{' && '.join(early)} ? {listed} : []")
    return _asked_of(before, listed)


def _may_be_anyone(action: Action) -> bool:
    """Whether it can be done in a phase in which nobody in particular has the turn."""
    return any(guard.kind == "actor" and isinstance(guard.condition, Or) for guard in action.guards)


# --- effects ---------------------------------------------------------------------------------------


# --- events ----------------------------------------------------------------------------------------


def _event(event: Event, names: Names) -> str:
    write = Writer(names, scope_of(event.parameters))
    own = [names.local(one.name) for one in event.parameters]
    effects = "\n".join(turnout_lines(event.effects, write, own=False))
    kinds = list_of(kind(one.type, names) for one in event.parameters)
    fields = [
        f"name: {quoted(event.name)}",
        f"place: {names.fact(f'event {event.name}')}",
        f"kinds: {kinds}",
        f"once: {'true' if event.once else 'false'}",
        f"condition: ({', '.join(['position', *own])}) => {write(event.condition)}",
        f"effects: ({', '.join(['position', 'turnout', *own])}) => {{\n{effects}\n}}",
    ]
    return f"{{ {', '.join(fields)} }}"


# --- phases ----------------------------------------------------------------------------------------
