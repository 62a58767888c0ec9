"""Two lines in one: what stands beside a line as a line of its own, as deep, was written behind it."""

from __future__ import annotations

import re
from dataclasses import replace

from regola_dsl.declarations import KINDS
from regola_dsl.meant.keeps import keeps
from regola_dsl.meant.laid.lines import Laid
from regola_dsl.meant.models import BELOW
from regola_dsl.meant.stuck import A_WORD, LONGEST, Stuck, begun, indent_of, plain, reads, reads_alone
from regola_dsl.wording import say

# How many words before the place where reading stops the second line may begin.
_BACK = 3
# What parts the two, and belongs to neither.
_BETWEEN = " ,;:."
# What an example states of what is asked or done with something.
_STATED = re.compile(r"[^\W\d]\w*\(.*\) is ")
# Below what each line begins with a name and its type.
_OF_FACTS = frozenset({"record", "piece", "place", "setup"})


def as_two_lines(stuck: Stuck) -> Laid | None:
    """How a line is broken in two that stand one below the other, if both can be read; None where it cannot be."""
    if stuck.start != "start" or len(stuck.text) > LONGEST * 2:
        return None
    if stuck.line == stuck.lines[0][0]:
        return _as_two_declarations(stuck)
    indent = indent_of(stuck.text)
    text = " " * indent + plain(stuck.text)
    at = stuck.column + len(stuck.met) + 1
    starts = [word.start() for word in A_WORD.finditer(text) if indent < word.start() <= at and word[0][0].isalnum()]
    for start in starts[: -_BACK - 1 : -1]:
        first, second = text[:start].rstrip(_BETWEEN), text[start:]
        if not first.strip() or not _begins_a_line(second, stuck.kind):
            continue
        # What begins again may belong further out.
        over = {indent_of(line) for number, line in stuck.lines if number < stuck.line and 0 < indent_of(line) < indent}
        made = any(reads(_broken_so(stuck, first, " " * blanks + second)) for blanks in (indent, *sorted(over)[::-1]))
        if made and keeps(text, f"{first} {second}", stuck.others, stuck.known):
            told = say("these are two lines: `{first}`, and below it `{second}`", **_two(first, second))
            return Laid(stuck.line, start + 1, len(text) + 1, told, second)
    return None


def _broken_so(stuck: Stuck, first: str, second: str) -> Stuck:
    """The declaration with two lines in place of the one on which reading stops."""
    lines: list[tuple[int, str]] = []
    for number, line in stuck.lines:
        # The numbers stay in their order, whatever stands below.
        lines += [(2 * number, first), (2 * number + 1, second)] if number == stuck.line else [(2 * number, line)]
    return replace(stuck, lines=tuple(lines), line=2 * stuck.line)


def as_two_statements(stuck: Stuck) -> Laid | None:
    """How a line of an example is broken that states two things; what joins them elsewhere would be no repair of it."""
    return as_two_lines(stuck) if stuck.kind == "example" and _STATED.match(stuck.text, stuck.column - 1) else None


def _as_two_declarations(stuck: Stuck) -> Laid | None:
    """Where a declaration begins behind another in the same line, if both can be read; None where none does."""
    text = stuck.text.rstrip()
    for word in A_WORD.finditer(text, 1, stuck.column + len(stuck.met)):
        first, second = text[: word.start()].rstrip(_BETWEEN), text[word.start() :]
        below = [line for _, line in stuck.lines[1:]]
        if word[0] in KINDS and reads_alone([first]) and reads_alone([second, *below]):
            told = say(
                "a declaration begins on a line of its own: `{first}`, and below it `{second}`", **_two(first, second)
            )
            return Laid(stuck.line, word.start() + 1, len(text) + 1, told, second)
    return None


def _two(first: str, second: str) -> dict[str, str]:
    return {"first": first.strip(), "second": plain(second)}


def _begins_a_line(text: str, kind: str) -> bool:
    """Whether a text says by its beginning what it is: by a word of its kind of declaration, or a name with a type."""
    word = begun(text)
    if kind == "example" and _STATED.match(text):
        return True
    return word in {one for one in BELOW.get(kind, ()) if one.isalpha()} or (
        kind in _OF_FACTS and re.match(r"[^\W\d]\w*: ", text) is not None
    )
