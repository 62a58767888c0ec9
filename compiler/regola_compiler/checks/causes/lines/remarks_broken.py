"""A remark that goes on in a second line without its sign: prose, right below a line that begins with `#`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl import codes
from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.meant.stuck import indent_of
from regola_dsl.source import Source, Span
from regola_dsl.wording import say

# Words alone, with the marks that stand between words, and no sign that only rules have.
_PROSE = re.compile(r"[^@=|\"<>{}\[\]_]*")
_WORD = re.compile(r"[^\W\d_]+")
_FEW = 3


def told_where_a_remark_goes_on(found: Sequence[Diagnostic], sources: Sequence[Source]) -> list[Diagnostic]:
    """The findings; prose that cannot be read below a remark is told as the rest of that."""
    lines = {source.path: source.lines for source in sources}
    return [_as_remark(one, lines.get(one.span.path, ())) for one in found]


def _as_remark(one: Diagnostic, lines: Sequence[str]) -> Diagnostic:
    number = one.span.line
    if one.code != codes.SYNTAX_ERROR or not 1 < number <= len(lines):
        return one
    text, above = lines[number - 1].rstrip(), lines[number - 2]
    said = text.strip()
    words = _WORD.findall(said)
    if (
        not above.lstrip().startswith("#")
        or indent_of(above) != indent_of(text)
        or len(words) < _FEW
        or words[0] in KINDS
        or not _PROSE.fullmatch(said)
    ):
        return one
    return replace(
        one,
        span=Span(one.span.path, number, indent_of(text) + 1, number, len(text) + 1),
        help=say("if it goes on with the remark above, it begins with `#`, too: `# {line}`", line=said),
    )
