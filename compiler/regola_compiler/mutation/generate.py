"""Every small change of a program that a worked example might notice.

The changes are made in the checked model, so there is no text to read again, and each is known by what it means. Where
a change is one stretch of the text, it says what to write there (`Change.edit`): seeded faults are made so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Literal, TypeAlias, assert_never

from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.model.duties import leaving_others
from regola_compiler.model.program import (
    Action,
    Choice,
    Definition,
    Fact,
    Modifiers,
    Norm,
    Path,
    Phase,
    Program,
    Rule,
    Table,
)
from regola_compiler.model.visitor import DeclarationKind, calls_in, expressions_of, kind_of
from regola_compiler.mutation.mutation import KINDS, Changed, Mutation, inside
from regola_compiler.mutation.rules import (
    changes_of_action,
    changes_of_choice,
    changes_of_definition,
    changes_of_fact,
    changes_of_modifiers,
    changes_of_norm,
    changes_of_path,
    changes_of_phase,
)
from regola_compiler.mutation.tables import changes_of_table

__all__ = ["KINDS", "Mutant", "Mutation", "mutants"]


# What is changed: a declaration that is asked, a rule about actions, or a sequence of play.
MutantKind: TypeAlias = DeclarationKind | Literal["rule", "sequence"]


# What is changed of a declaration, or of a rule as it stands at one action.
Changes: TypeAlias = Callable[[Any], Iterator[Changed[Any]]]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one change: the declaration it is made in, and what stands in the place of what.

    `row` is the row of a table, where nothing else is changed.
    """

    declaration: str
    kind: MutantKind
    change: Mutation
    callables: tuple[tuple[str, Rule], ...] = ()
    sequences: tuple[tuple[str, Phase], ...] = ()
    row: Span | None = None

    def of(self, program: Program) -> Program:
        """The program with the change made."""
        return replace(
            program,
            callables={**program.callables, **dict(self.callables)},
            sequences={**program.sequences, **dict(self.sequences)},
        )

    @property
    def names(self) -> frozenset[str]:
        """What is changed, by name."""
        return frozenset(name for name, _ in (*self.callables, *self.sequences))

    @property
    def asked(self) -> frozenset[str | Span]:
        """What must be asked for the change to show: one of these."""
        return frozenset(self.names if self.row is None else {self.row})


def mutants(program: Program) -> Iterator[Mutant]:
    """Every change, declaration by declaration. What did not resolve is left out.

    Types and assumptions are not changed: they say what can be, and an example shows only what is.
    """
    for name in program.callables:
        yield from mutants_of(program, name)
    for name in program.rules:
        yield from mutants_of_rule(program, name)
    for name in program.sequences:
        yield from mutants_of_sequence(program, name)


def mutants_of(program: Program, name: str, changes: Changes | None = None) -> Iterator[Mutant]:
    """The changes of what can be asked; others than an example is to notice, where they are given."""
    item = program.callables[name]
    if name in program.broken or (isinstance(item, Fact) and item.hidden) or program.is_shared(name):
        return
    variants = _variants(item, program)
    for change, new in _changes(item) if changes is None else _apart_from_norms(item, changes):
        yield Mutant(name, kind_of(item), _in_words(change, variants), callables=((name, new),), row=_row(item, new))


def mutants_of_rule(program: Program, name: str, changes: Changes = changes_of_norm) -> Iterator[Mutant]:
    """The changes of a rule at each action it speaks of."""
    if name not in program.broken:
        yield from _of_rule(name, program, changes)


def mutants_of_sequence(program: Program, name: str, changes: Changes = changes_of_phase) -> Iterator[Mutant]:
    """The changes of a sequence of play."""
    if name not in program.broken:
        for change, new in _once(changes(program.sequences[name])):
            yield Mutant(name, "sequence", change, sequences=((name, new),))


def _apart_from_norms(item: Rule, changes: Changes) -> Iterator[Changed[Rule]]:
    """The changes of a declaration, of an action without those of the rules about it."""
    if not isinstance(item, Action):
        yield from changes(item)
        return
    for change, new in changes(replace(item, norms=())):
        yield change, _with_norms(new, item.norms)


def sample(everything: list[Mutant], limit: int, seed: int) -> list[Mutant]:
    """So many of them, in their order, all for 0; the same for the same seed."""
    if not limit or len(everything) <= limit:
        return everything
    chosen = Random(seed).sample(range(len(everything)), limit)  # noqa: S311  no secret
    return [everything[place] for place in sorted(chosen)]


def _variants(item: Rule, program: Program) -> list[Span]:
    """Where `under` names a variant: a condition that is written apart from the others."""
    calls = [call for part in expressions_of(item) for call in calls_in(part)]
    facts = {name for name, item in program.callables.items() if isinstance(item, Fact) and item.kind == "variant"}
    return [call.span for call in calls if call.callee in facts]


def _in_words(change: Mutation, variants: list[Span]) -> Mutation:
    """A change without its text, where a variant stands in what would be written anew."""
    if change.edit is None or not any(inside(span, change.edit.span) for span in variants):
        return change
    return replace(change, edit=None)


def _row(old: Rule, new: Rule) -> Span | None:
    """The one row whose cells are not the same, if nothing else is changed."""
    if not isinstance(old, Table) or not isinstance(new, Table) or old.dimensions is not new.dimensions:
        return None
    pairs = [(row, other) for row, other in zip(old.rows, new.rows, strict=True) if row is not other]
    return pairs[0][0].span if len(pairs) == 1 and pairs[0][0].selectors is pairs[0][1].selectors else None


def _changes(item: Rule) -> Iterator[Changed[Any]]:
    match item:
        case Table():
            return changes_of_table(item)
        case Definition():
            return changes_of_definition(item)
        case Modifiers():
            return changes_of_modifiers(item)
        case Fact():
            return changes_of_fact(item)
        case Action():
            return changes_of_action(item)
        case Path():
            return changes_of_path(item)
        case Choice():
            return changes_of_choice(item)
        case _:
            assert_never(item)


def _of_rule(name: str, program: Program, changes: Changes) -> Iterator[Mutant]:
    """The changes of a rule: what it says stands at each action it speaks of, and is changed there alike."""
    rule = program.rules[name]
    found: dict[Mutation, dict[str, Rule]] = {}
    for action in (program.callables[action] for action in rule.actions if action in program.callables):
        assert isinstance(action, Action)
        for place, norm in enumerate(action.norms):
            if norm.name != name:
                continue
            rest = (action.norms[:place], action.norms[place + 1 :])
            left_out = Mutation("rule", "", rule.name_span, f"rule {name}", "")
            found.setdefault(left_out, {})[action.name] = _with_norms(action, (*rest[0], *rest[1]))
            for change, new in changes(norm):
                found.setdefault(change, {})[action.name] = _with_norms(action, (*rest[0], new, *rest[1]))
    for change, actions in found.items():
        yield Mutant(name, "rule", change, callables=tuple(actions.items()))


def _with_norms(action: Action, norms: tuple[Norm, ...]) -> Action:
    """An action with other rules; which bans leave a duty to other ways follows from them."""
    return replace(action, norms=leaving_others(norms, action.parameters))


def _once(changes: Iterator[Changed[Phase]]) -> Iterator[Changed[Phase]]:
    """Phases that repeat others with sides exchanged stand where those stand: what is changed is the first."""
    seen: set[Mutation] = set()
    for change, phase in changes:
        if change not in seen:
            seen.add(change)
            yield change, phase
