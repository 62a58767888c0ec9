"""Pieces that rules make: `effect new Sailing(owner: p)`, `effect 3 Unit(kind: infantry) enter`.

Of which types they make some is known before any effect is looked at, from how it is written: a fact then keeps how
many were made. A type that lasts for a phase is made there alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.kinds import EffectMode
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.made import MADE, made_name
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import (
    Action,
    Const,
    Effect,
    Expr,
    Fact,
    Life,
    Phase,
    PieceInfo,
    Program,
    Supposed,
)
from regola_compiler.model.supposed import free_variables
from regola_compiler.model.types import INT, EnumType, ErrorType, HandleType, ListType
from regola_compiler.model.visitor import calls_in, children, expressions_of, phase_expressions, phases_in
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import resolve_condition
from regola_compiler.resolve.play.told import facts_told
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.expressions import resolve


def made_in(nodes: Iterable[tree.Declaration]) -> frozenset[str]:
    """The names of the types of which effects make pieces, or that last for a phase."""
    found = {node.name.text for node in nodes if isinstance(node, tree.Piece) and node.lasting is not None}
    return frozenset(found | {_called(one.target) for one in _effects(nodes) if one.mode == EffectMode.ENTERS})


def _effects(nodes: Iterable[tree.Declaration]) -> Iterator[tree.Effect]:
    for node in nodes:
        match node:
            case tree.Action() | tree.Change() | tree.AlsoAfter() | tree.Event():
                yield from node.effects
            case tree.Rule():
                yield from node.failing
            case tree.Sequence() | tree.Phase():
                yield from _of_lines(node.lines)
            case _:
                pass


def _of_lines(lines: Sequence[tree.PhaseLine]) -> Iterator[tree.Effect]:
    for line in lines:
        if isinstance(line, tree.Effect):
            yield line
        elif isinstance(line, tree.Phase | tree.Each | tree.Repeat):
            yield from _of_lines(line.lines)


def _called(target: tree.Expr) -> str:
    if isinstance(target, tree.Call):
        return target.name.text
    return target.text if isinstance(target, tree.Word) and not target.quoted else ""


def sign_made(nodes: Sequence[tree.Declaration], names: SymbolTable) -> None:
    """Enter what counts the pieces that rules make, of each type of which they make some."""
    made = made_in(nodes)
    for node in nodes:
        if isinstance(node, tree.Piece) and node.name.text in made:
            names.sign(Signature(made_name(node.name.text), "counted", (), MADE, node.name.span, starts=True))
            if node.lasting is not None and not names.is_phase(node.lasting.text):
                phases = [name.removeprefix("phase ") for name in names.signatures if name.startswith("phase ")]
                names.unknown("phase", node.lasting.text, node.lasting.span, phases)


def made_fact(node: tree.Piece) -> Fact:
    """What counts the pieces of a type that rules make; for one that lasts for a phase, in each playing anew."""
    span = node.name.span
    life = None if node.lasting is None else Life("lasting", (node.lasting.text,), None, node.lasting.span)
    start = Const(0, MADE, span)
    return Fact(made_name(node.name.text), "counted", (), MADE, start, (), (), node.span, span, life=life)


def resolve_made(node: tree.Effect, scope: Scope) -> list[Effect]:
    """What makes a piece, or several that are alike; nothing after a finding."""
    names, target = scope.names, node.target
    called = _called(target)
    type_ = names.type_called(called) if called not in scope.locals else None
    if not isinstance(type_, HandleType) or not type_.individuals:
        pieces = [name for name in names.type_names() if getattr(names.type_called(name), "individuals", False)]
        if isinstance(target, tree.Call):
            names.unknown("type of piece", called, target.name.span, pieces)
        elif not isinstance(resolve(target, scope).type, ErrorType):
            names.report(
                codes.TYPE_MISMATCH,
                say("a piece that is there already does not enter"),
                target.span,
                help=say(
                    "write where it comes to, `… becomes …`, or make one: `new {piece}(…)`",
                    piece=pieces[0] if pieces else "Unit",
                ),
            )
        return []
    told = facts_told(type_, target.arguments if isinstance(target, tree.Call) else (), scope)
    _hold_all_told(type_, {name for name, _ in told}, target, names)
    count = Const(1, INT, node.span) if node.value is None else resolve(node.value, scope, INT)
    condition = resolve_condition(node.condition, scope)
    fields, values = tuple(name for name, _ in told), tuple(value for _, value in told)
    name = extent_of(type_.name)
    texts = node.texts
    return [Effect(name, values, count, condition, node.anchors, texts, node.span, node.mode, fields=fields)]


def _hold_all_told(type_: HandleType, told: set[str], target: tree.Expr, names: SymbolTable) -> None:
    """Hold that all is said that is printed on a piece and has no value of its own."""
    for signature in names.chosen("given", type_.name):
        if signature.starts or signature.name in told:
            continue
        field = signature.name.partition(".")[2]
        names.report(
            codes.WRONG_ARGUMENTS,
            say("nothing says what `{field}` is of the `{name}` that is made", field=field, name=type_.name),
            target.span,
            related=(Label(signature.span, say("printed on each")),),
            help=say(
                "write `{name}({field}: …)`, or give `{field}` a value where it is declared",
                name=type_.name,
                field=field,
            ),
        )


# --- where there can be some -------------------------------------------------------------


def check_lasting(program: Program, phases: EnumType | None, names: SymbolTable) -> None:
    """Hold that what lasts for a phase is made and asked for in it: elsewhere there is none.

    What is called may be called from anywhere, and so may a change: of these nothing is known.
    """
    lasting = {extent_of(info.name): info for info in program.pieces.values() if info.lasting is not None}
    if lasting and phases is not None:
        check = _LastingCheck(lasting, phases, names)
        for sequence in program.sequences.values():
            check.visit(sequence, (), known=True)
        for item in program.callables.values():
            if isinstance(item, Action) and item.phases:
                check.action(item)
        asked = [part for item in program.callables.values() for part in expressions_of(item)]
        asked += [part for one in program.sequences.values() for p in phases_in(one) for part in phase_expressions(p)]
        for part in asked:
            check.past(part, program)


class _LastingCheck:
    """Looks through the phases and actions of a program."""

    def __init__(self, lasting: dict[str, PieceInfo], phases: EnumType, names: SymbolTable) -> None:
        self.lasting, self.phases, self.names = lasting, phases, names
        # By innermost phase: the phases it lies in; None where they are not known.
        self.around: dict[str, set[str] | None] = {}
        # By the name of a phase: those inside it; and those that may be played anywhere.
        self.inside: dict[str, set[str]] = {}
        self.anywhere: set[str] = set()

    def visit(self, phase: Phase, above: tuple[str, ...], *, known: bool) -> None:
        """Look at a phase and at those inside it."""
        known = known and not phase.called
        way = (*above, phase.name) if phase.name else above
        if phase.name:
            self.anywhere |= set() if known else {phase.name}
            for outer in above:
                self.inside.setdefault(outer, set()).add(phase.name)
        if phase.member is not None:
            label = self.phases.members[phase.member.index]
            before = self.around.get(label, set())
            self.around[label] = before | set(way) if known and before is not None else None
        if known:
            effects = (*phase.first, *phase.effects)
            for name, span in self._spoken_of(phase_expressions(phase), effects).items():
                if self.lasting[name].lasting not in way:
                    self._outside(name, _played_outside(way), span)
        for inner in phase.phases:
            self.visit(inner, way, known=known)

    def action(self, action: Action) -> None:
        """Look at an action: of what it is done with, and of what it makes, there must be some."""
        found = {
            name: p.span
            for p in action.parameters
            for name in (extent_of(str(p.type.item if isinstance(p.type, ListType) else p.type)),)
            if name in self.lasting
        }
        found |= self._spoken_of(expressions_of(action), action.effects)
        known = [self.around.get(phase) for phase in action.phases]
        for name, span in found.items():
            if not any(around is None or self.lasting[name].lasting in around for around in known):
                self._outside(name, say("`{name}` is done outside of it", name=action.name), span)

    def past(self, node: Expr, program: Program) -> None:
        """Look at what is asked of the past: a piece of now was not there before the phase that it lasts for."""
        for part in children(node):
            self.past(part, program)
        if not isinstance(node, Supposed) or node.kind not in {"at_start", "before"} or node.value is None:
            return
        spoken = {str(one.type) for one in free_variables(node.value).values()}
        for call in calls_in(node.value):
            fact = program.callables.get(call.callee)
            spoken |= {str(call.type)} if isinstance(fact, Fact) and fact.kind == "entered" else set()
        for info in self.lasting.values():
            within = node.kind == "at_start" and node.of in self.inside.get(info.lasting or "", set()) | self.anywhere
            if info.name in spoken and not within:
                when = (
                    say("at the start of `{of}`", of=node.of)
                    if node.kind == "at_start"
                    else say("in the `{of}` before", of=node.of)
                )
                self.names.report(
                    codes.DANGLING,
                    say(
                        "a `{name}` lasts as long as `{lasting}`: none that is there now was there {when}",
                        name=info.name,
                        lasting=info.lasting,
                        when=when,
                    ),
                    node.span,
                    help=say("ask for how things stood when a phase inside `{lasting}` began", lasting=info.lasting),
                )

    def _spoken_of(self, parts: Iterable[Expr], effects: Iterable[Effect]) -> dict[str, Span]:
        """The lists of pieces that last for a phase and are asked for, or added to, and where."""
        found = {call.callee: call.span for part in parts for call in calls_in(part) if call.callee in self.lasting}
        made = (effect for effect in effects if effect.mode == EffectMode.ENTERS and effect.fact in self.lasting)
        return {**found, **{effect.fact: effect.span for effect in made}}

    def _outside(self, name: str, why: str, span: Span) -> None:
        info = self.lasting[name]
        self.names.report(
            codes.DANGLING,
            say("a `{name}` lasts as long as `{lasting}`, and {why}", name=info.name, lasting=info.lasting, why=why),
            span,
            help=say("let it be in `{lasting}`, or leave out `lasting {lasting}`", lasting=info.lasting),
        )


def _played_outside(way: tuple[str, ...]) -> str:
    if not way:
        return say("what is repeated is played outside of it")
    return say("`{shown}` is played outside of it", shown=way[-1])
