"""Lines written by hand: `**` makes a stretch strong, `@8.3, 9.2` at the end are sections; all else is text."""

from __future__ import annotations

import re

from regola_compiler.emit.print.document import Line, Run, Runs

_REFS = re.compile(r"\s*@((?:[\w./-]+)(?:\s*,\s*@?[\w./-]+)*)\s*\Z")
_PART = re.compile(r"\s*,\s*@?")
# A word that goes on longer than this may be parted anywhere: no column is wider than it need be for a word.
_LONGEST = 32


def line(text: str, mark: str = "", tone: str = "", aside: str = "") -> Line:
    """A line as it was written.

    >>> line("Somma le forze **di attacco** @8.3, 9.2").refs
    ('8.3', '9.2')
    """
    found = _REFS.search(text)
    body, refs = (text[: found.start()], tuple(_PART.split(found[1]))) if found else (text, ())
    return Line(runs(body), refs, mark, aside, tone)


def caption(text: str) -> Runs:
    """A line in which sections stand behind the words, with no room to be pushed to the right.

    >>> [run.text for run in caption("sotto 1-2 non si attacca @8.4")]
    ['sotto 1-2 non si attacca', ' 8.4']
    """
    made = line(text)
    return (*made.runs, *((Run(f" {' '.join(made.refs)}", ref=True),) if made.refs else ()))


def runs(text: str) -> Runs:
    r"""A text cut at its `**`; one that stands alone is a text like any other, `\*` always is.

    >>> [(run.text, run.strong) for run in runs("al massimo **5**")]
    [('al massimo ', False), ('5', True)]
    """
    bits = re.split(r"(?<!\\)\*\*", text)
    if len(bits) % 2 == 0:
        bits[-2:] = ["**".join(bits[-2:])]
    found = (Run(breakable(bit.replace("\\*", "*")), strong=place % 2 == 1) for place, bit in enumerate(bits))
    return tuple(run for run in found if run.text)


def plain(text: str, *, strong: bool = False) -> Runs:
    """A text in which nothing means anything."""
    return (Run(breakable(text), strong=strong),) if text else ()


def breakable(text: str) -> str:
    """A text that can be parted into lines: a word that is far too long, everywhere."""
    return re.sub(rf"\S{{{_LONGEST},}}", lambda word: "\u200b".join(word[0]), text)


def numbered(refs: tuple[str, ...]) -> tuple[str, ...]:
    """The sections that a reader finds by a number, each once: names of places such as `tables/terrain` are left out.

    >>> numbered(("8.3", "tables/terrain", "8.3", "19.6.2/peace"))
    ('8.3', '19.6.2')
    """
    return tuple(dict.fromkeys(ref.partition("/")[0] for ref in refs if ref[:1].isdigit()))
