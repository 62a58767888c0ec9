"""Modifiers of a roll, and tables that are not in the text."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Fact, Modifier, Modifiers
from regola_compiler.model.types import INT
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import resolve_condition, resolve_lets
from regola_compiler.resolve.scope import SymbolTable, parameter_scope
from regola_compiler.resolve.values.expressions import resolve


def resolve_absent(node: tree.Table, names: SymbolTable) -> Fact:
    """A table that is not in the text: the host has it."""
    assert node.absent is not None
    for row in node.rows[:1]:
        names.report(
            codes.BAD_HEADER,
            say("an absent table has no rows"),
            row.span,
            help=say("remove the rows, or the line `absent`"),
        )
    for beyond in node.beyond[:1]:
        names.report(
            codes.BAD_HEADER,
            say("an absent table has no printed edge"),
            beyond.span,
            help=say("remove the `beyond` line"),
        )
    signature = names.signature_of(node)
    return Fact(
        node.name.text,
        "absent",
        signature.parameters,
        signature.result,
        None,
        node.anchors,
        (*node.texts, *node.absent.texts) if not node.texts else node.texts,
        node.span,
        node.name.span,
        node.absent.anchors,
    )


def resolve_modifiers(node: tree.Modifiers, names: SymbolTable) -> Modifiers:
    """Modifiers with their amounts and conditions; a second one of a name is a finding."""
    signature = names.signature_of(node)
    lets, scope = resolve_lets(node.lets, parameter_scope(signature.parameters, names))
    lines, seen = [], dict[str, Span]()
    for line in node.lines:
        if line.name.text in seen:
            names.report(
                codes.DUPLICATE,
                say("modifier `{name}` stands twice in `{node_name}`", name=line.name.text, node_name=node.name.text),
                line.name.span,
                say("again here"),
                related=(Label(seen[line.name.text], say("first here")),),
                help=say("rename one of them, or remove it"),
            )
            continue
        seen[line.name.text] = line.name.span
        amount = resolve(line.amount, scope, INT)
        condition = resolve_condition(line.condition, scope)
        lines.append(Modifier(line.name.text, amount, condition, line.anchors, line.texts, line.span, line.name.span))
    return Modifiers(
        node.name.text,
        signature.parameters,
        signature.result,
        node.unit.text if node.unit else None,
        lets,
        tuple(lines),
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )
