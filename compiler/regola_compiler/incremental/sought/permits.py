"""Who may do what where, kept action by action: as long as all that an action rests on is the same, so is its grid."""

from __future__ import annotations

from functools import cached_property

import msgspec
from regola_dsl.cache import folder
from regola_dsl.records import dataclass
from regola_dsl.store import Pack

from regola_compiler.analysis.permits.grid import Block, Grid, Heading, Reply, grid
from regola_compiler.analysis.permits.matrix import actions_of, matrix
from regola_compiler.analysis.symbolic.program_facts import ProgramFacts
from regola_compiler.driver import grids_of
from regola_compiler.incremental.digests.memo import MeaningMemo
from regola_compiler.incremental.digests.subjects import Subjects
from regola_compiler.incremental.kept import pack_name
from regola_compiler.model.program import Action, Program
from regola_compiler.project.game import Game


@dataclass(frozen=True, slots=True)
class KeptGrid:
    """The grid of an action, with the key that it has as long as it is the same."""

    key: str
    grid: Grid


class _Kept(msgspec.Struct, array_like=True):
    """A grid as JSON can hold it: its blocks are a list, each with its place."""

    action: str
    own_line: str | None
    headings: tuple[Heading, ...]
    groups: tuple[tuple[tuple[str, ...], ...], ...]
    blocks: list[tuple[tuple[int, ...], Block]]
    anywhere: tuple[Reply, ...]
    unspoken: tuple[int, int]


class Permits:
    """Who may do what where in one program: of actions that rest on what they rested on before, as it was then.

    Args:
        program: The program.
        subjects: Its subjects.
        pack: Where earlier processes left theirs, if there is one.
        known: What this process worked out last, by action; what is worked out now takes its place.
    """

    def __init__(self, program: Program, subjects: Subjects, pack: Pack | None, known: dict[str, KeptGrid]) -> None:
        self._program, self._pack, self._known = program, pack, known
        self.keys = {subject.name: f"permits {subject.key}" for subject in subjects.actions()}
        self._made: dict[str, bytes] = {}

    @cached_property
    def _facts(self) -> ProgramFacts:
        return ProgramFacts(self._program)

    def of(self, action: Action) -> Grid:
        """The grid of an action."""
        key, known = self.keys[action.name], self._known.get(action.name)
        if known is None or known.key != key:
            found = load_grid(self._pack.get(key)) if self._pack is not None else None
            if found is None:
                found = grid(matrix(self._program, action, self._facts))
                self._made[key] = dump_grid(found)
            self._known[action.name] = known = KeptGrid(key, found)
        return known.grid

    @property
    def has_more(self) -> bool:
        """Whether anything was worked out that is in no pack yet."""
        return bool(self._made)

    def leave_in(self, pack: Pack) -> None:
        """Put what was worked out since into a pack, for those who come after."""
        for key, data in self._made.items():
            pack.put(key, data)
        self._made.clear()

    def is_known(self, action: Action) -> bool:
        """Whether the grid of an action was worked out when it rested on the same."""
        key, known = self.keys[action.name], self._known.get(action.name)
        return (known is not None and known.key == key) or (self._pack is not None and key in self._pack)


def kept_grids(game: Game, program: Program) -> tuple[Grid, ...]:
    """Who may do what where: of actions that rest on what they rested on before, as it was worked out then.

    Args:
        game: The texts of the game, as `peek_game` reads them.
        program: The same, resolved.
    """
    if folder() is None:
        return grids_of(program)
    permits = Permits(program, Subjects(program, MeaningMemo()), Pack(pack_name(game)), {})
    found = tuple(permits.of(action) for action in actions_of(program))
    if permits.has_more:
        pack = Pack(pack_name(game))  # what others have kept meanwhile stays
        permits.leave_in(pack)
        pack.renew(permits.keys.values())
        pack.save()
    return found


def dump_grid(made: Grid) -> bytes:
    """A grid as JSON."""
    fields = {name: getattr(made, name) for name in _Kept.__struct_fields__}
    return msgspec.json.encode(_Kept(**fields | {"blocks": [*made.blocks.items()]}))


def load_grid(data: bytes | None) -> Grid | None:
    """A grid from JSON; None if it is something else."""
    try:
        kept = None if data is None else msgspec.json.decode(data, type=_Kept)
    except (msgspec.DecodeError, RecursionError):
        return None
    return None if kept is None else Grid(**msgspec.structs.asdict(kept) | {"blocks": dict(kept.blocks)})
