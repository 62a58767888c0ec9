"""What is said of a piece where it is put up, or made: `Unit(kind: armour, at: "Kiev")`."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl import tree
from regola_dsl.diagnostics import Label
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.model.names import last_part
from regola_compiler.model.program import Expr
from regola_compiler.model.types import HandleType, fits
from regola_compiler.resolve import codes
from regola_compiler.resolve.scope import Scope
from regola_compiler.resolve.values.at_hand import as_written, type_at_hand
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.facts import fact_of


def facts_told(
    type_: HandleType, arguments: Sequence[tuple[tree.Name | None, tree.Expr]], scope: Scope
) -> list[tuple[str, Expr]]:
    """The facts of a piece that some arguments tell, each with its value; what is wrong with them is told."""
    names = scope.names
    facts: list[tuple[str, Expr]] = []
    seen: dict[str, Span] = {}
    if bare := [value for name, value in arguments if name is None]:
        names.report(
            codes.WRONG_ARGUMENTS,
            say("which fact this is the value of is not said"),
            bare[0].span,
            help=_with_their_names(type_, bare, scope) if len(bare) == len(arguments) else say("write `name: value`"),
        )
    for name, value in arguments:
        if name is None:
            continue
        fact = fact_of(type_, name.text, names)
        if fact is None:
            known = [one.partition(".")[2] for one in names.signatures if one.startswith(f"{type_.name}.")]
            names.unknown("field", name.text, name.span, known, owner=type_.name)
            continue
        if fact.name in seen:
            names.report(
                codes.DUPLICATE,
                say("`{name}` is said twice", name=name.text),
                name.span,
                say("again here"),
                related=(Label(seen[fact.name], say("first here")),),
                help=say("keep one of the two"),
            )
            continue
        seen[fact.name] = name.span
        facts.append((fact.name, resolve(value, scope, fact.result)))
    return facts


def _with_their_names(type_: HandleType, values: Sequence[tree.Expr], scope: Scope) -> str:
    """How values are written of which none has the name of its fact in front: of those that fit the next.

    What starts with nothing has to be told, and is told before what starts as something.
    """
    facts = [one for name, one in scope.names.signatures.items() if name.startswith(f"{type_.name}.")]
    left = sorted(facts, key=lambda one: one.starts)
    shown: list[str] = []
    for value in values:
        given = type_at_hand(value, scope)
        fact = next((one for one in left if given is None or fits(given, one.result)), None)
        if fact is None or not as_written(value):
            return say("write `name: value`")
        left.remove(fact)
        shown.append(f"{last_part(fact.name)}: {as_written(value)}")
    return say("each value has the name of its fact in front: `{shown}`", shown=", ".join(shown))
