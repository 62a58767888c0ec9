"""What may, must or must not be done, and what doing it changes.

An action is asked in this order. Its *guards* come first: outside its phases, out of turn, or with a
requirement unfulfilled it is forbidden, whatever the rules say. Then every rule about it is looked at:

- A rule is *in force* if its condition holds and no exception to it is in force. An exception is a rule
  of its own: its exceptions may put it out of force again.
- An exception that says something (`u may enter`) speaks in the place of the rule it belongs to; one that
  says nothing only lifts it.
- A rule that is declared `over` another silences that one, and whatever speaks in its place.

That what is more special stands in the place of what is general, and that one rule may be declared stronger than
another, is how defeasible logic orders rules that conflict (Nute, *Defeasible Logic*, 1994).

What is left speaks together. `must` and `may` agree on required, or on due where all that must be done has time until
the end of a phase or another deed would do; `must not` against either is a contradiction, which the book's author has
to settle. If nothing speaks, the action's own line (`allowed unless forbidden`) answers, and without one the rules are
silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from regola_dsl.kinds import EffectMode
from regola_dsl.records import dataclass

from regola_compiler.evaluate.errors import Contradiction, MissingRule, NotGiven
from regola_compiler.evaluate.play.deeds import added, arguments_of, bound, shown_name
from regola_compiler.evaluate.protocol import Env, Evaluator
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Effect, Guard, Logic, Norm
from regola_compiler.model.types import ALLOWED, DUE, FORBIDDEN, REQUIRED, ListType, Member, Value

_OF_FACTS = frozenset({EffectMode.BECOMES, EffectMode.GAINS, EffectMode.LOSES, EffectMode.RESET})


@dataclass(frozen=True, slots=True)
class ApplicableNorm:
    """A norm that speaks, and the names of those it stands for, its own last."""

    norm: Norm
    line: tuple[str, ...]


def permission(run: Evaluator, action: Action, env: Env) -> Value:
    """Whether an action is allowed, forbidden, required or due.

    Raises:
        MissingRule: where nothing is said.
        Contradiction: where two rules disagree.
    """
    with run.reasons_suppressed():
        failed = next((guard for guard in action.guards if not _guard_holds(run, guard, env)), None)
    if failed is not None:
        run.record_reason(f"{action.name}: {failed.name}", failed.anchors)
        return FORBIDDEN
    spoken, beaten, lifted = resolve_overrides(run, action, env)
    for voice in spoken:
        run.on_norm_applied(action.name, voice.norm)
    check_consistent(spoken)
    for name, norm in lifted:
        run.record_reason(name, norm.anchors)
    for voice in spoken:
        run.record_reason(".".join(voice.line), voice.norm.anchors)
    for winner, voice in beaten:
        run.record_reason(f"{winner} over {voice.norm.name}", voice.norm.anchors)
    if spoken:
        return answered(spoken)
    if action.default is None:
        raise MissingRule(action.name)
    run.on_unregulated(action)
    return action.default


def answered(spoken: Sequence[ApplicableNorm]) -> Member:
    """What voices that do not disagree come to, of which there is one at least."""
    duties = [voice.norm.due for voice in spoken if voice.norm.modality == Modality.MUST]
    if any(voice.norm.modality == Modality.MUST_NOT for voice in spoken):
        return FORBIDDEN
    if not duties:
        return ALLOWED
    return DUE if all(due is not None and due.leaves_time for due in duties) else REQUIRED


def check_consistent(spoken: list[ApplicableNorm]) -> None:
    """Voices must not disagree.

    Raises:
        Contradiction: of the first two that do.
    """
    against = [voice.norm for voice in spoken if voice.norm.modality == Modality.MUST_NOT]
    duties = [voice.norm for voice in spoken if voice.norm.modality == Modality.MUST]
    permissions = [voice.norm for voice in spoken if voice.norm.modality == Modality.MAY]
    if against and (duties or permissions):
        other = (duties or permissions)[0]
        said = {against[0].name: FORBIDDEN, other.name: REQUIRED if duties else ALLOWED}
        first, second = (voice.norm for voice in spoken if voice.norm is against[0] or voice.norm is other)
        raise Contradiction(first, second, said[first.name], said[second.name]).at(second.name_span)


def resolve_overrides(
    run: Evaluator, action: Action, env: Env
) -> tuple[list[ApplicableNorm], list[tuple[str, ApplicableNorm]], list[tuple[str, Norm]]]:
    """The voices that are left, those that another one silences, with its name, and the exceptions that lift a rule."""
    lifted: list[tuple[str, Norm]] = []
    with run.reasons_suppressed():
        spoken = [voice for norm in action.norms for voice in _in_force(run, action, norm, (), env, lifted)[1]]
    winners = {name: voice.norm.name for voice in spoken for name in voice.norm.silences}
    beaten = [(winners[name], voice) for voice in spoken for name in voice.line if name in winners]
    silenced = {voice.line for _, voice in beaten}
    return [voice for voice in spoken if voice.line not in silenced], beaten, lifted


def _guard_holds(run: Evaluator, guard: Guard, env: Env) -> bool:
    """Whether a guard holds. Of `in a phase that is everybody's, or in turn` one is enough to be told."""
    parts = guard.condition.operands if isinstance(guard.condition, Logic) and guard.kind == "actor" else ()
    unknown: NotGiven | None = None
    for part in parts or (guard.condition,):
        try:
            if run.decide(run.evaluate(part, env)):
                return True
        except NotGiven as problem:
            unknown = problem
    if unknown is not None:
        raise unknown
    return False


def applicable_norms(run: Evaluator, action: Action, norm: Norm, env: Env) -> list[ApplicableNorm]:
    """What one norm comes to where its exceptions have had their say."""
    return _in_force(run, action, norm, (), env, [])[1]


def norm_key(norm: Norm) -> str:
    """What tells a norm from others of its name."""
    return f"{norm.name} at {norm.name_span.path}:{norm.name_span.line}"


def in_force(run: Evaluator, action: Action, norm: Norm, env: Env) -> list[Norm]:
    """Of one norm and its exceptions, those that have a say: that speak, or lift what they belong to."""
    lifted: list[tuple[str, Norm]] = []
    spoken = _in_force(run, action, norm, (), env, lifted)[1]
    return [*(voice.norm for voice in spoken), *(part for _, part in lifted)]


def _in_force(
    run: Evaluator,
    action: Action,
    norm: Norm,
    above: tuple[str, ...],
    env: Env,
    lifted: list[tuple[str, Norm]],
) -> tuple[bool, list[ApplicableNorm]]:
    """Whether a norm is in force, itself or by what speaks in its place, and the voices it comes to."""
    env = run.bind(norm.lets, env)
    if norm.condition is not None and not run.decide(run.evaluate(norm.condition, env)):
        return False, []
    line = (*above, norm.name)
    found = [(part, *_in_force(run, action, part, line, env, lifted)) for part in norm.exceptions]
    holding = [(part, speaking) for part, in_force, speaking in found if in_force]
    for part, speaking in holding:
        if not speaking:
            run.on_norm_applied(action.name, part)
            lifted.append((".".join((*line, part.name)), part))
    if holding:
        spoken = [voice for _, speaking in holding for voice in speaking]
        return bool(spoken), spoken
    return True, [] if norm.modality == Modality.LIFT else [ApplicableNorm(norm, line)]


def effect_updates(
    run: Evaluator, effects: tuple[Effect, ...], env: Env
) -> Iterator[tuple[Effect, tuple[Any, ...], Any]]:
    """What some effects change: the effect, the fact's arguments and its new value, all as things stood before.

    Each is looked at alone: what several bring about together is `deeds.turnout`.
    """
    for effect in effects:
        if effect.mode not in _OF_FACTS:
            continue
        for inner in bound(run, effect.each, env):
            if effect.condition is not None and not run.decide(run.evaluate(effect.condition, inner)):
                continue
            arguments = arguments_of(run, effect, inner)
            value = None
            if effect.value is not None:
                fact = run.program.callables[effect.fact]
                value = run.evaluate(effect.value, inner)
                if effect.mode != EffectMode.BECOMES and not isinstance(fact.result, ListType):
                    value = added(run, (effect.fact, arguments), [(effect, value)])
                if not isinstance(fact.result, ListType) or effect.mode == EffectMode.BECOMES:
                    run.check_bounds(value, fact.result, f"`{shown_name(fact)}`", effect.value.span)
            yield effect, arguments, value
