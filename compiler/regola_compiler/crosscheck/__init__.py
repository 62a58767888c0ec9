"""The translator's desk: a rulebook text held against the encoded rules and against itself.

The pipeline, a pass a line: `read_text` and `outline` make a book of a file; each check reads the `Desk` and yields
findings; `collect` puts them in the order of the text.
"""

from __future__ import annotations

from regola_compiler.crosscheck import numbers, permissions, references, sections
from regola_compiler.crosscheck.desk import Desk
from regola_compiler.crosscheck.finding import Finding

# In the order of the kinds.
CHECKS = (sections, references, numbers, permissions)


def collect(desk: Desk) -> list[Finding]:
    """What every check finds in a book, in the order of its lines."""
    found = [finding for check in CHECKS for finding in check.check(desk)]
    return sorted(found, key=lambda one: (one.diagnostic.span, one.diagnostic.code.number, one.key))
