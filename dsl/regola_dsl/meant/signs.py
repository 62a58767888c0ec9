"""Signs that look like one of the language's, or stand for it elsewhere: each with what is written here.

A table, as compilers keep one of look-alikes; what it lists is tried before it is proposed (`repairs.py`).
"""

from __future__ import annotations

# The longest first where one begins another.
SIGNS: dict[str, str] = {
    "===": "is",
    "!==": "is not",
    "&&": " and ",
    "||": " or ",
    "<>": "is not",
    "=<": "<=",
    "=>": ">=",
    "-->": "->",
    "- >": "->",
    "...": "..",
    ":=": "=",
    "≥": ">=",
    "≤": "<=",
    "⩾": ">=",
    "⩽": "<=",
    "≠": "!=",
    "×": "*",
    "·": "*",
    "∗": "*",
    "÷": "/",
    "∕": "/",
    "⁄": "/",
    "＋": "+",
    "∈": "in",
    "∉": "not in",
    "∧": "and",
    "∨": "or",
    "¬": "not ",
    "&": " and ",
    "→": "->",
    "⇒": "->",
    "…": "..",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "—": "-",
    "―": "-",
    "−": "-",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "§": "@",
    ";": ",",
    "，": ",",
    "：": ":",
    "；": ",",
    "（": "(",
    "）": ")",
}
# Quotation marks of all kinds: texts stand in straight ones.
QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2018\u2019\u201a\u201b'`\u00b4\u2033\u2032"
# What begins a remark elsewhere.
REMARKS = ("//", "/*", "--", "%", ";", "*")
# Blanks that are none for this language, by what they are called.
BLANKS = {
    "\t": "a tab",
    "\u00a0": "a blank that does not break (U+00A0)",
    "\u2007": "a blank as wide as a figure (U+2007)",
    "\u2009": "a thin blank (U+2009)",
    "\u202f": "a narrow blank that does not break (U+202F)",
    "\u3000": "a wide blank (U+3000)",
}
# Signs without width: they are not seen, and nothing is meant by them.
UNSEEN = {
    "\u200b": "a blank without width (U+200B)",
    "\u200c": "a sign without width (U+200C)",
    "\u200d": "a sign without width (U+200D)",
    "\u2060": "a sign without width (U+2060)",
    "\ufeff": "a mark of the byte order (U+FEFF)",
    "\u00ad": "a hyphen that is not shown (U+00AD)",
}
