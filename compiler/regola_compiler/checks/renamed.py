"""A name that was changed where it is declared, and nowhere else: told there once, and not at each place that names it.

Which of two names is the right one only who wrote them can say; but where one is declared and named nowhere, and
another is named in several places and declared nowhere, they are one thing. So it is told only where just one
declaration of that sort has lost its uses. Data name things, too: counters, maps, the glossary. And of a list of values
in which one was copied and not adapted, the copy is the one that was to be another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from regola_dsl import codes
from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Ground, Label, Missing, Severity, name_list, nearest
from regola_dsl.meant.blocks import (
    block_at,
    blocks_of,
    called,
    declared,
    dependents,
    parts_of,
    place_in,
    renamed_in,
    words,
)
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.checks.causes.lost_names import (
    Lost,
    candidates,
    is_acted_in,
    likely,
    phases_of,
    phases_printed_as,
    rules_about,
    rules_at_fault,
    uses,
    whose_part,
)
from regola_compiler.checks.causes.phases_named import phases_served
from regola_compiler.checks.common import places_of, told_of_both, told_once_at
from regola_compiler.checks.fitting import Fitting
from regola_compiler.project.glossary import FILE
from regola_compiler.resolve.codes import DUPLICATE, TYPE_MISMATCH
from regola_compiler.resolve.play.phases import ACTIVE, PHASE

_NAME = re.compile(r"[^\W\d]\w*")
_DECLARES = re.compile(r"^ *declares: *(.*)", re.MULTILINE)
_UNCOMMENTED = re.compile(r"^[^#\n]+", re.MULTILINE)
_Missed: TypeAlias = tuple[Diagnostic, Missing]
# What has facts or phases, by which one deed bears on another; and what is done, or happens, in play.
_CARRIED = frozenset("state piece place given sequence phase variant".split())
_DONE = frozenset("action rule limit event also change exception erratum sequence phase setup".split())
# Where something cannot be read, what it declares is not known.
_UNREAD = frozenset({codes.SYNTAX_ERROR, codes.BAD_CHARACTER, codes.BAD_YAML})
# How often a name must be missing to be the one that all have agreed upon.
_OFTEN = 2
# Of more that may be meant a list helps nobody.
_FEW = 8
# Of so many declarations it is tried which would do, for so many names.
_SOME = 6

# Names that the language gives where a game has turns; no game declares them.
_OWN = frozenset({ACTIVE, PHASE})


def told_where_renamed(
    found: Sequence[Diagnostic],
    sources: Sequence[Source],
    data: Iterable[Source] = (),
    fitting: Fitting | None = None,
) -> list[Diagnostic]:
    """The findings; those about a name that is declared by another one are one, at that declaration.

    Args:
        found: All findings.
        sources: The rules.
        data: The files that are no rules.
        fitting: What a declaration under another name would have to go with.
    """
    by_name: dict[str, list[_Missed]] = {}
    for one in found:
        if one.missing is not None and one.missing.kind != "code" and one.weight is Severity.ERROR:
            missing = _apart(one.missing)
            by_name.setdefault(missing.name, []).append((one, missing))
    if not by_name or any(one.code in _UNREAD for one in found):
        return list(found)
    game = _Declared.of(sources, data, found)
    left = list(found)
    meant = _meant(game, by_name, fitting)
    for name, missed in by_name.items():
        if not _NAME.fullmatch(name):
            continue
        several = [one for one, _ in missed if one in left]
        owners = {missing.owner for _, missing in missed} & {*game.made}
        # What a list has lost may be a value of another one, too.
        if copy := _copy_among(left, game.blocks, owners):
            twice, other = copy
            follow = _what_follows(left, [block for _, block in game.blocks], name, other, sources)
            left = _told_of_copy(left, [*several, *follow], name, twice, other)
            continue
        if name not in meant or not several:
            continue
        lost, phase, alike = meant[name]
        if not alike and places_of(several) < _OFTEN:
            # Named once and close to it in letters, it is a misspelling, as what is found of it says already.
            if len(lost) == 1 and nearest(name, [lost[0][2]]) is None:
                left = [
                    told_of_both(one, lost[0][2], name, place_in(*lost[0])) if one is several[0] else one
                    for one in left
                ]
            continue
        if len(lost) == 1:
            follow = _what_follows(left, [block for _, block in game.blocks], name, lost[0][2], sources)
            named = [one for one in several if name in one.names]
            gone = [*several, *follow]
            left = told_once_at(left, named, name, lost[0][2], place_in(*lost[0]), gone)
        elif phase and 1 < len(lost) <= _FEW:
            asked = replace(several[0], help=_one_of([other for _, _, other in lost]))
            left = [asked if one is several[0] else one for one in left]
    return left


class _Meant(NamedTuple):
    """What may have been renamed: declarations that nothing names, whether they are phases, and are alike in name."""

    lost: list[Lost]
    phase: bool
    alike: bool


def _meant(game: _Declared, by_name: Mapping[str, Sequence[_Missed]], fitting: Fitting | None) -> dict[str, _Meant]:
    """What each name may mean that nothing declares.

    One declaration was renamed once: where several names may mean it alone, no word of theirs says which. And what has
    parts that are named, as `Ground.wood`, was nothing that has none of them.
    """
    parts: dict[str, set[str]] = {}
    for name, missed in by_name.items():
        for _, missing in missed:
            parts.setdefault(missing.owner, set()).add(name)
    meant: dict[str, _Meant] = {}
    claimed: Counter[Lost] = Counter()
    for name, missed in by_name.items():
        if name in game.made or name in _OWN or not _NAME.fullmatch(name):
            continue
        lost, phase = game.lost(name, missed)
        alike = [one for one in lost if _is_alike(one[2], name)]
        lost = alike if len(alike) == 1 else lost
        if len(lost) == 1 or (len(lost) <= _SOME and not phase and len(meant) < _SOME):
            lost = [one for one in lost if _has_one(one, parts.get(name)) and _would_do(one, name, fitting)]
        claimed.update(lost if len(lost) == 1 and len(alike) != 1 else ())
        meant[name] = _Meant(lost, phase, len(alike) == 1)
    return {
        name: one if one.alike or len(one.lost) != 1 or claimed[one.lost[0]] == 1 else one._replace(lost=[])
        for name, one in meant.items()
    }


@dataclass(frozen=True, slots=True)
class _Declared:
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
    def of(cls, sources: Sequence[Source], data: Iterable[Source], found: Sequence[Diagnostic]) -> _Declared:
        """What some rules and data declare and name; of what is found in them it is looked for examples that fail."""
        blocks = [(source.path, block) for source in sources for block in blocks_of(source)]
        # What an exception is to it names, and does not declare.
        made = Counter(
            name
            for _, block in blocks
            for name in ([called(block)] if block.kind == "exception" else declared(block.text))
        )
        counts = Counter(word for _, block in blocks for word in uses(block.text))
        said = Counter(word for source in data for word in words(_naming(source)))
        fails = {(one.span.path, one.span.line) for one in found if Ground.EXAMPLE in one.code.ground}
        failing = [b for path, b in blocks if any(p == path and b.line <= line <= b.end for p, line in fails)]
        return cls(sources, blocks, made, counts, said, failing)

    def _is_unnamed(self, name: str) -> bool:
        return self.counts[name] + self.said[name] <= 1

    def lost(self, name: str, missed: Sequence[_Missed]) -> tuple[list[Lost], bool]:
        """What nothing names and may be what a name means that nothing declares, and whether that is a phase."""
        using = [block for _, block in self.blocks if name in words(block.text)]
        sequences = {name for _, block in self.blocks if block.kind == "sequence" for name in block.text.split()[1:2]}
        phases = [_is_phase(missing, sequences) for _, missing in missed]
        if any(phases) and all(
            is_one or missing.kind == "name" for is_one, (_, missing) in zip(phases, missed, strict=True)
        ):
            spans = [span for one, _ in missed for span in (one.span, *(label.span for label in one.related))]
            acts = any(is_acted_in(span, self.sources) for span in spans)
            called = any(_is_called(name, span, self.sources) for span in spans)
            printed = [
                (p, b, one) for p, b in self.blocks for one in phases_printed_as(b, name) if self.counts[one] <= 1
            ]
            lost = printed or [
                (p, b, one)
                for p, b in self.blocks
                for one in phases_of(b, acts=acts, called=called)
                if self._is_unnamed(one)
            ]
            if len(lost) > 1:
                lost = phases_served(lost, using, [block for _, block in self.blocks]) or lost
            return lost, True
        kinds = {missing.kind for _, missing in missed}
        if any("rule" in kind for kind in kinds):
            about = [one for one in rules_about(self.blocks, using) if self.counts[one[2]] <= 1]
            cited = [] if about else rules_at_fault(self.blocks, self.failing)
            return about or [one for one in cited if self.counts[one[2]] <= 1], False
        owners = {missing.owner for _, missing in missed} & {*self.made}
        called = _is_called(name, missed[0][0].span, self.sources)
        lost = [
            (path, block, other)
            for path, block in self.blocks
            for other in candidates(block, owners, name, called=called)
            if self._is_unnamed(other)
            # A value of another list, too, is named as that one's.
            or (self.made[other] > 1 and (_is_alike(other, name) or nearest(name, [other])))
        ]
        close = [one for one in lost if nearest(name, [one[2]])]
        if len(close) == 1 or len(lost) <= 1:
            return close or lost, False
        return likely(lost, kinds, using) or lost, False


def _naming(data: Source) -> str:
    """What of a file may name what rules declare: no remarks, and of a glossary only where it says so."""
    return "\n".join((_DECLARES if data.path.endswith(f"/{FILE}") else _UNCOMMENTED).findall(data.text))


def _is_alike(other: str, name: str) -> bool:
    """Whether two names are one with a hyphen, or one of them a part of the other.

    >>> _is_alike("on-board", "on_board"), _is_alike("victory", "victory_table"), _is_alike("rain", "snow")
    (True, True, False)
    """
    one, two = (f"_{each.replace('-', '_')}_" for each in (other, name))
    return one in two or two in one


def _one_of(others: Sequence[str]) -> str:
    """What to look at where one of several declarations that nothing names was renamed."""
    return say("was one of these renamed, which nothing names: {names}?", names=name_list(others, "or"))


def _apart(missing: Missing) -> Missing:
    """What is missing, with whose it would be apart: of `Weather.fog` the value `fog` of `Weather`."""
    if missing.kind == "phase" and "/" in missing.name:
        return missing._replace(name=missing.name.rpartition("/")[2])  # the phases around it stand before it
    owner, dot, name = missing.name.rpartition(".")
    apart = Missing("value", name, owner) if dot and not missing.owner else missing
    return apart._replace(owner=whose_part(apart.owner))


def _copy_among(
    found: Sequence[Diagnostic], blocks: Sequence[tuple[str, Block]], owners: set[str]
) -> tuple[Diagnostic, str] | None:
    """The finding of a value that stands twice in the list of one of some types, if there is one; and the value."""
    copies: list[tuple[Diagnostic, str]] = []
    for one in (one for one in found if one.code == DUPLICATE):
        block = block_at([block for path, block in blocks if path == one.span.path], one.span.line)
        if block is None or block.kind not in {"enum", "scale"} or block.line == one.span.line:
            continue
        line = block.text.split("\n")[one.span.line - block.line]
        if _NAME.findall(block.text)[1] in owners:
            copies.append((one, line[one.span.column - 1 : one.span.end_column - 1]))
    return copies[0] if len(copies) == 1 else None


def _told_of_copy(
    found: list[Diagnostic], several: list[Diagnostic], name: str, twice: Diagnostic, other: str
) -> list[Diagnostic]:
    """The findings with one at the copy in place of those at the places that name what it was to be."""
    once = replace(
        twice,
        message=say("`{other}` is listed twice, and `{name}`, which others name, nowhere", other=other, name=name),
        related=(*twice.related, *(Label(one.span, say("named here")) for one in several if name in one.names)),
        help=say("write `{name}` in place of one of the two", name=name),
    )
    return [once if one is twice else one for one in found if one not in several]


def _what_follows(
    found: Sequence[Diagnostic], blocks: Sequence[Block], name: str, other: str, sources: Sequence[Source]
) -> list[Diagnostic]:
    """The findings that go away with the one about a name: of what names it, and of what nothing else reads or sets.

    What names it cannot be understood, so what that names is asked by nobody; and what asks for one of those in its
    turn is not understood either. What is found by playing goes away where a fact or a phase leads to it from there.
    """
    broken = [block for block in blocks if name in words(block.text)]
    spoken = {word for block in broken for word in words(block.text)} | {name, other}
    types = {one for block in broken for one in declared(block.text) if one[:1].isupper()} - {other}
    tainted = {one for block in broken for one in declared(block.text)} - {other}
    reached = dependents(blocks, tainted).texts | {block.text for block in broken}
    carried = frozenset(part for block in blocks if block.kind in _CARRIED for part in parts_of(block.text))
    played = dependents(
        blocks,
        (spoken & carried) | tainted | {name},
        lambda block: words(block.text) & carried if block.kind in _DONE else declared(block.text),
    )
    by_path = {source.path: blocks_of(source) for source in sources}

    def follows(one: Diagnostic) -> bool:
        if one.missing is not None and _apart(one.missing).owner == name:
            return True
        if Ground.DATA in one.code.ground:
            return not one.names.isdisjoint({name, *types})
        if Ground.ABSENCE not in one.code.ground and one.code != TYPE_MISMATCH:
            return False
        block = block_at(by_path.get(one.span.path, ()), one.span.line)
        if block is None or one.code == TYPE_MISMATCH:
            return block is None or name in words(block.text)
        if Ground.PLAY in one.code.ground and (block.text in played.texts or not played.names.isdisjoint(one.names)):
            return True
        return block.text in reached or not spoken.isdisjoint(declared(block.text) | one.names)

    return [one for one in found if follows(one)]


def _is_phase(missing: Missing, sequences: set[str]) -> bool:
    """Whether what is missing was named as a phase, as one of a sequence, or as a value of the type of all of them."""
    return missing.kind == "phase" or (missing.kind == "value" and missing.owner in {"Phase", *sequences})


def _is_called(name: str, span: Span, sources: Sequence[Source]) -> bool:
    """Whether brackets stand behind a name in the line where it is used."""
    text = next((source.text for source in sources if source.path == span.path), "")
    line = next(iter(text.split("\n")[span.line - 1 : span.line]), "")
    return re.match(rf".*\b{re.escape(name)}\(", line[span.column - 1 :]) is not None


def _has_one(lost: Lost, parts: Collection[str] | None) -> bool:
    """Whether a declaration has any of the parts that are named of what it may be, if any are."""
    return not parts or not words(lost[1].text).isdisjoint(parts)


def _would_do(lost: Lost, name: str, fitting: Fitting | None) -> bool:
    """Whether a declaration goes with all others under a name that none of them has."""
    path, block, other = lost
    return fitting is None or fitting.declares(name, path, block, renamed_in(block, other, name))
