"""What of a game's play is another between two editions: nothing that a question asks, and everything that is played.

Two actions may be allowed in the same positions, and roll other dice; two facts may begin with the same value, and one
of them last for a battle only. Such differences no answer shows, so they are read off the declarations themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regola_dsl.kinds import EffectMode
from regola_dsl.wording import enumerated, later, say

from regola_compiler.diff.match import semantic_key
from regola_compiler.model.names import last_part
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
        yield say("it keeps what it is told {before} → {after}", before=_life(old.life), after=_life(new.life))
    if isinstance(old, Fact) and isinstance(new, Fact) and semantic_key(old.secret) != semantic_key(new.secret):
        yield say("others see it") if new.secret else say("everybody sees it")
    if isinstance(old, Action) and isinstance(new, Action):
        yield from _candidates(old, new)
        if semantic_key(old.agreed) != semantic_key(new.agreed):
            yield say("others have to agree to it") if new.agreed else say("nobody has to agree to it")
        for name, became in became_another(
            {last_part(roll.name): roll for roll in old.rolls},
            {last_part(roll.name): roll for roll in new.rolls},
        ):
            yield say(became, what=say("roll `{name}`", name=name))
        for name, became in became_another(_counters(old), _counters(new)):
            if became == CHANGED:  # that one is new or gone its guard says
                yield say("`{name}` counts otherwise", name=name)
        before, after = dict(_norms(old.norms)), dict(_norms(new.norms))
        for name in before.keys() & after.keys():
            if semantic_key(before[name].due) != semantic_key(after[name].due):
                yield say(
                    "rule `{name}` is due {before} → {after}",
                    name=name,
                    before=_due(before[name].due),
                    after=_due(after[name].due),
                )
            if semantic_key(before[name].failing) != semantic_key(after[name].failing):
                yield say("what comes about failing rule `{name}` is another", name=name)


def is_plain(effects: Sequence[Effect]) -> bool:
    """Whether effects only tell single facts, so that what they do can be asked."""
    return all(effect.mode in PLAIN and not effect.each for effect in effects)


def phase_notes(old: Phase, new: Phase, phase: str) -> Iterator[str]:
    """What is another in how a phase, called so, is played, without those inside it that have names."""
    for aspect, words in (
        ("parameters", later("{phase} is played with something else")),
        (
            "called",
            later("{phase} is played by itself") if old.called else later("{phase} is played only where it is called"),
        ),
        ("stays", later("{phase} goes on until something else holds")),
        ("ends", later("{phase} ends as soon as something else holds")),
        ("until_idle", later("{phase} is repeated otherwise")),
        ("first", later("{phase} has other effects at its beginning")),
        ("rolls", later("{phase} rolls otherwise")),
        ("together", later("{phase} is played by others together")),
        ("alone", later("{phase} is decided by another where they do not agree")),
        ("at_once", later("{phase} is played by others at once")),
        ("endings", later("{phase} ends the game otherwise")),
    ):
        if semantic_key(getattr(old, aspect)) != semantic_key(getattr(new, aspect)):
            yield say(words, phase=phase)
    if list(_blocks(old)) != list(_blocks(new)):
        yield say("{phase} goes through other lists, or repeats otherwise", phase=phase)


def piece_notes(old: PieceInfo, new: PieceInfo) -> Iterator[str]:
    """What is another in a type of individuals; what they have are facts, which are compared by themselves."""
    if old.kind != new.kind:
        yield say("it was a {kind}", kind=old.kind)
    if old.lasting != new.lasting:
        known = [f"`{info.lasting}`" if info.lasting else say("the game") for info in (old, new)]
        yield say("it lasts as long as {before} → {after}", before=known[0], after=known[1])


def event_notes(old: Event, new: Event) -> Iterator[str]:
    """What is another in what comes about by itself."""
    if semantic_key(old.parameters) != semantic_key(new.parameters):
        yield say("it speaks of something else")
    if semantic_key(old.condition) != semantic_key(new.condition):
        yield say("it comes about as soon as something else holds")
    if old.once != new.once:
        yield say("it comes about once a game") if new.once else say("it may come about again")
    if semantic_key(old.effects) != semantic_key(new.effects):
        yield say("it has other effects")


def player_notes(old: Players | None, new: Players | None) -> Iterator[str]:
    """Who plays, if that is another."""
    if (None if old is None else str(old.type)) != (None if new is None else str(new.type)):
        before, after = (say("nobody") if side is None else str(side.type) for side in (old, new))
        yield say("the players are `{before}` → `{after}`", before=before, after=after)
    elif old is not None and new is not None and old.side != new.side:
        before, after = (side.side or say("nothing") for side in (old, new))
        yield say("on whose side each is says `{before}` → `{after}`", before=before, after=after)


def setup_notes(old: Sequence[PutUp], new: Sequence[PutUp]) -> Iterator[str]:
    """Which pieces are put up that were not, or otherwise than they were."""
    before, after = ({piece.name: piece for piece in side} for side in (old, new))
    for name, became in became_another(before, after):
        yield say(became, what=f"`{name}`")


# What became of something.
NEW, GONE, CHANGED = later("{what} is new"), later("{what} is gone"), later("{what} is changed")


def became_another(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is new, gone or changed, by name, with the template that says so."""
    for name in {**old, **new}:
        if name not in old or name not in new:
            yield name, NEW if name in new else GONE
        elif semantic_key(old[name]) != semantic_key(new[name]):
            yield name, CHANGED


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
        yield say(became, what=say("among what `{name}` is chosen", name=name))


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
        return say("for ever")
    names = enumerated([f"`{name}`" for name in life.phases], ", ")
    one = life.who
    if one is not None:
        of = f"`{source(one.value, one.type)}`" if isinstance(one, Const) else say("one")
        names = say("{phases} of {who}", phases=names, who=of)
    return (
        say("as long as {phases} lasts", phases=names)
        if life.kind == "lasting"
        else say("until {phases} begins", phases=names)
    )


def _due(due: Deadline | None) -> str:
    if due is None:
        return say("at no time")
    when = (
        say("at once") if due.at_once else say("by the end of `{phase}`", phase=due.phase) if due.phase else say("now")
    )
    if due.possible:
        when = say("{when} where possible", when=when)
    if not due.either:
        return when
    return say("{when}, one of {deeds}", when=when, deeds=", ".join(f"`{name}`" for name in due.either))
