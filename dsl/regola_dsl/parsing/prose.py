"""Where a file of rules has a book's own sentences in it, pasted as they are: one finding for all of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from regola_dsl.records import dataclass
from regola_dsl.wording import Said, say

# A sentence begins as one does in print, and has so many words, or fewer if it ends as one does; what has fewer yet is
# a heading, prose where prose is near.
_BEGINS = re.compile(r"[^\W\d_]|\d[\d.]*[.)]? |[-*•–] ")
_SENTENCE = 6
_SHORT = 4
_HEADING = 5
_WORD = re.compile(r"[^\W\d_]+")
_ENDS = re.compile(r"[.!?:;…][)\"»”’']*\s*$")
# What a rule has and a sentence has not.
_OF_RULES = re.compile(r'@\s*[\w"]|->|\||\.\.(?!\.)|[<>=]=|\w\.[a-z]|\b[a-z]\w*_\w|\w\((?!\w*\))|^\s*\w+ *=')


@dataclass(frozen=True, slots=True)
class Prose:
    """Lines of prose, from 1, with nothing else between them."""

    first: int
    last: int

    @property
    def message(self) -> Said:
        """What is said of it."""
        if self.first == self.last:
            return say("this is prose, and no rule")
        return say("lines {first} to {last} are prose, and no rules", first=self.first, last=self.last)

    @property
    def help(self) -> Said:
        """What to do."""
        return say(
            "write `#` before each line, or keep the book in Markdown, with the rules in blocks: "
            "`regola new DIR --literate`"
        )


def prose_in(lines: Sequence[str], kinds: Collection[str]) -> list[Prose]:
    """The prose among some lines, of which rules begin with one of `kinds`.

    >>> prose_in(["Each player takes five cards from the deck.", "", "enum Side", "  red"], ["enum"])
    [Prose(first=1, last=1)]
    """
    found: list[Prose] = []
    whole = open_ = False  # whether the run has a sentence; whether the next paragraph goes on with it
    first = last = 0
    for start, end in _paragraphs(lines, kinds):
        weight = _weight(lines[start - 1 : end], kinds)
        if not weight:
            if open_ and whole:
                found.append(Prose(first, last))
            whole = open_ = False
            continue
        first, last = (first if open_ else start), end
        whole, open_ = whole or weight == _SENTENCE, True
    return [*found, Prose(first, last)] if open_ and whole else found


def _paragraphs(lines: Sequence[str], kinds: Collection[str]) -> Iterator[tuple[int, int]]:
    """The first and the last line of each paragraph, from 1; remarks belong to none."""
    start = 0
    for number, line in enumerate(lines, 1):
        blank = not line.strip() or line.lstrip().startswith("#")
        declares = not line[:1].isspace() and line.split(" ", 1)[0] in kinds
        if start and (blank or (declares and _ENDS.search(lines[number - 2]))):
            yield start, number - 1
            start = 0
        start = 0 if blank else start or number
    if start:
        yield start, len(lines)


def _weight(paragraph: Sequence[str], kinds: Collection[str]) -> int:
    """Whether it is a sentence or a heading of prose; 0 if neither."""
    head = paragraph[0]
    begin = _BEGINS.match(head)
    if begin is None or head[0].islower() or any(line[:1].isspace() or _OF_RULES.search(line) for line in paragraph):
        return 0
    count = sum(len(_WORD.findall(line)) for line in paragraph)
    ended = _ENDS.search(paragraph[-1]) is not None
    declares = head.split(" ", 1)[0].casefold() in kinds
    if (count >= _SENTENCE and (ended or (len(paragraph) > 1 and not declares))) or (
        count >= _SHORT and ended and not declares
    ):
        return _SENTENCE
    return 0 if declares else _HEADING
