"""What was read once is gone on from: the lines above one that is tried are the same from one try to the next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from regola_dsl.builders.declarations import Builder
from regola_dsl.declarations import cut
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.lexer import RawToken, lex
from regola_dsl.meant import stuck
from regola_dsl.parser import parse_block
from regola_dsl.parsing.loop import Stop, parse
from regola_dsl.parsing.words import merged
from regola_dsl.source import Source
from support.damage import rule_texts, slipped
from support.effort import drawn

LARGE = [text for texts in rule_texts().values() for text in texts if len(text) > 4000]


def queues(text: str) -> list[list[RawToken]]:
    """The tokens of each declaration that the lexer can read."""
    lexed = [lex("a", block.lines) for block in cut(Source("a", text)).blocks]
    return [merged(tokens) for tokens, errors in lexed if not errors and tokens]


def made_of(queue: list[RawToken], since: Stop | None = None) -> tuple[Any, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return parse(queue, "start", Builder("a", found), since=since), found


def test_what_is_gone_on_with_is_what_is_read_from_the_beginning() -> None:
    pick, gone_on = Random(1), 0
    for text in pick.sample(LARGE, drawn(40)):
        for queue in queues(slipped(text, pick)):
            place, found = pick.randrange(len(queue)), list[Diagnostic]()
            since = parse(queue, "start", Builder("a", found), place)
            whole, wrong = made_of(queue)
            if since.place < place:
                assert isinstance(whole, Stop)
                assert whole.place == since.place
                continue
            gone_on += 1
            for _ in range(2):  # what is kept of the beginning is not changed by going on
                made, more = made_of(queue, since)
                assert (made, [*found, *more]) == (whole, wrong)
    assert gone_on > 100


def test_a_line_is_tried_without_reading_those_above_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [f"  exception case{n} @2.{n} when wind is storm\n    {n}" for n in range(1, 60)]
    text = "define waves -> int 0..99 @2\n" + "\n".join([*lines, "  exception last @3 wen wind is storm", "    7", ""])
    read: list[int] = []

    def counting(queue: list[RawToken], *given: Any, since: Stop | None = None) -> Any:
        read.append(len(queue) - (since.place if since else 0))
        return parse(queue, *given, since=since)

    monkeypatch.setattr(stuck, "parse", counting)
    (block,) = cut(Source("a", text)).blocks
    assert len(parse_block(block, "a").diagnostics) == 1
    assert len(read) > 20  # ways to write the line
    assert sum(read) < 2 * max(read)
