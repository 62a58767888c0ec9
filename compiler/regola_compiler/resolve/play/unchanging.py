"""An effect upon what does not change: whether its two sides stand in one another's place, or what else was meant."""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.diagnostics import Label, name_list
from regola_dsl.kinds import EffectMode
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Call
from regola_compiler.model.types import Type, is_numeric
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.at_hand import as_written
from regola_compiler.resolve.values.expressions import resolve

# Of so many amounts all are told.
_FEW = 3


def tell_unchanging(node: tree.Effect, declared: Signature | None, scope: Scope) -> None:
    """A finding: what an effect changes, or what is paid from, is no `state`.

    Args:
        node: The effect.
        declared: What it would change, if that is declared.
        scope: What is known there.
    """
    paid = node.value is not None and _begins(node.value) < _begins(node.target)
    there = _exchanged(node, paid, scope)
    if there:
        names = scope.names
        names.report(
            codes.TYPE_MISMATCH,
            say("what is paid, and what it is paid from, stand in one another's place")
            if paid
            else say("what changes, and what it is changed by, stand in one another's place"),
            node.target.span,
            help=say("write `{there}`", there=there),
        )
        return
    no_state(node.target.span, declared, scope.names, paid=paid)


def no_state(span: Span, declared: Signature | None, names: SymbolTable, *, paid: bool = False) -> None:
    """A finding: this is no `state`. Only what is `given` could be one in its place."""
    names.report(
        codes.TYPE_MISMATCH,
        say("what is paid is taken from a `state` fact, and this is none")
        if paid
        else say("an effect changes a `state` fact, and this is none"),
        span,
        related=() if declared is None else (Label(declared.span, say("declared here")),),
        help=_declared_so(declared.name)
        if declared is not None and declared.kind == "given"
        else say("name the `state` that changes here"),
    )


def amounts_of(node: tree.Effect, declared: Signature, names: SymbolTable) -> str:
    """What to write where one gains of whom there is an amount: `coins(leader)` for `leader`; else nothing."""
    target = as_written(node.target, "")
    kept = [
        one.name
        for one in names.signatures.values()
        if one.kind == "state"
        and is_numeric(one.result)
        and [each.type for each in one.parameters] == [declared.result]
    ]
    if not target or not 0 < len(kept) <= _FEW:
        return ""
    listed = name_list([f"{name}({target})" for name in kept], "or")
    return say("say what of `{target}` it is: {amounts}", target=target, amounts=listed)


def _declared_so(name: str) -> str:
    """How what is `given` becomes a `state`: a field of a piece by a word before it, another by its first word."""
    type_, _, field = name.rpartition(".")
    if type_:
        return say(
            "if it changes in play, write `state` before it in `{type}`: `state {name}: …`", type=type_, name=field
        )
    return say("if it changes in play, write `state {name}` in place of `given {name}` where it is declared", name=name)


def _begins(written: tree.Expr) -> tuple[int, int]:
    return written.span.line, written.span.column


def _exchanged(node: tree.Effect, paid: bool, scope: Scope) -> str:
    """The effect with its sides exchanged, if it fits so; nothing, if it does not, or is too long to be repeated."""
    if node.value is None:
        return ""
    target, value = as_written(node.target, ""), as_written(node.value, "")
    if not target or not value:
        return ""
    names, mark = scope.names, scope.names.mark()
    changed = resolve(node.value, scope)
    signature = names.signature(changed.callee) if isinstance(changed, Call) else None
    wanted: Type | None = None
    if signature is not None and signature.kind == "state":
        wanted = signature.result
        said = resolve(node.target, scope, wanted if node.mode == EffectMode.BECOMES else None)
        if node.mode != EffectMode.BECOMES and not (is_numeric(said.type) and is_numeric(wanted)):
            wanted = None
    fits = wanted is not None and names.count() == mark[0]
    names.take_back(mark)
    if not fits:
        return ""
    return f"pays {target} from {value}" if paid else f"effect {value} {node.mode} {target}"
