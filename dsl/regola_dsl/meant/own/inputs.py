"""What is asked with names that have no type: `table breakage(die, odds)`, or with none where its corner names two.

A name is mostly of one type throughout a game; the values that stand in the rows and columns of a table tell the rest.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, product

from regola_dsl.meant.game import lists_of, type_of
from regola_dsl.meant.stuck import Repair, Stuck, changed, plain

_ASKED = frozenset("define table modifiers action path choice state given event change".split())
_HEAD = re.compile(r"^(?P<head>[a-z]+ [^\W\d]\w*) ?(?:\((?P<inputs>[^()]*)\))?(?P<rest>(?:[ :@].*)?)$")
_NAME = re.compile(r"[^\W\dA-Z]\w*")
_NUMBERS = re.compile(r"[<>]?=?(\d+)\+?(?:(?:-|\.\.)(\d+))?")
_INPUT = re.compile(r"[(,] ?(\w+):")
# What is rolled has so many sides.
_SIDES = 6
# What stands in a cell for any value.
_ANY = frozenset({"-", "otherwise"})
# So many ways to type all of them are tried.
_TRIED = 4


def with_inputs(stuck: Stuck) -> Iterator[Repair]:
    """The first line with a type for each of its inputs, the likeliest types first; none where one is not known."""
    found = _HEAD.match(stuck.text) if stuck.kind in _ASKED and stuck.line == stuck.lines[0][0] else None
    inputs = inputs_without_type(stuck)
    if found is None or not all(types for _, types in inputs):
        return
    for types in islice(product(*(types for _, types in inputs)), _TRIED if inputs else 0):
        typed = ", ".join(f"{name}: {type_}" for (name, _), type_ in zip(inputs, types, strict=True))
        text = f"{found['head']}({typed}){found['rest']}"
        met = found["inputs"]
        yield Repair(stuck.line, found.start("inputs") + 1, met, typed, text) if met else changed(stuck, text)


def inputs_without_type(stuck: Stuck) -> list[tuple[str, list[str]]]:
    """The inputs in a first line, each with the types that it may have; none where each has its type, or none is named.

    Of a table that names none they are those of its columns.
    """
    found = _HEAD.match(stuck.lines[0][1])
    columns = _columns(stuck) if stuck.kind == "table" else {}
    if found is None or stuck.kind not in _ASKED:
        return []
    said = found["inputs"]
    parts = [part.partition(":") for part in said.split(",")] if said else [(name, "", "") for name in columns]
    inputs = [(name.strip(), type_.strip()) for name, _, type_ in parts]
    if all(type_ for _, type_ in inputs) or not all(_NAME.fullmatch(name) for name, _ in inputs):
        return []
    return [(name, [type_] if type_ else _types(name, columns.get(name, ()), stuck.texts)) for name, type_ in inputs]


def _types(name: str, values: Sequence[str], texts: tuple[str, ...]) -> list[str]:
    """The types that an input may have, the likeliest first."""
    asked = re.compile(rf"[(,] ?{re.escape(name)}: ((?:modified )?[\w. ]+?)(?= among\b|[,)])")
    rolled = [die for text in texts for die in re.findall(rf"\broll {re.escape(name)}(?:\([^()]*\))?: (\w+)", text)]
    often = [type_ for type_, _ in Counter(type_ for text in texts for type_ in asked.findall(text)).most_common()]
    own = [type_of(texts, name), _of_values(name, values, texts), *rolled]
    return list(dict.fromkeys([*often, *(type_ for type_ in own if type_)]))


def _of_values(name: str, values: Sequence[str], texts: tuple[str, ...]) -> str:
    """The type of what stands in a row or a column of a table; nothing where that is of several, or of none."""
    listed = {part for value in values for part in re.split(r" or |, *", value)} - _ANY
    numbers = [int(number) for one in listed if (m := _NUMBERS.fullmatch(one)) for number in m.groups() if number]
    if listed and all(_NUMBERS.fullmatch(one) for one in listed):
        low, high = min(numbers), max(numbers)
        die = (low, high) == (1, _SIDES) and not any(name in text for text in lists_of(texts))
        return f"d{_SIDES}" if die else f"int {low}..{high}"
    return next((type_ for type_, known in lists_of(texts).items() if listed and listed <= known), "")


def _columns(stuck: Stuck) -> dict[str, list[str]]:
    """The inputs that a table names above its rows, or in its corner, each with the values that stand there."""
    rows = [_cells(text) for _, text in stuck.lines if text.lstrip().startswith("|")]
    if not rows:
        return {}
    header, below = rows[0], rows[1:]
    if "\\" in header[0]:
        down, _, across = (part.strip() for part in header[0].partition("\\"))
        return {down: [row[0] for row in below], across: header[1:]}
    results = {*_NAME.findall(stuck.lines[0][1].partition("->")[2])}
    asked = [name for name in header if name not in results]
    asked = asked if len(asked) < len(header) else asked[:-1]
    return {name: [row[header.index(name)] for row in below if len(row) == len(header)] for name in asked}


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in plain(row).split("@")[0].strip().strip("|").split("|")]


def edged(stuck: Stuck) -> str:
    """The input of a table that most likely has an edge: the one across the page, else the first."""
    inputs = _INPUT.findall(stuck.lines[0][1].partition("->")[0])
    header = next((line for _, line in stuck.lines if line.lstrip().startswith("|")), "")
    across = re.search(r"\\ *(\w+)", header)
    return across[1] if across and across[1] in inputs else next(iter(inputs), "die")
