"""What a command worked out of a game's texts is said again as long as the texts are the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from regola_dsl.cache import folder
from regola_dsl.store import Pack

from regola_compiler.incremental.names import pack_name, texts_key
from regola_compiler.project.game import Game


def kept_or_made(game: Game, what: str, make: Callable[[], Any], *, also: Sequence[Game] = ()) -> Any:
    """What `make` comes to, or came to when the texts of the game were these.

    Args:
        game: The texts of the game, as `peek_game` reads them.
        what: What tells this from all else that is kept of a game.
        make: Works it out, as what JSON can say.
        also: Other games that it rests on.
    """
    if folder() is None or any(one.diagnostics for one in (game, *also)):
        return make()
    texts = " ".join(f"{pack_name(one)} {texts_key(one)}" for one in also)
    pack, key = Pack(pack_name(game)), f"{what} {texts_key(game)}{texts}"
    kept = pack.get(key)
    if kept is not None:
        try:
            return json.loads(kept.decode("utf-8", "surrogatepass"))
        except (ValueError, RecursionError):
            pass  # it is made again
    made = make()
    pack = Pack(pack_name(game))  # what making it has kept beside it stays
    pack.put(key, json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
    pack.save()
    return made
