"""Trees of the language, to be compared."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from regola_dsl.source import Span


def bare(node: object) -> object:
    """A tree without its places."""
    if isinstance(node, Span):
        return None
    if is_dataclass(node):
        return type(node).__name__, *(bare(getattr(node, field.name)) for field in fields(node))
    return tuple(map(bare, node)) if isinstance(node, tuple) else node
