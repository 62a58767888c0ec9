"""Language tags (BCP 47), as texts, games and programs carry them: `it`, `it-IT`, `pt-BR`."""

from __future__ import annotations


def primary_subtag(tag: str) -> str:
    """The language of a tag, whatever country or script it names besides.

    >>> primary_subtag("pt-BR"), primary_subtag("IT"), primary_subtag("")
    ('pt', 'it', '')
    """
    return tag.partition("-")[0].casefold()
