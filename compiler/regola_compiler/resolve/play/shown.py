"""What is hidden is shown to somebody: a fact that nobody declares keeps what he was shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl import tree
from regola_dsl.kinds import EffectMode
from regola_dsl.wording import say

from regola_compiler.model.program import Action, Binding, Call, Effect, Expr, Fact, Parameter, Program, Secret, Var
from regola_compiler.model.types import EnumType, ErrorType, HandleType, IntType, Type, described
from regola_compiler.model.visitor import norms_in, phases_in
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import resolve_condition
from regola_compiler.resolve.scope import Scope, Signature
from regola_compiler.resolve.values.expressions import resolve

# What a shown fact is called with first: who was shown it.
VIEWER = "viewer"
MANY = 1_000


def shown_name(fact: str, viewer: Type) -> str:
    """The fact that keeps what of another was shown to players, or to sides."""
    return f"shown {fact} to {viewer}"


def shown_effects(node: tree.Effect, scope: Scope) -> list[Effect]:
    """What is shown: a fact for some arguments, or for all, or all that the play keeps of a piece."""
    assert node.value is not None
    viewer = resolve(node.value, scope)
    if not isinstance(viewer.type, EnumType | HandleType | ErrorType):
        scope.names.report(
            codes.TYPE_MISMATCH,
            say("something is shown to a player or a side, and this is {viewer}", viewer=described(viewer.type)),
            viewer.span,
            help=say("name one: `show … to p`"),
        )
    if not isinstance(viewer.type, EnumType | HandleType):
        return []
    condition = resolve_condition(node.condition, scope)
    return [
        Effect(
            shown_name(call.callee, viewer.type),
            (viewer, *call.arguments),
            call,
            condition,
            node.anchors,
            node.texts,
            node.span,
            EffectMode.SHOWS,
            each,
        )
        for call, each in _shown(node.target, scope)
    ]


def _shown(target: tree.Expr, scope: Scope) -> Iterator[tuple[Call, tuple[Binding, ...]]]:
    """The facts that are shown, each for one, or for each of all."""
    names = scope.names
    signature = names.signature(target.text) if isinstance(target, tree.Word) else None
    if signature is not None and signature.kind == "state" and signature.parameters and isinstance(target, tree.Word):
        found = _all_of(signature, target, scope)
        if found is not None:
            yield found
        return
    value = resolve(target, scope)
    if isinstance(value.type, ErrorType):
        return
    signature = names.signature(value.callee) if isinstance(value, Call) else None
    if isinstance(value, Call) and signature is not None and signature.kind == "state":
        yield value, ()
        return
    if isinstance(value.type, HandleType) and value.type.individuals:
        kept = [one for one in names.signed() if one.kind == "state" and one.name.startswith(f"{value.type.name}.")]
        for one in kept:
            yield Call(one.name, (value,), one.result, value.span), ()
        return
    names.report(
        codes.TYPE_MISMATCH,
        say("only a `state` fact is shown, or a piece"),
        target.span,
        help=say("name the fact that is hidden: `show arms(q) to p`"),
    )


def _all_of(signature: Signature, target: tree.Word, scope: Scope) -> tuple[Call, tuple[Binding, ...]] | None:
    """A fact for all its arguments; None where they cannot be listed."""
    bound: list[Binding] = []
    arguments: list[Expr] = []
    for parameter in signature.parameters:
        listed = _every(parameter.type, target)
        if listed is None:
            scope.names.report(
                codes.TYPE_MISMATCH,
                say(
                    "`{name}` is kept for each {parameter}, which cannot be listed",
                    name=signature.name,
                    parameter=described(parameter.type),
                ),
                target.span,
                help=say(
                    "say for which: `show {name}({parameter_name}) to …`",
                    name=signature.name,
                    parameter_name=parameter.name,
                ),
            )
            return None
        name = parameter.name
        while name in scope.locals or any(name == one.variable for one in bound):
            name += "_"
        bound.append(Binding(name, resolve(listed, scope), None))
        arguments.append(Var(name, parameter.type, target.span))
    return Call(signature.name, tuple(arguments), signature.result, target.span), tuple(bound)


def _every(type_: Type, target: tree.Word) -> tree.Expr | None:
    match type_:
        case EnumType() | HandleType(individuals=True):
            return tree.Word(type_.name, target.span)
        case IntType(low=int() as low, high=int() as high) if high - low < MANY:
            numbers = tuple(tree.Number(value, 1, target.span) for value in range(low, high + 1))
            return tree.ListLiteral(numbers, target.span)
    return None


def shown_facts(program: Program) -> dict[str, Fact]:
    """The facts that keep what effects show, by their names."""
    found: dict[str, Fact] = {}
    for effect in _effects(program):
        known = program.callables.get(effect.value.callee) if isinstance(effect.value, Call) else None
        if effect.mode != EffectMode.SHOWS or effect.fact in found or not isinstance(known, Fact):
            continue
        viewer = Parameter(VIEWER, effect.arguments[0].type, effect.span)
        found[effect.fact] = Fact(
            effect.fact,
            "shown",
            (viewer, *known.parameters),
            known.result,
            None,
            known.anchors,
            (),
            known.span,
            known.name_span,
            secret=Secret(True, Var(VIEWER, viewer.type, effect.span), None),
            shows=known.name,
        )
    return found


def _effects(program: Program) -> Iterator[Effect]:
    """Every effect of a program."""
    several: list[Sequence[Effect]] = []
    for item in program.callables.values():
        if isinstance(item, Action):
            several.append(item.effects)
            several += [part.failing for norm in item.norms for part in norms_in(norm)]
    for sequence in program.sequences.values():
        for phase in phases_in(sequence):
            several += [phase.first, phase.effects]
    several += [event.effects for event in program.events.values()]
    for effects in several:
        yield from effects
