"""A name that was changed where it is declared, and nowhere else: told there once, and not at each place that names it.

Which of two names is the right one only who wrote them can say; but where one is declared and named nowhere, and
another is named in several places and declared nowhere, they are one thing. So it is told only where just one
declaration of that sort has lost its uses. Data name things, too: counters, maps, the glossary. And of a list of values
in which one was copied and not adapted, the copy is the one that was to be another.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from regola_dsl import codes
from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Ground, Label, Missing, Severity, name_list
from regola_dsl.parsing.printed import PRINTED
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.checks.blocks import block_at, blocks_of, declared, dependents, kind_of, parts_of, words
from regola_compiler.checks.causes.phases_named import phases_served
from regola_compiler.resolve.codes import DUPLICATE, TYPE_MISMATCH, UNKNOWN_NAME

_PHASE = re.compile(r"^ +phase ([^\W\d]\w*)( by\b)?", re.MULTILINE)
_NAME = re.compile(r"[^\W\d]\w*")
_HYPHENED = re.compile(r"[^\W\d]\w*(?:-\w+)*")
# What others name: a rule, an example or a line of modifiers may stand for itself.
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
# What has facts or phases, by which one deed bears on another; and what is done, or happens, in play.
_CARRIED = frozenset("state piece place given sequence phase variant".split())
_DONE = frozenset("action rule limit event also change exception erratum sequence phase setup".split())
# Where something cannot be read, what it declares is not known.
_UNREAD = frozenset({codes.SYNTAX_ERROR, codes.BAD_CHARACTER, codes.BAD_YAML})
# How often a name must be missing to be the one that all have agreed upon.
_OFTEN = 2
# Of more that may be meant a list helps nobody.
_FEW = 8
# `round` as a word of the language, not as a name.
_ROUNDING = re.compile(r"\bround(?= (?:up|down|nearest)\b)")


def told_where_renamed(
    found: Sequence[Diagnostic], sources: Sequence[Source], data: Iterable[Source] = ()
) -> list[Diagnostic]:
    """The findings; those about a name that is declared by another one are one, at that declaration.

    Args:
        found: All findings.
        sources: The rules.
        data: The files that are no rules.
    """
    by_name: dict[str, list[tuple[Diagnostic, Missing]]] = {}
    for one in found:
        if one.missing is not None and one.missing.kind != "code" and one.weight is Severity.ERROR:
            missing = _apart(one.missing)
            by_name.setdefault(missing.name, []).append((one, missing))
    if not by_name or any(one.code in _UNREAD for one in found):
        return list(found)
    blocks = [(source.path, block) for source in sources for block in blocks_of(source)]
    # A name that a list has as a value, too, is named where that is meant.
    made = Counter(name for _, block in blocks for name in declared(block.text))
    every = {*made}
    counts: Counter[str] = Counter()
    for _, block in blocks:
        counts.update(_uses(block.text))
    # What data say in prose may be the word of a phase (`dawn`), which a sequence declares and few things name.
    said = Counter(word for source in data for word in words(source.text))
    sequences = {name for _, block in blocks if kind_of(block) == "sequence" for name in block.text.split()[1:2]}
    left = list(found)
    for name, missed in by_name.items():
        several = [one for one, _ in missed]
        places = sum(1 + len(one.related) for one in several)
        owners = {missing.owner for _, missing in missed} & every
        if not _NAME.fullmatch(name):
            continue
        # What a list has lost may be a value of another one, too.
        if copy := _copy_among(left, blocks, owners):
            twice, other = copy
            follow = _what_follows(left, [block for _, block in blocks], name, other, sources)
            left = _told_of_copy(left, [*several, *follow], name, twice, other)
            continue
        if name in every:
            continue
        called = _is_called(several[0].span, sources)
        phase = all(_is_phase(missing, sequences) for _, missing in missed)
        lost = [
            (path, block, other)
            for path, block in blocks
            for other in (_phases_printed_as(block, name) if phase else _candidates(block, owners, name, called=called))
            if counts[other] + (0 if phase else said[other]) <= 1 or (made[other] > 1 and _is_alike(other, name))
        ]
        if phase and not lost:
            spans = [span for one in several for span in (one.span, *(label.span for label in one.related))]
            acts = any(_is_acted_in(span, sources) for span in spans)
            lost = [(p, b, one) for p, b in blocks for one in _phases_of(b, acts=acts) if counts[one] + said[one] <= 1]
        if len(lost) > 1:
            using = [block for _, block in blocks if name in words(block.text)]
            if phase:
                lost = phases_served(lost, using, [block for _, block in blocks]) or lost
            else:
                lost = _likely(lost, {missing.kind for _, missing in missed}, using) or lost
        if len(alike := [one for one in lost if _is_alike(one[2], name)]) == 1:
            lost = alike
        elif places < _OFTEN:
            continue
        if len(lost) == 1:
            follow = _what_follows(left, [block for _, block in blocks], name, lost[0][2], sources)
            left = _told_once(left, [*several, *follow], name, places, *lost[0])
        elif phase and 1 < len(lost) <= _FEW:
            asked = replace(several[0], help=_one_of([other for _, _, other in lost]))
            left = [asked if one is several[0] else one for one in left]
    return left


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
    return Missing("value", name, owner) if dot and not missing.owner else missing


def _copy_among(
    found: Sequence[Diagnostic], blocks: Sequence[tuple[str, Block]], owners: set[str]
) -> tuple[Diagnostic, str] | None:
    """The finding of a value that stands twice in the list of one of some types, if there is one; and the value."""
    copies: list[tuple[Diagnostic, str]] = []
    for one in (one for one in found if one.code == DUPLICATE):
        block = block_at([block for path, block in blocks if path == one.span.path], one.span.line)
        if block is None or kind_of(block) not in {"enum", "scale"} or block.line == one.span.line:
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
    carried = frozenset(part for block in blocks if kind_of(block) in _CARRIED for part in parts_of(block.text))
    played = dependents(
        blocks,
        (spoken & carried) | tainted | {name},
        lambda block: words(block.text) & carried if kind_of(block) in _DONE else declared(block.text),
    )
    by_path = {source.path: blocks_of(source) for source in sources}

    def follows(one: Diagnostic) -> bool:
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


def _is_called(span: Span, sources: Sequence[Source]) -> bool:
    """Whether brackets stand behind a name where it is used."""
    text = next((source.text for source in sources if source.path == span.path), "")
    line = next(iter(text.split("\n")[span.line - 1 : span.line]), "")
    return line[span.end_column - 1 : span.end_column] == "("


def _candidates(block: Block, owners: set[str], name: str, *, called: bool) -> set[str]:
    """What a declaration brings into being and others would name, of the sort of a name: with brackets, or without."""
    kind, _, rest = block.text.partition(" ")
    if kind not in _NAMED:
        return set()
    own = next(iter(_HYPHENED.findall(rest.removeprefix("type ") if kind == "given" else rest)), "")
    if owners:
        return set(declared(block.text)) - {own} if own in owners and kind in _WITH_PARTS else set()
    if name[0].isupper():
        return {own} if own and own[0].isupper() else set()
    if kind in _WITH_PARTS:
        return set(declared(block.text)) - {own} if kind in {"enum", "scale"} and not called else set()
    return {own} if own and rest.partition(own)[2].startswith("(") == called else set()


def _phases_printed_as(block: Block, name: str) -> set[str]:
    """The phases of a sequence that a text calls by a name, as many a phase is named nowhere else."""
    text = block.text if block.text.startswith("sequence ") else ""
    begun = [*_PHASE.finditer(text)]
    ends = [*(found.start() for found in begun), len(text)][1:]
    return {
        found[1]
        for found, end in zip(begun, ends, strict=True)
        if name in {"_".join(printed.casefold().split()) for printed in PRINTED.findall(text, found.end(), end)}
    }


def _phases_of(block: Block, *, acts: bool) -> list[str]:
    """The phases of a sequence; where somebody `acts` in it, those of somebody."""
    if kind_of(block) != "sequence":
        return []
    return [found[1] for found in _PHASE.finditer(block.text) if not acts or found[2]]


def _is_acted_in(span: Span, sources: Sequence[Source]) -> bool:
    """Whether a phase is named where it is said when something may be done."""
    block = block_at([b for source in sources if source.path == span.path for b in blocks_of(source)], span.line)
    return block is not None and kind_of(block) == "action" and block.line == span.line


def _likely(
    lost: list[tuple[str, Block, str]], kinds: set[str], using: Sequence[Block]
) -> list[tuple[str, Block, str]]:
    """Of declarations that have lost their uses those of the sort that is asked for, of which its users speak."""
    wanted = {kind_of(block) for _, block, _ in lost}
    for kind in kinds:
        wanted &= _SORTS.get(kind, wanted)
    found = [one for one in lost if kind_of(one[1]) in wanted]
    if len(found) <= 1:
        return found
    spoken = {word for block in using for word in words(block.text)}
    return [one for one in found if not spoken.isdisjoint(set(declared(one[1].text)) - {one[2]})]


@lru_cache(maxsize=20_000)
def _uses(text: str) -> frozenset[str]:
    """The words that a declaration counts as used, its own among them."""
    return words(_ROUNDING.sub("", text)) | _inside(text)


def _inside(text: str) -> set[str]:
    """Names that stand in a declaration more than once, each marked as used by it."""
    counts = Counter(re.findall(r"[^\W\d]\w*", re.sub(r'"[^"]*"|#.*', " ", text)))
    return {name for name, many in counts.items() if many > 1}


def _told_once(
    found: list[Diagnostic], several: list[Diagnostic], name: str, places: int, path: str, block: Block, other: str
) -> list[Diagnostic]:
    """The findings with one at the declaration in place of those at the places that name it."""
    at = re.search(rf"\b{re.escape(other)}\b", block.text)
    assert at is not None
    line = block.line + block.text.count("\n", 0, at.start())
    column = at.start() - (block.text.rfind("\n", 0, at.start()) + 1) + 1
    named = [one for one in several if name in one.names and one.missing is not None]
    spans = [span for one in named for span in (one.span, *(label.span for label in one.related))]
    once = Diagnostic(
        UNKNOWN_NAME,
        say(
            "nothing names `{other}`, and `{name}` is named in {places} places and declared nowhere",
            other=other,
            name=name,
            places=places,
        )
        if places > 1
        else say("nothing names `{other}`, and `{name}` is named and declared nowhere", other=other, name=name),
        Span(path, line, column, line, column + len(other)),
        related=tuple(Label(span, say("named here")) for span in spans),
        help=say("write `{name}` here, or `{other}` there", name=name, other=other),
    )
    first = min(found.index(one) for one in several)
    before = [one for one in found[:first] if one not in several]
    return [*before, once, *(one for one in found[first:] if one not in several)]
