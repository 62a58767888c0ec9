"""The phases of a game for the engine: a node for each, with the functions of a position that it asks."""

from __future__ import annotations

from copy import copy

from regola_compiler.emit.engine import phase_questions
from regola_compiler.emit.python.expressions import expression, literal, tuple_of
from regola_compiler.emit.python.kinds import kind
from regola_compiler.emit.python.names import INDENT, told_text
from regola_compiler.emit.python.namespace import Namespace
from regola_compiler.emit.python.plays.chances import among, rolls_of
from regola_compiler.emit.python.plays.effects import turnout_lines
from regola_compiler.ir.tree import (
    Action,
    Const,
    Ending,
    Expr,
    Ir,
    Norm,
    Phase,
    Var,
)
from regola_compiler.ir.visitor import descendants


class PhaseWriter:
    """Writes phases as nodes; their functions are added to `parts`."""

    def __init__(self, ir: Ir, parts: list[str]) -> None:
        self.facts = {fact.name: fact for fact in ir.facts}
        self.pieces = ir.pieces
        self.actions = [function for function in ir.functions if isinstance(function, Action)]
        self.parts, self._written = parts, 0
        self._lives: dict[str, str] = {}

    def node(self, phase: Phase, names: Namespace, indent: str) -> str:
        """A phase, with what lies inside it."""
        outer = names
        if phase.variable and phase.items is None:
            if phase.bound not in self.facts:
                return self._each(phase, names, indent)
            names = seeing(names, phase.variable, f"{names.function(phase.bound)}(position)", "position")
        inner = indent + INDENT
        stages = [self.node(part, names, inner) for part in phase.phases]
        listed = "".join(f"\n{inner}{stage}," for stage in stages)
        fields = [repr(phase.name), f"({listed}\n{indent})" if stages else "()"]
        if phase.member is not None:
            fields.append(f"member={names.type('Phase')}.at({phase.member})")
        if phase.parameters:
            fields.append(f"parameters={tuple_of(map(repr, phase.parameters))}")
        if phase.bound and phase.variable:
            fields.append(f"bound={phase.bound!r}")
        if phase.variable:
            values = tuple_of(expression(value, outer) for value in phase.values)
            fields.append(f"items=lambda position: {expression(phase.items, outer) if phase.items else values}")
        order = phase.order
        fields += [f"{key}={asks(node, names)}" for key, node in phase_questions(phase)]
        if order is not None:
            fields.append(f"order={order.by!r}")
        fields += [f"{key}=True" for key in ("optional", "called") if getattr(phase, key)]
        fields += ["idle=True"] * phase.until_idle
        fields += self._functions(phase, names)
        if phase.endings:
            fields.append(f"endings={tuple_of(self._ending(one, names) for one in phase.endings)}")
        return f"Node({', '.join(fields)})"

    def _each(self, phase: Phase, names: Namespace, indent: str) -> str:
        """A loop of which nobody asks what it has come to: its phases once for each value."""
        stages = []
        for value in phase.values:
            text = literal(value.value, names) if isinstance(value, Const) else expression(value, names)
            view = seeing(names, phase.variable, text, "position")
            stages += [self.node(part, view, indent + INDENT) for part in phase.phases]
        listed = "".join(f"\n{indent}{INDENT}{stage}," for stage in stages)
        return f"Node('', ({listed}\n{indent}))"

    def _ending(self, ending: Ending, names: Namespace) -> str:
        return f"({asks(ending.condition, names)}, {asks(ending.winner, names) if ending.winner else None})"

    def _functions(self, phase: Phase, names: Namespace) -> list[str]:
        """What a phase does when it begins, for its rolls, and when it is over."""
        fields = []
        if phase.name:
            if phase.name not in self._lives:
                self._lives[phase.name] = self._begin(phase, names)
            fields += [f"begin={self._lives[phase.name]}"] * bool(self._lives[phase.name])
        over = self._over(phase, names)
        fields += [f"over={over}"] * bool(over)
        if phase.rolls:
            fields.append(f"rolls=lambda position: {rolls_of(phase.rolls, names)}")
        for key, effects in (("first", phase.first), ("effects", phase.effects)):
            if effects:
                own = self._own(f"{phase.name or 'block'}_{key}", names)
                lines = [
                    f"\ndef {own}(position: Position) -> tuple[Position, Calls]:",
                    f"    {told_text(phase, '    ')}",
                ]
                lines += [*turnout_lines(effects, names), "    return turnout.after()"]
                self.parts.append("\n".join(lines) + "\n")
                fields.append(f"{key}={own}")
        return fields

    def _own(self, wanted: str, names: Namespace) -> str:
        self._written += 1
        return names.helper(("phase", self._written), f"{wanted}_{self._written}")

    def _begin(self, phase: Phase, names: Namespace) -> str:
        """The function that sets back what is lasting or until this phase, and keeps what is asked of its start."""
        lines, gone = self._set_back(phase, {"lasting", "until"}, names)
        if gone:
            lines.append(f"    position = forgotten(position, {tuple_of(map(repr, gone))})")
        copied = f"start of {phase.name}"
        if copied in names.copies:
            names.imports.add("copied")
            actor = ", actor" if copied in names.whose else ""
            lines.append(f"    position = copied(position, {names.fact(copied)!r}{actor})")
        if not lines:
            return ""
        own = self._own(f"{phase.name}_begins", names)
        head = [f"\ndef {own}(position: Position, actor: Any) -> Position:", f'    """{phase.name} begins."""']
        self.parts.append("\n".join([*head, *lines, "    return position"]) + "\n")
        return own

    def _over(self, phase: Phase, names: Namespace) -> str:
        """The function that ends a phase: duties that were not done, what is kept of its end, what is gone with it."""
        lines: list[str] = []
        late = [
            (action, norm)
            for action in self.actions
            for norm in action.norms
            if norm.failing and norm.due is not None and phase.name and norm.due.phase == phase.name
        ]
        lines += [f"    position = {self._failing(action, norm, names)}(position)" for action, norm in late]
        copied = f"end of {phase.name}"
        if copied in names.copies:
            names.imports.add("copied")
            lines.append(f"    position = copied(position, {names.fact(copied)!r})")
        more, gone = self._set_back(phase, {"lasting"}, names) if phase.name else ([], [])
        lines += more
        own = [*phase.parameters, *(roll.name for roll in phase.rolls), *([phase.bound] if phase.variable else [])]
        gone += [names.fact(name) for name in own if name in self.facts]
        if gone:
            lines.append(f"    position = forgotten(position, {tuple_of(map(repr, dict.fromkeys(gone)))})")
        if not lines:
            return ""
        name = self._own(f"{phase.name or 'block'}_over", names)
        head = [f"\ndef {name}(position: Position) -> Position:", f'    """{phase.name or "A block"} is over."""']
        self.parts.append("\n".join([*head, *lines, "    return position"]) + "\n")
        return name

    def _set_back(self, phase: Phase, kinds: set[str], names: Namespace) -> tuple[list[str], list[str]]:
        lines: list[str] = []
        gone: list[str] = []
        for piece in self.pieces:
            if piece.lasting == phase.name and "lasting" in kinds:
                names.imports.add("without_any")
                lines.append(f"    position = without_any(position, {names.type(piece.name)})")
        for fact in self.facts.values():
            life = fact.life
            if life is None or life.kind not in kinds or phase.name not in life.phases:
                continue
            if life.who is None:
                gone.append(names.fact(fact.name))
                continue
            names.imports.add("forgotten_of")
            own = ", ".join(names.local(one.name) for one in fact.parameters)
            actor = "actor" if "until" in kinds else "None"
            holds = f"lambda {own}: {expression(life.who, names)} == {actor}"
            lines.append(f"    position = forgotten_of(position, {names.fact(fact.name)!r}, {holds})")
        return lines, gone

    def _failing(self, action: Action, norm: Norm, names: Namespace) -> str:
        """The function that brings about what comes where a duty was not done, for each of those it speaks of."""
        names.imports |= {"every", "Turnout"}
        own = self._own(f"{norm.name}_failing", names)
        subjects = [one for one in action.parameters if one.name in norm.failing_each]
        others = [one for one in action.parameters if one.name in norm.failing_any]
        lines = [f"\ndef {own}(position: Position) -> Position:", f"    {told_text(norm, '    ')}", "    late = ["]
        what = f"{norm.name}: "
        condition = "True" if norm.condition is None else expression(norm.condition, names)
        lets = "".join(f" for {names.local(let.name)} in ({expression(let.value, names)},)" for let in norm.lets)
        listed = tuple_of(names.local(one.name) for one in subjects)
        unknown = {one.name for one in action.parameters if one not in subjects}
        loops = "".join(
            f" for {names.local(one.name)} in {self._those(action, place, unknown, what, names)}"
            for place, one in enumerate(action.parameters)
            if one in subjects
        )
        tries = "".join(
            f" for {names.local(one.name)} in every(position, {kind(one.type, names)}, {what + one.name!r})"
            for one in others
        )
        tried = f"any({condition}{tries or ' for _ in (None,)'}{lets})"
        lines.append(f"        {listed}{loops or ' for _ in (None,)'} if {tried}")
        lines.append("    ]")
        first, *effects = turnout_lines(norm.failing, names)
        lines += [first, f"    for {listed if subjects else '_'} in late:"]
        lines += [
            f"{INDENT * 2}{names.local(let.name)} = {expression(let.value, names)}"
            for let in norm.lets
            if let.name in norm.failing_lets
        ]
        lines += [*(INDENT + line for line in effects), "    position = turnout.after()[0]"]
        self.parts.append("\n".join([*lines, "    return position"]) + "\n")
        return own

    def _those(self, action: Action, place: int, unknown: set[str], what: str, names: Namespace) -> str:
        """What one of whom a duty speaks is chosen among, as far as that asks for no argument that is not known."""
        items, one = action.candidates[place] if action.candidates else None, action.parameters[place]
        if items is None or unknown & {node.name for node in descendants(items) if isinstance(node, Var)}:
            return f"every(position, {kind(one.type, names)}, {what + one.name!r})"
        return among(action, place, items, names)


def seeing(names: Namespace, variable: str, text: str, *read: str) -> Namespace:
    """The same names where a variable is written otherwise."""
    view = copy(names)
    view.called = {**names.called, variable: (text, read)}
    return view


def asks(node: Expr, names: Namespace) -> str:
    """A function of the position."""
    return f"lambda position: {expression(node, names)}"
