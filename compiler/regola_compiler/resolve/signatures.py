"""How what can be asked looks from outside: parameters and result, before any body is read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias, assert_never

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.kinds import HitPolicy, OperationName
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Parameter
from regola_compiler.model.types import BOOL, INT, PERMISSION, IntType, ListType, RecordType, Type
from regola_compiler.resolve import codes
from regola_compiler.resolve.paths import costs_whole, options_of, place_of
from regola_compiler.resolve.play.groups import group_type, has_group, is_group
from regola_compiler.resolve.play.phases import PhaseIndex
from regola_compiler.resolve.play.pieces import Sight, roll_signature
from regola_compiler.resolve.scope import Signature, Stands, Steps, SymbolTable, parameter_scope
from regola_compiler.resolve.types import type_of

Parametrised: TypeAlias = tree.Table | tree.Modifiers | tree.Define | tree.Fact | tree.Action | tree.Path | tree.Choice


def declare_signatures(nodes: Sequence[tree.Declaration], names: SymbolTable, steps: Steps) -> None:
    """Enter how each thing that can be asked looks from outside, paths and choices aside."""
    for node in nodes:
        match node:
            case tree.Action() if has_group(node):
                pass  # what it chooses among is known only when that is
            case tree.Table() | tree.Modifiers() | tree.Define() | tree.Fact() | tree.Action():
                names.sign(steps.by_types(_signature, node, names))
            case tree.Path() | tree.Choice():
                pass  # what they answer is known only when these are
            case tree.Enum() | tree.Record() | tree.GivenType() | tree.Sequence() | tree.Assume() | tree.Rule():
                pass  # nothing asks them
            case tree.ExceptionRule() | tree.Example() | tree.Erratum() | tree.Accept() | tree.LabelText():
                pass
            case tree.Piece() | tree.Players() | tree.Setup() | tree.Change() | tree.AlsoAfter() | tree.Event():
                pass
            case tree.Limit() | tree.Phase():
                pass
            case _:
                assert_never(node)


def sign_paths(nodes: Sequence[tree.Declaration], names: SymbolTable) -> None:
    """Enter paths, then choices: what they lead over and choose from is known only from the others."""
    paths = [node for node in nodes if isinstance(node, tree.Path)]
    for path in paths:
        name, place = path.name.text, place_of(path, names)
        names.sign(Signature(name, "path", _parameters(path, names), BOOL, path.name.span, place))
    _sign_costs(paths, names)
    for node in nodes:
        if isinstance(node, tree.Choice):
            name, parameters = node.name.text, _parameters(node, names)
            item = options_of(node, parameter_scope(parameters, names.silent_copy()))
            names.sign(Signature(name, "choice", parameters, ListType(item), node.name.span))
    for node in nodes:
        if isinstance(node, tree.Action) and has_group(node):
            names.sign(_signature(node, names))
    _sign_costs(paths, names)


def _sign_costs(paths: Sequence[tree.Path], names: SymbolTable) -> None:
    """Enter which paths cost fractions: what a step costs may itself be the length of another path."""
    left = [path for path in paths if names.signature_of(path).whole and any(leg.cost for leg in path.legs)]
    while left:
        found = []
        for path in left:
            signature = names.signature_of(path)
            scope = parameter_scope(signature.parameters, names.silent_copy())
            if not costs_whole(path, scope, signature.place):
                names.sign(replace(signature, whole=False))
                found.append(path)
        left = [path for path in left if path not in found] if found else []


def sign_rolls(nodes: Sequence[tree.Declaration], phases: PhaseIndex, sight: Sight, names: SymbolTable) -> None:
    """Enter what is rolled in actions."""
    for node in nodes:
        if isinstance(node, tree.Action) and node.rolls:
            signature = names.signature_of(node)
            scope = parameter_scope(signature.parameters, names.silent_copy(), seen_by(node, phases, sight))
            seen: dict[str, Span] = {}
            for roll in node.rolls:
                if roll.name.text in seen:
                    names.report(
                        codes.DUPLICATE,
                        say("`{name}` is rolled twice in `{node_name}`", name=roll.name.text, node_name=node.name.text),
                        roll.name.span,
                        say("again here"),
                        related=(Label(seen[roll.name.text], say("first here")),),
                        help=say("give each its name, or roll several: `roll NAME: 2 d6`"),
                    )
                seen[roll.name.text] = roll.name.span
                names.sign(roll_signature(roll, node.name.text, scope))


def seen_by(node: tree.Action, phases: PhaseIndex, sight: Sight) -> Stands:
    """What is seen from all phases that an action is in; its parameters hide what has their name."""
    silent = SymbolTable()
    members = [member for name in node.phases for member in phases.members(name, silent)]
    own = {part.name.text for part in node.parameters}
    return {word: fact for word, fact in sight.common(members).items() if word not in own}


def _parameters(node: Parametrised, names: SymbolTable) -> tuple[Parameter, ...]:
    parameters: list[Parameter] = []
    for field in node.parameters:
        if any(field.name.text == other.name for other in parameters):
            names.report(codes.DUPLICATE, say("parameter `{name}` stands twice", name=field.name.text), field.name.span)
            continue
        if is_group(field) and isinstance(node, tree.Action):
            type_ = group_type(field, parameter_scope(tuple(parameters), names))
        else:
            type_ = type_of(field.type, names)
        parameters.append(Parameter(field.name.text, type_, field.name.span))
    return tuple(parameters)


def _signature(
    node: tree.Table | tree.Modifiers | tree.Define | tree.Fact | tree.Action, names: SymbolTable
) -> Signature:
    parameters = _parameters(node, names)
    if isinstance(node, tree.Fact):
        result = type_of(node.type, names, node.default)
        return Signature(node.name.text, node.kind, parameters, result, node.name.span, starts=node.default is not None)
    if isinstance(node, tree.Action):
        return Signature(node.name.text, "action", parameters, PERMISSION, node.name.span)
    if isinstance(node, tree.Define):
        return Signature(node.name.text, "define", parameters, type_of(node.result, names), node.name.span)
    if isinstance(node, tree.Modifiers):
        result = type_of(node.result, names) if node.result else _sum_bounds(node)
        return Signature(node.name.text, "modifiers", parameters, result, node.name.span)
    if isinstance(node.result, tuple):
        fields = tuple((field.name.text, type_of(field.type, names)) for field in node.result)
        output: Type = RecordType(f"{node.name.text} row", fields)
    else:
        output = type_of(node.result, names)
    if node.hit == HitPolicy.ALL:
        output = ListType(output)
    return Signature(node.name.text, "absent" if node.absent else "table", parameters, output, node.name.span)


def _sum_bounds(node: tree.Modifiers) -> IntType:
    """The least and the most that printed amounts can add up to; unbounded where one is calculated."""
    amounts = []
    for line in node.lines:
        amount, sign = line.amount, 1
        if isinstance(amount, tree.Operation) and amount.operator == OperationName.NEGATE:
            amount, sign = amount.operands[0], -1
        if not isinstance(amount, tree.Number):
            return INT
        amounts.append(sign * amount.numerator)
    return IntType(sum(a for a in amounts if a < 0), sum(a for a in amounts if a > 0))
