"""A file of prose with rules in it, as the file of rules that all else reads.

Whoever reads rules sees a file in which every line that is no rule is empty. What is said of a line and a column there
is true of the Markdown file, which nobody else needs to know of:

    # Weather                     |
                                  |
    ## 4.2 The table              |   # 4.2          a comment: another number makes other text
                                  |
    Roll the die at dusk.         |
                                  |
    ```regola                     |
    table weather(die: d6) …      |   table weather(die: d6) …       stands in 4.2
    ```                           |
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source, Span

from regola_compiler.literate.markdown import Fence, Heading, front_matter_of, read_markdown

ENDING = ".regola.md"


@dataclass(frozen=True)
class LiterateSource(Source):
    """The rules of a Markdown file, and where in it they stand; made by `read_literate`.

    Attributes:
        whole: The file as it lies there.
        fences: The blocks of rules.
        headings: The sections, in the order of their lines.
        title: What the book is called by its first heading; empty where that is a section.
    """

    whole: str
    fences: tuple[Fence, ...]
    headings: tuple[Heading, ...]
    title: str

    @property
    def written(self) -> Source:
        """The Markdown."""
        return Source(self.path, self.whole)

    @property
    def titles(self) -> dict[str, str]:
        """What the headings call each section; one without a number is its own title."""
        titled = [(heading.number, heading.title) for heading in reversed(self.headings)]
        return {number: title for number, title in titled if number and title}

    @cached_property
    def _lines_of_headings(self) -> list[int]:
        return [heading.line for heading in self.headings]

    def section_of(self, line: int) -> str:
        """The section of the heading above a line."""
        place = bisect_right(self._lines_of_headings, line)
        return self.headings[place - 1].stands_for if place else ""

    def changed(self, change: Callable[[str], str]) -> str:
        """The Markdown with what `change` makes of each block; all else stays as it is, to the last byte."""
        lines = self.whole.split("\n")
        for fence in reversed(self.fences):
            inner = [line.removesuffix("\r") for line in lines[fence.first : fence.last - 1]]
            if not any(line.strip() for line in inner):
                continue
            end = "\r" if lines[fence.first - 1].endswith("\r") else ""
            made = change("\n".join([*inner, ""])).removesuffix("\n").split("\n")
            if made != inner:
                lines[fence.first : fence.last - 1] = [line + end for line in made]
        return "\n".join(lines)

    def with_text(self, text: str) -> Source:
        """The same file with other Markdown."""
        return read_literate(self.path, text)[0]

    @cached_property
    def front_matter(self) -> Source:
        """What is said of the game at the head of the file, as YAML, on the lines on which it stands."""
        lines = self.whole.split("\n")
        end = front_matter_of(lines)
        inner = [line.removesuffix("\r") for line in lines[1 : max(1, end - 1)]]
        return Source(self.path, "\n".join(["", *inner, ""]))

    @cached_property
    def prose(self) -> str:
        """The book without its rules: their lines, and those of the front matter, are empty."""
        lines = self.whole.split("\n")
        stretches = [(0, front_matter_of(lines)), *((fence.first - 1, fence.last) for fence in self.fences)]
        for first, last in stretches:
            lines[first:last] = [""] * (last - first)
        return "\n".join(lines)


def is_literate(name: str) -> bool:
    """Whether a file is a rulebook whose blocks are rules, by its name.

    >>> is_literate("rules/weather.regola.md"), is_literate("README.md")
    (True, False)
    """
    return name.casefold().endswith(ENDING)


def holds_rules(name: str) -> bool:
    """Whether a file is one of rules, by its name: by itself, or within a rulebook.

    >>> holds_rules("rules/weather.regola"), holds_rules("weather.regola.md"), holds_rules("weather.md")
    (True, True, False)
    """
    return name.endswith(".regola") or is_literate(name)


def stem_of(name: str) -> str:
    """The name of a file of rules without its ending.

    >>> stem_of("harbour.regola.md"), stem_of("harbour.regola")
    ('harbour', 'harbour')
    """
    return name[: -len(ENDING)] if is_literate(name) else name.rpartition(".")[0] or name


@lru_cache(maxsize=16)
def read_literate(path: str, text: str) -> tuple[LiterateSource, tuple[Diagnostic, ...]]:
    """The rules in a Markdown file, and what is wrong with its fences and headings; never raises for what it contains.

    Args:
        path: What the file is shown as.
        text: The whole of it.
    """
    book = read_markdown(text, path)
    lines = text.split("\n")
    rules = [""] * len(lines)
    for heading in book.headings:
        rules[heading.line - 1] = f"# {heading.stands_for}"
    for fence in book.fences:
        rules[fence.first : fence.last - 1] = lines[fence.first : fence.last - 1]
    source = LiterateSource(path, "\n".join(rules), text, book.fences, book.headings, book.title)
    return source, book.diagnostics


def read_rules(path: str, text: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """A file of rules, by its name alone or within a rulebook, and what is wrong with how it holds them."""
    return read_literate(path, text) if is_literate(path) else (Source(path, text), ())


def heading_span(path: str, heading: Heading) -> Span:
    """Where a heading stands."""
    return Span(path, heading.line, heading.column, heading.line, heading.end_column)
