"""Rules asked of crowds: one piece stands for many that are alike, and answers for each of them.

What is said of the piece is said of every piece it stands for; how many these are is known or not. Where an answer
hangs on how many there are, and that is not known, it is `Uncounted`; where it would tell them from one another, alike
pieces are `ToldApart`. Everything else is as the interpreter has it. A crowd that is known to be of one piece is that
piece, and no crowd.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from regola_dsl.kinds import EffectMode, FoldKind
from regola_runtime.play import Arguments, Calls, Rolled

from regola_compiler.evaluate.errors import EmptyFold
from regola_compiler.evaluate.interpreter import Interpreter
from regola_compiler.evaluate.operations import CONCRETE
from regola_compiler.evaluate.play.deeds import Turnout
from regola_compiler.evaluate.play.doing import done
from regola_compiler.evaluate.protocol import Env, Position
from regola_compiler.model.kinds import Operator
from regola_compiler.model.program import (
    Action,
    Apply,
    Binding,
    Call,
    Choice,
    Effect,
    Fold,
    ListLiteral,
    Path,
    Program,
    Rule,
    Supposed,
)
from regola_compiler.model.types import EnumType, Handle, HandleType, ListType, RecordValue, Type
from regola_compiler.model.visitor import iter_nodes
from regola_compiler.play.rules import Playing


class ToldApart(Exception):  # noqa: N818  it says what is wrong
    """Rules that tell pieces from one another of which the same is said, or that are not asked so."""


class Uncounted(Exception):  # noqa: N818  it says what is wrong
    """An answer that hangs on how many alike pieces there are."""


@dataclass(frozen=True, slots=True)
class Crowds:
    """The pieces that stand for many: how many each stands for, None where that is not known.

    Those in `perhaps` may stand for none at all; all others for one at least.
    """

    counts: Mapping[Handle, int | None] = field(default_factory=dict)
    perhaps: frozenset[Handle] = frozenset()

    def of(self, value: Any) -> Iterator[Handle]:
        """The crowds that stand in a value."""
        if isinstance(value, Handle):
            if value in self.counts:
                yield value
        elif isinstance(value, RecordValue):
            for _, part in value.fields:
                yield from self.of(part)
        elif isinstance(value, tuple | frozenset | list):
            for part in value:
                yield from self.of(part)

    def hold_single(self, pieces: Iterable[Handle]) -> None:
        """Hold that none of some crowds has to be told apart.

        Raises:
            Uncounted: if it would have to be, unless it is of one piece.
            ToldApart: if it is of several.
        """
        for piece in pieces:
            if self.counts[piece] is None:
                raise Uncounted
            raise ToldApart


ALONE = Crowds()
_HELD = frozenset({FoldKind.ANY, FoldKind.NO, FoldKind.ALL})
_COUNTED = frozenset({EffectMode.GAINS, EffectMode.LOSES, EffectMode.ENTERS, EffectMode.PLAYS})


class CrowdInterpreter(Interpreter):
    """The interpreter in a position in which some pieces stand for many."""

    def __init__(self, program: Program, position: Position, crowds: Crowds, copies: frozenset[int]) -> None:
        super().__init__(program, position, own=False)
        self.crowds, self._copied = crowds, copies
        self.apply, self.within = self._apply, self._within

    def elsewhere(self, position: Position) -> Interpreter:
        """The same in another position."""
        other = CrowdInterpreter(self.program, position, self.crowds, self._copied)
        other.trace, other.touched, other.rows = self.trace, self.touched, self.rows
        other.asked, other.made, other.notes = self.asked, self.made, self.notes
        return other

    def _single(self, value: Any) -> None:
        self.crowds.hold_single(self.crowds.of(value))

    def _apply(self, operator: Operator, /, *values: Any) -> Any:
        if operator is Operator.IS_A:
            return CONCRETE.apply(operator, *values)
        for place, value in enumerate(values):
            kind = type(value)
            if kind is Handle:
                # Another piece is another one, and with itself a crowd is not compared.
                if value in self.crowds.counts and value in values[:place]:
                    self._single(value)
            elif kind is not int and kind is not bool:
                self._single(value)
        return CONCRETE.apply(operator, *values)

    def _within(self, value: Any, type_: Type, place: str) -> Any:
        if isinstance(type_, ListType) and (type_.limit is not None or type_.least):
            self._single(value)
        return CONCRETE.within(value, type_, place)

    def _listed(self, node: ListLiteral, env: Env) -> tuple[Any, ...]:
        found = super()._listed(node, env)
        if id(node) not in self._copied:
            self._single(found)  # it has one of a crowd, where other lists have all
        return found

    def _operation(self, node: Apply, env: Env) -> Any:
        if node.operator is Operator.CONTAINS:
            listed = self.evaluate(node.operands[1], env)
            if any(True for _ in self.crowds.of(listed)):
                # A list has all of a crowd or none of it: whoever is of one that is in it is in it.
                value = self.evaluate(node.operands[0], env)
                if not isinstance(value, Handle) or any(not isinstance(one, Handle) for one in listed):
                    self._single((value, listed))
                if value in self.crowds.counts:
                    return value in listed
        return super()._operation(node, env)

    def _fold(self, node: Fold, env: Env) -> Any:
        listed = self.evaluate(node.items, env)
        crowds = self.crowds
        if not any(True for _ in crowds.of(listed)):
            return super()._fold(node, env)
        self._single([one for one in listed if not isinstance(one, Handle)])
        chosen: list[tuple[Any, Handle]] = []
        undecided = False
        for item in listed:
            inner = {**env, node.variable: item}
            held = node.where is None or bool(self.evaluate(node.where, inner))
            if node.kind in _HELD:
                if held is (node.kind != FoldKind.ALL):
                    if item not in crowds.perhaps:
                        return node.kind == FoldKind.ANY
                    undecided = True
                continue
            if held:
                own = item if node.kind == FoldKind.THOSE else 1
                chosen.append((own if node.value is None else self.evaluate(node.value, inner), item))
        if undecided:
            raise Uncounted
        if node.kind in _HELD:
            return node.kind != FoldKind.ANY
        if node.kind == FoldKind.THOSE:
            crowds.hold_single(one for value, one in chosen if value != one and one in crowds.counts)
            return tuple(value for value, _ in chosen)
        if node.kind in {FoldKind.COUNT, FoldKind.SUM}:
            return CONCRETE.total([value * self._number(item) for value, item in chosen], listed)
        if any(item in crowds.perhaps for _, item in chosen):
            raise Uncounted
        if not chosen:
            raise EmptyFold(node.kind).at(node.span)
        best = chosen[0][0]
        for value, _ in chosen[1:]:
            best = self.apply(Operator(node.kind), best, value)
        return best

    def _number(self, piece: Any) -> int:
        found = self.crowds.counts.get(piece, 1)
        if found is None:
            raise Uncounted
        return found

    def _worked_out(self, callee: Rule, env: Env) -> Any:
        if isinstance(callee, Choice) and self.crowds.perhaps:
            raise Uncounted  # what is preferred hangs on what there is
        return super()._worked_out(callee, env)

    def has_path(self, path: Path, env: Env) -> Any:
        """Whether there is a path; over crowds there is none."""
        self._walk(path)
        return super().has_path(path, env)

    def path_query(self, node: Call, arguments: list[Any]) -> Any:
        """What is asked of a path; over crowds there is none."""
        path = self.program.callables[node.callee]
        assert isinstance(path, Path)
        self._walk(path)
        return super().path_query(node, arguments)

    def _walk(self, path: Path) -> None:
        place = path.place
        over = {one.type for one in self.crowds.counts}
        if over and not isinstance(place, EnumType) and not (isinstance(place, HandleType) and place.name not in over):
            raise ToldApart

    def is_chosen(self, node: Apply, env: Env) -> Any:
        """Whether a list is one of some; lists of crowds are not compared."""
        self._single(self.evaluate(node.operands[0], env))
        return super().is_chosen(node, env)

    def supposed(self, node: Supposed, env: Env) -> Any:
        """What is asked of another position; there are no crowds in it."""
        if self.crowds.counts:
            raise ToldApart
        return super().supposed(node, env)

    def repeats(self, effect: Effect, env: Env, arguments: tuple[Any, ...]) -> int:
        """How often an effect comes about: for each of those that the names stand for, but for whom it is told of."""
        crowds = self.crowds
        copies = {one.variable for one in effect.each if _is_copy(one)}
        sources = [v for k, v in env.items() if k not in copies and isinstance(v, Handle) and v in crowds.counts]
        others = [one for one in sources if one not in arguments]
        if any("." in binding.variable for binding in effect.each):
            # The same change with the same arguments comes once in a deed, however many bring it about.
            inside = next(place for place, binding in enumerate(effect.each) if "." in binding.variable)
            named = [env[one.variable] for one in effect.each[inside:] if not one.variable.endswith(".")]
            others = [one for one in others if one in named or one in crowds.perhaps]
        if len(set(sources)) < len(sources):
            crowds.hold_single(one for one in sources if sources.count(one) > 1)
        if any(one in crowds.perhaps for one in others):
            raise Uncounted
        return prod(map(self._number, others)) if effect.mode in _COUNTED else 1


def _is_copy(binding: Binding) -> bool:
    """Whether a name is another one for what has a name already."""
    return isinstance(binding.items, ListLiteral) and len(binding.items.items) == 1


def copies_in(program: Program) -> frozenset[int]:
    """The lists of one that only give another name to what has one already, by their ids."""
    roots = (*program.callables.values(), *program.sequences.values(), *program.events.values())
    nodes = (node for root in roots for node in iter_nodes(root))
    return frozenset(id(node.items) for node in nodes if isinstance(node, Binding) and _is_copy(node))


class CrowdPlaying(Playing):
    """A program on the engine, asked of crowds."""

    crowds = ALONE

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._copied = copies_in(self.program)

    def know(self, crowds: Crowds) -> None:
        """From now on these pieces stand for many."""
        self.crowds, self._last = crowds, None

    def run(self, position: Position) -> Interpreter:
        """The interpreter in a position; the same one while position and crowds are the same."""
        if self._last is None or self._last.position is not position:
            self._last = CrowdInterpreter(self.program, position, self.crowds, self._copied)
        return self._last

    def _carried_out(self, position: Position, found: Turnout) -> tuple[Position, Calls]:
        self._hold(found)
        return super()._carried_out(position, found)

    def _done(self, action: Action, position: Position, arguments: Arguments, rolled: Rolled) -> tuple[Position, Calls]:
        after, found = done(self.run(position), action, arguments, rolled)
        self._hold(found)
        return after, tuple(found.played)

    def _hold(self, found: Turnout) -> None:
        """Hold that nothing comes to point at one of many."""
        of, single = self.crowds.of, self.crowds.hold_single
        for (_, arguments), value in found.told.items():
            single(of(value))
            if len(arguments) > 1:
                single(of(arguments))
        single(of(found.replaced))
        single(of([values for _, values in found.played]))
        single(of([value for made in found.made for _, value in made.facts]))


def all_of(pieces: Sequence[Handle], counts: Sequence[int | None]) -> Crowds:
    """Crowds of so many; what is one piece is none."""
    return Crowds({piece: many for piece, many in zip(pieces, counts, strict=True) if many != 1})
