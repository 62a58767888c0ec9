"""What a game's results are kept under."""

from __future__ import annotations

from hashlib import sha256

from regola_dsl.cache import folder

from regola_compiler.project.game import Game


def pack_name(game: Game) -> str:
    """The name of the pack of a game: by the folder it stands in, and by that of the packs."""
    place = f"{folder()} {game.folder.resolve()} {game.shown} {game.id}"
    return f"game-{sha256(place.encode('utf-8', 'replace')).hexdigest()[:24]}"


def texts_key(game: Game) -> str:
    """What tells the texts of a game, and what they are shown as, from others."""
    made = sha256()
    for source in game.texts.values():
        for part in (source.path, source.text):
            data = part.encode("utf-8", "surrogatepass")
            made.update(len(data).to_bytes(8, "big") + data)
    return made.hexdigest()
