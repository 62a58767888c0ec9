"""What one writes for another by a slip: a sign, a value, a name, a word that turns a sentence round.

Beside the changes that examples are to notice these are those that a hand makes: every other value of a type, every
other name that fits, a comparison the other way round, `not` too many or too few. They are tried where an example
fails.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any, Literal

from regola_dsl.diagnostics import Fix
from regola_dsl.kinds import FoldKind, LegKind
from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.model.kinds import LogicKind, Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Clause,
    Const,
    Definition,
    Expr,
    Fact,
    FieldOf,
    Fold,
    If,
    Leg,
    ListLiteral,
    Logic,
    Norm,
    Program,
    RecordLiteral,
    Rule,
    Supposed,
    Table,
    Var,
)
from regola_compiler.model.types import BOOL, BoolType, EnumType, IntType, Member, RecordType, Type
from regola_compiler.model.visitor import iter_fields, iter_nodes, map_children, structurally_equal, transitive_callees
from regola_compiler.mutation.arms import cases_of, exchanged_answers
from regola_compiler.mutation.mutation import Changed, Mutation, MutationKind, replacement, to_source
from regola_compiler.mutation.tables import borders_moved

_EXPRESSIONS = (
    Const, Var, FieldOf, Call, Apply, Logic, If, Fold, RecordLiteral, ListLiteral, Supposed,
)  # fmt: skip
# What holds no expression, or one that stands elsewhere too.
_APART = frozenset({"when", "type", "result", "parameters", "anchors", "texts", "counters", "candidates", "item"})
# The other way round first, then the edge on the other side.
_ORDER = {
    Operator.LESS: (Operator.GREATER, Operator.LESS_EQUAL, Operator.GREATER_EQUAL),
    Operator.LESS_EQUAL: (Operator.GREATER_EQUAL, Operator.LESS, Operator.GREATER),
    Operator.GREATER: (Operator.LESS, Operator.GREATER_EQUAL, Operator.LESS_EQUAL),
    Operator.GREATER_EQUAL: (Operator.LESS_EQUAL, Operator.GREATER, Operator.LESS),
}
_OPERATORS = {
    Operator.ADD: (Operator.SUBTRACT,),
    Operator.SUBTRACT: (Operator.ADD,),
    Operator.MIN: (Operator.MAX,),
    Operator.MAX: (Operator.MIN,),
    Operator.ROUND_UP: (Operator.ROUND_DOWN,),
    Operator.ROUND_DOWN: (Operator.ROUND_UP,),
}
_KINDS = {
    FoldKind.ANY: (FoldKind.ALL, FoldKind.NO),
    FoldKind.ALL: (FoldKind.ANY, FoldKind.NO),
    FoldKind.NO: (FoldKind.ANY,),
    FoldKind.MAX: (FoldKind.MIN,),
    FoldKind.MIN: (FoldKind.MAX,),
}
# How many values and names are tried in one place.
_MOST = 12


@dataclass(frozen=True, slots=True)
class Around:
    """What can be named where something is changed.

    Attributes:
        program: Where names that fit are looked for.
        scope: The parameters.
        owner: The declaration that is changed; what rests on it cannot be asked there.
    """

    program: Program
    scope: Mapping[str, Type]
    owner: str = ""

    def stated(self, norm: Norm) -> Around:
        """The same in a line of a rule, or in an exception to it: what it says of several actions all of them have."""
        rule, place = self.program.rules.get(self.owner), _stated(norm)
        acts = [] if rule is None else [self.program.callables.get(name) for name in rule.actions]
        said_of = [
            act
            for act in acts
            if isinstance(act, Action)
            and any(_stated(part) == place for one in act.norms for part in (one, *one.exceptions))
        ]
        return replace(self, scope=_scope(said_of))

    def within(self, node: Fold) -> Around:
        """The same below the words that name an item of a list."""
        item = getattr(node.items.type, "item", None)
        return self if item is None else replace(self, scope={**self.scope, node.variable: item})


def around(program: Program, name: str) -> Around:
    """What can be named in a declaration; a table's cells name no parameter, and what a rule says is of its actions."""
    return Around(program, _scope([program.callables[name]] if name in program.callables else []), name)


def _scope(items: Sequence[Rule]) -> dict[str, Type]:
    """The parameters that all of some declarations have."""
    scopes = [{one.name: one.type for one in (() if isinstance(item, Table) else item.parameters)} for item in items]
    first = scopes[0] if scopes else {}
    return {name: type_ for name, type_ in first.items() if all(other.get(name) == type_ for other in scopes)}


def _stated(norm: Norm) -> Span | None:
    """Where the condition of a rule's line, or of an exception to the rule, is written."""
    written = norm.when or norm.condition
    return None if written is None else written.span


def exchanges(node: Any, here: Around) -> Iterator[Changed[Any]]:
    """What could stand in the place of something else in a declaration or a part of one."""
    if isinstance(node, tuple):
        for place, part in enumerate(node):
            for change, new in exchanges(part, here):
                yield change, (*node[:place], new, *node[place + 1 :])
        return
    if isinstance(node, _EXPRESSIONS):
        yield from _alternatives(node, here)
    here = here.stated(node) if isinstance(node, Norm) else here
    if isinstance(node, Clause | Norm):
        yield from turned_precedence(here.program, node, "exceptions")
    if isinstance(node, Action):
        yield from _paid(node)
    if isinstance(node, Fact):
        yield from _other_starts(node)
    if isinstance(node, Leg):
        yield from _other_length(node)
    if isinstance(node, Table):
        yield from borders_moved(node)
    cases = cases_of(node) if isinstance(node, If) else None
    if isinstance(node, If) and cases is not None:
        # The subject of a `match` and the question whether a case is it are written nowhere beside the case.
        for change, values in exchanges(cases.operands[1:], here):
            yield change, replace(node, condition=replace(cases, operands=(cases.operands[0], *values)))
    for name, value in iter_fields(node):
        if name == "condition" and cases is not None:
            continue
        if name in _APART or not (isinstance(value, tuple) or hasattr(value, "__dataclass_fields__")):
            continue
        inner = here.within(node) if isinstance(node, Fold) and name != "items" else here
        for change, new in exchanges(value, inner):
            yield change, replace(node, **{name: new})


def _alternatives(node: Expr, here: Around) -> Iterator[Changed[Expr]]:
    match node:
        case Const():
            kind: MutationKind = "value" if isinstance(node.value, bool | Member) else "number"
            for value in _values(node):
                yield _written(node, replace(node, value=value), kind)
        case Var():
            for name, type_ in here.scope.items():
                if name != node.name and type_ == node.type:
                    yield _written(node, replace(node, name=name))
            for turn in _turns(here, node.type):
                yield _written(node, Call(turn, (node,), node.type, node.span))
        case Call():
            turns = _turns(here, node.type)
            if len(node.arguments) == 1 and node.callee in turns:
                yield _written(node, node.arguments[0])
            elif isinstance(here.program.callables.get(node.callee), Fact):
                yield from (_written(node, Call(turn, (node,), node.type, node.span)) for turn in turns)
            yield from _other_calls(node, here)
        case FieldOf(record=record):
            fields = record.type.fields if isinstance(record.type, RecordType) else ()
            for name, type_ in fields:
                if name != node.name and type_ == node.type:
                    yield _written(node, replace(node, name=name))
        case Logic():
            other: LogicKind = "or" if node.kind == "and" else "and"
            yield _written(node, replace(node, kind=other), "condition")
        case If() if cases_of(node) is not None:
            yield from exchanged_answers(node)
        case If():
            yield _written(node, replace(node, then=node.otherwise, otherwise=node.then), "operation")
        case Fold():
            for turned in _KINDS.get(node.kind, ()):
                yield _written(node, replace(node, kind=turned), "operation")
        case Apply():
            yield from _other_operations(node)
    if isinstance(node.type, BoolType) and isinstance(node, Call | Apply | Fold) and not _is_said_otherwise(node):
        yield _written(node, Apply(Operator.NOT, (node,), BOOL, node.span), "condition")


def _turns(here: Around, type_: Type) -> list[str]:
    """What makes of a value of an enum another of the same: the other side."""
    return [
        name
        for name, item in here.program.callables.items()
        if isinstance(item, Definition)
        and isinstance(type_, EnumType)
        and item.result == type_
        and [one.type for one in item.parameters] == [type_]
        and here.owner not in transitive_callees(here.program, item)
        and name != here.owner
    ]


def _is_said_otherwise(node: Expr) -> bool:
    """Whether nobody would write `not` before it: it is there, or the other of two values says the same."""
    if not isinstance(node, Apply):
        return False
    types = [part.type for part in node.operands if isinstance(part.type, EnumType)]
    two = any(len(type_.members) == 2 for type_ in types)
    return node.operator is Operator.NOT or node.operator in _ORDER or (node.operator is Operator.EQUAL and two)


def _written(old: Expr, new: Expr, kind: MutationKind = "field") -> tuple[Mutation, Expr]:
    return replacement(kind, old, new), new


def _values(node: Const) -> Iterator[Any]:
    value = node.value
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Member) and isinstance(node.type, EnumType) and value.enum == node.type.name:
        others = (place for place in range(len(node.type.members)) if place != value.index)
        near = sorted(others, key=lambda place: abs(place - value.index))
        yield from (Member(value.enum, place) for place in near[:_MOST])
    elif isinstance(value, int) and isinstance(node.type, IntType):
        turned = int(str(abs(value))[::-1])
        numbers = (value + 1, value - 1, value + 2, value - 2, -value, turned, value * 10, value // 10)
        yield from (one for one in dict.fromkeys(numbers) if one != value)


def _other_calls(node: Call, here: Around) -> Iterator[Changed[Expr]]:
    for place, (a, b) in enumerate(zip(node.arguments, node.arguments[1:], strict=False)):
        if a.type == b.type and not structurally_equal(a, b):
            swapped = (*node.arguments[:place], b, a, *node.arguments[place + 2 :])
            yield _written(node, replace(node, arguments=swapped))
    own = here.program.callables.get(node.callee)
    if own is None or isinstance(own, Action) or node.aspect:
        return
    wanted = [one.type for one in own.parameters]
    fitting = [
        name
        for name, item in here.program.callables.items()
        if name not in {node.callee, here.owner}
        and type(item) is type(own)
        and item.result == own.result
        and [one.type for one in item.parameters] == wanted
        and not (isinstance(item, Fact) and (item.hidden or item.kind != getattr(own, "kind", "")))
    ]
    fitting.sort(key=lambda name: -SequenceMatcher(None, name, node.callee).ratio())
    for name in fitting[:_MOST]:
        if here.owner in transitive_callees(here.program, here.program.callables[name]):
            continue
        yield _written(node, replace(node, callee=name))


def _other_operations(node: Apply) -> Iterator[Changed[Expr]]:
    match node.operator:
        case operator if operator in _ORDER:
            for other in _ORDER[operator]:
                yield _written(node, replace(node, operator=other), "comparison")
        case Operator.NOT:
            yield _written(node, node.operands[0], "condition")
        case Operator.IN:
            yield from _other_members(node)
        case _:
            if node.operator in {Operator.SUBTRACT, Operator.DIVIDE} and len(node.operands) == 2:
                yield _written(node, replace(node, operands=node.operands[::-1]), "operation")
            for operator in _OPERATORS.get(node.operator, ()):
                yield _written(node, replace(node, operator=operator), "operation")


def _other_members(node: Apply) -> Iterator[Changed[Expr]]:
    """One more, or one less, of the values that something is to be among."""
    first, *others = node.operands
    for place in range(len(others) if len(others) > 1 else 0):
        yield _written(node, replace(node, operands=(first, *others[:place], *others[place + 1 :])), "value")
    type_ = first.type
    if isinstance(type_, EnumType) and all(isinstance(one, Const) for one in others):
        there = {one.value for one in others if isinstance(one, Const)}
        for place in range(min(len(type_.members), _MOST)):
            member = Member(type_.name, place)
            if member not in there:
                yield _written(node, replace(node, operands=(*node.operands, Const(member, type_, node.span))), "value")


def turned_precedence(
    program: Program, node: Clause | Norm | Action, where: Literal["exceptions", "norms"]
) -> Iterator[Changed[Any]]:
    """Of two parts of which one stands over the other, the other over the one; where an erratum rules that, there."""
    parts: tuple[Any, ...] = getattr(node, where)
    ruled = {(one.ranks.above, one.ranks.below): one for one in program.errata.values() if one.ranks is not None}
    for place, part in enumerate(parts):
        for below, other in enumerate(parts):
            if other.name not in part.over:
                continue
            new = list(parts)
            new[place] = replace(part, over=part.over - {other.name})
            new[below] = replace(other, over=other.over | {part.name})
            was, now = f"{part.name} over {other.name}", f"{other.name} over {part.name}"
            there = ruled.get((part.name, other.name))
            changed: Any = replace(node, **{where: tuple(new)})  # type: ignore[arg-type]
            if there is None or there.ranks is None:
                yield Mutation("precedence", "", part.name_span, was, now), changed
            else:
                written = there.ranks.span
                yield Mutation("precedence", there.name, written, was, now, Fix(written, now)), changed


def _other_starts(fact: Fact) -> Iterator[Changed[Fact]]:
    """Any other number that something may start with, if these are few: which it is examples tell."""
    start, within = fact.default, fact.result
    if not isinstance(start, Const) or not isinstance(within, IntType) or within.low is None or within.high is None:
        return
    for number in range(within.low, within.high + 1) if within.high - within.low <= _MOST else ():
        if number != start.value:
            change, new = _written(start, replace(start, value=number), "number")
            yield change, replace(fact, default=new)


def _other_length(leg: Leg) -> Iterator[Changed[Leg]]:
    """So many steps exactly for so many at most, and back; that they may be fewer is nothing of points."""
    turned: dict[LegKind, tuple[str, str, LegKind]] = {
        "at_most": ("at most", "exactly", "exactly"),
        "exactly": ("exactly", "at most", "at_most"),
    }
    if leg.limit is None or leg.kind not in turned:
        return
    was, now, kind = turned[leg.kind]
    limit, begin = to_source(leg.limit), leg.span
    words = Span(begin.path, begin.line, begin.column, begin.line, begin.column + len(was))
    change = Mutation("operation", "", leg.span, f"{was} {limit} steps", f"{now} {limit} steps", Fix(words, now))
    yield change, replace(leg, kind=kind)


def _paid(action: Action) -> Iterator[Changed[Action]]:
    """Another number where it is written once and means two things: what `pays` needs, and what it takes."""
    numbers = [part for part in iter_nodes((action.guards, action.effects)) if _is_number(part)]
    spans = [number.span for number in numbers]
    for number in {one.span: one for one in numbers if spans.count(one.span) > 1}.values():
        for value in _values(number):
            new = replace(number, value=value)
            yield replacement("number", number, new), _with_number(action, new)


def _is_number(part: object) -> bool:
    return isinstance(part, Const) and isinstance(part.value, int) and not isinstance(part.value, bool)


def _with_number(node: Any, new: Const) -> Any:
    if isinstance(node, Const):
        return replace(node, value=new.value) if node.span == new.span and _is_number(node) else node
    return map_children(node, lambda part: _with_number(part, new)) if not isinstance(node, Span) else node
