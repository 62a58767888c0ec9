"""What one declaration has to do with another: examples and the rules they reach, rules and who asks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from regola_compiler.emit.reference.sections import Part, PhaseEntry, is_shown, parts_of, places, stages
from regola_compiler.evaluate.worked.examples import LineResult, Outcomes
from regola_compiler.ir.tree import (
    Action,
    Choice,
    Claim,
    Clause,
    Declaration,
    Definition,
    Effect,
    Erratum,
    Expectation,
    Expr,
    Fact,
    Guard,
    Ir,
    Modifiers,
    Norm,
    Path,
    Table,
)
from regola_compiler.ir.visitor import (
    calls_in,
    effect_expressions,
    expressions_of,
    let_values,
    phase_expressions,
    present,
)


@dataclass
class CrossReferences:
    """The relations of a game. Rules go by name, their parts by path: `rule.exception`, `action.rule.exception`."""

    ir: Ir
    declarations: Mapping[str, Declaration]
    outcomes: Outcomes

    def result_of(self, example: str, line: Expectation) -> LineResult | None:
        """How a line of an example came out; None where it only tells a fact."""
        lines = next(item.lines for item in self.ir.examples if item.name == example)
        return self.outcomes.lines.get((example, _place_of(line, lines)))

    def status(self, example: str) -> str:
        """How an example came out: passed, erratum or failed."""
        return self.outcomes.examples[example].status

    def tally(self, status: str) -> int:
        """How many examples came out so."""
        return sum(result.status == status for result in self.outcomes.examples.values())

    # --- examples ---

    @cached_property
    def _needs(self) -> dict[str, frozenset[str]]:
        """What a line's trace must hold for it to reach a rule or a part, by path."""
        found: dict[str, frozenset[str]] = {}
        for name, rule in self.declarations.items():
            found[name] = frozenset({name})
            for path, part in parts_of(rule):
                inner = path.removeprefix(f"{name}.")
                if isinstance(part, Guard):
                    found[path] = frozenset({f"{name}: {inner}"})
                else:
                    # A rule may speak of several actions; of this one it spoke where this one was asked.
                    found[path] = frozenset({name, inner}) if isinstance(rule, Action) else frozenset({path})
        return found

    @cached_property
    def _reached_by_line(self) -> dict[str, list[str]]:
        """The paths that each example reaches."""
        keys: dict[str, list[str]] = {}
        for path, needs in self._needs.items():
            for name in needs:
                keys.setdefault(name, []).append(path)
        found: dict[str, list[str]] = {}
        for name, result in self.outcomes.examples.items():
            touched: dict[str, None] = {}
            for line in result.lines:
                near = {path for key in line.touched for path in keys.get(key, ())}
                touched |= dict.fromkeys(sorted(path for path in near if self._needs[path] <= line.touched))
            found[name] = list(touched)
        return found

    @cached_property
    def _examples(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, paths in self._reached_by_line.items():
            for path in paths:
                found.setdefault(path, []).append(name)
        return found

    def examples_of(self, path: str) -> list[str]:
        """The examples that reach a rule or a part of one."""
        return self._examples.get(path, [])

    def reached_by(self, example: str) -> list[str]:
        """What an example reaches, in the order of the files; the parts instead of the whole."""
        touched = set(self._reached_by_line[example])
        wholes = {path[:place] for path in touched for place, char in enumerate(path) if char == "."}
        return [path for path in self._needs if path in touched and path not in wholes]

    def is_reached(self, path: str) -> bool:
        """Whether any example reaches it."""
        return path in self._examples

    # --- who asks whom ---

    @cached_property
    def _askers(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for room, name, expressions in self._asking():
            for callee in dict.fromkeys(call.name for part in expressions for call in calls_in(part)):
                found.setdefault(callee, []).append((room, name))
        for name, rule in self.declarations.items():
            if isinstance(rule, Path) and ("r", name) not in found.setdefault(rule.over, []):
                found[rule.over].append(("r", name))
        return found

    def _asking(self) -> Iterator[tuple[str, str, tuple[Expr, ...]]]:
        for name, rule in self.declarations.items():
            if is_shown(rule) and not isinstance(rule, Fact):
                yield "r", name, expressions_of(rule)
        for assumption in self.ir.assumptions:
            yield "a", assumption.name, expressions_of(assumption)
        for sequence in self.ir.outlines:
            for stage in stages(sequence).walk():
                yield "p", _titled(stage), phase_expressions(stage.phase)
        for event in self.ir.events:
            yield "v", event.name, (event.condition, *_effect_parts(event.effects))

    def asked_by(self, rule: str) -> list[tuple[str, str]]:
        """What asks this rule or fact, as (room, name)."""
        return list(dict.fromkeys(self._askers.get(rule, [])))

    @cached_property
    def _changers(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for name, rule in self.declarations.items():
            for effect in (*rule.effects, *_failing(rule.norms)) if isinstance(rule, Action) else ():
                for fact in (effect.fact, *effect.fields):
                    found.setdefault(fact, []).append(("r", name))
        for sequence in self.ir.outlines:
            for stage in stages(sequence).walk():
                for effect in (*stage.phase.first, *stage.phase.effects):
                    for fact in (effect.fact, *effect.fields):
                        found.setdefault(fact, []).append(("p", _titled(stage)))
        for event in self.ir.events:
            for effect in event.effects:
                for fact in (effect.fact, *effect.fields):
                    found.setdefault(fact, []).append(("v", event.name))
        return {name: list(dict.fromkeys(uses)) for name, uses in found.items()}

    def changed_by(self, fact: str) -> list[tuple[str, str]]:
        """The actions and phases that change a fact, as (room, name)."""
        return self._changers.get(fact, [])

    def switched_by(self, variant: str) -> list[tuple[str, str]]:
        """What a variant switches: the parts whose own condition names it, else the whole that asks it."""
        found: list[tuple[str, str]] = []
        for name, rule in self.declarations.items():
            parts = [("r", path) for path, part in parts_of(rule) if _names(variant, part)]
            asks = any(call.name == variant for part in _own_expressions(rule) for call in calls_in(part))
            found += parts or ([("r", name)] if asks else [])
        for room, name in self.asked_by(variant):
            if room != "r":
                found.append((room, name))
        return found

    # --- errata ---

    @cached_property
    def _settled(self) -> dict[str, list[tuple[str, str]]]:
        found = {erratum.name: [("r", name) for name in erratum.decides] for erratum in self.ir.errata}
        for name, result in self.outcomes.examples.items():
            for line in result.lines:
                if line.erratum:
                    found.setdefault(line.erratum, []).append(("x", name))
        return {name: list(dict.fromkeys(uses)) for name, uses in found.items()}

    def settled_by(self, erratum: str) -> list[tuple[str, str]]:
        """What an erratum decides, as (room, name): what stands by it, and examples it explains."""
        return self._settled.get(erratum, [])

    @cached_property
    def _bearing(self) -> dict[str, list[tuple[str, str]]]:
        asked = {
            name: rule for name, rule in self.declarations.items() if is_shown(rule) and not isinstance(rule, Fact)
        }
        cited: dict[str, set[str]] = {}
        for place in places(self.ir, dict(self.declarations)):
            if place.room == "r":
                cited.setdefault(place.owner, set()).add(place.section)
        found: dict[str, list[tuple[str, str]]] = {}
        for erratum in self.ir.errata:
            about = set(erratum.decides)
            about |= {call.name for claim in erratum.statements for call in calls_in(claim.claim)}
            about |= {name for name, rule in asked.items() if any(_called(erratum, part) for _, part in parts_of(rule))}
            if not about & asked.keys():
                sections = {*erratum.anchors, *(one for claim in erratum.statements for one in claim.anchors)}
                about = {name for name in asked if cited.get(name, set()) & sections}
            for name in about & asked.keys():
                found.setdefault(name, []).append(("e", erratum.name))
        return found

    def errata_of(self, rule: str) -> list[tuple[str, str]]:
        """The errata that bear on a rule, as (room, name).

        They put something into it, or rank two of its parts, or claim something of it; or, where they do none of these
        to any rule, it cites a section that they cite.
        """
        return self._bearing.get(rule, [])

    def agrees(self, erratum: str, claim: Claim) -> bool:
        """Whether the rules as encoded say what this statement of an erratum claims."""
        statements = next(item.statements for item in self.ir.errata if item.name == erratum)
        return self.outcomes.claims.get((erratum, _place_of(claim, statements)), False)


def _titled(stage: PhaseEntry) -> str:
    """The way to a phase that has a title: what repeats without a name of its own belongs to what it stands in."""
    path = stage.path
    while stage.phase.items is not None and path.rstrip("'").endswith("/*"):
        path = path.rpartition("/")[0]
    return path


def _called(erratum: Erratum, part: Part) -> bool:
    """Whether an erratum rules against a part."""
    return erratum.overruled is not None and part.name == erratum.overruled


def _failing(norms: tuple[Norm, ...]) -> Iterator[Effect]:
    for norm in norms:
        yield from norm.failing
        yield from _failing(norm.exceptions)


def _effect_parts(effects: tuple[Effect, ...]) -> tuple[Expr, ...]:
    return tuple(part for effect in effects for part in effect_expressions(effect))


def _place_of(one: object, among: tuple[object, ...]) -> int:
    """Where a node stands among several, of which two may say the same."""
    return next(place for place, other in enumerate(among) if other is one)


def _names(variant: str, part: Part) -> bool:
    """Whether a part's own condition names a variant."""
    condition = part.condition if isinstance(part, Guard | Norm) else part.when
    own = [condition] + ([part.value] if isinstance(part, Clause) else [])
    return any(call.name == variant for expression in own for call in calls_in(expression))


def _own_expressions(rule: Declaration) -> tuple[Expr, ...]:
    """The outermost expressions of a rule that belong to no named part of it."""
    match rule:
        case Definition():
            return (*let_values(rule.body.lets), *present(rule.body.value))
        case Modifiers():
            return let_values(rule.lets)
        case Action():
            return tuple(part for effect in rule.effects for part in effect_expressions(effect))
        case Table() | Path() | Choice() | Fact():
            return expressions_of(rule)
        case _:
            assert_never(rule)
