"""What of a game's play is another between two editions: nothing that a question asks, and everything that is played.

Two actions may be allowed in the same positions, and roll other dice; two facts may begin with the same value, and one
of them last for a battle only. Such differences no answer shows, so they are read off the declarations themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regola_dsl.kinds import EffectMode

from regola_compiler.diff.match import semantic_key
from regola_compiler.model.program import (
    Action,
    Const,
    Deadline,
    Effect,
    Event,
    Fact,
    Life,
    Norm,
    Phase,
    PieceInfo,
    Players,
    PutUp,
    Rule,
)
from regola_compiler.model.types import source

PLAIN = frozenset({EffectMode.BECOMES, EffectMode.RESET})


def is_kept(item: Rule) -> bool:
    """Whether a declaration is a fact that the play alone keeps: what makes it is compared where it is written."""
    return isinstance(item, Fact) and item.kind in {"pieces", "rolled", "entered", "counted", "shown"}


def play_notes(old: Rule, new: Rule) -> Iterator[str]:
    """What is another in how a declaration is played."""
    if isinstance(old, Fact) and isinstance(new, Fact) and semantic_key(old.life) != semantic_key(new.life):
        yield f"it keeps what it is told {_life(old.life)} → {_life(new.life)}"
    if isinstance(old, Fact) and isinstance(new, Fact) and semantic_key(old.secret) != semantic_key(new.secret):
        yield "others see it" if new.secret else "everybody sees it"
    if isinstance(old, Action) and isinstance(new, Action):
        yield from _candidates(old, new)
        if semantic_key(old.agreed) != semantic_key(new.agreed):
            yield "others have to agree to it" if new.agreed else "nobody has to agree to it"
        for name, became in became_another(
            {roll.name.rpartition(".")[2]: roll for roll in old.rolls},
            {roll.name.rpartition(".")[2]: roll for roll in new.rolls},
        ):
            yield f"roll `{name}` {became}"
        for name, became in became_another(_counters(old), _counters(new)):
            if became == "is changed":  # that one is new or gone its guard says
                yield f"`{name}` counts otherwise"
        before, after = dict(_norms(old.norms)), dict(_norms(new.norms))
        for name in before.keys() & after.keys():
            if semantic_key(before[name].due) != semantic_key(after[name].due):
                yield f"rule `{name}` is due {_due(before[name].due)} → {_due(after[name].due)}"
            if semantic_key(before[name].failing) != semantic_key(after[name].failing):
                yield f"what comes about failing rule `{name}` is another"


def is_plain(effects: Sequence[Effect]) -> bool:
    """Whether effects only tell single facts, so that what they do can be asked."""
    return all(effect.mode in PLAIN and not effect.each for effect in effects)


def phase_notes(old: Phase, new: Phase) -> Iterator[str]:
    """What is another in how a phase is played, without those inside it that have names."""
    for aspect, words in (
        ("parameters", "is played with something else"),
        ("called", "is played by itself" if old.called else "is played only where it is called"),
        ("stays", "goes on until something else holds"),
        ("ends", "ends as soon as something else holds"),
        ("until_idle", "is repeated otherwise"),
        ("first", "has other effects at its beginning"),
        ("rolls", "rolls otherwise"),
        ("together", "is played by others together"),
        ("alone", "is decided by another where they do not agree"),
        ("at_once", "is played by others at once"),
        ("endings", "ends the game otherwise"),
    ):
        if semantic_key(getattr(old, aspect)) != semantic_key(getattr(new, aspect)):
            yield words
    if list(_blocks(old)) != list(_blocks(new)):
        yield "goes through other lists, or repeats otherwise"


def piece_notes(old: PieceInfo, new: PieceInfo) -> Iterator[str]:
    """What is another in a type of individuals; what they have are facts, which are compared by themselves."""
    if old.kind != new.kind:
        yield f"it was a {old.kind}"
    if old.lasting != new.lasting:
        known = [f"`{info.lasting}`" if info.lasting else "the game" for info in (old, new)]
        yield f"it lasts as long as {known[0]} → {known[1]}"


def event_notes(old: Event, new: Event) -> Iterator[str]:
    """What is another in what comes about by itself."""
    if semantic_key(old.parameters) != semantic_key(new.parameters):
        yield "it speaks of something else"
    if semantic_key(old.condition) != semantic_key(new.condition):
        yield "it comes about as soon as something else holds"
    if old.once != new.once:
        yield "it comes about once a game" if new.once else "it may come about again"
    if semantic_key(old.effects) != semantic_key(new.effects):
        yield "it has other effects"


def player_notes(old: Players | None, new: Players | None) -> Iterator[str]:
    """Who plays, if that is another."""
    if (None if old is None else str(old.type)) != (None if new is None else str(new.type)):
        yield f"the players are `{old.type if old else 'nobody'}` → `{new.type if new else 'nobody'}`"
    elif old is not None and new is not None and old.side != new.side:
        yield f"on whose side each is says `{old.side or 'nothing'}` → `{new.side or 'nothing'}`"


def setup_notes(old: Sequence[PutUp], new: Sequence[PutUp]) -> Iterator[str]:
    """Which pieces are put up that were not, or otherwise than they were."""
    before, after = ({piece.name: piece for piece in side} for side in (old, new))
    for name, became in became_another(before, after):
        yield f"`{name}` {became}"


def became_another(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is new, gone or changed, by name."""
    for name in {**old, **new}:
        if name not in old or name not in new:
            yield name, "is new" if name in new else "is gone"
        elif semantic_key(old[name]) != semantic_key(new[name]):
            yield name, "is changed"


def _candidates(old: Action, new: Action) -> Iterator[str]:
    # A guard says the same of an input: what is chosen among a list can be done with nothing else. So it is told once.
    known = [
        {
            parameter.name: items
            for parameter, items in zip(action.parameters, action.candidates, strict=False)
            if items is not None
        }
        for action in (old, new)
    ]
    for name, became in became_another(*known):
        yield f"among what `{name}` is chosen {became}"


def _counters(action: Action) -> dict[str, Any]:
    return {fact.name.rpartition(" of ")[0] or fact.name: (fact.life, fact.counts) for fact in action.counters}


def _norms(norms: Sequence[Norm]) -> Iterator[tuple[str, Norm]]:
    for norm in norms:
        yield norm.name, norm
        yield from _norms(norm.exceptions)


def _blocks(phase: Phase) -> Iterator[Any]:
    """The loops and repetitions right inside a phase, and what lies in them up to the next name."""
    for inner in phase.phases:
        if inner.name:
            continue
        own = (inner.values, inner.items, inner.where, inner.order, inner.until, inner.effects, inner.first)
        yield inner.optional, inner.until_idle, semantic_key((*own, inner.rolls, inner.endings))
        yield [part.name for part in inner.phases if part.name]
        yield from _blocks(inner)


def _life(life: Life | None) -> str:
    if life is None:
        return "for ever"
    names = ", ".join(f"`{name}`" for name in life.phases)
    one = life.who
    who = "" if one is None else f" of `{source(one.value, one.type)}`" if isinstance(one, Const) else " of one"
    return f"as long as {names} lasts{who}" if life.kind == "lasting" else f"until {names}{who} begins"


def _due(due: Deadline | None) -> str:
    if due is None:
        return "at no time"
    when = "at once" if due.at_once else f"by the end of `{due.phase}`" if due.phase else "now"
    possible = " where possible" if due.possible else ""
    either = f", one of {', '.join(f'`{name}`' for name in due.either)}" if due.either else ""
    return f"{when}{possible}{either}"
