"""What a game's results are kept under, and what a command worked out of its texts, as long as these are the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from regola_dsl.cache import folder
from regola_dsl.store import Pack

from regola_compiler.project.game import Game


def pack_name(game: Game) -> str:
    """The name of the pack of a game: by the folder it stands in, and by that of the packs."""
    place = f"{folder()} {game.folder.resolve()} {game.shown} {game.id}"
    return f"game-{sha256(place.encode('utf-8', 'replace')).hexdigest()[:24]}"


def texts_key(game: Game) -> str:
    """What tells the texts of a game, what they are shown as, and which sections its books have, from others."""
    made = sha256(" ".join(sorted(game.indexed)).encode("utf-8", "surrogatepass"))
    for source in game.texts.values():
        for part in (source.path, source.text):
            data = part.encode("utf-8", "surrogatepass")
            made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()


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
