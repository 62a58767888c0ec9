"""Paths over an adjacency, and choices with a list of priorities."""

from __future__ import annotations

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label, in_a_row
from regola_dsl.kinds import Degree
from regola_dsl.wording import later, say

from regola_compiler.model.names import last_part
from regola_compiler.model.program import Choice, Expr, Leg, Path, PathConstraint, Preference
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    INT,
    NUMBER,
    EnumType,
    ErrorType,
    ListType,
    NumberType,
    Type,
    described,
    fits,
    is_numeric,
)
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import check_no_shadowing, check_then_order, resolve_condition, resolve_lets
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable, parameter_scope
from regola_compiler.resolve.values.comparisons import unordered
from regola_compiler.resolve.values.expressions import resolve
from regola_compiler.resolve.values.facts import fact_of
from regola_compiler.resolve.values.routes import report_no_list
from regola_compiler.resolve.values.words import mentions

# Of so many lists of neighbours each is named.
_FEW = 3


def adjacency(node: tree.Path, names: SymbolTable) -> Signature | None:
    """What lists the places next to one: a fact or definition, or what a type of places has of its own."""
    over = names.signature(node.over.text)
    if over is not None:
        return over
    for name in names.type_names():
        own = fact_of(names.type_called(name) or ERROR, node.over.text, names)
        if own is not None and own.name == f"{name}.{node.over.text}":
            return own
    return None


def place_of(node: tree.Path, names: SymbolTable) -> Type:
    """The type of the places a path leads over: what its adjacency takes and lists."""
    over = adjacency(node, names)
    if over is None:
        lists = {last_part(one.name): one for one in names.signed() if _lists_neighbours(one)}
        of_it = [name for name, one in lists.items() if str(one.parameters[0].type) == node.over.text]
        meant = (
            say("write `over {name}`, which lists those next to a `{type}`", name=of_it[0], type=node.over.text)
            if len(of_it) == 1
            else ""
        )
        names.unknown("list of neighbours", node.over.text, node.over.span, list(lists), meant)
        return ERROR
    if len(over.parameters) == 1 and isinstance(over.result, ListType):
        place = over.parameters[0].type
        if fits(over.result.item, place):
            return place
    if isinstance(over.result, ErrorType):
        names.told_elsewhere()  # its type is not known, and is told where it is declared
        return ERROR
    there = [last_part(one.name) for one in names.signed() if _lists_neighbours(one)]
    names.report(
        codes.TYPE_MISMATCH,
        say("a path leads from a place to those next to it, and `{name}` does not list them", name=over.name),
        node.over.span,
        related=(Label(over.span, say("declared here")),),
        help=say("write {ways}", ways=in_a_row([f"`over {one}`" for one in there], "or"))
        if 0 < len(there) <= _FEW
        else say("declare it as `given neighbours(h: Hex): list of Hex`"),
    )
    return ERROR


def _lists_neighbours(one: Signature) -> bool:
    """Whether something is asked with a place, and lists some of its kind."""
    return (
        len(one.parameters) == 1
        and isinstance(one.result, ListType)
        and not isinstance(one.result.item, ErrorType)
        and fits(one.result.item, one.parameters[0].type)
    )


def costs_whole(node: tree.Path, scope: Scope, place: Type) -> bool:
    """Whether every step of a path costs a whole number, where its parameters are in scope."""
    if all(leg.cost is None for leg in node.legs):
        return True
    _, scope = resolve_lets(node.lets, scope)
    costs = [
        resolve(leg.cost, scope.plus(leg.ends[0].text, place).plus(leg.ends[1].text, place)).type
        for leg in node.legs
        if leg.cost is not None and leg.ends is not None
    ]
    return not any(isinstance(type_, NumberType) for type_ in costs)


def resolve_path(node: tree.Path, names: SymbolTable) -> Path | None:
    """A path; None after a finding that leaves nothing to go on with."""
    signature = names.signature_of(node)
    place = signature.place
    if isinstance(place, ErrorType):
        names.told_elsewhere()  # what it leads over is no list of places: nobody can go there
    lets, scope = resolve_lets(node.lets, parameter_scope(signature.parameters, names))
    if len(node.starts) != 1:
        names.report(
            dsl_codes.SYNTAX_ERROR,
            say("path `{name}` starts twice", name=node.name.text)
            if node.starts
            else say("path `{name}` starts nowhere", name=node.name.text),
            node.name.span,
            help=say("write one line `from …`: a place, or a list of places"),
        )
        return None
    if not node.legs:
        names.report(
            dsl_codes.SYNTAX_ERROR,
            say("path `{name}` does not say how far it leads", name=node.name.text),
            node.name.span,
            help=say("write `first at most 5 steps`, or `first any number of steps`"),
        )
        return None
    check_then_order(node.legs, "first", names)
    start = resolve(node.starts[0], scope)
    wanted = start.type.item if isinstance(start.type, ListType) else start.type
    if not fits(wanted, place):
        names.report(
            codes.TYPE_MISMATCH,
            say("this path leads over `{place}`, and starts at {wanted}", place=place, wanted=described(wanted)),
            start.span,
            help=say("start it at a `{place}`, or at a list of them", place=place),
        )
    end = None if node.end is None else resolve(node.end, scope, place)
    return Path(
        node.name.text,
        signature.parameters,
        BOOL,
        place,
        over.name if (over := adjacency(node, names)) is not None else node.over.text,
        lets,
        start,
        end,
        tuple(_leg(leg, scope, place) for leg in node.legs),
        tuple(_bar(bar, scope, place) for bar in node.bars),
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
        signature.whole,
    )


def _leg(node: tree.Leg, scope: Scope, place: Type) -> Leg:
    measure = NUMBER if node.kind == "points" else INT
    limit = None if node.limit is None else resolve(node.limit, scope, measure)
    steps = None if node.steps is None else resolve(node.steps, scope, INT)
    inner, ends = scope, ("", "")
    if node.ends:
        check_no_shadowing(node.ends, scope)
        ends = (node.ends[0].text, node.ends[1].text)
        inner = scope.plus(ends[0], place).plus(ends[1], place)
    cost = None if node.cost is None else resolve(node.cost, inner, NUMBER)
    where = None if node.where is None else resolve(node.where, inner, BOOL)
    return Leg(node.kind, limit, ends, cost, where, node.span, steps)


def _bar(node: tree.PathConstraint, scope: Scope, place: Type) -> PathConstraint:
    check_no_shadowing(node.places, scope)
    for name in node.places:
        scope = scope.plus(name.text, place)
    condition = resolve_condition(node.condition, scope)
    assert condition is not None
    places = tuple(name.text for name in node.places)
    return PathConstraint(node.kind, places, condition, node.anchors, node.texts, node.span)


# --- choices -----------------------------------------------------------------------------


def options_of(node: tree.Choice, scope: Scope) -> Type:
    """What a choice chooses from: the type of one option."""
    _, scope = resolve_lets(node.lets, scope)
    items = resolve(node.among[0].items, scope).type if node.among else ERROR
    return items.item if isinstance(items, ListType) else ERROR


def resolve_choice(node: tree.Choice, names: SymbolTable) -> Choice | None:
    """A choice; None after a finding that leaves nothing to go on with."""
    signature = names.signature_of(node)
    lets, scope = resolve_lets(node.lets, parameter_scope(signature.parameters, names))
    if len(node.among) != 1:
        names.report(
            dsl_codes.SYNTAX_ERROR,
            say("choice `{name}` says twice what is chosen from", name=node.name.text)
            if node.among
            else say("choice `{name}` says nowhere what is chosen from", name=node.name.text),
            node.name.span,
            help=say("write one line `among x in …`"),
        )
        return None
    among = node.among[0]
    items = resolve(among.items, scope)
    if not isinstance(items.type, ListType | ErrorType):
        report_no_list(items, among.items, names)
    item = items.type.item if isinstance(items.type, ListType) else ERROR
    check_no_shadowing([among.variable], scope)
    check_then_order(node.preferences, "prefer", names)
    inner = scope.plus(among.variable.text, item)
    where = None if among.where is None else resolve(among.where, inner, BOOL)
    actor = None if node.actor is None else resolve(node.actor, scope)
    return Choice(
        node.name.text,
        signature.parameters,
        signature.result,
        actor,
        lets,
        among.variable.text,
        items,
        where,
        tuple(_preference(part, among.variable.text, inner) for part in node.preferences),
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )


_NO_DEGREE = {
    Degree.MOST: later("there is no most here: {unordered}"),
    Degree.LEAST: later("there is no least here: {unordered}"),
}


def _preference(node: tree.Preference, variable: str, scope: Scope) -> Preference:
    names = scope.names
    if node.degree == Degree.WHERE:
        assert node.variable is not None
        if node.variable.text != variable:
            names.unknown("option", node.variable.text, node.variable.span, [variable])
        value: Expr = resolve(node.value, scope, BOOL)
    else:
        value = resolve(node.value, scope)
        ordered = is_numeric(value.type) or (isinstance(value.type, EnumType) and value.type.ordered)
        if not ordered and not isinstance(value.type, ErrorType):
            names.report(
                codes.TYPE_MISMATCH,
                say(_NO_DEGREE[node.degree], unordered=unordered(value.type)),
                value.span,
                help=say("prefer a number, a value of a scale, or `x where …`"),
            )
    if not isinstance(value.type, ErrorType) and not mentions(value, variable):
        names.report(
            codes.TYPE_MISMATCH,
            say("this does not speak of `{variable}`, so it is the same for every option", variable=variable),
            value.span,
            help=say("compare what `{variable}` has, or leave the line out", variable=variable),
        )
    return Preference(node.degree, value, node.anchors, node.texts, node.span)
