"""What a run rests on besides the game, so that it can be told whether anything has changed before much is imported."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from regola_dsl.cache import build_fingerprint
from regola_dsl.wording import later

# What findings are called together, in the order in which they are looked for; `run.CHECKS` has what makes them.
KINDS = (
    later("sections"),
    later("references"),
    later("numbers"),
    later("tables"),
    later("permissions"),
    later("words"),
    later("terms"),
    later("examples"),
    later("languages"),
    later("drift"),
    later("errata"),
    later("spelling"),
    later("statements"),
)


def index_path(folder: Path, language: str) -> Path:
    """Where the index of the text in a language is kept in the folder of a game."""
    return folder / "sources" / f"{language}.yaml"


def beside(text: Path) -> Path:
    """Where the index and the decisions about a text of no game are kept: beside it, under its own name."""
    return text.with_name(f"{text.name}.desk.yaml")


def files_key(texts: Mapping[str, Path], folder: Path) -> str:
    """What tells the texts of a rulebook, their indexes, the glossary and the tools from those of another day.

    Args:
        texts: the files of the texts by language.
        folder: the folder of the game.
    """
    files = [*texts.values(), *(index_path(folder, language) for language in texts), folder / "glossary.yaml"]
    said = [(file.as_posix(), sha256(file.read_bytes()).hexdigest() if file.is_file() else "") for file in files]
    tools = build_fingerprint("regola_crosscheck", "regola_cli"), dictionaries()
    return sha256(repr((list(texts), said, tools)).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def dictionaries() -> str:
    """What tells the packages that know words from those of another day: no version, as to ask for that is dear."""
    files = []
    for name in ("simplemma", "rapidfuzz", "spellchecker"):
        spec = find_spec(name)
        state = Path(spec.origin).stat() if spec is not None and spec.origin else None
        files.append("none" if state is None else f"{state.st_size} {state.st_mtime_ns}")
    return " ".join(files)
