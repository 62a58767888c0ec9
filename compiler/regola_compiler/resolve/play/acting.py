"""Who does an action, and who plays a phase: one, several who have to agree, or several who act without seeing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.program import Const, Expr, ListLiteral
from regola_compiler.model.types import EnumType, ErrorType, HandleType, ListType, RecordType, Type, source
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.values.expressions import resolve


class Acting(NamedTuple):
    """Who plays a phase: `actor`; or those who have to agree `together`, else one `alone`; or those `at_once`."""

    actor: Expr | None
    together: Expr | None
    alone: Expr | None
    at_once: Expr | None


def who_acts(node: tree.Phase, scope: Scope, wanted: Type | None) -> Acting:
    """Who plays a phase, each of the type `wanted` of those who act, if one is known; nobody after a finding."""
    one = None if node.actor is None else resolve(node.actor, scope)
    if one is not None and not _may_act(one.type, one.span, wanted, scope.names):
        one = None
    if node.together:
        several = _several(node, node.together, scope, wanted)
        return Acting(None, None if one is None else several, None if several is None else one, None)
    if node.at_once:
        return Acting(None, None, None, _several(node, node.at_once, scope, wanted))
    return Acting(one, None, None, None)


def never_done_by(action: tree.Name, actor: Const, subject: Const, names: SymbolTable) -> None:
    """A finding: a statement says of one what he may do, and the action is done by another alone."""
    by = source(actor.value, actor.type)
    names.report(
        codes.DANGLING,
        say(
            "`{action}` is done by `{actor}`, and never by `{subject}`",
            action=action.text,
            actor=by,
            subject=source(subject.value, subject.type),
        ),
        subject.span,
        related=(Label(actor.span, say("done by `{actor}`", actor=by)),),
        help=say(
            "one of the two is meant: write `{actor}` here, or `by {subject}` in `action {action}`; if both do it, say "
            "so there",
            action=action.text,
            actor=by,
            subject=source(subject.value, subject.type),
        ),
    )


def _several(node: tree.Phase, written: Sequence[tree.Expr], scope: Scope, wanted: Type | None) -> Expr | None:
    """Those who play a phase, as one list; None after a finding."""
    if any(isinstance(line, tree.Phase | tree.Each) or _owns_lines(line) for line in node.lines):
        scope.names.report(
            codes.DANGLING,
            say("phase `{name}` has phases inside, and who acts is said of those", name=node.name.text),
            written[0].span,
            help=say("write `by … together, else …` and `by … at once` where nothing lies inside"),
        )
        return None
    first = resolve(written[0], scope)
    if isinstance(first.type, ListType) and len(written) == 1:
        return first if _may_act(first.type.item, first.span, wanted, scope.names) else None
    items = (first, *(resolve(part, scope, first.type) for part in written[1:]))
    if not all(_may_act(item.type, item.span, wanted, scope.names) for item in items):
        return None
    return ListLiteral(items, ListType(first.type), first.span)


def _may_act(type_: Type, span: Span, wanted: Type | None, names: SymbolTable) -> bool:
    """Whether a value of a type can play a phase; what is wrong is told."""
    if not isinstance(type_, EnumType | HandleType | RecordType | ErrorType):
        names.report(
            codes.TYPE_MISMATCH,
            say("a phase is played by somebody, and this is `{type}`", type=type_),
            span,
            help=say("name a value of an enum, or leave `by` out where everybody acts"),
        )
        return False
    if wanted is None or str(type_) == str(wanted):
        return True
    if not isinstance(type_, ErrorType):
        names.report(
            codes.TYPE_MISMATCH,
            say("the phases are played by `{wanted}`, and this is `{type}`", wanted=wanted, type=type_),
            span,
            help=say("name one of `{wanted}`, or leave `by` out where everybody acts", wanted=wanted),
        )
    return False


def _owns_lines(line: tree.PhaseLine) -> bool:
    return isinstance(line, tree.Repeat) and bool(line.lines)
