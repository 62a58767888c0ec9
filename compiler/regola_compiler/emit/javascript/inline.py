"""The JavaScript module inside a page: its text where it can stand in a `<script>`, with what belongs to the page."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TypeAlias

from regola_compiler.emit.javascript.module import javascript_module
from regola_compiler.ir.tree import Ir

Json: TypeAlias = "bool | int | str | list[Json] | Mapping[str, Json] | None"

# What is written of a game's texts stands in comments and in strings. Strings cannot end a script (`names.quoted`);
# comments are left out, since nobody reads them there, and so are the blanks before a line, which begins in no string.
_COMMENT = re.compile(r"^[ \t]*(?:(?://|/\*\*|\*(?=[ /]|$)).*\n?)?", re.MULTILINE)
# What ends a script, or has a browser take what follows for something else (HTML, 13.2.5.4 "Script data state").
_ENDS = re.compile(r"</script|<script|<!--", re.IGNORECASE)


def inline_module(ir: Ir) -> str:
    """The module of a game as an inline script of the type `module` can hold it.

    Args:
        ir: The game; it has no errors.

    Returns:
        The text, without comments and indentation. What is written behind it shares its names.

    Raises:
        TooLargeError: A number of the rules is none that JavaScript can hold.
    """
    return script_safe(_COMMENT.sub("", javascript_module(ir)))


def script_safe(text: str) -> str:
    """A script's text, held to be one that a page can hold: nothing in it ends the element that it stands in."""
    assert not _ENDS.search(text)
    return text


def literal(data: Json) -> str:
    """Data as an expression of JavaScript; no text in it is code, nor ends the script.

    >>> literal({"</script>": ["<!--", 1]})
    '{"\\\\u003c/script>":["\\\\u003c!--",1]}'
    """
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # A key `__proto__` would be the object's prototype, and none of its keys.
    escaped = re.sub("[<\u2028\u2029]", lambda sign: f"\\u{ord(sign[0]):04x}", written)
    return escaped.replace('"__proto__":', '["__proto__"]:')
