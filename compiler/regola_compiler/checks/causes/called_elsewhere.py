"""A name that is what something is called in print, in one of the game's languages: told by its name in the rules.

`tide is alta` means `flood`, whose Italian is *Alta*; `"Pattuglia 1"` means `"Patrol 1"`, as a patrol is a *Pattuglia*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Missing
from regola_dsl.meant.blocks import blocks_of, declared
from regola_dsl.parsing.printed import PRINTED
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.resolve.undecided import is_of_several

_NAME = re.compile(r" +(\w+) ")
_LISTS = frozenset({"enum", "scale"})


def told_as_printed(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; of an unknown name that is printed for something, the help says what that is called."""
    if not any(_is_asked(one) for one in found):
        return list(found)
    lists = [block for source in sources for block in blocks_of(source) if block.kind in _LISTS]
    return [
        replace(
            one, help=say("`{printed}` is printed for `{name}`: write `{name}`", printed=one.missing.name, name=name)
        )
        if one.missing is not None and _is_asked(one) and (name := _meant(one.missing, lists, sources)) is not None
        else one
        for one in found
    ]


def _is_asked(one: Diagnostic) -> bool:
    return one.missing is not None and one.missing.kind in {"name", "value"} and not is_of_several(one)


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
