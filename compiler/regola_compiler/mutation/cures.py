"""Which single change of the rules lets examples come out that fail, and no other fail: what was slipped, perhaps.

A cure is no proof: the example may be what is wrong. But one word that makes all of them true again is what to look at
first, and it was tried before it is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import Any

from regola_dsl.records import dataclass
from regola_dsl.source import Span

from regola_compiler.evaluate.worked.errata import run_errata
from regola_compiler.evaluate.worked.examples import ExampleResult, ExampleRun, LineResult
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Const,
    Example,
    Expectation,
    Fact,
    Program,
    Rule,
    Table,
)
from regola_compiler.model.visitor import iter_nodes, transitive_callees
from regola_compiler.mutation.exchanges import around, exchanges, turned_precedence
from regola_compiler.mutation.generate import Mutant, mutants_of, mutants_of_rule, mutants_of_sequence
from regola_compiler.mutation.likelihood import NUMBER, OTHERWISE, PRINTED, START, distinct, unlikely
from regola_compiler.mutation.mutation import Changed, Mutation, MutationKind, inside
from regola_compiler.mutation.tables import rows_alike

# How many changes are tried on the line that fails, and how many of those that cure it on all others.
TRIED = 1000
HELD = 100
# A change with which no more than half of the failing lines come out is no slip that all of them show.
_FEW = 2
# What it costs that a change lies in no part with the section of an example, that what is changed is asked as often
# where nothing fails, and that two rows say the same with it.
_FAR, _UNASKED, _ROWS_ALIKE = 14, 8, 30
# What is changed by other words than are shown.
_BY_KIND: dict[MutationKind, int] = {"border": NUMBER, "modality": OTHERWISE}


@dataclass(frozen=True, slots=True)
class Cure:
    """A change with which lines come out that fail without it, and how unlikely it is (`mutation.likelihood`)."""

    mutant: Mutant
    cured: tuple[LineResult, ...]
    cost: int

    @property
    def change(self) -> Mutation:
        """What is changed."""
        return self.mutant.change

    @property
    def doubtful(self) -> bool:
        """Whether one line alone is out by a number or a value: it may as well be wrong in that line."""
        return len(self.cured) == 1 and self.change.kind in {"number", "value", "cell"}


def cures(
    program: Program,
    failed: Sequence[tuple[Example, LineResult]],
    results: Sequence[ExampleResult],
    between: Callable[[], None],
    within: Collection[Span] = (),
) -> list[Cure]:
    """The changes that cure one of some failing lines and most others, and break none, the likeliest first.

    The one that asks least is what they are tried on: what is behind it is soon known, and most others ask more.

    Args:
        program: The rules as they are.
        failed: What fails, with its examples.
        results: How all examples came out.
        between: Called now and then, as this may be given up.
        within: Where something is wrong, if that is known: what is changed there is tried first.
    """
    example, wanted = min(failed, key=lambda one: len(one[1].asked))
    sections = {anchor.section for one, _ in failed for anchor in one.anchors}
    found: list[tuple[int, Mutant]] = []
    line = _Failing(program, example, wanted)
    suspects = suspicion(failed, results)
    left = TRIED
    for away, mutant in _tried(program, line, suspects, sections, within):
        between()
        if not left:
            break
        left -= 1
        if line.comes_out(program, mutant):
            found.append((_cost(program, mutant) + away, mutant))
    found.sort(key=lambda one: one[0])
    stale = _stale(program) if found else set()
    held = [
        Cure(mutant, cured, cost)
        for cost, mutant in found[:HELD]
        if (cured := _held(program, mutant, failed, results, between))
        # Whoever exchanges two rules in a ruling exchanges what is ruled with them.
        and (mutant.change.kind == "precedence" or not _stale(mutant.of(program)) - stale)
    ]
    most = max((len(one.cured) for one in held), default=0)
    held = [one for one in held if len(one.cured) == most and len(failed) <= _FEW * (most + 1)]
    held = [one for one in held if one.change.now or not _is_needed(one.mutant, one.cured, failed)]
    held = [one for one in held if not all(_is_copied(one.mutant, line) for line in one.cured)]
    return distinct(held, lambda one: one.change.span, lambda one: (one.change.was, one.change.now))


def _is_needed(mutant: Mutant, cured: Sequence[LineResult], failed: Sequence[tuple[Example, LineResult]]) -> bool:
    """Whether a line that fails still asks what a part would be left out of: it may be the part that it wants."""
    out = {id(line.expectation) for line in cured}
    return any(line.asked & mutant.names for _, line in failed if id(line.expectation) not in out)


def _is_copied(mutant: Mutant, line: LineResult) -> bool:
    """Whether something would start with just what a line asks of it: that is no other word for what the line says."""
    fact, asked = dict(mutant.callables).get(mutant.declaration), line.expectation
    match asked.expression if isinstance(asked, Expectation) else None:
        case Apply(operator=Operator.EQUAL, operands=(Call(callee=callee), Const(value=wanted))):
            start = fact.default if isinstance(fact, Fact) and fact.name == callee else None
            return isinstance(start, Const) and start.value == wanted
    return False


def _cost(program: Program, mutant: Mutant) -> int:
    """How unlikely a slip is; two rows that say the same are one, so that no cell was to make two of them."""
    change = mutant.change
    cost = _BY_KIND.get(change.kind) or unlikely(change.was, change.now)
    was, now = program.callables.get(mutant.declaration), dict(mutant.callables).get(mutant.declaration)
    cost = cost if change.now else max(cost, OTHERWISE)  # a hand hardly writes what was not to be there
    if isinstance(was, Fact):
        # One number is started with as soon as another.
        cost = START + (NUMBER if change.kind == "number" else cost)
    if mutant.row is not None and isinstance(was, Table) and isinstance(now, Table):
        cost += _ROWS_ALIKE if rows_alike(now) > rows_alike(was) else 0
        cost += PRINTED if change.was.isdecimal() and change.now.isdecimal() else 0
    return cost


def _tried(
    program: Program,
    line: _Failing,
    suspects: Mapping[str, float],
    sections: Collection[str],
    within: Collection[Span],
) -> Iterator[tuple[int, Mutant]]:
    """The changes of what was asked, those where the sections of the example are first, each once; how far away it is.

    Where something is wrong `within` some places, what is changed there comes before all else.
    """
    asked = line.asked
    items: dict[str, Rule | Any] = {name: item for name, item in program.callables.items() if name in asked}
    rules = {name: rule for name, rule in program.rules.items() if asked & {*rule.actions}}
    phases = {name: phase for name, phase in program.sequences.items() if name in asked}
    declared = {**items, **rules, **phases}
    parts = {name: _parts(item) for name, item in declared.items()}
    for name, rule in rules.items():
        norms = [n for one in rule.actions for n in getattr(program.callables.get(one), "norms", ()) if n.name == name]
        parts[name] = [*parts[name], *(part for norm in norms for part in _parts(norm))]
    near = {name for name in declared if any(not cited.isdisjoint(sections) for _, cited in parts[name])}

    seen: set[tuple[Span, str]] = set()
    speaking = {name: max(suspects.get(one, 0.0) for one in rule.actions) for name, rule in rules.items()}
    weights = {**dict.fromkeys({**items, **phases}, 0.0), **suspects, **speaking}
    ranked = sorted(declared, key=lambda name: -(2 * weights[name] + (name in near)))
    at_fault = [
        name
        for name in ranked
        if any(inside(place, span) for place in within for span in (declared[name].span, *(s for s, _ in parts[name])))
    ]
    there = (one for name in at_fault for one in _of(program, name) if _is_within(one, within))
    for mutant in chain(there, *(_of(program, name) for name in ranked)):
        change = mutant.change
        told = change.edit or (change.span, f"{change.was} {change.now}")
        if told not in seen and (mutant.row is None or line.rows is None or mutant.row in line.rows):
            seen.add(told)
            far = 0 if _is_of(change.span, parts[mutant.declaration], sections) else _FAR
            yield far + round(_UNASKED * (1 - weights[mutant.declaration])), mutant


def _is_within(mutant: Mutant, places: Collection[Span]) -> bool:
    """Whether something is changed at one of some places."""
    return any(inside(mutant.change.span, place) for place in places)


def suspicion(failed: Sequence[tuple[Example, LineResult]], results: Sequence[ExampleResult]) -> dict[str, float]:
    """How much what is asked by name is asked by lines that fail and not by those that pass (Ochiai's measure)."""
    failing = {id(line.expectation) for _, line in failed}
    bad, good = Counter[str](), Counter[str]()
    for line in (line for result in results for line in result.lines):
        (bad if id(line.expectation) in failing else good).update(line.asked)
    return {name: count / sqrt(len(failed) * (count + good[name])) for name, count in bad.items()}


def _of(program: Program, name: str) -> Iterator[Mutant]:
    def changes(node: Any) -> Iterator[Changed[Any]]:
        return exchanges(node, around(program, name))

    if name in program.rules:
        yield from rulings_turned(program, name)
        yield from mutants_of_rule(program, name, changes)
        yield from mutants_of_rule(program, name)
    elif name in program.sequences:
        yield from mutants_of_sequence(program, name, changes)
        yield from mutants_of_sequence(program, name)
    else:
        yield from mutants_of(program, name, changes)
        yield from mutants_of(program, name)


def rulings_turned(program: Program, name: str) -> Iterator[Mutant]:
    """Of a rule that stands over another the other over it, at each action of which both speak."""
    found: dict[Mutation, dict[str, Rule]] = {}
    for act in (program.callables.get(one) for one in program.rules[name].actions):
        for change, new in turned_precedence(program, act, "norms") if isinstance(act, Action) else ():
            if change.was.partition(" over ")[0] == name:
                found.setdefault(change, {})[new.name] = new
    yield from (Mutant(name, "rule", change, callables=tuple(acts.items())) for change, acts in found.items())


def _parts(item: Any) -> list[tuple[Span, frozenset[str]]]:
    """The parts of a declaration that cite sections, the outermost first, each with its place."""
    nodes = iter_nodes(item, lambda node: not isinstance(node, Span))
    anchored = (node for node in nodes if getattr(node, "anchors", ()) and hasattr(node, "span"))
    return [(node.span, frozenset(anchor.section for anchor in node.anchors)) for node in anchored]


def _is_of(place: Span, parts: Sequence[tuple[Span, frozenset[str]]], sections: Collection[str]) -> bool:
    """Whether the innermost part around a place cites one of some sections."""
    around = [cited for span, cited in parts if inside(place, span)]
    return bool(around) and not around[-1].isdisjoint(sections)


class _Failing:
    """A line that fails, in the position that the lines above it bring about; what those ask for, and what it asks."""

    def __init__(self, program: Program, example: Example, wanted: LineResult) -> None:
        self.example, self.wanted = example, wanted.expectation
        place = next(place for place, line in enumerate(example.lines) if line is self.wanted)
        self.above = tuple(line for line in example.lines[:place] if not isinstance(line, Expectation))
        run = ExampleRun(program, example)
        before = [run.attempt(line).run for line in self.above]
        self.position = run.position
        tried = run.attempt(self.wanted)
        own, broken = tried.run, tried.broken_assumption()
        assumed = frozenset[str]() if broken is None else transitive_callees(program, program.assumptions[broken])
        self.brought_about = frozenset(name for one in before for name in one.asked)
        self.asked = self.brought_about | own.asked | assumed
        # Which rows an assumption came upon is not known.
        self.rows = None if assumed else frozenset(row for one in (*before, own) for row in one.rows)

    def comes_out(self, program: Program, mutant: Mutant) -> bool:
        """Whether it comes out with a change; what stands above is done again only if it can come to something else."""
        run = ExampleRun(mutant.of(program), self.example)
        if self.brought_about & mutant.names:
            for line in self.above:
                run.attempt(line, traced=False)
        else:
            run.position = self.position
        tried = run.attempt(self.wanted, traced=False)
        return tried.passed and tried.broken_assumption() is None


def _held(
    program: Program,
    mutant: Mutant,
    failed: Sequence[tuple[Example, LineResult]],
    results: Sequence[ExampleResult],
    between: Callable[[], None],
) -> tuple[LineResult, ...]:
    """The failing lines that come out with a change; none where a line fails that came out without it."""
    changed = mutant.of(program)
    names = mutant.names
    everywhere = any(names & transitive_callees(program, item) for item in program.assumptions.values())
    failing = {id(line.expectation) for _, line in failed}
    cured: list[LineResult] = []
    for result in sorted(results, key=lambda one: one.status == "passed"):
        if not everywhere and not any(line.asked & names for line in result.lines):
            continue
        between()
        run = ExampleRun(changed, result.example)
        after = {id(line.expectation): line.passed for line in run.result().lines}
        for line in result.lines:
            passes = after.get(id(line.expectation), False)
            if line.passed and not passes:
                return ()
            if passes and id(line.expectation) in failing:
                cured.append(line)
    return tuple(cured)


def _stale(program: Program) -> set[int]:
    """The statements of errata that the rules belie."""
    return {
        id(one.statement)
        for one in run_errata(program)
        if one.ruled != one.holds and (one.ruled or one.erratum.settled)
    }
