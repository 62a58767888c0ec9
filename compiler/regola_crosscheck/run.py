"""The translator's desk: a rulebook text held against the encoded rules and against itself.

The pipeline, a pass a line: `read_text` and `outline` make a book of a file; each check reads the `CrosscheckContext`
and yields findings; `collect` puts them in the order of the text; `apply_decisions` takes out what is accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations

from regola_crosscheck import report as reporting
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import CrosscheckFinding
from regola_crosscheck.base.index import Index
from regola_crosscheck.book import text as book_text
from regola_crosscheck.checks import (
    drift,
    errata,
    examples,
    languages,
    numbers,
    other_book,
    permissions,
    references,
    sections,
    tables,
    terms,
)

# In the order of the kinds; what each needs besides the desk is given to it in `collect`.
CHECKS = (sections, references, numbers, tables, permissions, terms, examples, languages, drift, errata)
CODES = tuple(code for module in (*CHECKS, book_text, other_book, reporting) for code in module.CODES)


def collect(
    contexts: Mapping[str, CrosscheckContext],
    indexes: Mapping[str, Index],
    step: Callable[[str], None] = lambda _: None,
) -> list[CrosscheckFinding]:
    """What every check finds in the books, in the order of their lines; `step` is told what is being looked at."""
    found: list[CrosscheckFinding] = []
    for language, context in contexts.items():
        index = indexes[language]
        step(f"{language}: sections")
        found += sections.check(context, index.prose(context.book.numbering))
        step(f"{language}: references")
        found += references.check(context)
        step(f"{language}: numbers")
        found += numbers.check(context)
        step(f"{language}: tables")
        found += tables.check(context)
        step(f"{language}: permissions")
        found += permissions.check(context)
        step(f"{language}: terms")
        found += terms.check(context)
        step(f"{language}: examples")
        found += examples.check(context)
        found += errata.check(context)
        step(f"{language}: drift")
        found += drift.check(context, index)
    for one, other in combinations(contexts, 2):
        step(f"{one} and {other}")
        found += languages.check(contexts[one], contexts[other])
    return _named(sorted(found, key=lambda one: (one.diagnostic.span, one.diagnostic.code.number, one.key)))


def _named(found: list[CrosscheckFinding]) -> list[CrosscheckFinding]:
    """The findings with names of their own: what a section has twice is counted, in the order of its lines."""
    times: Counter[str] = Counter()
    named = []
    for finding in found:
        times[finding.name] += 1
        number = times[finding.name]
        named.append(finding if number == 1 else replace(finding, key=f"{finding.key}#{number}"))
    return named
