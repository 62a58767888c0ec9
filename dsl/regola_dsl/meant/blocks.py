"""Declarations as texts: what they name, what they bring into being, and what depends on them.

A declaration that cannot be read has no tree; of what it would have declared, and of what it names, its words tell.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from regola_dsl.declarations import Block, cut
from regola_dsl.records import dataclass
from regola_dsl.source import Source, Span

WORD = re.compile(r"[^\W\d]\w*(?:[-/]\w+)*|\d[\w:/-]*")
# Texts, sections and remarks, in which no name stands.
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"?|@[\w.-]+|#.*')
_LINE = attrgetter("line")
# The name of a phase, or of what stands in its place.
PHASE = re.compile(r"\b(?:phase|for|roll|draw) +(\w+)")
# Declarations whose every word is a name of theirs; whose first word of each line is one, asked without its type; whose
# phases are.
_ALL_NAMES = frozenset({"enum", "scale"})
LINES = frozenset({"piece", "place", "setup"})
_PHASES = frozenset({"sequence", "phase"})
_FIRST = re.compile(r"^ +(?:state +)?(\w+)", re.MULTILINE)
# An input, what an example puts up, and what a line gives a name of its own.
_INPUT = re.compile(r"[(,] *([^\W\d]\w*): ")
_PUT_UP = re.compile(r"\bwith ([^\W\d]\w*): ")
_GIVEN = re.compile(r"\b(?:let|for|each|among|any|all|no|count|those|one|roll|draw) +([^\W\d]\w*)(?= in\b| =|:)")
# Of a table with several results, what each is called.
_COLUMNS = re.compile(r"(\w+):")


def blocks_of(source: Source) -> tuple[Block, ...]:
    """The declarations of a file as texts."""
    return cut(source).blocks


def block_at(blocks: Sequence[Block], line: int) -> Block | None:
    """The declaration that a line of its file belongs to, of those of that file in their order."""
    begun = bisect_right(blocks, line, key=_LINE)
    return blocks[begun - 1] if begun and line <= blocks[begun - 1].end else None


def block_of(span: Span, sources: Iterable[Source]) -> Block | None:
    """The declaration of some files in which a place lies; None where it lies in none of them."""
    source = next((source for source in sources if source.path == span.path), None)
    return None if source is None else block_at(blocks_of(source), span.line)


def called(block: Block) -> str:
    """What a declaration is called; nothing of one that has no name."""
    return next(iter(WORD.findall(block.text.split("\n", 1)[0])[1:2]), "")


@lru_cache(maxsize=20_000)
def words(text: str) -> frozenset[str]:
    """The words of a declaration, without those of its texts and sections."""
    return frozenset(WORD.findall(TEXT.sub(" ", text)))


@lru_cache(maxsize=20_000)
def declared(text: str) -> frozenset[str]:
    """The names that a declaration brings into being, as far as that can be told of one that cannot be read."""
    plain = TEXT.sub(" ", text)
    first = plain.split("\n", 1)[0]
    kind, *rest = WORD.findall(first) or [""]
    names = {name for name in rest[:1] if kind not in {"players", "label", "accept"}}
    if kind in _ALL_NAMES:
        names |= words(plain) - {kind, "open", "above", "below", "of", "ratios", "it", "en"}
    elif kind in LINES:
        names |= fields_of(text)
    elif kind in _PHASES:
        names |= {*PHASE.findall(plain), "active", "Phase"}
    elif kind == "also" or " to " in first:
        names |= set(rest[:3])
    return frozenset(names) | columns_of(text)


def made(block: Block) -> frozenset[str]:
    """The names that a declaration brings into being; what an exception is to it names alone."""
    return frozenset({called(block)}) if block.kind == "exception" else declared(block.text)


def fields_of(text: str) -> frozenset[str]:
    """What each line of a record, a piece, a place or a setup begins with: a name that is asked of something."""
    return frozenset(_FIRST.findall(TEXT.sub(" ", text)))


def columns_of(text: str) -> frozenset[str]:
    """Of a table with several results, what each is called."""
    first = TEXT.sub(" ", text).split("\n", 1)[0]
    return frozenset(_COLUMNS.findall(first.partition("->")[2]) if first.startswith("table ") else ())


def parts_of(text: str) -> frozenset[str]:
    """What a declaration brings into being besides a type: its facts, its phases, or itself."""
    return frozenset(name for name in declared(text) if not name[:1].isupper())


@lru_cache(maxsize=20_000)
def known_within(text: str) -> tuple[str, ...]:
    """What is known within a declaration alone: its inputs, what a line gives a name, each of several; none twice."""
    plain = TEXT.sub(" ", text)
    inputs = [*_INPUT.findall(plain.split("\n", 1)[0]), *_PUT_UP.findall(plain)]
    return tuple(dict.fromkeys([*inputs, *_GIVEN.findall(plain)]))


def place_in(path: str, block: Block, name: str) -> Span:
    """Where a name first stands in a declaration of a file."""
    at = _first_in(block, name)
    line = block.line + block.text.count("\n", 0, at)
    column = at - (block.text.rfind("\n", 0, at) + 1) + 1
    return Span(path, line, column, line, column + len(name))


def renamed_in(block: Block, name: str, other: str) -> str:
    """A declaration with another name where it first has one."""
    at = _first_in(block, name)
    return f"{block.text[:at]}{other}{block.text[at + len(name) :]}"


def _first_in(block: Block, name: str) -> int:
    """How many characters of a declaration stand before a name, which no text or section of it is."""
    plain = TEXT.sub(lambda text: " " * len(text[0]), block.text)
    at = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", plain) or re.search(rf"\b{re.escape(name)}\b", block.text)
    assert at is not None
    return at.start()


@dataclass(frozen=True, slots=True)
class Dependents:
    """What depends on some names: the names that are not known if those are not, and the texts of the declarations."""

    names: frozenset[str]
    texts: frozenset[str]


def dependents(
    blocks: Iterable[Block], names: Iterable[str], gives: Callable[[Block], Collection[str]] | None = None
) -> Dependents:
    """What names one of some names, what names a name of that, and so on to the end.

    Args:
        blocks: The declarations that are asked.
        names: Where it begins.
        gives: The names that depend on a declaration; what it declares, unless something else is said.
    """
    reached: set[str] = set()
    fallen = set(names)
    left = list(blocks)
    while more := [block for block in left if not words(block.text).isdisjoint(fallen)]:
        left = [block for block in left if words(block.text).isdisjoint(fallen)]
        reached.update(block.text for block in more)
        fallen.update(name for block in more for name in (declared(block.text) if gives is None else gives(block)))
    return Dependents(frozenset(fallen), frozenset(reached))
