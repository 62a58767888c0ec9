"""Quotation marks of printed texts around a whole value: to YAML they are part of it, and would be printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from regola_dsl.diagnostics import Diagnostic

from regola_compiler.project.yaml_words import printed_quotes

_MARKS = "“”„‟«»‘’"
# A value that such marks hold from end to end. One that merely begins with them is a text with somebody's words in it.
_HELD = re.compile(rf"[{_MARKS}][^{_MARKS}]*[{_MARKS}\"]")


def held_by_printed_quotes(data: Any, shown: str) -> Iterator[Diagnostic]:
    """What is written in such marks, and in no others: `“The night”`, but not `"“The night”"`."""
    if not isinstance(data, (dict, list)):
        return
    lines: Any = data  # the reader's own lists and mappings know where what they hold stands
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if type(value) is str and _HELD.fullmatch(value):  # one in straight quotes is of a type of its own
            line, column = lines.lc.value(key) if isinstance(data, dict) else lines.lc.item(key)
            yield printed_quotes(shown, line, column)
        yield from held_by_printed_quotes(value, shown)
