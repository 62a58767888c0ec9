"""What the checks ask the explorer, asked once for each declaration.

A definition is first explored coarsely, with the definitions it asks taken as unknowns of their
declared type: what is clean then is clean for certain. Only what is not is explored again with
everything inlined; a problem met there is certain, and one met only coarsely is possible.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any, Generic, TypeAlias, TypeGuard, TypeVar

from regola_dsl.diagnostics import Witness
from regola_dsl.source import Span
from regola_dsl.wording import enumerated

from regola_compiler.analysis.boxes import space_of
from regola_compiler.analysis.concretize import candidates
from regola_compiler.analysis.coverage import Coverage
from regola_compiler.analysis.every_case import problems_of_all
from regola_compiler.analysis.symbolic.clauses import ClauseKey, clauses_reached
from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.individuals import Named
from regola_compiler.analysis.symbolic.margins import tried_far_enough
from regola_compiler.analysis.symbolic.play.actions import ActionAnalysis, analyze_action
from regola_compiler.analysis.symbolic.play.phases import PhaseEffects, with_phase_actions
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.summaries import ModularExecutor, SummarizingExecutor
from regola_compiler.analysis.symbolic.values import (
    Box,
    Outcome,
    Unreachable,
)
from regola_compiler.analysis.witnesses.witness import Confirm, WitnessBuilder, clauses_met
from regola_compiler.evaluate.errors import Forbidden, OutOfRange, RuleError, TableOverlap
from regola_compiler.evaluate.evaluator import RESULT
from regola_compiler.evaluate.operations import item_of
from regola_compiler.model.program import Action, Definition, Fact, Program, Rule, Table

SUMMARY_BUDGET = 1_500
COARSE_BUDGET = 4_000
EXACT_BUDGET = 2_500
# The same where nothing is wrong, and it is only asked whether an exception ever counts.
SECOND_BUDGET = 300
# What leaves its bounds when all else of an answer is known.
OF_RESULT = frozenset({RESULT, item_of(RESULT)})


E = TypeVar("E", bound=RuleError)


@dataclass(slots=True)
class ErrorRegion(Generic[E]):
    """The boxes of one declaration in which one problem arises at one place, largest first.

    `problem` is the first that was met there, `problems` are all; they are of one class, and differ in values at most.
    """

    owner: str
    problem: E
    boxes: list[Box]
    certain: bool = True
    problems: list[E] = field(default_factory=list)


# What is wrong with one declaration, whatever the class.
Regions: TypeAlias = list[ErrorRegion[RuleError]]


@dataclass(slots=True)
class Analysis:
    """The problems of every definition of a program, found on demand.

    `undecided` are those of which nothing is claimed, `partial` those of which what is found is not all.
    `told_tables` are the tables whose cells or gaps a check has told of: an example that fails because of them says
    nothing new. `faults` is where what was looked at so far is wrong: examples may fail because of that.
    `reached` has the clauses that some position reaches, or could if no problem came before them: as the coarse view
    takes more to be possible than is, what is not there is never reached.
    `coarsely` are those of which that is known of the coarse view alone: fewer may be reached.
    `far` says how far past the ends of open scales values are tried, and `named` which pieces the rules name, where the
    program is a part of a larger one. `cited` has the sections that something cites which is no example, where
    they are known.
    """

    program: Program
    confirm: Confirm | None = None
    far: Mapping[str, int] | None = None
    named: Named | None = None
    cited: frozenset[str] | None = None
    undecided: dict[str, str] = field(default_factory=dict)
    partial: set[str] = field(default_factory=set)
    told_tables: set[str] = field(default_factory=set)
    faults: frozenset[Span] = frozenset()
    reached: dict[str, set[ClauseKey]] = field(default_factory=dict)
    coarsely: set[str] = field(default_factory=set)
    # What of an action never comes about, and why.
    never: dict[str, dict[str, Unreachable]] = field(default_factory=dict)
    # The branches of conditional values that some position takes, of declarations in which nothing goes wrong.
    branches: dict[str, frozenset[tuple[int, bool]]] = field(default_factory=dict)
    # What was left untried, by the declaration that was explored.
    limited: dict[str, set[str]] = field(default_factory=dict)
    _findings: dict[str, Regions] = field(default_factory=dict)
    _exactly: dict[str, list[Outcome]] = field(default_factory=dict)
    _covers: dict[tuple[str, bool], Coverage] = field(default_factory=dict)
    _facts: ProgramFacts = field(init=False)
    _exact: SymbolicExecutor = field(init=False)
    _coarse: ModularExecutor = field(init=False)
    _summarized: SummarizingExecutor = field(init=False)

    def __post_init__(self) -> None:
        self.program = with_phase_actions(self.program)
        self._facts = ProgramFacts(self.program, self.far, self.named)
        self._exact = SymbolicExecutor(self.program, facts=self._facts)
        self._coarse = ModularExecutor(self.program, self._exact.symbolic.relations, self._facts)
        self._summarized = SummarizingExecutor(self.program, self._exact.symbolic.relations, self._facts)

    def _views(self) -> tuple[SymbolicExecutor, ...]:
        return self._exact, self._coarse, self._summarized

    @property
    def limits(self) -> list[str]:
        """What was left untried, in a few words."""
        return sorted(set[str]().union(*self.limited.values()))

    def looking_at(self, names: frozenset[str]) -> None:
        """From here on only the declarations called so are examined, and what is left untried in them is noted anew."""
        self.program = replace(self.program, focus=names)

    def of_another_part(self, program: Program) -> Analysis:
        """The same over another part of the program that this one is of: what is found in one is found in all."""
        other = Analysis(program, far=self.far, named=self.named, _findings=self._findings)
        other.limited, other.undecided = self.limited, self.undecided
        return other

    def coarse_view(self) -> ModularExecutor:
        """A view of its own for whoever looks at something else than a declaration: whether a thing is ever reached.

        There a constant is left open too: it may be the switch between two readings of the book, of which one rests.
        """
        view = ModularExecutor(self.program, Relations(), self._facts)
        view.computes = False
        return view

    def cover(self, table: Table, *, past_edges: bool = False) -> Coverage:
        """The rows of a table in its space, what is past its edges with it where that is asked."""
        key = table.name, past_edges
        if key not in self._covers:
            space = space_of(table, past_edges=past_edges)
            self._covers[key] = Coverage(space, [space.box(row.selectors) for row in table.rows])
        return self._covers[key]

    def findings(self, name: str) -> Regions:
        """The problems of the declaration called `name`, those of what it asks left out."""
        if name not in self._findings:
            for explorer in self._views():
                explorer.symbolic.limits = set()
            self._findings[name] = self._explore(name)
            self.limited[name] = set[str]().union(*(explorer.symbolic.limits for explorer in self._views()))
        return self._findings[name]

    def all(self, *kinds: type[E]) -> list[ErrorRegion[E]]:
        """The problems of these classes, in the order of the declarations.

        Of a table those of what it works out: of its rows, as they are printed, `cover` knows.
        """
        names = [item.name for item in self.program.examined() if is_explored(item)]
        listed = [found for name in names for found in self.findings(name) if _is_of(found, kinds)]
        listed = [found for found in listed if not _is_of_rows(found)]
        # A phase that is played as another one has its mistakes: they are told once.
        once = {(self._told_once(f.owner), f.problem.finding_key()): f for f in reversed(listed)}
        return [found for found in listed if any(found is first for first in once.values())]

    def _told_once(self, owner: str) -> str | None:
        """Whose mistake it is; of phases it does not matter which."""
        return None if isinstance(self.program.callables[owner], PhaseEffects) else owner

    def _explore(self, name: str) -> Regions:
        """The views that are cheap first: what is clean in one of them is clean.

        At first they only say whether something goes wrong: in which parts is asked where their word is the last.
        """
        coarse: Regions | None = None
        reason, doubtful = "", None
        never: dict[str, Unreachable] | None = None
        is_action = isinstance(self.program.callables[name], Action)
        for view, budget in ((self._summarized, SUMMARY_BUDGET), (self._coarse, COARSE_BUDGET)):
            view.replaced, view.worked_out, view.reached = 0, 0, set()
            try:
                looked = self._examined(view, name, budget, doubtful if is_action else None, parts=False)
            except BudgetExceeded as gave_up:
                coarse, reason, doubtful, never = None, gave_up.reason, None, None
                continue
            coarse = self._grouped(name, looked.outcomes, certain=not view.replaced)
            never = looked.never if looked.never is not None else never
            doubtful = looked.doubtful
            if view is self._coarse or not (coarse or view.symbolic.cuts):
                self._note_reached(name, view, looked, never)
                if not view.worked_out:  # else a constant, which may be a switch, can be why one is not taken
                    self._note_branches(name, view, looked)
                if coarse and not view.replaced:
                    coarse = self._told_in_parts(name, coarse)
                if all(found.certain for found in coarse):
                    if view.replaced and self._may_reach_less(name, view, looked.outcomes):
                        self._look_again(name)
                    return self._held(name, coarse, view)
                break
        try:
            self._exact.reached = set()
            second = self._examined(self._exact, name, EXACT_BUDGET, doubtful)
            self._exactly[name] = second.outcomes
            if not is_action:  # of that only what was in doubt is looked at
                if not self._exact.symbolic.cuts and not self._exact.symbolic.pieces_cut:
                    self.reached.pop(name, None)  # the coarse view took more to be possible
                self._note_reached(name, self._exact, second)
            return self._held(name, self._grouped(name, self._exactly[name], certain=True), self._exact)
        except BudgetExceeded as gave_up:
            # What was seen is certain; whether there is more, the coarse view says, or nobody.
            self._exactly[name] = gave_up.done
            seen = self._grouped(name, gave_up.done, certain=True)
        shown = self._shown_by_all(name)
        if coarse is None:
            if shown != set():
                self.undecided[name] = reason
            return seen
        if shown != set():
            coarse = self._told_in_parts(name, coarse)
        known = {found.problem.finding_key() for found in seen}
        keys = {found.problem.finding_key() for found in coarse} if shown is None else shown
        return seen + [found for found in coarse if found.problem.finding_key() in keys - known]

    def _shown_by_all(self, name: str) -> set[Hashable] | None:
        """What goes wrong when all that can be asked is asked; None where that is too much."""
        if name not in self._facts.steady:
            return None
        return problems_of_all(self._facts.interpreter, self.program.callables[name])

    def _told_in_parts(self, name: str, first: Regions) -> Regions:
        """What the coarse view has found, in all parts in which it goes wrong; of too many the `first` alone."""
        try:
            outcomes = self._examined(self._coarse, name, COARSE_BUDGET).outcomes
        except BudgetExceeded:
            self.partial.add(name)
            return first
        return self._grouped(name, outcomes, certain=not self._coarse.replaced)

    def _note_reached(
        self,
        name: str,
        explorer: SymbolicExecutor,
        found: ActionAnalysis,
        never: dict[str, Unreachable] | None = None,
    ) -> None:
        """Keep what was reached, if all there is was tried and no problem came before what might have been reached.

        A result out of its bounds comes after everything else. `never` is what of an action never comes about.
        """
        if explorer.symbolic.cuts or explorer.symbolic.pieces_cut:
            return
        if explorer.symbolic.scales_cut and not tried_far_enough(self.program, self.program.callables[name]):
            return
        problems = [outcome.problem for outcome in found.outcomes]
        real = [problem for problem in problems if problem is not None and not isinstance(problem, Forbidden)]
        if not real and never is not None:
            self.never[name] = never
        if all(isinstance(one, OutOfRange) and one.owner == name and one.place in OF_RESULT for one in real):
            self.reached[name] = explorer.reached

    def _note_branches(self, name: str, explorer: SymbolicExecutor, found: ActionAnalysis) -> None:
        """Keep which branches are taken, if all there is was tried and nothing went wrong before one."""
        symbolic = explorer.symbolic
        cut = symbolic.cuts or symbolic.pieces_cut or symbolic.scales_cut
        if not cut and all(outcome.problem is None for outcome in found.outcomes):
            self.branches[name] = frozenset(explorer.branches)

    def reached_at_all(self, definition: Definition) -> set[ClauseKey] | None:
        """The clauses of a definition that some position reaches; those behind a problem, if they could be without it.

        None where that is not known: not all there is was tried.
        """
        name = definition.name
        self.findings(name)
        if name in self.reached or name in self.undecided or name in self.partial or not definition.root.exceptions:
            return self.reached.get(name)
        if self.limited[name] and not tried_far_enough(self.program, definition):
            return None
        self._note_reached_beside(name)
        return self.reached.get(name)

    def _may_reach_less(self, name: str, view: SymbolicExecutor, outcomes: list[Outcome]) -> bool:
        """Whether a view of a definition reaches a clause that no position was seen to reach."""
        definition, reached = self.program.callables[name], self.reached.get(name)
        if not isinstance(definition, Definition) or not definition.root.exceptions:
            return False
        if reached is None:
            # A problem that an open answer leads to came before what might have been reached.
            cut = view.symbolic.scales_cut and not tried_far_enough(self.program, definition)
            return not view.symbolic.cuts and not cut
        wanted = {key for key in reached if key[0] == name}
        boxes = [outcome.box for outcome in outcomes]
        return not wanted <= clauses_met(self.program, self._facts, definition, boxes, wanted)

    def _look_again(self, name: str) -> None:
        """What is reached with what the definitions asked do answer, if that is soon found."""
        self._exact.reached = set()
        self.coarsely.add(name)
        try:
            found = self._examined(self._exact, name, SECOND_BUDGET)
        except BudgetExceeded:
            return
        self._exactly[name] = found.outcomes
        if self._exact.symbolic.cuts or self._exact.symbolic.pieces_cut:
            return
        self.coarsely.discard(name)
        if any(o.problem is not None and not isinstance(o.problem, Forbidden) for o in found.outcomes):
            self.reached.pop(name, None)
            self._note_reached_beside(name)
        else:
            self._note_reached(name, self._exact, found)

    def _note_reached_beside(self, name: str) -> None:
        """Keep what is reached, or could be if no problem came before it, if all there is can be tried."""
        definition = self.program.callables[name]
        assert isinstance(definition, Definition)
        for explorer, budget in ((self._exact, EXACT_BUDGET), (self._coarse, COARSE_BUDGET)):
            with suppress(BudgetExceeded):
                reached = clauses_reached(explorer, definition, budget)
                if not explorer.symbolic.cuts and not explorer.symbolic.pieces_cut:
                    self.reached[name] = reached
                    return
            self.coarsely.add(name)

    def _examined(
        self,
        explorer: SymbolicExecutor,
        name: str,
        budget: int,
        again: set[int] | None = None,
        *,
        parts: bool = True,
    ) -> ActionAnalysis:
        """What comes out of a declaration; of an action, what can go wrong with it and what of it never comes about.

        Of an action that is looked at `again`, only what was in doubt before. Without `parts`, of a box in which
        something goes wrong there is one part.
        """
        explorer.divides_problems = parts
        item = self.program.callables[name]
        # Of a definition what is reached counts too, except in the view that is looked at only if it is clean.
        early = not parts and (isinstance(item, Action) or explorer is self._summarized)
        explorer.stops_at = name if early else None
        try:
            if isinstance(item, Action):
                return analyze_action(explorer, item, budget, again)
            return ActionAnalysis(explorer.explore(name, budget))
        finally:
            explorer.stops_at = None

    def _held(self, name: str, found: Regions, explorer: SymbolicExecutor) -> Regions:
        """What was found; where nothing was, and not everything was tried, that is said.

        Where something was found the silence about the rest is not told on top: it will be when that is mended.
        """
        if explorer.symbolic.cuts:
            self.partial.add(name)
        if not found and explorer.symbolic.cuts:
            self.undecided[name] = enumerated(sorted(explorer.symbolic.cuts), ", ")
        return found

    @staticmethod
    def _grouped(name: str, outcomes: list[Outcome], *, certain: bool) -> Regions:
        """The problems of `name` itself among `outcomes`, by kind and place, largest boxes first."""
        grouped: dict[Any, ErrorRegion[RuleError]] = {}
        for outcome in outcomes:
            problem = outcome.problem
            if problem is None or problem.owner != name:
                continue
            found = grouped.setdefault(problem.finding_key(), ErrorRegion(name, problem, [], certain))
            found.boxes.append(outcome.box)
            found.problems.append(problem)
        for found in grouped.values():
            found.boxes.sort(key=lambda box: (len(box), -prod(len(values) for values in box.values())))
        return list(grouped.values())

    def _plain(self, boxes: Iterable[Box]) -> Iterator[Box]:
        """Boxes of facts for a problem that was met with open answers."""
        for box in boxes:
            yield from candidates(box, self._outcomes)

    def _outcomes(self, name: str) -> list[Outcome]:
        """The outcomes of a definition with everything it asks, as far as its budget reaches."""
        whole = not isinstance(self.program.callables[name], Action)
        if name not in self._exactly or not whole:
            try:
                self._exactly[name] = self._exact.explore(name, EXACT_BUDGET)
            except BudgetExceeded as gave_up:
                self._exactly[name] = gave_up.done
        settled = (
            (outcome, self._exact.symbolic.relations.minimal_model(outcome.box)) for outcome in self._exactly[name]
        )
        return [replace(outcome, box=box) for outcome, box in settled if box is not None]

    def witness(self, found: ErrorRegion[E]) -> tuple[Witness, E] | None:
        """A position that shows a finding and what the interpreter met there, if it agrees."""
        replays = WitnessBuilder(self.program, self._facts, self.confirm)
        boxes = (self._exact.symbolic.relations.minimal_model(box) for box in found.boxes[:20])
        plain = (box for box in boxes if box is not None)
        certain = found.boxes if found.certain else []
        return replays.build(
            found.owner,
            found.problem,
            plain if found.certain else self._plain(plain),
            certain,
            self._exact.symbolic.relations,
        )


def is_explored(item: Rule) -> bool:
    """Whether a declaration is explored: all are but what a host tells, and tables that answer with what they print."""
    return item.works_out if isinstance(item, Table) else not isinstance(item, Fact)


def _is_of_rows(found: ErrorRegion[Any]) -> bool:
    """Whether rows of a table meet and disagree."""
    return isinstance(found.problem, TableOverlap) and found.problem.table == found.owner


def _is_of(found: ErrorRegion[RuleError], kinds: tuple[type[E], ...]) -> TypeGuard[ErrorRegion[E]]:
    """Whether the problems of a region are of one of these classes."""
    return isinstance(found.problem, kinds)
