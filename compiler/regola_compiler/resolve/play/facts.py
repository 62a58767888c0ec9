"""The facts of a position, and what is assumed of it."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.wording import say

from regola_compiler.model.program import Assumption, Fact, Parameter
from regola_compiler.model.types import BOOL
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import resolve_lets
from regola_compiler.resolve.play.pieces import resolve_life, resolve_secret
from regola_compiler.resolve.scope import SymbolTable, parameter_scope
from regola_compiler.resolve.types import hold_default, type_of
from regola_compiler.resolve.values.expressions import resolve


def resolve_fact(node: tree.Fact, names: SymbolTable) -> Fact:
    """A fact, with the value it has where a position does not say."""
    signature = names.signature_of(node)
    default = (
        None
        if node.default is None
        else resolve(node.default, parameter_scope(signature.parameters, names), signature.result)
    )
    hold_default(default, signature.result, names)
    return Fact(
        node.name.text,
        node.kind,
        signature.parameters,
        signature.result,
        default,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
        life=resolve_life(node.life, parameter_scope(signature.parameters, names)) if node.life else None,
        secret=resolve_secret(node.hidden, parameter_scope(signature.parameters, names)),
    )


def resolve_assumption(node: tree.Assume, names: SymbolTable) -> Assumption | None:
    """What is true in every position; None after a finding."""
    parameters = tuple(Parameter(f.name.text, type_of(f.type, names), f.name.span) for f in node.parameters)
    lets, scope = resolve_lets(node.lets, parameter_scope(parameters, names))
    if node.value is None:
        names.report(
            codes.DANGLING,
            say("assumption `{name}` says nothing", name=node.name.text),
            node.name.span,
            help=say("write below it what is true in every position"),
        )
        return None
    value = resolve(node.value, scope, BOOL)
    return Assumption(node.name.text, parameters, lets, value, node.anchors, node.texts, node.span, node.name.span)
