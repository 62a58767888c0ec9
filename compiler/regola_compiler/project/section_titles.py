"""The titles of a book's sections, from the indexes that the crosscheck keeps: `sources/<language>.yaml`."""

from __future__ import annotations

from pathlib import Path

from regola_compiler.project.yaml_file import load_yaml


def read_section_titles(folder: Path) -> dict[str, dict[str, str]]:
    """The titles by language and by section; none where a game keeps no index.

    What is wrong with an index is told where it is used, by the crosscheck: one that cannot be read has no titles here.

    Args:
        folder: the game's folder.
    """
    found: dict[str, dict[str, str]] = {}
    for path in sorted((folder / "sources").glob("*.yaml")):
        if not path.is_file() or folder.resolve() not in path.resolve().parents:
            continue
        data, _ = load_yaml(path, path.name, "source")
        sections = (data or {}).get("sections") or []
        titles = {str(item["id"]): str(item.get("heading") or item.get("title") or "") for item in sections}
        if data is not None:
            found[str(data["language"])] = {section: title for section, title in titles.items() if title}
    return found
