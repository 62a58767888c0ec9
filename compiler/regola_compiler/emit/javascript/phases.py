"""The phases of a game for the engine: a node for each, with the functions of a position that it asks."""

from __future__ import annotations

from regola_compiler.emit.engine import phase_questions
from regola_compiler.emit.javascript.chances import among, rolls_of
from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.functions import comment, let_lines
from regola_compiler.emit.javascript.kinds import kind
from regola_compiler.emit.javascript.names import INDENT, Names, quoted
from regola_compiler.emit.javascript.turnouts import turnout_lines
from regola_compiler.emit.javascript.typing import Scope, scope_of
from regola_compiler.ir.tree import (
    Action,
    Ending,
    Ir,
    Norm,
    Parameter,
    Phase,
    Var,
)
from regola_compiler.ir.visitor import descendants


class PhaseWriter:
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
            fields.append(f"rolls: (position) => {rolls_of(phase.rolls, write)}")
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
                among(action, place, items, write) if known and items else every(action.parameters[place])
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
