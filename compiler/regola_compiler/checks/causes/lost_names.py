"""What a declaration brings into being that others would name, and that nothing names any more.

Where a name is named and declared nowhere, one of these may be the same thing under another name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from regola_dsl.declarations import Block
from regola_dsl.meant.blocks import block_at, blocks_of, columns_of, declared, fields_of, words
from regola_dsl.parsing.printed import PRINTED, sections_in
from regola_dsl.source import Source, Span

# A name by the file and the declaration it stands in, and itself.
Lost: TypeAlias = tuple[str, Block, str]

_PHASE = re.compile(r"^ *phase ([^\W\d]\w*)( by\b)?", re.MULTILINE)
# What others name: an example or a line of modifiers may stand for itself, and so may a rule.
_NAMED = frozenset(
    "enum scale record piece place state given define table modifiers variant choice path action".split()
)
# What a thing of a kind that is missing can be declared as.
_SORTS = {
    "definition": frozenset("define table modifiers".split()),
    "type": frozenset("enum scale record piece place".split()),
    "action": frozenset(["action"]),
    "scale": frozenset(["scale"]),
    "state fact": frozenset(["state"]),
    "variant": frozenset(["variant"]),
}
_WITH_PARTS = frozenset("enum scale record piece place".split())
# What can be asked as if it were a part of what it is asked with: `u.halted` for `halted(u)`.
_ASKED_AS_PARTS = frozenset("state given define".split())
_HYPHENED = re.compile(r"[^\W\d]\w*(?:-\w+)*")
# `round` as a word of the language, not as a name.
_ROUNDING = re.compile(r"\bround(?= (?:up|down|nearest)\b)")
# How the row of a table is told whose columns are its parts.
_ROW = " row"


def whose_part(said: str) -> str:
    """The declaration to which a part would belong that is said to be missing of something.

    >>> whose_part("counters row"), whose_part("Unit")
    ('counters', 'Unit')
    """
    return said.removesuffix(_ROW)


def candidates(block: Block, owners: set[str], name: str, *, called: bool) -> set[str]:
    """What a declaration brings into being and others would name, of the sort of a name: with brackets, or without."""
    kind, _, rest = block.text.partition(" ")
    if kind not in _NAMED:
        return set()
    own = next(iter(_HYPHENED.findall(rest.removeprefix("type ") if kind == "given" else rest)), "")
    behind = rest.partition(own)[2]
    if owners:
        if own in owners:
            parts = declared(block.text) if kind in _WITH_PARTS else columns_of(block.text)
            return {*parts, *(fields_of(block.text) if kind == "record" else ())} - {own}
        # What is a fact of one of them; or what is one, where a value was looked for by the name of a fact.
        asked = re.match(r"(?:\(\w+: (?=\w+\))|: | -> )(\w+)", behind) if kind in _ASKED_AS_PARTS else None
        return {own} if asked and asked[1] in owners else set()
    if name[0].isupper():
        return {own} if own and own[0].isupper() else set()
    if kind in _WITH_PARTS:
        return set(declared(block.text)) - {own} if kind in {"enum", "scale"} and not called else set()
    return {own} if own and behind.startswith("(") == called else set()


def rules_about(blocks: Sequence[tuple[str, Block]], using: Sequence[Block]) -> list[Lost]:
    """The rules that are about an action with each of those that name a lost one: one outweighs what it speaks of."""
    actions = {name for _, block in blocks if block.kind == "action" for name in block.text.split()[1:2]}
    actions = {name.partition("(")[0] for name in actions}
    return [
        (path, block, block.text.split()[1])
        for path, block in blocks
        if block.kind == "rule"
        and block not in using
        and all(actions & words(block.text) & words(one.text) for one in using)
    ]


def rules_at_fault(blocks: Sequence[tuple[str, Block]], failing: Sequence[Block]) -> list[Lost]:
    """The rules of which an example that fails cites a section, where what names a lost rule says of no action."""
    cited = {section for block in failing for section in _sections(block)}
    return [
        (path, block, block.text.split()[1])
        for path, block in blocks
        if block.kind == "rule" and not cited.isdisjoint(_sections(block))
    ]


def _sections(block: Block) -> list[str]:
    """The sections that the head of a declaration cites."""
    return sections_in(block.text.split("\n", 1)[0])


def phases_printed_as(block: Block, name: str) -> set[str]:
    """The phases of a sequence that a text calls by a name, as many a phase is named nowhere else."""
    text = block.text if block.kind in {"sequence", "phase"} else ""
    begun = [*_PHASE.finditer(text)]
    ends = [*(found.start() for found in begun), len(text)][1:]
    return {
        found[1]
        for found, end in zip(begun, ends, strict=True)
        if name in {"_".join(printed.casefold().split()) for printed in PRINTED.findall(text, found.end(), end)}
    }


def phases_of(block: Block, *, acts: bool, called: bool) -> list[str]:
    """The phases of a sequence; where somebody `acts` in it, those of somebody; of `called` ones that which is."""
    if block.kind not in {"sequence", "phase"}:
        return []
    if called:
        return block.text.partition("(")[0].split()[1:] if block.kind == "phase" else []
    return [found[1] for found in _PHASE.finditer(block.text) if not acts or found[2]]


def is_acted_in(span: Span, sources: Sequence[Source]) -> bool:
    """Whether a phase is named where it is said when something may be done."""
    block = block_at([b for source in sources if source.path == span.path for b in blocks_of(source)], span.line)
    return block is not None and block.kind == "action" and block.line == span.line


def likely(lost: list[Lost], kinds: set[str], using: Sequence[Block]) -> list[Lost]:
    """Of declarations that have lost their uses those of the sort that is asked for, of which its users speak."""
    wanted = {block.kind for _, block, _ in lost}
    for kind in kinds:
        wanted &= _SORTS.get(kind, wanted)
    found = [one for one in lost if one[1].kind in wanted]
    if len(found) <= 1:
        return found
    spoken = {word for block in using for word in words(block.text)}
    return [one for one in found if not spoken.isdisjoint(set(declared(one[1].text)) - {one[2]})]


@lru_cache(maxsize=20_000)
def uses(text: str) -> frozenset[str]:
    """The words that a declaration counts as used, its own among them."""
    return words(_ROUNDING.sub("", text)) | _inside(text)


def _inside(text: str) -> set[str]:
    """Names that stand in a declaration more than once, each marked as used by it."""
    counts = Counter(re.findall(r"[^\W\d]\w*", re.sub(r'"[^"]*"|#.*', " ", text)))
    return {name for name, many in counts.items() if many > 1}
