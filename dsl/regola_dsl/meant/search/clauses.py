"""A condition that stands before what it is a condition of: `effect if C X becomes …`, `pays if C 2 from …`.

Where the condition ends no pattern can tell, as it may have any number of words: each place is tried, nearest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from regola_dsl.meant.game import without_texts
from regola_dsl.meant.stuck import Stuck

# A line of more words is not gone through.
_WORDS = 30
_FIRST = re.compile(
    r"^(?P<head> *(?:(?:(?:then )?prefer|effect|pays|requires|limit|roll|phase|the game ends|[+-]\d+) )?)"
    r"(?P<how>if|when|unless) (?P<rest>.+)$"
)


def condition_behind(stuck: Stuck) -> Iterator[str]:
    """The line with its condition behind, for each place where that may end."""
    line = stuck.text.rstrip()
    said = without_texts(line)
    found = _FIRST.match(said)
    if found is None:
        return
    how = "unless" if found["how"] == "unless" else "when"
    words = found["rest"].split(" ")
    for place in range(1, len(words) if len(words) <= _WORDS else 0):
        condition, rest = " ".join(words[:place]).rstrip(",:"), " ".join(words[place:]).removeprefix("then ")
        if not condition or not rest:
            continue
        if found["head"].strip() == "requires":
            required, section, sections = rest.partition(" @")
            unless = condition if how == "unless" else f"not ({condition})"
            rest = f"{unless} or {f'({required})' if ' and ' in required else required}{section}{sections}"
            yield f"{found['head']}{rest}{line[len(said) :]}"
        else:
            yield f"{found['head']}{rest} {how} {condition}{line[len(said) :]}"
