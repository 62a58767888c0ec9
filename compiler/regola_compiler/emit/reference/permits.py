"""Who may do what where, as the page shows it: a table for each action, its kinds by their texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from regola_compiler.analysis.permits.grid import Block, Grid, Heading, Reply
from regola_compiler.emit.reference.entries import Entry, called
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.sections import norms_below, stages
from regola_compiler.emit.text.languages import ShownTexts
from regola_compiler.ir.tree import Action, Phase

_NOTHING = Block()
_SAYS = {"allowed": "may", "required": "must", "due": "due", "forbidden": "must_not"}


@dataclass(frozen=True, slots=True)
class ShownReply:
    """One answer of a cell: the word for it, the paths of the rules that give it, and of those that lift others."""

    says: str
    by: tuple[str, ...]
    lifted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell of a table: its answers, whether there may be fewer, and whether no sentence speaks of its kinds."""

    replies: tuple[ShownReply, ...]
    rough: bool
    by_default: bool


@dataclass(frozen=True, slots=True)
class ShownTable:
    """One table: the groups that are its columns and its rows, and its cells row by row; `only` are its phases."""

    only: tuple[ShownTexts, ...]
    columns: tuple[tuple[ShownTexts, ...], ...]
    rows: tuple[tuple[tuple[ShownTexts, ...], tuple[ShownCell, ...]], ...]


@dataclass(frozen=True, slots=True)
class ShownPermits:
    """What the page shows of one action: what its axes are called, its tables, and what is said whatever the kinds."""

    entry: Entry
    axes: tuple[tuple[str, ShownTexts], ...]
    tables: tuple[ShownTable, ...]
    anywhere: tuple[ShownReply, ...]
    unspoken: tuple[int, int]


@dataclass
class Permits:
    """What the templates ask about who may do what where."""

    page: Page
    grids: Sequence[Grid]

    @cached_property
    def told_apart(self) -> list[ShownPermits]:
        """The actions of which another thing is said of one kind than of another, in the order of the book."""
        shown = {grid.action: grid for grid in self.grids if any(len(groups) > 1 for groups in grid.groups)}
        return [self._shown(entry, shown[entry.name]) for entry in self._actions if entry.name in shown]

    @cached_property
    def alike(self) -> list[tuple[Entry, tuple[ShownReply, ...]]]:
        """The other actions, each with what can be said of it."""
        left = {grid.action: grid for grid in self.grids if not any(len(groups) > 1 for groups in grid.groups)}
        found = []
        for entry in self._actions:
            if entry.name in left:
                grid = left[entry.name]
                block = next(iter(grid.blocks.values()), _NOTHING)
                replies = dict.fromkeys((*grid.anywhere, *block.replies))
                found.append((entry, tuple(self._reply(entry, reply) for reply in replies)))
        return found

    @property
    def _actions(self) -> list[Entry]:
        return self.page.of_kind("action")

    def _shown(self, entry: Entry, grid: Grid) -> ShownPermits:
        labels = [
            [tuple(self._kind(heading.type, label) for label in group) for group in groups]
            for heading, groups in zip(grid.headings, grid.groups, strict=True)
        ]
        # Where nothing is told apart by the second kind, there is one column without a name.
        rows, columns = labels[0], labels[1] if len(labels) > 1 and len(labels[1]) > 1 else [()]
        tables = []
        for third in range(len(labels[2])) if len(labels) > 2 else [None]:
            filled = []
            for row, group in enumerate(rows):
                places = [
                    (row, *([column] if len(labels) > 1 else []), *([] if third is None else [third]))
                    for column in range(len(columns))
                ]
                filled.append((group, tuple(self._cell(entry, grid.blocks.get(place, _NOTHING)) for place in places)))
            only = labels[2][third] if third is not None and len(labels[2]) > 1 else ()
            tables.append(ShownTable(only, tuple(columns), tuple(filled)))
        axes = tuple(self._axis(entry, heading) for heading in grid.headings)
        anywhere = tuple(self._reply(entry, reply) for reply in grid.anywhere)
        return ShownPermits(entry, axes, tuple(tables), anywhere, grid.unspoken)

    def _cell(self, entry: Entry, block: Block) -> ShownCell:
        return ShownCell(tuple(self._reply(entry, one) for one in block.replies), block.rough, block.by_default)

    def _reply(self, entry: Entry, reply: Reply) -> ShownReply:
        paths = self._paths(entry)
        named = [tuple(paths.get(name, name) for name in names) for names in (reply.by, reply.lifted)]
        return ShownReply(_SAYS.get(reply.answer, reply.answer), *named)

    @staticmethod
    def _paths(entry: Entry) -> dict[str, str]:
        """The path on the page of each rule and requirement of an action, by its name."""
        action = entry.item
        assert isinstance(action, Action)
        found = {guard.name: f"{action.name}.{guard.name}" for guard in action.guards}
        return found | {norm.name: path for path, norm in reversed(list(norms_below(action.name, action.norms)))}

    def _kind(self, type_: str, label: str) -> ShownTexts:
        """What a kind is called; a phase by its own text."""
        member = self.page.naming.members(type_).get(label)
        if member is not None and not member.printed:
            return self.page.languages.brief(member.texts, label)
        phase = next((phase for path, phase in self._stages if called(path, phase, label)), None)
        return self.page.languages.brief({} if phase is None or member is not None else phase.texts, label)

    @cached_property
    def _stages(self) -> list[tuple[str, Phase]]:
        return [(stage.path, stage.phase) for sequence in self.page.ir.outlines for stage in stages(sequence).walk()]

    def _axis(self, entry: Entry, heading: Heading) -> tuple[str, ShownTexts]:
        """The letter of the input an axis is of, and what the axis is called."""
        page = self.page
        if not heading.input:
            return "", page.word("kind_phase")
        action = entry.item
        assert isinstance(action, Action)
        parameter = next(one for one in action.parameters if one.name == heading.input)
        if not heading.part:
            return heading.input, page.languages.brief(parameter.texts, heading.name)
        if ("r", heading.part) in page.entries:
            return heading.input, page.entries["r", heading.part].brief
        of = getattr(parameter.type, "name", "")
        field = next((field for field in page.naming.fields(of) if field.name == heading.part), None)
        return heading.input, page.languages.brief({} if field is None else field.texts, heading.part)
