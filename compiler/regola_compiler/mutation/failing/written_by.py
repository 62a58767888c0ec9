"""What wrote a value that an example asks for: which effect of which deed, or that none of what is done writes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from regola_dsl.diagnostics import Label, name_list
from regola_dsl.kinds import EffectMode
from regola_dsl.wording import say

from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.play.deeds import Key
from regola_compiler.evaluate.worked.examples import ExampleRun
from regola_compiler.model.kinds import Operator
from regola_compiler.model.names import is_extent, last_part, type_of_extent
from regola_compiler.model.program import (
    Action,
    Apply,
    Call,
    Const,
    DoLine,
    Effect,
    Example,
    ExampleLine,
    Expectation,
    Fact,
    PlayLine,
    Program,
)
from regola_compiler.model.types import BoolType, Value, show, source
from regola_compiler.model.visitor import norms_in, phases_in
from regola_compiler.mutation.failing.wanted_effect import deed_of, told_in, wanted_effect
from regola_compiler.mutation.mutation import to_source

# So many places are shown at most, and of so many deeds it is said that they write it.
SHOWN, _NAMED = 3, 3


def written_by(
    program: Program, example: Example, place: int, fact: Fact, values: Sequence[Value]
) -> tuple[tuple[Label, ...], str] | None:
    """Where that was written which the line at a `place` of an example asks of a fact, and what to do about it.

    None where nothing is done above it.
    """
    deeds = [n for n, one in enumerate(example.lines[:place]) if isinstance(one, DoLine | PlayLine)]
    if not deeds:
        return None
    key = fact.name, tuple(values)
    last, (wrote, now) = example.lines[deeds[-1]], _wrote(program, example, place, key)
    deed, name, shown = deed_of(last), last_part(fact.name), list[Label]()
    if isinstance(wrote, DoLine | PlayLine):
        shown = [Label(wrote.span, say("this made it what it is")), *_shown(program, wrote, fact)]
        if wrote is last:
            return tuple(shown), say(
                "`{deed}` made it so: look in the book what that does to `{fact}`, and correct the effect, or this "
                "line",
                deed=deed,
                fact=name,
            )
    if effects := _shown(program, last, fact):
        return (Label(last.span, say("this changed nothing of it")), *effects, *shown)[:SHOWN], say(
            "`{deed}` could write `{fact}`, and did not here: look at when the effect comes about and what it is said "
            "of, or correct this line",
            deed=deed,
            fact=name,
        )
    if is_extent(fact.name):
        return _none_leaves(program, last, fact)
    proposal = _proposed(program, last, fact, _start(fact) if now is None else now, example.lines[place])
    silent = Label(last.span, say("no effect of this writes `{fact}`", fact=name))
    if isinstance(wrote, DoLine | PlayLine):
        return (silent, *shown)[:SHOWN], say(
            "`{other}` made it so, and no effect of `{deed}` below it writes `{fact}`: write one there, such as "
            "`{effect}`, or correct that of `{other}`, or this line",
            deed=deed,
            other=deed_of(wrote),
            fact=name,
            effect=proposal,
        )
    head = [Label(item.name_span, say("what it does is said here")) for item in _actions(program, deed)]
    others = [one for one in _all_deeds(program) if any(e.fact == fact.name for e in _effects(program, one))]
    if others:
        return (silent, *head), say(
            "no effect of `{deed}` writes `{fact}`, as {others} does: write one there, such as `{effect}`, or correct "
            "this line",
            deed=deed,
            fact=name,
            others=name_list([last_part(one) for one in others], "or", _NAMED),
            effect=proposal,
        )
    return (silent, *head), say(
        "no effect of `{deed}` writes `{fact}`, and no other one does: write one, such as `{effect}`, or correct this "
        "line",
        deed=deed,
        fact=name,
        effect=proposal,
    )


def _none_leaves(program: Program, last: ExampleLine, fact: Fact) -> tuple[tuple[Label, ...], str]:
    """That by what is done no piece of a type leaves or enters, where a line asks of all that are there."""
    deed, piece = deed_of(last), type_of_extent(fact.name)
    parameters = [one for item in _actions(program, deed) for one in item.parameters if str(one.type) == piece]
    head = [Label(item.name_span, say("what it does is said here")) for item in _actions(program, deed)]
    shown = (Label(last.span, say("no `{piece}` leaves by this, and none enters", piece=piece)), *head)
    leaving = [
        last_part(one)
        for one in _all_deeds(program)
        if any(effect.fact == fact.name and effect.mode == EffectMode.LEAVES for effect in _effects(program, one))
    ]
    if not leaving:
        return shown, say(
            "write the effect of `{deed}` with which a `{piece}` leaves or enters, or correct this line",
            deed=deed,
            piece=piece,
        )
    return shown, say(
        "if a `{piece}` leaves by `{deed}`, as by {others}, write `effect {who} leaves` there, or correct this line",
        deed=deed,
        piece=piece,
        others=name_list(leaving, "or", _NAMED),
        who=parameters[0].name if len(parameters) == 1 else "…",
    )


def unwritten_above(program: Program, example: Example, place: int, asked: Interpreter) -> Iterator[Label]:
    """What was asked of those to whom something is done above a line, and is written by none of what is done.

    Args:
        program: The rules.
        example: The example.
        place: Which of its lines.
        asked: What the line asked, in its position.
    """
    deeds = [one for one in example.lines[:place] if isinstance(one, DoLine | PlayLine)]
    written = {effect.fact for one in deeds for effect in _effects(program, deed_of(one))}
    done = [one.expression for one in deeds if isinstance(one, DoLine)]
    spoken_of = [part for one in done if isinstance(one, Call) for part in one.arguments if isinstance(part, Const)]
    for fact in (program.callables.get(name) for name in sorted(asked.asked - written)):
        if not isinstance(fact, Fact) or fact.kind != "state" or len(fact.parameters) != 1:
            continue
        for thing in spoken_of:
            if asked.was_asked(fact.name, (thing.value,)):
                value = show(asked.call(fact.name, [thing.value]), fact.result)
                yield Label(
                    fact.name_span,
                    say(
                        "`{fact}` of `{thing}` is {value}, and nothing done above writes it",
                        fact=last_part(fact.name),
                        thing=to_source(thing),
                        value=value,
                    ),
                )


def _wrote(program: Program, example: Example, place: int, key: Key) -> tuple[ExampleLine | None, Value | None]:
    """The last line above one of an example that changed what a fact says; and what it says then, if that was told."""
    run, found = ExampleRun(program, example), None
    for line in example.lines[:place]:
        before = run.position.get(key)
        run.attempt(line, traced=False)
        found = line if run.position.get(key) != before else found
    return found, run.position.get(key)


def _start(fact: Fact) -> Value | None:
    return fact.default.value if isinstance(fact.default, Const) else None


def _shown(program: Program, line: ExampleLine, fact: Fact) -> list[Label]:
    """The effects of a deed that can write a fact."""
    found = [one for one in _effects(program, deed_of(line)) if one.fact == fact.name]
    return [Label(one.span, say("this writes it, if anything does")) for one in found[: SHOWN - 1]]


def _actions(program: Program, deed: str) -> Iterator[Action]:
    item = program.callables.get(deed)
    if isinstance(item, Action):
        yield item


def _proposed(program: Program, done: ExampleLine, fact: Fact, was: Value | None, wanted: ExampleLine) -> str:
    """An effect that would bring about what is asked for, as one writes it."""
    asked = wanted.expression if isinstance(wanted, Expectation) else None
    match asked:
        case Apply(operator=Operator.EQUAL, operands=(_, Const(value=value))):
            return wanted_effect(program, done, fact, was, value)
        case Apply(operator=Operator.EQUAL, operands=(_, other)):
            value_said = to_source(other)
        case Call(type=BoolType()):
            value_said = source(value=True, type_=asked.type)
        case Apply(operator=Operator.NOT, operands=(Call(type=BoolType() as type_),)):
            value_said = source(value=False, type_=type_)
        case _:
            value_said = "…"
    return f"effect {told_in(program, done, fact)} becomes {value_said}"


def _effects(program: Program, deed: str) -> Iterator[Effect]:
    """The effects of an action or a phase, and of the phases inside it."""
    for item in _actions(program, deed):
        yield from item.effects
        yield from (effect for norm in item.norms for part in norms_in(norm) for effect in part.failing)
    for sequence in program.sequences.values():
        for phase in phases_in(sequence):
            if phase.name == deed:
                yield from (effect for one in phases_in(phase) for effect in (*one.first, *one.effects))


def _all_deeds(program: Program) -> Iterator[str]:
    """All that an example can do or play, by name."""
    yield from (name for name, item in program.callables.items() if isinstance(item, Action))
    yield from (phase.name for one in program.sequences.values() for phase in phases_in(one) if phase.name)
