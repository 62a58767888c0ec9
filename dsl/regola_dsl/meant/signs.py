"""Signs that look like one of the language's, or stand for it elsewhere: each with what is written here.

A table, as compilers keep one of look-alikes; what it lists is tried before it is proposed (`repairs.py`).
"""

from __future__ import annotations

from regola_dsl.wording import later

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
    "\t": later("a tab"),
    "\u00a0": later("a blank that does not break (U+00A0)"),
    "\u2007": later("a blank as wide as a figure (U+2007)"),
    "\u2009": later("a thin blank (U+2009)"),
    "\u202f": later("a narrow blank that does not break (U+202F)"),
    "\u3000": later("a wide blank (U+3000)"),
}
# Signs without width: they are not seen, and nothing is meant by them.
UNSEEN = {
    "\u200b": later("a blank without width (U+200B)"),
    "\u200c": later("a sign without width (U+200C)"),
    "\u200d": later("a sign without width (U+200D)"),
    "\u2060": later("a sign without width (U+2060)"),
    "\ufeff": later("a mark of the byte order (U+FEFF)"),
    "\u00ad": later("a hyphen that is not shown (U+00AD)"),
}
