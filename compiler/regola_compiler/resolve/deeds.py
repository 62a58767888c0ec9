"""Actions, with what every rule says of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl import tree

from regola_compiler.model.program import (
    Action,
    Fact,
    Norm,
    Program,
    RuleInfo,
)
from regola_compiler.model.types import Member
from regola_compiler.resolve.each import Surroundings, depends_on_error, discard
from regola_compiler.resolve.play.actions import ActionSignature, action_head, resolve_action
from regola_compiler.resolve.play.effects import Changes
from regola_compiler.resolve.play.phases import PhaseIndex
from regola_compiler.resolve.play.pieces import (
    merged,
)
from regola_compiler.resolve.rules import RuleResolver, alternatives, check_overrides
from regola_compiler.resolve.scope import Stands, Steps, SymbolTable
from regola_compiler.resolve.signatures import seen_by


def resolve_deeds(
    nodes: Sequence[tree.Declaration],
    around: Surroundings,
    program: Program,
    names: SymbolTable,
    steps: Steps,
    free: tuple[Member, ...],
    written: frozenset[str] | None = None,
) -> Iterator[None]:
    """Actions, one after the other, with what every rule says of them; one of whose rules has a mistake is left out.

    Args:
        nodes: All declarations.
        around: What they say of one another.
        program: Where the actions are entered, and what is told of rules.
        names: The names of the program; what is wrong is told to them.
        steps: Takes the steps.
        free: The phases in which nobody in particular acts.
        written: In which files alone the actions stand, or what speaks of them, that are asked for; None for all.
    """
    check_overrides(nodes, around.elsewhere, names)
    heads: dict[str, ActionSignature] = {}
    shaky: set[str] = set()
    for node in nodes:
        if isinstance(node, tree.Action):
            stands = seen_by(node, around.phases, around.sight)
            heads[node.name.text], sound = _head(node, stands, names, steps)
            shaky.update(() if sound else (node.name.text,))
            yield
    asked = set(heads) if written is None else _spoken_of_in(written, nodes, around)
    resolver = RuleResolver(heads, nodes, around.elsewhere, around.phases, around.changes)
    norms: dict[str, list[Norm]] = {name: [] for name in heads}
    for node in nodes:
        if isinstance(node, tree.Rule):
            actions = actions_of(node)
            if written is not None and asked.isdisjoint(actions):
                continue
            found, sound = _norms(node, resolver, names, steps)
            program.rules[node.name.text] = RuleInfo(
                node.name.text, actions, node.anchors, node.texts, node.span, node.name.span
            )
            for action, norm in found.items():
                norms[action].append(norm)
            if not sound:
                shaky.update(actions)
                program.broken.add(node.name.text)
            yield
    shared = _shared_limits(nodes, heads, names)
    for called, head in heads.items():
        if called not in asked:
            continue
        given = (head, tuple(norms[called]), free, shared.get(called, ()), around.changes.used_by(head.node.effects))
        made, sound = _action(given, around.phases, names, steps)
        program.callables[called] = made
        for fact in made.counters:
            before = program.callables.get(fact.name)
            program.callables[fact.name] = merged(before, fact) if isinstance(before, Fact) else fact
        if not sound or called in shaky:
            discard(called, program)
        yield


def actions_of(node: tree.Rule) -> tuple[str, ...]:
    """The actions that the statements of a rule speak of, each as often as they do."""
    return tuple(deed.action.text for statement in node.statements for deed in alternatives(statement))


def _spoken_of_in(written: frozenset[str], nodes: Sequence[tree.Declaration], around: Surroundings) -> set[str]:
    """The actions that stand in some files, and those of which a rule, an exception or a limit there speaks."""
    found: set[str] = set()
    for node in nodes:
        if isinstance(node, tree.Rule) and around.is_of(node, written):
            found.update(actions_of(node))
        elif isinstance(node, tree.Limit) and node.span.path in written:
            found.update(action.text for action in node.actions)
        elif isinstance(node, tree.Action) and node.span.path in written:
            found.add(node.name.text)
    return found


def _shared_limits(
    nodes: Sequence[tree.Declaration], heads: dict[str, ActionSignature], names: SymbolTable
) -> dict[str, tuple[tree.Limit, ...]]:
    """By action, the limits that it shares with others."""
    found: dict[str, list[tree.Limit]] = {}
    for node in nodes:
        if isinstance(node, tree.Limit):
            for action in node.actions:
                if action.text not in heads:
                    names.unknown("action", action.text, action.span, list(heads))
                found.setdefault(action.text, []).append(node)
    return {name: tuple(limits) for name, limits in found.items()}


def _head(node: tree.Action, stands: Stands, names: SymbolTable, steps: Steps) -> tuple[ActionSignature, bool]:
    def work(names: SymbolTable) -> tuple[ActionSignature, bool]:
        before = names.count()
        head = action_head(node, stands, names)
        return head, names.count() == before and not depends_on_error(node, head, names)

    return steps.take(("head of", node.name.text), (node, stands), names, work)


def _norms(node: tree.Rule, resolver: RuleResolver, names: SymbolTable, steps: Steps) -> tuple[dict[str, Norm], bool]:
    def work(names: SymbolTable) -> tuple[dict[str, Norm], bool]:
        before = names.count()
        return resolver.norms(node, names), names.count() == before

    return steps.take(("rule", node.name.text), (node, *resolver.rests_on(node)), names, work)


def _action(
    given: tuple[ActionSignature, tuple[Norm, ...], tuple[Member, ...], tuple[tree.Limit, ...], Changes],
    phases: PhaseIndex,
    names: SymbolTable,
    steps: Steps,
) -> tuple[Action, bool]:
    head, norms, free, limits, changes = given

    def work(names: SymbolTable) -> tuple[Action, bool]:
        before = names.count()
        return resolve_action(head, norms, free, phases, names, limits, changes), names.count() == before

    return steps.take(("action", head.node.name.text), (*given, phases.shape), names, work)
