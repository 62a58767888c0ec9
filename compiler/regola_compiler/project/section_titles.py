"""The titles of a book's sections: its headings, where it is the rules; else an index of it, or its text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from regola_compiler.project.game import Game
from regola_compiler.project.yaml_file import load_yaml


def section_titles(
    game: Game, in_books: Callable[[], Mapping[str, Mapping[str, str]]] = dict
) -> dict[str, dict[str, str]]:
    """The titles by language and by section: what headings say goes before what an index says.

    Of a language that has neither the titles are those that `in_books` reads from the books themselves.
    """
    found = read_section_titles(game.folder)
    for book in game.rulebooks:
        found.setdefault(game.headed_in, {}).update(book.titles)
    if not all(found.get(language) for language in game.languages):
        for language, titles in in_books().items():
            found[language] = found.get(language) or dict(titles)
    return found


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
