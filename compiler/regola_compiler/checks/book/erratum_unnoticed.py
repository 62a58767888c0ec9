"""Errata whose ruling decides nothing: the side that loses is not written as a rule.

It is not among what every check looks at. Whether a ruling is noticed is known only by looking at the rules without it,
once for each: that takes as long as some dozens of checks, and what it finds is work to be done, not a mistake.
`incremental/rulings.py` looks, where `regola check --errata` asks for it.
"""

from __future__ import annotations

from regola_dsl import tree
from regola_dsl.diagnostics import Code, Diagnostic, Severity
from regola_dsl.tree import cited
from regola_dsl.wording import say

CODE = Code("R603", "erratum-unnoticed", "an erratum whose ruling decides nothing", Severity.WARNING)


def told(erratum: tree.Erratum) -> Diagnostic:
    """The finding about an erratum whose ruling nothing notices."""
    lost = say("the side that loses is not written as a rule")
    return Diagnostic(
        CODE,
        say(
            "the ruling of `{name}`{cited} changes nothing when it is taken away: {lost}",
            name=erratum.name.text,
            cited=cited(erratum.anchors),
            lost=lost,
        ),
        erratum.name.span,
        say("decides nothing"),
        subject=erratum.name.text,
        help=say("write both sides as rules, the one `over` the other; or say that it is `about words because …`"),
    )
