"""Questions put to both editions at once, on shared unknowns: where do the answers differ?

Before the whole is asked, what changed is: an exception, a line, a rule that is not the same on both sides. Where none
of them has a say nothing differs, and the rest of a large declaration need not be divided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeAlias

from regola_dsl.wording import enumerated, say

from regola_compiler.analysis.symbolic.domain import BudgetExceeded
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Outcome, probes
from regola_compiler.diff import regions
from regola_compiler.diff.match import semantic_key
from regola_compiler.diff.product import (
    EDITION,
    Difference,
    Multiple,
    OnOneSide,
    ProductProgram,
    Unanswered,
    match_parameters,
    unmarked,
)
from regola_compiler.diff.regions import Region
from regola_compiler.evaluate.errors import RuleError
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.program import (
    Action,
    Clause,
    Definition,
    Effect,
    Expr,
    Fact,
    Modifiers,
    Parameter,
    Path,
    Rule,
)
from regola_compiler.model.types import FORBIDDEN, INT, PERMISSION

OWN, FOLLOWS, ITS_OWN = 4_000, 4_000, 1_200
Question: TypeAlias = "tuple[Callable[[], None], tuple[Parameter, ...]]"


@dataclass(slots=True)
class QueryResult:
    """What came of holding two declarations against each other."""

    regions: list[Region] = field(default_factory=list)
    undecided: str = ""
    # What the regions speak of, if not of the answer: lines, effects, default, condition or reach.
    aspect: str = ""
    # Whether it answers otherwise where only a calculation asks it, past what its inputs can be.
    beyond: bool = False
    # Whether it was too much to be tried; else `undecided` says what was left out.
    gave_up: bool = False

    @property
    def same(self) -> bool:
        """Whether every answer is the same for certain."""
        return not self.regions and not self.undecided and not self.beyond


class EditionQueries:
    """What can be asked of the one program."""

    def __init__(self, twofold: ProductProgram) -> None:
        self.twofold = twofold
        self.explorer = twofold.explorer
        self.types: dict[str, Any] = {
            PERMISSION.name: PERMISSION,
            **twofold.program.builtin,
            **{name: info.type for name, info in twofold.program.types.items()},
        }
        self._said: dict[int, tuple[Any, Any]] = {}

    def answers(self, name: str, *, first: bool) -> QueryResult:
        """Where a declaration answers otherwise; `first`: one place where it does is enough."""
        before = self.twofold.before.get(name, name)
        found = self._explored(self._question(before, name), FOLLOWS if first else OWN, first=first)
        item = self.twofold.program.callables[name]
        if found.gave_up and not first and isinstance(item, Action | Definition):
            # Too much to be asked as a whole: where what changed has a say can still be told.
            reach = self._explored(self._question(before, name, reach=True), OWN, first=False)
            if reach.regions and not reach.undecided:
                return QueryResult(reach.regions, found.undecided, "reach")
        found.aspect = "lines" if isinstance(item, Modifiers) else "default" if isinstance(item, Fact) else ""
        return found

    def differs_alone(self, name: str) -> bool:
        """Whether the old wording of a declaration would answer otherwise on top of all that is new."""
        itself = self.twofold.old_body_in_new_program(name)
        return itself is None or not self._explored(self._question(itself, name), ITS_OWN, first=True).same

    def normalized(self, node: Any) -> Any:
        """The meaning of a piece of the one program, remembered."""
        known = self._said.get(id(node))
        if known is None:
            known = self._said[id(node)] = node, semantic_key(node)
        return known[1]

    def _question(self, before: str, name: str, *, reach: bool = False) -> Question:
        """Both answers, held against each other; or (`reach`) only whether anything that changed has a say."""
        old, new = self.twofold.program.callables[before], self.twofold.program.callables[name]
        pairs = match_parameters(old, new)
        run = self.explorer

        def ask() -> None:
            theirs, ours = self._inputs(pairs)
            if isinstance(new, Fact):
                assert isinstance(old, Fact)
                assert old.default is not None
                assert new.default is not None
                sides = ((old.default, theirs), (new.default, ours))
                values = [run.evaluate_or_no_answer(partial(run.evaluate, default, env)) for default, env in sides]
            elif isinstance(new, Modifiers) and isinstance(old, Modifiers):
                lines = self._lines(old, new, theirs, ours)
                values = [run.evaluate_or_no_answer(partial(run.sum_lines, some, env)) for some, env in lines]
            else:
                if self._is_irrelevant(old, new, theirs, ours):
                    return
                if reach and not self._possible(new, ours):
                    return
                if reach:
                    raise Difference(Multiple(), Multiple())
                asked = ((before, theirs), (name, ours))
                values = [
                    run.evaluate_or_no_answer(partial(run.call, called, list(env.values()))) for called, env in asked
                ]
            run.compare(values[0], values[1], INT if isinstance(new, Modifiers) else new.result)

        return ask, new.parameters

    def _inputs(self, pairs: Sequence[tuple[Parameter | None, Parameter | None]]) -> tuple[Env, Env]:
        """The inputs of both sides, on shared unknowns; in the order each side declares them."""
        run = self.explorer
        theirs: Env = {}
        ours: Env = {}
        for before, after in pairs:
            if after is not None:
                ours[after.name] = run.unknown(input_symbol(after.name), after.type)
            if before is not None and after is not None:
                theirs[before.name] = ours[after.name]
                if str(before.type) != str(after.type):
                    theirs[before.name] = run.convert(ours[after.name], before.type)
            elif before is not None:
                theirs[before.name] = run.unknown(input_symbol(before.name, EDITION), before.type)
        return theirs, ours

    def _lines(self, old: Modifiers, new: Modifiers, theirs: Env, ours: Env) -> Iterator[tuple[Modifiers, Env]]:
        """Both tables with the lines alone that are not the same on both sides."""
        if self.normalized(old.lets) != self.normalized(new.lets):
            yield from ((old, theirs), (new, ours))
            return
        for item, other, env in ((old, new, theirs), (new, old, ours)):
            yield replace(item, lines=self._multiset_difference(item.lines, other.lines)), env

    def _multiset_difference(self, parts: Sequence[Any], others: Sequence[Any]) -> tuple[Any, ...]:
        """The parts that do not stand among the others too, one for one."""
        known = Counter(self.normalized(other) for other in others)
        left = []
        for part in parts:
            if known[self.normalized(part)]:
                known[self.normalized(part)] -= 1
            else:
                left.append(part)
        return tuple(left)

    def _is_irrelevant(self, old: Rule, new: Rule, theirs: Env, ours: Env) -> bool:
        """Whether nothing that changed has a say here; what cannot be said cheaply counts as touched."""
        if [*theirs] != [*ours] or str(old.result) != str(new.result):
            return False
        try:
            if isinstance(old, Definition) and isinstance(new, Definition):
                return not self._touched(old.root, new.root, theirs, ours)
            if isinstance(old, Action) and isinstance(new, Action):
                return self._voices_agree(old, new, theirs, ours)
        except OnOneSide:
            raise
        except RuleError:
            return False
        return False

    def _possible(self, item: Rule, env: Env) -> bool:
        """Whether an action's guards let it be done at all."""
        run = self.explorer
        guards = item.guards if isinstance(item, Action) else ()
        return all(run.evaluate_or_no_answer(partial(self._holds, guard.condition, env)) is True for guard in guards)

    def _holds(self, condition: Expr, env: Env) -> bool:
        return self.explorer.decide(self.explorer.evaluate(condition, env))

    def _touched(self, old: Clause, new: Clause, theirs: Env, ours: Env) -> bool:
        """Whether a clause's own value, or one of its exceptions that is not the same on both sides, has a say."""
        if self.normalized(old.lets) != self.normalized(new.lets) or self.normalized(old.value) != self.normalized(
            new.value
        ):
            return True
        run = self.explorer
        theirs, ours = run.bind(old.lets, theirs), run.bind(new.lets, ours)
        before, after = ({part.name: part for part in clause.exceptions} for clause in (old, new))
        for name in {**before, **after}:
            sides = [(part, env) for part, env in ((before.get(name), theirs), (after.get(name), ours)) if part]
            parts = [part for part, _ in sides]
            if len(parts) == 2 and self.normalized(parts[0]) == self.normalized(parts[1]):
                continue
            if any(part.sequel for part in parts):
                return True
            one = len(parts) == 2 and self.normalized(parts[0].condition) == self.normalized(parts[1].condition)
            held = any(
                part.condition is None or run.decide(run.evaluate(part.condition, env))
                for part, env in (sides[:1] if one else sides)
            )
            if held and (not one or parts[0].over != parts[1].over or self._touched(parts[0], parts[1], theirs, ours)):
                return True
        return False

    def _voices_agree(self, old: Action, new: Action, theirs: Env, ours: Env) -> bool:
        """Whether the guards and rules that are not the same on both sides come to the same."""
        if self.normalized(old.default) != self.normalized(new.default):
            return False
        run = self.explorer
        kept, heard = [], []
        for action, other, env in ((old, new, theirs), (new, old, ours)):
            guards = self._multiset_difference(action.guards, other.guards)
            kept.append(all(run.decide(run.evaluate(guard.condition, env)) for guard in guards))
            rules = self._multiset_difference(action.norms, other.norms)
            voices = [voice for norm in rules for voice in actions.applicable_norms(run, action, norm, env)]
            heard.append([(voice.norm.modality, voice.line, sorted(voice.norm.silences)) for voice in voices])
        return kept[0] == kept[1] and heard[0] == heard[1]

    # --- what is done, and paths ---

    def effect_differences(self, name: str, *, first: bool) -> QueryResult:
        """Where doing an action changes other things."""
        before = self.twofold.program.callables[self.twofold.before.get(name, name)]
        after = self.twofold.program.callables[name]
        assert isinstance(before, Action)
        assert isinstance(after, Action)
        if self.normalized(before.effects) == self.normalized(after.effects):
            return QueryResult()
        pairs = match_parameters(before, after)
        run = self.explorer

        def ask() -> None:
            theirs, ours = self._inputs(pairs)
            own = (
                self._multiset_difference(before.effects, after.effects),
                self._multiset_difference(after.effects, before.effects),
            )
            old = run.evaluate_or_no_answer(partial(self._changes, own[0], theirs))
            new = run.evaluate_or_no_answer(partial(self._changes, own[1], ours))
            silent = isinstance(old, Unanswered) or isinstance(new, Unanswered)
            if old == new if silent else self._same_effects(old, new):
                return
            asked = ((before, theirs), (after, ours))
            if all(
                run.evaluate_or_no_answer(partial(run.call, a.name, list(env.values()))) == FORBIDDEN
                for a, env in asked
            ):
                return
            raise Difference(self._effects_text(old), self._effects_text(new))

        found = self._explored((ask, after.parameters), FOLLOWS if first else OWN, first=first)
        found.aspect = "effects"
        return found

    def _changes(self, effects: tuple[Effect, ...], env: Env) -> list[Any]:
        return list(actions.effect_updates(self.explorer, effects, env))

    def _same_effects(self, old: list[Any], new: list[Any]) -> bool:
        if [unmarked(effect.fact) for effect, _, _ in old] != [effect.fact for effect, _, _ in new]:
            return False
        run = self.explorer
        for (_, theirs, before), (effect, ours, after) in zip(old, new, strict=True):
            fact = self.twofold.program.callables[effect.fact]
            pairs = [*zip(theirs, ours, (p.type for p in fact.parameters), strict=True), (before, after, fact.result)]
            for a, b, type_ in pairs:
                if (a is None) != (b is None) or (a is not None and not run.same(run.convert(a, type_), b, type_)):
                    return False
        return True

    def _effects_text(self, done: Any) -> Any:
        """What comes about, as far as it is one thing."""
        if isinstance(done, Unanswered):
            return done
        told = []
        for effect, arguments, value in done:
            settled = [self.explorer.concretized(part) for part in (*arguments, *([] if value is None else [value]))]
            if any(isinstance(part, Multiple) for part in settled):
                return Multiple()
            words = [regions.value_text(part, self.types) for part in settled]
            shown = f"({', '.join(words[: len(arguments)])})" if arguments else ""
            fact = f"{unmarked(effect.fact)}{shown}"
            told.append(
                say("{fact} becomes {value}", fact=fact, value=words[-1])
                if value is not None
                else say("{fact} is reset", fact=fact)
            )
        return regions.Description(enumerated(told, ", ") if told else say("nothing"))

    def path(self, old: Path, new: Path) -> QueryResult:
        """A path's expressions, held against each other one by one, for any places of the map."""
        if [leg.kind for leg in old.legs] != [leg.kind for leg in new.legs] or (
            [bar.kind for bar in old.bars],
            old.over,
        ) != ([bar.kind for bar in new.bars], new.over):
            return QueryResult([], say("it leads otherwise, and the map is the host's"))
        before = self.twofold.rewritten(old)
        run = self.explorer
        pairs = match_parameters(before, new)
        for theirs, ours in zip(probes(before), probes(new), strict=False):
            if self.normalized(theirs.expression) == self.normalized(ours.expression):
                continue

            def ask(theirs: Any = theirs, ours: Any = ours) -> None:
                envs = self._inputs(pairs)
                places = [run.unknown(input_symbol(place), new.place) for place in ours.places]
                answers = []
                for item, probe, env in ((before, theirs, envs[0]), (new, ours, envs[1])):
                    there = {**run.bind(item.lets, env), **dict(zip(probe.places, places, strict=False))}
                    answers.append(run.evaluate_or_no_answer(partial(run.evaluate, probe.expression, there)))
                run.compare(answers[0], answers[1], ours.expression.type)

            found = self._explored((ask, new.parameters), OWN, first=False)
            if not found.same:
                found.aspect = "condition"
                return found
        if self.normalized(before.lets) != self.normalized(new.lets):
            return QueryResult([], say("what it names is other, and the map is the host's"))
        return QueryResult()

    # --- exploring ---

    def _explored(self, question: Question, budget: int, *, first: bool) -> QueryResult:
        ask, parameters = question
        run, reason = self.explorer, ""
        try:
            outcomes: Iterable[Outcome] = run.differences(ask, parameters, budget, first=first)
        except BudgetExceeded as tired:
            outcomes, reason = tired.done, tired.reason
        gave_up = bool(reason)
        outcomes = list(outcomes)
        found = regions.of_outcomes(outcomes, run.symbolic.initial_size, self.types)
        if not reason and run.symbolic.cuts:
            reason = ", ".join(sorted(run.symbolic.cuts))
        if first and found:
            reason = ""
        return QueryResult(found, reason, gave_up=gave_up)
