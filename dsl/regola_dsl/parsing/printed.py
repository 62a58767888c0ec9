"""Texts in a language as they stand in a line: `it "Bosco"`, and not a value in quotation marks: `is "storm jib"`."""

from __future__ import annotations

import re

# What stands before a text: a language, and no word of the rules.
LANGUAGE = r"\b(?!(?:is|in|no|not|or|and|to|of|at|by|on|as) )[a-z]{2,3} +"
# A text in a language, or a remark: nothing in it is a word of the rules.
KEPT = LANGUAGE + r'"(?:[^"\\]|\\.)*"|#.*$'
# The sections that something cites.
CITED = r'@(?:"[^"]*"|[\w./-]+)(?:, *(?:"[^"]*"|\d[\w./]*))*'
PRINTED = re.compile(LANGUAGE + r'"([^"]+)"')
_KEPT, _CITED = re.compile(KEPT), re.compile(CITED)
_SECTION = re.compile(r'"[^"]*"|[\w./-]+')


def bare(line: str) -> str:
    """A line with the words of the rules alone, without its texts, remarks and sections.

    >>> bare('define toll @3.1, 4 it "Pedaggio"  # a remark').split()
    ['define', 'toll']
    """
    return _CITED.sub("", _KEPT.sub("", line))


def sections_in(line: str) -> list[str]:
    """The sections that a line cites.

    >>> sections_in('define toll @3.1, "S40/1" it "@9"')
    ['3.1', 'S40/1']
    """
    cited = _CITED.findall(_KEPT.sub("", line))
    return [one.strip('"') for listed in cited for one in _SECTION.findall(listed)]
