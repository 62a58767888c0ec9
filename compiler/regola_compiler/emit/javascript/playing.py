"""A game as it is played: its phases, deeds and events for the engine (`play.mjs`).

It is to the JavaScript module what `regola_compiler.emit.python.playing` is to the Python module: both give an engine
of the same meaning the same functions of a position.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import assert_never

from regola_dsl.kinds import EffectMode

from regola_compiler.emit.engine import phase_questions
from regola_compiler.emit.javascript.actions import guard_asked, permission, ruled
from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.functions import INDENT, comment, let_lines, within
from regola_compiler.emit.javascript.kinds import kind
from regola_compiler.emit.javascript.names import Names, quoted
from regola_compiler.emit.javascript.several import SECRETS, has_secrets, secrets_text, together_fields
from regola_compiler.emit.javascript.typing import Scope, scope_of, type_of
from regola_compiler.ir.early import asked_early, asked_late
from regola_compiler.ir.tree import (
    Action,
    Binding,
    Effect,
    Ending,
    Event,
    Expr,
    Ir,
    Norm,
    Or,
    Parameter,
    Phase,
    Roll,
    Var,
)
from regola_compiler.ir.types import BoolType, IntType, ListType
from regola_compiler.ir.visitor import descendants
from regola_compiler.model.made import made_name, made_stem

AT = "at"


def playing_text(ir: Ir, names: Names) -> str:
    """What a module has beside the answers of its rules: what is played."""
    actions = [function for function in ir.functions if isinstance(function, Action)]
    parts: list[str] = []
    phases = _Phases(ir, names, parts)
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
        fields.append(f"rolls: {_asked_of(own, _rolls(action.rolls, write))}")
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
        if action.candidates and action.candidates[place] is not None:
            match parameter.type:
                case IntType(low=int(), high=int()):
                    held = within(names.local(parameter.name), parameter.type, parameter.name)
                    parts.append(f"({held}, true)")
                case _:
                    pass
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
        listed = _among(action, place, items, write)
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


def _among(action: Action, place: int, items: Expr, write: Writer) -> str:
    """Among what a parameter is chosen: the different items of a list, or groups of them."""
    parameter = action.parameters[place]
    if parameter.name in action.groups and isinstance(parameter.type, ListType):
        what = quoted(f"{action.name}: {parameter.name}")
        return f"$groups({write(items)}, {parameter.type.least}, {parameter.type.limit}, {what})"
    return f"$unique({write(items)})"


def _may_be_anyone(action: Action) -> bool:
    """Whether it can be done in a phase in which nobody in particular has the turn."""
    return any(guard.kind == "actor" and isinstance(guard.condition, Or) for guard in action.guards)


def _rolls(rolls: Iterable[Roll], write: Writer) -> str:
    """What is rolled, as an array."""
    names = write.names
    found = []
    for roll in rolls:
        inner = write
        arguments = "[]"
        if roll.each is not None:
            inner = write.inside(_known(roll.each, write))
            arguments = list_of([names.local(roll.each.variable)])
        if roll.pool is not None:
            one = f"$drawn({quoted(roll.name)}, {arguments}, {inner(roll.pool)})"
        else:
            assert roll.dice is not None
            dice = kind(roll.dice, names)
            shown = f"$several({dice}, {inner(roll.count)})" if roll.count is not None else f"$faces({dice})"
            one = f"{{ fact: {quoted(roll.name)}, values: {arguments}, outcomes: {shown} }}"
        if roll.each is None:
            found.append(one)
            continue
        where = (
            "null" if roll.each.where is None else f"({names.local(roll.each.variable)}) => {inner(roll.each.where)}"
        )
        variable = names.local(roll.each.variable)
        found.append(f"...$folded({write(roll.each.items)}, {where}, ({variable}) => ({one}))")
    return list_of(found)


def _known(binding: Binding, write: Writer) -> Scope:
    items = type_of(binding.items, write.scope, write.names)
    if isinstance(items, ListType):
        return {**write.scope, binding.variable: items.item}
    return {name: type_ for name, type_ in write.scope.items() if name != binding.variable}


# --- effects ---------------------------------------------------------------------------------------


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
        write = write.inside(_known(one, write))
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


def _said(effect: Effect, write: Writer) -> str:
    names = write.names
    parts = [write(part) for part in effect.arguments]
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
            type_ = effect.fact.partition(" ")[2]
            told = list_of(f"[{quoted(name)}, {part}]" for name, part in zip(effect.fields, parts, strict=True))
            named = f"{quoted(made_stem(type_))}, {names.fact(made_name(type_))}"
            return f"enters({names.type(type_)}, {named}, {value}, {told})"
        case EffectMode.RESET | EffectMode.CHANGES:
            raise AssertionError(effect.mode)  # written out, or told, before it comes here
        case _:
            assert_never(effect.mode)


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


class _Phases:
    """Writes phases as nodes; `seen` is what a loop's variable means in it, as an expression."""

    def __init__(self, ir: Ir, names: Names, parts: list[str]) -> None:
        self.names, self.parts, self.pieces = names, parts, ir.pieces
        self.actions = [function for function in ir.functions if isinstance(function, Action)]

    def _write(self, seen: dict[str, str]) -> Writer:
        return _Seeing(self.names, {}, seen)

    def node(self, phase: Phase, seen: dict[str, str]) -> str:
        """A phase, with what lies inside it."""
        names, outer = self.names, self._write(seen)
        if phase.variable and phase.items is None:
            if phase.bound not in names.facts_by_name:
                stages = [
                    self.node(part, {**seen, phase.variable: outer(value)})
                    for value in phase.values
                    for part in phase.phases
                ]
                return f"$node({{ inner: {list_of(stages)} }})"
            seen = {**seen, phase.variable: f"{names.rule(phase.bound)}(position)"}
        write = self._write(seen)
        fields = [f"name: {quoted(phase.name)}"]
        if phase.phases:
            fields.append(f"inner: {list_of(self.node(part, seen) for part in phase.phases)}")
        if phase.member is not None:
            fields.append(f"member: {names.type('Phase')}.members[{phase.member}]")
        if phase.parameters:
            fields.append(f"parameters: {list_of(map(quoted, phase.parameters))}")
        if phase.bound and phase.variable:
            fields.append(f"bound: {quoted(phase.bound)}")
        if phase.variable:
            listed = outer(phase.items) if phase.items else list_of(map(outer, phase.values))
            fields.append(f"items: (position) => {listed}")
        order = phase.order
        fields += [f"{key}: (position) => {write(node)}" for key, node in phase_questions(phase)]
        if order is not None:
            fields.append(f"order: {quoted(order.by)}")
        fields += [f"{key}: true" for key in ("optional", "called") if getattr(phase, key)]
        fields += ["idle: true"] * phase.until_idle
        fields += self._functions(phase, write)
        if phase.endings:
            fields.append(f"endings: {list_of(_ending(one, write) for one in phase.endings)}")
        return f"$node({{ {', '.join(fields)} }})"

    def _functions(self, phase: Phase, write: Writer) -> list[str]:
        """What a phase does when it begins, for its rolls, and when it is over."""
        fields = []
        begin = self._set_back(phase, {"lasting", "until"}, write) if phase.name else []
        copied = f"start of {phase.name}"
        if copied in self.names.copies:
            actor = ", actor" if copied in self.names.whose else ""
            begin.append(f"position = $copied(position, {self.names.fact(copied)}{actor});")
        over = self._over(phase, write)
        fields += [f"begin: (position, actor) => {{ {' '.join(begin)} return position; }}"] * bool(begin)
        fields += [f"over: (position) => {{ {' '.join(over)} return position; }}"] * bool(over)
        if phase.rolls:
            fields.append(f"rolls: (position) => {_rolls(phase.rolls, write)}")
        for key, effects in (("first", phase.first), ("effects", phase.effects)):
            if effects:
                lines = "\n".join(turnout_lines(effects, write))
                fields.append(f"{key}: (position) => {{\n{lines}\n{INDENT}return turnout.after();\n}}")
        return fields

    def _over(self, phase: Phase, write: Writer) -> list[str]:
        """The statements that end a phase: duties that were not done, what is kept of its end, what is gone."""
        names = self.names
        lines = [
            f"position = {self._failing(action, norm)}(position);"
            for action in self.actions
            for norm in action.norms
            if norm.failing and norm.due is not None and phase.name and norm.due.phase == phase.name
        ]
        copied = f"end of {phase.name}"
        if copied in names.copies:
            lines.append(f"position = $copied(position, {names.fact(copied)});")
        lines += self._set_back(phase, {"lasting"}, write) if phase.name else []
        own = [*phase.parameters, *(roll.name for roll in phase.rolls), *([phase.bound] if phase.variable else [])]
        gone = list(dict.fromkeys(str(names.fact(name)) for name in own if name in names.facts_by_name))
        if gone:
            lines.append(f"position = $forgotten(position, {list_of(gone)});")
        return lines

    def _set_back(self, phase: Phase, kinds: set[str], write: Writer) -> list[str]:
        names = self.names
        ended = [one for one in self.pieces if one.lasting == phase.name and "lasting" in kinds]
        lines = [f"position = $withoutAny(position, {names.type(one.name)});" for one in ended]
        gone: list[str] = []
        for fact in names.facts_by_name.values():
            life = fact.life
            if life is None or life.kind not in kinds or phase.name not in life.phases:
                continue
            if life.who is None:
                gone.append(str(names.fact(fact.name)))
                continue
            own = ", ".join(names.local(one.name) for one in fact.parameters)
            actor = "actor" if "until" in kinds else "null"
            holds = f"({own}) => $same({write.inside(scope_of(fact.parameters))(life.who)}, {actor})"
            lines.append(f"position = $forgottenOf(position, {names.fact(fact.name)}, {holds});")
        return [*lines, *([f"position = $forgotten(position, {list_of(gone)});"] if gone else [])]

    def _failing(self, action: Action, norm: Norm) -> str:
        """The function that brings about what comes where a duty was not done, for each of those it speaks of."""
        names = self.names
        own = names.helper(("failing", action.name, id(norm)), f"{norm.name}__failing")
        subjects = [one for one in action.parameters if one.name in norm.failing_each]
        others = [one for one in action.parameters if one.name in norm.failing_any]
        write = Writer(names, scope_of(action.parameters, norm.lets))

        def every(one: Parameter) -> str:
            return f"$every(position, {kind(one.type, names)}, {quoted(f'{norm.name}: {one.name}')})"

        def those(place: int) -> str:
            """What a subject is chosen among, as far as that asks for no argument that is not known here."""
            items = action.candidates[place] if action.candidates else None
            before = list_of(names.local(one.name) for one in action.parameters[:place] if one in subjects)
            asks = {node.name for node in descendants(items) if isinstance(node, Var)} if items is not None else set()
            unknown = {one.name for one in action.parameters if one not in subjects}
            known = items is not None and not unknown & asks
            return f"({before}) => " + (
                _among(action, place, items, write) if known and items else every(action.parameters[place])
            )

        condition = "true" if norm.condition is None else write(norm.condition)
        lets = " ".join(line.strip() for line in let_lines(norm.lets, write))
        tried = f"([{', '.join(names.local(one.name) for one in others)}]) => {{ {lets} return {condition}; }}"
        known = list_of(names.local(one.name) for one in subjects)
        chosen = [those(place) for place, one in enumerate(action.parameters) if one in subjects]
        lines = [
            comment(norm),
            f"function {own}(position) {{",
            f"{INDENT}const late = $fillings({list_of(chosen)}).filter(({known}) => "
            f"$product({list_of(map(every, others))}).some({tried}));",
            f"{INDENT}const turnout = new $Turnout(position);",
            f"{INDENT}for (const {known} of late) {{",
            *let_lines((let for let in norm.lets if let.name in norm.failing_lets), write, INDENT * 2),
            *turnout_lines(norm.failing, write, INDENT * 2, own=False),
            f"{INDENT}}}",
            f"{INDENT}return turnout.after()[0];",
            "}",
        ]
        text = "\n".join(lines)
        if text not in self.parts:
            self.parts.append(text)
        return own


class _Seeing(Writer):
    """Writes a loop's variable as what tells whom it has come to."""

    def __init__(self, names: Names, scope: Scope, seen: dict[str, str], *, answering: bool = False) -> None:
        super().__init__(names, scope, answering=answering)
        self.seen = seen

    def inside(self, scope: Scope) -> Writer:
        return _Seeing(self.names, scope, self.seen, answering=self.answering)

    def _named(self, name: str) -> str:
        return self.seen[name] if name in self.seen and name not in self.scope else super()._named(name)


def _ending(ending: Ending, write: Writer) -> str:
    winner = "null" if ending.winner is None else f"(position) => {write(ending.winner)}"
    return f"[(position) => {write(ending.condition)}, {winner}]"
