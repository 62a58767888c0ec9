"""A document as a text for Word and its like: headings, lists and tables as they are called there.

python-docx is of the extra `pdf`: without it `SetterMissing` is raised. A side of a sheet is a page with its columns;
nothing is fitted, since whoever opens it means to change it.
"""

from __future__ import annotations

import zipfile
from io import BytesIO

from regola_dsl.wording import say

from regola_compiler.emit.print.document import Document
from regola_compiler.emit.print.typesetting import SetterMissing

_EPOCH = (1980, 1, 1, 0, 0, 0)


def docx(document: Document, *, grey: bool = False) -> bytes:
    """A file as word processors read it; the same document is the same bytes.

    Args:
        document: What is to be written.
        grey: Whether in shades of grey alone.

    Raises:
        SetterMissing: if python-docx is not installed.
    """
    try:
        from regola_compiler.emit.print.word import Writer  # noqa: PLC0415  an extra
    except ImportError as missing:
        raise SetterMissing(say("texts for Word are written by python-docx")) from missing
    writer = Writer(document, grey=grey)
    writer.write()
    made = BytesIO()
    writer.word.save(made)
    return _timeless(made.getvalue())


def _timeless(written: bytes) -> bytes:
    """A zip file whose parts were all written at the same time."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(written)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(zipfile.ZipInfo(name, _EPOCH), old.read(name), zipfile.ZIP_DEFLATED)
    return made.getvalue()
