"""Values that can leave the bounds a parameter, a field or a result declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from regola_dsl.diagnostics import Code, Diagnostic, Label
from regola_dsl.kinds import EffectMode
from regola_dsl.source import Span
from regola_dsl.tree import cited
from regola_dsl.wording import say

from regola_compiler.analysis.contradictions import reach
from regola_compiler.analysis.session import Analysis, ErrorRegion
from regola_compiler.analysis.symbolic.play.phases import PhaseEffects
from regola_compiler.checks.common import describe_declaration, reported
from regola_compiler.evaluate.errors import OutOfRange
from regola_compiler.model.asked import as_asked, as_asked_of
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Binding,
    Call,
    Clause,
    Const,
    Definition,
    Effect,
    Expr,
    Fold,
    ListLiteral,
    Modifier,
    Modifiers,
    Program,
    Rule,
    Table,
    Var,
)
from regola_compiler.model.types import (
    BOOL,
    EnumType,
    IntType,
    ListType,
    RecordType,
    Type,
    holds,
    of_another_type,
    show,
)
from regola_compiler.model.visitor import iter_nodes, map_children
from regola_compiler.mutation.expressions import number_of
from regola_compiler.mutation.mutation import to_source

# What a sequel calls what came out so far.
_SO_FAR = "value"
# So many conditions of an action are shown.
_SHOWN = 2
_OTHER = {Operator.MIN: Operator.MAX, Operator.MAX: Operator.MIN}
CODE = Code("R404", "out-of-range", "a value that can leave its declared bounds")


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One finding for each place where a value can be too large or too small."""
    del program  # phases are examined as well
    for found in survey.all(OutOfRange):
        item = survey.program.callables[found.owner]
        if isinstance(item, Modifiers) and (line := _turned(item)):
            yield _report_turned(item, line)
            continue
        where = say("in {declaration}{cited}", declaration=describe_declaration(item), cited=cited(item.anchors))

        def describe(problem: OutOfRange, where: str = where) -> tuple[str, str]:
            place, type_, value = problem.place, problem.type, problem.value
            if other := of_another_type(value, type_):
                return say(
                    "{where}, {place} can be {other}, which is no `{type}`",
                    where=where,
                    place=place,
                    other=other,
                    type=type_,
                ), say("can be {other}", other=other)
            shown = (
                show(value, type_) if isinstance(type_, EnumType) else value if isinstance(value, str) else str(value)
            )
            return say(
                "{where}, {place} can be {shown}, outside `{type}`", where=where, place=place, shown=shown, type=type_
            ), say("can be {shown}", shown=shown)

        wanted, loop = found.problem.type, _gone_through(item, found.problem, survey.program)
        cure = _of_sequel(item, found.problem.site) or _limited(
            survey.program, item, found.problem, _wider(item, found)
        )
        if of_another_type(found.problem.value, wanted):
            cure = _of_those_that_are(item, found.problem) or say(
                "ask first what it is: `… is a {wanted}`", wanted=wanted
            )
        elif loop:
            cure = say("write `{range}`", range=loop[1])
        told = reported(survey, found, CODE, describe, help=cure)
        declared = _declared(item, found.problem, survey.program)
        if declared is not None and declared.line != told.span.line:
            told = replace(told, related=(*told.related, Label(declared, say("its bounds are declared here"))))
        told = replace(told, related=(*told.related, *_let_through(item, found.problem, survey.program)))
        # A deed that is played out stops where the fact is told: that is shown.
        yield replace(told, span=loop[0].span) if loop and not isinstance(item, Action) else told


def _is_done(item: Rule, problem: OutOfRange) -> bool:
    """Whether a value leaves its bounds by what somebody does, who could be kept from it."""
    if not isinstance(item, Action) or isinstance(item, PhaseEffects):
        return False
    return any(one.value is not None and one.value.span == problem.site for one in item.effects)


def _let_through(item: Rule, problem: OutOfRange, program: Program) -> Iterator[Label]:
    """What is asked before something is done by which a value leaves its bounds: it may ask too little."""
    if not isinstance(item, Action) or not _is_done(item, problem):
        return
    called = dict.fromkeys(one.callee for one in iter_nodes(item.guards) if isinstance(one, Call))
    asked = [one for name in called if isinstance(one := program.callables.get(name), Definition)]
    conditions = [one.root.value for one in asked if one.result == BOOL]
    for value in [one for one in conditions if one is not None][:_SHOWN]:
        yield Label(value.span, say("what is done rests on this"))


def _of_those_that_are(item: Rule, problem: OutOfRange) -> str:
    """What to write where another is chosen by a field that may be none: that is asked as the first one is chosen.

    A `requires` comes too late there, as what may be chosen is worked out before.
    """
    if not isinstance(item, Action) or not item.candidates:
        return ""
    asked = next(
        (
            node.arguments[0]
            for among in item.candidates
            for node in iter_nodes(among)
            if isinstance(node, Call) and node.span == problem.site and node.arguments
        ),
        None,
    )
    of = asked.arguments[0] if isinstance(asked, Call) and len(asked.arguments) == 1 else None
    first = next((n for n, one in enumerate(item.parameters) if isinstance(of, Var) and one.name == of.name), None)
    if asked is None or first is None:
        return ""
    parameter, before = item.parameters[first], item.candidates[first]
    return say(
        "let only those be chosen of which it is one: `{name}: {type} among (those x in {list} where {asked} is a "
        "{wanted})`",
        name=parameter.name,
        type=parameter.type,
        list=parameter.type if before is None else to_source(before),
        asked=re.sub(rf"\b{parameter.name}\b", "x", to_source(asked)),
        wanted=problem.type,
    )


def _wider(item: Rule, found: ErrorRegion[OutOfRange]) -> str:
    """To what bounds those that are declared would have to be widened; nothing where that is not known.

    By how a value is worked out it is known how far it reaches; of what is asked with in play only that it
    came as far as was seen.
    """
    type_, site = found.problem.type, found.problem.site
    if not isinstance(type_, IntType) or type_.low is None or type_.high is None:
        return ""
    if isinstance(item, Modifiers):
        numbers = [number for line in item.lines if (number := number_of(line.amount)) is not None]
        if len(numbers) < len(item.lines):
            return ""
        ends = sum(min(one, 0) for one in numbers), sum(max(one, 0) for one in numbers)
        return say("declare `{wider}`", wider=IntType(*ends))
    node = next((one for one in iter_nodes(item) if isinstance(one, Apply | Call | Var) and one.span == site), None)
    if isinstance(item, Action) or node is None or not _is_told_by(node, type_):
        seen = [problem.value for problem in (found.problem, *found.problems)]
        values = [value for value in seen if isinstance(value, int)]
        wider = IntType(min(type_.low, *values), max(type_.high, *values)) if len(values) == len(seen) else type_
        return say("declare `{wider}` at least", wider=wider) if wider != type_ else ""
    can_be = reach(_so_far(node, item) if isinstance(node, Apply) else node)
    if not isinstance(can_be.low, int) or not isinstance(can_be.high, int):
        return ""
    return say("declare `{wider}`", wider=IntType(min(type_.low, can_be.low), max(type_.high, can_be.high)))


def _is_told_by(node: Expr, type_: IntType) -> bool:
    """Whether what leaves the bounds is what an expression comes to, and nothing that it asks with."""
    return not isinstance(node, Call) or (isinstance(node.type, IntType) and node.type != type_)


def _declared(item: Rule, problem: OutOfRange, program: Program) -> Span | None:
    """Where the bounds are declared that a value leaves: of what it is asked or told with, or of what is worked out."""
    for node in iter_nodes(item):
        if isinstance(node, Effect) and node.value is not None and node.value.span == problem.site:
            fact = program.callables.get(node.fact)
            if fact is not None and fact.result == problem.type:
                return fact.name_span
        callee = node.callee if isinstance(node, Call) else ""
        asked = program.callables.get(callee)
        if asked is not None and any(
            _bounds_of(parameter.type, problem.type) and problem.site in {argument.span, node.span}
            for parameter, argument in zip(asked.parameters, node.arguments, strict=False)
        ):
            return asked.name_span
    return item.name_span if isinstance(item, Definition | Table) and _bounds_of(item.result, problem.type) else None


def _bounds_of(declared: Type, type_: Type) -> bool:
    """Whether bounds are declared by a type: it is the one, or has it for its items, or for a field of a row."""
    match declared:
        case ListType():
            return declared == type_ or _bounds_of(declared.item, type_)
        case RecordType():
            return declared == type_ or any(_bounds_of(field, type_) for _, field in declared.fields)
        case _:
            return declared == type_


def _limited(program: Program, item: Rule, problem: OutOfRange, wider: str) -> str:
    """How the value is kept within its bounds, by the side on which it leaves them, as it is written there.

    What becomes more, or less, of what it is already leaves bounds that are wider, too: those are for others.
    """
    type_, value, site = problem.type, problem.value, problem.site
    if not isinstance(type_, IntType) or not isinstance(value, int | Fraction) or type_.low is None:
        return say("widen the declared bounds, or limit the value with `min` or `max`")
    below = value < type_.low
    word, end = ("max", type_.low) if below else ("min", type_.high)
    for node in iter_nodes(item):
        if isinstance(node, Effect) and node.value is not None and node.value.span == site:
            fact, amount = as_asked_of(node.fact, node.arguments, program), as_asked(node.value, program)
            sign = {EffectMode.GAINS: "+", EffectMode.LOSES: "-"}.get(node.mode)
            if wider and below and _is_asked_before(item, node.fact):
                return say("{wider}, or limit it with `{word}({end}, …)`", wider=wider, word=word, end=end)
            if fact and amount and sign:
                line = f"{fact} becomes {word}({end}, {fact} {sign} {amount})"
                required = _required(item, fact, amount, type_) if sign == "-" else ""
                return _kept(line, _where_done(required, item, node.value), "")
        if isinstance(node, Apply) and node.span == site:
            if limit := _limit_of_sequel(node, item, type_):
                asked = as_asked(limit, program) or "…"
                words = "at least" if node.operator == Operator.MAX else "at most"
                return _kept(f"{words} {word}({end}, {asked})", "", "")
            if (other := _OTHER.get(node.operator)) and _keeps(_so_far(replace(node, operator=other), item), type_):
                parts = [as_asked(one, program) for one in node.operands]
                asked = f"{other}({', '.join(parts)})" if all(parts) else f"{other}(…)"
                return say("write `{other}`, which keeps within the bounds", other=asked)
            if asked := as_asked(node, program):
                taken = [as_asked(one, program) for one in node.operands] if node.operator == Operator.SUBTRACT else []
                required = _required(item, taken[0], taken[1], type_) if taken else ""
                if not required and _is_done(item, problem):
                    required = f"requires {asked} {'>=' if below else '<='} {end}"
                required = _where_done(required, item, node)
                return _kept(f"{word}({end}, {asked})", required, "" if _is_of_itself(item, problem) else wider)
    if wider and not below and (counted := _one_too_many(item, problem, program)):
        return say(
            "if one too many is counted there, write `{less}`; or {wider}, or limit it with `{word}({end}, …)`",
            less=f"{counted} - 1",
            wider=wider,
            word=word,
            end=end,
        )
    if wider and not _is_of_itself(item, problem):
        return say("{wider}, or limit it with `{word}({end}, …)`", wider=wider, word=word, end=end)
    return say("limit it with `{word}({end}, …)`, or widen the declared bounds", word=word, end=end)


def _where_done(required: str, item: Rule, within: Expr) -> str:
    """What an action requires for the sake of an effect: only where that comes about."""
    effects = (node for node in iter_nodes(item) if isinstance(node, Effect) and node.value is not None)
    effect = next((one for one in effects if any(node is within for node in iter_nodes(one.value))), None)
    if not required or effect is None or effect.condition is None:
        return required
    return f"{required} or not ({to_source(effect.condition)})"


def _is_asked_before(item: Rule, fact: str) -> bool:
    """Whether an action is done only while there is as much of a fact as it takes away: at least nothing is left."""
    return isinstance(item, Action) and any(
        isinstance(node, Apply)
        and node.operator in {Operator.GREATER_EQUAL, Operator.LESS_EQUAL}
        and any(isinstance(one, Call) and one.callee == fact for one in node.operands)
        for guard in item.guards
        for node in iter_nodes(guard.condition)
    )


def _one_too_many(item: Rule, problem: OutOfRange, program: Program) -> str:
    """What is asked where a definition answers with that alone and it is one more than the bounds; or nothing."""
    if not isinstance(item, Definition) or not isinstance(problem.type, IntType) or problem.type.high is None:
        return ""
    asked = (one for one in iter_nodes(item) if isinstance(one, Call) and one.span == problem.site)
    node = next(asked, None)
    return as_asked(node, program) if node is not None and problem.value == problem.type.high + 1 else ""


def _is_of_itself(item: Rule, problem: OutOfRange) -> bool:
    """Whether a fact becomes what is worked out of what it is already."""
    return any(
        node.fact in {one.callee for one in iter_nodes(node.value) if isinstance(one, Call)}
        for node in iter_nodes(item)
        if isinstance(node, Effect) and node.value is not None and node.value.span == problem.site
    )


def _gone_through(item: Rule, problem: OutOfRange, program: Program) -> tuple[ListLiteral, str] | None:
    """The numbers that are gone through, of which some are none that may be asked with; and those that are."""
    for type_, argument in _asked_with(item, problem, program):
        if not isinstance(argument, Var) or not isinstance(type_, IntType) or type_ != problem.type:
            continue
        for node in iter_nodes(item):
            if not isinstance(node, Fold | Binding) or node.variable != argument.name:
                continue
            if not isinstance(node.items, ListLiteral):
                continue
            numbers = [one.value for one in node.items.items if isinstance(one, Const)]
            kept = [one for one in numbers if isinstance(one, int) and holds(one, type_)]
            if problem.value in numbers and len(kept) > 1 and kept == list(range(kept[0], kept[-1] + 1)):
                return node.items, f"{kept[0]}..{kept[-1]}"
    return None


def _asked_with(item: Rule, problem: OutOfRange, program: Program) -> Iterator[tuple[Type, Expr]]:
    """What stands where a value leaves its bounds: what is asked or told with it, each with the type it is held to."""
    for node in iter_nodes(item):
        callee = node.callee if isinstance(node, Call) else node.fact if isinstance(node, Effect) else ""
        asked = program.callables.get(callee)
        if asked is None or len(asked.parameters) != len(node.arguments):
            continue
        for parameter, argument in zip(asked.parameters, node.arguments, strict=True):
            if (node if isinstance(node, Call) else argument).span == problem.site:
                yield parameter.type, argument


def _kept(line: str, required: str, wider: str) -> str:
    if wider and not required:
        return say("{wider}, or write `{line}`", wider=wider, line=line)
    if required:
        return say("write `{required}`, or `{line}`, or widen the declared bounds", required=required, line=line)
    return say("write `{line}`, or widen the declared bounds", line=line)


def _required(item: Rule, fact: str, amount: str, type_: IntType) -> str:
    """What an action requires that takes away what has to be there; nothing elsewhere."""
    if not isinstance(item, Action) or isinstance(item, PhaseEffects) or type_.low is None:
        return ""
    if amount.isdecimal():
        return f"requires {fact} >= {type_.low + int(amount)}"
    return f"requires {fact} >= {amount}" if type_.low == 0 else ""


def _limit_of_sequel(node: Apply, item: Rule, type_: IntType) -> Expr | None:
    """What a sequel limits the value so far to, where that itself may be out of bounds, as `at most hold - load`."""
    if not isinstance(item, Definition) or node.operator not in _OTHER:
        return None
    limits = [one for one in node.operands if not (isinstance(one, Var) and one.name == _SO_FAR)]
    if len(limits) != 1 or len(limits) == len(node.operands):
        return None
    can_be = reach(limits[0])
    return None if _within(can_be.low, can_be.high, type_) else limits[0]


def _keeps(value: Apply, type_: IntType) -> bool:
    """Whether a value is within bounds by how it is worked out, and not always the same."""
    can_be = reach(value)
    return can_be.low != can_be.high and _within(can_be.low, can_be.high, type_)


def _within(low: int | Fraction | None, high: int | Fraction | None, type_: IntType) -> bool:
    if low is None or high is None or type_.low is None or type_.high is None:
        return False
    return type_.low <= low <= high <= type_.high


def _so_far(value: Apply, item: Rule) -> Apply:
    """The same with what came out so far, which a sequel calls `value`, held to what is declared: that it leaves."""

    def held(node: Any) -> Any:
        if isinstance(node, Var) and node.name == _SO_FAR:
            return replace(node, type=item.result)
        return map_children(node, held) if not isinstance(node, Span) else node

    return map_children(value, held) if isinstance(item, Definition) else value


def _turned(item: Modifiers) -> tuple[Modifier, int] | None:
    """The one line whose amount, with the other sign, lets the sum reach just what is declared; and that amount."""
    numbers = [number_of(line.amount) for line in item.lines]
    if not isinstance(item.result, IntType) or None in numbers:
        return None
    amounts = [number for number in numbers if number is not None]
    fitting = []
    for place, number in enumerate(amounts):
        turned = [*amounts[:place], -number, *amounts[place + 1 :]]
        low, high = sum(min(one, 0) for one in turned), sum(max(one, 0) for one in turned)
        if number and (low, high) == (item.result.low, item.result.high):
            fitting.append((item.lines[place], -number))
    return fitting[0] if len(fitting) == 1 else None


def _report_turned(item: Modifiers, turned: tuple[Modifier, int]) -> Diagnostic:
    line, amount = turned
    return Diagnostic(
        CODE,
        say(
            "with `{was} {line}` the sum of `{name}`{cited} leaves `{type}`, and does not reach its other end",
            was=f"{-amount:+d}",
            line=line.name,
            name=item.name,
            cited=cited(item.anchors),
            type=item.result,
        ),
        line.amount.span,
        say("the wrong sign?"),
        help=say("write `{amount} {line}`, or correct the declared bounds", amount=f"{amount:+d}", line=line.name),
        subject=f"{item.name}.{line.name}",
    )


def _of_sequel(item: Rule, site: Span | None) -> str:
    """What to write where behind `then` a number stands that makes nothing of what came out so far; else nothing."""
    clauses: list[Clause] = [item.root] if isinstance(item, Definition) else []
    while clauses:
        clause = clauses.pop()
        clauses += clause.exceptions
        number = None if clause.value is None or not clause.sequel else number_of(clause.value)
        if clause.value is not None and clause.value.span == site and number is not None:
            change = f"value - {-number}" if number < 0 else f"value + {number}"
            return say("behind `then` what came out so far is called `value`: write `{change}`", change=change)
    return ""
