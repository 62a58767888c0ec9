"""What one declaration has to do with another: examples and the rules they reach, rules and who asks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from regola_compiler.emit.reference.sections import is_shown, parts_of, stages
from regola_compiler.evaluate.examples import ExampleResult, LineResult, run_errata, run_examples
from regola_compiler.model.program import (
    Action,
    Choice,
    Clause,
    Definition,
    Expectation,
    Expr,
    Fact,
    Guard,
    Modifier,
    Modifiers,
    Norm,
    Path,
    Phase,
    Program,
    Rule,
    Statement,
    Table,
)
from regola_compiler.model.visitor import calls_in, effect_expressions, expressions_of


@dataclass
class Relations:
    """The relations of a program. Rules go by name, their parts by path: `rule.exception`, `action.rule.exception`."""

    program: Program

    @cached_property
    def results(self) -> dict[str, ExampleResult]:
        """How each example came out."""
        return {result.example.name: result for result in run_examples(self.program)}

    def result_of(self, example: str, line: Expectation) -> LineResult | None:
        """How a line of an example came out; None where it only tells a fact."""
        return next((result for result in self.results[example].lines if result.expectation is line), None)

    def tally(self, status: str) -> int:
        """How many examples came out so."""
        return sum(result.status == status for result in self.results.values())

    # --- examples ---

    @cached_property
    def _needs(self) -> dict[str, frozenset[str]]:
        """What a line's trace must hold for it to reach a rule or a part, by path."""
        found: dict[str, frozenset[str]] = {}
        for name, rule in self.program.callables.items():
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
        for name, result in self.results.items():
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
            for callee in dict.fromkeys(call.callee for part in expressions for call in calls_in(part)):
                found.setdefault(callee, []).append((room, name))
        for name, rule in self.program.callables.items():
            if isinstance(rule, Path) and ("r", name) not in found.setdefault(rule.over, []):
                found[rule.over].append(("r", name))
        return found

    def _asking(self) -> Iterator[tuple[str, str, list[Expr]]]:
        for name, rule in self.program.callables.items():
            if is_shown(rule) and not isinstance(rule, Fact):
                yield "r", name, expressions_of(rule)
        for name, assumption in self.program.assumptions.items():
            yield "a", name, expressions_of(assumption)
        for sequence in self.program.sequences.values():
            for stage in stages(sequence).walk():
                yield "p", stage.path, phase_expressions(stage.phase)

    def asked_by(self, rule: str) -> list[tuple[str, str]]:
        """What asks this rule or fact, as (room, name)."""
        return self._askers.get(rule, [])

    @cached_property
    def _changers(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for name, rule in self.program.callables.items():
            for effect in rule.effects if isinstance(rule, Action) else ():
                found.setdefault(effect.fact, []).append(("r", name))
        for sequence in self.program.sequences.values():
            for stage in stages(sequence).walk():
                for effect in stage.phase.effects:
                    found.setdefault(effect.fact, []).append(("p", stage.path))
        return {name: list(dict.fromkeys(uses)) for name, uses in found.items()}

    def changed_by(self, fact: str) -> list[tuple[str, str]]:
        """The actions and phases that change a fact, as (room, name)."""
        return self._changers.get(fact, [])

    def switched_by(self, variant: str) -> list[tuple[str, str]]:
        """What a variant switches: the parts whose own condition names it, else the whole that asks it."""
        found: list[tuple[str, str]] = []
        for name, rule in self.program.callables.items():
            parts = [("r", path) for path, part in parts_of(rule) if _names(variant, part)]
            asks = any(call.callee == variant for part in _own_expressions(rule) for call in calls_in(part))
            found += parts or ([("r", name)] if asks else [])
        for room, name in self.asked_by(variant):
            if room != "r":
                found.append((room, name))
        return found

    # --- errata ---

    @cached_property
    def _settled(self) -> dict[str, list[tuple[str, str]]]:
        found: dict[str, list[tuple[str, str]]] = {}
        for erratum, owners in self.program.ruled.items():
            rules = [self.program.rules[owner].actions if owner in self.program.rules else (owner,) for owner in owners]
            found[erratum] = [("r", name) for names in rules for name in names if name in self.program.callables]
        for name, result in self.results.items():
            for line in result.lines:
                if line.erratum:
                    found.setdefault(line.erratum, []).append(("x", name))
        return {name: list(dict.fromkeys(uses)) for name, uses in found.items()}

    def settled_by(self, erratum: str) -> list[tuple[str, str]]:
        """What an erratum decides, as (room, name): what stands by it, and examples it explains."""
        return self._settled.get(erratum, [])

    @cached_property
    def _claims(self) -> list[tuple[Statement, bool]]:
        return [(result.statement, result.holds) for result in run_errata(self.program)]

    def agrees(self, statement: Statement) -> bool:
        """Whether the rules as encoded say what this statement of an erratum claims."""
        return next((holds for claim, holds in self._claims if claim is statement), False)


def phase_expressions(phase: Phase) -> list[Expr]:
    """The outermost expressions of a phase itself."""
    own = [part for part in (phase.actor, phase.condition, phase.until) if part is not None]
    return [*own, *phase.values, *(part for effect in phase.effects for part in effect_expressions(effect))]


def _names(variant: str, part: Clause | Modifier | Norm | Guard) -> bool:
    """Whether a part's own condition names a variant."""
    own = [part.condition] + ([part.value] if isinstance(part, Clause) else [])
    return any(call.callee == variant for expression in own for call in calls_in(expression))


def _own_expressions(rule: Rule) -> list[Expr]:
    """The outermost expressions of a rule that belong to no named part of it."""
    match rule:
        case Definition():
            return [*(let.value for let in rule.root.lets), *([rule.root.value] if rule.root.value else [])]
        case Modifiers():
            return [let.value for let in rule.lets]
        case Action():
            return [part for effect in rule.effects for part in effect_expressions(effect)]
        case Table() | Fact() | Path() | Choice():
            return expressions_of(rule)
        case _:
            assert_never(rule)
