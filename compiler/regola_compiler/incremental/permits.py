"""Who may do what where, kept action by action: as long as all that an action rests on is the same, so is its grid."""

from __future__ import annotations

import msgspec
from regola_dsl.cache import folder
from regola_dsl.store import Pack

from regola_compiler.analysis.permits.grid import Block, Grid, Heading, Reply, grid
from regola_compiler.analysis.permits.matrix import actions_of, matrix
from regola_compiler.analysis.symbolic.explorer import ProgramFacts
from regola_compiler.driver import grids_of
from regola_compiler.incremental.kept import pack_name
from regola_compiler.incremental.subjects import MeaningMemo, Subjects
from regola_compiler.model.program import Program
from regola_compiler.project.game import Game


class _Kept(msgspec.Struct, array_like=True):
    """A grid as JSON can hold it: its blocks are a list, each with its place."""

    action: str
    own_line: str | None
    headings: tuple[Heading, ...]
    groups: tuple[tuple[tuple[str, ...], ...], ...]
    blocks: list[tuple[tuple[int, ...], Block]]
    anywhere: tuple[Reply, ...]
    unspoken: tuple[int, int]


def kept_grids(game: Game, program: Program) -> tuple[Grid, ...]:
    """Who may do what where: of actions that rest on what they rested on before, as it was worked out then.

    Args:
        game: The texts of the game, as `peek_game` reads them.
        program: The same, resolved.
    """
    if folder() is None:
        return grids_of(program)
    subjects = {subject.name: subject for subject in Subjects(program, MeaningMemo()).actions()}
    keys = {action.name: f"permits {subjects[action.name].key}" for action in actions_of(program)}
    kept, facts = Pack(pack_name(game)), ProgramFacts(program)
    found: dict[str, Grid] = {}
    made: dict[str, bytes] = {}
    for action in actions_of(program):
        known = load_grid(kept.get(keys[action.name]))
        if known is None:
            known = grid(matrix(program, action, facts))
            made[keys[action.name]] = dump_grid(known)
        found[action.name] = known
    if made:
        pack = Pack(pack_name(game))  # what others have kept meanwhile stays
        for key, data in made.items():
            pack.put(key, data)
        pack.renew(keys.values())
        pack.save()
    return tuple(found.values())


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
