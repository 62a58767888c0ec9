"""What lines that cannot be read are held against, read before anybody waits for the first of them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from regola_dsl.declarations import KINDS
from regola_dsl.meant.phrases import phrases_of
from regola_dsl.meant.vocabulary import vocabularies


def make_ready(between: Callable[[], None]) -> None:
    """Read the program that tells of them, the words of other languages, and the phrases of every kind of declaration.

    Args:
        between: Called between one part and the next; what it raises ends it, and what was read stays.
    """
    import_module("regola_dsl.meant.told")
    vocabularies()
    for kind in sorted(KINDS):
        between()
        phrases_of(kind, first=True)
