"""A game of rules in files, and its rulebook, made into one book whose blocks are the rules."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from regola_compiler.literate.source import read_literate
from regola_dsl.declarations import chunks_of
from regola_dsl.format import format_source
from regola_dsl.parser import parse_source
from regola_dsl.source import Source

_DIVIDER = re.compile(r"# (---|Chapter|What )")


def literate_book(folder: Path, rulebook: Path) -> str:
    """The text of a rulebook with every declaration of a game below the section it cites first.

    A declaration that cites this section alone is written without it, as it is said by where it stands. What cites nothing
    stands at the end of the book.
    """
    text = rulebook.read_text("utf-8")
    book, wrong = read_literate(rulebook.with_suffix(".regola.md").name, text)
    assert not wrong
    lines = text.rstrip("\n").split("\n")
    below: defaultdict[str, list[str]] = defaultdict(list)
    for name in ("rules", "examples"):
        for path in sorted((folder / name).glob("*.regola")):
            for section, declaration in _declarations(Source(path.name, path.read_text("utf-8"))):
                below[section].append(declaration)
    ends = [heading.line - 1 for heading in book.headings[1:]] + [len(lines)]
    for heading, end in reversed(list(zip(book.headings, ends, strict=True))):
        said = below.pop(heading.stands_for, [])
        if heading is book.headings[-1]:
            said += below.pop("", [])
        if said:
            last = max(number for number, line in enumerate(lines[:end], 1) if line.strip())
            lines[last:last] = ["", "```regola", *format_source("\n\n".join(said)).rstrip("\n").split("\n"), "```"]
    assert not below, f"sections that the book has not: {', '.join(below)}"
    return "\n".join([*lines, ""])


def _declarations(source: Source) -> list[tuple[str, str]]:
    """The section under which each declaration of a file is to stand, and its text with the comment above it."""
    found = []
    chunks = chunks_of(source)
    assert chunks is not None
    for node, chunk in zip(parse_source(source).declarations, chunks, strict=True):
        first, last = chunk[0][0], chunk[-1][0]
        above = first - 1
        while above and source.lines[above - 1].startswith("#") and not _DIVIDER.match(source.lines[above - 1]):
            above -= 1
        section = node.anchors[0].section if node.anchors else ""
        lines = list(source.lines[above:last])
        if len(node.anchors) == 1:
            head = next(n for n, line in enumerate(lines) if f"@{section}" in line)
            lines[head] = re.sub(rf" *@{re.escape(section)}(?![\w.,])", "", lines[head], count=1)
        found.append((section, "\n".join(lines)))
    return found
