"""What the bodies of declarations share: named values, conditions, variants, effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label, chained
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.model.graph import circle_through
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import Apply, Call, Expr, Let, Logic
from regola_compiler.model.types import BOOL
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope, SymbolTable
from regola_compiler.resolve.values.expressions import resolve


def resolve_lets(nodes: Sequence[tree.Let], scope: Scope) -> tuple[tuple[Let, ...], Scope]:
    """The named values in their order, and the scope in which they are known."""
    lets = []
    for node in nodes:
        mark = scope.names.mark()
        value = resolve(node.value, scope)
        if node.value.span.line > node.name.span.line and scope.names.missed(node.name.text, mark):
            # What names itself below its line is the line that was meant to follow it.
            scope.names.take_back(mark)
            scope.names.report(
                dsl_codes.SYNTAX_ERROR,
                say("nothing stands behind `let {name} =`", name=node.name.text),
                node.name.span,
                related=(Label(node.value.span, say("so that this is read as its value")),),
                help=say("write its value in the same line: `let {name} = …`", name=node.name.text),
            )
        if node.name.text in scope.locals:
            scope.names.report(
                codes.DUPLICATE,
                say("`{name}` has a meaning here already", name=node.name.text),
                node.name.span,
                help=say("choose another name"),
            )
        lets.append(Let(node.name.text, value, node.name.span))
        scope = scope.plus(node.name.text, value.type)
    return tuple(lets), scope


def resolve_condition(node: tree.Condition, scope: Scope) -> Expr | None:
    """`when a unless b, c` as one expression: a, and not b, and not c."""
    parts: list[Expr] = [] if node.when is None else [resolve(node.when, scope, BOOL)]
    return conjunction([*parts, *(negate(resolve(unless, scope, BOOL)) for unless in node.unless)])


def check_no_shadowing(names: Sequence[tree.Name], scope: Scope) -> None:
    """Names for options and places: one that means something already would hide it."""
    seen: dict[str, Span] = {}
    for name in names:
        if name.text in seen or name.text in scope.locals:
            scope.names.report(
                codes.DUPLICATE,
                say("`{name}` stands for two things here", name=name.text)
                if name.text in seen
                else say("`{name}` has a meaning here already", name=name.text),
                name.span,
                help=say("choose another name"),
            )
        seen[name.text] = name.span


def check_then_order(parts: Sequence[tree.Leg | tree.Preference], first: str, names: SymbolTable) -> None:
    """What comes one after the other: only what follows on something begins with `then`.

    `first` is the word that begins the first one.
    """
    begun = [part for part in parts if not part.sequel]
    if parts and parts[0].sequel:
        names.report(
            dsl_codes.SYNTAX_ERROR,
            say("`then` follows on nothing here"),
            parts[0].span,
            related=tuple(Label(part.span, say("this one follows on nothing")) for part in begun[:1]),
            help=say(
                "put the line that begins with `{first}` above all others; or begin the first one with `{first}` in "
                "its place, if that is what comes first",
                first=first,
            )
            if len(begun) == 1
            else say("begin it with `{first}`", first=first),
        )
        if len(begun) == 1:
            return
    for part in parts[1:]:
        if not part.sequel:
            names.report(
                dsl_codes.SYNTAX_ERROR,
                say("a second line begins with `{first}`: which comes first is not said", first=first),
                part.span,
                help=say("begin what comes second with `then`"),
            )


def check_override_cycles(over: Mapping[str, Mapping[str, Span]], names: SymbolTable) -> None:
    """What is declared over one another in a circle would all be silenced: each circle is told once."""
    told: set[frozenset[str]] = set()
    for start in over:
        circle = circle_through(over, start)
        if not circle or frozenset(circle) in told:
            continue
        told.add(frozenset(circle))
        if len(circle) == 2:
            around = say("`{first}` and `{last}` are each declared over the other", first=circle[0], last=circle[-1])
        else:
            around = chained([*circle, circle[0]], later("{one} is over {other}"), later("{chain} is over {next}"))
        names.report(
            codes.CYCLE,
            say("{around}, so none of them would be heard", around=around),
            over[circle[-1]][circle[0]],
            say("the circle closes here"),
            related=tuple(
                Label(over[one][other], say("`{one}` over `{other}`", one=one, other=other))
                for one, other in pairwise(circle)
            ),
            help=say("let one of them not stand over another"),
        )


def negate(condition: Expr) -> Expr:
    """The opposite of a condition."""
    return Apply(Operator.NOT, (condition,), BOOL, condition.span)


def conjunction(parts: Sequence[Expr]) -> Expr | None:
    """All conditions at once; None where there are none."""
    if len(parts) < 2:
        return parts[0] if parts else None
    span = parts[0].span.to(parts[-1].span) if parts[0].span.path == parts[-1].span.path else parts[-1].span
    return Logic("and", tuple(parts), BOOL, span)


def variant_condition(variant: tree.Name | None, scope: Scope) -> list[Expr]:
    """The condition that a variant is on, for what stands under one."""
    if variant is None:
        return []
    signature = scope.names.signature(variant.text)
    if signature is None or signature.kind != "variant":
        known = [s.name for s in scope.names.signed() if s.kind == "variant"]
        scope.names.unknown("variant", variant.text, variant.span, known)
        return []
    return [Call(variant.text, (), BOOL, variant.span)]
