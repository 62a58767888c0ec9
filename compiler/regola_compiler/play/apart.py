"""What several do at once comes together, by the interpreter: see `regola_runtime.played.apart`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from regola_dsl.kinds import EffectMode
from regola_dsl.wording import say
from regola_runtime.played.apart import Disagreement, added_up, together

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.deeds import Key, shown_name
from regola_compiler.evaluate.play.pieces import there_are, without
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.names import extent_of
from regola_compiler.model.program import Action, Effect, Fact, Program
from regola_compiler.model.types import BOOL, Handle
from regola_compiler.play.secrets import showing_facts, stands

# What says whose turn it is, which is each one's own.
_OWN = frozenset({"phase", "active"})
_ADDS = frozenset({EffectMode.GAINS, EffectMode.LOSES})


def adding_facts(program: Program) -> frozenset[str]:
    """The facts that deeds only add to and take from, so that what several do to them adds up; counts among them."""
    effects = [effect for item in program.callables.values() if isinstance(item, Action) for effect in item.effects]
    counts = {
        item.name
        for item in program.callables.values()
        if isinstance(item, Fact) and item.counts is not None and item.result != BOOL
    }
    return frozenset((_facts(effects, adding=True) | counts) - _facts(effects, adding=False))


def _facts(effects: Iterable[Effect], *, adding: bool) -> set[str]:
    told = {EffectMode.BECOMES, EffectMode.RESET} if not adding else _ADDS
    return {effect.fact for effect in effects if effect.mode in told}


def joined(program: Program, adding: frozenset[str], begun: Position, ended: Sequence[Position]) -> Position:
    """The position in which what several did apart comes together.

    Raises:
        Disagreement: where two of them made different things of one fact.
        OutOfRange: where what adds up is outside its bounds.
    """
    lists = {extent_of(type_): type_ for type_ in program.pieces}
    gone = [
        piece
        for type_ in lists.values()
        for piece in there_are(begun, type_)
        if isinstance(piece, Handle) and any(piece not in there_are(one, type_) for one in ended)
    ]
    if gone:
        begun, ended = without(program, begun, gone), [without(program, one, gone) for one in ended]
    run = Interpreter(program, begun)
    changed: list[Key] = []

    def add(key: Key, several: list[Any]) -> Any:
        if key[0] in lists:
            raise Disagreement(
                say("two of those who act at once make a piece of {lists}, and which is which?", lists=lists[key[0]])
            )
        if key[0] not in adding:
            return None
        changed.append(key)
        return added_up(run.call(key[0], list(key[1])), several)

    marks = showing_facts(program)
    left = _OWN | marks
    found = together(
        {key: value for key, value in begun.items() if key[0] not in left},
        [{key: value for key, value in one.items() if key[0] not in left} for one in ended],
        add=add,
        name=lambda key: _called(program, key),
    )
    for key in changed:
        fact = program.callables[key[0]]
        run.check_bounds(found[key], fact.result, f"`{shown_name(fact)}`", fact.name_span)
    after = {**{key: value for key, value in begun.items() if key[0] in _OWN}, **found}
    if not marks:
        return after
    # What one of them showed is seen if it is so still when all has come together.
    run = Interpreter(program, after)
    shown = [(key, value) for one in ended for key, value in one.items() if key[0] in marks]
    return {**after, **{key: value for key, value in shown if stands(run, program, key, value)}}


def _called(program: Program, key: Key) -> str:
    fact = program.callables.get(key[0])
    return key[0] if fact is None else shown_name(fact)
