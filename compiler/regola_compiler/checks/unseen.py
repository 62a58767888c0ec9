"""What could not be seen, and so is not told: what an error keeps from being looked for, and names out of wrong data.

An acceptance whose finding is not there is no use; but where something is wrong, what it accepts may only not have been
looked for, unless there is no such finding at all. And where a list of counters or places cannot be read, nobody knows
their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from regola_dsl.codes import BAD_YAML
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Source

from regola_compiler.checks.follows import OF_DATA
from regola_compiler.project.codes import BAD_COMPONENTS

# What is found by looking at all of a game.
_OF_ALL = frozenset({"acceptance-unused"})
_NAMED = frozenset({"unknown-name", *OF_DATA})
# What comes out otherwise, perhaps, because of what is not known.
_RUN = frozenset({"example-fails", "erratum-stale", "unset"})
_QUOTED = re.compile(r"`([^`]+)`")


def without_what_is_unseen(found: Sequence[Diagnostic], data: Iterable[Source]) -> list[Diagnostic]:
    """The findings without those that only say that something could not be seen.

    Args:
        found: All findings.
        data: The files that are no rules.
    """
    wrong = [one for one in found if one.weight is Severity.ERROR]
    if not wrong:
        return list(found)
    left = [one for one in found if one.code.slug not in _OF_ALL or one.missing is not None]
    unread = [one for one in wrong if one.code is BAD_YAML or one.code is BAD_COMPONENTS]
    if not unread:
        return left
    texts = {source.path: source.text for source in data}
    hidden = "\n".join(_hidden(one, texts.get(one.span.path, "")) for one in unread)
    return [one for one in left if one in unread or not (one.code.slug in _RUN or _names_of(one, hidden))]


def _hidden(one: Diagnostic, text: str) -> str:
    """What of a file is not known: all of one that cannot be read; of a wrong entry its line."""
    lines = text.split("\n")
    return text if one.code is BAD_YAML else "\n".join(lines[one.span.line - 1 : one.span.line])


def _names_of(one: Diagnostic, hidden: str) -> bool:
    """Whether a finding is about a name that stands where nothing is known; with its number, if there are several."""
    if one.code.slug not in _NAMED or one.weight is not Severity.ERROR:
        return False
    names = {said for name in _QUOTED.findall(one.message) for said in (name, re.sub(r" \d+$", "", name))}
    return any(re.search(rf"(?<!\w){re.escape(said)}(?!\w)", hidden) for said in names)
