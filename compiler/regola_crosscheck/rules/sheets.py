"""The lines that somebody wrote on a sheet for the table: which sections each of them is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regola_compiler.emit.print.inline import line
from regola_compiler.project.game import RawSheet
from regola_compiler.project.yaml_file import place_of
from regola_dsl.diagnostics import Label

_RANGE = re.compile(r"((?:\d+\.)*)(\d{1,4})-((?:\d+\.)*)(\d{1,4})")
# A range of more sections than a book has in one place was not meant as one.
_MOST = 100


def lines_on_sheets(sheets: Sequence[RawSheet]) -> Mapping[str, tuple[Label, ...]]:
    """For each section, as it is cited, the places of the lines that cite it."""
    found: dict[str, dict[tuple[str, int], Label]] = {}
    for sheet in sheets:
        for path, text in _texts(sheet.data, ()):
            refs = line(text).refs
            if refs:
                span = place_of(sheet.data, list(path), sheet.shown)
                for ref in (one for written in refs for one in expanded(written)):
                    label = Label(span, "this line of a sheet was written from it")
                    found.setdefault(ref, {}).setdefault((sheet.shown, span.line), label)
    return {section: tuple(labels.values()) for section, labels in found.items()}


def expanded(ref: str) -> tuple[str, ...]:
    """The sections that a citation stands for: those of a range, each by itself; a single one is itself.

    >>> expanded("9.5-9.7"), expanded("10-12"), expanded("9.5-10.2"), expanded("8.3")
    (('9.5', '9.6', '9.7'), ('10', '11', '12'), ('9.5', '10.2'), ('8.3',))
    """
    found = _RANGE.fullmatch(ref)
    if found is None:
        return (ref,)
    above, first, above_last, last = found.groups()
    low, high = int(first), int(last)
    if above != above_last or not low <= high < low + _MOST:
        # What lies between two chapters is told by the book alone.
        return (f"{above}{first}", f"{above_last}{last}")
    return tuple(f"{above}{number}" for number in range(low, high + 1))


def _texts(data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _texts(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _texts(value, (*path, place))
