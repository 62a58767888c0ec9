"""What a declaration brings into being that others would name, and that nothing names any more.

Where a name is named and declared nowhere, one of these may be the same thing under another name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Ground, Missing, nearest
from regola_dsl.meant.blocks import block_at, blocks_of, called, columns_of, declared, fields_of, made, words
from regola_dsl.parsing.printed import PRINTED, sections_in
from regola_dsl.source import Source, Span

from regola_compiler.checks.common import is_near
from regola_compiler.project.glossary import FILE

# A name by the file and the declaration it stands in, and itself.
Lost: TypeAlias = tuple[str, Block, str]
# What is found of a name, and as what that is missing.
Missed: TypeAlias = tuple[Diagnostic, Missing]

# What of a file may name what rules declare.
_DECLARES = re.compile(r"^ *declares: *(.*)", re.MULTILINE)
_UNCOMMENTED = re.compile(r"^[^#\n]+", re.MULTILINE)
_PHASE = re.compile(r"^ *phase ([^\W\d]\w*)( by\b)?", re.MULTILINE)
# What others name: an example or a line of modifiers may stand for itself, and so may a rule.
_NAMED = frozenset(
    "enum scale record piece place state given define table modifiers variant choice path action".split()
)
# What a thing of a kind that is missing can be declared as.
SORTS = {
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


def candidates(block: Block, owners: set[str], name: str, *, asked: bool) -> set[str]:
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
        typed = re.match(r"(?:\(\w+: (?=\w+\))|: | -> )(\w+)", behind) if kind in _ASKED_AS_PARTS else None
        return {own} if typed and typed[1] in owners else set()
    if name[0].isupper():
        return {own} if own and (own[0].isupper() or _is_small(own, kind, name)) else set()
    if kind in _WITH_PARTS:
        return set(declared(block.text)) - {own} if kind in {"enum", "scale"} and not asked else set()
    return {own} if own and behind.startswith("(") == asked else set()


def _is_small(own: str, kind: str, name: str) -> bool:
    """Whether a type is declared by the name that others have for it, in other letters: `ground` for `Ground`."""
    return kind in _WITH_PARTS and own.casefold() == name.casefold()


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
        wanted &= SORTS.get(kind, wanted)
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


@dataclass(frozen=True, slots=True)
class Declared:
    """What a game declares and names.

    Attributes:
        blocks: All declarations, with their files.
        made: The names that are declared, and how often: what a list has as a value, too, is named where that is meant.
        counts: In how many declarations a word stands.
        failing: The examples that fail.
        said: The same for data. What they say in prose may be the word of a phase (`dawn`), which few things name.
    """

    sources: Sequence[Source]
    blocks: list[tuple[str, Block]]
    made: Counter[str]
    counts: Counter[str]
    said: Counter[str]
    failing: Sequence[Block]

    @classmethod
    def of(cls, sources: Sequence[Source], data: Iterable[Source], found: Sequence[Diagnostic]) -> Declared:
        """What some rules and data declare and name; of what is found in them it is looked for examples that fail."""
        blocks = [(source.path, block) for source in sources for block in blocks_of(source)]
        counted = Counter(name for _, block in blocks for name in made(block))
        counts = Counter(word for _, block in blocks for word in uses(block.text))
        said = Counter(word for source in data for word in words(_naming(source)))
        fails = {(one.span.path, one.span.line) for one in found if Ground.EXAMPLE in one.code.ground}
        failing = [b for path, b in blocks if any(p == path and b.line <= line <= b.end for p, line in fails)]
        return cls(sources, blocks, counted, counts, said, failing)

    def using(self, name: str) -> list[Block]:
        """The declarations that have a word."""
        return [block for _, block in self.blocks if name in words(block.text)]

    def _is_unnamed(self, name: str) -> bool:
        return self.counts[name] + self.said[name] <= 1

    def _is_another_kind(self, one: Lost, kinds: Collection[str]) -> bool:
        """Whether a declaration is of the kind that is looked for, and its name is also that of one of another kind."""
        kind = one[1].kind
        return (
            bool(kinds)
            and all(kind in SORTS.get(sort, ()) for sort in kinds)
            and self.counts[one[2]] > 1
            and sum(b.kind == kind for _, b in self.blocks if called(b) == one[2]) == 1
        )

    def lost(self, name: str, missed: Sequence[Missed]) -> tuple[list[Lost], bool]:
        """What nothing names and may be what a name means that nothing declares, and whether that is a phase."""
        using = self.using(name)
        sequences = {name for _, block in self.blocks if block.kind == "sequence" for name in block.text.split()[1:2]}
        phases = [_is_phase(missing, sequences) for _, missing in missed]
        if any(phases) and all(
            is_one or missing.kind == "name" for is_one, (_, missing) in zip(phases, missed, strict=True)
        ):
            spans = [span for one, _ in missed for span in _places(one)]
            acts = any(is_acted_in(span, self.sources) for span in spans)
            asked = any(_is_called(name, span, self.sources) for span in spans)
            printed = [
                (p, b, one) for p, b in self.blocks for one in phases_printed_as(b, name) if self.counts[one] <= 1
            ]
            near = [
                (p, b, one)
                for p, b in self.blocks
                for one in phases_of(b, acts=False, called=asked)
                if self._is_unnamed(one) and is_near(one, name)
            ]
            lost = printed or [
                (p, b, one)
                for p, b in self.blocks
                for one in phases_of(b, acts=acts, called=asked)
                if self._is_unnamed(one)
            ]
            return near if len(near) == 1 else lost, True
        kinds = {missing.kind for _, missing in missed}
        if any("rule" in kind for kind in kinds):
            about = [one for one in rules_about(self.blocks, using) if self.counts[one[2]] <= 1]
            cited = [] if about else rules_at_fault(self.blocks, self.failing)
            rules = about or [one for one in cited if self.counts[one[2]] <= 1]
            if rules or not any("definition" in kind for kind in kinds):
                return rules, False
        owners = {missing.owner for _, missing in missed} & {*self.made}
        asked = any(_is_called(name, span, self.sources) for one, _ in missed for span in _places(one))
        # What is asked with brackets too may be asked with more than what it would be a fact of.
        owners = set() if asked and "definition" in kinds else owners
        may_be = [
            (path, block, other)
            for path, block in self.blocks
            for other in candidates(block, owners, name, asked=asked)
        ]
        unnamed = [one for one in may_be if self._is_unnamed(one[2])]
        # A value of another list, too, is named as that one's; and an action may have the name of its phase.
        shared = [one for one in may_be if self.made[one[2]] > 1 and is_near(one[2], name)]
        lost = (
            (shared if shared and not any(is_near(one[2], name) for one in unnamed) else unnamed)
            or shared
            or [one for one in may_be if self.made[one[2]] > 1 and self._is_another_kind(one, kinds)]
        )
        close = [one for one in lost if nearest(name, [one[2]])]
        if len(close) == 1 or len(lost) <= 1:
            return close or lost, False
        return likely(lost, kinds, using) or lost, False


def _naming(data: Source) -> str:
    """What of a file may name what rules declare: no remarks, and of a glossary only where it says so."""
    return "\n".join((_DECLARES if data.path.endswith(f"/{FILE}") else _UNCOMMENTED).findall(data.text))


def _is_phase(missing: Missing, sequences: set[str]) -> bool:
    """Whether what is missing was named as a phase, as one of a sequence, or as a value of the type of all of them."""
    return missing.kind == "phase" or (missing.kind == "value" and missing.owner in {"Phase", *sequences})


def _places(one: Diagnostic) -> list[Span]:
    """All places of which a finding tells."""
    return [one.span, *(label.span for label in one.related)]


def _is_called(name: str, span: Span, sources: Sequence[Source]) -> bool:
    """Whether brackets stand behind a name in the line where it is used."""
    text = next((source.text for source in sources if source.path == span.path), "")
    line = next(iter(text.split("\n")[span.line - 1 : span.line]), "")
    return re.match(rf".*\b{re.escape(name)}\(", line[span.column - 1 :]) is not None
