"""What could not be seen, and so is not told: what an error keeps from being looked for, and names out of wrong data.

An acceptance whose finding is not there is no use; but where something is wrong, what it accepts may only not have been
looked for, unless there is no such finding at all. And where a list of counters or places cannot be read, nobody knows
their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from regola_dsl.codes import BAD_YAML
from regola_dsl.diagnostics import Diagnostic, Ground, Severity
from regola_dsl.source import Source

from regola_compiler.project.codes import BAD_COMPONENTS

# A counter is named by its number, where there are several: of the line that they stand on the name is without it.
_NUMBER = re.compile(r" \d+$")


def without_what_is_unseen(found: Sequence[Diagnostic], data: Iterable[Source]) -> list[Diagnostic]:
    """The findings without those that only say that something could not be seen.

    Args:
        found: All findings.
        data: The files that are no rules.
    """
    wrong = [one for one in found if one.weight is Severity.ERROR]
    if not wrong:
        return list(found)
    left = [one for one in found if Ground.FINDINGS not in one.code.ground or one.missing is not None]
    unread = [one for one in wrong if one.code in {BAD_YAML, BAD_COMPONENTS}]
    if not unread:
        return left
    texts = {source.path: source.text for source in data}
    hidden = "\n".join(_hidden(one, texts.get(one.span.path, "")) for one in unread)
    # A name that an entry lacks is not hidden by it: rules lack it, too.
    lacking = {one.missing.name for one in unread if one.missing is not None}
    return [
        one
        for one in left
        if one in unread
        or (one.missing is not None and one.missing.name in lacking)
        or not (Ground.EXAMPLE in one.code.ground or _names_of(one, hidden))
    ]


def _hidden(one: Diagnostic, text: str) -> str:
    """What of a file is not known: all of one that cannot be read; of a wrong entry its line."""
    lines = text.split("\n")
    return text if one.code == BAD_YAML else "\n".join(lines[one.span.line - 1 : one.span.line])


def _names_of(one: Diagnostic, hidden: str) -> bool:
    """Whether a finding is about a name that stands where nothing is known; with its number, if there are several."""
    if one.weight is not Severity.ERROR or (one.missing is None and Ground.DATA not in one.code.ground):
        return False
    names = {said for name in one.names for said in (name, _NUMBER.sub("", name))}
    return any(re.search(rf"(?<!\w){re.escape(said)}(?!\w)", hidden) for said in names)
