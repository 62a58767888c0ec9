"""What is known of a symbol whose value is known: a value for each leaf it has."""

from __future__ import annotations

from collections.abc import Iterator

from regola_compiler.analysis.symbolic.symbols import Symbol
from regola_compiler.model.types import RecordValue, Value


def leaves(symbol: Symbol, value: Value) -> Iterator[tuple[Symbol, Value]]:
    """The single values that a value is made of, each under its symbol."""
    if isinstance(value, RecordValue):
        for name, inner in value.fields:
            yield from leaves(symbol.field(name), inner)
    elif isinstance(value, tuple):
        yield symbol.length(), len(value)
        for i, inner in enumerate(value):
            yield from leaves(symbol.item(i + 1), inner)
    else:
        yield symbol, value
