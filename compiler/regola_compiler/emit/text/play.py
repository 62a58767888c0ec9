"""What is played, in words: what a deed brings about and for whom, dice, limits, how long a fact lasts, duties."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from regola_dsl.kinds import EffectMode

from regola_compiler.emit.text.kept import is_nothing, written_out
from regola_compiler.emit.text.printer import LOOSEST, POSTFIX, SHIFT, is_bare
from regola_compiler.emit.text.verbalizer import Verbalizer
from regola_compiler.emit.text.words.grammar import capital
from regola_compiler.emit.text.words.scopes import Variable, kind_of
from regola_compiler.ir.conditions import split_unless
from regola_compiler.ir.tree import (
    Apply,
    Binding,
    Call,
    Const,
    Deadline,
    Effect,
    Ending,
    Expr,
    Fact,
    Guard,
    Life,
    Order,
    Phase,
    Roll,
    Secret,
    Var,
)
from regola_compiler.ir.types import BoolType, ListType
from regola_compiler.model.names import last_part, type_of_extent

# --- what a deed brings about ---


def say_change(speaker: Verbalizer, effect: Effect) -> None:
    """What an effect does, and to what."""
    start, before = len(speaker.pieces), speaker.scope
    plain = written_out(effect)
    for binding in plain.each:
        say_binding(speaker, binding)
        speaker.text(": ")
    _done_to(speaker, plain)
    if plain.condition is not None:
        speaker.when(plain.condition, "if_then")
    speaker.scope = before
    if plain.each or _begins_small(speaker, plain):
        begin_with_capital(speaker, start)


def _begins_small(speaker: Verbalizer, effect: Effect) -> bool:
    return effect.mode != EffectMode.BECOMES or speaker.naming.is_of_a_piece(effect.fact)


def begin_with_capital(speaker: Verbalizer, start: int) -> None:
    """A capital for the first letter said since."""
    if start < len(speaker.pieces) and not is_bare(first := speaker.pieces[start]):
        speaker.pieces[start] = replace(first, text=capital(first.text))


def _done_to(speaker: Verbalizer, effect: Effect) -> None:
    fact = Call(effect.fact, effect.arguments)
    match effect.mode:
        case EffectMode.BECOMES | EffectMode.RESET:
            _becomes(speaker, fact, effect.value)
        case EffectMode.GAINS | EffectMode.LOSES:
            _state(speaker, fact)
            listed = isinstance(speaker.type_of(fact), ListType)
            speaker.say(speaker.agreeing(fact, f"{effect.mode}{'_items' if listed else ''}"))
            if effect.value is not None:
                speaker.at(effect.value, LOOSEST)
        case EffectMode.ENTERS:
            _enters(speaker, effect)
        case EffectMode.LEAVES:
            speaker.at(effect.arguments[0], POSTFIX)
            noun = speaker.noun_of(effect.arguments[0])
            speaker.say(f"many {effect.mode}" if noun is not None and noun.many else effect.mode)
        case EffectMode.TAKES_OVER:
            taking, taken = effect.arguments
            speaker.at(taking, POSTFIX)
            speaker.say("takes_over")
            speaker.at(taken, POSTFIX)
        case EffectMode.PLAYS:
            speaker.say("plays")
            speaker.phase_named(effect.fact)
            speaker.asked(effect.arguments)
        case EffectMode.SHOWS:
            assert isinstance(effect.value, Call)
            _state(speaker, effect.value)
            speaker.say(speaker.agreeing(effect.value, "shows"))
            speaker.at(effect.arguments[0], POSTFIX)
        case EffectMode.CHANGES:  # written out before
            speaker.named(effect.fact)
            speaker.asked(effect.arguments)
        case _:
            assert_never(effect.mode)


def _enters(speaker: Verbalizer, effect: Effect) -> None:
    """What is made: how many, of which type, and what is told of each."""
    one = isinstance(effect.value, Const) and effect.value.value == 1
    speaker.say("enters" if one else "many enters")
    if not one and effect.value is not None:
        speaker.at(effect.value, POSTFIX)
        speaker.text(" × ")
    speaker.typed(type_of_extent(effect.fact))
    for place, (name, value) in enumerate(zip(effect.fields, effect.arguments, strict=True)):
        speaker.text(", " if place else " (")
        speaker.add("rule", speaker.naming.title(name, speaker.tag) or speaker.naming.own_name(name), name, name)
        speaker.text(": ")
        speaker.node(value)
    speaker.text(")" if effect.fields else "")


def _becomes(speaker: Verbalizer, fact: Call, value: Expr | None) -> None:
    said = isinstance(speaker.type_of(fact), BoolType)
    if said and isinstance(value, Const) and speaker.naming.is_of_a_piece(fact.name):
        speaker.say("from_now")
        speaker.piece_clause(fact, holds=bool(value.value))
        return
    _state(speaker, fact)
    if value is None:
        speaker.say("reset")
    elif is_nothing(value):
        speaker.say("becomes_nothing")
    else:
        speaker.say("answer" if said else speaker.agreeing(fact, "becomes"))
        speaker.node(value)


def _state(speaker: Verbalizer, fact: Call) -> None:
    """A fact that is told something: by its title, and of what."""
    # A fact that is reset is named without its arguments: of all pieces at once.
    of_one = bool(fact.arguments) and speaker.naming.is_of_a_piece(fact.name)
    if of_one and not isinstance(speaker.type_of(fact), BoolType):
        speaker.of_piece(fact)
        return
    speaker.named(fact.name)
    speaker.asked(speaker.asked_of(fact))


def say_binding(speaker: Verbalizer, binding: Binding) -> None:
    """For whom something comes about; from here on its name is known."""
    one = speaker.scopes.item(binding, speaker.scope)
    inside = speaker.scope.within(one)
    speaker.scope = inside
    noun = speaker.called(binding.variable)
    speaker.say("all_one")
    if noun is None:
        speaker.variable(binding.variable)
    else:
        speaker.add("var", noun.text, sign=binding.variable)
    speaker.among(binding.items, noun, kind_of(one.type))
    if binding.where is not None:
        speaker.where(binding.where)


# --- chance ---


def say_roll(speaker: Verbalizer, roll: Roll) -> None:
    """What is rolled or drawn, for whom, and how often."""
    start, before = len(speaker.pieces), speaker.scope
    name = last_part(roll.name)
    title = speaker.naming.title(roll.name, speaker.tag)
    speaker.add("var", title or name.replace("_", " "), sign=name)
    speaker.text(": ")
    if roll.each is not None:
        say_binding(speaker, roll.each)
        speaker.text(", ")
    if roll.dice is not None:
        if roll.count is not None:
            speaker.at(roll.count, POSTFIX)
            speaker.text(" × ")
        speaker.text(roll.dice.notation)
    if roll.pool is not None:
        speaker.say("drawn")
        speaker.at(roll.pool, POSTFIX)
    speaker.scope = before
    begin_with_capital(speaker, start)


def say_rolled(speaker: Verbalizer, pairs: tuple[tuple[Expr, Expr], ...]) -> None:
    """What dice show in an example."""
    for place, (die, value) in enumerate(pairs):
        speaker.text(", ") if place else speaker.say("rolling")
        speaker.at(die, SHIFT)
        speaker.say("shows_number")
        speaker.at(value, SHIFT)


# --- limits ---


def say_limit(speaker: Verbalizer, guard: Guard) -> None:
    """How often something may be done: in each playing of which phases, for each of what."""
    match guard.condition:
        case Apply(operands=(Call(name=name, arguments=keys), amount)):
            fact = speaker.naming.declarations.get(name)
        case _:
            speaker.requirement(guard.condition)
            return
    start = len(speaker.pieces)
    _often(speaker, amount)
    counted = fact if isinstance(fact, Fact) else None
    if counted is not None and counted.life is not None:
        speaker.say("in_each")
        speaker.phases_named(counted.life.phases)
    if counted is not None and counted.counts is not None and counted.counts.unordered:
        speaker.say("for_each_pair")
        _keys(speaker, keys)
    elif keys:
        speaker.say("for_each_of")
        _keys(speaker, keys)
    others = [] if counted is None or counted.counts is None else counted.counts.deeds
    if len(others) > 1:
        speaker.say("counted_together")
        for place, deed in enumerate(others):
            speaker.text(", " if place else "")
            speaker.deed_title(deed.action)
    begin_with_capital(speaker, start)


def _often(speaker: Verbalizer, amount: Expr) -> None:
    if isinstance(amount, Const) and amount.value == 1:
        speaker.say("at_most_once")
    elif isinstance(amount, Const):
        speaker.say("at_most_times")
        speaker.at(amount, POSTFIX)
        speaker.say("times")
    else:
        speaker.say("at_most_so_often")
        speaker.at(amount, LOOSEST)
        speaker.text(",")


def _keys(speaker: Verbalizer, keys: tuple[Expr, ...]) -> None:
    for place, key in enumerate(keys):
        if place:
            speaker.say("and")
        noun = speaker.called(key.name) if isinstance(key, Var) else None
        if noun is not None and isinstance(key, Var):
            speaker.add("var", noun.text, sign=key.name)
        else:
            speaker.at(key, POSTFIX)


def say_candidates(speaker: Verbalizer, name: str, items: Expr, many: tuple[int, int] | None = None) -> None:
    """Among what an input of an action is chosen; of a group, how many that are: at least, and at most."""
    start = len(speaker.pieces)
    noun = speaker.called(name)
    speaker.add("var", name.replace("_", " ") if noun is None else noun.text, sign=name)
    if many is not None:
        low, high = many
        speaker.text(f" ({low})" if low == high else f" ({low}–{high})")
    speaker.say("among")
    speaker.at(items, POSTFIX)
    begin_with_capital(speaker, start)


# --- how long, until when ---


def say_life(speaker: Verbalizer, life: Life) -> None:
    """How long a fact keeps what it is told."""
    speaker.say(life.kind)
    speaker.phases_named(life.phases)
    if life.who is not None:
        speaker.say("start_of")
        speaker.at(life.who, POSTFIX)
    speaker.say(f"{life.kind}_end")


def say_secret(speaker: Verbalizer, secret: Secret) -> None:
    """Who does not see what a fact says, and when everybody does."""
    speaker.say("hidden_but" if secret.all_but else "hidden_from")
    speaker.at(secret.who, POSTFIX)
    if secret.unless is not None:
        speaker.say("unless")
        speaker.at(secret.unless, LOOSEST)


def say_due(speaker: Verbalizer, due: Deadline, action: str) -> None:
    """What else would do, and until when something is due."""
    others = [other for other in due.either if other != action]
    for other in others:
        speaker.say("or_else")
        speaker.deed_title(other)
    if due.phase is None:
        speaker.say("at_once")
    elif due.phase:
        speaker.say("by_end")
        speaker.phase_named(due.phase)
    if due.possible:
        speaker.say("where_possible")


# --- phases ---


def say_loop(speaker: Verbalizer, phase: Phase) -> None:
    """For which of a list its phases are played, and in which order."""
    before = speaker.scope
    one = Variable(phase.variable, None)
    if phase.items is not None:
        one = speaker.scopes.item(Binding(phase.variable, phase.items, None), speaker.scope)
    elif phase.values:
        one = speaker.scopes.valued(phase.variable, phase.values[0])
    speaker.scope = before.within(one)
    noun = speaker.called(phase.variable)
    speaker.add("var", phase.variable.replace("_", " ") if noun is None else noun.text, sign=phase.variable)
    if phase.items is not None:
        speaker.among(phase.items, noun, kind_of(one.type))
    else:
        for place, value in enumerate(phase.values):
            speaker.text(", " if place else ": ")
            speaker.at(value, SHIFT)
    if phase.where is not None:
        speaker.where(phase.where)
    if phase.order is not None:
        _order(speaker, phase.order)
    if phase.optional:
        speaker.say("optional")
    speaker.scope = before


def _order(speaker: Verbalizer, order: Order) -> None:
    match order.by:
        case "any":
            speaker.say("any_order")
        case "most" | "least":
            speaker.say(f"by_{order.by}")
            if order.amount is not None:
                speaker.at(order.amount, SHIFT)
            if order.ties is None:
                speaker.say("ties_at_random")
            else:
                speaker.say("ties_as")
                speaker.at(order.ties, POSTFIX)
                speaker.say("likes")
        case "listed":
            pass
        case _:
            assert_never(order.by)


def say_ending(speaker: Verbalizer, ending: Ending) -> None:
    """When the game ends, and who has won."""
    speaker.say("ended_when")
    if split_unless(ending.condition)[0]:
        speaker.condition(ending.condition)
    else:
        speaker.requirement(ending.condition)
    if ending.winner is not None:
        speaker.say("won_by")
        speaker.at(ending.winner, SHIFT)
    speaker.text(".")
