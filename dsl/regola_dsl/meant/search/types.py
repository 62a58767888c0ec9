"""A type that is missing: each that the game has, put where one is due."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from regola_dsl.meant.search.other_words import fitting_words
from regola_dsl.meant.stuck import Repair, Stuck, changed

# What has values, and is named where a type is due.
_TYPE = re.compile(r"(?:given type|enum|scale|record|piece|place) ([^\W\d]\w*)")
_NAMED = re.compile(r"(?:: |-> )([^\W\d]\w*)")
_OWN = ("int", "bool")
# So many are tried, those first that are named most.
_MOST = 20


def with_a_type(stuck: Stuck) -> Iterator[Repair]:
    """The line with a type where one may stand, behind `->` or `:`; of each type of the game one line."""
    begin = stuck.column - 1
    before, behind = stuck.text[:begin].rstrip(), stuck.text[begin:].strip()
    fits = fitting_words(stuck.accepted)
    sign = next((sign for sign in (" ->", ":") if sign.strip() in fits), None)
    if sign is None or not before:
        return
    often = Counter(name for text in stuck.texts for name in _NAMED.findall(text))
    types = {match[1] for text in stuck.texts if (match := _TYPE.match(text))}
    for name in (*sorted(types, key=lambda name: (-often[name], name))[:_MOST], *_OWN):
        yield changed(stuck, f"{before}{sign} {name}{'' if behind[:1] in ',)' else ' '}{behind}".rstrip())
