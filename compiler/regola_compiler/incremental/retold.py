"""What was found is told again where only texts, comments and empty lines have changed: none of them is a meaning.

A check leaves behind the texts it read. When the next one, in whatever process, finds that each declaration that was
changed has the tree it had, but for what its texts say and where things stand in it, all findings stand, and move with
the declarations they are about. What is not as plain as that (a finding in a declaration that was changed, a file that
came or went, a text in another language) is left to a check that looks.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from regola_dsl.declarations import Block, Cut, cut
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.parser import parse_block
from regola_dsl.source import Source, Span
from regola_dsl.store import Pack
from regola_dsl.tree import Text

from regola_compiler.incremental.results import LAST, Checked, load_checked
from regola_compiler.project.game import Game

if TYPE_CHECKING:
    from regola_compiler.checks.suppressions import Accepted


class UnsureError(Exception):
    """What was found cannot be told again as it is."""


@dataclass(frozen=True, slots=True)
class Moves:
    """Where the declarations of a file stood and now stand, and which of them were changed."""

    before: tuple[Block, ...]
    after: tuple[Block, ...]
    changed: frozenset[int]

    def of(self, first: int, last: int) -> int:
        """How far down the lines of a declaration have moved.

        Args:
            first: A line of it, as it stood.
            last: Another one, not above the first.

        Raises:
            UnsureError: They are not lines of one declaration, or it was changed.
        """
        number = bisect_right(self.before, first, key=lambda block: block.line) - 1
        if number < 0 or last > self.before[number].end or number in self.changed:
            raise UnsureError
        return self.after[number].line - self.before[number].line


def dump_texts(game: Game, key: str) -> bytes:
    """The texts of a game and the key of what was found in them, as JSON."""
    data = {"texts": key, "rules": _pairs(game.rules), "data": _pairs(game.data_sources)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def retold(game: Game, pack: Pack) -> tuple[Checked, bytes | None] | None:
    """What the last check found, where it says of these texts what it said of those; None if it has to be seen.

    Args:
        game: The texts of the game, as `peek_game` reads them.
        pack: Where the last check left its own.

    Returns:
        The findings, and the index of what the declarations rest on (see `part`) if there was one.
    """
    data = pack.get(LAST)
    if data is None or game.diagnostics:
        return None
    try:
        last = json.loads(data.decode("utf-8", "surrogatepass"))
        kept = pack.get(f"report {last['texts']}")
        before = [Source(str(path), str(text)) for path, text in last["rules"]]
        if kept is None or last["data"] != _pairs(game.data_sources) or not before:
            return None
        known = load_checked(kept, game)
        if known is None:
            return None
        moves = _moves(before, game.rules)
        index = pack.get(f"index {last['texts']}")
        return _moved(known, moves), None if index is None else _moved_index(index, moves)
    except (UnsureError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None


def _pairs(sources: Sequence[Source]) -> list[list[str]]:
    return [[source.path, source.text] for source in sources]


def _moves(before: Sequence[Source], after: Sequence[Source]) -> dict[str, Moves]:
    """How the declarations of each file that was changed have moved.

    Raises:
        UnsureError: Something else than a text, a comment or an empty line is another.
    """
    if [source.path for source in before] != [source.path for source in after]:
        raise UnsureError
    if any(old.text != new.text and new.written is not new for old, new in zip(before, after, strict=True)):
        raise UnsureError  # what was kept of it does not say in which sections its declarations stood
    return {
        new.path: _moves_in(cut(old), cut(new), new.path)
        for old, new in zip(before, after, strict=True)
        if old.text != new.text
    }


def _moves_in(before: Cut, after: Cut, path: str) -> Moves:
    if before.diagnostics or after.diagnostics or len(before.blocks) != len(after.blocks):
        raise UnsureError
    pairs = enumerate(zip(before.blocks, after.blocks, strict=True))
    changed = [(number, old, new) for number, (old, new) in pairs if old.text != new.text]
    if any(not _means_the_same(old, new, path) for _, old, new in changed):
        raise UnsureError
    return Moves(before.blocks, after.blocks, frozenset(number for number, _, _ in changed))


def _means_the_same(old: Block, new: Block, path: str) -> bool:
    """Whether two declarations have the same tree, but for texts and places; both have to be sound."""
    one, other = parse_block(old, path), parse_block(new, path)
    if one.declaration is None or other.declaration is None or one.diagnostics or other.diagnostics:
        return False
    return _alike(one.declaration, other.declaration)


def _alike(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, Span):
        return True
    if isinstance(one, Text):
        return (one.language, _says(one.text), _says(one.short)) == (
            other.language,
            _says(other.text),
            _says(other.short),
        )
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(_alike, one, other))
    names = _field_names(type(one))  # type: ignore[arg-type]  # classes can be hashed
    if names is None:
        return bool(one == other)
    return all(_alike(getattr(one, name), getattr(other, name)) for name in names)


def _says(text: str) -> bool:
    return bool(text.strip())


@cache
def _field_names(kind: type) -> tuple[str, ...] | None:
    """The fields of a dataclass; None of anything else."""
    return tuple(part.name for part in fields(kind)) if hasattr(kind, "__dataclass_fields__") else None


def _moved(known: Checked, moves: dict[str, Moves]) -> Checked:
    found = [_moved_finding(diagnostic, moves) for diagnostic in known.found]
    return replace(known, found=found, accepted=tuple(_moved_acceptance(item, moves) for item in known.accepted))


def _moved_acceptance(item: Accepted, moves: dict[str, Moves]) -> Accepted:
    by = item.acceptance
    span = _place(by.span, moves)
    anchors = tuple(replace(anchor, span=_place(anchor.span, moves)) for anchor in by.anchors)
    reason = tuple(replace(text, span=_place(text.span, moves)) for text in by.reason)
    acceptance = replace(by, anchors=anchors, reason=reason, span=span)
    return replace(item, finding=_moved_finding(item.finding, moves), acceptance=acceptance)


def _moved_finding(diagnostic: Diagnostic, moves: dict[str, Moves]) -> Diagnostic:
    return diagnostic.moved(lambda span: _place(span, moves))


def _place(span: Span, moves: dict[str, Moves]) -> Span:
    if span.path not in moves:
        return span
    down = moves[span.path].of(span.line, span.end_line)
    return replace(span, line=span.line + down, end_line=span.end_line + down)


def _moved_index(data: bytes, moves: dict[str, Moves]) -> bytes:
    """The index with the lines on which the declarations stand now."""
    index = json.loads(data.decode("utf-8", "surrogatepass"))
    index["places"] = [
        [path, *_lines(int(start), moves[path])] if path in moves else [path, start, end]
        for path, start, end in index["places"]
    ]
    return json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _lines(start: int, moves: Moves) -> tuple[int, int]:
    """The first and the last line of a declaration that began at `start`."""
    number = bisect_right(moves.before, start, key=lambda block: block.line) - 1
    if number < 0 or moves.before[number].line != start:
        raise UnsureError
    return moves.after[number].line, moves.after[number].end
