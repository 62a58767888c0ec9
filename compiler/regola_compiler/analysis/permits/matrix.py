"""Who may do what where: an action's answers by kind of piece, kind of place and phase.

    enter     village   pasture   crag
    band      own line  own line  no 6.4
    patrol    own line  own line  no 6.4, yes 6.5

A cell holds all that can be answered there, each answer with what gives it; where no sentence has a say the action's
own line answers, which may be what the book means, or a sentence that was forgotten. Two kinds beside the phases are
enough for a page: those that the rules tell apart most, of different inputs where there are some.

Each sentence is looked at by itself first (voices.py). Where several can speak of a cell they are tried together in
it, as long as that is cheap; where it is not, a cell is `rough`: it holds what each of them could say, and perhaps
more than can come about, but nothing is missing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import product
from math import prod

from regola_dsl.records import dataclass

from regola_compiler.analysis.permits.axes import Axis, axes_of
from regola_compiler.analysis.permits.voices import Listening, Sentence, Voice
from regola_compiler.analysis.symbolic.explorer import SymbolicExecutor
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.analysis.symbolic.solver import Relations
from regola_compiler.model.program import Action, Guard, Norm, Program
from regola_compiler.model.types import Type, Value

# How many cells a matrix has at most, and how many cases are tried in one, and in all of them, of rules together.
CELLS = 900
TOGETHER = 48
CASES = 1_500
# The same of what tells no kinds apart, which is asked once.
GENERAL = 300
# What says when and by whom an action can be done at all; of the phases only the phase itself is a kind.
_ALWAYS = frozenset({"actor", "limit"})


@dataclass(frozen=True, slots=True)
class Cell:
    """What is answered for one kind of each axis; `rough` where it may be less than all that stands here."""

    voices: tuple[Voice, ...]
    rough: bool = False

    @property
    def by_default(self) -> bool:
        """Whether the action's own line can answer without a sentence having a say."""
        return any(voice.by_default for voice in self.voices)

    @property
    def answers(self) -> tuple[str, ...]:
        """The different answers, each once."""
        return tuple(dict.fromkeys(voice.answer for voice in self.voices if voice.answer is not None))


@dataclass(slots=True)
class Matrix:
    """The answers of one action.

    Attributes:
        action: What is asked.
        axes: The kinds, at most two, and the phases where rules tell them apart; none where they tell nothing apart.
        cells: By a value of each axis; one that cannot be, or in which the action cannot be done at all, is not there.
        of_a_pair: The cells of which a sentence speaks as such: it tells kinds of two axes apart, or of the only one by
            which anything is told apart.
        general: What the sentences say that tell none of these kinds apart: it can be said in every cell, too.
    """

    action: Action
    axes: tuple[Axis, ...]
    cells: dict[tuple[Value, ...], Cell] = field(default_factory=dict)
    of_a_pair: set[tuple[Value, ...]] = field(default_factory=set)
    general: tuple[Voice, ...] = ()

    @property
    def unspoken(self) -> list[tuple[Value, ...]]:
        """The cells by default: no sentence speaks of these kinds together, and the action's own line can answer."""
        return [cell for cell, held in self.cells.items() if held.by_default and cell not in self.of_a_pair]


def matrices(program: Program) -> Iterator[Matrix]:
    """The matrix of each action of a program, in the order of its files."""
    facts = ProgramFacts(program)
    return (matrix(program, action, facts) for action in actions_of(program))


def actions_of(program: Program) -> Iterator[Action]:
    """The actions of a program that have a matrix, in the order of its files."""
    for action in program.callables.values():
        if isinstance(action, Action) and action.name not in program.broken:
            yield action


def matrix(program: Program, action: Action, facts: ProgramFacts | None = None) -> Matrix:
    """The matrix of one action."""
    run = SymbolicExecutor(program, Relations(), facts=facts)
    run.looks_ahead = True
    run.begin(action.parameters)
    listening = Listening(run, action)
    every = axes_of(run, action)
    parts: list[Norm | Guard] = [*(guard for guard in action.guards if guard.kind not in _ALWAYS), *action.norms]
    heard = [listening.hear(part, every) for part in parts]
    places = _chosen(every, heard, _who_acts(program))
    found = Matrix(action, tuple(every[place] for place in places))
    _Filling(found, listening).fill([sentence.among(places) for sentence in heard])
    return found


def _who_acts(program: Program) -> Type | None:
    """The type of those who act: whose turn it is says more of them than a kind does."""
    active = program.callables.get("active")
    return program.players.type if program.players is not None else None if active is None else active.result


def _chosen(axes: Sequence[Axis], heard: Sequence[Sentence], players: Type | None) -> list[int]:
    """The places of the axes of a matrix: those that most sentences tell apart, of two inputs where there are two."""
    said = [sentence for sentence in heard if isinstance(sentence.part, Norm) or sentence.part.kind == "requires"]
    narrowed = [sum(sentence.narrows(place) for sentence in said) for place in range(len(axes))]
    kinds = [place for place, axis in enumerate(axes) if axis.input]
    kinds.sort(key=lambda place: (axes[place].type == players, -narrowed[place]))
    chosen = kinds[:1]
    others = [place for place in kinds[1:] if axes[place].input != axes[kinds[0]].input]
    chosen += others[:1] or [place for place in kinds[1:] if narrowed[place]][:1]
    norms = [sentence for sentence in heard if isinstance(sentence.part, Norm)]
    phases = [p for p, axis in enumerate(axes) if not axis.input and any(one.narrows(p) for one in norms)]
    while prod(len(axes[place].values) for place in chosen + phases) > CELLS:
        (phases or chosen).pop()
    return sorted(chosen) + phases


@dataclass(slots=True)
class _Heard:
    """What one sentence says in each cell, and for which axes that is another thing for one kind than for another."""

    sentence: Sentence
    here: dict[tuple[Value, ...], tuple[set[Voice], bool]]
    tells: frozenset[int]


@dataclass(slots=True)
class _Filling:
    """A matrix being filled; `left` are the cases that may still be tried of rules together."""

    found: Matrix
    listening: Listening
    left: int = CASES

    def fill(self, sentences: Sequence[Sentence]) -> None:
        axes = self.found.axes
        cells = [cell for cell in product(*(axis.values for axis in axes)) if self.listening.can_be(self._kinds(cell))]
        heard = [self._hear(sentence, cells) for sentence in sentences]
        anywhere = [one for one in heard if not one.tells and isinstance(one.sentence.part, Norm)]
        said = [(one.sentence, *one.here[cells[0]]) for one in anywhere if cells]
        general, _ = self._agreed([one for one in said if _speaks(one[1])], {}, GENERAL)
        self.found.general = _in_order({voice for voice in general if voice.by or voice.lifted})
        silent = any(voice.by_default or voice.answer is None for voice in general)
        told_apart = min(2, len(frozenset[int]().union(*(one.tells for one in heard))))
        for cell in cells:
            those = [(one.sentence, *one.here[cell]) for one in heard if one.tells]
            closed = [s.part for s, voices, _ in those if isinstance(s.part, Guard) and _shuts(voices)]
            if closed:
                # A phase that the action is not in has no place in the page.
                if closed[0].kind != "phase":
                    self.found.cells[cell] = Cell((Voice("forbidden", (closed[0].name,)),))
                continue
            speaking = [one for one in those if isinstance(one[0].part, Norm) and _speaks(one[1])]
            if any(len(one.tells) >= told_apart and _speaks(one.here[cell][0]) for one in heard if one.tells):
                self.found.of_a_pair.add(cell)
            voices, certain = self._agreed(speaking, self._kinds(cell), min(self.left, TOGETHER))
            if not silent:  # something is always said, whatever the kinds
                voices = {voice for voice in voices if voice.by} or set(self.found.general)
            self.found.cells[cell] = Cell(_in_order(voices), not certain)

    def _kinds(self, cell: tuple[Value, ...]) -> dict[Axis, Value]:
        return dict(zip(self.found.axes, cell, strict=True))

    def _hear(self, sentence: Sentence, cells: Sequence[tuple[Value, ...]]) -> _Heard:
        """One sentence in all cells; it is asked anew in each only where its first hearing told kinds apart."""
        places = range(len(self.found.axes))
        if not any(sentence.narrows(place) for place in places):
            said = _everywhere(sentence, self.listening), not sentence.open
            return _Heard(sentence, dict.fromkeys(cells, said), frozenset())
        if sentence.open:
            here = self.listening.hear_apart(sentence, self.found.axes, cells)
        else:
            here = {cell: ({region.voice for region in sentence.regions if region.meets(cell)}, True) for cell in cells}
        tells = {place for place in places if sentence.narrows(place) and _differ(here, place)}
        return _Heard(sentence, here, frozenset(tells))

    def _agreed(
        self, speaking: Sequence[tuple[Sentence, set[Voice], bool]], here: dict[Axis, Value], budget: int
    ) -> tuple[set[Voice], bool]:
        """What comes of several sentences together, and whether that is all that can be known."""
        norms = [s.part for s, _, _ in speaking if isinstance(s.part, Norm)]
        if not norms:
            return {self.listening.own}, True
        if len(norms) == 1:
            return speaking[0][1], speaking[0][2]
        if budget > 0:
            voices, whole, cases = self.listening.together(norms, here, budget)
            self.left -= cases
            if whole:
                return voices, True
        mixed = set[Voice]().union(*(voices for _, voices, _ in speaking))
        if not all(any(not voice.by and not voice.lifted for voice in voices) for _, voices, _ in speaking):
            mixed = {voice for voice in mixed if voice.by or voice.lifted}
        return mixed, False


def _everywhere(sentence: Sentence, listening: Listening) -> set[Voice]:
    return listening.anything(sentence.part) if sentence.open else {region.voice for region in sentence.regions}


def _differ(here: dict[tuple[Value, ...], tuple[set[Voice], bool]], place: int) -> bool:
    """Whether two cells that differ by the kind of one axis alone are told different things."""
    first: dict[tuple[Value, ...], set[Voice]] = {}
    return any(
        voices != first.setdefault((*cell[:place], *cell[place + 1 :]), voices) for cell, (voices, _) in here.items()
    )


def _shuts(voices: set[Voice]) -> bool:
    return bool(voices) and all(voice.by for voice in voices)


def _speaks(voices: set[Voice]) -> bool:
    return any(voice.by or voice.lifted for voice in voices)


_ORDER = {"forbidden": 0, "required": 1, "due": 2, "allowed": 3, "contradiction": 4, None: 5}


def _in_order(voices: set[Voice]) -> tuple[Voice, ...]:
    return tuple(sorted(voices, key=lambda voice: (not voice.by, _ORDER[voice.answer], voice.by, voice.lifted)))
