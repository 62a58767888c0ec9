"""A counter or a place whose name was changed where it is laid out, and nowhere else: told there, and once.

Maps, sheets and the `setup` of a game in one file name what there is; rules, examples and scenarios name it by that. So
where one of these is named by nobody, and another is named and laid out nowhere, they are one thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.meant.blocks import blocks_of
from regola_dsl.source import Source, Span

from regola_compiler.checks.common import places_of, told_once_at

# Of a list of counters or places each entry with its name; of a `setup` each line.
_LISTS = re.compile(r"^(?:places|counters):", re.MULTILINE)
_ENTRY = re.compile(r"\bname: *(?P<quote>[\"']?)(?P<name>[^,}\"\n]+?)(?P=quote) *(?=[,}\n]|$)")
_PUT_UP = re.compile(r"^ +(?P<name>[^\W\d]\w*): (?P<type>[A-Z]\w*)\(", re.MULTILINE)
# What is missing of another kind is no counter and no place.
_NO_THINGS = frozenset(
    (
        "type",
        "type of piece",
        "field",
        "parameter",
        "column",
        "property",
        "phase",
        "action",
        "definition",
        "fact",
        "map",
    )
)
# How often a name must be missing to be the one that all have agreed upon.
_OFTEN = 2
# A counter is named by its number, where there are several.
_NUMBER = re.compile(r" \d+$")


def told_where_laid_out(
    found: Sequence[Diagnostic], sources: Sequence[Source], data: Iterable[Source]
) -> list[Diagnostic]:
    """The findings; those about what is laid out under another name are one, where it is laid out."""
    by_name: dict[str, list[Diagnostic]] = {}
    for one in found:
        if one.missing is not None and one.weight is Severity.ERROR and one.missing.kind not in _NO_THINGS:
            by_name.setdefault(_NUMBER.sub("", one.missing.name), []).append(one)
    if not by_name:
        return list(found)
    texts = [*sources, *data]
    asked = {
        name: several
        for name, several in by_name.items()
        if places_of(several) >= _OFTEN and _is_named_as_laid_out(name, texts)
    }
    unnamed = [one for one in _laid_out(sources, texts) if not _is_named(one.name, texts)] if asked else []
    left = list(found)
    for name, several in asked.items():
        fits = {one.missing.fit.removesuffix(" or none") for one in several if one.missing is not None} - {""}
        laid = [one for one in unnamed if one.name != name and (not fits or one.type in {"", *fits})]
        if len(laid) == 1:
            left = told_once_at(left, several, name, laid[0].name, laid[0].place)
            unnamed.remove(laid[0])
    return left


class _LaidOut(NamedTuple):
    """A thing as it is laid out: its name, its type if that stands beside it, and where the name stands."""

    name: str
    type: str
    place: Span


def _laid_out(sources: Sequence[Source], texts: Sequence[Source]) -> Iterator[_LaidOut]:
    """What is laid out."""
    for source in texts:
        if source not in sources and _LISTS.search(source.text):
            for entry in _ENTRY.finditer(source.text):
                yield _LaidOut(entry["name"], "", _span(source.path, source.text, entry))
    for source in sources:
        for block in blocks_of(source):
            if block.kind.split("\n")[0] == "setup":
                for line in _PUT_UP.finditer(block.text):
                    yield _LaidOut(line["name"], line["type"], _span(source.path, block.text, line, block.line))


def _span(path: str, text: str, entry: re.Match[str], first: int = 1) -> Span:
    begin = entry.start("name")
    line = first + text.count("\n", 0, begin)
    column = begin - text.rfind("\n", 0, begin)
    return Span(path, line, column, line, column + len(entry["name"]))


def _is_named(name: str, texts: Sequence[Source]) -> bool:
    """Whether something besides where it is laid out names a thing."""
    mentions = (found for source in _with(name, texts) for found in _mentions(name).finditer(source.text))
    return next(islice(mentions, 1, None), None) is not None


def _is_named_as_laid_out(name: str, texts: Sequence[Source]) -> bool:
    """Whether a name stands where things are named that are laid out: as a text, or in data, or in a `setup`."""
    quoted = re.compile(rf'"{re.escape(name)}(?: \d+)?"')
    return any(
        quoted.search(source.text)
        or ((_LISTS.search(source.text) or _PUT_UP.search(source.text)) and _mentions(name).search(source.text))
        for source in _with(name, texts)
    )


def _with(name: str, texts: Sequence[Source]) -> Iterator[Source]:
    """The texts in which a name stands at all: that is seen in a hundredth of the time a pattern takes."""
    return (source for source in texts if name in source.text)


def _mentions(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
