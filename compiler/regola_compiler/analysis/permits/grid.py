"""A matrix as it is read: kinds of which the same is said are one row or column, and a cell says what decides it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from regola_dsl.records import dataclass

from regola_compiler.analysis.permits.matrix import Cell, Matrix
from regola_compiler.analysis.permits.voices import Voice
from regola_compiler.model.types import Value, show


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a cell.

    Attributes:
        answer: `allowed`, `forbidden`, `required` or `due`; `contradiction` of two sentences, `silent` where nothing
            answers.
        by: The sentences that give it; empty where the action's own line does.
        lifted: The exceptions that leave it to the action's own line, where it does not answer by itself.
    """

    answer: str
    by: tuple[str, ...]
    lifted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """What is said of some kinds; empty where the action cannot be asked of them, as nothing is both at once.

    `rough` where it may be less than stands here, `by_default` where no sentence speaks of these kinds together and the
    action's own line can answer.
    """

    replies: tuple[Reply, ...] = ()
    rough: bool = False
    by_default: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """What an axis is called, and its type; `part` is the field or the fact that says the kind, if any does."""

    input: str
    name: str
    part: str
    type: str


@dataclass(frozen=True, slots=True)
class Grid:
    """The matrix of an action, by groups of kinds.

    Attributes:
        action: Its name.
        own_line: What the action says where no sentence does; None if nothing.
        headings: One for each axis.
        groups: For each axis the groups of its kinds, by their labels, those of which the same is said together.
        blocks: By the place of a group of each axis.
        anywhere: What can be said in every cell, whatever the kinds.
        unspoken: How many combinations of kinds there are by default, and how many in all.
    """

    action: str
    own_line: str | None
    headings: tuple[Heading, ...]
    groups: tuple[tuple[tuple[str, ...], ...], ...]
    blocks: dict[tuple[int, ...], Block]
    anywhere: tuple[Reply, ...]
    unspoken: tuple[int, int]

    def default_groups(self) -> Iterator[tuple[str, tuple[tuple[str, ...], ...]]]:
        """What is so by default: the answer, and the kinds of each axis that have it together."""
        rows: dict[tuple[int, ...], dict[str, set[tuple[int, ...]]]] = {}
        for place, block in self.blocks.items():
            if block.by_default:
                answer = next(reply.answer for reply in block.replies if not reply.by and not reply.lifted)
                rows.setdefault(place[:1], {}).setdefault(answer, set()).add(place[1:2])
        for answer in dict.fromkeys(answer for row in rows.values() for answer in row):
            alike: dict[frozenset[tuple[int, ...]], list[tuple[int, ...]]] = {}
            for row, said in rows.items():
                if answer in said:
                    alike.setdefault(frozenset(said[answer]), []).append(row)
            for columns, those in alike.items():
                places = [{part for one in some for part in one} for some in (those, columns)]
                yield answer, tuple(self._labels(axis, places[axis]) for axis in range(min(len(self.groups), 2)))

    def _labels(self, axis: int, places: set[int]) -> tuple[str, ...]:
        """The kinds of some groups of an axis."""
        return tuple(label for place in sorted(places) for label in self.groups[axis][place])


def grid(matrix: Matrix) -> Grid:
    """A matrix, put together."""
    axes = [[*axis.values] for axis in matrix.axes]
    unspoken = set(matrix.unspoken)
    blocks = {cell: _block(held, by_default=cell in unspoken) for cell, held in matrix.cells.items()}
    groups = [_alike(axes, place, blocks) for place in range(len(axes))]
    shown = {
        place: blocks.get(tuple(group[at][0] for group, at in zip(groups, place, strict=True)), Block())
        for place in product(*(range(len(group)) for group in groups))
    }
    default = matrix.action.default
    return Grid(
        matrix.action.name,
        None if default is None else show(default, matrix.action.result),
        tuple(Heading(axis.input, axis.name, axis.part, axis.type.name) for axis in matrix.axes),
        tuple(
            tuple(tuple(show(value, axis.type) for value in group) for group in found)
            for axis, found in zip(matrix.axes, groups, strict=True)
        ),
        shown,
        _replies(matrix.general),
        (len(unspoken), len(matrix.cells)),
    )


def _alike(axes: list[list[Value]], place: int, blocks: dict[tuple[Value, ...], Block]) -> list[list[Value]]:
    """The kinds of one axis, those together of which the same is said; one of which nothing is said is left out."""
    found: dict[tuple[Block, ...], list[Value]] = {}
    others = [*axes[:place], *axes[place + 1 :]]
    for value in axes[place]:
        said = tuple(blocks.get((*rest[:place], value, *rest[place:]), Block()) for rest in product(*others))
        if any(block.replies for block in said):
            found.setdefault(said, []).append(value)
    return list(found.values())


def _block(cell: Cell, *, by_default: bool) -> Block:
    return Block(_replies(cell.voices), cell.rough, by_default)


def _replies(voices: tuple[Voice, ...]) -> tuple[Reply, ...]:
    """What is answered, each answer once: with the sentences that alone give it, or with all that can."""
    by: dict[str, dict[str, None]] = {}
    for voice in voices:
        if voice.by:
            by.setdefault(voice.answer or "silent", {}).update(dict.fromkeys(_deciding(voice, voices)))
    found = [Reply(answer, tuple(names)) for answer, names in by.items()]
    own = [voice for voice in voices if not voice.by]
    lifted = {name: None for voice in own for name in voice.lifted}
    if own:
        plain = any(not voice.lifted for voice in own)
        found.append(Reply(own[0].answer or "silent", (), () if plain else tuple(lifted)))
    return tuple(found)


def _deciding(voice: Voice, voices: tuple[Voice, ...]) -> tuple[str, ...]:
    """Of the sentences that give an answer those that are enough wherever another would be heard beside them."""
    always = [name for name in voice.by if all(name in other.by for other in voices)]
    return tuple(always) or voice.by
