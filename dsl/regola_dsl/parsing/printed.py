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
