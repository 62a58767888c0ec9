"""In which order findings are told: the first is what is read, and mended first."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic, Ground, Severity

_UNREAD = frozenset({codes.SYNTAX_ERROR, codes.BAD_CHARACTER, codes.BAD_INDENT, codes.BAD_YAML})
_DATA = (".yaml", ".yml")


def ordered(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings by file, then line.

    What cannot be read stands before the others, which may come of it; what is wrong before what is doubtful; the rules
    before the data that are to fit them; an example that fails behind all that may be its cause.
    """
    return sorted(
        found,
        key=lambda d: (
            Ground.EXAMPLE in d.code.ground,
            d.code not in _UNREAD,
            d.weight is not Severity.ERROR,
            d.span.path.endswith(_DATA),
            d.span.path,
            d.span.line,
            d.span.column,
            d.code.number,
            d.message,
        ),
    )


def first_told(found: Sequence[Diagnostic]) -> Diagnostic:
    """What stands first where all findings are shown: of some findings, the first that is an error."""
    return min(ordered(found), key=lambda d: d.weight is not Severity.ERROR)
