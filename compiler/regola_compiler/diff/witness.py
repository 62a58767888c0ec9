"""A difference shown: one position and one question, put to the reference interpreters of both editions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from regola_compiler.analysis.symbolic.constraints import RelationRef
from regola_compiler.analysis.symbolic.individuals import Individuals
from regola_compiler.analysis.symbolic.symbols import input_symbol
from regola_compiler.analysis.symbolic.values import Box
from regola_compiler.analysis.witnesses.exhibits import put_up_lines, with_pieces_spoken_of
from regola_compiler.analysis.witnesses.samples import sample_value
from regola_compiler.analysis.witnesses.witness import DefaultingInterpreter, position_of
from regola_compiler.analysis.witnesses.written import format_facts
from regola_compiler.diff.match import Edition, Editions
from regola_compiler.diff.product import EDITION, Unanswered, convert, match_parameters, unmarked
from regola_compiler.diff.regions import Region, value_text
from regola_compiler.evaluate.assumptions import broken_assumption, records_in
from regola_compiler.evaluate.errors import Contradiction, Forbidden, RuleError, TableOverlap
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Rule
from regola_compiler.model.types import BoolType, RecordType, Type, Value, show, source


@dataclass(frozen=True, slots=True)
class DifferenceWitness:
    """A question that has another answer: what was given, both answers, and the new one as an example to paste."""

    given: tuple[tuple[str, str], ...]
    asked: str
    old: str
    new: str
    example: str


def witness(
    editions: Editions,
    name: str,
    regions: Iterable[Region],
    settled: Callable[[Box], Box | None],
    types: dict[str, Any],
    individuals: Individuals | None,
) -> DifferenceWitness | None:
    """The first point of some regions at which both interpreters disagree.

    What it says of an input is left out again where the same two answers come without it.
    """
    old, new = editions.old.program.callables[name], editions.new.program.callables[name]
    for region in regions:
        for box in region.boxes():
            plain = settled(box)
            point = None if plain is None else _ReplayedInput.at(editions, old, new, plain, individuals)
            if plain is None or point is None:
                continue
            for left_out in [leaf for leaf in plain if not isinstance(leaf, RelationRef)]:
                fewer = {leaf: values for leaf, values in plain.items() if leaf is not left_out}
                other = _ReplayedInput.at(editions, old, new, fewer, individuals)
                if other is not None and other.answers == point.answers:
                    plain, point = fewer, other
            return point.witness(types)
    return None


@dataclass(frozen=True)
class _ReplayedInput:
    """A question in one position, as each edition has it, with both answers."""

    editions: Editions
    old: Rule
    new: Rule
    theirs: list[Value]
    ours: list[Value]
    told: dict[Edition, Position]
    answers: list[Any]

    @classmethod
    def at(
        cls, editions: Editions, old: Rule, new: Rule, box: Box, individuals: Individuals | None
    ) -> _ReplayedInput | None:
        """The point that a box speaks of; None where it is no position, or both editions answer the same."""
        position = position_of(box, individuals)
        if position is None:
            return None
        ours = [sample_value(input_symbol(p.name), p.type, box) for p in new.parameters]
        position = with_pieces_spoken_of(editions.new.program, position, ours)
        try:
            theirs = _theirs(old, new, ours, box)
            told = {side: _known(position, side, editions) for side in (editions.old, editions.new)}
        except RuleError:
            return None
        # A fact that only one side asks is filled in there, and the other is told the same.
        for edition, item, arguments in ((editions.new, new, ours), (editions.old, old, theirs)) * 2:
            run = DefaultingInterpreter(edition.program, told[edition])
            _answer(run, item, arguments)
            other = editions.old if edition is editions.new else editions.new
            told[other] = {**_shared(run.position, run.read, edition, other), **told[other]}
            told[edition] = {
                key: value for key, value in run.position.items() if key in run.read or key in edition.told
            }
        point = cls(editions, old, new, theirs, ours, told, [])
        point.answers.extend(point.asked(told))
        return None if point.answers[0] == point.answers[1] or point.cannot_be() else point

    def sides(self) -> list[tuple[Edition, Rule, list[Value]]]:
        """What each edition is asked."""
        return [(self.editions.old, self.old, self.theirs), (self.editions.new, self.new, self.ours)]

    def asked(self, told: Mapping[Edition, Position]) -> list[Any]:
        """Both answers; of an old value, as the new edition has it."""
        answers = [_answer(Interpreter(e.program, told[e]), item, values) for e, item, values in self.sides()]
        with suppress(RuleError):
            answers[0] = convert(answers[0], self.old.result, self.new.result)
        return answers

    def cannot_be(self) -> bool:
        """Whether an assumption of either edition rules the position out."""
        for edition, _, values in self.sides():
            run = Interpreter(edition.program, self.told[edition])
            run.made = [record for value in values for record in records_in(value)]
            if broken_assumption(run):
                return True
        return False

    def needed(self) -> Position:
        """What of the position must be told, that both answers stay."""
        told = dict(self.told)
        for key in self.told[self.editions.new]:
            if key in self.editions.new.told:
                continue
            fewer = {side: {k: v for k, v in known.items() if k != key} for side, known in told.items()}
            if self.asked(fewer) == self.answers:
                told = fewer
        return told[self.editions.new]

    def witness(self, types: dict[str, Any]) -> DifferenceWitness:
        """The point in words, and as an example."""
        item = self.new
        given = [(p.name, show(value, p.type)) for value, p in zip(self.ours, item.parameters, strict=True)]
        program, needed = self.editions.new.program, self.needed()
        facts, told = format_facts(program, needed)
        shown = ", ".join(source(value, p.type) for value, p in zip(self.ours, item.parameters, strict=True))
        call = f"{item.name}({shown})" if shown else item.name
        anchors = ", ".join(_anchor(anchor.section) for anchor in item.anchors)
        lines = [f"example {item.name.replace('.', '_')}_changed" + (f" @{anchors}" if anchors else "")]
        there = with_pieces_spoken_of(program, needed, self.ours)
        lines += [f"  with {piece}" for piece in put_up_lines(program, there)]
        lines += [f"  given {', '.join(told)}"] if told else []
        lines += [f"  {line}" for line in _stated(call, self.answers[1], item)]
        old, new = (value_text(answer, types) for answer in self.answers)
        return DifferenceWitness((*given, *facts), call, old, new, "\n".join(lines))


def _answer(run: Interpreter, item: Rule, arguments: list[Value]) -> Any:
    try:
        return run.call(item.name, arguments)
    except RuleError as problem:
        return Unanswered.of(problem)


def _theirs(old: Rule, new: Rule, ours: list[Value], box: Box) -> list[Value]:
    """The arguments as the old edition has them."""
    values = dict(zip((p.name for p in new.parameters), ours, strict=True))
    found: dict[str, Value] = {}
    for before, after in match_parameters(old, new):
        if before is not None and after is not None:
            found[before.name] = convert(values[after.name], after.type, before.type)
        elif before is not None:
            found[before.name] = sample_value(input_symbol(before.name, EDITION), before.type, box)
    return [found[parameter.name] for parameter in old.parameters]


def _known(position: Position, edition: Edition, editions: Editions) -> Position:
    """What a position says of the facts that an edition has, in its own values."""
    found: Position = {}
    for (name, arguments), value in position.items():
        plain = unmarked(name)
        if edition is editions.new and name in edition.program.callables:
            found[name, arguments] = value
        elif edition is editions.old and plain in edition.program.callables:
            other = None if name != plain else editions.new.program.callables.get(plain)
            key, told = _crossed(edition.program.callables[plain], other, arguments, value)
            found[plain, key] = told
    return {**found, **edition.told}


def _crossed(fact: Rule, other: Rule | None, arguments: tuple[Value, ...], value: Value) -> Any:
    """What is said of a fact, as another edition's fact of its name has it."""
    if other is None or len(other.parameters) != len(fact.parameters):
        return arguments, value
    pairs = zip(arguments, other.parameters, fact.parameters, strict=True)
    return tuple(convert(v, a.type, b.type) for v, a, b in pairs), convert(value, other.result, fact.result)


def _shared(position: Position, read: Collection[Any], of: Edition, to: Edition) -> Position:
    """What one side read, as the other has it."""
    found: Position = {}
    for (name, arguments), value in position.items():
        ours, theirs = to.program.callables.get(name), of.program.callables[name]
        if ours is None or (name, arguments) not in read:
            continue
        with suppress(RuleError):
            key, told = _crossed(ours, theirs, arguments, value)
            found[name, key] = told
    return found


def _anchor(section: str) -> str:
    plain = all(part.isalnum() for part in section.split(".")) and section[:1].isdigit()
    return section if plain else f'"{section}"'


def _stated(call: str, answer: Any, item: Rule) -> list[str]:
    """The lines of an example that say what the answer is."""
    type_: Type = item.result
    if isinstance(answer, Unanswered):
        disagree = isinstance(answer.error, Contradiction | TableOverlap)
        forbidden = isinstance(answer.error, Forbidden)
        return [f"{call} is {'contradictory' if disagree else 'forbidden' if forbidden else 'missing'}"]
    if isinstance(type_, BoolType):
        return [call if answer else f"not {call}"]
    if isinstance(type_, RecordType) and type_.name.endswith(" row"):
        return [f"{call}.{name} is {source(answer.get(name), part)}" for name, part in type_.fields]
    return [f"{call} is {source(answer, type_)}"]
