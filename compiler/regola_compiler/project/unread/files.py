"""Files that were meant for the game and are not read: under another name, or in another folder.

What is read is told by names alone, so a name that is almost right loses a whole file. Nothing is said of a file beside
which the right one stands: that is a copy. Of a file whose name says nothing, its first lines are asked.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

from regola_compiler.project import codes

# The folders of a game, each with what it holds.
_DATA = ("scenarios", "sheets", "counters", "maps")
_RULES = ("rules", "examples")
_MANIFESTS = ("game", "glossary")
_YAML = (".yaml", ".yml")
# What a text may be called that holds rules under another name.
_TEXTS = frozenset({"", ".txt", ".md", ".text", ".rules", ".regol", ".rgl"})
_RULES_BEGIN = re.compile(rf'^(?:{"|".join(KINDS)}) \w.*@[\d"]', re.MULTILINE)
# The keys by which a list tells what it is, and where it belongs.
_TOLD_BY = (
    ("glossary.yaml", re.compile(r"^terms:", re.MULTILINE)),
    ("maps/", re.compile(r"^(?:places|neighbours):", re.MULTILINE)),
    ("counters/", re.compile(r"^counters:", re.MULTILINE)),
    ("sheets/", re.compile(r"^(?:sides|not-shown):", re.MULTILINE)),
    ("scenarios/", re.compile(r"^(?:id|position|setup|variants):", re.MULTILINE)),
)
# How much of a file is looked at.
_HEAD = 20_000


def unread_files(place: Path, shown: str) -> tuple[list[Diagnostic], list[Source]]:
    """The findings about files that are not read, and the texts of those that hold rules.

    Args:
        place: The game's folder.
        shown: What the paths of findings begin with.
    """
    found: list[Diagnostic] = []
    rules: list[Source] = []
    names = _names(place)
    for name, wanted in _misnamed(place, names):
        path = f"{shown}/{name}"
        # Of what a folder alone is known, how the file is to be called is not.
        help_text = (
            say("put it into `{folder}`", folder=wanted)
            if wanted.endswith("/")
            else say("call it `{name}`", name=wanted)
        )
        found.append(
            Diagnostic(
                codes.FILE_NOT_READ, say("`{file}` is not read", file=name), Span(path, 1, 1, 1, 2), help=help_text
            )
        )
        if wanted.endswith(".regola"):
            rules.append(Source(path, _text(place / name, 4_000_000)))
    return found, rules


def _names(place: Path) -> dict[str, list[str]]:
    """The files of a game's folder, and of each folder in it, the folder itself being ``""``; hidden ones aside."""
    found: dict[str, list[str]] = {"": []}
    for entry in _entries(place):
        if entry.is_file(follow_symlinks=False):
            found[""].append(entry.name)
        elif entry.is_dir(follow_symlinks=False):
            files = [one.name for one in _entries(Path(entry.path)) if one.is_file(follow_symlinks=False)]
            found[entry.name] = files
    return found


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted((one for one in entries if not one.name.startswith(".")), key=lambda one: one.name)
    except OSError:
        return []


def _misnamed(place: Path, names: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Each file that is not read, by its path in the folder, with what it is to be called, or its folder."""
    for folder, files in names.items():
        for file in files:
            wanted = _wanted(place, folder, file)
            if wanted is None:
                continue
            home, _, name = wanted.rpartition("/")
            if not name or name not in names.get(home, ()):
                yield f"{folder}/{file}".lstrip("/"), wanted


def _wanted(place: Path, folder: str, file: str) -> str | None:
    """What a file that is not read is to be called, or the folder it belongs to, with a stroke; None if neither."""
    stem, ending = Path(file).stem, Path(file).suffix
    known = _folder_meant(folder)
    if ending.casefold() in _YAML:
        return _wanted_data(place, folder, file, known)
    if ending == ".json" and folder and known in _DATA:
        return f"{known}/{stem}.yaml"
    if file.endswith((".regola", ".regola.md")):
        return None
    bare = f"{file.partition('.')[0]}.regola"
    at = f"{folder}/{bare}" if folder else bare
    if re.search(r"\.regola(?:$|\.)", file, re.IGNORECASE):
        return at if _RULES_BEGIN.search(_text(place / folder / file)) else None
    if known in _RULES and ending.casefold() in _TEXTS and _RULES_BEGIN.search(_text(place / folder / file)):
        return at
    return None


def _wanted_data(place: Path, folder: str, file: str, known: str | None) -> str | None:
    """The same of a file that is YAML by its ending."""
    stem, ending = Path(file).stem, Path(file).suffix
    manifest = stem.casefold() in _MANIFESTS
    if manifest and (not folder or known in _RULES):
        wanted = f"{stem.casefold()}.yaml"
        return None if not folder and file == wanted else wanted
    if known in _DATA:
        return None if folder == known and ending == ".yaml" else f"{known}/{stem}.yaml"
    if folder and known not in _RULES:
        return None
    head = _text(place / folder / file)
    return next((home for home, told in _TOLD_BY if told.search(head)), None)


def _folder_meant(folder: str) -> str | None:
    """The folder of a game that one is, or is almost called like."""
    name = folder.casefold()
    known = [*_DATA, *_RULES]
    return name if name in known else nearest(name, known)


def _text(path: Path, most: int = _HEAD) -> str:
    """The first part of a file; nothing of one that is no text."""
    try:
        with path.open("rb") as file:
            return file.read(most).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, UnicodeDecodeError):
        return ""
