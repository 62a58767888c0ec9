"""Slips of the keyboard: characters, words and lines left out, doubled, exchanged, replaced."""

from __future__ import annotations

import re
from random import Random

from support.cases import read_fences
from support.paths import CASE_FILES, GAMES, ROOT

# What is written instead of something: signs that mean nothing, brackets, words of the language and of no language.
STRAY = [
    *'( ) [ ] { } | || # " , : . .. -> = + - * / @ @3 \t \0 \r \u00a0 \u201c ; é d6 3-1 1.5 9 x'.split(" "),
    *"is not in when unless and or then else if otherwise exception over by of at most given let Enum ratios".split(),
    *("\n", "\n  ", "\n    ", " ", "  ", ""),
]
_WORD = re.compile(r"\w+|[^\w\s]+|[ ]+|\s")


def slipped(text: str, random: Random, slips: int = 1) -> str:
    """A text after so many slips, each of a character, a word, or a line."""
    for _ in range(slips):
        parts = random.choice([list, _WORD.findall, lambda whole: whole.splitlines(keepends=True)])(text)
        if len(parts) < 2:
            return text
        at = random.randrange(len(parts) - 1)
        match random.randrange(5):
            case 0:
                del parts[at]
            case 1:
                parts.insert(at, parts[at])
            case 2:
                parts[at], parts[at + 1] = parts[at + 1], parts[at]
            case 3:
                parts.insert(at, random.choice(STRAY))
            case _:
                parts[at] = random.choice(STRAY)
        text = "".join(parts)
    return text


def rule_texts() -> dict[str, list[str]]:
    """Every text of rules that stands in the repository, by file: the games', and what pages and cases show."""
    files = sorted(GAMES.rglob("*.regola"))
    pages = [ROOT / "docs" / "language.md", *sorted(CASE_FILES), *sorted((ROOT / "compiler").rglob("*.md"))]
    texts = {path: [path.read_text("utf-8")] for path in files}
    texts |= {
        path: [fence.text for fence in read_fences(path.read_text("utf-8")) if fence.language == "regola"]
        for path in pages
    }
    return {path.relative_to(ROOT).as_posix(): shown for path, shown in texts.items() if shown}
