"""What can go wrong with an action, found without the product of all its rules.

A real rulebook's action has dozens of rules, each with conditions of its own; to try them together would
take the product of all of them. But what can go wrong takes few of them at a time:

- a rule whose condition has no value, or that is never in force: that rule alone;
- a duty that a requirement makes impossible: that rule and the requirements;
- a contradiction: one rule that forbids and one that does not, and those declared over either, where both can be in
  force at once;
- silence, where the action does not say what holds then: each rule in turn, as far as the first in force;
- an effect that leaves its fact's bounds: the effects;
- two effects that give one fact two values: those two.

Of what the coarse view finds clean nothing is looked at again where everything asked is worked out: an action of fifty
rules that one of them puts in doubt costs a look at that rule.

Each is tried by itself, and only where it goes wrong are the guards asked (and for an effect, all the
rules): what cannot be done cannot go wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, combinations_with_replacement, count
from typing import Any

from regola_compiler.analysis.symbolic.chosen import explored_types
from regola_compiler.analysis.symbolic.domain import Fork
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.play import effects
from regola_compiler.analysis.symbolic.play.reachability import find_unreachable
from regola_compiler.analysis.symbolic.symbols import LengthRef, input_symbol
from regola_compiler.analysis.symbolic.values import Outcome, Unreachable, are_disjoint
from regola_compiler.evaluate.errors import Contradiction, EffectClash, ImpossibleDuty, MissingRule, RuleError
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.kinds import Modality, Operator
from regola_compiler.model.program import Action, Effect, Guard, Norm
from regola_compiler.model.types import FORBIDDEN
from regola_compiler.model.visitor import norms_in


@dataclass(slots=True)
class ActionAnalysis:
    """What came of everything about an action that can go wrong.

    `doubtful` are the numbers of those that went wrong, or of which something was left untried: only they need a closer
    look. `never` is what of the action never comes about, by its key, and why: None where that was not asked.
    """

    outcomes: list[Outcome] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)
    never: dict[str, Unreachable] | None = None


# How many pairs of boxes are looked at to see that two rules never meet; where there are more, they are explored.
PAIRS = 400


def analyze_action(
    explorer: SymbolicExecutor, action: Action, budget: int, again: set[int] | None = None
) -> ActionAnalysis:
    """The outcomes of everything about an action that can go wrong, and what of it never comes about.

    `again` are the numbers of what a coarser look left in doubt: with them nothing else is looked at, and it is not
    asked what never comes about.

    Raises:
        BudgetExceeded: if one of them takes more cases than the budget.
    """
    explorer.begin(action.parameters)
    look = _Examination(explorer, action, budget, again)
    for place, guard in enumerate(action.guards):
        look.explore(partial(_asked, explorer, guard), action.guards[:place])
    alone: dict[str, list[Outcome]] = {}
    for norm in action.norms:
        alone[norm.name] = look.explore(partial(_run_norm, explorer, action, norm))
    for rivals in _conflicting_pairs(action.norms):
        apart = again is None and len(rivals) > 1 and _are_apart(*(alone[norm.name] for norm in rivals))
        look.hold_together(rivals, apart=apart)
    if action.default is None:
        look.explore(partial(_check_unregulated, explorer, action))
    plain = tuple(effect for effect in action.effects if effects.is_plain(effect))
    for effect in plain:
        look.explore(partial(_effects, explorer, action, (effect,)))
    for first, second in combinations(plain, 2):
        if first.fact == second.fact:
            look.explore(partial(_agreed_effects, explorer, action, (first, second)))
    for part in _parts_of_many(explorer, action):
        look.explore(partial(_if_permitted, explorer, action, part))
    found = look.found
    if again is None and explorer.asks_never(found.outcomes):
        silencers = partial(_with_overriders, action=action)
        found.never = find_unreachable(explorer, action, look.inputs, alone, lambda norm: silencers((norm,)))
    return found


class _Examination:
    """One look at an action, part by part."""

    def __init__(self, explorer: SymbolicExecutor, action: Action, budget: int, again: set[int] | None) -> None:
        self.found = ActionAnalysis()
        self._explorer, self._action, self._budget, self._again = explorer, action, budget, again
        self._numbers = count()

    def inputs(self) -> list[Any]:
        """The arguments, nothing known of them."""
        return [self._explorer.unknown(input_symbol(name), type_) for name, type_ in explored_types(self._action)]

    def explore(self, part: Callable[[Env], object], guards: tuple[Guard, ...] | None = None) -> list[Outcome]:
        """The outcomes of one part where the guards hold, if it is to be looked at."""
        number = next(self._numbers)
        if self._again is not None and number not in self._again:
            return []
        run = self._guarded(part, self._action.guards if guards is None else guards)
        return self._noted(number, lambda: self._explorer.examine_with(run, self._budget))

    def hold_together(self, rivals: tuple[Norm, ...], *, apart: bool) -> None:
        """Hold rules against one another, unless they are `apart`.

        What stands over them is heard only where they disagree: what can go wrong with it was asked of it alone.
        """
        number = next(self._numbers)
        if apart or (self._again is not None and number not in self._again):
            return
        explorer, guards = self._explorer, self._action.guards
        first = self._guarded(partial(_disagree, explorer, self._action, rivals), guards)
        then = self._guarded(partial(_agreed, explorer, self._action, rivals), guards)

        def look() -> list[Outcome]:
            # In each part in which they disagree something else may stand over them.
            early, divided = explorer.stops_at, explorer.divides_problems
            explorer.stops_at, explorer.divides_problems = None, True
            try:
                met = explorer.explore_with(first, self._budget)
            finally:
                explorer.stops_at, explorer.divides_problems = early, divided
            outcomes: list[Outcome] = []
            for outcome in met:
                if isinstance(outcome.problem, Contradiction):
                    outcomes += explorer.explore_with(then, self._budget, outcome.box)
                    if early and any(one.problem is not None and one.problem.owner == early for one in outcomes):
                        break
            return outcomes

        self._noted(number, look)

    def _noted(self, number: int, look: Callable[[], list[Outcome]]) -> list[Outcome]:
        """What came of a look at one part; it is in doubt if something went wrong, or was left untried."""
        symbolic = self._explorer.symbolic
        before, symbolic.cuts = symbolic.cuts, set()
        try:
            outcomes = look()
        finally:
            untried = bool(symbolic.cuts)
            symbolic.cuts |= before
        self.found.outcomes += outcomes
        if untried or any(outcome.problem is not None for outcome in outcomes):
            self.found.doubtful.add(number)
        return outcomes

    def _guarded(self, part: Callable[[Env], object], guards: tuple[Guard, ...]) -> Callable[[], object]:
        """A run of a part; what goes wrong where the action cannot be done goes wrong nowhere."""
        action, explorer = self._action, self._explorer

        def run() -> object:
            env = {p.name: value for p, value in zip(action.parameters, self.inputs(), strict=True)}
            try:
                return part(env)
            except RuleError as problem:
                # A duty is impossible where a requirement fails; everything else goes wrong only where none does.
                duty = isinstance(problem, ImpossibleDuty)
                if not _possible(explorer, [guard for guard in guards if not (duty and guard.kind == "requires")], env):
                    return None
                problem.owner = problem.owner or action.name
                raise

        return run


def _asked(run: Evaluator, guard: Guard, env: Env) -> None:
    run.decide(run.evaluate(guard.condition, env))


def _possible(run: SymbolicExecutor, guards: list[Guard], env: Env) -> bool:
    """Whether every guard holds; where one has no answer, that is what goes wrong there, and nothing else.

    One that fails whatever is unknown to the others settles it, so nothing is divided before all were asked.
    """
    undecided: Fork | None = None
    before, run.looks_ahead = run.looks_ahead, True
    try:
        for guard in guards:
            try:
                if not run.decide(run.evaluate(guard.condition, env)):
                    return False
            except RuleError:
                return False
            except Fork as split:
                undecided = undecided or split
    finally:
        run.looks_ahead = before
    if undecided is not None:
        raise undecided
    return True


def _run_norm(run: SymbolicExecutor, action: Action, norm: Norm, env: Env) -> tuple[str, ...]:
    """A rule by itself: what of it has a say."""
    for voice in actions.applicable_norms(run, action, norm, env):
        run.on_norm_applied(action.name, voice.norm)
        try:
            check_obligation(run, action, voice.norm, env)
        except ImpossibleDuty:
            if not _is_overridden(run, action, voice, env):
                raise
    return tuple(actions.norm_key(part) for part in actions.in_force(run, action, norm, env))


def _is_overridden(run: SymbolicExecutor, action: Action, voice: actions.ApplicableNorm, env: Env) -> bool:
    """Whether another rule that is in force stands over one that speaks."""
    line = set(voice.line)
    rivals = [norm for norm in action.norms if any(part.silences & line for part in norms_in(norm))]
    return any(
        other.norm.silences & line for norm in rivals for other in actions.applicable_norms(run, action, norm, env)
    )


def check_obligation(run: Evaluator, action: Action, norm: Norm, env: Env) -> None:
    """A duty that is in force must be possible; one that is due some time is a duty to do it for some arguments.

    Raises:
        ImpossibleDuty: with the duty and the requirement that is not fulfilled.
    """
    if norm.due is not None:
        return
    for guard in action.guards if norm.modality == Modality.MUST else ():
        if guard.kind == "requires" and not run.decide(run.evaluate(guard.condition, env)):
            raise ImpossibleDuty(norm, guard).at(norm.name_span)


def _check_unregulated(run: SymbolicExecutor, action: Action, env: Env) -> None:
    for norm in action.norms:
        if actions.applicable_norms(run, action, norm, env):
            return
    for guard in action.guards:
        if not run.decide(run.evaluate(guard.condition, env)):
            return
    raise MissingRule(action.name).at(action.name_span)


def _parts_of_many(run: SymbolicExecutor, action: Action) -> Iterator[Callable[[Env], None]]:
    """What can go wrong with the effects that come about for each of many, or add up, and with what is rolled."""
    for roll in action.rolls:
        yield partial(effects.rolled, run, roll)
    many = [effect for effect in action.effects if not effects.is_plain(effect)]
    for effect in many:
        yield partial(effects.asked, run, effect)
        if effect.mode in effects.ADD_UP:
            together = [one for one in many if one.fact == effect.fact and one.mode in effects.ADD_UP]
            yield partial(effects.adds_up, run, effect, together)
    for first, second in combinations_with_replacement(action.effects, 2):
        if effects.may_clash(first, second):
            yield partial(effects.agree, run, first, second)


def _if_permitted(run: SymbolicExecutor, action: Action, part: Callable[[Env], None], env: Env) -> None:
    try:
        part(env)
    except RuleError:
        if _is_permitted(run, action, env):
            raise


def _effects(run: SymbolicExecutor, action: Action, plain: tuple[Effect, ...], env: Env) -> None:
    try:
        list(actions.effect_updates(run, plain, env))
    except RuleError:
        # Only now, and only here: all the rules.
        if _is_permitted(run, action, env):
            raise


def _agreed_effects(run: SymbolicExecutor, action: Action, both: tuple[Effect, ...], env: Env) -> None:
    try:
        check_effects_agree(run, both, env)
    except RuleError:
        if _is_permitted(run, action, env):
            raise


def check_effects_agree(run: Evaluator, together: tuple[Effect, ...], env: Env) -> None:
    """Effects that come about together must not give one fact two values.

    Raises:
        EffectClash: of the first two that do.
    """
    changed = list(actions.effect_updates(run, together, env))
    for (first, its_place, its_value), (second, place, value) in combinations(changed, 2):
        if first.fact != second.fact or (first.value is None and second.value is None):
            continue
        if first.mode in effects.ADD_UP and second.mode in effects.ADD_UP:
            continue
        reset = first.value is None or second.value is None
        if not reset and not all(
            run.decide(run.apply(Operator.EQUAL, a, b)) for a, b in zip(its_place, place, strict=True)
        ):
            continue
        if reset or not run.decide(run.apply(Operator.EQUAL, its_value, value)):
            raise EffectClash(first, second).at(second.span)


def _is_permitted(run: SymbolicExecutor, action: Action, env: Env) -> bool:
    """Whether an action can be done; where its rules fail to say, that is told of them."""
    try:
        if not _possible(run, list(action.guards), env):
            return False
        with suppress(Fork):  # one that forbids settles it
            for voices in _heard_ahead(run, action, _last_words(action), env):
                if any(voice.norm.modality == Modality.MUST_NOT for voice in voices):
                    return False
        return actions.permission(run, action, env) != FORBIDDEN
    except RuleError:
        return False


def _last_words(action: Action) -> list[Norm]:
    """The rules that may forbid and that nothing silences."""
    silent = {name for norm in action.norms for part in norms_in(norm) for name in part.silences}
    return [norm for norm in action.norms if _forbids(norm) and silent.isdisjoint(one.name for one in norms_in(norm))]


def _disagree(run: SymbolicExecutor, action: Action, rivals: tuple[Norm, ...], env: Env) -> None:
    """Some rules disagree, where nobody else is heard.

    Raises:
        Contradiction: where they do.
    """
    try:
        spoken = [voice for norm in rivals for voice in actions.applicable_norms(run, action, norm, env)]
    except RuleError:
        return  # told of the rule that has it
    _check_agreement(spoken, rivals)


def _agreed(run: SymbolicExecutor, action: Action, rivals: tuple[Norm, ...], env: Env) -> None:
    """Some rules agree, where those that stand over them are heard too: one that silences enough of them settles it."""
    spoken = [voice for norm in rivals for voice in actions.applicable_norms(run, action, norm, env)]
    try:
        _check_agreement(spoken, rivals)
    except Contradiction as problem:
        names = {part.name for norm in rivals for part in norms_in(norm)}
        for voices in _heard_ahead(run, action, _rules_over(names, action, rivals), env):
            spoken += voices
            with suppress(Contradiction):
                _check_agreement(spoken, rivals)
                return
        raise problem from None


def _check_agreement(spoken: list[actions.ApplicableNorm], rivals: tuple[Norm, ...]) -> None:
    """Rivals do not disagree where some rules speak."""
    names, silent = {norm.name for norm in rivals}, {name for voice in spoken for name in voice.norm.silences}
    actions.check_consistent([v for v in spoken if v.line[0] in names and silent.isdisjoint(v.line)])


def _heard_ahead(
    run: SymbolicExecutor, action: Action, norms: Iterable[Norm], env: Env
) -> Iterator[list[actions.ApplicableNorm]]:
    """What rules come to, one by one, for who stops where he has heard enough: first those of which that is known.

    What divides the box, or goes wrong, does so after all the others were heard.
    """
    later: Fork | RuleError | None = None
    for norm in norms:
        before, run.looks_ahead = run.looks_ahead, True
        try:
            voices = actions.applicable_norms(run, action, norm, env)
        except Fork as split:
            later = later if isinstance(later, Fork) else split
            continue
        except RuleError as problem:
            later = later or problem
            continue
        finally:
            run.looks_ahead = before
        yield voices
    if later is not None:
        raise later


def _rules_over(names: set[str], action: Action, but: tuple[Norm, ...] = ()) -> list[Norm]:
    """The rules of an action of which a part is declared over something."""
    return [norm for norm in action.norms if norm not in but and any(part.silences & names for part in norms_in(norm))]


def _conflicting_pairs(all_norms: tuple[Norm, ...]) -> Iterator[tuple[Norm, ...]]:
    """The norms that may contradict each other."""
    for norm in all_norms:
        if _forbids(norm) and _grants(norm):
            yield (norm,)
    for first, second in combinations(all_norms, 2):
        if (_forbids(first) and _grants(second)) or (_grants(first) and _forbids(second)):
            yield first, second


def _are_apart(one: list[Outcome], other: list[Outcome]) -> bool:
    """Whether two rules, each looked at alone, are in force nowhere together, as some leaf of theirs shows.

    Of lists that is not asked: two rules that are apart on the short ones that are tried may meet on a longer one.
    """
    here, there = ([out.box for out in outcomes if out.value or out.problem] for outcomes in (one, other))
    if len(here) * len(there) > PAIRS or any(isinstance(leaf, LengthRef) for box in (*here, *there) for leaf in box):
        return False
    return all(
        any(are_disjoint(first[leaf], second[leaf]) for leaf in first.keys() & second)
        for first in here
        for second in there
    )


def _forbids(norm: Norm) -> bool:
    return any(part.modality == Modality.MUST_NOT for part in norms_in(norm))


def _grants(norm: Norm) -> bool:
    return any(part.modality in {Modality.MAY, Modality.MUST} for part in norms_in(norm))


def _with_overriders(rivals: tuple[Norm, ...], action: Action) -> Action:
    """An action with some of its rules alone, and those declared over something in them."""
    names = {part.name for norm in rivals for part in norms_in(norm)}
    over = _rules_over(names, action)
    return replace(action, norms=tuple(norm for norm in action.norms if norm in rivals or norm in over))
