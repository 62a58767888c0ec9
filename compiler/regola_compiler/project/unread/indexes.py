"""The indexes of a game's books: what is wrong with one would be told by the crosscheck alone, and titles be lost."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from regola_dsl import cache as results
from regola_dsl.cache import build_fingerprint
from regola_dsl.diagnostics import Diagnostic


def index_findings(place: Path, shown: str) -> list[Diagnostic]:
    """What is wrong with the indexes below `sources/`. That one is sound is kept: it takes long to read a large one.

    Args:
        place: The game's folder.
        shown: What the paths of findings begin with.
    """
    from regola_compiler.project.yaml_file import FITS, load_yaml

    found: list[Diagnostic] = []
    for path in sorted((place / "sources").glob("*.yaml")):
        if not path.is_file() or place.resolve() not in path.resolve().parents:
            continue
        try:
            text = path.read_bytes()
        except OSError:
            continue
        name = f"index-{sha256(build_fingerprint().encode() + text).hexdigest()[:32]}"
        if results.load_text(name) == FITS:
            continue
        _, wrong = load_yaml(path, f"{shown}/sources/{path.name}", "source")
        found += wrong
        if not wrong:
            results.keep_text(name, FITS)
    return found
