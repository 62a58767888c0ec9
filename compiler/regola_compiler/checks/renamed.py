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
from dataclasses import replace
from typing import NamedTuple

from regola_dsl import codes
from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Ground, Label, Missing, Severity, meant_by, name_list, nearest
from regola_dsl.meant.blocks import (
    block_at,
    blocks_of,
    declared,
    dependents,
    parts_of,
    place_in,
    renamed_in,
    words,
)
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.checks.causes.lost_names import Declared, Lost, Missed, whose_part
from regola_compiler.checks.causes.phases_named import phases_served
from regola_compiler.checks.common import RENAMED, SHOWN, is_alike, is_near, places_of, told_of_both, told_once_at
from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.codes import DUPLICATE, TYPE_MISMATCH
from regola_compiler.resolve.play.phases import ACTIVE, PHASE
from regola_compiler.resolve.undecided import is_undecided

_NAME = re.compile(r"[^\W\d]\w*")
# What has facts or phases, by which one deed bears on another; and what is done, or happens, in play.
_CARRIED = frozenset("state piece place given sequence phase variant".split())
_DONE = frozenset("action rule limit event also change exception erratum sequence phase setup".split())
# Where something cannot be read, what it declares is not known.
_UNREAD = frozenset({codes.SYNTAX_ERROR, codes.BAD_CHARACTER, codes.BAD_YAML})
# How often a name must be missing to be the one that all have agreed upon.
_OFTEN = 2
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
    by_name: dict[str, list[Missed]] = {}
    for one in found:
        if one.missing is not None and one.missing.kind != "code" and one.weight is Severity.ERROR:
            missing = _apart(one.missing)
            by_name.setdefault(missing.name, []).append((one, missing))
    if not by_name or any(one.code in _UNREAD for one in found):
        return list(found)
    game = Declared.of(sources, data, found)
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
        # What a table gives is called in its head and above its column: both are shown there.
        if len(lost) == 1 and all(_is_within(one, lost[0]) for one in several) and lost[0][1].kind == "table":
            continue
        if len(lost) > 1:
            # Those that many have agreed upon are no misspelling; of one place it is asked where nothing else is known.
            if (phase or len(lost) <= SHOWN) and (places_of(several) >= _OFTEN or is_undecided(several[0])):
                left = [_asked(several[0], lost) if one is several[0] else one for one in left]
            continue
        if not lost:
            continue
        if not alike and places_of(several) < _OFTEN:
            # Named once it may be a misspelling, and as well that of the declaration; or of a third name.
            if not _proposes_another(several[0], lost[0][2]):
                left = [
                    told_of_both(one, lost[0][2], name, place_in(*lost[0])) if one is several[0] else one
                    for one in left
                ]
            continue
        follow = _what_follows(left, [block for _, block in game.blocks], name, lost[0][2], sources)
        if fitting is not None:
            path, block, other = lost[0]
            follow += fitting.mended(left, path, block, renamed_in(block, other, name))
        named = [one for one in several if name in one.names]
        left = told_once_at(left, named, name, lost[0][2], place_in(*lost[0]), [*several, *follow])
    return left


def _is_within(one: Diagnostic, lost: Lost) -> bool:
    """Whether a finding stands in the declaration that something was renamed in."""
    path, block, _ = lost
    return one.span.path == path and block.line <= one.span.line <= block.end


class _Meant(NamedTuple):
    """What may have been renamed: declarations that nothing names, whether they are phases, and are alike in name."""

    lost: list[Lost]
    phase: bool
    alike: bool


def _meant(game: Declared, by_name: Mapping[str, Sequence[Missed]], fitting: Fitting | None) -> dict[str, _Meant]:
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
        if name in _OWN or not _NAME.fullmatch(name):
            continue
        lost, phase = game.lost(name, missed)
        if phase and len(lost) > 1 and not any(is_near(one[2], name) for one in lost):
            lost = phases_served(lost, game.using(name), [block for _, block in game.blocks]) or lost
        # What is declared as something else may be the name of this, too; of one place it is rather that other thing.
        if name in game.made and (
            len(lost) != 1
            or fitting is None
            or (places_of([one for one, _ in missed]) < _OFTEN and nearest(name, [lost[0][2]]) is None)
        ):
            continue
        alike = [one for one in lost if is_alike(one[2], name)]
        lost = alike if len(alike) == 1 else lost
        if len(lost) == 1 or (len(lost) <= _SOME and len(meant) < _SOME):
            lost = [one for one in lost if _has_one(one, parts.get(name)) and _would_do(one, name, fitting)]
        claimed.update(lost if len(lost) == 1 and len(alike) != 1 else ())
        meant[name] = _Meant(lost, phase, len(alike) == 1)
    # What is alike in name to one of those that are missing was none of the others.
    taken = {one.lost[0] for one in meant.values() if one.alike and one.lost}
    return {
        name: one
        if one.alike or len(one.lost) != 1 or (claimed[one.lost[0]] == 1 and one.lost[0] not in taken)
        else one._replace(lost=[])
        for name, one in meant.items()
    }


def _proposes_another(one: Diagnostic, name: str) -> bool:
    """Whether a finding says what was meant, and that is not this name."""
    return meant_by(one.help) not in {None, name}


def _asked(one: Diagnostic, lost: Sequence[Lost]) -> Diagnostic:
    """A finding, with what to look at where one of several declarations that nothing names was renamed."""
    names = name_list([other for _, _, other in lost], "or")
    places = tuple(Label(place_in(*each), RENAMED) for each in lost)
    return replace(
        one,
        related=(*one.related, *(places if len(lost) <= SHOWN else ())),
        help=say("was one of these renamed, which nothing names: {names}?", names=names),
    )


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


def _has_one(lost: Lost, parts: Collection[str] | None) -> bool:
    """Whether a declaration has any of the parts that are named of what it may be, if any are."""
    return not parts or not words(lost[1].text).isdisjoint(parts)


def _would_do(lost: Lost, name: str, fitting: Fitting | None) -> bool:
    """Whether a declaration goes with all others under a name that none of them has."""
    path, block, other = lost
    return fitting is None or fitting.declares(name, path, block, renamed_in(block, other, name))
