"""A check at the price of its answer: what was said of the same texts before is said again, the rest by a session.

Nothing that takes long to import is imported before it is needed: most checks find that nothing has changed.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from regola_dsl.cache import folder
from regola_dsl.store import Pack

from regola_compiler.incremental.kept import pack_name, texts_key
from regola_compiler.incremental.results import LAST, Checked, dump_checked, load_checked
from regola_compiler.project.game import Game

if TYPE_CHECKING:
    from regola_compiler.incremental.session import Session

# How many games a process that stays remembers.
MANY = 8
_sessions: OrderedDict[str, Session] = OrderedDict()


def check_game(game: Game, *, slips: bool = True) -> Checked:
    """Everything a check finds in a game.

    Args:
        game: Its texts, as `peek_game` reads them.
        slips: Whether the first finding is told with the one slip that it may come of.
    """
    if folder() is None:
        from regola_compiler.incremental.session import Session

        return Session(slips=slips).check(game)
    name = pack_name(game)
    session = _sessions.get(name)
    pack = session.memory.pack if session is not None else None
    pack = Pack(name) if pack is None else pack
    texts = f"{texts_key(game)}{'' if slips else ' plain'}"
    key = f"report {texts}"
    kept = None if game.diagnostics else pack.get(key)
    if kept is not None and (known := load_checked(kept, game)) is not None:
        return known
    if known_anew := _retold(game, pack, texts):
        return known_anew
    if session is None:
        from regola_compiler.incremental.memory import Memory
        from regola_compiler.incremental.session import Session

        _sessions[name] = session = Session(Memory(pack))
    session.slips = slips
    _sessions.move_to_end(name)
    while len(_sessions) > MANY:
        _sessions.popitem(last=False)
    checked = session.check(game)
    if not game.diagnostics:
        from regola_compiler.incremental.retold import dump_texts

        pack.put(key, dump_checked(checked))
        pack.put(LAST, dump_texts(game, texts))
        if session.index is not None:
            pack.put(f"index {texts}", session.index())
    session.save()
    return checked


def _retold(game: Game, pack: Pack, texts: str) -> Checked | None:
    """What the last check found, if only what is no meaning has changed since."""
    if game.diagnostics or LAST not in pack:
        return None
    from regola_compiler.incremental.retold import dump_texts, retold

    told = retold(game, pack)
    if told is None:
        return None
    checked, index = told
    pack.put(f"report {texts}", dump_checked(checked))
    pack.put(LAST, dump_texts(game, texts))
    if index is not None:
        pack.put(f"index {texts}", index)
    # What was found in each declaration was not asked for, and counts all the same.
    pack.renew(pack.keys("found ", "passes ", "permits ", "sheets "))
    pack.save()
    return checked
