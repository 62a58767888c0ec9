"""Where each sentence about an action has a say: each rule and each requirement, looked at by itself.

To try all rules of an action together would take the product of their conditions; by itself each of them is asked about
few facts. What comes of it are regions: what the sentence says, and for which kinds. A region may be larger than what
can come about, never smaller, so that a sentence that has no region for a kind has nothing to say of it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from regola_dsl.records import dataclass

from regola_compiler.analysis.permits.axes import Axis
from regola_compiler.analysis.symbolic.domain import BudgetExceeded, Fork
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.symbols import Symbol, input_symbol
from regola_compiler.analysis.symbolic.values import Box, Outcome, Values
from regola_compiler.evaluate.errors import Contradiction, RuleError
from regola_compiler.evaluate.play import actions
from regola_compiler.evaluate.protocol import Env
from regola_compiler.model.kinds import Modality
from regola_compiler.model.program import Action, Guard, Norm
from regola_compiler.model.types import DUE, FORBIDDEN, REQUIRED, Value
from regola_compiler.model.visitor import norms_in

# How many cases are tried of a sentence anywhere; and where it took more, of one that is asked of one cell, and of all
# those of an action in all cells.
ANYWHERE = 150
HERE = 40
ALL_HERE = 4_000
# How many steps of ours one of these may take.
STEPS = 150_000


@dataclass(frozen=True, slots=True)
class Voice:
    """One answer, and what gave it.

    Attributes:
        answer: `allowed`, `forbidden`, `required` or `due`, or `contradiction`; None where nothing answers.
        by: The rules, exceptions or requirements that said so; empty where the action's own line answers.
        lifted: The exceptions that took away what would have spoken.
    """

    answer: str | None
    by: tuple[str, ...] = ()
    lifted: tuple[str, ...] = ()

    @property
    def by_default(self) -> bool:
        """Whether no sentence has a say, not even to lift another, and the action's own line answers."""
        return self.answer is not None and not self.by and not self.lifted


# A kind of each axis.
Kinds: TypeAlias = tuple[Value, ...]
# What a sentence can say somewhere, and whether that is known.
Heard: TypeAlias = tuple[set[Voice], bool]


@dataclass(frozen=True, slots=True)
class Region:
    """What a sentence comes to for some kinds: by axis the values, None for all."""

    voice: Voice
    kinds: tuple[frozenset[Value] | None, ...]

    def meets(self, cell: Sequence[Value]) -> bool:
        """Whether it speaks of a cell."""
        return all(some is None or one in some for some, one in zip(self.kinds, cell, strict=True))

    def among(self, places: Sequence[int]) -> Region:
        """The same for some of the axes, by their places."""
        return Region(self.voice, tuple(self.kinds[place] for place in places))


@dataclass(frozen=True, slots=True)
class Sentence:
    """A rule or a requirement and its regions; where `open`, it was not tried to the end, and is asked cell by cell."""

    part: Norm | Guard
    regions: tuple[Region, ...]
    open: bool

    def narrows(self, place: int) -> bool:
        """Whether it tells the kinds of an axis apart."""
        return any(region.kinds[place] is not None for region in self.regions)

    def told_apart(self, kinds: Sequence[Values]) -> tuple[int, list[Values]]:
        """The first axis of which it told some of these kinds apart, and the parts that it did not; else none."""
        for place, values in enumerate(kinds):
            spoken = [some for region in self.regions if (some := region.kinds[place]) is not None]
            parts: dict[tuple[bool, ...], list[Value]] = {}
            for one in values:
                parts.setdefault(tuple(one in some for some in spoken), []).append(one)
            if len(parts) > 1:
                return place, [tuple(part) for part in parts.values()]
        return 0, []

    def among(self, places: Sequence[int]) -> Sentence:
        """The same for some of the axes, by their places."""
        return replace(self, regions=tuple(dict.fromkeys(region.among(places) for region in self.regions)))


class Listening:
    """What the sentences about one action say.

    Args:
        run: Has begun with the inputs of the action.
        action: What is asked.
    """

    def __init__(self, run: SymbolicExecutor, action: Action) -> None:
        self._run = run
        self._action = action
        self._left = ALL_HERE
        run.symbolic.most = STEPS
        self._members: dict[Value, str] = dict(
            zip((FORBIDDEN, REQUIRED, DUE), ("forbidden", "required", "due"), strict=True)
        )

    def hear(self, part: Norm | Guard, axes: Sequence[Axis]) -> Sentence:
        """One sentence, wherever it speaks."""
        outcomes, whole = self._outcomes(self._asking(part), {}, ANYWHERE)
        return Sentence(part, _regions(outcomes, axes), not whole)

    def hear_apart(self, sentence: Sentence, axes: Sequence[Axis], cells: Sequence[Kinds]) -> dict[Kinds, Heard]:
        """What one sentence says in each cell, and whether that is known; else it may say anything that it ever says.

        Cells are asked about together until the sentence tells their kinds apart: most of them it never does. Where it
        is too much to be known of several together, those are asked about alone that were told apart anywhere.
        """
        found: dict[Kinds, Heard] = {}
        leaves = [axis.leaf for axis in axes]
        todo: list[tuple[list[Values], Sequence[Kinds]]] = [([axis.values for axis in axes], cells)]
        while todo:
            values, those = todo.pop()
            try:
                said = self._heard_in(sentence.part, dict(zip(leaves, values, strict=True)))
            except Fork as split:
                place, parts = leaves.index(split.leaf), split.parts
            else:
                place, parts = (0, []) if said[1] else sentence.told_apart(values)
                if not parts:
                    found |= dict.fromkeys(those, said)
            shared = [(part, [cell for cell in those if cell[place] in part]) for part in reversed(parts)]
            todo += [([*values[:place], part, *values[place + 1 :]], left) for part, left in shared if left]
        return found

    def _heard_in(self, part: Norm | Guard, kinds: Mapping[Symbol, Values]) -> Heard:
        """What one sentence says of some kinds, the same of all of them.

        Raises:
            Fork: where it does not say the same of all.
        """
        if self._left <= 0:
            return self.anything(part), False
        box = {leaf: self._run.symbolic.one_of(leaf, values) for leaf, values in kinds.items()}
        outcomes, whole = self._outcomes(self._asking(part), box, HERE, kinds)
        self._left -= len(outcomes)
        return ({o.value for o in outcomes if o.problem is None} if whole else self.anything(part)), whole

    def together(self, norms: Sequence[Norm], cell: Mapping[Axis, Value], budget: int) -> tuple[set[Voice], bool, int]:
        """What some rules say together in a cell, whether that is all, and how many cases it took."""
        heard = replace(self._action, norms=tuple(norms))
        outcomes, whole = self._outcomes(lambda env: self._voice(heard, env), self._start(cell), budget)
        return {o.value for o in outcomes if o.problem is None}, whole, len(outcomes)

    def can_be(self, cell: Mapping[Axis, Value]) -> bool:
        """Whether what is assumed of every position lets the kinds of a cell come together, as far as can be seen."""
        if not cell or not self._run.program.assumptions:
            return True
        symbolic = self._run.symbolic
        symbolic.start(anew=False)
        symbolic.enter(box := self._start(cell))
        try:
            return any(True for _ in self._run.under_assumptions(box))
        except BudgetExceeded:
            return True

    def anything(self, part: Norm | Guard) -> set[Voice]:
        """All that a sentence could say, if nothing is known of it."""
        if isinstance(part, Guard):
            return {self.own, Voice("forbidden", (part.name,))}
        said = {"may": "allowed", "must": "required", "must_not": "forbidden"}
        below = norms_in(part)
        return {self.own} | {
            replace(self.own, lifted=(norm.name,))
            if norm.modality == "lift"
            else Voice("due" if _has_time(norm) else said[norm.modality], (norm.name,))
            for norm in below
        }

    @property
    def own(self) -> Voice:
        """What the action's own line says."""
        default = self._action.default
        return Voice(None if default is None else self._members.get(default, "allowed"))

    def _asking(self, part: Norm | Guard) -> Callable[[Env], Voice]:
        if isinstance(part, Guard):
            return lambda env: self._guarded(part, env)
        alone = replace(self._action, norms=(part,))
        return lambda env: self._voice(alone, env)

    def _guarded(self, guard: Guard, env: Env) -> Voice:
        holds = self._run.decide(self._run.evaluate(guard.condition, env))
        return self.own if holds else Voice("forbidden", (guard.name,))

    def _voice(self, heard: Action, env: Env) -> Voice:
        spoken, _, lifted = actions.resolve_overrides(self._run, heard, env)
        try:
            actions.check_consistent(spoken)
        except Contradiction as both:
            return Voice("contradiction", (both.first.name, both.second.name))
        by = tuple(dict.fromkeys(voice.norm.name for voice in spoken))
        if not by:
            return replace(self.own, lifted=tuple(dict.fromkeys(norm.name for _, norm in lifted)))
        return Voice(self._members.get(actions.answered(spoken), "allowed"), by)

    def _start(self, cell: Mapping[Axis, Value]) -> Box:
        return {axis.leaf: self._run.symbolic.one_of(axis.leaf, (value,)) for axis, value in cell.items()}

    def _outcomes(
        self, ask: Callable[[Env], Voice], start: Box, budget: int, undivided: Collection[Symbol] = ()
    ) -> tuple[list[Outcome], bool]:
        def once() -> Any:
            inputs = self._action.parameters
            return ask({one.name: self._run.unknown(input_symbol(one.name), one.type) for one in inputs})

        symbolic = self._run.symbolic
        symbolic.cuts, symbolic.pieces_cut = set(), False
        try:
            found = self._run.explore_with(once, budget, start, undivided)
        except BudgetExceeded as tired:
            return tired.done, False
        except RuleError:
            return [], False
        return found, not symbolic.cuts and not symbolic.pieces_cut


def _regions(outcomes: Sequence[Outcome], axes: Sequence[Axis]) -> tuple[Region, ...]:
    said = [(one.value, one.box) for one in outcomes if one.problem is None]
    return tuple(dict.fromkeys(Region(voice, tuple(axis.told(box) for axis in axes)) for voice, box in said))


def _has_time(norm: Norm) -> bool:
    """Whether what a duty asks need not be done next."""
    return norm.modality == Modality.MUST and norm.due is not None and norm.due.leaves_time
