"""What follows from a declaration that cannot be read goes away with it, and is not told: a cause stands alone.

What such a declaration would have declared is tainted, and so is what names a tainted thing, to the end: of none of
these is anything told but that it cannot be read. Nor is it told of others that nothing reads or changes them, if what
cannot be read names them; nor that a file of data does not fit rules that are not known as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from textwrap import indent

from regola_dsl import codes
from regola_dsl.declarations import KINDS, Block
from regola_dsl.diagnostics import Diagnostic, Ground, Severity
from regola_dsl.meant.blocks import (
    LINES,
    PHASE,
    TEXT,
    WORD,
    block_at,
    blocks_of,
    declared,
    dependents,
    made,
    words,
)
from regola_dsl.meant.instead import ARTICLES
from regola_dsl.meant.keeps import Known, Names
from regola_dsl.meant.remembered import Remembered, digest
from regola_dsl.parser import parse_block
from regola_dsl.source import Source

from regola_compiler.checks.book import ruled_nowhere, text_missing
from regola_compiler.checks.definitions import contradiction, dead_exception, out_of_range
from regola_compiler.checks.fitting import Fitting
from regola_compiler.checks.names import unused_parameter
from regola_compiler.checks.phases import endless_repetition
from regola_compiler.evaluate.codes import BAD_SCENARIO
from regola_compiler.literate.codes import SECTION_UNKNOWN
from regola_compiler.project.codes import BAD_COMPONENTS, FILE_NOT_READ, LANGUAGE_UNKNOWN

_UNREAD = frozenset({codes.TOO_LARGE, codes.BAD_INDENT, codes.BAD_CHARACTER, codes.SYNTAX_ERROR, codes.EMPTY_FILE})
_MISREAD = frozenset({codes.BAD_CHARACTER, codes.SYNTAX_ERROR, codes.BAD_INDENT})
# Of more declarations that cannot be read nobody asks at once what was meant.
_MOST = 50
_READ_AGAIN: Remembered[tuple[Diagnostic, ...]] = Remembered(200)
# Where a file of data is not read as a whole, what play starts with is not known.
_DATA_UNREAD = frozenset({codes.BAD_YAML, BAD_SCENARIO, BAD_COMPONENTS, FILE_NOT_READ})
# What an example runs, and of that what rules and limits judge.
_RUN = frozenset("action define table modifiers choice path change state".split())
_JUDGED = frozenset({"action"})
# What says something of an action without being one.
_SPEAKING = frozenset("rule limit event also".split())
_CHANGING = ("exception ", "erratum ", "event ", "also ", "sequence ", "phase ", "change ", "action ")
_ASKING = ("define ", "choice ", "path ", "change ")
_SMALL = ARTICLES | {"for", "of", "to"}


def without_what_follows(
    found: Sequence[Diagnostic],
    sources: Sequence[Source],
    lost: Iterable[Source] = (),
    fitting: Fitting | None = None,
    *,
    anew: bool = True,
) -> list[Diagnostic]:
    """The findings without those that come of a declaration that cannot be read.

    Args:
        found: All findings.
        sources: The rules.
        lost: Rules in files that are not read: none of their declarations is.
        fitting: What a declaration, written as it is proposed, would have to go with.
        anew: Whether what cannot be read is told with what all others name.
    """
    strange = {block for one in found if one.code == LANGUAGE_UNKNOWN for block in [_stands_in(one, sources)] if block}
    if strange:
        said = {word for text in strange for word in words(text)}
        found = [one for one in found if one.code != text_missing.CODE or said.isdisjoint(one.names)]
    found = _without_broken(found, sources)
    found = _told_with_the_others(found, sources, fitting) if anew else found
    unread = [diagnostic for diagnostic in found if diagnostic.code in _UNREAD]
    missing = [block.text for source in lost for block in blocks_of(source)]
    if not unread and not missing:
        return list(found)
    blocks = {source.path: blocks_of(source) for source in sources}
    found = _without_what_lacks_a_line(found, blocks)
    found = _without_undecided(found, unread, blocks)
    spoken: set[str] = {word for text in missing for word in words(text)}
    tainted: set[str] = {name for text in missing for name in declared(text)}
    for diagnostic in unread:
        block = _block(blocks, diagnostic)
        if block is not None:
            spoken |= words(block.text)
            tainted |= declared(block.text) | _perhaps(block.text)
    # What is assumed rules positions out: as long as it is not read, a value is out of its bounds in one of those.
    assumed = {word for d in unread if (b := _block(blocks, d)) and b.kind == "assume" for word in words(b.text)}
    found = [one for one in found if one.code != out_of_range.CODE or assumed.isdisjoint(one.names)]
    every = [block for some in blocks.values() for block in some]
    run = _run_upon(every, {block.text for d in unread if (block := _block(blocks, d))})
    reached = dependents(every, tainted).texts
    return [
        d
        for d in found
        if d.code in _UNREAD or d.code == FILE_NOT_READ or not _follows(d, _block(blocks, d), spoken, reached, run)
    ]


def _without_what_lacks_a_line(found: Sequence[Diagnostic], blocks: dict[str, tuple[Block, ...]]) -> list[Diagnostic]:
    """The findings without those of a declaration that lacks what stands too far out below it, and cannot be read."""
    unread = {(one.span.path, one.span.line) for one in found if one.code in _MISREAD}
    lacking = {
        (path, above)
        for path, some in blocks.items()
        for above, below in pairwise(some)
        if (path, below.line) in unread and below.line == above.end + 1 and _goes_on(above, below, path)
    }
    return [one for one in found if (one.span.path, _block(blocks, one)) not in lacking]


def _without_undecided(
    found: Sequence[Diagnostic], unread: Sequence[Diagnostic], blocks: dict[str, tuple[Block, ...]]
) -> list[Diagnostic]:
    """The findings without contradictions of two that an erratum which cannot be read speaks of: it says which wins."""
    errata = [b for one in unread if (b := _block(blocks, one)) is not None and b.kind == "erratum"]
    ruled = [words(block.text) for block in errata]
    if not ruled:
        return list(found)
    return [one for one in found if one.code != contradiction.CODE or not any(one.names <= said for said in ruled)]


def _goes_on(above: Block, below: Block, path: str) -> bool:
    """Whether what stands below a declaration can be read as lines of it, indented like one of them or as its first."""
    if below.kind in KINDS:
        return False
    places = {line[: -len(line.lstrip(" "))] for line in above.text.split("\n")[1:] if line.strip()} - {""}
    return any(
        not parse_block(replace(above, text=f"{above.text}\n{indent(below.text, place)}"), path).diagnostics
        for place in places or {"  "}
    )


def _run_upon(blocks: Sequence[Block], unread: Collection[str]) -> frozenset[str]:
    """The names of what comes out otherwise, perhaps, because some declarations cannot be read: examples ask for it.

    A rule or a limit that cannot be read says something of the actions it names; an event, a phase or a change does
    something to the facts, too, and what an exception is to comes out otherwise. What asks for one of them is among
    them in its turn.
    """
    kinds: dict[str, str] = {}
    rules: dict[str, str] = {}
    for block in blocks:
        kind = block.kind
        rules |= dict.fromkeys(declared(block.text), block.text) if kind == "rule" else {}
        kinds |= dict.fromkeys(declared(block.text), kind) if kind in _RUN else {}
    upon = {
        word
        for text in unread
        for word in words(text).union(*(words(rules[name]) for name in words(text) & rules.keys()))
        if kinds.get(word) in (_RUN if text.startswith(_CHANGING) or not text.startswith(KINDS) else _JUDGED)
    }
    return dependents([block for block in blocks if block.text.startswith(_ASKING)], upon).names


def _told_with_the_others(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings, those about declarations that cannot be read told anew: with what all others name."""
    if not any(one.code in _MISREAD for one in found):
        return list(found)
    blocks = {source.path: blocks_of(source) for source in sources}
    names = Names(block.text for some in blocks.values() for block in some)
    places = [(one.span.path, block) for one in found if one.code in _MISREAD and (block := _block(blocks, one))]
    unread = list(dict.fromkeys(places))
    anew: dict[tuple[str, int], tuple[Diagnostic, ...]] = {}
    told: list[Diagnostic] = []
    for one in found:
        block = _block(blocks, one) if one.code in _MISREAD else None
        if block is not None and (one.span.path, block.line) not in anew and len(anew) < _MOST:
            others = [other.text for path, other in unread if (path, other) != (one.span.path, block)]
            trial = fitting.trial(one.span.path, block, others) if fitting else None
            above = max((b for b in blocks[one.span.path] if b.line < block.line), key=lambda b: b.line, default=None)
            tried, resting = (trial.misfits, trial.resting) if trial else (None, "")
            below = next((b.text for b in blocks[one.span.path] if b.line == block.end + 1), "")
            missed = fitting.missed if fitting else frozenset()
            known = names.without(block.text, tried, (above.text if above else "", below), resting, missed)
            anew[one.span.path, block.line] = _read_again(block, one.span.path, known)
        again = anew.get((one.span.path, block.line), ()) if block is not None else ()
        alone = len(again) == 1 and again[0].code == one.code and sum(b == block for _, b in places) == 1
        now = again[0] if alone else next((other for other in again if _is_the_same(one, other)), one)
        # A line that is broken in two is told at its first half.
        if not (told and now.help and now.help == told[-1].help and now.span.line == told[-1].span.line + 1):
            told.append(now)
    return told


def _read_again(block: Block, path: str, known: Known) -> tuple[Diagnostic, ...]:
    key = digest(path, block.line, block.text, block.section, known.key)
    return _READ_AGAIN.get(key, lambda: parse_block(block, path, known).diagnostics)


def _is_the_same(one: Diagnostic, other: Diagnostic) -> bool:
    return one.code == other.code and one.span.line == other.span.line


def _without_broken(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings without those that come of a declaration that can be read and is wrong.

    Files of data know no fact of a piece that is wrong; nobody waits in vain for a fact that is to leave its bounds;
    what an exception hides reads nothing; the section that examples cite alone may be the one that is cited wrongly.
    """
    found = _without_misnamed(found, sources)
    hidden = {one.subject.partition(".")[0] for one in found if one.code == dead_exception.CODE}
    found = [one for one in found if one.code != unused_parameter.CODE or one.subject.partition(".")[0] not in hidden]
    if any(one.code == SECTION_UNKNOWN for one in found):
        found = [one for one in found if one.code != ruled_nowhere.CODE]
    if any(one.code in _DATA_UNREAD and one.weight is Severity.ERROR for one in found):
        found = [one for one in found if Ground.START not in one.code.ground]
    data = [one for one in found if Ground.DATA in one.code.ground and one.weight is Severity.ERROR]
    waits = [one for one in found if one.code == endless_repetition.CODE]
    if not data and not waits:
        return list(found)
    # Where a value is waited for that is past its bounds, what goes so far goes where that was meant to be.
    beyond = {label.subject for one in waits for label in one.related} - {""}
    far = [one for one in found if one.code == out_of_range.CODE and beyond & one.names]
    blocks = {source.path: blocks_of(source) for source in sources}
    wrong: set[str] = set()
    outside: set[str] = set()
    for one in found:
        for broken in _all_blocks(blocks, one) if one.weight is Severity.ERROR else ():
            if broken.kind in LINES:
                wrong |= declared(broken.text)
        if one.code == out_of_range.CODE and one not in far:
            outside |= one.names
    follow = far + [one for one in data if _block(blocks, one) is None and wrong & one.names]
    follow += [one for one in waits if (block := _block(blocks, one)) is not None and words(block.text) & outside]
    return [one for one in found if one not in follow]


def _without_misnamed(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings without those that come of a declaration in which a name is unknown.

    It is not known to others, who would be told that there is none; and examples that run it fail because of that.
    """
    # Who ruled decides nothing of what a declaration says: without its erratum it is as it is.
    unknown = [one for one in found if one.missing is not None and one.missing.kind not in {"erratum", "code"}]
    if not unknown or len(found) == 1:
        return list(found)
    blocks = {source.path: blocks_of(source) for source in sources}
    stands = {id(one): _block(blocks, one) for one in found}
    wrong = {block for one in unknown if (block := stands[id(one)]) is not None}
    made_there = {name: block.text for block in wrong for name in made(block)}
    speaking = [block for some in blocks.values() for block in some if block.kind in _RUN | _SPEAKING]
    reached = dependents(
        speaking, made_there, lambda block: (declared if block.kind in _RUN else words)(block.text)
    ).names
    left: list[Diagnostic] = []
    for one in found:
        block = stands[id(one)]
        missed = "" if one.missing is None else one.missing.name
        if missed in made_there and (block is None or made_there[missed] != block.text):
            continue
        if Ground.EXAMPLE in one.code.ground and block is not None and words(block.text) & reached:
            continue
        left.append(one)
    return left


def _follows(
    found: Diagnostic, block: Block | None, spoken: set[str], reached: Collection[str], run: frozenset[str]
) -> bool:
    """Whether a finding would go away with what cannot be read."""
    if block is None:
        return Ground.DATA in found.code.ground
    if Ground.EXAMPLE in found.code.ground and words(block.text) & run:
        return True
    if Ground.ABSENCE not in found.code.ground:
        return block.text in reached
    return block.text in reached or not spoken.isdisjoint(declared(block.text) | found.names)


def _block(blocks: dict[str, tuple[Block, ...]], found: Diagnostic) -> Block | None:
    """The declaration in which a finding stands."""
    return block_at(blocks.get(found.span.path, ()), found.span.line)


def _all_blocks(blocks: dict[str, tuple[Block, ...]], found: Diagnostic) -> list[Block]:
    """The declarations in which a finding stands; of a name that is unknown in several places all of them."""
    spans = [found.span, *(label.span for label in found.related if found.missing is not None)]
    return [block for span in spans if (block := block_at(blocks.get(span.path, ()), span.line)) is not None]


def _stands_in(found: Diagnostic, sources: Sequence[Source]) -> str:
    """The text of the declaration in which a finding stands; nothing of one that stands in none."""
    block = _block({source.path: blocks_of(source) for source in sources if source.path == found.span.path}, found)
    return block.text if block else ""


def _perhaps(text: str) -> set[str]:
    """What a declaration that cannot be read would be called besides, if its first line is at fault."""
    kind, *rest = WORD.findall(TEXT.sub(" ", text.split("\n", 1)[0])) or [""]
    many = {"_".join(rest[:2]), "_".join(rest[:3]), *rest[:1], *_in_quotes(text)} - {""}
    if kind in KINDS:
        return many | set(rest[1:2] if rest[:1] and rest[0].lower() in _SMALL else ())
    return {kind, kind.capitalize(), *many} | ({"active"} if PHASE.search(text) else set())


def _in_quotes(text: str) -> set[str]:
    """The name that a declaration has which is called by a text: `rule "Gates shut"`."""
    called = re.match(r'\w+\s+"([^"]*)"', text)
    return {"_".join(WORD.findall(called[1])).lower()} if called else set()
