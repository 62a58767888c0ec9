"""The indexes of a game's books: what is wrong with one would be told by the crosscheck alone, and titles be lost.

They say which sections there are, so that a rule which cites another one is seen.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

from regola_dsl import cache as results
from regola_dsl.cache import build_fingerprint
from regola_dsl.diagnostics import Diagnostic


def read_indexes(place: Path, shown: str) -> tuple[list[Diagnostic], frozenset[str]]:
    """What is wrong with the indexes below `sources/`, and the sections that they list.

    Of one that is sound its sections are kept: it takes long to read a large one.

    Args:
        place: The game's folder.
        shown: What the paths of findings begin with.
    """
    from regola_compiler.project.yaml_file import load_yaml

    found: list[Diagnostic] = []
    sections: set[str] = set()
    for path in sorted((place / "sources").glob("*.yaml")):
        if not path.is_file() or place.resolve() not in path.resolve().parents:
            continue
        try:
            text = path.read_bytes()
        except OSError:
            continue
        name = f"index-{sha256(build_fingerprint().encode() + text).hexdigest()[:32]}"
        listed = _kept(results.load_text(name))
        if listed is None:
            data, wrong = load_yaml(path, f"{shown}/sources/{path.name}", "source")
            found += wrong
            listed = [str(one["id"]) for one in (data or {}).get("sections") or []]
            if not wrong:
                results.keep_text(name, json.dumps(listed))
        sections.update(listed)
    return found, frozenset(sections)


def _kept(text: str | None) -> list[str] | None:
    """The sections of an index as they were kept; None where none are."""
    try:
        listed = json.loads(text) if text else None
    except ValueError:
        return None
    return [str(one) for one in listed] if isinstance(listed, list) else None
