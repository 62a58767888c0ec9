"""A document as a text for Word and its like."""

from __future__ import annotations

from regola_compiler.emit.print.document import Document


def docx(document: Document, *, grey: bool = False) -> bytes:
    """A file as word processors read it."""
    raise NotImplementedError
