"""A statement that names what its action is done to: `b must not load wine`, where the action is named alone.

What is named is a value. If the action has one input of its type, the value stands in brackets behind the action; if it
is a value that one of the inputs has, it stands in the condition. Where several would do, nobody can tell which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regola_dsl.meant.game import fact_with, lists_of
from regola_dsl.meant.stuck import Stuck

_SAID = re.compile(
    r"^(?P<before> *(?P<who>\w+(?:\.\w+)*) (?:must not|may only|must|may) (?P<action>\w+)) "
    r"(?:(?:to|into|in|on|onto|at|with|from|a|an|the) )*(?P<value>[^\W\d]\w*)"
    r"(?:(?: (?:when|if|where) (?P<condition>.+?))?|(?P<rest> (?:unless|at|by|or)\b.*))$"
)

_INPUT = re.compile(r"[(,] ?(\w+): ([A-Z]\w*)")


def with_its_object(stuck: Stuck) -> str | None:
    """The statement with its value where a value can stand; None where it is no such statement."""
    found = _SAID.match(stuck.text.rstrip()) if stuck.kind == "rule" else None
    if found is None:
        return None
    inputs = _inputs(stuck.texts, found["action"])
    types = [name for name, values in lists_of(stuck.texts).items() if found["value"] in values]
    rest, condition = found["rest"] or "", found["condition"]
    of_type = [name for name, type_ in inputs if type_ in types]
    if len(of_type) == 1:
        asked = f" when {condition}" if condition else ""
        return f"{found['before']}({of_type[0]}: {found['value']}){rest}{asked}"
    facts = [
        (name, fact)
        for name, of in inputs
        if name != found["who"] and (fact := fact_with(stuck.texts, of, found["value"])) is not None
    ]
    if len(facts) != 1 or rest:
        return None
    asked = f"{facts[0][1].format(facts[0][0])} is {found['value']}"
    if condition and " or " in condition:
        condition = f"({condition})"
    return f"{found['before']} when {condition} and {asked}" if condition else f"{found['before']} when {asked}"


@lru_cache(maxsize=500)
def _inputs(texts: tuple[str, ...], action: str) -> Sequence[tuple[str, str]]:
    """The inputs of an action, each with its type."""
    declared = f"action {action}("
    found = next((text.partition("\n")[0] for text in texts if text.startswith(declared)), "")
    return _INPUT.findall(found)
