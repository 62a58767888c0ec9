"""What has no say because something else stands over it: which that is, and the erratum that rules it so."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl.diagnostics import Label
from regola_dsl.wording import say

from regola_compiler.model.program import Clause, Norm, Program


def overruled(program: Program, part: Norm | Clause, speaking: Sequence[Norm | Clause]) -> Label:
    """What is said of a part that holds and is silenced, at the line of the ruling where there is one.

    Args:
        program: The rules.
        part: What is silenced.
        speaking: What has a say in its place.
    """
    above = next((one.name for one in speaking if part.name in one.over), "")
    if not above:
        return Label(part.name_span, say("`{name}` is overruled here", name=part.name))
    ranks = (one.ranks for one in program.errata.values())
    ruling = next((one for one in ranks if one and (one.above, one.below) == (above, part.name)), None)
    if ruling is None:
        return Label(part.name_span, say("`{other}` stands over `{name}` here", other=above, name=part.name))
    return Label(ruling.span, say("this lets `{other}` stand over `{name}` here", other=above, name=part.name))
