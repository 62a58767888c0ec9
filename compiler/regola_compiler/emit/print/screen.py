"""A document as HTML: for a screen, and for a printer that has nothing else."""

from __future__ import annotations

from regola_compiler.emit.print.document import Document


def html(document: Document, *, grey: bool = False) -> bytes:
    """One file that needs nothing beside it."""
    raise NotImplementedError
