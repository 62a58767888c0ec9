"""Reports that are kept as files, to be read by a person whenever they change.

`REGOLA_RENEW=1 make test` writes them anew; the difference is then read like any other change.
"""

from __future__ import annotations

import os
from pathlib import Path


def hold(path: Path, text: str) -> None:
    """Hold a text against the file that keeps it, or write the file where that is asked for.

    Raises:
        AssertionError: if they differ.
    """
    if os.environ.get("REGOLA_RENEW"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.is_file(), f"{path.name} is not kept yet: REGOLA_RENEW=1 writes it"
    assert text == path.read_text("utf-8")
