"""A name that is what something is called in print, in one of the game's languages: told by its name in the rules.

`tide is alta` means `flood`, whose Italian is *Alta*; `"Pattuglia 1"` means `"Patrol 1"`, as a patrol is a *Pattuglia*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Missing, name_list
from regola_dsl.meant.blocks import blocks_of, declared
from regola_dsl.parsing.printed import PRINTED
from regola_dsl.source import Source
from regola_dsl.wording import say

_NAME = re.compile(r" +(\w+) ")
_LISTS = frozenset({"enum", "scale"})
# Of more pieces of one name the first are told.
_FEW = 3


def told_as_printed(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; of an unknown name that is printed for something, the help says what that is called."""
    if not any(_is_asked(one) for one in found):
        return list(found)
    lists = [block for source in sources for block in blocks_of(source) if block.kind in _LISTS]
    return [_told(one, one.missing, lists, sources) if one.missing and _is_asked(one) else one for one in found]


def _told(one: Diagnostic, missing: Missing, lists: Sequence[Block], sources: Sequence[Source]) -> Diagnostic:
    if several := _numbered(one, missing.name, sources):
        names = name_list(several, "or", most=_FEW)
        return replace(one, help=say("several are called so, each with a number: write {names}", names=names))
    if (name := _meant(missing, lists, sources)) is None:
        return one
    return replace(
        one, help=say("`{printed}` is printed for `{name}`: write `{name}`", printed=missing.name, name=name)
    )


def _numbered(one: Diagnostic, name: str, sources: Sequence[Source]) -> list[str]:
    """The pieces that are named elsewhere by a name in quotation marks and a number behind it: `"Patrol 1"`."""
    here = next((source for source in sources if source.path == one.span.path), None)
    line = here.lines[one.span.line - 1] if here is not None and one.span.line <= len(here.lines) else ""
    if line[one.span.column - 1 : one.span.column] != '"':
        return []
    named = re.compile(rf'"{re.escape(name)} \d+"')
    return sorted({found for source in sources for found in named.findall(source.text)})


def _is_asked(one: Diagnostic) -> bool:
    return one.missing is not None and one.missing.kind in {"name", "value"}


def _meant(missing: Missing, lists: Sequence[Block], sources: Sequence[Source]) -> str | None:
    """What a name stands for that is a text of something; None where it is none, or of several things."""
    called = {name for texts, name in _values(missing.owner, lists) if _same(missing.name, texts)}
    if " " in missing.name and not called:
        every = [source.text for source in sources]
        others = {other for text in every for other in _in_other_words(missing.name, text)}
        called = {f'"{other}"' for other in others if any(f'"{other}"' in text for text in every)}
    return called.pop() if len(called) == 1 else None


def _same(name: str, texts: Sequence[str]) -> bool:
    return name.casefold().replace("_", " ") in {text.casefold() for text in texts}


def _values(owner: str, lists: Sequence[Block]) -> Iterator[tuple[list[str], str]]:
    """The texts of each value that has some, and its name; those of one list, if it is known which."""
    for block in lists:
        if owner and owner not in declared(block.text):
            continue
        for line in block.text.split("\n")[1:]:
            if (name := _NAME.match(line)) and (texts := PRINTED.findall(line)):
                yield texts, name[1]


def _in_other_words(name: str, text: str) -> Iterator[str]:
    """A name with what a line prints in one language in place of what it prints in another."""
    for line in text.split("\n"):
        texts = PRINTED.findall(line)
        for one in texts:
            if one != name and re.search(rf"(?<!\w){re.escape(one)}(?!\w)", name):
                yield from (name.replace(one, other) for other in texts if other != one)
