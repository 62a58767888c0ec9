"""What can become another while a phase lasts: by what is done in it, what lies inside it, and what these play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.kinds import EffectMode

from regola_compiler.model.names import is_extent, type_of_extent
from regola_compiler.model.program import Action, Effect, Expr, Fact, Path, Phase, Program
from regola_compiler.model.visitor import calls_in, norms_in, phases_in, transitive_callees


def changes_while(program: Program, phase: Phase, *, its_end: bool) -> frozenset[str]:
    """The facts that can become another while a phase lasts, by name, deeds that are counted among them.

    Args:
        program: Whose phase it is.
        phase: The phase, or a block that repeats.
        its_end: Whether the phase's own effects count, which come about when what lies inside is over.
    """
    inside = _with_called(program, [phase])
    actions = [one for one in program.callables.values() if isinstance(one, Action) and _is_done_in(one, inside)]
    effects = [effect for one in actions for effect in _effects_of(one)]
    effects += [effect for one in inside for effect in _of_phase(one, whole=its_end or one is not phase)]
    changed = {effect.fact for effect in effects}
    deeds = {one.name for one in actions}
    for name, fact in program.callables.items():
        if not isinstance(fact, Fact):
            continue
        counted = fact.counts is not None and any(deed in deeds for deed, _ in fact.counts.deeds)
        lasting = fact.life is not None and any(_is_called(one, fact.life.phases) for one in inside if one is not phase)
        if counted or lasting:
            changed.add(name)
    rolled = {roll.name for one in inside for roll in one.rolls} | {roll.name for one in actions for roll in one.rolls}
    if len(inside) > 1:
        # Where something lies inside, who has the turn, in which phase, and whom a loop has come to is another.
        changed |= {n for n, f in program.callables.items() if isinstance(f, Fact) and f.kind in _OF_PLAY}
    changed |= rolled | _with_owner(program, changed)
    # An event comes about because something has become another.
    waiting = [(asked_by(program, event.condition), event) for event in program.events.values()]
    while came := [event for asked, event in waiting if asked & changed]:
        waiting = [(asked, event) for asked, event in waiting if event not in came]
        changed |= {effect.fact for event in came for effect in event.effects}
        changed |= _with_owner(program, changed)
    return frozenset(changed)


def _with_owner(program: Program, changed: set[str]) -> set[str]:
    """The facts of pieces that can leave: who leaves takes his facts with him."""
    leaving = {type_of_extent(name) for name in changed if is_extent(name)}
    return {name for name, fact in program.callables.items() if isinstance(fact, Fact) and fact.owner in leaving}


_OF_PLAY = frozenset({"phase", "active", "entered", "rolled"})


def asked_by(program: Program, expression: Expr) -> frozenset[str]:
    """The names of all that an expression rests on."""
    found: set[str] = set()
    for call in calls_in(expression):
        found |= {call.callee}
        if call.callee in program.callables:
            found |= transitive_callees(program, program.callables[call.callee])
    return frozenset(found)


def is_kept_by_play(program: Program, names: frozenset[str]) -> bool:
    """Whether all facts among some names are kept by the play, so that nobody else can change them meanwhile."""
    for name in names:
        item = program.callables.get(name)
        if item is None or isinstance(item, Path):
            return False
        if isinstance(item, Fact) and item.kind in {"given", "absent"} and not item.owner:
            return False
    return True


def _with_called(program: Program, phases: Sequence[Phase]) -> list[Phase]:
    """Some phases, what lies inside them, and the phases that can be called meanwhile."""
    every = [one for root in program.sequences.values() for one in phases_in(root)]
    found = [one for phase in phases for one in phases_in(phase)]
    while True:
        played = {effect.fact for one in found for effect in _of_phase(one, whole=True) if _plays(effect)}
        actions = [one for one in program.callables.values() if isinstance(one, Action) and _is_done_in(one, found)]
        played |= {effect.fact for one in actions for effect in _effects_of(one) if _plays(effect)}
        played |= {effect.fact for event in program.events.values() for effect in event.effects if _plays(effect)}
        more = [
            inner
            for one in every
            if one.called and _is_called(one, tuple(played))
            for inner in phases_in(one)
            if not any(inner is known for known in found)
        ]
        if not more:
            return found
        found += more


def _plays(effect: Effect) -> bool:
    return effect.mode == EffectMode.PLAYS


def _is_called(phase: Phase, labels: Sequence[str]) -> bool:
    """Whether a phase goes by one of some labels, `march` or `war/march`."""
    return bool(phase.name) and any(label.rpartition("/")[2] == phase.name for label in labels)


def _is_done_in(action: Action, phases: Sequence[Phase]) -> bool:
    return not action.phases or any(_is_called(one, action.phases) for one in phases)


def _effects_of(action: Action) -> Iterator[Effect]:
    yield from action.effects
    yield from (effect for norm in action.norms for part in norms_in(norm) for effect in part.failing)


def _of_phase(phase: Phase, *, whole: bool) -> Iterator[Effect]:
    yield from phase.effects if whole else ()
    yield from phase.first if whole else ()
