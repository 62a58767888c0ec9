"""The lines that somebody wrote on a sheet for the table: which sections each of them is about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regola_compiler.emit.print.inline import line
from regola_compiler.project.game import RawSheet
from regola_compiler.project.yaml_file import place_of
from regola_dsl.diagnostics import Label


def lines_on_sheets(sheets: Sequence[RawSheet]) -> Mapping[str, tuple[Label, ...]]:
    """For each section, as it is cited, the places of the lines that cite it."""
    found: dict[str, dict[tuple[str, int], Label]] = {}
    for sheet in sheets:
        for path, text in _texts(sheet.data, ()):
            refs = line(text).refs
            if refs:
                span = place_of(sheet.data, list(path), sheet.shown)
                for ref in refs:
                    label = Label(span, "this line of a sheet was written from it")
                    found.setdefault(ref, {}).setdefault((sheet.shown, span.line), label)
    return {section: tuple(labels.values()) for section, labels in found.items()}


def _texts(data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            yield from _texts(value, (*path, key))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            yield from _texts(value, (*path, place))
