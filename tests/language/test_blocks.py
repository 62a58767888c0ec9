"""A file in its declarations: each can be read alone, and a change of one leaves the others' texts as they are."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from regola_dsl.declarations import Block, cut
from regola_dsl.parser import joined, parse_block, parse_source
from regola_dsl.source import Source, Span
from support.damage import rule_texts, slipped
from support.drawn import position_programs, programs
from support.effort import drawn, some

SETTINGS = settings(max_examples=drawn(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
TEXTS = rule_texts()
# A declaration that asks for more, the line at column 0 below it, and the declaration above, which takes what follows.
NEIGHBOURS = 3
seeds = st.integers(0, 10**9)


def moved(node: Any, lines: int) -> Any:
    """A tree or a finding, so many lines further down."""
    if isinstance(node, Span):
        return replace(node, line=node.line + lines, end_line=node.end_line + lines)
    if isinstance(node, tuple):
        return tuple(moved(part, lines) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        return type(node)(*(moved(getattr(node, part.name), lines) for part in fields(node)))
    return node


@cache
def sound() -> list[str]:
    """Texts whose declarations can all be read."""
    texts = [text for shown in TEXTS.values() for text in shown if text]
    return [text for text in texts if not parse_source(Source("a", text)).diagnostics]


def in_parts(text: str) -> None:
    """Hold what must hold of every text: its declarations, read alone and elsewhere, are those of the file."""
    source = Source("a.regola", text)
    parts = cut(source)
    alone = [parse_block(Block(1, block.text), source.path) for block in parts.blocks]
    there = [moved(parsed, block.line - 1) for parsed, block in zip(alone, parts.blocks, strict=True)]
    assert joined(source, parts, there) == parse_source(source)
    lines = source.lines
    for block in parts.blocks:
        assert all(line == lines[number - 1] and line.strip() for number, line in block.lines)
        assert block.lines[0][0] == block.line
        assert block.lines[-1][0] == block.end
        assert not block.text[0].isspace()
    assert parts.blocks == tuple(sorted(parts.blocks, key=lambda block: block.line))
    # What stands in no block says nothing, or a finding stands on it.
    told = {number for block in parts.blocks for number, _ in block.lines}
    silent = {number for number, line in enumerate(lines, 1) if not line.strip() or line.lstrip().startswith("#")}
    if not parts.diagnostics:
        assert told | silent == set(range(1, len(lines) + 1))


@pytest.mark.parametrize("texts", some(TEXTS.values()), ids=some(TEXTS))
def test_a_declaration_read_alone_is_that_of_its_file(texts: list[str]) -> None:
    for text in texts:
        in_parts(text)


@SETTINGS
@given(st.one_of(programs, position_programs), st.integers(0, 6), seeds)
def test_a_declaration_of_a_random_program_read_alone_is_that_of_its_file(text: str, slips: int, seed: int) -> None:
    in_parts(slipped(text, Random(seed), slips))


@SETTINGS
@given(st.text())
def test_nothing_written_cannot_be_cut(text: str) -> None:
    in_parts(text)


def in_common(one: list[str], other: list[str]) -> int:
    """How many of their items two lists have in common at their beginnings."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@settings(SETTINGS, max_examples=drawn(300))
@given(st.integers(0, 10**6), seeds)
def test_a_slip_in_one_declaration_leaves_the_others_texts(number: int, seed: int) -> None:
    random = Random(seed)
    text = sound()[number % len(sound())]
    lines = text.split("\n")
    at = random.randrange(len(lines))
    lines[at] = slipped(lines[at] + "\n", random).removesuffix("\n")
    before, after = cut(Source("a", text)), cut(Source("a", "\n".join(lines)))
    old, new = [block.text for block in before.blocks], [block.text for block in after.blocks]
    if not new:
        assert after.diagnostics or len(old) == 1
        return
    kept = in_common(old, new)
    kept += in_common(old[kept:][::-1], new[kept:][::-1])
    assert kept >= len(old) - NEIGHBOURS


def test_what_says_nothing_changes_no_block() -> None:
    text = "define a -> int @1\n  # one\n\n  1\n\n# two\ndefine b -> int @2\n  2\n"
    other = "define a -> int @1\n  # three\n   \n  1\n#\n# four\ndefine b -> int @2\n  2"
    assert cut(Source("a", text)) == cut(Source("b", other))
    assert [block.text for block in cut(Source("a", text)).blocks] == [
        "define a -> int @1\n\n\n  1",
        "define b -> int @2\n  2",
    ]


def test_a_line_that_begins_no_declaration_takes_the_bare_one_above() -> None:
    parts = cut(Source("a", "define a -> int @1\n  1\ndefine b -> int @2\nfoo\n  bar\nenum E @3\n  c\n"))
    assert [(block.line, block.text) for block in parts.blocks] == [
        (1, "define a -> int @1\n  1\n\n\n  bar"),
        (6, "enum E @3\n  c"),
    ]
    assert [(found.code.slug, found.span.line) for found in parts.diagnostics] == [("bad-indent", 4)]
    assert "b" in parts.lost
