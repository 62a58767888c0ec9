"""Names: which declarations share a list of them, and the ones that stand in it twice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.resolve import codes
from regola_compiler.resolve.play.phases import ACTIVE, PHASE
from regola_compiler.resolve.scope import Steps, SymbolTable
from regola_compiler.resolve.values.expressions import BUILTINS

RESERVED = (PHASE, ACTIVE, "Phase", "Permission")


def unique(declarations: Sequence[tree.Declaration], names: SymbolTable, steps: Steps) -> list[tree.Declaration]:
    """The declarations whose name is new; types and callables share one list of names."""
    seen: dict[tuple[str, str], Span] = {}
    taken = {*BUILTINS, *RESERVED}
    kept = []
    for node in declarations:
        room, key = steps.of_item(_key_of, node)
        if room == "declaration" and node.name.text in taken:
            names.report(
                codes.DUPLICATE,
                say("`{name}` has a meaning of its own already", name=node.name.text),
                node.name.span,
                help=say("rename it"),
            )
            continue
        if key in seen:
            names.report(
                codes.DUPLICATE,
                say("`{name}` is accepted twice", name=node.name.text)
                if room == "acceptance"
                else say("`{name}` is declared twice", name=node.name.text),
                node.name.span,
                say("again here"),
                related=(Label(seen[key], say("first here")),),
                help=say("put its lines below the first one")
                if isinstance(node, tree.Setup)
                else say("keep one of the two")
                if room == "acceptance"
                else say("rename one of them, or remove it"),
            )
            continue
        seen[key] = node.name.span
        kept.append(node)
    return kept


def _key_of(node: tree.Declaration) -> tuple[str, tuple[str, str]]:
    """The room of a declaration's name, and what no other may have there."""
    room = _room(node)
    return room, (room + namespace_of(node), node.name.text)


def _room(node: tree.Declaration) -> str:
    """Among which names a declaration's own must be the only one of its kind."""
    match node:
        case tree.ExceptionRule():
            return "exception"
        case tree.Example():
            return "example"
        case tree.Erratum():
            return "erratum"
        case tree.Accept():
            return "acceptance"
        case tree.LabelText():
            return "label"
        case tree.AlsoAfter():
            return f"also after {node.span.path}:{node.span.line}"
        case tree.Phase():
            return "phase"
        case tree.Players() | tree.Setup():
            return type(node).__name__
        case tree.Piece() | tree.Change() | tree.Event() | tree.Limit():
            return "declaration"
        case tree.Enum() | tree.Record() | tree.GivenType() | tree.Table() | tree.Modifiers() | tree.Define():
            return "declaration"
        case tree.Fact() | tree.Assume() | tree.Action() | tree.Rule() | tree.Sequence() | tree.Path() | tree.Choice():
            return "declaration"
        case _:
            assert_never(node)


def namespace_of(node: tree.Declaration) -> str:
    """What else tells two declarations of one name apart."""
    if isinstance(node, tree.Accept):
        return node.declaration.text
    target = node.target if isinstance(node, tree.ExceptionRule) else None
    return target[0].section if isinstance(target, tuple) else target.text if target else ""
