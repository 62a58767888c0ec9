"""Every answer a definition can give, as a few large boxes of inputs.

Enumerating a battle's positions one by one is hopeless, and most facts of a position do not
matter to most rules. So the interpreter is run on *unknown* inputs (King, *Symbolic Execution and Program
Testing*, 1976) and asked to be lazy, as in Runciman, Naylor and Lindblad, *SmallCheck and Lazy SmallCheck*, 2008,
with one addition that keeps tables and arithmetic cheap:

    an unknown single value is a leaf, `battle.terrain` say, with the set of values it may have;
    a value that depends on one leaf alone is kept as a map from the leaf's values to results.

Adding 1 to a die gives the map {1: 2, 2: 3, …}; looking that up in a table gives another map. Only
where a condition is true for some of the leaf's values and false for others, or where two leaves
meet in one operation, must the run stop and be started again on each part:

    truth {1: false, …, 5: true, 6: true}   ->   split the die into {1..4} and {5, 6}

(Sums of several leaves are `IntervalTerm`: as long as their bounds answer what is asked of them, that a
result keeps within its type for instance, nothing need be divided.)

The finished runs are disjoint boxes that cover all inputs, facts that no rule read are in none of
them, and each box knows its outcome: a value, or the `RuleError` that was met. That is exact: no
box is a guess, and a witness is any point of a box. What it costs is known only by trying, so
there is a budget of runs, and spending it is said (`BudgetExceeded`), never hidden.

The facts of a position are leaves too: `turn`, or `controls(axis, rostov)`. A fact asked for an unknown argument is a
leaf named after it, `supplied(u)`, as long as it is asked once; asked for something else too, its arguments are divided
until it is clear which of the askings are the same (`fact`). A problem that arises only where an assumption does not
hold is none (`_feasible_parts`). Paths are the host's map to walk, so what they come to is taken as a fact.

Lists are tried in full up to `FULL_LISTS` items, else with `LIST_LIMIT`, and it is said where longer ones
could matter (`SymbolicDomain.fold_items`); integers without bounds are not tried at all; an open scale is
tried `MARGIN` steps past the farthest value that the game names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, product
from random import Random
from typing import Any

from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.analysis.breath import breathe
from regola_compiler.analysis.symbolic.chosen import explored_types, membership, membership_symbol
from regola_compiler.analysis.symbolic.domain import BudgetExceeded, Fork, RetryWithoutListSummaries, SymbolicDomain
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.analysis.symbolic.recollection import Answer, Recollection
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.analysis.symbolic.symbols import (
    FactRef,
    Symbol,
    fact_symbol,
    input_symbol,
    path_symbol,
    site_symbol,
    wholes,
)
from regola_compiler.analysis.symbolic.values import (
    Box,
    FiniteSymbolic,
    Number,
    Outcome,
    PathExpression,
    SymbolicNumber,
    UnknownList,
    UnknownRecord,
    bounds_of,
    longest,
    probes,
)
from regola_compiler.evaluate.errors import Forbidden, OutOfRange, RuleError
from regola_compiler.evaluate.evaluator import ProgramEvaluator
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Apply,
    Assumption,
    Call,
    Clause,
    Const,
    Definition,
    Expr,
    Fact,
    If,
    Logic,
    Modifiers,
    Norm,
    Parameter,
    Path,
    Program,
    Supposed,
    Var,
)
from regola_compiler.model.supposed import supposed_fact
from regola_compiler.model.types import (
    BOOL,
    INT,
    EnumType,
    IntType,
    ListType,
    Member,
    NumberType,
    RecordType,
    Type,
    Value,
    domain,
)
from regola_compiler.model.visitor import calls_in, transitive_callees

BUDGET = 20_000
# More than one item is picked at a place.
PICKS = 1_000
# How often a box is divided to find where the assumptions hold.
ASSUMED = 200
# Up to how many values of an enum an assumption is held against all of them, where the box speaks of none.
FEW = 12


class SymbolicExecutor(ProgramEvaluator):
    """The interpreter on unknown inputs, restricted to one box at a time."""

    def __init__(
        self,
        program: Program,
        relations: Relations | None = None,
        domain: SymbolicDomain | None = None,
        facts: ProgramFacts | None = None,
    ) -> None:
        self._facts = facts or ProgramFacts(program)
        self.symbolic = domain or SymbolicDomain(self._facts.margins, relations, self._facts.individuals)
        super().__init__(program, self.symbolic)
        self.unknown = self.symbolic.unknown
        # What was worked out in earlier runs, and whether it outlives an exploration: more will follow of the same.
        self.recollection = Recollection()
        self._begun = False
        # Which clauses were entered, and (True) which had to speak for themselves.
        self.reached: set[tuple[str, str, bool]] = set()
        # Which branches of which conditional values were taken, by the identity of the value.
        self.branches: set[tuple[int, bool]] = set()
        # What was asked of the host in the run at hand: by what was asked, each asking with its arguments.
        self._askings: dict[tuple[str, str], dict[FactRef, tuple[Any, ...]]] = {}
        self._steady = self._facts.steady
        self.parameters: tuple[Parameter, ...] = ()
        # Whether `and` and `or` look at all their parts before anything is divided: one that settles it is enough where
        # it does not matter whether another has no answer.
        self.looks_ahead = False
        # Whether all parts of a box in which something goes wrong are told, or one, that shows that there are some.
        self.divides_problems = True
        # An exploration ends where the first thing goes wrong that is the fault of the declaration called so.
        self.stops_at: str | None = None
        # What boxes speak of, by their leaves.
        self._spoken_of: dict[tuple[Symbol, ...], dict[str, dict[Any, Type]]] = {}
        self._bearing = self._facts.bearing

    @property
    def turns(self) -> dict[Member, frozenset[Value] | None]:
        """Who plays each phase; None where anybody does."""
        return self._facts.turns

    def begin(self, parameters: tuple[Parameter, ...]) -> None:
        """Something else is explored, that has these inputs: nothing of it has been left out yet."""
        symbolic, individuals = self.symbolic, self._facts.individuals
        symbolic.cuts, symbolic.scales_cut, symbolic.pieces_cut = set(), False, False
        symbolic.start()
        of_pieces = individuals.of_parameters(parameters) if individuals else {}
        symbolic.domains |= {input_symbol(name): pieces for name, pieces in of_pieces.items()}
        symbolic.asked_of = {piece.type for pieces in of_pieces.values() for piece in pieces}
        self.recollection.clear()
        self._spoken_of.clear()
        self.branches.clear()
        self.parameters, self._begun = parameters, True

    def explore(self, name: str, budget: int = BUDGET) -> list[Outcome]:
        """What a declaration answers over all its inputs; of a path, what its expressions come to.

        Raises:
            BudgetExceeded: if the budget of runs is spent, or an input cannot be enumerated.
        """
        item = self.program.callables[name]
        self.begin(item.parameters)

        def inputs() -> list[Any]:
            return [self.unknown(input_symbol(name), type_) for name, type_ in explored_types(item)]

        if isinstance(item, Modifiers):
            # Lines are summed, so a problem in one shows without the others: explored one by one
            # they cost their sum, together their product. The sum's bounds follow from the lines.
            found: list[Outcome] = []
            low: Number = 0
            high: Number = 0
            for line in item.lines:
                alone = replace(item, lines=(line,), result=INT)
                outcomes = self.examine_with(partial(self._run_alone, alone, inputs), budget)
                reach = [bound for o in outcomes if o.problem is None and (bound := bounds_of(o.value)) is not None]
                low += min((least for least, _ in reach), default=0)
                high += max((most for _, most in reach), default=0)
                found += outcomes
            if _within(item.result, low, high):
                return found
        if isinstance(item, Path):
            parts = probes(item)
            return [o for part in parts for o in self.examine_with(partial(self._probe, item, part, inputs), budget)]
        return self.examine_with(lambda: self.call(name, inputs()), budget)

    def examine_with(self, run: Callable[[], Any], budget: int = BUDGET) -> list[Outcome]:
        """The outcomes of `run` over all inputs, where what goes wrong anywhere in it is asked for."""
        return self.explore_with(run, budget)

    def asks_never(self, outcomes: list[Outcome]) -> bool:
        """Whether it is to be asked what never comes about, where these did: not where something goes wrong."""
        return all(one.problem is None or isinstance(one.problem, Forbidden) for one in outcomes)

    def pick(self, listed: Any, span: Span, turn: int) -> Any:
        """One of a list, any: a leaf of its own says which, in another `turn` another leaf. None of an empty list."""
        items = self.items(listed)
        if not items:
            return None
        # Of a longer list there are more to pick from, so that who is picked of it is another leaf.
        symbol = site_symbol(None, span.line, -turn - PICKS * len(items))
        return items[self.concretize(self.unknown(symbol, IntType(0, len(items) - 1)))]

    def _probe(self, path: Path, part: PathExpression, inputs: Callable[[], list[Any]]) -> Any:
        """One expression of a path, for any places."""
        env = {p.name: value for p, value in zip(path.parameters, inputs(), strict=True)}
        for place in part.places:
            env[place] = self.unknown(input_symbol(place), path.place)
        return self._owned(path.name, lambda: self._amount(part, self.bind(path.lets, env)))

    def _rests_on_unbounded(self, node: Expr) -> bool:
        """Whether something is worked out from a fact that may be any number: what that is, the host answers for."""
        asked = [call.callee for call in calls_in(node)]
        named = {
            *asked,
            *(
                below
                for name in asked
                if (item := self.program.callables.get(name)) is not None
                for below in transitive_callees(self.program, item)
            ),
        }
        facts = [item for name in named if isinstance(item := self.program.callables.get(name), Fact)]
        return any(isinstance(fact.result, NumberType) or fact.result == INT for fact in facts)

    def _amount(self, part: PathExpression, env: Env) -> Any:
        """What an expression of a path comes to; of an amount that may be less than 0 that is a problem."""
        value, node = self.evaluate(part.expression, env), part.expression
        if part.amount and not self._rests_on_unbounded(part.expression):
            nothing = Const(0, INT, node.span)
            below = self.evaluate(Apply(Operator.LESS, (node, nothing), BOOL, node.span), env)
            if self.decide(below):
                raise OutOfRange(part.amount, node.type, say("less than {low}", low=0)).at(node.span)
        return value

    def _owned(self, name: str, run: Callable[[], Any]) -> Any:
        """Run something that belongs to a declaration; a problem that has no owner yet is its."""
        try:
            return run()
        except RuleError as problem:
            problem.owner = problem.owner or name
            raise

    def _run_alone(self, modifiers: Modifiers, inputs: Callable[[], list[Any]]) -> Any:
        """The sum of a modifiers table that stands for another of the same name."""
        env = {p.name: value for p, value in zip(modifiers.parameters, inputs(), strict=True)}
        try:
            return self.sum_lines(modifiers, env)
        except RuleError as problem:
            problem.site = problem.site or modifiers.name_span
            problem.owner = problem.owner or modifiers.name
            raise

    def explore_with(
        self,
        run: Callable[[], Any],
        budget: int = BUDGET,
        start: Box | None = None,
        undivided: Collection[Symbol] = (),
    ) -> list[Outcome]:
        """The outcomes of `run`, which reads its inputs through `unknown`, over all inputs or those of one box.

        Args:
            run: What is asked.
            budget: How many cases are tried.
            start: What is known of the inputs.
            undivided: Leaves whose values are not told apart here.

        Raises:
            BudgetExceeded: if the budget of runs is spent, or an input cannot be enumerated.
            Fork: if one of the leaves that are not to be divided would have to be.
        """
        if not self._begun or not self.symbolic.stretching:
            self.recollection.clear()
        self.symbolic.start(anew=not self._begun)
        todo: list[Box] = [dict(start or {})]
        done: list[Outcome] = []
        runs = 0
        pick = Random(0)  # noqa: S311  no secret: the same findings every time
        while todo:
            # Depth first finishes cheaply; in the second half, cases from all over are sampled, so
            # that what is seen of a space too large speaks for more than one of its corners.
            if runs > budget // 2:
                place = pick.randrange(len(todo))
                todo[place], todo[-1] = todo[-1], todo[place]
            breathe()
            box = todo.pop()
            self.symbolic.enter(box)
            self._askings = {}
            runs += 1
            if runs > budget:
                raise BudgetExceeded(say("more than {budget} cases", budget=budget), done)
            try:
                if self.symbolic.is_possible():
                    done.append(Outcome(box, run(), None))
            except Fork as split:
                if (told_apart := _of_these(split, undivided)) is not None:
                    raise told_apart from None
                todo.extend(self._parts_of(split))
            except RuleError as problem:
                parts = self._feasible_parts(self.symbolic.box)
                met = [Outcome(part, None, problem) for part in (parts if self.divides_problems else islice(parts, 1))]
                done += met
                if met and problem.owner == self.stops_at and not isinstance(problem, Forbidden):
                    return done
            except RetryWithoutListSummaries:
                self.symbolic.stretching, todo, done = False, [dict(start or {})], []
                self.recollection.clear()
            except BudgetExceeded as tired:
                raise BudgetExceeded(tired.reason, done) from None
        return done

    def _parts_of(self, split: Fork) -> list[Box]:
        """The parts of the box at hand, the last one first."""
        split.parts = [self.symbolic.one_of(split.leaf, part) for part in split.parts]
        return split.boxes(self.symbolic.box)[::-1]

    # --- positions ---

    def fact(self, fact: Fact, arguments: tuple[Any, ...]) -> Any:
        """A fact, unknown like an input."""
        return self._asked(fact_symbol(fact, tuple(map(self._part, arguments))), arguments)

    def supposed(self, node: Supposed, env: Env) -> Any:
        """What is asked of another position: unknown, for what the names in it mean."""
        fact = supposed_fact(node)
        return self.fact(fact, tuple(env[parameter.name] for parameter in fact.parameters))

    def _asked(self, symbol: FactRef, arguments: tuple[Any, ...]) -> Any:
        """What the host is asked; the same thing is the same leaf."""
        self.symbolic.do(self._ask, symbol, arguments)
        return self.unknown(symbol, symbol.result)

    def _ask(self, symbol: FactRef, arguments: tuple[Any, ...]) -> None:
        """The host is asked something; so it is where an answer is recalled, whose readings have what it said."""
        known = self._askings.setdefault((symbol.declaration.name, symbol.aspect), {})
        if symbol not in known and known:
            # Two askings could be of the same thing: divided as far as it takes, they are told apart.
            for others in (*known.values(), arguments):
                for value in others:
                    self.concretize(value)
        known[symbol] = arguments

    def _part(self, value: Any) -> Symbol | Value:
        """An argument of a fact: the unknown it is, or a value known in full."""
        if isinstance(value, UnknownRecord | UnknownList):
            return value.symbol
        if isinstance(value, SymbolicNumber) or (
            isinstance(value, FiniteSymbolic) and all(key == result for key, result in value.results.items())
        ):
            return value.leaf
        known: Value = self.symbolic.concretize_compound(self.concretize(value))
        return known

    def _feasible_parts(self, box: Box) -> Iterator[Box]:
        """The parts of a box that can be, one by one: as assumed, no two variants at once, and in turn."""
        # What is assumed may ask for a variant, or for the turn, that the box does not speak of.
        if _has_two_variants(box) or not self._facts.in_turn(box):
            return
        for part in self.under_assumptions(box):
            if not _has_two_variants(part):
                yield from self._facts.in_turn(part)

    def under_assumptions(self, box: Box) -> Iterator[Box]:
        """The parts of a box in which the assumptions that bear on it hold, as far as can be told, one by one."""
        self.symbolic.box = box
        about = [
            assumption.name
            for assumption in self.program.assumptions.values()
            if any(isinstance(p.type, RecordType) and self._known_instances(p.type) for p in assumption.parameters)
        ]
        assumptions = self._bearing.on(
            {leaf.root.declaration.name for leaf in box if isinstance(leaf.root, FactRef)}, about
        )
        if not assumptions:
            yield box
            return
        told = self._askings
        todo = [box]
        for _ in range(ASSUMED):
            if not todo:
                return
            self.symbolic.box, self._askings = todo.pop(), {name: dict(known) for name, known in told.items()}
            held = True
            try:
                held = self.symbolic.is_possible() and all(
                    self._assumption_holds(assumption) for assumption in assumptions
                )
            except Fork as split:
                todo.extend(self._parts_of(split))
                continue
            except (RuleError, RetryWithoutListSummaries):
                pass
            if held:
                yield self.symbolic.box
        yield from todo

    def _assumption_holds(self, assumption: Assumption) -> bool:
        """Whether an assumption holds of everything in the box that it speaks of."""
        choices = [self._known_instances(parameter.type) for parameter in assumption.parameters]
        for values in product(*choices):
            env = {p.name: value for p, value in zip(assumption.parameters, values, strict=True)}
            if not self.decide(self.evaluate(assumption.value, self.bind(assumption.lets, env))):
                return False
        return True

    def _known_instances(self, wanted: Type) -> list[Any]:
        """What the box knows of a type: inputs, parts of them, and the arguments of facts."""
        leaves = tuple(self.symbolic.box)
        if leaves not in self._spoken_of:
            self._spoken_of[leaves] = self._parts_spoken_of(leaves)
        found = self._spoken_of[leaves].get(str(wanted))
        if found is None and isinstance(wanted, EnumType) and len(wanted.members) <= FEW:
            return list(domain(wanted) or ())
        parts = (found or {}).items()
        return [self.unknown(part, type_) if isinstance(part, Symbol) else part for part, type_ in parts]

    def _parts_spoken_of(self, leaves: tuple[Symbol, ...]) -> dict[str, dict[Any, Type]]:
        """What some leaves speak of, by type: inputs and parts of them first, then the arguments of facts."""
        found: dict[str, dict[Any, Type]] = {}
        known = wholes(leaves)

        def visit(symbol: Symbol, type_: Type) -> None:
            if symbol not in known:
                return
            found.setdefault(str(type_), {})[symbol] = type_
            if isinstance(type_, RecordType):
                for name, field_type in type_.fields:
                    visit(symbol.field(name), field_type)
            if isinstance(type_, ListType):
                for number in range(1, longest(type_) + 1):
                    visit(symbol.item(number), type_.item)

        for parameter in self.parameters:
            visit(input_symbol(parameter.name), parameter.type)
        for leaf in leaves:
            told = zip(leaf.arguments, leaf.declaration.parameters, strict=True) if isinstance(leaf, FactRef) else ()
            for part, parameter in told:
                found.setdefault(str(parameter.type), {}).setdefault(part, parameter.type)
        return found

    # --- the interpreter's hooks ---

    def on_clause(self, definition: Definition, clause: Clause, *, own: bool) -> None:
        """A clause is entered, or speaks for itself."""
        self.reached.add((definition.name, clause.name, own))

    def evaluate(self, node: Expr, env: Env) -> Any:
        """The value of an expression; counted, so that no declaration is explored for ever."""
        self.symbolic.charge(1)
        # Half of all that is evaluated is a name or a value.
        if isinstance(node, Var):
            return env[node.name]
        if isinstance(node, Const):
            return node.value
        names = self._facts.recalled.get(id(node))
        if names is None:
            return self._branch(node, env) if isinstance(node, If) else super().evaluate(node, env)
        work_out = partial(self._branch, node, env) if isinstance(node, If) else partial(super().evaluate, node, env)
        return self._recall(id(node), [env[name] for name in names], work_out)

    def _branch(self, node: If, env: Env) -> Any:
        """A conditional value; which of its branches is taken is noted."""
        holds = self.decide(self.evaluate(node.condition, env))
        self.branches.add((id(node), holds))
        return self.evaluate(node.then if holds else node.otherwise, env)

    def _logic(self, node: Logic, env: Env) -> bool:
        if not self.looks_ahead:
            return super()._logic(node, env)
        stop = node.kind == "or"
        undecided: Fork | None = None
        for part in node.operands:
            try:
                if self.decide(self.evaluate(part, env)) is stop:
                    return stop
            except Fork as split:
                undecided = undecided or split
            except RuleError:
                if undecided is None:
                    raise
        if undecided is not None:
            raise undecided
        return not stop

    def call(self, name: str, arguments: list[Any], node: Call | None = None) -> Any:
        """The answer of a declaration, recalled where it rests on what it rested on before."""
        callee = self.program.callables[name]
        if isinstance(callee, Path):
            return self.has_path(callee, {p.name: value for p, value in zip(callee.parameters, arguments, strict=True)})
        return self._recall(name, arguments, partial(self.work_out, name, arguments, node))

    def _recall(self, what: Hashable, arguments: list[Any], work_out: Callable[[], Any]) -> Any:
        """What something comes to for some arguments: as it was worked out in an earlier run, or worked out."""
        symbolic, leaves = self.symbolic, list[Symbol]()
        parts = self.recollection.identities(arguments, leaves)
        if parts is None:
            return work_out()
        key = (what, self.looks_ahead, *parts)
        known = self.recollection.find(key, symbolic.box, symbolic.domains)
        if known is not None:
            symbolic.readings += known.readings
            symbolic.charge(known.steps)
            for effect in known.effects:
                symbolic.do_again(effect)
            return known.value
        read, done, before = len(symbolic.readings), len(symbolic.effects), symbolic.work
        for leaf in leaves:
            symbolic.read(leaf)
        value = work_out()
        readings = tuple(dict(symbolic.readings[read:]).items())
        effects, steps = tuple(symbolic.effects[done:]), symbolic.work - before
        self.recollection.keep(key, Answer(value, readings, effects, steps))
        return value

    def has_path(self, path: Path, env: Env) -> Any:
        """Whether there is a path: unknown, as the map is."""
        arguments = tuple(env.values())
        return self._asked(path_symbol(path, tuple(map(self._part, arguments)), "", BOOL), arguments)

    def path_query(self, node: Call, arguments: list[Any]) -> Any:
        """What else is asked of a path: unknown, as the map is."""
        path = self.program.callables[node.callee]
        assert isinstance(path, Path)
        symbol = path_symbol(path, tuple(map(self._part, arguments)), node.aspect, node.type)
        return self._asked(symbol, tuple(arguments))

    def is_chosen(self, node: Apply, env: Env) -> Any:
        """Whether a list is one of some: unknown, of what it and they rest on."""
        chosen, listed = node.operands
        whole = self.evaluate(listed, env)
        if not isinstance(whole, UnknownList) and not whole:
            return False
        fact = membership(listed, chosen.type)
        arguments = (self.evaluate(chosen, env), *(env[p.name] for p in fact.parameters[1:]))
        return self._asked(membership_symbol(fact, tuple(map(self._part, arguments))), arguments)

    def on_norm_applied(self, action: str, norm: Norm) -> None:
        """A norm has a say."""
        self.reached.add((action, actions.norm_key(norm), False))


def _of_these(split: Fork, leaves: Collection[Symbol]) -> Fork | None:
    """The division of one of some leaves that a division asks for; of one that it relates to others, value by value."""
    if split.leaf in leaves:
        return split
    related = ((leaf, values) for leaf, values in split.also.items() if leaf in leaves)
    return next((Fork(leaf, [(one,) for one in values]) for leaf, values in related if len(values) > 1), None)


def _within(type_: Type, low: Number, high: Number) -> bool:
    """Whether what lies between two bounds keeps within a type."""
    return not isinstance(type_, IntType) or (
        (type_.low is None or low >= type_.low) and (type_.high is None or high <= type_.high)
    )


def _has_two_variants(box: Box) -> bool:
    """Whether more than one variant of the game is played in a box, whatever else is."""
    return sum(_is_variant(leaf) and all(values) for leaf, values in box.items()) > 1


def _is_variant(leaf: Symbol) -> bool:
    """Whether a leaf says that a variant of the game is played."""
    return isinstance(leaf, FactRef) and isinstance(leaf.declaration, Fact) and leaf.declaration.kind == "variant"
