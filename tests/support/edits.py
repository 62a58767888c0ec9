"""What happens to a game while somebody writes: edits of characters, lines, texts, declarations and files."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

from regola_compiler.project.game import Game
from regola_dsl.source import Source

from support.damage import slipped

KINDS = tuple("delete number blank comment not double slip half text swap move rename new-file no-file".split())
_NUMBER = re.compile(r"(?<![@.\w])\d+\b")
_TEXT = re.compile(r'(\b(?:it|en) ")')


def with_sources(game: Game, sources: list[Source]) -> Game:
    """The same game with other rules, its YAML files still to be read."""
    return replace(game, sources=sources, scenarios=[], sheets=[], components=[], diagnostics=[])


def edited_game(game: Game, pick: Random, kind: str) -> Game:
    """A game after one edit of a kind."""
    sources = list(game.sources)
    at = pick.randrange(len(sources))
    if kind == "new-file":
        new = f"define fresh_{pick.randrange(9)} -> int 1..9 @1\n  {pick.randrange(1, 12)}\n"
        return with_sources(game, [*sources, Source(sources[at].path.replace(".regola", "_b.regola"), new)])
    if kind == "no-file" and len(sources) > 1:
        del sources[at]
        return with_sources(game, sources)
    text = sources[at].text
    changed = slipped(text, pick) if kind == "slip" else "\n".join(_edited(text.split("\n"), pick, kind))
    sources[at] = Source(sources[at].path, changed)
    return with_sources(game, sources)


def _edited(lines: list[str], pick: Random, kind: str) -> list[str]:
    out = list(lines)
    at = pick.randrange(len(out))
    match kind:
        case "delete":
            del out[at]
        case "number":
            at = _one_of(out, pick, _NUMBER)
            out[at] = _NUMBER.sub(lambda number: str(int(number[0]) + 1), out[at], count=1)
        case "blank":
            out.insert(at, "")
        case "comment":
            out.insert(at, "# hm")
        case "not":
            at = _one_of(out, pick, re.compile(" not "))
            out[at] = out[at].replace(" not ", " ", 1)
        case "double":
            out.insert(at, out[at])
        case "half":
            out[at] = out[at][: pick.randrange(len(out[at]) + 1)]
        case "text":
            at = _one_of(out, pick, _TEXT)
            out[at] = _TEXT.sub(r"\1Hm, ", out[at], count=1)
        case "swap":
            other = max(at - 1, 0)
            out[at], out[other] = out[other], out[at]
        case "rename":
            words = re.findall(r"\b[a-z]\w{3,}", "\n".join(out))
            word = pick.choice(words or ["x"])
            out = re.sub(rf"\b{word}\b", f"{word}_too", "\n".join(out)).split("\n")
        case "move":
            heads = [n for n, line in enumerate(out) if line and not line[0].isspace() and line[0] != "#"]
            if len(heads) > 1:
                place = pick.randrange(len(heads) - 1)
                start, end = heads[place], heads[place + 1]
                out = [*out[end:], *out[start:end]] if place == 0 else [*out[start:end], *out[:start], *out[end:]]
        case _:
            pass
    return out


def _one_of(lines: list[str], pick: Random, wanted: re.Pattern[str]) -> int:
    """A line in which something stands; any line where it stands in none."""
    fitting = [n for n, line in enumerate(lines) if wanted.search(line)]
    return pick.choice(fitting or range(len(lines)))
