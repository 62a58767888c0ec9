"""A first line that was copied and not adapted: its name stands twice, and the one that was meant is declared nowhere.

Which of the two is the copy only who wrote them can say; mostly it is the lower one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regola_dsl.diagnostics import Diagnostic, Label, Severity
from regola_dsl.meant.blocks import block_of, called, renamed_in
from regola_dsl.source import Source
from regola_dsl.wording import say

from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.codes import DUPLICATE


def told_where_copied(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; a declaration that stands twice, and a name that one of the two was to have, are one of them."""
    missing = [one for one in found if one.missing is not None and one.weight is Severity.ERROR]
    twice = [one for one in found if one.code == DUPLICATE and one.related]
    if fitting is None or not missing or not twice:
        return list(found)
    left = list(found)
    for one in twice:
        block = block_of(one.span, sources)
        if block is None or block.line != one.span.line:
            continue
        name = called(block)
        # What another name would mean to all that ask it, declared so.
        meant = [
            other
            for other in dict.fromkeys(lost.missing.name for lost in missing if lost.missing is not None)
            if re.fullmatch(r"[^\W\d]\w*", other)
            and fitting.declares(other, one.span.path, block, renamed_in(block, name, other))
        ]
        if len(meant) == 1:
            asks = [lost for lost in missing if lost.missing is not None and lost.missing.name == meant[0]]
            left[left.index(one)] = replace(
                one,
                related=(*one.related, *(Label(lost.span, say("named here")) for lost in asks)),
                help=say(
                    "`{other}` is named and declared nowhere: write `{other}` in place of `{name}` here, or there if "
                    "that is it",
                    other=meant[0],
                    name=name,
                ),
            )
            left = [other for other in left if other not in asks]
    return left
