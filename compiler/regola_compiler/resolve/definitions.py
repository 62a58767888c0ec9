"""Definitions as trees of clauses, with the exceptions that stand elsewhere put in their places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from regola_dsl import tree
from regola_dsl.diagnostics import Label, chained, closest, name_list
from regola_dsl.records import dataclass
from regola_dsl.wording import later, say

from regola_compiler.model.graph import depth_first, reachable
from regola_compiler.model.program import Clause, Definition
from regola_compiler.model.types import INT, Type, is_integer
from regola_compiler.resolve import codes
from regola_compiler.resolve.bodies import (
    check_override_cycles,
    conjunction,
    resolve_condition,
    resolve_lets,
    variant_condition,
)
from regola_compiler.resolve.reported.unknown import BESIDE
from regola_compiler.resolve.scope import Scope, Steps, SymbolTable, parameter_scope
from regola_compiler.resolve.values.expressions import resolve

Home = tree.Define | tree.Rule


@dataclass(frozen=True, slots=True)
class _Parts:
    """A declaration and the exceptions in it, of what can have some; `at_section` is one to a section."""

    all: tuple[Home | tree.ExceptionRule, ...] = ()
    names: frozenset[str] = frozenset()
    at_section: bool = False


def apply_precedence_rulings(
    nodes: Sequence[tree.Declaration], names: SymbolTable, steps: Steps
) -> list[tree.Declaration]:
    """The declarations with what others say about them put in.

    An exception to a section becomes one to what is anchored there; a ruling that one rule stands over another
    becomes an `over` of the first.
    """
    pairs: dict[str, list[tree.Name]] = {}
    parts = [steps.of_item(_parts_of, node) for node in nodes]
    known = frozenset[str]().union(*(one.names for one in parts))
    for node in nodes:
        for ruling in node.rulings if isinstance(node, tree.Erratum) else ():
            for name in ruling.pair or ():
                if name.text not in known:
                    names.unknown("rule or exception", name.text, name.span, sorted(known))
            if ruling.pair:
                pairs.setdefault(ruling.pair[0].text, []).append(ruling.pair[1])
    sections = _sections(parts) if any(one.at_section for one in parts) else {}
    return [
        _apply_precedence_rulings(node, pairs, sections, names)
        if one.at_section or not one.names.isdisjoint(pairs)
        else node
        for node, one in zip(nodes, parts, strict=True)
    ]


def anchors_by_name(nodes: Sequence[tree.Declaration], steps: Steps) -> dict[str, tree.Anchors]:
    """The sections of definitions, rules and exceptions."""
    return {part.name.text: part.anchors for node in nodes for part in steps.of_item(_parts_of, node).all}


def _parts_of(node: tree.Declaration) -> _Parts:
    if not isinstance(node, Home | tree.ExceptionRule):
        return _Parts()
    parts = tuple(_with_exceptions(node))
    at_section = any(isinstance(part, tree.ExceptionRule) and isinstance(part.target, tuple) for part in parts)
    return _Parts(parts, frozenset(part.name.text for part in parts), at_section)


def _sections(parts: Sequence[_Parts]) -> dict[str, list[str]]:
    """What is anchored first at each section: definitions, rules and their exceptions."""
    found: dict[str, list[str]] = {}
    for one in parts:
        for part in one.all:
            if part.anchors:
                found.setdefault(part.anchors[0].section, []).append(part.name.text)
    return found


def _with_exceptions(node: Home | tree.ExceptionRule) -> Iterator[Home | tree.ExceptionRule]:
    """A declaration and the exceptions in it."""
    yield node
    for part in node.exceptions:
        yield from _with_exceptions(part)


def _apply_precedence_rulings(
    node: tree.Declaration, pairs: dict[str, list[tree.Name]], sections: dict[str, list[str]], names: SymbolTable
) -> tree.Declaration:
    if not isinstance(node, Home | tree.ExceptionRule):
        return node
    if isinstance(node, tree.ExceptionRule) and isinstance(node.target, tuple):
        node = replace(node, target=_at_section(node.target[0], node, sections, names))
    if not isinstance(node, tree.Define) and (more := pairs.get(node.name.text)):
        have = {name.text for name in node.over}
        node = replace(node, over=(*node.over, *(name for name in more if name.text not in have)))
    inner = [_apply_precedence_rulings(part, pairs, sections, names) for part in node.exceptions]
    if all(one is part for one, part in zip(inner, node.exceptions, strict=True)):
        return node
    return replace(node, exceptions=tuple(inner))  # type: ignore[arg-type]


def _at_section(
    anchor: tree.Anchor, node: tree.ExceptionRule, sections: dict[str, list[str]], names: SymbolTable
) -> tree.Name:
    """The one thing anchored at a section; its own name where there is none or more than one."""
    found = [name for name in sections.get(anchor.section, []) if name != node.name.text]
    if len(found) != 1:
        listed = ", ".join(f"`{name}`" for name in found)
        names.report(
            codes.DANGLING,
            say("several rules are anchored at {section}: {listed}", section=anchor.section, listed=listed)
            if found
            else say("no rule or definition is anchored at {section}", section=anchor.section),
            anchor.span,
            help=say("name the rule the exception belongs to"),
        )
        names.lost |= {anchor.section}
        return tree.Name(found[0] if found else anchor.section, anchor.span)
    return tree.Name(found[0], anchor.span)


def exception_target(node: tree.ExceptionRule) -> tree.Name | None:
    """What an exception that stands alone belongs to."""
    assert not isinstance(node.target, tuple)
    return node.target


def exceptions_of(parent: str, nodes: Sequence[tree.ExceptionRule]) -> list[tree.ExceptionRule]:
    """Those of the exceptions that stand elsewhere which name `parent`."""
    return [node for node in nodes if (target := exception_target(node)) and target.text == parent]


def attach_external_exceptions(
    nodes: Sequence[tree.Declaration], names: SymbolTable
) -> dict[str, list[tree.ExceptionRule]]:
    """The exceptions that stand alone, by the definition or rule they belong to."""
    homes = dict.fromkeys(node.name.text for node in nodes if isinstance(node, Home))
    nested: dict[str, set[str]] = {}
    for node in nodes:
        for part in _with_exceptions(node) if isinstance(node, Home) else ():
            if part is not node:
                nested.setdefault(part.name.text, set()).add(node.name.text)
    # What is printed for a name is no other thing of that name.
    rest = [n for n in nodes if not isinstance(n, Home | tree.ExceptionRule | tree.Erratum | tree.Example)]
    others = {n.name.text: n for n in sorted(rest, key=lambda one: not isinstance(one, tree.LabelText))}
    alone = [
        (node, target) for node in nodes if isinstance(node, tree.ExceptionRule) and (target := exception_target(node))
    ]
    rootless = _report_orphan_cycles([(node.name.text, target) for node, target in alone], {*homes, *nested}, names)
    belongs: dict[str, list[str]] = {}
    for node, target in alone:
        for part in _with_exceptions(node):
            belongs.setdefault(part.name.text, []).append(target.text)

    below: dict[str, set[str]] = {}
    for part in (
        part for node in nodes if isinstance(node, Home | tree.ExceptionRule) for part in _with_exceptions(node)
    ):
        for inner in part.exceptions:
            below.setdefault(inner.name.text, set()).add(part.name.text)
    for node, target in alone:
        below.setdefault(node.name.text, set()).add(target.text)

    def owners_of(name: str) -> set[str]:
        """The definitions and rules that something of this name is a part of, over however many exceptions."""
        reached = reachable([name], lambda part: () if part in homes else belongs.get(part, ()))
        return set[str]().union(*({part} if part in homes else nested.get(part, ()) for part in reached))

    found: dict[str, list[tree.ExceptionRule]] = {}
    for node, target in alone:
        if {node.name.text, target.text} & rootless:
            continue
        owners = owners_of(target.text)
        if owners and (above := _where_all_stand(node, target.text, below)) is not None:
            names.report(
                codes.DANGLING,
                say(
                    "{over} stands below `{other}`, and not below `{target}`",
                    over=name_list([one.text for one in node.over], "and"),
                    other=above,
                    target=target.text,
                ),
                target.span,
                related=tuple(Label(one.span, say("named here")) for one in node.over),
                help=say("write `to {other}`, or `over` what stands beside this one", other=above),
            )
        elif len(owners) == 1:
            found.setdefault(next(iter(owners)), []).append(node)
        elif target.text in others:
            other = others[target.text]
            names.report(
                codes.DANGLING,
                say(
                    "`{target}` is {noun}, and only definitions and rules have exceptions",
                    target=target.text,
                    noun=_noun(other),
                ),
                target.span,
                related=(Label(other.name.span, say("declared here")),),
                help=_to_one_of_its_rules(other, nodes)
                if isinstance(other, tree.Action)
                else say("ask it in a definition, and write the exception there"),
            )
        elif owners:
            names.report(
                codes.DANGLING,
                say(
                    "`{target}` is an exception of several: {listed}",
                    target=target.text,
                    listed=", ".join(sorted(f"`{o}`" for o in owners)),
                ),
                target.span,
                help=say("name the definition or rule"),
            )
        else:
            names.unknown("definition, rule or exception", target.text, target.span, [*homes, *{**nested, **belongs}])
    return found


def _where_all_stand(node: tree.ExceptionRule, target: str, below: Mapping[str, set[str]]) -> str | None:
    """Below what else all stands that an exception is declared over, where nothing of it stands below its target."""
    stand = [below.get(one.text, set()) for one in node.over]
    if not stand or any(target in one for one in stand):
        return None
    others = set[str].intersection(*stand)
    return next(iter(others)) if len(others) == 1 else None


# So many rules of an action are named.
_FEW, _MOST = 3, 12


def _to_one_of_its_rules(action: tree.Action, nodes: Sequence[tree.Declaration]) -> str:
    """What an exception can be to that is written to an action: its rules, if they are few, or one called so."""
    about = [
        node.name.text
        for node in nodes
        if isinstance(node, tree.Rule) and any(one.action.text == action.name.text for one in node.statements)
    ]
    close = closest(action.name.text, about)
    if close is not None or 0 < len(about) <= _MOST:
        listed = name_list([close] if close is not None else about, "or", _MOST)
        return say("write the exception to one of its rules: {rules}", rules=listed)
    return say("write the exception to one of its rules")


def _report_orphan_cycles(alone: list[tuple[str, tree.Name]], rooted: set[str], names: SymbolTable) -> set[str]:
    """The exceptions that belong to one another in a circle, or to themselves, and so to no rule; told once each."""
    belongs = {name: target for name, target in alone if name not in rooted}
    _, circles = depth_first({name: [target.text] for name, target in belongs.items()})
    for circle in circles:
        if len(circle) == 1:
            names.report(
                codes.DANGLING,
                say("exception `{first}` is written as one to itself", first=circle[0]),
                belongs[circle[0]].span,
                help=say("name the rule or definition it belongs to"),
            )
            continue
        around = chained([*circle, circle[0]], later("{one} to {other}"), later("{chain} to {next}"))
        names.report(
            codes.CYCLE,
            say("these are exceptions to each other, and to no rule: {around}", around=around),
            belongs[circle[0]].span,
            related=tuple(Label(belongs[name].span, say("`{name}` belongs to this", name=name)) for name in circle[1:]),
            help=say("let one of them name the rule or definition it belongs to"),
        )
    return {name for circle in circles for name in circle}


def _noun(node: tree.Declaration) -> str:
    match node:
        case tree.Table():
            return say("a table")
        case tree.Modifiers():
            return say("a table of modifiers")
        case tree.Record():
            return say("a record")
        case tree.Action():
            return say("an action")
        case tree.Fact():
            return say("a fact")
        case tree.Path():
            return say("a path")
        case tree.Choice():
            return say("a choice")
        case tree.Sequence():
            return say("a sequence")
        case tree.Assume():
            return say("an assumption")
        case tree.Enum() | tree.GivenType() | tree.Accept() | tree.LabelText() | tree.Piece():
            return say("a type")
        case tree.Phase():
            return say("a phase")
        case tree.Change() | tree.AlsoAfter() | tree.Event() | tree.Limit() | tree.Players() | tree.Setup():
            return say("what comes about")
        case tree.Define() | tree.Rule() | tree.ExceptionRule() | tree.Example() | tree.Erratum():
            return say("a type")  # exceptions belong to these, or nobody takes them for what has any
        case _:
            assert_never(node)


def resolve_definition(node: tree.Define, elsewhere: list[tree.ExceptionRule], names: SymbolTable) -> Definition:
    """The clauses of a definition, those that stand elsewhere among them."""
    signature = names.signature_of(node)
    scope = parameter_scope(signature.parameters, names)
    lets, scope = resolve_lets(node.lets, scope)
    value = None if node.value is None else resolve(node.value, scope, signature.result, node.result.span)
    taken: set[str] = set()
    exceptions = _exceptions(node.exceptions, node.name.text, elsewhere, signature.result, scope, taken)
    for outside in elsewhere:
        target = exception_target(outside)
        if outside.name.text not in taken and target and target.text not in taken | {node.name.text}:
            names.unknown("definition or exception", target.text, target.span, sorted(taken))
    root = Clause(
        node.name.text,
        node.anchors,
        node.texts,
        None,
        lets,
        value,
        exceptions,
        False,
        frozenset(),
        node.span,
        node.name.span,
    )
    return Definition(
        node.name.text,
        signature.parameters,
        signature.result,
        root,
        node.anchors,
        node.texts,
        node.span,
        node.name.span,
    )


def _exceptions(
    nodes: tuple[tree.ExceptionRule, ...],
    parent: str,
    elsewhere: list[tree.ExceptionRule],
    result: Type,
    scope: Scope,
    taken: set[str],
) -> tuple[Clause, ...]:
    """The exceptions of one clause: its own, and those elsewhere that name it, in their order."""
    mine = exceptions_of(parent, elsewhere)
    ordered = list(nodes)
    for node in mine:
        if node.sequel and node.after:
            places = [i for i, other in enumerate(ordered) if other.name.text == node.after.text]
            if not places:
                scope.names.unknown(
                    "exception", node.after.text, node.after.span, [other.name.text for other in ordered]
                )
            ordered.insert(places[0] + 1 if places else len(ordered), node)
        else:
            if node.sequel and any(other.sequel for other in ordered):
                scope.names.report(
                    codes.DANGLING,
                    say(
                        "`{name}` acts on the value of `{parent}`, and so do others: say which comes first",
                        name=node.name.text,
                        parent=parent,
                    ),
                    node.name.span,
                    help=say(
                        "write `to {parent} after {last}`",
                        parent=parent,
                        last=[o.name.text for o in ordered if o.sequel][-1],
                    ),
                )
            ordered.append(node)
    siblings = [node.name.text for node in ordered]
    check_override_cycles(
        {node.name.text: {over.text: over.span for over in node.over} for node in ordered}, scope.names
    )
    clauses = []
    for node in ordered:
        if node.name.text in taken:
            scope.names.report(
                codes.DUPLICATE,
                say("`{parent}` has two exceptions called `{name}`", parent=parent, name=node.name.text),
                node.name.span,
                say("again here"),
                related=tuple(Label(o.name.span, say("first here")) for o in ordered if o.name.text == node.name.text)[
                    :1
                ],
                help=say("rename one of them, or remove it"),
            )
            continue
        taken.add(node.name.text)
        clauses.append(_clause(node, siblings, elsewhere, result, scope, taken))
    return tuple(clauses)


def _clause(
    node: tree.ExceptionRule,
    siblings: list[str],
    elsewhere: list[tree.ExceptionRule],
    result: Type,
    scope: Scope,
    taken: set[str],
) -> Clause:
    names = scope.names
    if node.sequel:
        scope = scope.plus("value", INT if is_integer(result) else result)
    for over in node.over:
        if over.text == node.name.text:
            names.report(codes.DANGLING, say("`{over}` cannot win over itself", over=over.text), over.span)
        elif over.text not in siblings:
            names.unknown(BESIDE, over.text, over.span, [one for one in siblings if one != node.name.text])
    for statement in node.statements:
        names.report(
            codes.TYPE_MISMATCH,
            say("an exception of a definition gives a value, and this is what a rule says"),
            statement.span,
            help=say("write the value, or make it an exception to a rule"),
        )
    for phase in node.phases:
        names.report(
            codes.TYPE_MISMATCH,
            say("only rules belong to phases"),
            phase.span,
            help=say("write the condition: `when phase is {phase}`", phase=phase.text),
        )
    own = resolve_condition(node.condition, scope)
    condition = conjunction([*variant_condition(node.under, scope), *([] if own is None else [own])])
    lets, inner = resolve_lets(node.lets, scope)
    value = None if node.value is None else resolve(node.value, inner, result)
    if (
        node.value is None
        and not node.statements
        and not node.exceptions
        and not exceptions_of(node.name.text, elsewhere)
    ):
        names.report(
            codes.DANGLING,
            say("exception `{name}` says nothing", name=node.name.text),
            node.name.span,
            help=say("it stands twice: leave out one of the two lines")
            if siblings.count(node.name.text) > 1
            else say("write its value on the line below"),
        )
    exceptions = _exceptions(node.exceptions, node.name.text, elsewhere, result, inner, taken)
    return Clause(
        node.name.text,
        node.anchors,
        node.texts,
        condition,
        lets,
        value,
        exceptions,
        node.sequel,
        frozenset(over.text for over in node.over),
        node.span,
        node.name.span,
    )
