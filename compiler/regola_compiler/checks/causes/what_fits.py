"""What there is that may stand where a name does that nobody declares: tried, and told if it is one of a few.

A designer calls a thing by another word than its own, or by that of something else, and no letter of it says what was
meant. But a line can be understood with few names only: what is known in its declaration, what stands in like places of
other lines, what is asked with as much. Each is put in the place of the name; with which the whole game can be
understood, that fits. Of more than a few only those are told that stand in the places most alike.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Missing, Severity, closest, meant, meant_by, name_list
from regola_dsl.meant.blocks import TEXT, block_at, blocks_of, called, declared, known_within, words
from regola_dsl.meant.search.like_places import Place, like_places
from regola_dsl.source import Source, Span
from regola_dsl.wording import later, say

from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.codes import UNKNOWN_NAME
from regola_compiler.resolve.reported.other_kinds import with_those
from regola_compiler.resolve.undecided import is_of_bounds, is_undecided, lists_others

# Of so many findings what fits is tried, of each so many ways, and so many are told.
_FINDINGS, _WAYS, _FEW = 2, 20, 3
# What is asked with brackets, what has a type or a value behind it, and what is asked of something.
_HEAD = re.compile(r"[a-z]+ ([^\W\d]\w*)\(((?:[^()]|\([^()]*\))*)\)")
_BELOW = re.compile(r"^ +(?:state +)?([^\W\d]\w*): ", re.MULTILINE)
_FACTS = frozenset({"state", "given", "define"})
_BRACKETS = re.compile(r"\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
_BRACKETS_WITHIN = re.compile(r"\([^()]*\)")
_LISTS = frozenset({"enum", "scale"})
_TYPE = re.compile(r"^(?:given type|enum|scale|record|piece|place) ([^\W\d]\w*)", re.MULTILINE)
_PART = re.compile(r"([^\W\d]\w*): ")
_COMPARED = re.compile(r"(?<![\w.)])([^\W\d][\w.]*) (?:is not|is|becomes|==?|!=|[<>]=?) $")
# What is compared with something, and is no value of it.
_IS_COMPARED = re.compile(r" (?:is|in|not in)\b")
# What is told of a few.
_FITS = later("what can be understood here is {names}: write what is meant, or declare `{name}`")
_NAMES = re.compile(r"[^\W\d]\w*")
_FIELD = re.compile(r"\.([^\W\d]\w*)")
# What is told of many is not far behind the most likely.
_CLOSE = 3
# How much more likely what is known in the declaration itself is than what stands elsewhere.
_HERE = 6
# What stands where a name does, and is none.
_NO_NAMES = frozenset({"none", "true", "false", "_"})
_QUOTED = re.compile(r"`([^`]+)`")


def told_with_what_fits(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; the first about names that stand at one place say which of what there is fits there."""
    if fitting is None:
        return list(found)
    blocks = [(source.path, block) for source in sources for block in blocks_of(source)]
    told, left = list(found), _FINDINGS
    for number, one in enumerate(found):
        place = _place(one, blocks)
        if place is None or not left:
            continue
        left -= 1
        if (instead := _instead(one, place, blocks, fitting)) is not None:
            told[number] = replace(one, help=instead, fixes=())
    return told


def _place(one: Diagnostic, blocks: Sequence[tuple[str, Block]]) -> Place | None:
    """Where the name stands that a finding is about, if that is one place of a declaration; else None."""
    if one.missing is None or one.code != UNKNOWN_NAME or one.weight is not Severity.ERROR or one.related:
        return None
    span = one.span
    block = block_at([block for path, block in blocks if path == span.path], span.line)
    if block is None:
        return None
    text = block.text.split("\n")[span.line - block.line]
    begin, end = span.column - 1, span.end_column - 1
    return Place(span.path, block, text, begin, end) if text[begin:end] == one.missing.name else None


def _instead(one: Diagnostic, place: Place, blocks: Sequence[tuple[str, Block]], fitting: Fitting) -> str | None:
    """What to write in place of a name, one of a few; None if as much is told already, or it is not known."""
    assert one.missing is not None

    def fits(name: str) -> bool:
        assert one.missing is not None
        return fitting.declares(one.missing.name, place.path, place.block, _with(name, place, one.span))

    proposed = meant_by(one.help)
    if not is_undecided(one) and (proposed is None or fits(proposed)):
        return None
    before = _COMPARED.search(place.text[: place.begin])
    # What is compared is not compared with itself.
    compared = before[1] if before else ""
    if lists_others(one) and one.missing.kind == "value":
        if left := _without_a_row(one.missing, place, blocks):
            return say("write {names}, if that is meant: the table has no row for it yet", names=name_list(left, "or"))
        listed = {*_QUOTED.findall(one.help)}
        # In a list of several none is named twice.
        beside = {*_NAMES.findall(place.text[place.text.rfind("{", 0, place.begin) + 1 : place.begin])}
        close = _alike(one.missing.name, sorted(listed))
        if close is not None and close not in beside and fits(close):
            return meant(close)
        listed |= {compared}
        known = [name for name in _here(one.missing, place, blocks) if name not in listed and fits(name)][:_FEW]
        if not known:
            return None
        if _IS_COMPARED.match(place.text, place.end):
            return say(_FITS, names=name_list(known, "or"), name=one.missing.name)
        return say("{names} can be understood here, too; {there_are}", names=name_list(known, "or"), there_are=one.help)
    often = Counter(word for _, block in blocks for word in words(block.text))
    rated = {name: rate for name, rate in _rated(one.missing, place, blocks).items() if name != compared}
    # What stands in one declaration alone, its own, is named by nothing: it may be that under another name.
    rated = {name: rate + _HERE * (often[name] == 1 and place.is_asked) for name, rate in rated.items()}
    tried = sorted(rated, key=lambda name: (-rated[name], -often[name], name))
    fitted = [name for name in tried[:_WAYS] if fits(name)]
    if (close := _alike(one.missing.name, fitted)) is not None:
        return meant(close)
    if compared and fits("true"):
        return say("`{asked}` is a yes or a no by itself: write `{asked}`, or `not {asked}`", asked=compared)
    fitted = _ahead(fitted, rated) if len(fitted) > _FEW else fitted
    if not fitted or (len(fitted) > _FEW and len(tried) > _WAYS):
        return None
    told = name_list(fitted, "or", _FEW)
    if is_of_bounds(one):
        return say("{due}, or what is one: {names}", due=one.help, names=told)
    return with_those(one.help, told) or say(
        _FITS,
        names=told,
        name=one.missing.name,
    )


def _without_a_row(missing: Missing, place: Place, blocks: Sequence[tuple[str, Block]]) -> list[str]:
    """The values for which a table has no row yet, where each other has one and these are few."""
    lines = place.block.text.split("\n")
    column = place.text[: place.begin].count("|")
    cells = [line.split("|")[column] for line in lines if line.count("|") == place.text.count("|")]
    of_it = (block for _, block in blocks if block.kind in _LISTS and called(block) == missing.owner)
    if not place.text.lstrip().startswith("|") or (listed := next(of_it, None)) is None:
        return []
    values = sorted(declared(listed.text) - {missing.owner}, key=listed.text.index)
    said = [value for cell in cells for value in re.findall(r"[\w/+-]+", cell) if value in values]
    left = [value for value in values if value not in said]
    return left if len(said) > len(left) and len({*said}) == len(said) and len(left) <= _FEW else []


def _ahead(fitted: Sequence[str], rated: Mapping[str, int]) -> list[str]:
    """Of many names that fit, the most likely first, those that are well ahead of the rest, if they are few; or all."""
    ahead = [name for name in fitted if rated[name] >= rated[fitted[0]] - _CLOSE]
    return ahead if len(ahead) <= _FEW else list(fitted)


def _alike(name: str, others: Sequence[str]) -> str | None:
    """The one of some names that is almost another, or a part of it; None if that is none of them, or several."""
    close = closest(name, others)
    parts = [other for other in others if closest(other, [name]) is not None]
    return close or (parts[0] if len(parts) == 1 else None)


def _with(name: str, place: Place, span: Span) -> str:
    """The declaration with another name in a place."""
    lines = place.block.text.split("\n")
    lines[span.line - place.block.line] = f"{place.text[: place.begin]}{name}{place.text[place.end :]}"
    return "\n".join(lines)


def _rated(missing: Missing, place: Place, blocks: Sequence[tuple[str, Block]]) -> dict[str, int]:
    """What may stand in a place, with how likely it is."""
    rated, others = like_places(place, blocks), _others(missing, place, blocks)
    if others and missing.owner and missing.kind in {"field", "parameter"}:
        rated = {name: rate for name, rate in rated.items() if name in others}
    rated |= {name: 0 for name in others if name not in rated}
    for name in _here(missing, place, blocks):
        rated[name] = rated.get(name, 0) + _HERE
    # Of what has a label in front of it each has another.
    labelled = _PART.findall(place.text) if place.text[place.end :].startswith(":") else []
    return {
        name: rate + 2 * (_alike(missing.name, [name]) is not None)
        for name, rate in rated.items()
        if name not in {missing.name, *_NO_NAMES, *labelled}
    }


def _here(missing: Missing, place: Place, blocks: Sequence[tuple[str, Block]]) -> list[str]:
    """What is known in a declaration alone, and that with what is named without it: `d.letters` for `letters`."""
    if missing.kind not in {"name", "value"} or place.text[place.end :].startswith("("):
        return []
    known = known_within(place.block.text)
    asked = re.compile(rf"(?<![\w.\"@])([^\W\d]\w*)\.{re.escape(missing.name)}\b(?!\()")
    owners = Counter(owner for _, block in blocks for owner in asked.findall(TEXT.sub(" ", block.text)))
    often = [owner for owner, _ in owners.most_common(_FEW) if owner not in known]
    # What a phase is played with is asked of the phase.
    with_it = [
        called(block) for _, block in blocks if block.kind == "phase" and missing.name in known_within(block.text)
    ]
    asked_of = [f"{owner}.{missing.name}" for owner in [*(known if owners else ()), *often, *with_it]]
    type_ = missing.owner or missing.fit
    kept = re.compile(rf"(?:state|given|define) ([^\W\d]\w*)(?:: | -> ){re.escape(type_)}\b")
    of_the_type = [found[1] for _, block in blocks if type_ and (found := kept.match(block.text)) is not None]
    return [*known, *asked_of, *of_the_type]


def _others(missing: Missing, place: Place, blocks: Sequence[tuple[str, Block]]) -> set[str]:
    """What is asked as the name is, anywhere: with brackets, or of something."""
    if missing.owner and missing.kind in {"field", "parameter"}:
        owner = re.compile(rf"\w+ (?:\w+ )?{re.escape(missing.owner)}\b")
        parts = {
            name for _, block in blocks if owner.match(block.text) for name in _PART.findall(TEXT.sub(" ", block.text))
        }
        if parts and not place.text[: place.begin].endswith("."):
            return parts
    if missing.kind == "action":
        return {called(block) for _, block in blocks if block.kind == "action"}
    if missing.kind == "type":
        types = {name for _, block in blocks for name in _TYPE.findall(block.text)}
        return types | {form.format(name) for form in _formed(place) for name in types}
    if place.text[: place.begin].endswith(".") and missing.owner:
        return _facts_of(missing.owner, blocks)
    if place.text[: place.begin].endswith("."):
        return {name for _, block in blocks for name in _FIELD.findall(TEXT.sub(" ", block.text))}
    if (asked := _BRACKETS.match(place.text, place.end)) is None:
        return set()
    many = _things_in(asked[1])
    heads = (head for _, block in blocks if (head := _HEAD.match(block.text)) is not None)
    return {head[1] for head in heads if _things_in(head[2]) == many}


def _formed(place: Place) -> Iterator[str]:
    """How a type is named of which the value behind it is one."""
    behind = place.text[place.end :]
    if behind.startswith(" = none"):
        yield "{} or none"
    if behind.startswith(" = ["):
        yield "list of {}"


def _facts_of(owner: str, blocks: Sequence[tuple[str, Block]]) -> set[str]:
    """What is asked of something of a type: what is declared below it, and what is asked with one of it alone."""
    own = {name for _, block in blocks if called(block) == owner for name in _BELOW.findall(block.text)}
    heads = (head for _, block in blocks if block.kind in _FACTS and (head := _HEAD.match(block.text)) is not None)
    return own | {head[1] for head in heads if re.fullmatch(rf"\w+: {re.escape(owner)}", head[2])}


def _things_in(brackets: str) -> int:
    """How many things stand between commas in brackets, whatever brackets stand in those."""
    while (flat := _BRACKETS_WITHIN.sub("", brackets)) != brackets:
        brackets = flat
    return brackets.count(",") + bool(brackets.strip())
